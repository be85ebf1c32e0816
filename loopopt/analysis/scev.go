package analysis

import "hotloop/loopopt/ir"

// SCEV is scalar evolution (Bachmann, Wang, Zima: Chains of recurrences, 1994; LLVM's ScalarEvolution): closed
// forms for the integers of a function over the iterations of its loops.
//
// The IR wraps, and so do expressions: i in for i := int32(0); …; i++ is {0,+,1} modulo 1<<32, whatever its
// bounds. What needs arithmetic without wrapping, above all widening a recurrence and counting iterations, is
// done only with a proof from ranges, loop bounds and dominating conditions.
type SCEV struct {
	f   *ir.Func
	li  *LoopInfo
	dom *ir.Dom

	interned
	mem *memory

	memo  []Expr  // by value ID
	busy  []int32 // by value ID: position of the query about it, plus 1
	loops []loopFacts
	facts [][]fact // by block ID: facts at the end of the block
	known []bool   // by block ID: facts is valid

	asked questionStack
	depth int

	raised int // how many terms leAbove has replaced in the sum that it asks about

	carried  map[*ir.Value]bounds // the ranges of header phis; see carriedRange
	carrying int32                // position, plus 1, of the query that needs one

	// Halves, if not nil, is a loop in which n*(n-1)/2 is treated as a Tri, which is correct if n is small.
	// Halved lists those n.
	Halves *Loop
	Halved []Expr

	assumed *Predicates // see Assuming; nil means that nothing is assumed

	younger []behind // see Behind
}

// interned holds the unique expressions.
type interned struct {
	table    [buckets]Expr
	small    [16]Expr // small i64 constants
	slab     []Node
	argSlab  []Expr
	coefSlab []int64
	nextID   int32
}

// NewSCEV prepares the analysis; everything is computed on demand.
func NewSCEV(f *ir.Func, li *LoopInfo, dom *ir.Dom) *SCEV {
	n, m := f.NumValues(), f.NumBlocks()
	mem := memoryOf(f)
	s := &mem.scevs.Take(1)[0]
	*s = SCEV{asked: questionStack{serials: f.NewInts(askedAtFirst)[:0]}, f: f, li: li, dom: dom, memo: mem.exprs.Take(n),
		busy: f.NewInts(n), known: f.NewFlags(m), loops: mem.loopFacts.Take(len(li.Loops)), facts: mem.facts.Take(m), mem: mem}
	return s
}

// Dom returns the dominator tree that the analysis uses.
func (s *SCEV) Dom() *ir.Dom { return s.dom }

// LoopInfo returns the loop forest that the analysis uses.
func (s *SCEV) LoopInfo() *LoopInfo { return s.li }

// maxDepth bounds the recursion over long chains of operations.
const maxDepth = 200

// maxTerms bounds the size of the sums that are analyzed. For sums of a thousand terms, and everything that
// they are made of, tables would be larger than the function. Ordinary sums have up to ten terms.
const maxTerms = 64

// Of returns the expression of v. Floats, pointers, bools and vectors are Unknown.
func (s *SCEV) Of(v *ir.Value) Expr {
	if int(v.ID) >= len(s.memo) { // created after the analysis
		grow := int(v.ID) + 32
		s.memo = append(s.memo, make([]Expr, grow-len(s.memo))...)
		s.busy = append(append([]int32(nil), s.busy...), make([]int32, grow-len(s.busy))...)
	}
	if e := s.memo[v.ID]; e != nil {
		return e
	}
	if !v.Type.Elem.IsInt() || v.Type.IsVector() {
		e := s.unknown(v)
		s.memo[v.ID] = e
		return e
	}
	if s.depth > maxDepth || s.busy[v.ID] > 0 {
		at := int32(beyondAll)
		if s.depth <= maxDepth {
			at = s.busy[v.ID] - 1
		}
		s.asked.cutAt(at)
		return s.unknown(v)
	}
	at, outer := s.asked.open()
	s.busy[v.ID] = at + 1
	s.depth++
	e := s.compute(v)
	if len(e.Args) > maxTerms {
		e = s.unknown(v)
	}
	s.depth--
	s.busy[v.ID] = 0
	if s.asked.close(at, outer).at == whole {
		s.memo[v.ID] = e
	}
	if e.value == nil && e.Kind != AddRec {
		e.value = v
	}
	return e
}

// operand returns the expression of argument i of v. Outside a loop, a value computed in the loop means its
// value in the last iteration.
func (s *SCEV) operand(v *ir.Value, i int) Expr {
	a := v.Args[i]
	if l := s.li.Of(a.Block); l != nil && !l.Contains(v.Block) {
		return s.outside(a, v.Block)
	}
	return s.Of(a)
}

// outside returns the expression of v, a value of some loop, as seen from block b outside that loop.
func (s *SCEV) outside(v *ir.Value, b *ir.Block) Expr {
	e := s.Of(v)
	for l := s.li.Of(v.Block); l != nil && !l.Contains(b); l = l.Parent {
		if !s.Invariant(e, l) {
			return s.unknown(v)
		}
	}
	return e
}

