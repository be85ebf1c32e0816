package vplan

import (
	"fmt"
	"io"
)

// String is a short description: VF=16 UF=4 tail=masked.
func (p *Plan) String() string {
	if len(p.Stages) == 0 {
		return "no stages"
	}
	s := fmt.Sprintf("VF=%d UF=%d", p.VF(), p.UF())
	for _, st := range p.Stages[1:] {
		switch {
		case st.Masked:
			s += fmt.Sprintf(" tail=masked(%d)", st.VF)
		case st.Overlapping:
			s += fmt.Sprintf(" tail=overlapping(%d)", st.VF)
		case st.Predicated:
			s += fmt.Sprintf(" exits=predicated(%d)", st.VF)
		default:
			s += fmt.Sprintf(" +%dx%d", st.VF, st.UF)
		}
	}
	if p.Front != nil {
		s += fmt.Sprintf(" aligned=%d", p.Front.Bytes)
	}
	if n := countRegions(p.Regions); n > 0 {
		s += fmt.Sprintf(" regions=%d", n)
	}
	if n := len(p.Windows); n > 0 {
		s += fmt.Sprintf(" windows=%d", n)
	}
	return s
}

// Print writes the plan as a program of recipes.
//
//	plan VF=16 UF=4 tail=masked(16) cost=0.0703 minimum=4
//	  trips: v1
//	  bound: v2
//	  check: v12 v14: distance
//	  stage: 16 lanes x 4
//	  stage: 16 lanes, masked
//	  WIDEN-LOAD   r0 f32 Load v12
//	  WIDEN        r1 f32 Mul v13 r0 r0
func (p *Plan) Print(w io.Writer) {
	fmt.Fprintf(w, "plan %s cost=%.3g minimum=%d\n", p, p.Cost, p.MinIter)
	l := p.Legal
	fmt.Fprintf(w, "  trips: %s\n", l.Trips)
	for _, e := range l.IterationBounds {
		fmt.Fprintf(w, "  bound: %s\n", e)
	}
	if l.NeedScalar {
		fmt.Fprintf(w, "  bound: trips - 1 (the scalar loop computes a live-out or leaves)\n")
	}
	if l.Exits != "" {
		fmt.Fprintf(w, "  exits: %s\n", l.Exits)
	}
	for _, y := range l.MonotonicIndices() {
		fmt.Fprintf(w, "  monotonic: %s\n", y.Phi.Phi)
	}
	for _, pr := range l.Pairs {
		kind := "extents disjoint"
		if pr.Distance {
			kind = "distance"
		} else if pr.Ahead {
			kind += ", or loads ahead"
		}
		fmt.Fprintf(w, "  check: %s %s: %s\n", pr.First.V, pr.Second.V, kind)
	}
	for _, c := range l.FloatIVs {
		fmt.Fprintf(w, "  check: %s: sums exact\n", c.Phi)
	}
	for _, r := range p.Streams {
		fmt.Fprintf(w, "  stream: %s: within the page of its first lane\n", r.V)
	}
	if a := p.Front; a != nil {
		fmt.Fprintf(w, "  front: %d lanes, masked, until %s is aligned to %d bytes, from %d iterations on\n", p.VF(),
			a.At.V, a.Bytes, a.From)
	}
	for _, s := range p.Stages {
		switch {
		case s.Masked && s.Predicated:
			fmt.Fprintf(w, "  stage: %d lanes, masked, exits predicated\n", s.VF)
		case s.Masked:
			fmt.Fprintf(w, "  stage: %d lanes, masked\n", s.VF)
		case s.Overlapping:
			fmt.Fprintf(w, "  stage: %d lanes, overlapping\n", s.VF)
		case s.Predicated:
			fmt.Fprintf(w, "  stage: %d lanes, exits predicated\n", s.VF)
		default:
			fmt.Fprintf(w, "  stage: %d lanes x %d\n", s.VF, s.UF)
		}
	}
	printRecipes(w, "  ", p.Recipes, p.Regions)
}
