package runtime

import (
	"encoding/binary"
	"fmt"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"slices"
	"strings"
	"unsafe"
)

// How much ownNames looks at. A call is looked for at every byte; where an instruction comes from is asked at so many
// bytes' distance, and less often the further down it stands, for the answer takes time by its offset. A loop of a
// hundred bytes takes 4 µs, a function of 4 KiB that is full of calls and of inlined bodies 0.3 ms
// (BenchmarkOwnNames).
const (
	nameStep = 8
	nameSpan = 4 << 10
)

// ownNames asks the program whether the compiled function fn calls a function of its own package that the source took
// for one of Go's, len say, because it is declared in a file that was not given: gc notes which instructions come of
// a call that it has inlined, and any other call is an instruction with the address of what it calls. An inlined call
// of which no instruction is left is not found.
func ownNames(fn reflect.Value, k *Kernel) error {
	if len(k.assumed) == 0 || goruntime.GOOS == "openbsd" { // where code cannot be read
		return nil
	}
	self, _ := denoted(fn)
	pkg := packageOf(self) + "."
	entries := []uintptr{fn.Pointer()}
	grows := !slices.Contains(k.assumed, "append") // or the package cannot have a function of that name
	seen := func(name string) string {
		short, own := strings.CutPrefix(strings.TrimSuffix(name, "[...]"), pkg)
		if own && slices.Contains(k.assumed, short) {
			return short
		}
		return ""
	}
	for i := 0; i < len(entries); i++ {
		entry := entries[i]
		code := textAt(fn, entry)
		ask := 0
		for off := 0; off < nameSpan; off++ {
			pc := entry + uintptr(off)
			name := ""
			if off == ask {
				ask += max(nameStep, off/16)
				g := goruntime.FuncForPC(pc)
				if g == nil || g.Entry() != entry {
					break
				}
				name = seen(g.Name())
			}
			if to := callTarget(code[off:], pc); to != 0 && name == "" {
				if g := goruntime.FuncForPC(to); g != nil && g.Entry() == to {
					name = seen(g.Name())
					if strings.HasPrefix(g.Name(), "runtime.growslice") {
						grows = grows || strings.HasPrefix(goruntime.FuncForPC(pc).Name(), pkg)
					}
					if g.Name() == strings.TrimSuffix(self, "-fm") && len(entries) < 2 && to != entry {
						entries = append(entries, to) // what an instance of a generic function or a method value calls to do its work
					}
				}
			}
			if name != "" {
				return declaredElsewhere(k, name+", which another file of the package declares")
			}
		}
	}
	if !grows {
		return declaredElsewhere(k, "append, which another file of the package may declare")
	}
	return nil
}

// declaredElsewhere is the error of a kernel that calls a function which may not be Go's own.
func declaredElsewhere(k *Kernel, found string) error {
	return fmt.Errorf("hotloop: %s: found %s; write hotloop.WithPackage with all files of the package among the options "+
		"instead", k.name, found)
}

// packageOf is the path of the package that a function is of, by the name that the linker knows it by.
func packageOf(full string) string {
	slash := strings.LastIndexByte(full, '/') + 1
	pkg, _, _ := strings.Cut(full[slash:], ".")
	return full[:slash] + pkg
}

// isMain reports whether no other package of the program sees what the package at path exports, if it is called main: it
// is the program's main package, or that under test, whose external tests are among its files.
func isMain(path string) bool {
	info, ok := debug.ReadBuildInfo()
	return path == "main" || ok && path+".test" == info.Path
}

// textAt is the machine code of the program from an address on; fn is in the same.
func textAt(fn reflect.Value, at uintptr) []byte {
	p := fn.UnsafePointer()
	return unsafe.Slice((*byte)(unsafe.Add(p, int(at-uintptr(p)))), nameSpan+8)
}

// callTarget is what the instruction at pc calls, if it may be a direct call.
func callTarget(code []byte, pc uintptr) uintptr {
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
