package analysis

import (
	"math"

	"hotloop/loopopt/ir"
)

// PhiKind is the role of a header phi.
type PhiKind uint8

// The kinds.
const (
	// Other is any other phi.
	Other PhiKind = iota
	// Induction is an integer that advances by an invariant step, or a float to which an invariant is added.
	Induction
	// Reduction is a value that all iterations combine with others by one operation and that the loop uses for
	// nothing else.
	Reduction
	// FirstOrderRecurrence is a value of the previous iteration that does not depend on the phi.
	FirstOrderRecurrence
	// Picked is assigned in some iterations only (argmin/argmax or find-last reduction). ClassifyPhis does not
	// detect it.
	Picked
	// Cursor is a conditional induction: it advances through memory in some iterations. ClassifyPhis does not
	// detect it.
	Cursor
	// Autonomic is an affine self-recurrence: it depends only on itself and other such phis. ClassifyPhis does
	// not detect it.
	Autonomic
)

var phiKindNames = [...]string{"other", "induction", "reduction", "recurrence", "pick", "cursor", "autonomous"}

func (k PhiKind) String() string { return phiKindNames[k] }

// PhiClass is a header phi and its classification.
type PhiClass struct {
	Phi      *ir.Value
	Kind     PhiKind
	Start    *ir.Value // the argument from outside the loop
	Backedge *ir.Value // the argument from the latch

	// For inductions of integers.
	StartExpr, StepExpr Expr
	// FloatStep is the value that a float induction adds, or subtracts if Backedge is a Sub.
	FloatStep *ir.Value

	// For reductions.
	Op    ir.Op       // Add, Mul, And, Or, Xor, Min…; Sub and FMA count as Add
	Chain []*ir.Value // from the phi to Backedge: operations, Selects and join phis
	// Forked means that several operations use one partial result, and Selects and joins choose which result is
	// kept.
	Forked bool
	// Needs are the permissions that every operation of the chain must have if it is to be reordered. Exact
	// means that none are needed.
	Needs ir.FPFlags
	Exact bool
	// Absorbs is a constant that absorbs everything it is combined with, including NaN, unlike Op: +Inf for
	// math.Max, -Inf for math.Min.
	Absorbs *ir.Value
}

// ClassifyPhis classifies the phis of l's header, in order. If l has several latches or entries, all are Other.
func ClassifyPhis(s *SCEV, l *Loop) []PhiClass {
	phis := l.Header.Phis()
	list := s.mem.phis.Take(len(phis))
	var users *Users
	for i, phi := range phis {
		c := &list[i]
		c.Phi = phi
		if l.Latch == nil || len(phi.Args) != 2 {
			continue
		}
		back := l.Header.PredIndex(l.Latch)
		c.Start, c.Backedge = phi.Args[1-back], phi.Args[back]
		if e := s.Of(phi); e.Kind == AddRec && e.Loop == l && phi.Type.Elem.IsInt() {
			c.Kind, c.StartExpr, c.StepExpr, c.Exact = Induction, e.Start(), e.Step(), true
			continue
		}
		if users == nil {
			users = FindUsers(s.f, l.Blocks)
		}
		switch {
		case c.reduction(l, users) || c.absorbing(users):
			c.Kind = Reduction
		case c.floatInduction(l):
			c.Kind, c.Needs, c.Op, c.Chain = Induction, ir.Reassoc, 0, nil
		case l.ContainsValue(c.Backedge) && !Reaches(c.Backedge, phi, l):
			c.Kind, c.Exact = FirstOrderRecurrence, true
		}
	}
	return list
}

// combines returns the operation by which v combines its argument acc with another value.
func combines(v, acc *ir.Value) (ir.Op, bool) {
	n := 0
	for _, a := range v.Args {
		if a == acc {
			n++
		}
	}
	if n != 1 {
		return 0, false
	}
	switch v.Op {
	case ir.OpAdd, ir.OpMul, ir.OpMin, ir.OpMax, ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU, ir.OpMinNum, ir.OpMaxNum:
		return v.Op, true
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		return v.Op, true
	case ir.OpSub:
		return ir.OpAdd, v.Args[0] == acc // a sum of negated terms
	case ir.OpFMA:
		return ir.OpAdd, v.Args[2] == acc
	}
	return 0, false
}

// maxChain bounds the number of operations of a reduction.
const maxChain = 64

