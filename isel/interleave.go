package isel

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Members of structures: sibling LoadStrideds, of one place in memory with no store between, are one instruction that
// takes structures apart, for every register that a member takes. A StoreInterleaved is such an instruction the other way.
//
//	v5 = LoadStrided <i8x16> {0/4} p i *4 +0        LD4 {V28.16B-V31.16B}, [p+i*4]
//	v6 = LoadStrided <i8x16> {1/4} p i *4 +0

// groupKey names structures in memory.
type groupKey struct {
	base, index ir.ID
	scale, off  int32
	factor      int
	t           ir.Type
}

// HasInterleaved says whether there are instructions that load and store structures of factor members, each member's lanes
// being of type typ.
func (t *Target) HasInterleaved(typ ir.Type, factor int) bool {
	es := max(1, typ.Elem.Size())
	return typ.IsVector() && t.arch.structures(factor, es, min(int(typ.Lanes)*es, t.bytes))
}

// loadStrided lowers a LoadStrided: the first of its siblings loads for all.
func loadStrided(l *lowerer, v *ir.Value) (rep, bool) {
	t := v.Type
	if t.IsMask() { // bools are bytes in memory
		x := l.make(v.Op, t.WithElem(ir.I8), v.Args...)
		x.Scale, x.Off, x.AuxInt = v.Scale, v.Off, v.AuxInt
		return l.rep(l.make(ir.OpNe, t, x, l.lit(x.Type, 0))), true
	}
	factor, member := v.Member()
	es := t.Elem.Size()
	if !l.t.HasInterleaved(t, factor) {
		m := l.addressOf(v)
		return l.sel.gatherLanes(t, l.lit(t.WithElem(ir.Bool), 1), func(i int) mach.Mem { return offset(m, (i*factor+member)*es) }), true
	}
	key := groupKey{v.Args[0].ID, v.Args[1].ID, v.Scale, v.Off, factor, t}
	members, ok := l.groups[key]
	if !ok {
		n, _ := l.t.layout(t, es)
		bytes := l.accessBytes(t)
		members = make([][]mach.Reg, factor)
		for k := range members {
			members[k] = l.newParts(n)
		}
		m := l.addressOf(v)
		for i := range n {
			for k, r := range l.sel.loadStructures(factor, es, bytes, m) {
				members[k][i] = r
			}
			m.Disp += int32(factor * bytes)
		}
		if l.groups == nil {
			l.groups = map[groupKey][][]mach.Reg{}
		}
		l.groups[key] = members
	}
	return rep{parts: members[member]}, true
}

// storeInterleaved lowers a StoreInterleaved.
func storeInterleaved(l *lowerer, v *ir.Value) {
	factor, _ := v.Member()
	xs := make([]*ir.Value, factor)
	for k := range xs {
		xs[k] = v.Args[2+k]
		if t := xs[k].Type; t.IsMask() {
			xs[k] = l.make(ir.OpZExt, t.WithElem(ir.I8), xs[k])
		}
		l.rep(xs[k])
	}
	t := xs[0].Type
	es := t.Elem.Size()
	m := l.addressOf(v)
	l.flush()
	if !l.t.HasInterleaved(t, factor) {
		for k, x := range xs {
			l.sel.scatterLanes(x, l.lit(t.WithElem(ir.Bool), 1), func(i int) mach.Mem { return offset(m, (i*factor+k)*es) })
		}
		return
	}
	bytes := l.accessBytes(t)
	n, _ := l.t.layout(t, es)
	for i := range n {
		rs := make([]mach.Reg, factor)
		for k, x := range xs {
			rs[k] = l.part(x, i)
		}
		l.sel.storeStructures(es, bytes, m, rs)
		m.Disp += int32(factor * bytes)
	}
}
