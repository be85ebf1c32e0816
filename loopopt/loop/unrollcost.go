package loop

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
)

// unrollCost is what the iterations of a loop take, as they stand (rolled) and once they are copies that fold
// (unrolled).
type unrollCost struct {
	rolled, unrolled int
	branches         int // conditional ones of the copies, but for exits
}

// boost is the percentage by which the threshold grows: a loop half of which folds away may be twice the size, and none
// more than the limit says.
func (c unrollCost) boost(limit int) int {
	if c.unrolled == 0 {
		return limit
	}
	return max(100, min(limit, 100*c.rolled/c.unrolled))
}

// unrollPrice is what copies of a loop take of what a processor has only so much of. (How many registers they take is a
// matter of their accumulators: see unroller.accumulators.)
type unrollPrice struct {
	branches int     // conditional ones that are foreseen each by itself, as nothing folds them
	uops     float32 // of the nest that the copies are in, all that is kept decoded
}

// price is that of n copies.
func (c *unrollChoice) price(n int64) unrollPrice {
	p := unrollPrice{}
	for _, b := range c.l.Blocks {
		if b.Kind == ir.BlockIf && !c.l.IsExiting(b) {
			p.branches += int(n)
		}
	}
	if p.branches > 0 && n == c.exact {
		if cost, ok := simulate(c.d, c.l, int(n), c.opt.AnalyzeIterations, math.MaxInt32); ok {
			p.branches = cost.branches
		}
	}
	if c.uops == 0 {
		nest := c.l
		for nest.Parent != nil {
			nest = nest.Parent
		}
		c.uops, c.nest = uopsOf(c.l, c.d.Opt.Target), uopsOf(nest, c.d.Opt.Target)
	}
	p.uops = c.nest + float32(n-1)*c.uops
	return p
}

// uopsOf is the micro-operations of the values of l, one for each that has a price of its own.
func uopsOf(l *analysis.Loop, target tti.Info) (n float32) {
	for v := range l.Values() {
		switch {
		case v.Op == ir.OpPhi || v.Op == ir.OpCopy || v.IsConst():
		case v.Op.IsMemory():
			n += target.MemoryCost(tti.Access{Type: v.AccessType(), Store: v.Op.HasAny(ir.FlagWrites)}).Slots
		case v.Op.Is(ir.FlagElementwise) && len(v.Args) > 0:
			n += target.Cost(v.Op, v.Type, v.Args[0].Type).Slots
		default:
			n++
		}
	}
	return n
}

// room is whether heuristics may make n copies, and why not. Conditional branches are bounded as GCC bounds them where it
// unrolls completely (max-peel-branches). A copy of one that the data decide spares nothing, and is another one to
// foresee.
func (c *unrollChoice) room(n int64) remark.Reason {
	if c.forced || n < 2 {
		return remark.None
	}
	p := c.price(n)
	switch {
	case p.branches > c.d.Opt.Knobs.Peel.MaxBranches:
		c.crowded = remark.BranchPressure
	case p.uops > float32(c.d.Opt.Target.DecodedOps()):
		c.crowded = remark.CodeCache
	default:
		return remark.None
	}
	c.dear = p
	return c.crowded
}

// explain says what has kept heuristics from making more copies.
func (c *unrollChoice) explain() []remark.Arg {
	if c.crowded == remark.BranchPressure {
		return []remark.Arg{{Name: "branches", Value: c.dear.branches}}
	}
	return []remark.Arg{{Name: "uops", Value: int(c.dear.uops)}, {Name: "decoded", Value: c.d.Opt.Target.DecodedOps()}}
}

