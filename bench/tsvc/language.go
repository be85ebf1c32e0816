package tsvc

import "math"

// Storage classes and equivalencing.

func S421[T float32 | float64](a, flat []T) {
	xx, yy := flat, flat
	for i := 0; i < len(a)-1; i++ {
		xx[i] = yy[i+1] + a[i]
	}
}

func S1421[T float32 | float64](a, b []T) {
	xx := b[len(b)/2:]
	for i := 0; i < len(b)/2; i++ {
		b[i] = xx[i] + a[i]
	}
}

func S422[T float32 | float64](a, flat []T) {
	xx := flat[4:]
	for i := range a {
		xx[i] = flat[i+8] + a[i]
	}
}

func S423[T float32 | float64](a, flat []T) {
	xx := flat[64:]
	for i := 0; i < len(a)-1; i++ {
		flat[i+1] = xx[i] + a[i]
	}
}

func S424[T float32 | float64](a, flat []T) {
	xx := flat[63:]
	for i := 0; i < len(a)-1; i++ {
		xx[i+1] = flat[i] + a[i]
	}
}

// Parameters.

func S431[T float32 | float64](a, b []T) {
	k1, k2 := 1, 2
	k := 2*k1 - k2
	for i := range a {
		a[i] = a[i+k] + b[i]
	}
}

// Branches.

func S441[T float32 | float64](a, b, c, d []T) {
	for i := range a {
		if d[i] < 0 {
			a[i] += b[i] * c[i]
		} else if d[i] == 0 {
			a[i] += b[i] * b[i]
		} else {
			a[i] += c[i] * c[i]
		}
	}
}

func S442[T float32 | float64](a, b, c, d, e []T, indx []int32) {
	for i := range a {
		switch indx[i] {
		case 2:
			a[i] += c[i] * c[i]
		case 3:
			a[i] += d[i] * d[i]
		case 4:
			a[i] += e[i] * e[i]
		default:
			a[i] += b[i] * b[i]
		}
	}
}

func S443[T float32 | float64](a, b, c, d []T) {
	for i := range a {
		if d[i] <= 0 {
			a[i] += b[i] * c[i]
		} else {
			a[i] += b[i] * b[i]
		}
	}
}

// Intrinsic functions.

func S451[T float32 | float64](a, b, c []T) {
	for i := range a {
		a[i] = T(math.Sin(float64(b[i]))) + T(math.Cos(float64(c[i])))
	}
}

func S452[T float32 | float64](a, b, c []T) {
	for i := range a {
		a[i] = b[i] + c[i]*T(i+1)
	}
}

func S453[T float32 | float64](a, b []T) {
	var s T
	for i := range a {
		s += 2
		a[i] = s * b[i]
	}
}

// Calls.

func s471s() int {
	return 0
}

func S471[T float32 | float64](x, b, c, d, e []T) {
	for i := range x {
		x[i] = b[i] + d[i]*d[i]
		s471s()
		b[i] = c[i] + d[i]*e[i]
	}
}

// Ways out of a loop.

func S481[T float32 | float64](a, b, c, d []T) {
	for i := range a {
		if d[i] < 0 {
			return
		}
		a[i] += b[i] * c[i]
	}
}

func S482[T float32 | float64](a, b, c []T) {
	for i := range a {
		a[i] += b[i] * c[i]
		if c[i] > b[i] {
			break
		}
	}
}

// Indirect addressing.

func S491[T float32 | float64](a, b, c, d []T, ip []int32) {
	for i := range ip {
		a[ip[i]] = b[i] + c[i]*d[i]
	}
}

func S4112[T float32 | float64](a, b []T, ip []int32, s T) {
	for i := range a {
		a[i] += b[ip[i]] * s
	}
}

func S4113[T float32 | float64](a, b, c []T, ip []int32) {
	for i := range ip {
		a[ip[i]] = b[ip[i]] + c[i]
	}
}

func S4114[T float32 | float64](a, b, c, d []T, ip []int32, n1 int) {
	for i := n1 - 1; i < len(a); i++ {
		k := int(ip[i])
		a[i] = b[i] + c[len(a)-k-1]*d[i]
	}
}

func S4115[T float32 | float64](a, b []T, ip []int32) T {
	var sum T
	for i := range a {
		sum += a[i] * b[ip[i]]
	}
	return sum
}

func S4116[T float32 | float64](a []T, aa [][256]T, ip []int32, j, inc int) T {
	var sum T
	for i := range 256 - 1 {
		off := inc + i
		sum += a[off] * aa[j-1][ip[i]]
	}
	return sum
}

func S4117[T float32 | float64](a, b, c, d []T) {
	for i := range a {
		a[i] = b[i] + c[i/2]*d[i]
	}
}

// Statement functions.

func product[T float32 | float64](a, b T) T {
	return a * b
}

func S4121[T float32 | float64](a, b, c []T) {
	for i := range a {
		a[i] += product(b[i], c[i])
	}
}

// Control loops.

func VA[T float32 | float64](a, b []T) {
	for i := range a {
		a[i] = b[i]
	}
}

func VAG[T float32 | float64](a, b []T, ip []int32) {
	for i := range a {
		a[i] = b[ip[i]]
	}
}

func VAS[T float32 | float64](a, b []T, ip []int32) {
	for i := range ip {
		a[ip[i]] = b[i]
	}
}

func VIF[T float32 | float64](a, b []T) {
	for i := range a {
		if b[i] > 0 {
			a[i] = b[i]
		}
	}
}

func VPV[T float32 | float64](a, b []T) {
	for i := range a {
		a[i] += b[i]
	}
}

func VTV[T float32 | float64](a, b []T) {
	for i := range a {
		a[i] *= b[i]
	}
}

func VPVTV[T float32 | float64](a, b, c []T) {
	for i := range a {
		a[i] += b[i] * c[i]
	}
}

func VPVTS[T float32 | float64](a, b []T, s T) {
	for i := range a {
		a[i] += b[i] * s
	}
}

func VPVPV[T float32 | float64](a, b, c []T) {
	for i := range a {
		a[i] += b[i] + c[i]
	}
}

func VTVTV[T float32 | float64](a, b, c []T) {
	for i := range a {
		a[i] = a[i] * b[i] * c[i]
	}
}

func VSUMR[T float32 | float64](a []T) T {
	var sum T
	for i := range a {
		sum += a[i]
	}
	return sum
}

func VDOTR[T float32 | float64](a, b []T) T {
	var dot T
	for i := range a {
		dot += a[i] * b[i]
	}
	return dot
}

func VBOR[T float32 | float64](a, b, c, d, e, x []T, aa [][256]T) {
	for i := range 256 {
		a1, b1, c1, d1, e1, f1 := a[i], b[i], c[i], d[i], e[i], aa[0][i]
		a1 = a1*b1*c1 + a1*b1*d1 + a1*b1*e1 + a1*b1*f1 +
			a1*c1*d1 + a1*c1*e1 + a1*c1*f1 + a1*d1*e1 +
			a1*d1*f1 + a1*e1*f1
		b1 = b1*c1*d1 + b1*c1*e1 + b1*c1*f1 + b1*d1*e1 +
			b1*d1*f1 + b1*e1*f1
		c1 = c1*d1*e1 + c1*d1*f1 + c1*e1*f1
		d1 = d1 * e1 * f1
		x[i] = a1 * b1 * c1 * d1
	}
}
