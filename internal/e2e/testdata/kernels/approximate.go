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

// Expressions of float64 between float32 values, which FP("fast") may compute in float32.

func Sigmoids(q, a []float32) {
	for i := range min(len(q), len(a)) {
		q[i] = float32(1 / (1 + math.Exp(-float64(a[i]))))
	}
}

func Decibels(q, a []float32) {
	for i := range min(len(q), len(a)) {
		q[i] = float32(20 / math.Ln10 * math.Log(math.Abs(float64(a[i]))))
	}
}

func Tanhs(q, a []float32) {
	for i := range min(len(q), len(a)) {
		q[i] = float32(1.7159 * math.Tanh(float64(a[i])/3))
	}
}

func HalfPowers(q, a []float32) {
	for i := range min(len(q), len(a)) {
		q[i] = float32(3 - -math.Exp2(0.5*float64(a[i])))
	}
}

func Waves(q, a []float32) {
	for i := range min(len(q), len(a)) {
		q[i] = float32(math.Sqrt(math.Cos(float64(a[i]))+2) * 0.1)
	}
}

func Bounded(q, a []float32) {
	for i := range min(len(q), len(a)) {
		q[i] = float32(math.Exp(min(max(float64(a[i])/16, -1), 1)) / (3 + math.Tanh(float64(a[i]))))
	}
}
