package analysis

import (
	"fmt"
	"math/bits"
	"strings"

	"hotloop/loopopt/ir"
)

// Expr is an expression of scalar evolution. Equal expressions of one SCEV are the same pointer. Nil is not an
// expression.
type Expr = *Node

// Kind is the kind of an expression.
type Kind uint8

// The kinds. All arithmetic wraps at the width of Elem, as in the IR. In the k-th iteration (k = 0, 1, …) of
// its loop, an AddRec is Start + k*Step, with wrapping.
const (
	Const   Kind = iota // Val
	Unknown             // V, an opaque value
	Sum                 // Val + Σ Coef[i]*Args[i]; arguments are neither Const nor Sum
	Prod                // product of two or more arguments that are neither Const nor Sum
	AddRec              // Args[0] is the start, Args[1] the step, both invariant in Loop
	SExt
	ZExt
	Trunc
	MinS
	MaxS
	MinU
	MaxU
	DivU  // Args[0] / Val, unsigned; Val > 1
	IfLtU // Args[0] < Args[1] unsigned ? Args[2] : 0
	Tri   // n*(n-1)/2 for n = Args[0]; the product does not wrap before the division
)

var kindNames = [...]string{"const", "unknown", "sum", "prod", "addrec", "sext", "zext", "trunc",
	"mins", "maxs", "minu",
	"maxu", "divu", "ifltu", "tri"}

func (k Kind) String() string { return kindNames[k] }

// Node is an expression. It is immutable except for what the SCEV that created it caches in it.
type Node struct {
	Kind Kind
	Elem ir.Elem // element kind; Unknown may have any
	Val  int64   // sign-extended from Elem
	V    *ir.Value
	Args []Expr
	Coef []int64
	Loop *Loop

	id     int32
	hash   uint32
	rest   uint32    // equal for expressions that differ by a constant only
	next   Expr      // next in the hash bucket
	value  *ir.Value // a value that computes it
	rng    bounds
	stands standing // validity of rng
}

// Start returns the start of an AddRec.
func (n *Node) Start() Expr { return n.Args[0] }

// Step returns the step of an AddRec.
func (n *Node) Step() Expr { return n.Args[1] }

func (n *Node) String() string {
	if n == nil {
		return "?"
	}
	switch n.Kind {
	case Const:
		return fmt.Sprint(n.Val)
	case Unknown:
		return n.V.String()
	case Sum:
		var sb strings.Builder
		sb.WriteByte('(')
		for i, a := range n.Args {
			if i > 0 {
				sb.WriteString(" + ")
			}
			if n.Coef[i] != 1 {
				fmt.Fprintf(&sb, "%d*", n.Coef[i])
			}
			sb.WriteString(a.String())
		}
		if n.Val != 0 {
			fmt.Fprintf(&sb, " + %d", n.Val)
		}
		return sb.String() + ")"
	case Prod:
		s := make([]string, len(n.Args))
		for i, a := range n.Args {
			s[i] = a.String()
		}
		return "(" + strings.Join(s, " * ") + ")"
	case AddRec:
		return fmt.Sprintf("{%s,+,%s}<%s>", n.Args[0], n.Args[1], n.Loop.Header)
	case DivU:
		return fmt.Sprintf("(%s /u %d)", n.Args[0], n.Val)
	}
	s := make([]string, len(n.Args))
	for i, a := range n.Args {
		s[i] = a.String()
	}
	name := n.Kind.String()
	if n.Kind == SExt || n.Kind == ZExt || n.Kind == Trunc {
		name += "." + n.Elem.String()
	}
	return name + "(" + strings.Join(s, ", ") + ")"
}

// stepsPerTerm is the cost, in units of ir.Func.Spend, of visiting a term of a sum or a node.
const stepsPerTerm = 4

// buckets is the size of the hash table; the few kernels with more expressions use its chains.
const buckets = 128

// intern returns the unique node like n with these arguments.
func (s *SCEV) intern(n Node, args ...Expr) Expr { return s.internSum(n, args, nil) }

