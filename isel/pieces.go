package isel

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// lanes is a register with count lanes of v from the first on at its bottom.
func (l *lowerer) lanes(v *ir.Value, first, count int) mach.Reg {
	es := v.Type.Elem.Size()
	_, bytes := l.t.layout(v.Type, es)
	per := bytes / es
	return l.sel.chunk(l.part(v, first/per), bytes, first%per*es, count*es)
}

// joinPieces puts registers that hold n bytes each side by side until they fill parts.
func (l *lowerer) joinPieces(p []mach.Reg, n, partBytes, total int) []mach.Reg {
	p = append([]mach.Reg(nil), p...)
	for n < partBytes && n < total {
		for i := range len(p) / 2 {
			p[i] = l.sel.join(p[2*i], p[2*i+1], n)
		}
		p = p[:len(p)/2]
		n *= 2
	}
	return p
}

// joinChunks is joinPieces for the 16-byte registers of one part.
func (l *lowerer) joinChunks(p []mach.Reg) mach.Reg {
	return l.joinPieces(p, 16, 16*len(p), 16*len(p))[0]
}

// splat lowers Splat; all parts are the same register.
func splat(l *lowerer, v *ir.Value) (rep, bool) {
	t, x := v.Type, v.Args[0]
	if t.IsMask() {
		ones := l.sel.spreadBool(l.scalar(x))
		es := l.maskSize(v)
		n, bytes := l.t.layout(t, es)
		out := rep{parts: l.newParts(n), esize: uint8(es)}
		r := l.sel.splatMask(ones, bytes)
		for i := range out.parts {
			out.parts[i] = r
		}
		return out, true
	}
	es := t.Elem.Size()
	n, bytes := l.t.layout(t, es)
	out := rep{parts: l.newParts(n)}
	r := l.sel.broadcast(x, bytes)
	for i := range out.parts {
		out.parts[i] = r
	}
	return out, true
}

// throughVector lowers an operation that moves lanes of masks by moving those of vectors.
func (l *lowerer) throughVector(v *ir.Value, es int) rep {
	x := l.make(v.Op, v.Type.WithElem(ir.IntElem(es)))
	x.AuxInt, x.Aux = v.AuxInt, v.Aux
	for _, a := range v.Args {
		switch {
		case !a.Type.IsVector(): // Insert of a bool: all ones or zeros
			x.Args = append(x.Args, l.wrap(ir.Scalar(ir.IntElem(es)), l.sel.spreadBool(l.scalar(a))))
		default:
			x.Args = append(x.Args, l.sel.asVector(a, es))
		}
	}
	l.rep(x)
	return l.sel.asMask(x)
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
		out.parts[0] = l.sel.join(a.parts[0], b.parts[0], half)
	}
	return out, true
}

func subvec(l *lowerer, v *ir.Value) (rep, bool) {
	t, x, first := v.Type, v.Args[0], int(v.AuxInt)
	if t.IsMask() {
		if first == 0 && x.Op != ir.OpConst && l.t.NumRegs(tti.Mask) > 0 && t.IsVector() && int(t.Lanes)*int(l.rep(x).esize) <= l.t.bytes {
			return rep{parts: l.rep(x).parts[:1], esize: l.rep(x).esize}, true // what lies above is junk
		}
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
