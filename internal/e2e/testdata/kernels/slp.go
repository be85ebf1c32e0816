package kernels

// Expressions of one shape in straight-line code. gc compiles them with the tests, hotloop gets this file's
// text. Products that feed a sum are converted, so that gc fuses them nowhere.

import (
	"math"
)

// Rows of five, joined in order.
func SlpRows(a []float32) float32 {
	s := float32(1)
	s += (((a[0] + a[1]) + a[2]) + a[3]) + a[4]
	s += (((a[5] + a[6]) + a[7]) + a[8]) + a[9]
	s += (((a[10] + a[11]) + a[12]) + a[13]) + a[14]
	s += (((a[15] + a[16]) + a[17]) + a[18]) + a[19]
	return s
}

// Sixteen pairs, each the product of neighbours, whose sum is in order.
func SlpPairs(a []float32) float32 {
	var s float32
	for i := 0; i < 32; i += 2 {
		s += float32(a[i]*a[i+1]) / (a[i] - 3)
	}
	return s
}

// Two lanes of doubles.
func SlpTwo(a, x []float64) float64 {
	s := (float64(a[0]*x[0]) + float64(a[1]*x[1])) + (float64(a[2]*x[2]) + float64(a[3]*x[3]))
	t := (float64(a[4]*x[0]) + float64(a[5]*x[1])) + (float64(a[6]*x[2]) + float64(a[7]*x[3]))
	return float64(s * t)
}

// Rows of a matrix times a vector, in product.
func SlpMatrix(a, x []float64) float64 {
	s := (float64(a[0]*x[0]) + float64(a[1]*x[1])) + float64(a[2]*x[2])
	s = s * ((float64(a[3]*x[0]) + float64(a[4]*x[1])) + float64(a[5]*x[2]))
	s = s * ((float64(a[6]*x[0]) + float64(a[7]*x[1])) + float64(a[8]*x[2]))
	s = s * ((float64(a[9]*x[0]) + float64(a[10]*x[1])) + float64(a[11]*x[2]))
	return s
}

// The largest of smallest, and of absolute values.
func SlpMinMax(a, b []float32) float32 {
	m := max(min(a[0], a[1], b[0]), min(a[2], a[3], b[1]), min(a[4], a[5], b[2]), min(a[6], a[7], b[3]),
		min(a[8], a[9], b[4]), min(a[10], a[11], b[5]), min(a[12], a[13], b[6]), min(a[14], a[15], b[7]))
	return m
}

func SlpDistances(a, b []uint8) int32 {
	var s int32
	for i := range 16 {
		d := int32(a[i]) - int32(b[i])
		if d < 0 {
			d = -d
		}
		s += d
	}
	return s
}

// Conversions in lanes of other widths.
func SlpConvert(x []int16, c []float32) float32 {
	var s float32
	s += float32(float32(x[0])*c[0]) - float32(x[1])
	s += float32(float32(x[2])*c[1]) - float32(x[3])
	s += float32(float32(x[4])*c[2]) - float32(x[5])
	s += float32(float32(x[6])*c[3]) - float32(x[7])
	s += float32(float32(x[8])*c[4]) - float32(x[9])
	s += float32(float32(x[10])*c[5]) - float32(x[11])
	s += float32(float32(x[12])*c[6]) - float32(x[13])
	s += float32(float32(x[14])*c[7]) - float32(x[15])
	return s
}

// Downwards, and in no order at all.
func SlpReversed(a, b []float32) float32 {
	s := float32(a[7]*b[0])/a[3] + float32(a[6]*b[1])/a[0]
	s += float32(a[5]*b[2]) / a[1]
	s += float32(a[4]*b[3]) / a[2]
	return s
}

// Two of three members.
func SlpGaps(a []float32) float32 {
	s := float32(a[0]*a[2]) / (a[2] + 1)
	s += float32(a[3]*a[5]) / (a[5] + 1)
	s += float32(a[6]*a[8]) / (a[8] + 1)
	s += float32(a[9]*a[11]) / (a[11] + 1)
	return s
}

// A store between the loads, which may be to the same memory.
func SlpStored(a, y []float32) float32 {
	s := float32(a[0]*a[1]) / a[2]
	s += float32(a[3]*a[4]) / a[5]
	y[0] = s
	s += float32(a[6]*a[7]) / a[8]
	s += float32(a[9]*a[10]) / a[11]
	y[1] = s
	return s
}

// In a loop, with the rest of it.
func SlpLoop(y, a []float32) {
	for i := range y {
		b := a[i:]
		s := (b[0]-b[1])/b[2] + (b[3]-b[4])/b[5]
		s += (b[6] - b[7]) / b[8]
		s += (b[9] - b[10]) / b[11]
		y[i] = s
	}
}

// A chain that iterations hand on.
func SlpCarried(y, a []float32) {
	var s float32
	for i := 0; i+12 <= len(a) && i < len(y); i += 12 {
		b := a[i : i+12]
		s += (b[0] - b[1]) / b[2]
		s += (b[3] - b[4]) / b[5]
		s += (b[6] - b[7]) / b[8]
		s += (b[9] - b[10]) / b[11]
		y[i] = s
	}
}

// Parts that others use too.
func SlpShared(y, a []float32) float32 {
	p, q, r, t := float32(a[0]*a[1]), float32(a[2]*a[3]), float32(a[4]*a[5]), float32(a[6]*a[7])
	s := p/a[1] + q/a[3] + r/a[5] + t/a[7]
	y[0] = p
	y[1] = r
	return s
}

