package vplan

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// InBounds says whether what a loads is within its slice or array in all iterations that vector code runs, whether the
// program gets there or not: then the load needs no mask. That is so if
//
//   - the program loads or stores in the same element anyway, in every iteration that vector code runs: what the data decide,
//     a check or an exit, may not be between the load and that access, for a check may be what keeps the index in the slice;
//   - the load is behind a check of its own index and the check is counted, for the vector loop then stops before the
//     index leaves the slice; or
//   - the index runs through a range that is within the slice by what is known before the loop.
func (l *Legal) InBounds(a *analysis.Access) bool {
	if l.F.HasUnknownExtent(a.Root) {
		return false // an access in the same iteration may be behind an exit that the load is in front of
	}
	size := int(a.V.Scale)
	if a.V.Off < 0 || int(a.V.Off)+a.Size > size || a.V.MaskArg() != nil {
		return false
	}
	if a.Base != nil && analysis.WholeElements(l.F, a.Base, size) {
		before, tested := true, l.tests()
		var tests []int32
		l.F.Spend(stepsPerLook * len(l.Accesses))
		for _, o := range l.Accesses {
			if before = before && o != a; tested && !before && !l.Speculable(o) {
				continue
			}
			if o.V.Args[0] == a.V.Args[0] && o.V.Args[1] == a.V.Args[1] && o.V.Scale == a.V.Scale &&
				o.V.MaskArg() == nil &&
				o.V.Off >= 0 && int(o.V.Off) < size && l.SE.Dom().Dominates(o.V.Block, l.Loop.Latch) {
				if tests == nil {
					tests = l.Tests()
				}
				if tests[o.V.ID] <= tests[a.V.ID] {
					return true
				}
			}
		}
	}
	n := analysis.Elements(l.F, a.V.Args[0], size)
	return n != nil && (l.checked(a.V.Args[1], n) || l.within(a, n, []analysis.Expr{l.Trips}))
}

// tests says whether the data decide some check or exit, so that vector code runs lanes that the program may not get
// to.
func (l *Legal) tests() bool {
	l.spendBody()
	for _, blk := range l.Body {
		if l.TestsExit(blk) {
			return true
		}
		for _, v := range blk.Walk() {
			if v.Op == ir.OpCheck && !l.Counted[v.ID] {
				return true
			}
		}
	}
	return false
}

// checked says whether the loop has a counted check that idx is less than n.
func (l *Legal) checked(idx, n *ir.Value) bool {
	for v := range ir.Values(l.Body) {
		if v.Op == ir.OpCheck && l.Counted[v.ID] && len(v.Args) == 3 && v.Args[1] == idx &&
			v.Args[2] == n && v.Args[0].Op == ir.OpLtU && v.Args[0].Args[0] == idx && v.Args[0].Args[1] == n {
			return true
		}
	}
	return false
}

// within says whether the index of a is in [0, n) in as many iterations as one of the given numbers.
func (l *Legal) within(a *analysis.Access, n *ir.Value, limits []analysis.Expr) bool {
	if a.Start == nil || a.Step == nil {
		return false
	}
	step, ok := l.SE.IsConst(a.Step)
	if !ok {
		return false
	}
	count, ok := l.SE.BoundCount(a.Start, step, l.SE.Of(n), l.Loop)
	if !ok {
		return false
	}
	for _, e := range limits {
		if more, ok := l.SE.ConstDiff(count, e); ok && more >= 0 {
			return true
		}
	}
	return false
}

// Tests are, by value ID, the tests in front of each value of the body that vector code makes to find out whether an
// iteration is left. Whatever is between two values with as many is done if the first of them is. The table is good
// until the next call.
func (l *Legal) Tests() []int32 {
	if len(l.before) < l.F.NumValues() {
		l.before = l.F.NewInts(l.F.NumValues())
	}
	l.spendBody()
	before, n := l.before, int32(0)
	for _, blk := range l.Body {
		for _, v := range blk.Walk() {
			before[v.ID] = n
			if v.Op == ir.OpCheck && !l.Counted[v.ID] {
				n++
			}
		}
		if l.TestsExit(blk) {
			n++
		}
	}
	return before
}

// stepsPerLook is what it costs to look at a value, in units of ir.Func.Spend.
const stepsPerLook = 16

// spendBody accounts for a walk over the body.
func (l *Legal) spendBody() {
	n := len(l.Body)
	for _, blk := range l.Body {
		n += len(blk.Values)
	}
	l.F.Spend(4 * n)
}

// Speculable says whether a may be done in all iterations that vector code runs, also in those that the program does
// not get to: its index is within the slice by a counted check of its own, or by the number of iterations, or by
// another iteration bound of vector code.
func (l *Legal) Speculable(a *analysis.Access) bool {
	size := int(a.V.Scale)
	if a.Write || a.V.Off < 0 || int(a.V.Off)+a.Size > size || a.V.MaskArg() != nil {
		return false
	}
	n := analysis.Elements(l.F, a.V.Args[0], size)
	bounds := append([]analysis.Expr{l.Trips}, l.IterationBounds...)
	return n != nil && (l.checked(a.V.Args[1], n) || l.within(a, n, bounds))
}

