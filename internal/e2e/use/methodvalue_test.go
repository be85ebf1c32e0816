package use

import (
	"context"
	_ "embed"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/runtime"
)

//go:embed methodvalue_test.go
var methodText string

// gains is a receiver that refers to other memory.
type gains struct {
	by    []float32
	bias  float32
	calls int
	next  *gains
}

// Scale stores to its receiver.
func (g *gains) Scale(x []float32) int {
	for i := range x {
		x[i] = x[i]*g.by[i%len(g.by)] + g.bias
	}
	g.calls++
	return g.calls
}

// Sum has a copy of the receiver, which it changes.
func (g gains) Sum(x []float32) float32 {
	for i, v := range x {
		g.bias += v * g.by[i%len(g.by)]
	}
	return g.bias
}

// matrix is a receiver that is a value of many words.
type matrix [3][3]float64

func (m matrix) Apply(x []float64) {
	for i := 0; i+2 < len(x); i += 3 {
		a, b, c := x[i], x[i+1], x[i+2]
		for r := range m {
			x[i+r] = m[r][0]*a + m[r][1]*b + m[r][2]*c
		}
	}
}

// factor is one that is a number, samples a slice, nothing no bytes at all.
type factor float64

func (f factor) Times(x []float64) {
	for i := range x {
		x[i] *= float64(f)
	}
}

type samples []float64

func (s samples) Add(x []float64) {
	for i := range x {
		x[i] += s[i]
	}
}

type nothing struct{}

func (nothing) Double(x []float64) {
	for i := range x {
		x[i] *= 2
	}
}

// Receivers with more words than the usual call path takes.
type fifteen struct{ a, b, c, d, e, f, g, h, i, j, k, l, m, n, o samples }

func (s fifteen) Total(x []float64) {
	for i := range x {
		x[i] += s.a[i]*s.b[i] + s.c[i]*s.d[i] + s.e[i]*s.f[i] + s.g[i]*s.h[i] + s.i[i]*s.j[i] + s.k[i]*s.l[i] + s.m[i]*s.n[i] + s.o[i]
	}
}

type more struct {
	fifteen
	p, q, r, s, t, u samples
}

func (s more) Total(x []float64) {
	s.fifteen.Total(x)
	for i := range x {
		x[i] += s.p[i]*s.q[i] + s.r[i]*s.s[i] + s.t[i]*s.u[i]
	}
}

// outer has methods of what is embedded.
type outer struct {
	pad [5]byte
	*gains
	matrix
}

// long runs until it is told to stop.
type long struct{ on []float64 }

func (l *long) Run(n int) (s float64) {
	for range n {
		for i := range l.on {
			l.on[i] = l.on[i]*0.5 + 1
			s += l.on[i]
		}
	}
	return s
}

// applier is implemented by some of them.
type applier interface{ Apply(x []float64) }

// pair is generic.
type pair[T float32 | float64] struct{ a, b T }

func (p *pair[T]) Mix(x []T) {
	for i := range x {
		x[i] = x[i]*p.a + p.b
	}
}

// native fails unless the kernel is machine code, where there can be some.
func native[F any](t *testing.T, k *hotloop.Kernel[F]) F {
	t.Helper()
	if !k.Native() && runtime.Available() == nil && !runtime.RaceEnabled {
		t.Error(k.Err())
	}
	return k.Func
}

