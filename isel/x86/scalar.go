package x86

import (
	"math/bits"
	"slices"

	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// shift lowers shifts of scalars. The processor takes the count modulo 32 or 64; Go does not.
func (l selector) shift(v *ir.Value) (lower.Rep, bool) {
	if v.Type.IsVector() {
		return lower.Rep{}, false
	}
	a, c := v.Args[0], v.Args[1]
	w := int64(v.Type.Elem.Bits())
	size := max(4, v.Type.Elem.Size())
	if v.Op != ir.OpShl {
		a = l.Extended(a, v.Op == ir.OpShrS)
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
			return l.One(l.insI(imm, size, int64(n), l.Scalar(a))), true
		case v.Op == ir.OpShrS:
			return l.One(l.insI(imm, size, w-1, l.Scalar(a))), true
		}
		return l.One(l.GpConst(0)), true
	}
	ra, rc := l.Scalar(a), l.Scalar(c)
	if lower.Below(c, 8*int64(size)) { // bits shifted beyond a narrow type are not part of its value
		return l.One(l.ins(op, size, ra, rc)), true
	}
	csize := c.Type.Elem.Size()
	if v.Op == ir.OpShrS {
		most := l.GpConst(w - 1)
		l.effect(spec{op: amd64.CMPI, size: csize, imm: w}, lower.Reg(rc))
		rc = l.build(spec{op: amd64.CMOVCC, size: 4, cc: amd64.CCAE}, lower.Reg(rc), lower.Reg(most))
		return l.One(l.ins(op, size, ra, rc)), true
	}
	zero := l.GpConst(0)
	r := l.ins(op, size, ra, rc)
	l.effect(spec{op: amd64.CMPI, size: csize, imm: w}, lower.Reg(rc))
	return l.One(l.build(spec{op: amd64.CMOVCC, size: size, cc: amd64.CCAE}, lower.Reg(r), lower.Reg(zero))), true
}

// selectFloat selects between floats. A float comparison is done in vector registers without going through the
// flags. Selects with the same condition share its mask.
func (l selector) selectFloat(c *ir.Value, e ir.Elem, a, b mach.Reg) mach.Reg {
	m := l.Once(lower.OnceKey{Op: uint16(amd64.VCMPSD), Bytes: e.Size(), Imm: int64(c.ID)},
		func() mach.Reg { return l.floatMask(c, e) })
	double := e == ir.F64
	switch {
	case l.T.K && double:
		return l.build(spec{op: amd64.VBLENDMPD, size: 16, mask: m}, lower.Reg(b), lower.Reg(a))
	case l.T.K:
		return l.build(spec{op: amd64.VBLENDMPS, size: 16, mask: m}, lower.Reg(b), lower.Reg(a))
	case double:
		return l.ins(amd64.VBLENDVPD, 16, b, a, m)
	}
	return l.ins(amd64.VBLENDVPS, 16, b, a, m)
}

// floatMask returns the mask for selecting between floats by c.
func (l selector) floatMask(c *ir.Value, e ir.Elem) mach.Reg {
	cmp := c.Op.IsCompare() && c.Args[0].Type.Elem.IsFloat() && l.Reps[c.ID].State != lower.RepDone
	var imm int64
	switch c.Op {
	case ir.OpNe:
		imm = 4
	case ir.OpLt:
		imm = 17
	case ir.OpLe:
		imm = 18
	}
	double := cmp && c.Args[0].Type.Elem == ir.F64
	switch {
	case l.T.K && double:
		return l.build(spec{op: amd64.VCMPSDK, size: 16, imm: imm}, lower.Reg(l.Scalar(c.Args[0])),
			l.Src(c.Args[1], 0, 8))
	case l.T.K && cmp:
		return l.build(spec{op: amd64.VCMPSSK, size: 16, imm: imm}, lower.Reg(l.Scalar(c.Args[0])),
			l.Src(c.Args[1], 0, 4))
	case l.T.K:
		return l.ins(amd64.KMOVWKR, 0, l.BoolReg(c))
	case double && e == ir.F64:
		return l.build(spec{op: amd64.VCMPSD, size: 16, imm: imm}, lower.Reg(l.Scalar(c.Args[0])),
			l.Src(c.Args[1], 0, 8))
	case cmp && !double && e == ir.F32:
		return l.build(spec{op: amd64.VCMPSS, size: 16, imm: imm}, lower.Reg(l.Scalar(c.Args[0])),
			l.Src(c.Args[1], 0, 4))
	}
	return l.ins(amd64.VMOVQ, 16, l.ins(amd64.NEG, 8, l.ins(amd64.MOVZXB, 4, l.BoolReg(c))))
}

