package nest

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// VersionNest runs a nest without its checks if none can fail.
//
// Before:
//
//	for i := 1; i < h-1; i++ {
//		for j := 1; j < w-1; j++ { check(i*w+j < len(src)); s(i, j) }
//	}
//
// After:
//
//	if (h-2)*(w-2) >= 16 && 0 <= w && w+1 >= 0 && (h-2)*w+(w-2) < len(src) && h, w are not huge {
//		for i := 1; i < h-1; i++ { for j := 1; j < w-1; j++ { s(i, j) } }
//	} else { … the nest as it was … }
//
// Legal if the smallest and the largest index over the whole nest are known in front of it: sums of inductions and
// invariants, and products of those with one more invariant that is tested not to be negative. All invariants are
// tested to be below 1<<29 in magnitude (1<<19 where three are multiplied), and the sums are checked here to stay below
// 1<<62 under that bound, so that nothing wraps around; and so do halves of products n*(n-1), with n below 1<<31. If a
// loop of the nest does not run at all, the test may fail although nothing would; the original nest is then as good.
// Pays because the tests leave the inner loop's prologue, which a nest of short rows enters often. A nest of so few
// iterations that the tests in front of it would take longer than it runs goes to the original at once.
// Reads isvectorized; leaves the metadata on the fast nest, and on the original marks that keep heuristics away.
// Remarks: checks hoisted out of the nest.
func VersionNest(d *driver.Driver, outer *analysis.Loop) bool {
	f := d.F
	md := outer.Header.Loop
	if len(outer.Children) == 0 || outer.Parent != nil || !outer.Simplified() || md.Has("checks.split") ||
		md.Has("isvectorized") {
		return false
	}
	known := nestsOf(d)
	known.solid = isThreeDimensional(d, outer)
	defer func() { known.solid = false }()
	n := &nest{d: d, outer: outer}
	if isTriangular(d, outer) { // until it is known what has to be tested for that
		kept := d.Scev
		defer func() {
			if d.Scev.Halves != nil {
				d.Scev = kept
			}
		}()
		d.Scev = analysis.NewSCEV(f, d.Loop, kept.Dom())
		d.Scev.Halves = outer
	}
	t, ok := n.tests()
	if !ok {
		return false
	}
	if t.known {
		markNest(d, outer, t.wish)
		return false
	}
	pos := md.Position()
	if !d.Bisect("checks", pos) {
		return false
	}
	splitNest(d, outer, n.emit(t), t)
	d.Passed("checks", pos, "checks hoisted out of the nest", remark.Arg{Name: "conditions", Value: len(t.conds)})
	d.After(true) // both versions leave to the same block
	return true
}

// nestTests is what has to be tested in front of a nest for its version without checks, beside that the unknowns of the
// nest are small.
type nestTests struct {
	conds   [][2]analysis.Expr // a <= b
	counted []bool             // the checks that cannot fail if all tests hold, by ID
	busiest *analysis.Loop     // the innermost loop with such a check, or the innermost one
	wish    *NestWish          // what else the fast version is to know; nil: nothing
	known   bool               // nothing has to be tested: what is wished for holds anyway
}

// tests collects the tests of a nest. Not ok if no inner loop would gain by them, or there are too many.
func (n *nest) tests() (t *nestTests, ok bool) {
	d, outer := n.d, n.outer
	t = &nestTests{wish: wish(d, outer), counted: d.F.NewFlags(d.F.NumValues())}
	inner := 0
	for _, b := range outer.Blocks {
		for _, v := range b.Walk() {
			if v.Op != ir.OpCheck {
				continue
			}
			lo, hi, limit, ok := n.check(v)
			if !ok {
				t.wish = nil // the nest may still panic, which no transformation of nests respects
				continue
			}
			t.counted[v.ID] = true
			if d.Loop.Of(b) != outer {
				inner++
				t.busiest = deeper(t.busiest, d.Loop.Of(b))
			}
			d.F.Spend(2 * stepsPerCond * len(t.conds))
			t.conds = appendPair(t.conds, [2]analysis.Expr{d.Scev.Const(ir.I64, 0), lo})
			t.conds = appendPair(t.conds, [2]analysis.Expr{d.Scev.AddConst(hi, 1), limit})
		}
	}
	for _, e := range d.Scev.Halved {
		lo, ok1 := n.bound(e, false)
		hi, ok2 := n.bound(e, true)
		if !ok1 || !ok2 || n.magnitude(lo) >= 1<<31 || n.magnitude(hi) >= 1<<31 {
			return nil, false
		}
	}
	if inner == 0 && t.wish == nil || len(t.conds) > maxNestConds {
		return nil, false
	}
	for _, e := range n.notNegative {
		t.conds = appendPair(t.conds, [2]analysis.Expr{d.Scev.Const(ir.I64, 0), e})
	}
	if t.wish != nil {
		for _, c := range t.wish.Conds {
			t.conds = appendPair(t.conds, c)
		}
		for _, e := range t.wish.unknowns {
			n.unknowns = include(n.unknowns, e)
		}
		t.known = len(t.conds)+len(n.unknowns)+len(t.wish.pairs) == 0
	}
	if t.busiest == nil {
		for _, l := range d.Loop.Loops {
			if outer.ContainsLoop(l) {
				t.busiest = deeper(t.busiest, l)
			}
		}
	}
	return t, true
}

