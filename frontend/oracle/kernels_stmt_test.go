package oracle

import (
	"cmp"
	"math"
	"math/bits"
)

// Statements, calls, generics and library functions for the oracle test. Those whose names begin with Panic must panic
// for some arguments.
var stmtKernels = map[string]any{
	"CopyTwo": CopyTwo, "CopyOver": CopyOver, "CopyShift": CopyShift, "CopyBytes": CopyBytes, "ClearParts": ClearParts,
	"CopyLocal":      CopyLocal,
	"PanicCopyOrder": PanicCopyOrder, "PanicMaxLow": PanicMaxLow, "PanicMaxHigh": PanicMaxHigh,
	"PanicMaxCall": PanicMaxCall,
	"Slice3Cap":    Slice3Cap, "CopyNested": CopyNested,

	"SwitchAll": SwitchAll, "SwitchInit": SwitchInit, "SwitchFloat": SwitchFloat, "SwitchBool": SwitchBool,
	"SwitchFall":    SwitchFall,
	"SwitchDefault": SwitchDefault, "SwitchBreak": SwitchBreak, "SwitchEmpty": SwitchEmpty,
	"PanicSwitchOrder": PanicSwitchOrder,
	"SwitchShadow":     SwitchShadow, "SwitchReturn": SwitchReturn, "SwitchOnce": SwitchOnce, "IfInit": IfInit,
	"IfChain":   IfChain,
	"LabelNest": LabelNest, "LabelSwitch": LabelSwitch, "ForVariants": ForVariants, "ForPost": ForPost, "LoopVar": LoopVar,
	"RangeOnce": RangeOnce, "RangeTyped": RangeTyped, "RangeIntoElem": RangeIntoElem,
	"PanicRangeIntoElem": PanicRangeIntoElem,
	"RangeShadow":        RangeShadow, "RangeReslice": RangeReslice, "EarlyDeep": EarlyDeep, "NamedBare": NamedBare,
	"NamedShadow": NamedShadow,
	"IotaLocal":   IotaLocal, "ConstTyped": ConstTyped, "OpAssign": OpAssign, "TupleVars": TupleVars, "TupleFib": TupleFib,
	"TupleSlices": TupleSlices,
	"LenReslice":  LenReslice, "ShadowAll": ShadowAll, "BlankAll": BlankAll, "VarForms": VarForms,
	"EmptyBodies": EmptyBodies,

	"CallMulti": CallMulti, "CallNamed": CallNamed, "CallLoops": CallLoops, "CallEarly": CallEarly,
	"CallSlices": CallSlices, "CallNever": CallNever,
	"PanicCallArgs": PanicCallArgs, "PanicCallMulti": PanicCallMulti, "CallShadow": CallShadow, "CallBlank": CallBlank,

	"MathAll": MathAll, "MathMinMax": MathMinMax, "MathSigns": MathSigns, "MathConsts": MathConsts, "MathInfs": MathInfs,
	"MathDims": MathDims,
	"Bits8":    Bits8, "Bits16": Bits16, "Bits32": Bits32, "Bits64": Bits64, "BitsCarry": BitsCarry,
	"BitsCarry32": BitsCarry32, "BitsUint": BitsUint,
	"BitsMul": BitsMul, "PanicBitsDiv": PanicBitsDiv, "PanicBitsDiv32": PanicBitsDiv32, "BitsCounts": BitsCounts, "BitsRotate": BitsRotate, "CmpFloats": CmpFloats, "CmpInts": CmpInts,

	"Wrap": Wrap, "ShiftBig": ShiftBig, "PanicShiftNeg": PanicShiftNeg, "DivEdge": DivEdge, "PanicDivZero": PanicDivZero,
	"FloatEdges": FloatEdges,
	"ConvAll":    ConvAll, "ConvUnsigned": ConvUnsigned, "ConvNarrow": ConvNarrow, "ConvChain": ConvChain,

	"PanicOpBoth": PanicOpBoth, "PanicSetBoth": PanicSetBoth, "PanicSetDiv": PanicSetDiv, "PanicTupleLate": PanicTupleLate,
	"PanicTupleRight": PanicTupleRight, "PanicOpDiv": PanicOpDiv, "PanicOpShift": PanicOpShift,
	"PanicReturnPair": PanicReturnPair,
	"PanicIndexIndex": PanicIndexIndex, "PanicAnd": PanicAnd, "PanicCond": PanicCond, "PanicVarDecl": PanicVarDecl,
	"PanicThreeStores": PanicThreeStores,
	"PanicMinMax":      PanicMinMax, "PanicCallTuple": PanicCallTuple, "PanicRangeSlice": PanicRangeSlice,
	"PanicSwitchTag": PanicSwitchTag,
	"PanicIncBoth":   PanicIncBoth, "PanicSliceIndex": PanicSliceIndex, "PanicCompare": PanicCompare,
	"PanicTupleCallStore": PanicTupleCallStore,
	"PanicBlank":          PanicBlank, "PanicConv": PanicConv, "PanicSumOrder": PanicSumOrder,
	"PanicNamedTuple": PanicNamedTuple,

	"GSum/float32": GSum[float32], "GSum/int8": GSum[int8], "GSum/uint64": GSum[uint64], "GMax/float64": GMax[float64],
	"GMax/int16": GMax[int16],
	"GScale":     GScale[[]float32, float32], "GConst/float32": GConst[float32], "GConst/float64": GConst[float64],
	"GConv":  GConv[int32, float32],
	"GCalls": GCalls[uint16], "GClamp/int8": GClamp[int8], "GClamp/float64": GClamp[float64], "GNamed": GNamed[kelvin],
	"GLocal": GLocal[uint8],
	"GSwap":  GSwap[int64, float32], "GLess/float64": GLess[float64], "GLess/uint8": GLess[uint8], "GCount": GCount[int32],
	"GUse":   GUse,
	"GRange": GRange[uint8], "GShift": GShift[uint16], "PanicGIndex": PanicGIndex[int32],
}

