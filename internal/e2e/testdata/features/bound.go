package features

// Minima and maxima of floats.

// Bounded keeps numbers between two that are neither zeros nor NaNs.
//
//	args line
//	row I53
//	on avx512 avx2
//	counter kernel BoundedBy
//	asm.avx512 vminps
//	no asm.avx512 vorps
//	asm.avx2 vminps
//	no asm.avx2 vorps
func Bounded(d, x []float32) {
	for i := range min(len(d), len(x)) {
		d[i] = max(min(x[i], 6), -1.5)
	}
}

// BoundedBy has bounds of which nothing is known.
func BoundedBy(d, x []float32, lo, hi float32) {
	for i := range min(len(d), len(x)) {
		d[i] = max(min(x[i], hi), lo)
	}
}
