package bitwise

import (
	"math/bits"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Count is the number of iterations of a loop that takes a number apart, bit by bit or some bits at a time:
//
//	for x != 0 { x &= x-1 }       the ones of x
//	for x != 0 { x >>= k }        the bits of x, by k, rounded up
//	for x != 0 { x <<= k }        those but for the zeros at the end
//	for x&1 == 0 { x >>= 1 }      the zeros at the end
//	for int32(x) >= 0 { x <<= 1 } the zeros in front
//
// The loops are rotated: they test what an iteration has made, and are entered where the start passes the same test.
type Count struct {
	phi, next, start *ir.Value
	op               ir.Op // PopCount, LeadingZeros, TrailingZeros
	less             bool  // the width less that
	by               int64
	once             bool // an iteration is done in any case
	toZero           bool // zero is what is left
}

// maxGuards bounds the branches in front of a loop that are asked what is known of its start.
const maxGuards = 8

// CountOf is what l counts, or nil. The loop is left at its latch only.
func CountOf(l *analysis.Loop) *Count {
	if !l.Simplified() || !l.LeftAtLatch() {
		return nil
	}
	cond, stay := l.Latch.Control, l.Contains(l.Latch.Succs[0])
	for cond.Op == ir.OpNot {
		cond, stay = cond.Args[0], !stay
	}
	if len(cond.Args) != 2 || cond.Args[0].Type.IsVector() || !cond.Args[0].Type.Elem.IsInt() {
		return nil
	}
	x, what := test(cond, stay)
	if x == nil {
		return nil
	}
	c := &Count{next: x, toZero: what == notZero || what == positive}
	for _, a := range x.Args {
		if a.Op == ir.OpPhi && a.Block == l.Header && a.Args[l.Header.PredIndex(l.Latch)] == x {
			c.phi, c.start = a, a.Args[l.Header.PredIndex(l.Preheader)]
		}
	}
	if c.phi == nil || !c.step(what) || !c.entered(l.Preheader, what) {
		return nil
	}
	return c
}

// asked is what a loop goes on for.
type asked uint8

const (
	nothing asked = iota
	notZero
	positive
	evenNumber
	notNegative
)

// test is what the condition cond asks, of which value, if the loop goes on where it is stay.
func test(cond *ir.Value, stay bool) (x *ir.Value, what asked) {
	a, b, op := cond.Args[0], cond.Args[1], cond.Op
	if !stay {
		a, b, op = analysis.Opposite(a, b, op)
	}
	low := func(v *ir.Value) *ir.Value {
		if v.Op == ir.OpAnd && v.Args[1].IsConstInt(1) {
			return v.Args[0]
		}
		return nil
	}
	switch {
	case op == ir.OpNe && b.IsConstInt(0) && low(a) == nil, op == ir.OpLtU && a.IsConstInt(0):
		if op == ir.OpLtU {
			a = b
		}
		return a, notZero
	case op == ir.OpEq && b.IsConstInt(0) && low(a) != nil, op == ir.OpNe && b.IsConstInt(1) && low(a) != nil:
		return low(a), evenNumber
	case op == ir.OpLtS && a.IsConstInt(0), op == ir.OpLeS && a.IsConstInt(1):
		return b, positive
	case op == ir.OpLeS && a.IsConstInt(0), op == ir.OpLtS && a.IsConstInt(-1):
		return b, notNegative
	}
	return nil, nothing
}

// step says how an iteration takes bits away.
func (c *Count) step(what asked) bool {
	v := c.next
	w := int64(v.Type.Elem.Bits())
	shift := func() bool {
		if v.Args[0] != c.phi || !v.Args[1].IsConst() {
			return false
		}
		c.by = v.Args[1].Int()
		return c.by > 0 && c.by < w
	}
	switch {
	case c.toZero && clearsLowest(v, c.phi):
		c.op, c.by = ir.OpPopCount, 1
		return true
	case c.toZero && (v.Op == ir.OpShrU || v.Op == ir.OpShrS && what == positive):
		c.op, c.less = ir.OpLeadingZeros, true
		return shift()
	case v.Op == ir.OpDivU && c.toZero || v.Op == ir.OpDivS && what == positive:
		if v.Args[0] != c.phi || !v.Args[1].IsConst() {
			return false
		}
		n := v.Args[1].Int()
		c.op, c.less, c.by = ir.OpLeadingZeros, true, int64(bits.TrailingZeros64(uint64(n)))
		return n > 1 && n&(n-1) == 0
	case what == notZero && v.Op == ir.OpShl:
		c.op, c.less = ir.OpTrailingZeros, true
		return shift()
	case what == evenNumber && (v.Op == ir.OpShrU || v.Op == ir.OpShrS):
		c.op = ir.OpTrailingZeros
		return shift() && c.by == 1
	case what == notNegative && v.Op == ir.OpShl:
		c.op = ir.OpLeadingZeros
		return shift() && c.by == 1
	}
	return false
}

// clearsLowest says whether v is x without its lowest one: x&(x-1), x&^-x, x - x&-x, x ^ x&-x.
func clearsLowest(v, x *ir.Value) bool {
	if len(v.Args) != 2 {
		return false
	}
	isNeg := func(a *ir.Value) bool { return a.Op == ir.OpNeg && a.Args[0] == x }
	a, b := v.Args[0], v.Args[1]
	if b == x {
		a, b = b, a
	}
	if a != x {
		return false
	}
	switch v.Op {
	case ir.OpAnd:
		return b.Op == ir.OpAdd && b.Args[0] == x && b.Args[1].IsConstInt(-1)
	case ir.OpAndNot:
		return v.Args[0] == x && isNeg(b)
	case ir.OpSub, ir.OpXor:
		return (v.Op == ir.OpXor || v.Args[0] == x) && b.Op == ir.OpAnd &&
			(b.Args[0] == x && isNeg(b.Args[1]) || b.Args[1] == x && isNeg(b.Args[0]))
	}
	return false
}

// entered says whether the count is that of an iteration less. What the branches in front of block b say of the start
// decides: a start that fails the test has one iteration all the same; of zeros none are counted of a number that is
// zero, whose loop has no end.
func (c *Count) entered(b *ir.Block, what asked) bool {
	passed, some := false, neverZero(c.start)
	for range maxGuards {
		if len(b.Preds) != 1 {
			break
		}
		p := b.Preds[0]
		if p.Kind == ir.BlockIf && p.Succs[0] != p.Succs[1] && len(p.Control.Args) == 2 &&
			p.Control.Args[0].Type.Elem.IsInt() {
			x, says := test(p.Control, p.Succs[0] == b)
			if x == c.start {
				passed = passed || says == what || what == notZero && says == positive
				some = some || says == notZero || says == positive
			}
		}
		b = p
	}
	switch what {
	case notZero:
		c.once = !passed
		return true
	case positive:
		return passed
	}
	return passed && some
}

// neverZero says whether v has a bit that is set whatever it is computed from.
func neverZero(v *ir.Value) bool {
	if v.Op == ir.OpOr {
		v = v.Args[1]
	}
	return v.IsConst() && v.AuxInt != 0
}

// Iterations writes, at the end of b, how many iterations there are, as a number of type t.
func (c *Count) Iterations(b *ir.Block, t ir.Type, pos ir.Pos) *ir.Value {
	f, own := b.Func, c.start.Type
	n := b.New(c.op, own, pos, c.start)
	if c.less {
		n = b.New(ir.OpSub, own, pos, f.ConstInt(own, int64(own.Elem.Bits())), n)
	}
	n = resized(b, n, t, pos)
	if c.by > 1 { // rounded up
		n = b.New(ir.OpDivU, t, pos, b.New(ir.OpAdd, t, pos, n, f.ConstInt(t, c.by-1)), f.ConstInt(t, c.by))
	}
	if c.once {
		n = b.New(ir.OpMaxU, t, pos, n, f.ConstInt(t, 1))
	}
	return n
}

// resized is the number v, not negative, as one of type t.
func resized(b *ir.Block, v *ir.Value, t ir.Type, pos ir.Pos) *ir.Value {
	switch {
	case t.Elem.Bits() > v.Type.Elem.Bits():
		return b.New(ir.OpZExt, t, pos, v)
	case t.Elem.Bits() < v.Type.Elem.Bits():
		return b.New(ir.OpTruncI, t, pos, v)
	}
	return v
}
