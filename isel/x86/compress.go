package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// The AVX-512 instructions by element size. Floats use those of integers, at the cost of a domain change.
var (
	compressOps = bySize{1: amd64.VPCOMPRESSB, 2: amd64.VPCOMPRESSW, 4: amd64.VPCOMPRESSD,
		8: amd64.VPCOMPRESSQ}
	expandOps = bySize{1: amd64.VPEXPANDB, 2: amd64.VPEXPANDW, 4: amd64.VPEXPANDD, 8: amd64.VPEXPANDQ}
)

// compress lowers Compress and Expand of vectors that fit in one register.
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

// compressByBits permutes by indices that it computes from the mask's bits. Each byte of a 64-bit register holds
// the number of a 4-byte lane. PEXT collects the numbers of the active lanes; PDEP distributes them.
//
//	mask 1011, lanes of four bytes:  PDEP, *255: 00ff00ffff… PEXT of …03020100: 030100…
//
// Each number has its top bit set. Lanes without a number, which must become 0, have it clear.
func (l selector) compressByBits(v *ir.Value, es, bytes int) mach.Reg {
	x, m := v.Args[0], v.Args[1]
	bits := l.maskBits(m)
	places, shift := int64(0x0101010101010101), int64(8)
	if es == 8 {
		places, shift = 0x0001000100010001, 16
	}
	spread := l.ins(amd64.PDEP, 8, bits, l.GpConst(places))
	spread = l.ins(amd64.SUB, 8, l.insI(amd64.SHLI, 8, shift, spread), spread)
	op, numbers := amd64.PEXT, l.GpConst(-0x7879_7a7b_7c7d_7e80) // 0x8786…80, the lane numbers with their top bits set
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
