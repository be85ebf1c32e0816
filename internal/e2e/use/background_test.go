package use

import (
	"context"
	_ "embed"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/internal/e2e"
	hotruntime "hotloop/runtime"
)

//go:embed background_test.go
var backgroundText string

var laterGain int32 = 3

// laterScale multiplies by the variable.
func laterScale(y, x []int32) {
	for i := range y {
		y[i] = laterGain * x[i]
	}
}

// laterSum adds up.
func laterSum(x []int64) (sum int64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// laterAt is no loop at all.
func laterAt(x []int64, i int) int64 { return x[i] }

// laterBad1 and laterBad2 cannot be kernels.
func laterBad1(m map[int]int) int { return len(m) }
func laterBad2(c chan int) int    { return cap(c) }

// hold keeps all workers busy until release is called.
func hold(t *testing.T) (release func()) {
	t.Helper()
	n := runtime.GOMAXPROCS(0)
	var entered sync.WaitGroup
	entered.Add(n)
	gate := make(chan struct{})
	for range n {
		hotruntime.Later(func() {
			entered.Done()
			<-gate
		})
	}
	entered.Wait()
	return sync.OnceFunc(func() { close(gate) })
}

// backgroundRun tells apart the events of tests that run more than once.
var backgroundRun atomic.Int64

func skipWithoutSwap(t *testing.T) {
	t.Helper()
	if err := hotruntime.Available(); err != nil || hotruntime.RaceEnabled {
		t.Skip("functions are not replaced: ", err)
	}
}

// TestBackground: the Go function answers until the code is there, behind one func value.
func TestBackground(t *testing.T) {
	skipWithoutSwap(t)
	release := hold(t)
	defer release()
	text := strings.Replace(backgroundText, "package use", "package use // "+t.Name(), 1)
	k := hotloop.Accelerate(laterScale, text, hotloop.Background(), hotloop.WithGlobal("laterGain", &laterGain))
	f := k.Func
	check := func(n int) {
		y, x := make([]int32, n), make([]int32, n)
		for i := range x {
			x[i] = int32(i)
		}
		f(y, x)
		for i := range y {
			require.Equal(t, laterGain*x[i], y[i])
		}
	}
	check(100)
	require.NoError(t, k.Err())
	require.False(t, k.Native())
	require.Equal(t, hotloop.CallGo, k.Stats().CallPath)
	require.NoError(t, k.CallContext(context.Background(), func(f func(y, x []int32)) { f(nil, nil) }))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, k.Wait(ctx), context.Canceled)

	done := make(chan struct{})
	var callers sync.WaitGroup
	for range 4 {
		callers.Add(1)
		go func() {
			defer callers.Done()
			for n := 0; ; n++ {
				check(n % 300)
				select {
				case <-done:
					return
				default:
				}
			}
		}()
	}
	release()
	require.NoError(t, k.Wait(context.Background()))
	close(done)
	callers.Wait()
	require.True(t, k.Native())
	require.Equal(t, hotloop.CallDirect, k.Stats().CallPath)
	require.NotEmpty(t, k.Remarks())
	require.NoError(t, k.Wait(ctx), "what is known counts")
	laterGain = -7
	check(1000)
	laterGain = 3
	func() {
		defer func() {
			_, native := recover().(hotloop.KernelError)
			require.True(t, native)
		}()
		f(make([]int32, 9), make([]int32, 5))
	}()
	require.NoError(t, k.CallContext(context.Background(), func(f func(y, x []int32)) { f(nil, nil) }))
	k.Close()
	require.ErrorIs(t, k.Err(), hotloop.ErrClosed)
	check(10)
}

