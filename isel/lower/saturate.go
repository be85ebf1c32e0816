package lower

import "hotloop/loopopt/ir"

// Bounds is a range that numbers are clamped to before they are narrowed, as saturating instructions do it.
type Bounds uint8

// The bounds.
const (
	SignedBounds   Bounds = iota // those of the signed type, of signed numbers
	PositiveBounds               // those of the unsigned type, of signed numbers
	UnsignedBounds               // those of the unsigned type, of unsigned numbers
)

// Bounded returns the value that x clamps to the bounds of element e. It returns false if x is not such a clamp
// or has other users.
func (l *Lowerer) Bounded(x *ir.Value, e ir.Elem) (y *ir.Value, by Bounds, ok bool) {
	limit := func(x *ir.Value) bool { return l.IsDeferred(x) && x.Args[1].IsConst() }
	most := int64(1)<<e.Bits() - 1
	if x.Op == ir.OpMinU {
		return x.Args[0], UnsignedBounds, limit(x) && x.Args[1].IsConstInt(most)
	}
	if x.Op != ir.OpMinS && x.Op != ir.OpMaxS || !limit(x) {
		return nil, 0, false
	}
	z := x.Args[0]
	if z.Op != ir.OpMinS && z.Op != ir.OpMaxS || z.Op == x.Op || !limit(z) {
		return nil, 0, false
	}
	lo, hi := x.Args[1].Int(), z.Args[1].Int()
	if x.Op == ir.OpMinS {
		lo, hi = hi, lo
	}
	switch {
	case lo == 0 && hi == most:
		return z.Args[0], PositiveBounds, true
	case lo == -(most+1)/2 && hi == most/2:
		return z.Args[0], SignedBounds, true
	}
	return nil, 0, false
}
