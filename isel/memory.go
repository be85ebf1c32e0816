package isel

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// load lowers a Load that was not folded.
func load(l *lowerer, v *ir.Value) (rep, bool) {
	t := v.Type
	if t.IsMask() && t.IsVector() { // bools are bytes in memory
		x := l.make(ir.OpLoad, t.WithElem(ir.I8), v.Args...)
		x.Scale, x.Off = v.Scale, v.Off
		return l.rep(l.make(ir.OpNe, t, x, l.lit(x.Type, 0))), true
	}
	m := l.addressOf(v)
	if !t.IsVector() {
		return l.one(l.sel.loadScalar(t.Elem, m)), true
	}
	n, _ := l.t.layout(t, t.Elem.Size())
	bytes := l.accessBytes(t)
	p := l.newParts(n)
	for i := range p {
		p[i] = l.sel.loadBytes(bytes, m)
		m.Disp += int32(bytes)
	}
	return rep{parts: p}, true
}

// store lowers a Store. All parts are evaluated before the first byte is written, since they may load from there.
func store(l *lowerer, v *ir.Value) {
	x := v.StoredValue()
	t := x.Type
	if t.IsMask() && t.IsVector() {
		x = l.make(ir.OpZExt, t.WithElem(ir.I8), x)
		t = x.Type
	}
	if load, by := l.inPlace(v); load != nil && l.sel.update(v, load, by) {
		return
	}
	r := l.rep(x)
	m := l.addressOf(v)
	l.flush()
	if !t.IsVector() {
		l.sel.storeScalar(t.Elem, m, r.parts[0])
		return
	}
	bytes := l.accessBytes(t)
	for _, p := range r.parts {
		l.sel.storeBytes(bytes, m, p)
		m.Disp += int32(bytes)
	}
}

// inPlace says whether store v is the end of an update, a[i] = a[i] op by, of an integer: the load, if it is still waiting, so that
// no store has come since, and what the operation combines it with. Neither what was loaded nor the result has another user.
func (l *lowerer) inPlace(v *ir.Value) (load, by *ir.Value) {
	x := v.StoredValue()
	if len(x.Args) != 2 || x.Type.IsVector() || !x.Type.Elem.IsInt() || x.Op.Is(ir.FlagEffect) || !l.isDeferred(x) || x.Uses != 1 {
		return nil, nil
	}
	for i, y := range x.Args {
		if y.Op == ir.OpLoad && (i == 0 || x.Op.Is(ir.FlagCommutative)) && y.Uses == 1 && l.reps[y.ID].state == repDeferred && y.Type == x.Type &&
			y.Args[0] == v.Args[0] && y.Args[1] == v.Args[1] && y.Scale == v.Scale && y.Off == v.Off {
			return y, x.Args[1-i]
		}
	}
	return nil, nil
}

// maskedLoad lowers a MaskedLoad. Memory under lanes masked off is not touched: the instructions suppress faults there.
func maskedLoad(l *lowerer, v *ir.Value) (rep, bool) {
	t, mask := v.Type, v.Args[2]
	es := t.Elem.Size()
	if allTrue(mask) {
		x := l.make(ir.OpLoad, t, v.Args[0], v.Args[1])
		x.Scale, x.Off = v.Scale, v.Off
		return l.rep(x), true
	}
	if t.IsMask() {
		x := l.make(ir.OpMaskedLoad, t.WithElem(ir.I8), v.Args...)
		x.Scale, x.Off = v.Scale, v.Off
		return l.rep(l.make(ir.OpNe, t, x, l.lit(x.Type, 0))), true
	}
	if !l.t.HasMaskedLoad(t.Elem) {
		m := l.addressOf(v)
		return l.sel.gatherLanes(t, mask, func(i int) mach.Mem { return offset(m, i*es) }), true
	}
	m := l.addressOf(v)
	n, bytes := l.t.layout(t, es)
	p := l.newParts(n)
	for i := range p {
		k := l.sel.exactMask(mask, es, i)
		p[i] = l.sel.maskedLoad(es, bytes, m, k)
		m.Disp += int32(bytes)
	}
	return rep{parts: p}, true
}

func maskedStore(l *lowerer, v *ir.Value) {
	x, mask := v.StoredValue(), v.Args[3]
	if x.Type.IsMask() {
		x = l.make(ir.OpZExt, x.Type.WithElem(ir.I8), x)
	}
	t := x.Type
	es := t.Elem.Size()
	r := l.rep(x)
	n, bytes := l.t.layout(t, es)
	m := l.addressOf(v)
	if allTrue(mask) {
		l.flush()
		for _, p := range r.parts {
			l.sel.storeBytes(l.accessBytes(t), m, p)
			m.Disp += int32(bytes)
		}
		return
	}
	if !l.t.HasMaskedStore(t.Elem) {
		l.sel.scatterLanes(x, mask, func(i int) mach.Mem { return offset(m, i*es) })
		return
	}
	ks := make([]mach.Reg, n)
	for i := range ks {
		ks[i] = l.sel.exactMask(mask, es, i)
	}
	l.flush()
	for i, p := range r.parts {
		l.sel.maskedStore(es, bytes, m, ks[i], p)
		m.Disp += int32(bytes)
	}
}

func offset(m mach.Mem, n int) mach.Mem {
	m.Disp += int32(n)
	return m
}

// allTrue and allFalse know constant masks.
func allTrue(m *ir.Value) bool  { return m.IsConstInt(1) || m.Op == ir.OpConst && m.AuxInt&1 == 1 }
func allFalse(m *ir.Value) bool { return m.Op == ir.OpConst && m.AuxInt&1 == 0 }
