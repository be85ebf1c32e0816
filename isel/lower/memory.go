package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// load lowers a Load that was not folded.
func load(l *Lowerer, v *ir.Value) (Rep, bool) {
	t := v.Type
	if t.IsMask() && t.IsVector() {
		return loadBools(l, v)
	}
	m := l.AddressOf(v)
	if !t.IsVector() {
		op, size := l.T.Arch.ScalarLoad(t.Elem)
		return l.One(l.Build(Spec{Op: op, Size: int(size)}, Memory(m))), true
	}
	n, _ := l.T.Layout(t, t.Elem.Size())
	bytes := l.accessBytes(t)
	p := l.NewParts(n)
	for i := range p {
		p[i] = l.sel.LoadBytes(bytes, m)
		m.Disp += int32(bytes)
	}
	return Rep{Parts: p}, true
}

// loadBools lowers any kind of load of bools, which are bytes in memory. A nonzero byte is true.
func loadBools(l *Lowerer, v *ir.Value) (Rep, bool) {
	x := l.Make(v.Op, v.Type.WithElem(ir.I8), v.Args...)
	x.Scale, x.Off = v.Scale, v.Off
	return l.Rep(l.Make(ir.OpNe, v.Type, x, l.Lit(x.Type, 0))), true
}

// gather lowers a Gather.
func gather(l *Lowerer, v *ir.Value) (Rep, bool) {
	if v.Type.IsMask() {
		return loadBools(l, v)
	}
	return l.sel.Gather(v), true
}

func scatter(l *Lowerer, v *ir.Value) {
	x := v.StoredValue()
	if x.Type.IsMask() {
		x = l.Op(ir.OpZExt, x.Type.WithElem(ir.I8), x)
	}
	l.sel.Scatter(v, x)
}

// store lowers a Store. All parts are evaluated before the first byte is written, since they may load from the
// same memory.
func store(l *Lowerer, v *ir.Value) {
	x := v.StoredValue()
	t := x.Type
	if t.IsMask() && t.IsVector() {
		x = l.Make(ir.OpZExt, t.WithElem(ir.I8), x)
		t = x.Type
	}
	if load, by := l.inPlace(v); load != nil && l.sel.Update(v, load, by) {
		return
	}
	r := l.Rep(x)
	m := l.AddressOf(v)
	l.Flush()
	if !t.IsVector() {
		l.sel.StoreScalar(t.Elem, m, r.Parts[0])
		return
	}
	bytes := l.accessBytes(t)
	for _, p := range r.Parts {
		l.sel.StoreBytes(bytes, m, p)
		m.Disp += int32(bytes)
	}
}

// inPlace recognizes a store v that ends an integer update, a[i] = a[i] op by. It returns the load and by, or
// nil. The load must still be deferred, which implies that no store precedes v, and neither the load nor the
// result may have another user.
func (l *Lowerer) inPlace(v *ir.Value) (load, by *ir.Value) {
	x := v.StoredValue()
	if len(x.Args) != 2 || x.Type.IsVector() || !x.Type.Elem.IsInt() || x.Op.Is(ir.FlagEffect) || !l.IsDeferred(x) ||
		x.Uses != 1 {
		return nil, nil
	}
	for i, y := range x.Args {
		if y.Op == ir.OpLoad && (i == 0 || x.Op.Is(ir.FlagCommutative)) && y.Uses == 1 &&
			l.Reps[y.ID].State == RepDeferred && y.Type == x.Type &&
			y.Args[0] == v.Args[0] && y.Args[1] == v.Args[1] && y.Scale == v.Scale && y.Off == v.Off {
			return y, x.Args[1-i]
		}
	}
	return nil, nil
}

// maskedLoad lowers a MaskedLoad. Memory of inactive lanes is not accessed: the instructions suppress faults
// there.
func maskedLoad(l *Lowerer, v *ir.Value) (Rep, bool) {
	t, mask := v.Type, v.Args[2]
	es := t.Elem.Size()
	if AllTrue(mask) {
		x := l.Make(ir.OpLoad, t, v.Args[0], v.Args[1])
		x.Scale, x.Off = v.Scale, v.Off
		return l.Rep(x), true
	}
	if t.IsMask() {
		return loadBools(l, v)
	}
	if !l.T.HasMaskedLoad(t.Elem) {
		m := l.AddressOf(v)
		return l.sel.GatherLanes(t, mask, func(i int) mach.Mem { return offset(m, i*es) }), true
	}
	m := l.AddressOf(v)
	n, bytes := l.T.Layout(t, es)
	p := l.NewParts(n)
	for i := range p {
		k := l.sel.ExactMask(mask, es, i)
		p[i] = l.sel.MaskedLoad(es, bytes, m, k)
		m.Disp += int32(bytes)
	}
	return Rep{Parts: p}, true
}

// maskedStore lowers a MaskedStore. All parts and their masks are evaluated before the first byte is written,
// since they may load from the same memory. Memory of inactive lanes is not accessed.
func maskedStore(l *Lowerer, v *ir.Value) {
	x, mask := v.StoredValue(), v.Args[3]
	if x.Type.IsMask() {
		x = l.Make(ir.OpZExt, x.Type.WithElem(ir.I8), x)
	}
	t := x.Type
	es := t.Elem.Size()
	r := l.Rep(x)
	n, bytes := l.T.Layout(t, es)
	m := l.AddressOf(v)
	if AllTrue(mask) {
		l.Flush()
		for _, p := range r.Parts {
			l.sel.StoreBytes(l.accessBytes(t), m, p)
			m.Disp += int32(bytes)
		}
		return
	}
	if !l.T.HasMaskedStore(t.Elem) {
		l.sel.ScatterLanes(x, mask, func(i int) mach.Mem { return offset(m, i*es) })
		return
	}
	ks := make([]mach.Reg, n)
	for i := range ks {
		ks[i] = l.sel.ExactMask(mask, es, i)
	}
	l.Flush()
	for i, p := range r.Parts {
		l.sel.MaskedStore(es, bytes, m, ks[i], p)
		m.Disp += int32(bytes)
	}
}

// offset returns m displaced by n bytes.
func offset(m mach.Mem, n int) mach.Mem {
	m.Disp += int32(n)
	return m
}

// AllTrue reports whether a mask is a constant with all lanes set.
func AllTrue(m *ir.Value) bool { return m.IsConstInt(1) || m.Op == ir.OpConst && m.AuxInt&1 == 1 }

// AllFalse reports whether a mask is a constant with no lane set.
func AllFalse(m *ir.Value) bool { return m.Op == ir.OpConst && m.AuxInt&1 == 0 }
