package hotloop_test

import (
	"math"
	"math/bits"
)

// The kernels of the oracle test. gc compiles them with the tests, hotloop gets this file's text. Float products that
// feed a sum are converted explicitly, so that gc fuses them on no architecture.

// All element types, element by element.

func addI8(y, a, b []int8) {
	for i := range y {
		y[i] = a[i] + b[i]
	}
}

func subU8(y, a, b []uint8) {
	for i := range y {
		y[i] = a[i] - b[i]
	}
}

func mulI16(y, a, b []int16) {
	for i := range y {
		y[i] = a[i]*b[i] + 3
	}
}

func andU16(y, a, b []uint16) {
	for i := range y {
		y[i] = a[i]&b[i] ^ (a[i]|0x0ff0)&^b[i]
	}
}

func mulI32(y, a, b []int32) {
	for i := range y {
		y[i] = a[i]*b[i] - y[i]
	}
}

func xorU32(y, a, b []uint32) {
	for i := range y {
		y[i] ^= a[i] + ^b[i]
	}
}

func mulI64(y, a, b []int64) {
	for i := range y {
		y[i] = a[i] * b[i]
	}
}

func subU64(y, a, b []uint64) {
	for i := range y {
		y[i] = a[i] - b[i]<<3
	}
}

func addInt(y, a []int, k int) {
	for i := range y {
		y[i] += a[i]*k + i
	}
}

func arithF32(y, a, b []float32) {
	for i := range y {
		y[i] = float32(a[i]*b[i]) + a[i]/2 - b[i]
	}
}

func arithF64(y, a, b []float64) {
	for i := range y {
		y[i] = (a[i] - b[i]) / (a[i] + 1)
	}
}

func mulI8(y, a, b []int8) {
	for i := range y {
		y[i] = a[i] * b[i]
	}
}

// Shifts, by constants, by an invariant and by a vector.

func shiftConst(y []int32, a []uint32) {
	for i := range y {
		y[i] = y[i]>>3 + int32(a[i]<<5) + int32(a[i]>>7)
	}
}

func shiftVar(y []uint32, n uint) {
	for i := range y {
		y[i] = y[i]<<n | y[i]>>(n+1)
	}
}

func shiftVec(y, a []uint64, n []uint8) {
	for i := range y {
		y[i] = a[i]<<n[i] ^ a[i]>>(n[i]&63)
	}
}

func shiftI8(y []int8, n []uint8) {
	for i := range y {
		y[i] = y[i]>>(n[i]&7) - y[i]<<1
	}
}

func shiftI16(y []int16, n uint8) {
	for i := range y {
		y[i] = y[i]>>n + y[i]<<2
	}
}

// Conversions between widths and kinds.

func widenU8(y []int32, a []uint8) {
	for i := range y {
		y[i] = int32(a[i]) - 128
	}
}

func widenI16(y []int64, a []int16) {
	for i := range y {
		y[i] += int64(a[i]) * 3
	}
}

func narrowI32(y []int8, a []int32) {
	for i := range y {
		y[i] = int8(a[i] >> 4)
	}
}

func narrowI64(y []uint16, a []int64) {
	for i := range y {
		y[i] = uint16(a[i])
	}
}

func intToF32(y []float32, a []int32) {
	for i := range y {
		y[i] = float32(a[i]) * 0.5
	}
}

func f32ToInt(y []int32, a []float32) {
	for i := range y {
		y[i] = int32(a[i])
	}
}

func f64ToI32(y []int32, a []float64) {
	for i := range y {
		y[i] = int32(a[i] + 0.5)
	}
}

func f64ToF32(y []float32, a []float64) {
	for i := range y {
		y[i] = float32(a[i])
	}
}

func f32ToF64(y []float64, a []float32, k float64) {
	for i := range y {
		y[i] = float64(a[i]) / k
	}
}

func i64ToF64(y []float64, a []int64) {
	for i := range y {
		y[i] = float64(a[i])
	}
}

func u8ToF32(y []float32, a []uint8) {
	for i := range y {
		y[i] = float32(a[i])/255 - 0.5
	}
}

func f32ToU8(y []uint8, a []float32) {
	for i := range y {
		y[i] = uint8(int32(a[i]))
	}
}

