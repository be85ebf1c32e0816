package analysis

// gap is a - b for two recurrences that walk towards one another, as those of
//
//	for i, j := 0, n-1; i < j; i, j = i+1, j-1
//
// so that a < b, signed, is gap < 0, and a <= b is gap <= 0: a count like that of a walk towards an invariant.
//
// As long as the loop stays, both lie between the two starts; when it is left each is a step farther at most. Starts
// that use no more than a quarter of the integers and small steps leave room for these, and for their difference.
func (s *SCEV) gap(l *Loop, lf *loopFacts, a, b Expr) (Expr, bool) {
	walks := func(e Expr) bool { return e.Kind == AddRec && e.Loop == l && e.Step().Kind == Const }
	if !walks(a) || !walks(b) || a.Elem != b.Elem {
		return nil, false
	}
	up, down := a.Step().Val, b.Step().Val
	quarter := full(a.Elem).Hi / 4
	if up < 0 || down > 0 || up == down || up > quarter/4 || down < -quarter/4 {
		return nil, false
	}
	facts := s.entryFacts(l)
	ra, rb := s.rangeAt(a.Start(), facts), s.rangeAt(b.Start(), facts)
	if min(ra.Lo, rb.Lo) < -quarter || max(ra.Hi, rb.Hi) > quarter {
		return nil, false
	}
	lf.tested = s.mem.tested.Append(lf.tested,
		tested{rec: a, r: bounds{ra.Lo, max(ra.Hi, rb.Hi+up)}},
		tested{rec: b, r: bounds{min(rb.Lo, ra.Lo+down), rb.Hi}})
	return s.rec(s.Sub(a.Start(), b.Start()), s.Const(a.Elem, up-down), l), true
}