// internSum returns the unique node like n with these arguments and coefficients; coef is nil if there are
// none. The slices are copied if the node is new. They are separate from n so that callers can keep them on the
// stack.
func (s *SCEV) internSum(n Node, args []Expr, coef []int64) Expr {
	h := uint32(n.Kind)<<24 ^ uint32(n.Elem)<<16 ^ uint32(n.Val) ^ uint32(n.Val>>32)*31
	if n.V != nil {
		h ^= uint32(n.V.ID) * 2654435761
	}
	for i, a := range args {
		h = bits.RotateLeft32(h, 5) ^ uint32(a.id)*0x9e3779b1
		if coef != nil {
			h += uint32(coef[i]) * 0x85ebca6b
		}
	}
	if n.Loop != nil {
		h += uint32(n.Loop.index) * 0xc2b2ae35
	}
	h ^= h >> 15
	b := &s.table[h%buckets]
	looked := 0
next:
	for m := *b; m != nil; m = m.next {
		looked++
		if m.hash != h || m.Kind != n.Kind || m.Elem != n.Elem || m.Val != n.Val || m.V != n.V || m.Loop != n.Loop ||
			len(m.Args) != len(args) {
			continue
		}
		for i, a := range args {
			if m.Args[i] != a || coef != nil && m.Coef[i] != coef[i] {
				continue next
			}
		}
		s.f.Spend(stepsPerTerm * (1 + looked + len(args)))
		return m
	}
	s.f.Spend(stepsPerTerm * (16 + looked + 2*len(args)))
	if len(s.slab) == 0 {
		s.slab = s.mem.nodes.Take(32)
	}
	m := &s.slab[0]
	s.slab = s.slab[1:]
	m.Kind, m.Elem, m.Val, m.V, m.Loop = n.Kind, n.Elem, n.Val, n.V, n.Loop
	m.Args = s.copyArgs(args)
	if coef != nil {
		if len(s.coefSlab) < len(coef) {
			s.coefSlab = s.mem.coefs.Take(32 + len(coef))
		}
		k := copy(s.coefSlab, coef)
		m.Coef, s.coefSlab = s.coefSlab[:k:k], s.coefSlab[k:]
	}
	m.id, m.hash, m.next = s.nextID, h, *b
	m.rest = m.hashRest()
	s.nextID++
	*b = m
	return m
}

// hashRest hashes what ConstDiff compares: everything but a constant summand. Different hashes tell most
// expressions apart without comparing their terms.
func (n *Node) hashRest() uint32 {
	const times = 0x9e3779b1 // the golden ratio: it spreads consecutive numbers
	switch n.Kind {
	case Const:
		return 0
	case AddRec:
		return (n.Start().rest^uint32(n.Step().id))*times + uint32(n.Loop.index)
	case Sum:
		if len(n.Args) == 1 && n.Coef[0] == 1 {
			return n.Args[0].rest
		}
		h := uint32(0)
		for i, a := range n.Args {
			h = (h^uint32(a.id))*times + uint32(n.Coef[i])
		}
		return h
	}
	return uint32(n.id+1) * times
}

func (s *SCEV) copyArgs(args []Expr) []Expr {
	if len(args) == 0 {
		return nil
	}
	if len(s.argSlab) < len(args) {
		s.argSlab = s.mem.exprs.Take(64 + len(args))
	}
	c := s.argSlab[:len(args):len(args)]
	s.argSlab = s.argSlab[len(args):]
	copy(c, args)
	return c
}

// wrap reduces n to the signed range of e.
func wrap(e ir.Elem, n int64) int64 { return ir.SignExtend(e, uint64(n)) }

// Const returns the constant n of integer kind e.
func (s *SCEV) Const(e ir.Elem, n int64) Expr {
	n = wrap(e, n)
	if e == ir.I64 && n >= -2 && n < 14 {
		c := &s.small[n+2]
		if *c == nil {
			*c = s.intern(Node{Kind: Const, Elem: e, Val: n})
		}
		return *c
	}
	return s.intern(Node{Kind: Const, Elem: e, Val: n})
}

// IsConst returns the value of e if it is a constant.
func (s *SCEV) IsConst(e Expr) (int64, bool) {
	if e != nil && e.Kind == Const {
		return e.Val, true
	}
	return 0, false
}

// unknown returns v as an opaque expression.
func (s *SCEV) unknown(v *ir.Value) Expr {
	e := s.intern(Node{Kind: Unknown, Elem: v.Type.Elem, V: v})
	e.value = v
	return e
}

// linear is a sum under construction: terms sorted by id, without duplicates.
type linear struct {
	elem  ir.Elem
	c     int64
	terms []Expr
	coef  []int64
}

