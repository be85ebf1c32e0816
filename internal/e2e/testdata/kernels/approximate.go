package kernels

import "math"

// Quotients and roots, which FP("fast") may approximate.

func Quotients32(q, a, b []float32) {
	for i := range min(len(q), len(a), len(b)) {
		q[i] = a[i] / b[i]
	}
}

func Quotients64(q, a, b []float64) {
	for i := range min(len(q), len(a), len(b)) {
		q[i] = a[i] / b[i]
	}
}

func Inverses32(q, b []float32) {
	for i := range min(len(q), len(b)) {
		q[i] = 1 / b[i]
	}
}

func Inverses64(q, b []float64) {
	for i := range min(len(q), len(b)) {
		q[i] = 1 / b[i]
	}
}

func Roots32(q, a []float32) {
	for i := range min(len(q), len(a)) {
		q[i] = float32(math.Sqrt(float64(a[i])))
	}
}

func Roots64(q, a []float64) {
	for i := range min(len(q), len(a)) {
		q[i] = math.Sqrt(a[i])
	}
}
