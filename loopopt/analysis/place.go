package analysis

import (
	"iter"

	"hotloop/loopopt/ir"
)

// Place is the address of a memory access relative to a nest. In iteration k0, k1, … of the loops around the
// access, it is Base + Start + k0*Coef[0] + k1*Coef[1] + … in bytes.
type Place struct {
	V          *ir.Value
	Base, Root *ir.Value
	Loops      []*Loop // around the access, outermost first
	Start      Expr    // nil if the address does not have this form
	Coef       []Expr  // for each of Loops, invariant in the nest
	Write      bool
	Size       int // in bytes

	// Packed, if not nil, describes an address in a packed triangular matrix, which does not have this form;
	// Start is then nil.
	Packed *Triangle
	// Skewed means that the second of two loops counts from the iteration of the first.
	Skewed bool
}

// Triangle is the address Scale*n*(n-1)/2 + Start + k0*Coef[0] + k1*Coef[1] + …, where n is N + k0*Rows[0] +
// k1*Rows[1] + ….
type Triangle struct {
	scale int64 // positive, in bytes
	n     Expr
	Rows  []Expr
	start Expr
	Coef  []Expr
}

// chain returns the loops from outer to l, which is outer or a loop inside it.
func (s *SCEV) chain(outer, l *Loop) []*Loop {
	list := s.mem.loopPtrs.Take(l.Depth - outer.Depth + 1)
	for i := len(list) - 1; i >= 0; i-- {
		list[i], l = l, l.Parent
	}
	return list
}

// Place describes the memory operation v of the nest outer.
func (s *SCEV) Place(v *ir.Value, outer *Loop) Place {
	p := Place{V: v, Base: v.Args[0], Root: v.Args[0].Root(), Write: v.Op.HasAny(ir.FlagWrites),
		Size: v.AccessType().Size(), Loops: s.chain(outer, s.li.Of(v.Block))}
	if v.Op == ir.OpGather || v.Op == ir.OpScatter || !outer.Invariant(p.Base) || v.Args[1].Type != ir.TI64 {
		return p
	}
	index := s.Of(v.Args[1])
	start, coef, ok := s.Affine(index, p.Loops)
	if !ok {
		p.Packed = s.packed(index, p.Loops, int64(v.Scale), int64(v.Off))
		return p
	}
	p.Start = s.AddConst(s.MulConst(start, int64(v.Scale)), int64(v.Off))
	for i := range coef {
		coef[i] = s.MulConst(coef[i], int64(v.Scale))
	}
	p.Coef = coef
	return p
}

// Places describes the memory operations among values, which are in the nest outer.
func (s *SCEV) Places(values iter.Seq[*ir.Value], outer *Loop) (places []*Place) {
	for v := range values {
		if v.Op.IsMemory() {
			p := &s.mem.places.Take(1)[0]
			*p = s.Place(v, outer)
			places = s.mem.placePtrs.Append(places, p)
		}
	}
	return places
}

// packed decomposes index into one Tri and an affine rest. It returns nil if that is not possible.
func (s *SCEV) packed(index Expr, loops []*Loop, scale, off int64) *Triangle {
	var n Expr
	times := int64(0)
	switch index.Kind {
	case Tri:
		n, times = index.Args[0], 1
	case Sum:
		for i, a := range index.Args {
			if a.Kind == Tri && n == nil {
				n, times = a.Args[0], index.Coef[i]
			}
		}
	}
	if n == nil || times < 1 || times > 16 {
		return nil
	}
	rest := s.Sub(index, s.MulConst(s.tri(n), times))
	start, coef, ok1 := s.Affine(rest, loops)
	first, rows, ok2 := s.Affine(n, loops)
	if !ok1 || !ok2 {
		return nil
	}
	for i := range coef {
		coef[i] = s.MulConst(coef[i], scale)
	}
	return &Triangle{scale: times * scale, n: first, Rows: rows,
		start: s.AddConst(s.MulConst(start, scale), off), Coef: coef}
}

// Affine decomposes e, an expression in the innermost of the loops, into start + Σ coef[i]*k_i, where k_i
// counts the iterations of loops[i]. start and the coefficients are invariant in loops[0].
func (s *SCEV) Affine(e Expr, loops []*Loop) (start Expr, coef []Expr, ok bool) {
	coef = s.mem.exprs.Take(len(loops))
	zero := s.Const(e.Elem, 0)
	for i := len(loops) - 1; i >= 0; i-- {
		coef[i] = zero
		if e.Kind == AddRec && e.Loop == loops[i] {
			coef[i], e = e.Step(), e.Start()
			if !s.Invariant(coef[i], loops[0]) {
				return nil, nil, false
			}
		}
	}
	return e, coef, s.Invariant(e, loops[0])
}

// term decomposes e into k*t with a constant k. t is nil if e is constant; ok is false if e is a sum of several
// terms.
func term(e Expr) (t Expr, k int64, ok bool) {
	switch {
	case e.Kind == Const:
		return nil, e.Val, true
	case e.Kind != Sum:
		return e, 1, true
	case len(e.Args) == 1 && e.Val == 0:
		return e.Args[0], e.Coef[0], true
	}
	return nil, 0, false
}

// Degree returns the maximum number of unknowns in a product in e.
func Degree(e Expr) int {
	switch e.Kind {
	case Const:
		return 0
	case Prod:
		n := 0
		for _, a := range e.Args {
			n += Degree(a)
		}
		return n
	case Sum:
		n := 0
		for _, a := range e.Args {
			n = max(n, Degree(a))
		}
		return n
	}
	return 1
}

// divided returns e/n if all of e's coefficients are multiples of n.
func (s *SCEV) divided(e Expr, n int64) (Expr, bool) {
	switch e.Kind {
	case Const:
		return s.Const(e.Elem, e.Val/n), e.Val%n == 0
	case Sum:
		if e.Val%n != 0 {
			return nil, false
		}
		out := s.Const(e.Elem, e.Val/n)
		for i, c := range e.Coef {
			if c%n != 0 {
				return nil, false
			}
			out = s.Add(out, s.MulConst(e.Args[i], c/n))
		}
		return out, true
	}
	return e, n == 1
}
