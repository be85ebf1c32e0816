package loopopt

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hotloop/frontend"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// scalarKernels exercise what the scalar passes touch: every form of loop, breaks and their values, panics in order,
// nests, narrow counters, minima with NaN.
const scalarKernels = `package k

import "math"

func saxpy(y, x []float32, a float32) { for i := range y { y[i] += a * x[i] } }
func dot(x, y []float64) (s float64) { for i := 0; i < len(x); i++ { s += x[i] * y[i] }; return }
func find(x []int32, v int32) int { i := 0; for ; i < len(x); i++ { if x[i] == v { break } }; return i }
func find2(x []int32, v int32) (int, int32) { n := int32(0); for i, e := range x { if e == v { return i, n }; n += e }; return -1, n }
func down(y, x []int32) { for i := len(x) - 1; i >= 0; i-- { y[i] = x[i] - int32(i) } }
func stride(y, x []int16, n int) { for i := 0; i < n; i += 2 { y[i] = x[i+1] + x[i] } }
func nest(y, x []float32, w, h int) { for r := 1; r < h-1; r++ { for c := 1; c < w-1; c++ { y[r*w+c] = x[(r-1)*w+c] + x[(r+1)*w+c] + x[r*w+c-1] } } }
func clamp(y []int16, x []float32) { for i := range y { v := x[i]; if v < -32768 { v = -32768 }; if v > 32767 { v = 32767 }; y[i] = int16(v) } }
func minmax(x []float32) (float32, float32) { a, b := x[0], x[0]; for _, v := range x { if v < a { a = v }; if b < v { b = v } }; return a, b }
func gomin(x []float64) float64 { m := math.Inf(1); for _, v := range x { m = min(m, v) }; return m }
func cond(y, x []int32, t int32) { for i := range y { if x[i] > t { y[i] += x[i] } } }
func count(x []uint8, t uint8) (n int) { for _, v := range x { if v >= t { n++ } }; return }
func narrow(x []uint16, n uint8) (s uint16) { for i := uint8(0); i < n; i++ { s += x[i] }; return }
func narrow32(x []int32, a, b int32) (s int32) { for i := a; i <= b; i++ { s ^= x[i] }; return }
func div(y, x []int32, d int32) { for i := range y { y[i] = x[i]/d + x[i]%7 } }
func lookup(y []int16, x []uint8, t []int16) { for i, v := range x { y[i] = t[v] } }
func twoStores(y []int32, i int, j int) { for k := 0; k < 3; k++ { y[i] = int32(k); y[j] += 2 } }
func breaks(x []int32, lim int32) (s int32) { outer: for i := range x { for j := 0; j <= i; j++ { s += x[j]; if s > lim { break outer }; if s < -lim { continue outer } } }; return }
func shifts(y []uint32, n uint) { for i := range y { y[i] = y[i]<<n | y[i]>>(32-n) } }
func swap(x []int64) { for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 { x[i], x[j] = x[j], x[i] } }
func invariant(y, t []int32, k int) { for i := range y { y[i] = t[k]*3 + int32(i) } }
func fib(x []uint32) { a, b := uint32(0), uint32(1); for i := range x { x[i] = a; a, b = b, a+b } }
func while(x int64) (n int64) { for x != 1 && n < 100 { if x%2 == 0 { x /= 2 } else { x = 3*x + 1 }; n++ }; return }
func abs(y, x []int32) { for i := range y { v := x[i]; if v < 0 { v = -v }; y[i] = v } }
func sad(x, y []uint8) (s int64) { for i := range x { d := int(x[i]) - int(y[i]); if d < 0 { d = -d }; s += int64(d) }; return }
func logic(x []int32, a, b int32) (n int) { for _, v := range x { if v > a && v < b || v == 7 { n += 2 } }; return }
func floats(y, x []float64) { for i := range y { v := x[i]; y[i] = v*1 + 0; if v == v { y[i] += v - v } else { y[i] = -v } } }
func after(x []int32) (int, int32) { i := 0; s := int32(0); for i = 0; i < len(x); i++ { s += x[i] }; return i * 2, s + int32(i) }
func three(x []int32, n int) (s int32) { for i := 0; i < n; i++ { if i == 3 { s += 5; continue }; s += x[i]; if s == 77 { return 1 } }; return s }
`

