package loopopt

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// Cursors: places in memory that some iterations move on.
//
// Before:
//
//	for i, v := range x { if v > t { out[j] = v; j++ } }          // compress
//	for i := range x { if c[i] { j++; x[i] = in[j] } }            // expand
//	for i := range x { out[j] = x[i]; j++; if c[i] { out[j] = y[i]; j++ } }
//
// After, four iterations at once:
//
//	m := x[i:i+4] > t; n := lanes of m that are on
//	if j+n > len(out) { goto scalar loop }                        // recipe BAIL
//	out[j:j+n] = the lanes of x[i:i+4] that are on; j += n        // recipes COMPRESS and CURSOR
//
// Legal if the phi goes up by constants, and nothing looks at it but checks and accesses in the iterations that move it, so
// that what those access is consecutive: each place between the first and the last is one iteration's, and one slot's
// (Packed). With several slots that is asked of stores only. A check of such an index fails in some lane if it fails for the
// last place of the pass, as they go up and the first one is not negative, which is tested in front of the loop.
//
// A store in every iteration that some iterations keep,
//
//	for _, v := range x { out[j] = v; if v > t { j++ } }
//
// overwrites what the iteration before has stored if that did not move the cursor. So of a pass there stay the values of the
// iterations that move it, and that of the last one, at the place that the cursor ends at.
//
// Stores along a cursor that starts at or below where a load starts that walks on at least as fast never come by what is
// still to be loaded: in iteration k they end below (k+1)*slots elements, where the load of iteration k+1 begins. So
// compaction in place needs no more than that the load comes first. Everything else must not overlap at all.

// cursors finds such phis among those that are nothing else, and marks them.
func (g *legality) cursors() {
	if g.part != nil || !g.vector {
		return
	}
	var users [][]*ir.Value
	for i := range g.out.Phis {
		c := &g.out.Phis[i]
		if c.Kind != analysis.Other || c.Backedge == nil || c.Phi.Type != ir.TI64 {
			continue
		}
		if users == nil {
			users = g.users()
		}
		f := &cursorFinder{g: g, users: users, y: &vplan.Cursor{Phi: c}, level: map[*ir.Value]int{c.Phi: 0}}
		if f.moves(c.Backedge, g.l.Latch) && f.uses() && f.streams() && f.bounds() {
			f.accept()
		}
	}
}

// cursorFinder finds out whether a phi is a cursor.
type cursorFinder struct {
	g     *legality
	users [][]*ir.Value
	y     *vplan.Cursor
	// level is how many of the moves have been made where a value of the cursor is made: of the phi, of joins behind moves,
	// and of the sums that moves in all iterations of their block make.
	level map[*ir.Value]int
	ats   []indexed // accesses and checks
	packs []*vplan.Packed
	// checks are to be tested by vector code.
	checks map[*ir.Value]*vplan.CursorCheck
}

// indexed is an access or check of an index: the cursor after so many moves plus a constant.
type indexed struct {
	v     *ir.Value
	level int
	plus  int64
	n     *ir.Value // of a check: the bound
}

// advanced is v as a sum of a value and a constant.
func advanced(v *ir.Value) (*ir.Value, int64, bool) {
	switch {
	case v.Op == ir.OpAdd && v.Args[1].IsConst():
		return v.Args[0], v.Args[1].Int(), true
	case v.Op == ir.OpAdd && v.Args[0].IsConst():
		return v.Args[1], v.Args[0].Int(), true
	}
	return nil, 0, false
}

// from says whether v is to plus moves, and joins of it with moves.
func (f *cursorFinder) from(v, to *ir.Value, depth int) bool {
	if v == to {
		return true
	}
	if depth == 0 || !f.g.l.ContainsValue(v) {
		return false
	}
	if a, _, ok := advanced(v); ok {
		return f.from(a, to, depth-1)
	}
	args := v.Args
	switch {
	case v.Op == ir.OpSelect:
		args = v.Args[1:]
	case v.Op != ir.OpPhi || v.Block == f.g.l.Header:
		return false
	}
	for _, a := range args {
		if !f.from(a, to, depth-1) {
			return false
		}
	}
	return true
}

// maxMoves bounds how far values of a cursor are followed.
const maxMoves = 24

