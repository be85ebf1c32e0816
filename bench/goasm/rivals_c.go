package goasm

import "hotloop/bench"

// openBLAS is asked for the code it has for an instruction set: left alone, versions older than the processor take it
// for one without AVX-512. It runs in one thread.
var openBLAS = &bench.Library{
	Name:  "openblas",
	Head:  "#include <cblas.h>\n",
	Flags: []string{"-lopenblas"},
	Hint:  "apt-get install libopenblas-dev",
	Env: func(isa string) []string {
		core := map[string]string{"avx2": "Haswell", "avx512": "SkylakeX", "neon": "ARMV8"}[isa]
		if core == "" {
			return nil
		}
		return []string{"OPENBLAS_NUM_THREADS=1", "OPENBLAS_CORETYPE=" + core}
	},
}

// product is a product of square matrices: c, a, b, n.
func product(routine string) string {
	return routine + `(CblasRowMajor, CblasNoTrans, CblasNoTrans, p3, p3, p3, 1, p1, p3 > 0 ? p3 : 1,
		p2, p3 > 0 ? p3 : 1, 0, p0, p3 > 0 ? p3 : 1);`
}
