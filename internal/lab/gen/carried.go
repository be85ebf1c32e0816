package gen

import (
	"fmt"
	"strings"
)

// carriedVars declares variables before a loop that the loop carries between iterations.
func (w *writer) carriedVars(l *loop) {
	if !l.clean || l.long && w.IntN(5) > 0 || !l.long && w.IntN(12) > 0 {
		return
	}
	t := pick(w, w.types...)
	if t.isBool() || w.IntN(6) == 0 {
		t = basic("bool")
	}
	for range 1 + w.IntN(3) {
		v := variable{w.name("p"), t}
		if t.isBool() {
			w.line("%s := %s", v.name, w.constant(t))
		} else {
			w.line("%s := %s(%d)", v.name, t.name, w.IntN(5))
		}
		l.carried = append(l.carried, v)
	}
}

// carry computes the carried values of the next iteration, and shifts the older ones. The values are read before or
// after that.
func (w *writer) carry(l *loop) {
	w.use("shifted values")
	p := l.carried
	look := func() {
		at := p[w.IntN(len(p))]
		switch {
		case at.t.isBool():
			w.block("if "+pick(w, "", "!")+at.name, func() { w.store(true) })
		default:
			w.temps = append(w.temps, p...)
			w.store(true)
			w.temps = w.temps[:len(w.temps)-len(p)]
		}
	}
	if w.IntN(2) == 0 {
		look()
	}
	if w.IntN(5) == 0 {
		w.jumps(p)
		look()
		return
	}
	to := p[w.IntN(len(p))]
	if !to.t.isBool() && w.IntN(5) < 2 {
		w.running(to)
		look()
		return
	}
	if w.IntN(3) == 0 {
		w.use("conditional carry")
		assign := func() {
			if to.t.isBool() {
				w.line("%s = %s", to.name, w.cond())
				return
			}
			w.line("%s = %s", to.name, strip(w.expr(to.t, 2)))
		}
		w.block("if "+w.cond(), assign)
		if w.IntN(3) == 0 {
			w.block("if "+w.cond(), assign)
		}
		look()
		return
	}
	next := variable{w.name("t"), p[0].t}
	if next.t.isBool() {
		w.line("%s := %s", next.name, w.cond())
	} else {
		w.line("%s := %s", next.name, strip(w.expr(next.t, 3)))
	}
	if w.IntN(2) == 0 {
		look()
	}
	for i := range p[1:] {
		w.line("%s = %s", p[i].name, p[i+1].name)
	}
	w.line("%s = %s", p[len(p)-1].name, next.name)
	if !next.t.isBool() {
		w.temps = append(w.temps, next)
	}
	if w.IntN(3) == 0 {
		look()
	}
}

// jumps updates carried values by affine self-recurrences: signs, linear congruential generators, counters modulo a
// number. Factors of floats are signs, so that the order of multiplications does not matter.
func (w *writer) jumps(p []variable) {
	a, t := p[0].name, p[0].t
	w.use("value from itself")
	switch k := w.IntN(8); {
	case t.isBool():
		w.line("%s = !%s", a, a)
	case len(p) > 1 && (t.isFloat() || k < 3):
		var to, from []string
		for i := range p {
			to, from = append(to, p[i].name), append(from, p[(i+1)%len(p)].name)
		}
		if !t.isFloat() && w.IntN(2) == 0 {
			from[w.IntN(len(p))] += " + " + pick(w, to...) + pick(w, "", "*3", " - 1")
		}
		w.line("%s = %s", strings.Join(to, ", "), strings.Join(from, ", "))
	case t.isFloat() || k == 3:
		w.line("%s = -%s", a, a)
	case k < 6:
		m := 2 + w.IntN(7)
		first, last := "0", fmt.Sprint(m)
		switch w.IntN(4) {
		case 0:
			w.line("%s = (%s + %d) %% %d", a, a, 1+w.IntN(m), m)
		case 1:
			w.line("%s = (%s - %d) & 7", a, a, w.IntN(8))
		default:
			w.block(fmt.Sprintf("if %s++; %s %s %s", a, a, pick(w, "==", ">="), last), func() { w.line("%s = %s", a, first) })
		}
	case k == 6:
		w.line("%s %s %s", a, pick(w, "^=", "*="), w.constant(t))
	default:
		w.line("%s = %s*%s %s %s", a, a, w.constant(t), pick(w, "+", "-"), w.constant(t))
	}
}

// running combines the carried value p with another one by an operation that vector code may reorder: a running sum or
// extreme. For floats it writes only extremes and steps: if reordering is permitted, sums that are stored and used
// again would not remain small enough to be exact.
func (w *writer) running(p variable) {
	e := strip(w.expr(p.t, 2))
	switch k := w.IntN(10); {
	case k < 2:
		w.use("running extreme")
		a, b := p.name, e
		if w.IntN(2) == 0 {
			a, b = b, a
		}
		w.line("%s = %s(%s, %s)", p.name, pick(w, "min", "max"), a, b)
	case k < 4:
		w.use("running extreme")
		v := w.name("v")
		w.block(fmt.Sprintf("if %s := %s; %s %s %s", v, e, v, pick(w, "<", ">", "<", ">", "<="), p.name), func() {
			w.line("%s = %s", p.name, v)
		})
	case p.t.isFloat() && w.small():
		w.line("%s = %s", p.name, e)
	case p.t.isFloat():
		w.use("float induction")
		step := w.constant(p.t)
		if w.IntN(3) == 0 {
			step = p.t.conv("n")
		}
		w.line("%s %s %s", p.name, pick(w, "+=", "-="), step)
	case k < 6 && w.IntN(2) == 0:
		w.use("count that begins again")
		anew := func() { w.line("%s = %s", p.name, pick(w, "0", strip(w.expr(p.t, 1)))) }
		count := func() { w.line("%s %s %s", p.name, pick(w, "+=", "+=", "-="), e) }
		cond := w.cond()
		switch w.IntN(3) {
		case 0:
			w.block("if "+cond, anew)
			count()
		case 1:
			w.ifOrElse(cond, anew, count)
		default:
			w.ifOrElse(cond, count, anew)
		}
	case k < 6:
		w.use("running count")
		w.block("if "+w.cond(), func() { w.line("%s %s %s", p.name, pick(w, "+=", "-=", "^=", "|=", "*="), e) })
	case k < 7:
		w.use("affine recurrence")
		m := w.constant(p.t)
		if w.IntN(2) == 0 {
			m = w.leaf(p.t)
		}
		w.line("%s = %s*%s %s %s", p.name, p.name, m, pick(w, "+", "-"), w.expr(p.t, 1))
	default:
		w.use("running sum")
		w.line("%s %s %s", p.name, pick(w, "+=", "+=", "-=", "*=", "&=", "|=", "^="), e)
		if w.IntN(3) == 0 {
			w.line("%s %s %s", p.name, pick(w, "+=", "-="), strip(w.expr(p.t, 1)))
		}
	}
}

// carriedOut reads the carried values after the loop.
func (w *writer) carriedOut(l *loop) {
	for _, v := range l.carried {
		switch {
		case v.t.isBool() && len(w.accs) > 0:
			a := pick(w, w.accs...)
			w.block("if "+v.name, func() { w.line("%s++", a.name) })
		case w.IntN(4) > 0:
			w.sumUp(v)
		default:
			w.line("_ = %s", v.name)
		}
	}
}
