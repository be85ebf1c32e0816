package bench

import (
	"reflect"
	"testing"
)

// TestStripsOfNests: rows that a vector loop does are many to a strip, though a scalar loop stands beside it, which polls at each row where the
// arrays overlap; and rows of a triangle have strips by the longest.
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
`
	const m, triangle = 2600, 1300
	a, b, c := make([]float32, m), make([]float32, 2*m), make([]float32, m)
	type convolve = func(a, b, c []float32, m int)
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
	} {
		polls, err := e.(Stripper).Strips(Request{Type: test.typ, File: "p.go", Text: text, Func: test.fn, ISA: e.ISAs()[0], Mode: "go", Uncache: true}, test.call)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.0f polls", test.name, polls)
		if polls < test.least || polls > test.most {
			t.Errorf("%s: %.0f polls, want %.0f to %.0f", test.name, polls, test.least, test.most)
		}
	}
}
