package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
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
// loop of the nest does not run at all, the test may fail although nothing would; the original nest is then as good. A
// condition that is the same in all iterations is tested as it is.
// Pays because the tests leave the inner loop's prologue, which a nest of short rows enters often. A nest of so few
// iterations that the tests in front of it would take longer than it runs goes to the original at once.
// Reads isvectorized; leaves the metadata on the fast nest, and on the original marks that keep heuristics away.
// Remarks: checks hoisted out of the nest.
func VersionNest(d *driver.Driver, outer *analysis.Loop) bool {
	md := outer.Header.Loop
	if len(outer.Children) == 0 || outer.Parent != nil || !outer.Simplified() || md.Has("checks.split") ||
		md.Has("isvectorized") {
		return false
	}
	limit := sizeLimit(d, outer)
	defer halved(d, outer)()
	t, ok := newNestTests(d, outer, limit, wish(d, outer, limit))
	if !ok {
		return false
	}
	if t.wish != nil && t.Len() == 0 && len(t.same) == 0 { // what is wished for holds anyway
		t.wish.mark(d, outer, func(l *analysis.Loop) *ir.Block { return l.Header })
		return false
	}
	pos := md.Position()
	if !d.Bisect("checks", pos) {
		return false
	}
	splitNest(d, outer, t.emit(d, outer), t)
	d.Passed("checks", pos, "checks hoisted out of the nest",
		remark.Arg{Name: "conditions", Value: len(t.LE) + len(t.same)})
	scalar.CanonicalLoops(d.F) // both versions leave to the same block
	scalar.LICM(d.F)           // what stood behind a check of an inner loop may be invariant there
	d.After(false)
	return true
}

// halved lets the analysis of a triangular nest consider halves of products, until it is known what has to be tested for
// that. The caller calls undo at the end.
func halved(d *driver.Driver, outer *analysis.Loop) (undo func()) {
	if !isTriangular(d, outer) {
		return func() {}
	}
	kept := d.Scev
	d.Scev = analysis.NewSCEV(d.F, d.Loop, kept.Dom())
	d.Scev.Halves = outer
	return func() {
		if d.Scev.Halves != nil {
			d.Scev = kept
		}
	}
}

// nestTests is what has to be tested in front of a nest for its version without checks.
type nestTests struct {
	analysis.Predicates
	counted []bool // the checks that cannot fail if all tests hold, by ID
	// busiest is the innermost loop with such a check, or the innermost one; nil if the nest is worth the tests however
	// few iterations it has.
	busiest *analysis.Loop
	wish    *nestWish   // what else the fast version is to know; nil: nothing
	same    []*ir.Value // conditions that are the same throughout, as of a pointer that may be nil
}

