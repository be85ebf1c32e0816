package analysis

import (
	"math"

	"hotloop/loopopt/ir"
)

// Autonomous describes an affine self-recurrence: header phis whose next values depend only on these phis and
// on invariants, by an affine map:
//
//	next[i] = A[i][0]*phi[0] + A[i][1]*phi[1] + … + C[i]
//
// The powers of the map are known, so the values n iterations later take one map instead of n (leapfrog; Brown:
// Random Number Generation with Arbitrary Strides, 1994). Examples are alternating signs, values that
// alternate, toggling flags, linear congruential generators, Fibonacci numbers, and counters that wrap around.
type Autonomous struct {
	Phis []*ir.Value
	A    [][]Term
	C    []Term
	// Plus is the operation that adds C. With Xor, or with RemU (addition modulo Mod), there is a single phi,
	// and A is 1.
	Plus ir.Op
	Mod  int64
	FP   ir.FPFlags // of floats, which may be exchanged and negated but have no C; scaling needs permission
	next *ir.Value  // the next value of the first phi
}

// Term is K, or K times the invariant V.
type Term struct {
	K int64
	V *ir.Value
}

// maxAutonomous is the maximum number of mutually dependent phis.
const maxAutonomous = 3

// FindAutonomous returns the self-recurrence that phi, a header phi of l, belongs to, or nil. Phis lists phi
// first; each member of a recurrence yields the same set of phis.
func (s *SCEV) FindAutonomous(phi *ir.Value, l *Loop) *Autonomous {
	if a := s.modularCounter(phi, l); a != nil {
		return a
	}
	a := s.affineMap(phi, l)
	if a == nil {
		return nil
	}
	for _, q := range a.Phis[1:] { // each phi depends on all of them
		if b := s.affineMap(q, l); b == nil || len(b.Phis) != len(a.Phis) {
			return nil
		}
	}
	return a
}

// affineMap returns the map of phi and of all phis on which it depends.
func (s *SCEV) affineMap(phi *ir.Value, l *Loop) *Autonomous {
	e := phi.Type.Elem
	if l.Latch == nil || len(phi.Args) != 2 || phi.Type.Lanes > 1 || !(e.IsInt() || e.IsFloat() || e == ir.Bool) {
		return nil
	}
	back := l.Header.PredIndex(l.Latch)
	w := &mapBuilder{s: s, l: l, a: &Autonomous{Phis: []*ir.Value{phi}, Plus: ir.OpAdd, next: phi.Args[back]}}
	if l.Invariant(w.a.next) { // invariant from the second iteration on
		return nil
	}
	if c := w.flipped(phi, phi.Args[back]); c != nil {
		w.a.A, w.a.C, w.a.Plus = [][]Term{{{K: 1}}}, []Term{*c}, ir.OpXor
		return w.a
	}
	if e == ir.Bool {
		e = ir.Void // values that alternate
	}
	var rows []form
	for i := 0; i < len(w.a.Phis); i++ {
		f, ok := w.form(w.a.Phis[i].Args[back], e, 8)
		if !ok {
			return nil
		}
		rows = append(rows, f)
	}
	n := len(w.a.Phis)
	for _, f := range rows {
		w.a.A = append(w.a.A, append(f.a, make([]Term, n)...)[:n])
		w.a.C = append(w.a.C, f.c)
		if n > 1 && f.scaled() {
			return nil
		}
	}
	return w.a
}

// form is the sum of the phis times a, plus c.
type form struct {
	a []Term
	c Term
}

// scaled reports whether a phi is multiplied by an unknown value.
func (f form) scaled() bool {
	for _, t := range f.a {
		if t.V != nil {
			return true
		}
	}
	return false
}

// mapBuilder derives the affine map of the next values.
type mapBuilder struct {
	s *SCEV
	l *Loop
	a *Autonomous
}

// flipped returns c if v is phi xor c, or nil.
func (w *mapBuilder) flipped(phi, v *ir.Value) *Term {
	e := phi.Type.Elem
	switch {
	case v.Op == ir.OpNot && v.Args[0] == phi && e == ir.Bool:
		return &Term{K: 1}
	case v.Op != ir.OpXor && v.Op != ir.OpNe || v.Type != phi.Type || v.Op == ir.OpNe && e != ir.Bool:
		return nil
	}
	for k, a := range v.Args {
		if c := v.Args[1-k]; a == phi && w.l.Invariant(c) && c != phi {
			return w.invariant(c)
		}
	}
	return nil
}

