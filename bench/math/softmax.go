package mathloops

import "math"

// Softmax makes probabilities of scores, scaled to the largest.
func Softmax(y, x []float32) {
	if len(x) == 0 {
		return
	}
	top := x[0]
	for _, v := range x {
		top = max(top, v)
	}
	sum := float32(0)
	for i, v := range x {
		e := float32(math.Exp(float64(v - top)))
		y[i] = e
		sum += e
	}
	for i := range x {
		y[i] /= sum
	}
}
