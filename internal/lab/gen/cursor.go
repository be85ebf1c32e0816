package gen

import "fmt"

// cursor is a conditional induction: an index of a slice that advances in some iterations.
type cursor struct {
	at      variable
	to      slice
	load    bool
	from    string // of in-place compaction: the index of the loop
	several bool   // advances in more than one place
	before  bool   // advances before the access
	limit   string // the statement that leaves the loop at its test; "" if none
	hits    bool   // only the limit reads it
	down    bool   // decrements; in iterations with a match only
}

// cursorVars declares such a counter before a loop, or none.
func (w *writer) cursorVars(l *loop) {
	if !l.clean || !l.long || w.IntN(6) > 0 {
		return
	}
	var list []slice
	for _, s := range w.slices {
		if !s.t.isBool() && !s.ro && !w.isTarget(l, s.name) {
			list = append(list, s)
		}
	}
	place := w.IntN(8) == 0
	if place {
		list = nil
		for _, s := range w.slices {
			if !s.t.isBool() && !s.ro && w.isTarget(l, s.name) {
				list = append(list, s)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	c := &cursor{to: pick(w, list...), load: w.IntN(3) == 0, several: w.IntN(3) == 0}
	c.at = variable{w.name("j"), basic("int")}
	if place {
		c.load, c.several, c.from = false, false, c.to.name
	}
	c.before = w.IntN(2) == 0
	start := 0
	if c.before {
		start = -1
	}
	if w.IntN(12) == 0 {
		start += w.IntN(5) - 2
	}
	if c.hits = w.IntN(6) == 0; c.hits {
		start = w.IntN(40)
	}
	if c.hits || w.IntN(4) == 0 {
		w.use("left by a counter")
		c.limit = fmt.Sprintf(pick(w, "%s >= %d", "%s > %d", "%s == %d", "%[2]d <= %[1]s"), c.at.name, w.IntN(50))
		if c.down = c.hits && w.IntN(2) == 0; c.down {
			c.limit = fmt.Sprintf(pick(w, "%s < 0", "%s <= 1", "%s == 0", "0 > %s"), c.at.name)
		}
	}
	w.line("%s := %d", c.at.name, start)
	l.cursor = c
}

// moveCursor writes the statements that advance the counter and access the slice there. A counter that advances once
// per iteration stays in range of slices of equal length.
func (w *writer) moveCursor(l *loop) {
	c := l.cursor
	j, s := c.at.name, c.to
	leave := func() {
		if c.limit != "" {
			w.block("if "+c.limit, func() { w.line("break") })
		}
	}
	step := func(access string) {
		leave()
		if c.before {
			w.line("%s++", j)
		}
		w.line("%s", access)
		if !c.before {
			w.line("%s++", j)
		}
	}
	switch {
	case c.hits:
		by := "++"
		if c.down {
			by = "--"
		}
		w.block("if "+w.cond(), func() {
			if c.before {
				leave()
			}
			w.line("%s%s", j, by)
			if !c.before {
				leave()
			}
		})
	case c.load:
		w.use("expand")
		v := variable{w.name("t"), s.t}
		w.line("%s := %s(%d)", v.name, s.t.name, w.IntN(3))
		w.block("if "+w.cond(), func() { step(fmt.Sprintf("%s = %s[%s]", v.name, s.name, j)) })
		w.line("_ = %s", v.name)
		w.temps = append(w.temps, v)
		w.store(true)
	case c.from != "":
		w.use("compaction in place")
		w.block("if "+w.cond(), func() { step(fmt.Sprintf("%s[%s] = %s[%s]", s.name, j, s.name, l.v)) })
	case !c.several && !c.before && w.IntN(4) == 0:
		w.use("append and keep")
		w.line("%s[%s] = %s", s.name, j, strip(w.expr(s.t, 2)))
		w.block("if "+w.cond(), func() { w.line("%s++", j) })
	default:
		w.use("compress")
		store := func() { step(fmt.Sprintf("%s[%s] = %s", s.name, j, strip(w.expr(s.t, 2)))) }
		if c.several {
			w.use("conditional append")
			if w.IntN(2) == 0 {
				store()
			} else {
				w.block("if "+w.cond(), store)
			}
		}
		w.block("if "+w.cond(), func() {
			store()
			if c.several && w.IntN(3) == 0 {
				store()
			}
		})
	}
}

// cursorOut reads a counter after its loop.
func (w *writer) cursorOut(l *loop) {
	if l.cursor != nil {
		w.sumUp(l.cursor.at)
	}
}
