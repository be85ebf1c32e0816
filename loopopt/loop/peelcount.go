package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// wanted is what peeling makes known.
type wanted struct {
	count  int         // iterations to peel at the front
	settle []settled   // choices that are made from iteration count on
	still  []*ir.Value // header phis that stand still from then on
}

// settled is a comparison that has one value from iteration at on, or the smaller or larger of two values that is one
// of them from then on: value says that it is the one that walks.
type settled struct {
	v     *ir.Value
	at    int
	value bool
	last  bool // its value in the last iteration, where it has one value before the last at iterations
}

// decide makes w, which is s.v or a copy of it, what it is known to be.
func (p *peeling) decide(w *ir.Value, s settled, value bool) {
	if s.v.Op.IsCompare() {
		w.CopyOf(p.d.F.ConstBool(ir.TBool, value))
		return
	}
	at := walker(p.d.Scev, p.l, s.v)
	if !value {
		at = 1 - at
	}
	w.CopyOf(w.Args[at])
}

// threshold is a comparison, or the smaller or larger of two, as a threshold of the loop.
func (p *peeling) threshold(v *ir.Value) (threshold, bool) {
	if v.Op.IsCompare() {
		return thresholdOf(p.d.Scev, p.l, v)
	}
	return clampOf(p.d.Scev, p.l, v)
}

// wanted finds out how many iterations to peel at the front, up to limit.
func (p *peeling) wanted(limit int) wanted {
	var w wanted
	a := &phiAnalyzer{l: p.l, se: p.d.Scev, limit: limit, memo: map[*ir.Value]becomes{}}
	for _, phi := range p.l.Header.Phis() {
		if b := a.of(phi); b.kind != becomesUnknown {
			w.count = max(w.count, b.n)
		}
	}
	for _, c := range p.comparisons() {
		if s, ok := p.settles(c); ok && s.at <= limit {
			w.count = max(w.count, s.at)
		}
	}
	if w.count > 0 {
		p.known(&w, w.count, a)
	}
	return w
}

// wantedLast lists the choices that are known once some of the last iterations are peeled, up to limit, and says how
// many iterations that takes.
func (p *peeling) wantedLast(limit int) (list []settled, count int) {
	for _, c := range p.comparisons() {
		if s, ok := p.changesLast(c); ok && s.at <= limit {
			list, count = append(list, s), max(count, s.at)
		}
	}
	return list, count
}

// known lists what is known in the loop once n iterations are peeled.
func (p *peeling) known(w *wanted, n int, a *phiAnalyzer) {
	for _, phi := range p.l.Header.Phis() {
		if b := a.of(phi); b.kind == becomesInvariant && b.n > 0 && b.n <= n {
			w.still = append(w.still, phi)
		}
	}
	for _, c := range p.comparisons() {
		if s, ok := p.settles(c); ok && s.at <= n {
			w.settle = append(w.settle, s)
		}
	}
}

// becomes is what a value becomes after n iterations.
type becomes struct {
	n    int
	kind becomesKind
}

type becomesKind uint8

const (
	becomesUnknown becomesKind = iota
	becomesInvariant
	becomesInduction
)

// phiAnalyzer says after how many iterations a value no longer changes, or advances evenly (LLVM's PhiAnalyzer). With
//
//	for i := range n { use(x); x = y; y = a + 1; a = 5 }
//
// a is 5 from iteration 1 on, y is 6 from iteration 2 on, x is 6 from iteration 3 on: a header phi becomes what its
// value at the back edge is, an iteration later.
type phiAnalyzer struct {
	l     *analysis.Loop
	se    *analysis.SCEV
	limit int
	memo  map[*ir.Value]becomes
}

func (a *phiAnalyzer) of(v *ir.Value) becomes {
	if a.l.Invariant(v) {
		return becomes{0, becomesInvariant}
	}
	if b, ok := a.memo[v]; ok {
		return b
	}
	a.memo[v] = becomes{} // a value that needs itself is unknown
	b := a.find(v)
	if b.n > a.limit {
		b = becomes{}
	}
	a.memo[v] = b
	return b
}