func CopyTwo(x, y []float64) (int, int) { return copy(x, y), copy(y, x) }

func CopyOver(x []int32, i, j uint8) (n int) {
	a, b := x[min(int(i), len(x)):], x[min(int(j), len(x)):]
	n = copy(a, b)
	return
}

func CopyShift(x []uint8) int {
	n := copy(x[min(1, len(x)):], x)
	m := copy(x, x[min(2, len(x)):])
	copy(x, x)
	return n*10 + m
}

func CopyBytes(x []byte) int { return copy(x, "hey") }

func ClearParts(x []int64, y []float32, i uint8) {
	clear(x[min(int(i), len(x)):])
	clear(y[:len(y)/2])
}

func CopyLocal(x []int32) (s int32) {
	var a [6]int32
	n := copy(a[1:], x)
	copy(a[2:], a[:4])
	clear(a[5:])
	for i, v := range a {
		s = s*3 + v + int32(i)
	}
	return s + int32(n)
}

func CopyNested(x, y []int16, n uint8) (k int) {
	for i := range int(n & 3) {
		k += copy(x[min(i, len(x)):], y)
		if k > 7 {
			clear(y)
		}
	}
	return k + copy(y, x[len(x)/2:])
}

func PanicCopyOrder(x, y []int, i, j int) int { return copy(x[i:], y[j:]) }

func PanicMaxLow(x []int32, i, j, k int8) (n, c int, s int32) {
	y := x[i:j:k]
	for _, v := range y[:cap(y)] {
		s += v
	}
	return len(y), cap(y), s
}

func PanicMaxHigh(x []int32, j uint64, k int) (int, int) {
	y := x[:j:k]
	return len(y), cap(y)
}

func PanicMaxCall(x, y []int, i, j int) int { return len(x[y[i]:pick(y, j):pick(y, 0)]) }

func Slice3Cap(x []int8) (n int) {
	y := x[:len(x):len(x)]
	n = cap(y) * 100
	z := x[len(x):len(x):cap(x)]
	return n + len(z) + cap(z)*10
}

func SwitchAll(x []int32, n int) (r int32) {
	for _, v := range x {
		switch v {
		case 0, 1:
			r++
		case 2:
			r += 10
			fallthrough
		case 3:
			r += 100
		default:
			r += 1000
		case -1:
			continue
		}
		r *= 3
	}
	return r
}

func SwitchInit(n int) (r int) {
	switch m := n * 2; m {
	case 2, 4:
		r = m
	case 6:
		m++
		r = m
	}
	switch m := n; {
	case m < 0:
		r--
	case m > 3:
		r += m
	}
	return
}

func SwitchFloat(x []float64) (r int) {
	for _, v := range x {
		switch v {
		case 0:
			r += 1
		case math.MaxFloat64:
			r += 2
		case v:
			r += 4
		default: // NaN
			r += 8
		}
		r *= 5
	}
	return
}

