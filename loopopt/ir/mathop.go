package ir

import (
	"strings"
	"sync"

	"hotloop/loopopt/mathlib"
)

// The operations with FlagMath are functions of package mathlib: evaluating one calls the Go function, and code for it
// is written out from the SSA of the same function. A function and its approximate form are operations of their own, so
// that which of them is computed is decided once, where the operation is made, and all stages agree.

func eval1(f func(float64) float64, g func(float32) float32, res Elem, a uint64) uint64 {
	if res == F32 {
		return bitsOf32(g(f32(a)))
	}
	return bitsOf64(f(f64(a)))
}

func eval2(f func(x, y float64) float64, g func(x, y float32) float32, res Elem, a, b uint64) uint64 {
	if res == F32 {
		return bitsOf32(g(f32(a), f32(b)))
	}
	return bitsOf64(f(f64(a), f64(b)))
}

func evalExp(r, _ Elem, a, _, _ uint64) uint64  { return eval1(mathlib.Exp, mathlib.ExpF32, r, a) }
func evalExp2(r, _ Elem, a, _, _ uint64) uint64 { return eval1(mathlib.Exp2, mathlib.Exp2F32, r, a) }
func evalLog(r, _ Elem, a, _, _ uint64) uint64  { return eval1(mathlib.Log, mathlib.LogF32, r, a) }
func evalLog2(r, _ Elem, a, _, _ uint64) uint64 { return eval1(mathlib.Log2, mathlib.Log2F32, r, a) }
func evalSin(r, _ Elem, a, _, _ uint64) uint64  { return eval1(mathlib.Sin, mathlib.SinF32, r, a) }
func evalCos(r, _ Elem, a, _, _ uint64) uint64  { return eval1(mathlib.Cos, mathlib.CosF32, r, a) }
func evalTanh(r, _ Elem, a, _, _ uint64) uint64 { return eval1(mathlib.Tanh, mathlib.TanhF32, r, a) }
func evalPow(r, _ Elem, a, b, _ uint64) uint64  { return eval2(mathlib.Pow, mathlib.PowF32, r, a, b) }
func evalMod(r, _ Elem, a, b, _ uint64) uint64  { return eval2(mathlib.Mod, mathlib.ModF32, r, a, b) }

func evalLog10(_, _ Elem, a, _, _ uint64) uint64 { return bitsOf64(mathlib.Log10(f64(a))) }
func evalLog1p(_, _ Elem, a, _, _ uint64) uint64 { return bitsOf64(mathlib.Log1p(f64(a))) }
func evalExpm1(_, _ Elem, a, _, _ uint64) uint64 { return bitsOf64(mathlib.Expm1(f64(a))) }
func evalSinh(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf64(mathlib.Sinh(f64(a))) }
func evalCosh(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf64(mathlib.Cosh(f64(a))) }
func evalTan(_, _ Elem, a, _, _ uint64) uint64   { return bitsOf64(mathlib.Tan(f64(a))) }
func evalAtan(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf64(mathlib.Atan(f64(a))) }
func evalAsin(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf64(mathlib.Asin(f64(a))) }
func evalAcos(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf64(mathlib.Acos(f64(a))) }
func evalCbrt(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf64(mathlib.Cbrt(f64(a))) }
func evalAtan2(_, _ Elem, a, b, _ uint64) uint64 { return bitsOf64(mathlib.Atan2(f64(a), f64(b))) }
func evalHypot(_, _ Elem, a, b, _ uint64) uint64 { return bitsOf64(mathlib.Hypot(f64(a), f64(b))) }

func evalExpApprox(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf32(mathlib.ExpF32Approx(f32(a))) }
func evalExp2Approx(_, _ Elem, a, _, _ uint64) uint64 { return bitsOf32(mathlib.Exp2F32Approx(f32(a))) }
func evalLogApprox(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf32(mathlib.LogF32Approx(f32(a))) }
func evalLog2Approx(_, _ Elem, a, _, _ uint64) uint64 { return bitsOf32(mathlib.Log2F32Approx(f32(a))) }
func evalSinApprox(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf32(mathlib.SinF32Approx(f32(a))) }
func evalCosApprox(_, _ Elem, a, _, _ uint64) uint64  { return bitsOf32(mathlib.CosF32Approx(f32(a))) }
func evalTanhApprox(_, _ Elem, a, _, _ uint64) uint64 { return bitsOf32(mathlib.TanhF32Approx(f32(a))) }
func evalPowApprox(_, _ Elem, a, b, _ uint64) uint64 {
	return bitsOf32(mathlib.PowF32Approx(f32(a), f32(b)))
}

// Approx is the cheaper form of a function for f32 lanes, or o itself.
func (o Op) Approx() Op {
	if o.Is(FlagMath) {
		if a, ok := OpByName(o.String() + approxSuffix); ok {
			return a
		}
	}
	return o
}

const approxSuffix = "Approx"

// MathBody is what a function of package mathlib does, as SSA over its arguments: IsSlow(x) ? Slow(x) : Fast(x).
type MathBody struct {
	Fast   *Func // a single block
	IsSlow *Func // a single block; nil if Fast is right for all arguments
	Slow   *Func // nil if IsSlow is; never to be changed, like the others
}

// MathBody is the body of a function with FlagMath on lanes of kind e, parsed at first use.
func (o Op) MathBody(e Elem) *MathBody {
	key := mathKey{o, e}
	if b, ok := mathBodies.Load(key); ok {
		return b.(*MathBody)
	}
	b, _ := mathBodies.LoadOrStore(key, loadMathBody(o, e))
	return b.(*MathBody)
}

type mathKey struct {
	op Op
	e  Elem
}

var mathBodies sync.Map // of mathKey to *MathBody

func loadMathBody(o Op, e Elem) *MathBody {
	name, approx := strings.CutSuffix(o.String(), approxSuffix)
	if e == F32 {
		name += "F32"
	}
	if approx {
		name += approxSuffix
	}
	parse := func(name string) *Func {
		text := mathlib.IR(name)
		if text == "" {
			return nil
		}
		return MustParse(text)
	}
	part := strings.ToLower(name[:1]) + name[1:]
	b := &MathBody{Fast: parse(part + "Fast"), IsSlow: parse(part + "IsSlow"), Slow: parse(part + "Slow")}
	if b.Fast == nil {
		b.Fast = parse(name)
	}
	if b.Fast == nil || (b.IsSlow == nil) != (b.Slow == nil) {
		panic(&Bug{Func: name, Msg: "package mathlib has no SSA of " + name + ": run go generate ./loopopt/mathlib"})
	}
	return b
}
