// Package bigmath computes elementary functions in arbitrary precision. It is the reference that package mathlib is
// measured against, and that its coefficients are fitted to. It is written to be obviously correct rather than fast: a
// few reductions, Taylor series, and Newton's method for the inverse functions.
//
// Every function takes the precision of the result in bits. The result's relative error is below 2^(4-prec), also
// where the function has a zero or its argument is huge or tiny: inner computations carry guard bits for the
// reductions, and as many more as the argument demands. Arguments are finite and in the function's domain; there are no
// special values here. The tests check identities between the functions.
package bigmath

import (
	"math"
	"math/big"
	"sync"
)

// guard is how many bits beyond the precision asked for are carried. The longest chain, a Taylor series, has fewer than
// 2^9 roundings.
const guard = 32

func newFloat(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }

func fromInt(prec uint, n int64) *big.Float { return newFloat(prec).SetInt64(n) }

func add(prec uint, x, y *big.Float) *big.Float { return newFloat(prec).Add(x, y) }
func sub(prec uint, x, y *big.Float) *big.Float { return newFloat(prec).Sub(x, y) }
func mul(prec uint, x, y *big.Float) *big.Float { return newFloat(prec).Mul(x, y) }
func quo(prec uint, x, y *big.Float) *big.Float { return newFloat(prec).Quo(x, y) }

func round(prec uint, x *big.Float) *big.Float { return newFloat(prec).Set(x) }

// scale is x·2^n.
func scale(x *big.Float, n int) *big.Float { return newFloat(x.Prec()).SetMantExp(x, n) }

// exponent is e with 2^(e-1) <= |x| < 2^e; a zero counts as very small.
func exponent(x *big.Float) int {
	if x.Sign() == 0 {
		return -1 << 20
	}
	return x.MantExp(nil)
}

// constant caches a number at the highest precision it was asked for.
type constant struct {
	sync.Mutex
	value   *big.Float
	compute func(prec uint) *big.Float
}

func (c *constant) at(prec uint) *big.Float {
	c.Lock()
	defer c.Unlock()
	if c.value == nil || c.value.Prec() < prec {
		c.value = c.compute(max(prec, 512))
	}
	return round(prec, c.value)
}

// pi by Machin's formula, π = 16 atan(1/5) − 4 atan(1/239); ln 2 = 18 atanh(1/26) − 2 atanh(1/4801) + 8 atanh(1/8749).
var (
	pi = constant{compute: func(prec uint) *big.Float {
		p := prec + guard
		return round(prec, sub(p, mul(p, fromInt(p, 16), inverseSeries(p, 5, -1)),
			mul(p, fromInt(p, 4), inverseSeries(p, 239, -1))))
	}}
	ln2 = constant{compute: func(prec uint) *big.Float {
		p := prec + guard
		s := mul(p, fromInt(p, 18), inverseSeries(p, 26, 1))
		s.Sub(s, mul(p, fromInt(p, 2), inverseSeries(p, 4801, 1)))
		return round(prec, s.Add(s, mul(p, fromInt(p, 8), inverseSeries(p, 8749, 1))))
	}}
)

// inverseSeries is Σ sign^k / ((2k+1)·n^(2k+1)): atanh(1/n) for sign 1, atan(1/n) for −1.
func inverseSeries(prec uint, n, sign int64) *big.Float {
	power := quo(prec, fromInt(prec, 1), fromInt(prec, n))
	square := fromInt(prec, sign*n*n)
	sum := newFloat(prec)
	for k := int64(1); exponent(power) > -int(prec); k += 2 {
		sum.Add(sum, quo(prec, power, fromInt(prec, k)))
		power.Quo(power, square)
	}
	return sum
}

// Pi is π.
func Pi(prec uint) *big.Float { return pi.at(prec) }

// Ln2 is the natural logarithm of 2.
func Ln2(prec uint) *big.Float { return ln2.at(prec) }

// Log2E is 1 / ln 2.
func Log2E(prec uint) *big.Float {
	return quo(prec, fromInt(prec, 1), Ln2(prec+guard))
}

// factorials caches 1/n! at one precision.
type factorials struct {
	prec    uint
	inverse []*big.Float
}

var factorialCache sync.Map // precision → *factorials