func (s *SCEV) compute(v *ir.Value) Expr {
	e := v.Type.Elem
	switch v.Op {
	case ir.OpConst:
		return s.Const(e, v.Int())
	case ir.OpCopy:
		return s.operand(v, 0)
	case ir.OpPhi:
		return s.phi(v)
	case ir.OpAdd:
		return s.Add(s.operand(v, 0), s.operand(v, 1))
	case ir.OpSub:
		return s.Sub(s.operand(v, 0), s.operand(v, 1))
	case ir.OpMul:
		return s.Mul(s.operand(v, 0), s.operand(v, 1))
	case ir.OpNeg:
		return s.MulConst(s.operand(v, 0), -1)
	case ir.OpNot:
		return s.not(s.operand(v, 0))
	case ir.OpShl:
		if c := v.Args[1]; c.IsConst() {
			if n := uint64(c.AuxInt); n < uint64(e.Bits()) {
				return s.MulConst(s.operand(v, 0), 1<<n)
			}
			return s.Const(e, 0)
		}
	case ir.OpShrU:
		if c := v.Args[1]; c.IsConst() && uint64(c.AuxInt) < uint64(e.Bits()-1) {
			return s.divU(s.operand(v, 0), 1<<uint64(c.AuxInt))
		}
	case ir.OpDivU:
		if c := v.Args[1]; c.IsConst() && c.Int() > 0 {
			return s.divU(s.operand(v, 0), c.Int())
		}
	case ir.OpDivS, ir.OpShrS:
		if h := s.half(v); h != nil {
			return h
		}
	case ir.OpSExt:
		return s.sext(s.operand(v, 0), e)
	case ir.OpZExt:
		if v.Args[0].Type.Elem.IsInt() {
			return s.zext(s.operand(v, 0), e)
		}
	case ir.OpTruncI:
		return s.trunc(s.operand(v, 0), e)
	case ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU:
		return s.minMax(minMaxKind(v.Op), s.operand(v, 0), s.operand(v, 1))
	}
	return s.unknown(v)
}

func minMaxKind(op ir.Op) Kind {
	switch op {
	case ir.OpMinS:
		return MinS
	case ir.OpMaxS:
		return MaxS
	case ir.OpMinU:
		return MinU
	}
	return MaxU
}

// phi finds recurrences: a header phi whose back-edge value is itself plus a sum of invariants.
func (s *SCEV) phi(v *ir.Value) Expr {
	l := s.li.Of(v.Block)
	if l == nil || l.Header != v.Block {
		if len(v.Args) == 1 { // loop-closed SSA
			return s.operand(v, 0)
		}
		return s.unknown(v)
	}
	if l.Latch == nil || len(v.Args) != 2 {
		return s.unknown(v)
	}
	back := v.Block.PredIndex(l.Latch)
	step := s.Const(v.Type.Elem, 0)
	for w := v.Args[back]; w != v; {
		switch {
		case w.Op == ir.OpPhi && w.Block == v.Block:
			return s.follows(v, w, step, l)
		case w.Op == ir.OpAdd && s.steps(w.Args[1], l):
			step = s.Add(step, s.operand(w, 1))
			w = w.Args[0]
		case w.Op == ir.OpAdd && s.steps(w.Args[0], l):
			step = s.Add(step, s.operand(w, 0))
			w = w.Args[1]
		case w.Op == ir.OpSub && s.steps(w.Args[1], l):
			step = s.Sub(step, s.operand(w, 1))
			w = w.Args[0]
		case w.Op == ir.OpAdd && w.Args[0] == v && step.Kind == Const:
			return s.second(v, s.operand(w, 1), step, l)
		case w.Op == ir.OpAdd && w.Args[1] == v && step.Kind == Const:
			return s.second(v, s.operand(w, 0), step, l)
		default:
			return s.unknown(v)
		}
		if !l.ContainsValue(w) {
			return s.unknown(v) // the chain leaves the loop without reaching the phi
		}
	}
	return s.rec(s.operand(v, 1-back), step, l)
}

// follows handles a header phi v whose back-edge value is another header phi, w, plus d. With w = a + k*t in
// iteration k, v is a + (k-1)*t + d from iteration 1 on. That is a recurrence if v's start is a - t + d.
// Rotation leaves such pairs if the loop condition uses i+1.
func (s *SCEV) follows(v, w *ir.Value, d Expr, l *Loop) Expr {
	e := s.Of(w) // in a cycle of such phis, each is unknown to itself
	if e.Kind != AddRec || e.Loop != l {
		return s.unknown(v)
	}
	start := s.operand(v, 1-v.Block.PredIndex(l.Latch))
	if start != s.Add(s.Sub(e.Start(), e.Step()), d) {
		return s.unknown(v)
	}
	return s.rec(start, e.Step(), l)
}