// TestBackgroundErrors: what goes wrong is told by Wait and to hooks, and calls go on.
func TestBackgroundErrors(t *testing.T) {
	_, err := hotloop.Compile[func([]int64) int64](backgroundText, "laterSum", hotloop.Background())
	require.ErrorContains(t, err, "Compile does not support Background")
	bad := hotloop.Accelerate(7, "", hotloop.Background())
	require.ErrorContains(t, bad.Err(), "Accelerate: found int; use a function")
	require.ErrorContains(t, bad.Wait(context.Background()), "Accelerate: found int; use a function")
	skipWithoutSwap(t)

	heard := make(chan hotloop.FallbackEvent, 10)
	name := fmt.Sprint(t.Name(), backgroundRun.Add(1))
	stop := hotloop.OnFallback(func(e hotloop.FallbackEvent) {
		if e.File == name {
			heard <- e
		}
	})
	defer stop()
	k := hotloop.Accelerate(laterBad2, backgroundText, hotloop.Background(), hotloop.WithFileName(name))
	err = k.Wait(context.Background())
	var list hotloop.ErrorList
	require.ErrorAs(t, err, &list)
	require.Equal(t, err, (<-heard).Err)
	require.False(t, k.Native())
	require.Equal(t, 5, k.Func(make(chan int, 5)))
	require.Equal(t, hotloop.FallbackSource, k.Stats().Fallback)

	release := hold(t)
	defer release()
	closed := hotloop.Accelerate(laterAt, backgroundText, hotloop.Background(), hotloop.NoVectorize())
	closed.Close()
	release()
	require.ErrorIs(t, closed.Wait(context.Background()), hotloop.ErrClosed)
	require.EqualValues(t, 4, closed.Func([]int64{4}, 0))
}

// TestBackgroundHooks: hooks wait for the kernel that they are told of, and for others, whatever the workers do, and may
// do anything else that this package has.
func TestBackgroundHooks(t *testing.T) {
	skipWithoutSwap(t)
	file := fmt.Sprint(t.Name(), backgroundRun.Add(1), " ")
	const kernels = 20 // more than there are workers
	told := make(chan string, 2*kernels)
	var bad [kernels]*hotloop.Kernel[func(map[int]int) int]
	made := make(chan struct{})
	text := func(i int) string {
		return strings.Replace(backgroundText, "package use", fmt.Sprint("package use // ", file, i), 1)
	}
	stop := hotloop.OnFallback(func(e hotloop.FallbackEvent) {
		n, ours := strings.CutPrefix(e.File, file)
		i, err := strconv.Atoi(n)
		if !ours || err != nil {
			return
		}
		<-made
		if i < kernels {
			other := hotloop.Accelerate(laterSum, text(i), hotloop.Background())
			assert.NoError(t, other.Wait(context.Background()))
			assert.Equal(t, e.Err, bad[i].Wait(context.Background()))
			assert.NoError(t, hotloop.Accelerate(laterSum, text(i)).Err())
			hotloop.Accelerate(laterSum, text(i), hotloop.Background(), hotloop.NoVectorize()).Close()
			nested := hotloop.Accelerate(laterBad2, "package use", hotloop.Background(),
				hotloop.WithFileName(fmt.Sprint(file, kernels+i)))
			assert.Error(t, nested.Wait(context.Background()))
			assert.NotEmpty(t, bad[i].Remarks())
			if i%2 == 0 {
				defer runtime.Goexit()
			}
		}
		told <- e.File
	})
	defer stop()
	for i := range bad {
		bad[i] = hotloop.Accelerate(laterBad1, "package use", hotloop.Background(), hotloop.WithFileName(fmt.Sprint(file, i)))
	}
	close(made)
	files := map[string]bool{}
	for range 2 * kernels {
		files[<-told] = true
	}
	require.Len(t, files, 2*kernels)
}

// TestBackgroundMany compiles many kernels at once, from several goroutines, some of them equal.
func TestBackgroundMany(t *testing.T) {
	skipWithoutSwap(t)
	var callers sync.WaitGroup
	for g := range 4 {
		callers.Add(1)
		go func() {
			defer callers.Done()
			for i := range 40 {
				text := strings.Replace(backgroundText, "package use", fmt.Sprintf("package use // %s %d", t.Name(), i/2), 1)
				opts := []hotloop.Option{hotloop.Background()}
				if i%8 == g {
					opts = append(opts, hotloop.Adapt())
				}
				k := hotloop.Accelerate(laterSum, text, opts...)
				for n := range 10 {
					if got := k.Func([]int64{1, 2, int64(n)}); got != int64(3+n) {
						t.Error("got ", got)
					}
				}
				if err := k.Wait(context.Background()); err != nil || !k.Native() {
					t.Error(err)
				}
				if got := k.Func([]int64{1, 2, 3}); got != 6 {
					t.Error("got ", got)
				}
			}
		}()
	}
	callers.Wait()
}