func SwitchBool(a, b bool) (r int) {
	switch a {
	case b:
		r = 1
	case !b:
		r = 2
	}
	switch true {
	case a && b:
		r += 10
	case a || b:
		r += 20
	}
	switch false {
	case a:
		r += 100
	}
	switch {
	}
	return
}

func SwitchFall(n int) (r int) {
	switch n {
	default:
		r = 1
		fallthrough
	case 1:
		r += 2
	case 2:
		r += 4
		fallthrough
	case 3:
		r += 8
		fallthrough
	case 4:
	}
	return
}

func SwitchDefault(n int8) int {
	switch {
	default:
		return 7
	case n == 1:
		return 1
	case n == 2:
		return 2
	}
}

func SwitchBreak(x []int) (r int) {
	for i, v := range x {
		switch {
		case v < 0:
			break
		case v > 3:
			if i > 2 {
				break
			}
			r += 3
		default:
			r++
		}
		r *= 2
	}
	return
}

func SwitchEmpty(n, m int) (r int) {
	switch n {
	}
	switch r = m; {
	case n > 0:
	}
	switch n {
	default:
	}
	return
}

func SwitchShadow(n int) int {
	switch x := n; x {
	case 1:
		n := 5
		x += n
		return x
	default:
		n := x * 2
		n++
		return n
	}
}

func SwitchReturn(x []int32) (i int, v int32) {
	for i, v = range x {
		switch v & 3 {
		case 0:
			return
		case 1:
			return i, -v
		case 2:
			return v2(i), v
		}
	}
	return -1, 0
}

func v2(i int) int { return 2*i + 1 }

func SwitchOnce(x []int) (r int) {
	if len(x) == 0 {
		return
	}
	switch bump(x, 0) {
	case 1, 2, 3:
		r = 1
	case 4:
		r = 2
	}
	return r*100 + x[0]
}

func PanicSwitchOrder(a, b []int, i, j, k int) int {
	switch a[i] {
	case b[j]:
		return 1
	case 2, b[k]:
		return 2
	}
	return 0
}

func IfInit(x []int, n int) (r int) {
	if y := len(x); n < y {
		r = x[max(n, 0)]
	} else if z := y * 2; n < z {
		r = z
	} else {
		y, z = z, y
		r = y - z + 1
	}
	if n := n * 3; n > 9 {
		r += n
	}
	return r + n
}

func IfChain(a, b, c bool) int {
	if a {
		if b {
			return 1
		}
	} else if b || c {
		if !c {
			return 2
		} else {
			return 3
		}
	}
	return 4
}

func LabelNest(x []int32, n int) (r int32) {
outer:
	for i, v := range x {
	middle:
		for j := 0; j < 4; j++ {
			for k := range x {
				switch {
				case x[k] == v && j == 2:
					continue middle
				case x[k]+int32(j) == 5:
					break middle
				case int(v)+k == n:
					continue outer
				case r > 1000:
					break outer
				}
				r += int32(i ^ j ^ k)
			}
			r++
		}
		r += 3
	}
	return
}

func LabelSwitch(x []int) (r int) {
L:
	switch {
	case len(x) > 2:
		for _, v := range x {
			if v == 2 {
				break L
			}
			r += v
		}
		r += 100
	default:
		r = -1
	}
	r &= 31
M:
	for {
		switch {
		case r > 20:
			break M
		default:
			r += 7
			continue M
		}
	}
	return
}

func ForVariants(n int) (r int) {
	n &= 15
	for i, j := 0, n; i < j; i, j = i+1, j-1 {
		r += i * j
	}
	for i := n; ; {
		if i--; i < 0 {
			break
		}
		r ^= i
	}
	i := 0
	for ; i < n; i++ {
	}
	for i > 3 {
		i -= 2
		r++
	}
	for i := range n {
		for range i {
			r++
		}
	}
	for i := n; i > 0; i /= 2 {
		r = r*2 + i
	}
	for i := 1; i < 1000; i <<= 1 {
		r += i & n
	}
	for i := uint8(250); i >= 250; i++ {
		r++
	}
	return
}

func ForPost(x []int) (r int) {
	for i := 0; i < len(x); i, r = i+1, r+x[i] {
		if x[i] == 2 {
			continue
		}
		r *= 2
	}
	return
}

func LoopVar(x []int) (r int) {
	for i := 0; i < len(x); i++ {
		j := i
		j++
		i := j * 2
		r += i
	}
	for i := 0; i < 10; i++ {
		if i%3 == 0 {
			i += 2
		}
		r += i
	}
	return
}

