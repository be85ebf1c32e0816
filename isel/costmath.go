package isel

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// priceMath is the price of a function of package mathlib on lanes like typ's: that of the operations which the pass
// expandmath will write for it, with the test for slow arguments but without what they cost.
func (t *Target) priceMath(op ir.Op, typ ir.Type) tti.Cost {
	if lanes := int(typ.Lanes); lanes > t.bytes/4 { // several registers of any element: halves, for the pricing is not free
		half := typ.WithLanes(lanes / 2)
		return t.Cost(op, half, half).Times(2)
	}
	body := op.MathBody(typ.Elem)
	c := t.priceBody(body.Fast, typ)
	if body.IsSlow != nil {
		slow := t.priceBody(body.IsSlow, typ)
		slow.Parts = 0
		if typ.IsVector() {
			m := ir.Mask(int(typ.Lanes))
			slow = slow.Plus(t.Cost(ir.OpAny, ir.TBool, m))
		}
		slow.Uops++ // the branch
		latency := c.Latency
		c = c.Plus(slow)
		c.Latency = latency // nothing waits for the test
	}
	return c
}

// priceBody prices the operations of a straight-line function with as many lanes for one as typ has.
func (t *Target) priceBody(f *ir.Func, typ ir.Type) tti.Cost {
	return t.measure(func(l *lowerer) *ir.Value {
		values := make([]*ir.Value, f.NumValues())
		var result *ir.Value
		for _, v := range f.Entry().Values {
			vt := v.Type
			if vt.Elem != ir.Ptr {
				vt = vt.WithLanes(int(typ.Lanes))
			}
			switch v.Op {
			case ir.OpConst:
				values[v.ID] = l.lit(vt, v.AuxInt)
			case ir.OpArg, ir.OpTablePtr:
				values[v.ID] = l.stub(vt)
			case ir.OpRet:
				result = values[v.Args[0].ID]
			default:
				values[v.ID] = l.copyOf(v, vt, values)
			}
		}
		return result
	})
}

// copyOf is v with other lanes. A load becomes a gather in vectors.
func (l *lowerer) copyOf(v *ir.Value, t ir.Type, values []*ir.Value) *ir.Value {
	args := make([]*ir.Value, len(v.Args), 3)
	for i, a := range v.Args {
		args[i] = values[a.ID]
	}
	op := v.Op
	if op == ir.OpLoad && t.IsVector() {
		op = ir.OpGather
		args = append(args, l.lit(ir.Mask(int(t.Lanes)), 1))
	}
	w := l.make(op, t, args...)
	w.Scale, w.Off, w.AuxInt, w.Aux, w.Uses = v.Scale, v.Off, v.AuxInt, v.Aux, v.Uses
	return w
}
