package bench

import "reflect"

// Field returns the suite field: ordinary loops whose arguments are described by args lines in their comments.
func Field() []*Kernel {
	var all []*Kernel
	for _, file := range suiteFiles("field") {
		kernels, err := FileKernels(file, textOf("field", file), func(string) bool { return true })
		if err != nil {
			panic(err) // an error in the files of a suite, which any test detects
		}
		for _, k := range kernels {
			b, ok := fieldBuilds[k.Func]
			if k.Refused != nil || !ok {
				panic(k.Func + " is not described, or go generate has not been run")
			}
			k.Suite, k.Type = "field", reflect.TypeOf(b[0])
			k.Plain, k.Oracle, k.Empty = b[0], b[1], b[2]
			all = append(all, k)
		}
	}
	return all
}
