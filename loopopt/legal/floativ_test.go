package legal

import (
	"math"
	"math/rand"
	"testing"

	"hotloop/loopopt/ir"
)

// TestExactSums adds steps up and compares with products, for as many steps as are said to be exact, and looks for the first
// sum that is not.
func TestExactSums(t *testing.T) {
	const most = 3000
	rng := rand.New(rand.NewSource(1))
	limited := 0
	for range 4000 {
		scale := math.Ldexp(1, rng.Intn(60)-30)
		from, by := float32(scale*float64(rng.Intn(1<<uint(rng.Intn(25)))-1<<10)), float32(scale*float64(rng.Intn(1<<uint(rng.Intn(18)))))
		if rng.Intn(2) == 0 {
			by = -by
		}
		if from == 0 {
			from = 0 // not -0
		}
		n := exactSums(ir.F32, uint64(math.Float32bits(from)), uint64(math.Float32bits(by)))
		sum := from
		for i := int64(1); i <= min(n, most); i++ {
			sum += by
			if want := float64(from) + float64(i)*float64(by); float64(sum) != want || float32(want) != sum {
				t.Fatalf("%g + %d*%g is not exact, and %d sums are said to be", from, i, by, n)
			}
		}
		if n > 0 && n < most {
			limited++
		}
	}
	if limited == 0 {
		t.Error("no limit was tried")
	}
}

// TestExactSumsEdges: what is no number, a zero that is not +0, and what does not move.
func TestExactSumsEdges(t *testing.T) {
	bits := math.Float64bits
	inf, nan, negative := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		start, step float64
		want        int64
	}{
		{0, 2, 1 << 53}, {0, 0.1, 2}, {1, 0, math.MaxInt64}, {negative, 1, 0}, {0, negative, math.MaxInt64}, {inf, 1, 0}, {0, inf, 0},
		{nan, 1, 0}, {1, nan, 0}, {1e300, 1, 0}, {math.MaxFloat64, math.MaxFloat64, 0}, {-1 << 52, 1, 1 << 52}, {0, 5e-324, 1 << 53},
	} {
		if got := exactSums(ir.F64, bits(c.start), bits(c.step)); got != c.want {
			t.Errorf("%g by %g: %d sums are exact, want %d", c.start, c.step, got, c.want)
		}
	}
}
