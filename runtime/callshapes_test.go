//go:build (linux && (amd64 || arm64)) || (windows && amd64)

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
	"hotloop/runtime/fallback"

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

func shapeMany(a0 []int, a1 []int, a2 string, a3 int8, a4 []int, a5 []int, a6 *[64]int32, a7 []int, a8 []int, a9 *[64]int32, a10 []int, a11 *[64]int32, a12 []int, a13 []int, a14 []int, a15 string, a16 string, a17 []int, a18 []int, a19 []int, a20 *[64]int32, a21 string, a22 []int, a23 *[64]int32, a24 []int, a25 []int, rounds int) (int, string, string, int8) {
	s := 0
	for r := 0; r < rounds; r++ {
		for i := 0; i < 64; i++ {
			s += a0[i] + a1[i] + int(a2[i]) + int(a3) + a4[i] + a5[i] + int(a6[i]) + a7[i]
			s += a8[i] + int(a9[i]) + a10[i] + int(a11[i]) + a12[i] + a13[i] + a14[i] + int(a15[i])
			s += int(a16[i]) + a17[i] + a18[i] + a19[i] + int(a20[i]) + int(a21[i]) + a22[i] + int(a23[i])
			s += a24[i] + a25[i]
		}
	}
	return s, a2[1:], a21[2:], int8(s >> 2)
}

func shapeMost(a0 []int, a1 []int, a2 *[64]int32, a3 []int, a4 []int, a5 string, a6 []int, a7 *[64]int32, a8 []int, a9 *[64]int32, a10 []int, a11 *[64]int32, a12 int8, a13 []int, a14 []int, a15 *[64]int32, a16 *[64]int32, a17 int8, a18 []int, a19 []int, a20 []int, a21 *[64]int32, a22 uint16, a23 []int, a24 *[64]int32, a25 []int, a26 *[64]int32, a27 []int, a28 string, a29 int8, a30 *[64]int32, a31 string, a32 int, a33 []int, a34 string, a35 *[64]int32, a36 string, a37 []int, a38 []int, a39 []int, a40 int, a41 []int, a42 uint16, a43 int, a44 []int, a45 []int, a46 *[64]int32, a47 []int, a48 *[64]int32, a49 string, a50 []int, a51 uint16, a52 string, a53 []int, a54 *[64]int32, a55 []int, rounds int) (int, uint16, string, string, int8, int8, uint16, []int, int8, uint16, string, uint16, []int, int8, []int) {
	s := 0
	for r := 0; r < rounds; r++ {
		for i := 0; i < 64; i++ {
			s += a0[i] + a1[i] + int(a2[i]) + a3[i] + a4[i] + int(a5[i]) + a6[i] + int(a7[i])
			s += a8[i] + int(a9[i]) + a10[i] + int(a11[i]) + int(a12) + a13[i] + a14[i] + int(a15[i])
			s += int(a16[i]) + int(a17) + a18[i] + a19[i] + a20[i] + int(a21[i]) + int(a22) + a23[i]
			s += int(a24[i]) + a25[i] + int(a26[i]) + a27[i] + int(a28[i]) + int(a29) + int(a30[i]) + int(a31[i])
			s += int(a32) + a33[i] + int(a34[i]) + int(a35[i]) + int(a36[i]) + a37[i] + a38[i] + a39[i]
			s += int(a40) + a41[i] + int(a42) + int(a43) + a44[i] + a45[i] + int(a46[i]) + a47[i]
			s += int(a48[i]) + int(a49[i]) + a50[i] + int(a51) + int(a52[i]) + a53[i] + int(a54[i]) + a55[i]
		}
	}
	return s, uint16(s >> 0), a28[2:], a28[3:], int8(s >> 3), int8(s >> 4), uint16(s >> 5), a6[7:], int8(s >> 7), uint16(s >> 8), a28[3:], uint16(s >> 10), a47[5:], int8(s >> 1), a47[7:]
}

const shapeLen = 64

