package goasm

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"hotloop/bench"
	"hotloop/bench/goasm/kernels"
)

// Name of the suite in rows.
const Name = "goasm"

// Lengths are the numbers of elements to measure at.
var Lengths = []int{16, 64, 256, 1024, 4096, 100000}

// suite collects entries. byFunc has what package bench makes of the files, by the name of the function.
type suite struct {
	byFunc  map[string]*bench.Kernel
	entries []*bench.Kernel
}

// An entry is a kernel whose alternatives are added one after the other. F is the type of them all.
type entry[F any] struct{ k *bench.Kernel }

// argsFunc makes up the arguments of a call.
type argsFunc func(rng *rand.Rand, n int) []any

// Suite returns all kernels, each with the alternatives there are in this build.
func Suite() []*bench.Kernel {
	s := &suite{byFunc: map[string]*bench.Kernel{}}
	files, err := kernels.Files.ReadDir(".")
	if err != nil {
		panic(err) // embedded files can be read
	}
	for _, f := range files {
		if f.Name() == "files.go" {
			continue // the embedding
		}
		text, err := kernels.Files.ReadFile(f.Name())
		if err != nil {
			panic(err)
		}
		all, err := bench.FileKernels(f.Name(), string(text), func(string) bool { return true })
		if err != nil {
			panic(err) // a slip in the files of the suite, found by any test
		}
		for _, k := range all {
			if k.Refused != nil {
				panic(k.Refused)
			}
			s.byFunc[k.Func] = k
		}
	}
	s.text()
	s.bytes()
	s.tables()
	s.hashes()
	s.float32s()
	s.float64s()
	s.integers()
	s.columns()
	for _, k := range s.entries {
		for _, r := range tagged[k.Func] {
			add(k, r)
		}
	}
	return s.entries
}

// of makes an entry of a function of package kernels. Its name is that of the function.
func of[F any](s *suite, fn F) entry[F] {
	full := runtime.FuncForPC(reflect.ValueOf(fn).Pointer()).Name()
	name := full[strings.LastIndexByte(full, '.')+1:]
	k, ok := s.byFunc[name]
	if !ok {
		panic(full + " is no kernel")
	}
	k.Type = reflect.TypeOf(fn) // with the names of its types, for what makes up arguments too
	own := *k
	own.Suite = Name
	own.Plain, own.Oracle = fn, fn
	s.entries = append(s.entries, &own)
	return entry[F]{&own}
}

// named gives an entry another name, where one function has several kinds of arguments.
func (e entry[F]) named(name string) entry[F] {
	e.k.Name = name
	return e
}

// on says what the arguments are.
func (e entry[F]) on(args argsFunc) entry[F] {
	e.k.Args = func(rng *rand.Rand, n int, _ bench.Data) []any { return args(rng, n) }
	return e
}

// by adds an alternative.
func (e entry[F]) by(name string, fn F) entry[F] {
	add(e.k, bench.Alternative{Name: name, Func: fn})
	return e
}

// about adds an alternative whose results may be off by ulp units in the last place, as its documentation allows.
func (e entry[F]) about(ulp int, name string, fn F) entry[F] {
	add(e.k, bench.Alternative{Name: name, Func: fn, ULP: ulp})
	return e
}

// upTo adds an alternative that divides its work among goroutines for more than most elements.
func (e entry[F]) upTo(most int, name string, fn F) entry[F] {
	add(e.k, bench.Alternative{Name: name, Func: fn, Most: most})
	return e
}

// in adds a function of a C library; body is C over parameters p0, p1 and so on, and lengths such as p0_len.
func (e entry[F]) in(lib *bench.Library, body string) entry[F] {
	e.k.Alternatives = append(e.k.Alternatives, bench.Alternative{Name: lib.Name, C: &bench.CAlternative{Library: lib, Body: body}})
	return e
}

// tagged are the alternatives of files with build tags, by the function.
var tagged = map[string][]bench.Alternative{}

// The peers written by hand with Go's own packages of vectors, which are experiments.
const (
	widePeer     = "archsimd512"
	narrowPeer   = "archsimd256"
	portablePeer = "simd"
)

// experiments say what it takes to have them.
var experiments = []struct{ peers, by string }{
	{widePeer + ", " + narrowPeer, "GOTOOLCHAIN=go1.26.8 GOEXPERIMENT=simd go run ./cmd/goasm, on amd64"},
	{portablePeer, "GOTOOLCHAIN=go1.27.4 GOEXPERIMENT=simd go run ./cmd/goasm"},
}

// Absent says which peers this build has not, and how to get them.
func Absent() (all []string) {
	have := map[string]bool{}
	for _, alternatives := range tagged {
		for _, r := range alternatives {
			have[r.Name] = true
		}
	}
	for _, e := range experiments {
		if first, _, _ := strings.Cut(e.peers, ", "); !have[first] {
			all = append(all, "this build is without "+e.peers+": "+e.by)
		}
	}
	return all
}

// also adds one of them.
func also[F any](fn F, name string, alternative F) {
	full := runtime.FuncForPC(reflect.ValueOf(fn).Pointer()).Name()
	key := full[strings.LastIndexByte(full, '.')+1:]
	tagged[key] = append(tagged[key], bench.Alternative{Name: name, Func: alternative})
}

func add(k *bench.Kernel, r bench.Alternative) {
	if reflect.TypeOf(r.Func) != k.Type {
		panic(fmt.Sprintf("%s: %s has type %T", k.Name, r.Name, r.Func))
	}
	k.Alternatives = append(k.Alternatives, r)
}

// Peers returns the names of all alternatives, in order.
func Peers(kernels []*bench.Kernel) (names []string) {
	for _, k := range kernels {
		for _, r := range k.Alternatives {
			names = append(names, r.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