// newNestTests collects the tests of a nest, for which w is wished. Not ok if no inner loop would gain by them, or there
// are too many.
func newNestTests(d *driver.Driver, outer *analysis.Loop, limit int64, w *nestWish) (t *nestTests, ok bool) {
	t = &nestTests{wish: w, counted: d.F.NewFlags(d.F.NumValues())}
	t.Limit = limit
	n := &analysis.NestBounds{SE: d.Scev, Nest: outer, At: outer.Preheader, Tests: &t.Predicates}
	inner, zero := 0, d.Scev.Const(ir.I64, 0)
	for v := range outer.Values() {
		if v.Op != ir.OpCheck {
			continue
		}
		if w != nil && w.apart[v] {
			t.counted[v.ID] = true
			continue
		}
		tests, _, ok := boundCheck(n, v)
		if !ok && !outer.Invariant(v.Args[0]) {
			t.wish = nil // the nest may still panic, which no transformation of nests respects
			continue
		}
		t.counted[v.ID] = true
		if l := d.Loop.Of(v.Block); ok && l != outer {
			inner++
			t.busiest = deeper(t.busiest, l)
		}
		if !ok {
			t.same = append(t.same, v.Args[0])
			continue
		}
		d.F.Spend(2 * stepsPerCond * len(t.LE))
		for _, c := range tests {
			t.AddLE(c[0], c[1])
		}
	}
	for _, e := range d.Scev.Halved {
		lo, hi := n.Bound(e, false), n.Bound(e, true)
		if lo == nil || hi == nil || n.Magnitude(lo) >= 1<<31 || n.Magnitude(hi) >= 1<<31 {
			return nil, false
		}
	}
	if inner == 0 && t.wish == nil || len(t.LE) > maxNestConds {
		return nil, false
	}
	for _, e := range t.Steps {
		t.AddLE(zero, e)
	}
	if t.wish != nil {
		t.Join(t.wish.Predicates)
	}
	if t.busiest == nil {
		for l := range d.Loop.In(outer) {
			t.busiest = deeper(t.busiest, l)
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

// boundCheck returns comparisons of invariants, a <= b, that together imply that a check holds throughout the nest, and
// the greatest index. What an index is compared with may vary, too, as where a row is cut out of a matrix, in
// s[i*n : i*n+n]: it is then the distance between the two that is bounded.
func boundCheck(n *analysis.NestBounds, c *ir.Value) (tests [][2]analysis.Expr, hi analysis.Expr, ok bool) {
	cond := c.Args[0]
	if cond.Op != ir.OpLtU && cond.Op != ir.OpLeU || cond.Args[0].Type != ir.TI64 {
		return nil, nil, false
	}
	se, less := n.SE, int64(0)
	if cond.Op == ir.OpLtU {
		less = 1
	}
	bounds := func(e analysis.Expr) (lo, hi analysis.Expr, ok bool) {
		lo, hi = n.Bound(e, false), n.Bound(e, true)
		return lo, hi, lo != nil && hi != nil && n.Magnitude(lo) <= 1<<62 && n.Magnitude(hi) <= 1<<62
	}
	idx, size, zero := se.Of(cond.Args[0]), se.Of(cond.Args[1]), se.Const(ir.I64, 0)
	known := se.Invariant(size, n.Nest) && se.KnownNonNegative(size)
	if !known && cond.Op == ir.OpLtU {
		return nil, nil, false
	}
	lo, hi, ok := bounds(idx)
	if !ok {
		return nil, nil, false
	}
	if _, most := se.Range(lo); most < 0 {
		return nil, nil, false // a condition in the loop keeps the index from being as low: the test could not hold
	}
	if known {
		return [][2]analysis.Expr{{zero, lo}, {se.AddConst(hi, less), size}}, hi, true
	}
	if _, _, ok := bounds(size); !ok {
		return nil, nil, false
	}
	gap, _, ok := bounds(se.Sub(size, idx))
	return [][2]analysis.Expr{{zero, lo}, {zero, gap}}, hi, ok
}

// emit computes in front of the nest whether all tests hold.
func (t *nestTests) emit(d *driver.Driver, outer *analysis.Loop) *ir.Value {
	f, pre, pos := d.F, outer.Preheader, outer.Header.Loop.Position()
	all := f.ConstBool(ir.TBool, true)
	and := func(c *ir.Value) { all = pre.New(ir.OpAnd, ir.TBool, pos, all, c) }
	rough := &analysis.NestBounds{SE: d.Scev, Nest: outer, At: pre, Tests: &analysis.Predicates{Limit: t.Limit}}
	if t.busiest == nil {
	} else if trips := rough.Iterations(t.busiest); trips != nil {
		and(pre.New(ir.OpLeS, ir.TBool, pos, f.ConstInt(ir.TI64, minNestTrips), d.Scev.Expand(trips, pre)))
	}
	for _, e := range t.Small { // -2^29 <= e < 2^29, as one unsigned comparison
		v := d.Scev.Expand(d.Scev.AddConst(e, t.Limit), pre)
		and(pre.New(ir.OpLtU, ir.TBool, pos, v, f.ConstInt(ir.TI64, 2*t.Limit)))
	}
	for _, c := range t.LE {
		and(pre.New(ir.OpLeS, ir.TBool, pos, d.Scev.Expand(c[0], pre), d.Scev.Expand(c[1], pre)))
	}
	for _, c := range t.same {
		and(c)
	}
	for _, p := range t.Disjoint {
		and(separate(d, pre, pos, p[0], p[1]))
	}
	return all
}

// splitNest makes the two versions: a clone without the counted checks, which runs if ok, and the nest as it is.
func splitNest(d *driver.Driver, outer *analysis.Loop, ok *ir.Value, t *nestTests) {
	holds := func(v *ir.Value) bool { return v.Op == ir.OpCheck && t.counted[v.ID] }
	fast := clone.Version(d.F, outer, ok, "nest", "checked", true, holds)
	for l := range d.Loop.In(outer) {
		old := l.Header.Loop
		c := fast.Block(l.Header)
		c.Loop = old
		if l == outer {
			c.Loop = old.With(ir.Attr{Name: "checks.split"})
		}
		l.Header.Loop = driver.Fallback(old).Done().With(ir.Attr{Name: "checks.split"})
	}
	t.wish.mark(d, outer, func(l *analysis.Loop) *ir.Block { return fast.Block(l.Header) })
}

// isTriangular says whether something in the nest is half of a product of neighbours.
func isTriangular(d *driver.Driver, outer *analysis.Loop) bool {
	for v := range outer.Values() {
		if (v.Op == ir.OpDivS && v.Args[1].IsConstInt(2) || v.Op == ir.OpShrS && v.Args[1].IsConstInt(1)) &&
			v.Type == ir.TI64 {
			return true
		}
	}
	return false
}

// MaxNests bounds the nests of a function that get two versions, and those whose rows are done as a wavefront.
const MaxNests = 8

// nests is what is remembered of the nests of a function.
type nests struct {
	swapped    map[*ir.Block]*ir.Block // by the header of a loop that was interchanged: that of the loop in it
	transposed map[*ir.Block]bool      // headers of nests that are left for what TransposeTile finds too small
}

func nestsOf(d *driver.Driver) *nests {
	n := driver.State[nests](d)
	if n.swapped == nil {
		n.swapped, n.transposed = map[*ir.Block]*ir.Block{}, map[*ir.Block]bool{}
	}
	return n
}

// maxNestConds bounds the tests in front of a nest.
const maxNestConds = 24

// minNestTrips is how many iterations make the tests in front of a nest worth their time: a stencil has 20 of them,
// which take 8 ns with what its vector code prepares, and wins a nanosecond per iteration.
const minNestTrips = 16

// sizeLimit is how closely the numbers of the nest are bounded in front of it: more closely if else a check cannot be
// done there, because as many of them are multiplied as the sizes of an array of three dimensions, or of four.
func sizeLimit(d *driver.Driver, outer *analysis.Loop) int64 {
	limits := [...]int64{analysis.Huge, analysis.Huge3, analysis.Huge4}
	at := 0
	for v := range outer.Values() {
		if v.Op != ir.OpCheck {
			continue
		}
		for k := 0; k < len(limits); k++ {
			_, hi, ok := boundCheck(&analysis.NestBounds{SE: d.Scev, Nest: outer, At: outer.Preheader,
				Tests: &analysis.Predicates{Limit: limits[k]}}, v)
			if ok {
				if k == 0 || analysis.Degree(hi) > k+1 {
					at = max(at, k)
				}
				break
			}
		}
	}
	return limits[at]
}

// stepsPerCond is what it costs to compare a condition with another, in units of ir.Func.Spend.
const stepsPerCond = 4