func (a *phiAnalyzer) find(v *ir.Value) becomes {
	if v.Type == ir.TI64 || v.Type == ir.TI32 {
		if e := a.se.Of(v); e.Kind == analysis.AddRec && e.Loop == a.l {
			return becomes{0, becomesInduction}
		}
	}
	switch {
	case v.Op == ir.OpPhi:
		if v.Block != a.l.Header {
			return becomes{}
		}
		b := a.of(v.Args[v.Block.PredIndex(a.l.Latch)])
		b.n++
		return b
	case v.Op.Info().Eval == nil || v.Op.IsReduce() || len(v.Args) == 0:
		return becomes{}
	}
	out := becomes{0, becomesInvariant}
	moving := 0
	for _, x := range v.Args {
		b := a.of(x)
		switch b.kind {
		case becomesUnknown:
			return becomes{}
		case becomesInduction:
			moving++
			out.kind = becomesInduction
		}
		out.n = max(out.n, b.n)
	}
	if moving > 0 && v.Op != ir.OpAdd && v.Op != ir.OpSub {
		return becomes{}
	}
	return out
}

// maxConditionDepth bounds the search through and, or and not.
const maxConditionDepth = 4

// comparisons are those of integers that branches, selects and checks in the loop look at, the loop's own exits aside,
// and the smaller and larger ones of a variable and a bound.
func (p *peeling) comparisons() []*ir.Value {
	var list []*ir.Value
	seen := map[*ir.Value]bool{}
	var add func(c *ir.Value, depth int)
	add = func(c *ir.Value, depth int) {
		if depth == 0 || seen[c] || p.l.Invariant(c) || c.Type != ir.TBool {
			return
		}
		seen[c] = true
		switch {
		case c.Op == ir.OpAnd || c.Op == ir.OpOr || c.Op == ir.OpNot:
			for _, x := range c.Args {
				add(x, depth-1)
			}
		case c.Op.IsCompare() && c.Args[0].Type.Elem.IsInt():
			list = append(list, c)
		}
	}
	for _, b := range p.l.Blocks {
		for _, v := range b.Walk() {
			if v.Op == ir.OpSelect {
				add(v.Args[0], maxConditionDepth)
			} else if _, ok := clampOf(p.d.Scev, p.l, v); ok {
				list = append(list, v)
			}
		}
		if b.Kind == ir.BlockIf && !p.l.IsExiting(b) {
			add(b.Control, maxConditionDepth)
		}
	}
	return list
}

// distance is x - y as an unbounded integer, if it is constant: equal modulo the width, and proved to have the sign it
// seems to have.
func (p *peeling) distance(x, y analysis.Expr) (int64, bool) {
	se := p.d.Scev
	cx, okx := se.IsConst(x)
	cy, oky := se.IsConst(y)
	if okx && oky {
		d := cx - cy
		return d, (cx >= cy) == (d >= 0)
	}
	d, ok := se.ConstDiff(x, y)
	if !ok {
		return 0, false
	}
	at := p.l.Preheader
	if d >= 0 {
		return d, se.ProveLE(y, x, at)
	}
	return d, se.ProveLE(x, y, at)
}

// settles says from which iteration on the comparison has one value. With d = start - bound, exact, the difference in
// iteration j is d + j*step, exactly, as the walk does not wrap. It is 0 in at most one iteration, and below 0 up to
// some iteration, or from it on.
func (p *peeling) settles(c *ir.Value) (settled, bool) {
	t, ok := p.threshold(c)
	if !ok {
		return settled{}, false
	}
	d, ok := p.distance(t.rec.Start(), t.bound)
	const far = 1 << 40
	if !ok || d > far || d < -far {
		return settled{}, false
	}
	holds := func(j int64) bool { return t.holds(d + j*t.step) }
	if t.once() && d%t.step != 0 {
		return settled{v: c, at: 0, value: t.if_ != equal}, true // it steps over the bound
	}
	// From this iteration on the difference has left 0 behind, or moves away from it.
	from := int64(0)
	if (d <= 0) == (t.step > 0) || d == 0 {
		from = abs(d)/abs(t.step) + 1
	}
	for from > 0 && holds(from-1) == holds(from) {
		from--
	}
	return settled{v: c, at: int(min(from, 1<<30)), value: holds(from)}, true
}

