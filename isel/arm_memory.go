package isel

import (
	"hotloop/asm/arm64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// loadScalar loads one element.
func (l arm) loadScalar(e ir.Elem, m mach.Mem) mach.Reg {
	op, size := armScalarLoad(e)
	return l.insM(op, int(size), m)
}

// loadBytes loads 1 to 16 bytes into a vector register and not one more.
func (l arm) loadBytes(bytes int, m mach.Mem) mach.Reg {
	if bytes == 16 {
		return l.insM(arm64.VLDR, 16, m)
	}
	return l.insM(byElem(bytes, arm64.FLDRB, arm64.FLDRH, arm64.FLDRS, arm64.FLDRD), 16, m)
}

func (l arm) storeBytes(bytes int, m mach.Mem, r mach.Reg) {
	op := arm64.VSTR
	if bytes < 16 {
		op = byElem(bytes, arm64.FSTRB, arm64.FSTRH, arm64.FSTRS, arm64.FSTRD)
	}
	l.effect(spec{op: uint16(op), size: 16}, reg(r), memory(m))
}

func (l arm) storeScalar(e ir.Elem, m mach.Mem, r mach.Reg) {
	if e.IsFloat() {
		l.storeBytes(e.Size(), m, r)
		return
	}
	op, size := arm64.STR, 4
	switch e.Size() {
	case 1:
		op = arm64.STRB
	case 2:
		op = arm64.STRH
	case 8:
		size = 8
	}
	l.effect(spec{op: uint16(op), size: size}, reg(r), memory(m))
}

// update is for architectures that compute in memory.
func (l arm) update(*ir.Value, *ir.Value, *ir.Value) bool { return false }

// storeWord stores a result of the function.
func (l arm) storeWord(m mach.Mem, r mach.Reg, float bool) {
	e := ir.I64
	if float {
		e = ir.F64
	}
	l.storeScalar(e, m, r)
}

// maskedLoad and maskedStore are instructions of SVE, whose mask is a vector until the coder makes a predicate of it.
func (l arm) maskedLoad(es, _ int, m mach.Mem, k mach.Reg) mach.Reg {
	return l.build(spec{op: uint16(byElem(es, arm64.VLD1MB, arm64.VLD1MH, arm64.VLD1MS, arm64.VLD1MD)), size: 16}, reg(k), memory(m))
}

func (l arm) maskedStore(es, _ int, m mach.Mem, k, r mach.Reg) {
	l.effect(spec{op: uint16(byElem(es, arm64.VST1MB, arm64.VST1MH, arm64.VST1MS, arm64.VST1MD)), size: 16}, reg(r), reg(k), memory(m))
}

// orElse is address m if a bit of a mask is set, else another one: no branch, and nothing is touched that the program
// does not access.
func (l arm) orElse(m mach.Mem, bits mach.Reg, lane int, none mach.Reg) mach.Mem {
	a := l.lea(m)
	l.test(arm64.TSTI, 8, 1<<lane, bits)
	return mach.Mem{Base: l.insCC(arm64.CSEL, 8, arm64.NE, a, none), Scale: 1}
}

// gatherLanes loads lane by lane; lanes masked off load a zero of our own constant pool. Loads and a tree of ZIPs take
// less than loads of single lanes, each of which waits for the one before.
func (l arm) gatherLanes(t ir.Type, mask *ir.Value, at func(i int) mach.Mem) rep {
	l.scalarized = true
	es := t.Elem.Size()
	var bits, none mach.Reg
	if !allTrue(mask) {
		bits = l.maskBits(mask)
		none = l.lea(l.poolMem(make([]byte, 8)))
	}
	n, bytes := l.t.layout(t, es)
	out := rep{parts: l.newParts(n)}
	per := min(bytes/es, int(t.Lanes))
	for i := range out.parts {
		pieces := make([]mach.Reg, per)
		for j := range pieces {
			m := at(i*per + j)
			if bits != mach.NoReg {
				m = l.orElse(m, bits, i*per+j, none)
			}
			pieces[j] = l.loadBytes(es, m)
		}
		out.parts[i] = l.joinPieces(pieces, es, 16, per*es)[0]
	}
	return out
}

// scatterLanes stores lane by lane, in order. A lane masked off is stored to a slot of the frame.
func (l arm) scatterLanes(x, mask *ir.Value, at func(i int) mach.Mem) {
	l.scalarized = true
	t := x.Type
	es := t.Elem.Size()
	r := l.rep(x)
	var bits, none mach.Reg
	if !allTrue(mask) {
		bits = l.maskBits(mask)
		none = l.dummySlot()
	}
	_, bytes := l.t.layout(t, es)
	per := bytes / es
	mems := make([]mach.Mem, t.Lanes)
	for i := range mems {
		mems[i] = at(i)
	}
	l.flush()
	for i, m := range mems {
		lane := r.parts[i/per]
		if j := i % per; j > 0 {
			lane = l.lane(es, lane, j)
		}
		if bits != mach.NoReg {
			m = l.orElse(m, bits, i, none)
		}
		l.storeBytes(es, m, lane)
	}
}

// lane brings a lane of a register to the bottom of one.
func (l arm) lane(es int, r mach.Reg, j int) mach.Reg {
	return l.insI(byElem(es, arm64.DUPB, arm64.DUPH, arm64.DUPS, arm64.DUPD), 16, int64(j), r)
}

// gather lowers a Gather.
func (l arm) gather(v *ir.Value) (rep, bool) {
	t, mask := v.Type, v.Args[2]
	if t.IsMask() {
		x := l.make(ir.OpGather, t.WithElem(ir.I8), v.Args...)
		x.Scale, x.Off = v.Scale, v.Off
		return l.rep(l.make(ir.OpNe, t, x, l.lit(x.Type, 0))), true
	}
	return l.gatherLanes(t, mask, l.laneAddresses(v, t.Elem.Size())), true
}

// scatter lowers a Scatter.
func (l arm) scatter(v *ir.Value) {
	x, mask := v.StoredValue(), v.Args[3]
	if x.Type.IsMask() {
		x = l.op(ir.OpZExt, x.Type.WithElem(ir.I8), x)
	}
	l.scatterLanes(x, mask, l.laneAddresses(v, x.Type.Elem.Size()))
}

// laneAddresses gives the address of every lane of an indexed access to elements of es bytes.
func (l arm) laneAddresses(v *ir.Value, es int) func(i int) mach.Mem {
	base, index, scale := l.scalar(v.Args[0]), v.Args[1], int64(v.Scale)
	if v.Off != 0 {
		base = l.lea(mach.Mem{Base: base, Scale: 1, Disp: v.Off})
	}
	lane := l.indexLanes(index)
	return func(i int) mach.Mem {
		if scale == int64(es) || scale == 1 {
			return mach.Mem{Base: base, Index: lane(i), Scale: uint8(scale)}
		}
		return mach.Mem{Base: l.addScaled(base, lane(i), scale), Scale: 1}
	}
}

// indexLanes gives the lanes of an index vector in 64-bit registers, unsigned bytes and words from before they were extended.
func (l arm) indexLanes(index *ir.Value) func(i int) mach.Reg {
	unsigned := false
	for index.Op == ir.OpZExt && index.Args[0].Type.Elem.IsInt() && l.atHand(index.Args[0]) {
		index, unsigned = index.Args[0], true
	}
	es := index.Type.Elem.Size()
	op := byElem(es, arm64.SMOVB, arm64.SMOVH, arm64.SMOVS, arm64.UMOVD)
	if unsigned {
		op = byElem(es, arm64.UMOVB, arm64.UMOVH, arm64.UMOVS, arm64.UMOVD)
	}
	_, bytes := l.t.layout(index.Type, es)
	per := bytes / es
	return func(i int) mach.Reg {
		return l.insI(op, 8, int64(i%per), l.part(index, i/per))
	}
}
