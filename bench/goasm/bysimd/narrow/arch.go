//go:build goexperiment.simd && !go1.27 && amd64

package narrow

import (
	"math/bits"
	"simd/archsimd"
)

// This file is the same in the packages wide and narrow: what archsimd has and the portable package simd has not.

// done ends the use of wide registers.
func done() { archsimd.ClearAVXUpperBits() }

func storeF32(v f32, s []float32)         { v.StoreSlice(s) }
func storePartF32(v f32, s []float32) int { v.StoreSlicePart(s); return min(len(s), v.Len()) }

func storeU8(v u8, s []uint8)         { v.StoreSlice(s) }
func storePartU8(v u8, s []uint8) int { v.StoreSlicePart(s); return min(len(s), v.Len()) }

func storeI8(v i8, s []int8)         { v.StoreSlice(s) }
func storePartI8(v i8, s []int8) int { v.StoreSlicePart(s); return min(len(s), v.Len()) }

func sum256F32(v archsimd.Float32x8) float32 {
	x := v.GetLo().Add(v.GetHi())
	x = x.AddPairs(x)
	s := x.AddPairs(x).GetElem(0)
	done()
	return s
}

func sum256F64(v archsimd.Float64x4) float64 {
	x := v.GetLo().Add(v.GetHi())
	s := x.AddPairs(x).GetElem(0)
	done()
	return s
}

func sum256I32(v archsimd.Int32x8) int32 {
	x := v.GetLo().Add(v.GetHi())
	x = x.AddPairs(x)
	s := x.AddPairs(x).GetElem(0)
	done()
	return s
}

func max256F32(v archsimd.Float32x8) float32 {
	var last [4]float32
	v.GetLo().Max(v.GetHi()).Store(&last)
	done()
	return max(max(last[0], last[1]), max(last[2], last[3]))
}

func max256I16(v archsimd.Int16x16) int16 {
	var last [8]int16
	v.GetLo().Max(v.GetHi()).Store(&last)
	done()
	m := last[0]
	for _, x := range last[1:] {
		m = max(m, x)
	}
	return m
}

// CountByte counts the bytes that are c.
func CountByte(b []byte, c byte) int {
	w := u8{}.Len()
	k := splatU8(c)
	n := 0
	for len(b) >= 2*w {
		n += bits.OnesCount64(uint64(loadU8(b).Equal(k).ToBits()))
		n += bits.OnesCount64(uint64(loadU8(b[w:]).Equal(k).ToBits()))
		b = b[2*w:]
	}
	for len(b) > 0 {
		m := min(w, len(b))
		n += bits.OnesCount64(uint64(loadPartU8(b).Equal(k).ToBits()) << (64 - m))
		b = b[m:]
	}
	done()
	return n
}

// IndexByte returns the place of the first c, or -1.
func IndexByte(b []byte, c byte) int {
	w := u8{}.Len()
	k := splatU8(c)
	for i := 0; i < len(b); i += w {
		var m uint64
		if rest := b[i:]; len(rest) >= w {
			m = uint64(loadU8(rest).Equal(k).ToBits())
		} else {
			m = uint64(loadPartU8(rest).Equal(k).ToBits()) & (1<<len(rest) - 1)
		}
		if m != 0 {
			done()
			return i + bits.TrailingZeros64(m)
		}
	}
	done()
	return -1
}

// GalMul multiplies by tables of nibbles.
func GalMul(in, out []byte, low, high *[16]byte) {
	w := u8{}.Len()
	l, h := nibbles(low), nibbles(high)
	mask := splatU8(15)
	product := func(x u8) u8 {
		lo, hi := halves(x, mask)
		return l.PermuteOrZeroGrouped(lo).Xor(h.PermuteOrZeroGrouped(hi))
	}
	for len(in) >= 2*w && len(out) >= 2*w {
		x, y := product(loadU8(in)), product(loadU8(in[w:]))
		storeU8(x, out)
		storeU8(y, out[w:])
		in, out = in[2*w:], out[2*w:]
	}
	for len(in) > 0 {
		n := storePartU8(product(loadPartU8(in)), out[:len(in)])
		in, out = in[n:], out[n:]
	}
	done()
}

// DotI16 is the scalar product.
func DotI16(a, b []int16) int32 {
	w := i16{}.Len()
	var s0, s1 i32
	for len(a) >= 2*w && len(b) >= 2*w {
		s0 = s0.Add(loadI16(a).DotProductPairs(loadI16(b)))
		s1 = s1.Add(loadI16(a[w:]).DotProductPairs(loadI16(b[w:])))
		a, b = a[2*w:], b[2*w:]
	}
	for len(a) > 0 {
		s0 = s0.Add(loadPartI16(a).DotProductPairs(loadPartI16(b)))
		n := min(w, len(a))
		a, b = a[n:], b[n:]
	}
	return sumI32(s0.Add(s1))
}
