package gen

import "fmt"

// gathered returns an integer of the bits of conditions on consecutive elements: eight per byte, which may lie past the
// end if the kernel may panic, or the first few of a slice. It returns "" if there is no suitable slice.
func (w *writer) gathered() string {
	l := w.longLoop()
	if l == nil || l.row != "" || w.matrix != nil {
		return ""
	}
	s := w.intSlice()
	if s == nil || s.size > 0 {
		return ""
	}
	n := pick(w, 8, 8, 8, 7, 16, 32, 64)
	wide := max(8, (n+7)/8*8)
	if w.IntN(4) == 0 {
		wide = 64
	}
	g, j, c := w.name("set"), w.name("j"), w.leafInt()
	if w.IntN(2) == 0 { // the same in all iterations
		c = fmt.Sprint(w.IntN(100))
	}
	w.line("%s := uint%d(0)", g, wide)
	place, head := fmt.Sprintf("%s[8*%s+%s]", s.name, l.v, j), fmt.Sprintf("for %s := range %d", j, n)
	if l.half < 8 && !w.k.Panicky || n > 8 {
		place, head = fmt.Sprintf("%s[%s]", s.name, j), fmt.Sprintf("for %s := range min(%d, len(%s))", j, n, s.name)
		if w.IntN(2) == 0 && n <= 8 { // up to eight
			place = fmt.Sprintf("%s[8*(%s/8)+%s]", s.name, l.v, j)
			head = fmt.Sprintf("for %s := range min(%d, len(%s)-8*(%s/8))", j, n, s.name, l.v)
		}
	}
	shift := fmt.Sprintf("uint(%s)", j)
	if w.IntN(4) == 0 {
		shift = fmt.Sprintf("(uint(%s) & %d)", j, pick(w, 7, 63, wide-1))
	}
	w.block(head, func() {
		cond := fmt.Sprintf("%s %s %s(%s)", place, pick(w, "<", ">", ">=", "==", "!="), s.t.name, c)
		switch w.IntN(4) {
		case 0: // the last one is the lowest bit
			w.line("%s <<= 1", g)
			w.block("if "+cond, func() { w.line("%s |= 1", g) })
		case 1: // a bit of the number
			w.line("%s |= uint%d(%s>>%d&1) << %s", g, wide, place, w.IntN(s.t.bits()), shift)
		default:
			w.block("if "+cond, func() { w.line("%s |= 1 << %s", g, shift) })
		}
	})
	w.line("_ = %s", g) // the expression may still be dropped
	return g
}
