package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// The integer extensions and truncations, by source and destination bytes.
var (
	sext = map[[2]int]amd64.Op{{1, 2}: amd64.VPMOVSXBW, {1, 4}: amd64.VPMOVSXBD, {1, 8}: amd64.VPMOVSXBQ,
		{2, 4}: amd64.VPMOVSXWD, {2, 8}: amd64.VPMOVSXWQ, {4, 8}: amd64.VPMOVSXDQ}
	zext = map[[2]int]amd64.Op{{1, 2}: amd64.VPMOVZXBW, {1, 4}: amd64.VPMOVZXBD, {1, 8}: amd64.VPMOVZXBQ,
		{2, 4}: amd64.VPMOVZXWD, {2, 8}: amd64.VPMOVZXWQ, {4, 8}: amd64.VPMOVZXDQ}
	trunc = map[[2]int]amd64.Op{{2, 1}: amd64.VPMOVWB, {4, 1}: amd64.VPMOVDB, {8, 1}: amd64.VPMOVQB,
		{4, 2}: amd64.VPMOVDW, {8, 2}: amd64.VPMOVQW, {8, 4}: amd64.VPMOVQD}
)

// convert lowers vector conversions that no rule matched.
func (l selector) convert(v *ir.Value) (lower.Rep, bool) {
	t, x := v.Type, v.Args[0]
	if !t.IsVector() || v.Op == ir.OpBitcast {
		return lower.Rep{}, false
	}
	from, to := x.Type.Elem, t.Elem
	key := [2]int{from.Size(), to.Size()}
	i32 := t.WithElem(ir.I32)
	switch v.Op {
	case ir.OpSExt, ir.OpZExt:
		if from == ir.Bool && !l.T.K { // all bits of a lane are the same
			m := l.AsVector(x, to.Size())
			if v.Op == ir.OpZExt {
				m = l.Make(ir.OpAnd, t, l.Wrap(t, l.Rep(m).Parts...), l.Lit(t, 1))
			}
			return l.Rep(m), true
		}
		if from == ir.Bool {
			n := int64(1)
			if v.Op == ir.OpSExt {
				n = -1
			}
			return l.Rep(l.Make(ir.OpSelect, t, x, l.Lit(t, n), l.Lit(t, 0))), true
		}
		if v.Op == ir.OpSExt {
			return l.widen(sext[key], x, t), true
		}
		return l.widen(zext[key], x, t), true
	case ir.OpTruncI:
		if out, ok := l.saturate(x, t); ok {
			return out, true
		}
		if out, ok := l.truncPairs(x, t); ok {
			return out, true
		}
		if l.T.K {
			return l.narrow(trunc[key], x, t), true
		}
		return l.truncAVX2(x, t), true
	case ir.OpFExt:
		return l.widen(amd64.VCVTPS2PD, x, t), true
	case ir.OpHalfToF:
		return l.widen(amd64.VCVTPH2PS, x, t), true
	case ir.OpFToHalf: // the immediate selects rounding to nearest even
		return l.narrow(amd64.VCVTPS2PH, x, t), true
	case ir.OpFTrunc:
		return l.narrow(amd64.VCVTPD2PS, x, t), true
	case ir.OpSIToF:
		switch {
		case from.Size() < 4:
			return l.Rep(l.Make(ir.OpSIToF, t, l.Op(ir.OpSExt, i32, x))), true
		case from == ir.I32 && to == ir.F64:
			return l.widen(amd64.VCVTDQ2PD, x, t), true
		case from == ir.I64 && to == ir.F32 && l.T.K:
			return l.narrow(amd64.VCVTQQ2PS, x, t), true
		case from == ir.I64 && to == ir.F64 && !l.T.K: // to f32, VCVTSI2SS lane by lane is faster than rounding to odd
			return l.wordsToFloats(x, t, true), true
		}
	case ir.OpUIToF:
		switch {
		case from.Size() < 4:
			return l.Rep(l.Make(ir.OpSIToF, t, l.Op(ir.OpZExt, i32, x))), true
		case from == ir.I32 && to == ir.F64 && l.T.K:
			return l.widen(amd64.VCVTUDQ2PD, x, t), true
		case from == ir.I32 && to == ir.F64: // exact: shift the range to the signed range and back
			y := l.Op(ir.OpSIToF, t, l.Op(ir.OpXor, i32, x, l.Lit(i32, -1<<31)))
			return l.Rep(l.Make(ir.OpAdd, t, y, l.Float(t, 1<<31))), true
		case from == ir.I64 && to == ir.F32 && l.T.K:
			return l.narrow(amd64.VCVTUQQ2PS, x, t), true
		case from == ir.I64 && !l.T.K:
			return l.wordsToFloats(x, t, false), true
		}
	case ir.OpFToSI:
		switch {
		case from == ir.F64 && to == ir.I32:
			return l.narrow(amd64.VCVTTPD2DQ, x, t), true
		case from == ir.F32 && to == ir.I64 && l.T.K:
			return l.widen(amd64.VCVTTPS2QQ, x, t), true
		}
	}
	return l.Scalarize(v), true
}

