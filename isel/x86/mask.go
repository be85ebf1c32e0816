package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Mask register instructions by width: 8, 16, 32, 64 bits.
var (
	kand    = [4]amd64.Op{amd64.KANDB, amd64.KANDW, amd64.KANDD, amd64.KANDQ}
	kandn   = [4]amd64.Op{amd64.KANDNB, amd64.KANDNW, amd64.KANDND, amd64.KANDNQ}
	kor     = [4]amd64.Op{amd64.KORB, amd64.KORW, amd64.KORD, amd64.KORQ}
	kxor    = [4]amd64.Op{amd64.KXORB, amd64.KXORW, amd64.KXORD, amd64.KXORQ}
	knot    = [4]amd64.Op{amd64.KNOTB, amd64.KNOTW, amd64.KNOTD, amd64.KNOTQ}
	kortest = [4]amd64.Op{amd64.KORTESTB, amd64.KORTESTW, amd64.KORTESTD, amd64.KORTESTQ}
	kshiftr = [4]amd64.Op{amd64.KSHIFTRB, amd64.KSHIFTRW, amd64.KSHIFTRD, amd64.KSHIFTRQ}
	kunpck  = [3]amd64.Op{amd64.KUNPCKBW, amd64.KUNPCKWD, amd64.KUNPCKDQ}
)

// kindex returns the index of the smallest mask width that holds the given number of lanes.
func kindex(lanes int) int {
	switch {
	case lanes <= 8:
		return 0
	case lanes <= 16:
		return 1
	case lanes <= 32:
		return 2
	}
	return 3
}

// ExactMask is MaskPart with the bits beyond the lanes cleared, for instructions that would act on them. Only
// vectors shorter than a register need this: an instruction of the vector's own length reads only its own lanes.
func (l selector) ExactMask(v *ir.Value, esize, i int) mach.Reg {
	k := l.MaskPart(v, esize, i)
	if total := int(v.Type.Lanes) * esize; total < 16 {
		if !l.T.K {
			return l.clearAbove(k, total)
		}
		if esize == 1 && v.Type.Lanes == 8 { // an instruction on bytes reads 16 lanes
			k = l.insI(amd64.KSHIFTLW, 0, 8, k)
			return l.insI(amd64.KSHIFTRW, 0, 8, k)
		}
		return l.exactK(k, int(v.Type.Lanes))
	}
	return k
}

// exactK clears the bits from lanes upwards in the low eight bits of a mask register.
func (l selector) exactK(k mach.Reg, lanes int) mach.Reg {
	if lanes >= 8 {
		return k
	}
	k = l.insI(amd64.KSHIFTLB, 0, int64(8-lanes), k)
	return l.insI(amd64.KSHIFTRB, 0, int64(8-lanes), k)
}

// clearAbove clears the bytes of an xmm register from n upwards.
func (l selector) clearAbove(r mach.Reg, n int) mach.Reg {
	if n == 8 {
		return l.ins(amd64.VMOVQX, 16, r)
	}
	b := make([]byte, 16)
	for i := range n {
		b[i] = 0xff
	}
	return l.ins(amd64.VANDPS, 16, r, l.VecConst(b))
}

// MaskLogic combines two mask parts, in mask registers at a width of at least the number of lanes, or as vectors.
func (l selector) MaskLogic(op ir.Op, bytes, es int, a, b mach.Reg) mach.Reg {
	if op == ir.OpAndNot { // the instructions negate their first source
		a, b = b, a
	}
	vec, k := amd64.VANDPS, &kand
	switch op {
	case ir.OpOr:
		vec, k = amd64.VORPS, &kor
	case ir.OpXor:
		vec, k = amd64.VXORPS, &kxor
	case ir.OpAndNot:
		vec, k = amd64.VANDNPS, &kandn
	}
	if !l.T.K {
		return l.ins(vec, bytes, a, b)
	}
	return l.ins(k[kindex(bytes/es)], 0, a, b)
}

