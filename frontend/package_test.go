package frontend_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"hotloop/frontend"
	"hotloop/frontend/syntax"
)

// largePackage returns a package of about 2.5 MB, with five kernels in one of its files. Its other files are what
// packages consist of: types with methods, tables, helpers, variables, and functions that call them.
func largePackage(version int) fstest.MapFS {
	files := fstest.MapFS{}
	for i := range 80 {
		var b strings.Builder
		fmt.Fprintf(&b, "// Version %d.\npackage large\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n", version)
		for j := range 28 {
			n := i*100 + j
			fmt.Fprintf(&b, `
// Record%[1]d is one of many records, which the functions below fill and print.
type Record%[1]d struct {
	Name, Unit string
	Values     []float64
	Count      [8]int
	Next       *Record%[1]d
}

var names%[1]d = map[string]int{"first": 1, "second": 2, "third": %[1]d}

var table%[1]d = [...]float64{0.5, 1.25, 2, 3.75, 4, 5.5, 6, 7.125, %[1]d}

// Add adds x to the values, and counts it.
func (r *Record%[1]d) Add(x float64, kind int) error {
	if kind < 0 || kind >= len(r.Count) {
		return fmt.Errorf("record %%q: kind %%d is not one of %%d", r.Name, kind, len(r.Count))
	}
	r.Values = append(r.Values, x*table%[1]d[kind])
	r.Count[kind]++
	return nil
}

// String returns the record as text.
func (r *Record%[1]d) String() string {
	var b strings.Builder
	for i, x := range r.Values {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%%g %%s", x, r.Unit)
	}
	return b.String()
}

func merge%[1]d(a, b *Record%[1]d) (*Record%[1]d, error) {
	out := &Record%[1]d{Name: a.Name + b.Name, Unit: a.Unit}
	for i, x := range a.Values {
		if err := out.Add(x, i%%len(a.Count)); err != nil {
			return nil, err
		}
	}
	for _, x := range b.Values {
		switch n := names%[1]d[b.Name]; {
		case n > 2:
			out.Values = append(out.Values, x+float64(n))
		case n == 1:
			out.Next = a
		}
	}
	return out, nil
}
`, n)
		}
		files[fmt.Sprintf("file%d.go", i)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	files["kernels.go"] = &fstest.MapFile{Data: []byte(fmt.Sprintf(`// Version %d.
package large

const scale = 1.5

type vec struct{ X, Y float64 }

var gains = [4]float64{1, 2, 3, 4}

var offset = 2.5

func twice(x float64) float64 { return x * 2 }

func Scale(y, x []float64) {
	for i := range y {
		y[i] = x[i] * scale
	}
}

func Gain(y, x []float64) {
	for i := range y {
		y[i] = x[i] * gains[i&3]
	}
}

func Shift(y, x []float64) {
	for i := range y {
		y[i] = twice(x[i]) + offset
	}
}

func Table(y []float64) {
	for i := range y {
		y[i] += table100[i&7]
	}
}

func Norm(y []float64, v []vec) {
	for i := range y {
		y[i] = v[i].X*v[i].X + v[i].Y*v[i].Y
	}
}
`, version))}
	return files
}

// BenchmarkPackage builds five kernels of a large package that was not seen before.
func BenchmarkPackage(b *testing.B) {
	b.ReportAllocs()
	version := 0
	for b.Loop() {
		b.StopTimer()
		files := largePackage(version)
		version++
		b.StartTimer()
		src, err := syntax.ReadPackage(files)
		if err != nil {
			b.Fatal(err)
		}
		size := 0
		for i := range src {
			size += len(src[i].Text)
		}
		b.SetBytes(int64(size))
		for _, name := range []string{"Scale", "Gain", "Shift", "Table", "Norm"} {
			if _, err := frontend.Build(src, name, frontend.Options{World: frontend.WholePackage}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