// widen applies a conversion whose result lanes are wider than those of its argument.
func (l selector) widen(op amd64.Op, x *ir.Value, t ir.Type) lower.Rep {
	s, d := x.Type.Elem.Size(), t.Elem.Size()
	n, bytes := l.T.Layout(t, d)
	per := min(bytes/d, int(t.Lanes))
	out := lower.Rep{Parts: l.NewParts(n)}
	exact := per*d == bytes && bytes*s/d == per*s // memory operands must not read beyond the value
	if exact && l.FoldableLoad(x) {
		m := l.AddressOf(x)
		l.Reps[x.ID].State = lower.RepFolded
		for i := range out.Parts {
			out.Parts[i] = l.insM(op, bytes, m)
			m.Disp += int32(per * s)
		}
		return out
	}
	for i := range out.Parts {
		out.Parts[i] = l.ins(op, bytes, l.Lanes(x, i*per, per))
	}
	return out
}

// narrow applies a conversion whose result lanes are narrower. Each source register yields one piece of the
// result.
func (l selector) narrow(op amd64.Op, x *ir.Value, t ir.Type) lower.Rep {
	s, d := x.Type.Elem.Size(), t.Elem.Size()
	n, bytes := l.T.Layout(x.Type, s)
	pieces := make([]mach.Reg, n)
	for i := range pieces {
		var o lower.Opnd
		if amd64.Info(op).Operands[1].Mem {
			o = l.Src(x, i, bytes)
		} else {
			o = lower.Reg(l.Part(x, i))
		}
		pieces[i] = l.build(spec{op: op, size: bytes}, o)
	}
	per := min(bytes/s, int(t.Lanes))
	_, partBytes := l.T.Layout(t, d)
	return lower.Rep{Parts: l.JoinPieces(pieces, per*d, partBytes, t.Size())}
}

// truncPairs narrows registers two at a time with a two-source shuffle that takes every s/d-th lane of both.
// VPMOVDW and similar instructions are two uops each on the shuffle port, and their results must be joined by an
// insertion. AVX2 uses pack instructions instead.
func (l selector) truncPairs(x *ir.Value, t ir.Type) (lower.Rep, bool) {
	if !l.T.K {
		return l.truncPack(x, t)
	}
	s, d := x.Type.Elem.Size(), t.Elem.Size()
	n, bytes := l.T.Layout(x.Type, s)
	op, ok := l.permt2(d, bytes)
	if n < 2 || !ok {
		return lower.Rep{}, false
	}
	skip := 0
	if shift := x; (shift.Op == ir.OpShrU || shift.Op == ir.OpShrS) && l.IsDeferred(shift) && shift.Args[1].IsConst() {
		if by := shift.Args[1].AuxInt; by > 0 && by%int64(8*d) == 0 && by < int64(8*s) { // shuffle other lanes instead
			x, skip = shift.Args[0], int(by)/(8*d)
		}
	}
	per := bytes / s
	pieces := make([]mach.Reg, n/2)
	for i := range pieces {
		a, b := l.Part(x, 2*i), l.Part(x, 2*i+1)
		sel := make([]int, bytes/d)
		for j := range 2 * per {
			sel[j] = j*s/d + skip
		}
		pieces[i] = l.ins(op, bytes, a, l.SelConst(ir.IntElem(d), bytes, sel), b)
	}
	_, partBytes := l.T.Layout(t, d)
	return lower.Rep{Parts: l.JoinPieces(pieces, 2*per*d, partBytes, t.Size())}, true
}

// truncPack narrows two registers to one of half-size lanes, or four registers to one of quarter-size lanes,
// within 16-byte lanes. It then reorders the pieces. Pack instructions saturate, so lanes are masked first unless
// their range is known to fit.
func (l selector) truncPack(x *ir.Value, t ir.Type) (lower.Rep, bool) {
	s, d := x.Type.Elem.Size(), t.Elem.Size()
	n, bytes := l.T.Layout(x.Type, s)
	if s/d > 4 || n%(s/d) != 0 || bytes != 32 {
		return lower.Rep{}, false
	}
	fits, signed := ir.UnsignedBits(x, fitsDepth) <= 8*d, ir.SignedBits(x, fitsDepth) <= 8*d
	fits = fits || signed
	parts := make([]mach.Reg, n)
	for i := range parts {
		parts[i] = l.Part(x, i)
		if s < 8 && !fits {
			parts[i] = l.ins(amd64.VPAND, bytes, parts[i], l.lowBytes(s, d, bytes))
		}
	}
	parts = l.pack(parts, s, d, bytes, func(e int, a, b mach.Reg) mach.Reg {
		switch e {
		case 8:
			a = l.insI(amd64.VSHUFPS, bytes, 0x88, a, b)
			if d < 4 && !fits {
				a = l.ins(amd64.VPAND, bytes, a, l.lowBytes(4, d, bytes))
			}
			return a
		case 4:
			return l.ins(either(signed, amd64.VPACKSSDW, amd64.VPACKUSDW), bytes, a, b)
		}
		return l.ins(either(signed, amd64.VPACKSSWB, amd64.VPACKUSWB), bytes, a, b)
	})
	_, partBytes := l.T.Layout(t, d)
	return lower.Rep{Parts: l.JoinPieces(parts, bytes, partBytes, t.Size())}, true
}

