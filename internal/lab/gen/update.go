package gen

import "fmt"

// tableVar chooses, before a loop, a slice whose elements the loop updates at data-dependent indexes: a histogram.
// Mostly nothing else in the loop reads it, since such a loop would remain scalar.
func (w *writer) tableVar(l *loop) {
	if !l.clean || !l.long || w.IntN(8) > 0 {
		return
	}
	var list []slice
	for _, s := range w.slices {
		if !s.t.isBool() && !s.ro && s.size == 0 && !w.isTarget(l, s.name) &&
			(l.cursor == nil || l.cursor.to.name != s.name) {
			list = append(list, s)
		}
	}
	if len(list) > 0 && len(w.slices) > 2 {
		s := pick(w, list...)
		l.table = &s
	}
}

// update writes an update of an element of the table.
func (w *writer) update(l *loop) {
	s := *l.table
	x := w.intSlice()
	if x == nil || x.name == s.name || x.size > 0 {
		w.store(true)
		return
	}
	w.use("update")
	limit := fmt.Sprintf("len(%s)-1", s.name)
	if w.k.Panicky && w.IntN(4) == 0 {
		w.use("panic bounds")
		limit = fmt.Sprintf("len(%s)", s.name)
	}
	index := fmt.Sprintf("int(%s[%s])", x.name, l.v)
	if w.IntN(4) == 0 {
		index += " >> 1"
	}
	if w.IntN(2) == 0 {
		w.use("update of few")
		limit = fmt.Sprintf("%s) & (%d", limit, 1<<(1+w.IntN(4))-1)
	}
	to := fmt.Sprintf("%s[%s & (%s)]", s.name, index, limit)
	change := func() {
		switch k := w.IntN(4); {
		case k == 0 && !(s.t.isFloat() && w.small()):
			w.line("%s%s", to, pick(w, "++", "--"))
		default:
			w.line("%s %s %s", to, w.assignOp(s.t), strip(w.expr(s.t, 3)))
		}
	}
	if w.IntN(6) == 0 {
		w.block("if "+w.cond(), change)
		return
	}
	change()
}
