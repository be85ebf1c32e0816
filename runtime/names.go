package runtime

import (
	"fmt"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"slices"
	"strings"

	"hotloop/frontend"
	"hotloop/runtime/fallback"
)

// Limits of ownNames. It checks every byte for a call instruction. It queries the function of an instruction only
// every nameStep bytes, and less often at higher offsets, since such a query takes time proportional to the
// offset. A loop of 100 bytes takes 4 µs. A function of 4 KiB with many calls and inlined bodies takes 0.3 ms,
// and with eight others that it calls, 2 ms (BenchmarkOwnNames).
const (
	nameStep = 8
	nameSpan = fallback.TextSpan

	nameCalled = 8  // functions that the compiled function calls
	nameBeside = 32 // functions of the package on either side of it
)

// ownNames returns an error if the compiled function fn, or one of its package that it calls, calls a function of its
// own package where the source seems to call a builtin, such as len, because the declaration is in a file that was not
// given. The Go compiler records which instructions come from an inlined call; any other call is an instruction with
// the callee's address. ownNames does not find an inlined call that left no instructions, so append must be proved: a
// function of the package that calls the runtime to grow a slice calls Go's own append, and a package has only one
// append. The Go compiler leaves that call out where the result never leaves the function or has room. Then the
// functions beside fn are consulted.
func ownNames(fn reflect.Value, k *Kernel) error {
	if len(k.assumed) == 0 || goruntime.GOOS == "openbsd" { // code is not readable there
		return nil
	}
	self, _ := fallback.Denoted(fn)
	s := nameScan{fn: fn, pkg: packageOf(self) + ".", assumed: k.assumed}
	s.grows = !slices.Contains(k.assumed, "append") // or the package cannot have a function of that name
	own := []uintptr{fn.Pointer()}
	for i := 0; i < len(own) && s.found == ""; i++ {
		s.function(own[i])
		for _, to := range s.calls {
			if len(own) < nameCalled && !slices.Contains(own, to) {
				own = append(own, to)
			}
		}
	}
	first, last := own[0], own[0]
	for i := 0; i < nameBeside && s.found == "" && !s.grows; i++ {
		if g := goruntime.FuncForPC(first - 1); first > 0 && g != nil && strings.HasPrefix(g.Name(), s.pkg) {
			first = g.Entry()
			s.function(first)
		} else {
			first = 0
		}
		if last > 0 {
			last = s.function(last)
		}
	}
	switch {
	case s.found != "":
		return declaredElsewhere(k, s.found+", which another file of the package declares", "")
	case !s.grows:
		return declaredElsewhere(k, "append, which another file of the package may declare",
			", or add var _ = "+frontend.AppendProof+" to this file, which compiles only if append is the builtin")
	}
	return nil
}

// nameScan is what ownNames has found in the code of functions of a package.
type nameScan struct {
	fn      reflect.Value
	pkg     string
	assumed []string

	found string    // a function of the package that has one of the assumed names
	grows bool      // a function of the package grows a slice
	calls []uintptr // the functions of the package that the last function calls
}

// assumes returns the assumed name that a function of the package has, or "".
func (s *nameScan) assumes(name string) string {
	short, own := strings.CutPrefix(strings.TrimSuffix(name, "[...]"), s.pkg)
	if own && slices.Contains(s.assumed, short) {
		return short
	}
	return ""
}

// function scans the function at entry. It returns the entry of the next function of the package, or 0.
func (s *nameScan) function(entry uintptr) (next uintptr) {
	s.calls = s.calls[:0]
	code := fallback.TextAt(s.fn, entry)
	ask := 0
	for off := 0; off < nameSpan && s.found == ""; off++ {
		pc := entry + uintptr(off)
		if off == ask {
			ask += max(nameStep, off/16)
			g := goruntime.FuncForPC(pc)
			if g == nil {
				return 0
			}
			if g.Entry() != entry {
				if strings.HasPrefix(g.Name(), s.pkg) {
					return g.Entry()
				}
				return 0
			}
			s.found = s.assumes(g.Name())
		}
		to := fallback.CallTarget(code[off:], pc)
		if to == 0 || s.found != "" {
			continue
		}
		g := goruntime.FuncForPC(to)
		switch {
		case g == nil || g.Entry() != to:
		case strings.HasPrefix(g.Name(), "runtime.growslice"):
			s.grows = s.grows || strings.HasPrefix(goruntime.FuncForPC(pc).Name(), s.pkg)
		case strings.HasPrefix(g.Name(), s.pkg):
			s.found = s.assumes(g.Name())
			s.calls = append(s.calls, to)
		}
	}
	return 0
}

// declaredElsewhere returns the error for a kernel that calls a function that may not be a builtin.
func declaredElsewhere(k *Kernel, found, or string) error {
	return fmt.Errorf("hotloop: %s: %s, is not supported; add the option hotloop.WithPackage with all files of the "+
		"package%s", k.name, found, or)
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