// linear returns an empty sum in reused memory, which keep reclaims.
func (s *SCEV) linear(elem ir.Elem, c int64) *linear {
	spare := &s.mem.spare
	n := len(*spare)
	if n == 0 {
		return &linear{elem: elem, c: c, terms: make([]Expr, 0, 8), coef: make([]int64, 0, 8)}
	}
	l := (*spare)[n-1]
	*spare = (*spare)[:n-1]
	*l = linear{elem: elem, c: c, terms: l.terms[:0], coef: l.coef[:0]}
	return l
}

// keep finishes a sum and reclaims its memory; expressions hold copies of its terms.
func (s *SCEV) keep(l *linear) Expr {
	e := s.finish(l)
	s.mem.spare = append(s.mem.spare, l)
	return e
}

func (l *linear) add(e Expr, k int64) { l.addFrom(0, e, k) }

// addFrom adds a sum, or a term that sorts after those before index i. It returns the index of the last term
// added.
func (l *linear) addFrom(i int, e Expr, k int64) int {
	if k = wrap(l.elem, k); k == 0 {
		return i
	}
	switch e.Kind {
	case Const:
		l.c += k * e.Val
	case Sum:
		l.c += k * e.Val
		for j, a := range e.Args { // they are sorted too
			i = l.addFrom(i, a, k*e.Coef[j])
		}
	default:
		for i < len(l.terms) && l.terms[i].id < e.id {
			i++
		}
		if i < len(l.terms) && l.terms[i] == e {
			if l.coef[i] = wrap(l.elem, l.coef[i]+k); l.coef[i] == 0 {
				l.terms = append(l.terms[:i], l.terms[i+1:]...)
				l.coef = append(l.coef[:i], l.coef[i+1:]...)
			}
			return i
		}
		l.terms, l.coef = append(l.terms, nil), append(l.coef, 0)
		copy(l.terms[i+1:], l.terms[i:])
		copy(l.coef[i+1:], l.coef[i:])
		l.terms[i], l.coef[i] = e, k
	}
	return i
}

// finish converts the sum to an expression. Consider the recurrences of the innermost loop among the terms. If
// all other terms are recurrences of the same loop or invariant in it, the sum is such a recurrence too; this
// also holds in modular arithmetic. So {0,+,1} + n is {n,+,1}, and the difference of two recurrences with equal
// steps is seen to be constant.
func (s *SCEV) finish(l *linear) Expr {
	l.c = wrap(l.elem, l.c)
	if len(l.terms) == 0 {
		return s.Const(l.elem, l.c)
	}
	if l.c == 0 && len(l.terms) == 1 && l.coef[0] == 1 {
		return l.terms[0]
	}
	var rec Expr
	for _, t := range l.terms {
		if t.Kind == AddRec && (rec == nil || t.Loop.Depth > rec.Loop.Depth) {
			rec = t
		}
	}
	if rec != nil {
		start, step := s.linear(l.elem, l.c), s.linear(l.elem, 0)
		ok, recs := true, 0
		for i, t := range l.terms {
			switch {
			case t.Kind == AddRec && t.Loop == rec.Loop:
				recs++
				start.add(t.Start(), l.coef[i])
				step.add(t.Step(), l.coef[i])
			case s.Invariant(t, rec.Loop):
				start.add(t, l.coef[i])
			default:
				ok = false
			}
		}
		if ok {
			return s.rec(s.keep(start), s.keep(step), rec.Loop)
		}
		s.mem.spare = append(s.mem.spare, start, step)
		if recs > 1 { // merge them and keep the other terms
			start, step := s.linear(l.elem, 0), s.linear(l.elem, 0)
			rest := s.linear(l.elem, l.c)
			for i, t := range l.terms {
				if t.Kind == AddRec && t.Loop == rec.Loop {
					start.add(t.Start(), l.coef[i])
					step.add(t.Step(), l.coef[i])
				} else {
					rest.add(t, l.coef[i])
				}
			}
			rest.add(s.rec(s.keep(start), s.keep(step), rec.Loop), 1)
			return s.keep(rest)
		}
	}
	return s.internSum(Node{Kind: Sum, Elem: l.elem, Val: l.c}, l.terms, l.coef)
}