// deeper is the loop that is nested deeper, the first of equals; a may be nil.
func deeper(a, b *analysis.Loop) *analysis.Loop {
	if a == nil || b.Depth > a.Depth {
		return b
	}
	return a
}

// markNest notes on the loops of a nest what it need not test.
func markNest(d *driver.Driver, outer *analysis.Loop, w *NestWish) {
	for _, l := range d.Loop.Loops {
		if outer.ContainsLoop(l) {
			l.Header.Loop = l.Header.Loop.With(ir.Attr{Name: legal.NoAlias})
		}
	}
	if w.own {
		outer.Header.Loop = outer.Header.Loop.With(ir.Attr{Name: legal.OwnBytes})
	}
}

// emit computes in front of the nest whether all tests hold.
func (n *nest) emit(t *nestTests) *ir.Value {
	d, pre, pos := n.d, n.outer.Preheader, n.outer.Header.Loop.Position()
	f := d.F
	all := f.ConstBool(ir.TBool, true)
	and := func(c *ir.Value) { all = pre.New(ir.OpAnd, ir.TBool, pos, all, c) }
	if trips := n.iterations(t.busiest); trips != nil {
		and(pre.New(ir.OpLeS, ir.TBool, pos, f.ConstInt(ir.TI64, minNestTrips), d.Scev.Expand(trips, pre)))
	}
	for _, e := range n.unknowns { // -2^29 <= e < 2^29, as one unsigned comparison
		v := d.Scev.Expand(d.Scev.AddConst(e, hugeNest(d)), pre)
		and(pre.New(ir.OpLtU, ir.TBool, pos, v, f.ConstInt(ir.TI64, 2*hugeNest(d))))
	}
	for _, c := range t.conds {
		and(pre.New(ir.OpLeS, ir.TBool, pos, d.Scev.Expand(c[0], pre), d.Scev.Expand(c[1], pre)))
	}
	if t.wish != nil {
		for _, p := range t.wish.pairs {
			and(separate(d, pre, pos, p[0], p[1]))
		}
	}
	return all
}

// splitNest makes the two versions: a clone without the counted checks, which runs if ok, and the nest as it is.
func splitNest(d *driver.Driver, outer *analysis.Loop, ok *ir.Value, t *nestTests) {
	holds := func(v *ir.Value) bool { return v.Op == ir.OpCheck && t.counted[v.ID] }
	fast := clone.Version(d.F, outer, ok, "nest", "checked", true, holds)
	for _, l := range d.Loop.Loops {
		if !outer.Contains(l.Header) {
			continue
		}
		old := l.Header.Loop
		c := fast.Blocks[l.Header]
		c.Loop = old
		if l == outer {
			c.Loop = old.With(ir.Attr{Name: "checks.split"})
		}
		if t.wish != nil {
			if c.Loop = c.Loop.With(ir.Attr{Name: legal.NoAlias}); l == outer && t.wish.own {
				c.Loop = c.Loop.With(ir.Attr{Name: legal.OwnBytes})
			}
		}
		l.Header.Loop = driver.Fallback(old).Done().With(ir.Attr{Name: "checks.split"})
	}
}

