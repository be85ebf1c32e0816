package analysis

import "hotloop/loopopt/ir"

// halvings bounds how often the back edge of l is taken while c == stay. It applies if c tests whether a number
// is used up that each iteration divides by two or more:
//
//	for n != 0 { …; n >>= 1 }        for n > 0 { …; n /= 10 }
//
// Any number of w bits is zero after w halvings. The exact count depends on the number and has no closed form.
func halvings(l *Loop, c *ir.Value, stay bool) (most int64, ok bool) {
	if c.Op == ir.OpNot {
		c, stay = c.Args[0], !stay
	}
	if len(c.Args) != 2 || c.Args[0].Type.IsVector() {
		return 0, false
	}
	var x *ir.Value
	positive := false
	switch a, b := c.Args[0], c.Args[1]; {
	case (c.Op == ir.OpNe && stay || c.Op == ir.OpEq && !stay) && b.IsConstInt(0):
		x = a
	case c.Op == ir.OpLtS && stay && a.IsConstInt(0): // 0 < x
		x, positive = b, true
	case c.Op == ir.OpLeS && !stay && b.IsConstInt(0): // not x <= 0
		x, positive = a, true
	default:
		return 0, false
	}
	next := x
	if x.Op == ir.OpPhi && x.Block == l.Header {
		next = x.Args[l.Header.PredIndex(l.Latch)]
	}
	if len(next.Args) != 2 || !next.Args[1].IsConst() {
		return 0, false
	}
	phi, by := next.Args[0], next.Args[1].Int()
	w := int64(next.Type.Elem.Bits())
	switch next.Op {
	case ir.OpShrU, ir.OpShrS:
		if by < 1 || by >= w || next.Op == ir.OpShrS && !positive { // -1 never changes
			return 0, false
		}
	case ir.OpDivU, ir.OpDivS:
		if by < 2 {
			return 0, false
		}
		by = 1
	default:
		return 0, false
	}
	if phi.Op != ir.OpPhi || phi.Block != l.Header || phi.Args[l.Header.PredIndex(l.Latch)] != next {
		return 0, false
	}
	most = (w - 1) / by // the tested value has been halved once before the first test
	if x == phi {
		most++
	}
	return most, true
}
