package vplan

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Pair is a run-time alias check between two accesses of different or unknown bases, at least one of them a store.
// First comes before Second in the program.
type Pair struct {
	First, Second *analysis.Access
	// Distance: both walk with the same stride, and it suffices that the byte distance from First to Second in the same
	// iteration is none at which one of the Meetings changes the order of accesses. Otherwise the two extents must be
	// disjoint.
	Distance bool
	// Ahead: First is a load that walks at least as fast as Second, stores along a monotonic index, moves; it is fine
	// if it starts at the same place or further up, as everything is loaded before the monotonic index comes by.
	Ahead    bool
	meetings []Meeting

	known map[Meeting]bool // those of Meetings, if they are many
}

// Meeting is a pair of accesses that a distance check is made for: those of the Pair, or others whose distance differs
// from theirs by a constant, such as other fields of the same structs.
type Meeting struct {
	First, Second int // sizes in bytes; First comes before Second in the program
	// The distance from First to Second is Plus more than that of the Pair; if Back, than minus that.
	Plus int64
	Back bool
	// Swapped: vector code does Second before First, as it does when one is in a group with others.
	Swapped bool
}

// fewMeetings are found faster by looking through them than by a table.
const fewMeetings = 16

// Add adds m unless it is there, and says whether it was not.
func (p *Pair) Add(m Meeting) bool {
	if p.known == nil {
		if slices.Contains(p.meetings, m) {
			return false
		}
	} else if p.known[m] {
		return false
	}
	p.meetings = append(p.meetings, m)
	if len(p.meetings) == fewMeetings {
		p.known = make(map[Meeting]bool, 4*fewMeetings)
		for _, o := range p.meetings {
			p.known[o] = true
		}
	} else if p.known != nil {
		p.known[m] = true
	}
	return true
}

// early and late bound the lags (analysis.Dependence) whose order vector code of so many iterations changes: it
// does all of one access before all of the other.
//
//	in the program     F0 S0 F1 S1 F2 S2       changed: F1 and S0, F2 and S0, F2 and S1
//	in vector code     F0 F1 F2 S0 S1 S2
//	swapped            S0 S1 S2 F0 F1 F2       changed: F0 and S0, F0 and S1, F1 and S1, …
func (m *Meeting) early(step int) int64 {
	if m.Swapped {
		return -int64(step - 1)
	}
	return 1
}

func (m *Meeting) late(step int) int64 {
	if m.Swapped {
		return 0
	}
	return int64(step - 1)
}

// unsafe is an interval that has all distances at which the order of two accesses to a byte would change, in vector
// code of so many iterations: those of a common byte at a lag n between early and late,
//
//	n*stride - size(Second) < d < n*stride + size(First)
func (p *Pair) unsafe(step int) (lo, hi int64) {
	lo, hi = 0, -1
	for i := range p.meetings {
		m := &p.meetings[i]
		x, y := m.early(step)*p.First.Stride, m.late(step)*p.First.Stride
		l, h := min(x, y)-int64(m.Second)+1-m.Plus, max(x, y)+int64(m.First)-1-m.Plus
		if m.Back {
			l, h = -h, -l
		}
		if i == 0 {
			lo, hi = l, h
		}
		lo, hi = min(lo, l), max(hi, h)
	}
	return lo, hi
}

// safeAt says whether no order changes at distance d: within the interval, but between the fields that meet.
func (p *Pair) safeAt(d int64, step int) bool {
	for i := range p.meetings {
		m := &p.meetings[i]
		e := m.Plus + d
		if m.Back {
			e = m.Plus - d
		}
		if analysis.AtDistance(e, p.First.Stride, m.First, m.Second).Within(m.early(step), m.late(step)) {
			return false
		}
	}
	return true
}

// atSame is the distance from a to b if both walk through the same memory, known if they are places in it at constant
// offsets.
func (l *Legal) atSame(a, b *analysis.Access) (int64, bool) {
	if a.V.Scale != b.V.Scale {
		return 0, false
	}
	_, c := l.SE.SplitConst(l.SE.Sub(b.Start, a.Start))
	return c*int64(a.V.Scale) + int64(b.V.Off-a.V.Off), true
}