func RangeOnce(x []int) (r int) {
	for i := range bump2(x) {
		r += i
	}
	y := x
	for i, v := range y {
		y = y[:0]
		r += i*7 + v + len(y)
		if i+1 < len(x) {
			x[i+1] += v
		}
	}
	n := 3
	for i := range n {
		n = 100
		r += i
	}
	return r + n
}

func bump2(x []int) []int {
	if len(x) > 0 {
		x[0]++
		return x[1:]
	}
	return x
}

func RangeTyped(n uint16) (a uint16, b int8, c uint64) {
	const k int8 = 5
	for i := range k {
		b += i
	}
	for i := range n & 31 {
		a += i
	}
	for i := range uint64(4) {
		c = c<<3 | i
	}
	for b = range 3 {
	}
	var f int32
	for f = range 7 {
		c += uint64(f)
	}
	for range n % 3 {
		a++
	}
	return
}

func RangeIntoElem(x, y []int) (r int) {
	var z [3]int
	for z[1] = range y {
		r += z[1] * 2
	}
	for z[0], z[2] = range y {
		r += z[0] ^ z[2]
	}
	return r
}

func PanicRangeIntoElem(x, y []int, i int) {
	for x[i] = range y {
		i++
	}
}

func RangeShadow(x []int) (i int) {
	for i, x := range x {
		i += x
		x := i
		x++
		_ = x
	}
	for i := range x {
		x := x[i:]
		i := len(x)
		_ = i
	}
	return i + len(x)
}

func RangeReslice(x []int32) (r int32) {
	for i := range x {
		x = x[:len(x)-1]
		if i < len(x) {
			x[i] += 3
			r += x[i]
		}
	}
	return r + int32(len(x))
}

func EarlyDeep(x, y []int8, v int8) (int, int, bool) {
	for i := range x {
		for j, w := range y {
			if w > v {
				for k := range 3 {
					switch {
					case int(x[i])+k == int(w):
						return i, j, true
					}
				}
			} else if w == x[i] {
				return j, i, false
			}
		}
	}
	return -1, -1, false
}

func NamedBare(x []int32, v int32) (at int, sum int32, ok bool) {
	for at, v = range x {
		sum += v
		if sum > 20 {
			ok = true
			return
		}
	}
	at = -at
	return
}

func NamedShadow(n int) (r int, s int) {
	r = n
	{
		r := 5
		s = r
	}
	if n > 2 {
		s, n := n, s
		return s + n, r
	}
	return
}

func IotaLocal(n int) (int, uint8, float64) {
	const (
		a = iota * 3
		b
		_
		c, d = iota, 1 << iota
		e, f
	)
	const big = 1 << 100 >> 98
	const (
		kb = 1 << (10 * (iota + 1))
		mb
	)
	type weekday uint8
	const (
		sunday weekday = iota + 250
		monday
	)
	return n + a + b*10 + c*100 + d*1000 + e + f + big + mb/kb, uint8(monday + weekday(n)), float64(1<<iotaZero) / 3
}

const iotaZero = iota

func ConstTyped(x float32, i int8) (float32, int8, bool, uint8) {
	const h = 0.1
	const k int8 = 'a'
	const on = h < 1 && k > 3
	const mask = ^uint8(0) >> 3
	return x*h + 1/3.0, i + k, on, mask ^ uint8(i)
}

func OpAssign(x []int32, a int32, f float64, u uint8, b bool) (int32, float64, uint8) {
	for i := range x {
		x[i] += a
		x[i] -= a >> 1
		x[i] *= 3
		x[i] |= a
		x[i] &= 0xffff
		x[i] ^= a << 2
		x[i] &^= 5
		x[i] <<= u & 7
		x[i] >>= 2
		x[i] /= a | 1
		x[i] %= 1000
		x[i]++
		a--
	}
	f += 1
	f *= f
	f -= 0.5
	f /= 3
	u <<= 1
	u -= 7
	u /= 3
	u %= 11
	return a, f, u
}

func TupleVars(a, b, c int) (int, int, int) {
	a, b, c = b, c, a
	a, b = b+c, a-c
	b, a, _ = a, b, c
	c, b, a = a+1, b+2, c+3
	return a, b, c
}

func TupleFib(n uint8) (a, b uint64) {
	for a, b = 0, 1; n > 0; n-- {
		a, b = b, a+b
	}
	return
}

func TupleSlices(x, y []int32) (int, int) {
	if len(x) > 1 && len(y) > 1 {
		x, y = y, x
		x[0], x[1], y[0] = x[1], y[0], x[0]
		i := 0
		i, x[i] = 1, 7
		x, x[1] = x[1:], 9
		x[0], y = 11, x
	}
	return len(x), len(y)
}

