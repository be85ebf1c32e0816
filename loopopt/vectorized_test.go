package loopopt_test

import (
	"testing"

	"hotloop/cpu"
)

// TestVectorized checks that a function counts as vectorized by its loops with data-dependent trip counts, if any,
// and their contents, but not by loops that clear and combine copies of its tables.
func TestVectorized(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      bool
	}{
		{"saxpy", "func k(y, x []float32, a float32) { for i := range y { y[i] += a * x[i] } }", true},
		{"scalar", "func k(x []float32) (s float32) { for _, v := range x { s += v }\nreturn }", false},
		{"constant", "func k(y *[64]int32) { for i := range y { y[i]++ } }", true},
		{"unrolled completely", "func k(y *[8]int32) { for i := range y { y[i]++ } }", true},
		{"constant inside", "func k(y [][64]int32) { for i := range y { for j := range y[i] { y[i][j]++ } } }", true},
		{"constant beside", "func k(t *[64]int32, x []float32) (s float32) { for i := range t { t[i]++ }\nfor _, v := range x { s += v }\nreturn }", false},
		{"copies of a table", "func k(t *[256]uint32, x []uint8) { for _, v := range x { t[v]++ } }", false},
	} {
		if o := optimize(t, cpu.AVX2, "", c.src); o.out.Vectorized != c.want {
			t.Errorf("%s: vectorized is %v, want %v: %v\n%s", c.name, o.out.Vectorized, c.want, o.out.Plans, o.remarks)
		}
	}
}
