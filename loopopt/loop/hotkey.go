package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// orderedUpdate is h[i] = h[i] op w, in the order of the program for each element.
type orderedUpdate struct {
	legal.TableUpdate
	access *analysis.Access // of the store
}

// A loop that adds floating-point numbers to elements which the data pick cannot work on copies of the table (see
// subtables), since every element has its order. What it can do is to know one of the elements, if the data pick it
// most of the time.
//
// Before:
//
//	for i := range x { h[g[i]] += x[i] }
//
// After:
//
//	if n is large && no check fails && most of 16 samples of g are equal, namely k {
//		a := h[k]
//		for i := range x {
//			hot := g[i] == k
//			a += x[i] if hot, else -0
//			s := (unused if hot, else h[g[i]]) + x[i]
//			h[g[i]] = a if hot, else s
//		}
//	} else { the loop }
//
// The sum waits for an addition each time, not for the store before to be forwarded to the load as well: nothing loads
// the element that everybody picks. There are no branches: the data that are no skewed as much would be mispredicted
// often. Memory is what it would be without, after every iteration, so that whatever else is loaded, and whoever
// cancels the call, sees no difference.
//
// On Zen 5 that takes 3.3 cycles an element whatever the data pick, for 12.4 where nine in ten pick one.
// Legal if no other store of the loop touches the table, by proof or by a run-time check of extents, all updates that
// are done so are done in every iteration with one index, and no check fails in any iteration.
//
// hotKey does that, as the part of subtables for tables without copies.
func (s *privatizer) hotKey(asked bool) remark.Reason {
	d, f, l, g := s.d, s.d.F, s.l, s.g
	if !g.Shape() || !g.Scalar() || !g.Counts() {
		return g.Reason
	}
	index := s.ordered[0].Store.Args[1]
	look := &sampler{d: d, l: l, pos: l.Header.Loop.Position()}
	switch {
	case !look.can(index):
		return remark.UnknownDependence
	case !asked && !s.waits():
		return remark.NotProfitable
	}
	for i := range s.ordered {
		u := &s.ordered[i]
		size := int32(u.Op.Type.Size())
		if u.Store.Args[1] != index || !d.Scev.Dom().Dominates(u.Store.Block, l.Latch) || u.Load.Off < 0 ||
			u.Load.Off+size > unusedBytes {
			return remark.UnknownDependence
		}
		guards, why := s.onlyStore(u)
		if why != remark.None {
			return why
		}
		s.guards = append(s.guards, guards...)
	}
	least := int64(samplesAtLeast)
	if asked {
		least = samples
	}
	md := l.Header.Loop
	switch most := d.Scev.MaxTaken(l); {
	case len(s.guards) > legal.MaxPairs:
		return remark.TooManyChecks
	case most >= 0 && most < least || md.Int("estimated_trip_count", least) < least:
		return remark.ShortTripCount
	case !d.Bisect(subtablesPass, md.Position()):
		return remark.Bisected
	}
	rs := restructureWhole(d, g, s.guards, least)
	look.starts = rs.Starts
	end, hot, lead := look.majority(rs.Tail, rs.N, index)
	front := f.NewBlock("hot.ph")
	decide := decideAt(rs, end, end.New(ir.OpLeS, ir.TBool, rs.Pos, f.ConstInt(ir.TI64, enoughLead), lead), front)
	rs.Tail = front
	unused := f.Arg(ir.OpTablePtr, f.NewTable(ir.Table{Name: "unused", Elem: ir.Void, Data: make([]byte, unusedBytes)}))
	starts := make([]*ir.Value, len(s.ordered))
	for i := range s.ordered {
		starts[i] = s.ordered[i].startIn(front, hot)
	}
	header := rs.Add(Unchecked(g, "hot"))
	for i := range s.ordered {
		s.ordered[i].keepHotKey(rs, header, front, hot, unused, starts[i])
	}
	decide()
	rs.Finish()
	done := ir.Attr{Name: subtablesPass + ".disable"}
	const name = subtablesPass + "."
	header.Loop = driver.Followup(md, name, []string{name + "followup_counted", name + "followup_all"}, done,
		ir.Attr{Name: "isdistributed"})
	l.Header.Loop = driver.Followup(md, name, []string{name + "followup_fallback", name + "followup_all"}, done)
	d.Tidy()
	d.Opt.Remarks.Missed(f, VectorizePass, md.Position(), remark.FPOrder, "loop not vectorized") // the value that is carried now comes from that
	d.Passed(subtablesPass, md.Position(), "element of the hot key kept in a register",
		remark.Arg{Name: "elements", Value: len(s.ordered)},
		remark.Arg{Name: "checks", Value: len(s.guards)})
	return remark.None
}