// either returns a if c holds, else b.
func either(c bool, a, b amd64.Op) amd64.Op {
	if c {
		return a
	}
	return b
}

// pack makes registers with lanes of d bytes from registers with lanes of s bytes, two or four at a time. step
// halves the lanes of size e of two registers within each 16 bytes. At the end, pack reorders the pieces.
func (l selector) pack(parts []mach.Reg, s, d, bytes int, step func(e int, a, b mach.Reg) mach.Reg) []mach.Reg {
	for e := s; e > d; e /= 2 {
		for i := range len(parts) / 2 {
			parts[i] = step(e, parts[2*i], parts[2*i+1])
		}
		parts = parts[:len(parts)/2]
	}
	ways, lanes := s/d, bytes/16
	order := make([]int, ways*lanes) // of pieces: the piece from register r and 16-byte lane k is at k*ways+r
	for i := range order {
		order[i] = i%lanes*ways + i/lanes
	}
	for i, p := range parts {
		switch {
		case ways == 2 && bytes == 32:
			parts[i] = l.insI(amd64.VPERMQI, bytes, 0xd8, p)
		case ways == 2:
			parts[i] = l.ins(amd64.VPERMQ, bytes, l.SelConst(ir.I64, bytes, order), p)
		default:
			parts[i] = l.ins(amd64.VPERMD, bytes, l.SelConst(ir.I32, bytes, order), p)
		}
	}
	return parts
}

// fitsDepth is how deep truncPack looks for the range of lanes.
const fitsDepth = 6

// lowBytes returns a constant with the low d bytes of each s-byte lane set.
func (l selector) lowBytes(s, d, bytes int) mach.Reg {
	b := make([]byte, bytes)
	for i := range b {
		if i%s < d {
			b[i] = 0xff
		}
	}
	return l.VecConst(b)
}

// truncAVX2 keeps the low bytes of lanes. A byte shuffle gathers them within every 16 bytes, and a second step
// joins the results.
func (l selector) truncAVX2(x *ir.Value, t ir.Type) lower.Rep {
	s, d := x.Type.Elem.Size(), t.Elem.Size()
	n, bytes := l.T.Layout(x.Type, s)
	pieces := make([]mach.Reg, n)
	for i := range pieces {
		r := l.Part(x, i)
		if s == 8 && d == 4 && bytes == 32 {
			pieces[i] = l.ins(amd64.VPERMD, 32, l.SelConst(ir.I32, 32, []int{0, 2, 4, 6, 0, 0, 0, 0}), r)
			continue
		}
		k := 16 * d / s // number of result bytes per 16 source bytes
		sel := make([]byte, bytes)
		for j := range sel {
			sel[j] = 0x80
		}
		for lane := range bytes / 16 {
			base := lane * 16
			if s/d == 8 {
				base += lane * k // at distinct positions, to be combined by OR
			}
			for j := range k {
				sel[base+j] = byte(j/d*s + j%d)
			}
		}
		r = l.ins(amd64.VPSHUFB, bytes, r, l.VecConst(sel))
		if bytes == 32 {
			switch s / d {
			case 2:
				r = l.insI(amd64.VPERMQI, 32, 0x08, r)
			case 4:
				r = l.ins(amd64.VPERMD, 32, l.SelConst(ir.I32, 32, []int{0, 4, 1, 1, 1, 1, 1, 1}), r)
			default:
				r = l.ins(amd64.VPOR, 16, r, l.insI(amd64.VEXTRACTI128, 32, 1, r))
			}
		}
		pieces[i] = r
	}
	per := min(bytes/s, int(t.Lanes))
	_, partBytes := l.T.Layout(t, d)
	return lower.Rep{Parts: l.JoinPieces(pieces, per*d, partBytes, t.Size())}
}

// bitcast lowers Bitcast. Between vectors, and between scalars of one class, it generates no code.
func (l selector) bitcast(v *ir.Value) (lower.Rep, bool) {
	x := v.Args[0]
	from, to := x.Type.Elem, v.Type.Elem
	if v.Type.IsVector() || from.IsFloat() == to.IsFloat() {
		return l.Rep(x), true
	}
	r := l.Scalar(x)
	switch {
	case to.IsFloat():
		r = l.toXmm(r, to.Size())
	case to.Size() == 8:
		r = l.ins(amd64.VMOVQR, 16, r)
	default:
		r = l.ins(amd64.VMOVDR, 16, r)
	}
	return l.One(r), true
}
