package lower_test

import (
	"fmt"
	"testing"

	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
)

// opCase is an operation on types.
type opCase struct {
	op     ir.Op
	t, arg ir.Type
}

func (c opCase) String() string { return fmt.Sprintf("%s_%s_%s", c.op, c.t, c.arg) }

var (
	ints   = []ir.Elem{ir.I8, ir.I16, ir.I32, ir.I64}
	floats = []ir.Elem{ir.F32, ir.F64}
)

// opCases returns every pure operation on every type of the given number of lanes.
func opCases(lanes int) (cs []opCase) {
	add := func(op ir.Op, t, arg ir.Type) { cs = append(cs, opCase{op, t, arg}) }
	for op := ir.OpAdd; op <= ir.OpDotUS; op++ {
		if op.Is(ir.FlagMath) {
			continue // expanded before selection
		}
		info := op.Info()
		var elems []ir.Elem
		switch info.Rule {
		case ir.RuleSame:
			elems = append(append(elems, ints...), floats...)
		case ir.RuleInt, ir.RuleShift, ir.RuleCmpInt:
			elems = ints
		case ir.RuleFloat, ir.RuleCmpFloat:
			elems = floats
		case ir.RuleBits:
			elems = append(append(elems, ints...), ir.Bool)
		case ir.RuleCmpAny:
			elems = append(append(append(elems, ints...), floats...), ir.Bool)
		case ir.RuleReduce:
			for _, e := range append(append([]ir.Elem(nil), ints...), floats...) {
				fl := e.IsFloat()
				switch op {
				case ir.OpReduceMin, ir.OpReduceMax, ir.OpReduceMinNum, ir.OpReduceMaxNum:
					if !fl {
						continue
					}
				case ir.OpReduceAdd, ir.OpReduceMul:
				default:
					if fl {
						continue
					}
				}
				if lanes > 1 {
					add(op, ir.Scalar(e), ir.Vec(e, lanes))
				}
			}
			if lanes > 1 && (op == ir.OpReduceAnd || op == ir.OpReduceOr || op == ir.OpReduceXor) {
				add(op, ir.TBool, ir.Mask(lanes))
			}
			continue
		case ir.RuleConv:
			for _, from := range append(append([]ir.Elem{ir.Bool}, ints...), floats...) {
				for _, to := range append(append([]ir.Elem(nil), ints...), floats...) {
					ok := false
					switch op {
					case ir.OpSExt:
						ok = from.IsInt() && to.IsInt() && to > from
					case ir.OpZExt:
						ok = (from.IsInt() || from == ir.Bool) && to.IsInt() && to > from
					case ir.OpTruncI:
						ok = from.IsInt() && to.IsInt() && to < from
					case ir.OpSIToF, ir.OpUIToF:
						ok = from.IsInt() && to.IsFloat()
					case ir.OpFToSI:
						ok = from.IsFloat() && (to == ir.I32 || to == ir.I64)
					case ir.OpFExt:
						ok = from == ir.F32 && to == ir.F64
					case ir.OpHalfToF:
						ok = from == ir.I16 && to == ir.F32
					case ir.OpFToHalf:
						ok = from == ir.F32 && to == ir.I16
					case ir.OpFTrunc:
						ok = from == ir.F64 && to == ir.F32
					case ir.OpBitcast:
						ok = from != to && from != ir.Bool && from.Size() == to.Size() && from.Size() >= 4
					}
					if ok {
						add(op, ir.Vec(to, lanes), ir.Vec(from, lanes))
					}
				}
			}
			continue
		case ir.RuleSpecial:
			if lanes == 1 && op != ir.OpSelect {
				continue
			}
			all := append(append([]ir.Elem{ir.Bool}, ints...), floats...)
			switch op {
			case ir.OpSelect, ir.OpSplat, ir.OpExtract, ir.OpInsert, ir.OpConcat, ir.OpSubvec, ir.OpShuffle:
				for _, e := range all {
					t := ir.Vec(e, lanes)
					switch op {
					case ir.OpSelect:
						add(op, t, ir.Mask(lanes))
						if lanes > 1 {
							add(op, t, ir.TBool)
						}
					case ir.OpSplat:
						add(op, t, t.Scalar())
					case ir.OpExtract:
						add(op, t.Scalar(), t)
					case ir.OpConcat:
						if lanes < ir.MaxLanes {
							add(op, t.WithLanes(2*lanes), t)
						}
					case ir.OpSubvec:
						if lanes > 2 {
							add(op, t.WithLanes(lanes/2), t)
						}
					default:
						add(op, t, t)
					}
				}
			case ir.OpIota:
				for _, e := range ints {
					add(op, ir.Vec(e, lanes), ir.Vec(e, lanes))
				}
			case ir.OpPermute, ir.OpCompress, ir.OpExpand:
				for _, e := range all[1:] {
					add(op, ir.Vec(e, lanes), ir.Vec(e, lanes))
				}
			case ir.OpLaneMask, ir.OpBitsMask:
				add(op, ir.Mask(lanes), ir.TI64)
			case ir.OpAny, ir.OpAll:
				add(op, ir.TBool, ir.Mask(lanes))
			case ir.OpCountTrue, ir.OpFirstTrue, ir.OpMaskBits:
				add(op, ir.TI64, ir.Mask(lanes))
			case ir.OpBytes:
				for _, e := range ints[1:] {
					if n := e.Size() * lanes; n <= ir.MaxLanes {
						add(op, ir.Vec(ir.I8, n), ir.Vec(e, lanes))
						add(op, ir.Vec(e, lanes), ir.Vec(ir.I8, n))
					}
				}
			case ir.OpSumAbsDiff:
				if lanes <= 8 {
					add(op, ir.Vec(ir.I64, lanes), ir.Vec(ir.I8, 8*lanes))
				}
			case ir.OpDotS, ir.OpDotU, ir.OpDotUS:
				for _, e := range []ir.Elem{ir.I8, ir.I16} {
					if n := 4 / e.Size() * lanes; n <= ir.MaxLanes {
						add(op, ir.Vec(ir.I32, lanes), ir.Vec(e, n))
					}
				}
			}
			continue
		}
		for _, e := range elems {
			t := ir.Vec(e, lanes)
			if op.IsCompare() {
				add(op, ir.Mask(lanes), t)
			} else {
				add(op, t, t)
			}
		}
	}
	return cs
}

// TestEverythingLowers prices every operation on every type, which lowers it: all must succeed.
func TestEverythingLowers(t *testing.T) {
	for _, tgt := range targets.All() {
		for lanes := 1; lanes <= ir.MaxLanes; lanes *= 2 {
			for _, c := range opCases(lanes) {
				if c.op == ir.OpShuffle {
					continue // has parameters that price does not set
				}
				func() {
					defer func() {
						if e := recover(); e != nil {
							t.Errorf("%s %s: %v", tgt.Name(), c, e)
						}
					}()
					if got := tgt.Cost(c.op, c.t, c.arg); !got.Legal {
						t.Errorf("%s: %s is not legal", tgt.Name(), c)
					}
				}()
			}
		}
	}
}
