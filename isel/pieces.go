package isel

import (
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// chunk moves want bytes from byte off of a register to the bottom of one; junk may lie above them. off is a multiple
// of want.
func (l *lowerer) chunk(r mach.Reg, bytes, off, want int) mach.Reg {
	if off == 0 {
		return r
	}
	if want == 32 {
		return l.insI(amd64.VEXTRACTI64X4, 64, 1, r)
	}
	if q := off / 16; q > 0 {
		if l.t.k {
			r = l.insI(amd64.VEXTRACTI32X4, bytes, int64(q), r)
		} else {
			r = l.insI(amd64.VEXTRACTI128, 32, int64(q), r)
		}
	}
	if off %= 16; off > 0 {
		r = l.insI(amd64.VPSRLDQ, 16, int64(off), r)
	}
	return r
}

// lanes is a register with count lanes of v from the first on at its bottom.
func (l *lowerer) lanes(v *ir.Value, first, count int) mach.Reg {
	es := v.Type.Elem.Size()
	_, bytes := l.t.layout(v.Type, es)
	per := bytes / es
	return l.chunk(l.part(v, first/per), bytes, first%per*es, count*es)
}

// join puts two registers of n bytes side by side.
func (l *lowerer) join(lo, hi mach.Reg, n int) mach.Reg {
	switch n {
	case 1:
		return l.ins(amd64.VPUNPCKLBW, 16, lo, hi)
	case 2:
		return l.ins(amd64.VPUNPCKLWD, 16, lo, hi)
	case 4:
		return l.ins(amd64.VPUNPCKLDQ, 16, lo, hi)
	case 8:
		return l.ins(amd64.VPUNPCKLQDQ, 16, lo, hi)
	case 16:
		if l.t.k {
			return l.insI(amd64.VINSERTI32X4, 32, 1, lo, hi)
		}
		return l.insI(amd64.VINSERTI128, 32, 1, lo, hi)
	}
	return l.insI(amd64.VINSERTI64X4, 64, 1, lo, hi)
}

// joinPieces puts registers that hold n bytes each side by side until they fill parts.
func (l *lowerer) joinPieces(p []mach.Reg, n, partBytes, total int) []mach.Reg {
	p = append([]mach.Reg(nil), p...)
	for n < partBytes && n < total {
		for i := range len(p) / 2 {
			p[i] = l.join(p[2*i], p[2*i+1], n)
		}
		p = p[:len(p)/2]
		n *= 2
	}
	return p
}

// joinChunks is joinPieces for the xmm registers of one part.
func (l *lowerer) joinChunks(p []mach.Reg) mach.Reg {
	return l.joinPieces(p, 16, 16*len(p), 16*len(p))[0]
}

// splat lowers Splat; all parts are the same register.
func splat(l *lowerer, v *ir.Value) (rep, bool) {
	t, x := v.Type, v.Args[0]
	if t.IsMask() {
		r := l.ins(amd64.NEG, 8, l.ins(amd64.MOVZXB, 4, l.scalar(x)))
		es := l.maskSize(v)
		n, bytes := l.t.layout(t, es)
		out := rep{parts: l.newParts(n), esize: uint8(es)}
		if l.t.k {
			r = l.ins(amd64.KMOVQKR, 0, r)
		} else {
			r = l.ins(amd64.VPBROADCASTQ, bytes, l.ins(amd64.VMOVQ, 16, r))
		}
		for i := range out.parts {
			out.parts[i] = r
		}
		return out, true
	}
	es := t.Elem.Size()
	n, bytes := l.t.layout(t, es)
	out := rep{parts: l.newParts(n)}
	r := l.broadcast(x, bytes)
	for i := range out.parts {
		out.parts[i] = r
	}
	return out, true
}

// broadcast puts a scalar into all lanes of a register.
func (l *lowerer) broadcast(x *ir.Value, bytes int) mach.Reg {
	es := x.Type.Elem.Size()
	if x.Op == ir.OpConst {
		return l.vecConst(splatBytes(x.Type.Elem, uint64(x.AuxInt), bytes))
	}
	op := map[int]amd64.Op{1: amd64.VPBROADCASTB, 2: amd64.VPBROADCASTW, 4: amd64.VPBROADCASTD, 8: amd64.VPBROADCASTQ}[es]
	if x.Type.Elem.IsFloat() {
		op = amd64.VBROADCASTSS
		if es == 8 {
			op = amd64.VBROADCASTSD
			if bytes == 16 {
				op = amd64.VMOVDDUPL
			}
		}
	}
	if o, ok := l.foldOperand(x, 0, es, 0); ok {
		return l.build(spec{op: op, size: bytes}, o)
	}
	r := l.scalar(x)
	if x.Type.Elem.IsFloat() {
		return l.ins(op, bytes, r)
	}
	if l.t.k {
		gp := map[int]amd64.Op{1: amd64.VPBROADCASTBR, 2: amd64.VPBROADCASTWR, 4: amd64.VPBROADCASTDR, 8: amd64.VPBROADCASTQR}[es]
		return l.ins(gp, bytes, r)
	}
	return l.ins(op, bytes, l.toXmm(r, es))
}

// toXmm moves a general register to the bottom of an xmm register.
func (l *lowerer) toXmm(r mach.Reg, es int) mach.Reg {
	if es == 8 {
		return l.ins(amd64.VMOVQ, 16, r)
	}
	return l.ins(amd64.VMOVD, 16, r)
}

// extract lowers Extract.
func extract(l *lowerer, v *ir.Value) (rep, bool) {
	x, i := v.Args[0], int(v.AuxInt)
	if x.Type.IsMask() {
		r := l.maskBits(x)
		if i > 0 {
			r = l.insI(amd64.SHRI, 8, int64(i), r)
		}
		return l.one(l.insI(amd64.ANDI, 4, 1, r)), true
	}
	return l.one(l.extractLane(x, i)), true
}

// extractLane is a lane as a scalar: integers in a general register, floats in an xmm register.
func (l *lowerer) extractLane(v *ir.Value, i int) mach.Reg {
	es := v.Type.Elem.Size()
	_, bytes := l.t.layout(v.Type, es)
	per := bytes / es
	r := l.chunk(l.part(v, i/per), bytes, i%per*es&^15, 16)
	j := i % per % (16 / es)
	if v.Type.Elem.IsFloat() {
		switch {
		case j == 0:
			return r
		case es == 4:
			return l.insI(amd64.VPERMILPSI, 16, int64(j), r)
		}
		return l.insI(amd64.VPERMILPDI, 16, 1, r)
	}
	switch {
	case j == 0 && es == 8:
		return l.ins(amd64.VMOVQR, 16, r)
	case j == 0:
		return l.ins(amd64.VMOVDR, 16, r)
	}
	return l.insI(pextr[es], 16, int64(j), r)
}

// insert lowers Insert.
func insert(l *lowerer, v *ir.Value) (rep, bool) {
	x, s, i := v.Args[0], v.Args[1], int(v.AuxInt)
	t := v.Type
	if t.IsMask() {
		return l.throughVector(v, l.maskSize(x)), true
	}
	es := t.Elem.Size()
	_, bytes := l.t.layout(t, es)
	per := bytes / es
	old := l.rep(x)
	out := rep{parts: l.newParts(len(old.parts))}
	copy(out.parts, old.parts)
	p := out.parts[i/per]
	off := i % per * es
	c := l.chunk(p, bytes, off&^15, 16)
	j := off % 16 / es
	switch {
	case t.Elem == ir.F32:
		c = l.insI(amd64.VINSERTPS, 16, int64(j<<4), c, l.scalar(s))
	case t.Elem == ir.F64 && j == 0:
		c = l.ins(amd64.VMOVSDX, 16, c, l.scalar(s))
	case t.Elem == ir.F64:
		c = l.ins(amd64.VMOVLHPS, 16, c, l.scalar(s))
	default:
		c = l.build(spec{op: pinsr[es], size: 16, imm: int64(j)}, reg(c), l.src(s, 0, es))
	}
	if bytes > 16 {
		if l.t.k {
			c = l.insI(amd64.VINSERTI32X4, bytes, int64(off/16), p, c)
		} else {
			c = l.insI(amd64.VINSERTI128, bytes, int64(off/16), p, c)
		}
	}
	out.parts[i/per] = c
	return out, true
}

// asVector views a mask as a vector of integers of its lane size, asMask the converse.
func (l *lowerer) asVector(m *ir.Value, es int) *ir.Value {
	n, bytes := l.t.layout(m.Type, es)
	parts := make([]mach.Reg, n)
	toVec := map[int]amd64.Op{1: amd64.VPMOVM2B, 2: amd64.VPMOVM2W, 4: amd64.VPMOVM2D, 8: amd64.VPMOVM2Q}[es]
	for i := range parts {
		parts[i] = l.maskPart(m, es, i)
		if l.t.k {
			parts[i] = l.ins(toVec, bytes, parts[i])
		}
	}
	return l.wrap(m.Type.WithElem(ir.IntElem(es)), parts...)
}

func (l *lowerer) asMask(v *ir.Value) rep {
	es := v.Type.Elem.Size()
	r := l.rep(v)
	out := rep{parts: l.newParts(len(r.parts)), esize: uint8(es)}
	_, bytes := l.t.layout(v.Type, es)
	toMask := map[int]amd64.Op{1: amd64.VPMOVB2M, 2: amd64.VPMOVW2M, 4: amd64.VPMOVD2M, 8: amd64.VPMOVQ2M}[es]
	for i, p := range r.parts {
		if l.t.k {
			p = l.ins(toMask, bytes, p)
		}
		out.parts[i] = p
	}
	return out
}

// throughVector lowers an operation that moves lanes of masks by moving those of vectors.
func (l *lowerer) throughVector(v *ir.Value, es int) rep {
	x := l.make(v.Op, v.Type.WithElem(ir.IntElem(es)))
	x.AuxInt, x.Aux = v.AuxInt, v.Aux
	for _, a := range v.Args {
		switch {
		case !a.Type.IsVector(): // Insert of a bool: all ones or zeros
			r := l.ins(amd64.NEG, 8, l.ins(amd64.MOVZXB, 4, l.scalar(a)))
			x.Args = append(x.Args, l.wrap(ir.Scalar(ir.IntElem(es)), r))
		default:
			x.Args = append(x.Args, l.asVector(a, es))
		}
	}
	l.rep(x)
	return l.asMask(x)
}

// concat and subvec lower Concat and Subvec: mostly a matter of naming registers.
func concat(l *lowerer, v *ir.Value) (rep, bool) {
	t := v.Type
	if t.IsMask() {
		return l.throughVector(v, l.maskSize(v)), true
	}
	a, b := l.rep(v.Args[0]), l.rep(v.Args[1])
	half := v.Args[0].Type.Size()
	n, _ := l.t.layout(t, t.Elem.Size())
	out := rep{parts: l.newParts(n)}
	if half >= l.t.bytes {
		copy(out.parts, a.parts)
		copy(out.parts[len(a.parts):], b.parts)
	} else {
		out.parts[0] = l.join(a.parts[0], b.parts[0], half)
	}
	return out, true
}

func subvec(l *lowerer, v *ir.Value) (rep, bool) {
	t, x, first := v.Type, v.Args[0], int(v.AuxInt)
	if t.IsMask() {
		return l.throughVector(v, l.maskSize(x)), true
	}
	es := t.Elem.Size()
	n, bytes := l.t.layout(t, es)
	out := rep{parts: l.newParts(n)}
	if n > 1 || t.Size() == l.t.bytes {
		copy(out.parts, l.rep(x).parts[first*es/bytes:])
	} else {
		out.parts[0] = l.lanes(x, first, int(t.Lanes))
	}
	return out, true
}
