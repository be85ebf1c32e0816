package arm

import (
	"math/bits"

	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/loopopt/ir"
)

// Number returns a number that the architecture's own rules compute from the matched value as an immediate: the
// position and width of a bit field.
func (a *ISA) Number(name string) lower.NumberFunc {
	switch name {
	case "taken": // a field that moves to the lowest bits: UBFX, SBFX
		return func(v *ir.Value) (int64, bool) { return taken(v).pair(v) }
	case "placed": // the lowest bits, moved to the position of a field: UBFIZ, SBFIZ
		return func(v *ir.Value) (int64, bool) { return placed(v).pair(v) }
	case "replaced": // a field of the first operand that is replaced by bits of another value: BFI, BFXIL
		return func(v *ir.Value) (int64, bool) { return replaced(v.Args[0], v.Args[1]).pair(v) }
	case "replacing": // a field of the second operand
		return func(v *ir.Value) (int64, bool) { return replaced(v.Args[1], v.Args[0]).pair(v) }
	}
	return nil
}

// field is a range of width bits that starts at bit low.
type field struct{ low, width int }

// pair returns the field as an immediate. It returns false if the field is empty or not inside v.
func (f field) pair(v *ir.Value) (int64, bool) {
	return arm64.Pair(f.low, f.width), f.low >= 0 && f.width > 0 && f.low+f.width <= v.Type.Elem.Bits()
}

// ones returns the field of the constant's set bits if they are contiguous, else an empty field.
func ones(c *ir.Value) field {
	x := ir.Truncate(c.Type.Elem, uint64(c.AuxInt))
	low, n := bits.TrailingZeros64(x), bits.OnesCount64(x)
	if bits.Len64(x) != low+n {
		return field{}
	}
	return field{low, n}
}

// taken returns the field that v, (x >> c) & mask or x << c >> d, extracts from x.
func taken(v *ir.Value) field {
	x, c := v.Args[0], v.Args[1]
	count := int(x.Args[1].AuxInt)
	if v.Op == ir.OpAnd {
		m := ones(c)
		if m.low != 0 {
			return field{}
		}
		return field{count, m.width} // a field inside x does not include the zeros or signs shifted in
	}
	return field{int(c.AuxInt) - count, v.Type.Elem.Bits() - int(c.AuxInt)}
}

// placed returns the field to which v, (x & mask) << c, x << c & mask, or ext(x) << c, moves the lowest bits of
// x; the other bits of v are zero.
func placed(v *ir.Value) field {
	x, c := v.Args[0], v.Args[1]
	all := v.Type.Elem.Bits()
	switch {
	case v.Op == ir.OpAnd:
		if m := ones(c); m.low == int(x.Args[1].AuxInt) {
			return m
		}
		return field{}
	case v.Op != ir.OpShl: // x << c >> d, d < c
		count := int(x.Args[1].AuxInt)
		return field{count - int(c.AuxInt), all - count}
	case x.Op == ir.OpAnd:
		if m := ones(x.Args[1]); m.low == 0 {
			return field{int(c.AuxInt), min(m.width, all-int(c.AuxInt))}
		}
		return field{}
	}
	return field{int(c.AuxInt), min(x.Args[0].Type.Elem.Bits(), all-int(c.AuxInt))}
}

// replaced returns the field of (x & ^mask) | part that part fills. part is (y & low) << c, y << c & mask, or, if
// the mask covers the lowest bits, y >> c & mask or y & mask.
func replaced(x, part *ir.Value) field {
	hole := ones(&ir.Value{Type: x.Type, AuxInt: ^x.Args[1].AuxInt})
	in := part.Args[0]
	switch {
	case part.Op == ir.OpShl || in.Op == ir.OpShl:
		if placed(part) == hole {
			return hole
		}
	case in.Op == ir.OpShrU || in.Op == ir.OpShrS:
		if from := taken(part); hole.low == 0 && from.width == hole.width {
			return from
		}
	case ones(part.Args[1]) == hole && hole.low == 0:
		return hole
	}
	return field{}
}