// Mixed widths in one body.

func mixWidths(y []int64, a []int8, b []int32, c []float32) {
	for i := range y {
		y[i] = int64(a[i])*int64(b[i]) + int64(int32(c[i]))
	}
}

func mixCond(y []float64, a []uint8, b []float64) {
	for i := range y {
		if a[i] > 100 {
			y[i] = b[i] * 2
		}
	}
}

// All forms of loops.

func forClassic(y []float32, n int) {
	for i := 0; i < n; i++ {
		y[i] += 1
	}
}

func forLE(y []int32, n int) {
	for i := 1; i <= n; i++ {
		y[i-1] = int32(i)
	}
}

func forDown(y []int32, a []int32) {
	for i := len(y) - 1; i >= 0; i-- {
		y[i] = a[i] + int32(i)
	}
}

func forReverse(y, a []float64) {
	n := len(a)
	for i := range a {
		y[i] = a[n-1-i]
	}
}

func forStep2(y []int16) {
	for i := 0; i < len(y); i += 2 {
		y[i] = -y[i]
	}
}

func forStep3(y []float32, a []float32) {
	for i := 0; i+2 < len(a); i += 3 {
		y[i/3] = a[i] + float32(a[i+1]*a[i+2])
	}
}

func forRangeInt(y []uint8, n int) {
	for i := range n {
		y[i] = uint8(i)
	}
}

func forRangeValue(y []int32, a []int32) (s int32) {
	for i, v := range a {
		y[i] = v ^ 0x55
		s += v
	}
	return s
}

func forWhile(y []int64, n int) int {
	i := 0
	for i < n {
		y[i] = int64(i) * 7
		i++
	}
	return i
}

func forEndless(y []int32, n int) {
	i := 0
	for {
		if i >= n {
			break
		}
		y[i]++
		i++
	}
}

func forRangeOver(y []int16) {
	for range y {
		y[0]++
	}
}

func forBounds(y []float64, lo, hi int) {
	for i := lo; i < hi; i++ {
		y[i] *= 0.25
	}
}

func forU8Counter(y []uint8, n uint8) {
	for i := uint8(0); i < n; i++ {
		y[i] = i * 3
	}
}

func forI32Counter(y []int32, n int32) {
	for i := int32(0); i < n; i++ {
		y[i] = i*i - n
	}
}

func forMinLen(y, a, b []float32) {
	for i := range min(len(y), len(a), len(b)) {
		y[i] = a[i] - b[i]
	}
}

func forReslice(y, a []int32) {
	a = a[:len(y)]
	for i := range y {
		y[i] -= a[i]
	}
}

func forContinue(y []int32, a []int32) {
	for i, v := range a {
		if v&3 == 0 {
			continue
		}
		y[i] = v
	}
}

func forTwo(y []int32, a []int32) {
	for i := range y {
		y[i] = a[i] * 2
	}
	for i := range y {
		y[i] += int32(len(a))
	}
}

// Strides and groups.

func deinterleave(re, im []float32, a []float32) {
	for i := range re {
		re[i] = a[2*i]
		im[i] = a[2*i+1]
	}
}

func interleave(a []int16, x, y []int16) {
	for i := range x {
		a[2*i] = x[i]
		a[2*i+1] = y[i]
	}
}

func rgbToGray(y []uint8, a []uint8) {
	for i := range y {
		y[i] = uint8((uint32(a[3*i])*77 + uint32(a[3*i+1])*150 + uint32(a[3*i+2])*29) >> 8)
	}
}

func strideInvariant(y []float64, a []float64, stride int) {
	for i := range y {
		y[i] = a[i*stride]
	}
}

func swapPairs(a []int32) {
	for i := 0; i+1 < len(a); i += 2 {
		a[i], a[i+1] = a[i+1], a[i]
	}
}

func everyFourth(y []uint32, a []uint32) {
	for i := range y {
		y[i] = a[4*i+3]
	}
}

// Conditionals.

func clampI32(y []int32, lo, hi int32) {
	for i, v := range y {
		if v < lo {
			v = lo
		} else if v > hi {
			v = hi
		}
		y[i] = v
	}
}

