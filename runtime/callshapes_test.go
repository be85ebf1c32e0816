//go:build linux && (amd64 || arm64)

package runtime_test

import (
	"os"
	"reflect"
	goruntime "runtime"
	"strings"
	"sync/atomic"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/loopopt/ir"
	"hotloop/runtime"

	"github.com/stretchr/testify/require"
)

// The functions below are compiled from this file. Their signatures use more registers than there are of each kind.
// They run long enough to yield while only the argument block refers to their arguments.

func shapeSlices(a, b, c, d, e, f, g []int, rounds int) int {
	s := 0
	for r := 0; r < rounds; r++ {
		for i := range a {
			s += a[i]*b[i] + c[i]*d[i] + e[i]*f[i] + g[i]
		}
	}
	return s
}

func shapeMixed(x int8, a []int, t string, b []int16, y uint8, p *[64]int32, c []float32, z bool, w uint16, d []float64, v int32, rounds int) (int8, bool, float64) {
	s := int64(0)
	f := 0.0
	for r := 0; r < rounds; r++ {
		for i := range a {
			s += int64(a[i]) + int64(b[i]) + int64(p[i]) + int64(t[i])
			f += float64(c[i]) + d[i]
		}
		s += int64(y) - int64(w) + int64(v)
	}
	return x + int8(s), !z, f
}

func shapeFloats(a, b, c, d, e, f, g, h float32, i, j, k, l, m, n, o, p float64, q, r float32, x []float64, s, t float64, rounds int) (float64, float32, float64, float64) {
	u := 0.0
	for z := 0; z < rounds; z++ {
		for y := range x {
			u += x[y]
		}
	}
	return u + i + j + k + l + m + n + o + p, a + b + c + d + e + f + g + h + q + r, s, t
}

func shapeParts(a, b, c, d []int, rounds int) (int, int8, bool, uint16, int32, int8, int, int, int, uint8, int, int8, int, int, int, int, int, int16, int, uint8) {
	s := 0
	for r := 0; r < rounds; r++ {
		for i := range a {
			s += a[i] ^ b[i] ^ c[i] ^ d[i]
		}
	}
	return s, int8(a[1]), s != 0, uint16(s), int32(-s), int8(s), a[2], a[3], b[4], uint8(b[5]), c[6], int8(c[7]), d[8], d[9], d[10], a[11], a[12], int16(-s), a[13], uint8(s)
}

func shapeNarrow(a, b, c, d, e, f, g, h, i, j, k, l int8, m, n, o, p uint16, q, r, s, t int32, u, v, w bool, x []int, rounds int) (int8, uint16, int32, int) {
	z := 0
	for y := 0; y < rounds; y++ {
		for i := range x {
			z += x[i]
		}
	}
	if u && v || w {
		z++
	}
	return a - b + c - d + e - f + g - h + i - j + k - l, m - n + o - p, q - r + s - t, z
}

func shapeText(s, t, u, v string, a []int, rounds int) (byte, uint16, int) {
	n := 0
	for r := 0; r < rounds; r++ {
		for i := range a {
			n += a[i] + int(s[i]) + int(t[i]) + int(u[i]) + int(v[i])
		}
	}
	return s[1], uint16(v[2]) << 8, n
}

const shapeLen = 64

// shapeSlice makes a slice that only the arguments of a call refer to.
func shapeSlice[T int | int16 | float32 | float64](seed int) []T {
	s := make([]T, shapeLen)
	for i := range s {
		s[i] = T((seed*31 + i*7) % 101)
	}
	return s
}

func shapeString(seed int) string {
	b := make([]byte, shapeLen)
	for i := range b {
		b[i] = byte(seed + i)
	}
	return string(b)
}

