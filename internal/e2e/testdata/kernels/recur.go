package kernels

// Loops that look at a value of an iteration before.

func RecDiff(y, x []int32) int32 {
	prev := int32(7)
	for i := range y {
		v := x[i]
		y[i] = v - prev
		prev = v
	}
	return prev
}

// RecComputed carries what is computed, and stores before it loads.
func RecComputed(y, x []float64, p float64) (float64, float64) {
	q := p
	for i := range y {
		y[i] = p
		q = p
		p = float64(x[i]*x[i]) + 1
	}
	return p, q
}

func RecShift(x []int16, in int16) int16 {
	for i := range x {
		x[i], in = in, x[i]
	}
	return in
}

func RecSecond(y, x []uint8) (uint8, uint8) {
	a, b := uint8(1), uint8(2)
	for i := range y {
		c := x[i]
		y[i] = a ^ b + c
		a, b = b, c
	}
	return a, b
}

func RecFourth(y, x []float32) (float32, float32, float32, float32) {
	a, b, c, d := float32(1), float32(2), float32(3), float32(4)
	for i := range y {
		v := x[i] / 3
		y[i] = v + a - float32(b*c) + d
		a, b, c, d = b, c, d, v
	}
	return a, b, c, d
}

// RecLater: what is carried is computed from a value that is carried itself.
func RecLater(y, x []int64) (int64, int64) {
	p, q := int64(-1), int64(-2)
	for i := range y {
		y[i] = p + q
		q = p * 3
		p = x[i] >> 2
	}
	return p, q
}

func RecEdges(x []int32) int {
	n, was := 0, false
	for i := range x {
		is := x[i] > 3
		if is && !was {
			n++
		}
		was = is
	}
	return n
}

func RecRuns(y []bool, x []uint8) (int, bool) {
	n, was := 0, true
	for i := range y {
		is := x[i]&8 != 0
		y[i] = is != was
		if is == was {
			n++
		}
		was = is
	}
	return n, was
}

func RecSums(x []int32) (int64, int32, int32) {
	sum, last, before := int64(0), int32(0), int32(0)
	for _, v := range x {
		sum += int64(v) * int64(last)
		before = last
		last = v
	}
	return sum, last, before
}

// RecCounter carries the counter, and a constant.
func RecCounter(y []int32, x []int32) (int32, int32) {
	at, c := int32(-5), int32(9)
	for i := range y {
		if x[i] > 0 {
			y[i] = at + c
		}
		at = int32(i)
		c = 100
	}
	return at, c
}

func RecGather(y []float32, idx []uint32, t []float32) {
	at := uint32(0)
	for i := range y {
		y[i] = t[at]
		at = idx[i]
	}
}

func RecWrapped(y, x []float32) {
	if len(x) < len(y) || len(y) < 2 {
		return
	}
	im1, im2 := len(y)-1, len(y)-2
	for i := range y {
		y[i] = (x[i] + x[im1] + x[im2]) * .333
		im2 = im1
		im1 = i
	}
}

func RecMasked(y, x, z []int32) int32 {
	prev := int32(3)
	for i := range y {
		v := x[i]
		if v > prev {
			y[i] = z[i] - prev
			v = -v
		}
		prev = v
	}
	return prev
}

func RecDivides(y, x []int32) {
	prev := int32(1)
	for i := range y {
		y[i] = x[i] / prev
		prev = x[i]
	}
}

func RecDividesAfter(y, x []int32) (last int32) {
	prev := int32(1)
	for i := range y {
		y[i] = prev
		prev = 1000 / x[i]
	}
	return prev
}

func RecDown(y, x []float32) float32 {
	prev := float32(0)
	for i := len(y) - 1; i >= 0; i-- {
		y[i] = x[i] + prev
		prev = x[i]
	}
	return prev
}

