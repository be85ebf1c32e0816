package use

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/options"
	"hotloop/runtime"
)

// stressRounds is how often each worker of the long tests does all that it does.
func stressRounds() int {
	if testing.Short() {
		return 5
	}
	return 25
}

// deep calls f below many frames, so that the goroutine's stack has to grow and, at the next collection,
// shrinks and moves.
//
//go:noinline
func deep(n int, f func()) int {
	var pad [64]byte
	pad[n&63] = byte(n)
	if n == 0 {
		f()
		return int(pad[0])
	}
	return deep(n-1, f) + int(pad[n&63])
}

// TestStressGC runs hot kernels on several goroutines while the collector runs all the time, stacks grow and shrink,
// and the profiler sends signals. Every result must be exact.
func TestStressGC(t *testing.T) {
	e2e.NeedNative(t)
	dot := hotloop.MustCompile[func(a, b []int16) int32](kernels.KernelsText, "DotI16").Func
	blurred := hotloop.MustCompile[func(dst, src []float32, w, h int)](kernels.KernelsText, "Blur").Func
	poly := hotloop.MustCompile[func(y, a []float64)](kernels.KernelsText, "Polynomial").Func
	spin := hotloop.MustCompile[func(x []float64, rounds int)](kernels.SpinText, "Spin").Func

	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err == nil {
		defer pprof.StopCPUProfile()
	}
	old := debug.SetGCPercent(5)
	defer debug.SetGCPercent(old)
	var stop atomic.Bool
	var collections atomic.Int64
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		for !stop.Load() {
			goruntime.GC()
			collections.Add(1)
		}
	}()
	defer stop.Store(true)

	var workers sync.WaitGroup
	var calls atomic.Int64
	before := runtime.Yields()
	for g := range 2 * goruntime.GOMAXPROCS(0) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			rng := rand.New(rand.NewPCG(uint64(g), 7))
			for range stressRounds() {
				n := 1000 + rng.IntN(20_000)
				a, b := make([]int16, n), make([]int16, n)
				for i := range a {
					a[i], b[i] = int16(rng.Int()), int16(rng.Int())
				}
				x := make([]float64, 3000+n)
				for i := range x {
					x[i] = float64(i % 17)
				}
				y := make([]float64, len(x))
				w, h := 100, n/100
				src := make([]float32, n)
				for i := range src {
					src[i] = float32(a[i])
				}
				dst, want := make([]float32, n), make([]float32, n)
				var bad string
				deep(rng.IntN(400), func() {
					if got := dot(a, b); got != kernels.DotI16(a, b) {
						bad = fmt.Sprintf("dotI16: %d, want %d", got, kernels.DotI16(a, b))
					}
					blurred(dst, src, w, h)
					poly(y, x)
				})
				kernels.Blur(want, src, w, h)
				if !reflect.DeepEqual(dst, want) {
					bad = "blur differs"
				}
				kernels.Polynomial(x, x)
				if !reflect.DeepEqual(y, x) {
					bad = "polynomial differs"
				}
				// A long call with a result that is known: x converges to the golden ratio.
				spin(y[:1000], 2000)
				for _, v := range y[:1000] {
					if math.Abs(v-math.Phi) > 1e-12 {
						bad = fmt.Sprintf("Spin: %v", v)
					}
				}
				calls.Add(4)
				if bad != "" {
					t.Error(bad)
					return
				}
			}
		}()
	}
	workers.Wait()
	t.Logf("%d calls, %d collections, %d yields", calls.Load(), collections.Load(), runtime.Yields()-before)
}

// TestStressPreemption: a kernel that runs for long does not hold up a collection.
func TestStressPreemption(t *testing.T) {
	e2e.NeedNative(t)
	spin := hotloop.MustCompile[func(x []float64, rounds int)](kernels.SpinText, "Spin")
	ctx, cancel := context.WithCancel(context.Background())
	before := runtime.Yields()
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x := make([]float64, 100_000)
			err := spin.CallContext(ctx, func(f func([]float64, int)) { f(x, math.MaxInt) })
			if !errors.Is(err, context.Canceled) {
				t.Errorf("Do: %v", err)
			}
		}()
	}
	// That the collections end is the test: the kernels do not, and a loop that could not be preempted would block them
	// permanently. How long they take is for jitbench -gc to say.
	collections := 0
	for start := time.Now(); runtime.Yields() < before+5 && time.Since(start) < e2e.Hang; collections++ {
		goruntime.GC()
	}
	yields := runtime.Yields() - before
	cancel()
	wg.Wait()
	if yields < 5 {
		t.Errorf("the kernels yielded %d times to %d collections", yields, collections)
	}
}

