//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package runtime

import (
	"fmt"
	"hotloop/runtime/codemem"
	goruntime "runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func mustLoad[F any](t testing.TB, name string, text []byte, frame Frame) (F, *Code) {
	t.Helper()
	c, err := Load(name, text, frame)
	require.NoError(t, err)
	f, err := Func[F](c)
	require.NoError(t, err)
	return f, c
}

// collect runs the garbage collector in a loop and produces garbage, until the returned function is called.
func collect() (stop func()) {
	percent := debug.SetGCPercent(1)
	var done atomic.Bool
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		for !done.Load() {
			goruntime.GC()
		}
	}()
	go func() {
		defer wg.Done()
		for !done.Load() {
			garbage.Store(new([4096]byte))
			goruntime.Gosched()
		}
	}()
	return func() {
		done.Store(true)
		wg.Wait()
		debug.SetGCPercent(percent)
	}
}

var garbage atomic.Pointer[[4096]byte]

// hang is how long tests wait for events that must occur. It only ends tests that would never end, and measures
// nothing.
const hang = 5 * time.Minute

func needPolls(t *testing.T) {
	t.Helper()
	require.Equal(t, PollGuard, PollMode(), "g does not look as expected")
	twoThreads(t)
}

// twoThreads makes Go code run in two threads until the test ends, even on a machine with one core. So one thread
// can inspect or stop a kernel while the other runs it.
func twoThreads(t *testing.T) {
	t.Helper()
	if before := goruntime.GOMAXPROCS(0); before < 2 {
		goruntime.GOMAXPROCS(2)
		t.Cleanup(func() { goruntime.GOMAXPROCS(before) })
	}
}

type saxpyFunc = func(y, x []float32, a float32) (yields int, sum float32)

// checkSaxpy runs saxpy once and checks every element and the sum. Small integers keep float arithmetic exact.
func checkSaxpy(f saxpyFunc, n int) (yields int, err error) {
	x, y := make([]float32, n), make([]float32, n)
	want := float32(0)
	for i := range x {
		x[i], y[i] = float32(i%2), float32(i%3)
		want += 2*x[i] + y[i]
	}
	yields, sum := f(y, x, 2)
	for i := range y {
		if y[i] != 2*float32(i%2)+float32(i%3) {
			return yields, fmt.Errorf("y[%d] = %g", i, y[i])
		}
	}
	if sum != want {
		return yields, fmt.Errorf("sum %g, want %g", sum, want)
	}
	return yields, nil
}

// TestYieldKeepsState checks that general and vector registers survive a yield during which the collector scans
// the stack.
func TestYieldKeepsState(t *testing.T) {
	needPolls(t)
	f, _ := mustLoad[saxpyFunc](t, "saxpy", saxpyKernel, Frame4K)
	stop := collect()
	yields := 0
	for start := time.Now(); yields < 10 && time.Since(start) < hang; {
		y, err := checkSaxpy(f, 1<<20)
		if !assert.NoError(t, err) {
			break
		}
		yields += y
	}
	stop()
	t.Logf("%d yields", yields)
	assert.Positive(t, yields)
}

// TestCounterPolls is the same test for systems where the guard cannot be used. Yields occur by count, with or
// without a request.
func TestCounterPolls(t *testing.T) {
	f, _ := mustLoad[saxpyFunc](t, "saxpy", saxpyFuelKernel, Frame4K)
	const n = 1 << 20
	before := Yields()
	y, err := checkSaxpy(f, n)
	require.NoError(t, err)
	// The first poll finds the counter at 0, the others after pollFuel.
	polls := n / 256
	assert.InDelta(t, 1+(polls-1)/(pollFuel+1), y, 1)
	assert.GreaterOrEqual(t, Yields()-before, uint64(y))
}

// patternFunc fills words of the spill area with i^seed, spins with polls, and counts the words that have changed.
type patternFunc = func(words, spins, seed int) (wrong, yields int)

