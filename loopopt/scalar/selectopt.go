package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// SelectOpt converts selects on the critical path of a loop back to branches.
//
// Before, where the next load's address waits for this iteration's load, eight cycles an iteration:
//
//	c := x[i] < 0
//	i = c ? i+2 : i+1
//
// After, where the processor speculates past the branch, and i is known a cycle later:
//
//	if x[i] < 0 { i = i+2 } else { i = i+1 }
//
// Legal always: a select is a branch between two values. Operations that only one side needs move to that side.
// Pays if the path from one iteration to the next through the conditions is longer than the path around them by more
// than the cost of mispredictions. The misprediction rate is the probability of the less likely side, where known.
// Otherwise it is one in four, as in LLVM's pass of this name. With that rate a loop whose branch is predicted well
// runs several times as fast (merging two lists, steps of two sizes, two ends that meet), and one with random
// decisions about as fast as before. Vectorized loops, and selects that the vectorizer made, are left alone.
// Reads nothing; leaves nothing.
// Remarks: none.
func SelectOpt(f *ir.Func, opt *config.Options) bool {
	if opt.Target == nil || !hasLateSelect(f) {
		return false
	}
	s := selectSplitter{f: f, t: opt.Target}
	var rpo []*ir.Block
	for _, l := range analysis.FindLoops(f, f.Dominators()).Innermost() {
		if l.Latch == nil || !s.find(l) {
			continue
		}
		if rpo == nil {
			rpo = f.ReversePostorder()
		}
		s.order(l, rpo)
		s.choose()
		// The last select of a chain is the first test of the source. Selects that only one of its sides needs move there.
		for i := len(s.groups) - 1; i >= 0; i-- {
			if g := &s.groups[i]; g.branch {
				s.split(g)
				s.changed = true
			}
		}
	}
	return s.changed
}

// Thresholds for profitability, in cycles per iteration and as a share of the critical path. If the branch
// probability is unknown, one branch in four is mispredicted.
const (
	mispredicted    = 15
	selectGain      = 4
	selectGainShare = 8 // one eighth
	// fewTurns is the number of iterations after which a counter is assumed to wrap around, if it is unknown.
	fewTurns = 16
)

// gain returns what the candidate branches must save, in cycles per iteration. It records the likely side of each
// group.
func (s *selectSplitter) gain() (least float32) {
	for i := range s.groups {
		cost := float32(selectGain)
		g := &s.groups[i]
		g.way = s.startsOver(g)
		if p, known := g.sel[0].Guess().P(); known {
			cost = mispredicted * float32(min(p, 1-p))
		} else if g.way != ir.NoGuess {
			cost = mispredicted / float32(fewTurns)
		}
		least = max(least, cost)
	}
	return least
}

// startsOver returns the side that g takes while a counter of the loop has not reached its end, as the index of a ring
// buffer. The limit of the counter, and the value it restarts from, must be invariant in the loop.
//
//	p++
//	if p == len(r) { p = 0 }
func (s *selectSplitter) startsOver(g *selectGroup) ir.Likely {
	if len(g.cond.Args) != 2 || g.cond.Op.HasAny(ir.FlagPartial) {
		return ir.NoGuess
	}
	back := s.l.Header.PredIndex(s.l.Latch)
	for _, phi := range s.l.Header.Phis() {
		v := phi.Args[back]
		if s.group[v.ID] == 0 || &s.groups[s.group[v.ID]-1] != g || !s.l.ContainsValue(v) {
			continue
		}
		for k, next := range v.Args[1:] {
			root, step := SplitIndex(next)
			at, end := g.cond.Args[0], g.cond.Args[1]
			if s.l.Invariant(at) {
				at, end = end, at
			}
			if root == phi && step != 0 && s.l.Invariant(v.Args[2-k]) && s.l.Invariant(end) && (at == next || at == phi) {
				if k == 0 {
					return ir.LikelyTrue
				}
				return ir.Unlikely
			}
		}
	}
	return ir.NoGuess
}

// Bounds on the search, to limit compile time.
const (
	selectGroupsMax = 8
	selectValuesMax = 256
)

