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

// Limits of ownNames. It checks every byte for a call instruction. It queries the function of an instruction only
// every nameStep bytes, and less often at higher offsets, since such a query takes time proportional to the
// offset. A loop of 100 bytes takes 4 µs. A function of 4 KiB with many calls and inlined bodies takes 0.3 ms
// (BenchmarkOwnNames).
const (
	nameStep = 8
	nameSpan = 4 << 10
)

// ownNames returns an error if the compiled function fn calls a function of its own package where the source seems
// to call a builtin, such as len, because the declaration is in a file that was not given. The Go compiler records
// which instructions come from an inlined call; any other call is an instruction with the callee's address.
// ownNames does not find an inlined call that left no instructions.
func ownNames(fn reflect.Value, k *Kernel) error {
	if len(k.assumed) == 0 || goruntime.GOOS == "openbsd" { // code is not readable there
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
						entries = append(entries, to) // the function that does the work of a generic instance or method value
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

// declaredElsewhere returns the error for a kernel that calls a function that may not be a builtin.
func declaredElsewhere(k *Kernel, found string) error {
	return fmt.Errorf("hotloop: %s: found %s; write hotloop.WithPackage with all files of the package among the options "+
		"instead", k.name, found)
}

// packageOf returns the package path of a function, given its linker name.
func packageOf(full string) string {
	slash := strings.LastIndexByte(full, '/') + 1
	pkg, _, _ := strings.Cut(full[slash:], ".")
	return full[:slash] + pkg
}

// isMain reports whether the package at path, if it is named main, cannot be imported by the program's other
// packages. That holds for the program's main package and for the package under test, whose external tests are
// among its files.
func isMain(path string) bool {
	info, ok := debug.ReadBuildInfo()
	return path == "main" || ok && path+".test" == info.Path
}

// textAt returns the program's machine code from address at. fn must be in the same program text.
func textAt(fn reflect.Value, at uintptr) []byte {
	p := fn.UnsafePointer()
	return unsafe.Slice((*byte)(unsafe.Add(p, int(at-uintptr(p)))), nameSpan+8)
}

// callTarget returns the target of the instruction at pc if it may be a direct call, and 0 otherwise.
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
