package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// LoadBytes loads exactly 1 to 16 bytes into a vector register.
func (l selector) LoadBytes(bytes int, m mach.Mem) mach.Reg {
	if bytes == 16 {
		return l.insM(arm64.VLDR, 16, m)
	}
	return l.insM(byElem(bytes, arm64.FLDRB, arm64.FLDRH, arm64.FLDRS, arm64.FLDRD), 16, m)
}

// StoreBytes stores the lowest 1 to 16 bytes of a vector register.
func (l selector) StoreBytes(bytes int, m mach.Mem, r mach.Reg) {
	op := arm64.VSTR
	if bytes < 16 {
		op = byElem(bytes, arm64.FSTRB, arm64.FSTRH, arm64.FSTRS, arm64.FSTRD)
	}
	l.Effect(lower.Spec{Op: uint16(op), Size: 16}, lower.Reg(r), lower.Memory(m))
}

// StoreScalar stores one element, integers at their own size.
func (l selector) StoreScalar(e ir.Elem, m mach.Mem, r mach.Reg) {
	if e.IsFloat() {
		l.StoreBytes(e.Size(), m, r)
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
	l.Effect(lower.Spec{Op: uint16(op), Size: size}, lower.Reg(r), lower.Memory(m))
}

// Update returns false: there are no instructions that modify memory.
func (l selector) Update(*ir.Value, *ir.Value, *ir.Value) bool { return false }

// StoreWord stores a result of the function.
func (l selector) StoreWord(m mach.Mem, r mach.Reg, float bool) {
	e := ir.I64
	if float {
		e = ir.F64
	}
	l.StoreScalar(e, m, r)
}

// MaskedLoad and MaskedStore are SVE instructions. Their mask is a vector until the encoder makes a predicate
// from it.
func (l selector) MaskedLoad(es, _ int, m mach.Mem, k mach.Reg) mach.Reg {
	op := byElem(es, arm64.VLD1MB, arm64.VLD1MH, arm64.VLD1MS, arm64.VLD1MD)
	if l.countLanes(es, &m) {
		op = byElem(es, arm64.VLD1MXB, arm64.VLD1MXH, arm64.VLD1MXS, arm64.VLD1MXD)
	}
	return l.Build(lower.Spec{Op: uint16(op), Size: 16}, lower.Reg(k), lower.Reg(k), lower.Memory(m))
}

func (l selector) MaskedStore(es, _ int, m mach.Mem, k, r mach.Reg) {
	op := byElem(es, arm64.VST1MB, arm64.VST1MH, arm64.VST1MS, arm64.VST1MD)
	if l.countLanes(es, &m) {
		op = byElem(es, arm64.VST1MXB, arm64.VST1MXH, arm64.VST1MXS, arm64.VST1MXD)
	}
	l.Effect(lower.Spec{Op: uint16(op), Size: 16}, lower.Reg(r), lower.Reg(k), lower.Reg(k), lower.Memory(m))
}

// countLanes turns the displacement of a vector after the first into an index, which counts elements: the
// displacements of these instructions depend on the vector length. The displacements of the parts are the same
// for all arrays and iterations, so the indices stay in registers.
func (l selector) countLanes(es int, m *mach.Mem) bool {
	if m.Index != mach.NoReg || m.Slot != 0 || m.Const != 0 || m.Disp == 0 || m.Disp%16 != 0 {
		return false
	}
	m.Index, m.Scale, m.Disp = l.GpConst(int64(m.Disp)/int64(es)), uint8(es), 0
	return true
}

// orElse returns address m if a bit of a mask is set, else none. It needs no branch, and accesses no memory that
// the program does not access.
func (l selector) orElse(m mach.Mem, bits mach.Reg, lane int, none mach.Reg) mach.Mem {
	a := l.Lea(m)
	l.test(arm64.TSTI, 8, 1<<lane, bits)
	return mach.Mem{Base: l.insCC(arm64.CSEL, 8, arm64.NE, a, none), Scale: 1}
}

// GatherLanes loads lane by lane. Inactive lanes load a zero from the constant pool. Separate loads and a tree of
// ZIPs are faster than loads into single lanes, each of which depends on the previous one.
func (l selector) GatherLanes(t ir.Type, mask *ir.Value, at func(i int) mach.Mem) lower.Rep {
	l.Scalarized = true
	es := t.Elem.Size()
	var bits, none mach.Reg
	if !lower.AllTrue(mask) {
		bits = l.maskBits(mask)
		none = l.Lea(l.PoolMem(make([]byte, 8)))
	}
	n, bytes := l.T.Layout(t, es)
	out := lower.Rep{Parts: l.NewParts(n)}
	per := min(bytes/es, int(t.Lanes))
	for i := range out.Parts {
		pieces := make([]mach.Reg, per)
		for j := range pieces {
			m := at(i*per + j)
			if bits != mach.NoReg {
				m = l.orElse(m, bits, i*per+j, none)
			}
			pieces[j] = l.LoadBytes(es, m)
		}
		out.Parts[i] = l.JoinPieces(pieces, es, 16, per*es)[0]
	}
	return out
}

// ScatterLanes stores lane by lane, in order. An inactive lane is stored to a slot of the frame.
func (l selector) ScatterLanes(x, mask *ir.Value, at func(i int) mach.Mem) {
	l.Scalarized = true
	t := x.Type
	es := t.Elem.Size()
	r := l.Rep(x)
	var bits, none mach.Reg
	if !lower.AllTrue(mask) {
		bits = l.maskBits(mask)
		none = l.DummySlot()
	}
	_, bytes := l.T.Layout(t, es)
	per := bytes / es
	mems := make([]mach.Mem, t.Lanes)
	for i := range mems {
		mems[i] = at(i)
	}
	l.Flush()
	for i, m := range mems {
		lane := r.Parts[i/per]
		if j := i % per; j > 0 {
			lane = l.lane(es, lane, j)
		}
		if bits != mach.NoReg {
			m = l.orElse(m, bits, i, none)
		}
		l.StoreBytes(es, m, lane)
	}
}

// lane moves a lane of a register to the low lane of the result.
func (l selector) lane(es int, r mach.Reg, j int) mach.Reg {
	return l.insI(byElem(es, arm64.DUPB, arm64.DUPH, arm64.DUPS, arm64.DUPD), 16, int64(j), r)
}

// Gather lowers a Gather.
func (l selector) Gather(v *ir.Value) lower.Rep {
	return l.GatherLanes(v.Type, v.Args[2], l.laneAddresses(v, v.Type.Elem.Size()))
}

// Scatter lowers a Scatter.
func (l selector) Scatter(v, x *ir.Value) {
	l.ScatterLanes(x, v.Args[3], l.laneAddresses(v, x.Type.Elem.Size()))
}

// laneAddresses returns a function for the address of each lane of an indexed access to elements of es bytes.
func (l selector) laneAddresses(v *ir.Value, es int) func(i int) mach.Mem {
	base, index, scale := l.Scalar(v.Args[0]), v.Args[1], int64(v.Scale)
	if v.Off != 0 {
		base = l.Lea(mach.Mem{Base: base, Scale: 1, Disp: v.Off})
	}
	lane := l.indexLanes(index)
	return func(i int) mach.Mem {
		if scale == int64(es) || scale == 1 {
			return mach.Mem{Base: base, Index: lane(i), Scale: uint8(scale)}
		}
		return mach.Mem{Base: l.addScaled(base, lane(i), scale), Scale: 1}
	}
}

// indexLanes returns a function for the lanes of an index vector in 64-bit registers. Unsigned bytes and words
// are extracted from the vector before its extension.
func (l selector) indexLanes(index *ir.Value) func(i int) mach.Reg {
	unsigned := false
	for index.Op == ir.OpZExt && index.Args[0].Type.Elem.IsInt() && l.AtHand(index.Args[0]) {
		index, unsigned = index.Args[0], true
	}
	es := index.Type.Elem.Size()
	op := byElem(es, arm64.SMOVB, arm64.SMOVH, arm64.SMOVS, arm64.UMOVD)
	if unsigned {
		op = byElem(es, arm64.UMOVB, arm64.UMOVH, arm64.UMOVS, arm64.UMOVD)
	}
	_, bytes := l.T.Layout(index.Type, es)
	per := bytes / es
	return func(i int) mach.Reg {
		return l.insI(op, 8, int64(i%per), l.Part(index, i/per))
	}
}
