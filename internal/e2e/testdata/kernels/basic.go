package kernels

import (
	"math"
	"math/bits"
)

// The kernels of the oracle test. gc compiles them with the tests, hotloop gets this file's text. Float products that
// feed a sum are converted explicitly, so that gc fuses them on no architecture.

// All element types, element by element.

func AddI8(y, a, b []int8) {
	for i := range y {
		y[i] = a[i] + b[i]
	}
}

func SubU8(y, a, b []uint8) {
	for i := range y {
		y[i] = a[i] - b[i]
	}
}

func MulI16(y, a, b []int16) {
	for i := range y {
		y[i] = a[i]*b[i] + 3
	}
}

func AndU16(y, a, b []uint16) {
	for i := range y {
		y[i] = a[i]&b[i] ^ (a[i]|0x0ff0)&^b[i]
	}
}

func MulI32(y, a, b []int32) {
	for i := range y {
		y[i] = a[i]*b[i] - y[i]
	}
}

func XorU32(y, a, b []uint32) {
	for i := range y {
		y[i] ^= a[i] + ^b[i]
	}
}

func MulI64(y, a, b []int64) {
	for i := range y {
		y[i] = a[i] * b[i]
	}
}

func SubU64(y, a, b []uint64) {
	for i := range y {
		y[i] = a[i] - b[i]<<3
	}
}

func AddInt(y, a []int, k int) {
	for i := range y {
		y[i] += a[i]*k + i
	}
}

func ArithF32(y, a, b []float32) {
	for i := range y {
		y[i] = float32(a[i]*b[i]) + a[i]/2 - b[i]
	}
}

func ArithF64(y, a, b []float64) {
	for i := range y {
		y[i] = (a[i] - b[i]) / (a[i] + 1)
	}
}

func MulI8(y, a, b []int8) {
	for i := range y {
		y[i] = a[i] * b[i]
	}
}

// Shifts, by constants, by an invariant and by a vector.

func ShiftConst(y []int32, a []uint32) {
	for i := range y {
		y[i] = y[i]>>3 + int32(a[i]<<5) + int32(a[i]>>7)
	}
}

func ShiftVar(y []uint32, n uint) {
	for i := range y {
		y[i] = y[i]<<n | y[i]>>(n+1)
	}
}

func ShiftVec(y, a []uint64, n []uint8) {
	for i := range y {
		y[i] = a[i]<<n[i] ^ a[i]>>(n[i]&63)
	}
}

func ShiftI8(y []int8, n []uint8) {
	for i := range y {
		y[i] = y[i]>>(n[i]&7) - y[i]<<1
	}
}

func ShiftI16(y []int16, n uint8) {
	for i := range y {
		y[i] = y[i]>>n + y[i]<<2
	}
}

// Conversions between widths and kinds.

func WidenU8(y []int32, a []uint8) {
	for i := range y {
		y[i] = int32(a[i]) - 128
	}
}

func WidenI16(y []int64, a []int16) {
	for i := range y {
		y[i] += int64(a[i]) * 3
	}
}

func NarrowI32(y []int8, a []int32) {
	for i := range y {
		y[i] = int8(a[i] >> 4)
	}
}

func NarrowI64(y []uint16, a []int64) {
	for i := range y {
		y[i] = uint16(a[i])
	}
}

func IntToF32(y []float32, a []int32) {
	for i := range y {
		y[i] = float32(a[i]) * 0.5
	}
}

func F32ToInt(y []int32, a []float32) {
	for i := range y {
		y[i] = int32(a[i])
	}
}

func F64ToI32(y []int32, a []float64) {
	for i := range y {
		y[i] = int32(a[i] + 0.5)
	}
}

func F64ToF32(y []float32, a []float64) {
	for i := range y {
		y[i] = float32(a[i])
	}
}

func F32ToF64(y []float64, a []float32, k float64) {
	for i := range y {
		y[i] = float64(a[i]) / k
	}
}

func I64ToF64(y []float64, a []int64) {
	for i := range y {
		y[i] = float64(a[i])
	}
}

func U8ToF32(y []float32, a []uint8) {
	for i := range y {
		y[i] = float32(a[i])/255 - 0.5
	}
}

func F32ToU8(y []uint8, a []float32) {
	for i := range y {
		y[i] = uint8(int32(a[i]))
	}
}

// Mixed widths in one body.

