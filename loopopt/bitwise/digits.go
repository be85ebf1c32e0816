package bitwise

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Digits is what a loop makes of the bits of a number that it shifts out at the lower end, one an iteration:
//
//	for x != 0 { n += x&1; x >>= 1 }              the ones of x, of integers; with ^ whether their number is odd
//	for range 32 { r = r<<1 | x&1; x >>= 1 }      x with its bits in reverse order
//	for x&1 == 0 { n++; x >>= 1 }                 x itself: zero, or shifted
type Digits struct {
	op       ir.Op // Add and Xor of the ones; BitReverse; Shl, ShrS and ShrU of the number; Const if it is zero
	x, start *ir.Value
	of       ir.Type
	count    *Count // or nil, if there are trips iterations
	trips    int64
}

// DigitsOf is what v, a value of l that is used behind it, is, or nil. The iterations are those of count, or trips if
// count is nil, 0 if unknown.
func DigitsOf(l *analysis.Loop, v *ir.Value, count *Count, trips int64) *Digits {
	d := &Digits{of: v.Type, count: count, trips: trips}
	if count != nil && v == count.next {
		d.op, d.x = ir.OpConst, count.start
		if !count.toZero {
			d.op = v.Op
		}
		return d
	}
	back := l.Header.PredIndex(l.Latch)
	if v.Block == nil || !l.Contains(v.Block) || len(v.Args) != 2 {
		return nil
	}
	for i, q := range v.Args {
		shiftedUp := q.Op == ir.OpShl && q.Args[1].IsConstInt(1)
		if shiftedUp {
			q = q.Args[0]
		}
		if q.Op != ir.OpPhi || q.Block != l.Header || q.Args[back] != v {
			continue
		}
		x := lowest(v.Args[1-i])
		if x == nil || !d.shiftsOut(l, x) {
			continue
		}
		d.start = q.Args[l.Header.PredIndex(l.Preheader)]
		switch v.Op {
		case ir.OpAdd, ir.OpXor:
			d.op = v.Op
		case ir.OpOr:
		default:
			return nil
		}
		if shiftedUp {
			d.op = ir.OpBitReverse
			if count != nil || trips > int64(v.Type.Elem.Bits()) || d.x.Type != v.Type {
				return nil
			}
		} else if v.Op == ir.OpOr {
			return nil
		}
		return d
	}
	return nil
}

// lowest is x if v is its lowest bit, 0 or 1, in whatever width; else nil.
func lowest(v *ir.Value) *ir.Value {
	for v.Op == ir.OpZExt || v.Op == ir.OpTruncI || v.Op == ir.OpSExt {
		v = v.Args[0]
	}
	if v.Op == ir.OpNe && v.Args[1].IsConstInt(0) {
		v = v.Args[0]
	}
	if v.Op != ir.OpAnd || !v.Args[1].IsConstInt(1) || v.Type.Elem == ir.Bool {
		return nil
	}
	for v = v.Args[0]; v.Op == ir.OpTruncI; {
		v = v.Args[0]
	}
	return v
}

// shiftsOut says whether x is a phi of l that goes down by a bit an iteration, and all of the bits that come out are
// those of its start.
func (d *Digits) shiftsOut(l *analysis.Loop, x *ir.Value) bool {
	if x.Op != ir.OpPhi || x.Block != l.Header {
		return false
	}
	next := x.Args[l.Header.PredIndex(l.Latch)]
	if next.Op != ir.OpShrU && next.Op != ir.OpShrS || next.Args[0] != x || !next.Args[1].IsConstInt(1) {
		return false
	}
	d.x = x.Args[l.Header.PredIndex(l.Preheader)]
	w := int64(x.Type.Elem.Bits())
	if d.count != nil {
		return d.count.next == next && d.count.toZero
	}
	return d.trips > 0 && (d.trips <= w || next.Op == ir.OpShrU)
}

// Final writes the value at the end of b.
func (d *Digits) Final(b *ir.Block, pos ir.Pos) *ir.Value {
	f, own := b.Func, d.x.Type
	w := int64(own.Elem.Bits())
	switch d.op {
	case ir.OpConst:
		return f.ConstInt(d.of, 0)
	case ir.OpShl, ir.OpShrS, ir.OpShrU:
		return b.New(d.op, own, pos, d.x, d.count.Iterations(b, own, pos))
	case ir.OpBitReverse:
		r := b.New(ir.OpBitReverse, own, pos, d.x)
		if d.trips == w {
			return r
		}
		r = b.New(ir.OpShrU, own, pos, r, f.ConstInt(own, w-d.trips))
		return b.New(ir.OpOr, own, pos, b.New(ir.OpShl, own, pos, d.start, f.ConstInt(own, d.trips)), r)
	}
	x := d.x
	if d.count == nil && d.trips < w {
		x = b.New(ir.OpAnd, own, pos, x, f.ConstInt(own, 1<<d.trips-1))
	}
	n := resized(b, b.New(ir.OpPopCount, own, pos, x), d.of, pos)
	if d.op == ir.OpXor {
		n = b.New(ir.OpAnd, d.of, pos, n, f.ConstInt(d.of, 1))
	}
	return b.New(d.op, d.of, pos, d.start, n)
}
