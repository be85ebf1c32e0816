package hotlooptest_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hotloop"
	"hotloop/hotlooptest"
)

const verifyText = `package p

import "math"

type mat struct {
	w, h int
	pix  []uint8
	rows [][]float32
}

func Saxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

func (m *mat) Fill(v uint8) int {
	for i := range m.pix {
		m.pix[i] = v
	}
	return m.w
}

func Gather(y []float64, x []float64, idx []int32) {
	for i, k := range idx {
		y[i] = x[k]
	}
}

func Norm(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return math.Sqrt(s)
}

type Rect struct{ Min, Max struct{ X, Y int } }

func Rows(r Rect) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			n += x ^ y
		}
	}
	return n
}

func Room(n uint32) int {
	b := make([]uint64, n)
	s := 0
	for i := range b {
		s += i
	}
	return s
}

func Forever(n uint8) (sum uint32) {
	for i := uint8(0); i <= n|255; i++ {
		sum += uint32(i)
	}
	return sum
}

func Spaces(s string) (n int) {
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			n++
		}
	}
	return n
}
`

type mat struct {
	w, h int
	pix  []uint8
	rows [][]float32
}

func vSaxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

func (m *mat) Fill(v uint8) int {
	for i := range m.pix {
		m.pix[i] = v
	}
	return m.w
}

func vGather(y []float64, x []float64, idx []int32) {
	for i, k := range idx {
		y[i] = x[k]
	}
}

func vNorm(x []float64) float64 {
	s := 0.0
	for i := len(x) - 1; i >= 0; i-- {
		s += x[i] * x[i]
	}
	return math.Sqrt(s)
}

type Rect struct{ Min, Max struct{ X, Y int } }

func vRows(r Rect) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			n += x ^ y
		}
	}
	return n
}

func vRoom(n uint32) int {
	b := make([]uint64, n)
	if uint64(n) > 1<<24 {
		panic("too much memory")
	}
	s := 0
	for i := range b {
		s += i
	}
	return s
}

func vForever(n uint8) (sum uint32) {
	for i := uint8(0); i <= n|255; i++ {
		sum += uint32(i)
	}
	return sum
}

func vSpaces(s string) int { return strings.Count(s, " ") }

// watched is a test that only notes what it is told.
type watched struct {
	failed, logged string
}

func (w *watched) Helper()                      {}
func (w *watched) Logf(f string, args ...any)   { w.logged += fmt.Sprintf(f, args...) + "\n" }
func (w *watched) Fatalf(f string, args ...any) { w.failed += fmt.Sprintf(f, args...) + "\n" }

