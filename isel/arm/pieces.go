package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Chunk moves the bytes from offset off of a register to the low bytes of the result. The bytes above those
// requested are undefined.
func (l selector) Chunk(r mach.Reg, _, off, _ int) mach.Reg {
	if off == 0 {
		return r
	}
	return l.insI(arm64.VEXT, 16, int64(off), r, r)
}

// Join concatenates two registers of n bytes.
func (l selector) Join(lo, hi mach.Reg, n int) mach.Reg {
	return l.ins(byElem(n, arm64.VZIP1B, arm64.VZIP1H, arm64.VZIP1S, arm64.VZIP1D), 16, lo, hi)
}

// Broadcast copies a scalar into all lanes of a register.
func (l selector) Broadcast(x *ir.Value, bytes int) mach.Reg {
	es := x.Type.Elem.Size()
	if x.Op == ir.OpConst {
		return l.VecConst(lower.SplatBytes(x.Type.Elem, uint64(x.AuxInt), bytes))
	}
	if o, ok := l.FoldOperand(x, 0, es, 0); ok {
		return l.Build(lower.Spec{Op: uint16(byElem(es, arm64.VLD1RB, arm64.VLD1RH, arm64.VLD1RS, arm64.VLD1RD)),
			Size: 16}, o)
	}
	if x.Type.Elem.IsFloat() {
		return l.insI(byElem(es, 0, 0, arm64.VDUPSE, arm64.VDUPDE), 16, 0, l.Scalar(x))
	}
	return l.splatLane(es, l.Scalar(x))
}

// splatLane copies a general register into all lanes of es bytes.
func (l selector) splatLane(es int, r mach.Reg) mach.Reg {
	return l.ins(byElem(es, arm64.VDUPBR, arm64.VDUPHR, arm64.VDUPSR, arm64.VDUPDR), 16, r)
}

// extract lowers Extract.
func (l selector) extract(v *ir.Value) (lower.Rep, bool) {
	x, i := v.Args[0], int(v.AuxInt)
	if x.Type.IsMask() {
		es := l.MaskSize(x)
		r := l.ExtractLane(l.AsVector(x, es), i)
		return l.One(l.insI(arm64.ANDI, 4, 1, r)), true
	}
	return l.One(l.ExtractLane(x, i)), true
}

// ExtractLane returns a lane as a scalar: integers in a general register, floats in a vector register.
func (l selector) ExtractLane(v *ir.Value, i int) mach.Reg {
	es := v.Type.Elem.Size()
	_, bytes := l.T.Layout(v.Type, es)
	per := bytes / es
	r, j := l.Part(v, i/per), i%per
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
	out.Parts[i/per] = l.setLane(t.Elem, old.Parts[i/per], i%per, l.Scalar(s))
	return out, true
}

// setLane returns r with a scalar in lane j.
func (l selector) setLane(e ir.Elem, r mach.Reg, j int, x mach.Reg) mach.Reg {
	if e.IsFloat() {
		return l.insI(byElem(e.Size(), 0, 0, arm64.VINSSE, arm64.VINSDE), 16, arm64.Pair(j, 0), r, x)
	}
	return l.insI(byElem(e.Size(), arm64.VINSBR, arm64.VINSHR, arm64.VINSSR, arm64.VINSDR), 16, int64(j), r, x)
}

// InsertLane is setLane, except that lane 0, which comes first, makes the register.
func (l selector) InsertLane(e ir.Elem, r mach.Reg, j int, x mach.Reg) mach.Reg {
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

// acrossLanes are the instructions that reduce a register, by operation and element: i8, i16, i32, i64, f32, f64.
var acrossLanes = map[ir.Op][6]arm64.Op{
	ir.OpReduceAdd:  {arm64.VADDVB, arm64.VADDVH, arm64.VADDVS, arm64.ADDPD},
	ir.OpReduceMinS: {arm64.VSMINVB, arm64.VSMINVH, arm64.VSMINVS},
	ir.OpReduceMaxS: {arm64.VSMAXVB, arm64.VSMAXVH, arm64.VSMAXVS},
	ir.OpReduceMinU: {arm64.VUMINVB, arm64.VUMINVH, arm64.VUMINVS},
	ir.OpReduceMaxU: {arm64.VUMAXVB, arm64.VUMAXVH, arm64.VUMAXVS},
	ir.OpReduceMin:  {4: arm64.VFMINVS, 5: arm64.FMINPD},
	ir.OpReduceMax:  {4: arm64.VFMAXVS, 5: arm64.FMAXPD},
}

// reduce lowers reductions of whole registers for which the order of lanes does not matter. Sums of floats depend
// on the order and use the tree.
func (l selector) reduce(v *ir.Value) (lower.Rep, bool) {
	x := v.Args[0]
	t := x.Type
	if t.IsMask() || t.Size() < 16 {
		return lower.Reduce(l.Lowerer, v)
	}
	i := map[ir.Elem]int{ir.I8: 0, ir.I16: 1, ir.I32: 2, ir.I64: 3, ir.F32: 4, ir.F64: 5}[t.Elem]
	across := acrossLanes[v.Op][i]
	if across == 0 {
		return lower.Reduce(l.Lowerer, v)
	}
	one := t.WithLanes(16 / t.Elem.Size())
	parts := append([]mach.Reg(nil), l.Rep(x).Parts...)
	for len(parts) > 1 { // combine halves, so that the dependency chain is short
		half := len(parts) / 2
		for k := range half {
			y := l.Make(lower.ReduceOps[v.Op], one, l.Wrap(one, parts[k]), l.Wrap(one, parts[half+k]))
			y.FP = v.FP
			parts[k] = l.Part(y, 0)
		}
		parts = parts[:half]
	}
	r := l.ins(across, 16, parts[0])
	switch {
	case t.Elem.IsFloat():
		return l.One(r), true
	case t.Elem == ir.I64:
		return l.One(l.ins(arm64.FMOVRD, 16, r)), true
	}
	return l.One(l.ins(arm64.FMOVRS, 16, r)), true
}