func condStore(y []float32, a []float32, t float32) {
	for i, v := range a {
		if v > t {
			y[i] = v - t
		}
	}
}

func condStoreU8(y []uint8, a []uint8) {
	for i, v := range a {
		if v&1 == 1 {
			y[i] = v
		}
	}
}

func condBoth(y []int32, a []int32) {
	for i, v := range a {
		if v < 0 {
			y[i] = -v
		} else {
			y[i] = v * 3
		}
	}
}

func condNested(y []int16, a []int16) {
	for i, v := range a {
		if v > 10 {
			if v&1 == 0 {
				y[i] = v / 2
			} else {
				y[i] = 7
			}
		}
	}
}

func condLoad(y []float64, a []float64, m []uint8) {
	for i := range y {
		if m[i] > 128 {
			y[i] += a[i]
		}
	}
}

func condSwitch(y []int32, a []int32) {
	for i, v := range a {
		switch {
		case v > 100:
			y[i] = 1
		case v < -100:
			y[i] = -1
		default:
			y[i] = 0
		}
	}
}

func condAndOr(y []uint8, a, b []int32) {
	for i := range y {
		if a[i] > 0 && b[i] > 0 || a[i] == b[i] {
			y[i] = 1
		} else {
			y[i] = 2
		}
	}
}

func signF64(y, a []float64) {
	for i, v := range a {
		s := 0.0
		if v > 0 {
			s = 1
		} else if v < 0 {
			s = -1
		}
		y[i] = s
	}
}

// Reductions.

func sumI8(a []int8) (s int8) {
	for _, v := range a {
		s += v
	}
	return s
}

func sumU8Wide(a []uint8) (s uint32) {
	for _, v := range a {
		s += uint32(v)
	}
	return s
}

func sumI64(a []int64) (s int64) {
	for _, v := range a {
		s += v
	}
	return s
}

func sumF32(a []float32) (s float32) {
	for _, v := range a {
		s += v
	}
	return s
}

func dotI16(a, b []int16) (s int32) {
	for i := range a {
		s += int32(a[i]) * int32(b[i])
	}
	return s
}

func dotF64(a, b []float64) (s float64) {
	for i := range a {
		s += float64(a[i] * b[i])
	}
	return s
}

func xorAll(a []uint32) (s uint32) {
	for _, v := range a {
		s ^= v
	}
	return s
}

func andOr(a []uint16) (and, or uint16) {
	and = 0xffff
	for _, v := range a {
		and &= v
		or |= v
	}
	return and, or
}

