package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Scalars live in general registers. The upper bits of 8- and 16-bit integers are undefined. Operations such as
// addition do not depend on them. Those that do (comparisons, right shifts, division, conversions) read only the
// low part or extend first. A bool is 0 or 1 in the low byte of its register.

// handler lowers operations that rules cannot express: those that cross registers, access memory or set flags. If
// it returns false, the operation is expanded.
type handler func(l *Lowerer, v *ir.Value) (Rep, bool)

// HandlerTable holds the handlers by operation.
type HandlerTable [ir.NumOps]handler

// Shared sets the handlers that serve every architecture through its selector.
func (h *HandlerTable) Shared() {
	h[ir.OpCopy] = func(l *Lowerer, v *ir.Value) (Rep, bool) { return l.Rep(v.Args[0]), true }
	h[ir.OpLoad], h[ir.OpMaskedLoad], h[ir.OpPtrAdd] = load, maskedLoad, ptrAdd
	h[ir.OpLoadStrided], h[ir.OpGather] = loadStrided, gather
	h[ir.OpSplat], h[ir.OpShuffle], h[ir.OpConcat], h[ir.OpSubvec] = splat, shuffle, concat, subvec
	h[ir.OpBytes] = laneBytes
	h[ir.OpAny], h[ir.OpAll] = boolValue, boolValue
	h[ir.OpSelect] = selectOp
	for op := ir.OpEq; op <= ir.OpLeU; op++ {
		h[op] = boolValue
	}
	for op, of := range ReduceOps {
		if of != ir.OpInvalid {
			h[op] = Reduce
		}
	}
	for _, op := range [...]ir.Op{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpNot} {
		h[op] = logic
	}
	for _, op := range [...]ir.Op{ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU} {
		h[op] = divide
	}
}

// logic lowers logical operations on masks, and Not of a bool. Rules handle the others.
func logic(l *Lowerer, v *ir.Value) (Rep, bool) {
	switch {
	case v.Type.IsMask() && v.Type.IsVector():
		return maskOp(l, v)
	case v.Type == ir.TBool && v.Op == ir.OpNot:
		return l.One(l.sel.BoolValue(v)), true
	}
	return Rep{}, false
}

// Extended returns a narrow integer extended to 32 bits.
func (l *Lowerer) Extended(v *ir.Value, signed bool) *ir.Value {
	if v.Type.Elem.Size() >= 4 {
		return v
	}
	if signed {
		return l.Op(ir.OpSExt, ir.TI32, v)
	}
	return l.Op(ir.OpZExt, ir.TI32, v)
}

// Below reports whether the unsigned value of v, a scalar, is known to be less than n.
func Below(v *ir.Value, n int64) bool { return atMost(v, maxLimitDepth) < uint64(n) }

// maxLimitDepth bounds the recursion of atMost.
const maxLimitDepth = 6

// atMost returns an upper bound of the unsigned value of v, an integer.
func atMost(v *ir.Value, depth int) uint64 {
	width := v.Type.Elem.Bits()
	all := uint64(1)<<(width-1)<<1 - 1
	if v.Op == ir.OpConst {
		return uint64(v.AuxInt) & all
	}
	if depth == 0 {
		return all
	}
	arg := func(i int) uint64 { return atMost(v.Args[i], depth-1) }
	shift := func() int { // amount of a shift by a constant less than the width, else -1
		if c := v.Args[1]; c.IsConst() && uint64(c.AuxInt) < uint64(width) {
			return int(c.AuxInt)
		}
		return -1
	}
	switch v.Op {
	case ir.OpAnd, ir.OpMinU:
		return min(arg(0), arg(1))
	case ir.OpZExt:
		if v.Args[0].Type.Elem == ir.Bool {
			return 1
		}
		return arg(0)
	case ir.OpTruncI:
		return min(arg(0), all)
	case ir.OpRemU:
		if n := arg(1); v.Args[1].IsConst() && n > 0 {
			return min(n-1, arg(0))
		}
	case ir.OpShrU:
		if c := shift(); c >= 0 {
			return arg(0) >> c
		}
	case ir.OpShl:
		if c := shift(); c >= 0 && arg(0) <= all>>c {
			return arg(0) << c
		}
	case ir.OpSelect:
		return max(arg(1), arg(2))
	}
	return all
}

// selectOp lowers selects without a rule: of scalars, of masks, by a bool.
func selectOp(l *Lowerer, v *ir.Value) (Rep, bool) {
	t, c := v.Type, v.Args[0]
	switch {
	case t.IsMask() && t.IsVector():
		return selectMask(l, v)
	case t.IsVector() && !c.Type.IsVector():
		m := l.Op(ir.OpSplat, ir.Mask(int(t.Lanes)), c)
		return l.Rep(l.Make(ir.OpSelect, t, m, v.Args[1], v.Args[2])), true
	case t.IsVector():
		return Rep{}, false
	}
	return l.One(l.sel.SelectScalar(v)), true
}

// BoolReg returns a bool in a register, even if it is otherwise kept in the flags.
func (l *Lowerer) BoolReg(v *ir.Value) mach.Reg {
	if l.Reps[v.ID].State != RepDone && v.Uses > 1 && v.Op.IsCompare() {
		r, _ := boolValue(l, v)
		return r.Parts[0]
	}
	return l.Scalar(v)
}

// divide lowers integer division. Division by a constant becomes multiplication (see divide.go); vector division
// uses floats.
func divide(l *Lowerer, v *ir.Value) (Rep, bool) {
	if v.Args[1].IsConst() && v.Args[1].AuxInt != 0 {
		if x := l.divideByConst(v); x != nil {
			return l.Rep(x), true
		}
	}
	if v.Type.IsVector() {
		return l.divideVector(v), true
	}
	return l.One(l.sel.Divide(v)), true
}

// laneBytes lowers Bytes. It generates no code, since registers hold the lowest byte of a lane first.
func laneBytes(l *Lowerer, v *ir.Value) (Rep, bool) { return l.Rep(v.Args[0]), true }
