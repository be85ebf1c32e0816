package arm

import (
	"math/bits"

	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/loopopt/ir"
)

// Number is what the architecture's own rules can have computed of the value matched, as an immediate: the place and the
// width of a field of bits.
func (a *ISA) Number(name string) lower.NumberFunc {
	switch name {
	case "taken": // a field that ends up lowest: UBFX, SBFX
		return func(v *ir.Value) (int64, bool) { return taken(v).pair(v) }
	case "placed": // the lowest bits, in the place of a field: UBFIZ, SBFIZ
		return func(v *ir.Value) (int64, bool) { return placed(v).pair(v) }
	case "replaced": // a field of the first operand that bits of another value replace: BFI, BFXIL
		return func(v *ir.Value) (int64, bool) { return replaced(v.Args[0], v.Args[1]).pair(v) }
	case "replacing": // a field of the second operand
		return func(v *ir.Value) (int64, bool) { return replaced(v.Args[1], v.Args[0]).pair(v) }
	}
	return nil
}

// field is so many bits of a value, from the lowest one on that it names.
type field struct{ low, width int }

// pair is the field as an immediate; false if it is empty or is not inside v.
func (f field) pair(v *ir.Value) (int64, bool) {
	return arm64.Pair(f.low, f.width), f.low >= 0 && f.width > 0 && f.low+f.width <= v.Type.Elem.Bits()
}

// ones is the field of the constant's bits that are set, if they are neighbours; else an empty one.
func ones(c *ir.Value) field {
	x := ir.Truncate(c.Type.Elem, uint64(c.AuxInt))
	low, n := bits.TrailingZeros64(x), bits.OnesCount64(x)
	if bits.Len64(x) != low+n {
		return field{}
	}
	return field{low, n}
}

// taken is the field that v, (x >> c) & mask or x << c >> d, takes out of x.
func taken(v *ir.Value) field {
	x, c := v.Args[0], v.Args[1]
	count := int(x.Args[1].AuxInt)
	if v.Op == ir.OpAnd {
		m := ones(c)
		if m.low != 0 {
			return field{}
		}
		return field{count, m.width} // what the shift brings in, zeros or signs, is not in a field inside x
	}
	return field{int(c.AuxInt) - count, v.Type.Elem.Bits() - int(c.AuxInt)}
}

// placed is the field where v, (x & mask) << c, x << c & mask, or ext(x) << c, has the lowest bits of x, and zeros elsewhere.
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

// replaced is the field of (x & ^mask) | part that part fills: (y & low) << c, y << c & mask, or y >> c & mask and y & mask,
// where the mask is lowest.
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