// combine returns a + k*b + c.
func (s *SCEV) combine(a Expr, k int64, b Expr, c int64) Expr {
	if a.Kind == Const && (b == nil || b.Kind == Const) {
		n := a.Val + c
		if b != nil {
			n += k * b.Val
		}
		return s.Const(a.Elem, n)
	}
	l := s.linear(a.Elem, c)
	l.add(a, 1)
	if b != nil {
		l.add(b, k)
	}
	s.f.Spend(stepsPerTerm * len(l.terms))
	return s.keep(l)
}

// Add returns a + b.
func (s *SCEV) Add(a, b Expr) Expr { return s.combine(a, 1, b, 0) }

// Sub returns a - b.
func (s *SCEV) Sub(a, b Expr) Expr { return s.combine(a, -1, b, 0) }

// AddConst returns a + n.
func (s *SCEV) AddConst(a Expr, n int64) Expr {
	if n == 0 {
		return a
	}
	return s.combine(a, 0, nil, n)
}

// MulConst returns a * n.
func (s *SCEV) MulConst(a Expr, n int64) Expr {
	if n == 1 {
		return a
	}
	return s.combine(s.Const(a.Elem, 0), n, a, 0)
}

// not returns ^a, which is -1 - a. It reverses every order: a < b if and only if ^b < ^a, signed and unsigned.
func (s *SCEV) not(a Expr) Expr { return s.combine(s.Const(a.Elem, -1), -1, a, 0) }

// maxProduct bounds the number of terms that multiplying out may create.
const maxProduct = 8

// Mul returns a * b. It multiplies out sums. Recurrences remain recurrences if the other factor is invariant in
// their loop.
func (s *SCEV) Mul(a, b Expr) Expr {
	if a.Kind == Const {
		return s.MulConst(b, a.Val)
	}
	if b.Kind == Const {
		return s.MulConst(a, b.Val)
	}
	if b.Kind == AddRec && (a.Kind != AddRec || b.Loop.Depth > a.Loop.Depth) {
		a, b = b, a
	}
	if a.Kind == AddRec && s.Invariant(b, a.Loop) {
		return s.rec(s.Mul(a.Start(), b), s.Mul(a.Step(), b), a.Loop)
	}
	if b.Kind == Sum {
		a, b = b, a
	}
	if a.Kind == Sum && len(a.Args)*max(1, len(b.Args)) <= maxProduct {
		l := s.linear(a.Elem, 0)
		l.add(b, a.Val)
		for i, t := range a.Args {
			l.add(s.Mul(t, b), a.Coef[i])
		}
		return s.keep(l)
	}
	var fs []Expr
	for _, e := range [2]Expr{a, b} {
		if e.Kind == Prod {
			fs = append(fs, e.Args...)
		} else {
			fs = append(fs, e)
		}
	}
	for i := 1; i < len(fs); i++ {
		for j := i; j > 0 && fs[j].id < fs[j-1].id; j-- {
			fs[j], fs[j-1] = fs[j-1], fs[j]
		}
	}
	return s.intern(Node{Kind: Prod, Elem: a.Elem}, fs...)
}

// rec returns {start,+,step} of loop l.
func (s *SCEV) rec(start, step Expr, l *Loop) Expr {
	if step.Kind == Const && step.Val == 0 {
		return start
	}
	return s.intern(Node{Kind: AddRec, Elem: start.Elem, Loop: l}, start, step)
}

// minMax returns the minimum or maximum, by kind, of a and b.
func (s *SCEV) minMax(k Kind, a, b Expr) Expr {
	if a == b {
		return a
	}
	ra, rb := s.rangeOf(a), s.rangeOf(b)
	switch k {
	case MinS, MaxS:
		if d, ok := s.ConstDiff(b, a); ok && !s.addWraps(ra, d, a.Elem) {
			if (d > 0) == (k == MinS) {
				return a
			}
			return b
		}
		if ra.hi <= rb.lo || rb.hi <= ra.lo {
			if (ra.hi <= rb.lo) == (k == MinS) {
				return a
			}
			return b
		}
	case MinU, MaxU:
		if ra.lo >= 0 && rb.lo >= 0 {
			return s.minMax(k-MinU+MinS, a, b)
		}
		if a.Kind == Const && b.Kind == Const {
			if (ir.Truncate(a.Elem, uint64(a.Val)) < ir.Truncate(b.Elem, uint64(b.Val))) == (k == MinU) {
				return a
			}
			return b
		}
	}
	if b.id < a.id {
		a, b = b, a
	}
	return s.intern(Node{Kind: k, Elem: a.Elem}, a, b)
}

