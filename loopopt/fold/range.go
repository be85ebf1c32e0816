package fold

import "hotloop/loopopt/ir"

// A limit is what a comparison of x with a constant says of x: at least or at most at, as signed or unsigned numbers. The
// bits of at are those of x's element, so that signed limits are kept with the sign bit turned over: they too order as
// unsigned numbers.
type limit struct {
	x      *ir.Value
	at     uint64
	least  bool
	signed bool
}

// limitOf is the limit that comparison c sets if it holds, or if it does not hold.
func limitOf(c *ir.Value, holds bool) (l limit, ok bool) {
	if c.Op != ir.OpLtU && c.Op != ir.OpLeU && c.Op != ir.OpLtS && c.Op != ir.OpLeS {
		return l, false
	}
	a, b := c.Args[0], c.Args[1]
	strict := c.Op == ir.OpLtU || c.Op == ir.OpLtS
	if !holds {
		a, b, strict = b, a, !strict // not a < b is b <= a
	}
	l.signed = c.Op == ir.OpLtS || c.Op == ir.OpLeS
	k := b
	if l.x = a; !b.IsConst() {
		l.x, k, l.least = b, a, true
	}
	if !k.IsConst() || l.x.IsConst() {
		return l, false
	}
	e := k.Type.Elem
	l.at = turned(e, uint64(k.AuxInt), l.signed)
	switch {
	case !strict:
		return l, true
	case l.least:
		l.at++
		return l, l.at <= mostOf(e)
	}
	l.at--
	return l, l.at <= mostOf(e) // x < 0 wraps
}

// turned turns the sign bit of signed numbers over, either way.
func turned(e ir.Elem, bits uint64, signed bool) uint64 {
	if signed {
		bits ^= 1 << (e.Bits() - 1)
	}
	return ir.Truncate(e, bits)
}

func mostOf(e ir.Elem) uint64 { return ir.Truncate(e, ^uint64(0)) }

// within is the range lo to hi that the conditions p and q bound a value by from both sides, if each holds (or does not).
func within(p, q *ir.Value, holds bool) (x *ir.Value, lo, size uint64, ok bool) {
	l, ok := limitOf(p, holds)
	if !ok {
		return nil, 0, 0, false
	}
	h, ok := limitOf(q, holds)
	if !l.least {
		l, h = h, l
	}
	if !ok || l.x != h.x || l.signed != h.signed || !l.least || h.least || l.at >= h.at {
		return nil, 0, 0, false
	}
	if size = h.at - l.at + 1; size > mostOf(l.x.Type.Elem) {
		return nil, 0, 0, false // all there are
	}
	return l.x, turned(l.x.Type.Elem, l.at, l.signed), size, true
}

// foldRange makes one comparison of v, two that bound a value from both sides by constants joined by And, or by Or if
// the value is outside: lo <= x && x <= hi is x-lo <= hi-lo, unsigned.
func foldRange(f *ir.Func, v *ir.Value) *ir.Value {
	inside := v.Op == ir.OpAnd
	x, lo, size, ok := within(v.Args[0], v.Args[1], inside)
	if !ok {
		return nil
	}
	if lo != 0 {
		x = v.Block.InsertBefore(v, ir.OpAdd, x.Type, v.Pos, x, f.Const(x.Type, -lo))
	}
	if inside {
		return v.Rewrite(ir.OpLtU, x, f.Const(x.Type, size))
	}
	return v.Rewrite(ir.OpLeU, f.Const(x.Type, size), x)
}

// foldSelects makes one selection of two under one another, by joining their conditions with And or Or, where that leaves
// less to do: one comparison then tells both (within), or an index moves in some iterations, which is known by the one
// condition that remains.
//
//	c ? (d ? a : b) : b   c && d ? a : b
//	c ? a : (d ? a : b)   c || d ? a : b
func foldSelects(v *ir.Value) *ir.Value {
	c, a, b := v.Args[0], v.Args[1], v.Args[2]
	joined := func(op ir.Op, d *ir.Value) *ir.Value {
		return v.Block.InsertBefore(v, op, c.Type, v.Pos, c, d)
	}
	if a.Op == ir.OpSelect && a.Args[2] == b {
		d := a.Args[0]
		if _, _, _, ok := within(c, d, true); ok || movesIndex(a) {
			return v.Rewrite(ir.OpSelect, joined(ir.OpAnd, d), a.Args[1], b)
		}
	}
	if b.Op == ir.OpSelect && b.Args[1] == a {
		d := b.Args[0]
		if _, _, _, ok := within(c, d, false); ok {
			return v.Rewrite(ir.OpSelect, joined(ir.OpOr, d), a, b.Args[2])
		}
	}
	return nil
}

// movesIndex says whether selection s adds to a variable of a loop or leaves it.
func movesIndex(s *ir.Value) bool {
	moved, kept := s.Args[1], s.Args[2]
	return s.Type == ir.TI64 && kept.Op == ir.OpPhi && kept.Block.Loop != nil &&
		moved.Op == ir.OpAdd && moved.Args[0] == kept
}

// foldCompare simplifies comparisons of vectors of integers.
func foldCompare(v *ir.Value, shared narrowUses) *ir.Value {
	if a, b := v.Args[0], v.Args[1]; v.Op == ir.OpLtU && shortIndex(a) && b.Op == ir.OpSplat && isLength(b.Args[0]) {
		return narrowCheck(v)
	}
	if w := narrowCompare(v.Block.Func, v, shared); w != nil {
		return w
	}
	return foldVectorCompare(v.Block.Func, v)
}

// foldVectorCompare chooses the form of a comparison of lanes with constants that takes the fewest instructions where
// there is only a signed greater-than, an equality and a minimum (AVX2); elsewhere all forms cost the same.
//
//	x+k < c, unsigned   x+(k^m) < c^m, signed, where m is the sign bit: the sum is free to move the range
//	x < c, unsigned     x <= c-1: the minimum is x
//	x <= c, signed      x < c+1
func foldVectorCompare(f *ir.Func, v *ir.Value) *ir.Value {
	l, ok := limitOf(v, true)
	if !ok {
		return nil
	}
	x, e := l.x, l.x.Type.Elem
	op := ir.OpLtS
	if !l.signed {
		moved := x.Op == ir.OpAdd && x.Args[1].IsConst() && x.Uses == 1
		switch {
		case moved:
			sign := uint64(1) << (e.Bits() - 1)
			x = v.Block.InsertBefore(v, ir.OpAdd, x.Type, v.Pos, x.Args[0], f.Const(x.Type, uint64(x.Args[1].AuxInt)^sign))
		case v.Op == ir.OpLtU && e.Bits() < 64:
			op = ir.OpLeU
		default:
			return nil
		}
	} else if v.Op == ir.OpLtS {
		return nil
	}
	at := l.at
	if op == ir.OpLtS {
		if at == 0 && l.least || at == mostOf(e) && !l.least {
			return nil // always true
		}
		if l.least {
			at--
		} else {
			at++
		}
		at = turned(e, at, true)
	}
	k := f.Const(x.Type, at)
	if l.least {
		return v.Rewrite(op, k, x)
	}
	return v.Rewrite(op, x, k)
}
