package bench

import (
	"embed"
	"go/types"
	"io/fs"
	"math/rand/v2"
	"path"
	"reflect"

	"hotloop/internal/lab/source"
)

// A part is the source of one function with its dependencies only, and the name of its file.
type part struct{ file, text string }

// functions returns the exported functions of a suite's files, by name.
func functions(suite string) map[string]part {
	parts := map[string]part{}
	for _, name := range suiteFiles(suite) {
		f, err := source.Load(name, textOf(suite, name))
		if err != nil {
			panic(err) // an error in the files of a suite, which any test detects
		}
		for _, fn := range f.Pkg.Scope().Names() {
			if o, ok := f.Pkg.Scope().Lookup(fn).(*types.Func); !ok || !o.Exported() {
				continue
			}
			text, err := f.Extract(suite, fn)
			if err != nil {
				panic(err)
			}
			parts[fn] = part{name, text}
		}
	}
	return parts
}

// entries creates the kernels of a suite whose files hold several. The memory traffic of a call is counted.
type entries struct {
	suite string
	parts map[string]part
}

func entriesOf(suite string) entries { return entries{suite, functions(suite)} }

// kernel creates an entry of the suite.
func (e entries) kernel(name, fn string, b Builds, args func(g gen, n int) []any) *Kernel {
	k := &Kernel{
		Name: name, Suite: e.suite, Code: Code{File: e.parts[fn].file, Text: e.parts[fn].text, Func: fn},
		Type: reflect.TypeOf(b.Plain), Builds: b,
		Args: func(rng *rand.Rand, n int, d Data) []any { return args(gen{rng, d, n}, n) },
	}
	k.Work = func(n int) Work {
		w := Work{Elems: float64(n)}
		var err error
		if w.Load, w.Store, err = traffic(k, n); err != nil {
			panic(err) // the suites are compared with the Go compiler's build at all lengths
		}
		return w
	}
	return k
}

func (k *Kernel) feeds() *Kernel     { k.Feeds = true; return k }
func (k *Kernel) fuse(n int) *Kernel { k.FuseULP = n; return k }
func (k *Kernel) math(n int) *Kernel { k.MathULP = n; return k }

// grid returns the sides of an image of about n pixels, wider than high.
func grid(n int) (w, h int) {
	for (w+1)*(w+1) <= n {
		w++
	}
	w = min(4*w, n)
	if w > 0 {
		h = n / w
	}
	return w, h
}

// below returns n integers from 0 to limit-1.
func below[T int32 | uint8 | uint16](g gen, n, limit int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = T(g.IntN(limit))
	}
	return s
}

// mostly returns n elements of which nine in ten are v; the others are arbitrary.
func mostly[T int32 | uint8 | uint16](g gen, n int, v T) []T {
	s := make([]T, n)
	for i := range s {
		if s[i] = v; g.IntN(10) == 0 {
			s[i] = T(g.Uint32())
		}
	}
	return s
}

// wander returns n elements, each of which differs from its predecessor by three at most.
func wander[T int32 | uint8 | uint16](g gen, n int) []T {
	s := make([]T, n)
	at := T(g.Uint32())
	for i := range s {
		at += T(g.IntN(7)) - 3
		s[i] = at
	}
	return s
}

// plus adds c to every element.
func plus(x []float32, c float32) []float32 {
	for i := range x {
		x[i] += c
	}
	return x
}

//go:generate go run ./gen

// texts holds the kernels' source text. The Go compiler compiles the same files, and the oracles that ./gen derives
// from them.
//
//go:embed columns/*.go core/*.go dsp/*.go field/*.go image/*.go long/*.go math/*.go ml/*.go nests/*.go search/*.go tsvc/*.go
var texts embed.FS

// suiteFiles returns the names of a suite's files with kernels.
func suiteFiles(suite string) []string {
	paths, err := fs.Glob(texts, suite+"/*.go")
	if err != nil {
		panic(err)
	}
	var names []string
	for _, p := range paths {
		if name := path.Base(p); name != "doc.go" {
			names = append(names, name)
		}
	}
	return names
}

// textOf returns a file of a suite. A missing file is an error in the table that names it, which any test detects.
func textOf(suite, file string) string {
	b, err := texts.ReadFile(suite + "/" + file)
	if err != nil {
		panic(err)
	}
	return string(b)
}
