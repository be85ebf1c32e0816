package analysis

import (
	"slices"

	"hotloop/loopopt/ir"
)

// NestBounds bounds expressions over all iterations of a nest.
type NestBounds struct {
	SE   *SCEV
	Nest *Loop
	// At is the block whose dominating conditions hold: the preheader of the nest, or a block that is certainly
	// reached.
	At *ir.Block
	// Tests, if not nil, collects what a bound requires, whether known or not; nothing else is then assumed
	// about unknowns. It is used for the index of a check, which needs many bounds.
	Tests *Predicates

	sure  bool // do not assume anything
	depth int
}

// noWrap is the magnitude up to which sums are trusted not to wrap.
const noWrap = 1 << 62

// Bound returns an upper or lower bound of e over all iterations that is invariant in the nest, or nil.
func (n *NestBounds) Bound(e Expr, upper bool) Expr {
	se := n.SE
	if n.depth++; n.depth > 64 {
		n.depth--
		return nil
	}
	defer func() { n.depth-- }()
	if e.Elem != ir.I64 && e.Kind != Unknown {
		return nil
	}
	if se.Invariant(e, n.Nest) {
		if n.Tests != nil {
			n.Tests.small(e)
		}
		return e
	}
	switch e.Kind {
	case Sum:
		if b := n.boundChoice(e, upper); b != nil {
			return b
		}
		if upper {
			if b := n.boundEither(e); b != nil {
				return b
			}
		}
		out := se.Const(ir.I64, e.Val)
		for i, a := range e.Args {
			b := n.Bound(a, upper == (e.Coef[i] > 0))
			if b == nil {
				return nil
			}
			out = se.Add(out, se.MulConst(b, e.Coef[i]))
		}
		return out
	case AddRec:
		return n.boundWalk(e, upper)
	case Tri: // monotonic from 0 on
		a := n.Bound(e.Args[0], upper)
		if a == nil || !se.KnownNonNegative(e.Args[0]) || n.Magnitude(a) >= 1<<31 {
			return nil
		}
		if !upper && !se.KnownNonNegative(a) {
			return se.Const(ir.I64, 0)
		}
		return se.tri(a)
	case MinS, MaxS:
		a, b := n.Bound(e.Args[0], upper), n.Bound(e.Args[1], upper)
		if a == nil || b == nil {
			return nil
		}
		return se.minMax(e.Kind, a, b)
	}
	return nil
}

// boundWalk is Bound for a recurrence. Its step must be invariant in the nest.
func (n *NestBounds) boundWalk(e Expr, upper bool) Expr {
	se, step := n.SE, e.Step()
	taken, _, ok := se.TripCount(e.Loop)
	if !ok || !n.Nest.Contains(e.Loop.Header) || !se.Invariant(step, n.Nest) {
		return nil
	}
	rising := step.Kind == Const && step.Val > 0
	if step.Kind != Const {
		size := step
		if rising = !negative(step); !rising { // the step of n*(m-i) is -n
			size = se.MulConst(step, -1)
		}
		switch zero := se.Const(ir.I64, 0); {
		case se.KnownNonNegative(size):
		case n.Tests != nil:
			n.Tests.small(size)
			n.Tests.Steps = include(n.Tests.Steps, size)
		case !n.le(zero, size):
			return nil
		}
	}
	if rising == upper && !se.Invariant(taken, n.Nest) && n.tame(e.Start()) && n.tame(se.Mul(step, taken)) {
		// The last value may simplify: o + (min(o+32, m) - o - 1).
		if last := n.Bound(se.Add(e.Start(), se.Mul(step, taken)), upper); last != nil {
			return last
		}
	}
	start := n.Bound(e.Start(), upper)
	if start == nil || rising != upper {
		return start
	}
	most := n.Bound(taken, true)
	if most == nil {
		return nil
	}
	return se.Add(start, se.Mul(step, most))
}

// negative reports whether e is a sum of subtracted terms only.
func negative(e Expr) bool {
	return e.Kind == Sum && e.Val <= 0 && !slices.ContainsFunc(e.Coef, func(c int64) bool { return c > 0 })
}

// tame reports whether all expressions of list are bounded such that their sums do not wrap. Terms that cancel
// in a sum then need not be bounded.
func (n *NestBounds) tame(list ...Expr) bool {
	for _, e := range list {
		lo, hi := n.Bound(e, false), n.Bound(e, true)
		if lo == nil || hi == nil || n.Magnitude(lo) >= 1<<60 || n.Magnitude(hi) >= 1<<60 {
			return false
		}
	}
	return true
}

