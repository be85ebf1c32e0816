//go:build amd64 || arm64

package runtime

import (
	"errors"
	"fmt"
	"hotloop/runtime/codemem"
	"os"
	"os/exec"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// urgentBlocked reports whether a thread of this process blocks the preemption signal. It is called in other
// goroutines, so it does not use t.
func urgentBlocked(tid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/status", tid))
	if err != nil {
		panic(err)
	}
	_, rest, _ := strings.Cut(string(text), "SigBlk:")
	line, _, _ := strings.Cut(rest, "\n")
	mask, err := strconv.ParseUint(strings.TrimSpace(line), 16, 64)
	if err != nil {
		panic(err)
	}
	return mask>>(uint(syscall.SIGURG)-1)&1 != 0
}

// TestSignalsHeld checks that a kernel's thread blocks the preemption signal from the first yield until the call
// ends, however it ends.
func TestSignalsHeld(t *testing.T) {
	needPolls(t)
	for _, tt := range []struct {
		name   string
		faults bool // whether faults become panics
		ending func()
	}{
		{"returns", false, func() {}},
		{"faults panic", true, func() {}},
		{"panics", false, func() { panic("cancelled") }},
		{"exits", false, goruntime.Goexit},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Load("forever", foreverKernel, Frame576)
			require.NoError(t, err)
			c.OnCancel = func(*Control) { tt.ending() }
			ctl := new(Control)
			f, err := Bind[func()](c, ctl)
			require.NoError(t, err)
			thread, after := make(chan int, 1), make(chan bool, 1)
			go func() {
				goruntime.LockOSThread()
				defer goruntime.UnlockOSThread()
				defer debug.SetPanicOnFault(debug.SetPanicOnFault(tt.faults))
				defer func() {
					recover()
					after <- urgentBlocked(syscall.Gettid())
				}()
				thread <- syscall.Gettid()
				f()
			}()
			tid, held, before := <-thread, 0, Yields()
			// Collections make it yield. The scheduler decides when the kernel resumes, so check often.
			for start := time.Now(); (Yields() < before+10 || held == 0) && time.Since(start) < hang; {
				goruntime.GC()
				if urgentBlocked(tid) {
					held++
				}
			}
			yields := Yields() - before
			ctl.Cancel()
			assert.False(t, <-after, "still blocked after the call")
			assert.GreaterOrEqual(t, yields, uint64(10))
			assert.Positive(t, held)
		})
	}
}

// TestFaultReleasesSignals checks that a fault in a kernel that runs with the signal blocked leaves it unblocked,
// when Go turns the fault into a panic. Goroutines that run in the thread afterwards are preempted. Otherwise the
// collector would wait for this one forever.
func TestFaultReleasesSignals(t *testing.T) {
	needPolls(t)
	require.True(t, codemem.Holdable())
	unmapped, err := unix.MmapPtr(-1, 0, nil, uintptr(os.Getpagesize()), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	require.NoError(t, err)
	defer unix.MunmapPtr(unmapped, uintptr(os.Getpagesize()))
	for _, frame := range []Frame{Frame256, Frame576, Frame1K, Frame4K, Frame16K, Frame64K} {
		for _, at := range []uintptr{0, 64, 4095, uintptr(unmapped)} {
			t.Run(fmt.Sprintf("%s/%#x", frameName(frame), min(at, 4096)), func(t *testing.T) {
				f, _ := mustLoad[func(uintptr)](t, "fault", heldFaultKernel, frame)
				before := Yields()
				fault, spins := make(chan any), make(chan bool)
				var collected atomic.Bool
				go func() {
					goruntime.LockOSThread()
					defer goruntime.UnlockOSThread()
					defer debug.SetPanicOnFault(debug.SetPanicOnFault(at >= 4096))
					func() {
						defer func() { fault <- recover() }()
						f(at)
					}()
					spins <- urgentBlocked(syscall.Gettid())
					for !collected.Load() {
					}
					close(spins)
				}()
				assert.Implements(t, (*goruntime.Error)(nil), <-fault)
				assert.Greater(t, Yields(), before)
				if assert.False(t, <-spins, "still blocked after the panic") {
					goruntime.GC()
				}
				collected.Store(true)
				<-spins
			})
		}
	}
}

// TestForgedSlice is the same test with a fault caused by Go code.
func TestForgedSlice(t *testing.T) {
	needPolls(t)
	const tolerant = "invalidptr=0" // otherwise the Go runtime ends the process if it moves a stack with such a pointer
	if !strings.Contains(os.Getenv("GODEBUG"), tolerant) {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestForgedSlice$", "-test.v")
		cmd.Env = append(os.Environ(), "GODEBUG="+tolerant)
		out, err := cmd.CombinedOutput()
		if errors.Is(err, unix.ENOEXEC) {
			t.Skip("under emulation programs cannot run themselves")
		}
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "--- PASS: TestForgedSlice")
		return
	}
	const text = `package k

func Sum(long, forged []int64, n int) (s int64) {
	for k := 0; k < n; k++ {
		for _, v := range long {
			s += v ^ int64(k)
		}
	}
	for _, v := range forged {
		s += v
	}
	return s
}
`
	type sumFunc = func(long, forged []int64, n int) int64
	k, err := Compile(reflect.TypeFor[sumFunc](), text, "Sum", Options{})
	require.NoError(t, err)
	require.NoError(t, k.Err())
	sum := k.Func().Interface().(sumFunc)
	long := make([]int64, 1<<16)
	var forged []int64
	*(*[3]uintptr)(unsafe.Pointer(&forged)) = [3]uintptr{64, 8, 8}
	yielded := uint64(0)
	for yielded == 0 { // a request may fall between two calls
		before, stop := Yields(), collect()
		ended := make(chan error)
		go func() {
			goruntime.LockOSThread()
			defer goruntime.UnlockOSThread()
			defer func() {
				err, _ := recover().(error)
				if err != nil && urgentBlocked(syscall.Gettid()) {
					err = errors.New("still blocked after the panic")
				}
				ended <- err
			}()
			sum(long, forged, 1000)
		}()
		err := <-ended
		stop()
		require.ErrorContains(t, err, "nil pointer dereference")
		yielded = Yields() - before
	}
}

// TestSignalsReleased is the same test for calls that return. Their stacks move at yields, and the results must
// arrive on the new stack.
func TestSignalsReleased(t *testing.T) {
	needPolls(t)
	for _, frame := range []Frame{Frame256, Frame576, Frame1K, Frame4K, Frame64K} {
		t.Run(frameName(frame), func(t *testing.T) {
			f, _ := mustLoad[saxpyFunc](t, "saxpy", saxpyKernel, frame)
			stop := collect()
			defer stop()
			held, moved := 0, 0
			for start := time.Now(); (held < 10 || moved < 5) && time.Since(start) < hang; {
				ended := make(chan error)
				go func() {
					goruntime.LockOSThread()
					defer goruntime.UnlockOSThread()
					useStack(1 << 20) // so that the collector shrinks it
					lo, _, _, _ := gWords()
					yields, err := checkSaxpy(f, 1<<20)
					if after, _, _, _ := gWords(); after != lo {
						moved++
					}
					if yields > 1 {
						held++
					}
					if err == nil && urgentBlocked(syscall.Gettid()) {
						err = errors.New("still blocked after the call")
					}
					ended <- err
				}()
				require.NoError(t, <-ended)
			}
			t.Logf("%d calls yielded twice, %d stacks moved", held, moved)
			assert.Positive(t, held)
			assert.Positive(t, moved)
		})
	}
}
