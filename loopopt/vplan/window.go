package vplan

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Index locality. Where the data say which elements are loaded, those of one vector are often neighbours: columns of a
// banded matrix, sorted lists, permutations within small groups. Vector code then tests if all of them lie in one
// window of twice as many elements as a register holds, and loads and permutes that; otherwise it gathers.
//
//	w := clamp(idx[8]-16, 0, len(x)-32)
//	if all(idx - w < 32) { v = permute(x[w:w+16], x[w+16:w+32], idx - w) } else { v = gather(x, idx) }
//
// Legal because the window lies in the object, wherever it is, and what is loaded does nothing; which lanes it holds is
// found out exactly. The gather is done where the program would do it, and alone where the object is smaller than a
// window.
//
// Every miss costs a test, and often a mispredicted branch. So each loop keeps an account, of iterations: a miss takes
// it forward by those of some vector iterations, and there is no test before the loop gets there.
//
// The price of a window, test included, must be less than half of the gather's. On Zen that is so for elements of 4
// bytes and less with AVX-512, on Sapphire Rapids for 1 and 2; vectorize.gathers and the knob windows.allow overrule
// it. On Zen 5, b[i] = a[index[i]] of 4 bytes takes 0.40 of the time, s4112 of the suite tsvc 0.46. Not so done are
// tails of loops, sums over rows (their registers cost more than they gain), and elements of 8 bytes (1.3 times the
// speed at best, 0.95 out of order).
const (
	// missPenalty is how many vector iterations a miss costs: with one miss in ten vectors the rest is still worth it
	// (2.0 times the speed of gathers, f32 on Zen 5), with one in two it is hardly (1.2).
	missPenalty = 8
	// brokePenalty is what a miss costs on top of that when the account is ahead of the loop then, and so is a part of
	// all iterations done so far: a loop that keeps missing tests more and more seldom, and one that misses every other
	// time, which takes a mispredicted branch or two each time that it tries, does not try much more often.
	brokePenalty, brokeShare = 24, 4
	// brokeRows takes brokePenalty's place in a loop that runs again and again, of whose iterations the account knows
	// those of one time.
	brokeRows = 128
	// missesAtOnce is how many misses a loop may have in a row before it stops to test, if it has had none for long. It
	// begins with half of them.
	missesAtOnce = 8
	// cacheLine is the size of a line of the first-level cache, in bytes.
	cacheLine = 64
	// windowGain: a window's loads, permutation and test must take no more than that share of the gather they stand
	// for.
	windowGain = 0.45
	// windowHits is the share of vector iterations that is thought to find its window, in the price of a loop.
	windowHits = 0.5
)

// GatherMode says how vector code gathers what the data point at.
type GatherMode uint8

// The modes.
const (
	GathersByCost   GatherMode = iota
	GathersByWindow            // by windows wherever it can
	GathersPlain               // never by windows
)

// windowed says whether a gather may be done by windows: it loads elements of an object of known length, and its
// indices come from memory.
func (p *Plan) windowed(r *Recipe) bool {
	if r.Kind != GatherLoad || r.update != nil || r.at != nil || p.nest || p.Legal.Gathers == GathersPlain ||
		r.elem == ir.Bool {
		return false
	}
	size := r.elem.Size()
	if int(r.V.Scale) != size || int(r.V.Off)%size != 0 || !loaded(r.Args[0], 6) {
		return false
	}
	_, n := objectOf(p.Legal.F, r.Access.Base, size)
	return n != nil
}

// loaded says whether lanes of r depend on what is loaded for each.
func loaded(r *Recipe, depth int) bool {
	switch {
	case r.is(isLoad) && !r.is(onceForAll):
		return true
	case r.Kind == Widen:
		return depth > 0 && slices.ContainsFunc(r.Args, func(a *Recipe) bool { return loaded(a, depth-1) })
	}
	return false
}

// objectOf is the object that base points into, and the number of its elements of that size: nil if it is not made of
// such, or base is not the start of one.
func objectOf(f *ir.Func, base *ir.Value, size int) (object, n *ir.Value) {
	for base.Op == ir.OpPtrAdd {
		if int(base.Scale)%size != 0 || int(base.Off)%size != 0 {
			return nil, nil
		}
		base = base.Args[0]
	}
	return base, analysis.Elements(f, base, size)
}