func RecPairs(y, x []int32) int32 {
	prev := int32(5)
	for i := 0; i+1 < len(x) && i/2 < len(y); i += 2 {
		y[i/2] = x[i] + prev
		prev = x[i+1]
	}
	return prev
}

func RecNest(y, x []int32) (sum int32) {
	for r := 0; r+8 <= len(y); r += 8 {
		prev := int32(r)
		for i := r; i < len(x) && i < len(y); i++ {
			y[i] += x[i] - prev
			prev = x[i]
		}
		sum += prev
	}
	return sum
}

func RecStop(y, x []int32, v int32) (int, int32, int32) {
	a, b := int32(0), int32(1)
	for i := range x {
		y[i] = b
		if x[i] == v || a+b == v {
			return i, a, b
		}
		a, b = b, x[i]
	}
	return -1, a, b
}

func RecStopFirst(x []int32, v int32) (int, int32) {
	p := int32(1)
	for i := range x {
		if p == v {
			return i, p
		}
		p = x[i] &^ 2
	}
	return -1, p
}

func RecStopChecked(y []int32, idx []uint32, t []int32, v int32) int32 {
	p := int32(0)
	for i := range y {
		y[i] = p
		k := idx[i]
		if k&0xff == 77 {
			break
		}
		p = t[k]
	}
	return p
}

func RecUnrolled(y, x []float32) (prev float32) {
	//loop:unroll.count=4
	for i := range y {
		y[i] = x[i]*2 - prev
		prev = x[i]
	}
	return prev
}

func CarryShown(y, x []float32) (s float32) {
	s = 5
	for i := range y {
		if x[i] > 0 {
			s = x[i] * 2
		}
		y[i] = s
	}
	return s
}

// CarryBefore looks at the value before it is assigned, and behind it, and at what it was an iteration before.
func CarryBefore(y, x []int32) (s, q int32) {
	for i := range y {
		y[i] = s - q
		q = s
		if x[i]&3 == 0 {
			s = x[i]
		} else if x[i]&7 == 5 {
			s = int32(i)
		}
		y[i] ^= s
	}
	return s, q
}

// CarryQuotes toggles nothing, but is set and reset.
func CarryQuotes(x []uint8) (n int, in bool) {
	for _, c := range x {
		switch c & 15 {
		case 3:
			in = true
		case 4:
			in = false
		}
		if in {
			n++
		}
	}
	return
}

func CarryGather(y []int64, idx []uint32, t []int64) {
	at := uint32(0)
	for i := range y {
		if idx[i]&1 == 0 {
			at = idx[i]
		}
		y[i] = t[at] + 1
	}
}

func CarryStop(y, x []int32, v int32) (s, last int32) {
	for i := range x {
		if x[i] == v || s == v+2 {
			break
		}
		y[i] += s
		if x[i] > 9 {
			s = x[i]
		}
	}
	return s, last
}

// CarryItself depends on itself.
func CarryItself(y, x []int32) (s int32) {
	for i := range y {
		if s < x[i] {
			s = x[i]
		} else if s&1 == 0 {
			s = -x[i]
		}
		y[i] = s
	}
	return s
}

// What is stored is loaded so many iterations later: vectors of that many lanes go from pass to pass in a register.
func FarFour(y, x []float32) {
	for i := 4; i < len(y); i++ {
		y[i] = y[i-4] + x[i]
	}
}

func FarEight(y, x []float64) {
	for i := 8; i < len(y); i++ {
		y[i] = float64(y[i-8]*0.5) + x[i]
	}
}

// Two passes of eight, or one.
func FarSixteen(y, x []int16) {
	for i := 16; i < len(y); i++ {
		y[i] = y[i-16]*3 - x[i]
	}
}

func FarThirtyTwo(y, x []uint8) {
	for i := 32; i < len(y); i++ {
		y[i] = max(y[i-32], x[i]) + 1
	}
}

