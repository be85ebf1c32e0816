package runtime

import (
	"reflect"
	goruntime "runtime"
	"strings"
	"sync"
	"unsafe"
)

// The func value of an instance F[T] in the body of a generic function, and of a method value x.M, is not F or M: the
// compiler makes a function that calls it with the dictionary or the receiver. The linker's table marks such a function
// as a wrapper. It has no code of the user's, so what it calls, or what is inlined into it, is what the func value
// denotes. A function literal of the user's that does nothing but call F is not marked.

// denoted returns the name and the file of the function that func value fn denotes.
func denoted(fn reflect.Value) (name, file string) {
	f := goruntime.FuncForPC(fn.Pointer())
	name = f.Name()
	file, _ = f.FileLine(f.Entry())
	if _, _, err := declared(name); err == nil && !strings.HasSuffix(name, "-fm") || !isWrapper(f) ||
		goruntime.GOOS == "openbsd" { // where code cannot be read
		return name, file
	}
	code := textAt(fn, f.Entry())
	for off := 0; off < nameSpan; off++ {
		pc := f.Entry() + uintptr(off)
		if g := goruntime.FuncForPC(pc); g == nil || g.Entry() != f.Entry() {
			break
		} else if g.Name() != name { // inlined
			frames := goruntime.CallersFrames([]uintptr{pc + 1})
			inner := goruntime.Frame{}
			for {
				frame, more := frames.Next()
				if frame.Function == name || frame.Function == "" {
					break
				}
				if inner = frame; !more {
					break
				}
			}
			if inner.Function != "" {
				return inner.Function, inner.File
			}
		}
		if to := callTarget(code[off:], pc); to != 0 {
			if g := goruntime.FuncForPC(to); g != nil && g.Entry() == to && !strings.HasPrefix(g.Name(), "runtime.") {
				file, _ := g.FileLine(to)
				return g.Name(), file
			}
		}
	}
	return name, file
}

// The linker's entry for a function (_func in the Go runtime): where the fields that are read here lie.
const (
	funcLine = 36 // int32: the line of the function
	funcKind = 40 // uint8: what the runtime knows of it; 0 for ordinary functions
)

// wrapperKind returns the kind of wrappers, or 0 if the entry is not laid out as expected. It looks at a wrapper and at
// a function whose kinds are known.
var wrapperKind = sync.OnceValue(func() uint8 {
	instance := goruntime.FuncForPC(reflect.ValueOf(probe[int8]).Pointer())
	ordinary := goruntime.FuncForPC(reflect.ValueOf(funcPointer).Pointer())
	_, line := ordinary.FileLine(ordinary.Entry())
	if *(*int32)(unsafe.Add(unsafe.Pointer(ordinary), funcLine)) != int32(line) || kindOf(ordinary) != 0 {
		return 0
	}
	return kindOf(instance)
})

// probe has instances, whose func values are wrappers.
func probe[T int8 | int16](x T) T { return x }

func kindOf(f *goruntime.Func) uint8 { return *(*uint8)(unsafe.Add(unsafe.Pointer(f), funcKind)) }

// isWrapper reports whether the compiler made f, which FuncForPC returned for an entry.
func isWrapper(f *goruntime.Func) bool {
	kind := wrapperKind()
	return kind != 0 && kindOf(f) == kind
}
