package loop

import (
	"math/bits"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// RoomAhead tests the room for what a loop appends once for many iterations.
//
// Before:
//
//	for … { if f(x) { if cap < len+1 { ptr, cap = grow(…) }; ptr[len] = x; len++ } }
//
// After:
//
//	for {
//		room := cap - len
//		if room >= 128 {
//			for k := 0; k < room && …; k++ { if f(x) { ptr[len] = x; len++ } }
//		} else {
//			for k := 0; k < 256 && …; k++ { the loop as it was }
//		}
//	}
//
// The upper loop asks Go for nothing, and stores to one object: it is a loop to vectorize, and compresses what it
// stores. Go makes room where it made it before, from the same capacity, so that capacities are what they were.
//
// Legal if an iteration appends a bounded number of elements, whatever way it takes, and nothing else changes length
// and capacity: then no iteration of the upper loop comes to the end of the capacity. A loop that asks Go for anything
// else stays as it is.
// Pays where the loop is vectorized then. A slice grows by a good part of itself, so that strips become long.
// Reads isvectorized, vectorize.disable and disable_nonforced; leaves the metadata on the upper loop, and nothing to do
// on the others.
// Remarks: capacity checks hoisted.
func RoomAhead(d *driver.Driver, l *analysis.Loop) bool {
	md := l.Header.Loop
	if asks(l) == 0 || !l.Simplified() || md.Has("isvectorized") || md.Has("disable_nonforced") ||
		md.Has("vectorize.disable") || md.Off("vectorize.enable") || md.Has(roomAhead) || clone.LoopSize(l) > MaxUnswitched {
		return false
	}
	if _, ok := d.Scev.LatchTrips(l); !ok {
		return false
	}
	a := appendsOf(l)
	if a == nil || !d.Bisect("checks", md.Position()) {
		return false
	}
	a.split(d, l)
	d.Passed("checks", md.Position(), "capacity checks hoisted",
		remark.Arg{Name: "slices", Value: len(a.slices)})
	d.Tidy()
	d.After(true)
	return true
}

// roomAhead marks the loops that have been through this.
const roomAhead = "checks.split"

// minRoom is how many iterations there must be room for: fewer take longer in vector code and around it than they do
// as they are.
const minRoom = 128

// maxAppended bounds the elements that an iteration appends to a slice.
const maxAppended = 64

// requestOf is what v, a call, asks Go for.
func requestOf(v *ir.Value) ir.SiteKind { return v.Aux.(*ir.Site).Kind }

// asks counts the requests in l that make room.
func asks(l *analysis.Loop) int {
	n := 0
	for v := range l.Values() {
		if v.Op == ir.OpCall && requestOf(v) == ir.SiteRoom {
			n++
		}
	}
	return n
}

// appends are what a loop appends.
type appends struct {
	l      *analysis.Loop
	slices []*appended
	grows  []*ir.Block // where Go makes room
	most   map[*ir.Value]int64
}

// appended is a slice that a loop appends to.
type appended struct {
	len, cap *ir.Value // phis of the header
	most     int64     // elements an iteration
}

// appendsOf is what l appends, nil if that is not all that it asks Go for, or not known.
func appendsOf(l *analysis.Loop) *appends {
	a := &appends{l: l, most: map[*ir.Value]int64{}}
	back := l.Header.PredIndex(l.Latch)
	for v := range l.Values() {
		if v.Op == ir.OpPoll {
			return nil
		}
		if v.Op != ir.OpCall {
			continue
		}
		switch requestOf(v) {
		case ir.SiteRoom:
			if !grows(v) {
				return nil
			}
			capacity, length := a.capacity(v.Args[0]), a.length(v.Args[1])
			if capacity == nil || length == nil ||
				a.capacity(capacity.Args[back]) != capacity || a.length(length.Args[back]) != length {
				return nil
			}
			a.grows = append(a.grows, v.Block)
			if !a.add(length, capacity, max(a.most[v.Args[1]], a.most[length.Args[back]])) {
				return nil
			}
		case ir.SiteMove: // of what a request for room leads to
			if !holdsRoom(v.Block) {
				return nil
			}
		default:
			return nil
		}
	}
	return a
}

// add notes that an iteration appends most elements. The same length goes with the same capacity always.
func (a *appends) add(length, capacity *ir.Value, most int64) bool {
	if most < 1 || most > maxAppended {
		return false
	}
	for _, s := range a.slices {
		if s.len == length && s.cap == capacity {
			s.most = max(s.most, most)
			return true
		}
		if s.len == length || s.cap == capacity {
			return false
		}
	}
	a.slices = append(a.slices, &appended{length, capacity, most})
	return true
}

// holdsRoom says whether b asks for room.
func holdsRoom(b *ir.Block) bool {
	for _, v := range b.Walk() {
		if v.Op == ir.OpCall && requestOf(v) == ir.SiteRoom {
			return true
		}
	}
	return false
}

// grows says whether v, a request for room, comes where the capacity is less than the length, and only there.
func grows(v *ir.Value) bool {
	b := v.Block
	if len(b.Preds) != 1 {
		return false
	}
	p := b.Preds[0]
	c := p.Control
	return p.Kind == ir.BlockIf && p.Succs[0] == b && p.Succs[1] != b && c.Op == ir.OpLtS &&
		c.Args[0] == v.Args[0] && c.Args[1] == v.Args[1]
}

// capacity is the phi of the header that v is in an iteration in which Go makes no room, nil if there is none.
func (a *appends) capacity(v *ir.Value) *ir.Value {
	switch {
	case v.Op == ir.OpPhi && v.Block == a.l.Header:
		return v
	case v.Op == ir.OpCall && a.l.Contains(v.Block) && requestOf(v) == ir.SiteRoom:
		return a.capacity(v.Args[0])
	case v.Op == ir.OpPhi && a.l.Contains(v.Block):
		return a.common(v, a.capacity)
	}
	return nil
}

// length is the phi of the header that v is a little more than, nil if there is none; a.most says how much at most.
func (a *appends) length(v *ir.Value) *ir.Value {
	switch {
	case v.Op == ir.OpPhi && v.Block == a.l.Header:
		a.most[v] = 0
		return v
	case v.Op == ir.OpAdd && v.Type == ir.TI64 && v.Args[1].IsConst() && v.Args[1].Int() >= 0 &&
		v.Args[1].Int() <= maxAppended:
		from := a.length(v.Args[0])
		a.most[v] = a.most[v.Args[0]] + v.Args[1].Int()
		return from
	case v.Op == ir.OpPhi && a.l.Contains(v.Block):
		from := a.common(v, a.length)
		for _, x := range v.Args {
			a.most[v] = max(a.most[v], a.most[x])
		}
		return from
	}
	return nil
}

// common is what all arguments of phi, which is not one of the header, come from.
func (a *appends) common(phi *ir.Value, of func(*ir.Value) *ir.Value) (from *ir.Value) {
	for i, x := range phi.Args {
		r := of(x)
		if r == nil || i > 0 && r != from {
			return nil
		}
		from = r
	}
	return from
}

// split puts the loop into strips, and makes the loop that has room.
func (a *appends) split(d *driver.Driver, l *analysis.Loop) {
	f, md, pos := d.F, l.Header.Loop, l.Header.Loop.Position()
	header, entry := l.Header, l.Header.PredIndex(l.Preheader)
	outer, most := stripWhile(f, l)
	var room *ir.Value
	for _, s := range a.slices {
		left := outer.New(ir.OpSub, ir.TI64, pos, s.cap.Args[entry], s.len.Args[entry])
		if shift := bits.Len64(uint64(s.most - 1)); shift > 0 {
			left = outer.New(ir.OpShrS, ir.TI64, pos, left, f.ConstInt(ir.TI64, int64(shift)))
		}
		if room == nil {
			room = left
		} else {
			room = outer.New(ir.OpMinS, ir.TI64, pos, room, left)
		}
	}
	enough := outer.New(ir.OpLeS, ir.TBool, pos, f.ConstInt(ir.TI64, minRoom), room)
	most.CopyOf(outer.New(ir.OpSelect, ir.TI64, pos, enough, room, f.ConstInt(ir.TI64, 2*minRoom)))
	f.ElimCopies()
	scalarMark := ir.Attr{Name: roomAhead}
	outer.Loop = driver.Bare(md).Done().With(ir.Attr{Name: "disable_nonforced"}, scalarMark)
	d.After(true)

	in := d.LoopOf(header)
	var tests []*ir.Block
	for _, b := range a.grows {
		tests = append(tests, b.Preds[0])
	}
	c := clone.Version(f, in, enough, "roomy", "growing", true, nil)
	for i, p := range tests {
		test, grow := c.Block(p), c.Block(a.grows[i])
		test.RemoveSucc(grow)
		test.SetJump(nil)
	}
	f.RemoveUnreachable()
	scalar.DCE(f) // nothing compares with the capacity any more
	c.Block(header).Loop = md
	header.Loop = driver.Fallback(md).Done().With(scalarMark)
}