// maskBits gathers all lanes of a mask into a general register, with lane 0 in the lowest bit and zeros above.
func (l selector) maskBits(v *ir.Value) mach.Reg {
	lanes := int(v.Type.Lanes)
	if v.Op == ir.OpConst {
		n := int64(0)
		if lower.AllTrue(v) {
			n = int64(uint64(1)<<lanes - 1)
		}
		return l.GpConst(n)
	}
	if word, ok := l.WordOfBits(v); ok {
		return word
	}
	negative := l.negative(v)
	es := 0
	switch {
	case negative != nil:
		es = negative.Type.Elem.Size()
	case !l.T.K && lanes >= 32: // packed to bytes, two instructions yield the bits that otherwise move in eight parts
		es = 1
	default:
		es = int(l.Rep(v).Esize)
	}
	n, bytes := l.T.Layout(v.Type, es)
	per := lanes / n
	var all mach.Reg
	for i := range n {
		var p, r mach.Reg
		if negative != nil {
			p = l.Rep(negative).Parts[i]
		} else {
			p = l.MaskPart(v, es, i)
		}
		if l.T.K {
			r = l.kbits(p, per)
		} else {
			r = l.moveMask(p, bytes, es, per)
		}
		if i > 0 {
			r = l.insI(amd64.SHLI, 8, int64(i*per), r)
			r = l.ins(amd64.OR, 8, all, r)
		}
		all = r
	}
	return all
}

// negative returns the vector whose sign bits are the mask v, if only the bits of v are needed. They are then
// collected from that vector directly.
func (l selector) negative(v *ir.Value) *ir.Value {
	if l.T.K || !v.Op.IsCompare() || !v.Args[0].Type.Elem.IsInt() || !l.IsDeferred(v) {
		return nil
	}
	a, b := v.Args[0], v.Args[1]
	lowest := int64(-1) << (8*a.Type.Elem.Size() - 1)
	switch {
	case v.Op == ir.OpLtS && b.IsConstInt(0):
		return a
	case v.Op == ir.OpLeU && a.IsConstInt(lowest), v.Op == ir.OpLtU && a.IsConstInt(^lowest):
		return b
	}
	return nil
}

// kbits moves a mask register with the given number of lanes to a general register.
func (l selector) kbits(k mach.Reg, lanes int) mach.Reg {
	op := [4]amd64.Op{amd64.KMOVBRK, amd64.KMOVWRK, amd64.KMOVDRK, amd64.KMOVQRK}[kindex(lanes)]
	r := l.ins(op, 0, k)
	if lanes < 8 {
		r = l.insI(amd64.ANDI, 4, 1<<lanes-1, r)
	}
	return r
}

// moveMask collects the sign bits of a vector's lanes.
func (l selector) moveMask(p mach.Reg, bytes, es, lanes int) mach.Reg {
	var r mach.Reg
	have := bytes / es
	switch es {
	case 1:
		r = l.ins(amd64.VPMOVMSKB, bytes, p)
	case 2: // VPMOVMSKB would yield two bits per lane: pack to bytes first
		hi := p
		if bytes == 32 {
			hi = l.insI(amd64.VEXTRACTI128, 32, 1, p)
		}
		r = l.ins(amd64.VPMOVMSKB, 16, l.ins(amd64.VPACKSSWB, 16, p, hi))
		have = 16
	case 4:
		r = l.ins(amd64.VMOVMSKPS, bytes, p)
	default:
		r = l.ins(amd64.VMOVMSKPD, bytes, p)
	}
	if lanes < have {
		r = l.insI(amd64.ANDI, 4, 1<<lanes-1, r)
	}
	return r
}

// maskOfBits makes a mask from the low bits of an integer.
func (l selector) maskOfBits(v *ir.Value) (lower.Rep, bool) {
	es := l.MaskSize(v)
	if l.T.K {
		return l.fromBits(v.Type, l.Scalar(v.Args[0]), es), true
	}
	eq := byBytes(es, amd64.VPCMPEQB, amd64.VPCMPEQW, amd64.VPCMPEQD, amd64.VPCMPEQQ)
	_, bytes := l.T.Layout(v.Type, es)
	return l.OfBits(v, es, func(x, own mach.Reg) mach.Reg {
		return l.ins(eq, bytes, l.ins(amd64.VANDPS, bytes, x, own), own)
	}), true
}

