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

// DividedIndex walks slowly, and shifts by what is left.
func DividedIndex(y, x []uint8) {
	for i := range y {
		y[i] = x[i/4] >> (2 * (i % 4)) & 3
	}
}

// DividedByThree walks slowly by a number that is no power of two, from a start that may be negative.
func DividedByThree(y, x []int32, n int) {
	for i := n % 5; i < len(y); i++ {
		y[i] += x[i/3] * int32(i%3)
	}
}

// PairsOfThree unpacks numbers of 12 bits.
func PairsOfThree(out []uint16, in []uint8) {
	for i := 0; i+1 < len(out); i += 2 {
		p := i / 2 * 3
		a, b, c := uint16(in[p]), uint16(in[p+1]), uint16(in[p+2])
		out[i] = a | b&15<<8
		out[i+1] = b>>4 | c<<4
	}
}

// SomeChecks has checks of what the data decide beside those that are counted.
func SomeChecks(degree, from, to, w []int32) {
	for e := range from {
		u, v := from[e]&3, to[e]
		degree[v&3+v>>31&1000]++
		degree[u] += w[e]
	}
}

// SomeExits leaves in the middle, behind stores, and has checks that are counted in front of the exit and behind it.
func SomeExits(y, x, z, at []int32) (n int) {
	for i := range y {
		y[i] += x[i]
		if x[i] == 3 {
			break
		}
		if z[i] == 1 {
			return -n
		}
		z[at[i]&1023]++
		n += i
	}
	return n
}

// ShiftsBelow shifts by numbers that are less than a register has bits, but not less than the type has.
func ShiftsBelow(y, x []uint8, s []int8, k uint8) {
	for i := range y {
		y[i] = x[i]<<(k%31) ^ x[i]>>(k&15)
		s[i] >>= k % 20
	}
}

// ChainWords is a generator of words, of which the high half is wanted.
func ChainWords(out []uint32, x, a uint64) uint64 {
	for i := range out {
		x = x*a + 1442695040888963407
		out[i] = uint32(x >> 33)
	}
	return x
}

// ChainBytes is one of narrow numbers, whose factor is no constant.
func ChainBytes(out []uint8, x, a, c uint8) uint8 {
	for i := range out {
		out[i] ^= x
		x = x*a + c
	}
	return x
}

// ChainSeen adds something else in each iteration, and wants all values.
func ChainSeen(y, x []int64, a int64) int64 {
	s := int64(1)
	for i, v := range x {
		s = v + s*a
		y[i] = s
	}
	return s
}

// ChainDigits reads a number in a loop that leaves in the middle.
func ChainDigits(s []uint8) (n int64, ok bool) {
	for _, c := range s {
		if c > 250 {
			return n, false
		}
		n = n*10 + int64(c)
	}
	return n, true
}

// ChainItself adds what depends on the value.
func ChainItself(x []int32) int32 {
	s := int32(7)
	for _, v := range x {
		s = s*31 + (s>>3 ^ v)
	}
	return s
}

// TwoLargest hands one value on to the other.
func TwoLargest(x []int32) (first, second int32) {
	for _, v := range x {
		if v > first {
			first, second = v, first
		} else if v > second {
			second = v
		}
	}
	return first, second
}