// windowLanes is the number of lanes that one window is for, those of a register; fewer where it takes less to permute
// parts of it.
func windowLanes(t tti.Info, data ir.Elem, vf int) int {
	lanes := min(vf, t.MaxLanes(data))
	price := func(n int) float32 { return t.Cost(ir.OpPermute, ir.Vec(data, n), ir.Vec(data, n)).Uops }
	for lanes > 4 && 2*price(lanes/2) < price(lanes) {
		lanes /= 2
	}
	return lanes
}

// windowPrice is the price of gathering by a window, without the test and with it.
func windowPrice(t tti.Info, data ir.Elem, index ir.Elem, vf int) (each, test tti.Cost) {
	lanes := windowLanes(t, data, vf)
	v, it := ir.Vec(data, lanes), ir.Vec(index, lanes)
	to := v.WithElem(ir.IntElem(data.Size()))
	loads := 2
	if v.Size() >= cacheLine { // windows begin anywhere: each load touches two lines
		loads = 4
	}
	each = t.MemoryCost(tti.Access{Kind: tti.Consecutive, Type: v}).Times(loads).Plus(t.Cost(ir.OpPermute, v, v))
	switch {
	case to.Elem.Size() < index.Size():
		each = each.Plus(t.Cost(ir.OpTruncI, to, it))
	case to.Elem.Size() > index.Size():
		each = each.Plus(t.Cost(ir.OpZExt, to, it))
	}
	test = t.Cost(ir.OpMinS, ir.TI64, ir.TI64).Times(2).Plus(t.Cost(ir.OpSplat, it, it.Scalar())).
		Plus(t.Cost(ir.OpSub, it, it)).Plus(t.Cost(ir.OpLtU, ir.Mask(lanes), it))
	pieces := vf / lanes
	any := t.Cost(ir.OpAny, ir.TBool, ir.Mask(lanes))
	any.Uops += 3 // its branch, that of the account, and the lane in the middle
	return each.Times(pieces), test.Times(pieces).Plus(any)
}

// looksUp says whether index a is an integer of a byte: what a table is looked up by are data rather than places, of
// which one is not near the next for its own sake (lookup of the suite core, with random bytes, takes 1.14 times as
// long with windows as in the scalar loop).
func looksUp(a *Recipe) bool {
	v := a.V
	return v != nil && (v.Op == ir.OpZExt || v.Op == ir.OpSExt) && v.Args[0].Type.Elem == ir.I8
}

// rows says whether the loop runs again and again, for a sum or for a number of iterations of its own each time, as
// over the rows of a sparse matrix. Those are short as a rule, and take more for what is in front of the loop, and
// registers, than for gathers: rows of 9, 27 and 64 elements of a banded matrix took 0.97, 1.04 and 0.94 of the time
// with windows, 1.19, 1.17 and 1.22 where columns are random. By columns, that is 0.59, 0.51 and 0.49, and 1.00 to
// 1.03.
func (p *Plan) rows() bool {
	l := p.Legal
	if l.Loop.Parent == nil {
		return false
	}
	sum := slices.ContainsFunc(l.Phis, func(c analysis.PhiClass) bool { return c.Kind == analysis.Reduction })
	return sum || !l.SE.Invariant(l.Trips, l.Loop.Parent)
}

// window prices gather r, whose own price is k, by windows if that is better. Gathers by one index share its test.
func (c *coster) window(r *Recipe, a tti.Access, k tti.Cost) tti.Cost {
	if !c.p.windowed(r) {
		return k
	}
	each, test := windowPrice(c.t, r.elem, a.Index, c.vf)
	if r.mask != nil {
		if windowLanes(c.t, r.elem, c.vf) != c.vf {
			return k
		}
		v := ir.Vec(r.elem, c.vf)
		each = each.Plus(c.t.Cost(ir.OpSelect, v, ir.Mask(c.vf)))
		test = test.Plus(c.t.Cost(ir.OpOr, ir.Mask(c.vf), ir.Mask(c.vf)))
	}
	if !each.Legal || !test.Legal {
		return k
	}
	by := testedIndex{r.Args[0], r.mask, r.elem.Size()}
	n := each.Uops
	if !c.tested[by] {
		n += test.Uops
	}
	if (n > windowGain*k.Uops || c.p.rows() || looksUp(r.Args[0])) && c.p.Legal.Gathers != GathersByWindow {
		return k
	}
	note(&c.tested, by, true)
	c.windows = append(c.windows, r)
	k.Uops = n + (1-windowHits)*(k.Uops-each.Uops)
	return k
}

// testedIndex is an index whose lanes, those of a mask, are tested against windows of elements of so many bytes.
type testedIndex struct {
	index, mask *Recipe
	size        int
}