// divInto emits DIV or IDIV, whose operands and results are in RDX and RAX.
func (l selector) divInto(signed bool, size int, a, d mach.Reg) (q, r mach.Reg) {
	op := amd64.DIV
	high := l.GpConst(0)
	if signed {
		op = amd64.IDIV
		ext := amd64.CDQ
		if size == 8 {
			ext = amd64.CQO
		}
		high = l.ins(ext, 0, a)
	}
	r, q = l.M.NewVReg(mach.GP, 8), l.M.NewVReg(mach.GP, 8)
	in := mach.Inst{Op: uint16(op), Size: uint8(size), N: 3, MemPos: -1, Ties: mach.Ties{Tied: high, Tied2: a},
		Pos: int32(l.Pos)}
	in.Regs[0], in.Regs[1], in.Regs[2] = r, q, d
	l.B.Insts = append(l.B.Insts, in)
	return q, r
}

// steps is a sequence that multiplies by a constant in two cycles, where the multiplier takes three. Hashes and
// conversions of digits are chains of such products.
type steps struct {
	first, second int64 // factors by LEA: 1, 3, 5 or 9; first is 0 if there are no steps
	shift         int64 // left shift after those
	more          int64 // multiple of the argument added to the shifted value: 1, -1 or 0
}

// stepsOf finds steps for a constant that is a product of two of the factors 3, 5, 9 and powers of two, or a
// power of two plus or minus 1.
func stepsOf(n int64) steps {
	if n < 3 {
		return steps{}
	}
	for _, f := range [...]int64{9, 5, 3} {
		if n%f != 0 {
			continue
		}
		switch rest := n / f; {
		case rest == 3 || rest == 5 || rest == 9:
			return steps{first: f, second: rest}
		case rest&(rest-1) == 0:
			return steps{first: f, second: 1, shift: log2(rest)}
		}
	}
	switch {
	case (n-1)&(n-2) == 0:
		return steps{first: 1, second: 1, shift: log2(n - 1), more: 1}
	case (n+1)&n == 0 && n+1 > 0:
		return steps{first: 1, second: 1, shift: log2(n + 1), more: -1}
	}
	return steps{}
}

func log2(power int64) int64 { return int64(bits.TrailingZeros64(uint64(power))) }

// multiply lowers scalar products with constants by steps. It also lowers products whose halves are both used,
// with one instruction.
func (l selector) multiply(v *ir.Value) (lower.Rep, bool) {
	if v.Type.IsVector() || v.Type.Elem.IsFloat() {
		return lower.Rep{}, false
	}
	if v.Type == ir.TI64 {
		if high := l.OtherHalf(v, ir.OpMulHiU); high != nil {
			hi, lo := l.widening(v)
			l.Reps[high.ID] = l.One(hi)
			return l.One(lo), true
		}
	}
	if !v.Args[1].IsConst() {
		return lower.Rep{}, false
	}
	s, size := stepsOf(v.Args[1].Int()), max(4, v.Type.Elem.Size())
	if s.first == 0 {
		return lower.Rep{}, false
	}
	a := l.Scalar(v.Args[0])
	r := a
	for _, f := range [...]int64{s.first, s.second} {
		if f > 1 {
			r = l.insM(amd64.LEA, size, mach.Mem{Base: r, Index: r, Scale: uint8(f - 1)})
		}
	}
	if s.shift > 0 {
		r = l.insI(amd64.SHLI, size, s.shift, r)
	}
	switch s.more {
	case 1:
		r = l.ins(amd64.ADD, size, r, a)
	case -1:
		r = l.ins(amd64.SUB, size, r, a)
	}
	return l.One(r), true
}

