package isel

import "hotloop/loopopt/ir"

// reduceOps are the operations that reductions fold lanes with.
var reduceOps = [ir.NumOps]ir.Op{
	ir.OpReduceAdd: ir.OpAdd, ir.OpReduceMul: ir.OpMul, ir.OpReduceAnd: ir.OpAnd, ir.OpReduceOr: ir.OpOr,
	ir.OpReduceXor: ir.OpXor, ir.OpReduceMin: ir.OpMin, ir.OpReduceMax: ir.OpMax, ir.OpReduceMinS: ir.OpMinS,
	ir.OpReduceMaxS: ir.OpMaxS, ir.OpReduceMinU: ir.OpMinU, ir.OpReduceMaxU: ir.OpMaxU,
	ir.OpReduceMinNum: ir.OpMinNum, ir.OpReduceMaxNum: ir.OpMaxNum,
}

// reduce lowers a reduction as the halving tree that the op table defines: lane i with lane i+n/2 until one is left.
//
//	f32x16: zmm -> extract the high ymm, add -> extract the high xmm, add -> ... -> lane 0
//
// Halves below an xmm register keep its size; what is in the upper lanes does not matter.
func reduce(l *lowerer, v *ir.Value) (rep, bool) {
	x := v.Args[0]
	op := reduceOps[v.Op]
	t := x.Type
	if t.IsMask() {
		return l.rep(reduceMask(l, v.Op, x)), true
	}
	for t.Lanes > 2 {
		t.Lanes /= 2
		lo, hi := l.make(ir.OpSubvec, t, x), l.make(ir.OpSubvec, t, x)
		hi.AuxInt = int64(t.Lanes)
		x = l.make(op, t, lo, hi)
		x.FP = v.FP
		l.rep(x)
	}
	// The last two lanes: stay in a vector register, so that integers need not move before the operation.
	hi := l.wrap(t, l.lanes(x, 1, 1))
	y := l.make(op, t, x, hi)
	y.FP = v.FP
	return l.one(l.sel.extractLane(y, 0)), true
}

// reduceMask folds the lanes of a mask to a bool: all of them, any of them, or an odd number of them.
func reduceMask(l *lowerer, op ir.Op, x *ir.Value) *ir.Value {
	switch op {
	case ir.OpReduceAnd:
		return l.make(ir.OpAll, ir.TBool, x)
	case ir.OpReduceOr:
		return l.make(ir.OpAny, ir.TBool, x)
	}
	one := l.lit(ir.TI64, 1)
	n := l.make(ir.OpAnd, ir.TI64, l.make(ir.OpCountTrue, ir.TI64, x), one)
	return l.make(ir.OpEq, ir.TBool, n, one)
}
