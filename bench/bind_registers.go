//go:build amd64 || arm64

package bench

import (
	"math"
	"reflect"
	"unsafe"
)

// bindRegisters calls any func whose arguments fit into registers as if it took 9 integers and 15 floats.
//
// Go's register convention numbers integer and floating-point registers apart and in order of the parameters, so the
// callee finds its own arguments where it looks for them and ignores the rest. Results come back in registers and are
// ignored. The callee's frame has its own types for the collector; the memory behind slices, strings and pointers belongs to
// the caller of this function and outlives the calls. Returns nil if the arguments, or possibly the results, do not fit.
func bindRegisters(fn any, args []any) func(reps int) {
	for _, a := range args {
		if !inRegisters(reflect.TypeOf(a)) {
			return nil
		}
	}
	ints, floats := words(args)
	if len(ints) > 9 || len(floats) > 15 || reflect.TypeOf(fn).NumOut() > 4 {
		return nil
	}
	var i [9]uintptr
	var x [15]float64
	copy(i[:], ints)
	for n, f := range floats {
		x[n] = math.Float64frombits(uint64(f))
	}
	// A func in an interface is the data word itself.
	closure := (*[2]unsafe.Pointer)(unsafe.Pointer(&fn))[1]
	switch {
	case len(floats) == 0:
		f := *(*func(_, _, _, _, _, _, _, _, _ uintptr))(unsafe.Pointer(&closure))
		return func(reps int) {
			for range reps {
				f(i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8])
			}
		}
	case len(floats) <= 3:
		f := *(*func(_, _, _, _, _, _, _, _, _ uintptr, _, _, _ float64))(unsafe.Pointer(&closure))
		return func(reps int) {
			for range reps {
				f(i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8], x[0], x[1], x[2])
			}
		}
	}
	f := *(*func(_, _, _, _, _, _, _, _, _ uintptr, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _ float64))(unsafe.Pointer(&closure))
	return func(reps int) {
		for range reps {
			f(i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8],
				x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14])
		}
	}
}
