package vplan

import (
	"fmt"
	"math"
	"math/bits"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Lookups in registers. A table of at most 256 bytes lies in registers as long as vector code runs, and what picks lanes
// takes the place of a gather:
//
//	dst[i] = lo[x&15] ^ hi[x>>4]      two loads in front of the loop, two VPSHUFB in it
//
// The index is less than the number of entries by its type, a mask, a shift, or a check, which vector code makes or
// counts; lanes that fail it are thrown away, whatever they picked.
//
// Legal because nothing changes the table meanwhile: every store is shown or checked to be elsewhere, as for a load that
// all iterations do (unchanged). And because all of it may be read: it is a constant or a local array, or vector code's
// first lane reads in it anyway and it is a row of an array that consists of such rows, or it is an argument that is
// known to be long enough. No mask is needed then.

// lookupKinds puts the rows of this file into the table.
func lookupKinds() {
	kinds[Lookup] = row{name: "LOOKUP", flags: lanewise | foreseen | anyStart | movable,
		note: func(r *Recipe) string {
			if r.table.base == nil {
				return fmt.Sprintf(" [%d results]", r.table.entries)
			}
			return fmt.Sprintf(" [%d entries of %s]", r.table.entries, r.table.base)
		},
		price: (*coster).lookup, part: (*exec).lookup}
}

// A table is what a lookup picks from: Entries elements, a power of two, from Base + Off on, or Data.
type table struct {
	base    *ir.Value
	off     int32
	elem    ir.Elem // that of memory
	entries int
	data    []byte    // of a constant; there may be fewer entries, which are zero
	index   *ir.Value // as narrow as it is
}

// lanes is the element of the table's vectors: bools are bytes.
func (t *table) lanes() ir.Elem {
	if t.elem == ir.Bool {
		return ir.I8
	}
	return t.elem
}

// maxTable is the size of the largest table, in bytes.
const maxTable = 256

// table is the table that load v picks from, nil if v is not done so.
func (b *builder) table(v *ir.Value) *table {
	if t, ok := b.tables[v]; ok {
		return t
	}
	t := b.findTable(v)
	if t != nil && !b.l.lookupPays(t) {
		t = nil
	}
	note(&b.tables, v, t)
	return t
}

func (b *builder) findTable(v *ir.Value) *table {
	l := b.l
	a, size := l.ByValue[v.ID], v.Type.Elem.Size()
	if _, ok := b.blockLoad(v); ok {
		return nil
	}
	if l.Target == nil || l.Promised || b.nest || v.Op != ir.OpLoad || a == nil || a.Kind != analysis.Gather ||
		a.Base == nil || int(v.Scale) != size || v.Off < 0 || l.Forwarded[v] != nil || l.Blended[v] != nil {
		return nil
	}
	for _, w := range l.Accesses {
		if w.Write && (w.Root == a.Root || w.Base == nil) {
			return nil
		}
	}
	index := v.Args[1]
	if index.Op == ir.OpZExt && index.Args[0].Type.Elem != ir.Bool {
		index = index.Args[0]
	}
	most := l.indexBits(v.Args[1], v)
	if n := b.entries(a); n > 0 {
		most = min(most, bits.Len(uint(n-1)))
	}
	if most < 1 || most > 8 || size<<most > maxTable {
		return nil
	}
	t := &table{base: a.Base, off: v.Off, elem: v.Type.Elem, entries: 1 << most, index: index}
	if a.Base.Op == ir.OpTablePtr {
		data := l.F.Tables[a.Base.AuxInt].Data
		if int(v.Off) >= len(data) {
			return nil
		}
		t.data = data[v.Off:min(len(data), int(v.Off)+size<<most)]
		return t
	}
	if !b.readable(a, size<<most) {
		return nil
	}
	return t
}

// indexBits bounds an index from above, by its operations or by its range where v runs.
func (l *Legal) indexBits(index, v *ir.Value) int {
	n := ir.UnsignedBits(index, 6)
	if lo, hi := l.SE.RangeBefore(l.SE.Of(index), v); lo >= 0 {
		n = min(n, bits.Len64(uint64(hi)))
	}
	return n
}

// entries is the number of elements from the start of what a accesses on, if it is a constant, else 0.
func (b *builder) entries(a *analysis.Access) int64 {
	size := a.V.Type.Elem.Size()
	n := analysis.Elements(b.l.F, a.Base, size)
	if n == nil || !n.IsConst() || int(a.V.Off)%size != 0 {
		return 0
	}
	return n.Int() - int64(a.V.Off)/int64(size)
}

// readable says whether n bytes from the start of what a accesses on may be read in front of the loop.
func (b *builder) readable(a *analysis.Access, n int) bool {
	l, root, size := b.l, a.Root, int64(a.V.Type.Elem.Size())
	if l.F.HasUnknownExtent(root) || !analysis.Object(root) {
		return false
	}
	reads := b.reads(a)
	if bytes := analysis.Elements(l.F, root, 1); bytes != nil && bytes.IsConst() {
		// The program reads a in the first iteration at the latest, or it may never do so.
		within := func(x *ir.Value) (lo, hi int64) { return l.SE.RangeAt(l.SE.Of(x), l.Loop.Preheader) }
		if reads {
			within = func(x *ir.Value) (lo, hi int64) { return l.SE.RangeBefore(l.SE.Of(x), a.V) }
		}
		if lo, hi := offsets(a, within); lo >= 0 && hi <= bytes.Int()-int64(n) {
			return root.Op != ir.OpArgPtr || reads || l.notNil(root)
		}
	}
	if root.Op != ir.OpArgPtr {
		return false
	}
	if p := &l.F.Params[root.AuxInt]; a.Base == root && p.Kind == ir.ParamSlice && int64(p.Size) == size {
		for _, op := range []ir.Op{ir.OpArgLen, ir.OpArgCap} {
			have, _ := l.SE.RangeAt(l.SE.Of(l.F.Arg(op, int(root.AuxInt))), l.Loop.Preheader)
			if have >= (int64(a.V.Off)+int64(n)+size-1)/size {
				return true
			}
		}
	}
	return a.V.Off == 0 && analysis.WholeElements(l.F, a.Base, n) && reads
}

// offsets returns the bounds of the distance in bytes from the start of a's object to element 0 of a, for indexes
// within the ranges that within returns. If there are none, lo is negative.
func offsets(a *analysis.Access, within func(*ir.Value) (lo, hi int64)) (lo, hi int64) {
	lo, hi = int64(a.V.Off), int64(a.V.Off)
	for p := a.Base; p.Op == ir.OpPtrAdd; p = p.Args[0] {
		from, to := within(p.Args[1])
		if from < 0 || to > maxOffset || p.Scale < 0 || p.Scale > maxTable || p.Off < 0 {
			return -1, 0
		}
		lo, hi = lo+from*int64(p.Scale)+int64(p.Off), hi+to*int64(p.Scale)+int64(p.Off)
	}
	return lo, hi
}

// maxOffset bounds the number of a row.
const maxOffset = 1 << 32

// reads says whether the first lane of vector code does access a, for the program does.
func (b *builder) reads(a *analysis.Access) bool {
	return b.always[a.V.Block.ID] && b.l.Tests()[a.V.ID] == 0
}

// notNil says whether argument p is checked not to be nil in front of the loop, or by a check that is counted.
func (l *Legal) notNil(p *ir.Value) bool {
	checks := func(v *ir.Value) bool {
		if v.Op != ir.OpCheck {
			return false
		}
		c := v.Args[0]
		return c.Op == ir.OpNe && c.Args[1].IsConstInt(0) && c.Args[0].Op == ir.OpBitcast && c.Args[0].Args[0] == p
	}
	for v := range ir.Values(l.Body) {
		if checks(v) && l.Counted[v.ID] {
			return true
		}
	}
	for blk := l.Loop.Preheader; blk != nil; blk = l.SE.Dom().Idom(blk) {
		for _, v := range blk.Walk() {
			if checks(v) {
				return true
			}
		}
	}
	return false
}

// lookupPays says whether a lookup in t takes less than a gather, in as many lanes as fill a register.
func (l *Legal) lookupPays(t *table) bool {
	e := t.lanes()
	vf := l.Target.MaxLanes(e)
	k := lookupPrice(l.Target, t, vf)
	a := tti.Access{Kind: tti.Indexed, Type: ir.Vec(e, vf), Index: ir.I32, Object: analysis.Object(t.base)}
	g := l.Target.MemoryCost(a)
	return k.Legal && (!g.Legal || k.Uops < g.Uops)
}

// lookupPrice is the price of vf lanes of a lookup in t, without the index.
func lookupPrice(info tti.Info, t *table, vf int) tti.Cost {
	e := t.lanes()
	typ := ir.Vec(e, vf)
	x := tti.Expr{Op: ir.OpLookup, Type: typ, Const: int64(t.entries),
		Args: []tti.Expr{{Type: typ.WithElem(ir.IntElem(e.Size()))}}}
	if t.data != nil {
		x.Data = string(append(t.data[:len(t.data):len(t.data)], make([]byte, t.entries*e.Size()-len(t.data))...))
	}
	for range t.entries / info.LookupPeriod(e, t.entries) {
		x.Args = append(x.Args, tti.Expr{Type: ir.Vec(e, info.MaxLanes(e))})
	}
	return info.ExprCost(&x)
}

// lookup prices a lookup.
func (c *coster) lookup(r *Recipe) {
	if c.computed && c.p.tuplesOf(true).movedBy(r) {
		return // priced with what is stored
	}
	t := r.table
	e := t.lanes()
	c.add(r, lookupPrice(c.t, t, c.vf))
	it, from := ir.Vec(ir.IntElem(e.Size()), c.vf), c.vec(r.Args[0])
	switch {
	case r.Args[0].isUniform():
	case it.Size() < from.Size():
		c.add(r, c.t.Cost(ir.OpTruncI, it, from))
	case it.Size() > from.Size():
		c.add(r, c.t.Cost(ir.OpZExt, it, from))
	}
	if t.elem == ir.Bool {
		c.add(r, c.t.Cost(ir.OpNe, ir.Mask(c.vf), it))
	}
	c.regs += float64(t.entries / c.t.LookupPeriod(e, t.entries))
}

// addLookup makes the recipe of load v, which picks from t.
func (b *builder) addLookup(v *ir.Value, t *table) {
	r := &Recipe{Kind: Lookup, V: v, elem: v.Type.Elem, Args: []*Recipe{b.operand(t.index)},
		memoryPart: memoryPart{table: t}}
	b.add(r)
}

// lookup picks the lanes of part p.
func (x *exec) lookup(r *Recipe, p int) *ir.Value {
	if x.insideTuple(r) {
		return nil
	}
	t := r.table
	typ := ir.Vec(t.lanes(), x.st.VF)
	it := typ.WithElem(ir.IntElem(typ.Elem.Size()))
	index := x.vec(r.Args[0], p)
	switch {
	case it.Size() < index.Type.Size():
		index = x.cur.New(ir.OpTruncI, it, r.V.Pos, index)
	case it.Size() > index.Type.Size():
		index = x.cur.New(ir.OpZExt, it, r.V.Pos, index)
	}
	v := x.pickAffine(t, index, r.V.Pos)
	if v == nil {
		v = x.pick(t, index, r.V.Pos)
	}
	if t.elem == ir.Bool {
		return x.cur.New(ir.OpNe, ir.Mask(x.st.VF), r.V.Pos, v, x.f.Const(typ, 0))
	}
	return v
}

// pick makes the lookup itself.
func (x *exec) pick(t *table, index *ir.Value, pos ir.Pos) *ir.Value {
	v := x.cur.New(ir.OpLookup, index.Type.WithElem(t.lanes()), pos, index)
	for _, a := range x.tableOf(t, pos) {
		v.AddArg(a)
	}
	v.AuxInt = int64(t.entries)
	return v
}

// tableKey is a place in memory and how much there is.
type tableKey struct {
	base    *ir.Value
	off     int32
	elem    ir.Elem
	entries int
	data    string
}

func (t *table) key() tableKey { return tableKey{t.base, t.off, t.elem, t.entries, string(t.data)} }

// tableOf is t in registers, made in front of vector code.
func (x *exec) tableOf(t *table, pos ir.Pos) []*ir.Value {
	key := t.key()
	if vs := x.tables[key]; vs != nil {
		return vs
	}
	e := t.lanes()
	period, lanes := x.target.LookupPeriod(e, t.entries), x.target.MaxLanes(e)
	each, base, off := period*e.Size(), t.base, t.off
	full := lanes * e.Size()
	if t.data != nil { // repeated in memory
		var data []byte
		for from := 0; from < t.entries*e.Size(); from += each {
			for k := range full {
				if i := from + k%each; i < len(t.data) {
					data = append(data, t.data[i])
				} else {
					data = append(data, 0)
				}
			}
		}
		n := x.f.NewTable(ir.Table{Name: "lookup", Elem: e, Data: data})
		base, off, each = x.f.Arg(ir.OpTablePtr, n), 0, full
	}
	var vs []*ir.Value
	for k := range t.entries / period {
		v := x.ph.New(ir.OpLoad, ir.Vec(e, each/e.Size()), pos, base, x.f.ConstInt(ir.TI64, 0))
		v.Scale, v.Off = int32(e.Size()), off+int32(k*each)
		for int(v.Type.Lanes) < lanes {
			v = x.ph.New(ir.OpConcat, v.Type.WithLanes(2*int(v.Type.Lanes)), pos, v, v)
		}
		vs = append(vs, v)
	}
	note(&x.tables, key, vs)
	return vs
}

// Affine tables. Products in a field of 256 elements are a table of bytes, and so are rotations, permutations of bits,
// and whatever else takes an exclusive or of operands to that of the results:
//
//	t[x] = t[x&15] ^ t[x&^15] ^ t[0]      two lookups of 16 entries in place of one of 256
//
// What is in a table that is an argument is known when the kernel runs. So vector code that has enough to do looks
// through it once, and asks in every vector iteration what came out, which a branch foretells.

// affineTable is what is known of a table in front of the loop.
type affineTable struct {
	holds   *ir.Value // that it is affine
	low, up *ir.Value // by the lower four bits, and by the upper four
}

// affineUops is what it takes to look through a table.
const affineUops = 120

// affineFrom is the number of iterations from which looking through t pays even if every second table is another; 0 if
// it never does.
func (x *exec) affineFrom(t *table) int64 {
	if t.entries != maxTable || t.elem != ir.I8 || t.data != nil {
		return 0
	}
	vf := x.VF()
	half := *t
	half.entries = 16
	gain := lookupPrice(x.target, t, vf).Uops - 2*lookupPrice(x.target, &half, vf).Uops - 6
	if gain < affineUops/8 {
		return 0
	}
	return int64(vf) * int64(math.Ceil(float64(2*affineUops/gain)))
}

// affineTables looks through the tables of lookups for which that may pay, at the end of x.ph, which becomes another
// block.
func (x *exec) affineTables() {
	for _, r := range x.Recipes {
		if r.Kind != Lookup || x.affine[r.table.key()].holds != nil {
			continue
		}
		from := x.affineFrom(r.table)
		if _, most := x.l.SE.Range(x.l.Trips); from == 0 || most < from {
			continue
		}
		if x.affine == nil {
			x.affine = map[tableKey]affineTable{}
		}
		x.affine[r.table.key()] = x.lookThrough(r.table, r.V.Pos, from)
	}
}

// lookThrough finds out whether t is affine, if there are so many iterations.
func (x *exec) lookThrough(t *table, pos ir.Pos, from int64) affineTable {
	first, look, join := x.ph, x.f.NewBlock("vector.table"), x.f.NewBlock("vector.ph")
	row := ir.Vec(ir.I8, 16)
	load := func(b *ir.Block, as ir.Type, h int) *ir.Value {
		v := b.New(ir.OpLoad, as, pos, t.base, x.f.ConstInt(ir.TI64, 0))
		v.Scale, v.Off = 1, t.off+int32(16*h)
		return v
	}
	low := load(first, row, 0)
	first.SetIf(first.New(ir.OpLeS, ir.TBool, pos, x.f.ConstInt(ir.TI64, from), x.n), look, join)

	// Row h is row 0 with t[16h] ^ t[0] in all its bytes.
	start := load(look, ir.TI8, 0)
	at0 := look.New(ir.OpSplat, row, pos, start)
	even := look.New(ir.OpXor, row, pos, low, at0)
	starts := look.New(ir.OpInsert, row, pos, x.f.Const(row, 0), start)
	var differ *ir.Value
	for h := 1; h < 16; h++ {
		s := load(look, ir.TI8, h)
		starts = look.New(ir.OpInsert, row, pos, starts, s)
		starts.AuxInt = int64(h)
		d := look.New(ir.OpXor, row, pos, load(look, row, h), look.New(ir.OpSplat, row, pos, s))
		d = look.New(ir.OpXor, row, pos, d, even)
		if differ != nil {
			d = look.New(ir.OpOr, row, pos, d, differ)
		}
		differ = d
	}
	some := look.New(ir.OpAny, ir.TBool, pos, look.New(ir.OpNe, ir.Mask(16), pos, differ, x.f.Const(row, 0)))
	holds := look.New(ir.OpNot, ir.TBool, pos, some)
	up := look.New(ir.OpXor, row, pos, starts, at0)
	look.SetJump(join)

	phi := func(t ir.Type, without, with *ir.Value) *ir.Value {
		v := join.NewPhi(t, pos)
		v.AddArg(without)
		v.AddArg(with)
		return v
	}
	if join.Preds[0] != first {
		panic("vplan: the join's first edge is not the one around")
	}
	out := affineTable{holds: phi(ir.TBool, x.f.ConstBool(ir.TBool, false), holds), low: low, up: phi(row, low, up)}
	x.ph = join
	for _, v := range []**ir.Value{&out.low, &out.up} {
		for int((*v).Type.Lanes) < x.target.MaxLanes(ir.I8) {
			*v = join.New(ir.OpConcat, row.WithLanes(2*int((*v).Type.Lanes)), pos, *v, *v)
		}
	}
	return out
}

// pickAffine makes a lookup in t in two halves if t turns out to be affine, and as it is otherwise; nil if it is not
// looked through.
func (x *exec) pickAffine(t *table, index *ir.Value, pos ir.Pos) *ir.Value {
	a := x.affine[t.key()]
	if a.holds == nil {
		return nil
	}
	typ := index.Type
	halves, whole, join := x.f.NewBlock("vector.halves"), x.f.NewBlock("vector.whole"), x.f.NewBlock("vector.picked")
	x.cur.SetIf(a.holds, halves, whole)
	x.cur.Likely = ir.LikelyTrue // the other way is long: what it keeps in registers may give way
	half := func(table, index *ir.Value) *ir.Value {
		v := halves.New(ir.OpLookup, typ, pos, index, table)
		v.AuxInt = 16
		return v
	}
	lower := halves.New(ir.OpAnd, typ, pos, index, x.f.ConstInt(typ, 15))
	upper := halves.New(ir.OpShrU, typ, pos, index, x.f.ConstInt(typ, 4))
	sum := halves.New(ir.OpXor, typ, pos, half(a.low, lower), half(a.up, upper))
	halves.SetJump(join)
	x.cur = whole
	v := x.pick(t, index, pos)
	x.cur.SetJump(join)
	x.cur = join
	out := join.NewPhi(typ, pos)
	out.AddArg(sum)
	out.AddArg(v)
	return out
}
