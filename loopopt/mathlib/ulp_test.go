package mathlib

import (
	"math"
	"math/big"
)

// refPrec is the precision of the references: 2^-50 of an ulp of float64.
const refPrec = 110

// overflow64 is the exponent of the power of two above the largest float64. minExp64 is that of the power of two
// above the smallest normal one.
const (
	overflow64 = 1024
	minExp64   = -1021
	overflow32 = 128
	minExp32   = -125
)

// ulpError returns |got − want| in units in the last place of want. An infinite result counts as the power of two
// above the largest finite number; if the exact value exceeds that too, the error is zero.
func ulpError(got float64, want *big.Float) float64 {
	if math.IsNaN(got) {
		return math.Inf(1)
	}
	e := minExp64
	if want.Sign() != 0 {
		e = max(e, want.MantExp(nil))
	}
	if e > overflow64 {
		if math.IsInf(got, want.Sign()) {
			return 0
		}
		e = overflow64
	}
	g := new(big.Float).SetPrec(2 * refPrec)
	if math.IsInf(got, 0) {
		g.SetMantExp(big.NewFloat(math.Copysign(1, got)), overflow64)
	} else {
		g.SetFloat64(got)
	}
	d := g.Sub(g, want)
	x, _ := d.SetMantExp(d, 53-e).Float64()
	return math.Abs(x)
}

// steps returns the number of floats between got and the correctly rounded want, counting got: 0 if got is correct, 1
// for its neighbors.
func steps(got float64, want *big.Float) uint64 {
	w, _ := want.Float64() // also rounds to subnormals and to infinity
	a, b := order(got), order(w)
	if a < b {
		a, b = b, a
	}
	return uint64(a - b)
}

// order maps floats to integers in the same order; both zeros are 0.
func order(x float64) int64 {
	n := int64(math.Float64bits(x) &^ (1 << 63))
	if math.Signbit(x) {
		n = -n
	}
	return n
}

// ulpError32 is ulpError for a float32 result. want has an error below a float64's ulp, 2^-28 of the unit.
func ulpError32(got float32, want float64) float64 {
	if got != got || want != want {
		if got != got && want != want {
			return 0
		}
		return math.Inf(1)
	}
	e := minExp32
	if want != 0 && !math.IsInf(want, 0) {
		_, f := math.Frexp(want)
		e = max(e, f)
	}
	g := float64(got)
	if e > overflow32 || math.IsInf(want, 0) {
		if math.IsInf(g, 0) && g*want > 0 {
			return 0
		}
		if math.IsInf(want, 0) {
			return math.Inf(1)
		}
		e = overflow32
	}
	if math.IsInf(g, 0) {
		g = math.Copysign(0x1p128, g)
	}
	return math.Abs(math.Ldexp(g-want, 24-e))
}
