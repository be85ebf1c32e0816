package fold

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/ir"
)

// Fields. Programs put bytes together and take other groups of bits out, which lanes of the size of a byte can do as
// well: what is shifted by constants says which bits come from where.
//
//	v = a<<16 | b<<8 | c
//	v>>12 & 63                 becomes (a<<4 | b>>4) & 63
//
// This makes what several fields share anew for each of them. So it is for lanes of vectors alone, of 16 bits at most,
// of which there are several times as many.

// maxField is the largest lane that fields are taken out in.
const maxField = 16

// fieldDepth bounds the look into what bits are put together from.
const fieldDepth = 6

// isField says whether x, of which the lowest keep bits matter, is taken out of such bits in lanes of w.
func isField(x *ir.Value, w, keep int) bool {
	return x.Op != ir.OpZExt && !x.IsConst() && field(x, 0, keep, w, fieldDepth)
}

// field says whether lanes of w bits can hold x shifted down by n so that the lowest keep bits are right.
func field(x *ir.Value, n, keep, w, depth int) bool {
	size := x.Type.Elem.Bits()
	if depth == 0 || w > maxField || n+keep > size || keep > w {
		return false
	}
	if x.IsConst() {
		return true
	}
	both := func() bool { return field(x.Args[0], n, keep, w, depth-1) && field(x.Args[1], n, keep, w, depth-1) }
	switch x.Op {
	case ir.OpZExt:
		e := x.Args[0].Type.Elem
		return e != ir.Bool && e.Bits() <= w
	case ir.OpOr, ir.OpXor, ir.OpAnd:
		return both()
	case ir.OpShl, ir.OpShrU:
		c, ok := shiftCount(x)
		switch {
		case !ok:
			return false
		case x.Op == ir.OpShrU:
			return field(x.Args[0], n+c, keep, w, depth-1)
		case c <= n:
			return field(x.Args[0], n-c, keep, w, depth-1)
		case c-n >= keep:
			return true
		}
		return field(x.Args[0], 0, keep-(c-n), w, depth-1)
	}
	return false
}

// shiftCount is the constant that x shifts by.
func shiftCount(x *ir.Value) (int, bool) {
	c := x.Args[1]
	if !c.IsConst() || uint64(c.AuxInt) >= uint64(x.Type.Elem.Bits()) {
		return 0, false
	}
	return int(c.AuxInt), true
}

// makeField makes what field allows; nil is zero.
func (n *narrower) makeField(x *ir.Value, by, keep int) *ir.Value {
	t := x.Type.WithElem(n.e)
	add := func(op ir.Op, args ...*ir.Value) *ir.Value {
		return n.at.Block.InsertBefore(n.at, op, t, x.Pos, args...)
	}
	if x.IsConst() {
		if c := uint64(x.AuxInt) >> by & (1<<keep - 1); c != 0 {
			return n.f.Const(t, c)
		}
		return nil
	}
	switch x.Op {
	case ir.OpZExt:
		y := x.Args[0]
		if by >= y.Type.Elem.Bits() {
			return nil
		}
		if y.Type != t {
			y = add(ir.OpZExt, y)
		}
		if by > 0 {
			y = add(ir.OpShrU, y, n.f.ConstInt(t, int64(by)))
		}
		return y
	case ir.OpShrU:
		c, _ := shiftCount(x)
		return n.makeField(x.Args[0], by+c, keep)
	case ir.OpShl:
		c, _ := shiftCount(x)
		if c <= by {
			return n.makeField(x.Args[0], by-c, keep)
		}
		if c -= by; c < keep {
			if y := n.makeField(x.Args[0], 0, keep-c); y != nil {
				return add(ir.OpShl, y, n.f.ConstInt(t, int64(c)))
			}
		}
		return nil
	}
	a, b := n.makeField(x.Args[0], by, keep), n.makeField(x.Args[1], by, keep)
	switch {
	case x.Op == ir.OpAnd && (a == nil || b == nil):
		return nil
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return add(x.Op, a, b)
}

// below is how many of the lowest bits of the operands of x narrows has asked for, if keep of x in w matter.
func below(x *ir.Value, keep, w int) int {
	switch x.Op {
	case ir.OpShrU, ir.OpShrS:
		if c, ok := shiftCount(x); ok && keep+c <= w {
			return keep + c
		}
		return w
	case ir.OpMinU, ir.OpMaxU, ir.OpMinS, ir.OpMaxS, ir.OpDivU, ir.OpRemU, ir.OpDivS, ir.OpRemS:
		return w
	}
	return kept(x, keep)
}

// kept is how many of the lowest bits of the operands of x matter, if keep of x do.
func kept(x *ir.Value, keep int) int {
	if x.Op == ir.OpAnd && x.Args[1].IsConst() {
		return min(keep, bits.Len64(uint64(x.Args[1].AuxInt)))
	}
	return keep
}

// fieldUses counts, for values that fields are taken out of, how many of their uses do so, and in which lanes.
type fieldUses map[*ir.Value]*fieldUse

type fieldUse struct {
	n, w int
	by   []*ir.Value // which of those it is part of
}

// count counts what x, narrowed to w bits, is made of.
func (u fieldUses) count(x *ir.Value, keep, w int) {
	switch {
	case isField(x, w, keep):
		u.add(x, w, nil)
	case narrowOp(x):
		for _, a := range x.Args {
			u.count(a, below(x, keep, w), w)
		}
	}
}

// add counts a use of x, by a value that is counted or by one that is narrowed.
func (u fieldUses) add(x *ir.Value, w int, by *ir.Value) {
	if x.IsConst() || x.Type.Elem.Bits() <= w || x.Op != ir.OpZExt && !narrowOp(x) {
		return
	}
	f := u[x]
	if f == nil {
		f = &fieldUse{}
		u[x] = f
		for _, a := range x.Args {
			u.add(a, w, x)
		}
	}
	f.n, f.w = f.n+1, max(f.w, w)
	if by != nil {
		f.by = append(f.by, by)
	}
}

// inFields are the values that have no other use, with the elements that take their place.
func (u fieldUses) inFields() map[*ir.Value]ir.Elem {
	for again := true; again; {
		again = false
		for x, f := range u {
			if f.n < int(x.Uses) || slices.ContainsFunc(f.by, func(b *ir.Value) bool { return u[b] == nil }) {
				delete(u, x)
				again = true
			}
		}
	}
	if len(u) == 0 {
		return nil
	}
	list := map[*ir.Value]ir.Elem{}
	for x, f := range u {
		list[x] = ir.IntElem(f.w / 8)
	}
	return list
}

// narrowRoot is what v wants the lowest keep bits of, in lanes of at least so many: a truncation, or a load that looks
// up in a small table. Nil if it is neither.
func narrowRoot(v *ir.Value) (x *ir.Value, keep, least int) {
	switch v.Op {
	case ir.OpTruncI:
		return v.Args[0], v.Type.Elem.Bits(), v.Type.Elem.Bits()
	case ir.OpLoad:
		if n := ir.UnsignedBits(v.Args[1], fieldDepth); n <= 8 && v.Type.Elem.Size()<<n <= maxLookup && v.Uses > 0 {
			return v.Args[1], v.Type.Elem.Bits(), v.Type.Elem.Bits()
		}
	}
	return nil, 0, 0
}

// maxLookup is the size of the largest table that vector code looks up in registers, in bytes.
const maxLookup = 256
