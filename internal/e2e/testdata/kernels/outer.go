package kernels

// The kernels of TestOuter: loops around loops, of which each iteration of the outer one is a lane. Slices have elements of
// 0 to 100, m is 0 to 20. Products are converted, so that gc fuses nothing on arm64. The outer loops are those that
// stand first in a line of their own.

func OutEscape(y []int32, a, b []float32, m int) {
	for i := 0; i < len(y); i++ {
		var p, q float32
		k := int32(0)
		for k < int32(m) {
			p2, q2 := float32(p*p), float32(q*q)
			if p2+q2 > 4 {
				break
			}
			q = float32(2*p*q) + b[i]/40
			p = p2 - q2 + a[i]/80
			k++
		}
		y[i] = k
	}
}

func OutEscape64(y []float64, a, b []float64, m int) {
	for i := range y {
		p, q, k := 0.0, 0.0, 0
		for ; k < m && float64(p*p)+float64(q*q) <= 4; k++ {
			p, q = float64(p*p)-float64(q*q)+a[i]/80, float64(2*p*q)+b[i]/40
		}
		y[i] = float64(k) + p
	}
}

func OutCollatz(y []int32, a []uint32) {
	for i := range y {
		x := a[i]
		k := int32(0)
		for x > 1 {
			if x&1 == 0 {
				x >>= 1
			} else {
				x = 3*x + 1
			}
			k++
		}
		y[i] = k
	}
}

func OutGCD(y, a, b []uint32) {
	for i := range y {
		p, q := a[i], b[i]
		for q != 0 {
			p, q = q, p%q
		}
		y[i] = p
	}
}

func OutGCD64(y, a, b []int64) {
	for i := range y {
		p, q := a[i], b[i]
		for q != 0 {
			p, q = q, p%q
		}
		y[i] = p
	}
}

func OutBits(y []int64, a []uint64) {
	for i := range y {
		n := int64(0)
		for x := a[i]; x != 0; x = x/3 ^ x>>5 { // no count of bits, which would be one operation
			n++
		}
		y[i] = n
	}
}

func OutBits8(y, a []uint8) {
	for i := range y {
		n := uint8(0)
		for x := a[i]; x != 0; x = x/3 ^ x>>5 { // no count of bits, which would be one operation
			n++
		}
		y[i] = n
	}
}

func OutNewton(y, a []float64) {
	for i := range y {
		r := a[i] + 1
		for k := 0; k < 30; k++ {
			n := 0.5 * (r + a[i]/r)
			if n == r {
				break
			}
			r = n
		}
		y[i] = r
	}
}

func OutHorner(y, a, c []float64) {
	for i := range y {
		s := 0.0
		for j := range c {
			s = float64(s*a[i]) + c[j]
		}
		y[i] = s
	}
}

func OutRows(y, a []float32, m int) {
	for i := range y {
		s := float32(0)
		for j := 0; j < m; j++ {
			s += a[i*m+j]
		}
		y[i] = s
	}
}

func OutRowSlices(y, a []float32, m int) {
	for i := range y {
		s := float32(0)
		for _, v := range a[i*m : i*m+m] {
			s += v
		}
		y[i] = s
	}
}

func OutColumns(y, a []float64, m int) {
	n := len(y)
	for i := 0; i < n; i++ {
		s := 0.0
		for j := 0; j < m; j++ {
			s += a[j*n+i]
		}
		y[i] = s
	}
}

func OutTable(y []uint32, a []uint8, t []uint32, m int) {
	for i := range y {
		c := ^uint32(0)
		for j := 0; j < m; j++ {
			c = t[uint8(c)^a[i]] ^ c>>8
		}
		y[i] = c
	}
}

func OutSparse(y []float64, p, idx []int32, v, x []float64) {
	for i := 0; i < len(y)-1; i++ {
		s := 0.0
		for k := int(p[i]); k < int(p[i+1]); k++ {
			s += float64(v[k] * x[idx[k]])
		}
		y[i] = s
	}
}

func OutSearch(y, a, b []int32) {
	for i := range y {
		at := int32(-1)
		for j := range b {
			if b[j] == a[i] {
				at = int32(j)
				break
			}
			if b[j] > 90 {
				break
			}
		}
		y[i] = at
	}
}

func OutTwoWays(y, a []int32, m int) {
	for i := range y {
		x := a[i]
		j := 0
		for {
			if x > 200 {
				y[i] = x
				break
			}
			if j >= m {
				y[i] -= int32(j)
				break
			}
			x += x>>1 + 1
			j++
		}
	}
}

func OutThree(y []int32, a, b []uint32) {
	for i := range y {
		s := int32(0)
		for p := a[i] & 15; p > 0; p-- {
			for q := b[i] & 7; q != 0; q &= q - 1 {
				s += int32(p ^ q)
			}
			if s > 100 {
				s -= 50
			}
		}
		y[i] = s
	}
}

func OutThreeUniform(y, a []int32, m int) {
	for i := range y {
		s := a[i]
		for p := 0; p < m; p++ {
			for q := 0; q < p; q++ {
				s = s*3 + int32(q)
			}
			s ^= int32(p)
		}
		y[i] = s
	}
}

func OutContinue(y, a []int32, m int) {
	for i := range y {
		s := int32(0)
		for x := a[i] & 255; x > 0; x -= 3 {
			if x&4 != 0 {
				s++
				continue
			}
			if x == 17 {
				break
			}
			s += x
		}
		y[i] = s
	}
}