func minMaxI32(a []int32) (lo, hi int32) {
	lo, hi = math.MaxInt32, math.MinInt32
	for _, v := range a {
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

func minU16If(a []uint16) uint16 {
	m := uint16(65535)
	for _, v := range a {
		if v < m {
			m = v
		}
	}
	return m
}

func maxF64(a []float64) float64 {
	m := math.Inf(-1)
	for _, v := range a {
		m = max(m, v)
	}
	return m
}

func minF32(a []float32) float32 {
	m := a[0]
	for _, v := range a {
		m = min(m, v)
	}
	return m
}

func countIf(a []int32, t int32) (n int) {
	for _, v := range a {
		if v > t {
			n++
		}
	}
	return n
}

func sumIf(a []int32, b []uint8) (s int32) {
	for i, v := range a {
		if b[i] >= 128 {
			s += v
		}
	}
	return s
}

func prodU32(a []uint32) uint32 {
	p := uint32(1)
	for _, v := range a {
		p *= v | 1
	}
	return p
}

// Dot products of narrow integers.

func dotI8(a, b []int8) (s int32) {
	for i := range min(len(a), len(b)) {
		s += int32(a[i]) * int32(b[i])
	}
	return
}

func dotU8I8(a []uint8, b []int8) (s int32) {
	for i := range min(len(a), len(b)) {
		s += int32(b[i]) * int32(a[i])
	}
	return
}

func dotU8(a, b []uint8) (s uint32) {
	s = 7
	for i := range min(len(a), len(b)) {
		s += uint32(a[i]) * uint32(b[i])
	}
	return
}

func squaresIf(a []int16, m []bool) (s int32) {
	for i := range min(len(a), len(m)) {
		if m[i] {
			s += int32(a[i]) * int32(a[i])
		}
	}
	return
}

// Their products are cut to 16 bits: no dot product.
func dotCut(a, b []int8) (s int32) {
	for i := range min(len(a), len(b)) {
		s += int32(uint16(a[i]) * uint16(b[i]))
	}
	return
}

func sadU8(a, b []uint8) (s int) {
	for i := range a {
		d := int(a[i]) - int(b[i])
		if d < 0 {
			d = -d
		}
		s += d
	}
	return s
}

func sumIndex(a []int32) (s int) {
	for i, v := range a {
		s += i * int(v)
	}
	return s
}

func lastValue(a []int32) (v int32) {
	for _, v = range a {
	}
	return v
}

// Floats: min and max, rounding, roots, fused.

func minMaxF32(y, a, b []float32) {
	for i := range y {
		y[i] = max(min(a[i], b[i]), -1)
	}
}

func rounding(y, a []float64) {
	for i, v := range a {
		y[i] = math.Floor(v) + math.Ceil(v)*2 + math.Trunc(v)*4 + math.RoundToEven(v)*8
	}
}

func roots(y, a []float64) {
	for i, v := range a {
		y[i] = math.Sqrt(math.Abs(v))
	}
}

func fused(y, a, b []float64) {
	for i := range y {
		y[i] = math.FMA(a[i], b[i], y[i])
	}
}

func negate(y, a []float32) {
	for i := range y {
		y[i] = -a[i]
	}
}

func compareF32(y []int32, a, b []float32) {
	for i := range y {
		n := int32(0)
		if a[i] < b[i] {
			n |= 1
		}
		if a[i] >= b[i] {
			n |= 2
		}
		if a[i] != b[i] {
			n |= 4
		}
		y[i] = n
	}
}

func popcounts(y []uint8, a []uint64) {
	for i := range y {
		y[i] = uint8(bits.OnesCount64(a[i]))
	}
}

func popcountU8(a []uint8) (n int) {
	for _, v := range a {
		n += bits.OnesCount8(v)
	}
	return n
}

func onesU16(a []uint16) (n uint8) {
	for _, v := range a {
		n += uint8(bits.OnesCount16(v))
	}
	return n
}

func onesI32(a, b []int32) (n int64) {
	for i := range min(len(a), len(b)) {
		n += int64(bits.OnesCount32(uint32(a[i] ^ b[i])))
	}
	return n
}

// As many parts as can be, with nearly all counts 8.
func onesMany(a []uint64) (n int) {
	//loop:vectorize.enable interleave.count=16
	for _, v := range a {
		n += bits.OnesCount64(^(v & 1))
	}
	return n
}

// A width of fewer than two sums, and one of more bytes than a vector has lanes.
func onesWidths(a []uint16, b []uint64) (n, m int) {
	//loop:vectorize.enable vectorize.width=4
	for _, v := range a {
		n += bits.OnesCount16(v)
	}
	//loop:vectorize.enable vectorize.width=16
	for _, v := range b {
		m += bits.OnesCount64(v)
	}
	return n, m
}

func onesUntil(a []uint64) (n int) {
	for _, v := range a {
		if v == 0 {
			break
		}
		n += bits.OnesCount64(v)
	}
	return n
}

// Gathers and scatters.

func gatherF32(y []float32, a []float32, idx []int32) {
	for i, j := range idx {
		y[i] = a[j]
	}
}

func gatherI64(y []int64, a []int64, idx []int) {
	for i, j := range idx {
		y[i] += a[j]
	}
}

func gatherU8(y []uint16, table []uint16, a []uint8) {
	for i, v := range a {
		y[i] = table[v]
	}
}

func scatter(y []int32, a []int32, idx []uint32) {
	for i, j := range idx {
		y[j] = a[i]
	}
}

func histogram(h []int32, a []uint8) {
	for _, v := range a {
		h[v]++
	}
}

func sumGather(a []float64, idx []uint16) (s float64) {
	for _, j := range idx {
		s += a[j]
	}
	return s
}

// Nests.

func matVec(y, a, x []float64) {
	n := len(x)
	for i := range y {
		s := 0.0
		for j := range n {
			s += float64(a[i*n+j] * x[j])
		}
		y[i] = s
	}
}

func addRows(a []int32, w, h int) {
	for r := 1; r < h; r++ {
		for c := 0; c < w; c++ {
			a[r*w+c] += a[(r-1)*w+c]
		}
	}
}

func blur(dst, src []float32, w, h int) {
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			dst[i] = src[i-1] + src[i+1] + src[i-w] + src[i+w]
		}
	}
}

