package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// permuted lowers a Permute of a vector that fills one register. AVX-512 has an instruction for it. Elsewhere,
// each source is permuted by the low index bits, and the next bit, shifted to the sign, selects between the
// results.
func (l selector) permuted(v *ir.Value) (lower.Rep, bool) {
	es := v.Type.Elem.Size()
	n, bytes := l.T.Layout(v.Type, es)
	if n > 1 || int(v.Type.Lanes)*es != bytes {
		return lower.Rep{}, false
	}
	a, b, sel := l.Part(v.Args[0], 0), l.Part(v.Args[1], 0), l.Part(v.Args[2], 0)
	if op, ok := l.permt2(es, bytes); ok {
		return l.One(l.ins(op, bytes, a, sel, b)), true
	}
	each := func(op amd64.Op, by mach.Reg) (x, y mach.Reg) {
		if op == amd64.VPERMD { // the indices come first
			return l.ins(op, bytes, by, a), l.ins(op, bytes, by, b)
		}
		return l.ins(op, bytes, a, by), l.ins(op, bytes, b, by)
	}
	switch {
	case es == 1 && bytes == 16:
		low := l.ins(amd64.VPAND, bytes, sel, l.VecConst(lower.SplatBytes(ir.I8, 0x0f, bytes)))
		x, y := each(amd64.VPSHUFB, low)
		return l.One(l.ins(amd64.VPBLENDVB, bytes, x, y, l.insI(amd64.VPSLLWI, bytes, 3, sel))), true
	case es == 4 && bytes == 16:
		x, y := each(amd64.VPERMILPS, sel)
		return l.One(l.ins(amd64.VBLENDVPS, bytes, x, y, l.insI(amd64.VPSLLDI, bytes, 29, sel))), true
	case es == 4 && bytes == 32:
		x, y := each(amd64.VPERMD, sel)
		return l.One(l.ins(amd64.VBLENDVPS, bytes, x, y, l.insI(amd64.VPSLLDI, bytes, 28, sel))), true
	case es == 8 && bytes == 32:
		twice := l.insI(amd64.VPSHUFD, bytes, 0xa0, l.ins(amd64.VPADDQ, bytes, sel, sel))
		pairs := l.ins(amd64.VPADDD, bytes, twice, l.VecConst(lower.SplatBytes(ir.I64, 1<<32, bytes)))
		x, y := each(amd64.VPERMD, pairs)
		return l.One(l.ins(amd64.VBLENDVPD, bytes, x, y, l.insI(amd64.VPSLLQI, bytes, 61, sel))), true
	}
	return lower.Rep{}, false
}
