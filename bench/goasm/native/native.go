// Package native hands out hotloop's code for the kernels of package kernels, as a program would that has no assembly.
package native

import (
	"fmt"

	"hotloop"
	"hotloop/bench/goasm/kernels"
)

// Of returns native code for a function of package kernels; it panics if there is none.
func Of[F any](fn F) F {
	k := hotloop.Accelerate(fn, "", hotloop.WithPackage(kernels.Files), hotloop.FP(hotloop.FPFast))
	if k.Err() != nil {
		panic(fmt.Sprintf("%T: %v", fn, k.Err()))
	}
	return k.Func
}
