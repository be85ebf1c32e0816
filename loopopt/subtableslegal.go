package loopopt

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// find looks for the tables of the loop.
func (s *subtabling) find() remark.Reason {
	g := s.g
	g.out = legalOf(g)
	s.all = analysis.Accesses(s.d.scev, s.l)
	found, why := false, remark.None
	for i := range s.all {
		a := &s.all[i]
		u, ok := updateOf(a.V)
		if !ok || a.Base == nil || a.Start != nil {
			continue // it stands still or walks evenly, be it by a step that nobody knows
		}
		if s.d.copies[a.Base] != nil {
			return remark.AlreadyDone
		}
		found = true
		if r := s.add(a, u); r != remark.None && why == remark.None {
			why = r
		}
	}
	switch {
	case !found:
		return remark.NoTableUpdate
	case len(s.tables) == 0:
		return why
	case !g.shape() || !g.scalar() || !g.counts():
		return g.reason
	}
	return remark.None
}

// add notes an update.
func (s *subtabling) add(a *analysis.Access, u tableUpdate) remark.Reason {
	c := &subcell{t: u.op.Type, fp: u.op.FP}
	if why := c.operation(u.op); why != remark.None {
		if why == remark.FPOrder {
			s.ordered = append(s.ordered, orderedUpdate{u, a})
		}
		return why
	}
	scale, size := u.store.Scale, int32(a.Size)
	if scale < size || scale > maxRecord {
		return remark.WideIndex
	}
	// What is constant in the index may stand in the displacement.
	skip := floorDiv(int64(u.store.Off), int64(scale))
	c.field = u.store.Off - int32(skip)*scale
	if c.field+size > scale {
		return remark.UnknownDependence
	}
	lo, hi := s.d.scev.RangeAt(s.d.scev.Of(u.store.Args[1]), u.store.Block)
	if lo < -farthestRecord || hi > farthestRecord || hi-lo >= subtableBytes/int64(scale) || hi < lo {
		return remark.WideIndex
	}
	lo, hi = lo+skip, hi+skip
	var t *subtable
	for _, x := range s.tables {
		if x.base == a.Base && x.scale == scale {
			t = x
		}
	}
	if t == nil {
		t = &subtable{base: a.Base, scale: scale, lo: lo, hi: hi, any: a}
		s.tables = append(s.tables, t)
	}
	t.lo, t.hi = min(t.lo, lo), max(t.hi, hi)
	return t.join(c, u)
}

// join adds an update to the cell that it is about. One that does not go with the others stays an access like any other, to a
// table that is then no table (apart).
func (t *subtable) join(c *subcell, u tableUpdate) remark.Reason {
	for _, x := range t.cells {
		switch {
		case x.field == c.field && x.t == c.t:
			if x.op != c.op {
				return remark.UnknownDependence
			}
			x.fp = x.fp.And(c.fp)
			x.updates = append(x.updates, u)
			return remark.None
		case x.field < c.field+int32(c.t.Size()) && c.field < x.field+int32(x.t.Size()):
			return remark.UnknownDependence
		}
	}
	c.updates = []tableUpdate{u}
	t.cells = append(t.cells, c)
	return remark.None
}

// operation finds out how two elements are combined that v, an update's operation, has changed, and what changes nothing.
func (c *subcell) operation(v *ir.Value) remark.Reason {
	c.op = v.Op
	if v.Op == ir.OpSub {
		c.op = ir.OpAdd // what is subtracted in all
	}
	e, ok := v.Type.Elem, false
	switch {
	case e.IsInt():
		c.identity, ok = vplan.Identity(c.op, e)
	case c.op == ir.OpAdd:
		if v.FP&ir.Reassoc == 0 {
			return remark.FPOrder
		}
		c.identity, ok = vplan.Identity(c.op, e)
	case c.op == ir.OpMin || c.op == ir.OpMax: // exact in any order, with NaNs and zeros
		worst := math.Inf(1)
		if c.op == ir.OpMax {
			worst = math.Inf(-1)
		}
		if c.identity, ok = math.Float64bits(worst), true; e == ir.F32 {
			c.identity = uint64(math.Float32bits(float32(worst)))
		}
	}
	if !ok {
		return remark.UnknownOp
	}
	return remark.None
}

// apart leaves the tables that nothing else in the loop touches, by proof or by guards, and whose updates do not interleave.
func (s *subtabling) apart() remark.Reason {
	why := remark.None
	kept := s.tables[:0]
	for _, t := range s.tables {
		guards, r := s.alone(t)
		if r == remark.None {
			kept = append(kept, t)
			s.guards = append(s.guards, guards...)
		} else if why == remark.None {
			why = r
		}
	}
	if s.tables = kept; len(kept) > 0 {
		return remark.None
	}
	return why
}

// alone says what to ask at run time for nothing else in the loop to touch table t, or why that does not help.
func (s *subtabling) alone(t *subtable) (guards []vplan.Guard, why remark.Reason) {
	if t.interleaved() {
		return nil, remark.UnknownDependence
	}
	for i := range s.all {
		a := &s.all[i]
		switch {
		case t.changes(a.V) || apart(s.l, a.Root, t.any.Root):
		case a.Base == t.base || !analysis.Comparable(a.Root) || !analysis.Comparable(t.any.Root):
			return nil, remark.UnknownDependence
		case !known(a) || !known(t.any):
			return nil, remark.UnknownExtent
		default:
			guards = append(guards, vplan.Guard{First: t.any, Second: a})
		}
	}
	return guards, remark.None
}

// changes says whether v is the load or the store of one of the updates.
func (t *subtable) changes(v *ir.Value) bool {
	for _, c := range t.cells {
		for _, u := range c.updates {
			if v == u.load || v == u.store {
				return true
			}
		}
	}
	return false
}

// interleaved says whether there is a store of one update between the load and the store of another, which may be of the same
// element: of the two, one would be lost.
func (t *subtable) interleaved() bool {
	for _, c := range t.cells {
		open := 0
		for _, v := range inOrder(c.updates) {
			switch {
			case v.Op == ir.OpLoad:
				open++
			case open > 1:
				return true
			default:
				open--
			}
		}
	}
	return false
}

// inOrder lists the loads and stores of the updates, block by block in the order of the program.
func inOrder(updates []tableUpdate) []*ir.Value {
	var list []*ir.Value
	seen := map[*ir.Block]bool{}
	for _, u := range updates {
		b := u.store.Block
		if seen[b] {
			continue
		}
		seen[b] = true
		for _, v := range b.Walk() {
			for _, w := range updates {
				if v == w.load || v == w.store {
					list = append(list, v)
				}
			}
		}
	}
	return list
}