func hasLateSelect(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Walk() {
			if isBranchable(v) {
				return true
			}
		}
	}
	return false
}

// isBranchable reports whether v is a scalar select between numbers with a computed condition.
func isBranchable(v *ir.Value) bool {
	return v.Op == ir.OpSelect && !v.Type.IsVector() && v.Type.Elem != ir.Ptr && v.Args[0].Type == ir.TBool &&
		!v.Args[0].IsConst()
}

// selectGroup is a set of selects with one condition in a block that one branch can replace.
type selectGroup struct {
	cond   *ir.Value
	sel    []*ir.Value
	branch bool
	way    ir.Likely // for the counter of a ring buffer: the usual side
}

// selectSplitter processes one loop at a time.
type selectSplitter struct {
	f       *ir.Func
	t       tti.Info
	l       *analysis.Loop
	groups  []selectGroup
	values  []*ir.Value // of the loop, in topological order, without the header's phis
	latency []float32   // of values
	depth   []float32   // by value ID: the cycle in which it is ready
	group   []int32     // by value ID: 1 + index of the group of a select
	changed bool
}

// find collects the groups of loop l. A loop with vectors has none.
func (s *selectSplitter) find(l *analysis.Loop) bool {
	s.l, s.groups = l, s.groups[:0]
	n := 0
	for _, b := range l.Blocks {
		if n += len(b.Values); n > selectValuesMax {
			return false
		}
		first := len(s.groups)
		for _, v := range b.Walk() {
			if v.Type.IsVector() {
				return false
			}
			if !isBranchable(v) || !l.ContainsValue(v.Args[0]) {
				continue
			}
			at := first
			for at < len(s.groups) && s.groups[at].cond != v.Args[0] {
				at++
			}
			if at == len(s.groups) {
				s.groups = append(s.groups, selectGroup{cond: v.Args[0]})
			}
			if g := &s.groups[at]; len(g.sel) == 0 || s.movable(b, v, g.sel[0]) {
				g.sel = append(g.sel, v)
			}
		}
	}
	return len(s.groups) > 0 && len(s.groups) <= selectGroupsMax
}

// movable reports whether both arguments of v are available at first, an earlier select of the same block.
func (s *selectSplitter) movable(b *ir.Block, v, first *ir.Value) bool {
	for _, a := range v.Args[1:] {
		if a.Block != b {
			continue
		}
		for _, w := range b.Walk() {
			if w == first {
				return false
			}
			if w == a {
				break
			}
		}
	}
	return true
}

// order lists the values of the loop with their latencies.
func (s *selectSplitter) order(l *analysis.Loop, rpo []*ir.Block) {
	s.values, s.latency = s.values[:0], s.latency[:0]
	if n := s.f.NumValues(); len(s.depth) < n {
		s.depth, s.group = make([]float32, n), make([]int32, n)
	}
	for _, b := range rpo {
		if !l.Contains(b) {
			continue
		}
		for _, v := range b.Walk() {
			s.depth[v.ID], s.group[v.ID] = 0, 0
			if v.Op == ir.OpPhi && b == l.Header {
				continue
			}
			s.values = append(s.values, v)
			s.latency = append(s.latency, s.cycles(v))
		}
	}
	for i := range s.groups {
		for _, v := range s.groups[i].sel {
			s.group[v.ID] = int32(1 + i)
		}
	}
}

// cycles returns the latency of v.
func (s *selectSplitter) cycles(v *ir.Value) float32 {
	switch {
	case v.Op == ir.OpPhi || v.Type == ir.TVoid:
		return 0
	case v.Op == ir.OpLoad:
		return float32(s.t.MemoryCost(tti.Access{Kind: tti.Consecutive, Type: v.Type}).Latency)
	case v.Op.Is(ir.FlagElementwise) && len(v.Args) > 0:
		if k := len(v.Args) - 1; v.Args[k].IsConst() && v.Type.Elem.IsInt() && k == 1 {
			return float32(s.t.CostWithConst(v.Op, v.Type, v.Args[k].Int()).Latency)
		}
		return float32(s.t.Cost(v.Op, v.Type, v.Args[0].Type).Latency)
	}
	return 1
}

