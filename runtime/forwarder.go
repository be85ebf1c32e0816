package runtime

import (
	"reflect"
	"sync/atomic"
	"unsafe"
)

// forwarder is what a func value points to whose calls go where another func value of its type points. That one may be
// changed at any time, also while calls are under way: those end where they began. A call takes a load and a jump more.
//
// The code is swapped as a whole, never the words of a kernel's closure: a running call looks at its closure again when
// it yields and when it ends, and what it finds there must be what it began with.
type forwarder struct {
	run uintptr        // forward
	to  unsafe.Pointer // what the other func value points to
}

// newForwarder makes one that leads to fn.
func newForwarder(fn reflect.Value) *forwarder {
	return &forwarder{entryPoints().forward, funcPointer(fn)}
}

// set makes calls go to fn from now on.
func (f *forwarder) set(fn reflect.Value) { atomic.StorePointer(&f.to, funcPointer(fn)) }

// value is the func value, of type t.
func (f *forwarder) value(t reflect.Type) reflect.Value {
	return reflect.NewAt(t, unsafe.Pointer(&f)).Elem()
}

// callWith calls fn with the arguments that reflect.MakeFunc gives to a func of its type.
func callWith(fn reflect.Value, args []reflect.Value) []reflect.Value {
	if fn.Type().IsVariadic() {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

// funcPointer is what a func value points to: its closure, which begins with the address of its code.
func funcPointer(fn reflect.Value) unsafe.Pointer {
	p := reflect.New(fn.Type())
	p.Elem().Set(fn)
	return *(*unsafe.Pointer)(p.UnsafePointer())
}
