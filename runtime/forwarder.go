package runtime

import (
	"reflect"
	"sync/atomic"
	"unsafe"
)

// forwarder is the closure of a func value that forwards calls to another func value of the same type. The target
// may change at any time, even during calls: a running call ends in the code it started in. A forwarded call costs
// one load and one jump more.
//
// The target closure is replaced as a whole; the words of it that calls read are never modified. A running call reads
// its closure again when it yields and when it ends, and must find the contents that it started with.
type forwarder struct {
	run uintptr        // address of forward
	to  unsafe.Pointer // closure of the target func value
}

// newForwarder returns a forwarder to fn.
func newForwarder(fn reflect.Value) *forwarder {
	return &forwarder{entryPoints().forward, funcPointer(fn)}
}

// set directs all further calls to fn.
func (f *forwarder) set(fn reflect.Value) { atomic.StorePointer(&f.to, funcPointer(fn)) }

// value returns the forwarder as a func value of type t.
func (f *forwarder) value(t reflect.Type) reflect.Value {
	return reflect.NewAt(t, unsafe.Pointer(&f)).Elem()
}

// callWith calls fn with the arguments that reflect.MakeFunc passes to a func of its type.
func callWith(fn reflect.Value, args []reflect.Value) []reflect.Value {
	if fn.Type().IsVariadic() {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

// funcPointer returns the closure that a func value points to, which begins with the address of its code.
func funcPointer(fn reflect.Value) unsafe.Pointer {
	p := reflect.New(fn.Type())
	p.Elem().Set(fn)
	return *(*unsafe.Pointer)(p.UnsafePointer())
}