// TestFramesSurvive checks that all bytes of every frame variant survive when stacks move while kernels wait at
// the checkpoint. Each goroutine grows its stack first, so that the collector shrinks it.
func TestFramesSurvive(t *testing.T) {
	needPolls(t)
	for _, frame := range []Frame{Frame256, Frame576, Frame1K, Frame4K, Frame16K, Frame64K} {
		t.Run(frameName(frame), func(t *testing.T) {
			f, _ := mustLoad[patternFunc](t, "pattern", patternKernel, frame)
			stop := collect()
			defer stop()
			var moved, yields, wrong, rounds atomic.Int64
			for start := time.Now(); time.Since(start) < hang && (moved.Load() < 3 || yields.Load() < 10); {
				seed := int(rounds.Add(1)) << 32
				done := make(chan bool)
				go func() {
					defer close(done)
					useStack(1 << 20)
					lo, _, _, _ := gWords()
					w, y := f(frame.Bytes()/8, 20000, seed)
					if after, _, _, _ := gWords(); after != lo {
						moved.Add(1)
					}
					yields.Add(int64(y))
					wrong.Add(int64(w))
				}()
				<-done
			}
			t.Logf("%d yields, %d of %d stacks moved", yields.Load(), moved.Load(), rounds.Load())
			assert.Zero(t, wrong.Load())
			assert.Positive(t, yields.Load())
			assert.Positive(t, moved.Load())
		})
	}
}

//go:noinline
func useStack(n int) byte {
	var a [1024]byte
	a[n%1024] = 1
	if n > 1024 {
		return a[n%512] + useStack(n-1024)
	}
	return a[0]
}

// TestSchedulerGetsItsTurn checks that a kernel's checkpoint yields the processor. With one processor, the
// goroutine that cancels runs only then.
func TestSchedulerGetsItsTurn(t *testing.T) {
	needPolls(t)
	defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(1))
	c, err := Load("forever", foreverKernel, Frame576)
	require.NoError(t, err)
	var got *Control
	c.OnCancel = func(ctl *Control) { got = ctl; panic("cancelled") }
	ctl := new(Control)
	f, err := Bind[func()](c, ctl)
	require.NoError(t, err)
	ended := make(chan any)
	before := Yields()
	go func() {
		defer func() { ended <- recover() }()
		f()
	}()
	// This goroutine waits in the scheduler's queue while the kernel runs. It runs when the kernel has been asked
	// to yield.
	const turns = 5
	for range turns {
		goruntime.Gosched()
	}
	n := Yields() - before
	ctl.Cancel()
	assert.Equal(t, "cancelled", <-ended)
	assert.Same(t, ctl, got)
	// If checkpoint's prologue had no stack check, the kernel would yield repeatedly without any other goroutine
	// running. With the check, each yield lets one run: this one, or one of the few runtime goroutines that have
	// work.
	t.Logf("%d yields", n)
	assert.Positive(t, n)
	assert.Less(t, n, uint64(100*turns))
}

// TestCancelReturns checks that an OnCancel that returns ends the call without a panic. Plain adapters of the same
// code carry no Control.
func TestCancelReturns(t *testing.T) {
	c, err := Load("saxpy", saxpyFuelKernel, Frame4K)
	require.NoError(t, err)
	called := 0
	c.OnCancel = func(*Control) { called++ }
	ctl := new(Control)
	bound, err := Bind[saxpyFunc](c, ctl)
	require.NoError(t, err)
	plain, err := Func[saxpyFunc](c)
	require.NoError(t, err)
	_, err = checkSaxpy(bound, 1<<12)
	require.NoError(t, err)
	ctl.Cancel()
	assert.True(t, ctl.Cancelled())
	_, err = checkSaxpy(bound, 1<<12)
	assert.Error(t, err, "the kernel went on")
	assert.Equal(t, 1, called)
	_, err = checkSaxpy(plain, 1<<12)
	assert.NoError(t, err)
}

type trapError struct{ site, a, b uint64 }

func TestTrap(t *testing.T) {
	f, c := mustLoad[func(p []int, i int) int](t, "load", loadKernel, Frame576)
	p := []int{10, 11, 12}
	for i, want := range p {
		assert.Equal(t, want, f(p, i))
	}
	assert.PanicsWithValue(t, "runtime: kernel load: check 7 failed (0x3, 0x3)", func() { f(p, 3) })
	c.OnTrap = func(site, a, b uint64) { panic(trapError{site, a, b}) }
	assert.PanicsWithValue(t, trapError{7, ^uint64(0), 3}, func() { f(p, -1) })
	assert.PanicsWithValue(t, trapError{7, 5, 0}, func() { f(nil, 5) })
	assert.Equal(t, 11, f(p, 1))
}

