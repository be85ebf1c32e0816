package kernels

// Loops with running sums, extremes and affine recurrences, and floats that advance by steps.

func ScanSum(y, x []int32) int32 {
	s := int32(7)
	for i := range y {
		s += x[i]
		y[i] = s
	}
	return s
}

// ScanBefore looks at the sum before and after.
func ScanBefore(y, x []int64) (int64, int64) {
	s, before := int64(-3), int64(0)
	for i := range y {
		before = s
		s += x[i]
		y[i] = before ^ s
	}
	return s, before
}

func ScanBytes(y, x []uint8) uint8 {
	s := uint8(200)
	for i := range y {
		y[i] = s
		s -= x[i]
	}
	return s
}

func ScanShorts(y, x []int16) int16 {
	s := int16(1)
	for i := range y {
		s *= x[i] | 1
		y[i] = s
	}
	return s
}

func ScanWiden(y []int64, x []int8) int64 {
	s := int64(0)
	for i := range y {
		s += int64(x[i])
		y[i] = s
	}
	return s
}

func ScanBits(y, z, w []uint32, x []uint32) (uint32, uint32, uint32) {
	a, o, e := ^uint32(0), uint32(0), uint32(5)
	for i := range y {
		a &= x[i] | 0xf0f0ff
		o |= x[i] & 0x111
		e ^= x[i]
		y[i], z[i], w[i] = a, o, e
	}
	return a, o, e
}

func ScanExtremes(y, z []int32, x []int32) (int32, int32) {
	lo, hi := int32(100), int32(-100)
	for i := range y {
		lo, hi = min(lo, x[i]), max(hi, x[i])
		y[i], z[i] = lo, hi
	}
	return lo, hi
}

func ScanUnsigned(y, z []uint16, x []uint16) (uint16, uint16) {
	lo, hi := uint16(40000), uint16(9)
	for i := range y {
		lo, hi = min(lo, x[i]), max(hi, x[i])
		y[i], z[i] = lo, hi
	}
	return lo, hi
}

// ScanMax and scanMin treat NaNs and zeros of both signs as the builtins do.
func ScanMax(y, x []float64) float64 {
	top := x[0]
	for i := range y {
		top = max(top, x[i])
		y[i] = top
	}
	return top
}

func ScanMin(y, x []float32, low float32) float32 {
	for i := range y {
		low = min(x[i], low)
		y[i] = low
	}
	return low
}

// ScanRecord and scanLeast compare: what is there first stays, a NaN too.
func ScanRecord(y, x []float32) float32 {
	top := x[0]
	for i := range y {
		if x[i] > top {
			top = x[i]
		}
		y[i] = top
	}
	return top
}

func ScanLeast(y, x []float64, low float64) float64 {
	for i := range y {
		y[i] = low
		if x[i] < low {
			low = x[i]
		}
	}
	return low
}

// ScanHash composes functions s*31 + x.
func ScanHash(y []uint32, x []uint8) uint32 {
	h := uint32(17)
	for i := range y {
		h = h*31 + uint32(x[i])
		y[i] = h
	}
	return h
}

func ScanAffine(y, x, m []int64) int64 {
	s := int64(1)
	for i := range y {
		s = x[i] + m[i]*s
		y[i] = s
	}
	return s
}

// ScanTwice: the terms of the second sum are the first's.
func ScanTwice(y, x []int32) (int32, int32) {
	s, t := int32(0), int32(0)
	for i := range y {
		s += x[i]
		t += s
		y[i] = t
	}
	return s, t
}

// ScanTerms adds several times in an iteration, and looks at the sum on the way.
func ScanTerms(y, z, x []int32) int32 {
	s := int32(0)
	for i := range y {
		s += x[i]
		y[i] = s
		s += z[i]
		s -= 3
	}
	return s
}

// ScanCount adds under a condition.
func ScanCount(y []int32, x []float32) int32 {
	n := int32(0)
	for i := range y {
		if x[i] > 0 {
			n++
		}
		y[i] = n
	}
	return n
}

// ScanIndex loads from where the sum says.
func ScanIndex(y, x []int32, d []uint8) int {
	at := 0
	for i := range y {
		y[i] = x[at]
		at += int(d[i] & 1)
	}
	return at
}

func ScanStop(y, x []int32, most int32) int {
	s := int32(0)
	for i := range y {
		s += x[i] & 15
		if s > most {
			return i
		}
		y[i] = s
	}
	return -1
}

func ScanDown(y, x []int32) int32 {
	s := int32(0)
	for i := len(y) - 1; i >= 0; i-- {
		s += x[i]
		y[i] = s
	}
	return s
}

// ScanPlace adds to what the iteration before has stored.
func ScanPlace(x []int32) {
	for i := 1; i < len(x); i++ {
		x[i] += x[i-1]
	}
}

func ScanOther(y, x []int64) {
	for i := 1; i < len(y); i++ {
		y[i] = y[i-1] ^ x[i]
	}
}

func ScanMixed(y, z, x []int32, p int32) {
	for i := 1; i < len(y); i++ {
		z[i] = x[i] * p
		y[i] = y[i-1] + z[i] + p
	}
}