// moves finds the moves that make v of the phi; at is a block that comes by in the iterations that v is made in.
func (f *cursorFinder) moves(v *ir.Value, at *ir.Block) bool {
	if _, ok := f.level[v]; ok {
		return true
	}
	if a, n, ok := advanced(v); ok {
		if n <= 0 || n > vplan.MaxSlots || !f.moves(a, at) {
			return false
		}
		f.y.Moves = append(f.y.Moves, vplan.Move{At: at, By: n})
		f.y.Slots += n
		f.level[v] = len(f.y.Moves)
		return f.y.Slots <= vplan.MaxSlots
	}
	if v.Op == ir.OpSelect {
		return f.choice(v, at)
	}
	if v.Op != ir.OpPhi || v.Block == f.g.l.Header || !f.g.l.ContainsValue(v) {
		return false
	}
	// One predecessor brings a value that has moved on, all others what it has moved on from.
	var base, moved *ir.Value
	var from *ir.Block
	for i, a := range v.Args {
		others := 0
		for _, b := range v.Args {
			if b == a {
				others++
			}
		}
		if others == 1 && moved == nil && !slices.ContainsFunc(v.Args, func(b *ir.Value) bool { return b != a && !f.from(a, b, maxMoves) }) {
			moved, from = a, v.Block.Preds[i]
		} else if base == nil || base == a {
			base = a
		} else {
			return false
		}
	}
	if moved == nil || base == nil || from.Kind != ir.BlockJump || !f.moves(base, at) {
		return false
	}
	if len(f.y.Moves) != f.level[base] || !f.moves(moved, from) {
		return false
	}
	f.level[v] = len(f.y.Moves)
	return true
}

// choice is moves for a Select between a value and one that is more by a constant.
func (f *cursorFinder) choice(v *ir.Value, at *ir.Block) bool {
	for k := 1; k <= 2; k++ {
		base, n, ok := advanced(v.Args[k])
		if !ok || base != v.Args[3-k] {
			continue
		}
		if n <= 0 || n > vplan.MaxSlots || !f.moves(base, at) || len(f.y.Moves) != f.level[base] {
			return false
		}
		f.y.Moves = append(f.y.Moves, vplan.Move{At: at, By: n, Cond: v.Args[0], Not: k == 2})
		f.y.Slots += n
		f.level[v] = len(f.y.Moves)
		return f.y.Slots <= vplan.MaxSlots
	}
	return false
}

// uses lists the accesses and checks of the cursor's values. It says whether nothing else looks at them.
func (f *cursorFinder) uses() bool {
	seen := map[*ir.Value]bool{}
	var walk func(v *ir.Value, level int, plus int64) bool
	walk = func(v *ir.Value, level int, plus int64) bool {
		if seen[v] {
			return true
		}
		seen[v] = true
		for _, u := range f.users[v.ID] {
			if u == nil {
				return false
			}
			if _, tree := f.level[u]; tree {
				continue // walked by itself
			}
			if _, n, ok := advanced(u); ok {
				if !walk(u, level, plus+n) {
					return false
				}
				continue
			}
			switch {
			case u.Op == ir.OpCheck && slices.Index(u.Args, v) > 0: // shows it
			case u.Op == ir.OpLtU && u.Args[0] == v && u.Args[1] != v && f.g.l.Invariant(u.Args[1]):
				for _, check := range f.users[u.ID] {
					if check == nil || check.Op != ir.OpCheck || check.Args[0] != u {
						return false
					}
					f.ats = append(f.ats, indexed{check, level, plus, u.Args[1]})
				}
			case (u.Op == ir.OpLoad || u.Op == ir.OpStore) && u.Args[1] == v && u.Args[0] != v && u.AccessType().Lanes == 1:
				if u.Op == ir.OpStore && u.StoredValue() == v {
					return false
				}
				f.ats = append(f.ats, indexed{u, level, plus, nil})
			default:
				return false
			}
		}
		return true
	}
	// In the order of the program, so that what comes out does not depend on that of a map.
	for _, b := range f.g.out.Body {
		for _, v := range b.Values {
			if n, ok := f.level[v]; ok && !walk(v, n, 0) {
				return false
			}
		}
	}
	return true
}

// together says whether a and b are come to in the same iterations, as far as nothing leaves the loop.
func (f *cursorFinder) together(a, b *ir.Block) bool {
	dom := f.g.se.Dom()
	if a == b {
		return true
	}
	if dom.Dominates(b, a) {
		a, b = b, a
	}
	return dom.Dominates(a, b) && !f.avoids(a, b, map[*ir.Block]bool{})
}

// avoids says whether there is a way from a to the end of the iteration that does not come by b.
func (f *cursorFinder) avoids(a, b *ir.Block, seen map[*ir.Block]bool) bool {
	if a == b || seen[a] {
		return false
	}
	seen[a] = true
	if a == f.g.l.Latch {
		return true
	}
	for _, s := range a.Succs {
		if f.g.l.Contains(s) && f.avoids(s, b, seen) {
			return true
		}
	}
	return false
}

