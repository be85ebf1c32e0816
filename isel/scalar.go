package isel

import (
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Scalars live in general registers, integers of 8 and 16 bits with junk in the upper bits: additions and the like do
// not care, and what does (comparisons, shifts to the right, division, conversions) reads the low part or extends first.
// A bool is 0 or 1 in its register's low byte.

// handlers lower what rules cannot say: operations that cross registers, touch memory or set flags. A handler may
// decline, and the operation is expanded.
var handlers [ir.NumOps]func(l *lowerer, v *ir.Value) (rep, bool)

func init() { // a table with references back to its users has no literal
	h := &handlers
	h[ir.OpCopy] = func(l *lowerer, v *ir.Value) (rep, bool) { return l.rep(v.Args[0]), true }
	h[ir.OpLoad], h[ir.OpMaskedLoad], h[ir.OpGather], h[ir.OpPtrAdd] = load, maskedLoad, gather, ptrAdd
	h[ir.OpSplat], h[ir.OpExtract], h[ir.OpInsert] = splat, extract, insert
	h[ir.OpShuffle], h[ir.OpConcat], h[ir.OpSubvec] = shuffle, concat, subvec
	h[ir.OpLaneMask], h[ir.OpCountTrue], h[ir.OpFirstTrue] = laneMask, countTrue, firstTrue
	h[ir.OpAny], h[ir.OpAll] = boolValue, boolValue
	h[ir.OpSelect] = selectOp
	h[ir.OpBitcast] = bitcast
	h[ir.OpSumAbsDiff] = sumAbsDiff
	for op := ir.OpEq; op <= ir.OpLeU; op++ {
		h[op] = boolValue
	}
	for op := ir.OpSExt; op <= ir.OpFTrunc; op++ {
		h[op] = convert
	}
	for op, of := range reduceOps {
		if of != ir.OpInvalid {
			h[op] = reduce
		}
	}
	for _, op := range [...]ir.Op{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpNot} {
		h[op] = logic
	}
	for _, op := range [...]ir.Op{ir.OpShl, ir.OpShrS, ir.OpShrU} {
		h[op] = shift
	}
	for _, op := range [...]ir.Op{ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU} {
		h[op] = divide
	}
	h[ir.OpMulHiS], h[ir.OpMulHiU] = mulHi, mulHi
}

// logic lowers logical operations on masks and Not of a bool; the others are rules.
func logic(l *lowerer, v *ir.Value) (rep, bool) {
	switch {
	case v.Type.IsMask() && v.Type.IsVector():
		return maskOp(l, v)
	case v.Type == ir.TBool && v.Op == ir.OpNot:
		return l.one(l.insI(amd64.XORI, 4, 1, l.scalar(v.Args[0]))), true
	}
	return rep{}, false
}

// extended is a narrow integer in 32 bits, signed or not.
func (l *lowerer) extended(v *ir.Value, signed bool) *ir.Value {
	if v.Type.Elem.Size() >= 4 {
		return v
	}
	if signed {
		return l.op(ir.OpSExt, ir.TI32, v)
	}
	return l.op(ir.OpZExt, ir.TI32, v)
}

// below says whether the unsigned value of v is known to be less than n.
func below(v *ir.Value, n int64) bool {
	switch v.Op {
	case ir.OpConst:
		return uint64(v.AuxInt) < uint64(n)
	case ir.OpAnd:
		return v.Args[1].IsConst() && uint64(v.Args[1].AuxInt) < uint64(n) || v.Args[0].IsConst() && uint64(v.Args[0].AuxInt) < uint64(n)
	case ir.OpZExt:
		return v.Args[0].Type.Elem.Bits() < 63 && int64(1)<<v.Args[0].Type.Elem.Bits() <= n || below(v.Args[0], n)
	}
	return false
}

// shift lowers shifts of scalars. The processor takes the count modulo 32 or 64, Go does not.
func shift(l *lowerer, v *ir.Value) (rep, bool) {
	if v.Type.IsVector() {
		return rep{}, false
	}
	a, c := v.Args[0], v.Args[1]
	w := int64(v.Type.Elem.Bits())
	size := max(4, v.Type.Elem.Size())
	if v.Op != ir.OpShl {
		a = l.extended(a, v.Op == ir.OpShrS)
	}
	op, imm := amd64.SHLX, amd64.SHLI
	switch v.Op {
	case ir.OpShrS:
		op, imm = amd64.SARX, amd64.SARI
	case ir.OpShrU:
		op, imm = amd64.SHRX, amd64.SHRI
	}
	if c.IsConst() {
		n := uint64(c.AuxInt)
		switch {
		case n < uint64(w):
			return l.one(l.insI(imm, size, int64(n), l.scalar(a))), true
		case v.Op == ir.OpShrS:
			return l.one(l.insI(imm, size, w-1, l.scalar(a))), true
		}
		return l.one(l.gpConst(0)), true
	}
	ra, rc := l.scalar(a), l.scalar(c)
	if below(c, w) {
		return l.one(l.ins(op, size, ra, rc)), true
	}
	csize := c.Type.Elem.Size()
	if v.Op == ir.OpShrS {
		most := l.gpConst(w - 1)
		l.effect(spec{op: amd64.CMPI, size: csize, imm: w}, reg(rc))
		rc = l.build(spec{op: amd64.CMOVCC, size: 4, cc: amd64.CCAE}, reg(rc), reg(most))
		return l.one(l.ins(op, size, ra, rc)), true
	}
	zero := l.gpConst(0)
	r := l.ins(op, size, ra, rc)
	l.effect(spec{op: amd64.CMPI, size: csize, imm: w}, reg(rc))
	return l.one(l.build(spec{op: amd64.CMOVCC, size: size, cc: amd64.CCAE}, reg(r), reg(zero))), true
}

// selectOp lowers Select where no rule does: of scalars, of masks, by a bool.
func selectOp(l *lowerer, v *ir.Value) (rep, bool) {
	t, c := v.Type, v.Args[0]
	switch {
	case t.IsMask() && t.IsVector():
		return selectMask(l, v)
	case t.IsVector() && !c.Type.IsVector():
		m := l.op(ir.OpSplat, ir.Mask(int(t.Lanes)), c)
		return l.rep(l.make(ir.OpSelect, t, m, v.Args[1], v.Args[2])), true
	case t.IsVector():
		return rep{}, false
	case !t.Elem.IsFloat():
		// Operands first: making them may change the flags.
		a, b := l.scalar(v.Args[1]), l.scalar(v.Args[2])
		cc := l.cond(c)
		if v.Args[2].IsConst() && v.Args[1].Uses <= 1 { // the constant may be wanted again, in the next iteration
			a, b, cc = b, a, cc.Negate()
		}
		return l.one(l.build(spec{op: amd64.CMOVCC, size: max(4, t.Elem.Size()), cc: cc}, reg(b), reg(a))), true
	}
	a, b := l.scalar(v.Args[1]), l.scalar(v.Args[2])
	return l.one(l.selectFloat(c, t.Elem, a, b)), true
}

// selectFloat chooses between floats: by a comparison in vector registers where the condition is one, without passing
// through the flags.
func (l *lowerer) selectFloat(c *ir.Value, e ir.Elem, a, b mach.Reg) mach.Reg {
	cmp := c.Op.IsCompare() && c.Args[0].Type.Elem.IsFloat() && l.reps[c.ID].state != repDone
	imm := map[ir.Op]int64{ir.OpEq: 0, ir.OpNe: 4, ir.OpLt: 17, ir.OpLe: 18}[c.Op]
	double := cmp && c.Args[0].Type.Elem == ir.F64
	if l.t.k {
		var k mach.Reg
		switch {
		case double:
			k = l.build(spec{op: amd64.VCMPSDK, size: 16, imm: imm}, reg(l.scalar(c.Args[0])), l.src(c.Args[1], 0, 8))
		case cmp:
			k = l.build(spec{op: amd64.VCMPSSK, size: 16, imm: imm}, reg(l.scalar(c.Args[0])), l.src(c.Args[1], 0, 4))
		default:
			k = l.ins(amd64.KMOVWKR, 0, l.boolReg(c))
		}
		op := amd64.VBLENDMPS
		if e == ir.F64 {
			op = amd64.VBLENDMPD
		}
		return l.build(spec{op: op, size: 16, mask: k}, reg(b), reg(a))
	}
	var m mach.Reg
	switch {
	case double && e == ir.F64:
		m = l.build(spec{op: amd64.VCMPSD, size: 16, imm: imm}, reg(l.scalar(c.Args[0])), l.src(c.Args[1], 0, 8))
	case cmp && !double && e == ir.F32:
		m = l.build(spec{op: amd64.VCMPSS, size: 16, imm: imm}, reg(l.scalar(c.Args[0])), l.src(c.Args[1], 0, 4))
	default:
		m = l.ins(amd64.VMOVQ, 16, l.ins(amd64.NEG, 8, l.ins(amd64.MOVZXB, 4, l.boolReg(c))))
	}
	op := amd64.VBLENDVPS
	if e == ir.F64 {
		op = amd64.VBLENDVPD
	}
	return l.ins(op, 16, b, a, m)
}

// boolReg is a bool in a register, even where it is not kept in one.
func (l *lowerer) boolReg(v *ir.Value) mach.Reg {
	if l.reps[v.ID].state != repDone && v.Uses > 1 && v.Op.IsCompare() {
		r, _ := boolValue(l, v)
		return r.parts[0]
	}
	return l.scalar(v)
}

// divide lowers integer division. Constants multiply instead (see divide.go); vectors go through floats.
func divide(l *lowerer, v *ir.Value) (rep, bool) {
	if v.Args[1].IsConst() && v.Args[1].AuxInt != 0 {
		if x := l.divideByConst(v); x != nil {
			return l.rep(x), true
		}
	}
	if v.Type.IsVector() {
		return l.divideVector(v), true
	}
	signed := v.Op == ir.OpDivS || v.Op == ir.OpRemS
	rem := v.Op == ir.OpRemS || v.Op == ir.OpRemU
	a, d := l.scalar(l.extended(v.Args[0], signed)), l.scalar(l.extended(v.Args[1], signed))
	size := max(4, v.Type.Elem.Size())
	guard := signed && v.Type.Elem.Size() >= 4 // MinInt / -1 traps; narrower types cannot reach it
	d0 := d
	if guard {
		one := l.gpConst(1)
		l.effect(spec{op: amd64.CMPI, size: size, imm: -1}, reg(d))
		d = l.build(spec{op: amd64.CMOVCC, size: size, cc: amd64.CCE}, reg(d), reg(one))
	}
	q, r := l.div(signed, size, a, d)
	if rem {
		return l.one(r), true
	}
	if guard { // a / -1 is -a
		neg := l.ins(amd64.NEG, size, a)
		l.effect(spec{op: amd64.CMPI, size: size, imm: -1}, reg(d0))
		q = l.build(spec{op: amd64.CMOVCC, size: size, cc: amd64.CCE}, reg(q), reg(neg))
	}
	return l.one(q), true
}

// div emits DIV or IDIV, whose operands and results are RDX and RAX.
func (l *lowerer) div(signed bool, size int, a, d mach.Reg) (q, r mach.Reg) {
	op := amd64.DIV
	high := l.gpConst(0)
	if signed {
		op = amd64.IDIV
		ext := amd64.CDQ
		if size == 8 {
			ext = amd64.CQO
		}
		high = l.ins(ext, 0, a)
	}
	r, q = l.m.NewVReg(mach.GP, 8), l.m.NewVReg(mach.GP, 8)
	in := mach.Inst{Op: uint16(op), Size: uint8(size), N: 3, MemPos: -1, Tied: high, Tied2: a, Pos: int32(l.pos)}
	in.Regs[0], in.Regs[1], in.Regs[2] = r, q, d
	l.b.Insts = append(l.b.Insts, in)
	return q, r
}

// mulHi lowers the high half of 64-bit products; narrower ones are expanded.
func mulHi(l *lowerer, v *ir.Value) (rep, bool) {
	if v.Type != ir.TI64 {
		return rep{}, false
	}
	a, b := l.scalar(v.Args[0]), l.scalar(v.Args[1])
	if v.Op == ir.OpMulHiU {
		hi, lo := l.m.NewVReg(mach.GP, 8), l.m.NewVReg(mach.GP, 8)
		in := mach.Inst{Op: uint16(amd64.MULX), Size: 8, N: 4, MemPos: -1, Pos: int32(l.pos)}
		in.Regs[0], in.Regs[1], in.Regs[2], in.Regs[3] = hi, lo, a, b
		l.b.Insts = append(l.b.Insts, in)
		return l.one(hi), true
	}
	hi, lo := l.m.NewVReg(mach.GP, 8), l.m.NewVReg(mach.GP, 8)
	in := mach.Inst{Op: uint16(amd64.IMULX), Size: 8, N: 3, MemPos: -1, Tied2: a, Pos: int32(l.pos)}
	in.Regs[0], in.Regs[1], in.Regs[2] = hi, lo, b
	l.b.Insts = append(l.b.Insts, in)
	return l.one(hi), true
}

// sumAbsDiff lowers SumAbsDiff, whose arguments have different types and hence no rule over parts.
func sumAbsDiff(l *lowerer, v *ir.Value) (rep, bool) {
	acc := l.rep(v.Args[0])
	_, bytes := l.t.layout(v.Type, 8)
	out := rep{parts: l.newParts(len(acc.parts))}
	for i := range out.parts {
		a := l.part(v.Args[1], i)
		d := l.build(spec{op: amd64.VPSADBW, size: bytes}, reg(a), l.src(v.Args[2], i, bytes))
		out.parts[i] = l.ins(amd64.VPADDQ, bytes, d, acc.parts[i])
	}
	return out, true
}
