package field

// AllEqual stops at the first element that differs.
// args: [n]=5 5
func AllEqual(x []int32, v int32) bool {
	for _, e := range x {
		if e != v {
			return false
		}
	}
	return true
}

// LastPositive remembers the place of the last positive element.
// args: [n]~-9,9
func LastPositive(x []float32) int {
	at := -1
	for i, v := range x {
		if v > 0 {
			at = i
		}
	}
	return at
}

// ArgMaxLast finds the last of the greatest elements.
// args: [n]%1000
func ArgMaxLast(x []int32) int {
	at := 0
	for i := range x {
		if x[i] >= x[at] {
			at = i
		}
	}
	return at
}

// TwoLargest keeps the two greatest values.
// args: [n]%100000
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

// CountChanges counts where neighbours differ.
// args: [n]%3
func CountChanges(x []uint8) int {
	n := 0
	for i := 0; i+1 < len(x); i++ {
		if x[i] != x[i+1] {
			n++
		}
	}
	return n
}

// LongestRun is the length of the longest run of ones.
// args: [n]%2
func LongestRun(x []uint8) int {
	best, run := 0, 0
	for _, v := range x {
		if v != 0 {
			run++
			best = max(best, run)
		} else {
			run = 0
		}
	}
	return best
}

// Backwards writes the elements in reverse order, in place.
// args: [n]
func Backwards(x []uint16) {
	for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 {
		x[i], x[j] = x[j], x[i]
	}
}

// EveryThird takes each third element.
// args: [n/3] [n]
func EveryThird(out, in []int32) {
	for i := range out {
		out[i] = in[3*i]
	}
}

// Zip puts elements of three slices side by side.
// args: [3*n] [n] [n] [n]
func Zip(out, a, b, c []float32) {
	for i := range a {
		out[3*i] = a[i]
		out[3*i+1] = b[i]
		out[3*i+2] = c[i]
	}
}

// Unzip takes pairs apart.
// args: [n] [n] [2*n]*
func Unzip(re, im, z []int16) {
	for i := range re {
		re[i], im[i] = z[2*i], z[2*i+1]
	}
}

// SwapPairs exchanges neighbours.
// args: [2*(n/2)]
func SwapPairs(x []uint32) {
	for i := 0; i+1 < len(x); i += 2 {
		x[i], x[i+1] = x[i+1], x[i]
	}
}

// WrapAround reads a ring of 64 elements.
// args: [n] [64] 13
func WrapAround(out, ring []float32, start int) {
	for i := range out {
		out[i] = ring[(start+i)&63]
	}
}

// Modulo writes remainders of the index.
// args: [n] 7
func Modulo(out []uint32, m uint32) {
	for i := range out {
		out[i] = uint32(i) % m
	}
}

// ShiftVar shifts each element by another amount.
// args: [n] [n]* [n]%40
func ShiftVar(out, x []uint32, by []uint8) {
	for i := range out {
		out[i] = x[i] << by[i]
	}
}

// Rotate turns bits by a fixed amount each round.
// args: [n]* [n]*
func Rotate(x, key []uint32) {
	for i := range x {
		v := x[i]
		for r := range 3 {
			v = (v<<5 | v>>27) ^ key[i] + uint32(r)
		}
		x[i] = v
	}
}

// MulHigh has the upper half of products.
// args: [n] [n]* 2863311531
func MulHigh(out, x []uint32, k uint32) {
	for i, v := range x {
		out[i] = uint32(uint64(v) * uint64(k) >> 33)
	}
}

// Saturate adds with saturation, signed.
// args: [n] [n]* [n]*
func Saturate(out, a, b []int8) {
	for i := range out {
		s := int16(a[i]) + int16(b[i])
		out[i] = int8(max(-128, min(127, s)))
	}
}

// SaturateSub subtracts bytes, and stops at zero.
// args: [n]* [n]*
func SaturateSub(a, b []uint8) {
	for i := range a {
		if a[i] > b[i] {
			a[i] -= b[i]
		} else {
			a[i] = 0
		}
	}
}

// AbsDiff has distances of unsigned numbers.
// args: [n] [n]* [n]*
func AbsDiff(out, a, b []uint16) {
	for i := range out {
		if a[i] > b[i] {
			out[i] = a[i] - b[i]
		} else {
			out[i] = b[i] - a[i]
		}
	}
}

// Average rounds half up.
// args: [n] [n]* [n]*
func Average(out, a, b []uint8) {
	for i := range out {
		out[i] = uint8((uint(a[i]) + uint(b[i]) + 1) / 2)
	}
}

// Signs are minus one, zero or one.
// args: [n] [n]~-9,9
func Signs(out []int8, x []float64) {
	for i, v := range x {
		switch {
		case v < 0:
			out[i] = -1
		case v > 0:
			out[i] = 1
		default:
			out[i] = 0
		}
	}
}

// Widen makes numbers of bytes, with an offset.
// args: [n] [n]*
func Widen(out []float32, x []int8) {
	for i, v := range x {
		out[i] = float32(v) / 128
	}
}

// Narrow rounds numbers to bytes and clamps them.
// args: [n] [n]~-20,300
func Narrow(out []uint8, x []float32) {
	for i, v := range x {
		w := int32(v + 0.5)
		if w < 0 {
			w = 0
		} else if w > 255 {
			w = 255
		}
		out[i] = uint8(w)
	}
}

// SumSquaresI8 adds squares of small numbers.
// args: [n]*
func SumSquaresI8(x []int8) int32 {
	s := int32(0)
	for _, v := range x {
		s += int32(v) * int32(v)
	}
	return s
}

