package gen

import (
	"fmt"
	"math/rand/v2"
)

// combined is, in some kernels, a small expression of integers that processors have an instruction for; "" if there is
// to be none. Whether a kernel has them is drawn from numbers of its own, so that kernels without are what they were.
func (w *writer) combined(t typ, a string) string {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0xc0b1))
	if w.opt.Without["combined operators"] || rng.IntN(4) > 0 || w.small() || w.IntN(6) > 0 {
		return ""
	}
	w.use("combined operators")
	b, n := w.leaf(t), t.bits()
	c := 1 + w.IntN(n-1)
	switch w.IntN(10) {
	case 0: // the lowest one, or all up to it
		return fmt.Sprintf("(%s %s (%s - 1))", b, pick(w, "&", "^"), b)
	case 1:
		return fmt.Sprintf("(%s & -%s)", b, b)
	case 2: // fields side by side, or nearly
		return fmt.Sprintf("(%s<<%d %s %s>>%d)", a, c, pick(w, "|", "+", "^"), b, n-c+w.IntN(2))
	case 3: // a shift with rounding, perhaps of few bits
		return fmt.Sprintf("((%s>>%d + 1<<%d) >> %d)", b, w.IntN(3), min(c, 10)-1, min(c, 10))
	case 4:
		return fmt.Sprintf("(%s + (max(%s, %s) - min(%s, %s)))", a, strip(b), strip(a), strip(b), strip(a))
	case 5: // a shifted or inverted operand
		return fmt.Sprintf("(%s %s (%s %s %d))", a, pick(w, "+", "-", "&", "|", "^", "&^"), b, pick(w, "<<", ">>"), c)
	case 6:
		return fmt.Sprintf("(%s %s ^%s)", a, pick(w, "&", "|", "^"), b)
	case 7: // a field
		return fmt.Sprintf("(%s >> %d & %d)", a, c, 1<<(1+w.IntN(6))-1)
	case 8:
		return fmt.Sprintf("(%s << %d >> %d)", a, c, w.IntN(n))
	}
	return fmt.Sprintf("(%s - %s*%s)", a, b, w.leaf(t))
}
