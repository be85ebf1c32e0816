package numeric

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

// MatMul adds a·b to c.
func MatMul(c, a, b blas64.General) {
	for i := 0; i < c.Rows; i++ {
		row := c.Data[i*c.Stride : i*c.Stride+c.Cols]
		for k := 0; k < a.Cols; k++ {
			f := a.Data[i*a.Stride+k]
			from := b.Data[k*b.Stride : k*b.Stride+c.Cols]
			for j := range row {
				row[j] += f * from[j]
			}
		}
	}
}

// Roots returns the roots of unity that FFT of n values wants: exp(-2πik/n) for k < n/2.
func Roots(n int) []complex128 {
	w := make([]complex128, n/2)
	for k := range w {
		sin, cos := math.Sincos(-2 * math.Pi * float64(k) / float64(n))
		w[k] = complex(cos, sin)
	}
	return w
}

// FFT transforms src into dst, both of one length, a power of two; tmp is as long. w are the Roots of that length. It
// is Stockham's form (Cochran et al., What is the fast Fourier transform?, 1967), which needs no bit reversal.
func FFT(dst, src, tmp, w []complex128) {
	n := len(src)
	dst, tmp = dst[:n], tmp[:n]
	copy(dst, src)
	for span := n / 2; span >= 1; span /= 2 { // butterflies in a group, each of which has a root of its own
		run := n / 2 / span // of values that share a root
		for g := 0; g < span; g++ {
			root := w[g*run]
			a := dst[g*run : (g+1)*run]
			b := dst[(g+span)*run : (g+span+1)*run]
			sum := tmp[2*g*run : (2*g+1)*run]
			diff := tmp[(2*g+1)*run : (2*g+2)*run]
			for i := range a {
				x, y := a[i], b[i]
				sum[i] = x + y
				diff[i] = (x - y) * root
			}
		}
		copy(dst, tmp)
	}
}

// Convolve sets y[i] to the sum of h[k]*x[i+k]: len(y) values. x has len(h)-1 more values.
func Convolve(y, x, h []float64) {
	for i := range y {
		sum := 0.0
		for k, f := range h {
			sum += f * x[i+k]
		}
		y[i] = sum
	}
}

// Convolve2D is Convolve in two dimensions.
func Convolve2D(y, x, h blas64.General) {
	for i := 0; i < y.Rows; i++ {
		for j := 0; j < y.Cols; j++ {
			sum := 0.0
			for k := 0; k < h.Rows; k++ {
				for l := 0; l < h.Cols; l++ {
					sum += h.Data[k*h.Stride+l] * x.Data[(i+k)*x.Stride+j+l]
				}
			}
			y.Data[i*y.Stride+j] = sum
		}
	}
}

// Attention sets row i of out to the mean of the rows of v, weighted by the softmax of the products of row i of q with
// the rows of k, over the square root of their length. weights has room for a row of them.
func Attention(out, q, k, v blas64.General, weights []float64) {
	scale := 1 / math.Sqrt(float64(q.Cols))
	weights = weights[:k.Rows]
	for i := 0; i < q.Rows; i++ {
		row := q.Data[i*q.Stride : i*q.Stride+q.Cols]
		most := math.Inf(-1)
		for j := range weights {
			key := k.Data[j*k.Stride : j*k.Stride+k.Cols]
			dot := 0.0
			for l, x := range row {
				dot += x * key[l]
			}
			weights[j] = dot * scale
			most = max(most, weights[j])
		}
		total := 0.0
		for j, w := range weights {
			e := math.Exp(w - most)
			weights[j] = e
			total += e
		}
		to := out.Data[i*out.Stride : i*out.Stride+out.Cols]
		clear(to)
		for j, w := range weights {
			w /= total
			value := v.Data[j*v.Stride : j*v.Stride+v.Cols]
			for l := range to {
				to[l] += w * value[l]
			}
		}
	}
}