func shapeArray(seed int) *[64]int32 {
	p := new([64]int32)
	for i := range p {
		p[i] = int32(seed - i)
	}
	return p
}

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
	{"shapeMany", shapeMany, func(f any, n, rounds int) []any {
		r0, r1, r2, r3 := f.(func(a0 []int, a1 []int, a2 string, a3 int8, a4 []int, a5 []int, a6 *[64]int32, a7 []int, a8 []int, a9 *[64]int32, a10 []int, a11 *[64]int32, a12 []int, a13 []int, a14 []int, a15 string, a16 string, a17 []int, a18 []int, a19 []int, a20 *[64]int32, a21 string, a22 []int, a23 *[64]int32, a24 []int, a25 []int, rounds int) (int, string, string, int8))(shapeSlice[int](n+0), shapeSlice[int](n+1), shapeString(n+2), int8(n+3), shapeSlice[int](n+4), shapeSlice[int](n+5), shapeArray(n+6),
			shapeSlice[int](n+7), shapeSlice[int](n+8), shapeArray(n+9), shapeSlice[int](n+10), shapeArray(n+11), shapeSlice[int](n+12), shapeSlice[int](n+13),
			shapeSlice[int](n+14), shapeString(n+15), shapeString(n+16), shapeSlice[int](n+17), shapeSlice[int](n+18), shapeSlice[int](n+19), shapeArray(n+20),
			shapeString(n+21), shapeSlice[int](n+22), shapeArray(n+23), shapeSlice[int](n+24), shapeSlice[int](n+25), rounds)
		return []any{r0, r1, r2, r3}
	}},
	{"shapeMost", shapeMost, func(f any, n, rounds int) []any {
		r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14 := f.(func(a0 []int, a1 []int, a2 *[64]int32, a3 []int, a4 []int, a5 string, a6 []int, a7 *[64]int32, a8 []int, a9 *[64]int32, a10 []int, a11 *[64]int32, a12 int8, a13 []int, a14 []int, a15 *[64]int32, a16 *[64]int32, a17 int8, a18 []int, a19 []int, a20 []int, a21 *[64]int32, a22 uint16, a23 []int, a24 *[64]int32, a25 []int, a26 *[64]int32, a27 []int, a28 string, a29 int8, a30 *[64]int32, a31 string, a32 int, a33 []int, a34 string, a35 *[64]int32, a36 string, a37 []int, a38 []int, a39 []int, a40 int, a41 []int, a42 uint16, a43 int, a44 []int, a45 []int, a46 *[64]int32, a47 []int, a48 *[64]int32, a49 string, a50 []int, a51 uint16, a52 string, a53 []int, a54 *[64]int32, a55 []int, rounds int) (int, uint16, string, string, int8, int8, uint16, []int, int8, uint16, string, uint16, []int, int8, []int))(shapeSlice[int](n+0), shapeSlice[int](n+1), shapeArray(n+2), shapeSlice[int](n+3), shapeSlice[int](n+4), shapeString(n+5),
			shapeSlice[int](n+6), shapeArray(n+7), shapeSlice[int](n+8), shapeArray(n+9), shapeSlice[int](n+10), shapeArray(n+11),
			int8(n+12), shapeSlice[int](n+13), shapeSlice[int](n+14), shapeArray(n+15), shapeArray(n+16), int8(n+17),
			shapeSlice[int](n+18), shapeSlice[int](n+19), shapeSlice[int](n+20), shapeArray(n+21), uint16(n*22), shapeSlice[int](n+23),
			shapeArray(n+24), shapeSlice[int](n+25), shapeArray(n+26), shapeSlice[int](n+27), shapeString(n+28), int8(n+29),
			shapeArray(n+30), shapeString(n+31), n+32, shapeSlice[int](n+33), shapeString(n+34), shapeArray(n+35), shapeString(n+36),
			shapeSlice[int](n+37), shapeSlice[int](n+38), shapeSlice[int](n+39), n+40, shapeSlice[int](n+41), uint16(n*42), n+43,
			shapeSlice[int](n+44), shapeSlice[int](n+45), shapeArray(n+46), shapeSlice[int](n+47), shapeArray(n+48), shapeString(n+49),
			shapeSlice[int](n+50), uint16(n*51), shapeString(n+52), shapeSlice[int](n+53), shapeArray(n+54), shapeSlice[int](n+55), rounds)
		return []any{r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14}
	}},
}

// TestCallShapes calls kernels with wide signatures at all stack depths of new goroutines, while others collect garbage
// and reuse freed memory. Some calls are counted. The arguments and results must equal those of the Go function.
func TestCallShapes(t *testing.T) {
	e2e.NeedNative(t)
	text, err := os.ReadFile("callshapes_test.go")
	require.NoError(t, err)
	var kernels [2][]*runtime.Kernel
	for i, knobs := range []string{"", "poll-counter"} { // kernels with poll counters yield many times
		for _, s := range shapeCalls {
			k, err := runtime.Compile(reflect.TypeOf(s.plain), shapeSource(string(text), s.name), s.name,
				runtime.Options{FP: ir.FPExact, FPWritten: true, Knobs: knobs})
			require.NoError(t, err)
			require.NoError(t, k.Err(), s.name)
			require.Equal(t, fallback.AdapterDirect, k.Stats().Adapter, s.name)
			kernels[i] = append(kernels[i], k)
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
			k := kernels[depth%2][i]
			k.Count(false)
			k.Tally(false)
			switch depth / 2 % 4 {
			case 1:
				k.Count(true)
			case 2:
				k.Tally(true)
			}
			go shapeDeep(depth, func() { got <- s.call(k.Func().Interface(), depth, rounds) })
			require.Equal(t, s.call(s.plain, depth, rounds), <-got, "%s at depth %d", s.name, depth)
		}
	}
	for i := range kernels {
		for _, k := range kernels[i] {
			require.Equal(t, uint64(8), k.Counted().Calls)
			require.Equal(t, uint64(7), k.Counted().Tally)
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
