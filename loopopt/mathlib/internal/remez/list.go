package main

import (
	"math"
	"math/big"

	"hotloop/loopopt/mathlib/internal/bigmath"
)

// constantGroup is a block of constants under one comment.
type constantGroup struct {
	doc     string
	float32 bool
	values  []constantValue
}

type constantValue struct {
	name  string
	value float64
}

func group(doc string, short bool, values ...constantValue) constantGroup {
	return constantGroup{doc, short, values}
}

// pieces names the pieces of a split.
func pieces(names []string, values []float64) []constantValue {
	var list []constantValue
	for i, n := range names {
		list = append(list, constantValue{n, values[i]})
	}
	return list
}

func one(name string, x *big.Float) constantValue {
	f, _ := x.Float64()
	return constantValue{name, f}
}

func one32(name string, x *big.Float) constantValue {
	f, _ := x.Float32()
	return constantValue{name, float64(f)}
}

func constants() []constantGroup {
	ln2, log2E, pi := bigmath.Ln2(prec), bigmath.Log2E(prec), bigmath.Pi(prec)
	half := quo(pi, num(2))
	twoLog2E := mul(num(2), log2E)
	log10 := bigmath.Log(prec, num(10))
	return []constantGroup{
		group("log2E is 1/ln 2, log2ELo what is missing, likewise ln2 and ln2Rest; ln2Hi has 42 bits, so that its "+
			"product with any exponent is exact.", false,
			append(append(pieces([]string{"log2E", "log2ELo"}, split(log2E, 53, 53)),
				pieces([]string{"ln2Hi", "ln2Lo"}, split(ln2, 42, 53))...),
				pieces([]string{"ln2", "ln2Rest"}, split(ln2, 53, 53))...)...),
		group("π/2 = halfPi1 + halfPi2 + halfPi3: 53 bits, 33 bits, 53 bits. See sincos.go.", false,
			append(pieces([]string{"halfPi1", "halfPi2", "halfPi3"}, split(half, 53, 33, 53)),
				one("invHalfPi", quo(num(1), half)))...),
		group("π and π/2 to 106 bits, 1/π and π/4 as halves of π/2.", false,
			append(append(pieces([]string{"piHi", "piLo"}, split(pi, 53, 53)),
				pieces([]string{"halfPiHi", "halfPiLo"}, split(half, 53, 53))...),
				one("invPi", quo(num(1), pi)), one("quarterPi", quo(half, num(2))),
				constantValue{"quarterPiLo", split(half, 53, 53)[1] / 2})...),
		group("3π/4 to 106 bits.", false,
			pieces([]string{"threeQuarterPi", "threeQuarterPiLo"}, split(mul(half, num(1.5)), 53, 53))...),
		group("2/ln 2 and a third of it to 106 bits: the first terms of the series of log2 in pow.go.", false,
			append(pieces([]string{"powC1Hi", "powC1Lo"}, split(twoLog2E, 53, 53)),
				pieces([]string{"powC3Hi", "powC3Lo"}, split(quo(twoLog2E, num(3)), 53, 53))...)...),
		group("log10 2 in 42 + 53 bits, 1/ln 10 to 106 bits.", false,
			append(pieces([]string{"log10Two1", "log10Two2"}, split(quo(ln2, log10), 42, 53)),
				pieces([]string{"log10EHi", "log10ELo"}, split(quo(num(1), log10), 53, 53))...)...),
		group("The same for float32 arithmetic: ln 2 in 15 + 24 bits, π in 24 + 24 + 24 bits.", true,
			append(append(pieces([]string{"ln2HiA", "ln2LoA"}, split(ln2, 15, 24)),
				pieces([]string{"pi1A", "pi2A", "pi3A"}, split(pi, 24, 24, 24))...),
				one32("log2EA", log2E), one32("log2ELoA", sub(log2E, num(float64(float32(math.Log2E))))),
				one32("invPiA", quo(num(1), pi)))...),
	}
}

