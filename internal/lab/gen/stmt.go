package gen

import "fmt"

// cleanStmt writes a statement of a loop that a vectorizer supports. Most are stores and sums: a kernel with a single
// unsupported statement tests nothing of the vectorizer.
func (w *writer) cleanStmt(l *loop) {
	w.inexpr = 0
	switch k := w.IntN(20); {
	case k < 9:
		w.store(true)
	case k < 12:
		w.reduce(true)
	case k < 14:
		w.use("if")
		w.block("if "+w.cond(), func() { w.store(true) })
	case k < 15:
		w.ifElse(func() { w.store(true) })
	case k < 17:
		w.temp()
	case k == 17 && w.longLoop() != nil:
		w.exit(l)
	case k == 18 && w.longLoop() != nil:
		w.switches(func() { w.store(true) })
	case k == 19:
		w.arms()
	default:
		w.store(true)
	}
}

// stmt writes any statement. Depth bounds the nesting of branches.
func (w *writer) stmt(depth int) {
	w.inexpr = 0
	l := w.inner()
	switch k := w.IntN(40); {
	case k < 8:
		w.store(false)
	case k < 14:
		w.reduce(false)
	case k < 17:
		w.temp()
	case k < 20 && depth > 0:
		w.use("if")
		w.block("if "+w.cond(), func() { w.stmts(depth - 1) })
	case k < 22 && depth > 0:
		w.ifElse(func() { w.stmts(depth - 1) })
	case k < 25 && depth > 0:
		w.switches(func() { w.stmts(depth - 1) })
	case k < 28:
		w.exit(l)
	case k < 31:
		w.recurrence()
	case k < 33:
		w.exchange()
	case k == 33:
		w.callResults()
	case k < 36:
		w.wholeSlice()
	case k == 36 && depth > 0:
		w.use("shadowing")
		t := pick(w, w.types...)
		name := w.shadow(t)
		e := w.expr(t, 2)
		w.block("if true", func() {
			w.line("%s := %s", name, t.conv(e))
			w.temps = append(w.temps, variable{name, t})
			w.line("_ = %s", name)
			w.stmts(depth - 1)
		})
	case k >= 37 && k < 39 && w.k.Panicky && l != nil:
		w.use("panic explicit")
		w.block("if "+w.cond(), func() { w.line("panic(%q)", pick(w, "out of luck", "gen: too far")) })
	default:
		w.object(pick(w, w.types...))
		w.objectStmt()
	}
}

// shadow returns the name of a variable of type t that a block may redeclare, or a new name.
func (w *writer) shadow(t typ) string {
	for _, v := range w.temps {
		if v.t == t {
			return v.name
		}
	}
	return w.name("t")
}

// stmts writes one or two statements.
func (w *writer) stmts(depth int) {
	for range 1 + w.IntN(2) {
		w.stmt(depth)
	}
}

// store writes an assignment to an element, or a reduction if no element is suitable.
func (w *writer) store(clean bool) {
	s, ok := w.target(clean)
	if !ok {
		w.reduce(clean)
		return
	}
	to := fmt.Sprintf("%s[%s]", s.name, w.at(s, true))
	if s.t.isBool() {
		w.line("%s = %s", to, w.cond())
		return
	}
	switch w.IntN(6) {
	case 0:
		w.use("op-assign")
		w.line("%s %s %s", to, w.assignOp(s.t), strip(w.expr(s.t, 2)))
	case 1:
		if w.IntN(3) == 0 && !(s.t.isFloat() && w.small()) {
			w.use("increment")
			w.line("%s%s", to, pick(w, "++", "--"))
			return
		}
		fallthrough
	default:
		w.line("%s = %s", to, strip(w.expr(s.t, 3)))
	}
}

// assignOp returns an assignment operator, which keeps magnitudes small if they must be.
func (w *writer) assignOp(t typ) string {
	switch {
	case t.isFloat() && w.small():
		return pick(w, "+=", "-=")
	case t.isFloat():
		return pick(w, "+=", "-=", "*=")
	}
	return pick(w, "+=", "-=", "*=", "&=", "|=", "^=", "&^=")
}

// target returns a slice to store to.
func (w *writer) target(clean bool) (slice, bool) {
	l := w.longLoop()
	if l == nil {
		return slice{}, false
	}
	for range 8 {
		s := pick(w, w.slices...)
		if !s.ro && (!(clean || l.clean) || w.isTarget(l, s.name)) {
			return s, true
		}
	}
	return slice{}, false
}

// temp declares a variable.
func (w *writer) temp() {
	t := pick(w, w.types...)
	if t.isBool() {
		return
	}
	e := w.expr(t, 3)
	v := variable{w.name("t"), t}
	w.line("%s := %s", v.name, strip(e))
	w.line("_ = %s", v.name)
	w.temps = append(w.temps, v)
}

