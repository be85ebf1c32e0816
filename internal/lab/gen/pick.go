package gen

import "fmt"

// pickVars declares, before a loop, the best value so far and its companions (argmin), or the last assigned value
// (find-last).
func (w *writer) pickVars(l *loop) {
	if !l.clean || w.IntN(6) > 0 {
		return
	}
	t := pick(w, w.types...)
	if t.isBool() {
		return
	}
	p := &picked{key: variable{w.name("y"), t}, last: w.IntN(3) == 0}
	w.line("%s := %s(%d)", p.key.name, t.name, w.IntN(3))
	if w.IntN(8) > 0 {
		at := variable{w.name("y"), basic(pick(w, "int", "int", "int32", "int64"))}
		w.line("%s := %s(-1)", at.name, at.t.name)
		p.at = &at
	}
	if u := pick(w, w.types...); w.IntN(3) == 0 && !u.isBool() {
		beside := variable{w.name("y"), u}
		w.line("%s := %s(%d)", beside.name, u.name, w.IntN(3))
		p.beside = &beside
	}
	l.picked = p
}

// picked describes the values that a loop keeps from one of its iterations.
type picked struct {
	key        variable
	at, beside *variable
	last       bool // the last iteration with a true condition, not that of the best value
}

// choosePicked writes the statement that updates them.
func (w *writer) choosePicked(l *loop) {
	p := l.picked
	e := strip(w.expr(p.key.t, 2))
	keep := func(v string) {
		w.line("%s = %s", p.key.name, v)
		if p.at != nil {
			w.line("%s = %s", p.at.name, p.at.t.conv(l.raw))
		}
		if p.beside != nil {
			w.line("%s = %s", p.beside.name, strip(w.expr(p.beside.t, 1)))
		}
	}
	if p.last {
		w.use("last assignment")
		if w.IntN(3) == 0 {
			w.block("if "+w.cond(), func() { w.block("if "+w.cond(), func() { keep(e) }) })
			return
		}
		w.block("if "+w.cond(), func() { keep(e) })
		return
	}
	w.use("best with index")
	v := w.name("v")
	w.line("%s := %s", v, e)
	test := fmt.Sprintf("%s %s %s", v, pick(w, "<", ">", "<=", ">="), p.key.name)
	if w.IntN(3) == 0 {
		test = fmt.Sprintf("%s %s %s", p.key.name, pick(w, "<", ">", "<=", ">="), v)
	}
	if w.IntN(4) == 0 {
		test = w.cond() + " && " + test
	}
	w.block("if "+test, func() { keep(v) })
}

// pickedOut reads the kept values after the loop.
func (w *writer) pickedOut(l *loop) {
	p := l.picked
	if p == nil {
		return
	}
	for _, v := range []*variable{&p.key, p.at, p.beside} {
		if v != nil {
			w.sumUp(*v)
		}
	}
}

// sumUp adds v to an accumulator of its type, if there is one.
func (w *writer) sumUp(v variable) {
	var to []variable
	for _, a := range w.accs {
		if a.t == v.t || v.t.isInt() && a.t.isInt() {
			to = append(to, a)
		}
	}
	if len(to) == 0 {
		w.line("_ = %s", v.name)
		return
	}
	a := pick(w, to...)
	w.line("%s += %s", a.name, a.t.conv(v.name))
}
