package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Masks are vectors of ones and zeros.

// MaskLogic combines two mask parts.
func (l selector) MaskLogic(op ir.Op, _, _ int, a, b mach.Reg) mach.Reg {
	switch op {
	case ir.OpAnd:
		return l.ins(arm64.VAND, 16, a, b)
	case ir.OpOr:
		return l.ins(arm64.VORR, 16, a, b)
	case ir.OpXor:
		return l.ins(arm64.VEOR, 16, a, b)
	}
	return l.ins(arm64.VBIC, 16, a, b)
}

func (l selector) MaskNot(_, _ int, a mach.Reg) mach.Reg { return l.ins(arm64.VNOT, 16, a) }

// MaskResize is unreachable: there are no mask registers.
func (l selector) MaskResize([]mach.Reg, int, int, int, int) mach.Reg {
	l.F.Fatalf("isel: arm64 has no mask registers")
	return mach.NoReg
}

// ExactMask is MaskPart with zeros beyond the lanes.
func (l selector) ExactMask(v *ir.Value, esize, i int) mach.Reg {
	k := l.MaskPart(v, esize, i)
	total := int(v.Type.Lanes) * esize
	if total >= 16 {
		return k
	}
	b := make([]byte, 16)
	for i := range total {
		b[i] = 0xff
	}
	return l.ins(arm64.VAND, 16, k, l.VecConst(b))
}

// AsVector returns a mask as a vector of integers of es bytes. AsMask is the inverse.
func (l selector) AsVector(m *ir.Value, es int) *ir.Value {
	n, _ := l.T.Layout(m.Type, es)
	parts := make([]mach.Reg, n)
	for i := range parts {
		parts[i] = l.MaskPart(m, es, i)
	}
	return l.Wrap(m.Type.WithElem(ir.IntElem(es)), parts...)
}

func (l selector) AsMask(v *ir.Value) lower.Rep {
	return lower.Rep{Parts: l.Rep(v).Parts, Esize: uint8(v.Type.Elem.Size())}
}

// SpreadBool copies a bool to all bits of a general register.
func (l selector) SpreadBool(r mach.Reg) mach.Reg {
	return l.insI(arm64.SBFX, 8, arm64.Pair(0, 1), r)
}

// SplatMask returns a mask with all lanes equal to a bool that SpreadBool made.
func (l selector) SplatMask(ones mach.Reg, _ int) mach.Reg { return l.ins(arm64.VDUPDR, 16, ones) }

// maskWord returns a general register of size bytes that is nonzero if any lane is true. If all is set, all its
// bits are set if all lanes are true. Shifting pairs of bytes right by four and keeping one byte of each leaves
// four bits of either byte.
func (l selector) maskWord(m *ir.Value, all bool) (r mach.Reg, size int) {
	if word, ok := l.WordOfBits(m); ok && !all {
		return word, 8
	}
	es := l.MaskSize(m)
	if m.Op != ir.OpConst {
		es = int(l.Rep(m).Esize)
	}
	n, _ := l.T.Layout(m.Type, es)
	k := l.MaskPart(m, es, 0)
	op := arm64.VORR
	if all {
		op = arm64.VAND
	}
	for i := 1; i < n; i++ {
		k = l.ins(op, 16, k, l.MaskPart(m, es, i))
	}
	switch total := int(m.Type.Lanes) * es; {
	case total >= 16:
		return l.ins(arm64.FMOVRD, 16, l.insI(arm64.VSHRNB, 16, 4, k)), 8
	case total == 8:
		return l.ins(arm64.FMOVRD, 16, k), 8
	case total == 4:
		return l.ins(arm64.FMOVRS, 16, k), 4
	}
	return l.insI(arm64.SMOVH, 4, 0, k), 4
}

// maskBits gathers all lanes of a mask into a general register, with lane 0 in the lowest bit and zeros above.
// Each lane keeps its own bit, and the sum of the lanes combines them.
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
	es := int(l.Rep(v).Esize)
	if lanes >= 32 {
		return l.manyMaskBits(v)
	}
	n, bytes := l.T.Layout(v.Type, es)
	per := min(bytes/es, lanes)
	parts := make([]mach.Reg, n)
	for i := range parts {
		parts[i] = l.MaskPart(v, es, i)
	}
	// Fewer than 32 lanes collect their bits in one vector. In a lane, the bits of successive registers are per
	// bits apart.
	insert := byElem(es, arm64.VSLIB, arm64.VSLIH, arm64.VSLIS, arm64.VSLID)
	for shift := int64(per); len(parts) > 1; shift, parts = 2*shift, parts[:len(parts)/2] {
		for i := range parts[:len(parts)/2] {
			parts[i] = l.insI(insert, 16, shift, parts[2*i], parts[2*i+1])
		}
	}
	weights := make([]byte, 16)
	for j := range per {
		w := uint64(0)
		for i := range n {
			w |= 1 << ((i*per + j) % (8 * es))
		}
		copy(weights[j*es:], lower.SplatBytes(ir.IntElem(es), w, es))
	}
	x := l.ins(arm64.VAND, 16, parts[0], l.VecConst(weights))
	switch es {
	case 1:
		x = l.ins(arm64.VADDPB, 16, x, x)
		x = l.ins(arm64.VADDPB, 16, x, x)
		return l.insI(arm64.UMOVH, 4, 0, l.ins(arm64.VADDPB, 16, x, x))
	case 2:
		return l.ins(arm64.FMOVRS, 16, l.ins(arm64.VADDVH, 16, x))
	case 4:
		return l.ins(arm64.FMOVRS, 16, l.ins(arm64.VADDVS, 16, x))
	}
	return l.ins(arm64.FMOVRD, 16, l.ins(arm64.ADDPD, 16, x))
}