func triangle(a []int32, n int) {
	for i := range n {
		for j := i; j < n; j++ {
			a[i*n+j] = int32(i - j)
		}
	}
}

func transpose(y, a []float32, n int) {
	for i := range n {
		for j := range n {
			y[j*n+i] = a[i*n+j]
		}
	}
}

// Recurrences, dependences, aliasing.

func prefixSum(a []int32) {
	for i := 1; i < len(a); i++ {
		a[i] += a[i-1]
	}
}

func shiftLeft(a []int32) {
	for i := 0; i+1 < len(a); i++ {
		a[i] = a[i+1]
	}
}

func shiftRight(a []int32) {
	for i := len(a) - 1; i > 0; i-- {
		a[i] = a[i-1]
	}
}

func distance4(a []float32) {
	for i := 4; i < len(a); i++ {
		a[i] = a[i-4] + 1
	}
}

func distance64(a []uint8) {
	for i := 64; i < len(a); i++ {
		a[i] = a[i-64] ^ 1
	}
}

func differences(y, a []int32) {
	prev := int32(0)
	for i, v := range a {
		y[i] = v - prev
		prev = v
	}
}

func storeTwice(y []int32, a []int32) {
	for i := range a {
		y[0] = a[i]
		y[i] = a[i] + 1
	}
}

func copyAll(y, a []uint8) {
	for i := range a {
		y[i] = a[i]
	}
}

func fill(y []uint64, v uint64) {
	for i := range y {
		y[i] = v
	}
}

// Early exits.

func findI32(a []int32, x int32) int {
	for i, v := range a {
		if v == x {
			return i
		}
	}
	return -1
}

func anyNaN(a []float64) bool {
	for _, v := range a {
		if v != v {
			return true
		}
	}
	return false
}

func copyUntil(y, a []uint8) int {
	for i, v := range a {
		if v == 7 {
			return i
		}
		y[i] = v
	}
	return len(a)
}

func firstRow(a []int32, w int, x int32) (row, col int) {
	for r := 0; r*w < len(a); r++ {
		for c := range w {
			if a[r*w+c] == x {
				return r, c
			}
		}
	}
	return -1, -1
}

// Panics other than of a short slice, which every kernel above meets.

func divI32(y, a, b []int32) {
	for i := range y {
		y[i] = a[i] / b[i]
	}
}

func modU8(y, a, b []uint8) {
	for i := range y {
		y[i] = a[i] % b[i]
	}
}

func divConst(y []int32, a []int32) {
	for i := range y {
		y[i] = a[i]/7 + a[i]%10 + a[i]/-1
	}
}

func divU64(y, a []uint64, d uint64) {
	for i := range y {
		y[i] = a[i] / d
	}
}

func shiftNegative(y []int32, n []int32) {
	for i := range y {
		y[i] <<= n[i]
	}
}

func explicitPanic(y []int32) {
	for i, v := range y {
		if v == 7 {
			panic("seven")
		}
		y[i] = v + 1
	}
}

func orderOp(a, b []int32) {
	for i := range a {
		a[i+3] += b[i+2]
	}
}

func orderSet(a, b []int32) {
	for i := range b {
		a[i+3] = b[i+2]
	}
}

func badSlice(y []int32, n int) {
	x := y[:n]
	for i := range x {
		x[i]++
	}
}

// Calls and locals.

func square(x int32) int32 { return x * x }

func weigh(x, w float32) float32 {
	if x < 0 {
		return 0
	}
	return x * w
}

func calls(y []int32, a []int32) {
	for i, v := range a {
		y[i] = square(v) - square(v-1)
	}
}

