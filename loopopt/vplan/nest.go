package vplan

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Vectorizing a loop around others: a lane is an iteration of the outer loop, and the inner loops run inside the vector
// iteration.
//
//	for i := … {                       for i := …; i += 16 {
//		x, k := x0[i], 0                   x, k := x0[i:i+16], 0
//		for x > 1 {                        live := x > 1
//			x = f(x)                       for any(live) {
//			k++                                x = select(live, f(x), x)
//		}                                      k = select(live, k+1, k)
//		y[i] = k                               live &= x > 1
//	}                                      }
//	                                       y[i:i+16] = k
//	                                   }
//
// An inner loop whose only way out depends on nothing that differs between lanes is uniform: it runs equally often for
// all of them, its counter stays a scalar, and no mask is needed. Any other is divergent: it goes on while any lane is
// alive, everything in it is done under the mask of those lanes, and what the loop leaves behind is, for each lane,
// what it was when that lane left (Karrenberg, Hack: Whole-Function Vectorization, CGO 2011).
//
// The recipes are one list. LOOP and END-LOOP bracket those of an inner loop, and loops nest.

// laneKind is how a value differs between the lanes of a vector iteration.
type laneKind uint8

// The kinds. The zero value is not known yet.
const (
	laneUnknown laneKind = iota
	laneUniform          // equal in all lanes: a scalar
	laneLinear           // that of lane 0 plus the lane times a stride that is invariant in the outer loop: a scalar
	laneVarying          // anything: a vector
)

// lane is the kind of a value, with its stride.
type lane struct {
	kind   laneKind
	stride analysis.Expr // of laneLinear
}

var (
	uniformLane = lane{kind: laneUniform}
	varyingLane = lane{kind: laneVarying}
)

// inner is a loop inside the one that is vectorized.
type inner struct {
	loop *analysis.Loop
	// uniform: all lanes that enter run it equally often.
	uniform bool
	entry   *Recipe // the mask of the lanes that enter; nil is all
	// sure: some lane enters whenever control gets there.
	sure    bool
	live    *Recipe // the mask of the lanes that are still in a divergent loop
	back    *Recipe // of a divergent loop, the lanes that go round again; of a uniform one the scalar condition
	leaveIf bool    // of a uniform one: it ends if the condition is true
	latch   *Recipe // the lanes that reach the latch of a divergent loop
	phis    []*Recipe
	outs    []*Recipe // what others see of it: the phis of its exits, masks of exits
	depth   int       // 1: directly in the outer loop

	chain float64 // cycles from one iteration to the next in scalar code
}

// outMode is how what an inner loop leaves behind comes about.
type outMode uint8

// The modes.
const (
	outLast   outMode = iota // the value of the last iteration, which is the same one for all lanes
	outFrozen                // a phi of the header, which stays as it is in lanes that have left
	outKept                  // noted on the way, in the blocks that leave
	outMask                  // the lanes that have left by one exit, noted on the way
)

// nestInfo finds out how the values of a nest differ between lanes.
type nestInfo struct {
	l     *Legal
	se    *analysis.SCEV
	li    *analysis.LoopInfo
	lanes []lane                  // by ir.Value.ID
	split map[*analysis.Loop]bool // inner loops that are divergent
	// asVector: phis that would be uniform, but are better vectors since only lanes that have left want them.
	asVector map[*ir.Value]bool
	class    map[*ir.Value]*analysis.PhiClass // of the outer header
	full     map[*ir.Block]bool
}

// NestBody lists the blocks of a loop in an order in which control passes them, inner loops each in one piece.
func NestBody(f *ir.Func, li *analysis.LoopInfo, l *analysis.Loop) []*ir.Block {
	rpo := f.ReversePostorder()
	var body []*ir.Block
	var walk func(l *analysis.Loop)
	walk = func(l *analysis.Loop) {
		for _, b := range rpo {
			if !l.Contains(b) {
				continue
			}
			switch in := li.Of(b); {
			case in == l:
				body = append(body, b)
			case in.Parent == l && in.Header == b:
				walk(in)
			}
		}
	}
	walk(l)
	return body
}

func newNestInfo(l *Legal) *nestInfo {
	n := &nestInfo{l: l, se: l.SE, li: l.SE.LoopInfo(), lanes: make([]lane, l.F.NumValues()),
		split: map[*analysis.Loop]bool{}, asVector: map[*ir.Value]bool{}, class: map[*ir.Value]*analysis.PhiClass{},
		full: map[*ir.Block]bool{}}
	for i := range l.Phis {
		n.class[l.Phis[i].Phi] = &l.Phis[i]
	}
	for _, b := range l.Body {
		n.full[b] = n.isFull(b)
		if in := n.li.Of(b); in != l.Loop && !in.LeftAtLatch() {
			n.split[in] = true
		}
	}
	n.solve()
	if n.widenCounters() {
		clear(n.lanes)
		n.solve()
	}
	return n
}

