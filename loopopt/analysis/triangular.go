package analysis

import "hotloop/loopopt/ir"

// Second-order recurrences, whose step is a recurrence. In packed triangular matrices, the position of a row is
// that of the previous row plus its length. They are expressed with Tri, n*(n-1)/2, which grows by n when n
// grows by one.

// tri returns n*(n-1)/2.
func (s *SCEV) tri(n Expr) Expr {
	if n.Kind == Const && n.Val > -1<<31 && n.Val < 1<<31 {
		return s.Const(n.Elem, n.Val*(n.Val-1)/2)
	}
	return s.intern(Node{Kind: Tri, Elem: n.Elem}, n)
}

// Triangular computes n*(n-1)/2 such that the low bits of the result are right for every n: it halves whichever
// of n and n-1 is even. n>>1 is that half, and (n-1)|1 is the odd factor.
func Triangular(n *ir.Value, make func(op ir.Op, args ...*ir.Value) *ir.Value) *ir.Value {
	one := n.Block.Func.ConstInt(n.Type, 1)
	odd := make(ir.OpOr, make(ir.OpSub, n, one), one)
	return make(ir.OpMul, make(ir.OpShrS, n, one), odd)
}

// second returns the expression of header phi v of l, to which each iteration adds by + c: its start plus the
// sum of the increments. The sum has a closed form if by is a recurrence of l with step 1: n = by + c grows by
// one, so the sum is Tri(n) minus Tri of the first n.
func (s *SCEV) second(v *ir.Value, by, c Expr, l *Loop) Expr {
	n := s.Add(by, c)
	if v.Type.Elem != ir.I64 || n.Kind != AddRec || n.Loop != l || n.Step().Kind != Const || n.Step().Val != 1 {
		return s.unknown(v)
	}
	start := s.operand(v, 1-v.Block.PredIndex(l.Latch))
	return s.Add(s.Sub(s.tri(n), s.tri(n.Start())), start)
}

// half returns v, a quotient by two or a shift by one, as a Tri if it is n*(n-1)/2. It returns nil if it is
// not, or if the product may wrap.
func (s *SCEV) half(v *ir.Value) Expr {
	by := int64(2)
	if v.Op == ir.OpShrS {
		by = 1
	}
	if v.Type != ir.TI64 || !v.Args[1].IsConstInt(by) {
		return nil
	}
	n := s.neighbours(s.operand(v, 0))
	if n == nil {
		return nil
	}
	// The product of consecutive integers is even and non-negative.
	if r := s.rangeAt(n, s.factsWhere(v)); r.lo > -1<<31 && r.hi < 1<<31 {
		return s.tri(n)
	}
	if s.Halves == nil || !s.Halves.ContainsValue(v) {
		return nil
	}
	s.Halved = append(s.Halved, n)
	return s.tri(n)
}

// neighbours returns n if p is n*(n-1), as a product or multiplied out, or nil.
func (s *SCEV) neighbours(p Expr) Expr {
	switch {
	case p.Kind == Prod && len(p.Args) == 2:
		if d, ok := s.ConstDiff(p.Args[0], p.Args[1]); ok && (d == 1 || d == -1) {
			if d == 1 {
				return p.Args[0]
			}
			return p.Args[1]
		}
	case p.Kind == Sum:
		for i, t := range p.Args {
			if t.Kind != Prod || len(t.Args) != 2 || t.Args[0] != t.Args[1] || p.Coef[i] != 1 {
				continue
			}
			switch a, rest := t.Args[0], s.Sub(p, t); rest {
			case a:
				return s.AddConst(a, 1)
			case s.MulConst(a, -1):
				return a
			}
		}
	}
	return nil
}