func callsIf(y []float32, a []float32) {
	for i := range y {
		y[i] = weigh(a[i], 0.5)
	}
}

func manyLocals(y []int32, a, b, c []int32) {
	for i := range y {
		p, q, r := a[i], b[i], c[i]
		s, t := p+q, q-r
		u := s*t + p
		p, q = q, p
		y[i] = u ^ p<<1 ^ q>>1 ^ r
	}
}

func polynomial(y []float64, a []float64) {
	for i, x := range a {
		p := 0.5
		p = float64(p*x) + 0.25
		p = float64(p*x) - 1.5
		p = float64(p*x) + 3
		y[i] = p
	}
}

// products multiplies by constants along chains, which stay scalar.
func products(a []int64, b []uint32, c []int8, d []uint16) (int64, uint32, int8, uint16) {
	h, i, j, k := int64(7), uint32(5381), int8(3), uint16(11)
	for n := range min(len(a), len(b), len(c), len(d)) {
		h = h*10 ^ a[n]*(1<<40+1)
		h = h*45 ^ a[n]
		i = i*33 ^ b[n]
		i = i*0x80000001 ^ b[n]*31
		j = j*9 ^ c[n]
		j = j*-3 ^ c[n]*127
		k = k*25 ^ d[n]
		k = k*65535 ^ d[n]*36
	}
	return h, i, j, k
}

func hash(a []uint8) uint32 {
	h := uint32(2166136261)
	for _, v := range a {
		h = (h ^ uint32(v)) * 16777619
	}
	return h
}

func ramp(y []int32, start, step int32) {
	v := start
	for i := range y {
		y[i] = v
		v += step
	}
}

func alternate(y []int32) {
	for i := range y {
		if i&1 == 0 {
			y[i] = -y[i]
		}
	}
}

func bools(y []int32, a, b []int32) {
	for i := range y {
		less := a[i] < b[i]
		even := a[i]&1 == 0
		if less != even {
			y[i] = 1
		} else {
			y[i] = 0
		}
	}
}

// Loops of several statements, and what becomes of them: restructured by request and without.

func reorderBack(a, b, c []float32) {
	for i := 1; i < len(a)-1; i++ {
		a[i] = b[i-1] + c[i]
		b[i] = b[i+1] - a[i]
	}
}

func splitNode(a, b, c []float32) {
	for i := 0; i < len(a)-1; i++ {
		a[i] *= c[i]
		b[i] += a[i+1]
	}
}

func distributed(a, b, c []int32) {
	//loop:distribute.enable
	for i := 1; i < len(a); i++ {
		a[i] = int32(i)
		b[i] = 2 + b[i]
		c[i] = 3 + c[i-1]
	}
}

func distributedTable(y, x []float32, h []int32) {
	for i := range y {
		v := x[i]
		y[i] = (v-1)*(v-2)*(v-3)*(v-4)*(v-5)/(v-6)/(v-7) - y[i]
		h[i&15]++
	}
}

func storedSum(y, x []int32) {
	for i := range x {
		y[1] += x[i]
	}
}

func versioned(y, x []int32) {
	//loop:licm_versioning.enable
	for i := range y {
		y[i] = x[2] + x[3]
	}
}

func unswitched(y, x []int32, k int) {
	for i := range y {
		if k > 7 {
			y[i] += x[i]
		} else {
			x[i] = y[i] * 2
		}
	}
}

func advanced(y, x []int32) int {
	n := 0
	for len(y) > 0 {
		y[0] += x[0]
		y, x = y[1:], x[1:]
		n++
	}
	return n
}

func advancedBy4(y, x []int32) (s int32) {
	for len(x) >= 4 {
		s += x[0] ^ x[3]
		y[1] = x[2] - x[1]
		x, y = x[4:], y[2:]
	}
	for i := range x {
		y[i] = x[i]
	}
	return
}

func advancedUntil(y, x []int32) int {
	for len(x) > 2 && x[1] != 7 {
		y[0] = x[2]
		y, x = y[1:], x[1:]
	}
	return len(x)
}

func strided(y, x []int32, inc int) {
	for i := range x {
		y[i*inc] += x[i]
	}
}

