package gen

import "fmt"

// mathCall applies a function of package math to a.
func (w *writer) mathCall(t typ, a string, depth int) string {
	f64 := func(f string, args ...any) string {
		w.imports["math"] = true
		e := fmt.Sprintf(f, args...)
		if t.name == "float64" {
			return e
		}
		return t.conv(e)
	}
	to := func(e string) string {
		if t.name == "float64" {
			return strip(e)
		}
		return "float64(" + strip(e) + ")"
	}
	b := func() string { return to(w.expr(t, depth-1)) }
	switch k := w.IntN(16); {
	case k < 4 && w.may("math.Sqrt Abs", 1):
		return f64("math.%s(%s)", pick(w, "Sqrt", "Abs", "Abs"), to(a))
	case k < 8 && w.may("math rounding", 1):
		return f64("math.%s(%s)", pick(w, "Floor", "Ceil", "Trunc", "Round", "RoundToEven"), to(a))
	case k == 8 && w.may("math.Copysign", 1):
		return f64("math.Copysign(%s, float64(%s))", to(a), w.leafInt()) // no sign of a NaN
	case k == 9 && w.may("math.FMA", 1):
		return f64("math.FMA(%s, %s, %s)", to(a), b(), b())
	case k < 12 && w.may("math.Min Max", 1):
		return f64("math.%s(%s, %s)", pick(w, "Min", "Max"), to(a), b())
	case k == 12 && w.may("math.Float bits", 1): // the bits of a NaN are unspecified: only numbers
		w.imports["math"] = true
		n := t.bits()
		if w.IntN(2) == 0 {
			return t.conv(fmt.Sprintf("math.Float%dfrombits(uint%d(%s) & 0x3fffff)", n, n, w.leafInt()))
		}
		return t.conv(fmt.Sprintf("math.Float%dbits(float%d(%s)) >> %d", n, n, w.leafInt(), n-12))
	case k == 13 && w.may("math.Mod", 4):
		return f64("math.Mod(%s, %s)", to(a), b())
	case k == 14 && w.may("transcendental", 4):
		w.k.NoGC = true
		return f64("math.%s(%s)", pick(w, "Exp", "Exp2", "Log", "Log2", "Sin", "Cos", "Tanh"), to(a))
	}
	return "(-" + a + ")"
}

// bits applies a function of package math/bits to a.
func (w *writer) bits(t typ, a string) string {
	n := t.bits()
	u := fmt.Sprintf("uint%d(%s)", n, strip(a))
	switch k := w.IntN(9); {
	case k == 6 && w.IntN(6) == 0:
		w.use("halves")
		if w.IntN(2) == 0 {
			return t.conv(w.toHalf())
		}
		return t.conv(w.half())
	case k == 6:
		w.use("fixed point")
		return t.conv(w.fixed())
	case k == 8 && n > 16: // what sums of bytes add
		return fmt.Sprintf("(%s(uint8(%s)) + %s(uint8(%s)))", t.name, strip(a), t.name, strip(w.leafInt()))
	case k == 8:
		if e := w.gathered(); e != "" {
			w.use("bits of conditions")
			return t.conv(e)
		}
	case k == 7:
		if e := w.field(); e != "" {
			w.use("field of bits")
			return t.conv(e)
		}
	case k < 2 && w.may("bits count", 1):
		w.imports["math/bits"] = true
		return t.conv(fmt.Sprintf("bits.%s%d(%s)", pick(w, "OnesCount", "LeadingZeros", "TrailingZeros", "Len"), n, u))
	case k == 2 && w.may("bits reverse", 1):
		w.imports["math/bits"] = true
		f := "Reverse"
		if n > 8 && w.IntN(2) == 0 {
			f = "ReverseBytes"
		}
		return t.conv(fmt.Sprintf("bits.%s%d(%s)", f, n, u))
	case k == 3 && w.may("bits rotate", 1):
		w.imports["math/bits"] = true
		c := w.IntN(2*n) - n
		count := fmt.Sprint(c)
		switch w.IntN(3) {
		case 0:
			count = "int(" + w.leafInt() + ")"
		case 1: // as two shifts whose counts add up to the width, or do not
			return t.conv(fmt.Sprintf("(%s<<%d %s %s>>%d)", u, max(c, -c), pick(w, "|", "^", "+"), u,
				max(0, n-max(c, -c)-w.IntN(4)/3)))
		}
		return t.conv(fmt.Sprintf("bits.RotateLeft%d(%s, %s)", n, u, count))
	case k == 5 && w.may("bits by steps", 1):
		return t.conv(w.bitSteps(n, u))
	case k == 4 && w.may("bits add", 3):
		w.imports["math/bits"] = true
		x, y := fmt.Sprintf("uint64(%s)", strip(a)), fmt.Sprintf("uint64(%s)", w.leafInt())
		hi, lo := w.name("h"), w.name("l")
		w.line("%s, %s := bits.%s", hi, lo,
			fmt.Sprintf(pick(w, "Add64(%s, %s, 0)", "Sub64(%s, %s, 1)", "Mul64(%s, %s)"), x, y))
		w.line("_, _ = %s, %s", hi, lo) // the expression may still be dropped
		return t.conv("(" + hi + " ^ " + lo + ")")
	}
	return "(^" + a + ")"
}