// mulHi lowers the high half of 64-bit products. Narrower ones are expanded.
func (l selector) mulHi(v *ir.Value) (lower.Rep, bool) {
	if v.Type != ir.TI64 {
		return lower.Rep{}, false
	}
	if v.Op == ir.OpMulHiU {
		low := l.OtherHalf(v, ir.OpMul)
		hi, lo := l.widening(v)
		if low != nil {
			l.Reps[low.ID] = l.One(lo)
		}
		return l.One(hi), true
	}
	a, b := l.Scalar(v.Args[0]), l.Scalar(v.Args[1])
	hi, lo := l.M.NewVReg(mach.GP, 8), l.M.NewVReg(mach.GP, 8)
	in := mach.Inst{Op: uint16(amd64.IMULX), Size: 8, N: 3, MemPos: -1, Ties: mach.Ties{Tied2: a}, Pos: int32(l.Pos)}
	in.Regs[0], in.Regs[1], in.Regs[2] = hi, lo, b
	l.B.Insts = append(l.B.Insts, in)
	return l.One(hi), true
}

// widening multiplies the arguments of v to 128 bits.
func (l selector) widening(v *ir.Value) (hi, lo mach.Reg) {
	a, b := l.Scalar(v.Args[0]), l.Scalar(v.Args[1])
	hi, lo = l.M.NewVReg(mach.GP, 8), l.M.NewVReg(mach.GP, 8)
	in := mach.Inst{Op: uint16(amd64.MULX), Size: 8, N: 4, MemPos: -1, Pos: int32(l.Pos)}
	in.Regs[0], in.Regs[1], in.Regs[2], in.Regs[3] = hi, lo, a, b
	l.B.Insts = append(l.B.Insts, in)
	return hi, lo
}

// addCarry lowers x + carry. The carry comes from a sum that is compared with one of its terms, or from any
// unsigned comparison x < y.
func (l selector) addCarry(v *ir.Value) (lower.Rep, bool) {
	x, less := l.Counted(v)
	if less == nil || !inCarry(less) {
		return lower.Rep{}, false
	}
	r := l.Scalar(x) // first: making it may change the flags
	if !l.justAdded(less) {
		l.cond(less)
	}
	return l.One(l.insI(amd64.ADCI, max(4, v.Type.Elem.Size()), 0, r)), true
}

// justAdded reports whether the flags are still those of the sum s in s < a, where a is a term of s, so that they
// hold its carry.
func (l selector) justAdded(less *ir.Value) bool {
	sum := less.Args[0]
	if sum.Op != ir.OpAdd || !slices.Contains(sum.Args, less.Args[1]) || l.Reps[sum.ID].State != lower.RepDone {
		return false
	}
	for i := range slices.Backward(l.B.Insts) {
		in := &l.B.Insts[i]
		if mach.DescOf(l.T.Arch, in).Flags&mach.WritesFlags != 0 {
			return in.Op == uint16(amd64.ADD) && in.Pseudo == mach.NotPseudo &&
				int(in.Size) == sum.Type.Elem.Size() && in.Regs[0] == l.Reps[sum.ID].Parts[0]
		}
	}
	return false
}

// inCarry reports whether the comparison v leaves its result in the carry flag.
func inCarry(v *ir.Value) bool { return v.Op == ir.OpLtU && !v.Args[0].IsConst() }

// sumAbsDiff lowers SumAbsDiff. Its arguments have different types, so rules, which work on parts, cannot match
// it.
func (l selector) sumAbsDiff(v *ir.Value) (lower.Rep, bool) {
	n, bytes := l.T.Layout(v.Type, 8)
	out := lower.Rep{Parts: l.NewParts(n)}
	zero := v.Args[0].IsConstInt(0)
	var acc lower.Rep
	if !zero {
		acc = l.Rep(v.Args[0])
	}
	for i := range out.Parts {
		a := l.Part(v.Args[1], i)
		d := l.build(spec{op: amd64.VPSADBW, size: bytes}, lower.Reg(a), l.Src(v.Args[2], i, bytes))
		if out.Parts[i] = d; !zero {
			out.Parts[i] = l.ins(amd64.VPADDQ, bytes, d, acc.Parts[i])
		}
	}
	return out, true
}