// choose selects the groups that become branches: as few as are needed to save as much as all of them together.
func (s *selectSplitter) choose() {
	before := s.growth()
	for i := range s.groups {
		s.groups[i].branch = true
	}
	after := s.growth()
	if gain := before - after; gain < s.gain() || gain*selectGainShare < before {
		for i := range s.groups {
			s.groups[i].branch = false
		}
		return
	}
	for i := range s.groups {
		g := &s.groups[i]
		g.branch = false
		g.branch = s.growth() > after
	}
}

// growth returns the number of cycles per iteration if every value waits only for its arguments.
func (s *selectSplitter) growth() float32 {
	phis := s.l.Header.Phis()
	latch := s.l.Header.PredIndex(s.l.Latch)
	for _, phi := range phis {
		s.depth[phi.ID] = 0
	}
	const rounds = 4 // enough for values that alternate
	var at [rounds + 1]float32
	known := func(v *ir.Value) float32 {
		if s.l.ContainsValue(v) {
			return s.depth[v.ID]
		}
		return 0
	}
	next := make([]float32, len(phis))
	for r := 1; r <= rounds; r++ {
		for i, v := range s.values {
			args := v.Args
			if g := s.group[v.ID]; g != 0 && s.groups[g-1].branch {
				args = args[1:]
			}
			d := float32(0)
			for _, a := range args {
				d = max(d, known(a))
			}
			s.depth[v.ID] = d + s.latency[i]
		}
		for i, phi := range phis {
			next[i] = known(phi.Args[latch])
			at[r] = max(at[r], next[i])
		}
		for i, phi := range phis {
			s.depth[phi.ID] = next[i]
		}
	}
	return (at[rounds] - at[rounds-2]) / 2
}

// split replaces g's selects by a branch, or by one per block if they have come to stand in several blocks.
func (s *selectSplitter) split(g *selectGroup) {
	b, first := g.sel[0].Block, g.sel[0]
	for i, v := range g.sel {
		if v.Block != b {
			rest := selectGroup{cond: g.cond, sel: g.sel[i:], way: g.way}
			g.sel = g.sel[:i]
			defer s.split(&rest)
			break
		}
	}
	at := 0
	for b.Values[at] != first {
		at++
	}
	join := b.SplitOff()
	yes, no := s.f.NewBlock("select.true"), s.f.NewBlock("select.false")
	rest := b.Values[at:]
	b.Values = b.Values[:at:at]
	join.Values = nil
	phis := 0
	for _, v := range rest {
		member := false
		for _, w := range g.sel {
			member = member || v == w
		}
		v.Block = join
		if member {
			join.Values = append(join.Values, nil)
			copy(join.Values[phis+1:], join.Values[phis:])
			join.Values[phis] = v
			phis++
			continue
		}
		join.Values = append(join.Values, v)
	}
	b.SetIf(g.cond, yes, no)
	if b.Likely = first.Guess(); b.Likely == ir.NoGuess {
		b.Likely = g.way
	}
	yes.SetJump(join)
	no.SetJump(join)
	for _, v := range g.sel {
		y, n := v.Args[1], v.Args[2]
		v.Reset(ir.OpPhi)
		v.AddArg(y)
		v.AddArg(n)
	}
	for _, side := range []*ir.Block{yes, no} {
		s.sink(b, side, join, g)
	}
}

// sink moves values of b that only the phis of g use, and only from side, to side.
func (s *selectSplitter) sink(b, side, join *ir.Block, g *selectGroup) {
	k := join.PredIndex(side)
	asked := map[*ir.Value]int32{}
	for _, v := range g.sel {
		asked[v.Args[k]]++
	}
	for i := len(b.Values) - 1; i >= 0; i-- {
		v := b.Values[i]
		if asked[v] == 0 || int32(v.Uses) != asked[v] || !v.Op.Is(ir.FlagElementwise) || v.Op.Is(ir.FlagPartial) ||
			len(v.Args) == 0 {
			continue
		}
		b.Values = append(b.Values[:i], b.Values[i+1:]...)
		side.InsertAt(0, v)
		for _, a := range v.Args {
			asked[a]++
		}
	}
}
