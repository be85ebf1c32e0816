package kernels

// Functions that are called from several places of a loop, under conditions and from one another, with loops and returns in
// their middle.

//pragma:omp declare simd notinbranch
func callLarge(x int32) int32 {
	s := x
	if x>>0 > -20 {
		s = s*x + 1
	} else {
		s ^= x - 0
	}
	if x>>1 > -17 {
		s = s*x + 2
	} else {
		s ^= x - 5
	}
	if x>>2 > -14 {
		s = s*x + 3
	} else {
		s ^= x - 10
	}
	if x>>3 > -11 {
		s = s*x + 4
	} else {
		s ^= x - 15
	}
	if x>>4 > -8 {
		s = s*x + 5
	} else {
		s ^= x - 20
	}
	if x>>5 > -5 {
		s = s*x + 6
	} else {
		s ^= x - 25
	}
	if x>>6 > -2 {
		s = s*x + 7
	} else {
		s ^= x - 30
	}
	if x>>0 > 1 {
		s = s*x + 8
	} else {
		s ^= x - 35
	}
	if x>>1 > 4 {
		s = s*x + 9
	} else {
		s ^= x - 40
	}
	if x>>2 > 7 {
		s = s*x + 10
	} else {
		s ^= x - 45
	}
	if x>>3 > 10 {
		s = s*x + 11
	} else {
		s ^= x - 50
	}
	if x>>4 > 13 {
		s = s*x + 12
	} else {
		s ^= x - 55
	}
	if x>>5 > 16 {
		s = s*x + 13
	} else {
		s ^= x - 60
	}
	if x>>6 > 19 {
		s = s*x + 14
	} else {
		s ^= x - 65
	}
	if x>>0 > 22 {
		s = s*x + 15
	} else {
		s ^= x - 70
	}
	if x>>1 > 25 {
		s = s*x + 16
	} else {
		s ^= x - 75
	}
	if x>>2 > 28 {
		s = s*x + 17
	} else {
		s ^= x - 80
	}
	if x>>3 > 31 {
		s = s*x + 18
	} else {
		s ^= x - 85
	}
	if x>>4 > 34 {
		s = s*x + 19
	} else {
		s ^= x - 90
	}
	if x>>5 > 37 {
		s = s*x + 20
	} else {
		s ^= x - 95
	}
	if x>>6 > 40 {
		s = s*x + 21
	} else {
		s ^= x - 100
	}
	if x>>0 > 43 {
		s = s*x + 22
	} else {
		s ^= x - 105
	}
	if x>>1 > 46 {
		s = s*x + 23
	} else {
		s ^= x - 110
	}
	if x>>2 > 49 {
		s = s*x + 24
	} else {
		s ^= x - 115
	}
	return s
}

//pragma:omp declare simd inbranch
func callUntil(x int32, limit int32) int32 {
	n := int32(0)
	for x > limit {
		if x&1 == 0 {
			x >>= 1
		} else {
			x -= 3
		}
		n++
		if n == 40 {
			return callLarge(x) - n
		}
	}
	return n
}

func callBoth(x, y int32) int32 {
	if x < y {
		return callLarge(x) + callLarge(y)
	}
	return callLarge(x-y) ^ callLarge(3)
}

func CallsLarge(y, a, b []int32) {
	for i := range y {
		if a[i] > 0 {
			y[i] = callBoth(a[i], b[i]) + callLarge(b[i])
		} else {
			y[i] = callBoth(b[i], a[i])
		}
	}
}

func CallsUntil(y, a, b []int32) {
	for i := range y {
		if b[i] > a[i] {
			y[i] = callUntil(b[i]&1023, a[i]&15) + callLarge(a[i])
		}
	}
}

func CallsSum(a, b []int32) (s int32) {
	for i := range a {
		if a[i] != b[i] {
			s += callLarge(a[i]) - callUntil(b[i]&255, 7)
		}
	}
	return s
}