// unusedBytes is the size of the zeros that are loaded instead of the hot element.
const unusedBytes = ir.MaxLocalAlign

// enoughLead is by how many samples the hot element must lead: it has eleven of sixteen, then. Sums of doubles on Zen 5
// take 12.4 cycles where nine of ten, and 7 where half of the data pick one element, and in the new loop 3.3 whatever
// they pick: twice what they take where data are random. That is worth it from a third on, which as few samples cannot
// tell from chance.
const enoughLead = 6

// waits says whether the loop would wait for stores of the hot element.
func (s *privatizer) waits() bool {
	target := s.d.Opt.Target
	forwarded := 0
	for i := range s.ordered {
		op := s.ordered[i].Op
		forwarded = max(forwarded, forwarding+target.Cost(op.Op, op.Type, op.Type).Latency)
	}
	legal := *s.g.Out
	legal.Target = target
	// Selecting the address, the operand and the result.
	more := float64(len(s.ordered)) * float64(4*target.Cost(ir.OpSelect, ir.TI64, ir.TBool).Uops)
	return (vplan.ScalarUops(&legal, target)+more)/float64(target.IssueWidth()) < float64(forwarded)
}

// onlyStore says what to ask at run time for no other store of the loop to touch what u changes, or why that does not
// help.
func (s *privatizer) onlyStore(u *orderedUpdate) (guards []vplan.Guard, why remark.Reason) {
	return s.apartFrom(u.access,
		func(v *ir.Value) bool { return v == u.Store || !v.Op.HasAny(ir.FlagWrites) || u.beside(v) })
}

// beside says whether v, a store, is to another field of the same records, of the same record each time.
func (u *orderedUpdate) beside(v *ir.Value) bool {
	w := u.Store
	if v.Op != ir.OpStore || v.Args[0] != w.Args[0] || v.Args[1] != w.Args[1] || v.Scale != w.Scale {
		return false
	}
	lo, hi := min(v.Off, w.Off), max(v.Off+int32(v.AccessType().Size()), w.Off+int32(w.AccessType().Size()))
	apart := v.Off >= w.Off+int32(w.AccessType().Size()) || w.Off >= v.Off+int32(v.AccessType().Size())
	return apart && hi-lo <= w.Scale // so that no record meets another one's field
}

// startIn is the hot element as it is in front of the loop.
func (u *orderedUpdate) startIn(front *ir.Block, hot *ir.Value) *ir.Value {
	v := front.New(ir.OpLoad, u.Op.Type, u.Op.Pos, u.Load.Args[0], hot)
	v.Scale, v.Off = u.Load.Scale, u.Load.Off
	return v
}

// keepHotKey has the copy of u in the new loop keep element hot in a register, which begins with start.
func (u *orderedUpdate) keepHotKey(rs *clone.Front, header, front *ir.Block, hot, unused, start *ir.Value) {
	f, c := rs.F, rs.Copies[0]
	load, op, store := c.Of(u.Load), c.Of(u.Op), c.Of(u.Store)
	b, t, pos := store.Block, u.Op.Type, u.Op.Pos
	is := b.InsertBefore(load, ir.OpEq, ir.TBool, pos, load.Args[1], hot)
	p := b.InsertBefore(load, ir.OpPtrAdd, ir.TPtr, pos, load.Args[0], load.Args[1])
	p.Scale = load.Scale
	load.SetArg(0, b.InsertBefore(load, ir.OpSelect, ir.TPtr, pos, is, unused, p))
	load.SetArg(1, f.ConstInt(ir.TI64, 0))
	load.Scale = 1

	sum := header.NewPhi(t, pos)
	k := 0 // the operand that is the element
	if op.Args[0] != load {
		k = 1
	}
	// x + -0 is x for every x, and so is x - 0.
	none := uint64(0)
	if op.Op == ir.OpAdd {
		none, _ = ir.Identity(op.Op, t.Elem)
	}
	args := [2]*ir.Value{sum, sum}
	args[1-k] = b.InsertBefore(store, ir.OpSelect, t, pos, is, op.Args[1-k], f.Const(t, none))
	next := b.InsertBefore(store, op.Op, t, pos, args[0], args[1])
	next.FP = op.FP
	store.SetArg(2, b.InsertBefore(store, ir.OpSelect, t, pos, is, next, op))
	clone.Carry(sum, front, start, next)
}