// BenchmarkCompileParallel compiles different kernels on all processors; against BenchmarkCompileOne it tells what they
// hinder one another by.
func BenchmarkCompileParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			compileFresh(b)
		}
	})
}

// BenchmarkCompileOne compiles the same kernels one after the other.
func BenchmarkCompileOne(b *testing.B) {
	for b.Loop() {
		compileFresh(b)
	}
}

var compiledFresh atomic.Int64

// compileFresh compiles a text that has not been seen before.
func compileFresh(b *testing.B) {
	text := fmt.Sprintf("package p\nfunc Sum(x []int64) (sum int64) { for _, v := range x { sum += v ^ %d }; return sum }",
		compiledFresh.Add(1))
	if _, err := hotloop.Compile[func([]int64) int64](text, "Sum"); err != nil {
		b.Error(err)
	}
}

// TestLazy: nothing is compiled until the first call, which runs the machine code, as all later ones do.
func TestLazy(t *testing.T) {
	e2e.NeedNative(t)
	if hotruntime.RaceEnabled {
		t.Skip("Accelerate does not replace functions under the race detector")
	}
	before := hotloop.ReadStats()
	k := hotloop.Accelerate(lazyScale, backgroundText, hotloop.Lazy())
	require.Equal(t, before.Compiled, hotloop.ReadStats().Compiled)
	require.False(t, k.Native())
	require.NoError(t, k.Err())
	var calls sync.WaitGroup
	for range 8 {
		calls.Add(1)
		go func() {
			defer calls.Done()
			y := []float64{1, 2, 3}
			k.Func(y, 2, 4)
			assert.Equal(t, []float64{8, 16, 24}, y)
		}()
	}
	calls.Wait()
	require.True(t, k.Native())
	require.NoError(t, k.Wait(t.Context()))
	require.Equal(t, hotloop.CallDirect, k.Stats().CallPath)
	y := []float64{1}
	factors := []float64{1, 1}
	require.Zero(t, testing.AllocsPerRun(10, func() { k.Func(y, factors...) }))

	wait := hotloop.Accelerate(lazyScale, backgroundText, hotloop.Lazy(), hotloop.Tune(hotloop.GenericCPU))
	require.NoError(t, wait.Wait(t.Context()))
	require.True(t, wait.Native())

	bad := hotloop.Accelerate(lazyScale, "package use", hotloop.Lazy())
	bad.Func(y, 3)
	require.Equal(t, []float64{3}, y)
	require.ErrorContains(t, bad.Err(), "lazyScale")

	closed := hotloop.Accelerate(lazyScale, backgroundText, hotloop.Lazy(), hotloop.NoVectorize())
	f := closed.Func
	closed.Close()
	f(y, 2)
	require.Equal(t, []float64{6}, y)
	require.ErrorIs(t, closed.Err(), hotloop.ErrClosed)
}

// TestLazyHook: a hook may call the kernel that it is told of.
func TestLazyHook(t *testing.T) {
	e2e.NeedNative(t)
	if hotruntime.RaceEnabled {
		t.Skip("Accelerate does not replace functions under the race detector")
	}
	k := hotloop.Accelerate(lazyScale, "package lazy", hotloop.Lazy(), hotloop.WithFileName(t.Name()))
	y := []float64{1}
	told := make(chan bool, 1)
	defer hotloop.OnFallback(func(e hotloop.FallbackEvent) {
		if e.File == t.Name() {
			k.Func(y, 2)
			told <- true
		}
	})()
	k.Func(y, 3)
	<-told
	require.Equal(t, []float64{6}, y)
}

func lazyScale(y []float64, factors ...float64) {
	for _, f := range factors {
		for i := range y {
			y[i] *= f
		}
	}
}
