package frontend

import (
	"math"

	"hotloop/loopopt/ir"
)

// narrowMath computes functions of package math in float32 where a program has them on float32 values:
//
//	float32(math.Exp(float64(x)))             → Exp <f32> x
//	float32(math.Pow(float64(x), 2.5))        → Pow <f32> x 2.5
//
// Package math has no other functions for float32. The float64 function rounded to float32 is within 0.5000001 ulp, the
// float32 one within 0.5001: both are correctly rounded but for one argument in thousands. It is done in all modes, right
// after construction, so that results depend on the source alone. Where both the function and the conversion may be
// approximate (afn) it is the approximate one.
//
// Arguments must be conversions from float32, or constants that are float32 values; the function must have no other use.
func narrowMath(f *ir.Func) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpFTrunc || v.Args[0].Uses != 1 || !hasF32(v.Args[0].Op) {
				continue
			}
			m := v.Args[0]
			args := make([]*ir.Value, 0, 2)
			for _, a := range m.Args {
				if n := narrowed(f, a); n != nil {
					args = append(args, n)
				}
			}
			if len(args) < len(m.Args) {
				continue
			}
			fp, op, pos := v.FP&m.FP, m.Op, m.Pos
			if fp&ir.AFn != 0 {
				op = op.Approx()
			}
			for _, a := range args {
				a.Uses++ // alive while v lets go of m
			}
			v.Reset(op)
			v.AddArgs(args...)
			for _, a := range args {
				a.Uses--
			}
			v.FP, v.Pos = fp, pos
			changed = true
		}
	}
	return changed
}

// hasF32 says whether op is a function of package math that there is for float32 too.
func hasF32(op ir.Op) bool { return op.Is(ir.FlagMath) && op.Info().Rule == ir.RuleFloat }

// narrowed is a as a float32, if it is one.
func narrowed(f *ir.Func, a *ir.Value) *ir.Value {
	switch {
	case a.Op == ir.OpFExt:
		return a.Args[0]
	case a.IsConst():
		x := math.Float64frombits(uint64(a.AuxInt))
		if n := float32(x); float64(n) == x {
			return f.ConstFloat(ir.TF32, x)
		}
	}
	return nil
}
