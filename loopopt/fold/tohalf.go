package fold

import (
	"hotloop/loopopt/bitwise"
	"hotloop/loopopt/ir"
)

// What makes a half of a float is proved for all floats by what it does to the ones between two halves: in a binade, the
// range of one exponent, the halves are 1<<t numbers apart. Those next to an even half and those next to an odd one are
// four progressions, and on each the half is linear.

// mayBeHalf says whether v may be a half that was made of a float.
func mayBeHalf(v *ir.Value) bool {
	return v.Op == ir.OpPhi || v.Op == ir.OpSelect || v.Op == ir.OpTruncI || v.Op == ir.OpOr || v.Op == ir.OpAdd
}

// maxProofs bounds the progressions that are looked at, once divided.
const maxProofs = 1 << 15

// halfProof shows what a word is.
type halfProof struct {
	w    *bitwise.Word
	left int // progressions to look at
}

// linear says whether the half is first + step·j for all words of p.
func (h *halfProof) linear(p bitwise.Progression, first, step uint64) bool {
	if h.left--; h.left < 0 {
		return false
	}
	if h.w.Linear(p, first, step) {
		return true
	}
	one := p // the first j
	one.Last = 0
	byStep := p.Last != 0 && (p.Lo == p.Hi || h.w.Linear(one, first, step))
	a, b, ok := p.Split(byStep)
	if !ok || !h.linear(a, first, step) {
		return false
	}
	if byStep {
		first += step * (a.Last + 1)
	}
	return h.linear(b, first, step)
}

// numbers says whether all numbers and infinities of a sign become the nearest half.
func (h *halfProof) numbers(sign uint64) bool {
	half := sign >> 16
	is := func(lo, hi, to uint64) bool {
		return h.linear(bitwise.Progression{Lo: lo | sign, Hi: hi | sign}, to|half, 0)
	}
	if !is(0, 102<<23, 0) || !is(102<<23+1, 103<<23-1, 1) || !is(143<<23, 255<<23, 0x7c00) {
		return false
	}
	for exp := uint64(103); exp < 143; exp++ {
		first, t := (exp-112)<<10, uint64(13)
		if exp < 113 {
			first, t = 1<<(exp-103), 126-exp
		}
		if !h.binade(sign|exp<<23, half|first, t) {
			return false
		}
	}
	return true
}

// binade says whether the floats from x on, of one exponent, become the halves from first on, 1<<t floats apart.
func (h *halfProof) binade(x, first, t uint64) bool {
	middle, last := uint64(1)<<(t-1), uint64(1)<<(22-min(t, 22))-1
	for odd := range uint64(2) {
		if t == 23 {
			if odd = 1; first&1 == 0 {
				return false
			}
			x -= 1 << t // the one half there is, 1, is odd
			first--
		}
		lo, half := x+odd<<t, first+odd
		p := bitwise.Progression{Lo: lo, Hi: lo + middle - odd, Step: 2 << t, Last: last}
		if !h.linear(p, half, 2) {
			return false
		}
		p.Lo, p.Hi = p.Hi+1, lo+1<<t-1
		if !h.linear(p, half+1, 2) {
			return false
		}
		if t == 23 {
			break
		}
	}
	return true
}

// halfNaNs is what becomes of NaNs: bits, the sign if signed, and the upper places of the fraction if kept.
type halfNaNs struct {
	bits         uint64
	signed, kept bool
}

// nans finds out what becomes of NaNs, if it is one of the things that programs do.
func (h *halfProof) nans() (n halfNaNs, ok bool) {
	const first, last, quiet = 0x7f800001, 0x7fffffff, 0x7e00
	eval := func(x uint64) uint64 {
		r, _ := h.w.Eval(x)
		return r
	}
	n = halfNaNs{bits: eval(first)}
	n.signed = eval(first|1<<31) == n.bits|0x8000 && n.bits&0x8000 == 0
	n.kept = eval(last) == n.bits|0x3ff && n.bits&0x3ff&^0x200 == 0 && eval(last) != n.bits
	for _, sign := range []uint64{0, 1 << 31} {
		bits := n.bits
		if n.signed {
			bits |= sign >> 16
		}
		at := func(lo, hi, step, last, to, by uint64) bool {
			return h.linear(bitwise.Progression{Lo: lo | sign, Hi: hi | sign, Step: step, Last: last}, to, by)
		}
		switch {
		case !n.kept:
			ok = at(first, last, 0, 0, bits, 0)
		default: // by 1<<13, the one quieting bit set or not
			const rest = 1<<13 - 1
			ok = at(first, first-1+rest, 0, 0, bits, 0) && at(first+rest, first+2*rest, rest+1, 510, bits|1, 1) &&
				at(0x7fc00000, 0x7fc00000+rest, rest+1, 511, bits|0x200, 1)
		}
		if !ok {
			return n, false
		}
	}
	return n, true
}

// foldToHalf rewrites v if it is the float w.Of, or the one with those bits, as a half.
func foldToHalf(f *ir.Func, v *ir.Value, w *bitwise.Word) bool {
	convert := ir.OpFToHalf.Info().Eval
	for _, x := range []uint64{0x3f800000, 0xbf801000, 0x477fefff, 0x477ff000, 0x33000001, 0x33c00000, 0x80000000, 0x387fe000,
		0x7f800000, 0xff800000, 0x3f803000, 0x42280000} {
		if got, ok := w.Eval(x); !ok || got != convert(ir.I16, ir.F32, x, 0, 0) {
			return false
		}
	}
	h := halfProof{w, maxProofs}
	n, ok := halfNaNs{}, h.numbers(0) && h.numbers(1<<31)
	if ok {
		n, ok = h.nans()
	}
	f.Spend((maxProofs - h.left) * w.Len())
	if ok {
		v.CopyOf(toHalf(f, v, w.Of, n))
	}
	return ok
}

// toHalf makes the conversion of x in v's place, with such NaNs.
func toHalf(f *ir.Func, v, x *ir.Value, n halfNaNs) *ir.Value {
	do := inPlaceOf(v)
	number := x
	if x.Type == ir.TI32 {
		number = do(ir.OpBitcast, ir.TF32, x)
	}
	r := do(ir.OpFToHalf, ir.TI16, number)
	if n == (halfNaNs{0x7e00, true, true}) {
		return r
	}
	word := func(c uint64) *ir.Value { return f.ConstInt(ir.TI16, int64(int16(c))) }
	nan := word(n.bits)
	if n.kept { // without the bit that quiets, unless it is the fraction's
		bits := x
		if x.Type == ir.TF32 {
			bits = do(ir.OpBitcast, ir.TI32, x)
		}
		bits = do(ir.OpTruncI, ir.TI16, do(ir.OpShrU, ir.TI32, bits, f.ConstInt(ir.TI32, 13)))
		nan = do(ir.OpOr, ir.TI16, nan, do(ir.OpAnd, ir.TI16, bits, word(0x3ff)))
	}
	if n.signed {
		nan = do(ir.OpOr, ir.TI16, nan, do(ir.OpAnd, ir.TI16, r, word(0x8000)))
	}
	return do(ir.OpSelect, ir.TI16, do(ir.OpNe, ir.TBool, number, number), nan, r)
}
