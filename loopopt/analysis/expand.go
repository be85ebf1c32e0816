package analysis

import "hotloop/loopopt/ir"

// Expand computes e at the end of block at, before its control transfer, and returns the value. The values that
// e refers to must dominate at. Recurrences of loops around at use the loops' phis where possible. Existing
// values that dominate at are reused.
func (s *SCEV) Expand(e Expr, at *ir.Block) *ir.Value {
	if e.Kind == Const {
		return s.f.ConstInt(ir.Scalar(e.Elem), e.Val)
	}
	if v := e.value; v != nil && s.available(v, at) {
		return v
	}
	v := s.expand(e, at)
	e.value = v
	return v
}

// Behind records that b, a block created after the analysis, follows old in the same loop, so that expressions
// may be expanded in b.
func (s *SCEV) Behind(b, old *ir.Block) {
	s.younger = append(s.younger, behind{b, old})
	s.li.Of(old).Include(b)
}

// behind is a block created after the analysis, and a block before it.
type behind struct{ block, old *ir.Block }

// available reports whether v may be used at the end of block at: it dominates at and is not defined in a loop
// that at is outside of.
func (s *SCEV) available(v *ir.Value, at *ir.Block) bool {
	b := v.Block
	if b == nil || v.Op == ir.OpCopy {
		return false
	}
	if b == at || b == s.f.Entry() {
		return true
	}
	for i := len(s.younger) - 1; i >= 0; i-- { // few
		if s.younger[i].block == at {
			at = s.younger[i].old
			break
		}
	}
	n := ir.ID(len(s.facts)) // blocks from here on are newer than the dominator tree
	if b.ID >= n || at.ID >= n || !s.dom.Dominates(b, at) {
		return false
	}
	l := s.li.Of(b)
	return l == nil || l.Contains(at)
}

func (s *SCEV) expand(e Expr, at *ir.Block) *ir.Value {
	t := ir.Scalar(e.Elem)
	arg := func(i int) *ir.Value { return s.Expand(e.Args[i], at) }
	switch e.Kind {
	case Unknown:
		return e.V // the caller ensures that it dominates
	case Sum:
		return s.expandSum(e, at)
	case Prod:
		v := arg(0)
		for i := range e.Args[1:] {
			v = at.New(ir.OpMul, t, 0, v, arg(i+1))
		}
		return v
	case SExt:
		return at.New(ir.OpSExt, t, 0, arg(0))
	case ZExt:
		return at.New(ir.OpZExt, t, 0, arg(0))
	case Trunc:
		return at.New(ir.OpTruncI, t, 0, arg(0))
	case MinS:
		return at.New(ir.OpMinS, t, 0, arg(0), arg(1))
	case MaxS:
		return at.New(ir.OpMaxS, t, 0, arg(0), arg(1))
	case MinU:
		return at.New(ir.OpMinU, t, 0, arg(0), arg(1))
	case MaxU:
		return at.New(ir.OpMaxU, t, 0, arg(0), arg(1))
	case DivU:
		if n := e.Val; n&(n-1) == 0 {
			k := int64(0)
			for 1<<k != n {
				k++
			}
			return at.New(ir.OpShrU, t, 0, arg(0), s.f.ConstInt(t, k))
		}
		return at.New(ir.OpDivU, t, 0, arg(0), s.f.ConstInt(t, e.Val))
	case IfLtU:
		c := at.New(ir.OpLtU, ir.TBool, 0, arg(0), arg(1))
		return at.New(ir.OpSelect, t, 0, c, arg(2), s.f.ConstInt(t, 0))
	case Tri:
		return Triangular(arg(0), func(op ir.Op, args ...*ir.Value) *ir.Value { return at.New(op, t, 0, args...) })
	case AddRec:
		if e.Loop.Contains(at) {
			return s.expandRec(e, at)
		}
	}
	s.f.Fatalf("analysis: cannot expand %s in %s", e, at)
	return nil
}

// expandRec expands a recurrence of a loop around at. If a phi of the loop has the same step, the result is
// that phi plus an invariant; otherwise it is start + k*step, where k counts the iterations.
func (s *SCEV) expandRec(e Expr, at *ir.Block) *ir.Value {
	t := ir.Scalar(e.Elem)
	var count *ir.Value
	for _, phi := range e.Loop.Header.Phis() {
		if phi.Type != t {
			continue
		}
		k := s.Of(phi)
		if k.Kind != AddRec || k.Loop != e.Loop {
			continue
		}
		if k.Step() == e.Step() {
			d := s.Sub(e.Start(), k.Start())
			if d.Kind == Const && d.Val == 0 {
				return phi
			}
			return at.New(ir.OpAdd, t, 0, phi, s.Expand(d, at))
		}
		if k.Start().Kind == Const && k.Start().Val == 0 && k.Step().Kind == Const && k.Step().Val == 1 {
			count = phi
		}
	}
	if count == nil {
		count = s.counter(e.Loop, t)
	}
	v := count
	if e.Step().Kind != Const || e.Step().Val != 1 {
		v = at.New(ir.OpMul, t, 0, count, s.Expand(e.Step(), at))
	}
	if e.Start().Kind == Const && e.Start().Val == 0 {
		return v
	}
	return at.New(ir.OpAdd, t, 0, s.Expand(e.Start(), at), v)
}

// counter adds to l a phi that counts iterations from 0.
func (s *SCEV) counter(l *Loop, t ir.Type) *ir.Value {
	phi := l.Header.NewPhi(t, 0)
	next := l.Latch.New(ir.OpAdd, t, 0, phi, s.f.ConstInt(t, 1))
	for _, p := range l.Header.Preds {
		if p == l.Latch {
			phi.AddArg(next)
		} else {
			phi.AddArg(s.f.ConstInt(t, 0))
		}
	}
	return phi
}

// expandSum expands positive terms first, so that a difference is one Sub, and the constant last.
func (s *SCEV) expandSum(e Expr, at *ir.Block) *ir.Value {
	t := ir.Scalar(e.Elem)
	var sum *ir.Value
	term := func(i int, k int64) *ir.Value {
		v := s.Expand(e.Args[i], at)
		switch {
		case k == 1:
			return v
		case k > 0 && k&(k-1) == 0:
			n := int64(0)
			for 1<<n != k {
				n++
			}
			return at.New(ir.OpShl, t, 0, v, s.f.ConstInt(t, n))
		}
		return at.New(ir.OpMul, t, 0, v, s.f.ConstInt(t, k))
	}
	for i, k := range e.Coef {
		if k > 0 {
			if v := term(i, k); sum == nil {
				sum = v
			} else {
				sum = at.New(ir.OpAdd, t, 0, sum, v)
			}
		}
	}
	c := e.Val
	for i, k := range e.Coef {
		if k < 0 {
			if sum == nil {
				sum, c = s.f.ConstInt(t, c), 0
			}
			sum = at.New(ir.OpSub, t, 0, sum, term(i, -k))
		}
	}
	if c != 0 {
		sum = at.New(ir.OpAdd, t, 0, sum, s.f.ConstInt(t, c))
	}
	return sum
}
