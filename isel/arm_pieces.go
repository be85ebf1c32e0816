package isel

import (
	"hotloop/asm/arm64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// chunk moves want bytes from byte off of a register to the bottom of one; junk may lie above them.
func (l arm) chunk(r mach.Reg, _, off, _ int) mach.Reg {
	if off == 0 {
		return r
	}
	return l.insI(arm64.VEXT, 16, int64(off), r, r)
}

// join puts two registers of n bytes side by side.
func (l arm) join(lo, hi mach.Reg, n int) mach.Reg {
	return l.ins(byElem(n, arm64.VZIP1B, arm64.VZIP1H, arm64.VZIP1S, arm64.VZIP1D), 16, lo, hi)
}

// broadcast puts a scalar into all lanes of a register.
func (l arm) broadcast(x *ir.Value, bytes int) mach.Reg {
	es := x.Type.Elem.Size()
	if x.Op == ir.OpConst {
		return l.vecConst(splatBytes(x.Type.Elem, uint64(x.AuxInt), bytes))
	}
	if o, ok := l.foldOperand(x, 0, es, 0); ok {
		return l.build(spec{op: uint16(byElem(es, arm64.VLD1RB, arm64.VLD1RH, arm64.VLD1RS, arm64.VLD1RD)), size: 16}, o)
	}
	if x.Type.Elem.IsFloat() {
		return l.insI(byElem(es, 0, 0, arm64.VDUPSE, arm64.VDUPDE), 16, 0, l.scalar(x))
	}
	return l.splatLane(es, l.scalar(x))
}

// splatLane puts a general register into all lanes of es bytes.
func (l arm) splatLane(es int, r mach.Reg) mach.Reg {
	return l.ins(byElem(es, arm64.VDUPBR, arm64.VDUPHR, arm64.VDUPSR, arm64.VDUPDR), 16, r)
}

// extract lowers Extract.
func (l arm) extract(v *ir.Value) (rep, bool) {
	x, i := v.Args[0], int(v.AuxInt)
	if x.Type.IsMask() {
		es := l.maskSize(x)
		r := l.extractLane(l.asVector(x, es), i)
		return l.one(l.insI(arm64.ANDI, 4, 1, r)), true
	}
	return l.one(l.extractLane(x, i)), true
}

// extractLane is a lane as a scalar: integers in a general register, floats in a vector register.
func (l arm) extractLane(v *ir.Value, i int) mach.Reg {
	es := v.Type.Elem.Size()
	_, bytes := l.t.layout(v.Type, es)
	per := bytes / es
	r, j := l.part(v, i/per), i%per
	switch {
	case v.Type.Elem.IsFloat() && j == 0:
		return r
	case v.Type.Elem.IsFloat():
		return l.lane(es, r, j)
	case j == 0 && es == 8:
		return l.ins(arm64.FMOVRD, 16, r)
	case j == 0:
		return l.ins(arm64.FMOVRS, 16, r)
	}
	return l.insI(byElem(es, arm64.UMOVB, arm64.UMOVH, arm64.UMOVS, arm64.UMOVD), 16, int64(j), r)
}

// insert lowers Insert.
func (l arm) insert(v *ir.Value) (rep, bool) {
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
	out.parts[i/per] = l.setLane(t.Elem, old.parts[i/per], i%per, l.scalar(s))
	return out, true
}

// setLane is r with a scalar in lane j.
func (l arm) setLane(e ir.Elem, r mach.Reg, j int, x mach.Reg) mach.Reg {
	if e.IsFloat() {
		return l.insI(byElem(e.Size(), 0, 0, arm64.VINSSE, arm64.VINSDE), 16, arm64.Pair(j, 0), r, x)
	}
	return l.insI(byElem(e.Size(), arm64.VINSBR, arm64.VINSHR, arm64.VINSSR, arm64.VINSDR), 16, int64(j), r, x)
}

// insertLane is setLane, but lane 0, the first to come, makes the register.
func (l arm) insertLane(e ir.Elem, r mach.Reg, j int, x mach.Reg) mach.Reg {
	switch {
	case j == 0 && e.IsFloat():
		return x
	case j == 0 && e.Size() == 8:
		return l.ins(arm64.FMOVDR, 16, x)
	case j == 0:
		return l.ins(arm64.FMOVSR, 16, x)
	}
	return l.setLane(e, r, j, x)
}

// acrossLanes are the instructions that reduce a register: by operation and bytes of an integer, of f32, of f64.
var acrossLanes = map[ir.Op][6]arm64.Op{
	ir.OpReduceAdd:  {arm64.VADDVB, arm64.VADDVH, arm64.VADDVS, arm64.ADDPD},
	ir.OpReduceMinS: {arm64.VSMINVB, arm64.VSMINVH, arm64.VSMINVS},
	ir.OpReduceMaxS: {arm64.VSMAXVB, arm64.VSMAXVH, arm64.VSMAXVS},
	ir.OpReduceMinU: {arm64.VUMINVB, arm64.VUMINVH, arm64.VUMINVS},
	ir.OpReduceMaxU: {arm64.VUMAXVB, arm64.VUMAXVH, arm64.VUMAXVS},
	ir.OpReduceMin:  {4: arm64.VFMINVS, 5: arm64.FMINPD},
	ir.OpReduceMax:  {4: arm64.VFMAXVS, 5: arm64.FMAXPD},
}

// reduce lowers the reductions in which the order of lanes does not matter, of whole registers. Sums of floats have an
// order, and go by the tree.
func (l arm) reduce(v *ir.Value) (rep, bool) {
	x := v.Args[0]
	t := x.Type
	if t.IsMask() || t.Size() < 16 {
		return reduce(l.lowerer, v)
	}
	i := map[ir.Elem]int{ir.I8: 0, ir.I16: 1, ir.I32: 2, ir.I64: 3, ir.F32: 4, ir.F64: 5}[t.Elem]
	across := acrossLanes[v.Op][i]
	if across == 0 {
		return reduce(l.lowerer, v)
	}
	one := t.WithLanes(16 / t.Elem.Size())
	parts := append([]mach.Reg(nil), l.rep(x).parts...)
	for len(parts) > 1 { // halves, so that the chain is short
		half := len(parts) / 2
		for k := range half {
			y := l.make(reduceOps[v.Op], one, l.wrap(one, parts[k]), l.wrap(one, parts[half+k]))
			y.FP = v.FP
			parts[k] = l.part(y, 0)
		}
		parts = parts[:half]
	}
	r := l.ins(across, 16, parts[0])
	switch {
	case t.Elem.IsFloat():
		return l.one(r), true
	case t.Elem == ir.I64:
		return l.one(l.ins(arm64.FMOVRD, 16, r)), true
	}
	return l.one(l.ins(arm64.FMOVRS, 16, r)), true
}