// simulation runs the iterations of a loop with what is constant in them: LLVM's analyzeLoopUnrollCost. Values that
// turn out constant cost nothing in a copy, nor does what only they need, nor what stands behind a branch that is not
// taken.
//
// Before:
//
//	for i := range 4 { if tab[i] != 0 { s += tab[i] * x } }    // tab = {0, 3, 0, 1}
//
// After:
//
//	s += 3*x; s += x
//
// so that the loop costs 4 times 5 operations and the copies cost 4.
type simulation struct {
	f     *ir.Func
	l     *analysis.Loop
	order []*ir.Block // of the body

	known []map[*ir.Value]uint64    // by iteration: the bits of what is constant
	runs  []map[*ir.Block]bool      // by iteration: the blocks that run, or may
	paid  []map[*ir.Value]bool      // by iteration
	same  []map[*ir.Value]*ir.Value // by iteration: values that are another one, by an identity or a branch that folds
	cost  unrollCost
}

// simulate finds the cost of all iterations of an innermost loop, or gives up: if there are more than mostTrips, or
// if the copies come to more than mostCost.
func simulate(d *driver.Driver, l *analysis.Loop, trips, mostTrips, mostCost int) (unrollCost, bool) {
	if trips > mostTrips || len(l.Children) > 0 {
		return unrollCost{}, false
	}
	s := &simulation{f: d.F, l: l}
	for _, b := range d.F.ReversePostorder() {
		if l.Contains(b) {
			s.order = append(s.order, b)
		}
	}
	for range trips {
		s.iteration()
		if s.cost.unrolled > mostCost {
			return s.cost, false
		}
	}
	for _, e := range l.Exits { // what is used behind the loop
		for _, phi := range e.Phis() {
			for i, p := range e.Preds {
				if k := trips - 1; l.Contains(p) && s.runs[k][p] {
					s.pay(phi.Args[i], k)
				}
			}
		}
	}
	return s.cost, true
}

// iteration evaluates the next one, and adds the cost of what has an effect in it, and of what that needs.
func (s *simulation) iteration() {
	k := len(s.known)
	s.known = append(s.known, map[*ir.Value]uint64{})
	s.runs = append(s.runs, map[*ir.Block]bool{s.l.Header: true})
	s.paid = append(s.paid, map[*ir.Value]bool{})
	s.same = append(s.same, map[*ir.Value]*ir.Value{})
	edges := map[[2]*ir.Block]bool{}
	for _, b := range s.order {
		if !s.runs[k][b] {
			continue
		}
		for _, v := range b.Walk() {
			s.evaluate(v, k, edges)
			if v.Op.Is(ir.FlagEffect) {
				if v.Op == ir.OpCheck {
					if bits, ok := s.bits(v.Args[0], k); ok && bits != 0 {
						s.cost.rolled += 2
						continue
					}
				}
				s.pay(v, k)
			}
		}
		on := b.Succs
		if b.Kind == ir.BlockIf {
			s.cost.rolled++
			if bits, ok := s.bits(b.Control, k); ok {
				if on = b.Succs[:1]; bits == 0 {
					on = b.Succs[1:]
				}
				if !s.paid[k][b.Control] { // the comparison folds
					s.paid[k][b.Control] = true
					s.cost.rolled++
				}
			} else {
				s.cost.unrolled++
				if !s.l.IsExiting(b) {
					s.cost.branches++
				}
				s.pay(b.Control, k)
			}
		}
		for _, t := range on {
			edges[[2]*ir.Block{b, t}] = true
			if s.l.Contains(t) && t != s.l.Header {
				s.runs[k][t] = true
			}
		}
	}
}

// bits is the value of v in iteration k if it is constant.
func (s *simulation) bits(v *ir.Value, k int) (uint64, bool) {
	for {
		if v.IsConst() {
			return uint64(v.AuxInt), true
		}
		if !s.l.ContainsValue(v) {
			return 0, false
		}
		if b, ok := s.known[k][v]; ok {
			return b, true
		}
		w := s.same[k][v]
		if w == nil {
			return 0, false
		}
		v = w
	}
}