func MixWidths(y []int64, a []int8, b []int32, c []float32) {
	for i := range y {
		y[i] = int64(a[i])*int64(b[i]) + int64(int32(c[i]))
	}
}

func MixCond(y []float64, a []uint8, b []float64) {
	for i := range y {
		if a[i] > 100 {
			y[i] = b[i] * 2
		}
	}
}

// All forms of loops.

func ForClassic(y []float32, n int) {
	for i := 0; i < n; i++ {
		y[i] += 1
	}
}

func ForLE(y []int32, n int) {
	for i := 1; i <= n; i++ {
		y[i-1] = int32(i)
	}
}

func ForDown(y []int32, a []int32) {
	for i := len(y) - 1; i >= 0; i-- {
		y[i] = a[i] + int32(i)
	}
}

func ForReverse(y, a []float64) {
	n := len(a)
	for i := range a {
		y[i] = a[n-1-i]
	}
}

func ForStep2(y []int16) {
	for i := 0; i < len(y); i += 2 {
		y[i] = -y[i]
	}
}

func ForStep3(y []float32, a []float32) {
	for i := 0; i+2 < len(a); i += 3 {
		y[i/3] = a[i] + float32(a[i+1]*a[i+2])
	}
}

func ForRangeInt(y []uint8, n int) {
	for i := range n {
		y[i] = uint8(i)
	}
}

func ForRangeValue(y []int32, a []int32) (s int32) {
	for i, v := range a {
		y[i] = v ^ 0x55
		s += v
	}
	return s
}

func ForWhile(y []int64, n int) int {
	i := 0
	for i < n {
		y[i] = int64(i) * 7
		i++
	}
	return i
}

func ForEndless(y []int32, n int) {
	i := 0
	for {
		if i >= n {
			break
		}
		y[i]++
		i++
	}
}

func ForRangeOver(y []int16) {
	for range y {
		y[0]++
	}
}

func ForBounds(y []float64, lo, hi int) {
	for i := lo; i < hi; i++ {
		y[i] *= 0.25
	}
}

func ForU8Counter(y []uint8, n uint8) {
	for i := uint8(0); i < n; i++ {
		y[i] = i * 3
	}
}

func ForI32Counter(y []int32, n int32) {
	for i := int32(0); i < n; i++ {
		y[i] = i*i - n
	}
}

func ForMinLen(y, a, b []float32) {
	for i := range min(len(y), len(a), len(b)) {
		y[i] = a[i] - b[i]
	}
}

func ForReslice(y, a []int32) {
	a = a[:len(y)]
	for i := range y {
		y[i] -= a[i]
	}
}

func ForContinue(y []int32, a []int32) {
	for i, v := range a {
		if v&3 == 0 {
			continue
		}
		y[i] = v
	}
}

func ForTwo(y []int32, a []int32) {
	for i := range y {
		y[i] = a[i] * 2
	}
	for i := range y {
		y[i] += int32(len(a))
	}
}

// Strides and groups.

func Deinterleave(re, im []float32, a []float32) {
	for i := range re {
		re[i] = a[2*i]
		im[i] = a[2*i+1]
	}
}

func Interleave(a []int16, x, y []int16) {
	for i := range x {
		a[2*i] = x[i]
		a[2*i+1] = y[i]
	}
}

func RgbToGray(y []uint8, a []uint8) {
	for i := range y {
		y[i] = uint8((uint32(a[3*i])*77 + uint32(a[3*i+1])*150 + uint32(a[3*i+2])*29) >> 8)
	}
}

func StrideInvariant(y []float64, a []float64, stride int) {
	for i := range y {
		y[i] = a[i*stride]
	}
}

func SwapPairs(a []int32) {
	for i := 0; i+1 < len(a); i += 2 {
		a[i], a[i+1] = a[i+1], a[i]
	}
}

func EveryFourth(y []uint32, a []uint32) {
	for i := range y {
		y[i] = a[4*i+3]
	}
}

// Conditionals.

func ClampI32(y []int32, lo, hi int32) {
	for i, v := range y {
		if v < lo {
			v = lo
		} else if v > hi {
			v = hi
		}
		y[i] = v
	}
}

func CondStore(y []float32, a []float32, t float32) {
	for i, v := range a {
		if v > t {
			y[i] = v - t
		}
	}
}

func CondStoreU8(y []uint8, a []uint8) {
	for i, v := range a {
		if v&1 == 1 {
			y[i] = v
		}
	}
}

