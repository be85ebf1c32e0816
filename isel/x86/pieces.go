package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Chunk moves want bytes from byte off of a register to the low bytes of the result. The bytes above are
// undefined. off is a multiple of want.
func (l selector) Chunk(r mach.Reg, bytes, off, want int) mach.Reg {
	if off == 0 {
		return r
	}
	if want == 32 {
		return l.insI(amd64.VEXTRACTI64X4, 64, 1, r)
	}
	if q := off / 16; q > 0 {
		if l.T.K {
			r = l.onceI(amd64.VEXTRACTI32X4, bytes, int64(q), r)
		} else {
			r = l.onceI(amd64.VEXTRACTI128, 32, int64(q), r)
		}
	}
	if off %= 16; off > 0 {
		r = l.insI(amd64.VPSRLDQ, 16, int64(off), r)
	}
	return r
}

// Join concatenates two registers of n bytes.
func (l selector) Join(lo, hi mach.Reg, n int) mach.Reg {
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
		if l.T.K {
			return l.insI(amd64.VINSERTI32X4, 32, 1, lo, hi)
		}
		return l.insI(amd64.VINSERTI128, 32, 1, lo, hi)
	}
	return l.insI(amd64.VINSERTI64X4, 64, 1, lo, hi)
}

// Broadcast copies a scalar into all lanes of a register.
func (l selector) Broadcast(x *ir.Value, bytes int) mach.Reg {
	es := x.Type.Elem.Size()
	if x.Op == ir.OpConst {
		return l.VecConst(lower.SplatBytes(x.Type.Elem, uint64(x.AuxInt), bytes))
	}
	op := byBytes(es, amd64.VPBROADCASTB, amd64.VPBROADCASTW, amd64.VPBROADCASTD, amd64.VPBROADCASTQ)
	if x.Type.Elem.IsFloat() {
		op = amd64.VBROADCASTSS
		if es == 8 {
			op = amd64.VBROADCASTSD
			if bytes == 16 {
				op = amd64.VMOVDDUPL
			}
		}
	}
	if o, ok := l.FoldOperand(x, 0, es, 0); ok {
		return l.build(spec{op: op, size: bytes}, o)
	}
	r := l.Scalar(x)
	if x.Type.Elem.IsFloat() {
		return l.ins(op, bytes, r)
	}
	if l.T.K {
		gp := byBytes(es, amd64.VPBROADCASTBR, amd64.VPBROADCASTWR, amd64.VPBROADCASTDR, amd64.VPBROADCASTQR)
		return l.ins(gp, bytes, r)
	}
	return l.ins(op, bytes, l.toXmm(r, es))
}

// toXmm moves a general register to the low lane of an xmm register.
func (l selector) toXmm(r mach.Reg, es int) mach.Reg {
	if es == 8 {
		return l.ins(amd64.VMOVQ, 16, r)
	}
	return l.ins(amd64.VMOVD, 16, r)
}

// extract lowers Extract.
func (l selector) extract(v *ir.Value) (lower.Rep, bool) {
	x, i := v.Args[0], int(v.AuxInt)
	if x.Type.IsMask() {
		r := l.maskBits(x)
		if i > 0 {
			r = l.insI(amd64.SHRI, 8, int64(i), r)
		}
		return l.One(l.insI(amd64.ANDI, 4, 1, r)), true
	}
	return l.One(l.ExtractLane(x, i)), true
}