func (w *mapBuilder) invariant(v *ir.Value) *Term {
	if v.IsConst() && !v.Type.Elem.IsFloat() {
		return &Term{K: v.Int()}
	}
	return &Term{K: 1, V: v}
}

// phi returns the index of v in the list of phis, appending it if necessary.
func (w *mapBuilder) phi(v *ir.Value) (int, bool) {
	for i, p := range w.a.Phis {
		if p == v {
			return i, true
		}
	}
	if len(w.a.Phis) == maxAutonomous || v.Type != w.a.Phis[0].Type || len(v.Args) != 2 ||
		w.s.Of(v).Kind == AddRec {
		return 0, false
	}
	w.a.Phis = append(w.a.Phis, v)
	return len(w.a.Phis) - 1, true
}

// form expresses v, of kind e, in terms of the phis.
func (w *mapBuilder) form(v *ir.Value, e ir.Elem, depth int) (f form, ok bool) {
	f.a = make([]Term, maxAutonomous)
	if v.Op == ir.OpPhi && v.Block == w.l.Header {
		i, ok := w.phi(v)
		f.a[i].K = 1
		return f, ok
	}
	if e == ir.Void || depth == 0 || v.Type != w.a.Phis[0].Type {
		return f, false
	}
	if w.l.Invariant(v) {
		f.c = *w.invariant(v)
		return f, !e.IsFloat()
	}
	arg := func(k int) form {
		g, ok2 := w.form(v.Args[k], e, depth-1)
		ok = ok && ok2
		return g
	}
	ok = true
	switch {
	case v.Op == ir.OpNeg:
		return arg(0).times(Term{K: -1}, &ok), ok
	case v.Op == ir.OpMul && (e.IsInt() || v.FP&ir.Reassoc != 0):
		for k, m := range v.Args {
			if w.l.Invariant(m) {
				w.a.FP = v.FP
				return arg(1-k).times(*w.invariant(m), &ok), ok
			}
		}
	case e.IsFloat():
	case v.Op == ir.OpNot:
		return arg(0).times(Term{K: -1}, &ok).plus(form{c: Term{K: -1}}, &ok), ok
	case v.Op == ir.OpAdd:
		return arg(0).plus(arg(1), &ok), ok
	case v.Op == ir.OpSub:
		return arg(0).plus(arg(1).times(Term{K: -1}, &ok), &ok), ok
	case v.Op == ir.OpShl && v.Args[1].IsConst() && uint64(v.Args[1].AuxInt) < uint64(e.Bits()):
		return arg(0).times(Term{K: 1 << v.Args[1].AuxInt}, &ok), ok
	}
	return f, false
}

// plus returns the sum of two terms. It clears ok if the sum is not a term.
func (t Term) plus(u Term, ok *bool) Term {
	switch {
	case t.K == 0:
		return u
	case u.K == 0:
		return t
	case t.V != u.V:
		*ok = false
	}
	return Term{t.K + u.K, t.V}
}

// times returns the product of two terms. It clears ok if the product is not a term.
func (t Term) times(u Term, ok *bool) Term {
	switch {
	case t.K == 0 || u.K == 0:
		return Term{}
	case t.V != nil && u.V != nil:
		*ok = false
	case t.V == nil:
		return Term{t.K * u.K, u.V}
	}
	return Term{t.K * u.K, t.V}
}

func (f form) plus(g form, ok *bool) form {
	for i := range g.a {
		f.a[i] = f.a[i].plus(g.a[i], ok)
	}
	f.c = f.c.plus(g.c, ok)
	return f
}

func (f form) times(t Term, ok *bool) form {
	for i := range f.a {
		f.a[i] = f.a[i].times(t, ok)
	}
	f.c = f.c.times(t, ok)
	return f
}

