package bigmath

import "math/big"

// Exp2 is 2^x.
func Exp2(prec uint, x *big.Float) *big.Float {
	p := prec + guard + uint(max(exponent(x), 0))
	return Exp(prec, mul(p, x, Ln2(p)))
}

// Log2 is the binary logarithm of x > 0.
func Log2(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	return quo(prec, Log(p, x), Ln2(p))
}

// Log10 is the decimal logarithm of x > 0.
func Log10(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	return quo(prec, Log(p, x), Log(p, fromInt(p, 10)))
}

// Pow is x^y for x > 0.
func Pow(prec uint, x, y *big.Float) *big.Float {
	p := prec + guard + uint(max(exponent(y), 0)) + 16
	return Exp(prec, mul(p, y, Log(p, x)))
}

// Sinh is the hyperbolic sine of x.
func Sinh(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	if exponent(x) > 0 {
		e := Exp(p, x)
		return scale(sub(prec, e, quo(p, fromInt(p, 1), e)), -1)
	}
	z := mul(p, x, x)
	return mul(prec, x, taylor(p, z, 1, 2))
}

// Cosh is the hyperbolic cosine of x.
func Cosh(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	e := Exp(p, x)
	return scale(add(prec, e, quo(p, fromInt(p, 1), e)), -1)
}

// Tanh is the hyperbolic tangent of x.
func Tanh(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	if x.Sign() == 0 {
		return newFloat(prec)
	}
	if exponent(x) > 14 && prec < 1<<14 {
		return fromInt(prec, int64(x.Sign())) // to within 2^(-2·2^14)
	}
	e := Expm1(p, scale(x, 1))
	return quo(prec, e, add(p, e, fromInt(p, 2)))
}

// Asin is the arc sine of x, |x| < 1.
func Asin(prec uint, x *big.Float) *big.Float {
	return Atan(prec, quo(prec+guard, x, rootOneMinusSquare(prec+guard, x)))
}

// Acos is the arc cosine of x, |x| < 1.
func Acos(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	if x.Sign() == 0 {
		return scale(Pi(prec), -1)
	}
	y := Atan(p, quo(p, rootOneMinusSquare(p, x), x))
	if x.Sign() < 0 {
		y = add(p, y, Pi(p))
	}
	return round(prec, y)
}

// rootOneMinusSquare is sqrt((1−x)(1+x)); both factors are computed exactly for a float64.
func rootOneMinusSquare(prec uint, x *big.Float) *big.Float {
	wide := prec + 2000
	one := fromInt(64, 1)
	return newFloat(prec).Sqrt(mul(prec, sub(wide, one, x), add(wide, one, x)))
}

// Atan2 is the angle of the point (x, y) other than the origin.
func Atan2(prec uint, y, x *big.Float) *big.Float {
	p := prec + guard
	if x.Sign() == 0 {
		half := scale(Pi(prec), -1)
		if y.Sign() < 0 {
			half.Neg(half)
		}
		return half
	}
	a := Atan(p, quo(p, y, x))
	if x.Sign() < 0 {
		if y.Signbit() {
			return sub(prec, a, Pi(p))
		}
		return add(prec, a, Pi(p))
	}
	return round(prec, a)
}

// Hypot is sqrt(x² + y²).
func Hypot(prec uint, x, y *big.Float) *big.Float {
	p := prec + guard
	return newFloat(prec).Sqrt(add(p, mul(p, x, x), mul(p, y, y)))
}

// Cbrt is the cube root of x.
func Cbrt(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	if x.Sign() == 0 {
		return newFloat(prec)
	}
	e := exponent(x)
	e -= ((e % 3) + 3) % 3 // x = m·2^e with e divisible by 3
	m := scale(round(p, x), -e)
	f, _ := m.Float64()
	y := newFloat(p).SetFloat64(cbrtStart(f))
	three := fromInt(p, 3)
	for range 64 {
		// Newton: y += (m/y² − y)/3
		step := quo(p, sub(p, quo(p, m, mul(p, y, y)), y), three)
		y.Add(y, step)
		if exponent(step) < exponent(y)-int(p)/2-4 {
			break
		}
	}
	return round(prec, scale(y, e/3))
}

// cbrtStart is a first guess for |m| in [1/2, 8).
func cbrtStart(m float64) float64 {
	s := 1.0
	if m < 0 {
		s, m = -1, -m
	}
	return s * (0.7 + 0.3*m/1.4)
}