// Guard is a run-time question about two accesses of the loop.
type Guard = analysis.Guard

// inFront makes checks of the loop at the end of blk.
func (l *Legal) inFront(blk *ir.Block) *exec {
	return &exec{Plan: &Plan{Legal: l}, l: l, f: l.F, pre: blk, pos: l.Loop.Header.Loop.Position()}
}

// Guards computes, at the end of the loop's preheader, whether all guards hold for n iterations.
func (l *Legal) Guards(gs []Guard, n *ir.Value) *ir.Value {
	x := l.inFront(l.Loop.Preheader)
	x.n = n
	ok := x.f.ConstBool(ir.TBool, true)
	for i, g := range gs {
		if l.implied(gs[:i], g) {
			continue
		}
		ok = x.pre.New(ir.OpAnd, ir.TBool, x.pos, ok, x.guard(g))
	}
	return ok
}

// implied says whether one of the guards asks the same.
func (l *Legal) implied(gs []Guard, g Guard) bool {
	same := func(a, b *analysis.Access) bool {
		if a.Base != b.Base || a.V.Scale != b.V.Scale || a.V.Off != b.V.Off || a.Size != b.Size ||
			a.Stride != b.Stride || a.Root != b.Root ||
			a.Affine() != b.Affine() { // a stride of 0 is that of one place, and of steps known at run time only
			return false
		}
		return a.Start == b.Start && (a.Start != nil || a.V == b.V)
	}
	for _, h := range gs {
		if same(h.First, g.First) && same(h.Second, g.Second) && (h.Same || !g.Same) {
			return true
		}
	}
	return false
}

// guard: let both walk s bytes an iteration, and Second be d bytes ahead. Iteration k+i of First and k of Second meet
// if
//
//	d - size(First) < i*s < d + size(Second)
//
// which must not be for any i from 1, or from 0, up to n-1. Walking downwards, signs are mirrored. Accesses that walk
// otherwise must not meet at all.
func (x *exec) guard(g Guard) *ir.Value {
	a, b := g.First, g.Second
	s := a.Stride
	if !a.Affine() || !b.Affine() || s != b.Stride || s == 0 || a.V.Scale != b.V.Scale {
		return x.aliasCheck(Pair{First: a, Second: b})
	}
	from := max(s, -s)
	if g.Same {
		from = 0
	}
	d := x.distance(a, b)
	last := x.plusIn(x.pre, x.span(max(s, -s)), -max(s, -s)) // (n-1)*|s|
	if s > 0 {
		behind := x.pre.New(ir.OpLeS, ir.TBool, x.pos, d, x.f.ConstInt(ir.TI64, from-int64(b.Size)))
		beyond := x.pre.New(ir.OpLeS, ir.TBool, x.pos, x.plusIn(x.pre, last, int64(a.Size)), d)
		return x.pre.New(ir.OpOr, ir.TBool, x.pos, behind, beyond)
	}
	behind := x.pre.New(ir.OpLeS, ir.TBool, x.pos, x.f.ConstInt(ir.TI64, int64(a.Size)-from), d)
	m := x.pre.New(ir.OpNeg, ir.TI64, x.pos, d)
	beyond := x.pre.New(ir.OpLeS, ir.TBool, x.pos, x.plusIn(x.pre, last, int64(b.Size)), m)
	return x.pre.New(ir.OpOr, ir.TBool, x.pos, behind, beyond)
}

// Apart computes, at the end of the loop's preheader, whether two accesses that walk alike are, in each iteration, at
// one place or at least so many bytes apart.
func (l *Legal) Apart(a, b *analysis.Access, bytes int64) *ir.Value {
	x := l.inFront(l.Loop.Preheader)
	d := x.distance(a, b)
	far := x.pre.New(ir.OpLeU, ir.TBool, x.pos, x.f.ConstInt(ir.TI64, 2*bytes-1), x.plusIn(x.pre, d, bytes-1))
	same := x.pre.New(ir.OpEq, ir.TBool, x.pos, d, x.f.ConstInt(ir.TI64, 0))
	return x.pre.New(ir.OpOr, ir.TBool, x.pos, far, same)
}