func LenReslice(x []int) (r int) {
	for len(x) > 1 {
		r = r*3 + x[0] + len(x)*7 + cap(x)
		x = x[1 : len(x)-1]
	}
	x = x[:min(cap(x), 2)]
	for _, v := range x {
		r += v
	}
	return r
}

func ShadowAll(x []int, n int) (r int) {
	len := n
	{
		n := n + len
		r += n
		if n := n * 2; n > 4 {
			r ^= n
			for n := 0; n < 3; n++ {
				n := n + r
				r += n
			}
		}
	}
	for x, n := range x {
		x, n := n, x
		r += x*2 - n
	}
	true := n > 3
	if true {
		r++
	}
	return r + n
}

func BlankAll(x []int, n int) (_ int, r int) {
	_ = n
	_, _ = x, n+1
	var _ int = 3
	var _, k = n, n * 2
	for _ = range x {
		r++
	}
	for _, _ = range x {
		r++
	}
	_, r = r, k+r
	return 4, r
}

func VarForms(n int8) (int8, float32, uint16, bool) {
	var a, b int8 = n, n + 1
	var (
		c    = a * b
		d, e = float32(c), uint16(c)
		f    bool
		g    float32
	)
	var h uint16
	type pair = int16
	var p pair = pair(n)
	f = d > g && e > h
	return c + int8(p), d + g, e + h, f
}

func EmptyBodies(n int) int {
	n &= 63
	for i := 0; i < n; i++ {
	}
	for range n {
	}
	if n > 3 {
	} else {
	}
	{
	}

	{
		{
			n++
		}
	}
	return n
}

func minMaxOf(x []int32) (lo, hi int32, ok bool) {
	if len(x) == 0 {
		return
	}
	lo, hi, ok = x[0], x[0], true
	for _, v := range x[1:] {
		lo, hi = min(lo, v), max(hi, v)
	}
	return
}

func width(lo, hi int32, ok bool) int32 {
	if !ok {
		return -1
	}
	return hi - lo
}

func CallMulti(x, y []int32) (int32, int32) {
	a := width(minMaxOf(x))
	lo, hi, _ := minMaxOf(y)
	if w, ok := width(lo, hi, len(y) > 2), a > 3; ok {
		return w, a
	}
	return a, lo
}

func swapOf(a, b int) (x, y int) { x, y = b, a; return }

func CallNamed(a, b int) (int, int) {
	a, b = swapOf(swapOf(a, b+1))
	x, y := swapOf(a*2, b)
	return swapOf(x-y, x+y)
}

func sumTo(n int) (s int) {
	for i := range n {
		if s > 100 {
			return s
		}
		s += i
	}
	return
}

func CallLoops(x []int) (r int) {
	for _, v := range x {
		r += sumTo(v & 15)
		if r > sumTo(9) {
			break
		}
	}
	for i := sumTo(3); i < sumTo(5); i += sumTo(2) {
		r ^= i
	}
	return
}

func sign(v int) int {
	if v < 0 {
		return -1
	} else if v == 0 {
		return 0
	}
	for {
		if v < 100 {
			return 1
		}
		v /= 2
	}
}

func CallEarly(x []int) (r int) {
	for _, v := range x {
		r = r*2 + sign(v) + sign(v-3)
	}
	return
}

func fillWith(x []int16, v int16) (n int) {
	for i := range x {
		x[i] = v
		v++
		n++
	}
	x = x[:0]
	return n + len(x)
}

func CallSlices(x []int16) int {
	n := fillWith(x[len(x)/2:], 5)
	x = x[:len(x)/2]
	return n*10 + fillWith(x, -3) + len(x)
}

func fails(n int) int {
	if n >= 0 || n < 0 {
		panic("fails")
	}
	return n
}

func CallNever(n int) int {
	if n > 1000 {
		return fails(n)
	}
	if n < -1000 {
		n = fails(n) + 3
	}
	return n
}

func three(a, b, c int) int { return a*100 + b*10 + c }

func PanicCallArgs(x, y []int, i, j, k int) int { return three(x[i], k/y[0], y[j]) }

func PanicCallMulti(x []int, i, j int) int {
	return three(bump(x, i), bump(x, j), x[0])
}

func CallShadow(n int) (r int) {
	width := n * 2
	sign := sign(n)
	return width + sign
}

func CallBlank(x []int) int {
	_, _ = swapOf(bump(x[:min(len(x), 1)], 0*len(x)+max(0, 0)*len(x)), 3)
	return len(x)
}