func kernelOf[F any](t *testing.T, name string, opts ...hotloop.Option) *hotloop.Kernel[F] {
	t.Helper()
	k, err := hotloop.Compile[F](verifyText, name, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestVerify: kernels pass that do what the functions do.
func TestVerify(t *testing.T) {
	hotlooptest.Verify(t, vSaxpy, kernelOf[func(y, x []float32, a float32)](t, "Saxpy"))
	hotlooptest.Verify(t, (*mat).Fill, kernelOf[func(*mat, uint8) int](t, "(*mat).Fill"))
	hotlooptest.Verify(t, vSpaces, kernelOf[func(string) int](t, "Spaces"), hotlooptest.Seed(9), hotlooptest.Count(200))
	gather := kernelOf[func(y, x []float64, idx []int32)](t, "Gather")
	hotlooptest.Verify(t, vGather, gather)
	var w watched
	hotlooptest.Verify(&w, vGather, gather, hotlooptest.Fix(func(y, x *[]float64, idx *[]int32) {
		for i := range *idx {
			if len(*x) > 0 {
				(*idx)[i] &= 0x7fffffff
				(*idx)[i] %= int32(len(*x))
			}
		}
		*idx = (*idx)[:min(len(*idx), len(*y), 1<<30*len(*x))]
	}))
	if w.failed != "" || !strings.Contains(w.logged, "300 calls, 0 of them panicked") {
		t.Error(w)
	}
	// The sums are in another order, and FP(FPFast) allows any.
	hotlooptest.Verify(t, vNorm, kernelOf[func([]float64) float64](t, "Norm", hotloop.FP(hotloop.FPFast)), hotlooptest.ULPs(200))
}

// TestVerifyEnds: calls that last for ever are left out, and it is an error if there are no others.
func TestVerifyEnds(t *testing.T) {
	var w watched
	hotlooptest.Verify(&w, vRows, kernelOf[func(Rect) int](t, "Rows"), hotlooptest.Seed(4))
	if w.failed != "" || !strings.Contains(w.logged, "other argument sets take too long") {
		t.Error(w)
	}
	k := kernelOf[func(Rect) int](t, "Rows")
	good := k.Func
	k.Func = func(r Rect) int { return good(r) + 1 }
	w = watched{}
	hotlooptest.Verify(&w, vRows, k)
	if !strings.Contains(w.failed, "differs with arguments") {
		t.Error(w)
	}
	w = watched{}
	hotlooptest.Verify(&w, vRoom, kernelOf[func(uint32) int](t, "Room"), hotlooptest.Fix(func(n *uint32) {
		if *n > 1000 {
			*n |= 1 << 31
		}
	}))
	if w.failed != "" || !strings.Contains(w.logged, "0 of them panicked") || !strings.Contains(w.logged, "take too long") {
		t.Error(w)
	}
	w = watched{}
	hotlooptest.Verify(&w, vForever, kernelOf[func(uint8) uint32](t, "Forever"), hotlooptest.Count(5))
	if !strings.Contains(w.failed, "nothing was compared: calls with all 5 argument sets take too long; use Fix") {
		t.Error(w)
	}
}

// TestVerifyFallback: a kernel without machine code fails, unless the test allows it.
func TestVerifyFallback(t *testing.T) {
	code := hotloop.SetCodeLimit(0)
	k, err := hotloop.Compile[func(y, x []float32, a float32)](verifyText, "Saxpy", hotloop.WithFileName(t.Name()))
	hotloop.SetCodeLimit(code)
	if err != nil || k.Err() == nil {
		t.Fatal(err, k.Err())
	}
	var w watched
	hotlooptest.Verify(&w, vSaxpy, k)
	if !strings.Contains(w.failed, "has no machine code, and nothing would be tested (AllowFallback allows it): ") {
		t.Error(w)
	}
	w = watched{}
	hotlooptest.Verify(&w, vSaxpy, k, hotlooptest.AllowFallback())
	if w.failed != "" || !strings.Contains(w.logged, "300 calls") {
		t.Error(w)
	}
	k.Func = func(y, x []float32, a float32) {}
	w = watched{}
	hotlooptest.Verify(&w, vSaxpy, k, hotlooptest.AllowFallback())
	if !strings.Contains(w.failed, "differs with arguments") {
		t.Error(w)
	}
	k.Close()
	w = watched{}
	hotlooptest.Verify(&w, vSaxpy, k)
	if !strings.Contains(w.failed, "kernel is closed") {
		t.Error(w)
	}
	a := hotloop.Accelerate(vSaxpy, "package p")
	w = watched{}
	hotlooptest.Verify(&w, vSaxpy, a)
	if race := a.Stats().Fallback == hotloop.FallbackRace; race != (w.failed == "") {
		t.Error(w)
	}
	b := hotloop.Accelerate(vSaxpy, strings.ReplaceAll(verifyText, "func Saxpy", "func vSaxpy"), hotloop.Background())
	w = watched{}
	hotlooptest.Verify(&w, vSaxpy, b) // which waits
	if w.failed != "" {
		t.Error(w)
	}
}

func vNext(y, x []float32) {
	for i := range y {
		y[i] = x[i+1]
	}
}

// TestVerifyPanics: the log says that most calls panic, which Fix can mend.
func TestVerifyPanics(t *testing.T) {
	const text = "package p\n\nfunc vNext(y, x []float32) {\n\tfor i := range y {\n\t\ty[i] = x[i+1]\n\t}\n}\n"
	k, err := hotloop.Compile[func(y, x []float32)](text, "vNext")
	if err != nil {
		t.Fatal(err)
	}
	var w watched
	hotlooptest.Verify(&w, vNext, k, hotlooptest.AllowFallback())
	if w.failed != "" || !strings.Contains(w.logged, " calls returned; Fix can make arguments valid") {
		t.Error(w)
	}
	w = watched{}
	hotlooptest.Verify(&w, vNext, k, hotlooptest.AllowFallback(), hotlooptest.Fix(func(y, x *[]float32) {
		*y = (*y)[:min(len(*y), max(len(*x)-1, 0))]
	}))
	if w.failed != "" || strings.Contains(w.logged, "Fix") {
		t.Error(w)
	}
}

// TestVerifyFinds: differences in stores, results and panics are found, and made small.
func TestVerifyFinds(t *testing.T) {
	k := kernelOf[func(y, x []float32, a float32)](t, "Saxpy")
	good := k.Func
	for _, c := range []struct {
		name  string
		wrong func(y, x []float32, a float32)
		want  []string
	}{
		{"a store", func(y, x []float32, a float32) {
			good(y, x, a)
			if len(y) > 20 {
				y[17]++
			}
		}, []string{"element ", " of m", ", want ", "var a0 []float32 = m", "vSaxpy(a0, a1, a2)"}},
		{"behind the slice", func(y, x []float32, a float32) {
			good(y, x, a)
			if len(y) >= 8 && cap(y) > len(y) {
				y[:len(y)+1][len(y)] = 77
			}
		}, []string{" is 77, want "}},
		{"no panic", func(y, x []float32, a float32) {
			defer func() { recover() }()
			good(y, x, a)
		}, []string{"it returns, and Go's panics with runtime error: index out of range [0] with length 0"}},
	} {
		k.Func = c.wrong
		var w, again watched
		hotlooptest.Verify(&w, vSaxpy, k, hotlooptest.Count(500))
		hotlooptest.Verify(&again, vSaxpy, k, hotlooptest.Count(500))
		if w != again {
			t.Errorf("%s: another run finds something else:\n%s\n%s", c.name, w.failed, again.failed)
		}
		for _, want := range c.want {
			if !strings.Contains(w.failed, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, w.failed)
			}
		}
		t.Log(w.failed)
	}
	fill := kernelOf[func(*mat, uint8) int](t, "(*mat).Fill")
	fill.Func = func(m *mat, v uint8) int {
		n := m.Fill(v)
		if len(m.rows) > 3 && len(m.rows[2]) > 0 {
			m.rows[2][0] = 12345
		}
		return n
	}
	var w watched
	hotlooptest.Verify(&w, (*mat).Fill, fill)
	for _, want := range []string{" is 12345, want 0", "(*mat).Fill(a0, a1)", "rows: m", "&m"} {
		if !strings.Contains(w.failed, want) {
			t.Errorf("no %q in\n%s", want, w.failed)
		}
	}
	var bad watched
	hotlooptest.Verify(&bad, vSaxpy, k, hotlooptest.Fix(func([]float32) {}))
	if !strings.Contains(bad.failed, "write a func(*[]float32, *[]float32, *float32) instead") {
		t.Error(bad.failed)
	}
}

// TestBench: Bench reports both times and their ratio.
func TestBench(t *testing.T) {
	k := kernelOf[func(y, x []float32, a float32)](t, "Saxpy")
	y, x := make([]float32, 100), make([]float32, 100)
	x[3] = 1
	for _, args := range [][]any{{y, x, 2}, {func(f func(y, x []float32, a float32)) { f(y, x, 0) }}} {
		b := &counting{left: 3, metrics: map[string]float64{}}
		hotlooptest.Bench(b, vSaxpy, k, args...)
		if b.failed != "" || len(b.metrics) != 4 || b.metrics["go/kernel"] <= 0 || b.metrics["kernel-ns/call"] <= 0 {
			t.Error(b.failed, b.metrics)
		}
	}
	lazy := hotloop.Accelerate(vSaxpy, strings.ReplaceAll(verifyText, "func Saxpy", "func vSaxpy"), hotloop.Lazy())
	b := &counting{left: 1, metrics: map[string]float64{}}
	if hotlooptest.Bench(b, vSaxpy, lazy, y, x, 2); b.logged != "" && lazy.Native() {
		t.Error(b.logged)
	}
	b = &counting{}
	if hotlooptest.Bench(b, vSaxpy, k, y); !strings.Contains(b.failed, "found 1 arguments") {
		t.Error(b.failed)
	}
}

// counting is a benchmark of a few turns.
type counting struct {
	watched
	left    int
	metrics map[string]float64
}

func (c *counting) Loop() bool                          { c.left--; return c.left >= 0 }
func (c *counting) ReportMetric(n float64, unit string) { c.metrics[unit] = n }