// aliasCheck computes, at the end of the preheader, whether the accesses of the pair do not get in each other's way
// within a vector iteration.
func (x *exec) aliasCheck(pr Pair) *ir.Value {
	b, f := x.pre, x.f
	if !pr.Distance {
		var ahead *ir.Value
		if pr.Ahead {
			y := x.l.MonotonicOf[pr.Second.V]
			ahead = b.New(ir.OpLeU, ir.TBool, x.pos, x.monotonicStart(pr.Second, y), x.start(pr.First))
		}
		lo1, hi1 := x.extent(pr.First)
		lo2, hi2 := x.extent(pr.Second)
		ok := x.disjoint(lo1, hi1, lo2, hi2)
		if ahead != nil {
			ok = b.New(ir.OpOr, ir.TBool, x.pos, ok, ahead)
		}
		return ok
	}
	// Outside of the interval [lo, hi] is one comparison, unsigned: d-lo >= hi-lo+1. The difference is taken of the
	// expressions, so that what the two places have in common, the row of a nest, drops out and the check can leave the
	// outer loop.
	d := x.distance(pr.First, pr.Second)
	lo, hi := pr.unsafe(x.Stages[0].Step())
	if lo > hi {
		return x.f.ConstBool(ir.TBool, true)
	}
	ahead := x.plusIn(b, d, -lo)
	ok := b.New(ir.OpLeU, ir.TBool, x.pos, f.ConstInt(ir.TI64, hi-lo+1), ahead)
	if at, known := x.inPlace(pr, lo, hi); known {
		same := b.New(ir.OpEq, ir.TBool, x.pos, d, f.ConstInt(ir.TI64, at))
		ok = b.New(ir.OpOr, ir.TBool, x.pos, ok, same)
	}
	return ok
}

// inPlace is the distance at which both walk through the same memory, if it is within unsafe distances from lo to hi.
// That is common, and all right if each field is met by itself only.
func (x *exec) inPlace(pr Pair, lo, hi int64) (at int64, ok bool) {
	step := x.Stages[0].Step()
	x.f.Spend(len(pr.meetings) * step)
	at, ok = x.l.atSame(pr.First, pr.Second)
	return at, ok && lo <= at && at <= hi && pr.safeAt(at, step)
}

// distance is the number of bytes from a to b at iteration 0.
func (x *exec) distance(a, b *analysis.Access) *ir.Value {
	if a.V.Scale != b.V.Scale {
		return x.pre.New(ir.OpSub, ir.TI64, x.pos, x.start(b), x.start(a))
	}
	rest, c := x.l.SE.SplitConst(x.l.SE.Sub(b.Start, a.Start))
	d := x.pre.New(ir.OpSub, ir.TI64, x.pos, x.integer(x.pre, b.Base), x.integer(x.pre, a.Base))
	if n, ok := x.l.SE.IsConst(rest); !ok || n != 0 {
		e := x.pre.New(ir.OpMul, ir.TI64, x.pos, x.l.SE.Expand(rest, x.pre), x.f.ConstInt(ir.TI64, int64(a.V.Scale)))
		d = x.pre.New(ir.OpAdd, ir.TI64, x.pos, d, e)
	}
	return x.plusIn(x.pre, d, c*int64(a.V.Scale)+int64(b.V.Off-a.V.Off))
}

// start is the address of a at iteration 0 as an integer.
func (x *exec) start(a *analysis.Access) *ir.Value {
	base, off := x.addressOf(x.pre, a.Base, a.Start, a.V.Scale, a.V.Off)
	return x.plusIn(x.pre, x.integer(x.pre, base), int64(off))
}

func (x *exec) integer(b *ir.Block, p *ir.Value) *ir.Value {
	k := addrKey{base: p, scale: -1}
	if v := x.addrs[k]; v != nil {
		return v
	}
	v := b.New(ir.OpBitcast, ir.TI64, x.pos, p)
	note(&x.addrs, k, v)
	return v
}

func (x *exec) plusIn(b *ir.Block, v *ir.Value, n int64) *ir.Value {
	if n == 0 {
		return v
	}
	return b.New(ir.OpAdd, v.Type, x.pos, v, x.f.ConstInt(v.Type, n))
}