func ScanRows(y []int32) {
	for i := 0; i+24 <= len(y); i += 24 {
		s := int32(0)
		for j := range 24 {
			s += y[i+j]
			y[i+j] = s
		}
	}
}

// RampConst advances by what is known.
func RampConst(y, x []float32) float32 {
	s := float32(-3)
	for i := range y {
		s += 2
		y[i] = s * x[i]
	}
	return s
}

func RampDown(y []float64) (float64, float64) {
	s, t := 10.0, 0.0
	for i := range y {
		t = s
		y[i] = s
		s -= 0.25
	}
	return s, t
}

// RampRounded is rounded soon, rampLimited at the 65th step or so.
func RampRounded(y []float32) float32 {
	s := float32(0)
	for i := range y {
		y[i] = s
		s += 0.1
	}
	return s
}

func RampLimited(y []float32) float32 {
	s := float32(16777216 - 80)
	for i := range y {
		y[i] = s
		s += 1
	}
	return s
}

// RampArg advances by what comes in, which may be anything.
func RampArg(y []float32, s, step float32) float32 {
	for i := range y {
		y[i] = s
		s += step
	}
	return s
}

func RampArgDown(y []float64, s, step float64) float64 {
	for i := range y {
		y[i] = s
		s -= step
	}
	return s
}

// RampEven advances by a multiple of an eighth, from one.
func RampEven(y []float32, from, by int16) float32 {
	s := float32(from) * 0.5
	step := float32(by) * 0.125
	for i := range y {
		y[i] = s
		s += step
	}
	return s
}

func RampZero(y []float64, from, by int8) float64 {
	s, step := float64(from&3)-2, float64(by&3)-1
	for i := range y {
		y[i] = -s
		s -= step
	}
	return s
}

func RampNegativeZero(y []float32, x []float32) float32 {
	s := -float32(x[0] * 0)
	for i := range y {
		y[i] = s
		s += 1
	}
	return s
}

// Sums of floats: in mode fast their order may change.

func ScanFloat(y, x []float32) float32 {
	s := float32(1)
	for i := range y {
		s += x[i]
		y[i] = s
	}
	return s
}

func ScanSigns(y []float64, x []int32) float64 {
	s := 1.0
	for i := range y {
		y[i] = s
		s *= float64(x[i]&2 - 1)
	}
	return s
}

func ScanLinear(y, x []float32, m []int32) float32 {
	s := float32(2)
	for i := range y {
		s = float32(s*float32(m[i]&1)) + x[i]
		y[i] = s
	}
	return s
}

// ScanBack goes on with what is stored, several terms further.
func ScanBack(a, b, c []float64) {
	for i := 1; i < len(a); i++ {
		a[i] = a[i-1] + 3 + b[i] - c[i] + 5
	}
}

func ScanCoupled(a, b, c, d []float32) {
	for i := 1; i < len(a); i++ {
		a[i] = b[i-1] + float32(c[i]*2)
		b[i] = a[i] + float32(d[i]*4)
	}
}

func ScanMinus(a, b []float32, m []int32) {
	for i := 1; i < len(a); i++ {
		a[i] = b[i] - float32(a[i-1]*float32(m[i]&1))
	}
}

// ScanOrder is of the second order: one of two values before.
func ScanOrder(a, b []float64, m []int32) {
	for i := 2; i < len(a); i++ {
		a[i] += float64(a[i-1]*float64(m[i]&1)) + float64(a[i-2]*float64(1-m[i]&1)) + b[i]
	}
}

// Sums under conditions: nothing but the addition waits for the one before.

func CondPositive(x []float32) float32 {
	s := float32(0)
	for i := range x {
		if x[i] > 0 {
			s += x[i]
		}
	}
	return s
}

func CondNegativeZero(x []float64, k int) float64 {
	s := 0.0
	s = -s
	for i := range x {
		if x[i] < 0 || k > 3 {
			s -= x[i]
		}
	}
	return s
}

func CondBounds(x []float64) (float64, float64) {
	s, t := 0.0, 1.0
	for i := range x {
		if x[i] > 2 {
			s += x[i]
		} else {
			s = s + 0
		}
		if x[i] < 0 {
			t *= x[i]
		}
	}
	return s, t
}

func CondProducts(x, y []float32, s float32) float32 {
	s += 1
	for i := range x {
		if x[i] != 0 {
			s += float32(x[i] * y[i])
		}
	}
	return s
}

// CondLoaded begins with a number that may be any NaN.
func CondLoaded(y, x []float32) {
	s := y[0]
	for i := range x {
		if x[i] > 0 {
			s += x[i]
		}
	}
	y[0] = s
}

// The values of polynomials, which nothing in the loop looks at.
func PolyHash(x []uint8) uint32 {
	h := uint32(5381)
	for _, c := range x {
		h = h*33 + uint32(c)
	}
	return h
}

func PolyShifted(x []uint8, h, g, f int32) (int32, int32, int32) {
	for _, c := range x {
		h = (h << 5) + h + int32(c)
		g = (g<<7 - g) + int32(c)
		f = f<<3 + int32(int8(c))
	}
	return h, g, f
}

