package oracle

import (
	"math"
	"math/bits"
)

// Kernels for the oracle test. Those whose names begin with Panic must panic for some arguments.
var kernels = map[string]any{
	"Axpy": Axpy, "Dot": Dot, "Forms": Forms, "Ranges": Ranges, "RangeAssign": RangeAssign, "Labels": Labels,
	"Ints8":  Ints8,
	"IntsU8": IntsU8, "Ints64": Ints64, "IntsU64": IntsU64, "Ints32": Ints32, "IntsU16": IntsU16, "Shifts": Shifts,
	"ShiftsWide": ShiftsWide,
	"Floats":     Floats, "Floats32": Floats32, "Compare": Compare, "Logic": Logic, "Convert": Convert,
	"FromFloat":   FromFloat,
	"FromFloat32": FromFloat32, "ToFloat": ToFloat, "MathFns": MathFns, "Bits": Bits, "Consts": Consts, "Shadow": Shadow,
	"Switches": Switches,
	"Results":  Results, "Swap": Swap, "MinMax": MinMax, "Bools": Bools, "Early": Early, "Nest": Nest, "Named": Named,
	"While":        While,
	"PanicOrderOp": PanicOrderOp, "PanicOrderSet": PanicOrderSet, "PanicOrderDiv": PanicOrderDiv,
	"PanicTupleStore": PanicTupleStore,
	"PanicTupleDiv":   PanicTupleDiv, "PanicTupleLoad": PanicTupleLoad, "PanicTupleCmp": PanicTupleCmp,
	"PanicHoistMin":  PanicHoistMin,
	"PanicHoistCall": PanicHoistCall, "PanicHoistLogic": PanicHoistLogic, "PanicHoistMath": PanicHoistMath,
	"PanicConst": PanicConst,
	"PanicHint":  PanicHint, "PanicSlice": PanicSlice, "PanicInline": PanicInline, "PanicReturn": PanicReturn,
	"PanicIndexKinds": PanicIndexKinds,
	"PanicSwapIdx":    PanicSwapIdx, "PanicVarIdx": PanicVarIdx, "PanicNested": PanicNested, "Reslice": Reslice,
	"CallTwice":      CallTwice,
	"PanicCallStore": PanicCallStore, "Infinite": Infinite, "DeadCode": DeadCode, "PanicNever": PanicNever,
	"PanicMidTuple":   PanicMidTuple,
	"PanicSliceOrder": PanicSliceOrder, "PanicOpHoist": PanicOpHoist, "RangeU8": RangeU8, "CompareOps": CompareOps,
	"Complement":    Complement,
	"PanicNotTuple": PanicNotTuple, "PanicIncDec": PanicIncDec, "SliceVars": SliceVars,
	"PanicNamedReturn": PanicNamedReturn,
}

func Axpy(y, x []float64, a float64) {
	for i := range min(len(x), len(y)) {
		y[i] += a * x[i]
	}
}

func Dot(x, y []float32) (s float32) {
	for i, v := range x {
		if i >= len(y) {
			break
		}
		s += v * y[i]
	}
	return
}

func Forms(x []int32, n int) (int, int32) {
	k := 0
	for i := 0; i < len(x); i++ {
		k += i
	}
	i := 3
	for i > 0 {
		i--
		k *= 3
	}
	for {
		k++
		if k%7 == 0 {
			break
		}
	}
	for ; k < 100; k += 13 {
		if k&1 == 0 {
			continue
		}
		k++
	}
	var s int32
	for range x {
		s++
	}
	for range n & 7 {
		s += 2
	}
	for _, v := range x {
		s ^= v
	}
	for range 3 {
		s *= 5
	}
	return k, s
}

func Ranges(x []int16, n int8, m uint16) (a int, b int8, c uint16) {
	for i := range n {
		b += i
		i = 5
		b ^= i
	}
	for i := range m & 63 {
		c = c*3 + i
	}
	for i := range x {
		a += i * int(x[i])
	}
	for i, v := range x {
		v++
		i += int(v)
		a -= i
	}
	return
}

func RangeU8(n uint8) (s uint8, t int32) {
	for i := range n {
		s += i
	}
	for i := range 'c' - 'a' {
		t += i
	}
	return
}

func RangeAssign(x, y []int32) (i int, v int32) {
	i, v = -1, 7
	for i, v = range x {
		if v == 3 {
			break
		}
	}
	j := 0
	for j = range 5 {
	}
	for _, v = range y {
		i += int(v)
	}
	if len(y) > 6 {
		for y[0] = range y[1] & 3 {
		}
	}
	return i + j, v
}