// isTriangular says whether something in the nest is half of a product of neighbours.
func isTriangular(d *driver.Driver, outer *analysis.Loop) bool {
	for _, b := range outer.Blocks {
		for _, v := range b.Walk() {
			if (v.Op == ir.OpDivS && v.Args[1].IsConstInt(2) || v.Op == ir.OpShrS && v.Args[1].IsConstInt(1)) &&
				v.Type == ir.TI64 {
				return true
			}
		}
	}
	return false
}

// MaxNests bounds the nests of a function that get two versions, and those whose rows are done as a wavefront.
const MaxNests = 8

// nests is what is remembered of the nests of a function.
type nests struct {
	solid   bool                    // the nest at hand multiplies three sizes: see hugeNest
	swapped map[*ir.Block]*ir.Block // by the header of a loop that was interchanged: that of the loop in it
	turned  map[*ir.Block]bool      // headers of nests that are left for what TurnTile finds too small
}

func nestsOf(d *driver.Driver) *nests {
	n := driver.State[nests](d)
	if n.swapped == nil {
		n.swapped, n.turned = map[*ir.Block]*ir.Block{}, map[*ir.Block]bool{}
	}
	return n
}

// maxNestConds bounds the tests in front of a nest.
const maxNestConds = 24

// minNestTrips is how many iterations make the tests in front of a nest worth their time: a stencil has 20 of them,
// which take 8 ns with what its vector code prepares, and wins a nanosecond per iteration.
const minNestTrips = 16

// What bounds the invariants of an index, so that products of two of them, or of three, and a handful of summands stay
// below 1<<62.
const (
	huge  = 1 << 29
	huge3 = 1 << 19
)

// hugeNest is the bound for the nest at hand.
func hugeNest(d *driver.Driver) int64 {
	if nestsOf(d).solid {
		return huge3
	}
	return huge
}

// isThreeDimensional says whether a check of the nest can be done in front of it only if three numbers are multiplied
// that are bounded more closely, as the sizes of an array of three dimensions.
func isThreeDimensional(d *driver.Driver, outer *analysis.Loop) bool {
	for _, b := range outer.Blocks {
		for _, v := range b.Walk() {
			if v.Op != ir.OpCheck {
				continue
			}
			if _, _, _, ok := (&nest{d: d, outer: outer}).check(v); ok {
				continue
			}
			nestsOf(d).solid = true
			_, hi, _, ok := (&nest{d: d, outer: outer}).check(v)
			nestsOf(d).solid = false
			if ok && analysis.Degree(hi) > 2 {
				return true
			}
		}
	}
	return false
}

// stepsPerCond is what it costs to compare a condition with another, in units of ir.Func.Spend.
const stepsPerCond = 4

func appendPair(list [][2]analysis.Expr, p [2]analysis.Expr) [][2]analysis.Expr {
	for _, q := range list {
		if q == p {
			return list
		}
	}
	return append(list, p)
}

// nest bounds expressions over all iterations of a nest.
type nest struct {
	d           *driver.Driver
	outer       *analysis.Loop
	unknowns    []analysis.Expr // tested to be small; few, and in an order, so that code is the same every time
	notNegative []analysis.Expr // steps, tested
	// size bounds magnitudes where nothing will be tested; nil: the unknowns will.
	size  func(analysis.Expr) float64
	depth int
}

// check bounds the index of a check: lo <= index <= hi, to be compared with 0 and limit.
func (n *nest) check(c *ir.Value) (lo, hi, limit analysis.Expr, ok bool) {
	cond := c.Args[0]
	if cond.Op != ir.OpLtU || cond.Args[0].Type != ir.TI64 {
		return nil, nil, nil, false
	}
	se := n.d.Scev
	idx, limit := se.Of(cond.Args[0]), se.Of(cond.Args[1])
	if !se.Invariant(limit, n.outer) || !se.KnownNonNegative(limit) {
		return nil, nil, nil, false
	}
	lo, ok1 := n.bound(idx, false)
	hi, ok2 := n.bound(idx, true)
	if !ok1 || !ok2 || n.magnitude(lo) > 1<<62 || n.magnitude(hi) > 1<<62 {
		return nil, nil, nil, false
	}
	return lo, hi, limit, true
}

