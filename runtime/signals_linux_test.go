//go:build amd64 || arm64

package runtime

import (
	"errors"
	"fmt"
	"os"
	goruntime "runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// urgentBlocked reads whether a thread of this process blocks the preemption signal. It is called in goroutines, so it does
// not use t.
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

// TestSignalsHeld: from a kernel's first yield on, its thread blocks the preemption signal, if nothing can throw it out of
// the kernel, and no longer when the call has ended.
func TestSignalsHeld(t *testing.T) {
	needPolls(t)
	for _, tt := range []struct {
		name            string
		checked, faults bool
		held            bool
	}{
		{"checked", true, false, true},
		{"unchecked", false, false, false},
		{"faults panic", true, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Load("forever", foreverKernel, Frame576)
			require.NoError(t, err)
			c.Checked = tt.checked
			c.OnCancel = func(*Control) {}
			ctl := new(Control)
			f, err := Bind[func()](c, ctl)
			require.NoError(t, err)
			thread, after := make(chan int, 1), make(chan bool, 1)
			go func() {
				goruntime.LockOSThread()
				defer goruntime.UnlockOSThread()
				defer debug.SetPanicOnFault(debug.SetPanicOnFault(tt.faults))
				thread <- syscall.Gettid()
				f()
				after <- urgentBlocked(syscall.Gettid())
			}()
			tid, held := <-thread, 0
			const rounds = 30
			for range rounds {
				goruntime.GC()
				time.Sleep(time.Millisecond) // without it the thread may not have been scheduled again
				if urgentBlocked(tid) {
					held++
				}
			}
			ctl.Cancel()
			assert.False(t, <-after, "still blocked after the call")
			if tt.held {
				assert.Positive(t, held)
			} else {
				assert.Zero(t, held)
			}
		})
	}
}

// TestSignalsReleased: the same for calls that end by themselves. Their stacks move at yields, and what they return must
// arrive on the new stack.
func TestSignalsReleased(t *testing.T) {
	needPolls(t)
	for _, frame := range []Frame{Frame576, Frame1K, Frame4K, Frame64K} {
		t.Run(frameName(frame), func(t *testing.T) {
			f, c := mustLoad[saxpyFunc](t, "saxpy", saxpyKernel, frame)
			c.Checked = true
			stop := collect()
			defer stop()
			held, moved := 0, 0
			for start := time.Now(); (held < 10 || moved < 5) && time.Since(start) < 20*time.Second; {
				ended := make(chan error)
				go func() {
					goruntime.LockOSThread()
					defer goruntime.UnlockOSThread()
					useStack(1 << 20) // the collector will want to shrink it
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
