package gen

import (
	"fmt"
	"math/rand/v2"
)

// combined returns, in some kernels, a small integer expression that processors have an instruction for, or "". Whether
// a kernel has such expressions is drawn from a separate stream, so that other kernels do not change.
func (w *writer) combined(t typ, a string) string {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0xc0b1))
	if w.opt.Without["combined operators"] || rng.IntN(4) > 0 || w.small() || w.IntN(6) > 0 {
		return ""
	}
	w.use("combined operators")
	b, n := w.leaf(t), t.bits()
	c := 1 + w.IntN(n-1)
	switch w.IntN(10) {
	case 0: // the lowest set bit, or all bits up to it
		return fmt.Sprintf("(%s %s (%s - 1))", b, pick(w, "&", "^"), b)
	case 1:
		return fmt.Sprintf("(%s & -%s)", b, b)
	case 2: // adjacent fields, or nearly
		return fmt.Sprintf("(%s<<%d %s %s>>%d)", a, c, pick(w, "|", "+", "^"), b, n-c+w.IntN(2))
	case 3: // a rounding shift, perhaps of few bits
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
