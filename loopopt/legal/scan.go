package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// Scans: values that every iteration combines something with, and that the loop looks at on the way. Running sums and
// extremes, and recurrences p*m + a.
//
// Before:
//
//	for i := range y { s += x[i]; y[i] = s }
//
// After, four iterations at once:
//
//	v := x[i:i+4]
//	v += lanes of v one further up       // x0, x0+x1, x1+x2, x2+x3
//	v += lanes of v two further up       // x0, x0+x1, x0+x1+x2, x0+x1+x2+x3: recipe SCAN
//	v += s in all lanes
//	y[i:i+4] = v
//	s = last lane of v
//
// (Hillis and Steele: Data Parallel Algorithms, 1986.) Recurrences p*m + a are functions of p, of which lanes compose
// pairs (m, a): to do (m, a) first and then (n, b) is to do (m*n, a*n + b) (Blelloch: Prefix Sums and Their
// Applications, 1990). Sums of integers that some iterations begin anew are such functions too, p&m + a, where m has
// all bits or none.
//
// So what the phi is in the next iteration is known for all lanes, and the rest is a recurrence (recurrence.go). Legal
// if the operation is associative: integers are; Go's min and max of floats are, NaNs and zeros of both signs included;
// where a comparison decides which of two floats stays, those are that are no NaN, and a NaN from the loop never stays;
// sums and products of floats need reassoc, or a forced vectorization, which grants it. Composing functions multiplies factors that the program never multiplies,
// so that it overflows where the program need not, and makes a NaN of a zero and an infinity: that needs all flags.
//
// Pays if the chain from iteration to iteration takes longer than the steps in vectors do, some ten instructions of any
// number of lanes.

// scans finds such phis among those that are nothing else, and makes recurrences of them.
func (g *Legality) scans() {
	for i := range g.Out.Phis {
		c := &g.Out.Phis[i]
		if c.Kind != analysis.Other || c.Backedge == nil || !g.has(c.Phi) || c.Phi.Type.Lanes > 1 {
			continue
		}
		if s := g.scanOf(c); s != nil {
			c.Kind = analysis.FirstOrderRecurrence
			g.Out.Carried = append(g.Out.Carried, s)
			g.Out.Latency = max(g.Out.Latency, scanLatency(s))
		}
	}
}

// scanOf is the scan that phi c is, or nil. What is combined with the phi may still depend on it: that is acyclic's to
// find.
func (g *Legality) scanOf(c *analysis.PhiClass) *vplan.Scan {
	f, v, p, e := g.F, c.Backedge, c.Phi, c.Phi.Type.Elem
	if s := resetSum(f, p, v); s != nil {
		return s
	}
	s := &vplan.Scan{Phi: p, V: v, Op: v.Op}
	other := func() bool { // v is the operation of the phi and something else
		for k, a := range v.Args {
			if a == p {
				s.X = v.Args[1-k]
			}
		}
		return s.X != nil && s.X != p
	}
	if e.IsInt() {
		switch v.Op {
		case ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU:
			if other() {
				return s
			}
		case ir.OpAdd:
			if other() {
				return s
			}
			for k, a := range v.Args {
				if x := v.Args[1-k]; x != p && x != a {
					if m := factorOf(f, a, p); m != nil {
						s.Op, s.X, s.M, s.Product = ir.OpFMA, x, m, a
						return s
					}
				}
			}
		case ir.OpSub:
			a, x := v.Args[0], v.Args[1]
			if x == p || x == a {
				return nil
			}
			if s.Negate, s.X = true, x; a == p {
				s.Op = ir.OpAdd
				return s
			}
			if m := factorOf(f, a, p); m != nil {
				s.Op, s.M, s.Product = ir.OpFMA, m, a
				return s
			}
		}
		return nil
	}
	if !e.IsFloat() {
		return nil
	}
	switch v.Op {
	case ir.OpMin, ir.OpMax:
		if other() {
			return s
		}
	case ir.OpMinNum, ir.OpMaxNum: // the second operand stays if nothing beats it
		if v.Args[1] == p && v.Args[0] != p {
			s.X = v.Args[0]
			return s
		}
	case ir.OpAdd, ir.OpMul:
		if other() && g.mayRegroup(v) {
			return s
		}
	case ir.OpSub:
		if s.Negate, s.Op = true, ir.OpAdd; v.Args[0] == p && v.Args[1] != p && g.mayRegroup(v) {
			s.X = v.Args[1]
			return s
		}
	case ir.OpFMA:
		for k, a := range v.Args[:2] {
			if m := v.Args[1-k]; v.FP&ir.FPFast == ir.FPFast && a == p && m != p && v.Args[2] != p {
				s.X, s.M = v.Args[2], m
				return s
			}
		}
	}
	return nil
}