// slot finds the slot of an index in iterations that come to blk, if the slots of a pass begin at cursor + plus, and the
// move that it belongs to. The moves between where the index was made and that must all be made in such iterations.
func (f *cursorFinder) slot(x *indexed, blk *ir.Block, plus int64) (slot int64, move int, ok bool) {
	at := int64(0) // the slot that x.level begins with
	for _, m := range f.y.Moves[:x.level] {
		at += m.By
	}
	slot = at + x.plus - plus
	first := int64(0)
	for move = range f.y.Moves {
		next := first + f.y.Moves[move].By
		if slot >= first && slot < next {
			lo, hi := min(move, x.level), max(move, x.level)
			for k := lo; k < hi; k++ {
				if m := &f.y.Moves[k]; m.Cond != nil || !f.together(m.At, blk) && !f.g.se.Dom().Dominates(m.At, blk) {
					return 0, 0, false
				}
			}
			m := &f.y.Moves[move]
			return slot, move, m.Cond == nil && f.together(m.At, blk)
		}
		first = next
	}
	return 0, 0, false
}

// streams sorts the accesses by what they access. It says whether each stream accesses every place exactly once.
func (f *cursorFinder) streams() bool {
	type key struct {
		base  *ir.Value
		write bool
		scale int32
	}
	var order []key
	by := map[key][]indexed{}
	for _, x := range f.ats {
		if x.n != nil {
			continue
		}
		v := x.v
		if !f.g.l.Invariant(v.Args[0]) || int(v.Scale) != v.AccessSize() || v.Off != 0 || f.g.f.HasUnknownExtent(v.Args[0].Root()) {
			return false
		}
		k := key{v.Args[0], v.Op == ir.OpStore, v.Scale}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], x)
	}
	if len(order) == 0 {
		return false
	}
	for _, k := range order {
		if !k.write && f.y.Slots > 1 {
			return false
		}
		p := f.stream(by[k])
		if p == nil {
			p = f.over(by[k])
		}
		if p == nil {
			return false
		}
		f.packs = append(f.packs, p)
	}
	return true
}

// over makes a stream of a store that every iteration does before the cursor may move; nil if it is something else.
func (f *cursorFinder) over(xs []indexed) *vplan.Packed {
	if len(xs) != 1 || xs[0].v.Op != ir.OpStore || xs[0].level != 0 || f.y.Slots != 1 || !f.g.se.Dom().Dominates(xs[0].v.Block, f.g.l.Latch) {
		return nil
	}
	a := &analysis.Access{V: xs[0].v}
	return &vplan.Packed{Cursor: f.y, Plus: xs[0].plus, Members: []*analysis.Access{a}, Over: true}
}

// stream makes a stream of accesses, in the order of the program; nil if they are none.
func (f *cursorFinder) stream(xs []indexed) *vplan.Packed {
	if int64(len(xs)) != f.y.Slots {
		return nil
	}
	base := xs[0].plus
	for _, m := range f.y.Moves[:xs[0].level] {
		base += m.By
	}
	for k := range f.y.Slots { // the first access may be any of the slots
		p := &vplan.Packed{Cursor: f.y, Plus: base - k, Members: make([]*analysis.Access, f.y.Slots)}
		ok := true
		for i := range xs {
			s, _, fits := f.slot(&xs[i], xs[i].v.Block, p.Plus)
			if ok = ok && fits && p.Members[s] == nil; !ok {
				break
			}
			p.Members[s] = &analysis.Access{V: xs[i].v} // the real one takes its place when the accesses are listed
		}
		if ok {
			return p
		}
	}
	return nil
}

// bounds turns the checks into tests of how far a pass gets.
func (f *cursorFinder) bounds() bool {
	f.checks = map[*ir.Value]*vplan.CursorCheck{}
	least := f.packs[0].Plus
	for _, p := range f.packs {
		least = min(least, p.Plus)
		if off := p.Plus * 8; off < -1<<20 || off > 1<<20 {
			return false
		}
	}
	for i := range f.ats {
		x := &f.ats[i]
		if x.n == nil || f.g.out.Counted[x.v.ID] {
			continue
		}
		// As slot s of the stream that begins there, it is at most the last slot of the pass.
		plus, ok := int64(0), false
		for _, p := range f.packs {
			if _, _, ok = f.slot(x, x.v.Block, p.Plus); ok {
				plus = p.Plus
				break
			}
		}
		if !ok { // the cursor gets no further than behind the pass, whatever the moves are that the index has seen
			plus = x.plus + 1
			least = min(least, x.plus)
		}
		f.checks[x.v] = &vplan.CursorCheck{Cursor: f.y, N: x.n, Plus: plus, Late: !ok || len(f.y.Moves) > 1}
	}
	f.y.Least = least
	return true
}

