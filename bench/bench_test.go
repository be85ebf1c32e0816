package bench

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"hotloop/internal/lab/frame"
)

func funcName(fn any) string {
	return runtime.FuncForPC(reflect.ValueOf(fn).Pointer()).Name()
}

// TestCheckPasses compares the Go compiler's plain build with its oracle, in mode exact only where it does not fuse.
func TestCheckPasses(t *testing.T) {
	for _, k := range Core() {
		for _, mode := range Modes {
			if mode == "exact" && gcFuses {
				continue
			}
			if err := Check(k, k.Plain, FuncReference{k.Oracle}, mode, true, 1); err != nil {
				t.Errorf("%s %s: %s", k.Name, mode, err)
			}
		}
	}
}

// TestCheckFinds plants faults typical of a vectorizer.
func TestCheckFinds(t *testing.T) {
	saxpy := Core()[0]
	cases := []struct {
		name, mode, want string
		fn               any
	}{
		{"forgotten tail", "fast", "argument 2", func(a float32, x, y []float32) {
			_ = x[:len(y)]
			for i := range len(y) &^ 7 {
				y[i] += a * x[i]
			}
		}},
		{"store beyond the end", "fast", "", func(a float32, x, y []float32) {
			for i := range y {
				y[i] += a * x[i]
			}
			if len(y) > 0 {
				end := reflect.SliceAt(reflect.TypeFor[float32](), reflect.ValueOf(y).UnsafePointer(), len(y)+1)
				end.Index(len(y)).SetFloat(1)
			}
		}},
		{"loads hoisted over stores", "exact", "overlapping", func(a float32, x, y []float32) {
			old := append([]float32(nil), x...)
			for i := range y {
				y[i] += a * old[i]
			}
		}},
		{"fused", "exact", "any data", func(a float32, x, y []float32) {
			for i := range y {
				y[i] = float32(math.FMA(float64(a), float64(x[i]), float64(y[i])))
			}
		}},
		{"bounds tested up front", "fast", "shortened", func(a float32, x, y []float32) {
			if len(x) < len(y) {
				_ = x[len(y)-1]
			}
			for i := range y {
				y[i] += a * x[i]
			}
		}},
	}
	for _, c := range cases {
		err := Check(saxpy, c.fn, FuncReference{saxpy.Oracle}, c.mode, false, 1)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// TestFusingPassesInGoMode checks that mode go accepts fused results that mode exact rejects.
func TestFusingPassesInGoMode(t *testing.T) {
	saxpy := Core()[0]
	fused := func(a float32, x, y []float32) {
		for i := range y {
			y[i] = float32(math.FMA(float64(a), float64(x[i]), float64(y[i])))
		}
	}
	if err := Check(saxpy, fused, FuncReference{saxpy.Oracle}, "go", true, 1); err != nil {
		t.Error(err)
	}
}

// TestSteady runs every kernel repeatedly on its own output and checks for infinities and denormals.
func TestSteady(t *testing.T) {
	for _, k := range Core() {
		args := k.Args(rand.New(rand.NewPCG(1, 1)), 64, Steady)
		k.Bind(k.Plain, args)(200_000)
		for i, a := range args {
			v := reflect.ValueOf(a)
			if v.Kind() != reflect.Slice || !v.Type().Elem().ConvertibleTo(reflect.TypeFor[float64]()) {
				continue
			}
			for j := range v.Len() {
				e := v.Index(j).Convert(reflect.TypeFor[float64]()).Float()
				if math.IsInf(e, 0) || math.IsNaN(e) || e != 0 && math.Abs(e) < 1e-30 {
					t.Errorf("%s: element %d of argument %d has become %g", k.Name, j, i, e)
					break
				}
			}
		}
	}
}

// TestBindAny calls through registers and compares with the plain call.
func TestBindAny(t *testing.T) {
	var got []any
	fn := func(a float32, x []float32, n int8, b float64, y []uint16, ok bool, u uint64) (float32, int) {
		got = []any{a, x, n, b, y, ok, u}
		growStack(100) // spilled arguments must survive a move of the stack
		got = append(got, a, len(x), cap(y), b)
		return a, 1
	}
	x, y := []float32{1, 2}, []uint16{3, 4, 5}
	args := []any{float32(1.5), x, int8(-7), -2.25, y, true, uint64(1 << 63)}
	BindAny(fn, args)(3)
	want := append(append([]any{}, args...), float32(1.5), 2, 3, -2.25)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	// Strings are two words, pointers to arrays one.
	type pair struct{ a, b int32 }
	shapes := func(s string, p *[3]float32, q []pair, f float32, t string) {
		got = []any{s, p, q, f, t}
		growStack(100)
		got = append(got, len(s), p[2], cap(q), t)
	}
	args = []any{"abc", &[3]float32{1, 2, 3}, []pair{{1, 2}}, float32(4), "d"}
	BindAny(shapes, args)(2)
	if want := append(append([]any{}, args...), 3, float32(3), 1, "d"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	BindAny(func(p pair, s string) { got = []any{p, s} }, []any{pair{5, 6}, "x"})(1)
	if !reflect.DeepEqual(got, []any{pair{5, 6}, "x"}) {
		t.Errorf("a struct by value arrived as %v", got)
	}
	// More arguments than registers: some go to the stack, and small ones after them to registers again.
	mixed := func(a []int32, n int, b, c, d []float32, m int8, x float64, e string, p *[3]float32, k int) int {
		got = []any{a, n, b, c, d, m, x, e, p, k}
		growStack(100)
		got = append(got, len(a), n, cap(b), len(c), d[0], m, x, e, p[1], k)
		return 7
	}
	b, c, d, p := []float32{1, 2}, []float32{3}, []float32{4, 5, 6}, &[3]float32{7, 8, 9}
	args = []any{[]int32{9}, 11, b, c, d, int8(-3), 2.5, "efg", p, -12}
	want = append(append([]any{}, args...), 1, 11, 2, 1, float32(4), int8(-3), 2.5, "efg", float32(8), -12)
	if BindAny(mixed, args)(2); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	// Small arguments on the stack are packed; what does not fit is passed by reflection.
	var sum int
	s := []int{1}
	many := func(a, b, c, d []int, n, m int32) { sum += a[0] + b[0] + c[0] + d[0] + int(n-m) }
	BindAny(many, []any{s, s, s, s, int32(5), int32(3)})(2)
	most := func(a, b, c, d, e, f, g, h, i []int) {
		sum += a[0] + b[0] + c[0] + d[0] + e[0] + f[0] + g[0] + h[0] + i[0]
	}
	BindAny(most, []any{s, s, s, s, s, s, s, s, s})(2)
	if sum != 30 {
		t.Errorf("sum %d, want 30", sum)
	}
}

//go:noinline
func growStack(n int) [64]int {
	var a [64]int
	if n > 0 {
		a = growStack(n - 1)
	}
	a[n&63]++
	return a
}

// slow is a runner with a simulated clock.
type slow struct {
	name  string
	ns    float64
	calls *[]string
}

func (s slow) Name() string                                   { return s.name }
func (s slow) Load(*frame.Frame) error                        { return nil }
func (s slow) Release()                                       {}
func (s slow) Outcome(*frame.Frame) (*frame.Outcome, error)   { return &frame.Outcome{}, nil }
func (s slow) RunEmpty(warm, reps int) (time.Duration, error) { return time.Duration(2 * reps), nil }
func (s slow) Run(warm, reps int) (time.Duration, error) {
	*s.calls = append(*s.calls, s.name)
	return time.Duration(s.ns * float64(reps)), nil
}

// TestMeasure checks batches, turns and net times on runners of known speed.
func TestMeasure(t *testing.T) {
	var calls []string
	a, b := slow{"a", 10, &calls}, slow{"b", 1000, &calls}
	ts := Measure(&frame.Frame{}, []Runner{a, b}, Plan{Batch: 50 * time.Microsecond, Repeats: 3})
	if len(ts) != 2 || math.Abs(ts[0].NS-10) > 0.1 || math.Abs(ts[1].NS-1000) > 1 {
		t.Fatalf("%+v", ts)
	}
	if math.Abs(ts[0].Net()-8) > 0.1 {
		t.Errorf("net %g, want 8", ts[0].Net())
	}
	if got := strings.Join(calls[len(calls)-6:], ""); got != "abbaab" {
		t.Errorf("turns %s, want abbaab", got)
	}
	var r Row
	r.fill(ts)
	if r.Ratio["b"] != 100 || math.Abs(r.NetRatio["b"]-998.0/8) > 1 {
		t.Errorf("ratio %g net %g", r.Ratio["b"], r.NetRatio["b"])
	}
}

// TestMeans checks the arithmetic and the exclusion of rows.
func TestMeans(t *testing.T) {
	rows := []*Row{
		{Kernel: "a", Times: Times{Ratio: map[string]float64{"go": 2}, NetRatio: map[string]float64{"go": 4}}},
		{Kernel: "b", Times: Times{Ratio: map[string]float64{"go": 8}}},
		{Kernel: "c", Times: Times{Ratio: map[string]float64{"go": 0.1}}, Excepted: true},
		{Kernel: "d", Times: Times{Ratio: map[string]float64{"go": 0.1}}, Error: "differs"},
	}
	m := Means(rows, []string{"go", "clang"})
	if len(m) != 1 || math.Abs(m[0].Ratio-4) > 1e-9 || math.Abs(m[0].Net-4) > 1e-9 || m[0].Worst != "a" ||
		m[0].Count != 2 {
		t.Errorf("%+v", m)
	}
}

// TestApproximate checks that exactly the kernels that call functions of package math with differing bits are
// compared with a tolerance.
func TestApproximate(t *testing.T) {
	for call, want := range map[string]bool{"math.Cbrt(x)": true, "math.Hypot(x, 3)": true, "math.Atan2(x, 2)": true,
		"math.Sinh(x)": true, "math.Log1p(x)": true, "math.Exp(x)": true, "math.Pow(x, 3)": true, "math.Sqrt(x)": false,
		"math.Mod(x, 3)": false, "math.Floor(x)": false, "math.FMA(x, x, 1)": false} {
		text := "package p\n\nimport \"math\"\n\nfunc F(s []float64) {\n\tfor i, x := range s {\n\t\ts[i] = " + call + "\n\t}\n}\n"
		k, err := FileKernel("f.go", text, "F", "")
		if err != nil {
			t.Fatal(err)
		}
		if (k.MathULP > 0) != want {
			t.Errorf("%s: may be off by %d", call, k.MathULP)
		}
	}
}