// guardsLoads says whether one of the comparisons decides about a block that checks an index, or loads from elsewhere
// than the loop stores to: those loads are misaligned anyway.
func (p *peeling) guardsLoads(list []settled) bool {
	dom := p.d.Scev.Dom()
	for _, b := range p.l.Blocks {
		if b.Kind != ir.BlockIf || p.l.IsExiting(b) || !anyOf(b.Control, list, maxConditionDepth) {
			continue
		}
		for _, s := range b.Succs {
			for _, x := range p.l.Blocks {
				if len(s.Preds) == 1 && dom.Dominates(s, x) && slices.ContainsFunc(x.Values, p.elsewhere) {
					return true
				}
			}
		}
	}
	return false
}

// choosesIndexes says whether one of the choices decides where something is loaded or stored, or whether a check holds:
// without it that walks evenly, where vector code would gather and test every lane.
func (p *peeling) choosesIndexes(list []settled) bool {
	seen := map[*ir.Value]bool{}
	var chosen func(v *ir.Value) bool
	chosen = func(v *ir.Value) bool {
		if seen[v] || p.l.Invariant(v) || v.Op == ir.OpPhi || !v.Op.Is(ir.FlagElementwise) {
			return false
		}
		seen[v] = true
		return v.Op == ir.OpSelect && anyOf(v.Args[0], list, maxConditionDepth) ||
			!v.Op.IsCompare() && slices.ContainsFunc(list, func(s settled) bool { return s.v == v }) ||
			slices.ContainsFunc(v.Args, chosen)
	}
	for v := range p.l.Values() {
		if v.Op.IsMemory() && chosen(v.Args[1]) {
			return true
		}
	}
	return false
}

// anyOf says whether condition c depends on one of the comparisons.
func anyOf(c *ir.Value, list []settled, depth int) bool {
	if slices.ContainsFunc(list, func(s settled) bool { return s.v == c }) {
		return true
	}
	return depth > 0 && (c.Op == ir.OpAnd || c.Op == ir.OpOr || c.Op == ir.OpNot) &&
		slices.ContainsFunc(c.Args, func(x *ir.Value) bool { return anyOf(x, list, depth-1) })
}

// elsewhere says whether v is a check, or a load at another index than any store's.
func (p *peeling) elsewhere(v *ir.Value) bool {
	if v.Op == ir.OpCheck || !v.Op.Is(ir.FlagReads) {
		return v.Op == ir.OpCheck
	}
	for w := range p.l.Values() {
		if w.Op.HasAny(ir.FlagWrites) && p.d.Scev.Of(w.Args[1]) == p.d.Scev.Of(v.Args[1]) && w.Off == v.Off {
			return false
		}
	}
	return true
}

// changesLast says whether the comparison has one value in all iterations but some at the end, and how many these are.
// The latch must be the only exit, so that there is a last iteration which its count names, and the walk must get there
// without wrapping even if a check stopped it before.
func (p *peeling) changesLast(c *ir.Value) (s settled, ok bool) {
	se := p.d.Scev
	t, ok := p.threshold(c)
	if !ok || t.rec.Elem != ir.I64 || !p.l.LeftAtLatch() || !se.NoSignedWrapToExit(t.rec) {
		return s, false
	}
	trips, ok := se.LatchTrips(p.l)
	if !ok {
		return s, false
	}
	last := se.Add(t.rec.Start(), se.MulConst(se.AddConst(trips, -1), t.step))
	d, ok := p.distance(last, t.bound)
	if !ok || d > 1<<40 || d < -1<<40 {
		return s, false
	}
	// k iterations before the last one the difference is d - k*step.
	s = settled{v: c, last: t.holds(d)}
	for s.at = 1; s.at <= maxPeelLast; s.at++ {
		now, before := t.holds(d-int64(s.at-1)*t.step), t.holds(d-int64(s.at)*t.step)
		if now != before && (!t.once() || now == (t.if_ == equal)) { // the walk does not come back
			s.value = before
			return s, true
		}
	}
	return s, false
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