// TestMethodValue: the receiver is evaluated when the method value is made, pointers lead to the same variable, and
// values are copies.
func TestMethodValue(t *testing.T) {
	g := &gains{by: []float32{1, 2, 3}, bias: 0.5}
	scale := native(t, hotloop.Accelerate(g.Scale, methodText))
	sum := native(t, hotloop.Accelerate(g.Sum, methodText))
	x, y := make([]float32, 100), make([]float32, 100)
	for i := range x {
		x[i], y[i] = float32(i), float32(i)
	}
	h := *g
	if got, want := scale(x), h.Scale(y); got != want || !slices.Equal(x, y) {
		t.Errorf("Scale: %d, want %d", got, want)
	}
	old := *g
	g.bias, g.by = 7, []float32{5}
	h.bias, h.by = g.bias, g.by
	if got, want := scale(x), h.Scale(y); got != want || got != 2 || g.calls != 2 || !slices.Equal(x, y) {
		t.Errorf("Scale of a changed receiver: %d, want %d", got, want)
	}
	for range 2 { // what it does to its receiver, it does to a copy
		if got, want := sum(x), old.Sum(x); got != want {
			t.Errorf("Sum: %v, want %v", got, want)
		}
	}
	g = nil // the func has what g was
	if scale(x) != 3 {
		t.Error("Scale has lost its receiver")
	}
}

// TestMethodValueForms: receivers of all kinds.
func TestMethodValueForms(t *testing.T) {
	m := matrix{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}
	d := &outer{gains: &gains{by: []float32{2}}, matrix: m}
	s := make(samples, 50)
	for i := range s {
		s[i] = float64(i) / 4
	}
	half := slices.Clone(s)
	p := fifteen{s, half, s, s, half, s, s, half, half, s, s, s, half, half, s}
	q := more{p, s, half, half, s, s, half}
	for name, f := range map[string][2]func([]float64){
		"matrix":   {m.Apply, native(t, hotloop.Accelerate(m.Apply, methodText))},
		"embedded": {d.Apply, native(t, hotloop.Accelerate(d.Apply, methodText))},
		"factor":   {factor(3).Times, native(t, hotloop.Accelerate(factor(3).Times, methodText))},
		"other":    {factor(5).Times, native(t, hotloop.Accelerate(factor(5).Times, methodText))},
		"samples":  {s.Add, native(t, hotloop.Accelerate(s.Add, methodText))},
		"wide":     {p.Total, native(t, hotloop.Accelerate(p.Total, methodText))},
		"slow":     {q.Total, native(t, hotloop.Accelerate(q.Total, methodText))},
		"nothing":  {nothing{}.Double, native(t, hotloop.Accelerate(nothing{}.Double, methodText))},
	} {
		x, y := make([]float64, 50), make([]float64, 50)
		for i := range x {
			x[i], y[i] = float64(i), float64(i)
		}
		f[0](x)
		goruntime.GC()
		if f[1](y); !slices.Equal(x, y) {
			t.Errorf("%s: got %v, want %v", name, y, x)
		}
	}
	x := []float32{1, 2}
	if native(t, hotloop.Accelerate(d.Scale, methodText))(x); x[1] != 4 || d.calls != 1 {
		t.Errorf("embedded pointer: %v", x)
	}
}

// TestMethodValuesShareCode: a kernel of another receiver is another func with the same code.
func TestMethodValuesShareCode(t *testing.T) {
	a, b := &gains{by: []float32{1}}, &gains{by: []float32{2}}
	f := hotloop.Accelerate(a.Scale, methodText)
	before := hotloop.ReadStats()
	g := hotloop.Accelerate(b.Scale, methodText)
	if after := hotloop.ReadStats(); f.Native() && after.Compiled != before.Compiled {
		t.Error("compiled once more")
	}
	x := []float32{1}
	if f.Func(x); x[0] != 1 || a.calls != 1 || b.calls != 0 {
		t.Error("the first func has another receiver")
	}
	if g.Func(x); x[0] != 2 || b.calls != 1 {
		t.Error("the second func has another receiver")
	}
	err := g.CallContext(t.Context(), func(s func([]float32) int) { s(x) })
	if x[0] != 4 || b.calls != 2 || err != nil {
		t.Error("Do has another receiver:", err)
	}
	g.Close()
	if g.Func(x); x[0] != 8 || b.calls != 3 {
		t.Error("a closed kernel has another receiver")
	}
}

