package gen

import "fmt"

// expr returns an expression of type t that is not constant. It needs no parentheses as an operand. The depth bounds
// the nesting of operators; at 0 it is a leaf.
func (w *writer) expr(t typ, depth int) string {
	w.inexpr++
	defer func() { w.inexpr-- }()
	if w.inexpr == 1 {
		w.muls = 0
	}
	switch {
	case t.isBool():
		return "(" + w.cond() + ")"
	case depth <= 0 || w.IntN(5) == 0:
		return w.leaf(t)
	case t.isFloat() && w.small():
		return w.smallFloat(t, depth)
	case t.isFloat():
		return w.float(t, depth)
	}
	return w.integer(t, depth)
}

// operand returns an expression or, as a right operand, a constant.
func (w *writer) operand(t typ, depth int) string {
	if w.IntN(4) == 0 {
		return w.constant(t)
	}
	return w.expr(t, depth)
}

// integer returns an integer operation or a conversion. Divisors get | 1 in kernels that must not panic.
func (w *writer) integer(t typ, depth int) string {
	a := w.expr(t, depth-1)
	if c := w.combined(t, a); c != "" {
		return c
	}
	switch k := w.IntN(24); {
	case k < 10:
		return fmt.Sprintf("(%s %s %s)", a, pick(w, "+", "-", "*", "+", "-", "&", "|", "^", "&^"),
			w.operand(t, depth-1))
	case k < 12:
		return fmt.Sprintf("%s(%s, %s)", pick(w, "min", "max"), strip(a), strip(w.expr(t, depth-1)))
	case k < 14:
		return fmt.Sprintf("(%s %s %d)", a, pick(w, "<<", ">>"), w.IntN(t.bits()+2))
	case k == 14:
		w.use("division")
		return fmt.Sprintf("(%s %s %d)", a, pick(w, "/", "%"), 1+w.IntN(pick(w, 4, 12, 120)))
	case k == 15 && w.IntN(2) == 0:
		w.use("division")
		d := w.leaf(t)
		if !w.k.Panicky || w.IntN(2) == 0 {
			d = "(" + d + " | 1)"
		} else {
			w.use("panic division")
		}
		return fmt.Sprintf("(%s %s %s)", a, pick(w, "/", "%"), d)
	case k == 16:
		return pick(w, "(-", "(^") + a + ")"
	case k == 17:
		return w.shift(a)
	case k < 20:
		return w.bits(t, a)
	case k == 20:
		if c := w.call(t, depth); c != "" {
			return c
		}
	}
	w.use("conversion")
	u := pick(w, w.types...)
	if u.isBool() || u.isFloat() && !w.may("float to int", 3) {
		return a
	}
	if u.isFloat() && w.small() {
		return a
	}
	return t.conv(w.expr(u, depth-1))
}

// shift returns a shift by a variable count: any unsigned count is valid, a signed one may be negative.
func (w *writer) shift(a string) string {
	w.use("variable shift")
	u := basic(pick(w, "uint8", "uint16", "uint32", "uint64", "uint"))
	count := u.conv(w.leafInt())
	switch w.IntN(4) {
	case 0:
	case 1:
		count = "(" + count + " & 63)"
	default:
		count = "(" + count + " & 15)"
	}
	if w.k.Panicky && w.IntN(2) == 0 {
		w.use("panic shift")
		count = basic(pick(w, "int8", "int32", "int")).conv(w.leafInt())
	}
	return fmt.Sprintf("(%s %s %s)", a, pick(w, "<<", ">>"), count)
}

// float returns a float operation or a conversion.
func (w *writer) float(t typ, depth int) string {
	a := w.expr(t, depth-1)
	switch k := w.IntN(24); {
	case k < 12:
		return fmt.Sprintf("(%s %s %s)", a, pick(w, "+", "-", "*", "+", "*"), w.operand(t, depth-1))
	case k < 14:
		return fmt.Sprintf("%s(%s, %s)", pick(w, "min", "max"), strip(a), strip(w.expr(t, depth-1)))
	case k == 14:
		return fmt.Sprintf("(%s / %s)", a, w.operand2(t, depth-1))
	case k == 15:
		return "(-" + a + ")"
	case k < 20:
		return w.mathCall(t, a, depth)
	case k == 20:
		if c := w.call(t, depth); c != "" {
			return c
		}
	}
	w.use("conversion")
	u := pick(w, w.types...)
	if u.isBool() {
		return a
	}
	return t.conv(w.expr(u, depth-1))
}

// operand2 returns a divisor: an expression or a nonzero constant.
func (w *writer) operand2(t typ, depth int) string {
	if w.IntN(3) == 0 {
		return pick(w, "2", "3", "0.5", "7", "1e3")
	}
	return w.expr(t, depth)
}

// smallFloat returns operations that keep small integers small and integral.
func (w *writer) smallFloat(t typ, depth int) string {
	a := w.expr(t, depth-1)
	switch k := w.IntN(16); {
	case k < 6:
		return fmt.Sprintf("(%s %s %s)", a, pick(w, "+", "-"), w.operand(t, depth-1))
	case k < 10 && w.muls < 1:
		w.muls++
		return fmt.Sprintf("(%s * %s)", w.leaf(t), w.leaf(t))
	case k < 12:
		return fmt.Sprintf("%s(%s, %s)", pick(w, "min", "max"), strip(a), strip(w.expr(t, depth-1)))
	case k == 12:
		return "(-" + a + ")"
	}
	for _, u := range w.types {
		if u.isInt() && w.IntN(2) == 0 {
			w.use("conversion")
			return t.conv("(" + w.leaf(u) + " & 7)")
		}
	}
	return a
}

