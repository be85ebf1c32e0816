package e2e

import (
	"reflect"
	"testing"

	"hotloop/runtime"
)

// AsPlanned runs check as a subtest for every function, on every instruction set and the interpreter, with vectors asked for in
// several widths and as the cost model plans.
func AsPlanned(t *testing.T, name string, fns []any, check func(t *testing.T, fn any, isa, directive string)) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		for _, fn := range fns {
			for _, isa := range append(ISAs(), "interpreter") {
				for _, directive := range []string{"vectorize.enable", "vectorize.enable vectorize.width=8 interleave.count=1", "",
					"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0", "vectorize.enable vectorize.width=32"} {
					check(t, fn, isa, directive)
				}
			}
		}
	})
}

// CompiledAs compiles the kernel called name of text and returns its function of the type: native code for isa, or the
// interpreter's, and the plans of its loops. Where vectors were asked for, there must be a plan, or none for a kernel that has to
// stay scalar.
func CompiledAs(t *testing.T, typ reflect.Type, text, name, isa string, asked, scalar bool) (fn any, plans []string) {
	o := runtime.Options{ISA: isa, FPWritten: true, FileName: name + ".go"}
	if isa == "interpreter" {
		o.ISA = ""
	}
	kern, err := runtime.Compile(typ, text, name, o)
	if err != nil {
		t.Fatalf("%s: %v", isa, err)
	}
	plans = kern.Stats().Plans
	if isa == "interpreter" {
		return kern.Fallback().Interface(), plans
	}
	if kern.Err() != nil {
		t.Fatalf("%s: not native: %v", isa, kern.Err())
	}
	if asked && (len(plans) == 0) != scalar {
		t.Errorf("%s, %s: plans are %v", typ, isa, plans)
	}
	return kern.Func().Interface(), plans
}