// SelectScalar selects between scalars.
func (l selector) SelectScalar(v *ir.Value) mach.Reg {
	// Lower the operands first: making them may change the flags.
	a, b, t := l.Scalar(v.Args[1]), l.Scalar(v.Args[2]), v.Type
	if t.Elem.IsFloat() {
		return l.selectFloat(v.Args[0], t.Elem, a, b)
	}
	cc := l.cond(v.Args[0])
	if v.Args[2].IsConst() && v.Args[1].Uses <= 1 { // the constant may be needed again, in the next iteration
		a, b, cc = b, a, cc.Negate()
	}
	return l.build(spec{op: amd64.CMOVCC, size: max(4, t.Elem.Size()), cc: cc}, lower.Reg(b), lower.Reg(a))
}

// Divide divides scalars.
func (l selector) Divide(v *ir.Value) mach.Reg {
	signed := v.Op == ir.OpDivS || v.Op == ir.OpRemS
	rem := v.Op == ir.OpRemS || v.Op == ir.OpRemU
	a, d := l.Scalar(l.Extended(v.Args[0], signed)), l.Scalar(l.Extended(v.Args[1], signed))
	size := max(4, v.Type.Elem.Size())
	guard := signed && v.Type.Elem.Size() >= 4 // MinInt / -1 traps; narrower types cannot reach it
	d0 := d
	if guard {
		one := l.GpConst(1)
		l.effect(spec{op: amd64.CMPI, size: size, imm: -1}, lower.Reg(d))
		d = l.build(spec{op: amd64.CMOVCC, size: size, cc: amd64.CCE}, lower.Reg(d), lower.Reg(one))
	}
	q, r := l.divInto(signed, size, a, d)
	if rem {
		return r
	}
	if guard { // a / -1 is -a
		neg := l.ins(amd64.NEG, size, a)
		l.effect(spec{op: amd64.CMPI, size: size, imm: -1}, lower.Reg(d0))
		q = l.build(spec{op: amd64.CMOVCC, size: size, cc: amd64.CCE}, lower.Reg(q), lower.Reg(neg))
	}
	return q
}

// handlers holds the shared handlers and those of x86.
var handlers reuse.Once[*lower.HandlerTable]

func newHandlers() *lower.HandlerTable { // a function, because a literal would be an initialization cycle
	h := &lower.HandlerTable{}
	h.Shared()
	on := func(f func(l selector, v *ir.Value) (lower.Rep, bool), ops ...ir.Op) {
		for _, op := range ops {
			h[op] = func(l *lower.Lowerer, v *ir.Value) (lower.Rep, bool) { return f(selector{l}, v) }
		}
	}
	on(selector.extract, ir.OpExtract)
	on(selector.insert, ir.OpInsert)
	on(selector.laneMask, ir.OpLaneMask)
	on(selector.permuted, ir.OpPermute)
	on(selector.lookup, ir.OpLookup)
	on(selector.compress, ir.OpCompress, ir.OpExpand)
	on(selector.countTrue, ir.OpCountTrue)
	on(selector.firstTrue, ir.OpFirstTrue)
	on(selector.bitsOfMask, ir.OpMaskBits)
	on(selector.maskOfBits, ir.OpBitsMask)
	on(selector.bitcast, ir.OpBitcast)
	on(selector.sumAbsDiff, ir.OpSumAbsDiff)
	for op := ir.OpSExt; op <= ir.OpFTrunc; op++ {
		on(selector.convert, op)
	}
	on(selector.shift, ir.OpShl, ir.OpShrS, ir.OpShrU)
	on(selector.multiply, ir.OpMul)
	on(selector.addCarry, ir.OpAdd)
	on(selector.mulHi, ir.OpMulHiS, ir.OpMulHiU)
	on(selector.quotient, ir.OpDiv)
	on(selector.root, ir.OpSqrt)
	return h
}

// Handlers returns the shared handlers and those of this architecture.
func (a *ISA) Handlers() *lower.HandlerTable { return handlers.Get(newHandlers) }