// ExtractLane returns a lane as a scalar: integers in a general register, floats in an xmm register.
func (l selector) ExtractLane(v *ir.Value, i int) mach.Reg {
	es := v.Type.Elem.Size()
	_, bytes := l.T.Layout(v.Type, es)
	per := bytes / es
	r := l.Chunk(l.Part(v, i/per), bytes, i%per*es&^15, 16)
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
func (l selector) insert(v *ir.Value) (lower.Rep, bool) {
	x, s, i := v.Args[0], v.Args[1], int(v.AuxInt)
	t := v.Type
	if t.IsMask() {
		return l.ThroughVector(v, l.MaskSize(x)), true
	}
	es := t.Elem.Size()
	_, bytes := l.T.Layout(t, es)
	per := bytes / es
	old := l.Rep(x)
	out := lower.Rep{Parts: l.NewParts(len(old.Parts))}
	copy(out.Parts, old.Parts)
	p := out.Parts[i/per]
	off := i % per * es
	c := l.Chunk(p, bytes, off&^15, 16)
	j := off % 16 / es
	switch {
	case t.Elem == ir.F32:
		c = l.insI(amd64.VINSERTPS, 16, int64(j<<4), c, l.Scalar(s))
	case t.Elem == ir.F64 && j == 0:
		c = l.ins(amd64.VMOVSDX, 16, c, l.Scalar(s))
	case t.Elem == ir.F64:
		c = l.ins(amd64.VMOVLHPS, 16, c, l.Scalar(s))
	default:
		c = l.build(spec{op: pinsr[es], size: 16, imm: int64(j)}, lower.Reg(c), l.Src(s, 0, es))
	}
	if bytes > 16 {
		if l.T.K {
			c = l.insI(amd64.VINSERTI32X4, bytes, int64(off/16), p, c)
		} else {
			c = l.insI(amd64.VINSERTI128, bytes, int64(off/16), p, c)
		}
	}
	out.Parts[i/per] = c
	return out, true
}

// AsVector converts a mask to a vector of integers of es bytes.
func (l selector) AsVector(m *ir.Value, es int) *ir.Value {
	n, bytes := l.T.Layout(m.Type, es)
	parts := make([]mach.Reg, n)
	toVec := byBytes(es, amd64.VPMOVM2B, amd64.VPMOVM2W, amd64.VPMOVM2D, amd64.VPMOVM2Q)
	for i := range parts {
		parts[i] = l.MaskPart(m, es, i)
		if l.T.K {
			parts[i] = l.ins(toVec, bytes, parts[i])
		}
	}
	return l.Wrap(m.Type.WithElem(ir.IntElem(es)), parts...)
}

// AsMask makes a mask from the sign bits of a vector of ones and zeros.
func (l selector) AsMask(v *ir.Value) lower.Rep {
	es := v.Type.Elem.Size()
	r := l.Rep(v)
	out := lower.Rep{Parts: l.NewParts(len(r.Parts)), Esize: uint8(es)}
	_, bytes := l.T.Layout(v.Type, es)
	toMask := byBytes(es, amd64.VPMOVB2M, amd64.VPMOVW2M, amd64.VPMOVD2M, amd64.VPMOVQ2M)
	for i, p := range r.Parts {
		if l.T.K {
			p = l.ins(toMask, bytes, p)
		}
		out.Parts[i] = p
	}
	return out
}

// SpreadBool copies a bool to all bits of a general register.
func (l selector) SpreadBool(r mach.Reg) mach.Reg {
	return l.ins(amd64.NEG, 8, l.ins(amd64.MOVZXB, 4, r))
}

// SplatMask returns a mask with all lanes equal to a bool that SpreadBool made.
func (l selector) SplatMask(ones mach.Reg, bytes int) mach.Reg {
	if l.T.K {
		return l.ins(amd64.KMOVQKR, 0, ones)
	}
	return l.ins(amd64.VPBROADCASTQ, bytes, l.ins(amd64.VMOVQ, 16, ones))
}

// InsertLane inserts a scalar into lane j of an xmm register. For lane 0, r is NoReg, and the register is made
// from the scalar alone.
func (l selector) InsertLane(e ir.Elem, r mach.Reg, j int, x mach.Reg) mach.Reg {
	switch {
	case j == 0 && e.IsFloat():
		return x
	case j == 0:
		return l.toXmm(x, e.Size())
	case e == ir.F32:
		return l.insI(amd64.VINSERTPS, 16, int64(j<<4), r, x)
	case e == ir.F64:
		return l.ins(amd64.VMOVLHPS, 16, r, x)
	}
	return l.insI(pinsr[e.Size()], 16, int64(j), r, x)
}