func Labels(x []int, n int) (k int) {
outer:
	for i := range x {
		for j := range x {
			switch {
			case x[j] == n:
				continue outer
			case x[i] > x[j]:
				break outer
			case x[i] == j:
				break
			}
			k += i ^ j
		}
		k *= 2
	}
	return
}

func Ints8(a, b int8) (r1, r2, r3, r4, r5, r6, r7 int8) {
	if b == 0 {
		b = 1
	}
	return a + b, a - b, a * b, a / b, a % b, a &^ b, -a
}

func IntsU8(a, b uint8) (r1, r2, r3, r4, r5, r6, r7 uint8) {
	b |= 1
	return a + b, a - b, a * b, a / b, a % b, ^a, a ^ b
}

func Ints32(a, b int32) (r1, r2, r3, r4, r5, r6 int32) {
	b |= 1
	return a + b, a * b, a / b, a % b, a & b, a | b
}

func IntsU16(a, b uint16) (r1, r2, r3, r4 uint16) { return a*b + 3, a / 7, a % 10, a / (b | 1) }

func Ints64(a, b int64) (r1, r2, r3, r4 int64) { b |= 1; return a * b, a / b, a % b, a / -1 }

func IntsU64(a, b uint64) (r1, r2, r3, r4 uint64) { return a * b, a / (b | 1), a % (b | 1), a - b }

func Complement(a int, b uint, c uintptr) (int, uint, uintptr) { return ^a + +a, -b, ^c }

func Shifts(a int8, b uint16, c int64, n uint8, m uint64) (r1 int8, r2 uint16, r3 int64, r4 int8, r5 uint16, r6 int64) {
	return a << n, b >> m, c >> n, a >> m, b << n, c << m
}

func ShiftsWide(a uint8, b int32, n uint64, k uint16) (r1 uint8, r2, r3 int32, r4 uint8, r5 int32) {
	return a << n, b >> n, b << k, a >> 7, b<<3 + 1<<k
}

func Floats(a, b float64) (r1, r2, r3, r4, r5, r6 float64) {
	return a + b, a - b, a * b, a / b, -a, a*b + a
}

func Floats32(a, b float32) (r1, r2, r3, r4, r5 float32) { return a + b, a - b, a * b, a / b, -(a - b) }

func Compare(a, b float64, i, j int8, k, l uint8) (n int) {
	if a < b {
		n |= 1
	}
	if a <= b {
		n |= 2
	}
	if a > b {
		n |= 4
	}
	if !(a >= b) {
		n |= 8
	}
	if a == b {
		n |= 16
	}
	if a != b {
		n |= 32
	}
	if i < j {
		n |= 64
	}
	if k < l {
		n |= 128
	}
	if i >= j {
		n |= 256
	}
	if k > l {
		n |= 512
	}
	return
}

func CompareOps(a, b float32, p, q bool) (r1, r2, r3, r4, r5 bool) {
	return a < b, !(a < b), p == q, p != q, (a == b) == p
}

func Logic(a, b, c bool, x []bool) (r bool) {
	r = a && b || !c && (a || b)
	if r && len(x) > 0 && x[0] || c {
		r = !r
	}
	for i := range x {
		x[i] = x[i] != r || a && x[i]
	}
	for i := 0; i < len(x) && x[i]; i++ {
		r = r == x[i]
	}
	return r
}

func Convert(a int8, b uint8, c int32, d uint32, e int64, f uint64) (r1 uint64, r2 int64, r3 int8, r4 uint16, r5 int,
	r6 uint32, r7 int16) {
	return uint64(a), int64(b), int8(f), uint16(c), int(d), uint32(e), int16(uint8(a))
}

func FromFloat(x float64) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64, j uint) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uint(x)
}

func FromFloat32(x float32) (a int8, b int16, c int32, d int64, e int, f uint8, g uint16, h uint32, i uint64,
	j uintptr) {
	return int8(x), int16(x), int32(x), int64(x), int(x), uint8(x), uint16(x), uint32(x), uint64(x), uintptr(x)
}

func ToFloat(a int8, b uint8, c int32, d uint32, e int64, f uint64, g float64, h float32) (x1, x2, x3, x4, x5, x6,
	x7 float32, y1, y2, y3, y4, y5, y6, y7 float64) {
	return float32(a), float32(b), float32(c), float32(d), float32(e), float32(f), float32(g),
		float64(a), float64(b), float64(c), float64(d), float64(e), float64(f), float64(h)
}

