package ir

import (
	"strings"
	"sync"

	"hotloop/loopopt/mathlib"
)

// The operations with FlagMath are functions of package mathlib. Evaluating one calls the Go function;
// generated code is expanded from the SSA of the same function. A function and its approximate form are
// distinct operations. The choice between them is made once, where the operation is created, so that all stages
// agree.

type evaluator = func(res, arg Elem, a, b, c uint64) uint64

// math1 and math2 return the evaluator of a function that exists for both kinds of floats.
func math1(f func(float64) float64, g func(float32) float32) evaluator {
	return func(res, _ Elem, a, _, _ uint64) uint64 {
		if res == F32 {
			return bitsOf32(g(f32(a)))
		}
		return bitsOf64(f(f64(a)))
	}
}

func math2(f func(x, y float64) float64, g func(x, y float32) float32) evaluator {
	return func(res, _ Elem, a, b, _ uint64) uint64 {
		if res == F32 {
			return bitsOf32(g(f32(a), f32(b)))
		}
		return bitsOf64(f(f64(a), f64(b)))
	}
}

// approx returns the approximate form of a function for f32 lanes, or o itself if there is none.
func (o Op) approx() Op {
	if o.Is(FlagMath) {
		if a, ok := OpByName(o.String() + approxSuffix); ok {
			return a
		}
	}
	return o
}

const approxSuffix = "Approx"

// MathBody is the body of a mathlib function as SSA over its arguments: IsSlow(x) ? Slow(x) : Fast(x).
type MathBody struct {
	Fast   *Func // a single block
	IsSlow *Func // a single block; nil if Fast is right for all arguments
	Slow   *Func // nil if IsSlow is; immutable, like the others
}

// MathBody returns the body of a function with FlagMath for lanes of kind e. It is parsed on first use.
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
		panic(&Bug{Func: name, msg: "package mathlib has no SSA of " + name + ": run go generate ./loopopt/mathlib"})
	}
	return b
}