// TestStressCompile compiles many kernels from many goroutines, uses each, and drops it: code memory must be given
// back.
func TestStressCompile(t *testing.T) {
	e2e.NeedNative(t)
	before := goruntime.NumGoroutine()
	round := func(seed int) {
		var wg sync.WaitGroup
		for g := range 4 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := range 10 {
					add := seed*1000 + g%2*100 + i // two goroutines ask for each
					src := fmt.Sprintf("package k\nfunc F(y []int32) int32 { for i := range y { y[i] += %d }; return %d }\n", add, add)
					k, err := hotloop.Compile[func([]int32) int32](src, "F")
					if err != nil || k.Err() != nil {
						t.Error(err, k.Err())
						return
					}
					f := k.Func
					if i%2 == 0 {
						k.Close()
					}
					y := make([]int32, 100)
					if got := f(y); got != int32(add) || y[99] != int32(add) {
						t.Errorf("kernel %d: %d, %d", add, got, y[99])
					}
				}
			}()
		}
		wg.Wait()
		goruntime.GC()
		goruntime.GC()
	}
	round(0)
	start := mapped(t)
	for s := range 10 {
		round(s + 1)
	}
	// Cleanups run on a goroutine of the Go runtime, some time after a collection.
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		end, n := mapped(t), goruntime.NumGoroutine()
		if end <= start+16 && n <= before+4 {
			break
		}
		if time.Since(began) > e2e.Hang {
			t.Fatalf("%d executable mappings before, %d after; %d goroutines before, %d after", start, end, before, n)
		}
		goruntime.GC()
	}
}

// mapped counts the executable mappings of the process, where the system tells.
func mapped(t *testing.T) (n int) {
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("no list of mappings: ", err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if f := strings.Fields(line); len(f) > 1 && strings.Contains(f[1], "x") {
			n++
		}
	}
	return n
}

// TestDo: a context that is done stops a call; one that is not changes nothing; panics pass through.
func TestDo(t *testing.T) {
	type spinner = func(x []float64, rounds int)
	for _, isa := range append([]string{"scalar"}, e2e.ISAs()...) {
		k, err := hotloop.Compile[spinner](kernels.SpinText, "Spin", options.MaxISA(isa))
		if err != nil {
			t.Skip(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if err := k.CallContext(ctx, func(f spinner) {
			f(make([]float64, 100), math.MaxInt)
		}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", isa, err)
		}
		cancel()
		called := false
		if err := k.CallContext(ctx, func(spinner) { called = true }); err == nil || called {
			t.Errorf("%s: a context that is done: called %v, %v", isa, called, err)
		}
		x := []float64{1}
		if err := k.CallContext(context.Background(), func(f spinner) { f(x, 3) }); err != nil {
			t.Errorf("%s: %v", isa, err)
		}
		want := []float64{1}
		kernels.Spin(want, 3)
		if x[0] != want[0] {
			t.Errorf("%s: %v, want %v", isa, x, want)
		}
	}
	k := hotloop.MustCompile[func(a, b []int32)](kernels.KernelsText, "OrderOp")
	defer func() {
		if e, ok := recover().(goruntime.Error); !ok || e.Error() != "runtime error: index out of range [3] with length 1" {
			t.Errorf("panic %v", e)
		}
	}()
	k.CallContext(context.Background(), func(f func(a, b []int32)) { f(make([]int32, 1), make([]int32, 1)) })
	t.Error("no panic")
}

// TestCallsDoNotAllocate: neither does a call of a common type take long, but that is for benchmarks.
func TestCallsDoNotAllocate(t *testing.T) {
	e2e.NeedNative(t)
	f := hotloop.MustCompile[func(y, x []float32, a float32)](kernels.SpinText, "Saxpy").Func
	y, x := make([]float32, 64), make([]float32, 64)
	if n := testing.AllocsPerRun(100, func() { f(y, x, 2) }); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}