func stepped(y, x []int32, n1, inc int) int {
	k := 0
	for i := n1; i < len(y)-inc; i += max(inc, 1) {
		y[i] += x[i+inc]
		k += inc
	}
	return k
}

func splitBelow(y, x []int32, k int) {
	for i := range y {
		if i < k {
			y[i] += x[i]
		} else {
			y[i] -= 3
		}
	}
}

func splitDown(y, x []int32, k int) {
	for i := len(y) - 1; i >= 0; i -= 2 {
		if i <= k {
			y[i] += x[i]
		}
		if i == k {
			x[i] = 1
		}
	}
}

func splitAsked(y, x []int32, k int) {
	//loop:split.at=k
	for i := range y {
		y[i] += x[i]
	}
}

func crossing(y, x []int32) {
	for i := range y {
		y[i] = y[len(y)-1-i] + x[i]
	}
}

func crossingOne(y, x []int32) {
	for i := range y {
		y[i] = y[len(y)/2] - x[i]
	}
}

func fusedLoops(a, b, c []int32) (s int32) {
	//loop:fuse.enable
	for i := range a {
		b[i] = a[i] + 1
		s += a[i]
	}
	for i := range a {
		c[i] = b[i] * 2
	}
	return s
}

func rerolled(y, x []float32) {
	for i := 0; i < len(y)-4; i += 5 {
		y[i] += 2 * x[i]
		y[i+1] += 2 * x[i+1]
		y[i+2] += 2 * x[i+2]
		y[i+3] += 2 * x[i+3]
		y[i+4] += 2 * x[i+4]
	}
}

func rerolledAlong(y []int32) {
	for i := 0; i < len(y)-2; i += 2 {
		y[i] = y[i+1] * y[i]
		y[i+1] = y[i+2] * y[i+1]
	}
}

// carried: a recurrence by way of memory, over one and over two iterations.
func carried(b, a []float64) {
	for i := 1; i < len(b); i++ {
		b[i] = a[i] + b[i-1]*0.5
	}
	for i := 2; i < len(a); i++ {
		a[i] = b[i] - a[i-2]*0.25
	}
}

// carriedWindow loads one stream at several places, and may store to it by another name.
func carriedWindow(y, x []int32) (s int32) {
	for i := 2; i < len(x)-2; i++ {
		s = s*3 ^ (x[i-2] + x[i-1] - x[i] + x[i+1] ^ x[i+2])
	}
	//loop:commoning.enable commoning.followup_fallback{unroll.count=2}
	for i := 2; i < len(y); i++ {
		y[i] = (x[i-2]+x[i]*s)&0xffff + y[i-1]
	}
	//loop:commoning.enable
	for i := len(y) - 4; i >= 0; i-- {
		s = s*5 + y[i]&255 - y[i+3]&255
		x[i] = s
	}
	return s
}

// carriedNot has stores between the loads: in some iterations, to a part of what is loaded, in front and behind.
func carriedNot(y, x []int16) (s int16) {
	for i := 1; i < len(y)-2; i++ {
		s = s*3 + y[i-1]
		if s > 99 {
			y[i] = s
		}
		s ^= y[i+1]
	}
	for i := 1; i < len(y)-1; i++ {
		y[i+1] = y[i] + x[i-1]
		x[i] = y[i-1] * 3
		s = s*7 + x[i+1]
	}
	for i := 0; i < len(y)-1; i++ {
		s = s*3 + y[i] - y[i+1]
		if s > 99 {
			y[i+1] = s
		}
	}
	//loop:commoning.enable
	for i := 0; i < min(len(x), len(y))-1; i++ {
		y[i] = s
		s = s*3 + x[i]*2 - x[i+1]
	}
	return s
}

// columnsDown walks down columns, in nests that no tile of registers covers.
func columnsDown(y, x []int32, n, m int) (s int32) {
	for j := 0; j < m; j++ {
		for i := 0; i < n; i++ {
			s += x[i*m+j]
		}
	}
	for j := 0; j < m; j++ {
		t := x[j]
		for i := 0; i < n; i++ {
			y[i] += x[i*m+j] * t
		}
	}
	for j := 0; j < m; j++ {
		for i := 0; i < n; i++ {
			if x[i*m+j] > 0 {
				y[i*m+j] = x[i*m+j]
			}
		}
	}
	return s
}