// extents finds the loads that vector code does for lanes whose iterations the program may not come to, in objects of
// which nobody knows how much there is: those in front of a test for leaving. Behind the last test, all lanes of the
// vector iteration are known to run.
//
// What the first lane reads the program reads too, if every lane has passed the tests that the program comes to before
// the load, and nothing but these decides whether the load is done. So all that a vector iteration reads is there if it
// lies in the page of its first lane. Under a condition the first lane that is on may be behind the one that leaves,
// which proves nothing.
//
// Such loads are the plan's Streams, for which Legal.Paged must say that they stay in a page: consecutive ones, groups
// and what walks evenly by other steps. Elements of two bytes and less are gathered with their neighbours, which may be
// in another page. A group that reads gaps of a last structure which nobody knows to be there is one wherever it stands.
func (b *builder) extents() {
	last := -1
	for i, r := range b.Recipes {
		if r.Kind == SideExit {
			last = i
		}
	}
	for i, r := range b.Recipes {
		late := i > last
		if r.Access == nil || !b.l.F.HasUnknownExtent(r.Access.Root) || late && (r.Kind != GroupLoad || !r.group.gaps()) {
			continue
		}
		for _, q := range b.Recipes[min(i, last)+1 : last+1] {
			if q.Kind == SideExit && q.id < r.id {
				b.refuse(remark.Speculation, r.V)
			}
		}
		switch {
		case r.Kind == UniformLoad && r.mask == nil:
		case r.Access.Write, r.mask != nil, !analysis.Comparable(r.Access.Root), !r.streams():
			b.refuse(remark.Speculation, r.V)
		default:
			b.Streams = append(b.Streams, r)
		}
	}
}

// streams says whether what r loads in one iteration lies as far from what it loads in the next as Room takes it to.
func (r *Recipe) streams() bool {
	switch r.Kind {
	case WidenLoad, GroupLoad:
		return true
	case GatherLoad:
		return r.Access.Affine() && r.Access.Stride != 0 && r.Access.Size >= 4
	}
	return false
}

// Span is what an iteration reads: so many bytes, of which some come before the address of the access.
type Span struct{ before, bytes int64 }

// Stream is the access of a stream's recipe, for a group its lead's, and the span of its iterations.
func (r *Recipe) Stream() (*analysis.Access, Span) {
	if g := r.group; r.Kind == GroupLoad {
		return g.Lead, Span{g.leadOffset(), int64(g.Factor * g.Elem.Size())}
	}
	return r.Access, Span{0, int64(r.Access.Size)}
}

// within says whether all that s spans is in t.
func (s Span) within(t Span) bool {
	return s.before <= t.before && s.bytes-s.before <= t.bytes-t.before
}

// Room computes, at the end of blk, which leads to the loop, how many of its iterations read within one page from each
// of the streams, at least one. With step, those are unlimited if so many iterations at a time read aligned blocks: no
// block of at most a page, a power of two, lies in two pages.
//
// An element that lies in two pages itself, which no array that Go makes has, is read by the first lane alone.
func (l *Legal) Room(blk *ir.Block, streams []*analysis.Access, spans []Span, step int) *ir.Value {
	f, pos := l.F, l.Loop.Header.Loop.Position()
	x := l.inFront(blk)
	op := func(op ir.Op, a *ir.Value, n int64) *ir.Value {
		return blk.New(op, ir.TI64, pos, a, f.ConstInt(ir.TI64, n))
	}
	over := func(a *ir.Value, n int64) *ir.Value {
		if n&(n-1) == 0 {
			return op(ir.OpShrU, a, int64(bits.TrailingZeros64(uint64(n))))
		}
		return op(ir.OpDivU, a, n)
	}
	join := func(to **ir.Value, op ir.Op, v *ir.Value) {
		if *to != nil {
			v = blk.New(op, ir.TI64, pos, *to, v)
		}
		*to = v
	}
	var room, off *ir.Value
	for i, a := range streams {
		if slices.ContainsFunc(streams[:i], func(b *analysis.Access) bool {
			return a.Base == b.Base && a.Start == b.Start && a.V.Scale == b.V.Scale && a.V.Off == b.V.Off &&
				a.Kind == b.Kind && a.Size == b.Size && a.Stride == b.Stride
		}) && spans[i] == (Span{0, int64(a.Size)}) {
			continue
		}
		size, stride := spans[i].bytes, max(a.Stride, -a.Stride)
		first := x.start(a)
		if spans[i].before > 0 {
			first = op(ir.OpAdd, first, -spans[i].before)
		}
		in := op(ir.OpAnd, first, ir.PageSize-1)
		if a.Stride < 0 {
			join(&room, ir.OpMinS, op(ir.OpAdd, over(in, stride), 1))
			first = op(ir.OpAdd, first, size) // a block ends behind its first element
		} else {
			// What one iteration reads is no longer than its distance from the next, so that this is positive.
			left := blk.New(ir.OpSub, ir.TI64, pos, f.ConstInt(ir.TI64, ir.PageSize-size+stride), in)
			join(&room, ir.OpMinS, over(left, stride))
		}
		if step > 0 {
			join(&off, ir.OpOr, op(ir.OpAnd, first, int64(step)*size-1))
		}
	}
	room = op(ir.OpMaxS, room, 1)
	if step > 0 {
		aligned := blk.New(ir.OpEq, ir.TBool, pos, off, f.ConstInt(ir.TI64, 0))
		room = blk.New(ir.OpSelect, ir.TI64, pos, aligned, f.ConstInt(ir.TI64, analysis.MaxCount), room)
	}
	return room
}
