package analysis

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Predicates are the conditions that a test before a nest is to establish. They hold in the version of the nest
// after the test, and are assumed when planning for that version (LLVM's PredicatedScalarEvolution).
type Predicates struct {
	LE       [][2]Expr      // a <= b, signed
	Small    []Expr         // magnitudes below Limit
	Steps    []Expr         // non-negative
	Disjoint [][2]*ir.Value // objects that do not overlap
	Limit    int64
}

// Limits of the unknowns of an index, such that products of two, three or four of them, plus a few summands,
// stay below 1<<62.
const (
	Huge  = 1 << 29
	Huge3 = 1 << 19
	Huge4 = 1 << 14
)

// Assuming calls ask, whose queries are about the version of a nest that a test has freed of checks. Conditions
// that would help are assumed. It returns the assumed conditions.
func (s *SCEV) Assuming(limit int64, ask func()) *Predicates {
	p := &Predicates{Limit: limit}
	s.assumed = p
	defer func() { s.assumed = nil }()
	ask()
	return p
}

// Assumes reports whether queries are about such a version: checks hold, and objects may be tested not to
// overlap.
func (s *SCEV) Assumes() bool { return s.assumed != nil }

// AddLE adds a <= b.
func (p *Predicates) AddLE(a, b Expr) { p.LE = include(p.LE, [2]Expr{a, b}) }

// Join adds all of q except its steps.
func (p *Predicates) Join(q *Predicates) {
	for _, c := range q.LE {
		p.AddLE(c[0], c[1])
	}
	for _, e := range q.Small {
		p.Small = include(p.Small, e)
	}
	p.Disjoint = append(p.Disjoint, q.Disjoint...)
}

// Len returns the number of predicates.
func (p *Predicates) Len() int { return len(p.LE) + len(p.Small) + len(p.Steps) + len(p.Disjoint) }

// include appends e unless it is in the list. The list is short and keeps its order, so that code is
// reproducible.
func include[T comparable](list []T, e T) []T {
	if slices.Contains(list, e) {
		return list
	}
	return append(list, e)
}

// small records that the unknowns of an expression must be small.
func (p *Predicates) small(e Expr) {
	switch {
	case e.Kind == Const:
	case e.Kind == Sum || e.Kind == Prod || e.Kind == MinS || e.Kind == MaxS || e.Kind == Tri:
		for _, a := range e.Args {
			p.small(a)
		}
	default:
		p.Small = include(p.Small, e)
	}
}

// assumeLE assumes a <= b if it is worth testing.
func (s *SCEV) assumeLE(a, b Expr) bool {
	if s.assumed == nil || !s.likely(a, b) {
		return false
	}
	s.assumed.AddLE(a, b)
	return true
}

// assumeDisjoint assumes that two objects do not overlap, if they are arguments.
func (s *SCEV) assumeDisjoint(a, b *ir.Value) bool {
	if s.assumed == nil || a.Op != ir.OpArgPtr || b.Op != ir.OpArgPtr {
		return false
	}
	if a.AuxInt > b.AuxInt {
		a, b = b, a
	}
	s.assumed.Disjoint = include(s.assumed.Disjoint, [2]*ir.Value{a, b})
	return true
}

// likely reports whether a <= b is worth testing. If, among the products of the most unknowns in b - a, all
// coefficients are negative, the condition is false except for small numbers; a test that always fails wastes
// what the other conditions gain. Numbers below a constant, such as those of a table with rows of 256, need not
// be that small. A constant difference is known to be false.
func (s *SCEV) likely(a, b Expr) bool {
	diff := s.Sub(b, a)
	if diff.Kind == Sum { // the count hi-lo, for any lo and hi, is the minimum of it and a constant
		for i, e := range diff.Args {
			for k := range e.Args {
				if e.Kind == MinU && e.Args[k].Kind == Const {
					diff = s.Add(diff, s.MulConst(s.Sub(e.Args[1-k], e), diff.Coef[i]))
					return s.likely(s.Const(ir.I64, 0), diff)
				}
			}
		}
	}
	if diff.Kind != Sum {
		return diff.Kind != Const
	}
	if diff.Val >= minLikely {
		return true
	}
	top := Degree(diff)
	for i, c := range diff.Coef {
		if c > 0 && Degree(diff.Args[i]) == top {
			return true
		}
	}
	return false
}

// minLikely is a constant that is no longer small: rows are at least this long.
const minLikely = 16