func OutSwitch(y, a []int32, m int) {
	for i := range y {
		state, n := int32(0), int32(0)
		for x := a[i]; n < int32(m); n++ {
			switch state {
			case 0:
				if x&1 != 0 {
					state = 1
				}
			case 1:
				x += 5
				state = 2
			case 2:
				if x > 50 {
					state = 3
				} else {
					state = 0
				}
			default:
				x = -x
				state = 1
			}
			x = x*3 + 1
		}
		y[i] = state
	}
}

func OutSum(a []int32) (s int32) {
	for i := range a {
		for x := a[i]; x > 0; x /= 3 {
			s += x
		}
	}
	return s
}

func OutCount(a []uint64, m int) (n int, any uint64) {
	for i := range a {
		x := a[i]
		for x > 3 {
			x = x/2 + x&1
			n++
		}
		any |= x
	}
	return n, any
}

func OutBool(y, a []int32) {
	for i := range y {
		odd := false
		for x := a[i]; x != 0; x &= x - 1 {
			odd = !odd
		}
		if odd {
			y[i] = 1
		} else {
			y[i] += 2
		}
	}
}

func OutInPlace(a []int32) {
	for i := range a {
		for a[i] > 10 {
			a[i] -= a[i]>>3 + 2
		}
	}
}

func OutBehind(a []int32) {
	for i := 8; i < len(a); i++ {
		x := a[i-8]
		for x > 20 {
			x -= x>>2 + 3
		}
		a[i] += x
	}
}

func OutNear(a []int32) {
	for i := 1; i < len(a); i++ {
		x := a[i-1]
		for x > 20 {
			x -= x>>2 + 3
		}
		a[i] += x
	}
}

func OutStores(y, a []int32, m int) {
	n := len(a)
	for i := 0; i < n; i++ {
		x := a[i]
		for j := 0; j < m; j++ {
			if x&1 != 0 {
				y[j*n+i] = x
			}
			x = x>>1 + int32(j)
		}
	}
}

func OutStoresRows(y, a []int32, m int) {
	for i := 0; i < len(a); i++ {
		x := a[i]
		for j := 0; j < m; j++ {
			y[i*m+j] = x
			x = x>>1 + int32(j)
		}
	}
}

func OutDown(y, a []int32) {
	for i := len(y) - 1; i >= 0; i-- {
		x := a[i]
		for x > 9 {
			x -= x>>2 + 1
		}
		y[i] = x
	}
}

func OutStep(y, a []int32) {
	for i := 0; i < len(y); i += 3 {
		x := a[i]
		for x > 9 {
			x -= x>>2 + 1
		}
		y[i] = x
	}
}

func OutCondition(y, a, b []int32) {
	for i := range y {
		if b[i] > 50 {
			x := a[i]
			for x > 9 {
				x -= x>>2 + 1
			}
			y[i] = x
		}
	}
}

func OutTwice(y, a, b []int32, m int) {
	for i := range y {
		x := a[i]
		for x > 9 {
			x -= x>>2 + 1
		}
		for j := 0; j < m; j++ {
			x += b[j]
		}
		for x&3 != 0 {
			x++
		}
		y[i] = x
	}
}

func OutDivide(y, a, b []int32) {
	for i := range y {
		s := int32(0)
		for x := a[i] & 127; x > 1; x-- {
			if x&3 == 0 {
				s += 1000 / (x - 2)
			}
			s += b[i] % x
		}
		y[i] = s
	}
}

func OutPanics(y, a, b []int32) {
	for i := range y {
		s := int32(0)
		for x := a[i] - 1; x > 3; x -= 5 {
			s += b[x] / a[x]
		}
		y[i] = s
	}
}

func OutLate(y, a, b []int32) {
	for i := range y {
		x := a[i]
		for x > 3 {
			x -= x>>3 + 4
		}
		y[i] = b[x+9]
	}
}

func OutNarrow(y, a []int16, m int) {
	for i := range y {
		var j int16
		s := a[i]
		for j = 0; j < int16(m); j++ {
			s = s*5 + j
		}
		y[i] = s
	}
}

func OutConvert(y []float32, a []int64) {
	for i := range y {
		s := float32(0)
		for x := a[i]; x > 0; x >>= 1 {
			s += float32(x)
		}
		y[i] = s
	}
}

func OutWalk(y, next []int32, m int) {
	for i := range y {
		at := int32(i)
		for k := 0; k < m; k++ {
			if at < 0 || int(at) >= len(next) {
				break
			}
			at = next[at]
		}
		y[i] = at
	}
}

func OutHalf(y, a []int32) {
	for i := range y {
		lo, hi := 0, len(a)
		for lo < hi {
			mid := int(uint(lo+hi) >> 1)
			if a[mid] < y[i] {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		y[i] = int32(lo)
	}
}

func OutDo(y, a []uint32) {
	for i := range y {
		x, n := a[i], uint32(0)
		for {
			n++
			x = x*7 + 3
			if x&8 == 0 {
				break
			}
		}
		y[i] = n + x
	}
}

func OutLast(y, a []int32) (x int32, n int) {
	for i := range y {
		x = a[i]
		for x > 9 {
			x -= x>>2 + 1
		}
		n += int(x)
		y[i] = x
	}
	return x, n
}
