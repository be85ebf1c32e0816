package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Interleaved structure members. Sibling LoadStrideds of one location, with no store between them, become one
// deinterleaving load for each register that a member occupies. A StoreInterleaved becomes the inverse
// instruction.
//
//	v5 = LoadStrided <i8x16> {0/4} p i *4 +0        LD4 {V28.16B-V31.16B}, [p+i*4]
//	v6 = LoadStrided <i8x16> {1/4} p i *4 +0

// groupKey identifies structures in memory.
type groupKey struct {
	base, index ir.ID
	scale, off  int32
	factor      int
	t           ir.Type
}

// HasInterleaved reports whether there are instructions that load and store structures of factor members whose
// lanes have type typ.
func (t *Target) HasInterleaved(typ ir.Type, factor int) bool {
	es := max(1, typ.Elem.Size())
	return typ.IsVector() && t.Arch.Structures(factor, es, min(int(typ.Lanes)*es, t.Bytes))
}

// loadStrided lowers a LoadStrided. The first of its siblings loads the members for all.
func loadStrided(l *Lowerer, v *ir.Value) (Rep, bool) {
	t := v.Type
	if t.IsMask() { // bools are bytes in memory
		x := l.Make(v.Op, t.WithElem(ir.I8), v.Args...)
		x.Scale, x.Off, x.AuxInt = v.Scale, v.Off, v.AuxInt
		return l.Rep(l.Make(ir.OpNe, t, x, l.Lit(x.Type, 0))), true
	}
	factor, member := v.Member()
	es := t.Elem.Size()
	if !l.T.HasInterleaved(t, factor) {
		m := l.AddressOf(v)
		return l.sel.GatherLanes(t, l.Lit(t.WithElem(ir.Bool), 1),
			func(i int) mach.Mem { return offset(m, (i*factor+member)*es) }), true
	}
	key := groupKey{v.Args[0].ID, v.Args[1].ID, v.Scale, v.Off, factor, t}
	members, ok := l.groups[key]
	if !ok {
		n, _ := l.T.Layout(t, es)
		bytes := l.accessBytes(t)
		members = make([][]mach.Reg, factor)
		for k := range members {
			members[k] = l.NewParts(n)
		}
		m := l.AddressOf(v)
		for i := range n {
			for k, r := range l.sel.LoadStructures(factor, es, bytes, m) {
				members[k][i] = r
			}
			m.Disp += int32(factor * bytes)
		}
		if l.groups == nil {
			l.groups = map[groupKey][][]mach.Reg{}
		}
		l.groups[key] = members
	}
	return Rep{Parts: members[member]}, true
}

// storeInterleaved lowers a StoreInterleaved.
func storeInterleaved(l *Lowerer, v *ir.Value) {
	factor, _ := v.Member()
	xs := make([]*ir.Value, factor)
	for k := range xs {
		xs[k] = v.Args[2+k]
		if t := xs[k].Type; t.IsMask() {
			xs[k] = l.Make(ir.OpZExt, t.WithElem(ir.I8), xs[k])
		}
		l.Rep(xs[k])
	}
	t := xs[0].Type
	es := t.Elem.Size()
	m := l.AddressOf(v)
	l.Flush()
	if !l.T.HasInterleaved(t, factor) {
		for k, x := range xs {
			l.sel.ScatterLanes(x, l.Lit(t.WithElem(ir.Bool), 1),
				func(i int) mach.Mem { return offset(m, (i*factor+k)*es) })
		}
		return
	}
	bytes := l.accessBytes(t)
	n, _ := l.T.Layout(t, es)
	for i := range n {
		rs := make([]mach.Reg, factor)
		for k, x := range xs {
			rs[k] = l.Part(x, i)
		}
		l.sel.StoreStructures(es, bytes, m, rs)
		m.Disp += int32(factor * bytes)
	}
}