func kernelNames() []string {
	var names []string
	for _, line := range strings.Split(scalarKernels, "\n") {
		if name, ok := strings.CutPrefix(line, "func "); ok {
			names = append(names, name[:strings.IndexByte(name, '(')])
		}
	}
	return names
}

func buildKernel(t testing.TB, src, name string) *ir.Func {
	t.Helper()
	res, err := frontend.Build(frontend.Text("k.go", src), name, frontend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Func
}

// randomArgs generates arguments: short slices of small numbers, with special floats, sometimes one inside another.
func randomArgs(r *rand.Rand, f *ir.Func) []any {
	args := make([]any, len(f.Params))
	n := r.Intn(9)
	last := map[ir.Elem]any{}
	for i, p := range f.Params {
		e := p.Elem
		k := n
		if r.Intn(4) == 0 {
			k = r.Intn(9)
		}
		small := func() int64 {
			if r.Intn(12) == 0 {
				return int64(r.Uint64())
			}
			return int64(r.Intn(12) - 3)
		}
		real := func() float64 {
			switch r.Intn(8) {
			case 0:
				return []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 1e30}[r.Intn(6)]
			case 1:
				return float64(r.Int63())
			}
			return float64(r.Intn(17)-8) / 2
		}
		args[i] = randomValue(e, p.Sign, p.Kind == ir.ParamSlice, k, small, real)
		if old := last[e]; old != nil && p.Kind == ir.ParamSlice && r.Intn(3) == 0 {
			args[i] = alias(old, r)
		}
		if p.Kind == ir.ParamSlice {
			last[e] = args[i]
		}
	}
	return args
}

func randomValue(e ir.Elem, sign, slice bool, n int, small func() int64, real func() float64) any {
	switch {
	case e == ir.F32:
		return oneOrMany(slice, n, func() float32 { return float32(real()) })
	case e == ir.F64:
		return oneOrMany(slice, n, real)
	case e == ir.Bool:
		return oneOrMany(slice, n, func() bool { return small()&1 == 0 })
	case e == ir.I8 && sign:
		return oneOrMany(slice, n, func() int8 { return int8(small()) })
	case e == ir.I8:
		return oneOrMany(slice, n, func() uint8 { return uint8(small()) })
	case e == ir.I16 && sign:
		return oneOrMany(slice, n, func() int16 { return int16(small()) })
	case e == ir.I16:
		return oneOrMany(slice, n, func() uint16 { return uint16(small()) })
	case e == ir.I32 && sign:
		return oneOrMany(slice, n, func() int32 { return int32(small()) })
	case e == ir.I32:
		return oneOrMany(slice, n, func() uint32 { return uint32(small()) })
	case sign:
		return oneOrMany(slice, n, small)
	}
	return oneOrMany(slice, n, func() uint64 { return uint64(small()) })
}

func oneOrMany[T any](slice bool, n int, f func() T) any {
	if !slice {
		return f()
	}
	s := make([]T, n)
	for i := range s {
		s[i] = f()
	}
	return s
}

// alias returns a part of the slice old.
func alias(old any, r *rand.Rand) any {
	switch s := old.(type) {
	case []float32:
		return s[r.Intn(len(s)+1):]
	case []float64:
		return s[r.Intn(len(s)+1):]
	case []int16:
		return s[r.Intn(len(s)+1):]
	case []int32:
		return s[r.Intn(len(s)+1):]
	}
	return old
}

