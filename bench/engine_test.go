package bench

import (
	"errors"
	"reflect"
	"testing"
	"time"
)

// fake is an Engine that returns given functions, as a substitute for a compiler.
type fake struct {
	funcs     map[string]any  // by function name
	null      *Null           // for everything else
	stays     map[string]bool // functions that it reports as not vectorized
	requests  []Request
	reference any
}

func (f *fake) Name() string   { return "hotloop" }
func (f *fake) ISAs() []string { return []string{"avx512", "avx2"} }

func (f *fake) Compile(r Request) (*Compiled, error) {
	f.requests = append(f.requests, r)
	c := &Compiled{Native: true, Vectorized: !r.NoVec && !f.stays[r.Func], Plan: "VF=16 UF=4",
		Time: 200 * time.Microsecond, CodeBytes: 512,
		Phases: []Phase{{"parse", 50 * time.Microsecond}}}
	c.Func = f.funcs[r.Func]
	if c.Func == nil && f.null != nil {
		n, err := f.null.Compile(r)
		if err != nil {
			return nil, err
		}
		c.Func = n.Func
	}
	if c.Func == nil && r.Func == "Empty" {
		c.Func = reflect.MakeFunc(r.Type, func([]reflect.Value) (out []reflect.Value) {
			for i := range r.Type.NumOut() {
				out = append(out, reflect.Zero(r.Type.Out(i)))
			}
			return out
		}).Interface()
	}
	if c.Func == nil {
		return nil, errors.New("p.go:3:1: goroutines are not part of a kernel")
	}
	return c, nil
}

// fakeReferee is a fake that also interprets.
type fakeReferee struct{ *fake }

func (f fakeReferee) Reference(Request) (*Compiled, error) {
	if f.reference == nil {
		return nil, errors.New("no reference")
	}
	return &Compiled{Func: f.reference}, nil
}

// TestStripsOfNests checks the strips of nests. A strip covers many rows of a vector loop, even if a scalar loop,
// which runs where the arrays overlap, polls at each row. Rows of a triangle have strips by the longest row. Rows of
// a constant length that fit a strip have no strips of their own. A row found to be long before the nest has
// consecutive strips, each time it runs.
func TestStripsOfNests(t *testing.T) {
	e := Linked()
	if len(e.ISAs()) == 0 {
		t.Skip("no native code")
	}
	const text = `package p

func Convolve(a, b, c []float32, m int) {
	for j := 0; j < m; j++ {
		for i := 0; i < m; i++ {
			a[i] += b[i+m-j-1] * c[j]
		}
	}
}

func Triangle(a []float64, n int) {
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			a[i*n+j] = a[i*n+j]*2 + 1
		}
	}
}

func Columns(a, b [][256]float32) {
	for i := 1; i < len(a); i++ {
		for j := 1; j < 256; j++ {
			a[i][j] = a[i-1][j-1] + b[i][j]
		}
	}
}

func Product(n, m int, c, a, b []float64) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			var t float64
			for k := 0; k < m; k++ {
				t += b[k*n+j] * a[i*m+k]
			}
			c[i*n+j] += t
		}
	}
}
`
	const m, triangle = 2600, 1300
	const rows, wide, long = 4000, 3, 100000
	a, b, c := make([]float32, m), make([]float32, 2*m), make([]float32, m)
	type (
		convolve = func(a, b, c []float32, m int)
		columns  = func(a, b [][256]float32)
		product  = func(n, m int, c, a, b []float64)
	)
	sums, ones := make([]float64, wide*wide), make([]float64, wide*long)
	for i := range ones {
		ones[i] = 1
	}
	for _, test := range []struct {
		name, fn    string
		typ         reflect.Type
		call        func(fn any)
		least, most float64 // polls
	}{
		{"apart", "Convolve", reflect.TypeFor[convolve](), func(fn any) { fn.(convolve)(a, b, c, m) }, 1, m / 3},
		{"overlapping", "Convolve", reflect.TypeFor[convolve](), func(fn any) { fn.(convolve)(c, b, c, m) }, m, 3 * m},
		{"triangle", "Triangle", reflect.TypeFor[func(a []float64, n int)](), func(fn any) {
			fn.(func(a []float64, n int))(make([]float64, triangle*triangle), triangle)
		}, 1, triangle / 2},
		{"columns", "Columns", reflect.TypeFor[columns](), func(fn any) {
			fn.(columns)(make([][256]float32, rows), make([][256]float32, rows))
		}, 1, rows / 32},
		{"long rows", "Product", reflect.TypeFor[product](), func(fn any) {
			clear(sums)
			fn.(product)(wide, long, sums, ones, ones)
			// The three columns are lanes of one masked vector, and two rows are processed together: about 200,000
			// vector iterations, with a cost of 16 cycles or more, in strips of 65,536 cycles.
		}, 2 * long / 4096, wide * wide * long / 16 / 64},
	} {
		polls, err := e.(Stripper).Strips(Request{Type: test.typ, File: "p.go", Text: text, Func: test.fn, ISA: e.ISAs()[0],
			Mode: "fast", Uncache: true}, test.call)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.0f polls", test.name, polls)
		if polls < test.least || polls > test.most {
			t.Errorf("%s: %.0f polls, want %.0f to %.0f", test.name, polls, test.least, test.most)
		}
	}
	for _, x := range sums {
		if x != long {
			t.Fatalf("a sum of %d ones is %v", long, x)
		}
	}
}