// TestMethodValueOptions: in the background, and adapting, the receiver is the same.
func TestMethodValueOptions(t *testing.T) {
	g := &gains{by: []float32{1}}
	k := hotloop.Accelerate(g.Scale, methodText, hotloop.Background())
	native(t, hotloop.Accelerate(g.Scale, methodText))
	if err := k.Wait(t.Context()); err != nil && !runtime.RaceEnabled && runtime.Available() == nil {
		t.Error(err)
	}
	k.Func([]float32{1})
	a := hotloop.Accelerate(g.Scale, methodText, hotloop.Adapt())
	const calls = 1000
	for range calls {
		a.Func([]float32{1})
	}
	if g.calls != calls+1 {
		t.Errorf("%d calls have reached the receiver, want %d", g.calls, calls+1)
	}
}

// TestMethodValueNil: a nil pointer is a receiver like others, until the method looks behind it.
func TestMethodValueNil(t *testing.T) {
	var g *gains
	f := native(t, hotloop.Accelerate(g.Scale, methodText))
	defer func() {
		if r, ok := recover().(error); !ok || !strings.Contains(r.Error(), "nil pointer") {
			t.Errorf("got %v", r)
		}
	}()
	f(make([]float32, 3))
}

// TestMethodValueCollected: only the func keeps the receiver alive, and lets go of it.
func TestMethodValueCollected(t *testing.T) {
	freed := make(chan bool, 1)
	f := func() func([]float32) int {
		g := &gains{by: slices.Repeat([]float32{1}, 1000), next: &gains{bias: 3}}
		goruntime.AddCleanup(g.next, func(bool) { freed <- true }, true)
		return hotloop.Accelerate(g.Scale, methodText).Func
	}()
	x := make([]float32, 1000)
	for i := range 20 {
		goruntime.GC()
		garbage := make([][]float32, 100)
		for j := range garbage {
			garbage[j] = slices.Repeat([]float32{9}, 1000)
		}
		if got := f(x); got != i+1 {
			t.Fatalf("call %d returned %d", i+1, got)
		}
	}
	select {
	case <-freed:
		t.Error("the receiver was freed")
	default:
	}
	goruntime.KeepAlive(f)
	f = nil
	for began := time.Now(); time.Since(began) < e2e.Hang; {
		goruntime.GC()
		select {
		case <-freed:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("the receiver is never freed")
}

// TestMethodValueYields: collections while it runs, and calls that end early.
func TestMethodValueYields(t *testing.T) {
	l := &long{on: make([]float64, 1<<12)}
	k := hotloop.Accelerate(l.Run, methodText)
	run := native(t, k)
	l = nil
	done := make(chan float64)
	go func() { done <- run(2000) }()
	for {
		goruntime.GC()
		select {
		case got := <-done:
			if want := (&long{on: make([]float64, 1<<12)}).Run(2000); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
			if !k.Native() {
				return
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			defer cancel()
			if err := k.CallContext(ctx, func(f func(int) float64) { f(1 << 40) }); err != context.DeadlineExceeded {
				t.Error(err)
			}
			return
		default:
		}
	}
}

// TestMethodValueRefused: what the func type does not tell, the source must.
func TestMethodValueRefused(t *testing.T) {
	if runtime.RaceEnabled {
		t.Skip("nothing is compiled")
	}
	p := &pair[float32]{1, 2}
	var a applier = matrix{}
	const other = "package use\ntype gains struct{ x float32 }\nfunc (g gains) Scale(x []float32) int { return 0 }\n"
	for want, err := range map[string]error{
		"does not determine the instance of its generic receiver type": hotloop.Accelerate(p.Mix, methodText).Err(),
		"applier":                               hotloop.Accelerate(a.Apply, methodText).Err(),
		"where the program has another one":     hotloop.Accelerate((&gains{}).Scale, other).Err(),
		"found hotloop/internal/e2e/use.TestMe": hotloop.Accelerate(func() { p.Mix(nil) }, methodText).Err(),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", want, err)
		}
	}
}
