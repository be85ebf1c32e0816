package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// The gathers and scatters, by element size of data and index.
var (
	gatherForms = map[[2]int]struct{ vex, evex, scatter amd64.Op }{
		{4, 4}: {amd64.VPGATHERDD, amd64.VPGATHERDDK, amd64.VPSCATTERDD},
		{4, 8}: {amd64.VPGATHERQD, amd64.VPGATHERQDK, amd64.VPSCATTERQD},
		{8, 4}: {amd64.VPGATHERDQ, amd64.VPGATHERDQK, amd64.VPSCATTERDQ},
		{8, 8}: {amd64.VPGATHERQQ, amd64.VPGATHERQQK, amd64.VPSCATTERQQ},
	}
)

// vectorIndex prepares the index of a gather or scatter: the instructions scale only by 1, 2, 4 or 8.
func (l selector) vectorIndex(v *ir.Value) (base mach.Mem, index *ir.Value) {
	index = v.Args[1]
	s := int64(v.Scale)
	switch s {
	case 1, 2, 4, 8:
	default:
		t := index.Type.WithElem(ir.I64)
		if index.Type.Elem != ir.I64 {
			index = l.Op(ir.OpSExt, t, index)
		}
		index = l.Op(ir.OpMul, t, index, l.Lit(t, s))
		s = 1
	}
	return mach.Mem{Base: l.Scalar(v.Args[0]), Scale: uint8(s), Disp: v.Off}, index
}

// Gather lowers a Gather.
func (l selector) Gather(v *ir.Value) lower.Rep {
	t, mask := v.Type, v.Args[2]
	pairs := l.canGatherPairs(v)
	m, index := l.vectorIndex(v)
	a := tti.Access{Kind: tti.Indexed, Type: t, Index: index.Type.Elem, Masked: !lower.AllTrue(mask), Object: pairs}
	switch {
	case t.Elem.Size() < 4 && !pairs || !walks(index, 4) && l.laneByLane(a):
		return l.GatherLanes(t, mask, l.laneAddresses(m, index))
	case pairs:
		return l.gatherPairs(v)
	}
	return l.gatherInto(t, m, index, mask, func(bytes int) mach.Reg { return l.VecConst(make([]byte, bytes)) })
}

// gatherPairs gathers 2-byte elements as the upper halves of 4-byte ones that start one element early. This is in
// bounds if the base is the start of a slice or array: everything between the base and an accessed element
// belongs to it. Element 0 has no element before it, so its lanes are masked off and get its value from a
// broadcast.
//
//	VPCMPGTD k1, index, 0;  VPBROADCASTW z0, [base];  VPGATHERDD z0{k1}, [base+index*2-2];  VPSRLD z0, 16;  VPMOVDW
//
// On Sapphire Rapids, it is 1.22 times as fast as scalar loads and stores (u8 -> i16 table, 4096 elements in
// cache). Inserting loaded words into registers is no faster than those.
func (l selector) gatherPairs(v *ir.Value) lower.Rep {
	t, mask := v.Type, v.Args[2]
	m, index := l.vectorIndex(v)
	wide := t.WithElem(ir.I32)
	first := m.Base
	if !lower.AllTrue(mask) { // if no lane is active, element 0 need not exist
		none := l.Lea(l.PoolMem(make([]byte, 8)))
		cc := l.testMask(mask, false)
		first = l.build(spec{op: amd64.CMOVCC, size: 8, cc: cc}, lower.Reg(none), lower.Reg(first))
	}
	if off, s := int64(v.Off), int64(m.Scale); off%s == 0 { // index -off/s is element 0; no valid index is below it
		later := l.Op(ir.OpLtS, ir.Mask(int(t.Lanes)), l.Lit(index.Type, -off/s), index)
		if !lower.AllTrue(mask) {
			later = l.Op(ir.OpAnd, later.Type, mask, later)
		}
		mask = later
	}
	m.Disp -= 2
	r := l.gatherInto(wide, m, index, mask, func(bytes int) mach.Reg {
		return l.insM(amd64.VPBROADCASTW, bytes, mach.Mem{Base: first, Scale: 1})
	})
	x := l.Op(ir.OpTruncI, t, l.Op(ir.OpShrU, wide, l.Wrap(wide, r.Parts...), l.Lit(wide, 16)))
	if on := v.Args[2]; !lower.AllTrue(on) { // element 0 is in inactive lanes as well
		x = l.Op(ir.OpSelect, t, on, x, l.Lit(t, 0))
	}
	return l.Rep(x)
}