// isFull says whether all lanes that begin an iteration of the innermost loop around b reach b in it: b is on the way
// to the latch, and whoever leaves the loop has passed b.
func (n *nestInfo) isFull(b *ir.Block) bool {
	in, dom := n.li.Of(b), n.se.Dom()
	if !dom.Dominates(b, in.Latch) {
		return false
	}
	for _, x := range in.Exiting {
		if !dom.Dominates(b, x) {
			return false
		}
	}
	return true
}

// of is the lane kind of v.
func (n *nestInfo) of(v *ir.Value) lane {
	if n.l.Loop.Invariant(v) {
		return uniformLane
	}
	return n.lanes[v.ID]
}

// solve goes down the kinds from unknown, through uniform and linear, to varying, until nothing changes.
func (n *nestInfo) solve() {
	for again := true; again; {
		again = false
		for v := range ir.Values(n.l.Body) {
			if n.lanes[v.ID].kind == laneVarying {
				continue
			}
			if now := n.transfer(v); now != n.lanes[v.ID] {
				n.lanes[v.ID], again = meet(n.lanes[v.ID], now), true
			}
		}
		for _, b := range n.l.Body {
			in := n.li.Of(b)
			if in == n.l.Loop || n.split[in] || in.Latch != b {
				continue
			}
			if k := n.of(b.Control).kind; k == laneLinear || k == laneVarying {
				n.split[in], again = true, true
			}
		}
	}
}

// meet is the most that holds for values of both kinds.
func meet(a, b lane) lane {
	switch {
	case a.kind == laneUnknown:
		return b
	case b.kind == laneUnknown || a == b:
		return a
	}
	return varyingLane
}

func (n *nestInfo) transfer(v *ir.Value) lane {
	switch {
	case v.Op == ir.OpPhi:
		return n.phi(v)
	case v.Op.Is(ir.FlagReads):
		return n.load(v)
	case !v.Op.Is(ir.FlagElementwise) || len(v.Args) == 0:
		return varyingLane
	}
	all := uniformLane
	for _, a := range v.Args {
		switch k := n.of(a).kind; {
		case k == laneUnknown:
			return lane{}
		case k > all.kind:
			all.kind = k
		}
	}
	switch {
	case all.kind == laneUniform && (!v.Op.Is(ir.FlagPartial) || n.full[v.Block]):
		return uniformLane
	case all.kind == laneLinear && v.Type.Elem.IsInt():
		return n.linear(v)
	}
	return varyingLane
}

func (n *nestInfo) phi(v *ir.Value) lane {
	in := n.li.Of(v.Block)
	if v.Block == in.Header {
		if in == n.l.Loop {
			if c := n.class[v]; c != nil && c.Kind == analysis.Induction && c.StepExpr != nil {
				return n.linearLane(c.StepExpr)
			}
			return varyingLane
		}
		if n.asVector[v] {
			return varyingLane
		}
		k := lane{}
		for _, a := range v.Args {
			k = meet(k, n.of(a))
		}
		return k
	}
	if from := n.li.Of(v.Block.Preds[0]); from != in && from.Parent == in && len(v.Args) == 1 {
		if n.split[from] {
			return varyingLane
		}
		return n.of(v.Args[0])
	}
	return varyingLane
}

func (n *nestInfo) linearLane(stride analysis.Expr) lane {
	if c, ok := n.se.IsConst(stride); ok && c == 0 {
		return uniformLane
	}
	return lane{laneLinear, stride}
}

// linear is the kind of an operation on values of which some are linear and none is varying.
func (n *nestInfo) linear(v *ir.Value) lane {
	stride := func(a *ir.Value) analysis.Expr {
		if k := n.of(a); k.kind == laneLinear {
			return k.stride
		}
		return n.se.Const(a.Type.Elem, 0)
	}
	switch v.Op {
	case ir.OpAdd:
		return n.linearLane(n.se.Add(stride(v.Args[0]), stride(v.Args[1])))
	case ir.OpSub:
		return n.linearLane(n.se.Sub(stride(v.Args[0]), stride(v.Args[1])))
	case ir.OpNeg:
		return n.linearLane(n.se.MulConst(stride(v.Args[0]), -1))
	case ir.OpMul:
		for k, a := range v.Args {
			if n.l.Loop.Invariant(a) {
				return n.linearLane(n.se.Mul(stride(v.Args[1-k]), n.se.Of(a)))
			}
		}
	case ir.OpShl:
		if c := v.Args[1]; c.IsConst() && c.AuxInt >= 0 && c.AuxInt < int64(v.Type.Elem.Bits()) {
			return n.linearLane(n.se.MulConst(stride(v.Args[0]), 1<<uint(c.AuxInt)))
		}
	case ir.OpSExt, ir.OpZExt:
		return n.extended(v)
	}
	return varyingLane
}

