package slp

import (
	"cmp"
	"math/bits"
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// maxRegion is the maximum number of elements of a memory region.
const maxRegion = 256

// memRegion is a memory region from which several vectors of a tree take their lanes, such as the columns of
// consecutive rows.
type memRegion struct {
	nodes []*packNode
	low   *ir.Value // the load of the region's first element
	elems int       // number of elements from the first to the last
	form  regionForm

	lanes  int   // lanes of a piece
	starts []int // start of each piece, in elements
	pieces []*ir.Value
}

// regionForm is the method of extracting lanes.
type regionForm uint8

const (
	byShuffles   regionForm = iota // each vector is shuffled from the pieces that contain its lanes
	byHalves                       // repeatedly separate even and odd elements: factors that are powers of two
	byStructures                   // by a structure load instruction
)

// loads classifies the layout of n's loads, if they are at constant distances.
func (t *tree) loads(n *packNode) bool {
	n.first = memberOf(n.vals[0])
	size := int64(n.typ.Elem.Size())
	n.elems = make([]int, len(n.vals))
	up, down := true, true
	for k, v := range n.vals {
		m := memberOf(v)
		d := m.off - n.first.off
		if !m.near(n.first) || d%size != 0 || d/size > maxRegion || d/size < -maxRegion {
			return false
		}
		n.elems[k] = int(d / size)
		up, down = up && n.elems[k] == k, down && n.elems[k] == -k
	}
	switch {
	case up:
		n.kind = packLoad
	case down:
		n.kind = packReversed
	default:
		n.kind = packRegion
		return true
	}
	return t.lastOf(n.vals) != nil
}

// lastOf returns the last of the loads in the block, or nil if there is a write between them.
func (t *tree) lastOf(loads []*ir.Value) *ir.Value {
	s := t.s
	first, last := loads[0], loads[0]
	for _, v := range loads {
		if s.place(v) < s.place(first) {
			first = v
		}
		if s.place(v) > s.place(last) {
			last = v
		}
	}
	if s.writesBefore(first) != s.writesBefore(last) {
		return nil
	}
	return last
}

// findRegions combines vectors whose loads are interleaved or adjacent.
func (t *tree) findRegions() bool {
	var ns []*packNode
	for _, n := range t.nodes {
		if n.kind == packRegion {
			ns = append(ns, n)
		}
	}
	low := func(n *packNode) int64 { return n.first.off + int64(slices.Min(n.elems)*n.typ.Elem.Size()) }
	slices.SortStableFunc(ns, func(a, b *packNode) int {
		return cmp.Or(cmp.Compare(a.first.base.ID, b.first.base.ID), cmp.Compare(a.first.index.ID(), b.first.index.ID()),
			cmp.Compare(low(a), low(b)))
	})
	for _, n := range ns {
		size := int64(n.typ.Elem.Size())
		if k := len(t.regions); k > 0 {
			r := t.regions[k-1]
			m := memberOf(r.low)
			d := low(n) - m.off
			if m.near(n.first) && d%size == 0 && d/size <= int64(r.elems) && len(r.nodes[0].vals) == len(n.vals) {
				r.add(n, int(d/size))
				continue
			}
		}
		r := &memRegion{low: n.vals[slices.Index(n.elems, slices.Min(n.elems))]}
		r.add(n, 0)
		t.regions = append(t.regions, r)
	}
	for _, r := range t.regions {
		if r.elems > maxRegion || t.lastOf(r.loads()) == nil {
			return false
		}
	}
	return true
}

// add adds n, whose first element is element at of the region.
func (r *memRegion) add(n *packNode, at int) {
	least := slices.Min(n.elems)
	for k := range n.elems {
		n.elems[k] += at - least
	}
	n.region = r
	r.nodes = append(r.nodes, n)
	r.elems = max(r.elems, slices.Max(n.elems)+1)
}

func (r *memRegion) loads() (all []*ir.Value) {
	for _, n := range r.nodes {
		all = append(all, n.vals...)
	}
	return all
}

// factor returns the distance of consecutive lanes if it is the same for all vectors and the region consists of
// complete structures of that many elements; else 0.
func (r *memRegion) factor() int {
	n := len(r.nodes[0].elems)
	f := r.nodes[0].elems[1] - r.nodes[0].elems[0]
	for _, m := range r.nodes {
		for k, e := range m.elems {
			if e != m.elems[0]+k*f || m.elems[0] >= f {
				return 0
			}
		}
	}
	if f < 2 || r.elems != n*f {
		return 0
	}
	return f
}

// choose selects the cheapest form and returns its cost in micro-operations.
func (r *memRegion) choose(t *tree) (uops float32, ok bool) {
	info := t.s.t
	n := len(r.nodes[0].vals)
	e := r.nodes[0].typ.Elem
	vec := r.nodes[0].typ
	take := func(form regionForm, c tti.Cost) {
		if c.Legal && (!ok || c.Uops < uops) {
			r.form, uops, ok = form, c.Uops, true
		}
	}
	r.lanes = 1 << (bits.Len(uint(min(info.PreferBytes()/e.Size(), r.elems))) - 1)
	if r.lanes >= n {
		r.findPieces()
		wide := ir.Vec(e, r.lanes)
		c := info.MemoryCost(tti.Access{Kind: tti.Consecutive, Type: wide}).Times(len(r.starts))
		for _, m := range r.nodes {
			if used := r.used(m); len(used) == 1 {
				c = c.Plus(info.ShuffleCost(tti.General, wide, 0))
			} else {
				c = c.Plus(info.ShuffleCost(tti.General2, wide, 0).Times(len(used) - 1))
			}
		}
		take(byShuffles, c)
	}
	f := r.factor()
	if f == 0 || f > 8 {
		return uops, ok
	}
	if f&(f-1) == 0 {
		c := info.MemoryCost(tti.Access{Kind: tti.Consecutive, Type: vec}).Times(f)
		take(byHalves, c.Plus(info.ShuffleCost(tti.Deinterleave, vec, f)))
	}
	if info.HasInterleaved(vec, f) {
		take(byStructures, info.MemoryCost(tti.Access{Kind: tti.Interleaved, Type: vec, Factor: f}))
	}
	return uops, ok
}

// findPieces covers the used elements of the region with pieces of r.lanes elements.
func (r *memRegion) findPieces() {
	var used []int
	for _, n := range r.nodes {
		used = append(used, n.elems...)
	}
	slices.Sort(used)
	r.starts = nil
	for _, e := range used {
		if k := len(r.starts); k == 0 || e >= r.starts[k-1]+r.lanes {
			r.starts = append(r.starts, min(e, r.elems-r.lanes))
		}
	}
}

// place returns the piece that contains element e, and the element's lane in that piece.
func (r *memRegion) place(e int) (piece, lane int) {
	for k, s := range r.starts {
		if e >= s && e < s+r.lanes {
			return k, e - s
		}
	}
	panic("slp: element is in no piece")
}

// used returns the pieces that contain lanes of n.
func (r *memRegion) used(n *packNode) (used []int) {
	for _, e := range n.elems {
		if k, _ := r.place(e); !slices.Contains(used, k) {
			used = append(used, k)
		}
	}
	return used
}

// load loads a value of type typ from element at of the region, at the position of the last of its loads. It
// derives the address from the load of the first element, which precedes it.
func (r *memRegion) load(t *tree, typ ir.Type, at int) *ir.Value {
	return t.loadAt(t.lastOf(r.loads()), r.low, typ, at*typ.Elem.Size())
}

func (t *tree) loadAt(last, first *ir.Value, typ ir.Type, off int) *ir.Value {
	v := t.s.b.InsertBefore(last, ir.OpLoad, typ, first.Pos, first.Args...)
	v.Scale, v.Off = first.Scale, first.Off+int32(off)
	return v
}

// straight returns the vector of n's lanes in memory order, if there is one.
func (t *tree) straight(n *packNode) *packNode {
	for _, m := range t.nodes {
		if m.kind == packLoad && len(m.vals) == len(n.vals) && m.vals[0] == n.vals[len(n.vals)-1] {
			back := slices.Clone(n.vals)
			slices.Reverse(back)
			if slices.Equal(m.vals, back) {
				return m
			}
		}
	}
	return nil
}

// emitLoad creates the vector of a node of adjacent elements.
func (t *tree) emitLoad(n *packNode) {
	last := t.lastOf(n.vals)
	if n.kind == packLoad {
		n.vec = t.loadAt(last, n.vals[0], n.typ, 0)
		return
	}
	var v *ir.Value
	if m := t.straight(n); m == nil {
		v = t.loadAt(last, n.vals[len(n.vals)-1], n.typ, 0)
	} else {
		if m.vec == nil {
			t.emitLoad(m)
		}
		v = m.vec
	}
	lanes := make(ir.Lanes, len(n.vals))
	for k := range lanes {
		lanes[k] = int8(len(lanes) - 1 - k)
	}
	n.vec = t.shuffle(last, n.typ, v, v, lanes)
}

func (t *tree) shuffle(before *ir.Value, typ ir.Type, a, b *ir.Value, lanes ir.Lanes) *ir.Value {
	v := t.s.b.InsertBefore(before, ir.OpShuffle, typ, a.Pos, a, b)
	v.Aux = lanes
	return v
}

// emit creates the vector of n.
func (r *memRegion) emit(t *tree, n *packNode) {
	last := t.lastOf(r.loads())
	switch r.form {
	case byStructures:
		v := t.s.b.InsertBefore(last, ir.OpLoadStrided, n.typ, n.vals[0].Pos, r.low.Args...)
		v.Scale, v.Off = r.low.Scale, r.low.Off
		v.AuxInt = ir.MemberAux(r.factor(), n.elems[0])
		n.vec = v
	case byHalves:
		f := r.factor()
		if r.pieces == nil {
			for k := range f {
				r.pieces = append(r.pieces, r.load(t, n.typ, k*len(n.vals)))
			}
			r.pieces = r.halve(t, last, r.pieces)
		}
		n.vec = r.pieces[n.elems[0]]
	default:
		if r.pieces == nil {
			for _, at := range r.starts {
				r.pieces = append(r.pieces, r.load(t, ir.Vec(n.typ.Elem, r.lanes), at))
			}
		}
		n.vec = r.pick(t, last, n)
	}
}

// halve separates structures of len(vs) elements: the even elements of all vectors are the even members, and so
// on recursively.
func (r *memRegion) halve(t *tree, last *ir.Value, vs []*ir.Value) []*ir.Value {
	if len(vs) == 1 {
		return vs
	}
	out := make([]*ir.Value, len(vs))
	for odd := range 2 {
		half := make([]*ir.Value, len(vs)/2)
		for k := range half {
			lanes := make(ir.Lanes, vs[0].Type.Lanes)
			for l := range lanes {
				lanes[l] = int8(2*l + odd)
			}
			half[k] = t.shuffle(last, vs[0].Type, vs[2*k], vs[2*k+1], lanes)
		}
		for k, v := range r.halve(t, last, half) {
			out[2*k+odd] = v
		}
	}
	return out
}

// pick extracts the lanes of n from the pieces: first from two pieces, then from one more at a time.
func (r *memRegion) pick(t *tree, last *ir.Value, n *packNode) *ir.Value {
	used := r.used(n)
	acc := r.pieces[used[0]]
	for step := 1; step == 1 || step < len(used); step++ {
		from := used[min(step, len(used)-1)]
		typ := acc.Type
		if step >= len(used)-1 {
			typ = n.typ
		}
		lanes := make(ir.Lanes, typ.Lanes)
		for k := range lanes {
			lanes[k] = int8(k)
			if k >= len(n.elems) {
				continue
			}
			switch p, e := r.place(n.elems[k]); {
			case p == from && len(used) > 1:
				lanes[k] = int8(r.lanes + e)
			case p == used[0] && step == 1:
				lanes[k] = int8(e)
			}
		}
		acc = t.shuffle(last, typ, acc, r.pieces[from], lanes)
	}
	return acc
}