func PolyWide(x []uint16, m, h uint64) uint64 {
	for _, c := range x {
		h = m*h + uint64(c)
	}
	return h
}

func PolyDigits(x []uint8) int {
	n := 0
	for _, c := range x {
		n = n*10 - int(c-'0')
	}
	return n
}

func PolyDown(x []int64, h int64) int64 {
	for i := len(x) - 1; i >= 0; i-- {
		h = h*-3 + x[i]
	}
	return h
}

func PolyStores(y, x []int32, h int32) int32 {
	for i, v := range x {
		y[i] = v * 3
		h = h*1664525 + 1013904223 + v
	}
	return h
}

func PolyIf(x []int32, h int32) int32 {
	for _, v := range x {
		if v < 0 {
			v = 5 - v
		}
		h = h*7 + v
	}
	return h
}

func PolyUntil(x []uint8, h uint32) (int, uint32) {
	for i, c := range x {
		if c == 7 {
			return i, h
		}
		h = h*31 + uint32(c)
	}
	return -1, h
}

func PolyConstant(n int, h, m uint32) uint32 {
	for range min(n, 1000) {
		h = h*m + 12345
	}
	return h
}

// PolyShown is seen on the way, polyBefore is the value of the last iteration but one, polyBytes of a type too small, polySkips
// has a product that is something else too: all of these are scans, or nothing.
func PolyShown(y []uint32, x []uint8) uint32 {
	h := uint32(1)
	for i, c := range x {
		h = h*33 + uint32(c)
		y[i] = h
	}
	return h
}

func PolyBefore(x []int32) (int32, int32) {
	h, before := int32(3), int32(4)
	for _, v := range x {
		before = h
		h = h*5 + v
	}
	return h, before
}

func PolyBytes(x []uint8) (h uint8) {
	for _, c := range x {
		h = h*5 + c
	}
	return h
}

func PolySkips(x []int32) (h, s int32) {
	for _, v := range x {
		p := h * 9
		h = p + v
		s ^= p
	}
	return h, s
}

// PolyTwo: the coefficients of one are the values of the other, which is a scan.
func PolyTwo(x []int32) (int32, int32) {
	h, g := int32(1), int32(2)
	for _, v := range x {
		h = h*3 + v
		g = g*5 + h
	}
	return h, g
}

// PolyRows has one for each row.
func PolyRows(y []uint32, x []uint8) {
	n := len(y)
	for i := range y {
		h := uint32(i)
		for j := range len(x) / max(n, 1) {
			h = h*31 + uint32(x[i+j*n])
		}
		y[i] = h
	}
}

// Sums that begin anew.

func ScanSegments(y, x []int32, start []bool) int32 {
	s := int32(5)
	for i := range y {
		if start[i] {
			s = 0
		}
		s += x[i]
		y[i] = s
	}
	return s
}

func ScanRunDown(y, x []int32) (longest int32) {
	n := int32(0)
	for i := range y {
		if x[i] > 0 {
			n -= x[i]
		} else {
			n = 0
		}
		longest = min(longest, n)
	}
	return longest
}

// Values that share their next value with a scan, and begin with something else.

func SharedSum(y, x []int32, z int32) (s int32) {
	for i := range min(len(x), len(y)) {
		s += x[i]
		y[i] += z
		z = s
	}
	return s ^ z
}

func SharedProduct(y []uint64, x []uint64, z, t uint64) (s uint64) {
	s = 3
	for i := range y {
		z, t = s+t, z
		s *= x[i]
		y[i] = z - t
		t, z = s, s
	}
	return s + z<<1 + t<<2
}

func SharedMax(y, x []int16, z int16) int16 {
	s := int16(-1)
	for i := range min(len(x), len(y)) {
		y[i] = z
		s = max(s, x[i])
		z = s
	}
	return z
}

func SharedAffine(y, x []uint32, z, m uint32) uint32 {
	s := uint32(7)
	for i := range min(len(x), len(y)) {
		t := z
		s = s*m + x[i]
		z = s
		y[i] = t ^ z
	}
	return z
}

func SharedAnew(y, x []int64, z int64) int64 {
	n := int64(0)
	for i := range min(len(x), len(y)) {
		if x[i] < 0 {
			n = 0
		} else {
			n += x[i]
		}
		y[i] = z
		z = n
	}
	return z
}

func SharedChoice(y, x []int32, z int32) int32 {
	s := int32(4)
	for i := range min(len(x), len(y)) {
		if x[i] > 0 {
			s = x[i]
		}
		y[i] = z + s
		z = s
	}
	return s - z
}

func SharedJump(y []uint32, z uint32) uint32 {
	s := uint32(1)
	for i := range y {
		s = s*5 + 3
		y[i] += z
		z = s
	}
	return z
}

func SharedRows(y, x []uint16, z uint16) uint16 {
	n := len(y) / 5
	for r := range n {
		s := uint16(r)
		for i := range 5 {
			s += x[r*5+i]
			y[r*5+i] = z
			z = s
		}
	}
	return z
}
