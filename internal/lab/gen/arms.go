package gen

import "fmt"

// arms writes a branch whose arms store to the same elements, not necessarily all in both arms, perhaps with a nested
// branch. After it comes a load of elements that may have been stored, which may leave the loop. The arms contain
// enough work for vector code to branch around them.
func (w *writer) arms() {
	to := []string{}
	types := []typ{}
	for range 2 {
		s, ok := w.target(true)
		if !ok || s.t.isBool() {
			w.store(true)
			return
		}
		to, types = append(to, fmt.Sprintf("%s[%s]", s.name, w.at(s, true))), append(types, s.t)
	}
	w.use("stores in arms")
	body := func() {
		for k := range to {
			if w.IntN(3) > 0 {
				w.line("%s = %s", to[k], strip(w.expr(types[k], 3)))
			}
		}
		if w.IntN(4) == 0 {
			w.block("if "+w.cond(), func() { w.line("%s = %s", to[0], strip(w.expr(types[0], 2))) })
		}
	}
	if w.IntN(2) == 0 {
		w.ifElse(body)
	} else {
		w.block("if "+w.cond(), body)
	}
	if n := len(w.loops); n > 0 && w.IntN(4) == 0 {
		w.exitIf(w.loops[n-1], fmt.Sprintf("%s == %s", to[0], w.expr(types[0], 1)))
	}
	if types[0] == types[1] {
		w.line("%s = %s", to[1], to[0])
		return
	}
	w.store(true)
}
