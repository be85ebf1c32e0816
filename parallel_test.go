package hotloop_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"hotloop"
	"hotloop/internal/hook"
)

// parallelSource has a kernel of each kind that goroutines may share.
const parallelSource = `package k

import "math"

//loop:fp fast
func Dot(x, y []float32) (s float32) {
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

func Ordered(x []float64) (s float64) {
	//loop:parallel
	for _, v := range x {
		s += v
	}
	return s
}

func Saxpy(a float32, x, y []float32) {
	//loop:parallel grain=8
	for i := range y {
		y[i] += a * x[i]
	}
}

func Sums(x []int64) (sum, least, bits int64, odd int) {
	least, odd = math.MaxInt64, 7
	//loop:parallel
	for _, v := range x {
		sum += v * 3
		least = min(least, v)
		bits |= v
		if v&1 != 0 {
			odd++
		}
	}
	return sum, least, bits, odd
}

func Blur(dst, src []float32, w, h int) {
	//loop:parallel
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			dst[y*w+x] = (src[(y-1)*w+x] + src[y*w+x-1] + src[y*w+x+1] + src[(y+1)*w+x]) * 0.25
		}
	}
}

// Bins has an array of its own in each iteration.
func Bins(out []uint32, in []uint8, w int) {
	//loop:parallel
	for y := 0; y < len(out); y++ {
		var bins [16]uint32
		for x := 0; x < w; x++ {
			bins[in[y*w+x]&15]++
		}
		most := uint32(0)
		for _, n := range bins {
			most = max(most, n)
		}
		out[y] = most
	}
}

func Escape(out []int32, w int, scale float64) {
	//loop:parallel
	for i := range out {
		cr, ci := float64(i%w)*scale-1.5, float64(i/w)*scale-1
		zr, zi, n := 0.0, 0.0, int32(0)
		for n < 50 && zr*zr+zi*zi < 4 {
			zr, zi = zr*zr-zi*zi+cr, 2*zr*zi+ci
			n++
		}
		out[i] = n
	}
}

func Shift(y []int32, from int) {
	//loop:parallel
	for i := from + 1; i < len(y); i++ {
		y[i] = y[i-1] + 1
	}
}

func Prefix(y []int64, x []int32) (sum int64) {
	sum = 5
	//loop:parallel
	for i, v := range x {
		sum += int64(v)
		y[i] = sum
	}
	return sum
}

func Highest(y, x []int32) {
	most := int32(math.MinInt32)
	//loop:parallel
	for i, v := range x {
		most = max(most, v)
		y[i] = most
	}
}

// Keep compresses: the place that it stores to advances in some iterations.
func Keep(y, x []int32) (n int, sum int32) {
	//loop:parallel
	for _, v := range x {
		if v > 0 {
			y[n] = v
			n++
		} else {
			sum += v
		}
	}
	return n, sum
}

// Pairs stores two elements at a time, and expands what Keep compressed.
func Pairs(y []int32, x []int32) int {
	n, m := 0, 0
	//loop:parallel
	for i, v := range x {
		if v&1 != 0 {
			y[n] = x[m]
			y[n+1] = int32(i)
			n += 2
			m++
		}
	}
	return n
}

func Made(x []int32) []int32 {
	y := make([]int32, len(x))
	//loop:parallel
	for i, v := range x {
		y[i] = v * 3
	}
	return y
}

func Below(y []int32, x []int32, n int32) (last int32) {
	//loop:parallel
	for i := n - 1; i >= 0; i-- {
		y[i] = x[i] + i
		last = i
	}
	return last
}
`

// always makes goroutines share loops however little there is to do.
func always() hotloop.Option { return hook.Knobs("parallel-always").(hotloop.Option) }

// parallelKernel compiles a kernel of parallelSource.
func parallelKernel[F any](t testing.TB, name string, opts ...hotloop.Option) *hotloop.Kernel[F] {
	t.Helper()
	k, err := hotloop.Compile[F](parallelSource, name, append(opts, hotloop.WithFileName("k.go"))...)
	if err != nil {
		t.Fatal(err)
	}
	if k.Err() != nil {
		t.Skip(k.Err())
	}
	return k
}

// hasRemark reports whether a remark contains text.
func hasRemark[F any](k *hotloop.Kernel[F], text string) bool {
	return strings.Contains(fmt.Sprint(k.Remarks()), text)
}

