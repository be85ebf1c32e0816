package frontend

import (
	"fmt"
	"testing"

	"hotloop/loopopt/ir"
)

// TestFusable checks that fusable finds the sums that a compiler may compute with one rounding, whatever is
// between sum and product, and no sum of a product that an explicit conversion has rounded.
func TestFusable(t *testing.T) {
	const helpers = `
func mul(x, y float64) float64 { return x * y }
func add(x, y float64) float64 { return x + y }
type F float64
`
	for _, d := range []struct {
		body string
		want int
	}{
		{"return x*y + z", 1},
		{"return z - x*y", 1},
		{"return -(x*y) + z", 1},
		{"return x*y + z*w", 1},
		{"return x*y + z + x*w", 2},
		{"t := x * y; return t + z", 1},
		{"t := x * y; return t - t", 1},
		{"t := x * y; if z > 0 { t = w }; return t + z", 1},
		{"t := x * y; for z < 9 { z += t }; return z", 1},
		{"t, u := x, x * y; for z < 9 { t, u, z = u, t, t + z }; return z", 1},
		{"return mul(x, y) + z", 1},
		{"return add(x*y, z)", 1},
		{"return x/4 + z", 1},
		{"s[0] = x * y; return s[0] + z", 1},
		{"s[0] = x * y; if z > 0 { return s[0] + z }; return 0", 1},
		{"return math.Dim(x*y, z)", 1},
		{"return math.Float64frombits(math.Float64bits(x*y)) + z", 1},
		{"c := complex(x, y) * complex(z, w); return real(c)", 1},
		{"t := x * y; return float64(t*w) + t + z", 1},
		{"t := x * y; _ = float64(t); return t + z", 1},

		{"return float64(x*y) + z", 0},
		{"return z - float64((x*y))", 0},
		{"return float64(-(x*y)) + z", 0},
		{"return float64(F(x*y)) + z", 0},
		{"return float64(x*y) + float64(z*w)", 0},
		{"return (x + y) * z", 0},
		{"return x/3 + z", 0},
		{"return math.FMA(x, y, z)", 0},
		{"return s[0] + z", 0},
		{"for i := range s { s[i] *= x }; for i := range s { z += s[i] }; return z", 0},
		{"a, b := float32(x), float32(y); return float64(a)*float64(b) + z", 0}, // an exact product
		{"return float64(int(x)*int(y) + int(z))", 0},
	} {
		src := fmt.Sprintf("package p\n\nimport \"math\"\n%s\nfunc K(x, y, z, w float64, s []float64) float64 {\n_ = math.Pi\n%s\n}\n",
			helpers, d.body)
		for _, fuses := range []bool{true, false} {
			sem := ir.DefaultSemantics()
			sem.Fuses = fuses
			res, err := Build(Text("k.go", src), "K", Options{Semantics: sem})
			if err != nil {
				t.Fatalf("%s: %v", d.body, err)
			}
			want := d.want
			if !fuses {
				want = 0
			}
			if len(res.Fusable) != want {
				t.Errorf("%s: fuses %v: found %d sums, want %d\n%s", d.body, fuses, len(res.Fusable), want, res.Func)
			}
		}
	}
}