// modularCounter returns phi as a counter modulo a constant, or nil. Such a counter is k = (k + c) % m, or a
// step of one up or down that wraps around where it would leave the range from 0 to m-1:
//
//	k++; if k == m { k = 0 }        k--; if k < 0 { k = m - 1 }
func (s *SCEV) modularCounter(phi *ir.Value, l *Loop) *Autonomous {
	if l.Latch == nil || len(phi.Args) != 2 || !phi.Type.Elem.IsInt() || phi.Type.Lanes > 1 {
		return nil
	}
	back := l.Header.PredIndex(l.Latch)
	start, next := phi.Args[1-back], phi.Args[back]
	step, mod := int64(0), int64(0)
	switch next.Op {
	case ir.OpRemU, ir.OpRemS:
		if m := next.Args[1]; m.IsConst() {
			step, mod = plusConst(next.Args[0], phi), m.Int()
		}
	case ir.OpSelect:
		step, mod = anew(next, phi)
	case ir.OpAnd: // a strength-reduced modulus that is a power of two
		if m := next.Args[1]; m.IsConst() && m.Int()&(m.Int()+1) == 0 {
			step, mod = plusConst(next.Args[0], phi), m.Int()+1
		}
	}
	half := int64(math.MaxInt64)
	if n := phi.Type.Elem.Bits(); n < 64 {
		half = 1 << (n - 1)
	}
	if mod < 2 || mod > half/2 || mod > maxModulus || !start.IsConst() || start.Int() < 0 || start.Int() >= mod || step == 0 ||
		step < 0 && next.Op == ir.OpRemS || step <= -mod || step >= mod {
		return nil
	}
	if step < 0 && next.Op == ir.OpRemU { // wraps around first
		return nil
	}
	return &Autonomous{Phis: []*ir.Value{phi}, A: [][]Term{{{K: 1}}}, C: []Term{{K: (step + mod) % mod}},
		Plus: ir.OpRemU, Mod: mod, next: next}
}

// maxModulus is small enough that the products of steps of many iterations, taken modulo it, do not overflow.
const maxModulus = 1 << 40

// plusConst returns c if v is phi + c, or 0.
func plusConst(v, phi *ir.Value) int64 {
	if v.Op == ir.OpAdd && v.Args[0] == phi && v.Args[1].IsConst() {
		return v.Args[1].Int()
	}
	return 0
}

// anew returns the step of a counter that wraps around by the select v, and its number of values. A comparison
// with a constant changes its result at one value, or holds at one value only, so three values identify the
// modulus.
func anew(v, phi *ir.Value) (step, mod int64) {
	cond := v.Args[0]
	if !cond.Op.IsCompare() || !cond.Args[0].Type.Elem.IsInt() {
		return 0, 0
	}
	limit := cond.Args[1]
	if cond.Args[0].IsConst() {
		limit = cond.Args[0]
	}
	at := func(k int64) int64 { // the successor of k
		values := [2]int64{}
		for i, a := range cond.Args {
			switch {
			case a.IsConst():
				values[i] = a.Int()
			case a == phi:
				values[i] = k
			case plusConst(a, phi) == step:
				values[i] = k + step
			default:
				return -1
			}
		}
		chosen := v.Args[2]
		if compare(cond.Op, values[0], values[1]) {
			chosen = v.Args[1]
		}
		if chosen.IsConst() {
			return chosen.Int()
		}
		return k + step
	}
	for k := 1; k <= 2; k++ {
		first := v.Args[3-k]
		if step = plusConst(v.Args[k], phi); step != 1 && step != -1 || !first.IsConst() || !limit.IsConst() {
			continue
		}
		if m := first.Int() + 1; step < 0 && m >= 2 && at(0) == m-1 && at(1) == 0 && at(m-1) == m-2 {
			return step, m
		}
		for m := limit.Int() - 1; step > 0 && m <= limit.Int()+2; m++ {
			if m >= 2 && at(m-1) == 0 && at(m-2) == m-1 && at(0) == 1 {
				return step, m
			}
		}
	}
	return 0, 0
}

// compare evaluates a comparison of two integers.
func compare(op ir.Op, a, b int64) bool {
	switch op {
	case ir.OpEq:
		return a == b
	case ir.OpNe:
		return a != b
	case ir.OpLtS:
		return a < b
	case ir.OpLeS:
		return a <= b
	case ir.OpLtU:
		return uint64(a) < uint64(b)
	}
	return uint64(a) <= uint64(b)
}