// fromBits moves the low bits of a general register to mask registers.
func (l selector) fromBits(t ir.Type, bits mach.Reg, es int) lower.Rep {
	n, _ := l.T.Layout(t, es)
	per := int(t.Lanes) / n
	out := lower.Rep{Parts: l.NewParts(n), Esize: uint8(es)}
	for i := range out.Parts {
		b := bits
		if i > 0 {
			b = l.insI(amd64.SHRI, 8, int64(i*per), bits)
		}
		out.Parts[i] = l.ins(amd64.KMOVQKR, 0, b)
	}
	return out
}

// laneMask lowers LaneMask: n = clamp(b - a, 0, lanes), lane i is i < n.
func (l selector) laneMask(v *ir.Value) (lower.Rep, bool) {
	t := v.Type
	es := l.MaskSize(v)
	lanes := int64(t.Lanes)
	var d mach.Reg
	if v.Args[0].IsConstInt(0) && lower.UpTo(v.Args[1], lanes) {
		d = l.Scalar(v.Args[1])
	} else {
		d = l.activeLanes(l.Scalar(v.Args[0]), l.Scalar(v.Args[1]), lanes)
	}
	if l.T.K {
		bits := l.ins(amd64.BZHI, 8, l.GpConst(-1), d)
		return l.fromBits(t, bits, es), true
	}
	n, bytes := l.T.Layout(t, es)
	out := lower.Rep{Parts: l.NewParts(n), Esize: uint8(es)}
	bc := byBytes(es, amd64.VPBROADCASTB, amd64.VPBROADCASTW, amd64.VPBROADCASTD, amd64.VPBROADCASTQ)
	gt := byBytes(es, amd64.VPCMPGTB, amd64.VPCMPGTW, amd64.VPCMPGTD, amd64.VPCMPGTQ)
	x := l.ins(bc, bytes, l.ins(amd64.VMOVQ, 16, d))
	per := bytes / es
	for i := range out.Parts {
		iota := make([]byte, bytes)
		for j := range per {
			copy(iota[j*es:], lower.SplatBytes(ir.IntElem(es), uint64(i*per+j), es))
		}
		out.Parts[i] = l.ins(gt, bytes, x, l.VecConst(iota))
	}
	return out, true
}

// activeLanes returns clamp(b - a, 0, lanes) for signed a and b.
func (l selector) activeLanes(a, b mach.Reg, lanes int64) mach.Reg {
	// The difference of signed numbers with a < b is correct as an unsigned number even if it overflows.
	zero := l.GpConst(0)
	d := l.ins(amd64.SUB, 8, b, a)
	l.effect(spec{op: amd64.CMP, size: 8}, lower.Reg(a), lower.Reg(b))
	d = l.build(spec{op: amd64.CMOVCC, size: 8, cc: amd64.CCGE}, lower.Reg(d), lower.Reg(zero))
	most := l.GpConst(lanes)
	l.effect(spec{op: amd64.CMP, size: 8}, lower.Reg(d), lower.Reg(most))
	return l.build(spec{op: amd64.CMOVCC, size: 8, cc: amd64.CCA}, lower.Reg(d), lower.Reg(most))
}

// countTrue counts the bits of a mask.
func (l selector) countTrue(v *ir.Value) (lower.Rep, bool) {
	return l.One(l.ins(amd64.POPCNT, 8, l.maskBits(v.Args[0]))), true
}

// bitsOfMask gathers the lanes of a mask into an integer.
func (l selector) bitsOfMask(v *ir.Value) (lower.Rep, bool) {
	return l.One(l.maskBits(v.Args[0])), true
}