// Checksum adds two sums, the second of the first, as Adler does, without the remainders.
// args: [n]*
func Checksum(x []uint8) (a, b uint32) {
	a = 1
	for _, v := range x {
		a += uint32(v)
		b += a
	}
	return a, b
}

// Polynomial hashes bytes.
// args: [n]*
func Polynomial(x []uint8) uint32 {
	h := uint32(17)
	for _, v := range x {
		h = h*31 + uint32(v)
	}
	return h
}

// Xorshift fills a slice with numbers each of which is made of the one before.
// args: [n] 88172645463325252
func Xorshift(out []uint64, seed uint64) {
	for i := range out {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		out[i] = seed
	}
}

// Counter fills a slice with numbers of a counter.
// args: [n] 42
func Counter(out []uint32, seed uint32) {
	for i := range out {
		x := uint32(i)*0x9e3779b9 + seed
		x ^= x >> 16
		x *= 0x7feb352d
		out[i] = x ^ x>>15
	}
}

// Gcds has greatest common divisors.
// args: [n] [n]%1000 [n]%1000
func Gcds(out, a, b []uint32) {
	for i := range out {
		x, y := a[i], b[i]
		for y != 0 {
			x, y = y, x%y
		}
		out[i] = x
	}
}

// Roots are whole square roots, bit by bit.
// args: [n] [n]%65536
func Roots(out []uint8, x []uint32) {
	for i, v := range x {
		r := uint32(0)
		for bit := uint32(128); bit > 0; bit >>= 1 {
			if (r|bit)*(r|bit) <= v {
				r |= bit
			}
		}
		out[i] = uint8(r)
	}
}

// Collatz counts steps, no more than 50.
// args: [n] [n]%1000
func Collatz(steps []uint8, x []uint32) {
	for i, v := range x {
		k := uint8(0)
		for v > 1 && k < 50 {
			if v&1 == 0 {
				v /= 2
			} else {
				v = 3*v + 1
			}
			k++
		}
		steps[i] = k
	}
}

// Escape counts steps of z² + c.
// args: [n] [n]~-2,1 [n]~-1,1
func Escape(steps []int32, cr, ci []float64) {
	for i := range steps {
		x, y := 0.0, 0.0
		k := int32(0)
		for k < 32 && x*x+y*y < 4 {
			x, y = x*x-y*y+cr[i], 2*x*y+ci[i]
			k++
		}
		steps[i] = k
	}
}

// Partition moves small elements to the front.
// args: [n]%1000 500
func Partition(x []int32, pivot int32) int {
	k := 0
	for i := range x {
		if v := x[i]; v < pivot {
			x[i] = x[k]
			x[k] = v
			k++
		}
	}
	return k
}

// BubblePass carries the greatest element to the end.
// args: [n]%1000
func BubblePass(x []int32) int {
	swaps := 0
	for i := 0; i+1 < len(x); i++ {
		if x[i] > x[i+1] {
			x[i], x[i+1] = x[i+1], x[i]
			swaps++
		}
	}
	return swaps
}

// ShellPass is one pass of a sort with a gap.
// args: [n]%1000 16
func ShellPass(x []int32, gap int) {
	for i := gap; i < len(x); i++ {
		v := x[i]
		j := i
		for j >= gap && x[j-gap] > v {
			x[j] = x[j-gap]
			j -= gap
		}
		x[j] = v
	}
}

// SortNetwork sorts groups of four.
// args: [4*(n/4)]%1000
func SortNetwork(x []int32) {
	for i := 0; i+4 <= len(x); i += 4 {
		a, b, c, d := x[i], x[i+1], x[i+2], x[i+3]
		a, b = min(a, b), max(a, b)
		c, d = min(c, d), max(c, d)
		a, c = min(a, c), max(a, c)
		b, d = min(b, d), max(b, d)
		b, c = min(b, c), max(b, c)
		x[i], x[i+1], x[i+2], x[i+3] = a, b, c, d
	}
}

// Unique drops repeated neighbours.
// args: [n]sorted%n/2
func Unique(x []int32) int {
	if len(x) == 0 {
		return 0
	}
	k := 1
	for i := 1; i < len(x); i++ {
		if x[i] != x[k-1] {
			x[k] = x[i]
			k++
		}
	}
	return k
}

// Prefixes adds up in place.
// args: [n]%10
func Prefixes(x []int32) {
	for i := 1; i < len(x); i++ {
		x[i] += x[i-1]
	}
}

// RunningMax keeps the greatest so far.
// args: [n] [n]
func RunningMax(out, x []float32) {
	m := float32(-1e30)
	for i, v := range x {
		m = max(m, v)
		out[i] = m
	}
}

// BestSlice is the greatest sum of a part that hangs together.
// args: [n]~-50,50
func BestSlice(x []int64) int64 {
	best, here := int64(0), int64(0)
	for _, v := range x {
		here = max(here+v, 0)
		best = max(best, here)
	}
	return best
}

// Window8 adds up eight neighbours.
// args: [n] [n+8]%1000
func Window8(out, x []int32) {
	for i := range out {
		s := int32(0)
		for k := 0; k < 8; k++ {
			s += x[i+k]
		}
		out[i] = s
	}
}

// Sliding adds up as many neighbours with one addition and one subtraction.
// args: [n] [n+32]%1000
func Sliding(out, x []int32) {
	s := int32(0)
	for _, v := range x[:32] {
		s += v
	}
	for i := range out {
		out[i] = s
		s += x[i+32] - x[i]
	}
}
