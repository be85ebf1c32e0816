package mathlib

import (
	"math"
	"math/big"
	"math/rand/v2"

	"hotloop/loopopt/mathlib/internal/bigmath"
)

// function is one float64 function under test. Functions of one argument ignore the second.
type function struct {
	name   string
	f      func(x, y float64) float64
	ref    func(prec uint, x, y *big.Float) *big.Float
	std    func(x, y float64) float64
	limit  float64 // on the error in ulps
	ranges []argRange

	two bool // there is a second argument
}

// argRange is a set of arguments to sample.
type argRange struct {
	name string
	gen  func(r *rand.Rand) (x, y float64)
}

func unary(name string, f func(float64) float64, ref func(uint, *big.Float) *big.Float, std func(float64) float64,
	limit float64,
	ranges ...argRange) function {
	return function{name: name,
		f:   func(x, _ float64) float64 { return f(x) },
		ref: func(prec uint, x, _ *big.Float) *big.Float { return ref(prec, x) },
		std: func(x, _ float64) float64 { return std(x) }, limit: limit, ranges: ranges}
}

func binary(name string, f func(x, y float64) float64, ref func(prec uint, x, y *big.Float) *big.Float,
	std func(x, y float64) float64,
	limit float64, ranges ...argRange) function {
	return function{name: name, f: f, ref: ref, std: std, limit: limit, ranges: ranges, two: true}
}

// both draws two arguments from one distribution.
func both(g func(*rand.Rand) float64) func(*rand.Rand) (x, y float64) {
	return func(r *rand.Rand) (x, y float64) { return g(r), g(r) }
}

// close2 draws two arguments that are at most n binades apart.
func close2(n int) func(*rand.Rand) (x, y float64) {
	return func(r *rand.Rand) (x, y float64) {
		x = signed(binades(0x1p-900, 0x1p900))(r)
		return x, signed(uniform(1, 2))(r) * math.Ldexp(x, r.IntN(2*n+1)-n)
	}
}

// arg returns a range for functions of one argument.
func arg(name string, gen func(r *rand.Rand) float64) argRange {
	return argRange{name, func(r *rand.Rand) (x, y float64) { return gen(r), 0 }}
}

// uniform draws from [a, b] with equal density.
func uniform(a, b float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return a + (b-a)*r.Float64() }
}

// binades draws from [a, b], a >= 0, such that all binades are equally likely, including subnormal ones.
func binades(a, b float64) func(*rand.Rand) float64 {
	lo, hi := math.Float64bits(a), math.Float64bits(b)
	return func(r *rand.Rand) float64 { return math.Float64frombits(lo + r.Uint64N(hi-lo+1)) }
}

// signed gives the argument either sign.
func signed(g func(*rand.Rand) float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return math.Copysign(g(r), 0.5-r.Float64()) }
}

// around draws from up to 2^k floats on both sides of the points, closer ones more often.
func around(k int, points ...float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 {
		x := points[r.IntN(len(points))]
		d := r.Uint64N(2 << r.IntN(k))
		if x == 0 {
			return math.Float64frombits(d | r.Uint64()<<63)
		}
		return math.Float64frombits(math.Float64bits(x) + d - d/2 - d/2*(r.Uint64()&1)*2)
	}
}

// nearMultiples draws the floats next to n·step for n < max.
func nearMultiples(step float64, max uint64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 {
		x := float64(1+r.Uint64N(max)) * step
		return math.Float64frombits(math.Float64bits(x) + r.Uint64N(5) - 2)
	}
}

// nearHalfPi draws doubles that come as close to multiples of π/2 as they can: for a random exponent e, the
// denominators q of the convergents p/q of 2^e/(π/2) are significands such that q·2^e is close to p·π/2 (Muller,
// Elementary Functions, chapter "Range reduction").
func nearHalfPi(r *rand.Rand) float64 {
	const prec = 1400
	e := r.IntN(1024) - 53
	one := new(big.Float).SetPrec(prec).SetInt64(1)
	t := new(big.Float).SetPrec(prec).SetMantExp(bigmath.Pi(prec), -1-e)
	t.Quo(one, t)
	before, q := big.NewInt(0), big.NewInt(1)
	var denominators []*big.Int
	for q.BitLen() <= 53 {
		denominators = append(denominators, q)
		whole, _ := t.Int(nil)
		t.Sub(t, new(big.Float).SetPrec(prec).SetInt(whole))
		t.Quo(one, t)
		digit, _ := t.Int(nil)
		before, q = q, new(big.Int).Add(digit.Mul(digit, q), before)
	}
	n := len(denominators)
	q = denominators[n-1-r.IntN(min(3, n))]
	x, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(q), e).Float64()
	return math.Copysign(x, 0.5-r.Float64())
}

const tiny = math.SmallestNonzeroFloat64