// evaluate looks whether v is constant, or another value, in iteration k.
func (s *simulation) evaluate(v *ir.Value, k int, edges map[[2]*ir.Block]bool) {
	known, same := s.known[k], s.same[k]
	if v.Type.IsVector() {
		return
	}
	switch v.Op {
	case ir.OpPhi:
		if v.Block == s.l.Header {
			at := v.Block.PredIndex(s.l.Latch)
			if k == 0 {
				if a := v.Args[1-at]; a.IsConst() {
					known[v] = uint64(a.AuxInt)
				}
			} else if b, ok := s.bits(v.Args[at], k-1); ok {
				known[v] = b
			}
			return
		}
		var only *ir.Value
		for i, p := range v.Block.Preds {
			if !edges[[2]*ir.Block{p, v.Block}] {
				continue
			}
			if only != nil && only != v.Args[i] {
				return
			}
			only = v.Args[i]
		}
		if only != nil {
			same[v] = only
		}
		return
	case ir.OpSelect:
		if c, ok := s.bits(v.Args[0], k); ok {
			if same[v] = v.Args[1]; c == 0 {
				same[v] = v.Args[2]
			}
			return
		}
	case ir.OpMul, ir.OpAnd, ir.OpAdd, ir.OpOr, ir.OpXor:
		s.identity(v, k)
	case ir.OpLoad:
		if i, ok := s.bits(v.Args[1], k); ok && v.Args[0].Op == ir.OpTablePtr {
			if b, ok := tableBits(s.f, v, int64(i)); ok {
				known[v] = b
			}
		}
		return
	case ir.OpFToSI:
		return // out of range is the Go implementation's business
	}
	info := v.Op.Info()
	if info.Eval == nil || len(v.Args) == 0 || len(v.Args) > 3 || v.Op.IsReduce() || v.Op.Is(ir.FlagMath) {
		return
	}
	var x [3]uint64
	for i, a := range v.Args {
		var ok bool
		if x[i], ok = s.bits(a, k); !ok {
			return
		}
	}
	if v.Op.Is(ir.FlagPartial) && x[1] == 0 {
		return
	}
	known[v] = info.Eval(v.Type.Elem, v.Args[0].Type.Elem, x[0], x[1], x[2])
}

// identity knows x*0, x&0, x*1, x+0 and their like of integers.
func (s *simulation) identity(v *ir.Value, k int) {
	if !v.Type.Elem.IsInt() {
		return
	}
	for i, a := range v.Args {
		b, ok := s.bits(a, k)
		switch {
		case !ok:
		case b == 0 && (v.Op == ir.OpMul || v.Op == ir.OpAnd):
			s.known[k][v] = 0
		case b == 0 || b == 1 && v.Op == ir.OpMul:
			s.same[k][v] = v.Args[1-i]
		}
	}
}

// pay adds the cost of v in iteration k, and of what it needs, once.
func (s *simulation) pay(v *ir.Value, k int) {
	if !s.l.ContainsValue(v) || s.paid[k][v] {
		return
	}
	s.paid[k][v] = true
	if v.Op == ir.OpPhi && v.Block == s.l.Header { // costs nothing itself
		if k > 0 {
			s.pay(v.Args[v.Block.PredIndex(s.l.Latch)], k-1)
		}
		return
	}
	price := 1
	switch {
	case v.Op == ir.OpPhi:
		price = 0
	case v.Op.Is(ir.FlagMath):
		price = clone.MathSize
	}
	s.cost.rolled += price
	if w := s.same[k][v]; w != nil {
		s.pay(w, k)
		return
	}
	if _, folded := s.bits(v, k); folded {
		return
	}
	s.cost.unrolled += price
	for _, a := range v.Args {
		s.pay(a, k)
	}
}

// tableBits is what v, a load from a table at index i, loads.
func tableBits(f *ir.Func, v *ir.Value, i int64) (uint64, bool) {
	data := f.Tables[v.Args[0].AuxInt].Data
	size := int64(v.Type.Elem.Size())
	at := i*int64(v.Scale) + int64(v.Off)
	if i < 0 || i > int64(len(data)) || at < 0 || at+size > int64(len(data)) {
		return 0, false
	}
	var b uint64
	for j := size - 1; j >= 0; j-- {
		b = b<<8 | uint64(data[at+j])
	}
	return b, true
}
