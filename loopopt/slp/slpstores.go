package slp

import (
	"cmp"
	"math/bits"
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/tti"
)

// stores packs the values of adjacent stores and stores them as a vector:
//
//	c[0] = s*b[0]; c[1] = s*b[1]; c[2] = s*b[2]; c[3] = s*b[3]    →    c[0:4] = s*b[0:4]
//
// Typical examples are rows of small matrices, colors and points that a loop computes member by member.
// Legal if nothing is read, written or checked between the stores, which are done at the position of the last one.
// Stores between loads of other addresses, as in p.x += q.x; p.y += q.y, are first delayed as far as possible.
func (s *packer) stores() (changed bool) {
	before := slices.Clone(s.b.Values)
	if !s.delayStores() {
		return s.packStores()
	}
	s.number()
	if s.packStores() {
		return true
	}
	copy(s.b.Values, before) // no packing: undo the delay to keep live ranges short
	s.number()
	return false
}

// delayStores moves stores down past loads and stores of other addresses, to the end of the block or to the first
// instruction that may observe the difference.
func (s *packer) delayStores() (moved bool) {
	values := s.b.Values
	out := make([]*ir.Value, 0, len(values))
	var late []*ir.Value
	s.f.Spend(len(values) * ir.StepsPerLook)
	for _, v := range values {
		store := v.Op == ir.OpStore && !s.f.HasUnknownExtent(v.Args[0])
		switch {
		case !v.Op.HasAny(ir.FlagReads|ir.FlagWrites|ir.FlagEffect) && !v.Op.Yields():
		case (store || v.Op == ir.OpLoad && !v.Header()) && len(late) < maxLate &&
			!slices.ContainsFunc(late, func(w *ir.Value) bool { return !disjoint(v, w) }):
			moved = moved || !store && len(late) > 0
		default:
			out, late = append(out, late...), late[:0]
		}
		if store {
			late = append(late, v)
		} else {
			out = append(out, v)
		}
	}
	if moved {
		copy(values, append(out, late...))
	}
	return moved
}

// maxLate is the maximum number of stores delayed at a time.
const maxLate = 64

// disjoint reports whether the addresses of two accesses show that they access disjoint parts of one object.
func disjoint(u, v *ir.Value) bool {
	a, b := memberOf(u), memberOf(v)
	if a.base != b.base || a.index != b.index || (a.index != scalar.Sum{}) && u.Scale != v.Scale {
		return false
	}
	return a.off+int64(u.AccessType().Size()) <= b.off || b.off+int64(v.AccessType().Size()) <= a.off
}

// packStores packs runs of adjacent stores.
func (s *packer) packStores() (changed bool) {
	for _, run := range s.storeRuns() {
		for len(run) > 1 {
			n := min(s.maxLanes(run[0].StoredValue().Type), 1<<(bits.Len(uint(len(run)))-1))
			for n > 1 && !s.storeLanes(run[:n]) {
				n /= 2
			}
			changed = changed || n > 1
			run = run[max(n, 1):]
		}
	}
	return changed
}

// storeRuns returns runs of adjacent stores with nothing in between, in memory order.
func (s *packer) storeRuns() (runs [][]*ir.Value) {
	var run []*ir.Value
	end := func() {
		slices.SortStableFunc(run, func(a, b *ir.Value) int { return cmp.Compare(memberOf(a).off, memberOf(b).off) })
		for k, v := range run {
			if k == 0 || memberOf(v).off != memberOf(run[k-1]).off+int64(v.AccessType().Size()) {
				runs = append(runs, nil)
			}
			runs[len(runs)-1] = append(runs[len(runs)-1], v)
		}
		run = nil
	}
	for _, v := range s.b.Values {
		if !v.Op.HasAny(ir.FlagReads|ir.FlagWrites|ir.FlagEffect) && !v.Op.Yields() {
			continue
		}
		packable := v.Op == ir.OpStore && laneOp(v.StoredValue()) && v.StoredValue().Type == v.AccessType() &&
			v.StoredValue().Block == s.b && !v.StoredValue().Type.IsMask() && !s.f.HasUnknownExtent(v.Args[0])
		if len(run) > 0 && (!packable || !neighbours(run[0], v)) {
			end()
		}
		if packable {
			run = append(run, v)
		}
	}
	end()
	return runs
}

// neighbours reports whether stores u and v are at a constant distance.
func neighbours(u, v *ir.Value) bool {
	a, b := memberOf(u), memberOf(v)
	return a.base == b.base && a.index == b.index && (a.index == scalar.Sum{} || u.Scale == v.Scale) &&
		u.AccessType() == v.AccessType()
}

// storeLanes replaces the stores in run by a vector store if that pays.
func (s *packer) storeLanes(run []*ir.Value) bool {
	vals := make([]*ir.Value, len(run))
	last := run[0]
	for k, v := range run {
		vals[k] = v.StoredValue()
		if s.place(v) > s.place(last) {
			last = v
		}
	}
	t := s.tree(vals)
	if t == nil || t.nodes[len(t.nodes)-1].kind != packOp || t.forwards(run[0]) {
		return false
	}
	price, ok := t.price()
	typ := vals[0].Type.WithLanes(len(run))
	one := s.t.MemoryCost(tti.Access{Kind: tti.Consecutive, Type: typ.Scalar(), Store: true})
	all := s.t.MemoryCost(tti.Access{Kind: tti.Consecutive, Type: typ, Store: true})
	if !ok || !all.Legal || price+all.Uops+packSlack > t.saves(last)+one.Uops*float32(len(run)) {
		return false
	}
	v := t.emit(last)
	low := run[0]
	st := s.b.InsertBefore(last, ir.OpStore, ir.Type{}, low.Pos, low.Args[0], low.Args[1], v)
	st.Type, st.Scale, st.Off, st.Groups = low.Type, low.Scale, low.Off, low.Groups
	s.report(last, len(run))
	for _, v := range run {
		st.Stand(v)
		s.b.Remove(v)
	}
	s.number()
	return true
}

// forwards reports whether the expression may load from the object of store v bytes that a previous iteration
// stored in differently aligned pieces. Such a load is a forwarding stall. There is no stall if loads and stores
// use the same pieces, or if the pieces are disjoint within each structure that the loop steps through.
func (t *tree) forwards(v *ir.Value) bool {
	to := memberOf(v)
	step := t.s.step(v)
	for _, n := range t.nodes {
		size := int64(n.typ.Elem.Size() * len(n.vals))
		for k, w := range n.vals {
			if w.Op != ir.OpLoad {
				continue
			}
			at := memberOf(w)
			if at.base != to.base || n.kind == packLoad && at.index == to.index && at.off == to.off+int64(k*w.Type.Size()) {
				continue
			}
			if n.kind != packLoad || at.index != to.index || step == 0 {
				return true
			}
			if d := ((n.first.off-to.off)%step + step) % step; d != 0 && (d < size || d > step-size) {
				return true
			}
		}
	}
	return false
}

// step returns the number of bytes by which each iteration advances the address of v, or 0 if unknown.
func (s *packer) step(v *ir.Value) int64 {
	index := memberOf(v).index
	phi := index.X
	if phi == nil || index.Y != nil || s.loop == nil || phi.Op != ir.OpPhi || phi.Block != s.loop.Header || s.loop.Latch == nil {
		return 0
	}
	root, c := scalar.SplitIndex(phi.Args[phi.Block.PredIndex(s.loop.Latch)])
	if root != phi || c < 0 {
		return 0
	}
	return c * int64(v.Scale)
}