func MathAll(x, y, z float64) (a, b, c, d, e, f, g, h float64) {
	return math.Round(x), math.RoundToEven(y), math.Floor(x), math.Ceil(y), math.Trunc(z), math.Sqrt(x), math.FMA(x, y, z),
		math.Abs(z)
}

func MathMinMax(x, y float64) (a, b, c, d float64) {
	return math.Max(x, y), math.Min(x, y), max(x, y), min(x, y)
}

func MathSigns(x, y float64, f float32) (a float64, b, c bool, d float32, e uint32, g uint64) {
	return math.Copysign(x, y), math.Signbit(x), math.Signbit(float64(f)), float32(math.Copysign(float64(f), x)),
		math.Float32bits(f), math.Float64bits(x)
}

func MathConsts(x float64) (float64, float32, int64, uint64, int8, float64) {
	return x*math.Pi + math.E - math.Phi, math.MaxFloat32, math.MinInt64, math.MaxUint64, math.MaxInt8,
		math.SmallestNonzeroFloat64 + math.Log2E*math.Sqrt2
}

func MathInfs(x float64, n int) (a float64, b, c, d, e bool, f float64) {
	return math.Inf(n), math.IsInf(x, n), math.IsInf(x, 0), math.IsInf(x, -1), math.IsNaN(x),
		math.Float64frombits(math.Float64bits(x) ^ 1<<63)
}

func MathDims(x, y float64) float64 { return math.Dim(x, y) }

func Bits8(x uint8, k int) (a, b, c, d, e int, f, g uint8) {
	return bits.LeadingZeros8(x), bits.TrailingZeros8(x), bits.Len8(x), bits.OnesCount8(x), int(x), bits.Reverse8(x),
		bits.RotateLeft8(x, k)
}

func Bits16(x uint16, k int) (a, b, c, d int, e, f, g uint16) {
	return bits.LeadingZeros16(x), bits.TrailingZeros16(x), bits.Len16(x), bits.OnesCount16(x), bits.Reverse16(x),
		bits.ReverseBytes16(x), bits.RotateLeft16(x, k)
}

func Bits32(x uint32, k int) (a, b, c, d int, e, f, g uint32) {
	return bits.LeadingZeros32(x), bits.TrailingZeros32(x), bits.Len32(x), bits.OnesCount32(x), bits.Reverse32(x),
		bits.ReverseBytes32(x), bits.RotateLeft32(x, k)
}

func Bits64(x uint64, k int) (a, b, c, d int, e, f, g uint64) {
	return bits.LeadingZeros64(x), bits.TrailingZeros64(x), bits.Len64(x), bits.OnesCount64(x), bits.Reverse64(x),
		bits.ReverseBytes64(x), bits.RotateLeft64(x, k)
}

func BitsUint(x uint, y uint, k int) (a, b, c, d int, e, f, g, h, i uint) {
	h, i = bits.Add(x, y, x&1)
	return bits.LeadingZeros(x), bits.TrailingZeros(x), bits.Len(x), bits.OnesCount(x), bits.Reverse(x),
		bits.ReverseBytes(x), bits.RotateLeft(x, k), h, i + bits.UintSize
}

func BitsCarry(x, y, c uint64) (a, b, d, e uint64, f, g uint) {
	a, b = bits.Add64(x, y, c&1)
	d, e = bits.Sub64(x, y, c&1)
	f, g = bits.Sub(uint(x), uint(y), uint(c&1))
	return
}

func BitsCarry32(x, y, c uint32) (a, b, d, e uint32) {
	a, b = bits.Add32(x, y, c&1)
	d, e = bits.Sub32(x, y, c&1)
	return
}

func BitsMul(x, y uint64, u, v uint32) (a, b uint64, c, d uint32, e, f uint) {
	a, b = bits.Mul64(x, y)
	c, d = bits.Mul32(u, v)
	e, f = bits.Mul(uint(y), uint(x))
	return
}

func PanicBitsDiv(x, y, z uint64, k uint) (a, b, c uint64) {
	x >>= k & 63
	a, b = bits.Div64(x, y, z)
	return a, b, bits.Rem64(y, a, z)
}

func PanicBitsDiv32(x, y, z uint32, k uint) (a, b, c uint32, d, e uint) {
	x >>= k & 31
	a, b = bits.Div32(x, y, z)
	d, e = bits.Div(uint(b), uint(x)<<40, uint(z))
	return a, b, bits.Rem32(y, x, z), d, e
}