// bitSteps writes a loop that takes the n-bit number u apart, one or several bits at a time, and returns the result.
func (w *writer) bitSteps(n int, u string) string {
	x, c := w.name("x"), w.name("c")
	w.line("%s, %s := %s, uint%d(%d)", x, c, u, n, w.IntN(3))
	count := fmt.Sprintf("%s += %d", c, 1+w.IntN(2))
	switch w.IntN(6) {
	case 0:
		w.block(fmt.Sprintf("for %s %s 0", x, pick(w, "!=", ">")), func() {
			w.line(pick(w, "%[1]s &= %[1]s - 1", "%[1]s &^= -%[1]s", "%[1]s -= %[1]s & -%[1]s"), x)
			w.line("%s", count)
		})
	case 1:
		w.block(fmt.Sprintf("for %s != 0", x), func() {
			w.line("%s", count)
			w.line("%s %s %d", x, pick(w, ">>=", "<<="), 1+w.IntN(min(n-1, 8)))
		})
	case 2:
		w.block(fmt.Sprintf("for %s > 0", x), func() {
			w.line("%s %s %s & 1", c, pick(w, "+=", "^="), x)
			w.line("%s >>= 1", x)
		})
	case 3:
		w.block(fmt.Sprintf("if %s != 0", x), func() {
			w.block(fmt.Sprintf("for %s & 1 == 0", x), func() {
				w.line("%s >>= 1", x)
				w.line("%s", count)
			})
		})
	case 4:
		w.block(fmt.Sprintf("for range %d", 1+w.IntN(n)), func() {
			w.line("%s = %s<<1 | %s&1", c, c, x)
			w.line("%s >>= 1", x)
		})
	default: // adjacent fields are added, or swapped
		ones := ^uint64(0) >> (64 - n)
		for k := 1; 2*k <= n; k *= 2 {
			mask := ones / (1<<k + 1)
			if w.IntN(12) == 0 {
				mask ^= 1 << w.IntN(n)
			}
			w.line(pick(w, "%[1]s = %[1]s>>%[2]d&%#[3]x | %[1]s&%#[3]x<<%[2]d", "%[1]s = %[1]s>>%[2]d&%#[3]x | %[1]s&%#[3]x<<%[2]d",
				"%[1]s = %[1]s&%#[3]x + %[1]s>>%[2]d&%#[3]x"), x, k, mask)
		}
	}
	w.line("_, _ = %s, %s", c, x) // the expression may still be dropped
	return fmt.Sprintf("(%s ^ %s<<1)", c, x)
}
