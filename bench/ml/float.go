package ml

import "math"

// GELU is the activation in its form with a hyperbolic tangent.
func GELU(y, x []float32) {
	for i, v := range x {
		t := float32(math.Tanh(float64(0.7978845608 * (v + 0.044715*v*v*v))))
		y[i] = 0.5 * v * (1 + t)
	}
}

// SiLU is x times its sigmoid, times a gate.
func SiLU(y, x, gate []float32) {
	for i, v := range x {
		y[i] = v / (1 + float32(math.Exp(float64(-v)))) * gate[i]
	}
}

// Adam is a step of that optimizer: m and v are its moments, rate the step's length.
func Adam(w, grad, m, v []float32, rate, beta1, beta2, eps float32) {
	for i, g := range grad {
		m[i] = beta1*m[i] + (1-beta1)*g
		v[i] = beta2*v[i] + (1-beta2)*g*g
		w[i] -= rate * m[i] / (float32(math.Sqrt(float64(v[i]))) + eps)
	}
}

// ArgMax is where the largest score is, the first of several.
func ArgMax(x []float32) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}

// Cosine is how similar the directions of two vectors are.
func Cosine(a, b []float32) float32 {
	var ab, aa, bb float32
	for i, v := range a {
		w := b[i]
		ab += v * w
		aa += v * v
		bb += w * w
	}
	return ab / float32(math.Sqrt(float64(aa)*float64(bb)))
}

// EmbeddingSum adds up the rows of a table that ids names, each len(out) long.
func EmbeddingSum(out, table []float32, ids []int32) {
	clear(out)
	for _, id := range ids {
		row := table[int(id)*len(out) : (int(id)+1)*len(out)]
		for j, v := range row {
			out[j] += v
		}
	}
}
