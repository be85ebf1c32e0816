package ir

import (
	"math"
	"strings"
	"testing"
)

// goMath maps operations to the functions of package math that they are named after.
var goMath = map[string]func(x, y float64) float64{
	"Exp": one(math.Exp), "Exp2": one(math.Exp2), "Log": one(goLog), "Log2": one(math.Log2), "Sin": one(math.Sin),
	"Log10": one(goLog10), "Log1p": one(math.Log1p), "Expm1": one(math.Expm1), "Sinh": one(math.Sinh),
	"Cosh": one(math.Cosh), "Tan": one(math.Tan), "Atan": one(math.Atan), "Asin": one(math.Asin), "Acos": one(math.Acos),
	"Cbrt": one(math.Cbrt), "Atan2": goAtan2, "Hypot": math.Hypot,
	"Cos": one(math.Cos), "Tanh": one(math.Tanh), "Pow": goPow, "Mod": math.Mod,
}

// goLog is math.Log, whose amd64 code treats subnormal numbers as normal ones.
func goLog(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// goPow is math.Pow, which loses subnormal numbers where it takes a logarithm.
func goPow(x, y float64) float64 {
	if x != 0 && math.Abs(x) < 0x1p-1022 && math.Abs(y) < 1 {
		return math.Pow(x*0x1p54, y) * math.Exp2(-54*y)
	}
	return math.Pow(x, y)
}

// goAtan2 is math.Atan2, which takes the sign of y/x instead of that of y where the quotient vanishes.
func goAtan2(y, x float64) float64 { return math.Copysign(math.Atan2(y, x), y) }

func goLog10(x float64) float64 { return goLog(x) * (1 / math.Ln10) }

func one(f func(float64) float64) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

// TestMathOps checks that the operations compute the functions that they are named after: special values
// exactly, others approximately, since those of package math are a few units in the last place off. Package
// mathlib tests the accuracy.
func TestMathOps(t *testing.T) {
	for op := OpInvalid + 1; op < NumOps; op++ {
		if !op.Is(FlagMath) {
			continue
		}
		name, approx := strings.CutSuffix(op.String(), approxSuffix)
		want := goMath[name]
		if want == nil {
			t.Errorf("%s has no reference", op)
			continue
		}
		for _, e := range []Elem{F32, F64} {
			if approx && e == F64 || op.Info().Rule == RuleF64 && e == F32 {
				continue
			}
			limit := 0x1p-44
			switch {
			case approx:
				limit = 0x1p-18
			case e == F32:
				limit = 0x1p-23
			}
			for _, a := range lanesOf(e) {
				for _, b := range lanesOf(e) {
					x, y := wide(e, a), wide(e, b)
					w := wide(e, narrow(e, want(x, y)))
					got := wide(e, op.Info().Eval(e, e, a, b, 0))
					switch {
					case w != w || got != got:
						if w == w || got == got {
							t.Errorf("%s %s of %v, %v: %v, want %v", op, e, x, y, got, w)
						}
					case math.IsInf(w, 0) || w == 0:
						if math.Float64bits(got) != math.Float64bits(w) {
							t.Errorf("%s %s of %v, %v: %v, want %v", op, e, x, y, got, w)
						}
					case math.Abs(got-w) > limit*math.Abs(w) && math.Abs(got-w) > tiny(e):
						t.Errorf("%s %s of %v, %v: %v, want %v", op, e, x, y, got, w)
					}
				}
			}
		}
	}
}

// tiny returns two units of the smallest subnormal number.
func tiny(e Elem) float64 {
	if e == F32 {
		return 2 * math.SmallestNonzeroFloat32
	}
	return 2 * math.SmallestNonzeroFloat64
}

// TestMathBodies checks that every function has a body of the right shape for each kind of lanes.
func TestMathBodies(t *testing.T) {
	for op := OpInvalid + 1; op < NumOps; op++ {
		if !op.Is(FlagMath) {
			continue
		}
		for _, e := range []Elem{F32, F64} {
			if op.Info().Rule == RuleF32 && e == F64 || op.Info().Rule == RuleF64 && e == F32 {
				continue
			}
			b := op.MathBody(e)
			for _, f := range []*Func{b.Fast, b.IsSlow, b.Slow} {
				if f == nil {
					continue
				}
				if err := f.Verify(); err != nil {
					t.Error(err)
				}
				if len(f.Params) != int(op.Info().Arity) || len(f.Results) != 1 || f.Params[0].Elem != e {
					t.Errorf("%s of %s is %s", op, e, f)
				}
				if f != b.Slow && len(f.Blocks) != 1 {
					t.Errorf("%s has %d blocks", f.Name, len(f.Blocks))
				}
			}
		}
		if a := op.approx(); a.Info().Arity != op.Info().Arity || a.approx() != a {
			t.Errorf("the approximate form of %s is %s", op, a)
		}
	}
}