// bound is an upper or lower bound of e over all iterations, invariant in the nest.
func (n *nest) bound(e analysis.Expr, upper bool) (analysis.Expr, bool) {
	se := n.d.Scev
	if n.depth++; n.depth > 64 {
		n.depth--
		return nil, false
	}
	defer func() { n.depth-- }()
	if e.Elem != ir.I64 && e.Kind != analysis.Unknown {
		return nil, false
	}
	if se.Invariant(e, n.outer) {
		n.note(e)
		return e, true
	}
	switch e.Kind {
	case analysis.Sum:
		if b, ok := n.boundChoice(e, upper); ok {
			return b, true
		}
		out := se.Const(ir.I64, e.Val)
		for i, a := range e.Args {
			b, ok := n.bound(a, upper == (e.Coef[i] > 0))
			if !ok {
				return nil, false
			}
			out = se.Add(out, se.MulConst(b, e.Coef[i]))
		}
		return out, true
	case analysis.AddRec:
		taken, _, ok := se.TripCount(e.Loop)
		if !ok || !n.outer.Contains(e.Loop.Header) {
			return nil, false
		}
		step := e.Step()
		if !se.Invariant(step, n.outer) {
			return nil, false
		}
		rising := true
		if c, isConst := se.IsConst(step); isConst {
			rising = c > 0
		} else {
			size := step
			if negative(step) { // n*(m-i) walks by -n
				rising, size = false, se.MulConst(step, -1)
			}
			if !se.KnownNonNegative(size) {
				n.note(size)
				n.notNegative = include(n.notNegative, size)
			}
		}
		if rising == upper && !se.Invariant(taken, n.outer) && n.tame(e.Start()) && n.tame(se.Mul(step, taken)) {
			// The last value may be simpler than its parts: o + (min(o+32, m) - o - 1).
			if last, ok := n.bound(se.Add(e.Start(), se.Mul(step, taken)), upper); ok {
				return last, true
			}
		}
		start, ok := n.bound(e.Start(), upper)
		if !ok || rising != upper {
			return start, ok
		}
		most, ok := n.bound(taken, true)
		if !ok {
			return nil, false
		}
		return se.Add(start, se.Mul(step, most)), true
	case analysis.Tri: // it never falls from 0 on
		a, ok := n.bound(e.Args[0], upper)
		if !ok || !se.KnownNonNegative(e.Args[0]) || n.magnitude(a) >= 1<<31 {
			return nil, false
		}
		if !upper && !se.KnownNonNegative(a) {
			return se.Const(ir.I64, 0), true
		}
		return se.Tri(a), true
	case analysis.MinS, analysis.MaxS:
		a, ok1 := n.bound(e.Args[0], upper)
		b, ok2 := n.bound(e.Args[1], upper)
		if !ok1 || !ok2 {
			return nil, false
		}
		if e.Kind == analysis.MinS {
			return se.MinS(a, b), true
		}
		return se.MaxS(a, b), true
	}
	return nil, false
}

// negative says whether e is written as a sum of what is subtracted only.
func negative(e analysis.Expr) bool {
	return e.Kind == analysis.Sum && e.Val <= 0 && !slices.ContainsFunc(e.Coef, func(c int64) bool { return c > 0 })
}

// tame says whether e lies within bounds that keep sums of it from wrapping around, so that what cancels out in a sum
// need not be bounded with the rest.
func (n *nest) tame(e analysis.Expr) bool {
	lo, ok1 := n.bound(e, false)
	hi, ok2 := n.bound(e, true)
	return ok1 && ok2 && n.magnitude(lo) < 1<<60 && n.magnitude(hi) < 1<<60
}

// boundChoice bounds a sum with a minimum (from above) or a maximum (from below) in it: min(a, b) - o is at most a - o
// and at most b - o, of which one may be simpler than its parts.
func (n *nest) boundChoice(e analysis.Expr, upper bool) (analysis.Expr, bool) {
	se := n.d.Scev
	for i, a := range e.Args {
		if e.Coef[i] != 1 || !(a.Kind == analysis.MinS && upper || a.Kind == analysis.MaxS && !upper) {
			continue
		}
		rest := se.Sub(e, a)
		if !n.tame(rest) || !n.tame(a.Args[0]) || !n.tame(a.Args[1]) {
			continue
		}
		x, ok1 := n.bound(se.Add(rest, a.Args[0]), upper)
		y, ok2 := n.bound(se.Add(rest, a.Args[1]), upper)
		switch {
		case ok1 && ok2 && upper:
			return se.MinS(x, y), true
		case ok1 && ok2:
			return se.MaxS(x, y), true
		case ok1:
			return x, true
		case ok2:
			return y, true
		}
	}
	return nil, false
}

