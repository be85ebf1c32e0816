package gen

import (
	"fmt"
	"strings"
)

// ifElse writes two arms, each with its own draws.
func (w *writer) ifElse(body func()) {
	w.use("if else")
	w.ifOrElse(w.cond(), body, body)
}

// ifOrElse writes a conditional statement and its alternative.
func (w *writer) ifOrElse(cond string, then, otherwise func()) {
	w.line("if %s {", cond)
	w.scoped(then)
	w.line("} else {")
	w.scoped(otherwise)
	w.line("}")
}

// scoped writes the contents of a block. Variables declared in it go out of scope at its end.
func (w *writer) scoped(body func()) {
	w.in++
	temps, accs := len(w.temps), len(w.accs)
	w.inexpr = 0
	body()
	w.temps, w.accs = w.temps[:temps], w.accs[:accs]
	w.in--
}

// switches writes a switch with or without a tag. The cases of a tag are even and odd numbers below 8, since equal
// cases are an error of the type checker.
func (w *writer) switches(body func()) {
	if w.IntN(2) == 0 {
		w.use("switch")
		w.line("switch {")
		for range 1 + w.IntN(2) {
			w.line("case %s:", w.sameLine(w.cond))
			w.scoped(body)
		}
	} else {
		w.use("switch tag")
		t := basic("int")
		for _, u := range w.types {
			if u.isInt() {
				t = u
			}
		}
		w.line("switch %s & 7 {", w.expr(t, 1))
		n := 1 + w.IntN(3)
		for i := range n {
			w.line("case %d%s:", 2*i, pick(w, "", fmt.Sprintf(", %d", 2*i+1)))
			w.scoped(body)
			if i < n-1 && w.IntN(5) == 0 {
				w.use("fallthrough")
				w.in++
				w.line("fallthrough")
				w.in--
			}
		}
	}
	if w.IntN(2) == 0 {
		w.line("default:")
		w.scoped(body)
	}
	w.line("}")
}

// sameLine returns an expression that writes no line before it.
func (w *writer) sameLine(make func() string) string {
	for {
		before := w.String()
		e := make()
		if w.Len() == len(before) {
			return e
		}
		w.Builder.Reset()
		w.Builder.WriteString(before)
	}
}

// exit leaves the iteration, the loop or the function conditionally. A busy loop is never continued: that would skip
// the end of its body, such as the step of a counter.
func (w *writer) exit(l *loop) {
	if l != nil {
		w.exitIf(l, w.cond())
	}
}

// exitIf does so under condition cond.
func (w *writer) exitIf(l *loop, cond string) {
	out := pick(w, "break", "break", "continue", "return")
	if l.clean && out == "return" && w.IntN(2) == 0 {
		out = "continue"
	}
	if out == "continue" && l.busy {
		out = "break"
	}
	switch {
	case out == "return":
		w.use("return inside")
		if len(w.accs) > 0 && w.IntN(2) == 0 {
			if r := w.returned(); r != "" {
				out = "return " + r + pick(w, "", " + 1")
				if len(w.parts) > 0 || strings.HasSuffix(out, " + 1") && w.lastResult().isFloat() && w.small() {
					out = "return " + r
				}
			}
		}
	case len(w.loops) > 1 && w.IntN(2) == 0:
		o := w.loops[len(w.loops)-2]
		if out == "continue" && o.busy {
			out = "break"
		}
		w.use("labelled")
		w.use(out)
		out += " " + w.labelOf(o)
	default:
		w.use(out)
		if w.inSwitch() {
			out += " " + w.labelOf(l)
		}
	}
	w.block("if "+cond, func() { w.line("%s", out) })
}

// inSwitch reports whether a plain break would leave another statement than the loop, so that the writer must use a
// label. A label is always valid, so it also returns true at random.
func (w *writer) inSwitch() bool { return w.IntN(3) == 0 }

// labelOf returns the label of l, and marks it as used.
func (w *writer) labelOf(l *loop) string {
	l.label = "!" + strings.TrimPrefix(l.label, "!")
	return l.label[1:]
}

// lastResult returns the type of the last accumulator that is a result.
func (w *writer) lastResult() typ {
	t := typ{}
	for _, a := range w.accs {
		if a.name[0] == 'r' {
			t = a.t
		}
	}
	return t
}
