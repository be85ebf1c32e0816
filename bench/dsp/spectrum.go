package dsp

// Conjugate multiplies complex numbers with the conjugates of others, interleaved.
func Conjugate(dst, a, b []float32) {
	for i := 0; i+1 < len(dst); i += 2 {
		ar, ai := a[i], a[i+1]
		br, bi := b[i], b[i+1]
		dst[i] = ar*br + ai*bi
		dst[i+1] = ai*br - ar*bi
	}
}

// Power is the power spectrum of interleaved complex numbers.
func Power(p, z []float32) {
	for i := range p {
		re, im := z[2*i], z[2*i+1]
		p[i] = re*re + im*im
	}
}

// Butterflies is one stage of a transform of radix 2, in place: pairs are half apart.
func Butterflies(re, im, wr, wi []float32, half int) {
	for k := 0; k+2*half <= len(re); k += 2 * half {
		for j := 0; j < half; j++ {
			a, b := k+j, k+j+half
			tr := wr[j]*re[b] - wi[j]*im[b]
			ti := wr[j]*im[b] + wi[j]*re[b]
			re[b] = re[a] - tr
			im[b] = im[a] - ti
			re[a] += tr
			im[a] += ti
		}
	}
}

// OverlapAdd adds a window's worth of a frame to what came before.
func OverlapAdd(out, frame, window []float32) {
	for i, w := range window {
		out[i] += w * frame[i]
	}
}

// PhaseSteps are the differences of neighbouring phases, in turns, wrapped to half a turn either way.
func PhaseSteps(d, phase []float32) {
	for i := range d {
		step := phase[i+1] - phase[i]
		if step > 0.5 {
			step -= 1
		} else if step < -0.5 {
			step += 1
		}
		d[i] = step
	}
}