func floats(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = r.Float32() - 0.5
	}
	return x
}

// TestParallelBits checks that results do not depend on the number of goroutines, sums of floats included.
func TestParallelBits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := floats(r, 300_007), floats(r, 300_007)
	for _, sized := range []bool{false, true} {
		var want uint32
		for workers := 1; workers <= 16; workers++ {
			opts := []hotloop.Option{hotloop.Parallel(workers)}
			if !sized {
				opts = append(opts, always())
			}
			k := parallelKernel[func(x, y []float32) float32](t, "Dot", opts...)
			if !hasRemark(k, "loop parallelized") {
				t.Fatalf("not parallel: %v", k.Remarks())
			}
			got := math.Float32bits(k.Func(x, y))
			if workers == 1 {
				want = got
			}
			if got != want {
				t.Fatalf("%d workers: %x, 1 worker: %x", workers, got, want)
			}
		}
	}
}

// TestParallelEqual compares kernels that goroutines share with the same kernels without.
func TestParallelEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	compare := func(name string, typ any, args func(n int) []any) {
		t.Run(name, func(t *testing.T) {
			shared, plain := compileAny(t, name, typ, hotloop.Parallel(3), always()), compileAny(t, name, typ)
			for _, n := range []int{0, 1, 2, 3, 7, 15, 64, 100, 257, 1000} {
				a := args(n)
				b := clones(a)
				got, want := callAny(shared, a), callAny(plain, b)
				if fmt.Sprint(got) != fmt.Sprint(want) || !reflect.DeepEqual(a, b) {
					t.Fatalf("n = %d: %v, without goroutines %v", n, got, want)
				}
			}
		})
	}
	ints := func(n int) []int64 {
		x := make([]int64, n)
		for i := range x {
			x[i] = r.Int64()
		}
		return x
	}
	compare("Saxpy", func(float32, []float32, []float32) {}, func(n int) []any {
		return []any{float32(2), floats(r, n), floats(r, n)}
	})
	compare("Saxpy", func(float32, []float32, []float32) {}, func(n int) []any { // overlapping
		x := floats(r, n+5)
		return []any{float32(2), x[:n], x[5:]}
	})
	compare("Saxpy", func(float32, []float32, []float32) {}, func(n int) []any { // a check fails
		return []any{float32(2), floats(r, n/2), floats(r, n)}
	})
	compare("Sums", func([]int64) (a, b, c int64, d int) { return }, func(n int) []any { return []any{ints(n)} })
	compare("Ordered", func([]float64) float64 { return 0 }, func(n int) []any {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.Float64()
		}
		return []any{x}
	})
	compare("Blur", func(a, b []float32, w, h int) {}, func(n int) []any {
		return []any{floats(r, n*5), floats(r, n*5), 5, n}
	})
	compare("Blur", func(a, b []float32, w, h int) {}, func(n int) []any { // too short
		return []any{floats(r, n*4), floats(r, n*5), 5, n}
	})
	compare("Bins", func([]uint32, []uint8, int) {}, func(n int) []any {
		in := make([]uint8, n*9)
		for i := range in {
			in[i] = uint8(r.Uint32())
		}
		return []any{make([]uint32, n), in, 9}
	})
	compare("Escape", func([]int32, int, float64) {}, func(n int) []any { return []any{make([]int32, n), 10, 0.2} })
	compare("Shift", func([]int32, int) {}, func(n int) []any { return []any{make([]int32, n), n / 3} })
	int32s := func(n int) []int32 {
		x := make([]int32, n)
		for i := range x {
			x[i] = r.Int32() - 1<<30
		}
		return x
	}
	compare("Prefix", func([]int64, []int32) int64 { return 0 }, func(n int) []any {
		return []any{make([]int64, n), int32s(n)}
	})
	compare("Prefix", func([]int64, []int32) int64 { return 0 }, func(n int) []any { // too short
		return []any{make([]int64, n*2/3), int32s(n)}
	})
	compare("Highest", func(y, x []int32) {}, func(n int) []any { return []any{make([]int32, n), int32s(n)} })
	for _, room := range []int{0, 1, 3} { // too short, just long enough on average, and long enough
		compare("Keep", func(y, x []int32) (n int, s int32) { return }, func(n int) []any {
			return []any{make([]int32, n*room/2), int32s(n)}
		})
		compare("Pairs", func(y, x []int32) int { return 0 }, func(n int) []any {
			return []any{make([]int32, n*room), int32s(n)}
		})
	}
	compare("Made", func([]int32) []int32 { return nil }, func(n int) []any { return []any{int32s(n)} })
	compare("Below", func(y, x []int32, n int32) int32 { return 0 }, func(n int) []any {
		return []any{make([]int32, n), make([]int32, n), int32(n)}
	})
}