func inverseFactorials(prec uint) []*big.Float {
	if f, ok := factorialCache.Load(prec); ok {
		return f.(*factorials).inverse
	}
	f := &factorials{prec: prec}
	x := fromInt(prec, 1)
	for n := int64(1); exponent(x) > -2*int(prec); n++ {
		f.inverse = append(f.inverse, x)
		x = quo(prec, x, fromInt(prec, n))
	}
	factorialCache.Store(prec, f)
	return f.inverse
}

// taylor sums Σ x^k·step^(i)/(first+i·stride)! over i >= 0, for |x| <= 1.
func taylor(prec uint, x *big.Float, first, stride int) *big.Float {
	inv := inverseFactorials(prec)
	bits := min(exponent(x), 0)
	last := first
	for size := 0; last+stride < len(inv) && size+inv[last].MantExp(nil) > -int(prec)-8; last += stride {
		size += bits
	}
	sum := round(prec, inv[last])
	for k := last - stride; k >= first; k -= stride {
		sum.Mul(sum, x)
		sum.Add(sum, inv[k])
	}
	return sum
}

// Expm1 is e^x − 1.
func Expm1(prec uint, x *big.Float) *big.Float {
	if e := exponent(x); e > -2 {
		p := prec + 16
		return sub(prec, Exp(p, x), fromInt(p, 1))
	}
	p := prec + guard
	// x·(1 + x/2! + x²/3! + …)
	return mul(prec, x, taylor(p, x, 1, 1))
}

// squarings is how often Exp halves its reduced argument: each costs one multiplication and saves some terms.
const squarings = 8

// Exp is e^x.
func Exp(prec uint, x *big.Float) *big.Float {
	p := prec + guard + squarings + uint(max(exponent(x), 0))
	r := round(p, x)
	n := 0
	if exponent(x) > -1 {
		f, _ := quo(64, x, Ln2(64)).Float64()
		n = int(math.RoundToEven(f))
		r.Sub(x, mul(p, fromInt(p, int64(n)), Ln2(p)))
	}
	if r.Sign() == 0 {
		return scale(fromInt(prec, 1), n)
	}
	sum := taylor(p, scale(r, -squarings), 0, 1)
	for range squarings {
		sum.Mul(sum, sum)
	}
	return round(prec, scale(sum, n))
}

// Log is the natural logarithm of x > 0.
func Log(prec uint, x *big.Float) *big.Float {
	e := exponent(x)
	m := scale(x, -e) // in [1/2, 1)
	if m.Cmp(big.NewFloat(math.Sqrt2/2)) < 0 {
		m, e = scale(m, 1), e-1
	}
	d := sub(m.Prec()+prec+guard, m, fromInt(prec, 1)) // exact
	if d.Sign() == 0 {
		return mul(prec, fromInt(64, int64(e)), Ln2(prec))
	}
	y := log1pSmall(prec+guard, d)
	if e != 0 {
		y = add(prec+guard, y, mul(prec+guard, fromInt(64, int64(e)), Ln2(prec+guard)))
	}
	return round(prec, y)
}

// Log1p is the natural logarithm of 1+x, x > −1.
func Log1p(prec uint, x *big.Float) *big.Float {
	if e := exponent(x); e > -2 {
		p := x.Prec() + uint(max(e, 0)) + 2000
		return Log(prec, add(p, fromInt(64, 1), x)) // the sum is exact for anything with float64's exponents
	}
	return round(prec, log1pSmall(prec+guard, x))
}

// log1pSmall solves e^y − 1 = d by Halley's method, which triples the number of good bits; −0.3 < d < 0.5.
func log1pSmall(prec uint, d *big.Float) *big.Float {
	var y *big.Float
	bits := uint(50)
	if e := exponent(d); e < -500 {
		y, bits = round(prec, d), uint(-e) // log1p(d) = d − d²/2
	} else {
		f, _ := d.Float64()
		y = newFloat(prec).SetFloat64(math.Log1p(f))
	}
	for ; bits < prec+4; bits = 3*bits - 2 {
		p := prec
		// y += 2·(d−z)/(2+d+z) for z = e^y − 1
		z := Expm1(p, y)
		num := sub(p, d, z)
		den := add(p, add(p, d, z), fromInt(p, 2))
		y = add(p, y, scale(quo(p, num, den), 1))
	}
	return y
}