func functions() []function {
	everything := arg("all binades", signed(binades(tiny, math.MaxFloat64)))
	positive := arg("all binades > 0", binades(tiny, math.MaxFloat64))
	subnormal := arg("subnormal", binades(tiny, 0x1p-1022))
	near1 := arg("around 1", around(50, 1))
	half := math.Ln2 / 2
	list := []function{
		unary("Exp", Exp, bigmath.Exp, math.Exp, 0.85,
			arg("[-0.4, 0.4]", uniform(-0.4, 0.4)), arg("[-746, 710]", uniform(-746, 710)),
			arg("subnormal results", uniform(-745.2, -708.3)), arg("binades below 1", signed(binades(tiny, 1))),
			arg("around (n+1/2) ln 2", signed(nearMultiples(half, 2000))),
			arg("around overflow and underflow", around(40, 709.782712893384, -708.3964185322641, -745.1332191019412))),
		unary("Exp2", Exp2, bigmath.Exp2, math.Exp2, 0.85,
			arg("[-0.5, 0.5]", uniform(-0.5, 0.5)), arg("[-1076, 1025]", uniform(-1076, 1025)),
			arg("subnormal results", uniform(-1075, -1022)), arg("binades below 1", signed(binades(tiny, 1))),
			arg("around n/2", signed(nearMultiples(0.5, 2048))),
			arg("around overflow and underflow", around(40, 1024, -1022, -1074, -1075))),
		unary("Log", Log, bigmath.Log, math.Log, 0.9,
			positive, subnormal, arg("[0.5, 2]", uniform(0.5, 2)), near1,
			arg("around sqrt(1/2) and sqrt(2)", around(48, math.Sqrt2/2, math.Sqrt2))),
		unary("Log2", Log2, bigmath.Log2, math.Log2, 0.9,
			positive, subnormal, arg("[0.5, 2]", uniform(0.5, 2)), near1,
			arg("around sqrt(1/2) and sqrt(2)", around(48, math.Sqrt2/2, math.Sqrt2))),
		unary("Tanh", Tanh, bigmath.Tanh, math.Tanh, 0.95,
			arg("[-0.4, 0.4]", uniform(-0.4, 0.4)), arg("[-22, 22]", uniform(-22, 22)), everything,
			arg("around (n+1/2) ln 2/2", signed(nearMultiples(half/2, 60))),
			arg("around the last step to 1", around(45, 18.53, 19.0615))),
	}
	for _, t := range []struct {
		name   string
		f, std func(float64) float64
		ref    func(uint, *big.Float) *big.Float
	}{{"Sin", Sin, math.Sin, bigmath.Sin}, {"Cos", Cos, math.Cos, bigmath.Cos}} {
		list = append(list, unary(t.name, t.f, t.ref, t.std, 0.8,
			arg("[-π/4, π/4]", uniform(-0.79, 0.79)), arg("[-10, 10]", uniform(-10, 10)),
			arg("[-2^20, 2^20]", uniform(-0x1p20, 0x1p20)),
			everything, arg("at least 2^20", signed(binades(0x1p20, math.MaxFloat64))),
			arg("around 2^20", signed(around(40, 0x1p20))),
			arg("around nπ/4 below 2^20", signed(nearMultiples(math.Pi/4, 1_335_000))),
			arg("closest to nπ/2, all binades", nearHalfPi)))
	}
	list = append(list, laterFunctions()...)
	pairs := func(x, y func(*rand.Rand) float64) func(*rand.Rand) (float64, float64) {
		return func(r *rand.Rand) (float64, float64) { return x(r), y(r) }
	}
	// target draws y such that x^y is 2^(±1100) at most.
	target := func(x func(*rand.Rand) float64, w func(*rand.Rand) float64) func(*rand.Rand) (float64, float64) {
		return func(r *rand.Rand) (float64, float64) {
			for {
				a, b := x(r), w(r)
				if y := b / Log2(a); y == y && !math.IsInf(y, 0) {
					return a, y
				}
			}
		}
	}
	list = append(list, function{name: "Pow", f: Pow, ref: func(prec uint, x, y *big.Float) *big.Float {
		if x.Sign() > 0 {
			return bigmath.Pow(prec, x, y)
		}
		p := bigmath.Pow(prec, new(big.Float).Neg(x), y)
		if n, acc := y.Int(nil); acc == big.Exact && n.Bit(0) != 0 {
			p.Neg(p)
		}
		return p
	}, std: math.Pow, limit: 0.85, two: true, ranges: []argRange{
		{"x in [0, 10], y in [-10, 10]", pairs(uniform(0, 10), uniform(-10, 10))},
		{"all x > 0, all results", target(binades(tiny, math.MaxFloat64), uniform(-1076, 1025))},
		{"subnormal x", target(binades(tiny, 0x1p-1022), uniform(-1076, 1025))},
		{"x around 1, all results", target(around(52, 1), uniform(-1076, 1025))},
		{"x in [0.5, 2], all results", target(uniform(0.5, 2), uniform(-1076, 1025))},
		{"subnormal results", target(binades(0x1p-1000, 0x1p1000), uniform(-1076, -1020))},
		{"results around overflow", target(binades(0x1p-1000, 0x1p1000), around(45, 1024))},
		{"results around 1", target(binades(tiny, math.MaxFloat64), signed(binades(0x1p-80, 1)))},
		{"x < 0, small whole y", func(r *rand.Rand) (float64, float64) {
			return -uniform(0, 100)(r), float64(r.IntN(300) - 150)
		}},
	}})
	return list
}

