package hotloop_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hotloop"
)

const parallelBenchSource = `package k

import "math"

func Exp(y, x []float64) {
	for i := range y {
		y[i] = math.Exp(x[i])
	}
}

func Matmul(c, a, b []float32, n int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			s := float32(0)
			for k := 0; k < n; k++ {
				s += a[i*n+k] * b[k*n+j]
			}
			c[i*n+j] = s
		}
	}
}

func Blur(dst, src []float32, w, h int) {
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			dst[y*w+x] = (src[(y-1)*w+x] + src[y*w+x-1] + src[y*w+x] + src[y*w+x+1] + src[(y+1)*w+x]) * 0.2
		}
	}
}

func Mandelbrot(out []int32, w int, scale float64) {
	for i := range out {
		cr, ci := float64(i%w)*scale-1.5, float64(i/w)*scale-1
		zr, zi, n := 0.0, 0.0, int32(0)
		for n < 256 && zr*zr+zi*zi < 4 {
			zr, zi = zr*zr-zi*zi+cr, 2*zr*zi+ci
			n++
		}
		out[i] = n
	}
}

func Triad(y, a, b []float32, s float32) {
	for i := range y {
		y[i] = a[i] + s*b[i]
	}
}

func Sum(x []int64) (s int64) {
	for _, v := range x {
		s += v
	}
	return s
}

func Keep(y, x []int32) (n int) {
	for _, v := range x {
		if v > 0 {
			y[n] = v
			n++
		}
	}
	return n
}
`

// BenchmarkParallel compares kernels on one goroutine with the same kernels on two and four, from loops that are not
// worth a goroutine to some that exceed the caches.
func BenchmarkParallel(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	ints := make([]int32, 1<<22)
	for i := range ints {
		ints[i] = r.Int32() - 1<<30
	}
	parallelBench(b, "Exp", []int{1 << 8, 1 << 12, 1 << 16, 1 << 19, 1 << 22}, func(f func(y, x []float64), n int) func() {
		y, x := make([]float64, n), make([]float64, n)
		return func() { f(y, x) }
	})
	parallelBench(b, "Matmul", []int{16, 64, 256, 768}, func(f func(c, x, y []float32, n int), n int) func() {
		c, x, y := floats(r, n*n), floats(r, n*n), floats(r, n*n)
		return func() { f(c, x, y, n) }
	})
	parallelBench(b, "Blur", []int{32, 128, 512, 2048}, func(f func(dst, src []float32, w, h int), n int) func() {
		dst, src := floats(r, n*n), floats(r, n*n)
		return func() { f(dst, src, n, n) }
	})
	parallelBench(b, "Mandelbrot", []int{8, 32, 128, 512}, func(f func(out []int32, w int, scale float64), n int) func() {
		out := make([]int32, n*n)
		return func() { f(out, n, 2/float64(n)) }
	})
	parallelBench(b, "Triad", []int{1 << 10, 1 << 14, 1 << 18, 1 << 23}, func(f func(y, p, q []float32, s float32), n int) func() {
		y, p, q := floats(r, n), floats(r, n), floats(r, n)
		return func() { f(y, p, q, 2) }
	})
	parallelBench(b, "Sum", []int{1 << 10, 1 << 14, 1 << 18, 1 << 22}, func(f func(x []int64) int64, n int) func() {
		x := make([]int64, n)
		return func() { f(x) }
	})
	parallelBench(b, "Keep", []int{1 << 10, 1 << 14, 1 << 18, 1 << 22}, func(f func(y, x []int32) int, n int) func() {
		y := make([]int32, n)
		return func() { f(y, ints[:n]) }
	})
}

func parallelBench[F any](b *testing.B, name string, sizes []int, with func(f F, n int) func()) {
	for _, n := range sizes {
		for _, workers := range []int{0, 2, 4} {
			var opts []hotloop.Option
			if workers > 0 {
				opts = append(opts, hotloop.Parallel(workers))
			}
			k, err := hotloop.Compile[F](parallelBenchSource, name, opts...)
			if err != nil {
				b.Fatal(err)
			}
			call := with(k.Func, n)
			b.Run(fmt.Sprintf("%s/n=%d/workers=%d", name, n, max(1, workers)), func(b *testing.B) {
				for b.Loop() {
					call()
				}
			})
		}
	}
}