// reduce writes an update of an accumulator.
func (w *writer) reduce(clean bool) {
	var of []variable
	for _, a := range w.accs {
		if !clean || a.t.isInt() || w.small() || w.IntN(2) == 0 {
			of = append(of, a)
		}
	}
	if len(of) == 0 {
		w.temp()
		return
	}
	a := pick(w, of...)
	e := strip(w.expr(a.t, 2))
	if clean && !a.t.isInt() && !w.small() { // in order: vectors pay for the additions
		w.use("sum in order")
		w.line("%s %s (%s) / %d", a.name, pick(w, "+=", "+=", "-="), e, 3+2*w.IntN(5))
		return
	}
	switch k := w.IntN(12); {
	case k == 0:
		w.use("min max reduction")
		v := w.name("v")
		w.block(fmt.Sprintf("if %s := %s; %s %s %s", v, e, v, pick(w, "<", ">"), a.name), func() {
			w.line("%s = %s", a.name, v)
		})
	case k == 1:
		w.use("min max reduction")
		if f := pick(w, "min", "max"); a.t.isFloat() && w.IntN(2) == 0 && w.may("math.Min Max", 1) {
			w.imports["math"] = true
			w.line("%s = %s(math.%s(float64(%s), float64(%s)))", a.name, a.t.name, pick(w, "Min", "Max"), a.name, e)
		} else {
			w.line("%s = %s(%s, %s)", a.name, f, a.name, e)
		}
	case k == 2 && a.t.isInt():
		w.use("conditional reduction")
		w.block("if "+w.cond(), func() { w.line("%s++", a.name) })
	case k == 3:
		w.use("conditional reduction")
		w.block("if "+w.cond(), func() { w.line("%s += %s", a.name, e) })
	case k == 4 && a.t.isInt():
		w.use("bitwise reduction")
		w.line("%s %s %s", a.name, pick(w, "^=", "|=", "&="), e)
	case k == 5 && !(a.t.isFloat() && w.small()):
		w.use("product")
		w.line("%s *= %s", a.name, e)
	case k == 6 && !clean:
		w.argmin(a)
	case k == 8 && a.t.isInt():
		w.use("narrow reduction")
		w.narrowReduce(a)
	case k == 7 && a.t.isInt() && w.IntN(3) == 0:
		w.use("sum modulo")
		m := 2 + w.IntN(90)
		w.line("%s = (%s + (%s)&%d) %% %d", a.name, a.name, e, w.IntN(32), m)
		if b := pick(w, of...); b.t == a.t {
			w.line("%s = (%s + %s) %% %d", b.name, b.name, a.name, m)
		}
	default:
		w.use("sum")
		w.line("%s %s %s", a.name, pick(w, "+=", "+=", "-="), e)
	}
}

// argmin writes a statement that keeps the index of an extreme value.
func (w *writer) argmin(a variable) {
	l := w.longLoop()
	if l == nil || a.t.isFloat() && w.small() {
		return
	}
	w.use("argmin")
	t := pick(w, w.types...)
	if t.isBool() {
		return
	}
	best, e := w.name("b"), strip(w.expr(t, 1))
	v := w.name("v")
	w.line("%s := %s", v, e)
	w.line("%s := %s", best, t.conv(a.name))
	w.block(fmt.Sprintf("if %s %s %s", v, pick(w, "<", ">", "<="), best), func() {
		w.line("%s = %s", a.name, a.t.conv(l.raw))
	})
}

// recurrence writes a computation from the previous iteration. A float that must remain a small integer is not
// multiplied.
func (w *writer) recurrence() {
	l := w.longLoop()
	if l == nil {
		return
	}
	k := w.IntN(3)
	if !l.clean && l.hi >= 1 && l.lo <= -1 && w.IntN(2) == 0 { // loops that permit it are rare
		k = 0
	}
	switch k {
	case 0:
		for _, s := range w.slices {
			if s.ro || s.t.isBool() || l.hi < 1 || l.lo > -1 || l.clean {
				continue
			}
			w.use("memory recurrence")
			w.line("%s[%s] = %s[%s-%d] %s %s", s.name, l.v, s.name, l.v, 1+w.IntN(min(int(-l.lo), 3)),
				pick(w, "+", "-"), w.expr(s.t, 1))
			return
		}
	case 1:
		for _, a := range w.accs {
			if a.t.isFloat() && w.small() {
				continue
			}
			w.use("recurrence")
			w.line("%s = %s*%s + %s", a.name, a.name, w.constant(a.t), w.expr(a.t, 1))
			return
		}
	}
	if len(w.accs) > 0 {
		a := pick(w, w.accs...)
		t := variable{w.name("t"), a.t}
		w.use("carried value")
		w.line("%s := %s", t.name, a.name)
		w.line("%s = %s", a.name, strip(w.expr(a.t, 1)))
		w.line("_ = %s", t.name)
		w.temps = append(w.temps, t)
	}
}

// exchange writes a parallel assignment.
func (w *writer) exchange() {
	s, ok := w.target(false)
	if !ok || s.t.isBool() {
		return
	}
	i, j := w.at(s, true), w.at(s, true)
	if w.IntN(2) == 0 {
		w.use("swap")
		w.line("%s[%s], %s[%s] = %s[%s], %s[%s]", s.name, i, s.name, j, s.name, j, s.name, i)
		return
	}
	w.use("tuple assign")
	x, y := w.expr(s.t, 1), w.expr(s.t, 1)
	if len(w.accs) > 0 && w.IntN(2) == 0 {
		a := pick(w, w.accs...)
		w.line("%s, %s[%s] = %s, %s", a.name, s.name, i, strip(w.expr(a.t, 1)), x)
		return
	}
	w.line("%s[%s], %s[%s] = %s, %s", s.name, i, s.name, j, x, y)
}
