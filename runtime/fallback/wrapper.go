package fallback

import (
	"encoding/binary"
	"reflect"
	goruntime "runtime"
	"strings"
	"sync"
	"unsafe"
)

// The func value of an instance F[T] in the body of a generic function, and of a method value x.M, is not F or M.
// The compiler generates a wrapper that calls it with the dictionary or the receiver, and marks it in the linker's
// table. A wrapper contains no user code, so its callee, or the function inlined into it, is what the func value
// denotes. A user's function literal that only calls F is not marked.

// Denoted returns the name and the file of the function that the func value fn denotes.
func Denoted(fn reflect.Value) (name, file string) {
	f := goruntime.FuncForPC(fn.Pointer())
	name = f.Name()
	file, _ = f.FileLine(f.Entry())
	if _, err := declared(name); err == nil && !strings.HasSuffix(name, "-fm") || !isWrapper(f) ||
		goruntime.GOOS == "openbsd" { // code is not readable there
		return name, file
	}
	code := TextAt(fn, f.Entry())
	for off := 0; off < TextSpan; off++ {
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
		if to := CallTarget(code[off:], pc); to != 0 {
			if g := goruntime.FuncForPC(to); g != nil && g.Entry() == to && !strings.HasPrefix(g.Name(), "runtime.") {
				file, _ := g.FileLine(to)
				return g.Name(), file
			}
		}
	}
	return name, file
}

// Offsets of the fields read here in the linker's entry for a function (_func in the Go runtime).
const (
	funcLine = 36 // int32: the line of the function
	funcKind = 40 // uint8: the special kind of the function; 0 for ordinary functions
)

// wrapperKind returns the kind of wrappers, or 0 if the entry is not laid out as expected. It inspects a wrapper
// and a function of known kinds.
var wrapperKind = sync.OnceValue(func() uint8 {
	instance := goruntime.FuncForPC(reflect.ValueOf(probe[int8]).Pointer())
	ordinary := goruntime.FuncForPC(reflect.ValueOf(kindOf).Pointer())
	_, line := ordinary.FileLine(ordinary.Entry())
	if *(*int32)(unsafe.Add(unsafe.Pointer(ordinary), funcLine)) != int32(line) || kindOf(ordinary) != 0 {
		return 0
	}
	return kindOf(instance)
})

// probe is generic; the func values of its instances are wrappers.
func probe[T int8 | int16](x T) T { return x }

func kindOf(f *goruntime.Func) uint8 { return *(*uint8)(unsafe.Add(unsafe.Pointer(f), funcKind)) }

// isWrapper reports whether the compiler generated f, which FuncForPC returned for an entry address.
func isWrapper(f *goruntime.Func) bool {
	kind := wrapperKind()
	return kind != 0 && kindOf(f) == kind
}

// TextSpan is the number of bytes of machine code that may be read at the address of a function.
const TextSpan = 4 << 10

// TextAt returns the program's machine code from address at. fn must be in the same program text.
func TextAt(fn reflect.Value, at uintptr) []byte {
	p := fn.UnsafePointer()
	return unsafe.Slice((*byte)(unsafe.Add(p, int(at-uintptr(p)))), TextSpan+8)
}

// CallTarget returns the target of the instruction at pc if it may be a direct call, and 0 otherwise.
func CallTarget(code []byte, pc uintptr) uintptr {
	switch goruntime.GOARCH {
	case "amd64":
		if code[0] == 0xE8 {
			return pc + 5 + uintptr(int32(binary.LittleEndian.Uint32(code[1:])))
		}
	case "arm64":
		if w := binary.LittleEndian.Uint32(code); pc%4 == 0 && w>>26 == 0x25 {
			return pc + uintptr(int32(w<<6)>>4)
		}
	}
	return 0
}
