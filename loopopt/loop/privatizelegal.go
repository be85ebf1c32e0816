package loop

import (
	"hotloop/loopopt/driver"
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// find looks for the tables of the loop.
func (s *privatizer) find() remark.Reason {
	g := s.g
	g.Out = legal.LegalOf(g)
	s.all = analysis.Accesses(s.d.Scev, s.l)
	found, why := false, remark.None
	for i := range s.all {
		a := &s.all[i]
		u, ok := legal.UpdateOf(a.V)
		if !ok || a.Base == nil || a.Start != nil {
			continue // it stands still or walks evenly, be it by a step that nobody knows
		}
		if (*driver.State[tableCopies](s.d))[a.Base] != nil {
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
	case !g.Shape() || !g.Scalar() || !g.Counts():
		return g.Reason
	}
	return remark.None
}

// add notes an update.
func (s *privatizer) add(a *analysis.Access, u legal.TableUpdate) remark.Reason {
	c := &legal.Subcell{T: u.Op.Type, Fp: u.Op.FP}
	if why := operation(c, u.Op); why != remark.None {
		if why == remark.FPOrder {
			s.ordered = append(s.ordered, orderedUpdate{u, a})
		}
		return why
	}
	scale, size := u.Store.Scale, int32(a.Size)
	if scale < size || scale > legal.MaxRecord {
		return remark.WideIndex
	}
	// What is constant in the index may stand in the displacement.
	skip := analysis.FloorDiv(int64(u.Store.Off), int64(scale))
	c.Field = u.Store.Off - int32(skip)*scale
	if c.Field+size > scale {
		return remark.UnknownDependence
	}
	lo, hi := s.d.Scev.RangeBefore(s.d.Scev.Of(u.Store.Args[1]), u.Store)
	if lo < -legal.FarthestRecord || hi > legal.FarthestRecord || hi-lo >= privateBytes/int64(scale) || hi < lo {
		return remark.WideIndex
	}
	lo, hi = lo+skip, hi+skip
	var t *legal.Subtable
	for _, x := range s.tables {
		if x.Base == a.Base && x.Scale == scale {
			t = x
		}
	}
	if t == nil {
		t = &legal.Subtable{Base: a.Base, Scale: scale, Lo: lo, Hi: hi, Any: a}
		s.tables = append(s.tables, t)
	}
	t.Lo, t.Hi = min(t.Lo, lo), max(t.Hi, hi)
	return join(t, c, u)
}

// join adds an update to the cell that it is about. One that does not go with the others stays an access like any
// other, to a table that is then no table (noAlias).
func join(t *legal.Subtable, c *legal.Subcell, u legal.TableUpdate) remark.Reason {
	for _, x := range t.Cells {
		switch {
		case x.Field == c.Field && x.T == c.T:
			if x.Op != c.Op {
				return remark.UnknownDependence
			}
			x.Fp = x.Fp.And(c.Fp)
			x.Updates = append(x.Updates, u)
			return remark.None
		case x.Field < c.Field+int32(c.T.Size()) && c.Field < x.Field+int32(x.T.Size()):
			return remark.UnknownDependence
		}
	}
	c.Updates = []legal.TableUpdate{u}
	t.Cells = append(t.Cells, c)
	return remark.None
}

// operation finds out how two elements are combined that v, an update's operation, has changed, and what changes
// nothing.
func operation(c *legal.Subcell, v *ir.Value) remark.Reason {
	c.Op = v.Op
	if v.Op == ir.OpSub {
		c.Op = ir.OpAdd // what is subtracted in all
	}
	e, ok := v.Type.Elem, false
	switch {
	case e.IsInt():
		c.Identity, ok = ir.Identity(c.Op, e)
	case c.Op == ir.OpAdd:
		if v.FP&ir.Reassoc == 0 {
			return remark.FPOrder
		}
		c.Identity, ok = ir.Identity(c.Op, e)
	case c.Op == ir.OpMin || c.Op == ir.OpMax: // exact in any order, with NaNs and zeros
		worst := math.Inf(1)
		if c.Op == ir.OpMax {
			worst = math.Inf(-1)
		}
		if c.Identity, ok = math.Float64bits(worst), true; e == ir.F32 {
			c.Identity = uint64(math.Float32bits(float32(worst)))
		}
	}
	if !ok {
		return remark.UnknownOp
	}
	return remark.None
}

// noAlias leaves the tables that nothing else in the loop touches, by proof or by guards, and whose updates do not
// interleave.
func (s *privatizer) noAlias() remark.Reason {
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
func (s *privatizer) alone(t *legal.Subtable) (guards []vplan.Guard, why remark.Reason) {
	if fieldsInterleave(t) {
		return nil, remark.UnknownDependence
	}
	return s.apartFrom(t.Any, func(a *ir.Value) bool { return changes(t, a) })
}

// apartFrom says what to ask at run time for x to touch nothing that other accesses of the loop do, but for those
// of which may approves, or why that does not help.
func (s *privatizer) apartFrom(x *analysis.Access, may func(*ir.Value) bool) (guards []vplan.Guard, why remark.Reason) {
	for i := range s.all {
		a := &s.all[i]
		if may(a.V) || analysis.KnownDisjoint(s.l, a.Root, x.Root) {
			continue
		}
		if test := analysis.TestOf(x, a); !test.Possible() {
			return nil, legal.Untestable(test)
		}
		guards = append(guards, vplan.Guard{First: x, Second: a})
	}
	return guards, remark.None
}

// changes says whether v is the load or the store of one of the updates.
func changes(t *legal.Subtable, v *ir.Value) bool {
	for _, c := range t.Cells {
		for _, u := range c.Updates {
			if v == u.Load || v == u.Store {
				return true
			}
		}
	}
	return false
}

// fieldsInterleave says whether there is a store of one update between the load and the store of another, which may be
// of the same element: of the two, one would be lost.
func fieldsInterleave(t *legal.Subtable) bool {
	for _, c := range t.Cells {
		open := 0
		for _, v := range inOrder(c.Updates) {
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
func inOrder(updates []legal.TableUpdate) []*ir.Value {
	var list []*ir.Value
	seen := map[*ir.Block]bool{}
	for _, u := range updates {
		b := u.Store.Block
		if seen[b] {
			continue
		}
		seen[b] = true
		for _, v := range b.Walk() {
			for _, w := range updates {
				if v == w.Load || v == w.Store {
					list = append(list, v)
				}
			}
		}
	}
	return list
}
