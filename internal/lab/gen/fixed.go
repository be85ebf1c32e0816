package gen

import "fmt"

// fixed returns arithmetic of narrow integers in wider ones that hold the exact result, and narrows that again: by
// clamping, halving, or taking the high half of a product. Some bounds, shifts and types are off by one, or not
// supported by instructions.
func (w *writer) fixed() string {
	n := pick(w, 8, 16, 32)
	signed := w.IntN(2) == 0
	narrow := fmt.Sprintf("uint%d", n)
	if signed {
		narrow = fmt.Sprintf("int%d", n)
	}
	wide := pick(w, "int", "int64", fmt.Sprintf("int%d", 2*n), fmt.Sprintf("uint%d", 2*n))
	of := func() string { return fmt.Sprintf("%s(%s(%s))", wide, narrow, w.leafInt()) }
	a, b := of(), of()
	least, most := int64(-1)<<(n-1), int64(1)<<(n-1)-1
	if !signed {
		least, most = 0, int64(1)<<n-1
	}
	if wide[0] == 'u' {
		least = 0
	}
	if w.IntN(8) == 0 {
		most--
	}
	between := func(e string) string {
		switch w.IntN(4) {
		case 0:
			return fmt.Sprintf("min(%s, %d)", e, most)
		case 1:
			return fmt.Sprintf("max(%s, %d)", e, least)
		case 2:
			return fmt.Sprintf("min(max(%s, %d), %d)", e, least, most)
		}
		return fmt.Sprintf("max(min(%s, %d), %d)", e, most, least)
	}
	switch w.IntN(6) {
	case 0:
		return fmt.Sprintf("%s(%s)", narrow, between(a+pick(w, " + ", " - ")+b))
	case 1:
		return fmt.Sprintf("%s(%s)", narrow, between(fmt.Sprintf("%s%s%d", a, pick(w, " + ", " - "), w.IntN(100))))
	case 2:
		return fmt.Sprintf("%s((%s + %s%s)%s)", narrow, a, b, pick(w, "", " + 1", " + 2"), pick(w, " >> 1", " / 2"))
	case 3:
		round, places := "", n-w.IntN(2)+w.IntN(5)/4*w.IntN(n-1)
		if w.IntN(2) == 0 {
			round = fmt.Sprintf(" + 1<<%d", places-1)
		}
		return fmt.Sprintf("%s((%s * %s%s) >> %d)", narrow, a, b, round, places)
	case 4:
		d := w.name("d")
		w.line("%s := %s - %s", d, a, b)
		w.block(fmt.Sprintf("if %s < 0", d), func() { w.line("%s = -%s", d, d) })
		w.line("_ = %s", d) // the expression may still be dropped
		return d
	}
	x, y, d := w.name("x"), w.name("y"), w.name("d")
	w.line("%s, %s := %s, %s", x, y, a, b)
	w.line("%s := %s - %s", d, x, y)
	w.block(fmt.Sprintf("if %s %s %s", x, pick(w, "<", "<=", ">"), y), func() { w.line("%s = %s - %s", d, y, x) })
	w.line("_ = %s", d)
	return d
}

// narrowReduce combines a with a value computed from narrow integers: a maximum or minimum, a square or absolute value
// of a difference.
func (w *writer) narrowReduce(a variable) {
	narrow := pick(w, "int8", "uint8", "int16", "uint16")
	of := func() string { return fmt.Sprintf("%s(%s(%s))", a.t.name, narrow, w.leafInt()) }
	d := w.name("d")
	switch k := w.IntN(5); k {
	case 0:
		w.line("%s = %s(%s, %s)", a.name, pick(w, "min", "max"), a.name, of())
		return
	case 4:
		e := pick(w, of(), of()+" * "+of(), of()+" + "+of())
		w.block("if "+w.cond(), func() { w.line("%s += %s", a.name, e) })
		return
	case 1:
		w.line("%s := %s", d, of())
	default:
		w.line("%s := %s - %s%s", d, of(), of(), pick(w, "", "", " + 3", " << 1"))
		if k == 2 {
			w.line("%s += %s * %s", a.name, d, pick(w, d, d, of()))
			return
		}
	}
	w.block(fmt.Sprintf("if %s < 0", d), func() { w.line("%s = -%s", d, d) })
	if w.IntN(2) == 0 {
		w.line("%s += %s", a.name, d)
		return
	}
	w.block(fmt.Sprintf("if %s > %s", d, a.name), func() { w.line("%s = %s", a.name, d) })
}

// field returns an integer of a few bits extracted from a slice's words: index and shift increase with the counter, in
// steps within the words. Up to two following words may be combined with the first. It returns "" if no loop counts up
// from 0.
func (w *writer) field() string {
	l := w.longLoop()
	if l == nil || l.row != "" || l.half > 1 || w.matrix != nil {
		return ""
	}
	s := w.intSlice()
	if s == nil || s.size > 0 {
		return ""
	}
	n := pick(w, 2, 4, 8, 8, 8, 16)
	step := 1 + w.IntN(n-1)
	at := fmt.Sprintf("(%d*%s)", step, l.v)
	if step == 1 {
		at = l.v
	}
	word := func(k int) string { // step*v/n + k is no further than v where it is not clamped
		place := fmt.Sprintf("%s/%d", at, n)
		if k > 0 {
			place = fmt.Sprintf("min(%s+%d, %s)", place, k, l.v)
			if w.k.Panicky && w.IntN(2) == 0 {
				place = fmt.Sprintf("%s/%d+%d", at, n, k)
			}
		}
		return fmt.Sprintf("uint32(uint%d(%s[%s]))", min(32, s.t.bits()), s.name, place)
	}
	e := word(0)
	for k := 1; k < 3 && w.IntN(2) == 0; k++ {
		e = fmt.Sprintf("%s | %s<<%d", e, word(k), 8*k)
	}
	return fmt.Sprintf("(%s) >> (%s %% %d) & %d", e, at, n, 1<<(1+w.IntN(8))-1)
}
