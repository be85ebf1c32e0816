package analysis

import (
	"math"

	"hotloop/loopopt/ir"
)

// PhiKind is what a header phi carries around its loop.
type PhiKind uint8

// The kinds.
const (
	// Other is anything else.
	Other PhiKind = iota
	// Induction: an integer that advances by an invariant step, or a float that an invariant is added to.
	Induction
	// Reduction: all iterations combine something with it by one operation, and nothing else in the loop looks at it.
	Reduction
	// FirstOrderRecurrence: a value of the iteration before, which does not depend on the phi.
	FirstOrderRecurrence
	// Picked: assigned in some iterations, which the vectorizer knows to find again. ClassifyPhis does not look for
	// these.
	Picked
	// Cursor: moves up through memory in some iterations. ClassifyPhis does not look for these either.
	Cursor
	// Autonomic: follows from itself and other such phis alone, by a map that has powers. ClassifyPhis does not look for
	// these either.
	Autonomic
)

var phiKindNames = [...]string{"other", "induction", "reduction", "recurrence", "pick", "cursor", "autonomous"}

func (k PhiKind) String() string { return phiKindNames[k] }

// PhiClass is a header phi and what it is.
type PhiClass struct {
	Phi      *ir.Value
	Kind     PhiKind
	Start    *ir.Value // the argument from outside the loop
	Backedge *ir.Value // the argument from the latch

	// Of inductions of integers.
	StartExpr, StepExpr Expr
	// FloatStep is what a float induction adds, or subtracts if Backedge does.
	FloatStep *ir.Value

	// Of reductions.
	Op    ir.Op       // Add, Mul, And, Or, Xor, Min…; Sub and FMA count as Add
	Chain []*ir.Value // from the phi to Backedge: operations, Selects and phis of joins
	// Forked: several operations see one partial result, and Selects and joins choose which of theirs is kept.
	Forked bool
	// Needs are the permissions that every operation of the chain must have if its order is to be changed; Exact says
	// that none are needed.
	Needs ir.FPFlags
	Exact bool
	// Absorbs is a constant that comes out whatever it is combined with, NaN too, which Op does not say: math.Max of
	// +Inf, math.Min of -Inf.
	Absorbs *ir.Value
}

// ClassifyPhis classifies the phis of l's header, in their order. Without a single latch and a single way in, all are
// Other.
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

// combines says by which operation v combines its argument acc with something that is not acc.
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
		return ir.OpAdd, v.Args[0] == acc // a sum of negated summands
	case ir.OpFMA:
		return ir.OpAdd, v.Args[2] == acc
	}
	return 0, false
}

// maxChain bounds the operations of a reduction.
const maxChain = 64

// reduction walks from the phi along its uses. Every value on the way is used by the next operation of the chain, or by
// several of which an iteration keeps the result of one, and, beside them, only as the value that a Select or a join
// passes on where no operation is done:
//
//	s1 = c ? s0 + x : d ? s0 + y : s0
//
// Nothing else in the loop may look at it: the partial results of vector code are other numbers. No operation combines
// two values of the chain, and Selects and joins choose between such values only; so each of them is the phi combined
// with other values, lane by lane as in the program.
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
	// What Selects and joins choose between must be partial results, both of them, and a chosen result never another
	// reduction's start.
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
				return false // two partial results in one
			}
		}
	}
	c.Needs, c.Exact = 0, true
	if c.Phi.Type.Elem.IsFloat() {
		switch c.Op {
		case ir.OpAdd, ir.OpMul:
			c.Needs = ir.Reassoc
		case ir.OpMinNum, ir.OpMaxNum:
			// Which of +0 and -0 wins, and what a NaN does, depends on the order.
			c.Needs = ir.NNaN | ir.NSZ
		}
		c.Exact = c.Needs == 0
	}
	return true
}

// absorbing walks from the phi along math.Max, or math.Min:
//
//	next = x == +Inf || phi == +Inf ? +Inf : max(x, phi)
//
// In these the numbers are ordered, NaN comes behind all finite ones and the infinity last: what is largest depends on
// no order.
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

// absorbs is the step of such a reduction that has v as an operand, or nil.
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

// isInf says whether v is the constant +Inf, or -Inf.
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

// floatInduction says whether the phi advances by an invariant float.
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

// Reaches says whether v is computed from target within one iteration or by way of other header phis.
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
			return false // of the iteration before: another recurrence, classified by itself
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
