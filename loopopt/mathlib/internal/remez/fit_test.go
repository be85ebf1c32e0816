package main

import (
	"math"
	"math/big"
	"testing"
)

// TestChebyshev checks that the best polynomial of degree n−1 for x^n on [−1, 1] is x^n minus the monic Chebyshev
// polynomial, with an error of 2^(1−n). The weight is 1, so the coefficients' rounding shows only in the last digits.
func TestChebyshev(t *testing.T) {
	for n := 2; n <= 12; n++ {
		p := problem{
			target: func(x *big.Float) *big.Float {
				y := num(1)
				for range n {
					y = mul(y, x)
				}
				return y
			},
			weight: func(*big.Float) *big.Float { return num(1) },
			lo:     -1, hi: 1, degree: n - 1,
		}
		s := fit(&p)
		if want := math.Ldexp(1, 1-n); math.Abs(s.err/want-1) > 1e-3 {
			t.Errorf("degree %d: error %g, want %g", n, s.err, want)
		}
		if n == 3 && math.Abs(s.coef[1]-0.75) > 1e-3 {
			t.Errorf("x³ is approximated by %v, want 3/4·x", s.coef)
		}
	}
}

// TestRounding checks that float32 coefficients lose little accuracy, as later ones compensate for earlier ones.
func TestRounding(t *testing.T) {
	p := expFits()[0].problem
	p.degree = 3
	best := fit(&p)
	p.float32 = true
	short := fit(&p)
	for _, c := range short.coef {
		if float64(float32(c)) != c {
			t.Errorf("coefficient %v is no float32", c)
		}
	}
	if short.err > best.err*1.2 {
		t.Errorf("error %g with float32 coefficients, %g with float64", short.err, best.err)
	}
}

// TestSplit checks that the pieces have the requested bits and add up.
func TestSplit(t *testing.T) {
	x := quo(num(1), num(3))
	sum := num(0)
	for i, p := range split(x, 42, 33, 53) {
		if bits := num(p).MinPrec(); bits > []uint{42, 33, 53}[i] {
			t.Errorf("piece %d has %d bits", i, bits)
		}
		sum = add(sum, num(p))
	}
	if d := sub(sum, x); cmpAbs(d, num(0x1p-126)) > 0 {
		t.Errorf("the pieces miss %g", d)
	}
}

// TestTwoOverPi checks that the words are 2/π.
func TestTwoOverPi(t *testing.T) {
	sum := num(0)
	for i, w := range twoOverPi()[:4] {
		x := new(big.Float).SetPrec(prec).SetUint64(w)
		sum = add(sum, x.SetMantExp(x, -64*i))
	}
	if f, _ := sum.Float64(); f != 2/math.Pi {
		t.Errorf("got %v", f)
	}
}