// cond returns a condition.
func (w *writer) cond() string {
	if w.IntN(6) == 0 && w.inexpr < 4 {
		w.use("short circuit")
		return fmt.Sprintf("%s %s %s", w.compare(), pick(w, "&&", "||"), w.compare())
	}
	return w.compare()
}

// compare returns a comparison of two values of one type.
func (w *writer) compare() string {
	w.inexpr++
	defer func() { w.inexpr-- }()
	if w.IntN(24) == 0 {
		if bit := w.bitmapTest(); bit != "" {
			return bit
		}
	}
	t := pick(w, w.types...)
	if t.isInt() && t.bits() < 64 && w.may("widened comparison", 6) {
		return w.widened(t)
	}
	if t.isFloat() && !w.small() && w.may("math.Signbit IsNaN", 20) {
		w.imports["math"] = true
		e := strip(w.expr(t, 1))
		if w.IntN(3) == 0 { // the sign of a NaN is unspecified
			return fmt.Sprintf("%s == %s && math.Signbit(float64(%s))", e, e, e)
		}
		return fmt.Sprintf(pick(w, "math.IsNaN(float64(%s))", "math.IsInf(float64(%s), 0)",
			"math.IsInf(float64(%s), 1)"), e)
	}
	return fmt.Sprintf("%s %s %s", w.expr(t, 1), pick(w, "<", "<=", ">", ">=", "==", "!="), w.operand(t, 1))
}

// widened returns a comparison of numbers of type t, and of values computed from them, in a wider type.
func (w *writer) widened(t typ) string {
	wide := pick(w, "int", "int", "int64", "uint64", "uint")
	if t.bits() < 32 {
		wide = pick(w, "int", "int32", "uint32", "uint64")
	}
	e := fmt.Sprintf("%s(%s)", wide, strip(w.expr(t, 1)))
	for n := 1 + w.IntN(3); n > 0; n-- {
		e = fmt.Sprintf("(%s %s %s(%s))", e, pick(w, "+", "+", "-", "*", "&", "|"), wide, strip(w.expr(t, 0)))
	}
	if w.IntN(4) == 0 {
		e = fmt.Sprintf("(%s >> %d)", e, 1+w.IntN(4))
	}
	to := fmt.Sprint(pick(w, 0, 2, 3, 100, 255, 256, 300, 511, 1<<15-1, 1<<15, 70000))
	if w.IntN(4) == 0 {
		to = fmt.Sprintf("%s(%s)", wide, strip(w.expr(t, 0)))
	}
	return fmt.Sprintf("%s %s %s", e, pick(w, "<", "<=", ">", ">=", "==", "!="), to)
}

// bitmapTest returns a test of the bit of a slice of integers whose number is the iteration number, or nearly so; "" if
// there is no such slice.
func (w *writer) bitmapTest() string {
	l := w.longLoop()
	if l == nil || l.row != "" || w.matrix != nil {
		return ""
	}
	x := w.intSlice()
	if x == nil || x.size > 0 || w.isTarget(l, x.name) {
		return ""
	}
	w.use("bitmap")
	n := x.t.bits()
	k := map[int]int{8: 3, 16: 4, 32: 5, 64: 6}[n] + w.IntN(8)/7
	to := pick(w, "!=", "==")
	if w.IntN(2) == 0 {
		return fmt.Sprintf("%s[%s>>%d]&(1<<(%s&%d)) %s 0", x.name, l.v, k, l.v, n-1, to)
	}
	return fmt.Sprintf("%s[%s/%d]>>(uint(%s)%%%d)&1 %s %d", x.name, l.v, 1<<k, l.v, n, to, w.IntN(2))
}

// leaf returns a load, a variable or a counter of type t.
func (w *writer) leaf(t typ) string {
	var of []string
	for _, list := range [][]variable{w.temps, w.scalars} {
		for _, v := range list {
			if v.t == t {
				of = append(of, v.name)
			}
		}
	}
	if len(of) > 0 && w.IntN(3) == 0 {
		return pick(w, of...)
	}
	if e := w.object(t); e != "" {
		return e
	}
	if l := w.longLoop(); l != nil {
		s := pick(w, w.slices...)
		for range 4 {
			if s.t != t || l.table != nil && l.table.name == s.name {
				s = pick(w, w.slices...)
			}
		}
		load := fmt.Sprintf("%s[%s]", s.name, w.at(s, false))
		switch {
		case s.t == t:
			return load
		case s.t.isBool() || t.isBool() || s.t.isFloat() && t.isInt():
		case s.t.isInt() && t.isFloat() && w.small():
			return t.conv(load + " & 7")
		default:
			w.use("conversion")
			return t.conv(load)
		}
	}
	if len(of) > 0 {
		return pick(w, of...)
	}
	if l := w.inner(); l != nil && w.IntN(3) > 0 {
		if t.isFloat() && w.small() {
			return t.conv(l.raw + " & 7")
		}
		return t.conv(l.raw)
	}
	if t.isFloat() && w.small() {
		return t.conv("m & 7")
	}
	return t.conv(pick(w, "m", "rows"))
}

// leafInt returns a leaf of some integer type.
func (w *writer) leafInt() string {
	for range 4 {
		if t := pick(w, w.types...); t.isInt() {
			return w.leaf(t)
		}
	}
	if l := w.inner(); l != nil {
		return l.raw
	}
	return "m"
}