// steps reports whether v may be a summand of a step: it is invariant in l.
func (s *SCEV) steps(v *ir.Value, l *Loop) bool { return v.IsConst() || l.Invariant(v) }

// trunc returns e truncated to elem. Sums, products and recurrences may be truncated before or after.
func (s *SCEV) trunc(e Expr, elem ir.Elem) Expr {
	switch e.Kind {
	case Const:
		return s.Const(elem, e.Val)
	case Sum:
		l := s.linear(elem, e.Val)
		for i, a := range e.Args {
			l.add(s.trunc(a, elem), e.Coef[i])
		}
		return s.keep(l)
	case AddRec:
		return s.rec(s.trunc(e.Start(), elem), s.trunc(e.Step(), elem), e.Loop)
	case Trunc:
		return s.trunc(e.Args[0], elem)
	case SExt, ZExt:
		a := e.Args[0]
		switch {
		case a.Elem == elem:
			return a
		case a.Elem.Bits() > elem.Bits():
			return s.trunc(a, elem)
		case e.Kind == SExt:
			return s.sext(a, elem)
		}
		return s.zext(a, elem)
	}
	return s.intern(Node{Kind: Trunc, Elem: elem}, e)
}

// sext sign-extends e.
func (s *SCEV) sext(e Expr, elem ir.Elem) Expr {
	switch e.Kind {
	case Const:
		return s.Const(elem, e.Val)
	case SExt:
		return s.sext(e.Args[0], elem)
	case ZExt:
		return s.zext(e.Args[0], elem)
	case Trunc:
		// If nothing was lost, this restores the original.
		if a := e.Args[0]; a.Elem == elem && fits(s.rangeOf(a), e.Elem) {
			return a
		}
	case AddRec:
		if s.NoSignedWrap(e) {
			start := s.sext(e.Start(), elem)
			if elem == ir.I64 {
				start = s.sextAt(e.Start(), s.entryFacts(e.Loop))
			}
			return s.rec(start, s.sext(e.Step(), elem), e.Loop)
		}
	case Sum:
		if _, ok := s.exactSum(e); ok {
			l := s.linear(elem, e.Val)
			for i, a := range e.Args {
				l.add(s.sext(a, elem), e.Coef[i])
			}
			return s.keep(l)
		}
	case MinS, MaxS:
		return s.minMax(e.Kind, s.sext(e.Args[0], elem), s.sext(e.Args[1], elem))
	}
	kind := SExt
	if s.rangeOf(e).lo >= 0 {
		if e.Kind == DivU || e.Kind == MinU || e.Kind == MaxU {
			return s.zext(e, elem)
		}
		kind = ZExt // canonical form if both are equivalent
	}
	return s.intern(Node{Kind: kind, Elem: elem}, e)
}

// zext zero-extends e.
func (s *SCEV) zext(e Expr, elem ir.Elem) Expr {
	switch e.Kind {
	case Const:
		return s.Const(elem, int64(ir.Truncate(e.Elem, uint64(e.Val))))
	case ZExt:
		return s.zext(e.Args[0], elem)
	case MinU, MaxU:
		return s.minMax(e.Kind, s.zext(e.Args[0], elem), s.zext(e.Args[1], elem))
	case DivU:
		return s.divU(s.zext(e.Args[0], elem), e.Val)
	case AddRec:
		// A recurrence that stays within the unsigned numbers is the same one there.
		if e.Step().Kind == Const && s.noUnsignedWrap(e) {
			start := s.zext(e.Start(), elem)
			if elem == ir.I64 {
				start = s.zextAt(e.Start(), s.entryFacts(e.Loop))
			}
			return s.rec(start, s.Const(elem, e.Step().Val), e.Loop)
		}
	}
	if s.rangeOf(e).lo >= 0 && (e.Kind == AddRec || e.Kind == Sum || e.Kind == MinS || e.Kind == MaxS ||
		e.Kind == Trunc) {
		if w := s.sext(e, elem); w.Kind != ZExt {
			return w
		}
	}
	return s.intern(Node{Kind: ZExt, Elem: elem}, e)
}

// AddRec returns the start and step of v as a recurrence of l. An invariant value is not a recurrence.
func (s *SCEV) AddRec(v *ir.Value, l *Loop) (start, step Expr, ok bool) {
	e := s.Of(v)
	if e.Kind != AddRec || e.Loop != l {
		return nil, nil, false
	}
	return e.Start(), e.Step(), true
}

// ConstStep is like AddRec for constant steps; invariant values have step 0.
func (s *SCEV) ConstStep(v *ir.Value, l *Loop) (start Expr, step int64, ok bool) {
	e := s.Of(v)
	switch {
	case e.Kind == AddRec && e.Loop == l && e.Step().Kind == Const:
		return e.Start(), e.Step().Val, true
	case s.Invariant(e, l):
		return e, 0, true
	}
	return nil, 0, false
}
