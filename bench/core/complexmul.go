package core

// ComplexMul multiplies complex numbers kept as re, im, re, im, …
func ComplexMul(dst, a, b []float32) {
	for i := 0; i+1 < len(dst); i += 2 {
		ar, ai := a[i], a[i+1]
		br, bi := b[i], b[i+1]
		dst[i] = ar*br - ai*bi
		dst[i+1] = ar*bi + ai*br
	}
}
