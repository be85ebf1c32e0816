package ml

import "math"

// DotI8 is the dot product of vectors of 8 bits.
func DotI8(a, b []int8) int32 {
	sum := int32(0)
	for i, v := range a {
		sum += int32(v) * int32(b[i])
	}
	return sum
}

// MatVecU8 multiplies a matrix of signed weights, row by row, with activations that are not negative.
func MatVecU8(out []int32, weights []int8, x []uint8) {
	for r := range out {
		row := weights[r*len(x) : (r+1)*len(x)]
		sum := int32(0)
		for i, w := range row {
			sum += int32(w) * int32(x[i])
		}
		out[r] = sum
	}
}

// Quantize rounds to 8 bits.
func Quantize(q []int8, x []float32, scale float32) {
	for i, v := range x {
		r := math.RoundToEven(float64(v * scale))
		q[i] = int8(max(-127, min(127, r)))
	}
}

// Dequantize makes floats of bytes around a zero point.
func Dequantize(x []float32, q []uint8, zero uint8, scale float32) {
	for i, v := range q {
		x[i] = float32(int32(v)-int32(zero)) * scale
	}
}
