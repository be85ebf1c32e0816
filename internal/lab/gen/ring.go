package gen

import "fmt"

// ring is a wrap-around counter: a subscript that never exceeds the loop's counter.
type ring struct {
	at     variable
	period string // an int expression, at least 1
}

// ringVar declares a wrap-around counter before a loop, or none.
func (w *writer) ringVar(l *loop) {
	if !l.long || w.IntN(10) > 0 {
		return
	}
	l.ring = &ring{at: variable{w.name("o"), basic("int")}, period: w.period()}
	w.line("%s := 0", l.ring.at.name)
}

// period returns an int expression of at least 1: few elements, a row, or more than there are.
func (w *writer) period() string {
	return pick(w, "(m&63 + 1)", "(m&7 + 30)", "37", "64", "(n>>2&255 + 1)", fmt.Sprint(32+w.IntN(90)))
}

// turnRing writes the step of the counter, and its reset after a period.
func (w *writer) turnRing(l *loop) {
	r, p := l.ring.at.name, l.ring.period
	w.use("ring")
	switch w.IntN(5) {
	case 0:
		w.line("%s = (%s + 1) %% %s", r, r, p)
	case 1:
		w.line("if %s == %s-1 {", r, p)
		w.line("\t%s = 0", r)
		w.block("} else", func() { w.line("%s++", r) })
	default:
		w.line("%s++", r)
		w.block(fmt.Sprintf("if %s %s %s", r, pick(w, "==", ">="), p), func() { w.line("%s = 0", r) })
	}
}

// ringAt returns a subscript, at most the number of iterations done, that has a constant stride and wraps around.
func (w *writer) ringAt(l *loop) string {
	if l.ring != nil && w.IntN(2) == 0 {
		return l.ring.at.name
	}
	w.use("subscript modulo")
	if w.IntN(3) == 0 {
		return l.v + " & " + pick(w, "127", "31", "63", "(m & 127)", "(n>>1 & 255)")
	}
	return l.v + " % " + w.period()
}
