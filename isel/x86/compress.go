package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// The instructions of AVX-512 by the size of elements; those of floats are the ones of integers, in another domain.
var (
	compressOps = bySize{1: amd64.VPCOMPRESSB, 2: amd64.VPCOMPRESSW, 4: amd64.VPCOMPRESSD,
		8: amd64.VPCOMPRESSQ}
	expandOps = bySize{1: amd64.VPEXPANDB, 2: amd64.VPEXPANDW, 4: amd64.VPEXPANDD, 8: amd64.VPEXPANDQ}
)

// compress lowers Compress and Expand of what is in one register.
func (l selector) compress(v *ir.Value) (lower.Rep, bool) {
	t, x, m := v.Type, v.Args[0], v.Args[1]
	es := t.Elem.Size()
	n, bytes := l.T.Layout(t, es)
	if n > 1 {
		return lower.Rep{}, false
	}
	if l.T.K {
		op := compressOps[es]
		if v.Op == ir.OpExpand {
			op = expandOps[es]
		}
		switch {
		case l.Has(op, bytes):
			k := l.ExactMask(m, es, 0)
			return l.One(l.build(spec{op: op, size: bytes, mask: k, zero: true}, lower.Reg(l.Part(x, 0)))), true
		case t.Elem.IsInt() && es < 4 && 4*int(t.Lanes) <= l.T.Bytes:
			return l.Rep(l.CompressWide(v)), true
		}
		return lower.Rep{}, false
	}
	switch {
	case l.T.Tuning.SlowPDEP:
		return lower.Rep{}, false
	case es < 4 && t.Elem.IsInt() && 4*int(t.Lanes) <= l.T.Bytes:
		return l.Rep(l.CompressWide(v)), true
	case es < 4 || int(t.Lanes)*es < 16:
		return lower.Rep{}, false
	}
	return l.One(l.compressByBits(v, es, bytes)), true
}

// compressByBits permutes by indices that come out of the mask's bits: every byte of a register stands for four bytes
// of the vector, and PEXT collects the numbers of those that are on, PDEP deals them out.
//
//	mask 1011, lanes of four bytes:  PDEP, *255: 00ff00ffff… PEXT of …03020100: 030100…
//
// The numbers have their top bit set, which tells lanes behind the last one, that are to be 0.
func (l selector) compressByBits(v *ir.Value, es, bytes int) mach.Reg {
	x, m := v.Args[0], v.Args[1]
	bits := l.maskBits(m)
	places, shift := int64(0x0101010101010101), int64(8)
	if es == 8 {
		places, shift = 0x0001000100010001, 16
	}
	spread := l.ins(amd64.PDEP, 8, bits, l.GpConst(places))
	spread = l.ins(amd64.SUB, 8, l.insI(amd64.SHLI, 8, shift, spread), spread)
	op, numbers := amd64.PEXT, l.GpConst(-0x7879_7a7b_7c7d_7e80) // 0x8786…80, all of them marked
	if v.Op == ir.OpExpand {
		op = amd64.PDEP
	}
	idx := l.ins(op, 8, numbers, spread)
	wide := l.ins(amd64.VPMOVSXBD, bytes, l.ins(amd64.VMOVQ, 16, idx))
	var r mach.Reg
	if bytes == 32 {
		r = l.ins(amd64.VPERMD, 32, wide, l.Part(x, 0))
	} else {
		r = l.ins(amd64.VPERMILPS, 16, l.Part(x, 0), wide)
	}
	return l.ins(amd64.VPAND, bytes, r, l.insI(amd64.VPSRADI, bytes, 31, wide))
}
