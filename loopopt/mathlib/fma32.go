package mathlib

import "math"

// fma32 is x*y + z rounded once to float32. The compiler has it as one operation; this is its definition in Go. The
// product is exact in float64. The sum is rounded to odd: if it is not exact, the one of the two neighbors whose last
// bit is odd is taken. The second rounding, to half the bits, then cannot mistake it for a tie (Boldo and Melquiond,
// Emulation of FMA and correctly rounded sums, 2008).
func fma32(x, y, z float32) float32 {
	p, c := float64(float64(x)*float64(y)), float64(z)
	s := p + c
	// lost is the rounding error of the sum, by Knuth's TwoSum; NaN where an infinity is involved.
	b := s - p
	lost := p - (s - b) + (c - b)
	n := math.Float64bits(s)
	if n&1 == 0 && (lost < 0 || lost > 0) {
		// The neighbor in the direction of lost.
		if (lost > 0) == (s > 0) {
			n++
		} else {
			n--
		}
	}
	return float32(math.Float64frombits(n))
}
