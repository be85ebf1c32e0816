package kernels

import "math"

// Add32 adds two vectors.
// args: [n] [n] [n]
func Add32(dst, a, b []float32) {
	for i := range dst {
		dst[i] = a[i] + b[i]
	}
}

// Mul32 multiplies element by element.
// args: [n] [n] [n]
func Mul32(dst, a, b []float32) {
	for i := range dst {
		dst[i] = a[i] * b[i]
	}
}

// Div32 divides element by element.
// args: [n] [n] [n]~1,9
func Div32(dst, a, b []float32) {
	for i := range dst {
		dst[i] = a[i] / b[i]
	}
}

// FMA32 adds products to a third vector.
// args: [n] [n] [n] [n]
func FMA32(dst, a, b, c []float32) {
	for i := range dst {
		dst[i] = a[i]*b[i] + c[i]
	}
}

// Scale32 multiplies by a number.
// args: [n] [n] 1.5
func Scale32(dst, a []float32, s float32) {
	for i := range dst {
		dst[i] = a[i] * s
	}
}

// AddNumber32 adds a number.
// args: [n] [n] 1.5
func AddNumber32(dst, a []float32, s float32) {
	for i := range dst {
		dst[i] = a[i] + s
	}
}

// Axpy32 adds a multiple of x.
// args: [n] 0.000001 [n]
func Axpy32(y []float32, alpha float32, x []float32) {
	for i := range y {
		y[i] += alpha * x[i]
	}
}

// Abs32 takes the magnitude.
// args: [n] [n]
func Abs32(dst, a []float32) {
	for i := range dst {
		dst[i] = float32(math.Abs(float64(a[i])))
	}
}

// Sqrt32 takes the square root.
// args: [n] [n]~0,100
func Sqrt32(dst, a []float32) {
	for i := range dst {
		dst[i] = float32(math.Sqrt(float64(a[i])))
	}
}

// Reciprocal32 divides one by every element.
// args: [n] [n]~1,100
func Reciprocal32(dst, a []float32) {
	for i := range dst {
		dst[i] = 1 / a[i]
	}
}

// Round32 rounds to whole numbers, halves to even.
// args: [n] [n]~-100,100
func Round32(dst, a []float32) {
	for i := range dst {
		dst[i] = float32(math.RoundToEven(float64(a[i])))
	}
}

// Floor32 rounds down.
// args: [n] [n]~-100,100
func Floor32(dst, a []float32) {
	for i := range dst {
		dst[i] = float32(math.Floor(float64(a[i])))
	}
}

// Relu32 replaces what is negative by zero.
// args: [n] [n]
func Relu32(dst, a []float32) {
	for i, x := range a {
		if x > 0 {
			dst[i] = x
		} else {
			dst[i] = 0
		}
	}
}

// Clamp32 limits to a range.
// args: [n] [n] -3 3
func Clamp32(dst, a []float32, lo, hi float32) {
	for i, x := range a {
		if x < lo {
			x = lo
		}
		if x > hi {
			x = hi
		}
		dst[i] = x
	}
}

// Minimum32 takes the lesser of two elements.
// args: [n] [n] [n]
func Minimum32(dst, a, b []float32) {
	for i, x := range a {
		if b[i] < x {
			x = b[i]
		}
		dst[i] = x
	}
}

// Exp32 computes exponentials.
// args: [n] [n]~-8,8
func Exp32(dst, a []float32) {
	for i, x := range a {
		dst[i] = float32(math.Exp(float64(x)))
	}
}

// Log32 computes logarithms.
// args: [n] [n]~0.1,100
func Log32(dst, a []float32) {
	for i, x := range a {
		dst[i] = float32(math.Log(float64(x)))
	}
}

// Sigmoid32 is the logistic function.
// args: [n] [n]~-8,8
func Sigmoid32(dst, a []float32) {
	for i, x := range a {
		dst[i] = float32(1 / (1 + math.Exp(-float64(x))))
	}
}

// Tanh32 is the hyperbolic tangent.
// args: [n] [n]~-4,4
func Tanh32(dst, a []float32) {
	for i, x := range a {
		dst[i] = float32(math.Tanh(float64(x)))
	}
}

// Sum32 adds elements up.
// args: [n]
func Sum32(a []float32) float32 {
	s := float32(0)
	for _, x := range a {
		s += x
	}
	return s
}