// TestFaultIsAPanic checks that a nil dereference in machine code is the same run-time error as in Go, and that
// code that recovers from it may collect garbage.
func TestFaultIsAPanic(t *testing.T) {
	for _, frame := range []Frame{Frame256, Frame576, Frame1K, Frame4K} {
		f, _ := mustLoad[func([]int) int](t, "fault", faultKernel, frame)
		for range 20 {
			err := func() (err any) {
				defer func() { err = recover(); goruntime.GC() }()
				return f(make([]int, 3))
			}()
			require.Implements(t, (*goruntime.Error)(nil), err)
		}
	}
}

// TestAllRegistersAreFree checks that a kernel may clobber every register that it need not preserve, on amd64
// including g's.
func TestAllRegistersAreFree(t *testing.T) {
	f, _ := mustLoad[func([]byte)](t, "clobber", clobberKernel, Frame4K)
	stop := collect()
	defer stop()
	for i := range 2000 {
		s := make([]byte, 10)
		f(s)
		require.Equal(t, fmt.Sprint(i), fmt.Sprintf("%d", i))
	}
}

func TestFrames(t *testing.T) {
	for n, want := range map[int]Frame{0: Frame256, 256: Frame256, 257: Frame576, 576: Frame576, 577: Frame1K, 1024: Frame1K, 1025: Frame4K, 4096: Frame4K, 4097: Frame16K, 16384: Frame16K, 65536: Frame64K} {
		f, ok := FrameFor(n)
		assert.True(t, ok)
		assert.Equal(t, want, f, n)
		assert.GreaterOrEqual(t, f.Bytes(), n)
	}
	_, ok := FrameFor(65537)
	assert.False(t, ok)
	_, err := Load("x", emptyKernel, numFrames)
	assert.Error(t, err)
}

// TestArgumentsStayAlive checks that the block alone keeps the arguments alive while a kernel runs.
func TestArgumentsStayAlive(t *testing.T) {
	needPolls(t)
	c, err := Load("forever", foreverKernel, Frame576)
	require.NoError(t, err)
	c.OnCancel = func(*Control) {}
	ctl := new(Control)
	f, err := Bind[func([]byte)](c, ctl)
	require.NoError(t, err)
	freed, ended := make(chan bool, 1), make(chan bool)
	before := Yields()
	go func() {
		s := make([]byte, 1<<16)
		goruntime.AddCleanup(&s[0], func(ch chan bool) { ch <- true }, freed)
		f(s)
		ended <- true
	}()
	for start := time.Now(); Yields() < before+20 && time.Since(start) < hang; { // yields to collections
		goruntime.GC()
		select {
		case <-freed:
			t.Fatal("freed while the kernel runs")
		default:
		}
	}
	require.GreaterOrEqual(t, Yields(), before+20)
	ctl.Cancel()
	<-ended
	stop := collect()
	defer stop()
	select {
	case <-freed:
	case <-time.After(hang):
		t.Fatal("never freed")
	}
}

// TestSecondChoiceRuns checks that kernels also run from anonymous pages.
func TestSecondChoiceRuns(t *testing.T) {
	h := codemem.New(1, 1<<30)
	for range 3 {
		c, err := load(h, "saxpy", saxpyKernel, Frame4K, 0)
		require.NoError(t, err)
		f, err := Func[saxpyFunc](c)
		require.NoError(t, err)
		_, err = checkSaxpy(f, 4096)
		require.NoError(t, err)
	}
	assert.Equal(t, "anonymous", h.Stats().Kind)
}

func TestCodeText(t *testing.T) {
	_, c := mustLoad[func()](t, "text", saxpyKernel, Frame16K)
	assert.Equal(t, saxpyKernel, c.Text())
	assert.Equal(t, len(saxpyKernel), c.Size())
	assert.Equal(t, Frame16K, c.Frame())
	assert.Zero(t, c.Entry()%codemem.Align)
}
