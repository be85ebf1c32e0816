package loop

import (
	"math"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// reassociate regroups operations to leave as little as possible between a value carried around a loop and what it is
// in the next iteration.
//
// Before:
//
//	for … { s = s + x + y + z }
//	for … { s = (s + x) * y }
//	for … { s = max(s-x, y, z) }
//	for … { if c { s += x } }         // a select, after ifconvert
//
// After:
//
//	for … { s = s + (x + y + z) }
//	for … { s = s*y + x*y }
//	for … { s = max(s-x, max(y, z)) }
//	for … { s = s + (c ? x : -0) }
//
// Legal where the operations are associative: those of integers, and those of floats with reassoc; products of factors
// that the program does not multiply need all flags, as scans do (scan.go). Adding -0, or multiplying by 1, leaves
// every float as it is, but for a signalling NaN, which becomes a quiet one: arithmetic makes no signalling NaNs, so
// what comes in must come from arithmetic, or be a constant that is none.
// Pays if the loop waits for the value, as those do that are not vectorized; a value that one associative operation
// changes is a scan. So the vectorizer's refusal asks for it, and ShortenChains where commoning has put a value into a
// register.
// Reads nothing; leaves nothing. Remarks: recurrence reassociated.
func reassociate(d *driver.Driver, l *analysis.Loop) bool { return regroup(d, l, (*chain).long) }

// regroup rewrites the chains of l that it pays for.
func regroup(d *driver.Driver, l *analysis.Loop, pays func(*chain) bool) bool {
	if !l.Simplified() {
		return false
	}
	var work []*chain
	chains := map[*ir.Value]int{} // how many go through an operation
	for _, c := range analysis.ClassifyPhis(d.Scev, l) {
		if c.Kind != analysis.Other && (c.Kind != analysis.Reduction || c.Exact) || c.Backedge == nil ||
			c.Phi.Type.Lanes > 1 {
			continue
		}
		ch := recurrenceChain(l, c.Phi, c.Backedge)
		if ch == nil {
			continue
		}
		for _, s := range ch.steps {
			chains[s.v]++
		}
		if pays(ch) && (!ch.selects() || ch.neutral(&c)) {
			work = append(work, ch)
		}
	}
	// What makes one chain shorter makes another one longer that shares operations with it, and rewriting one takes
	// them away from the other.
	work = slices.DeleteFunc(work, func(ch *chain) bool {
		return slices.ContainsFunc(ch.steps, func(s chainStep) bool { return chains[s.v] > 1 })
	})
	if len(work) == 0 || !d.Bisect("reassociate", l.Header.Loop.Position()) {
		return false
	}
	for _, ch := range work {
		ch.rewrite(d.F)
	}
	d.F.ElimCopies()
	fold.Fold(d.F)
	d.F.RemoveDead()
	d.Passed("reassociate", l.Header.Loop.Position(), "recurrence reassociated",
		remark.Arg{Name: "values", Value: len(work)})
	return true
}

// ShortenChains is reassociate for loops that stay scalar.
func ShortenChains(d *driver.Driver, l *analysis.Loop) bool {
	md := l.Header.Loop
	return !md.Has("isvectorized") && !md.Has("disable_nonforced") && regroup(d, l, (*chain).shortens)
}

// chain is the operations from a value p to another one, of which each takes the one before it.
type chain struct {
	p, v  *ir.Value
	steps []chainStep // from p on
}

// chainStep is an operation of a chain.
type chainStep struct {
	v    *ir.Value // the operation
	arg  int       // which of its arguments is the value before
	cond *ir.Value // it is done if this is true, or false if not is set; nil is always
	not  bool
}

// maxChainSteps bounds the operations of a chain.
const maxChainSteps = 16

// recurrenceChain is the chain from p to v in loop l, or nil if there is none, or more than one, or it has other
// operations.
func recurrenceChain(l *analysis.Loop, p, v *ir.Value) *chain {
	seen := map[*ir.Value]bool{}
	var from func(v *ir.Value) bool
	from = func(v *ir.Value) bool { // v is computed from p within an iteration
		if on, ok := seen[v]; ok {
			return on
		}
		on := v == p
		seen[v] = on
		if !on && l.ContainsValue(v) && !(v.Op == ir.OpPhi && v.Block == l.Header) {
			on = slices.ContainsFunc(v.Args, from)
		}
		seen[v] = on
		return on
	}
	if !p.Type.Elem.IsInt() && !p.Type.Elem.IsFloat() {
		return nil
	}
	ch := &chain{p: p, v: v}
	for v != p {
		if len(ch.steps) == maxChainSteps || !v.Op.Is(ir.FlagElementwise) || v.Type != p.Type {
			return nil
		}
		if v.Op == ir.OpSelect && !from(v.Args[0]) {
			done, base := v.Args[1], v.Args[2]
			not := chainArg(done, base) < 0
			if not {
				done, base = base, done
			}
			k := chainArg(done, base)
			if k < 0 {
				return nil
			}
			for i, a := range done.Args {
				if i != k && from(a) {
					return nil
				}
			}
			ch.steps = append(ch.steps, chainStep{done, k, v.Args[0], not})
			v = base
			continue
		}
		at := -1
		for i, a := range v.Args {
			if !from(a) {
				continue
			}
			if at >= 0 {
				return nil
			}
			at = i
		}
		if at < 0 || !combinable(v) {
			return nil
		}
		ch.steps = append(ch.steps, chainStep{v: v, arg: at})
		v = v.Args[at]
	}
	slices.Reverse(ch.steps)
	return ch
}

// chainArg is which argument of operation v is base, if a chain may go through v; -1 if none.
func chainArg(v, base *ir.Value) int {
	at := -1
	for i, a := range v.Args {
		if a == base {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	if at < 0 || !combinable(v) {
		return -1
	}
	return at
}

// combinable says whether a chain may go through v.
func combinable(v *ir.Value) bool {
	switch v.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg, ir.OpFMA, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax,
		ir.OpMinS, ir.OpMaxS,
		ir.OpMinU, ir.OpMaxU:
		return true
	}
	return false
}

// kinds says which operations a chain consists of: sums and products of any kind, one and the same other operation, or
// something else.
func (ch *chain) kinds() (sum, product bool, other ir.Op, ok bool) {
	for _, s := range ch.steps {
		op := s.v.Op
		switch op {
		case ir.OpAdd:
			sum = true
		case ir.OpSub:
			sum, product = true, product || s.arg == 1
		case ir.OpMul, ir.OpNeg:
			product = true
		case ir.OpFMA:
			sum, product = true, product || s.arg < 2
		default:
			if other != 0 && other != op {
				return false, false, 0, false
			}
			other = op
		}
	}
	return sum, product, other, other == 0 || !sum && !product
}

// associates says whether the operations of the chain may be done in another order.
func (ch *chain) associates() bool {
	sum, product, other, ok := ch.kinds()
	if !ok {
		return false
	}
	if !ch.p.Type.Elem.IsFloat() || other == ir.OpMin || other == ir.OpMax {
		return true
	}
	needs := ir.Reassoc
	if sum && product {
		needs = ir.FPFast
	}
	for _, s := range ch.steps {
		if s.v.FP&needs != needs {
			return false
		}
	}
	return true
}

// selects says whether some operation is done under a condition.
func (ch *chain) selects() bool {
	return slices.ContainsFunc(ch.steps, func(s chainStep) bool { return s.cond != nil })
}

// segments takes the chain apart where operations do not associate with those before them.
func (ch *chain) segments() (list []*chain) {
	at := &chain{p: ch.p}
	for _, s := range ch.steps {
		next := &chain{p: at.p, steps: append(slices.Clip(at.steps), s)}
		if len(at.steps) > 0 && !next.associates() {
			list = append(list, at)
			next = &chain{p: at.steps[len(at.steps)-1].v, steps: []chainStep{s}}
		}
		at = next
	}
	return append(list, at)
}

// long says whether rewriting makes something of the chain.
func (ch *chain) long() bool {
	return ch.selects() || slices.ContainsFunc(ch.segments(), (*chain).merges)
}

// shortens says whether rewriting leaves fewer operations of the chain: a product and a sum of integers are two in either
// order, and one that something else looks at stays.
func (ch *chain) shortens() bool {
	for _, s := range ch.steps {
		if s.v != ch.v && s.v.Uses != 1 {
			return false
		}
	}
	return ch.selects() || slices.ContainsFunc(ch.segments(), func(part *chain) bool {
		sum, product, _, _ := part.kinds()
		return part.merges() && !(sum && product && len(part.steps) == 2 && !part.p.Type.Elem.IsFloat())
	})
}

// merges says whether a chain of one segment becomes a shorter one.
func (ch *chain) merges() bool {
	if len(ch.steps) < 2 {
		return false
	}
	sum, product, _, _ := ch.kinds()
	if sum && product && !ch.p.Type.Elem.IsFloat() && len(ch.steps) == 2 {
		return ch.steps[0].v.Op != ir.OpMul || ch.steps[1].v.Op != ir.OpAdd // else it is p*m + a as it is
	}
	return true
}

// neutral says whether conditional operations of the chain, one around phi c, can be done in all iterations with an
// operand that changes nothing.
func (ch *chain) neutral(c *analysis.PhiClass) bool {
	for _, s := range ch.steps {
		if s.cond == nil {
			continue
		}
		switch s.v.Op {
		case ir.OpAdd, ir.OpMul, ir.OpFMA, ir.OpOr, ir.OpXor, ir.OpAnd:
		case ir.OpSub:
			if s.arg != 0 {
				return false
			}
		default:
			return false
		}
	}
	if !ch.p.Type.Elem.IsFloat() {
		return true
	}
	return quiet(c.Start)
}

// quiet says whether float v is never a signalling NaN.
func quiet(v *ir.Value) bool {
	switch v.Op {
	case ir.OpConst:
		if v.Type.Elem == ir.F32 {
			x := math.Float32frombits(uint32(v.AuxInt))
			return x == x
		}
		x := math.Float64frombits(uint64(v.AuxInt))
		return x == x
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpFMA, ir.OpSqrt, ir.OpSIToF, ir.OpUIToF:
		return true
	}
	return false
}

// operands are the arguments of step s but for the value before, such that they change nothing where the step is not to
// be done.
func (s *chainStep) operands(f *ir.Func, at *ir.Value) []*ir.Value {
	t := s.v.Type
	var out []*ir.Value
	for i, a := range s.v.Args {
		if i != s.arg {
			out = append(out, a)
		}
	}
	if s.cond == nil {
		return out
	}
	number := func(x float64) *ir.Value {
		if t.Elem.IsFloat() {
			return f.ConstFloat(t, x)
		}
		return f.ConstInt(t, int64(x))
	}
	var none []*ir.Value
	zero := number(0)
	if t.Elem.IsFloat() {
		zero = number(math.Copysign(0, -1))
	}
	switch s.v.Op {
	case ir.OpAdd:
		none = []*ir.Value{zero}
	case ir.OpSub: // p - +0 is p
		none = []*ir.Value{number(0)}
	case ir.OpMul:
		none = []*ir.Value{number(1)}
	case ir.OpFMA:
		none = []*ir.Value{number(0), zero} // a product that is -0
		if s.arg < 2 {
			none[0] = number(1)
		}
	case ir.OpAnd:
		none = []*ir.Value{f.ConstInt(t, -1)}
	default:
		none = []*ir.Value{f.ConstInt(t, 0)}
	}
	for i, a := range out {
		yes, no := a, none[i]
		if s.not {
			yes, no = no, yes
		}
		out[i] = at.Block.InsertBefore(at, ir.OpSelect, t, s.v.Pos, s.cond, yes, no)
	}
	return out
}

// rewrite computes the chain's end anew. Operations on the way stay, for those that look at them.
func (ch *chain) rewrite(f *ir.Func) {
	at := ch.v
	do := func(like *ir.Value, op ir.Op, args ...*ir.Value) *ir.Value {
		v := at.Block.InsertBefore(at, op, like.Type, like.Pos, args...)
		v.FP = like.FP
		return v
	}
	cur := ch.p
	for _, part := range ch.segments() {
		if s := part.steps[0]; len(part.steps) == 1 && (s.cond == nil || !part.associates()) {
			args := slices.Insert(s.operands(f, at), s.arg, cur)
			cur = do(s.v, s.v.Op, args...)
			cur.AuxInt = s.v.AuxInt
			continue
		}
		m := &merged{ch: part, at: at, f: f, do: do}
		for i := range part.steps {
			m.step(&part.steps[i])
		}
		cur = m.result(cur)
	}
	ch.v.CopyOf(cur)
}

// merged is a chain as one operation: p*m + a, or p op a. A nil m is 1, or -1 if minus is set; a nil a is nothing.
type merged struct {
	ch    *chain
	at    *ir.Value // it is made in front of it
	f     *ir.Func
	do    func(like *ir.Value, op ir.Op, args ...*ir.Value) *ir.Value
	m, a  *ir.Value
	minus bool
	last  *ir.Value
}

// step puts another operation behind those merged so far.
func (m *merged) step(s *chainStep) {
	rest, v := s.operands(m.f, m.at), s.v
	m.last = v
	switch {
	case v.Op == ir.OpAdd:
		m.plus(v, rest[0])
	case v.Op == ir.OpSub && s.arg == 0:
		if m.a == nil {
			m.a = m.do(v, ir.OpNeg, rest[0])
		} else {
			m.a = m.do(v, ir.OpSub, m.a, rest[0])
		}
	case v.Op == ir.OpSub:
		m.negate(v)
		m.plus(v, rest[0])
	case v.Op == ir.OpNeg:
		m.negate(v)
	case v.Op == ir.OpMul:
		m.times(v, rest[0], nil)
	case v.Op == ir.OpFMA && s.arg < 2:
		m.times(v, rest[0], rest[1])
	case v.Op == ir.OpFMA && m.a == nil:
		m.a = m.do(v, ir.OpMul, rest...)
	case v.Op == ir.OpFMA:
		m.a = m.do(v, ir.OpFMA, rest[0], rest[1], m.a)
	case m.a == nil:
		m.a = rest[0]
	default:
		m.a = m.do(v, v.Op, m.a, rest[0])
	}
}

func (m *merged) plus(like, x *ir.Value) {
	if m.a != nil {
		x = m.do(like, ir.OpAdd, m.a, x)
	}
	m.a = x
}

func (m *merged) negate(like *ir.Value) {
	if m.m != nil {
		m.m = m.do(like, ir.OpNeg, m.m)
	} else {
		m.minus = !m.minus
	}
	if m.a != nil {
		m.a = m.do(like, ir.OpNeg, m.a)
	}
}

// times multiplies by x and adds y, if there is one.
func (m *merged) times(like, x, y *ir.Value) {
	switch {
	case m.a != nil && y != nil:
		m.a = m.do(like, ir.OpFMA, m.a, x, y)
	case m.a != nil:
		m.a = m.do(like, ir.OpMul, m.a, x)
	default:
		m.a = y
	}
	switch {
	case m.m != nil:
		m.m = m.do(like, ir.OpMul, m.m, x)
	case m.minus:
		m.m, m.minus = m.do(like, ir.OpNeg, x), false
	default:
		m.m = x
	}
}

// result is the operation on p.
func (m *merged) result(p *ir.Value) *ir.Value {
	v := m.last
	if _, _, other, _ := m.ch.kinds(); other != 0 {
		return m.do(v, other, p, m.a)
	}
	if m.minus {
		if m.a == nil {
			return m.do(v, ir.OpNeg, p)
		}
		return m.do(v, ir.OpSub, m.a, p)
	}
	switch {
	case m.m == nil && m.a == nil:
		return p
	case m.m == nil:
		return m.do(v, ir.OpAdd, p, m.a)
	case m.a == nil:
		return m.do(v, ir.OpMul, p, m.m)
	case v.Type.Elem.IsFloat():
		return m.do(v, ir.OpFMA, p, m.m, m.a)
	}
	return m.do(v, ir.OpAdd, m.do(v, ir.OpMul, p, m.m), m.a)
}
