package fold

import (
	"slices"

	"hotloop/loopopt/bitwise"
	"hotloop/loopopt/ir"
)

// HalfFloats makes one operation of the steps by which programs convert 16-bit floats, and 32-bit floats to them.
//
// Before:
//
//	switch exp := h >> 10 & 31; exp {
//	case 0: f = sign * float32(h&1023) / (1<<24)
//	case 31: f = frombits(sign<<16 | 0x7f800000 | h&1023<<13)
//	default: f = frombits(sign<<16 | (exp+112)<<23 | h&1023<<13)
//	}
//
// After:
//
//	f = HalfToF h, with the NaNs as the program has them
//
// Legal as both are computed here, for all 65,536 halves: what they are made of does not matter. The other way it is
// proved for all floats (tohalf.go).
// Pays always: each processor has an instruction for it.
// Reads nothing; leaves nothing.
// Remarks: none.
func HalfFloats(f *ir.Func) bool {
	var found []*bitwise.Word // results before what they are made of
	for _, b := range slices.Backward(f.ReversePostorder()) {
		if !slices.ContainsFunc(b.Values, mayBeConverted) {
			continue
		}
		for _, v := range slices.Backward(slices.Clone(b.Values)) {
			if v.Type == ir.TI16 && mayBeHalf(v) && !slices.ContainsFunc(found, func(w *bitwise.Word) bool { return w.Uses(v) }) {
				if w := bitwise.WordOf(v, 4); w != nil && w.Len() >= leastHalf && foldToHalf(f, v, w) {
					found = append(found, w)
				}
				continue
			}
			if !mayBeFloat(v) || slices.ContainsFunc(found, func(w *bitwise.Word) bool { return w.Uses(v) }) {
				continue
			}
			if w := bitwise.WordOf(v, 2); w != nil && w.Len() >= leastHalf && foldHalfFloat(f, v, w) {
				found = append(found, w)
			}
		}
	}
	if len(found) > 0 {
		f.ElimCopies()
	}
	return len(found) > 0
}

// leastHalf is how many operations a conversion takes at least.
const leastHalf = 6

// mayBeConverted says whether v may be a half that was made of a float, or the other way round.
func mayBeConverted(v *ir.Value) bool { return mayBeFloat(v) || v.Type == ir.TI16 && mayBeHalf(v) }

// mayBeFloat says whether v may be a float that was made of bits.
func mayBeFloat(v *ir.Value) bool {
	return v.Type == ir.TF32 && (v.Op == ir.OpPhi || v.Op == ir.OpSelect || v.Op == ir.OpBitcast || v.Op == ir.OpMul) ||
		v.Type == ir.TI32 && (v.Op == ir.OpPhi || v.Op == ir.OpSelect || v.Op == ir.OpOr || v.Op == ir.OpAdd)
}

// probes are halves that tell conversions from other functions: numbers with and without an exponent, infinities, NaNs.
var probes = [...]uint16{0x3c00, 0, 0x8000, 1, 0x83ff, 0x0400, 0x7bff, 0xc123, 0x7c00, 0xfc00}

// nans is what a conversion makes of NaNs.
type nans struct {
	one    bool // all one NaN, but for the sign if signed
	signed bool
	bits   uint64
	kept   bool // as they are, signaling ones too
}

// of is what a conversion with n makes of half h, which the instruction makes bits of.
func (n nans) of(h uint16, bits uint64) uint64 {
	switch {
	case h&0x7fff <= 0x7c00:
		return bits
	case n.one && n.signed:
		return n.bits | bits&0x80000000
	case n.one:
		return n.bits
	case n.kept && h&0x200 == 0:
		return bits ^ quietBit
	}
	return bits
}

// quietBit is that of NaNs which do not signal.
const quietBit = 1 << 22

// foldHalfFloat rewrites v if it is the half w.Of as a float of 32 bits, or the bits of that.
func foldHalfFloat(f *ir.Func, v *ir.Value, w *bitwise.Word) bool {
	convert := ir.OpHalfToF.Info().Eval
	same := func(h uint16, n nans) bool {
		got, ok := w.Eval(uint64(h))
		return ok && got == n.of(h, convert(ir.F32, ir.I16, uint64(h), 0, 0))
	}
	for _, h := range probes {
		if !same(h, nans{}) {
			return false
		}
	}
	positive, _ := w.Eval(0x7c01)
	negative, _ := w.Eval(0xfc01)
	n := nans{kept: positive == 0x7f802000}
	if positive&0x7fffff != 0x002000 && positive != 0x7fc02000 {
		n = nans{one: true, signed: negative != positive, bits: positive}
	}
	f.Spend(1 << 16 * w.Len())
	for h := range 1 << 16 {
		if !same(uint16(h), n) {
			return false
		}
	}
	r := halfFloat(f, v, w.Of, n)
	v.CopyOf(r)
	return true
}

// halfFloat makes the conversion of h in v's place, with such NaNs.
func halfFloat(f *ir.Func, v, h *ir.Value, n nans) *ir.Value {
	do := inPlaceOf(v)
	word := func(c int64) *ir.Value { return f.ConstInt(ir.TI16, int64(int16(c))) }
	r := do(ir.OpHalfToF, ir.TF32, h)
	if n.one || n.kept {
		bits := do(ir.OpBitcast, ir.TI32, r)
		twice := do(ir.OpShl, ir.TI16, h, word(1)) // without the sign
		var nan, is *ir.Value
		switch {
		case n.kept: // of 0x7c01 to 0x7dff
			is = do(ir.OpLtS, ir.TBool, word(0x7c00), do(ir.OpAdd, ir.TI16, twice, word(0x8400)))
			nan = do(ir.OpXor, ir.TI32, bits, f.ConstInt(ir.TI32, quietBit))
		case n.signed:
			is = do(ir.OpLtU, ir.TBool, word(0xf800), twice)
			sign := do(ir.OpAnd, ir.TI32, bits, f.ConstInt(ir.TI32, -1<<31))
			nan = do(ir.OpOr, ir.TI32, sign, f.ConstInt(ir.TI32, int64(int32(n.bits))))
		default:
			is = do(ir.OpLtU, ir.TBool, word(0xf800), twice)
			nan = f.ConstInt(ir.TI32, int64(int32(n.bits)))
		}
		if bits = do(ir.OpSelect, ir.TI32, is, nan, bits); v.Type == ir.TI32 {
			return bits
		}
		return do(ir.OpBitcast, ir.TF32, bits)
	}
	if v.Type == ir.TI32 {
		return do(ir.OpBitcast, ir.TI32, r)
	}
	return r
}

// inPlaceOf makes values where v is, or behind the phis.
func inPlaceOf(v *ir.Value) func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	mark := v
	for _, x := range v.Block.Values {
		if v.Op == ir.OpPhi && x.Op != ir.OpPhi {
			mark = x
			break
		}
	}
	return func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
		if mark.Op == ir.OpPhi { // the block has nothing else
			return v.Block.New(op, t, v.Pos, args...)
		}
		return v.Block.InsertBefore(mark, op, t, v.Pos, args...)
	}
}