// twoOverPi returns 2/π as words: 64 zero bits, then enough bits for the largest exponent, and 192 more.
func twoOverPi() []uint64 {
	const words = 1 + (1024+192)/64 + 1
	x := quo256(words)
	v := make([]uint64, words)
	mask := new(big.Int).SetUint64(math.MaxUint64)
	for i := words - 1; i > 0; i-- {
		v[i] = new(big.Int).And(x, mask).Uint64()
		x.Rsh(x, 64)
	}
	return v
}

// quo256 returns floor(2/π·2^(64·(words−1))).
func quo256(words int) *big.Int {
	bits := 64 * (words - 1)
	p := uint(bits + 128)
	two := new(big.Float).SetPrec(p).SetInt64(2)
	q := new(big.Float).SetPrec(p).Quo(two, bigmath.Pi(p))
	n, _ := q.SetMantExp(q, bits).Int(nil)
	return n
}

// approximation is a fit with the names of its coefficients: name+first, name+(first+step) and so on.
type approximation struct {
	problem
	doc         string
	name        string
	first, step int
}

// margin widens intervals of reduced arguments, whose ends are rounded.
const margin = 1 + 0x1p-20

func sqrt(x *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Sqrt(x) }

func exp(x *big.Float) *big.Float   { return bigmath.Exp(prec, x) }
func expm1(x *big.Float) *big.Float { return bigmath.Expm1(prec, x) }
func log1p(x *big.Float) *big.Float { return bigmath.Log1p(prec, x) }

// exp2m1 is 2^x − 1.
func exp2m1(x *big.Float) *big.Float { return expm1(mul(x, bigmath.Ln2(prec))) }

// atanhTwice is 2·atanh(s)/s = log((1+s)/(1−s))/s.
func atanhTwice(s *big.Float) *big.Float {
	return quo(log1p(quo(mul(num(2), s), sub(num(1), s))), s)
}

func fits() []approximation {
	list := expFits()
	list = append(list, logFits()...)
	list = append(list, trigFits()...)
	list = append(list, arcFits()...)
	list = append(list, hyperbolicFits()...)
	list = append(list, approximation{cubeRoot(), "(1+f)^(-1/3)", "cbrtC", 0, 1})
	return list
}

func expFits() []approximation {
	const half = math.Ln2 / 2 * margin
	// e^r = 1 + r + r²·q(r), errors relative to e^r
	q := problem{
		target: func(r *big.Float) *big.Float { return quo(sub(expm1(r), r), mul(r, r)) },
		weight: func(r *big.Float) *big.Float { return quo(mul(r, r), exp(r)) },
		lo:     -half, hi: half,
	}
	// the same relative to e^r − 1
	qm1 := q
	qm1.weight = func(r *big.Float) *big.Float { return quo(mul(r, r), expm1(r)) }
	// e^r − 1 = r·p(r), relative to e^r − 1
	pm1 := qm1
	pm1.target = func(r *big.Float) *big.Float { return quo(expm1(r), r) }
	pm1.weight = func(r *big.Float) *big.Float { return quo(r, expm1(r)) }
	p := pm1
	p.weight = func(r *big.Float) *big.Float { return quo(r, exp(r)) }
	// 2^r − 1 = r·p(r), relative to 2^r
	p2 := problem{
		target: func(r *big.Float) *big.Float { return quo(exp2m1(r), r) },
		weight: func(r *big.Float) *big.Float { return quo(r, add(exp2m1(r), num(1))) },
		lo:     -margin / 2, hi: margin / 2,
	}
	// the same without the first coefficient, which is known to 106 bits
	p2ln := p2
	p2ln.target = func(r *big.Float) *big.Float { return quo(sub(quo(exp2m1(r), r), ln2Pair()), r) }
	p2ln.weight = func(r *big.Float) *big.Float { return quo(mul(r, r), add(exp2m1(r), num(1))) }
	return []approximation{
		{at(q, 9, false), "(e^r-1-r)/r²", "expC", 2, 1},
		{at(qm1, 10, false), "(e^r-1-r)/r², for differences from 1", "expm1C", 2, 1},
		{at(p2ln, 9, false), "((2^r-1)/r - ln 2)/r", "exp2C", 2, 1},
		{at(p, 7, false), "(e^r-1)/r for float32 results", "expFC", 1, 1},
		{at(pm1, 7, false), "(e^r-1)/r for float32 results, for differences from 1", "expm1FC", 1, 1},
		{at(p2, 7, false), "(2^r-1)/r for float32 results", "exp2FC", 1, 1},
		{at(q, 4, true), "(e^r-1-r)/r²", "expAC", 2, 1},
		{at(qm1, 4, true), "(e^r-1-r)/r², for differences from 1", "expm1AC", 2, 1},
		{at(p2, 5, true), "(2^r-1)/r", "exp2AC", 1, 1},
	}
}