// manyMaskBits is maskBits for 32 or 64 lanes, as bytes: pairwise sums combine the vectors in order.
func (l selector) manyMaskBits(v *ir.Value) mach.Reg {
	n, _ := l.T.Layout(v.Type, 1)
	weights := l.VecConst(lower.SplatBytes(ir.I64, 0x8040201008040201, 16))
	parts := make([]mach.Reg, n)
	for i := range parts {
		parts[i] = l.ins(arm64.VAND, 16, l.MaskPart(v, 1, i), weights)
	}
	for ; len(parts) > 1; parts = parts[:len(parts)/2] {
		for i := range parts[:len(parts)/2] {
			parts[i] = l.ins(arm64.VADDPB, 16, parts[2*i], parts[2*i+1])
		}
	}
	x := l.ins(arm64.VADDPB, 16, parts[0], parts[0])
	if n == 4 {
		return l.ins(arm64.FMOVRD, 16, x)
	}
	return l.ins(arm64.FMOVRS, 16, l.ins(arm64.VADDPB, 16, x, x))
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
	n, bytes := l.T.Layout(t, es)
	out := lower.Rep{Parts: l.NewParts(n), Esize: uint8(es)}
	x := l.splatLane(es, d)
	gt := byElem(es, arm64.VCMGTB, arm64.VCMGTH, arm64.VCMGTS, arm64.VCMGTD)
	per := bytes / es
	for i := range out.Parts {
		iota := make([]byte, bytes)
		for j := range per {
			copy(iota[j*es:], lower.SplatBytes(ir.IntElem(es), uint64(i*per+j), es))
		}
		out.Parts[i] = l.ins(gt, 16, x, l.VecConst(iota))
	}
	return out, true
}

// activeLanes returns clamp(b - a, 0, lanes) for signed a and b.
func (l selector) activeLanes(a, b mach.Reg, lanes int64) mach.Reg {
	// The difference of signed numbers with a < b is correct as an unsigned number even if it overflows.
	zero, most := l.GpConst(0), l.GpConst(lanes)
	d := l.ins(arm64.SUB, 8, b, a)
	l.test(arm64.CMP, 8, 0, a, b)
	d = l.insCC(arm64.CSEL, 8, arm64.LT, d, zero)
	l.test(arm64.CMPI, 8, lanes, d)
	return l.insCC(arm64.CSEL, 8, arm64.LO, d, most)
}

// countTrue adds up the lanes, each of which is -1 or 0.
func (l selector) countTrue(v *ir.Value) (lower.Rep, bool) {
	m := v.Args[0]
	if m.Op == ir.OpConst {
		n := int64(0)
		if lower.AllTrue(m) {
			n = int64(m.Type.Lanes)
		}
		return l.One(l.GpConst(n)), true
	}
	es := int(l.Rep(m).Esize)
	n, _ := l.T.Layout(m.Type, es)
	sum := l.ExactMask(m, es, 0)
	for i := 1; i < n; i++ {
		sum = l.ins(byElem(es, arm64.VADDB, arm64.VADDH, arm64.VADDS, arm64.VADDD), 16, sum, l.MaskPart(m, es, i))
	}
	var r mach.Reg
	switch es { // at most 64 lanes: their sum fits in a byte
	case 1:
		r = l.insI(arm64.SMOVB, 8, 0, l.ins(arm64.VADDVB, 16, sum))
	case 2:
		r = l.insI(arm64.SMOVH, 8, 0, l.ins(arm64.VADDVH, 16, sum))
	case 4:
		r = l.insI(arm64.SMOVS, 8, 0, l.ins(arm64.VADDVS, 16, sum))
	default:
		r = l.ins(arm64.FMOVRD, 16, l.ins(arm64.ADDPD, 16, sum))
	}
	return l.One(l.ins(arm64.NEG, 8, r)), true
}

// bitsOfMask gathers the lanes of a mask into an integer.
func (l selector) bitsOfMask(v *ir.Value) (lower.Rep, bool) {
	return l.One(l.maskBits(v.Args[0])), true
}

// maskOfBits makes a mask from the low bits of an integer.
func (l selector) maskOfBits(v *ir.Value) (lower.Rep, bool) {
	es := l.MaskSize(v)
	test := byElem(es, arm64.VCMTSTB, arm64.VCMTSTH, arm64.VCMTSTS, arm64.VCMTSTD)
	return l.OfBits(v, es, func(x, own mach.Reg) mach.Reg { return l.ins(test, 16, x, own) }), true
}

// firstTrue counts the zeros below the lowest set bit. A 16-byte mask is narrowed to four bits per byte.
func (l selector) firstTrue(v *ir.Value) (lower.Rep, bool) {
	m := v.Args[0]
	lanes := int64(m.Type.Lanes)
	if m.Op != ir.OpConst {
		es := int(l.Rep(m).Esize)
		if n, _ := l.T.Layout(m.Type, es); n == 1 && int(lanes)*es == 16 { // 64 zeros yield the number of lanes
			x := l.ins(arm64.FMOVRD, 16, l.insI(arm64.VSHRNB, 16, 4, l.MaskPart(m, es, 0)))
			z := l.ins(arm64.CLZ, 8, l.ins(arm64.RBIT, 8, x))
			return l.One(l.insI(arm64.LSRI, 8, map[int]int64{1: 2, 2: 3, 4: 4, 8: 5}[es], z)), true
		}
	}
	bits := l.maskBits(m)
	if lanes < 64 { // a bit after the last lane bounds the search
		bits = l.insI(arm64.ORRI, 8, 1<<lanes, bits)
	}
	return l.One(l.ins(arm64.CLZ, 8, l.ins(arm64.RBIT, 8, bits))), true
}
