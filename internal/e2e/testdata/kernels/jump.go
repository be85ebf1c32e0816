package kernels

import "math"

// Loops with values that follow from themselves: signs, flags and turns, generators, counters that begin anew; and
// extremes by package math.

func JumpSigns(x []int32) int32 {
	s, alt := int32(0), int32(1)
	for i := range x {
		s += alt * x[i]
		alt = -alt
	}
	return s*2 + alt
}

func JumpSignFloat(y, x []float64, alt float64) float64 {
	for i := range y {
		y[i] = x[i] * alt
		alt = -alt
	}
	return alt
}

func JumpLeibniz(x []float64) float64 {
	s, sign := 0.0, 1.0
	for k := range x {
		s += sign * x[k]
		sign = -sign
	}
	return s
}

func JumpToggle(y, x []int16, flip bool) bool {
	for i := range y {
		if flip {
			y[i] = x[i]
		} else {
			y[i] -= x[i]
		}
		flip = !flip
	}
	return flip
}

func JumpTurn(y, x []float32) {
	t := 0
	for i := range y {
		if t = 1 - t; t == 0 {
			y[i] = x[i] * 2
		} else {
			y[i] = x[i] * 3
		}
	}
}

func JumpKey(y []uint8, key uint8) uint8 {
	k := uint8(17)
	for i := range y {
		y[i] ^= k
		k ^= key
	}
	return k
}

func JumpComplement(y []uint16) uint16 {
	k := uint16(0x1234)
	for i := range y {
		y[i] += k
		k = ^k
	}
	return k
}

func JumpSwap(y []float64, a, b float64) (float64, float64) {
	for i := range y {
		y[i] = (y[i] + a) * b
		a, b = b, a
	}
	return a, b
}

func JumpThree(y []int64, a, b, c int64) int64 {
	for i := range y {
		y[i] += a ^ b<<1
		a, b, c = b, c, a
	}
	return a - 3*b + c
}

func JumpFlags(y []int32, a, b bool) bool {
	for i := range y {
		if a {
			y[i]++
		}
		a, b = b, a
	}
	return b
}

func JumpRotate(y, x []int32) int32 {
	k := int32(0)
	for i := range x {
		y[i] = x[i] * (k + 1)
		k++
		if k == 3 {
			k = 0
		}
	}
	return k
}

func JumpWeights(w, y, x []float32) int {
	k := 4
	for i := range y {
		y[i] = x[i] * w[k]
		if k++; k > 4 {
			k = 0
		}
	}
	return k
}

func JumpDown(y []uint8) uint8 {
	k := int8(3)
	for i := range y {
		y[i] += uint8(k)
		if k--; k < 0 {
			k = 6
		}
	}
	return uint8(k)
}

func JumpModulo(y []uint32) uint32 {
	k := uint32(2)
	for i := range y {
		y[i] += k
		k = (k + 5) % 7
	}
	return k
}

func JumpMask(y []int64) int64 {
	k := int64(5)
	for i := range y {
		y[i] ^= k
		k = (k - 3) & 15
	}
	return k
}

// JumpLate begins anew from a value that it never has.
func JumpLate(y []int32) int32 {
	k := int32(9)
	for i := range y {
		y[i] += k
		if k++; k == 7 {
			k = 0
		}
	}
	return k
}

func JumpCongruent(y []uint32, s uint32) uint32 {
	for i := range y {
		s = s*1664525 + 1013904223
		y[i] = s >> 8
	}
	return s
}

func JumpCongruentWide(y []uint64, s, a, c uint64) uint64 {
	for i := range y {
		y[i] = s >> 33
		s = s*a + c
	}
	return s
}

func JumpPowers(y []int16, r int16) int16 {
	w := int16(1)
	for i := range y {
		y[i] += w
		w *= r
	}
	return w
}

func JumpFall(y, x []float32) float32 {
	w := float32(1)
	for i := range y {
		y[i] = x[i] * w
		w *= 0.5
	}
	return w
}

func JumpFibonacci(y []uint32) (uint32, uint32) {
	a, b := uint32(0), uint32(1)
	for i := range y {
		y[i] = a
		a, b = b, a+b
	}
	return a, b
}

func JumpSpiral(y []int32, a, b, c int32) (int32, int32) {
	for i := range y {
		y[i] += a * b
		a, b = b-a*3, a+b*2+c
	}
	return a, b
}

// JumpUntil leaves in the middle.
func JumpUntil(x []uint32, s uint32) (int, uint32) {
	for i, v := range x {
		if v == s>>28 {
			return i, s
		}
		s = s*69069 + 1
	}
	return -1, s
}

// JumpFed is fed by the data: not one of these.
func JumpFed(y, x []int32) (int32, int32) {
	a, b := int32(1), int32(0)
	for i := range y {
		y[i] = a
		a, b = b, a+x[i]
	}
	return a, b
}

// MathLargest and the others find extremes by package math, which lets an infinity win against NaN.
func MathLargest(x []float64) float64 {
	m := math.Inf(-1)
	for _, v := range x {
		m = math.Max(m, v)
	}
	return m
}

func MathBoth(x, y []float64) (float64, float64) {
	m, n := x[0], x[0]
	for i := range y {
		m = math.Max(x[i], math.Max(m, y[i]))
		n = math.Min(n, x[i]/y[i])
	}
	return m, n
}

func MathDistance(x, y []float64) float64 {
	m := math.Copysign(0, -1)
	for i := range x {
		m = math.Min(m, math.Abs(x[i])-y[i]/y[i])
	}
	return m
}

func MathNarrow(x []float32) float32 {
	m := float32(math.Inf(1))
	for _, v := range x {
		m = float32(math.Min(float64(v), float64(m)))
	}
	return m
}

// MathSeen looks at the largest so far: not a reduction.
func MathSeen(y, x []float64) {
	m := 0.0
	for i := range y {
		m = math.Max(m, x[i])
		y[i] += m
	}
}

// JumpFar counts modulo what no product of steps fits.
func JumpFar(y []uint64) uint64 {
	k := uint64(1)
	for i := range y {
		y[i] += k
		k = (k + 1<<61) % (1<<61 + 15)
	}
	return k
}
