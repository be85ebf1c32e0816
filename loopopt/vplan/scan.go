package vplan

import (
	"math"
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// scanKinds puts the rows of this file into the table.
func scanKinds() {
	kinds[AssignLanes] = row{name: "COND-ASSIGN", flags: passesLanes, price: (*coster).assignLanes, fewest: laneSteps,
		part: (*exec).assignLanes}
	kinds[ScanLanes] = row{name: "SCAN", flags: passesLanes, price: (*coster).scan, fewest: laneSteps,
		emit: func(x *exec, r *Recipe) { x.parts[r.id] = x.scan(r) }}
}

// laneSteps is what a masked stage takes that goes through its lanes in steps: as long for a few lanes as for all, 10
// ns of 16 and 15 ns of 64, against 0.6 ns an element.
func laneSteps(p *Plan, _ *Recipe) int64 { return max(3*minMasked, int64(p.VF())/2) }

// Scan is a header phi that every iteration combines something with, by an associative operation.
type Scan struct {
	Phi *ir.Value
	V   *ir.Value // what it is in the next iteration
	// Op combines X with the phi. OpFMA stands for phi*M + X, of integers too.
	Op      ir.Op
	X, M    *ir.Value
	Negate  bool      // X is subtracted
	Product *ir.Value // of integers, phi*M
	// Reset: some iterations begin anew, so that it is phi&m + X with all bits in m, or none.
	Reset *Reset
}

// Reset is where a running sum begins anew: in iterations in which Cond is true, or false if Not, with Start, or, if
// that is nil, with what they add.
type Reset struct {
	Cond, Start *ir.Value
	Not         bool
	None, All   *ir.Value // the constants 0 and -1
}

// Operands are what the scan combines with the phi.
func (s *Scan) Operands() []*ir.Value {
	list := []*ir.Value{s.X}
	if s.M != nil {
		list = append(list, s.M)
	}
	if s.Reset != nil {
		if list = append(list, s.Reset.Cond); s.Reset.Start != nil {
			list = append(list, s.Reset.Start)
		}
	}
	return list
}

// paired says whether lanes compose functions of two numbers, and not of one.
func (s *Scan) paired() bool { return s.M != nil || s.Reset != nil }

// times is the operation of the factors.
func (s *Scan) times() ir.Op {
	if s.Reset != nil {
		return ir.OpAnd
	}
	return ir.OpMul
}

// ScanOf is the scan of a phi, or nil.
func (l *Legal) ScanOf(phi *ir.Value) *Scan { return carriedBy[*Scan](l, phi) }

func (s *Scan) carries(phi *ir.Value) bool { return s.Phi == phi }

// scanned is the scan that v is the result of, or nil.
func (l *Legal) scanned(v *ir.Value) *Scan {
	for _, c := range l.Carried {
		if s, ok := c.(*Scan); ok && s.V == v {
			return s
		}
	}
	return nil
}

// scan makes the recipe of a scan's result.
func (b *builder) scan(s *Scan) {
	r := &Recipe{Kind: ScanLanes, V: s.V, elem: s.V.Type.Elem, Args: []*Recipe{b.operand(s.X)},
		carriedPart: carriedPart{scan: s}}
	if s.M != nil {
		r.Args = append(r.Args, b.operand(s.M))
	}
	if y := s.Reset; y != nil {
		cond := b.operand(y.Cond)
		choose := func(anew, otherwise *Recipe) *Recipe {
			if y.Not {
				anew, otherwise = otherwise, anew
			}
			return b.add(&Recipe{Kind: Blend, elem: r.elem, Args: []*Recipe{anew, cond, otherwise, nil}})
		}
		if y.Start != nil {
			r.Args[0] = choose(b.operand(y.Start), r.Args[0])
		}
		r.Args = append(r.Args, choose(b.operand(y.None), b.operand(y.All)))
	}
	b.add(r)
}

// neutral is the bits of what Op leaves the other operand with; false if there is none.
func (s *Scan) neutral() (uint64, bool) {
	e := s.V.Type.Elem
	switch {
	case s.Op == ir.OpFMA: // of what is added
		return 0, true
	case s.Op == ir.OpAdd && e.IsFloat() && s.V.FP&ir.NSZ != 0:
		return 0, true
	case s.Op == ir.OpMinNum || s.Op == ir.OpMaxNum: // never beats anything, and what equals it is itself
		x := math.Inf(1)
		if s.Op == ir.OpMaxNum {
			x = math.Inf(-1)
		}
		if e == ir.F32 {
			return uint64(math.Float32bits(float32(x))), true
		}
		return math.Float64bits(x), true
	}
	return ir.Identity(s.Op, e)
}

// pair is a function of what came in: in*m + a, or Op(in, a) if m is nil.
type pair struct{ a, m *ir.Value }

// operation is an operation of scan s.
func (x *exec) operation(s *Scan, op ir.Op, args ...*ir.Value) *ir.Value {
	v := x.cur.New(op, args[0].Type, s.V.Pos, args...)
	v.FP = s.V.FP
	return v
}

// after does first, then second.
func (x *exec) after(s *Scan, second, first pair) pair {
	if first.m == nil {
		return pair{a: x.apply(s, second, first.a)}
	}
	return pair{a: x.apply(s, second, first.a), m: x.operation(s, s.times(), second.m, first.m)}
}

// apply is what p makes of in.
func (x *exec) apply(s *Scan, p pair, in *ir.Value) *ir.Value {
	switch {
	case p.m == nil:
		return x.operation(s, s.Op, p.a, in)
	case s.V.Op == ir.OpFMA:
		return x.operation(s, ir.OpFMA, in, p.m, p.a)
	}
	return x.operation(s, ir.OpAdd, x.operation(s, s.times(), in, p.m), p.a)
}

// scan makes all parts of a scan. Within a part, lanes combine with those 1, 2, 4 … below, as far as there are any.
// Then all of them combine with what came in: the last lane of the part before. What goes on from part to part is kept
// in all lanes of a vector of its own, which the last lanes of the parts, before they know what came in, add to: so one
// operation a part waits for the one before, and a shuffle once a vector iteration.
func (x *exec) scan(r *Recipe) []*ir.Value {
	s, n := r.scan, x.st.VF
	t := ir.Vec(r.elem, n)
	shift := func(v *ir.Value, by int, low *ir.Value) *ir.Value {
		if low != nil {
			return x.above(low, v, by)
		}
		lanes := make(ir.Lanes, n) // lanes with nothing below meet themselves, which changes nothing
		for k := range lanes {
			lanes[k] = int8(k)
			if k >= by {
				lanes[k] = int8(k - by)
			}
		}
		return x.shuffle(v, v, lanes)
	}
	var low, one *ir.Value
	if bits, ok := s.neutral(); ok {
		low = x.f.Const(t, bits)
	}
	if s.paired() {
		switch one = x.f.ConstInt(t, 1); {
		case s.Reset != nil:
			one = x.f.ConstInt(t, -1)
		case t.Elem.IsFloat():
			one = x.f.ConstFloat(t, 1)
		}
	}
	in := x.lastInAll(x.carry[r.from.id])
	out := x.f.NewValues(x.st.UF)
	for p := range out {
		w := pair{a: x.scanned(r, p)}
		if s.paired() {
			w.m = x.vec(r.Args[1], p)
		}
		for by := 1; by < n; by *= 2 {
			below := pair{a: shift(w.a, by, low)}
			if w.m != nil {
				below.m = shift(w.m, by, one)
			}
			w = x.after(s, w, below)
		}
		out[p] = x.apply(s, w, in)
		if p+1 < len(out) {
			end := pair{a: x.lastInAll(w.a)}
			if w.m != nil {
				end.m = x.lastInAll(w.m)
			}
			in = x.apply(s, end, in)
		}
	}
	return out
}

// scanned is what part p of scan r combines with the phi. A NaN never beats anything in the program, but something
// would have to beat it in lanes: so what beats nothing either takes its place.
func (x *exec) scanned(r *Recipe, p int) *ir.Value {
	s, v := r.scan, x.vec(r.Args[0], p)
	switch {
	case s.Negate:
		return x.operation(s, ir.OpNeg, v)
	case s.cleans():
		is := x.cur.New(ir.OpEq, ir.Mask(x.st.VF), s.V.Pos, v, v)
		bits, _ := s.neutral()
		return x.cur.New(ir.OpSelect, v.Type, s.V.Pos, is, v, x.f.Const(v.Type, bits))
	}
	return v
}

// cleans says whether NaNs must be taken out of what is combined.
func (s *Scan) cleans() bool {
	return (s.Op == ir.OpMinNum || s.Op == ir.OpMaxNum) && s.V.FP&ir.NNaN == 0
}

// scan adds up what a scan costs: see exec.scan.
func (c *coster) scan(r *Recipe) {
	s, t := r.scan, c.vec(r)
	combine, compose := c.t.Cost(s.Op, t, t), tti.Cost{Legal: true}
	if s.paired() {
		compose = c.t.Cost(s.times(), t, t)
		if s.V.Op != ir.OpFMA {
			combine = compose.Plus(c.t.Cost(ir.OpAdd, t, t))
		}
	}
	pairs := len(r.Args)
	move := func(k tti.Cost) {
		c.add(r, k.Times(pairs))
		c.scanMoves += float64(pairs) * float64(k.Uops)
	}
	for by := 1; by < c.vf; by *= 2 {
		move(c.t.ShuffleCost(tti.Splice, t, c.vf-by))
		c.add(r, combine)
		c.add(r, compose)
	}
	move(c.t.ShuffleCost(tti.Broadcast, t, 1))
	c.add(r, combine.Times(2))
	if s.Negate {
		c.add(r, c.t.Cost(ir.OpNeg, t, t))
	}
	if s.cleans() {
		c.add(r, c.t.Cost(ir.OpEq, ir.Mask(c.vf), t))
		c.add(r, c.t.Cost(ir.OpSelect, t, ir.Mask(c.vf)))
	}
	c.regs += 2 * c.parts(t)
}

// scanGain is what vector code of a scan may cost, as a part of what scalar code does, latency included; pairGain of
// one of pairs. With few elements it waits, once for each step in a vector. On Golden Cove, running sums of int32 in
// 0.75 cycles an element are 1.34 times as fast as scalar code if there are 4096, and 1.13 times if there are 64; of
// int64 in 1.0 cycles, 1.0 and 0.78. Recurrences s*m + x of int64 in 3.0 cycles instead of 4 are 1.34 and 0.75 times as
// fast; of uint32 in 1.1, 2.7 and 2.1 times. Sums of int32 that begin anew, in 1.5 cycles instead of 2, are 1.4 to 1.5
// times as fast on Zen 3, and counts of int64 in 2.0 cycles 0.97 times.
const (
	scanGain  = 0.8
	pairGain  = 0.6
	resetGain = 0.9
)

// scanWorth is what an iteration of a loop with scans may cost that takes so many micro-operations in scalar code.
func (p *Plan) scanWorth(scalar float64) float64 {
	if !slices.ContainsFunc(p.Legal.Carried, func(c Carried) bool { _, ok := c.(*Scan); return ok }) {
		return scalar
	}
	gain := scanGain
	for _, r := range p.Recipes {
		switch {
		case r.Kind == ScanLanes && r.scan.M != nil:
			gain = min(gain, pairGain)
		case r.Kind == ScanLanes && r.scan.Reset != nil && gain == scanGain:
			gain = resetGain
		}
	}
	// Scalar code issues as many as a core does, vector code waits for its units.
	const widest = 6.0
	return gain * max(scalar*issueWidth/widest, p.Legal.Latency*issueWidth)
}

// ConditionalAssignment is a header phi that some iterations assign, and that the loop looks at.
type ConditionalAssignment struct {
	Phi  *ir.Value
	Tree map[*ir.Value]bool // the selects and joins that choose between the phi and what is assigned
}

// AssignmentOf is the conditional assignment of a phi, or nil.
func (l *Legal) AssignmentOf(phi *ir.Value) *ConditionalAssignment {
	return carriedBy[*ConditionalAssignment](l, phi)
}

func (y *ConditionalAssignment) carries(phi *ir.Value) bool { return y.Phi == phi }

// finishAssignment makes the recipe of what y's phi is in the next iteration. Its arguments are what is assigned, in
// lanes that assign something, and which lanes these are: both chosen as the phi's update is.
func (b *builder) finishAssignment(r *Recipe, y *ConditionalAssignment) *Recipe {
	start := b.operand(r.phi.Start) // any value will do where nothing is assigned
	what := b.chosen(y.Tree, r.phi.Backedge, r.elem, nil, func(v *ir.Value) *Recipe {
		if v == y.Phi {
			return start
		}
		return b.operand(v)
	})
	yes, no := b.add(&Recipe{Kind: Invariant, elem: ir.Bool, scale: 1}), b.add(&Recipe{Kind: Invariant, elem: ir.Bool})
	where := b.chosen(y.Tree, r.phi.Backedge, ir.Bool, nil, func(v *ir.Value) *Recipe {
		if v == y.Phi {
			return no
		}
		return yes
	})
	return b.add(&Recipe{Kind: AssignLanes, elem: r.elem, Args: []*Recipe{what, where},
		carriedPart: carriedPart{from: r}})
}

// chosen makes blends that choose between leaves as v, whose selects and joins are in tree, does between values. Minima
// and maxima, which are in the trees of arg reductions alone, choose their first argument where it beats the second.
func (b *builder) chosen(tree map[*ir.Value]bool, v *ir.Value, e ir.Elem, arg *ArgReduction,
	leaf func(v *ir.Value) *Recipe) *Recipe {
	done := map[*ir.Value]*Recipe{}
	var walk func(v *ir.Value) *Recipe
	walk = func(v *ir.Value) *Recipe {
		if !tree[v] {
			return leaf(v)
		}
		if m := done[v]; m != nil {
			return m
		}
		m := &Recipe{Kind: Blend, elem: e}
		switch v.Op {
		case ir.OpMinNum, ir.OpMaxNum:
			args := []*Recipe{b.operand(v.Args[0]), b.operand(v.Args[1])}
			test := b.add(&Recipe{Kind: ArgTest, elem: ir.Bool, Args: args, carriedPart: carriedPart{arg: arg}})
			m.Args = []*Recipe{leaf(v.Args[0]), test, walk(v.Args[1]), nil}
		case ir.OpSelect:
			m.Args = []*Recipe{walk(v.Args[1]), b.operand(v.Args[0]), walk(v.Args[2]), nil}
		default:
			for i, a := range v.Args {
				m.Args = append(m.Args, walk(a), b.edgeOrNil(v.Block.Preds[i], v.Block, i == len(v.Args)-1))
			}
		}
		done[v] = b.add(m)
		return m
	}
	return walk(v)
}

// assignLanes is part p of a conditional assignment: in steps of 1, 2, 4 … lanes, lanes that have nothing take over
// what lanes below have; what none has is what came in, the last lane of the part before. Where masks have registers of
// their own, which nothing moves lanes in, the lanes that have something are marked in a vector of integers.
func (x *exec) assignLanes(r *Recipe, p int) *ir.Value {
	n := x.st.VF
	v, have := x.vec(r.Args[0], p), x.vec(r.Args[1], p)
	var zero *ir.Value
	if t := x.l.Target; t != nil && t.NumRegs(tti.Mask) > 0 && !v.Type.IsMask() {
		marks := v.Type.WithElem(ir.IntElem(v.Type.Elem.Size()))
		zero = x.f.ConstInt(marks, 0)
		have = x.cur.New(ir.OpSelect, marks, x.pos, have, x.f.ConstInt(marks, -1), zero)
	}
	on := func() *ir.Value {
		if zero == nil {
			return have
		}
		return x.cur.New(ir.OpLtS, ir.Mask(n), x.pos, have, zero)
	}
	for by := 1; by < n; by *= 2 {
		// What comes in at the bottom does not matter: have says that nothing is there.
		v = x.choose(on(), v, x.above(v, v, by))
		have = x.cur.New(ir.OpOr, have.Type, x.pos, have, x.above(x.f.Const(have.Type, 0), have, by))
	}
	in := x.carry[r.from.id]
	if p > 0 {
		in = x.parts[r.id][p-1]
	}
	return x.choose(on(), v, x.lastInAll(in))
}

// choose is Select of vectors, or of masks.
func (x *exec) choose(m, a, b *ir.Value) *ir.Value {
	if !a.Type.IsMask() {
		return x.cur.New(ir.OpSelect, a.Type, x.pos, m, a, b)
	}
	return x.cur.New(ir.OpOr, a.Type, x.pos, x.cur.New(ir.OpAnd, a.Type, x.pos, m, a),
		x.cur.New(ir.OpAndNot, a.Type, x.pos, b, m))
}

// assignLanes adds up what a conditional assignment costs: see exec.assignLanes.
func (c *coster) assignLanes(r *Recipe) {
	t, mask := c.vec(r), ir.Mask(c.vf)
	marks := mask
	if c.t.NumRegs(tti.Mask) > 0 && r.elem != ir.Bool {
		marks = t.WithElem(ir.IntElem(r.elem.Size()))
	}
	for by := 1; by < c.vf; by *= 2 {
		c.add(r, c.t.ShuffleCost(tti.Splice, t, c.vf-by))
		c.add(r, c.t.ShuffleCost(tti.Splice, marks, c.vf-by))
		c.add(r, c.t.Cost(ir.OpOr, marks, marks))
		if marks != mask {
			c.add(r, c.t.Cost(ir.OpLtS, mask, marks))
		}
		c.add(r, c.t.Cost(ir.OpSelect, t, mask))
	}
	c.add(r, c.t.ShuffleCost(tti.Broadcast, t, 1))
	c.add(r, c.t.Cost(ir.OpSelect, t, mask))
}
