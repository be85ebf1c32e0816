package ml

import "math"

// Softmax makes probabilities of scores, row by row, in place.
func Softmax(x []float32, width int) {
	for at := 0; at+width <= len(x); at += width {
		row := x[at : at+width]
		top := float32(math.Inf(-1))
		for _, v := range row {
			if v > top {
				top = v
			}
		}
		sum := float32(0)
		for i, v := range row {
			e := float32(math.Exp(float64(v - top)))
			row[i] = e
			sum += e
		}
		scale := 1 / sum
		for i := range row {
			row[i] *= scale
		}
	}
}

// CrossEntropy is the loss of a row of scores, whose right answer is label, and makes its gradient.
func CrossEntropy(grad, score []float32, label int) float32 {
	top := score[0]
	for _, v := range score {
		top = max(top, v)
	}
	sum := float32(0)
	for i, v := range score {
		e := float32(math.Exp(float64(v - top)))
		grad[i] = e
		sum += e
	}
	scale := 1 / sum
	for i := range score {
		grad[i] *= scale
	}
	grad[label] -= 1
	return float32(math.Log(float64(sum))) - (score[label] - top)
}

// LayerNorm moves and scales a row to mean 0 and variance 1, and then by gain and bias.
func LayerNorm(y, x, gain, bias []float32) {
	if len(x) == 0 {
		return
	}
	n := float32(len(x))
	sum := float32(0)
	for _, v := range x {
		sum += v
	}
	mean := sum / n
	squares := float32(0)
	for _, v := range x {
		d := v - mean
		squares += d * d
	}
	scale := 1 / float32(math.Sqrt(float64(squares/n+1e-5)))
	for i, v := range x {
		y[i] = (v-mean)*scale*gain[i] + bias[i]
	}
}

// RMSNorm scales a row to a mean square of 1, and then by gain.
func RMSNorm(y, x, gain []float32) {
	sum := float32(0)
	for _, v := range x {
		sum += v * v
	}
	scale := 1 / float32(math.Sqrt(float64(sum/float32(len(x))+1e-5)))
	for i, v := range x {
		y[i] = v * scale * gain[i]
	}
}
