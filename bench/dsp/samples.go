package dsp

import "math"

// MixI16 adds samples of 16 bits, saturating at both ends.
func MixI16(dst, a, b []int16) {
	for i := range dst {
		s := int32(a[i]) + int32(b[i])
		if s > 32767 {
			s = 32767
		} else if s < -32768 {
			s = -32768
		}
		dst[i] = int16(s)
	}
}

// GainQ15 scales samples by a factor in units of 1/32768, rounded, saturating.
func GainQ15(dst, src []int16, gain int16) {
	for i, v := range src {
		p := (int32(v)*int32(gain) + 1<<14) >> 15
		dst[i] = int16(min(max(p, -32768), 32767))
	}
}

// Downmix makes floats of the mean of two interleaved channels.
func Downmix(dst []float32, stereo []int16) {
	for i := range dst {
		dst[i] = (float32(stereo[2*i]) + float32(stereo[2*i+1])) * (1.0 / 65536)
	}
}

// Levels returns the peak and the root of the mean square.
func Levels(x []float32) (peak, rms float32) {
	sum := float32(0)
	for _, v := range x {
		if a := float32(math.Abs(float64(v))); a > peak {
			peak = a
		}
		sum += v * v
	}
	if len(x) > 0 {
		rms = float32(math.Sqrt(float64(sum / float32(len(x)))))
	}
	return peak, rms
}

// DeltaI16 is each sample's difference from the one before.
func DeltaI16(d, x []int16) {
	last := int16(0)
	for i, v := range x {
		d[i] = v - last
		last = v
	}
}