// extent is the first address that a touches in the vector code's iterations and the one behind the last. For an
// address per lane that is the whole slice. The vector code runs at least one iteration if the result matters.
func (x *exec) extent(a *analysis.Access) (lo, hi *ir.Value) {
	b := x.pre
	if y := x.l.MonotonicOf[a.V]; y != nil {
		return x.monotonicExtent(a, y)
	}
	if !a.Affine() {
		return x.extentOf(a)
	}
	base, off := x.addressOf(b, a.Base, a.Start, a.V.Scale, a.V.Off)
	first := x.integer(b, base)
	at := func(v *ir.Value, n int64) *ir.Value { return x.plusIn(b, v, int64(off)+n) }
	switch {
	case a.Stride == 0:
		return at(first, 0), at(first, int64(a.Size))
	case a.Stride < 0: // the last one starts at first - n*stride + stride
		return at(b.New(ir.OpSub, ir.TI64, x.pos, first, x.span(-a.Stride)), -a.Stride), at(first, int64(a.Size))
	}
	return at(first, 0), at(b.New(ir.OpAdd, ir.TI64, x.pos, first, x.span(a.Stride)), int64(a.Size)-a.Stride)
}

// extentOf is the first address of the argument that a accesses, and the one behind its last.
func (x *exec) extentOf(a *analysis.Access) (lo, hi *ir.Value) {
	lo = x.integer(x.pre, a.Root)
	return lo, x.pre.New(ir.OpAdd, ir.TI64, x.pos, lo, x.bytesOf(a))
}

// disjoint says whether two pieces of memory do not overlap.
func (x *exec) disjoint(lo1, hi1, lo2, hi2 *ir.Value) *ir.Value {
	return x.pre.New(ir.OpOr, ir.TBool, x.pos, x.pre.New(ir.OpLeU, ir.TBool, x.pos, hi1, lo2),
		x.pre.New(ir.OpLeU, ir.TBool, x.pos, hi2, lo1))
}

// span is stride times the iterations of the vector code.
func (x *exec) span(stride int64) *ir.Value {
	v := x.spans[stride]
	if v == nil {
		v = x.pre.New(ir.OpMul, ir.TI64, x.pos, x.n, x.f.ConstInt(ir.TI64, stride))
		if x.spans == nil {
			x.spans = map[int64]*ir.Value{}
		}
		x.spans[stride] = v
	}
	return v
}

// bytesOf is the size of what the argument that a accesses refers to.
func (x *exec) bytesOf(a *analysis.Access) *ir.Value {
	i := int(a.Root.AuxInt)
	p := &x.f.Params[i]
	n := ir.OpArgLen
	switch {
	case p.Kind == ir.ParamArrayPtr:
		return x.f.ConstInt(ir.TI64, int64(p.Len)*int64(p.Size))
	case a.Base != a.Root && p.Kind == ir.ParamSlice:
		n = ir.OpArgCap // a slice of the parameter may reach beyond its length
	}
	return x.pre.New(ir.OpMul, ir.TI64, x.pos, x.f.Arg(n, i), x.f.ConstInt(ir.TI64, int64(p.Size)))
}

// addressOf is a pointer and a byte offset for base + start*scale + off, with the constant part of start in the
// offset and the rest added to the pointer once, in block b.
func (x *exec) addressOf(b *ir.Block, base *ir.Value, start analysis.Expr, scale, off int32) (*ir.Value, int32) {
	rest, c := x.l.SE.SplitConst(start)
	if o := c*int64(scale) + int64(off); o == int64(int32(o)) {
		off = int32(o)
	} else {
		rest = start
	}
	if n, ok := x.l.SE.IsConst(rest); ok && n == 0 {
		return base, off
	}
	k := addrKey{base, rest, scale}
	p := x.addrs[k]
	if p == nil {
		p = b.New(ir.OpPtrAdd, ir.TPtr, x.pos, base, x.l.SE.Expand(rest, b))
		p.Scale = scale
		note(&x.addrs, k, p)
	}
	return p, off
}
