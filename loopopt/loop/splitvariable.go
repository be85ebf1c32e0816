package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// split.at names a value of the variable that the loop has in the source. Transformations add counters of their own,
// and let the loop's test look at those: of
//
//	for i := 5; i < n; i++ { s(i) }
//
// unrolling makes
//
//	for k, i := 0, 5; k < n-5-3; k, i = k+4, i+4 { s(i); s(i+1); s(i+2); s(i+3) }
//
// which split.at=10 cuts where i, not k, comes to 10. So before anything is transformed, each variable gets a position
// of its own, which copies of it keep: the one behind that of its loop, at which nothing can stand in the source.

// variables says of loops, by position, whether their variable counts the iterations.
type variables map[ir.Pos]bool

// MarkVariables finds the variables of all loops, if any metadata mention split.at.
func MarkVariables(d *driver.Driver) {
	if !slices.ContainsFunc(d.Loop.Loops, func(l *analysis.Loop) bool {
		return l.Header.Loop != nil && mentions(l.Header.Loop.Attrs, "split.at")
	}) {
		return
	}
	found := variables{}
	for _, l := range d.Loop.Loops {
		phi, e := variableOf(d, l)
		pos := l.Header.Loop.Position()
		if phi == nil || pos == 0 {
			continue
		}
		phi.Pos = pos + 1
		start, ok := d.Scev.IsConst(e.Start())
		step, _ := d.Scev.IsConst(e.Step())
		counts, again := found[pos] // again: a function that was inlined twice
		found[pos] = ok && start == 0 && step == 1 && (counts || !again)
	}
	*driver.State[variables](d) = found
}

// mentions says whether a list has the attribute, or a followup in it does.
func mentions(list []ir.Attr, name string) bool {
	return slices.ContainsFunc(list, func(a ir.Attr) bool { return a.Name == name || mentions(a.List, name) })
}

// splitVariable is the variable of the loop as a recurrence, nil if there is none, or none left.
func splitVariable(d *driver.Driver, l *analysis.Loop) analysis.Expr {
	pos := l.Header.Loop.Position()
	counts, known := (*driver.State[variables](d))[pos]
	if known {
		for _, v := range l.Header.Values {
			if v.Pos == pos+1 {
				if e := splittableBy(d, v, l); e != nil {
					return e
				}
			}
		}
		if !counts {
			return nil
		}
		// One that counts the iterations is as good as any other that does.
	}
	_, e := variableOf(d, l)
	return e
}

// variableOf is the induction that l's test looks at, or else its last.
func variableOf(d *driver.Driver, l *analysis.Loop) (phi *ir.Value, e analysis.Expr) {
	if l.Latch == nil || l.Latch.Control == nil {
		return nil, nil
	}
	c, at := l.Latch.Control, l.Header.PredIndex(l.Latch)
	for _, p := range l.Header.Phis() {
		if x := splittableBy(d, p, l); x != nil && (phi == nil || slices.Contains(c.Args, p.Args[at])) {
			phi, e = p, x
		}
	}
	return phi, e
}

// splittableBy is v, a value of l, as a recurrence that l can be split by: of integers, without wrapping around, by
// steps that are not too long. Nil if it is none.
func splittableBy(d *driver.Driver, v *ir.Value, l *analysis.Loop) analysis.Expr {
	if !v.Type.Elem.IsInt() || v.Type.IsVector() {
		return nil
	}
	e := d.Scev.Of(v)
	if e.Kind != analysis.AddRec || e.Loop != l || !d.Scev.NoSignedWrap(e) {
		return nil
	}
	if step, ok := d.Scev.IsConst(e.Step()); !ok || step == 0 || step > maxThresholdStep || step < -maxThresholdStep {
		return nil
	}
	return e
}