// canGatherPairs reports whether gatherPairs may be used.
func (l selector) canGatherPairs(v *ir.Value) bool {
	return v.Type.Elem.Size() == 2 && v.Scale%2 == 0 && v.Off%2 == 0 && l.startsObject(v.Args[0]) &&
		!lower.AllFalse(v.Args[2])
}

// startsObject reports whether the program accesses nothing below p relative to p, and everything between p and
// an accessed element belongs to the same slice or array and may be read.
func (l selector) startsObject(p *ir.Value) bool {
	return p.Op == ir.OpArgPtr && !l.F.Params[p.AuxInt].Unknown || lower.IsObject(p) || l.StubObject
}

// gatherInto gathers 4- or 8-byte elements into registers that fill makes. Inactive lanes keep their contents.
func (l selector) gatherInto(t ir.Type, m mach.Mem, index, mask *ir.Value, fill func(bytes int) mach.Reg) lower.Rep {
	es := t.Elem.Size()
	is := index.Type.Elem.Size()
	wide := max(es, is)
	ng, _ := l.T.Layout(t, wide) // the number of gathers; each handles as many lanes as fit at the larger of the two sizes
	per := int(t.Lanes) / ng
	wideBytes := max(16, per*wide)
	op := gatherForms[[2]int{es, is}]
	pieces := make([]mach.Reg, ng)
	for g := range pieces {
		dstBytes := max(16, per*es)
		im := m
		im.Index = l.Lanes(index, g*per, per)
		old := fill(dstBytes)
		if l.T.K {
			k := l.ExactMask(mask, wide, g)
			pieces[g] = l.buildGather(op.evex, wideBytes, im, old, k, true)
		} else {
			pb := l.partBytes(mask, es) // the mask has the data's element size; several gathers may share a part
			k := l.ExactMask(mask, es, g*per*es/pb)
			if pb > dstBytes || per*es < 16 {
				k = l.Chunk(k, pb, g*per*es%pb, min(dstBytes, per*es))
			}
			if per*es < 16 {
				k = l.clearAbove(k, per*es)
			}
			pieces[g] = l.buildGather(op.vex, wideBytes, im, old, k, false)
		}
	}
	_, partBytes := l.T.Layout(t, es)
	return lower.Rep{Parts: l.JoinPieces(pieces, per*es, partBytes, int(t.Lanes)*es)}
}

// partBytes returns the register size of a mask at a lane size.
func (l selector) partBytes(m *ir.Value, esize int) int {
	_, b := l.T.Layout(m.Type, esize)
	return b
}

// buildGather emits a gather. The destination is tied to old, the value of the inactive lanes. The instruction
// clears the mask.
func (l selector) buildGather(op amd64.Op, size int, m mach.Mem, old, k mach.Reg, evex bool) mach.Reg {
	d := l.Desc(uint16(op))
	in := mach.Inst{Op: uint16(op), Size: uint8(size), N: d.N, MemPos: 1, Mem: m, Ties: mach.Ties{Tied: old},
		Pos: int32(l.Pos)}
	dst := l.NewReg(&d.Roles[0], size)
	in.Regs[0] = dst
	if evex {
		in.Mask = k
	} else {
		in.Regs[2] = k
	}
	l.B.Insts = append(l.B.Insts, in)
	return dst
}