func MathFns(x, y, z float64, f float32, u uint32, w uint64) (a, b, c, d, e, g, h, i, j, k float64, l uint32, m float32,
	n uint64, o float64, p, q, r bool) {
	return math.Abs(x), math.Sqrt(x), math.Floor(x), math.Ceil(x), math.Trunc(x), math.RoundToEven(x), math.FMA(x, y, z),
		math.Copysign(x, y), math.Max(x, y), math.Min(x, y), math.Float32bits(f), math.Float32frombits(u),
		math.Float64bits(y), math.Round(z), math.IsNaN(x), math.IsInf(y, 0), math.Signbit(z)
}

func Bits(a uint8, b uint16, c uint32, d uint64, e uint, k int) (n int, x uint8, y uint16, z uint32, w uint64, v uint64,
	u uint32) {
	n = bits.OnesCount8(a) + bits.OnesCount16(b) + bits.OnesCount32(c) + bits.OnesCount64(d) + bits.OnesCount(e)
	n = n*64 + bits.LeadingZeros8(a) + bits.TrailingZeros16(b)*3 + bits.Len32(c)*5 + bits.Len64(d)*7 +
		bits.LeadingZeros(e)*11
	return n, bits.RotateLeft8(a, k), bits.RotateLeft16(b, -k), bits.RotateLeft32(c, k), bits.RotateLeft64(d, k),
		bits.ReverseBytes64(d), bits.ReverseBytes32(c)
}

func Consts(x float64) (a int, b float64, c uint8, d float32) {
	const (
		k0 = iota * 10
		k1
		k2
		big = 1 << 100
	)
	const pi float32 = math.Pi
	type celsius float32
	t := celsius(x) * 2
	return k2 + big>>98, x*math.Ln2 + math.Inf(-1)*k1, 'a' + k0, pi*0.1 + float32(t)
}

type meters float64

func Named(x []meters, f meters) (s meters) {
	for _, v := range x {
		s += v * f
	}
	return s / 2
}

func Shadow(x []int) (r int) {
	y := 1
	for _, y := range x {
		if y := y * 2; y > 4 {
			r += y
		} else if z := y + 1; z > 0 {
			y := z
			r -= y
		}
	}
	{
		y := 100
		r += y
	}
	y, z := 7, y
	var w, v int = z, y
	return r + y + z + w - v
}

func Switches(x []int32) (r int32) {
	for i, v := range x {
		switch v {
		case 1, 2:
			r++
		default:
			r += 7
			if i == 3 {
				break
			}
			r++
		case 3:
			r += 3
			fallthrough
		case -1:
			r *= 2
		}
		switch {
		case v > 2 && i > 0:
			r++
		case v < -5:
			return r
		}
		switch i := v & 3; i {
		}
	}
	return
}

func Results(x []float32, n int) (i int, s float32, ok bool) {
	for i = 0; i < len(x); i++ {
		s += x[i]
		if i == n {
			return
		}
		if s > 100 {
			return n, s, true
		}
	}
	return len(x), s, n > 2
}

func Swap(a, b, c int, x []int) (int, int, int) {
	a, b = b, a
	a, b, c = c, a, b+a
	if len(x) > 2 {
		x[0], x[1] = x[1], x[0]
		x[0], x[1], x[2] = x[2], x[0], x[1]
		a, x[a&1] = 1, 5
		x[0], x[x[0]&1] = 2, 9
	}
	for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 {
		x[i], x[j] = x[j], x[i]
	}
	return a, b, c
}

func MinMax(a, b int16, c, d uint32, e, f float64, g, h float32) (int16, uint32, float64, float32, int16, uint32,
	float64) {
	return min(a, b), min(c, d), min(e, f), min(g, h), max(a, 3, b), max(c, d, 9), max(e, f, 1)
}

func Bools(x []bool) (n int, all bool) {
	all = true
	for _, b := range x {
		if b {
			n++
		}
		all = all && b
	}
	return
}

func Early(x []int32, v int32) int {
	for i, e := range x {
		if e == v {
			return i
		}
	}
	return -1
}

func Nest(x []float32, n, m int) (s float32) {
	n, m = n&3, m&3
	if n*m > len(x) {
		return -1
	}
	for i := 0; i < n; i++ {
		var t float32
		for j := range m {
			t += x[i*m+j]
		}
		s = s*2 + t
	}
	return s
}

func While(n uint32) (k int) {
	for n != 0 && k < 50 {
		if n&1 != 0 {
			n = n*3 + 1
			k++
			continue
		}
		n /= 2
		k++
	}
	return
}

func PanicOrderOp(a, b []int, i, j int) { a[i] += b[j] }

func PanicOrderSet(a, b []int, i, j int) { a[i] = b[j] }

func PanicOrderDiv(a []int, i, x, y int) { a[i] = x / y }

func PanicTupleStore(a, b []int, i, j int) { a[i], b[j] = 1, 2 }

func PanicTupleDiv(a []int, i, x, y int) (r int) { a[i], r = 1, x/y; return }