// TestScalarPasses runs the passes before the driver one by one. The interpreter compares the kernel before and after
// each.
func TestScalarPasses(t *testing.T) {
	check := func(t *testing.T, f *ir.Func, n int) {
		r := rand.New(rand.NewSource(int64(len(f.Name))))
		before, err := interp.New(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range pipeline() {
			if s.name == "driver" {
				break
			}
			was := f.String()
			s.run(&pipe{f: f, opt: &config.Options{}})
			if err := f.Verify(); err != nil {
				t.Fatalf("after %s: %v\nbefore:\n%s\nafter:\n%s", s.name, err, was, f)
			}
			after, err := interp.New(f)
			if err != nil {
				t.Fatal(err)
			}
			for range n {
				args := randomArgs(r, f)
				shown := fmt.Sprint(args)
				if err := interp.Compare(before, after, args, interp.Options{MaxSteps: 1 << 16}); err != nil && err != interp.ErrSteps {
					t.Fatalf("after %s, %s: %v\nbefore:\n%s\nafter:\n%s", s.name, shown, err, was, f)
				}
			}
		}
	}
	for _, name := range kernelNames() {
		t.Run(name, func(t *testing.T) { check(t, buildKernel(t, scalarKernels, name), 60) })
	}
	files, _ := filepath.Glob("../bench/core/*.go")
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "embed.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(src), "\n") {
			if name, ok := strings.CutPrefix(line, "func "); ok && strings.IndexByte(name, '(') > 0 {
				name = name[:strings.IndexByte(name, '(')]
				t.Run("core/"+name, func(t *testing.T) { check(t, buildKernel(t, string(src), name), 20) })
			}
		}
	}
}

// TestPassOrder checks the pipeline against passOrder, and the stages of the driver against stageOrder.
func TestPassOrder(t *testing.T) {
	var passes, names []string
	for _, s := range pipeline() {
		passes = append(passes, s.name)
	}
	for _, s := range stages() {
		names = append(names, s.Name)
		if s.Why == "" || (s.Run == nil) == (s.Try == nil) || (s.Try == nil) != (s.Scope == nil) {
			t.Errorf("the row of %s: it has a reason, and either runs or tries something on the loops of a scope", s.Name)
		}
	}
	keeps(t, passes, passOrder)
	keeps(t, names, stageOrder)
}

// keeps checks that a list of distinct names satisfies rules.
func keeps(t *testing.T, names []string, rules []rule) {
	at := map[string]int{}
	for i, name := range names {
		if at[name] > 0 {
			t.Errorf("two rows are called %s", name)
		}
		at[name] = i + 1
	}
	for _, o := range rules {
		switch {
		case at[o.before] == 0 || at[o.after] == 0:
			t.Errorf("a rule names %s and %s: no such row", o.before, o.after)
		case at[o.before] > at[o.after]:
			t.Errorf("%s must come before %s: %s", o.before, o.after, o.why)
		}
	}
}

// BenchmarkScalarPasses is the time of each pass in front of the driver, and of the analyses, on one kernel.
func BenchmarkScalarPasses(b *testing.B) {
	for _, name := range []string{"saxpy", "nest"} {
		total := make([]time.Duration, len(pipeline())+1)
		b.Run(name, func(b *testing.B) {
			clear(total)
			for range b.N {
				b.StopTimer()
				f := buildKernel(b, scalarKernels, name)
				b.StartTimer()
				for i, s := range pipeline() {
					if s.name == "driver" {
						break
					}
					t := time.Now()
					s.run(&pipe{f: f})
					total[i] += time.Since(t)
				}
				t := time.Now()
				dom := f.Dominators()
				li := analysis.FindLoops(f, dom)
				s := analysis.NewSCEV(f, li, dom)
				for _, l := range li.Loops {
					s.TripCount(l)
					analysis.ClassifyPhis(s, l)
					analysis.Accesses(s, l)
					for _, blk := range l.Blocks {
						for _, v := range blk.Values {
							if v.Op == ir.OpCheck {
								s.CheckExitCount(v, l)
							}
						}
					}
				}
				total[len(pipeline())] += time.Since(t)
			}
			b.ReportAllocs()
			for i, d := range total {
				name := "analysis"
				if i < len(pipeline()) {
					name = pipeline()[i].name
				}
				if d > 0 {
					b.ReportMetric(float64(d.Nanoseconds())/float64(b.N)/1000, name+"-µs/op")
				}
			}
		})
	}
}
