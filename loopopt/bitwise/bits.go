package bitwise

import "hotloop/loopopt/ir"

// Bit is a bit of a number: what it is the same as, or the opposite of.
type Bit struct {
	V   *ir.Value // a bool, or a number of which it is bit At; nil: 0
	At  int
	Not bool
}

// opposite is the bit that is 1 where b is 0.
func (b Bit) opposite() Bit {
	b.Not = !b.Not
	return b
}

// Bits says what each bit of the integer v is. Bits are moved, joined and chosen on the way; what does more with them is
// a number that they are bits of.
//
//	w |= 1 << 3 if c              bit 3 is c
//	w |= x >> 5 & 1 << 3          bit 3 is bit 5 of x
func Bits(v *ir.Value) []Bit { return (bitsOf{}).value(v, maxBitsDepth) }

// bitsOf are the values that were looked at.
type bitsOf map[*ir.Value][]Bit

// maxBitsDepth is how many operations one behind the other are looked at: two or three for each bit of a byte.
const maxBitsDepth = 40

func (known bitsOf) value(v *ir.Value, depth int) []Bit {
	if out := known[v]; out != nil {
		return out
	}
	out := make([]Bit, v.Type.Elem.Bits())
	if depth == 0 || !known.through(v, depth, out) {
		for i := range out {
			out[i] = Bit{V: v, At: i}
		}
	}
	known[v] = out
	return out
}

// through looks through v's operation, if it does no more than Bits says.
func (known bitsOf) through(v *ir.Value, depth int, out []Bit) bool {
	of := func(k int) []Bit { return known.value(v.Args[k], depth-1) }
	switch v.Op {
	case ir.OpConst:
		for i := range out {
			out[i].Not = uint64(v.AuxInt)>>i&1 != 0
		}
		return true
	case ir.OpZExt:
		if v.Args[0].Type.Elem == ir.Bool {
			out[0] = Bit{V: v.Args[0]}
			return true
		}
		copy(out, of(0))
		return true
	case ir.OpTruncI:
		copy(out, of(0))
		return true
	case ir.OpShl, ir.OpShrU:
		return moveBits(v, of, out)
	case ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpAnd:
		return eachBit(of(0), of(1), out, func(x, y Bit) (Bit, bool) { return joinBits(v.Op, x, y) })
	case ir.OpSelect, ir.OpPhi:
		c, x, y := choice(v)
		if c == nil {
			return false
		}
		return eachBit(known.value(x, depth-1), known.value(y, depth-1), out, func(x, y Bit) (Bit, bool) {
			switch {
			case x == y:
				return x, true
			case x.V != nil || y.V != nil:
				return Bit{}, false
			}
			return Bit{V: c, Not: y.Not}, true
		})
	}
	return false
}

// moveBits is for shifts by constants.
func moveBits(v *ir.Value, of func(int) []Bit, out []Bit) bool {
	n := len(out)
	if !v.Args[1].IsConst() || uint64(v.Args[1].AuxInt) >= uint64(n) {
		return false
	}
	if k := int(v.Args[1].AuxInt); v.Op == ir.OpShl {
		copy(out[k:], of(0))
	} else {
		copy(out, of(0)[k:])
	}
	return true
}

func eachBit(x, y, out []Bit, do func(x, y Bit) (Bit, bool)) bool {
	for i := range out {
		b, ok := do(x[i], y[i])
		if !ok {
			return false
		}
		out[i] = b
	}
	return true
}

// joinBits is a bit of two, one of which is known, and in a sum no carry.
func joinBits(op ir.Op, x, y Bit) (Bit, bool) {
	if x.V == nil {
		x, y = y, x
	}
	switch {
	case y.V != nil:
		return x, x == y && (op == ir.OpOr || op == ir.OpAnd)
	case op == ir.OpAnd && !y.Not:
		return Bit{}, true
	case op == ir.OpOr && y.Not:
		return y, true
	case op == ir.OpXor && y.Not:
		return x.opposite(), true
	}
	return x, op != ir.OpAdd || !y.Not
}

// choice is the condition by which v is x or else y; nil if it is no choice between two.
func choice(v *ir.Value) (c, x, y *ir.Value) {
	if v.Op == ir.OpSelect {
		if v.Args[0].Type != ir.TBool {
			return nil, nil, nil
		}
		return v.Args[0], v.Args[1], v.Args[2]
	}
	b := v.Block
	if len(b.Preds) != 2 || b.Preds[0] == b.Preds[1] {
		return nil, nil, nil
	}
	var top [2]*ir.Block
	var edge [2]int
	for i, p := range b.Preds {
		to := b
		if p.Kind == ir.BlockJump && len(p.Preds) == 1 {
			p, to = p.Preds[0], p
		}
		if p.Kind != ir.BlockIf || p.Succs[0] == p.Succs[1] {
			return nil, nil, nil
		}
		if top[i] = p; p.Succs[1] == to {
			edge[i] = 1
		}
	}
	if top[0] != top[1] || edge[0] == edge[1] || top[0] == b {
		return nil, nil, nil
	}
	return top[0].Control, v.Args[edge[0]], v.Args[edge[1]]
}