func BitsCounts(x []uint32) (n int) {
	for i, v := range x {
		n += bits.OnesCount32(v)*i - bits.Len32(v)
		x[i] = bits.Reverse32(v)
	}
	return
}

func BitsRotate(x []uint64, k int) {
	for i, v := range x {
		x[i] = bits.RotateLeft64(v, k-i) ^ bits.ReverseBytes64(v)
	}
}

func CmpFloats(x, y float64, f, g float32) (a, b bool, c, d int) {
	return cmp.Less(x, y), cmp.Less(f, g), cmp.Compare(x, y), cmp.Compare(g, f)
}

func CmpInts(x, y int8, u, v uint64) (a, b bool, c, d, e int) {
	return cmp.Less(x, y), cmp.Less(u, v), cmp.Compare(x, y), cmp.Compare(v, u), cmp.Compare(x, 3)
}

func Wrap(a, b int8, c, d uint16, e, f int64) (int8, int8, uint16, uint16, int64, int64) {
	return a + b, a * b, c - d, c * d, e*f + 1<<62, -e - f
}

func ShiftBig(a int8, b uint16, c int64, n uint8, m uint64, k uint16) (int8, uint16, int64, int8, uint16, int64,
	uint16) {
	return a << n, b << m, c >> m, a >> k, b >> n, c << k, b << (m & 15)
}

func PanicShiftNeg(x []int32, i, n int, m int8) (r int32) {
	x[i] = 1 << n
	x[i] >>= m
	return x[i] << (m - 1)
}

func DivEdge(a int8, b int32, c int64, d uint8) (int8, int8, int32, int32, int64, int64, uint8) {
	m := int8(-1)
	n, o := int32(m), int64(m)
	return a / m, a % m, b / n, b % n, c / o, c % o, d / 3
}

func PanicDivZero(a, b []int16, i, j int) (q, r int16) {
	q, r = a[i]/b[j], a[i]%b[j]
	return
}

func FloatEdges(x, y float64, f, g float32) (a, b, c, d bool, e, h float64, i float32) {
	return x < y, x == y, !(x >= y), f != g, min(x, y), max(y, x, 0), min(f, g, -f)
}

func ConvAll(x float64, f float32) (int8, int16, int32, int64, uint8, uint16, uint32, uint64, int8, int16, int32, int64,
	uint8, uint16, uint32, uint64) {
	return int8(x), int16(x), int32(x), int64(x), uint8(x), uint16(x), uint32(x), uint64(x), int8(f), int16(f), int32(f),
		int64(f), uint8(f), uint16(f), uint32(f), uint64(f)
}

func ConvUnsigned(a uint64, b uint32, c int64, d uint8) (float64, float32, float64, float32, float32, float64) {
	return float64(a), float32(a), float64(b), float32(b), float32(c), float64(d)
}

func ConvNarrow(x []float64, y []uint8) (r uint8) {
	for i, v := range x {
		if i < len(y) {
			y[i] = uint8(v)
			r += uint8(int8(v))
		}
	}
	return
}

func ConvChain(a int64) (int8, uint8, uint16, int, float32, uint64) {
	return int8(uint16(a)), uint8(int8(a)), uint16(int8(a)), int(uint32(a)), float32(int16(a)), uint64(int8(a))
}

func PanicOpBoth(a, b []int, i, j int) { a[i] += b[j] }

func PanicSetBoth(a, b []int, i, j int) { a[i] = b[j] }

func PanicSetDiv(a []int, i, x, y int) { a[i] = x / y }

func PanicTupleLate(a, b []int, i, j int) { a[0], b[j] = 1, 2 }

func PanicTupleRight(a, b []int, i, j, k int) { a[i], b[j] = b[k], a[k] }

func PanicOpDiv(a, b []int32, i, j int) { a[i] /= b[j] }

func PanicOpShift(a []int32, b []int8, i, j int) { a[i] <<= b[j] }

func PanicReturnPair(a, b []int, i, j, k int) (int, int) { return a[i] / k, b[j] }

func PanicIndexIndex(a, b []int, i, j int) int { return a[b[i]] + b[a[j]] }

func PanicAnd(a, b []int, i, j int) bool { return a[i] > 0 && b[j] > 1 || a[j] == 2 }

func PanicCond(a, b []int, i, j int) (r int) {
	if a[i] > b[j] {
		r = 1
	}
	for k := a[j] & 7; k < b[i]&7; k++ {
		r++
	}
	return
}

