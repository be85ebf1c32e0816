package runtime

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"hotloop/frontend"
)

// The linker's name of a func value's code tells what it was made of. gc sees to it that the first instruction of a
// function bears the name of that function, and not that of one inlined into it.

// declared takes the name of a declared function or method from the one the linker knows it by: a/b.Name, a/b.T.Name or
// a/b.(*T).Name, or a/b.Name[...] of an instance of a generic function, which the func type tells apart from the others.
// That of a method value ends in -fm, which no name in Go does. Closures (Name.func1, glob..func1) have no text of their
// own to look up.
func declared(full string) (name string, recv frontend.Receiver, err error) {
	name = full[strings.LastIndexByte(full, '/')+1:]
	_, name, _ = strings.Cut(name, ".")
	name, isValue := strings.CutSuffix(name, "-fm")
	if isValue && strings.Contains(name, "[") {
		return "", 0, fmt.Errorf("hotloop: Accelerate wants a declared function, got %s, whose func type does not say which "+
			"instance of the generic type its receiver is; write a method expression, whose first argument is the receiver", full)
	}
	name = strings.ReplaceAll(name, "[...]", "")
	of, method := "", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		of, method = name[:i], name[i+1:]
	}
	p, isPointer := strings.CutPrefix(of, "(*")
	if isPointer {
		of = strings.TrimSuffix(p, ")")
	}
	if name == "" || strings.ContainsAny(of+method, ".[-(") || isValue && of == "" ||
		strings.HasSuffix(name, "."+method) && isClosure(method) {
		return "", 0, fmt.Errorf("hotloop: Accelerate wants a declared function, got %s", full)
	}
	switch {
	case isValue && isPointer:
		recv = frontend.ReceiverPointer
	case isValue:
		recv = frontend.ReceiverCopy
	}
	return name, recv, nil
}

// isClosure says whether the last part of a name is one that the compiler gives to function literals.
func isClosure(name string) bool {
	n, ok := strings.CutPrefix(name, "func")
	return ok && n != "" && strings.Trim(n, "0123456789") == ""
}

// methodValue is what gc makes of x.M: the address of code that calls the method, and the receiver as it was then.
type methodValue struct {
	code uintptr
	recv unsafe.Pointer // or the first word of the copy, in a closure as large as that asks for
}

// receiver is what method value fn brings along: see frontend.Receiver. It keeps alive what fn does, and is nil if fn is no
// method value.
func receiver(fn reflect.Value, how frontend.Receiver) unsafe.Pointer {
	switch p := funcPointer(fn); how {
	case frontend.ReceiverPointer:
		return (*methodValue)(p).recv
	case frontend.ReceiverCopy:
		return unsafe.Add(p, unsafe.Offsetof(methodValue{}.recv))
	}
	return nil
}

// bring makes calls of k, which nobody else uses, have what the func value brings along. The code does not depend on it.
func (k *Kernel) bring(recv unsafe.Pointer) {
	if k.options.Receiver == frontend.ReceiverPassed || k.code == nil {
		return
	}
	k.closure.recv = recv
	k.fn = k.closure.value(k.typ)
}
