package gen

import "fmt"

// bytesInThrees combines bytes of a, three at a time, and spreads bits over lanes: of an array of words, in which a row
// of eight elements sliced from a sets a bit for each.
func (w *writer) bytesInThrees(a slice) {
	if !a.t.isInt() {
		return
	}
	from, to, i, s := w.name("ta"), w.name("tb"), w.name("ti"), variable{w.name("t"), basic("uint64")}
	w.line("var %s [384]byte", from)
	w.line("var %s [128]uint32", to)
	w.block(fmt.Sprintf("for %s := range min(len(%s), len(%s))", i, a.name, from), func() {
		w.line("%s[%s] = byte(%s[%s])", from, i, a.name, i)
	})
	w.block(fmt.Sprintf("for %s := range len(%s)", i, to), func() {
		b, shifts := func(k int) string { return fmt.Sprintf("%s[3*%s+%d]", from, i, k) }, []int{0, 8, 16}
		if w.IntN(2) == 0 { // a separate slice
			q := w.name("tq")
			w.line("%s := %s[3*%s : 3*%s+3]", q, from, i, i)
			b = func(k int) string { return fmt.Sprintf("%s[%d]", q, k) }
		}
		if w.IntN(2) == 0 {
			shifts = []int{16, 8, w.IntN(2) * 24}
		}
		last := pick(w, "uint32(%s)<<%d", "uint32(int32(int8(%s)))<<%d")
		w.line("%s[%s] = uint32(%s)<<%d | uint32(%s)<<%d | "+last, to, i, b(0), shifts[0], b(1), shifts[1], b(2), shifts[2])
	})
	bits, set := w.name("tm"), w.name("ts")
	n := pick(w, 8, 16, 32, 64)
	w.line("var %s [24]uint%d", bits, n)
	w.block(fmt.Sprintf("for %s := range min(len(%s), len(%s)/8)", i, bits, to), func() {
		w.line("%s := uint%d(0)", set, n)
		w.block(fmt.Sprintf("for j, v := range %s[8*%s : 8*%s+8]", to, i, i), func() {
			w.block(fmt.Sprintf("if v %s %d", pick(w, "<", ">", "!=", ">="), w.IntN(1<<24)), func() { w.line("%s |= 1 << j", set) })
		})
		w.line("%s[%s] = %s * %d", bits, i, set, 1+2*w.IntN(1<<6))
	})
	w.block(fmt.Sprintf("for %s := range %s", i, from), func() {
		at := fmt.Sprintf("%s[%s/%d]>>(%s%%%d)", bits, i, max(n, 16), i, n)
		w.line("%s[%s] %s byte(%s & 1)", from, i, pick(w, "=", "+=", "^="), at)
	})
	w.line("%s := uint64(0)", s.name)
	w.block(fmt.Sprintf("for _, x := range %s", to), func() { w.line("%s = %s*31 + uint64(x)", s.name, s.name) })
	w.block(fmt.Sprintf("for _, x := range %s", from), func() { w.line("%s = %s*31 + uint64(x)", s.name, s.name) })
	w.sumUp(s)
}