// MinS returns the signed minimum.
func (s *SCEV) MinS(a, b Expr) Expr { return s.minMax(MinS, a, b) }

// MaxS returns the signed maximum.
func (s *SCEV) MaxS(a, b Expr) Expr { return s.minMax(MaxS, a, b) }

// divU returns a / n, unsigned.
func (s *SCEV) divU(a Expr, n int64) Expr {
	switch {
	case n == 1:
		return a
	case a.Kind == Const:
		return s.Const(a.Elem, int64(ir.Truncate(a.Elem, uint64(a.Val))/uint64(n)))
	case a.Kind == AddRec && a.Elem == ir.I64 && a.Start().Kind == Const && a.Step().Kind == Const &&
		a.Start().Val%n == 0 && a.Step().Val%n == 0:
		// A recurrence over non-negative multiples of n that does not wrap divides to a recurrence.
		if r, ok := s.recBounds(a, false); ok && r.lo >= 0 {
			return s.rec(s.Const(a.Elem, a.Start().Val/n), s.Const(a.Elem, a.Step().Val/n), a.Loop)
		}
	}
	return s.intern(Node{Kind: DivU, Elem: a.Elem, Val: n}, a)
}

// ifLtU returns a < b ? x : 0, unsigned.
func (s *SCEV) ifLtU(a, b, x Expr) Expr {
	ra, rb := s.rangeOf(a), s.rangeOf(b)
	if ra.lo >= 0 && ra.hi < rb.lo {
		return x
	}
	if ra.lo >= 0 && rb.lo >= 0 && rb.hi <= ra.lo {
		return s.Const(x.Elem, 0)
	}
	return s.intern(Node{Kind: IfLtU, Elem: x.Elem}, a, b, x)
}

// ConstDiff returns a - b (wrapping) if it is constant. Sums are canonical, so the difference is constant if
// and only if everything but the constants agrees.
func (s *SCEV) ConstDiff(a, b Expr) (int64, bool) {
	if a == b {
		return 0, true
	}
	if a == nil || b == nil || a.rest != b.rest || a.Elem != b.Elem || !a.Elem.IsInt() {
		return 0, false
	}
	if a.Kind == AddRec && b.Kind == AddRec {
		if a.Loop != b.Loop || a.Step() != b.Step() {
			return 0, false
		}
		return s.ConstDiff(a.Start(), b.Start())
	}
	switch { // the terms of a
	case a.Kind == Const:
		return wrap(a.Elem, a.Val-b.Val), b.Kind == Const
	case a.Kind == Sum && b.Kind == Sum:
		if len(a.Args) != len(b.Args) {
			return 0, false
		}
		s.f.Spend(len(a.Args))
		for i, t := range a.Args {
			if t != b.Args[i] || a.Coef[i] != b.Coef[i] {
				return 0, false
			}
		}
		return wrap(a.Elem, a.Val-b.Val), true
	case a.Kind == Sum:
		return a.Val, len(a.Args) == 1 && a.Args[0] == b && a.Coef[0] == 1
	case b.Kind == Sum:
		return wrap(a.Elem, -b.Val), len(b.Args) == 1 && b.Args[0] == a && b.Coef[0] == 1
	}
	return 0, false
}

// SplitConst splits e into a constant summand c and the rest: e = rest + c.
func (s *SCEV) SplitConst(e Expr) (rest Expr, c int64) {
	switch {
	case e.Kind == Const:
		return s.Const(e.Elem, 0), e.Val
	case e.Kind == Sum && e.Val != 0:
		return s.AddConst(e, -e.Val), e.Val
	}
	return e, 0
}

// Invariant reports whether e has the same value in all iterations of one execution of l.
func (s *SCEV) Invariant(e Expr, l *Loop) bool {
	switch e.Kind {
	case Const:
		return true
	case Unknown:
		s.f.Spend(1)
		return l.Invariant(e.V)
	case AddRec:
		// A recurrence of a loop around l is invariant in l. A recurrence of l, or of a loop inside l, varies.
		// A recurrence of any other loop is defined only in that loop, not here.
		if l.ContainsLoop(e.Loop) || !e.Loop.ContainsLoop(l) {
			return false
		}
	}
	for _, a := range e.Args {
		if !s.Invariant(a, l) {
			return false
		}
	}
	return true
}
