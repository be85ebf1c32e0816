package kernels

import (
	"cmp"
	"math"
	"math/bits"
)

// Kernels of the oracle test with calls of math and math/bits, copy, clear and type parameters, on whole slices.

func BitsReverse8(y, a []uint8) {
	for i := range y {
		y[i] = bits.Reverse8(a[i])
	}
}

func BitsReverse16(y, a []uint16) {
	for i := range y {
		y[i] = bits.Reverse16(a[i]) ^ bits.ReverseBytes16(y[i])
	}
}

func BitsReverse32(y, a []uint32) {
	for i := range y {
		y[i] = bits.Reverse32(a[i]) + bits.ReverseBytes32(y[i])
	}
}

func BitsReverse64(y, a []uint64) {
	for i := range y {
		y[i] = bits.Reverse64(a[i]) - bits.ReverseBytes64(y[i])
	}
}

func BitsAddCarry(hi, lo, a, b []uint64) {
	for i := range lo {
		s, c := bits.Add64(lo[i], a[i], 0)
		lo[i] = s
		hi[i], _ = bits.Add64(hi[i], b[i], c)
	}
}

func BitsSubBorrow(y, a []uint32, k uint32) {
	for i := range y {
		d, c := bits.Sub32(y[i], a[i], k&1)
		y[i] = d ^ c<<31
	}
}

func BitsMulWide(hi, lo, a []uint64) {
	for i := range a {
		hi[i], lo[i] = bits.Mul64(a[i], lo[i])
	}
}

func BitsMul32(hi, lo, a []uint32) {
	for i := range a {
		hi[i], lo[i] = bits.Mul32(a[i], lo[i])
	}
}

func BitsCounts8(y, a []uint8) {
	for i := range y {
		y[i] = uint8(bits.LeadingZeros8(a[i]) + bits.TrailingZeros8(a[i])<<4 ^ bits.OnesCount8(y[i]))
	}
}

func BitsCounts16(y, a []uint16) {
	for i := range y {
		y[i] = uint16(bits.Len16(a[i]) + bits.TrailingZeros16(a[i])*bits.OnesCount16(y[i]))
	}
}

func BitsCounts64(y []int, a []uint64) {
	for i := range y {
		y[i] += bits.Len64(a[i]) - bits.TrailingZeros64(a[i])<<8 + bits.LeadingZeros64(a[i])
	}
}

func MathSpecials(y, a, b []float64) {
	for i := range y {
		m := math.Max(a[i], b[i]) - math.Min(a[i], y[i])
		if math.IsInf(m, 0) || math.IsNaN(m) {
			m = math.Copysign(3, b[i])
		}
		if math.Signbit(a[i]) {
			m = math.Dim(m, b[i])
		}
		y[i] = math.Round(m)
	}
}

func CopyMove(x []int32, lo, n int) {
	copy(x[min(max(lo, 0), len(x)):], x[min(max(n, 0), len(x)):])
}

func CopyPair(y, x []uint8) int { return copy(y, x) }

func CopyShift1(x []int16) {
	if len(x) > 0 {
		copy(x[1:], x)
	}
}

func CopyDown(x []float32) {
	if len(x) > 3 {
		copy(x, x[3:])
	}
}

func ClearHalf(x []uint64) { clear(x[len(x)/2:]) }

func MaxCap(x []int32, lo, hi, most int) int { return cap(x[lo:hi:most]) }

type element interface{ ~int8 | ~int32 | ~float64 }

func GenericAxpy[T element](y, x []T, k T) {
	for i := range y {
		y[i] += T(x[i]*k) + 1
	}
}

func GenericMax[T cmp.Ordered](x []T, least T) T {
	for _, v := range x {
		least = max(least, v)
	}
	return least
}

func GenericRank[T cmp.Ordered](y []int32, x []T, k T) {
	for i := range y {
		y[i] = int32(cmp.Compare(x[i], k))
		if cmp.Less(k, x[i]) {
			y[i] += 5
		}
	}
}

func SwitchFall(y, a []int32) {
	for i := range y {
		switch a[i] & 7 {
		case 0, 3:
			y[i]++
		case 1:
			y[i] = 7
			fallthrough
		case 2:
			y[i] -= 3
		default:
			y[i] ^= 1
		}
	}
}

func Labelled(x []int32, n int) (s int32) {
outer:
	for i := range x {
		for j := 0; j < 4; j++ {
			switch {
			case x[i] == int32(j):
				continue outer
			case s > 1<<20:
				break outer
			}
			s += x[i] ^ int32(j)
		}
	}
	return
}

// max is Go's own in this package, which Accelerate cannot know of other files.
const _ = max(0, 1)