// columnsTurned are triangles, above and below the diagonal, and a transposition.
func columnsTurned(y, x []int32, n int) {
	for j := 0; j < n; j++ {
		for i := j; i < n; i++ {
			y[i*n+j] += x[i*n+j] * 3
		}
	}
	for j := 0; j < n; j++ {
		for i := j + 1; i < n; i++ {
			if x[i*n+j] != 0 {
				y[i*n+j] -= y[j]
			}
		}
	}
	for j := 0; j < n; j++ {
		for i := 0; i <= j; i++ {
			x[i*n+j] ^= y[i*n+j] + 1
		}
	}
	for j := 0; j < n; j++ {
		for i := 0; i < n; i++ {
			y[i*n+j] = x[j*n+i]
		}
	}
}

// columnsDepend must keep their order: on the way down each row needs the next element of the one before.
func columnsDepend(x []int32, n int) (s int32) {
	for j := 0; j < n-1; j++ {
		for i := 1; i < n; i++ {
			x[i*n+j] += x[(i-1)*n+j+1]
		}
	}
	for j := 1; j < n; j++ {
		for i := 1; i < n; i++ {
			if x[i*n+j] > 0 {
				x[i*n+j] += x[(i-1)*n+j] - x[i*n+j-1]
			}
		}
	}
	for j := 0; j < n; j++ {
		for i := 0; i < n; i++ {
			s = s*3 + x[i*n+j]
		}
	}
	return s
}

// columnsApart are nests that must be taken apart before their columns can become rows.
func columnsApart(y, x []int32, n, m int) {
	for j := 0; j < m; j++ {
		for i := 0; i < n; i++ {
			y[i*m+j] += x[i*m+j]
		}
		x[j] = y[j] + 1
	}
	for j := 0; j < min(n, m); j++ {
		for i := 0; i < n; i++ {
			y[i*m+j] = x[j]
		}
		y[j*m+j] = 1
	}
	for j := 1; j < m; j++ {
		for i := 1; i < n; i++ {
			y[i*m+j] = y[(i-1)*m+j] + x[i*m+j]
		}
		for i := 1; i < n; i++ {
			x[i*m+j] = x[i*m+j-1] ^ x[i*m+j]
		}
	}
	for j := 0; j < m; j++ {
		if y[j] > 0 {
			for i := 1; i < n; i++ {
				y[i*m+j] = y[(i-1)*m+j] - x[i*m+j]
			}
		}
	}
}

// columnsOnce store what matters once only on their way down.
func columnsOnce(y, x []int32, n, m int) {
	for j := 0; j < m; j++ {
		for i := 1; i < n; i++ {
			x[i] = 1 - x[i-1]
			y[i*m+j] += x[i]
		}
	}
	for j := 1; j < m; j++ {
		for i := 0; i < n; i++ {
			x[j] = y[i*m+j] - x[j-1]
			y[i*m+j] = x[j] + 3
		}
	}
	for j := 0; j < m; j++ {
		for i := 1; i < n; i++ { // not this one: the second column sees what the first has left
			x[i] = 1 - x[i]
			y[i*m+j] += x[i]
		}
	}
}

// columnsAndRows are walked at once.
func columnsAndRows(y, x []int32, n, m int) {
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			y[i*m+j] = y[i*m+j]*5 - x[j*n+i]
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			x[i*n+j] ^= x[j*n+i] + y[j*n+i]
		}
	}
}

func wordsCopied(y, x []int16) {
	for i := 0; i < len(y)-3; i += 4 {
		y[i], y[i+1] = x[i], x[i+1]
		y[i+2], y[i+3] = x[i+2], x[i+3]
	}
}

func wordsFilled(y []int16) {
	for i := range y {
		y[4*i], y[4*i+1], y[4*i+2], y[4*i+3] = 1, 2, 3, 4
	}
}

func deleted(x []int32, n int) (k int, s int32) {
	for i := 0; i < n; i++ {
		k += 3
	}
	for i := range x {
		s += 5
		_ = i
	}
	return k, s
}
