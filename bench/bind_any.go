package bench

import (
	"reflect"
	"unsafe"

	"hotloop/internal/lab/frame"
)

// BindAny is like Kernel.Bind for a func type that is not known at build time. It uses the fastest way to call that
// the platform offers; the fallback is reflection.
func BindAny(fn any, args []any) func(reps int) {
	if run := bindRegisters(fn, args); run != nil {
		return run
	}
	f := reflect.ValueOf(fn)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	return func(reps int) {
		for range reps {
			f.Call(in)
		}
	}
}

// inRegisters reports whether words handles arguments of type t. Go's calling convention has other rules for structs
// and arrays passed by value.
func inRegisters(t reflect.Type) bool {
	k := t.Kind()
	return k == reflect.Slice || k == reflect.String || k == reflect.Pointer || k <= reflect.Float64
}

// words splits arguments by the kind of register in which Go's calling convention passes them, in order.
func words(args []any) (ints []uintptr, floats []float64Bits) {
	for _, a := range args {
		v := reflect.ValueOf(a)
		switch {
		case v.Kind() == reflect.Slice:
			ints = append(ints, v.Pointer(), uintptr(v.Len()), uintptr(v.Cap()))
		case v.Kind() == reflect.String:
			s := v.String()
			ints = append(ints, uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(len(s)))
		case v.Kind() == reflect.Pointer:
			ints = append(ints, v.Pointer())
		case v.CanFloat():
			floats = append(floats, float64Bits(frame.Bits(v)))
		default:
			ints = append(ints, uintptr(frame.Bits(v)))
		}
	}
	return ints, floats
}

// float64Bits is what a floating-point register holds; a float32 occupies its low half.
type float64Bits uint64
