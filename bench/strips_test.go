package bench

import (
	"reflect"
	"testing"
)

// TestStripsOfNests: rows that a vector loop does are many to a strip, though a scalar loop stands beside it, which polls at each row where the
// arrays overlap; and rows of a triangle have strips by the longest. Rows of a constant length that fit a strip have none of their own, and
// a long row that is found to be long in front of the nest has one after the other, each time it runs.
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
		}, wide * wide * long / 16 / 256, wide * wide * long / 16 / 64},
	} {
		polls, err := e.(Stripper).Strips(Request{Type: test.typ, File: "p.go", Text: text, Func: test.fn, ISA: e.ISAs()[0], Mode: "fast", Uncache: true}, test.call)
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