// laterFunctions returns the functions beyond the first set.
func laterFunctions() []function {
	everything := arg("all binades", signed(binades(tiny, math.MaxFloat64)))
	positive := arg("all binades > 0", binades(tiny, math.MaxFloat64))
	inside := arg("binades below 1", signed(binades(tiny, 1-0x1p-53)))
	half := arg("around 1/2", signed(around(48, 0.5)))
	ends := arg("around 1", signed(func(r *rand.Rand) float64 { return 1 - binades(0x1p-53, 0.5)(r) }))
	return []function{
		unary("Log10", Log10, bigmath.Log10, math.Log10, 0.95, positive, arg("[0.5, 2]", uniform(0.5, 2)),
			arg("around 1", around(50, 1)),
			arg("around sqrt(1/2) and sqrt(2)", around(48, math.Sqrt2/2, math.Sqrt2))),
		unary("Log1p", Log1p, bigmath.Log1p, math.Log1p, 0.95, positive, arg("[-1, 2]", uniform(-1+0x1p-53, 2)), inside,
			arg("around sqrt(1/2)-1 and sqrt(2)-1", around(48, math.Sqrt2/2-1, math.Sqrt2-1)),
			arg("around -1", around(20, -1+0x1p-30))),
		unary("Expm1", Expm1, bigmath.Expm1, math.Expm1, 0.95, arg("[-0.4, 0.4]", uniform(-0.4, 0.4)),
			arg("[-45, 45]", uniform(-45, 45)),
			arg("[-60, 710]", uniform(-60, 710)), inside, arg("around (n+1/2) ln 2", signed(nearMultiples(math.Ln2/2, 100)))),
		unary("Sinh", Sinh, bigmath.Sinh, math.Sinh, 0.95, arg("[-0.4, 0.4]", uniform(-0.4, 0.4)),
			arg("[-30, 30]", uniform(-30, 30)),
			arg("[-711, 711]", uniform(-711, 711)), inside, arg("around (n+1/2) ln 2", signed(nearMultiples(math.Ln2/2, 100)))),
		unary("Cosh", Cosh, bigmath.Cosh, math.Cosh, 0.95, arg("[-0.4, 0.4]", uniform(-0.4, 0.4)),
			arg("[-30, 30]", uniform(-30, 30)),
			arg("[-711, 711]", uniform(-711, 711)), inside, arg("around (n+1/2) ln 2", signed(nearMultiples(math.Ln2/2, 100)))),
		unary("Tan", Tan, bigmath.Tan, math.Tan, 0.95, arg("[-π/4, π/4]", uniform(-0.79, 0.79)),
			arg("[-10, 10]", uniform(-10, 10)),
			arg("[-2^20, 2^20]", uniform(-0x1p20, 0x1p20)), everything,
			arg("around nπ/4 below 2^20", signed(nearMultiples(math.Pi/4, 1_335_000))),
			arg("closest to nπ/2, all binades", nearHalfPi)),
		unary("Cbrt", Cbrt, bigmath.Cbrt, math.Cbrt, 0.95, everything, arg("subnormal", signed(binades(tiny, 0x1p-1022))),
			arg("[1, 8]", uniform(1, 8))),
		binary("Hypot", Hypot, bigmath.Hypot, math.Hypot, 0.95,
			argRange{"all binades", both(signed(binades(tiny, math.MaxFloat64)))},
			argRange{"[-1, 1]", both(uniform(-1, 1))}, argRange{"subnormal", both(binades(tiny, 0x1p-1022))},
			argRange{"around overflow", both(binades(0x1p1020, math.MaxFloat64))}, argRange{"close binades", close2(20)}),
		binary("Atan2", Atan2, bigmath.Atan2, math.Atan2, 0.95,
			argRange{"all binades", both(signed(binades(tiny, math.MaxFloat64)))},
			argRange{"[-1, 1]", both(uniform(-1, 1))}, argRange{"subnormal", both(signed(binades(tiny, 0x1p-1022)))},
			argRange{"around overflow", both(signed(binades(0x1p1020, math.MaxFloat64)))},
			argRange{"close binades", close2(60)}),
		unary("Atan", Atan, bigmath.Atan, math.Atan, 0.95, arg("[-3, 3]", uniform(-3, 3)), everything,
			arg("around tan(π/8), 1 and tan(3π/8)", signed(around(48, tanEighthPi, 1, tanThreeEighthPi)))),
		unary("Asin", Asin, bigmath.Asin, math.Asin, 0.95, arg("[-1, 1]", uniform(-1+0x1p-53, 1)), inside, half, ends),
		unary("Acos", Acos, bigmath.Acos, math.Acos, 0.95, arg("[-1, 1]", uniform(-1+0x1p-53, 1)), inside, half, ends),
	}
}