// resetSum is v, the next value of p, as a sum of integers that some iterations begin anew, or nil: a choice between
// p+x and something else, or the sum of x and of a choice between p and 0.
func resetSum(f *ir.Func, p, v *ir.Value) *vplan.Scan {
	if !p.Type.Elem.IsInt() {
		return nil
	}
	s := &vplan.Scan{Phi: p, V: v, Op: ir.OpFMA}
	plus := func(u *ir.Value, base func(a *ir.Value) bool) bool { // u is x plus a base
		switch {
		case u.Op == ir.OpAdd && base(u.Args[1]):
			s.X = u.Args[0]
		case (u.Op == ir.OpAdd || u.Op == ir.OpSub) && base(u.Args[0]):
			s.X, s.Negate = u.Args[1], u.Op == ir.OpSub
		default:
			return false
		}
		return s.X != p
	}
	anew := func(c *ir.Value, goesOn func(a *ir.Value) bool) bool { // c chooses
		for k := 1; c.Op == ir.OpSelect && k <= 2; k++ {
			if other := c.Args[3-k]; other != p && goesOn(c.Args[k]) {
				s.Reset = &vplan.Reset{Cond: c.Args[0], Not: k == 1, Start: other, None: f.ConstInt(p.Type, 0),
					All: f.ConstInt(p.Type, -1)}
				return !s.Negate || other.IsConstInt(0)
			}
		}
		return false
	}
	is := func(a *ir.Value) bool { return a == p }
	if anew(v, func(a *ir.Value) bool { return plus(a, is) }) {
		return s
	}
	if plus(v, func(a *ir.Value) bool { return anew(a, is) && s.Reset.Start.IsConstInt(0) }) {
		s.Reset.Start = nil
		return s
	}
	return nil
}

// factorOf is what v multiplies integer p by, or nil: v is a product, a shift to the left, or the sum or difference of
// such a shift and p.
func factorOf(f *ir.Func, v, p *ir.Value) *ir.Value {
	factor := func(n int64) *ir.Value { return f.ConstInt(p.Type, ir.SignExtend(p.Type.Elem, uint64(n))) }
	power := func(a *ir.Value) int64 { // of p times which a is; 0: none
		if a.Op == ir.OpShl && a.Args[0] == p && a.Args[1].IsConst() &&
			uint64(a.Args[1].AuxInt) < uint64(p.Type.Elem.Bits()) {
			return 1 << a.Args[1].AuxInt
		}
		return 0
	}
	if n := power(v); n != 0 {
		return factor(n)
	}
	for k, a := range v.Args {
		b := v.Args[len(v.Args)-1-k]
		switch {
		case v.Op == ir.OpMul && a == p && b != p:
			return b
		case v.Op == ir.OpAdd && a == p && power(b) != 0:
			return factor(power(b) + 1)
		case v.Op == ir.OpSub && k == 0 && b == p && power(a) != 0:
			return factor(power(a) - 1)
		}
	}
	return nil
}

// scanLatency is how many cycles an iteration of the scalar loop waits for the one before, because of s. Sums of floats
// take two cycles on Golden Cove and Zen 5, if one follows on the other.
func scanLatency(s *vplan.Scan) float64 {
	switch {
	case s.V.Type.Elem.IsFloat() && s.Op == ir.OpAdd:
		return 2
	case s.Reset != nil:
		return 2
	case s.M != nil && s.V.Op != ir.OpFMA:
		return float64(Delay(s.V) + Delay(s.Product))
	}
	return float64(Delay(s.V))
}

// Delay is the latency of an operation: those of Golden Cove and Zen 4 and 5 agree in this.
func Delay(v *ir.Value) int {
	switch {
	case v.Op == ir.OpPhi:
		return 0
	case v.Op == ir.OpDiv || v.Op == ir.OpSqrt || v.Op.Is(ir.FlagPartial):
		return 12
	case v.Op.Is(ir.FlagMath):
		return 40
	case v.Type.Elem.IsFloat():
		return 4
	case v.Op == ir.OpMul:
		return 3
	case v.Op.IsMemory():
		return 5
	}
	return 1
}
