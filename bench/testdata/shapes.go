// Package shapes has a kernel for each kind of parameter that a kernel can have, and for what it can do with them.
package shapes

import (
	"cmp"
	"math/bits"
)

type number interface {
	~int32 | ~float32 | ~float64
}

type particle struct {
	x, y, z float32
	charge  int8
	mass    float64
}

type flagged struct {
	on    bool
	value int32
	pair  [2]int16
}

var ramp = [16]int32{0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225}

const digits = "0123456789abcdef"

// CountByte reads a string.
func CountByte(s string, c byte) (n int) {
	for i := range len(s) {
		if s[i] == c {
			n++
		}
	}
	return n
}

// Hex reads a string and a constant one, and writes bytes.
func Hex(dst []byte, s string) {
	for i := 0; i < len(s) && 2*i+1 < len(dst); i++ {
		dst[2*i] = digits[s[i]>>4]
		dst[2*i+1] = digits[s[i]&15]
	}
}

// Move changes fields of structs with padding.
func Move(p []particle, dt float32) {
	for i := range p {
		p[i].x += p[i].y * dt
		p[i].z -= float32(p[i].charge)
		p[i].mass *= 2
	}
}

// Rotate copies whole structs.
func Rotate(p []particle, q []flagged) (n int) {
	for i := 1; i < len(p); i++ {
		p[i-1], p[i] = p[i], p[i-1]
	}
	for i := range q {
		f := q[i]
		f.value += int32(f.pair[1])
		f.pair[0] = f.pair[1]
		if f == q[0] {
			n++
		}
		q[len(q)-1-i] = f
	}
	return n
}

// Rows works on rows of arrays with weights behind a pointer.
func Rows(m [][4]float32, w *[4]float32, total []float32) {
	for i := range total {
		s := float32(0)
		for j, v := range m[i] {
			s += v * w[j]
		}
		total[i] = s
		m[i][3] = s
	}
}

// SwapRows copies arrays.
func SwapRows(m [][3]int16) {
	for i, j := 0, len(m)-1; i < j; i, j = i+1, j-1 {
		m[i], m[j] = m[j], m[i]
	}
}

// Transform multiplies points by a matrix behind a pointer.
func Transform(p [][3]float64, m *[3][3]float64) {
	for i := range p {
		var r [3]float64
		for j := range r {
			for k := range m[j] {
				r[j] += m[j][k] * p[i][k]
			}
		}
		p[i] = r
	}
}

// Histogram counts into an array behind a pointer.
func Histogram(h *[256]uint32, s []uint8) {
	for _, v := range s {
		h[v]++
	}
}

// Table looks up a package-level array.
func Table(dst []int32, src []uint8) {
	for i := range dst {
		dst[i] += ramp[src[i]&15]
	}
}

// Local fills an array of its own and copies it.
func Local(x []int32) (s int32) {
	var a [8]int32
	for i, v := range x {
		a[i&7] += v
	}
	b := a
	b[3] = a[4] - 1
	if a == b {
		return -1
	}
	copy(x, b[2:])
	clear(x[len(x)/2:])
	for _, v := range b {
		s = s*3 + v
	}
	return s
}

func sum[T number](x []T) (s T) {
	for _, v := range x {
		s += v
	}
	return s
}

// Scale is generic, and calls a generic function.
func Scale[T number](dst, src []T, f T) T {
	for i := range dst {
		dst[i] = src[i] * f
	}
	return sum(src)
}

// Kinds leaves loops by label and falls through.
func Kinds(x []uint8, w int) (a, b int) {
	if w < 1 {
		w = 1
	}
rows:
	for i := 0; i+w <= len(x); i += w {
		for j := range w {
			switch v := x[i+j]; {
			case v == 0:
				continue rows
			case v&7 == 7:
				a++
				fallthrough
			case v > 100:
				b++
			default:
				a += int(v)
			}
			if a > 1<<20 {
				break rows
			}
		}
	}
	return a, b
}

// Wide has functions with two results.
func Wide(x []uint64, y []float64) (hi uint64, n int) {
	for i := range x {
		h, l := bits.Mul64(x[i], x[i]+3)
		s, c := bits.Add64(h, l, uint64(i)&1)
		hi += c
		x[i] = bits.Reverse64(s)
	}
	for i := range y {
		n += cmp.Compare(y[i], y[0])
	}
	return hi, n
}

// Window takes slices of slices, with a capacity too.
func Window(x []float32, lo, hi int) (s float32) {
	t := x[lo:hi:hi]
	u := x[lo/2:]
	for i := range t {
		if i < len(u) {
			u[i] += t[i]
		}
	}
	for len(u) > 3 {
		s += u[0]
		u = u[3:]
	}
	return s
}
