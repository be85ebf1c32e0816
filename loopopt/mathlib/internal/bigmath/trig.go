package bigmath

import (
	"math"
	"math/big"
)

// reduce is x − n·π/2 with |result| a little over π/4 at most, and n modulo 4. The result has prec good bits.
func reduce(prec uint, x *big.Float) (*big.Float, int) {
	e := exponent(x)
	if e < 0 {
		return round(prec+x.Prec(), x), 0
	}
	// A float64 comes no closer to a multiple of π/2 than 2^-62 or so relative to 1: see Muller, Elementary Functions,
	// chapter "Range reduction". 128 bits for the cancellation cover that; other arguments retry.
	for lost := uint(128); ; lost *= 2 {
		p := prec + uint(e) + lost
		half := scale(Pi(p), -1)
		q := quo(p, x, half)
		q.Add(q, newFloat(p).SetFloat64(math.Copysign(0.5, float64(x.Sign()))))
		n, _ := q.Int(nil) // truncated: rounded half away from zero
		r := sub(p, round(max(p, x.Prec()), x), mul(p, newFloat(p).SetInt(n), half))
		if r.Sign() == 0 || exponent(r) < -int(lost)+8 {
			continue
		}
		quadrant := new(big.Int).And(n, big.NewInt(3)) // two's complement, as big.Int has it
		return round(prec, r), int(quadrant.Int64())
	}
}

// sinSmall and cosSmall are the series for |r| < 1.
func sinSmall(prec uint, r *big.Float) *big.Float {
	p := prec + guard
	z := mul(p, r, r)
	return mul(prec, r, taylor(p, z.Neg(z), 1, 2))
}

func cosSmall(prec uint, r *big.Float) *big.Float {
	p := prec + guard
	z := mul(p, r, r)
	return round(prec, taylor(p, z.Neg(z), 0, 2))
}

// Sin is the sine of x.
func Sin(prec uint, x *big.Float) *big.Float { return sinQuadrant(prec, x, 0) }

// Cos is the cosine of x.
func Cos(prec uint, x *big.Float) *big.Float { return sinQuadrant(prec, x, 1) }

// sinQuadrant is sin(x + quarter·π/2).
func sinQuadrant(prec uint, x *big.Float, quarter int) *big.Float {
	r, n := reduce(prec+guard, x)
	n += quarter
	y := sinSmall
	if n&1 != 0 {
		y = cosSmall
	}
	s := y(prec, r)
	if n&2 != 0 {
		s.Neg(s)
	}
	return s
}

// Tan is the tangent of x.
func Tan(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	r, n := reduce(p, x)
	s, c := sinSmall(p, r), cosSmall(p, r)
	if n&1 != 0 {
		return quo(prec, c.Neg(c), s)
	}
	return quo(prec, s, c)
}

// Atan is the arc tangent of x.
func Atan(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	if x.Sign() == 0 {
		return newFloat(prec)
	}
	if exponent(x) > 1 {
		// atan x = ±π/2 − atan 1/x
		y := Atan(p, quo(p, fromInt(p, 1), x))
		half := scale(Pi(p), -1)
		if x.Sign() < 0 {
			half.Neg(half)
		}
		return sub(prec, half, y)
	}
	// Newton's method on tan, quadrupled: with t = tan(x_true − y), atan t = t − t³/3 + t⁵/5.
	var y *big.Float
	bits := uint(50)
	if e := exponent(x); e < -500 {
		y, bits = round(p, x), uint(-2*e)
	} else {
		f, _ := x.Float64()
		y = newFloat(p).SetFloat64(math.Atan(f))
	}
	for ; bits < p+4; bits = 3*bits - 2 {
		s, c := sinSmallWide(p, y), cosSmallWide(p, y)
		t := quo(p, sub(p, mul(p, x, c), s), add(p, c, mul(p, x, s)))
		y = add(p, y, t)
	}
	return round(prec, y)
}

// The series again, for |r| up to π/2: by way of the half angle.
func sinSmallWide(prec uint, r *big.Float) *big.Float {
	h := scale(r, -1)
	return scale(mul(prec, sinSmall(prec+8, h), cosSmall(prec+8, h)), 1)
}

func cosSmallWide(prec uint, r *big.Float) *big.Float {
	s := sinSmall(prec+8, scale(r, -1))
	return sub(prec, fromInt(prec, 1), scale(mul(prec+8, s, s), 1))
}