func PanicVarDecl(a, b []int, i, j int) int {
	var x, y = a[i], b[j]
	var z int = a[j]
	return x + y + z
}

func PanicThreeStores(a []int, i, j, k int) { a[i], a[j], a[k] = 1, 2, 3 }

func PanicMinMax(a, b []float64, i, j, k int) float64 { return max(a[i], b[j]) - min(b[k], 1) }

func PanicCallTuple(a []int, i, j int) { a[i], a[j] = swapOf(a[j], a[i]) }

func PanicRangeSlice(a []int, i, j int) (r int) {
	for k, v := range a[i:j] {
		a[k] += v
		r += v
	}
	return
}

func PanicSwitchTag(a []int, i, j, n int) int {
	switch a[i] / n {
	case a[j]:
		return 1
	}
	return 2
}

func PanicIncBoth(a, b []int, i int) { a[b[i]]++; b[a[i]]-- }

func PanicSliceIndex(a []int, i, j, k int) int { return a[i:j][k] + a[k] }

func PanicCompare(a []int, b []float64, i, j int) bool { return a[i] == 1 != (b[j] < 2) }

func PanicTupleCallStore(a []int, i, j int) (r int) {
	r, a[i] = bump(a, j), 5
	return
}

func PanicBlank(a []int, i, n int) { _ = a[i]; _ = 3 / n; _, _ = a[n], i/n }

func PanicConv(a []float64, b []uint8, i, j int) { b[i] = uint8(a[j]) }

func PanicSumOrder(a, b, c []int, i, n int) int { return a[i] + b[i]/n - c[i] }

func PanicNamedTuple(a []int, i, n int) (x, y int) {
	x, y = a[i], 3/n
	return y / (x - 1), a[n]
}

type number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint64 | ~float32 | ~float64
}

type kelvin float32

func GSum[T number](x []T) (s T) {
	for _, v := range x {
		s += v
	}
	return s
}

func GMax[T cmp.Ordered](x []T, least T) T {
	for _, v := range x {
		least = max(least, v)
	}
	return least
}

func GScale[S ~[]E, E interface{ ~float32 | ~float64 }](x S, k E) int {
	for i := range x {
		x[i] *= k + 0.5
	}
	return len(x[len(x)/2:])
}

func GConst[T ~float32 | ~float64](x T) (T, T, T) {
	const third = 1.0 / 3
	return x + third, T(1.000000059604644775390626) * x, third - x*0.1
}

func GConv[I ~int32, F ~float32](x F, i I) (I, F, float64) {
	return I(x) + i, F(i) + x, float64(x) + float64(i)
}

func half[T number](v T) T { return v / 2 }

func twice[T number](v T) T { return half(v) * 4 }

func GCalls[T number](x []T) (r T) {
	for _, v := range x {
		r += twice(v) + half[T](v)
	}
	return r + T(half(float64(7))) + T(GSum([]T(x)))
}

func GClamp[T number](v, lo, hi T) T {
	switch {
	case v < lo:
		return lo
	case v > hi:
		return hi
	}
	return v
}

func GNamed[T ~float32](x []T, k T) T { return GSum(x) * k }

func GLocal[T number](x []T) (r T) {
	type acc struct {
		sum T
		n   int
	}
	var a acc
	for _, v := range x {
		a.sum += v
		a.n++
	}
	var window [3]T
	for i, v := range x {
		window[i%3] = v + a.sum
	}
	for _, v := range window {
		r += v*3 - T(a.n)
	}
	return
}

func GSwap[A, B any](x []A, y []B, i uint8) {
	for j := range min(len(x), len(y)) / 2 {
		x[j], x[j+1] = x[j+1], x[j]
		y[j], y[j+1] = y[j+1], y[j]
	}
}

func GLess[T cmp.Ordered](x, y T) (bool, int, bool) {
	return cmp.Less(x, y), cmp.Compare(y, x), cmp.Less[T](y, x)
}

func GCount[T comparable](x []T, v T) (n int) {
	for _, w := range x {
		if w == v {
			n++
		}
	}
	return
}

func GUse(x []float64, y []int16) (float64, int16, float64) {
	return GSum(x), GMax(y, 3), GClamp[float64](GSum(x), -1, 1)
}

func GRange[T ~uint8](n T) (s T) {
	for i := range n & 15 {
		s += i * 2
	}
	return
}

func GShift[T ~uint16 | ~uint32](x T, n T) (T, T) { return x << n, x>>3 | 1<<n }

func PanicGIndex[T ~int32 | ~int64](x []T, i T) T { return x[i] / x[0] }