// boundEither bounds a sum with a maximum in it from above: max(a, b) - o is at most the larger of the bounds of a - o
// and b - o. A loop that interchange has turned around counts to max(1, n) - 1, where n may be the size of a strip.
func (n *nest) boundEither(e analysis.Expr) (analysis.Expr, bool) {
	se := n.d.Scev
	for i, a := range e.Args {
		if e.Coef[i] != 1 || a.Kind != analysis.MaxS {
			continue
		}
		rest := se.Sub(e, a)
		if !n.tame(rest) || !n.tame(a.Args[0]) || !n.tame(a.Args[1]) {
			continue // a sum may wrap around
		}
		var bounds [2]analysis.Expr
		for k, x := range a.Args {
			x, ok := se.Add(rest, x), false
			if x.Kind == analysis.Sum {
				bounds[k], ok = n.boundChoice(x, true)
			}
			if !ok {
				bounds[k], ok = n.bound(x, true)
			}
			if !ok {
				return nil, false
			}
		}
		return se.MaxS(bounds[0], bounds[1]), true
	}
	return nil, false
}

// iterations is how often the body of inner runs in the whole nest, at most, give or take what wraps around: it decides
// about speed only. Nil is unknown.
func (n *nest) iterations(inner *analysis.Loop) analysis.Expr {
	se := n.d.Scev
	product := se.Const(ir.I64, 1)
	for l := inner; ; l = l.Parent {
		taken, _, ok := se.TripCount(l)
		if !ok {
			return nil
		}
		most, ok := (&nest{d: n.d, outer: n.outer}).bound(taken, true)
		if !ok {
			return nil
		}
		if product = se.Mul(product, se.AddConst(most, 1)); l == n.outer {
			return product
		}
	}
}

// include appends e unless it is in the list.
func include(list []analysis.Expr, e analysis.Expr) []analysis.Expr {
	if slices.Contains(list, e) {
		return list
	}
	return append(list, e)
}

// note collects the unknowns of an invariant expression, which are tested to be small.
func (n *nest) note(e analysis.Expr) {
	if e.Kind == analysis.Const {
		return
	}
	if len(e.Args) == 0 || e.Kind != analysis.Sum && e.Kind != analysis.Prod && e.Kind != analysis.MinS &&
		e.Kind != analysis.MaxS && e.Kind != analysis.Tri {
		n.unknowns = include(n.unknowns, e)
		return
	}
	for _, a := range e.Args {
		n.note(a)
	}
}

// magnitude bounds |e| if every unknown is below huge; a result beyond 1<<62 means it may be more.
func (n *nest) magnitude(e analysis.Expr) float64 {
	if n.size != nil {
		return n.size(e)
	}
	abs := func(x int64) float64 { return max(float64(x), -float64(x)) }
	switch e.Kind {
	case analysis.Const:
		return abs(e.Val)
	case analysis.Sum:
		m := abs(e.Val)
		for i, a := range e.Args {
			m += float64(abs(e.Coef[i]) * n.magnitude(a)) // rounded, so that all machines agree
		}
		return m
	case analysis.Prod:
		m := 1.0
		for _, a := range e.Args {
			m *= n.magnitude(a)
		}
		return m
	case analysis.MinS, analysis.MaxS:
		return max(n.magnitude(e.Args[0]), n.magnitude(e.Args[1]))
	case analysis.Tri:
		m := n.magnitude(e.Args[0])
		return float64(m*(m+1)) / 2
	}
	if e.Kind == analysis.DivU {
		if lo, _ := n.d.Scev.RangeAt(e.Args[0], n.outer.Preheader); lo >= 0 {
			return n.magnitude(e.Args[0]) / float64(e.Val)
		}
	}
	if slices.Contains(n.unknowns, e) {
		return float64(hugeNest(n.d))
	}
	return 1 << 63
}
