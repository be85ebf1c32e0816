package dsp

// FIR filters with taps; x has len(taps)-1 samples more than y.
func FIR(y, x, taps []float32) {
	for i := range y {
		sum := float32(0)
		for k, t := range taps {
			sum += t * x[i+k]
		}
		y[i] = sum
	}
}

// Biquad filters with two sections of second order, one after the other, in transposed direct form II. A section has
// the coefficients b0, b1, b2, a1, a2; its state goes on to the next call.
func Biquad(y, x []float32, coef *[2][5]float32, state *[2][2]float32) {
	c, d := coef[0], coef[1]
	c1, c2 := state[0][0], state[0][1]
	d1, d2 := state[1][0], state[1][1]
	for i, v := range x {
		u := c[0]*v + c1
		c1 = c[1]*v - c[3]*u + c2
		c2 = c[2]*v - c[4]*u
		t := d[0]*u + d1
		d1 = d[1]*u - d[3]*t + d2
		d2 = d[2]*u - d[4]*t
		y[i] = t
	}
	state[0] = [2]float32{c1, c2}
	state[1] = [2]float32{d1, d2}
}

// Decimate4 filters with eight taps and keeps every fourth sample.
func Decimate4(y, x []float32, taps *[8]float32) {
	for i := range y {
		sum := float32(0)
		for k := 0; k < 8; k++ {
			sum += taps[k] * x[4*i+k]
		}
		y[i] = sum
	}
}

// Autocorrelation sums products of samples that are lag apart, for each lag.
func Autocorrelation(r, x []float32) {
	for lag := range r {
		sum := float32(0)
		for i := lag; i < len(x); i++ {
			sum += x[i] * x[i-lag]
		}
		r[lag] = sum
	}
}