// reduction follows the uses of the phi. Every value on the chain is used by the next operation, or by several
// operations, and an iteration keeps the result of one. Its only other uses are by Selects and joins that pass it on
// where no operation is done:
//
//	s1 = c ? s0 + x : d ? s0 + y : s0
//
// Nothing else in the loop may use these values, because the partial results of vector code differ. No
// operation combines two values of the chain, and Selects and joins choose only between such values. So each of
// them is the phi combined with other values, lane by lane as in the program.
func (c *PhiClass) reduction(l *Loop, users *Users) bool {
	on := map[*ir.Value]bool{c.Phi: true}
	c.Chain, c.Op = nil, 0
	cur := []*ir.Value{c.Phi}
	for len(cur) > 0 {
		v := cur[0]
		cur = cur[1:]
		us := users.Of(v)
		ops := 0
		for _, u := range us {
			switch {
			case u == nil:
				return false
			case u == c.Phi:
				if v != c.Backedge {
					return false
				}
				continue
			case u.Op == ir.OpSelect && u.Args[0] != v, u.Op == ir.OpPhi && u.Block != c.Phi.Block:
				if u.Op == ir.OpPhi && !l.Contains(u.Block) {
					return false
				}
			default:
				op, ok := combines(u, v)
				if !ok || c.Op != 0 && op != c.Op {
					return false
				}
				c.Op = op
				ops++
			}
			if !on[u] {
				on[u] = true
				c.Chain = append(c.Chain, u)
				cur = append(cur, u)
			}
		}
		if len(c.Chain) > maxChain {
			return false
		}
		c.Forked = c.Forked || ops > 1
	}
	if !on[c.Backedge] || c.Op == 0 {
		return false
	}
	// Both alternatives of Selects and joins must be partial results.
	for _, u := range c.Chain {
		switch u.Op {
		case ir.OpSelect:
			if !on[u.Args[1]] || !on[u.Args[2]] {
				return false
			}
		case ir.OpPhi:
			for _, a := range u.Args {
				if !on[a] {
					return false
				}
			}
		default:
			partial := 0
			for _, a := range u.Args {
				if on[a] {
					partial++
				}
			}
			if partial != 1 {
				return false // it combines two partial results
			}
		}
	}
	c.Needs, c.Exact = 0, true
	if c.Phi.Type.Elem.IsFloat() {
		switch c.Op {
		case ir.OpAdd, ir.OpMul:
			c.Needs = ir.Reassoc
		case ir.OpMinNum, ir.OpMaxNum:
			// Which of +0 and -0 is chosen, and the effect of a NaN, depend on the order.
			c.Needs = ir.NNaN | ir.NSZ
		}
		c.Exact = c.Needs == 0
	}
	return true
}

// absorbing follows the chain of math.Max, or math.Min:
//
//	next = x == +Inf || phi == +Inf ? +Inf : max(x, phi)
//
// These functions order all numbers, with NaN after the finite ones and the infinity last, so that their result
// does not depend on the order of evaluation.
func (c *PhiClass) absorbing(users *Users) bool {
	c.Chain, c.Op, c.Forked = nil, 0, false
	for v := c.Phi; v != c.Backedge; {
		next := c.absorbs(users, v)
		if next == nil || len(c.Chain) > maxChain {
			return false
		}
		v = next
	}
	if us := users.Of(c.Backedge); len(us) != 1 || us[0] != c.Phi || len(c.Chain) == 0 {
		return false
	}
	c.Needs, c.Exact = 0, true
	return true
}

// absorbs returns the step of such a reduction that has v as an operand, or nil.
func (c *PhiClass) absorbs(users *Users, v *ir.Value) *ir.Value {
	only := func(v *ir.Value, op ir.Op) *ir.Value {
		if us := users.Of(v); len(us) == 1 && us[0] != nil && us[0].Op == op {
			return us[0]
		}
		return nil
	}
	other := func(pair, a *ir.Value) *ir.Value {
		if pair.Args[0] == a {
			return pair.Args[1]
		}
		return pair.Args[0]
	}
	us := users.Of(v)
	if len(us) != 2 || us[0] == nil || us[1] == nil {
		return nil
	}
	best, test := us[0], us[1]
	if best.Op == ir.OpEq {
		best, test = test, best
	}
	if best.Op != ir.OpMax && best.Op != ir.OpMin || c.Op != 0 && best.Op != c.Op || test.Op != ir.OpEq {
		return nil
	}
	x, inf, next, either := other(best, v), other(test, v), only(best, ir.OpSelect), only(test, ir.OpOr)
	if !isInf(inf, best.Op == ir.OpMin) || next == nil || either == nil || x == v || only(either, ir.OpSelect) != next ||
		next.Args[0] != either || next.Args[1] != inf || next.Args[2] != best {
		return nil
	}
	if also := other(either, test); also.Op != ir.OpEq || also.Args[0] != x && also.Args[1] != x || other(also, x) != inf {
		return nil
	}
	c.Op, c.Absorbs, c.Chain = best.Op, inf, append(c.Chain, best, test, either, next)
	return next
}

// isInf reports whether v is the constant +Inf or, if negative, -Inf.
func isInf(v *ir.Value, negative bool) bool {
	sign := 1
	if negative {
		sign = -1
	}
	if v.Type.Elem == ir.F32 {
		return v.IsConst() && uint32(v.AuxInt) == math.Float32bits(float32(math.Inf(sign)))
	}
	return v.IsConst() && uint64(v.AuxInt) == math.Float64bits(math.Inf(sign))
}

// floatInduction reports whether the phi advances by an invariant float.
func (c *PhiClass) floatInduction(l *Loop) bool {
	u := c.Backedge
	if !c.Phi.Type.Elem.IsFloat() || u.Op != ir.OpAdd && u.Op != ir.OpSub {
		return false
	}
	switch {
	case u.Args[0] == c.Phi && l.Invariant(u.Args[1]):
		c.FloatStep = u.Args[1]
	case u.Op == ir.OpAdd && u.Args[1] == c.Phi && l.Invariant(u.Args[0]):
		c.FloatStep = u.Args[0]
	}
	return c.FloatStep != nil
}

// Reaches reports whether v is computed from target within one iteration. It does not look through other header
// phis.
func Reaches(v, target *ir.Value, l *Loop) bool {
	seen := map[*ir.Value]bool{}
	var walk func(v *ir.Value) bool
	walk = func(v *ir.Value) bool {
		if v == target {
			return true
		}
		if seen[v] || !l.ContainsValue(v) {
			return false
		}
		seen[v] = true
		if v.Op == ir.OpPhi && v.Block == l.Header {
			return false // a value of the previous iteration: another recurrence, classified separately
		}
		for _, a := range v.Args {
			if walk(a) {
				return true
			}
		}
		return false
	}
	return walk(v)
}