// No multiple of a vector: a load would take parts of two of them.
func FarFive(y, x []int32) {
	for i := 5; i < len(y); i++ {
		y[i] = y[i-5] + x[i]
	}
}

func FarTwelve(y, x []int32) {
	for i := 12; i < len(y); i++ {
		y[i] = y[i-12] ^ x[i]
	}
}

// Two distances, one store; the second load is no whole number of passes behind, or two of them.
func FarFourSix(y, x []int32) {
	for i := 6; i < len(y); i++ {
		y[i] = y[i-4] + y[i-6] + x[i]
	}
}

func FarFourEight(y, x []int32) {
	for i := 8; i < len(y); i++ {
		y[i] = y[i-4] - y[i-8] + x[i]
	}
}

// The second store comes between the first one and the load.
func FarTwoStores(y, x []int32) {
	for i := 8; i < len(y); i++ {
		t := y[i-8]
		y[i] = t + x[i]
		y[i-2] = t
	}
}

func FarDown(y, x []float32) {
	for i := len(y) - 5; i >= 0; i-- {
		y[i] = y[i+4] + x[i]
	}
}

func FarStepTwo(y, x []int32) {
	for i := 8; i < len(y); i += 2 {
		y[i] = y[i-8] + x[i]
	}
}

func FarMasked(y, x []int32) {
	for i := 4; i < len(y); i++ {
		if x[i] > 0 {
			y[i] = y[i-4] + x[i]
		}
	}
}

// Each loads what the other one has stored.
func FarCrossed(y, x []int32, a, b int32) {
	for i := 4; i < len(y); i++ {
		t := x[i-4]
		x[i] = y[i-4] + a
		y[i] = t + b
	}
}

// What an iteration stores, the next one loads, in vectors behind the store.
func OverOne(a, b, c []float32) {
	for i := 1; i < min(len(a), len(b), len(c)); i++ {
		a[i] = b[i-1] + c[i]
		b[i] = c[i] * 3
	}
}

// The first store is in front of the load in the program too.
func OverThree(a, b, c, d []int32) {
	for i := 0; i+1 < min(len(a), len(b), len(c), len(d)); i++ {
		a[i+1] = b[i] + c[i]
		b[i] = c[i] ^ 5
		d[i] = a[i] - b[i]
	}
}

func OverBoth(a, b []int64, x int64) {
	for i := 1; i < min(len(a), len(b))-1; i++ {
		s, t := a[i-1], b[i-1]
		a[i] = b[i+1] + x
		b[i] = s ^ t
	}
}

func OverBytes(a, b, c []uint8) {
	for i := 1; i < min(len(a), len(b), len(c)); i++ {
		b[i] = c[i] + 7
		a[i] = b[i-1] ^ b[i]
	}
}

// Under a condition nothing is handed over.
func OverMasked(a, b, c []int32) {
	for i := 1; i < min(len(a), len(b), len(c)); i++ {
		if c[i] > 0 {
			b[i] = c[i] + 7
		}
		a[i] = b[i-1]
	}
}

// Two stores to one array: what the second one writes lies ahead.
func OverAhead(a, b, c []int32) {
	for i := 1; i+2 < min(len(a), len(b), len(c)); i++ {
		b[i] = c[i] + 7
		a[i] = b[i-1]
		b[i+2] = c[i] - 7
	}
}

// RecAlign is a chain of a difference and maxima, through memory.
func RecAlign(cur, prev, ref []int32, penalty int32) {
	for j := 1; j < min(len(cur), len(prev), len(ref)); j++ {
		cur[j] = max(prev[j-1]+ref[j], cur[j-1]-penalty, prev[j]-penalty)
	}
}

// RecParts has several operations that do not associate with one another.
func RecParts(a, b, c []int64) {
	for i := 1; i < min(len(a), len(b), len(c)); i++ {
		a[i] = min((a[i-1]+b[i]-c[i])^b[i]^c[i-1], c[i], b[i-1]) * 3
	}
}
