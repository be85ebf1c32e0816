package field

import "math"

// Volume scales samples with rounding.
// args: [n]* 23000
func Volume(x []int16, gain int32) {
	for i, v := range x {
		x[i] = int16((int32(v)*gain + 1<<14) >> 15)
	}
}

// MixDown averages two channels.
// args: [n] [2*n]*
func MixDown(out, stereo []int16) {
	for i := range out {
		out[i] = int16((int32(stereo[2*i]) + int32(stereo[2*i+1])) >> 1)
	}
}

// ToFloat makes floats of 24-bit samples.
// args: [n] [3*n]*
func ToFloat(out []float32, pcm []byte) {
	for i := range out {
		v := int32(pcm[3*i])<<8 | int32(pcm[3*i+1])<<16 | int32(pcm[3*i+2])<<24
		out[i] = float32(v) / (1 << 31)
	}
}

// ToPcm clamps floats and makes samples of them.
// args: [n] [n]~-1.5,1.5
func ToPcm(out []int16, x []float32) {
	for i, v := range x {
		v = max(-1, min(1, v))
		out[i] = int16(v * 32767)
	}
}

// MuLaw compresses samples: a sign, an exponent, four bits.
// args: [n] [n]*
func MuLaw(out []uint8, x []int16) {
	for i, s := range x {
		v := int32(s)
		sign := uint8(0)
		if v < 0 {
			v, sign = -v, 128
		}
		v = min(v, 32635) + 132
		e := uint8(7)
		for m := int32(0x4000); v&m == 0 && e > 0; m >>= 1 {
			e--
		}
		out[i] = ^(sign | e<<4 | uint8(v>>(e+3))&15)
	}
}

// Peak is the greatest absolute sample and the energy.
// args: [n]~-1,1
func Peak(x []float32) (peak, energy float32) {
	for _, v := range x {
		energy += v * v
		if v < 0 {
			v = -v
		}
		if v > peak {
			peak = v
		}
	}
	return peak, energy
}

// Crossings counts where the sign changes.
// args: [n]~-1,1
func Crossings(x []float32) int {
	n := 0
	for i := 1; i < len(x); i++ {
		if (x[i-1] < 0) != (x[i] < 0) {
			n++
		}
	}
	return n
}

// FadeIn raises the volume evenly.
// args: [n]~-1,1
func FadeIn(x []float32) {
	step := 1 / float32(len(x)+1)
	for i := range x {
		x[i] *= float32(i) * step
	}
}

// Ramp raises it by adding, as one does to save a product.
// args: [n] [n]~-1,1 0.1 0.0001
func Ramp(out, x []float32, gain, step float32) {
	for i, v := range x {
		out[i] = v * gain
		gain += step
	}
}

// Smooth follows the level with two speeds.
// args: [n] [n]~0,1
func Smooth(out, x []float32) {
	level := float32(0)
	for i, v := range x {
		if v > level {
			level += (v - level) * 0.25
		} else {
			level += (v - level) * 0.01
		}
		out[i] = level
	}
}

// TwoPole is a filter of the second order, transposed form.
// args: [n] [n]~-1,1 []~-0.4,0.4
func TwoPole(out, x []float32, c *[5]float32) {
	var s1, s2 float32
	for i, v := range x {
		y := c[0]*v + s1
		s1 = c[1]*v - c[3]*y + s2
		s2 = c[2]*v - c[4]*y
		out[i] = y
	}
}

// Comb is an echo within one slice.
// args: [n]~-1,1 100 0.5
func Comb(x []float32, delay int, g float32) {
	for i := delay; i < len(x); i++ {
		x[i] += g * x[i-delay]
	}
}

// Taps16 is a filter of 16 taps, each output by itself.
// args: [n] [n+16]~-1,1 []~-1,1
func Taps16(out, x []float32, h *[16]float32) {
	for i := range out {
		s := float32(0)
		for k, c := range h {
			s += c * x[i+k]
		}
		out[i] = s
	}
}

// Polyphase makes two samples of each with different taps.
// args: [2*n] [n+4]~-1,1 []~-1,1
func Polyphase(out, x []float32, h *[8]float32) {
	for i := 0; i < len(out)/2; i++ {
		var a, b float32
		for k := range 4 {
			a += h[2*k] * x[i+k]
			b += h[2*k+1] * x[i+k]
		}
		out[2*i], out[2*i+1] = a, b
	}
}

// Goertzel measures one frequency.
// args: [n]~-1,1 1.2
func Goertzel(x []float64, c float64) float64 {
	var a, b float64
	for _, v := range x {
		a, b = v+c*a-b, a
	}
	return a*a + b*b - c*a*b
}

// Window is Hamming's.
// args: [n]~-1,1 0.01
func Window(x []float64, w float64) {
	for i := range x {
		x[i] *= 0.54 - 0.46*math.Cos(w*float64(i))
	}
}

// Decibels converts energies.
// args: [n] [n]~0,1
func Decibels(out, e []float32) {
	for i, v := range e {
		out[i] = 10 * float32(math.Log(float64(v+1e-6))) * 0.4342945
	}
}

// BitReverse exchanges the elements before a transform.
// args: [4096] []perm
func BitReverse(x []float32, at *[4096]uint16) {
	for i, j := range at {
		if int(j) > i && len(x) == 4096 {
			x[i], x[j] = x[j], x[i]
		}
	}
}

// Fft is a whole transform of separate parts with one table of factors.
// args: [1024]~-1,1 [1024]~-1,1 [512]~-1,1 [512]~-1,1
func Fft(re, im, wr, wi []float64) {
	n := len(re)
	for half := 1; half < n; half *= 2 {
		step := n / (2 * half)
		for b := 0; b < n; b += 2 * half {
			for k := 0; k < half; k++ {
				i, j := b+k, b+k+half
				tr := re[j]*wr[k*step] - im[j]*wi[k*step]
				ti := re[j]*wi[k*step] + im[j]*wr[k*step]
				re[j], im[j] = re[i]-tr, im[i]-ti
				re[i], im[i] = re[i]+tr, im[i]+ti
			}
		}
	}
}

// Haar is one level of a wavelet.
// args: [n] [n] [2*n]
func Haar(low, high, x []float32) {
	for i := range low {
		a, b := x[2*i], x[2*i+1]
		low[i], high[i] = (a+b)*0.5, (a-b)*0.5
	}
}

// Lift is the step of a wavelet in place, on whole numbers.
// args: [2*(n/2)+2]%256
func Lift(x []int32) {
	for i := 1; i+1 < len(x); i += 2 {
		x[i] -= (x[i-1] + x[i+1]) >> 1
	}
	for i := 2; i+1 < len(x); i += 2 {
		x[i] += (x[i-1] + x[i+1] + 2) >> 2
	}
}

// Walsh is a whole transform by sums and differences.
// args: [256]
func Walsh(x []int32) {
	for h := 1; h < len(x); h *= 2 {
		for i := 0; i < len(x); i += 2 * h {
			for j := i; j < i+h; j++ {
				a, b := x[j], x[j+h]
				x[j], x[j+h] = a+b, a-b
			}
		}
	}
}