// TestParallelRemarks checks which loops goroutines share.
func TestParallelRemarks(t *testing.T) {
	if k := parallelKernel[func([]float64) float64](t, "Ordered"); !hasRemark(k, "loop not parallelized") {
		t.Errorf("an ordered sum: %v", k.Remarks())
	}
	if k := parallelKernel[func([]float64) float64](t, "Ordered", hotloop.FP(hotloop.FPFast)); !hasRemark(k, "loop parallelized") {
		t.Errorf("a sum in any order: %v", k.Remarks())
	}
	if k := parallelKernel[func([]int32, int)](t, "Shift"); !hasRemark(k, "loop not parallelized") {
		t.Errorf("iterations that depend on others: %v", k.Remarks())
	}
	if k := parallelKernel[func(x, y []float32) float32](t, "Dot"); hasRemark(k, "parallelized") {
		t.Errorf("without directive and option: %v", k.Remarks())
	}
	for name, typ := range map[string]any{"Bins": func([]uint32, []uint8, int) {}, "Escape": func([]int32, int, float64) {},
		"Prefix": func([]int64, []int32) int64 { return 0 }, "Highest": func(y, x []int32) {}, "Made": func([]int32) []int32 { return nil },
		"Keep": func(y, x []int32) (n int, s int32) { return }, "Pairs": func(y, x []int32) int { return 0 }} {
		k := compileAny(t, name, typ)
		if !strings.Contains(fmt.Sprint(k.remarks), "loop parallelized") {
			t.Errorf("%s: %v", name, k.remarks)
		}
	}
	if _, err := hotloop.Compile[func([]float64) float64](parallelSource, "Ordered", hotloop.Parallel(-1)); err == nil {
		t.Error("-1 workers are accepted")
	}
}

// TestParallelCallers lets many goroutines call kernels that share loops, and checks each result.
func TestParallelCallers(t *testing.T) {
	saxpy := parallelKernel[func(a float32, x, y []float32)](t, "Saxpy", hotloop.Parallel(4), always()).Func
	sums := parallelKernel[func([]int64) (a, b, c int64, d int)](t, "Sums", hotloop.Parallel(0), always()).Func
	var all sync.WaitGroup
	for g := range 64 {
		all.Add(1)
		go func() {
			defer all.Done()
			x, y, z := make([]float32, 3000+g), make([]float32, 3000+g), make([]int64, 500+g)
			for i := range z {
				z[i] = int64(i)
			}
			for round := range 20 {
				for i := range y {
					x[i], y[i] = float32(i), float32(g)
				}
				saxpy(2, x, y)
				for i := range y {
					if y[i] != float32(g)+2*float32(i) {
						t.Errorf("caller %d, round %d: y[%d] = %v", g, round, i, y[i])
						return
					}
				}
				if sum, least, _, odd := sums(z); sum != int64(len(z)*(len(z)-1)/2*3) || least != 0 || odd != 7+len(z)/2 {
					t.Errorf("caller %d, round %d: %d, %d, %d", g, round, sum, least, odd)
					return
				}
			}
		}()
	}
	all.Wait()
}

// TestParallelStats checks that loops that goroutines share are counted.
func TestParallelStats(t *testing.T) {
	f := parallelKernel[func([]int64) (a, b, c int64, d int)](t, "Sums", hotloop.Parallel(3), always()).Func
	before := hotloop.ReadStats()
	const calls = 50
	for range calls {
		f(make([]int64, 500))
	}
	after := hotloop.ReadStats()
	if n := after.Shared - before.Shared; n < calls {
		t.Errorf("%d loops shared in %d calls", n, calls)
	}
}