func CondBoth(y []int32, a []int32) {
	for i, v := range a {
		if v < 0 {
			y[i] = -v
		} else {
			y[i] = v * 3
		}
	}
}

func CondNested(y []int16, a []int16) {
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

func CondLoad(y []float64, a []float64, m []uint8) {
	for i := range y {
		if m[i] > 128 {
			y[i] += a[i]
		}
	}
}

func CondSwitch(y []int32, a []int32) {
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

func CondAndOr(y []uint8, a, b []int32) {
	for i := range y {
		if a[i] > 0 && b[i] > 0 || a[i] == b[i] {
			y[i] = 1
		} else {
			y[i] = 2
		}
	}
}

func SignF64(y, a []float64) {
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

func SumI8(a []int8) (s int8) {
	for _, v := range a {
		s += v
	}
	return s
}

func SumU8Wide(a []uint8) (s uint32) {
	for _, v := range a {
		s += uint32(v)
	}
	return s
}

func SumI64(a []int64) (s int64) {
	for _, v := range a {
		s += v
	}
	return s
}

func SumF32(a []float32) (s float32) {
	for _, v := range a {
		s += v
	}
	return s
}

func DotI16(a, b []int16) (s int32) {
	for i := range a {
		s += int32(a[i]) * int32(b[i])
	}
	return s
}

func DotF64(a, b []float64) (s float64) {
	for i := range a {
		s += float64(a[i] * b[i])
	}
	return s
}

func XorAll(a []uint32) (s uint32) {
	for _, v := range a {
		s ^= v
	}
	return s
}

func AndOr(a []uint16) (and, or uint16) {
	and = 0xffff
	for _, v := range a {
		and &= v
		or |= v
	}
	return and, or
}

func MinMaxI32(a []int32) (lo, hi int32) {
	lo, hi = math.MaxInt32, math.MinInt32
	for _, v := range a {
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

func MinU16If(a []uint16) uint16 {
	m := uint16(65535)
	for _, v := range a {
		if v < m {
			m = v
		}
	}
	return m
}

func MaxF64(a []float64) float64 {
	m := math.Inf(-1)
	for _, v := range a {
		m = max(m, v)
	}
	return m
}

func MinF32(a []float32) float32 {
	m := a[0]
	for _, v := range a {
		m = min(m, v)
	}
	return m
}

func CountIf(a []int32, t int32) (n int) {
	for _, v := range a {
		if v > t {
			n++
		}
	}
	return n
}

func SumIf(a []int32, b []uint8) (s int32) {
	for i, v := range a {
		if b[i] >= 128 {
			s += v
		}
	}
	return s
}

func ProdU32(a []uint32) uint32 {
	p := uint32(1)
	for _, v := range a {
		p *= v | 1
	}
	return p
}

// Dot products of narrow integers.

func DotI8(a, b []int8) (s int32) {
	for i := range min(len(a), len(b)) {
		s += int32(a[i]) * int32(b[i])
	}
	return
}

func DotU8I8(a []uint8, b []int8) (s int32) {
	for i := range min(len(a), len(b)) {
		s += int32(b[i]) * int32(a[i])
	}
	return
}

func DotU8(a, b []uint8) (s uint32) {
	s = 7
	for i := range min(len(a), len(b)) {
		s += uint32(a[i]) * uint32(b[i])
	}
	return
}

func SquaresIf(a []int16, m []bool) (s int32) {
	for i := range min(len(a), len(m)) {
		if m[i] {
			s += int32(a[i]) * int32(a[i])
		}
	}
	return
}

// Their products are cut to 16 bits: no dot product.
func DotCut(a, b []int8) (s int32) {
	for i := range min(len(a), len(b)) {
		s += int32(uint16(a[i]) * uint16(b[i]))
	}
	return
}

func SadU8(a, b []uint8) (s int) {
	for i := range a {
		d := int(a[i]) - int(b[i])
		if d < 0 {
			d = -d
		}
		s += d
	}
	return s
}

func SumIndex(a []int32) (s int) {
	for i, v := range a {
		s += i * int(v)
	}
	return s
}

func LastValue(a []int32) (v int32) {
	for _, v = range a {
	}
	return v
}

// Floats: min and max, rounding, roots, fused.

func MinMaxF32(y, a, b []float32) {
	for i := range y {
		y[i] = max(min(a[i], b[i]), -1)
	}
}

func Rounding(y, a []float64) {
	for i, v := range a {
		y[i] = math.Floor(v) + math.Ceil(v)*2 + math.Trunc(v)*4 + math.RoundToEven(v)*8
	}
}

func Roots(y, a []float64) {
	for i, v := range a {
		y[i] = math.Sqrt(math.Abs(v))
	}
}

func Fused(y, a, b []float64) {
	for i := range y {
		y[i] = math.FMA(a[i], b[i], y[i])
	}
}

func Negate(y, a []float32) {
	for i := range y {
		y[i] = -a[i]
	}
}

func CompareF32(y []int32, a, b []float32) {
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

func Popcounts(y []uint8, a []uint64) {
	for i := range y {
		y[i] = uint8(bits.OnesCount64(a[i]))
	}
}

func PopcountU8(a []uint8) (n int) {
	for _, v := range a {
		n += bits.OnesCount8(v)
	}
	return n
}

func OnesU16(a []uint16) (n uint8) {
	for _, v := range a {
		n += uint8(bits.OnesCount16(v))
	}
	return n
}

func OnesI32(a, b []int32) (n int64) {
	for i := range min(len(a), len(b)) {
		n += int64(bits.OnesCount32(uint32(a[i] ^ b[i])))
	}
	return n
}

// As many parts as can be, with nearly all counts 8.
func OnesMany(a []uint64) (n int) {
	//loop:vectorize.enable interleave.count=16
	for _, v := range a {
		n += bits.OnesCount64(^(v & 1))
	}
	return n
}

// A width of fewer than two sums, and one of more bytes than a vector has lanes.
func OnesWidths(a []uint16, b []uint64) (n, m int) {
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

func OnesUntil(a []uint64) (n int) {
	for _, v := range a {
		if v == 0 {
			break
		}
		n += bits.OnesCount64(v)
	}
	return n
}

// Gathers and scatters.

func GatherF32(y []float32, a []float32, idx []int32) {
	for i, j := range idx {
		y[i] = a[j]
	}
}

func GatherI64(y []int64, a []int64, idx []int) {
	for i, j := range idx {
		y[i] += a[j]
	}
}

func GatherU8(y []uint16, table []uint16, a []uint8) {
	for i, v := range a {
		y[i] = table[v]
	}
}

func Scatter(y []int32, a []int32, idx []uint32) {
	for i, j := range idx {
		y[j] = a[i]
	}
}

func Histogram(h []int32, a []uint8) {
	for _, v := range a {
		h[v]++
	}
}

func SumGather(a []float64, idx []uint16) (s float64) {
	for _, j := range idx {
		s += a[j]
	}
	return s
}

// Nests.

func MatVec(y, a, x []float64) {
	n := len(x)
	for i := range y {
		s := 0.0
		for j := range n {
			s += float64(a[i*n+j] * x[j])
		}
		y[i] = s
	}
}

func AddRows(a []int32, w, h int) {
	for r := 1; r < h; r++ {
		for c := 0; c < w; c++ {
			a[r*w+c] += a[(r-1)*w+c]
		}
	}
}

func Blur(dst, src []float32, w, h int) {
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			dst[i] = src[i-1] + src[i+1] + src[i-w] + src[i+w]
		}
	}
}

func Triangle(a []int32, n int) {
	for i := range n {
		for j := i; j < n; j++ {
			a[i*n+j] = int32(i - j)
		}
	}
}

func Transpose(y, a []float32, n int) {
	for i := range n {
		for j := range n {
			y[j*n+i] = a[i*n+j]
		}
	}
}

// Recurrences, dependences, aliasing.

func PrefixSum(a []int32) {
	for i := 1; i < len(a); i++ {
		a[i] += a[i-1]
	}
}

func ShiftLeft(a []int32) {
	for i := 0; i+1 < len(a); i++ {
		a[i] = a[i+1]
	}
}

func ShiftRight(a []int32) {
	for i := len(a) - 1; i > 0; i-- {
		a[i] = a[i-1]
	}
}

func Distance4(a []float32) {
	for i := 4; i < len(a); i++ {
		a[i] = a[i-4] + 1
	}
}

func Distance64(a []uint8) {
	for i := 64; i < len(a); i++ {
		a[i] = a[i-64] ^ 1
	}
}

func Differences(y, a []int32) {
	prev := int32(0)
	for i, v := range a {
		y[i] = v - prev
		prev = v
	}
}

func StoreTwice(y []int32, a []int32) {
	for i := range a {
		y[0] = a[i]
		y[i] = a[i] + 1
	}
}

func CopyAll(y, a []uint8) {
	for i := range a {
		y[i] = a[i]
	}
}

func Fill(y []uint64, v uint64) {
	for i := range y {
		y[i] = v
	}
}

// Early exits.

func FindI32(a []int32, x int32) int {
	for i, v := range a {
		if v == x {
			return i
		}
	}
	return -1
}

func AnyNaN(a []float64) bool {
	for _, v := range a {
		if v != v {
			return true
		}
	}
	return false
}

func CopyUntil(y, a []uint8) int {
	for i, v := range a {
		if v == 7 {
			return i
		}
		y[i] = v
	}
	return len(a)
}

func FirstRow(a []int32, w int, x int32) (row, col int) {
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

func DivI32(y, a, b []int32) {
	for i := range y {
		y[i] = a[i] / b[i]
	}
}

func ModU8(y, a, b []uint8) {
	for i := range y {
		y[i] = a[i] % b[i]
	}
}

func DivConst(y []int32, a []int32) {
	for i := range y {
		y[i] = a[i]/7 + a[i]%10 + a[i]/-1
	}
}

func DivU64(y, a []uint64, d uint64) {
	for i := range y {
		y[i] = a[i] / d
	}
}

func ShiftNegative(y []int32, n []int32) {
	for i := range y {
		y[i] <<= n[i]
	}
}

func ExplicitPanic(y []int32) {
	for i, v := range y {
		if v == 7 {
			panic("seven")
		}
		y[i] = v + 1
	}
}

func OrderOp(a, b []int32) {
	for i := range a {
		a[i+3] += b[i+2]
	}
}

func OrderSet(a, b []int32) {
	for i := range b {
		a[i+3] = b[i+2]
	}
}

func BadSlice(y []int32, n int) {
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

func Calls(y []int32, a []int32) {
	for i, v := range a {
		y[i] = square(v) - square(v-1)
	}
}

func CallsIf(y []float32, a []float32) {
	for i := range y {
		y[i] = weigh(a[i], 0.5)
	}
}

func ManyLocals(y []int32, a, b, c []int32) {
	for i := range y {
		p, q, r := a[i], b[i], c[i]
		s, t := p+q, q-r
		u := s*t + p
		p, q = q, p
		y[i] = u ^ p<<1 ^ q>>1 ^ r
	}
}

func Polynomial(y []float64, a []float64) {
	for i, x := range a {
		p := 0.5
		p = float64(p*x) + 0.25
		p = float64(p*x) - 1.5
		p = float64(p*x) + 3
		y[i] = p
	}
}

// Products multiplies by constants along chains, which stay scalar.
func Products(a []int64, b []uint32, c []int8, d []uint16) (int64, uint32, int8, uint16) {
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

func Hash(a []uint8) uint32 {
	h := uint32(2166136261)
	for _, v := range a {
		h = (h ^ uint32(v)) * 16777619
	}
	return h
}

func Ramp(y []int32, start, step int32) {
	v := start
	for i := range y {
		y[i] = v
		v += step
	}
}

func Alternate(y []int32) {
	for i := range y {
		if i&1 == 0 {
			y[i] = -y[i]
		}
	}
}

func Bools(y []int32, a, b []int32) {
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

func ReorderBack(a, b, c []float32) {
	for i := 1; i < len(a)-1; i++ {
		a[i] = b[i-1] + c[i]
		b[i] = b[i+1] - a[i]
	}
}

func SplitNode(a, b, c []float32) {
	for i := 0; i < len(a)-1; i++ {
		a[i] *= c[i]
		b[i] += a[i+1]
	}
}

func Distributed(a, b, c []int32) {
	//loop:distribute.enable
	for i := 1; i < len(a); i++ {
		a[i] = int32(i)
		b[i] = 2 + b[i]
		c[i] = 3 + c[i-1]
	}
}

func DistributedTable(y, x []float32, h []int32) {
	for i := range y {
		v := x[i]
		y[i] = (v-1)*(v-2)*(v-3)*(v-4)*(v-5)/(v-6)/(v-7) - y[i]
		h[i&15]++
	}
}

func StoredSum(y, x []int32) {
	for i := range x {
		y[1] += x[i]
	}
}

func Versioned(y, x []int32) {
	//loop:licm_versioning.enable
	for i := range y {
		y[i] = x[2] + x[3]
	}
}

func Unswitched(y, x []int32, k int) {
	for i := range y {
		if k > 7 {
			y[i] += x[i]
		} else {
			x[i] = y[i] * 2
		}
	}
}

func Advanced(y, x []int32) int {
	n := 0
	for len(y) > 0 {
		y[0] += x[0]
		y, x = y[1:], x[1:]
		n++
	}
	return n
}

func AdvancedBy4(y, x []int32) (s int32) {
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

func AdvancedUntil(y, x []int32) int {
	for len(x) > 2 && x[1] != 7 {
		y[0] = x[2]
		y, x = y[1:], x[1:]
	}
	return len(x)
}

func Strided(y, x []int32, inc int) {
	for i := range x {
		y[i*inc] += x[i]
	}
}

func Stepped(y, x []int32, n1, inc int) int {
	k := 0
	for i := n1; i < len(y)-inc; i += max(inc, 1) {
		y[i] += x[i+inc]
		k += inc
	}
	return k
}

func SplitBelow(y, x []int32, k int) {
	for i := range y {
		if i < k {
			y[i] += x[i]
		} else {
			y[i] -= 3
		}
	}
}

func SplitDown(y, x []int32, k int) {
	for i := len(y) - 1; i >= 0; i -= 2 {
		if i <= k {
			y[i] += x[i]
		}
		if i == k {
			x[i] = 1
		}
	}
}

func SplitAsked(y, x []int32, k int) {
	//loop:split.at=k
	for i := range y {
		y[i] += x[i]
	}
}

func Crossing(y, x []int32) {
	for i := range y {
		y[i] = y[len(y)-1-i] + x[i]
	}
}

func CrossingOne(y, x []int32) {
	for i := range y {
		y[i] = y[len(y)/2] - x[i]
	}
}

func FusedLoops(a, b, c []int32) (s int32) {
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

func Rerolled(y, x []float32) {
	for i := 0; i < len(y)-4; i += 5 {
		y[i] += 2 * x[i]
		y[i+1] += 2 * x[i+1]
		y[i+2] += 2 * x[i+2]
		y[i+3] += 2 * x[i+3]
		y[i+4] += 2 * x[i+4]
	}
}

func RerolledAlong(y []int32) {
	for i := 0; i < len(y)-2; i += 2 {
		y[i] = y[i+1] * y[i]
		y[i+1] = y[i+2] * y[i+1]
	}
}

// Carried: a recurrence by way of memory, over one and over two iterations.
func Carried(b, a []float64) {
	for i := 1; i < len(b); i++ {
		b[i] = a[i] + b[i-1]*0.5
	}
	for i := 2; i < len(a); i++ {
		a[i] = b[i] - a[i-2]*0.25
	}
}

// CarriedWindow loads one stream at several places, and may store to it by another name.
func CarriedWindow(y, x []int32) (s int32) {
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

// CarriedNot has stores between the loads: in some iterations, to a part of what is loaded, in front and behind.
func CarriedNot(y, x []int16) (s int16) {
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

// ColumnsDown walks down columns, in nests that no tile of registers covers.
func ColumnsDown(y, x []int32, n, m int) (s int32) {
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

// ColumnsTurned are triangles, above and below the diagonal, and a transposition.
func ColumnsTurned(y, x []int32, n int) {
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

// ColumnsDepend must keep their order: on the way down each row needs the next element of the one before.
func ColumnsDepend(x []int32, n int) (s int32) {
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

// ColumnsApart are nests that must be taken apart before their columns can become rows.
func ColumnsApart(y, x []int32, n, m int) {
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

// ColumnsOnce store what matters once only on their way down.
func ColumnsOnce(y, x []int32, n, m int) {
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

// ColumnsAndRows are walked at once.
func ColumnsAndRows(y, x []int32, n, m int) {
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

func WordsCopied(y, x []int16) {
	for i := 0; i < len(y)-3; i += 4 {
		y[i], y[i+1] = x[i], x[i+1]
		y[i+2], y[i+3] = x[i+2], x[i+3]
	}
}

func WordsFilled(y []int16) {
	for i := range y {
		y[4*i], y[4*i+1], y[4*i+2], y[4*i+3] = 1, 2, 3, 4
	}
}

func Deleted(x []int32, n int) (k int, s int32) {
	for i := 0; i < n; i++ {
		k += 3
	}
	for i := range x {
		s += 5
		_ = i
	}
	return k, s
}
