package vet

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// deepest bounds how far values are followed.
const deepest = 40

// basis is what a value depends on at most.
type basis uint8

const (
	onConstants basis = iota
	onLengths
	onParameters
	onData // nothing is known about it
)

// value estimates an integer or a condition: its value, whether it is known, and what it depends on.
func (s *shape) value(v *ir.Value, depth int) (x float64, known bool, on basis) {
	if depth > deepest {
		return 0, false, onData
	}
	switch v.Op {
	case ir.OpConst:
		if v.Type.Elem.IsFloat() {
			return 0, false, onConstants
		}
		return float64(v.Int()), true, onConstants
	case ir.OpArgLen, ir.OpArgCap:
		return s.n, true, onLengths
	case ir.OpArg:
		return s.parameter(v)
	case ir.OpLoad:
		return s.n, v.Header() && v.HeaderWord() > 0, onData
	case ir.OpPhi:
		return s.phi(v, depth)
	case ir.OpSelect:
		if c, ok, on := s.value(v.Args[0], depth+1); ok && on <= onLengths {
			x, known, o := s.value(v.Args[2-int(c)], depth+1)
			return x, known, max(on, o)
		}
		return 0, false, onData
	}
	args := [3]float64{}
	if len(v.Args) == 0 || len(v.Args) > 2 {
		return 0, false, onData
	}
	known = true
	for i, a := range v.Args {
		y, ok, o := s.value(a, depth+1)
		args[i], known, on = y, known && ok, max(on, o)
	}
	x, ok := computed(v.Op, args[0], args[1])
	return x, known && ok, on
}

// parameter is the value of a number that is a parameter, or lies behind one.
func (s *shape) parameter(v *ir.Value) (x float64, known bool, on basis) {
	on = onParameters
	if int(v.AuxInt) < len(s.origins) && s.origins[v.AuxInt].Via >= 0 {
		on = onData
	}
	switch {
	case v.Type.Elem.IsFloat() || v.Type.Elem == ir.Bool:
		return 0, false, on
	case s.each >= 0 && int(v.AuxInt) != s.each:
		return 1, true, on
	}
	return s.n, true, on
}

// phi is the value of a phi: behind a loop the one that a recurrence of it ends with; behind a branch that is decided
// the one of the way taken. In a loop it has no one value.
func (s *shape) phi(v *ir.Value, depth int) (x float64, known bool, on basis) {
	if l := s.li.Of(v.Block); l != nil && l.Header == v.Block {
		start, step, ok := s.scev.AddRec(v, l)
		if !ok || s.at != nil && l.Contains(s.at) {
			return 0, false, onData
		}
		from, ok1 := s.expr(start, depth+1)
		by, ok2 := s.expr(step, depth+1)
		return from + by*s.taken(l, depth+1), ok1 && ok2, onParameters
	}
	for i, a := range v.Args {
		y, ok, o := s.value(a, depth+1)
		if !ok || i > 0 && y != x {
			return s.chosen(v, depth)
		}
		x, on = y, max(on, o)
	}
	return x, true, on
}

// chosen is the value of a phi of two by the branch above it.
func (s *shape) chosen(v *ir.Value, depth int) (x float64, known bool, on basis) {
	dom := s.scev.Dom()
	above := dom.Idom(v.Block)
	if above.Kind != ir.BlockIf {
		return 0, false, onData
	}
	c, ok, on := s.value(above.Control, depth+1)
	if !ok {
		return 0, false, on
	}
	to := above.Succs[0]
	if c == 0 {
		to = above.Succs[1]
	}
	for i, from := range v.Block.Preds {
		if from == above && to == v.Block || to != v.Block && dom.Dominates(to, from) {
			x, ok, o := s.value(v.Args[i], depth+1)
			return x, ok, max(on, o)
		}
	}
	return 0, false, onData
}

// computed is an operation on estimates.
func computed(op ir.Op, a, b float64) (float64, bool) {
	is := func(c bool) (float64, bool) {
		if c {
			return 1, true
		}
		return 0, true
	}
	switch op {
	case ir.OpAdd:
		return a + b, true
	case ir.OpSub:
		return a - b, true
	case ir.OpMul:
		return a * b, true
	case ir.OpDivS, ir.OpDivU:
		return math.Trunc(a / b), b != 0
	case ir.OpRemS, ir.OpRemU:
		return math.Mod(a, b), b != 0
	case ir.OpShl:
		return math.Ldexp(a, int(b)), true
	case ir.OpShrS, ir.OpShrU:
		return math.Floor(math.Ldexp(a, -int(b))), true
	case ir.OpMinS, ir.OpMinU:
		return min(a, b), true
	case ir.OpMaxS, ir.OpMaxU:
		return max(a, b), true
	case ir.OpSExt, ir.OpZExt, ir.OpTruncI, ir.OpCopy:
		return a, true
	case ir.OpNeg:
		return -a, true
	case ir.OpEq:
		return is(a == b)
	case ir.OpNe:
		return is(a != b)
	case ir.OpLtS, ir.OpLtU:
		return is(a < b)
	case ir.OpLeS, ir.OpLeU:
		return is(a <= b)
	}
	return 0, false
}

// decided says which way the branch of a block goes, if lengths alone say so, and what it depends on.
func (s *shape) decided(b *ir.Block) (x float64, known bool, on basis) {
	s.at = b
	defer func() { s.at = nil }()
	x, known, on = s.value(b.Control, 0)
	return x, known && on <= onLengths, on
}

// leaf is value for what the number of iterations is computed from, and notes what that depends on: the length of a row
// is a length.
func (s *shape) leaf(v *ir.Value, depth int) (float64, bool) {
	x, ok, on := s.value(v, depth)
	if ok && v.Op == ir.OpLoad {
		on = onLengths
	}
	s.on = max(s.on, on)
	return x, ok
}

// expr estimates an expression of scalar evolution; a recurrence of a loop around is taken in its middle.
func (s *shape) expr(e analysis.Expr, depth int) (float64, bool) {
	if depth > deepest {
		return 0, false
	}
	var args []float64
	for _, a := range e.Args {
		x, ok := s.expr(a, depth+1)
		if !ok {
			return 0, false
		}
		args = append(args, x)
	}
	switch e.Kind {
	case analysis.Const:
		return float64(e.Val), true
	case analysis.Unknown:
		return s.leaf(e.V, depth+1)
	case analysis.Sum:
		sum := float64(e.Val)
		for i, x := range args {
			sum += float64(e.Coef[i]) * x
		}
		return sum, true
	case analysis.Prod:
		x := 1.0
		for _, y := range args {
			x *= y
		}
		return x, true
	case analysis.AddRec:
		return args[0] + args[1]*s.taken(e.Loop, depth)/2, true
	case analysis.SExt, analysis.ZExt, analysis.Trunc:
		return args[0], true
	case analysis.MinS, analysis.MinU:
		return min(args[0], args[1]), true
	case analysis.MaxS, analysis.MaxU:
		return max(args[0], args[1]), true
	case analysis.DivU:
		return math.Trunc(args[0] / float64(e.Val)), true
	case analysis.IfLtU:
		if args[0] < args[1] {
			return args[2], true
		}
		return 0, true
	case analysis.Tri:
		return args[0] * (args[0] - 1) / 2, true
	}
	return 0, false
}