// accept makes the phi a cursor.
func (f *cursorFinder) accept() {
	g := f.g
	// Whoever makes the masks looks at the blocks of the accesses, which masks are made for anyway.
	for _, p := range f.packs {
		if p.Over {
			continue
		}
		first := int64(0)
		for k := range f.y.Moves {
			m := &f.y.Moves[k]
			m.At = p.Members[first].V.Block
			first += m.By
		}
	}
	if g.out.PackedOf == nil {
		g.out.PackedOf, g.out.CursorChecks = map[*ir.Value]*vplan.Packed{}, map[*ir.Value]*vplan.CursorCheck{}
	}
	f.y.Phi.Kind = analysis.Cursor
	g.out.Cursors = append(g.out.Cursors, f.y)
	for _, p := range f.packs {
		for _, m := range p.Members {
			g.out.PackedOf[m.V] = p
		}
	}
	for _, b := range g.out.Body {
		for _, v := range b.Values {
			y := f.checks[v]
			if y == nil {
				continue
			}
			g.out.CursorChecks[v] = y
			if y.Late { // what is tested needs the masks of moves further down
				g.comesLate(v, remark.UnprovedCheck)
			}
		}
	}
}

// packedAccesses puts the accesses into the streams that they belong to.
func (g *legality) packedAccesses() {
	if len(g.out.Cursors) == 0 {
		return
	}
	for _, a := range g.out.Accesses {
		p := g.out.PackedOf[a.V]
		if p == nil {
			continue
		}
		a.Kind = analysis.Packed
		for k, m := range p.Members {
			if m.V == a.V {
				p.Members[k] = a
			}
		}
		p.Last = a
	}
}

// severalSlots says whether several stores of the loop are done together, at the last of them, or at the end.
func (g *legality) severalSlots() bool {
	for _, y := range g.out.PackedOf {
		if y.Cursor.Slots > 1 || y.Over {
			return true
		}
	}
	return false
}

// packedPair judges a pair of accesses of which one is along a cursor, a before b in the program; swapped says whether
// vector code has them the other way round.
func (g *legality) packedPair(a, b *analysis.Access, swapped bool) bool {
	p, q := g.out.PackedOf[a.V], g.out.PackedOf[b.V]
	if p != nil && p == q {
		return true // stored together
	}
	if p != nil && q != nil && p.Cursor == q.Cursor && a.Base == b.Base && a.V.Scale == b.V.Scale && p.Plus == q.Plus && !a.Write && !swapped {
		return true // each place is loaded before it is stored to
	}
	ahead := q != nil && b.Write && !a.Write && !swapped && a.Affine() && a.Stride >= q.Cursor.Slots*int64(b.Size)
	if d, ok := g.fromCursor(a, b); ok {
		if ahead && d >= 0 {
			return true
		}
		return g.refuse(remark.UnknownDependence, b.V) // they meet before long
	}
	if !analysis.Comparable(a.Root) || !analysis.Comparable(b.Root) {
		return g.refuse(remark.UnknownDependence, b.V)
	}
	if !g.extentKnown(a) || !g.extentKnown(b) {
		return g.refuse(remark.UnknownExtent, b.V)
	}
	for i := range g.out.Pairs {
		o := &g.out.Pairs[i]
		if !o.Distance && g.oneExtent(o.First, a) && g.oneExtent(o.Second, b) {
			o.Ahead = o.Ahead && ahead
			return true
		}
	}
	g.out.Pairs = append(g.out.Pairs, vplan.Pair{First: a, Second: b, Ahead: ahead})
	return true
}

// fromCursor is the constant number of elements from where an access along a cursor starts to where the other one does, which
// walks evenly through the same array.
func (g *legality) fromCursor(a, b *analysis.Access) (int64, bool) {
	if g.out.PackedOf[b.V] == nil {
		a, b = b, a
	}
	y := g.out.PackedOf[b.V]
	if a.Base == nil || a.Base != b.Base || a.Start == nil || a.V.Scale != b.V.Scale || a.V.Off != b.V.Off {
		return 0, false
	}
	return g.se.ConstDiff(a.Start, g.se.AddConst(g.se.Of(y.Cursor.Phi.Start), y.Plus))
}

// oneExtent says whether two accesses have one extent.
func (g *legality) oneExtent(a, b *analysis.Access) bool {
	if a.V == b.V {
		return true
	}
	if p := g.out.PackedOf[a.V]; p != nil {
		return p == g.out.PackedOf[b.V]
	}
	d, ok := g.distance(a, b)
	return ok && d == 0 && sameWalk(a, b)
}

// extentKnown is known, also of accesses along cursors.
func (g *legality) extentKnown(a *analysis.Access) bool {
	return known(a) || g.out.PackedOf[a.V] != nil && a.Base != nil
}
