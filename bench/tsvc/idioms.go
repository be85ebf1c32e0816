package tsvc

import "math"

// Reductions.

func S311[T float32 | float64](a []T) T {
	var sum T
	for i := range a {
		sum += a[i]
	}
	return sum
}

func sum4[T float32 | float64](a []T) T {
	var s T
	for i := range 4 {
		s += a[i]
	}
	return s
}

func S31111[T float32 | float64](a []T) T {
	var sum T
	sum += sum4(a)
	sum += sum4(a[4:])
	sum += sum4(a[8:])
	sum += sum4(a[12:])
	sum += sum4(a[16:])
	sum += sum4(a[20:])
	sum += sum4(a[24:])
	sum += sum4(a[28:])
	return sum
}

func S312[T float32 | float64](a []T) T {
	prod := T(1)
	for i := range a {
		prod *= a[i]
	}
	return prod
}

func S313[T float32 | float64](a, b []T) T {
	var dot T
	for i := range a {
		dot += a[i] * b[i]
	}
	return dot
}

func S314[T float32 | float64](a []T) T {
	x := a[0]
	for i := range a {
		if a[i] > x {
			x = a[i]
		}
	}
	return x
}

func S315[T float32 | float64](a []T) (T, int) {
	x := a[0]
	index := 0
	for i := range a {
		if a[i] > x {
			x = a[i]
			index = i
		}
	}
	return x, index
}

func S316[T float32 | float64](a []T) T {
	x := a[0]
	for i := 1; i < len(a); i++ {
		if a[i] < x {
			x = a[i]
		}
	}
	return x
}

func S317[T float32 | float64](n int) T {
	q := T(1)
	for i := 0; i < n/2; i++ {
		q *= .99
	}
	return q
}

func abs[T float32 | float64](x T) T {
	return T(math.Abs(float64(x)))
}

func S318[T float32 | float64](a []T, inc int) (T, int) {
	k, index := 0, 0
	top := abs(a[0])
	k += inc
	for i := 1; i < len(a); i++ {
		if abs(a[k]) > top {
			index = i
			top = abs(a[k])
		}
		k += inc
	}
	return top, index
}

func S319[T float32 | float64](a, b, c, d, e []T) T {
	var sum T
	for i := range a {
		a[i] = c[i] + d[i]
		sum += a[i]
		b[i] = c[i] + e[i]
		sum += b[i]
	}
	return sum
}

func S3110[T float32 | float64](aa [][256]T) (T, int, int) {
	top := aa[0][0]
	xindex, yindex := 0, 0
	for i := range aa {
		for j := range 256 {
			if aa[i][j] > top {
				top = aa[i][j]
				xindex = i
				yindex = j
			}
		}
	}
	return top, xindex, yindex
}

func S13110[T float32 | float64](aa [][256]T) T {
	top := aa[0][0]
	xindex, yindex := 0, 0
	for i := range aa {
		for j := range 256 {
			if aa[i][j] > top {
				top = aa[i][j]
				xindex = i
				yindex = j
			}
		}
	}
	return top + T(xindex+1) + T(yindex+1)
}

func S3111[T float32 | float64](a []T) T {
	var sum T
	for i := range a {
		if a[i] > 0 {
			sum += a[i]
		}
	}
	return sum
}

func S3112[T float32 | float64](a, b []T) T {
	var sum T
	for i := range a {
		sum += a[i]
		b[i] = sum
	}
	return sum
}

func S3113[T float32 | float64](a []T) T {
	top := abs(a[0])
	for i := range a {
		if abs(a[i]) > top {
			top = abs(a[i])
		}
	}
	return top
}

// Recurrences.

func S321[T float32 | float64](a, b []T) {
	for i := 1; i < len(a); i++ {
		a[i] += a[i-1] * b[i]
	}
}

func S322[T float32 | float64](a, b, c []T) {
	for i := 2; i < len(a); i++ {
		a[i] = a[i] + a[i-1]*b[i] + a[i-2]*c[i]
	}
}

func S323[T float32 | float64](a, b, c, d, e []T) {
	for i := 1; i < len(a); i++ {
		a[i] = b[i-1] + c[i]*d[i]
		b[i] = a[i] + c[i]*e[i]
	}
}

// Searches.

func S331[T float32 | float64](a []T) int {
	j := -1
	for i := range a {
		if a[i] < 0 {
			j = i
		}
	}
	return j
}

func S332[T float32 | float64](a []T, t T) (T, int) {
	index := -2
	value := T(-1)
	for i := range a {
		if a[i] > t {
			index = i
			value = a[i]
			break
		}
	}
	return value, index
}

// Packing.

func S341[T float32 | float64](a, b []T) {
	j := -1
	for i := range b {
		if b[i] > 0 {
			j++
			a[j] = b[i]
		}
	}
}

func S342[T float32 | float64](a, b []T) {
	j := -1
	for i := range a {
		if a[i] > 0 {
			j++
			a[i] = b[j]
		}
	}
}

func S343[T float32 | float64](flat []T, aa, bb [][256]T) {
	k := -1
	for i := range 256 {
		for j := range aa {
			if bb[j][i] > 0 {
				k++
				flat[k] = aa[j][i]
			}
		}
	}
}

// Loop rerolling.

func S351[T float32 | float64](a, b, c []T) {
	alpha := c[0]
	for i := 0; i < len(a)-4; i += 5 {
		a[i] += alpha * b[i]
		a[i+1] += alpha * b[i+1]
		a[i+2] += alpha * b[i+2]
		a[i+3] += alpha * b[i+3]
		a[i+4] += alpha * b[i+4]
	}
}

func S1351[T float32 | float64](a, b, c []T) {
	for len(a) > 0 {
		a[0] = b[0] + c[0]
		a, b, c = a[1:], b[1:], c[1:]
	}
}

func S352[T float32 | float64](a, b []T) T {
	var dot T
	for i := 0; i < len(a)-4; i += 5 {
		dot = dot + a[i]*b[i] + a[i+1]*b[i+1] + a[i+2]*b[i+2] + a[i+3]*b[i+3] + a[i+4]*b[i+4]
	}
	return dot
}

func S353[T float32 | float64](a, b, c []T, ip []int32) {
	alpha := c[0]
	for i := 0; i < len(a)-4; i += 5 {
		a[i] += alpha * b[ip[i]]
		a[i+1] += alpha * b[ip[i+1]]
		a[i+2] += alpha * b[ip[i+2]]
		a[i+3] += alpha * b[ip[i+3]]
		a[i+4] += alpha * b[ip[i+4]]
	}
}