// TestParallelCancel cancels a call that goroutines share.
func TestParallelCancel(t *testing.T) {
	k := parallelKernel[func([]int32, int, float64)](t, "Escape", hotloop.Parallel(2), always())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := k.CallContext(ctx, func(f func([]int32, int, float64)) { f(make([]int32, 1000), 10, 0.1) }); err != context.Canceled {
		t.Fatalf("a cancelled call returns %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	started := make(chan bool)
	go func() { <-started; cancel() }()
	err := k.CallContext(ctx, func(f func([]int32, int, float64)) {
		out := make([]int32, 1<<16)
		close(started)
		for { // until a yield finds the context done
			f(out, 256, 1.0/128)
		}
	})
	if err != context.Canceled {
		t.Fatalf("a call that is cancelled returns %v", err)
	}
}

// anyKernel is a kernel of any type.
type anyKernel struct {
	fn      reflect.Value
	remarks any
}

// compileAny compiles a kernel with the type of typ.
func compileAny(t testing.TB, name string, typ any, opts ...hotloop.Option) anyKernel {
	t.Helper()
	switch typ.(type) {
	case func(float32, []float32, []float32):
		return anyOf(parallelKernel[func(float32, []float32, []float32)](t, name, opts...))
	case func([]int64) (a, b, c int64, d int):
		return anyOf(parallelKernel[func([]int64) (a, b, c int64, d int)](t, name, opts...))
	case func([]float64) float64:
		return anyOf(parallelKernel[func([]float64) float64](t, name, opts...))
	case func(a, b []float32, w, h int):
		return anyOf(parallelKernel[func(a, b []float32, w, h int)](t, name, opts...))
	case func([]uint32, []uint8, int):
		return anyOf(parallelKernel[func([]uint32, []uint8, int)](t, name, opts...))
	case func([]int32, int, float64):
		return anyOf(parallelKernel[func([]int32, int, float64)](t, name, opts...))
	case func([]int32, int):
		return anyOf(parallelKernel[func([]int32, int)](t, name, opts...))
	case func([]int64, []int32) int64:
		return anyOf(parallelKernel[func([]int64, []int32) int64](t, name, opts...))
	case func(y, x []int32):
		return anyOf(parallelKernel[func(y, x []int32)](t, name, opts...))
	case func(y, x []int32) (int, int32):
		return anyOf(parallelKernel[func(y, x []int32) (int, int32)](t, name, opts...))
	case func(y, x []int32) int:
		return anyOf(parallelKernel[func(y, x []int32) int](t, name, opts...))
	case func([]int32) []int32:
		return anyOf(parallelKernel[func([]int32) []int32](t, name, opts...))
	case func(y, x []int32, n int32) int32:
		return anyOf(parallelKernel[func(y, x []int32, n int32) int32](t, name, opts...))
	}
	t.Fatalf("no kernel of type %T", typ)
	return anyKernel{}
}

func anyOf[F any](k *hotloop.Kernel[F]) anyKernel {
	return anyKernel{reflect.ValueOf(k.Func), k.Remarks()}
}

// callAny calls a kernel, and returns its results, or its panic.
func callAny(k anyKernel, args []any) (out []any) {
	defer func() {
		if r := recover(); r != nil {
			out = []any{fmt.Sprint(r)}
		}
	}()
	var in []reflect.Value
	for _, a := range args {
		in = append(in, reflect.ValueOf(a))
	}
	for _, v := range k.fn.Call(in) {
		out = append(out, v.Interface())
	}
	return out
}

// clones copies arguments; slices of one array stay slices of one array.
func clones(args []any) (out []any) {
	if x, ok := args[len(args)-1].([]float32); ok && len(args) == 3 {
		if y := args[1].([]float32); cap(y) > len(x) && len(x) > 0 && &y[:cap(y)][cap(y)-1] == &x[:cap(x)][cap(x)-1] {
			all := append([]float32(nil), y[:cap(y)]...)
			return []any{args[0], all[:len(y)], all[cap(y)-cap(x):]}
		}
	}
	for _, a := range args {
		switch x := a.(type) {
		case []float32:
			a = append([]float32{}, x...)
		case []float64:
			a = append([]float64{}, x...)
		case []int64:
			a = append([]int64{}, x...)
		case []int32:
			a = append([]int32{}, x...)
		case []uint32:
			a = append([]uint32{}, x...)
		case []uint8:
			a = append([]uint8{}, x...)
		}
		out = append(out, a)
	}
	return out
}