// firstTrue counts the zeros below the lowest set bit.
func (l selector) firstTrue(v *ir.Value) (lower.Rep, bool) {
	bits := l.maskBits(v.Args[0])
	if n := v.Args[0].Type.Lanes; n < 64 { // a bit after the last lane bounds the search
		bits = l.ins(amd64.OR, 8, bits, l.GpConst(1<<n))
	}
	return l.One(l.ins(amd64.TZCNT, 8, bits)), true
}

// testMask sets the flags for a mask and returns the condition that any, or all, of its lanes are true.
func (l selector) testMask(m *ir.Value, all bool) amd64.CC {
	lanes := int(m.Type.Lanes)
	if !all && l.testVector(m) {
		return amd64.CCNE
	}
	if m.Op != ir.OpConst && m.Op != ir.OpBitsMask && lanes >= 8 && l.T.K {
		es := int(l.Rep(m).Esize)
		n, bytes := l.T.Layout(m.Type, es)
		k := l.MaskPart(m, es, 0)
		op := ir.OpOr
		if all {
			op = ir.OpAnd
		}
		for i := 1; i < n; i++ {
			k = l.MaskLogic(op, bytes, es, k, l.MaskPart(m, es, i))
		}
		l.effect(spec{op: kortest[kindex(lanes/n)]}, lower.Reg(k), lower.Reg(k))
		if all {
			return amd64.CCB
		}
		return amd64.CCNE
	}
	bits := l.maskBits(m)
	if !all {
		l.effect(spec{op: amd64.TEST, size: 8}, lower.Reg(bits), lower.Reg(bits))
		return amd64.CCNE
	}
	if lanes < 32 {
		l.effect(spec{op: amd64.CMPI, size: 4, imm: 1<<lanes - 1}, lower.Reg(bits))
	} else {
		l.effect(spec{op: amd64.CMP, size: 8}, lower.Reg(bits), lower.Reg(l.GpConst(int64(uint64(1)<<lanes-1))))
	}
	return amd64.CCE
}

// testVector sets the flags to whether some lane of a single-register vector is nonzero, which is all that testMask
// wants to know.
//
// It returns false if m has another form, or other uses.
func (l selector) testVector(m *ir.Value) bool {
	if l.T.K || m.Op != ir.OpNe || !m.Args[1].IsConstInt(0) || !m.Args[0].Type.Elem.IsInt() || !l.IsDeferred(m) {
		return false
	}
	a, size := m.Args[0], m.Args[0].Type.Size()
	if size < 16 || size > l.T.Bytes {
		return false
	}
	b := a
	if a.Op == ir.OpAnd && l.IsDeferred(a) {
		a, b = a.Args[0], a.Args[1]
	}
	l.effect(spec{op: amd64.VPTEST, size: size}, lower.Reg(l.Part(a, 0)), lower.Reg(l.Part(b, 0)))
	return true
}

// MaskResize returns part i of a mask that is in registers old, as if it were in n registers of want lanes each.
func (l selector) MaskResize(old []mach.Reg, lanes, n, want, i int) mach.Reg {
	if n == len(old) {
		return old[i]
	}
	have := lanes / len(old) // lanes per part
	if want < have {
		k := old[i*want/have]
		if sh := i * want % have; sh > 0 {
			k = l.insI(kshiftr[kindex(have)], 0, int64(sh), k)
		}
		return k
	}
	parts := append([]mach.Reg(nil), old[i*want/have:(i+1)*want/have]...)
	for n := have; n < want; n *= 2 {
		for j := range parts[:len(parts)/2] {
			parts[j] = l.ins(kunpck[kindex(n)], 0, parts[2*j+1], parts[2*j])
		}
		parts = parts[:len(parts)/2]
	}
	return parts[0]
}

// MaskNot inverts a part of a mask. Vectors have no such instruction; all inversions share one constant of ones.
func (l selector) MaskNot(bytes, es int, a mach.Reg) mach.Reg {
	if l.T.K {
		return l.ins(knot[kindex(bytes/es)], 0, a)
	}
	return l.ins(amd64.VXORPS, bytes, a, l.VecConst(lower.RepeatBytes([]byte{0xff}, bytes)))
}
