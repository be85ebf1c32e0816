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
		return rep{}, false
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
	return l.one(l.extractLane(y, 0)), true
}
