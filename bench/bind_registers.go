//go:build amd64 || arm64

package bench

import (
	"math"
	"reflect"
	"runtime"
	"unsafe"
)

// bindRegisters calls any func whose arguments fit into registers as if it took 9 integers and 15 floats.
//
// Go's register convention numbers integer and floating-point registers separately, in order of the parameters. The
// callee therefore finds its own arguments in the right registers and ignores the others. Results come back in
// registers and are ignored. The callee's frame has its own types for the garbage collector. The memory behind
// slices, strings and pointers belongs to the caller of this function and outlives the calls. The result is nil if
// the arguments, or possibly the results, do not fit.
func bindRegisters(fn any, args []any) func(reps int) {
	for _, a := range args {
		if !inRegisters(reflect.TypeOf(a)) {
			return nil
		}
	}
	ints, floats := words(args)
	if reflect.TypeOf(fn).NumOut() > 4 {
		return nil
	}
	if len(ints) > 9 {
		return bindStack(fn, args)
	}
	if len(floats) > 15 {
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
	switch { // pass few more arguments than needed, so that the timed call costs as much as one in a program
	case len(floats) == 0 && len(ints) <= 3:
		f := *(*func(_, _, _ uintptr))(unsafe.Pointer(&closure))
		return func(reps int) {
			for range reps {
				f(i[0], i[1], i[2])
			}
		}
	case len(floats) == 0 && len(ints) <= 6:
		f := *(*func(_, _, _, _, _, _ uintptr))(unsafe.Pointer(&closure))
		return func(reps int) {
			for range reps {
				f(i[0], i[1], i[2], i[3], i[4], i[5])
			}
		}
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
	f := *(*func(_, _, _, _, _, _, _, _, _ uintptr, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _ float64))(
		unsafe.Pointer(&closure))
	return func(reps int) {
		for range reps {
			f(i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8],
				x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14])
		}
	}
}

// bindStack is like bindRegisters for funcs with more arguments than amd64 has integer registers: it passes 15 words
// on the stack.
//
// An argument that does not fit into the remaining registers goes to the stack as a whole; later arguments may still
// go to registers. Stack arguments are aligned as their types are. The callee expects fewer stack arguments and may
// spill its registers where the rest of these words are; that memory is the callee's to use.
func bindStack(fn any, args []any) func(reps int) {
	if runtime.GOARCH != "amd64" {
		return nil
	}
	var i [9]uintptr
	var s [15]uintptr
	var x [3]float64
	stack := unsafe.Slice((*byte)(unsafe.Pointer(&s)), unsafe.Sizeof(s))
	inRegs, onStack, inFloats := 0, 0, 0
	for _, a := range args {
		ints, floats := words([]any{a})
		switch {
		case len(floats) > 0 && inFloats == len(x):
			return nil
		case len(floats) > 0:
			x[inFloats] = math.Float64frombits(uint64(floats[0]))
			inFloats++
		case inRegs+len(ints) <= len(i):
			inRegs += copy(i[inRegs:], ints)
		default:
			t := reflect.TypeOf(a)
			onStack = (onStack + t.Align() - 1) &^ (t.Align() - 1)
			bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(ints))), 8*len(ints))[:t.Size()]
			if onStack+len(bytes) > len(stack) {
				return nil
			}
			onStack += copy(stack[onStack:], bytes)
		}
	}
	closure := (*[2]unsafe.Pointer)(unsafe.Pointer(&fn))[1]
	f := *(*func(_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _ uintptr, _, _, _ float64))(
		unsafe.Pointer(&closure))
	return func(reps int) {
		for range reps {
			f(i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8],
				s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12], s[13], s[14], x[0],
				x[1], x[2])
		}
	}
}