func PanicTupleLoad(a, b []int, i, j int) (r int) { a[i], r = 1, b[j]; return }

func PanicTupleCmp(a []int, i, x, y int) (r bool) { a[i], r = 1, x/y == 2; return }

func PanicNotTuple(a []int, p []bool, i, x, y int) (r bool) {
	a[i], r = 1, !p[x%(y|1)]
	return r
}

func PanicHoistMin(a, b []int, i, j int) int { return a[i] + min(b[j], 3) }

func PanicHoistMath(a, b []float64, i, j int) float64 { return a[i] + math.Sqrt(b[j]) }

func PanicHoistLogic(a, b []int, i, j int) bool { return (a[i] > 0) == (i > 0 && b[j] > 0) }

func pick(b []int, j int) int { return b[j] }

func PanicHoistCall(a, b []int, i, j int) int { return a[i] + pick(b, j) }

func bump(a []int, i int) int {
	a[i]++
	return a[i] * 2
}

func PanicCallStore(a []int, i, j int) int {
	a[j], a[i] = a[i], bump(a, j)
	return a[i] + bump(a, i)*a[j]
}

func PanicOpHoist(a []int, i, j int) { a[i] += bump(a, j) }

func PanicConst(x []int, n int) (s int) {
	for i := range x {
		x[i] = s
		if x[i]+i == n {
			panic("found it")
		}
		s += 2
	}
	return
}

func PanicHint(x []int, n int) (s int) {
	_ = x[n]
	for i := range n {
		s += x[i]
	}
	return
}

func PanicSlice(x []int, i, j int8) (s int) {
	for k, v := range x[i:j] {
		s += k * v
	}
	return
}

func PanicSliceOrder(a, b, x []int, i, j int) (s int) {
	y := x[a[i]:b[j]]
	return len(y) + cap(y)
}

func Reslice(x, y []float32) (s float32) {
	if len(y) > len(x) {
		return -1
	}
	x = x[:len(y)]
	for i := range x {
		x[i] *= y[i]
		s += x[i]
	}
	for len(x) > 1 {
		s += x[1]
		x = x[1:]
	}
	return s
}

func SliceVars(x, y []int32, p bool) (s int32) {
	z := x
	if p {
		z = y
	}
	for i := range z {
		s = s*3 + z[i]
	}
	x, y = y, x
	var none []int32
	for range none {
		s++
	}
	return s + int32(len(x)-2*len(y)+len(none))
}

func inner(x []int, n int) (r int) {
	for i := range x {
		if x[i] == n {
			return x[i+1]
		}
		r += x[i]
	}
	return r / n
}

func PanicInline(x, y []int, n int) int {
	s := 0
	for i := range 3 {
		s += inner(x, i) - inner(y, n)
	}
	return s
}

func divmod(a, b int) (q, r int) {
	q = a / b
	r = a - q*b
	return
}

func CallTwice(a, b int) (int, int) {
	q, r := divmod(a, b|1)
	q, r = divmod(r, q|1)
	return divmod(q+r, 3)
}

func PanicReturn(a, b []int, i, j, k int) (int, int, int) { return a[i], j / k, b[j] }

func PanicNamedReturn(a []int, i, j, k int) (p, q int) {
	p = i
	return j / k, a[p]
}

func PanicIndexKinds(x []int, a int8, b uint8, c int32, d uint64, n int) int {
	switch n & 3 {
	case 0:
		return x[a]
	case 1:
		return x[b]
	case 2:
		return x[c]
	}
	return x[d]
}

func PanicSwapIdx(x, y []int, i, j int) { x[i], y[j] = y[j], x[i] }

func PanicVarIdx(x []int, i, j int) int {
	i, x[i] = j, 5
	return i
}

func PanicMidTuple(a, b []int, i, j, x, y int) (r int) {
	a[i], r, b[j] = x, x/y, b[i]
	return r
}

func PanicNested(x, y []int, i int, k int8) { x[y[i]] <<= k }

func PanicIncDec(x []uint8, i uint16) { x[i]++; x[i-1]-- }

func Infinite(n uint8) uint8 {
	for {
		n = n*5 + 1
		if n == 11 {
			return n
		}
	}
}

func DeadCode(n int) int {
	for {
		if n > 3 || n < 0 {
			return n
		}
		n++
	}
}

func must(n int) int {
	if n >= 0 {
		panic("never")
	}
	for true {
		if false {
			n = 100
		}
		return n
	}
	return 5
}

func never(n int) int { panic("never") }

func PanicNever(n int, x []int, i int) int {
	if n > 0 {
		return never(n) + x[i]
	}
	return must(n) * 2
}
