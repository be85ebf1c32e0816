package gen

import "fmt"

// wave writes a nest whose rows are chains: each element depends on the previous one and perhaps on some in the rows
// above. Whether a kernel has it is not drawn: other kernels do not change.
func (w *writer) wave() {
	if w.opt.Without["wavefront"] || w.k.Seed*0xd1342543de82ef95>>60 >= 6 {
		return
	}
	var list []slice
	for _, s := range w.slices {
		if !s.ro && !s.t.isBool() {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return
	}
	w.use("wavefront")
	s, other := pick(w, list...), pick(w, list...)
	up, side, back := w.IntN(3), w.IntN(6)-2, 1+w.IntN(2) // rows up, columns to the right there, columns to the left
	i, j := w.name("i"), w.name("j")
	lo, hi := fmt.Sprint(max(back, 2)), fmt.Sprintf("wide-%d", max(side, 0))
	switch w.IntN(5) {
	case 0:
		w.use("matrix triangular")
		hi = fmt.Sprintf("min(%s+1, %s)", i, hi)
	case 1:
		w.use("matrix triangular")
		hi = fmt.Sprintf("min(%s, high-%s)", hi, i)
	}
	at := func(s slice, row, col int) string {
		r, c := i, j
		if row > 0 {
			r = fmt.Sprintf("(%s-%d)", i, row)
		}
		if col != 0 {
			c = fmt.Sprintf("%s%+d", j, col)
		}
		return fmt.Sprintf("%s[%s*wide+%s]", s.name, r, c)
	}
	rows := fmt.Sprintf("for %s := %d; %s < high; %s++", i, up, i, i)
	columns := fmt.Sprintf("for %s := %s; %s < %s; %s++", j, lo, j, hi, j)
	if w.IntN(6) == 0 {
		columns = fmt.Sprintf("for %s := %s; %s < %s; %s += 2", j, lo, j, hi, j)
	}
	w.block(rows, func() {
		w.block(columns, func() {
			x, y, z := at(s, 0, -back), at(s, up, side), fmt.Sprintf("%s(%s)", s.t.name, at(other, 0, 0))
			if up == 0 {
				y = at(s, 0, 0)
			}
			if s.t.isFloat() && !other.t.isFloat() || !s.t.isFloat() && other.t.isFloat() {
				z = at(s, 0, 0) // other kernels convert floats
			}
			expr := fmt.Sprintf("(%s+%s)/3 - %s", x, y, z)
			switch {
			case w.k.Mode.AnyOrder() && s.t.isFloat(): // exact in any order
				expr = fmt.Sprintf("max(min(%s, %s), %s)", x, z, y)
			case w.IntN(3) == 0:
				expr = fmt.Sprintf("max(%s, %s*3) - %s", x, y, z)
			case w.IntN(2) == 0:
				expr = fmt.Sprintf("(%s - %s) * 5 / 7", x, z)
			}
			w.line("%s = %s", at(s, 0, 0), expr)
			if other.name != s.name && w.IntN(5) == 0 {
				w.line("%s = %s", at(other, w.IntN(up+1), 0), at(other, 0, -w.IntN(2)))
			}
		})
	})
}

// far writes a loop that needs values it stored some iterations before, at a distance that permits vectors. It draws
// nothing either.
func (w *writer) far() {
	if w.opt.Without["far recurrence"] || w.k.Seed*0xa0761d6478bd642f>>60 >= 2 {
		return
	}
	for _, s := range w.slices {
		if s.ro || s.t.isBool() {
			continue
		}
		w.use("far recurrence")
		other := s
		for _, o := range w.slices {
			if o.t == s.t {
				other = o
			}
		}
		n := pick(w, 2, 4, 4, 8, 8, 16, 32, 5, 6, 12)
		i := w.name("i")
		x, y := fmt.Sprintf("%s[%s-%d]", s.name, i, n), fmt.Sprintf("%s[%s]", other.name, i)
		if w.IntN(4) == 0 {
			x = fmt.Sprintf("(%s - %s[%s-%d])", x, s.name, i, pick(w, n, 2*n, n+4))
		}
		expr := pick(w, x+" - "+y, "max("+x+", "+y+")", "min("+y+", "+x+") - 1")
		head := fmt.Sprintf("for %s := %d; %s < min(len(%s), len(%s)); %s++", i, 2*n+4, i, s.name, other.name, i)
		w.block(head, func() {
			w.line("%s[%s] = %s", s.name, i, expr)
			if w.IntN(4) == 0 && !other.ro {
				w.line("%s[%s-%d] = %s[%s]", other.name, i, w.IntN(4), s.name, i)
			}
		})
		return
	}
}
