package legal

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// Monotonic indexes: places in memory that some iterations move on.
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
//	if j+n > len(out) { goto scalar loop }                        // recipe SIDE-EXIT
//	out[j:j+n] = the lanes of x[i:i+4] that are on; j += n        // recipes COMPRESS and MONOTONIC
//
// Legal if the phi goes up by constants, and nothing looks at it but checks, exits (monotonicexit.go) and accesses in
// the iterations that move it, so that what those access is consecutive: each place between the first and the last is
// one iteration's, and one slot's (Packed). With several slots that is asked of stores only. A check of such an index
// fails in some lane if it fails for the last place of the vector iteration, as they go up and the first one is not
// negative, which is tested in front of the loop.
//
// A store in every iteration that some iterations keep,
//
//	for _, v := range x { out[j] = v; if v > t { j++ } }
//
// overwrites what the iteration before has stored if that did not move the index. So of a vector iteration there stay
// the values of the iterations that move it, and that of the last one, at the place that the index ends at.
//
// Stores along a monotonic index that starts at or below where a load starts that walks on at least as fast never come
// by what is still to be loaded: in iteration k they end below (k+1)*slots elements, where the load of iteration k+1
// begins. So compaction in place needs no more than that the load comes first. Everything else must not overlap at all.

// monotonicIndexes finds such phis among those that are nothing else, and marks them.
func (g *Legality) monotonicIndexes() {
	if g.Part != nil || !g.Vector {
		return
	}
	var users *analysis.Users
	for i := range g.Out.Phis {
		c := &g.Out.Phis[i]
		if c.Kind != analysis.Other || c.Backedge == nil || c.Phi.Type != ir.TI64 {
			continue
		}
		if users == nil {
			users = g.users()
		}
		f := &monotonicFinder{g: g, users: users, y: &vplan.MonotonicIndex{Phi: c}, level: map[*ir.Value]int{c.Phi: 0}}
		if f.moves(c.Backedge, g.L.Latch) && f.uses() && f.streams() && f.bounds() {
			f.accept()
		}
	}
}

// monotonicFinder finds out whether a phi is a monotonic index.
type monotonicFinder struct {
	g     *Legality
	users *analysis.Users
	y     *vplan.MonotonicIndex
	// level is how many of the moves have been made where a value of the index is made: of the phi, of joins behind
	// moves, and of the sums that moves in all iterations of their block make.
	level map[*ir.Value]int
	ats   []indexed // accesses and checks
	packs []*vplan.MonotonicAccess
	// checks are to be tested by vector code.
	checks map[*ir.Value]*vplan.MonotonicCheck
	// exits compare the index; leaving is what vector code tests of each.
	exits   []exitTest
	leaving map[*ir.Block]*vplan.MonotonicCheck
}

// indexed is an access or check of an index: the index after so many moves plus a constant.
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
func (f *monotonicFinder) from(v, to *ir.Value, depth int) bool {
	if v == to {
		return true
	}
	if depth == 0 || !f.g.L.ContainsValue(v) {
		return false
	}
	if a, _, ok := advanced(v); ok {
		return f.from(a, to, depth-1)
	}
	args := v.Args
	switch {
	case v.Op == ir.OpSelect:
		args = v.Args[1:]
	case v.Op != ir.OpPhi || v.Block == f.g.L.Header:
		return false
	}
	for _, a := range args {
		if !f.from(a, to, depth-1) {
			return false
		}
	}
	return true
}

// maxMoves bounds how far values of a monotonic index are followed.
const maxMoves = 24

// moves finds the moves that make v of the phi; at is a block that comes by in the iterations that v is made in.
func (f *monotonicFinder) moves(v *ir.Value, at *ir.Block) bool {
	if _, ok := f.level[v]; ok {
		return true
	}
	if a, n, ok := advanced(v); ok {
		return f.moves(a, at) && f.move(v, vplan.Move{At: at, By: n})
	}
	if v.Op == ir.OpSelect {
		return f.choice(v, at)
	}
	if v.Op != ir.OpPhi || v.Block == f.g.L.Header || !f.g.L.ContainsValue(v) {
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
		if others == 1 && moved == nil && !slices.ContainsFunc(v.Args,
			func(b *ir.Value) bool { return b != a && !f.from(a, b, maxMoves) }) {
			moved, from = a, v.Block.Preds[i]
		} else if base == nil || base == a {
			base = a
		} else {
			return false
		}
	}
	if moved == nil || base == nil || from.Kind != ir.BlockJump && !f.g.Out.TestsExit(from) || !f.moves(base, at) {
		return false
	}
	if len(f.y.Moves) != f.level[base] || !f.moves(moved, from) {
		return false
	}
	f.level[v] = len(f.y.Moves)
	return true
}

// move adds the move that makes v. All go up, or all go down.
func (f *monotonicFinder) move(v *ir.Value, m vplan.Move) bool {
	if m.By == 0 || m.By > vplan.MaxSlots || m.By < -vplan.MaxSlots || m.By < 0 != (f.y.Slots+m.By < 0) {
		return false
	}
	f.y.Moves = append(f.y.Moves, m)
	f.y.Slots += m.By
	f.level[v] = len(f.y.Moves)
	return f.y.Slots <= vplan.MaxSlots && f.y.Slots >= -vplan.MaxSlots
}

// choice is moves for a Select between a value and one that is more by a constant.
func (f *monotonicFinder) choice(v *ir.Value, at *ir.Block) bool {
	for k := 1; k <= 2; k++ {
		base, n, ok := advanced(v.Args[k])
		if !ok || base != v.Args[3-k] {
			continue
		}
		return f.moves(base, at) && len(f.y.Moves) == f.level[base] &&
			f.move(v, vplan.Move{At: at, By: n, Cond: v.Args[0], Not: k == 2})
	}
	return false
}

// uses lists the accesses and checks of the index's values. It says whether nothing else looks at them.
func (f *monotonicFinder) uses() bool {
	seen := map[*ir.Value]bool{}
	var walk func(v *ir.Value, level int, plus int64) bool
	walk = func(v *ir.Value, level int, plus int64) bool {
		if seen[v] {
			return true
		}
		seen[v] = true
		for _, u := range f.users.Of(v) {
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
			case u.Op.IsCompare() && f.exitTest(u, v, level, plus):
			case u.Op == ir.OpLtU && u.Args[0] == v && u.Args[1] != v && f.g.L.Invariant(u.Args[1]):
				for _, check := range f.users.Of(u) {
					if check == nil || check.Op != ir.OpCheck || check.Args[0] != u {
						return false
					}
					f.ats = append(f.ats, indexed{check, level, plus, u.Args[1]})
				}
			case (u.Op == ir.OpLoad || u.Op == ir.OpStore) && u.Args[1] == v && u.Args[0] != v &&
				u.AccessType().Lanes == 1:
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
	for v := range ir.Values(f.g.Out.Body) {
		if n, ok := f.level[v]; ok && !walk(v, n, 0) {
			return false
		}
	}
	return true
}