// shapeCalls makes new arguments for each call. The Go compiler compiles the calls, so the frames have no slack.
var shapeCalls = []struct {
	name  string
	plain any
	call  func(f any, n, rounds int) []any
}{
	{"shapeSlices", shapeSlices, func(f any, n, rounds int) []any {
		s := f.(func(a, b, c, d, e, f, g []int, rounds int) int)(shapeSlice[int](n), shapeSlice[int](n+1), shapeSlice[int](n+2),
			shapeSlice[int](n+3), shapeSlice[int](n+4), shapeSlice[int](n+5), shapeSlice[int](n+6), rounds)
		return []any{s}
	}},
	{"shapeMixed", shapeMixed, func(f any, n, rounds int) []any {
		p := new([64]int32)
		p[n%64] = int32(n)
		x, y, z := f.(func(int8, []int, string, []int16, uint8, *[64]int32, []float32, bool, uint16, []float64, int32, int) (int8, bool, float64))(int8(n),
			shapeSlice[int](n), shapeString(n), shapeSlice[int16](n), uint8(n), p, shapeSlice[float32](n), n%2 == 0, uint16(n*1001), shapeSlice[float64](n), int32(-n), rounds)
		return []any{x, y, z}
	}},
	{"shapeFloats", shapeFloats, func(f any, n, rounds int) []any {
		d, s := float64(n)/3, float32(n)/7
		a, b, c, e := f.(func(a, b, c, d, e, f, g, h float32, i, j, k, l, m, n, o, p float64, q, r float32, x []float64, s, t float64, rounds int) (float64, float32, float64, float64))(s, 2, 3, s, 5, 6, 7, 8,
			d, 10, 11, d, 13, 14, 15, d, 17, s, shapeSlice[float64](n), d, -d, rounds)
		return []any{a, b, c, e}
	}},
	{"shapeParts", shapeParts, func(f any, n, rounds int) []any {
		a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v := f.(func(a, b, c, d []int, rounds int) (int, int8, bool, uint16, int32, int8, int, int, int, uint8, int, int8, int, int, int, int, int, int16, int, uint8))(shapeSlice[int](n), shapeSlice[int](n+1), shapeSlice[int](n+2), shapeSlice[int](n+3), rounds)
		return []any{a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v}
	}},
	{"shapeNarrow", shapeNarrow, func(f any, n, rounds int) []any {
		i := int8(n)
		a, b, c, d := f.(func(a, b, c, d, e, f, g, h, i, j, k, l int8, m, n, o, p uint16, q, r, s, t int32, u, v, w bool, x []int, rounds int) (int8, uint16, int32, int))(i, -2, 3, i*4, 5, -6, 7, i, 9, 10, -11, 12,
			uint16(n), 65000, uint16(n*3), 7, int32(n), -5, int32(n*n), 1<<30, n%2 == 0, n%3 == 0, n%5 == 0, shapeSlice[int](n), rounds)
		return []any{a, b, c, d}
	}},
	{"shapeText", shapeText, func(f any, n, rounds int) []any {
		a, b, c := f.(func(s, t, u, v string, a []int, rounds int) (byte, uint16, int))(shapeString(n), shapeString(n+1), shapeString(n+2), shapeString(n+3), shapeSlice[int](n), rounds)
		return []any{a, b, c}
	}},
}

// TestCallShapes calls kernels with wide signatures at all stack depths of new goroutines, while others collect garbage
// and reuse freed memory. The arguments and results must equal those of the Go function.
func TestCallShapes(t *testing.T) {
	e2e.NeedNative(t)
	text, err := os.ReadFile("callshapes_test.go")
	require.NoError(t, err)
	var kernels [2][]any
	for i, knobs := range []string{"", "poll-counter"} { // kernels with poll counters yield many times
		for _, s := range shapeCalls {
			k, err := runtime.Compile(reflect.TypeOf(s.plain), shapeSource(string(text), s.name), s.name,
				runtime.Options{FP: ir.FPExact, FPWritten: true, Knobs: knobs})
			require.NoError(t, err)
			require.NoError(t, k.Err(), s.name)
			require.Equal(t, runtime.AdapterDirect, k.Stats().Adapter, s.name)
			kernels[i] = append(kernels[i], k.Func().Interface())
		}
	}
	var done atomic.Bool
	collected := make(chan bool)
	go func() {
		for !done.Load() {
			goruntime.GC()
		}
		close(collected)
	}()
	rounds := 2000
	if testing.Short() {
		rounds = 200
	}
	before := runtime.Yields()
	for depth := range 60 {
		for i, s := range shapeCalls {
			got := make(chan []any)
			go shapeDeep(depth, func() { got <- s.call(kernels[depth%2][i], depth, rounds) })
			require.Equal(t, s.call(s.plain, depth, rounds), <-got, "%s at depth %d", s.name, depth)
		}
	}
	done.Store(true)
	<-collected
	t.Logf("%d yields", runtime.Yields()-before)
}

// shapeDeep descends the stack in small steps.
//
//go:noinline
func shapeDeep(depth int, f func()) {
	if depth == 0 {
		f()
		return
	}
	shapeDeep(depth-1, f)
}

// shapeSource extracts a function from this file.
func shapeSource(text, name string) string {
	from := strings.Index(text, "\nfunc "+name+"(")
	return "package k\n" + text[from:from+strings.Index(text[from:], "\n}\n")+3]
}