// Dot32 is the scalar product.
// args: [n] [n]
func Dot32(a, b []float32) float32 {
	s := float32(0)
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

// SquaredDistance32 is the square of the distance.
// args: [n] [n]
func SquaredDistance32(a, b []float32) float32 {
	s := float32(0)
	for i := range a {
		d := a[i] - b[i]
		s += d * d
	}
	return s
}

// Distance32 is the distance of two points.
// args: [n] [n]
func Distance32(a, b []float32) float32 {
	s := float32(0)
	for i := range a {
		d := a[i] - b[i]
		s += d * d
	}
	return float32(math.Sqrt(float64(s)))
}

// Manhattan32 adds the magnitudes of differences up.
// args: [n] [n]
func Manhattan32(a, b []float32) float32 {
	s := float32(0)
	for i := range a {
		s += float32(math.Abs(float64(a[i] - b[i])))
	}
	return s
}

// Cosine32 is the cosine of the angle between two vectors.
// args: [n]~1,4 [n]~1,4
func Cosine32(a, b []float32) float32 {
	var ab, aa, bb float32
	for i := range a {
		ab += a[i] * b[i]
		aa += a[i] * a[i]
		bb += b[i] * b[i]
	}
	return ab / float32(math.Sqrt(float64(aa))*math.Sqrt(float64(bb)))
}

// Variance32 is the mean square of what is off the mean.
// args: [n+1]
func Variance32(a []float32) float32 {
	mean := float32(0)
	for _, x := range a {
		mean += x
	}
	mean /= float32(len(a))
	s := float32(0)
	for _, x := range a {
		s += (x - mean) * (x - mean)
	}
	return s / float32(len(a))
}

// Max32 is the greatest element.
// args: [n+1]~-9,9
func Max32(a []float32) float32 {
	m := a[0]
	for _, x := range a {
		if x > m {
			m = x
		}
	}
	return m
}

// MaxAbs32 is the greatest magnitude.
// args: [n]~-9,9
func MaxAbs32(a []float32) float32 {
	m := float32(0)
	for _, x := range a {
		if x < 0 {
			x = -x
		}
		if x > m {
			m = x
		}
	}
	return m
}

// ArgMax32 is the place of the greatest element, the first of several.
// args: [n+1]~-9,9
func ArgMax32(a []float32) int {
	at, m := 0, a[0]
	for i, x := range a {
		if x > m {
			at, m = i, x
		}
	}
	return at
}

// CumSum32 writes running sums.
// args: [n] [n]
func CumSum32(dst, a []float32) {
	s := float32(0)
	for i, x := range a {
		s += x
		dst[i] = s
	}
}

// Greater32 compares element by element.
// args: [n] [n] [n]
func Greater32(dst []bool, a, b []float32) {
	for i := range dst {
		dst[i] = a[i] > b[i]
	}
}

// CountTrue counts what is true.
// args: [n]%2
func CountTrue(a []bool) int {
	n := 0
	for _, x := range a {
		if x {
			n++
		}
	}
	return n
}

// All reports whether everything is true.
// args: [n]=1
func All(a []bool) bool {
	for _, x := range a {
		if !x {
			return false
		}
	}
	return true
}

// Gather32 collects elements by their places.
// args: [n] [n] [n]perm
func Gather32(dst, a []float32, at []int) {
	for i, k := range at {
		dst[i] = a[k]
	}
}

// FromFloat64 narrows.
// args: [n] [n]
func FromFloat64(dst []float32, a []float64) {
	for i, x := range a {
		dst[i] = float32(x)
	}
}

// FromInt64 converts.
// args: [n] [n]%1000
func FromInt64(dst []float32, a []int64) {
	for i, x := range a {
		dst[i] = float32(x)
	}
}

// Reverse32 writes from the end.
// args: [n] [n]
func Reverse32(dst, a []float32) {
	for i := range dst {
		dst[i] = a[len(a)-1-i]
	}
}

// Interleave32 writes an element of a, one of b, and so on.
// args: [2*n] [n] [n]
func Interleave32(dst, a, b []float32) {
	for i := range a {
		dst[2*i] = a[i]
		dst[2*i+1] = b[i]
	}
}

// Deinterleave32 takes them apart again.
// args: [n] [n] [2*n]
func Deinterleave32(a, b, src []float32) {
	for i := range a {
		a[i] = src[2*i]
		b[i] = src[2*i+1]
	}
}

// Convolve32 slides a short filter over a signal.
// args: [n] [n+15] [16]
func Convolve32(dst, signal, filter []float32) {
	for i := range dst {
		s := float32(0)
		for k, c := range filter {
			s += c * signal[i+k]
		}
		dst[i] = s
	}
}

// ComplexProduct32 multiplies complex numbers, real and imaginary parts in turns.
// args: [2*n] [2*n] [2*n]
func ComplexProduct32(dst, a, b []float32) {
	for i := 0; i+1 < len(dst); i += 2 {
		re := a[i]*b[i] - a[i+1]*b[i+1]
		im := a[i]*b[i+1] + a[i+1]*b[i]
		dst[i], dst[i+1] = re, im
	}
}

// ComplexPower32 is the squared magnitude of complex numbers.
// args: [n] [2*n]
func ComplexPower32(dst, a []float32) {
	for i := range dst {
		dst[i] = a[2*i]*a[2*i] + a[2*i+1]*a[2*i+1]
	}
}

// Butterfly32 is a stage of a Fourier transform with parts apart.
// args: [n]=0 [n]=0 [n]=0 [n]=0 [n]~-1,1 [n]~-1,1
func Butterfly32(upRe, upIm, lowRe, lowIm, twRe, twIm []float32) {
	for i := range upRe {
		re := lowRe[i]*twRe[i] - lowIm[i]*twIm[i]
		im := lowRe[i]*twIm[i] + lowIm[i]*twRe[i]
		lowRe[i], lowIm[i] = upRe[i]-re, upIm[i]-im
		upRe[i], upIm[i] = upRe[i]+re, upIm[i]+im
	}
}