// Operands in either order, and one operand twice.
func SlpSwapped(a, b []float32) float32 {
	s := float32(a[0]*b[0]) / (b[0] + a[0])
	s += float32(b[1]*a[1]) / (a[1] + b[1])
	s += float32(b[2]*a[2]) / (b[2] + a[2])
	s += float32(a[3]*b[3]) / (a[3] + b[3])
	return s + float32(a[4]*a[4])/a[0] + float32(a[5]*a[5])/a[1] + float32(a[6]*a[6])/a[2] + float32(a[7]*a[7])/a[3]
}

// Selected by lanes' conditions.
func SlpSelect(a, b []float32) float32 {
	var s float32
	for i := range 8 {
		x := a[i] / 3
		if a[i] < b[i] {
			x = b[i]
		}
		s += x
	}
	return s
}

// Other constants in each lane, and scalars.
func SlpConstants(a []float32, p, q float32) float32 {
	s := float32((float32(a[0]*3)+a[1])/a[2]*p) + float32((float32(a[3]*5)+a[4])/a[5]*q)
	s += float32((float32(a[6]*7) + a[7]) / a[8] * q)
	s += float32((float32(a[9]*11) + a[10]) / a[11] * p)
	return s
}

// Subtracted in order, seven of them.
func SlpSubtract(a []float64) float64 {
	s := a[0]
	s -= float64(a[1]*a[2]) / a[0]
	s -= float64(a[3]*a[4]) / a[0]
	s -= float64(a[5]*a[6]) / a[0]
	s -= float64(a[7]*a[8]) / a[0]
	s -= float64(a[9]*a[10]) / a[0]
	s -= float64(a[11]*a[12]) / a[0]
	s -= float64(a[13]*a[14]) / a[0]
	return s
}

// Integers of several widths.
func SlpBytes(a []uint8) uint32 {
	var s uint32
	for i := range 16 {
		s += uint32(a[i]) * uint32(a[i])
	}
	return s
}

func SlpXor(a, b []uint32) uint32 {
	var s uint32
	for i := range 8 {
		s ^= (a[i]<<3 | a[i]>>7) * (b[i] &^ 15)
	}
	return s
}

func SlpWords(a []int64) int64 {
	s := (a[0] ^ a[1]) & (a[2] + 7)
	s += (a[3] ^ a[4]) & (a[5] + 7)
	s += (a[6] ^ a[7]) & (a[8] + 7)
	s += (a[9] ^ a[10]) & (a[11] + 7)
	return s
}

// The sign of a sum of zeros.
func SlpZeros(a []float32) float32 {
	s := float32(math.Copysign(0, -1))
	s += (a[0] + a[1]) + a[2]
	s += (a[3] + a[4]) + a[5]
	s += (a[6] + a[7]) + a[8]
	s += (a[9] + a[10]) + a[11]
	return s
}

// SlpStoreRow stores the four sums of a row of a product.
func SlpStoreRow(a, b, c []float32) {
	for r := 0; r+4 <= len(c); r += 4 {
		var s, t, u, v float32
		for k := 0; k < 4; k++ {
			x := a[r+k]
			s -= x * b[k*4]
			t -= x * b[k*4+1]
			u -= x * b[k*4+2]
			v -= x * b[k*4+3]
		}
		c[r], c[r+1], c[r+2], c[r+3] = s, t, u, v
	}
}

// SlpStoreOnce stores what straight-line code computes, in no order of memory.
func SlpStoreOnce(x, y, z []int64) {
	a, b, c, d := x[0]<<3+z[4], x[1]<<3+z[5], x[2]<<3+z[6], x[3]<<3+z[7]
	y[3], y[1], y[2], y[0] = d, b, c, a
}

// SlpStoreSelf changes a row in place, which other rows need.
func SlpStoreSelf(x []float64) {
	for i := 4; i+4 <= len(x); i += 4 {
		a, b, c, d := x[i]-x[i-3], x[i+1]-x[i-2], x[i+2]-x[i-1], x[i+3]-x[i-4]
		x[i], x[i+1], x[i+2], x[i+3] = a, b, c, d
	}
}

// SlpStoreMixed adds what is narrower.
func SlpStoreMixed(x []int16, y []int32, k int32) {
	for i := 0; i+4 <= len(y); i += 4 {
		a, b, c, d := int32(x[i])*k+y[i], int32(x[i+1])*k+y[i+1], int32(x[i+2])*k+y[i+2], int32(x[i+3])*k+y[i+3]
		y[i], y[i+1], y[i+2], y[i+3] = a, b, c, d
	}
}

// SlpRoles has accumulators that change roles from one iteration to the next.
func SlpRoles(x, y []float32) {
	var a, b [2]float32
	for i := 0; 2*i+1 < len(x); i++ {
		for j := range 2 {
			a[j] = max(a[j], b[j])
			a[j] = max(a[j], x[i*2+j])
		}
		a, b = b, a
	}
	if len(y) >= 4 {
		y[0], y[1], y[2], y[3] = a[0], a[1], b[0], b[1]
	}
}

// SlpTurns hands accumulators on from one array to the next of three.
func SlpTurns(x []int32, y []int32) {
	var a, b, c [4]int32
	for i := range len(x) / 4 {
		for j := range 4 {
			a[j] += b[j]
			c[j] += x[i*4+j] + b[j]
		}
		a, b, c = c, a, b
	}
	for j := range min(len(y), 4) {
		y[j] = a[j] ^ b[j] ^ c[j]
	}
}
