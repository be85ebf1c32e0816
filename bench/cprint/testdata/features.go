package features

import (
	"math"
	"math/bits"
)

const step = 3

type sample int16

// Narrow arithmetic wraps at 8 and 16 bits although C computes in int.
func Narrow(dst, a, b []uint8, s []sample) {
	for i := range dst {
		dst[i] = (a[i] + b[i]) / 2
		dst[i] += a[i] * b[i]
		dst[i] ^= ^a[i] & (b[i] - 1) << 1
		s[i] = -s[i] + sample(a[i])*step
		s[i]++
	}
}

// Shift counts may exceed the width.
func Shifts(x []int32, u []uint16, k uint, j int) {
	for i, v := range x {
		x[i] = v<<k ^ v>>k ^ v>>40 ^ v<<33 ^ v>>3
		u[i] = u[i]<<(k&7) | u[i]>>(uint(j)&15)
		u[i] <<= 2
		u[i] &^= 0xf0 | uint16(i)
		x[i] &= 1 << j
	}
}

// Scopes shadow names; int, double and restrict are no names in C.
func Scopes(int []float64, double, restrict float64) (x, n float64) {
	x = double
	for i, v := range int {
		x := x + v
		if x, y := x*2, v; x > restrict {
			n += x - y
		} else if z := x - 1; z < 0 || y > 0 && z > 1 {
			n -= z
		}
		int[i] = x
	}
	return
}

func Loops(x []int, n int, y []float32) int {
	s, t := 0, 1
	for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 {
		x[i], x[j] = x[j], x[i]
	}
	for range n {
		s, t = t, s+t
	}
	for i := range n {
		n--
		i += 2
		s += i
	}
	for i := range uint8(200) {
		s += int(i)
	}
	x = x[1 : len(x)-1]
	for i, v := range x {
		x[len(x)-1-i] = v
	}
	var k int
	for k = range y {
		y[k] = 0
	}
	for s > 100 {
		s /= 2
	}
	return s + k
}

func Jumps(a []int32, w int) (int, bool) {
	found := 0
outer:
	for i := 0; i+w <= len(a); i += w {
		for j := range w {
			switch v := a[i+j]; {
			case v < 0:
				continue outer
			case v == 99:
				break outer
			case v == 98:
				break
			default:
				found++
				continue
			}
			found += 2
		}
	}
	switch found {
	case 1, 2:
		return found, true
	case 3:
		found = 0
	}
	return found, false
}

func clamp(v, lo, hi float32) float32 { return min(max(v, lo), hi) }

func divmod(a, b int64) (q, r int64) { return a / b, a % b }

func Calls(x []float32, y []int64, z []float64, b []uint64) (n int) {
	for i, v := range x {
		x[i] = clamp(float32(math.Sqrt(float64(v))), -1.5e-3, 1<<20) + float32(math.Floor(float64(v)))
		q, r := divmod(y[i], 7)
		y[i] = min(q, r, math.MinInt64, 5)
		z[i] = math.FMA(z[i], math.Pi, math.Abs(z[i])) + math.RoundToEven(z[i]) - math.Max(z[i], 1)
		n += bits.OnesCount64(b[i]) + bits.LeadingZeros8(uint8(b[i])) + bits.Len32(uint32(b[i]))
		b[i] = bits.RotateLeft64(b[i], n) ^ uint64(math.Float32bits(v)) - math.MaxUint64
		if math.IsNaN(z[i]) || !(v != 0) {
			x[i] = math.Float32frombits(uint32(n))
		}
	}
	clear(x[:n])
	return n + copy(z, z[1:])
}

func Grouping(x []int32, a, b, c int32, p, q bool) bool {
	x[0] = a - (b - c) - (a+b)*c
	x[1] = a&b | c ^ a&^(b|c) + 1<<2
	x[2] = -(-a) - -5 + ^b
	x[3] = a / b * c % (a * b)
	x[4] = int32(int8(a)) + int32(uint16(b+1))
	return (a < b) == (b < c) && (p || q && a == b) || !p
}