// boundChoice bounds from above a sum that contains a minimum, or from below one that contains a maximum:
// min(a, b) - o is at most a - o and at most b - o, one of which may simplify. Subtracted terms are bounded
// from the opposite side.
func (n *NestBounds) boundChoice(e Expr, upper bool) Expr {
	se := n.SE
	for i, a := range e.Args {
		k := e.Coef[i]
		kind := MaxS
		if upper {
			kind = MinS
		}
		if a.Kind != MinS && a.Kind != MaxS || (a.Kind == kind) != (k > 0) {
			continue
		}
		rest, p, q := se.Sub(e, se.MulConst(a, k)), se.MulConst(a.Args[0], k), se.MulConst(a.Args[1], k)
		if !n.tame(rest, p, q) {
			continue
		}
		x, y := n.Bound(se.Add(rest, p), upper), n.Bound(se.Add(rest, q), upper)
		switch {
		case x != nil && y != nil:
			return se.minMax(kind, x, y)
		case x != nil:
			return x
		case y != nil:
			return y
		}
	}
	return nil
}

// boundEither bounds from above a sum that contains a maximum: max(a, b) - o is at most the larger of the
// bounds of a - o and b - o. An interchanged loop runs to max(1, n) - 1, where n may be the size of a strip.
func (n *NestBounds) boundEither(e Expr) Expr {
	se := n.SE
	for i, a := range e.Args {
		if e.Coef[i] != 1 || a.Kind != MaxS {
			continue
		}
		rest := se.Sub(e, a)
		if !n.tame(rest, a.Args[0], a.Args[1]) {
			continue // the sum may wrap
		}
		var bounds [2]Expr
		for k, x := range a.Args {
			if x = se.Add(rest, x); x.Kind == Sum {
				bounds[k] = n.boundChoice(x, true)
			}
			if bounds[k] == nil {
				bounds[k] = n.Bound(x, true)
			}
			if bounds[k] == nil {
				return nil
			}
		}
		switch {
		case n.known(bounds[0], bounds[1]):
			return bounds[1]
		case n.known(bounds[1], bounds[0]):
			return bounds[0]
		}
		return se.MaxS(bounds[0], bounds[1])
	}
	return nil
}

// Most returns an upper bound, invariant in the nest, of the number of times that the back edge of a loop in
// the nest or around it is taken, or nil.
func (n *NestBounds) Most(l *Loop) Expr {
	taken, _, ok := n.SE.TripCount(l)
	if !ok {
		return nil
	}
	if taken.Kind == Sum {
		if most := n.boundChoice(taken, true); most != nil {
			return most
		}
		if most := n.boundEither(taken); most != nil {
			return most
		}
	}
	if !n.Nest.ContainsLoop(l) {
		return taken
	}
	return n.Bound(taken, true)
}

// Iterations returns an upper bound of the number of times that the body of l runs in the whole nest, ignoring
// wrapping, or nil.
func (n *NestBounds) Iterations(l *Loop) Expr {
	product := n.SE.Const(ir.I64, 1)
	for ; ; l = l.Parent {
		taken, _, ok := n.SE.TripCount(l)
		if !ok {
			return nil
		}
		most := n.Bound(taken, true)
		if most == nil {
			return nil
		}
		if product = n.SE.Mul(product, n.SE.AddConst(most, 1)); l == n.Nest {
			return product
		}
	}
}

// Magnitude returns a bound of |e|, or 1<<63 if nothing is known.
func (n *NestBounds) Magnitude(e Expr) float64 {
	abs := func(x int64) float64 { return max(float64(x), -float64(x)) }
	switch e.Kind {
	case Const:
		return abs(e.Val)
	case Sum:
		m := abs(e.Val)
		for i, a := range e.Args {
			m += float64(abs(e.Coef[i]) * n.Magnitude(a)) // rounded explicitly, so that all machines agree
		}
		return m
	case Prod:
		m := 1.0
		for _, a := range e.Args {
			m *= n.Magnitude(a)
		}
		return m
	case MinS, MaxS:
		if lo, _ := n.SE.RangeAt(e, n.At); e.Kind == MinS && lo >= 0 {
			return n.atMost(e)
		}
		return max(n.Magnitude(e.Args[0]), n.Magnitude(e.Args[1]))
	case Tri:
		m := n.Magnitude(e.Args[0])
		return float64(m*(m+1)) / 2
	case DivU:
		if lo, _ := n.SE.RangeAt(e.Args[0], n.At); lo >= 0 {
			return n.Magnitude(e.Args[0]) / float64(e.Val)
		}
	case AddRec:
		if most := n.Most(e.Loop); most != nil && (most.Kind != AddRec || most.Loop.Depth < e.Loop.Depth) {
			m := n.Magnitude(e.Start()) + float64(n.Magnitude(e.Step())*n.Magnitude(most))
			if most.Kind == AddRec {
				return min(m, n.unknown(e))
			}
			return m
		}
	}
	return n.unknown(e)
}