// ln2Pair is ln 2 as in the code: ln2 rounded, plus the rounded remainder.
func ln2Pair() *big.Float {
	p := split(bigmath.Ln2(prec), 53, 53)
	return add(num(p[0]), num(p[1]))
}

func at(p problem, degree int, short bool) problem {
	p.degree, p.float32 = degree, short
	return p
}

func logFits() []approximation {
	// s = f/(2+f) for 1+f in [sqrt(1/2), sqrt(2)], and z = s²
	const sMax = (math.Sqrt2 - 1) / (math.Sqrt2 + 1)
	const lo, hi = (math.Sqrt2/2 - 1) * margin, (math.Sqrt2 - 1) * margin
	series := problem{
		target: func(z *big.Float) *big.Float { return quo(sub(atanhTwice(sqrt(z)), num(2)), z) },
		weight: func(z *big.Float) *big.Float { return quo(z, num(2)) },
		lo:     0, hi: sMax * sMax * margin,
	}
	pow := series
	pow.target = func(z *big.Float) *big.Float {
		twoLog2E := mul(num(2), bigmath.Log2E(prec))
		f := mul(quo(twoLog2E, num(2)), atanhTwice(sqrt(z)))
		f = sub(sub(f, twoLog2E), mul(quo(twoLog2E, num(3)), z))
		return quo(f, mul(z, z))
	}
	pow.weight = func(z *big.Float) *big.Float { return quo(mul(z, z), num(2.885)) }
	// log(1+f) = f + f²·p(f)
	direct := problem{
		target: func(f *big.Float) *big.Float { return quo(sub(log1p(f), f), mul(f, f)) },
		weight: func(f *big.Float) *big.Float { return quo(mul(f, f), log1p(f)) },
		lo:     lo, hi: hi,
	}
	// log(1+f) = f − f²/2 + f³·p(f)
	third := direct
	third.target = func(f *big.Float) *big.Float {
		return quo(add(sub(log1p(f), f), quo(mul(f, f), num(2))), mul(f, mul(f, f)))
	}
	third.weight = func(f *big.Float) *big.Float { return quo(mul(f, mul(f, f)), log1p(f)) }
	// log2(1+f) = f·p(f)
	binary := direct
	binary.target = func(f *big.Float) *big.Float { return mul(bigmath.Log2E(prec), quo(log1p(f), f)) }
	binary.weight = func(f *big.Float) *big.Float { return quo(f, log1p(f)) }
	return []approximation{
		{at(series, 6, false), "(log((1+s)/(1-s))/s - 2)/z, z = s²", "logC", 3, 2},
		{at(pow, 8, false), "log2((1+s)/(1-s))/s without its first two terms, over z², z = s²", "powC", 5, 2},
		{at(direct, 12, false), "(log(1+f)-f)/f² for float32 results", "logFC", 2, 1},
		{at(binary, 13, false), "log2(1+f)/f for float32 results", "log2FC", 1, 1},
		{at(binary, 16, false), "log2(1+f)/f for float32 powers", "powFC", 1, 1},
		{at(binary, 11, false), "log2(1+f)/f for approximate powers", "powAC", 1, 1},
		{at(third, 7, true), "(log(1+f)-f+f²/2)/f³", "logAC", 3, 1},
	}
}

