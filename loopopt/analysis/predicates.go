package analysis

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Predicates are what a test in front of a nest is to show. They hold in the version of the nest behind the test, and
// are taken for granted where it is asked what could be done with that (LLVM's PredicatedScalarEvolution).
type Predicates struct {
	LE    [][2]Expr      // a <= b, signed
	Small []Expr         // of magnitudes below Limit
	Steps []Expr         // not negative
	Apart [][2]*ir.Value // objects that do not overlap
	Limit int64
}

// What bounds the unknowns of an index, so that products of two of them, of three, or of four, and a handful of
// summands stay below 1<<62.
const (
	Huge  = 1 << 29
	Huge3 = 1 << 19
	Huge4 = 1 << 14
)

// Assuming asks something about the version of a nest that a test in front of it has freed from its checks and shown
// whatever helps. It returns what the answers took for granted.
func (s *SCEV) Assuming(limit int64, ask func()) *Predicates {
	p := &Predicates{Limit: limit}
	s.assumed = p
	defer func() { s.assumed = nil }()
	ask()
	return p
}

// Assumes says whether questions are about such a version: checks hold, and objects may be tested not to overlap.
func (s *SCEV) Assumes() bool { return s.assumed != nil }

// AddLE adds a <= b.
func (p *Predicates) AddLE(a, b Expr) { p.LE = include(p.LE, [2]Expr{a, b}) }

// Join adds all of q but its steps.
func (p *Predicates) Join(q *Predicates) {
	for _, c := range q.LE {
		p.AddLE(c[0], c[1])
	}
	for _, e := range q.Small {
		p.Small = include(p.Small, e)
	}
	p.Apart = append(p.Apart, q.Apart...)
}

// Len is how many predicates there are.
func (p *Predicates) Len() int { return len(p.LE) + len(p.Small) + len(p.Steps) + len(p.Apart) }

// include appends e unless it is in the list: that is short, and keeps its order, so that code is the same every time.
func include[T comparable](list []T, e T) []T {
	if slices.Contains(list, e) {
		return list
	}
	return append(list, e)
}

// small notes that the unknowns of an expression are to be small.
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

// assumeLE takes a <= b for granted if it is worth a test.
func (s *SCEV) assumeLE(a, b Expr) bool {
	if s.assumed == nil || !s.likely(a, b) {
		return false
	}
	s.assumed.AddLE(a, b)
	return true
}

// assumeApart takes it for granted that two objects do not overlap, if they are arguments.
func (s *SCEV) assumeApart(a, b *ir.Value) bool {
	if s.assumed == nil || a.Op != ir.OpArgPtr || b.Op != ir.OpArgPtr {
		return false
	}
	if a.AuxInt > b.AuxInt {
		a, b = b, a
	}
	s.assumed.Apart = include(s.assumed.Apart, [2]*ir.Value{a, b})
	return true
}

// likely says whether a <= b is worth a test: that b - a has negative factors only, of the products of most unknowns,
// makes it wrong for all but small numbers, and a test that always fails loses all that others are for. Numbers below a
// constant, as those of a table with rows of 256, need not be that small. A difference that is known is known to be
// wrong.
func (s *SCEV) likely(a, b Expr) bool {
	diff := s.Sub(b, a)
	if diff.Kind == Sum { // the count hi-lo of any lo and hi is the lesser of it and a constant
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

// minLikely is a constant that is no longer a small number: rows are as long, or longer.
const minLikely = 16
