package kernels

import "math/bits"

// Loops that are left early. The first group is about the kinds that
// llvm-test-suite has in Vectorizer/early-exit.cpp, the second about what its loops do not have: stores that the test
// depends on, several live-outs, tests that not every iteration reaches, checks of indexes that the data hold.

func ExitFind(x []int32, v int32) int {
	for i := 0; i < len(x); i++ {
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitFindStep3(x []int32, v int32) int {
	for i := 0; i < len(x); i += 3 {
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitTwoInOne(x, y []int32, v int32) int {
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == v || y[i] == v {
			return i
		}
	}
	return -1
}

func ExitTwoValues(x, y []int32, v int32) int {
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == v {
			return i
		}
		if y[i] == v {
			return i + 1000
		}
	}
	return -1
}

func ExitTwoSwapped(x, y []int32, v int32) int {
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == v {
			return i
		}
		if y[i] == v {
			return -1
		}
	}
	return len(x)
}

func ExitThree(x, y, z []int32, v int32) int {
	for i := 0; i < len(x) && i < len(y) && i < len(z); i++ {
		if x[i] == v {
			return 1
		}
		if y[i] == v {
			return 2
		}
		if z[i] == v {
			return 3
		}
	}
	return 0
}

func ExitThreeSame(x, y, z []int32, v int32) int {
	for i := 0; i < len(x) && i < len(y) && i < len(z); i++ {
		if x[i] == v {
			return i
		}
		if y[i] == v {
			return i
		}
		if z[i] == v {
			return i
		}
	}
	return -1
}

func ExitThreeValues(x, y, z []int32, v int32) (int, int32) {
	for i := 0; i < len(x) && i < len(y) && i < len(z); i++ {
		if x[i] == v {
			return i, y[i]
		}
		if y[i] == v {
			return 2 * i, z[i]
		}
		if z[i] == v {
			return 3 * i, x[i]
		}
	}
	return -1, v
}

func ExitOddTrip(x []int32, v int32) int {
	if len(x) < 511 {
		return -2
	}
	for i := 0; i < 511; i++ {
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitKnownTrip(x []int32, v int32) int {
	if len(x) < 64 {
		return -2
	}
	for i := 0; i < 64; i++ {
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitBeforeStore(y, x []int32, v int32) int {
	for i := 0; i < len(y) && i < len(x); i++ {
		if x[i] == v {
			return i
		}
		y[i] = x[i] * 3
	}
	return -1
}

func ExitAfterStore(y, x []int32, v int32) int {
	for i := 0; i < len(y) && i < len(x); i++ {
		y[i] = x[i] * 3
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitBetweenStores(y, z, x []int32, v int32) int {
	for i := 0; i < len(y) && i < len(z) && i < len(x); i++ {
		y[i] = x[i] * 3
		if x[i] == v {
			return i
		}
		z[i] = x[i] - 5
	}
	return -1
}

func ExitStoreLiveOut(y, x []int32, v int32) (int, int32) {
	last := int32(-1)
	for i := 0; i < len(y) && i < len(x); i++ {
		last = x[i] + 7
		y[i] = last
		if x[i] == v {
			return i, last
		}
	}
	return -1, last
}

func ExitStoreFloat(y, x []float32, v float32) int {
	for i := 0; i < len(y) && i < len(x); i++ {
		if x[i] == v {
			return i
		}
		y[i] = x[i]*1.5 + 2
	}
	return -1
}

func ExitAfterStoreFloat(y, x []float32, v float32) int {
	for i := 0; i < len(y) && i < len(x); i++ {
		y[i] = x[i]*1.5 + 2
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitUpdate(y, x []int32, v int32) int {
	for i := 0; i < len(y) && i < len(x); i++ {
		if x[i] == v {
			return i
		}
		y[i] += x[i]
	}
	return -1
}

func ExitUpdateAfter(y, x []int32, v int32) int {
	for i := 0; i < len(y) && i < len(x); i++ {
		y[i] += x[i]
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitUpdateOwn(y []int32, v int32) int {
	for i := 0; i < len(y); i++ {
		t := y[i]
		y[i] = t + 1
		if t == v {
			return i
		}
	}
	return -1
}

// What follows goes beyond.

func ExitLoadsStored(y, x []int32, v int32) int {
	for i := 0; i < len(y) && i < len(x); i++ {
		y[i] = x[i] * 3
		if y[i] == 3*v { // what has just been stored
			return i
		}
	}
	return -1
}

func ExitLoadsAfterStore(y, x, z []int32, v int32) int {
	for i := 0; i < len(y) && i < len(x) && i < len(z); i++ {
		y[i] = x[i] * 3
		if z[i] == v { // loaded behind a store that may be there
			return i
		}
	}
	return -1
}

func ExitCountable(x []int32, n, m int) int32 {
	var s int32
	for i := 0; ; i++ {
		if i >= n || i >= m || i >= len(x) {
			return s
		}
		s += x[i]
	}
}

func ExitTopTested(y, x []int32, n int) int {
	i := 0
	for {
		y[i] = x[i] + 1
		if i >= n {
			break
		}
		y[i] *= 2
		i++
		if i >= len(x) {
			return -1
		}
	}
	return i
}

func ExitTwoCounts(y, x []int32, n, m int) int {
	for i := range y {
		if i == n {
			return 1000 + i
		}
		y[i] = x[i] * 5
		if i == m {
			return 2000 + i
		}
	}
	return -1
}

func ExitSometimes(y, x []int32, v int32) int {
	for i := range x {
		if x[i] > 5 {
			if y[i] == v {
				return i
			}
		}
	}
	return -1
}

func ExitSometimesStores(y, x []int32, v int32) int {
	for i := 0; i < len(x) && i < len(y); i++ {
		y[i] = x[i] + 1
		if x[i] > 5 {
			if x[i]&63 == v&63 {
				return i
			}
			y[i] -= v
		}
	}
	return -1
}

func ExitSometimesCount(y, x []int32, n int) int {
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] > 5 {
			if i > n {
				return i
			}
		}
		y[i] += x[i]
	}
	return -1
}

func ExitSums(x []int32, v int32) (int, int32, int32) {
	sum, top := int32(0), int32(-1)
	for i, e := range x {
		if e == v {
			return i, sum, top
		}
		sum += e
		if e > top {
			top = e
		}
	}
	return -1, top, sum
}

func ExitSumAfter(x []int32, v int32) (int32, int) {
	sum, n := int32(0), 0
	for _, e := range x {
		sum += e
		if e > 0 {
			n++
		}
		if e == v {
			break
		}
	}
	return sum, n
}

func ExitRecurrence(y, x []int32, v int32) int32 {
	prev := int32(0)
	for i := 0; i < len(y) && i < len(x); i++ {
		if x[i] == v {
			break
		}
		y[i] = x[i] - prev
		prev = x[i]
	}
	return prev
}

func ExitLastTwo(x []int32, v int32) (int32, int32, int) {
	a, b, n := int32(0), int32(0), 0
	for i := range x {
		a, b = b, x[i]
		n = i
		if b == v {
			return a, b, n
		}
	}
	return b, a, n
}

func ExitGather(idx []uint32, t []int32) int32 {
	var sum int32
	for _, k := range idx {
		if int(k) >= len(t) {
			break
		}
		sum += t[k]
	}
	return sum
}

func ExitGatherSigned(y []float32, idx []int16, t []float32) int {
	for i, k := range idx {
		if k < 0 || int(k) >= len(t) {
			return i
		}
		y[i] = t[k]
	}
	return -1
}

func ExitScatter(y []int32, idx []uint32, x []int32) int {
	for i, k := range idx {
		if int(k) >= len(y) {
			return i
		}
		y[k] = x[i]
	}
	return -1
}

func ExitPanics(y, x []int32, t []int32) int {
	for i := range x {
		if x[i]&7 == 3 {
			return i
		}
		y[i] = t[x[i]&15]
	}
	return -1
}

func ExitStorePanics(y, idx []int32, t []int32) {
	for i := range idx {
		y[i] = idx[i]
		y[i] += t[idx[i]&15]
	}
}

func ExitDivides(y, x, d []int32) int {
	for i := 0; i < len(y) && i < len(x); i++ {
		y[i] = x[i] / d[i]
		if x[i] == 77 {
			return i
		}
	}
	return -1
}

func ExitBytes(dst, src []uint8) int {
	for i, c := range src {
		if c >= 0x80 {
			return i
		}
		dst[i] = c
	}
	return len(src)
}

func ExitCount(line []uint8) (int, int) {
	n := 0
	for i, c := range line {
		if c == '\n' {
			return n, i
		}
		if c == '"' {
			return -n, i
		}
		if c == ',' {
			n++
		}
	}
	return n, -1
}

func ExitDown(x []int64, v int64) int {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitDownStores(y, x []int64, v int64) int {
	for i := min(len(x), len(y)) - 1; i >= 0; i-- {
		y[i] = x[i] + 1
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitSorted(x []float64) int {
	for i := 1; i < len(x); i++ {
		if x[i-1] > x[i] {
			return i
		}
	}
	return -1
}

func ExitPairs(y []int16, x []int16, v int16) int {
	for i := 0; i+1 < len(x) && i+1 < len(y); i += 2 {
		y[i], y[i+1] = x[i+1], x[i]
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitSearch2(y []int32, x []int32, v int32) int {
	for i := range x {
		if x[i] != v {
			continue
		}
		if y[i] > 3 {
			return i
		}
	}
	return -1
}

func ExitPanicText(x []int32) int32 {
	var s int32
	for _, e := range x {
		if e == 77 {
			panic("seventy-seven")
		}
		s += e
	}
	return s
}

func ExitLoadsAhead(y []int32, v int32) int {
	for i := 1; i < len(y); i++ {
		y[i] += 2
		if y[i-1] == v { // stored an iteration before
			return i
		}
	}
	return -1
}

func ExitLoadsFar(y []int32, v int32) int {
	for i := 40; i < len(y); i++ {
		y[i] += 2
		if y[i-40] == v { // stored long before
			return i
		}
	}
	return -1
}

func ExitMiddle(y, x []int32, n int) int {
	for i := 0; ; i++ {
		y[i] = x[i] + 1
		if i >= n {
			return i
		}
		x[i] = 3
	}
}

func ExitSentinel(x []int32, v int32) int {
	i := 0
	for x[i] != v {
		i++
	}
	return i
}

func ExitSentinelStores(y, x []int32, v int32) int {
	i := 0
	for {
		y[i] = x[i]
		if x[i] == v {
			return i
		}
		i++
	}
}

func ExitDividesAfter(y, x, d []int32) int {
	for i := 0; i < len(y) && i < len(x) && i < len(d); i++ {
		y[i] = x[i]
		if x[i] == 77 {
			return i
		}
		y[i] += x[i] / d[i]
	}
	return -1
}

func ExitIndexLate(idx []uint32, x, t []int32) int32 {
	var s, u int32
	for i, e := range idx {
		k := int(e)
		if x[i] > 0 {
			s += t[k]
		}
		u += t[k] * 3 // the first place where every iteration asks if k is in range
	}
	return s + u
}

func ExitHalf(x []int32, n int, v int32) (int32, int) {
	var s, u int32
	for i := 0; i < n; i++ {
		s += x[2*i]
		if 2*i+1 >= len(x) {
			return s - u, -1
		}
		u += x[2*i+1]
		if x[2*i+1] == v {
			return s, i
		}
	}
	return u, 0
}

func ExitWithin(x []int32, n, m int) int32 {
	if n < 0 || n >= len(x) {
		return -1
	}
	var s int32
	for i := 0; i < 4*m; i++ {
		s += x[i] // in bounds because of the exit
		if i >= n {
			return s
		}
		s += x[i] & 3
	}
	return -s
}

func ExitByteSum(x, y []uint8) (uint32, uint32, int) {
	var s, d uint32
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == 200 {
			return s, d, i
		}
		s += uint32(y[i]) // bytes are added up eight at a time
		e := int32(x[i]) - int32(y[i])
		if e < 0 {
			e = -e
		}
		d += uint32(e)
	}
	return s, d, -1
}

func ExitDot(x, y []int16, v int16) (int32, int) {
	var s int32
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == v {
			return s, i
		}
		s += int32(x[i]) * int32(y[i])
		if y[i] == v {
			return s, -i
		}
	}
	return s, -1
}

func ExitQuotients(x, d []int32, v int32) int32 {
	var s int32
	for i := 0; i < len(x) && i < len(d); i++ {
		if x[i] == v {
			break
		}
		s += x[i] / d[i] // panics, but not behind the exit
	}
	return s
}

func ExitBits(y, x []uint16, v uint16) (uint16, uint16, uint16, uint16) {
	var or, xor, least uint16 = 0, 0, 65535
	and := uint16(65535)
	for i := 0; i < len(y) && i < len(x); i++ {
		or |= y[i]
		and &= y[i]
		if x[i] == v {
			break
		}
		xor ^= y[i]
		least = min(least, y[i])
	}
	return or, and, xor, least
}

func ExitStructs(p, q, x []int32, v int32) (int32, int) {
	var s int32
	for i := 0; i < len(x) && 2*i+1 < len(p) && 2*i+1 < len(q); i++ {
		if x[i] == v {
			return s, i
		}
		p[2*i], p[2*i+1] = q[2*i+1], q[2*i]+x[i]
		s += q[2*i]
	}
	return s, -1
}

func ExitGaps(y, x []int32, v int32) int {
	for i := 0; i < len(x) && 3*i+2 < len(y); i++ {
		y[3*i] = x[i]
		y[3*i+1] = -x[i] // and y[3*i+2] stays
		if x[i] == v {
			return i
		}
	}
	return -1
}

func ExitFirstElement(x, t []int32, v int32) int32 {
	var s int32
	for i := range x {
		if x[i] == v {
			break
		}
		s += t[0] + x[i] // no element of t is read if x begins with v
	}
	return s
}

func ExitDownBoth(y, z, x []int16, v int16) int {
	for i := min(len(x), len(y), len(z)) - 1; i >= 0; i-- {
		if x[i] == v {
			return i
		}
		y[i] = z[i] ^ x[i]
		z[i]++
	}
	return -1
}

func ExitSumAll(x, y []int64, v int64) (int64, int64, int) {
	var s, n int64
	for i := 0; i < len(x) && i < len(y); i++ {
		w := y[i]
		s += x[i]
		if w > 2 {
			n += 3
			if x[i] == v {
				return s, n, i
			}
			y[i] -= x[i]
		}
		if w == v {
			return n, s, -i
		}
	}
	return s, n, -1
}

func ExitStoredSometimes(y, x []int32, v int32) int {
	for i := 0; i < len(y) && i < len(x); i++ {
		if x[i] > 2 {
			y[i] = x[i] - 1
		}
		if y[i] == v { // what has been stored, or what was there
			return i
		}
	}
	return -1
}

func ExitOnes(x, y []uint64, v uint64) (int, int) {
	n := 0
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == v {
			return n, i
		}
		n += bits.OnesCount64(y[i])
	}
	return n, -1
}

func ExitNever(x []uint16) int {
	for i := 0; i < len(x); i++ {
		if x[i] > x[i] { // a test whose mask is known, once the operands are the same
			return i
		}
	}
	return -1
}

// ExitStoredPanics checks y on each way by itself.
func ExitStoredPanics(y, x []int32, v int32) int {
	for i := range x {
		if x[i] > 2 {
			y[i] = x[i]
		}
		if y[i] == v {
			return i
		}
	}
	return -1
}

// ExitStoredLess has both ways' values in hand.
func ExitStoredLess(y, x []float64, v float64) int {
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] < y[i] {
			y[i] = x[i]
		}
		if y[i] == v {
			return i
		}
	}
	return -1
}

// ExitStoredThrice stores on two of three ways.
func ExitStoredThrice(y, x []uint16, v uint16) (n int) {
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] < 4 {
			y[i] = x[i] + 1
		} else if x[i] < 8 {
			y[i] = x[i] ^ 2
		}
		if y[i] == v {
			break
		}
		n += int(y[i])
	}
	return n
}