func trigFits() []approximation {
	const z4, z2 = math.Pi * math.Pi / 16 * margin * margin, math.Pi * math.Pi / 4 * margin * margin
	sin := func(r *big.Float) *big.Float { return bigmath.Sin(prec, r) }
	sine := problem{ // sin r = r − r³·p(r²)
		target: func(z *big.Float) *big.Float {
			r := sqrt(z)
			return quo(sub(r, sin(r)), mul(r, z))
		},
		weight: func(z *big.Float) *big.Float { r := sqrt(z); return quo(mul(z, r), sin(r)) },
		lo:     0, hi: z4,
	}
	cosine := problem{ // cos r = 1 − r²/2 + r⁴·p(r²)
		target: func(z *big.Float) *big.Float {
			c := bigmath.Cos(prec, sqrt(z))
			return quo(add(sub(c, num(1)), quo(z, num(2))), mul(z, z))
		},
		weight: func(z *big.Float) *big.Float { return quo(mul(z, z), bigmath.Cos(prec, sqrt(z))) },
		lo:     0, hi: z4,
	}
	whole := problem{ // sin r = r·(1 + z·p(z)), |r| up to π/2
		target: func(z *big.Float) *big.Float {
			r := sqrt(z)
			return quo(sub(sin(r), r), mul(r, z))
		},
		weight: sine.weight,
		lo:     0, hi: z2,
	}
	return []approximation{
		{at(sine, 5, false), "(r-sin r)/r³, z = r²", "sinC", 3, 2},
		{at(cosine, 5, false), "(cos r-1+z/2)/z², z = r²", "cosC", 4, 2},
		{at(whole, 5, false), "(sin r-r)/r³ for float32 results, z = r²", "sinFC", 3, 2},
		{at(whole, 3, true), "(sin r-r)/r³, z = r²", "sinAC", 3, 2},
	}
}

// overCube is the fit of (f(r) − r)/r³ in z = r², relative to f.
func overCube(f func(*big.Float) *big.Float, hi float64) problem {
	return problem{
		target: func(z *big.Float) *big.Float {
			r := sqrt(z)
			return quo(sub(f(r), r), mul(r, z))
		},
		weight: func(z *big.Float) *big.Float {
			r := sqrt(z)
			return quo(mul(z, r), f(r))
		},
		lo: 0, hi: hi,
	}
}

func arcFits() []approximation {
	atan := overCube(func(r *big.Float) *big.Float { return bigmath.Atan(prec, r) }, (3-2*math.Sqrt2)*margin)
	asin := overCube(func(r *big.Float) *big.Float { return bigmath.Asin(prec, r) }, 0.25)
	return []approximation{
		{at(atan, 10, false), "(atan t-t)/t³, z = t²", "atanC", 3, 2},
		{at(asin, 12, false), "(asin s-s)/s³, z = s²", "asinC", 3, 2},
	}
}

func hyperbolicFits() []approximation {
	const hi = math.Ln2 * math.Ln2 / 4 * margin * margin
	sinh := overCube(func(r *big.Float) *big.Float { return bigmath.Sinh(prec, r) }, hi)
	cosh := problem{
		target: func(z *big.Float) *big.Float {
			c := bigmath.Cosh(prec, sqrt(z))
			return quo(sub(sub(c, num(1)), quo(z, num(2))), mul(z, z))
		},
		weight: func(z *big.Float) *big.Float { return quo(mul(z, z), bigmath.Cosh(prec, sqrt(z))) },
		lo:     0, hi: hi,
	}
	return []approximation{
		{at(sinh, 4, false), "(sinh r-r)/r³, z = r²", "sinhC", 3, 2},
		{at(cosh, 3, false), "(cosh r-1-z/2)/z², z = r²", "coshC", 4, 2},
	}
}

// cubeRoot is the reciprocal cube root of 1+f, the start of an iteration.
func cubeRoot() problem {
	root := func(f *big.Float) *big.Float { return quo(num(1), bigmath.Cbrt(prec, add(num(1), f))) }
	return problem{
		target: root,
		weight: func(f *big.Float) *big.Float { return quo(num(1), root(f)) },
		lo:     math.Sqrt2/2 - 1, hi: math.Sqrt2 - 1, degree: 5,
	}
}
