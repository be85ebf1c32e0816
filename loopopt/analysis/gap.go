package analysis

// gap returns a - b for two recurrences that approach each other, such as
//
//	for i, j := 0, n-1; i < j; i, j = i+1, j-1
//
// Then a < b, signed, is gap < 0, and a <= b is gap <= 0, which can be counted like a recurrence that
// approaches an invariant.
//
// While the loop runs, both recurrences lie between the two starts; on exit each is at most one step beyond.
// Starts within a quarter of the integer range and small steps ensure that neither these values nor their
// difference wraps.
func (s *SCEV) gap(l *Loop, lf *loopFacts, a, b Expr) (Expr, bool) {
	strided := func(e Expr) bool { return e.Kind == AddRec && e.Loop == l && e.Step().Kind == Const }
	if !strided(a) || !strided(b) || a.Elem != b.Elem {
		return nil, false
	}
	up, down := a.Step().Val, b.Step().Val
	quarter := full(a.Elem).hi / 4
	if up < 0 || down > 0 || up == down || up > quarter/4 || down < -quarter/4 {
		return nil, false
	}
	facts := s.entryFacts(l)
	ra, rb := s.rangeAt(a.Start(), facts), s.rangeAt(b.Start(), facts)
	if min(ra.lo, rb.lo) < -quarter || max(ra.hi, rb.hi) > quarter {
		return nil, false
	}
	lf.tested = s.mem.tested.Append(lf.tested,
		tested{rec: a, r: bounds{ra.lo, max(ra.hi, rb.hi+up)}},
		tested{rec: b, r: bounds{min(rb.lo, ra.lo+down), rb.hi}})
	return s.rec(s.Sub(a.Start(), b.Start()), s.Const(a.Elem, up-down), l), true
}