// unknown bounds the magnitude of expressions that Magnitude cannot decompose.
func (n *NestBounds) unknown(e Expr) float64 {
	p := n.SE.assumed
	if n.Tests != nil {
		if slices.Contains(n.Tests.Small, e) {
			return float64(n.Tests.Limit)
		}
		return 1 << 63
	}
	lo, hi := n.SE.RangeAt(e, n.At)
	m := max(float64(hi), -float64(lo))
	switch {
	case p == nil || m <= float64(p.Limit) || e.Elem != ir.I64:
	case e.Kind == Unknown:
		p.Small = include(p.Small, e)
		return float64(p.Limit)
	case e.Kind == MinU && n.SE.Invariant(e, n.Nest):
		// The count of for i := lo; i < hi; i++ is an unsigned minimum, since hi-lo may overflow. If the count
		// and the bounds are known to be small, it is hi-lo.
		for _, a := range e.Args {
			n.Magnitude(a)
		}
		p.Small = include(p.Small, e)
		return float64(p.Limit)
	}
	return m
}

// atMost bounds a number that is non-negative and at most e.
func (n *NestBounds) atMost(e Expr) float64 {
	switch e.Kind {
	case MinS:
		return min(n.atMost(e.Args[0]), n.atMost(e.Args[1]))
	case MaxS: // at most one of the two
		return max(n.atMost(e.Args[0]), n.atMost(e.Args[1]))
	}
	return n.Magnitude(e)
}

// known proves a <= b, signed. Both must be invariant in the nest and must not wrap.
func (n *NestBounds) known(a, b Expr) bool {
	if n.SE.ProveLE(a, b, n.At) {
		return true
	}
	zero, d := n.SE.Const(ir.I64, 0), n.SE.Sub(b, a) // neither side wraps
	if n.SE.ProveLE(zero, d, n.At) {
		return true
	}
	switch {
	case b.Kind == MinS:
		return n.known(a, b.Args[0]) && n.known(a, b.Args[1])
	case a.Kind == MaxS:
		return n.known(a.Args[0], b) && n.known(a.Args[1], b)
	}
	if x, y, ok := n.alternatives(a); ok {
		return n.known(x, b) && n.known(y, b)
	}
	low := n.unquoted(d)
	return low != d && n.Magnitude(low) <= noWrap && n.SE.ProveLE(zero, low, n.At)
}

// alternatives returns two sums, neither of which wraps; e, a sum that contains a maximum, is the larger of the
// two. A part of a loop that may have no iterations runs to max(n, i+1) - i - 1.
func (n *NestBounds) alternatives(e Expr) (x, y Expr, ok bool) {
	if e.Kind != Sum {
		return nil, nil, false
	}
	for i, a := range e.Args {
		if e.Coef[i] == 1 && a.Kind == MaxS {
			rest := n.SE.Sub(e, a)
			x, y = n.SE.Add(rest, a.Args[0]), n.SE.Add(rest, a.Args[1])
			return x, y, n.Magnitude(x) <= noWrap && n.Magnitude(y) <= noWrap
		}
	}
	return nil, nil, false
}

// unquoted returns a lower bound of e that avoids subtracting quotients where possible: 4*(x/4) is at most x.
// The strips of a loop are counted by such quotients.
func (n *NestBounds) unquoted(e Expr) Expr {
	if e.Kind != Sum {
		return e
	}
	se, out := n.SE, e
	for i, a := range e.Args {
		if k := e.Coef[i]; a.Kind == DivU && k < 0 && k%a.Val == 0 {
			if lo, _ := se.RangeAt(a.Args[0], n.At); lo >= 0 {
				out = se.Add(se.Sub(out, se.MulConst(a, k)), se.MulConst(a.Args[0], k/a.Val))
			}
		}
	}
	return out
}

// le proves a <= b, or assumes it, after removing common factors, if neither side wraps.
func (n *NestBounds) le(a, b Expr) bool {
	if n.Magnitude(a) > noWrap || n.Magnitude(b) > noWrap {
		return false
	}
	for _, k := range [...]int64{64, 32, 16, 8, 4, 2} {
		x, ok1 := n.SE.divided(a, k)
		y, ok2 := n.SE.divided(b, k)
		if ok1 && ok2 {
			a, b = x, y
			break
		}
	}
	return a == b || n.known(a, b) || !n.sure && n.SE.assumeLE(a, b)
}