// extended is the kind of the extension of a linear value. Scalar evolution knows where it does not wrap around in an
// iteration that the program runs. In a divergent loop lane 0 may have left, and goes on counting for the others' sake.
func (n *nestInfo) extended(v *ir.Value) lane {
	in := n.li.Of(v.Block)
	for l := in; l != n.l.Loop; l = l.Parent {
		if n.split[l] {
			return varyingLane
		}
	}
	if !n.full[v.Block] || in != n.l.Loop {
		return varyingLane
	}
	_, step, ok := n.se.AddRec(v, n.l.Loop)
	if !ok {
		return varyingLane
	}
	return n.linearLane(step)
}

// load is the kind of a load: uniform if all lanes that are there load from one place, which no lane stores to in
// between. (Dependences between lanes have been ruled out.)
func (n *nestInfo) load(v *ir.Value) lane {
	if v.Op != ir.OpLoad || !n.full[v.Block] {
		return varyingLane
	}
	k := n.of(v.Args[1])
	for base := v.Args[0]; !n.l.Loop.Invariant(base); base = base.Args[0] {
		if base.Op != ir.OpPtrAdd {
			return varyingLane
		}
		k = meet(k, n.of(base.Args[1]))
	}
	if k.kind == laneLinear {
		return varyingLane
	}
	return k
}

// widenCounters finds phis of divergent loops that are uniform but serve no address: a count of iterations, say. What
// such a loop leaves behind differs between lanes, and a vector that stays as it is in lanes that have left is had for
// the price of an addition, where noting the scalar takes a broadcast and a blend.
func (n *nestInfo) widenCounters() bool {
	address := n.l.F.NewFlags(n.l.F.NumValues())
	var mark func(v *ir.Value)
	mark = func(v *ir.Value) {
		if n.l.Loop.Invariant(v) || address[v.ID] {
			return
		}
		address[v.ID] = true
		for _, a := range v.Args {
			mark(a)
		}
	}
	for v := range ir.Values(n.l.Body) {
		switch {
		case v.Op.IsMemory():
			mark(v.Args[0])
			mark(v.Args[1])
		case v.Op == ir.OpCheck:
			mark(v.Args[0])
		}
	}
	any := false
	for _, b := range n.l.Body {
		in := n.li.Of(b)
		if in == n.l.Loop || b != in.Header || !n.split[in] {
			continue
		}
		for _, phi := range b.Phis() {
			if k := n.of(phi).kind; (k == laneUniform || k == laneLinear) && !address[phi.ID] && n.leaves(phi, in) {
				n.asVector[phi], any = true, true
			}
		}
	}
	return any
}

// leaves says whether some exit of in wants phi or its next value.
func (n *nestInfo) leaves(phi *ir.Value, in *analysis.Loop) bool {
	next := phi.Args[in.Header.PredIndex(in.Latch)]
	for _, t := range in.Exits {
		for _, out := range t.Phis() {
			for _, a := range out.Args {
				if a == phi || a == next {
					return true
				}
			}
		}
	}
	return false
}

// InnerLoops says what the inner loops of a nest are: uniform, divergent or both.
func (p *Plan) InnerLoops() string {
	uniform, divergent := false, false
	for _, r := range p.Recipes {
		if r.Kind == LoopBegin {
			uniform = uniform || r.inner.uniform
			divergent = divergent || !r.inner.uniform
		}
	}
	switch {
	case uniform && divergent:
		return "both"
	case divergent:
		return "divergent"
	}
	return "uniform"
}

// Varies says whether a value of a nest differs between lanes, by more than where it walks.
func (p *Plan) Varies(v *ir.Value) bool {
	r := p.of(v)
	return r != nil && r.lane.kind == laneVarying
}

// InStep says whether all lanes run the inner loops of a nest, equally often.
func (p *Plan) InStep() bool {
	return !slices.ContainsFunc(p.Recipes,
		func(r *Recipe) bool { return r.Kind == LoopBegin && (!r.inner.uniform || r.inner.entry != nil) })
}

// Reduces says whether a reduction goes around the loop.
func (p *Plan) Reduces() bool {
	return slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.Kind == ReducePhi })
}
