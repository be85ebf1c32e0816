//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package runtime

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// pairOfCalls is a pair of funcs of one type: a closure that does nothing, and an empty kernel.
type pairOfCalls struct {
	name             string
	closure, adapter func(n int)
}

// pairOf returns the loops of a pair. loop calls a func value n times.
func pairOf[F any](b *testing.B, closure F, loop func(f F, n int)) pairOfCalls {
	c, err := Load("empty", emptyKernel, Frame256)
	require.NoError(b, err)
	f, err := Func[F](c)
	require.NoError(b, err)
	return pairOfCalls{fmt.Sprintf("%T", closure), func(n int) { loop(closure, n) }, func(n int) { loop(f, n) }}
}

// BenchmarkSignatures compares calls of empty kernels with calls of Go closures of the same type.
func BenchmarkSignatures(b *testing.B) {
	k := 0 // makes the funcs closures
	s, t, p := make([]float32, 64), "text", new([4]float32)
	for _, pair := range []pairOfCalls{
		pairOf(b, func() { _ = k }, func(f func(), n int) {
			for range n {
				f()
			}
		}),
		pairOf(b, func([]float32) { _ = k }, func(f func([]float32), n int) {
			for range n {
				f(s)
			}
		}),
		pairOf(b, func(a, b []float32) float32 { return float32(k) }, func(f func(a, b []float32) float32, n int) {
			for range n {
				f(s, s)
			}
		}),
		pairOf(b, func(dst, a, b []float32, x float32) { _ = k }, func(f func(dst, a, b []float32, x float32), n int) {
			for range n {
				f(s, s, s, 2)
			}
		}),
		pairOf(b, func(s []float32, n int) (int, int) { return k, k }, func(f func(s []float32, n int) (int, int), n int) {
			for range n {
				f(s, n)
			}
		}),
		pairOf(b, func(s []float32, n int) (int, int, float32) { return k, k, 0 }, func(f func(s []float32, n int) (int, int, float32), n int) {
			for range n {
				f(s, n)
			}
		}),
		pairOf(b, func(s []float32, n int) (int, int, int) { return k, k, k }, func(f func(s []float32, n int) (int, int, int), n int) {
			for range n {
				f(s, n)
			}
		}),
		pairOf(b, func(t string, p *[4]float32) bool { return k == 1 }, func(f func(t string, p *[4]float32) bool, n int) {
			for range n {
				f(t, p)
			}
		}),
		pairOf(b, func(a, b, c []float32, n uint8) { _ = k }, func(f func(a, b, c []float32, n uint8), n int) {
			for range n {
				f(s, s, s, 7)
			}
		}),
		pairOf(b, func(a, b, c, d []float32, p *[4]float32) { _ = k }, func(f func(a, b, c, d []float32, p *[4]float32), n int) {
			for range n {
				f(s, s, s, s, p)
			}
		}),
		pairOf(b, func(a, b, c, d, e, f, g []float32) int { return k }, func(f func(a, b, c, d, e, f, g []float32) int, n int) {
			for range n {
				f(s, s, s, s, s, s, s)
			}
		}),
		pairOf(b, func([]float32) (a, b, c, d int) { return k, k, k, k }, func(f func([]float32) (a, b, c, d int), n int) {
			for range n {
				f(s)
			}
		}),
		pairOf(b, func([]float32) (a, b, c, d, e int) { return k, k, k, k, k }, func(f func([]float32) (a, b, c, d, e int), n int) {
			for range n {
				f(s)
			}
		}),
		pairOf(b, func([]float32) (a, b, c, d, e float64) { return 0, 1, 2, 3, 4 }, func(f func([]float32) (a, b, c, d, e float64), n int) {
			for range n {
				f(s)
			}
		}),
		pairOf(b, func([]int) (x, y []int, n int) { return nil, nil, k }, func(f func([]int) (x, y []int, n int), n int) {
			for range n {
				f(nil)
			}
		}),
		pairOf(b, func(a, b, c, d, e, f, g, h, i, j, l, m []float32) { _ = k }, func(f func(a, b, c, d, e, f, g, h, i, j, l, m []float32), n int) {
			for range n {
				f(s, s, s, s, s, s, s, s, s, s, s, s)
			}
		}),
		pairOf(b, func(a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r, t, u, v, w, x []float32) { _ = k },
			func(f func(a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r, t, u, v, w, x []float32), n int) {
				for range n {
					f(s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s)
				}
			}),
		pairOf(b, func(a, b, c, d, e, f, g, h, i, j, l, m, o, p int) { _ = k }, func(f func(a, b, c, d, e, f, g, h, i, j, l, m, o, p int), n int) {
			for range n {
				f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
			}
		}),
	} {
		b.Run(pair.name, pair.compare)
	}
}

// compare reports the minimum time of one call for both, measured alternately. The minimum of many short runs
// excludes interruptions.
func (p pairOfCalls) compare(b *testing.B) {
	const calls = 2000
	measure := func(run func(int)) float64 {
		start := time.Now()
		run(calls)
		return float64(time.Since(start)) / calls
	}
	closure, adapter := math.Inf(1), math.Inf(1)
	for b.Loop() {
		closure, adapter = min(closure, measure(p.closure)), min(adapter, measure(p.adapter))
	}
	b.ReportMetric(closure, "closure-ns")
	b.ReportMetric(adapter, "kernel-ns")
	b.ReportMetric(adapter-closure, "more-ns")
}
