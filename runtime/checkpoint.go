package runtime

import (
	goruntime "runtime"
	"sync"
	"sync/atomic"
)

// Control steers one or more running calls from outside. Adapters made by
// Bind pass it along in the block's header.
type Control struct{ cancelled atomic.Bool }

// Cancel makes the calls that carry c end at their next yield, with Code's
// OnCancel. Nothing wakes them: they yield when the Go runtime asks them to,
// which its monitor does every 10 ms for a goroutine that keeps its processor.
func (c *Control) Cancel() { c.cancelled.Store(true) }

// Cancelled reports whether Cancel has been called.
func (c *Control) Cancelled() bool { return c.cancelled.Load() }

// yields counts checkpoints, for tests and statistics.
var yields atomic.Uint64

// Yields returns how often kernels have yielded since the program started.
func Yields() uint64 { return yields.Load() }

// checkpoint is called by the trampolines when a kernel yields. Its prologue
// finds the poisoned stack guard and hands control to the Go runtime: that is
// where the goroutine is preempted, its stack scanned, grown or shrunk. So it
// must have a prologue with a stack check, and a leaf with a small frame gets
// none, nor does the assembler's wrapper around it; calling settle prevents
// that. It must not panic: the trampoline returns its verdict instead.
//
//go:noinline
func checkpoint(h *Header) uint64 {
	yields.Add(1)
	settle(h)
	if ctl := h.to.ctl; ctl != nil && ctl.Cancelled() {
		return statusCancelled
	}
	return StatusDone
}

// settle refills the poll counter where there is one.
//
//go:noinline
func settle(h *Header) { h.Site = pollFuel }

// PollMode returns how kernels must poll in this process.
func PollMode() Poll { return pollMode() }

// pollMode checks once that g looks as generated code will take it for
// granted: stack.lo, stack.hi and stackguard0 in its first three words. Those
// offsets have not changed since Go 1.4 and the linker knows them too, but a
// wrong guess would read junk at every poll.
var pollMode = sync.OnceValue(func() Poll {
	const (
		tries    = 1000
		maxGuard = 4096 // the guard lies less than this above stack.lo: 928, under -race 1728
		redZone  = 256  // a frame may reach below the guard by StackSmall
	)
	for range tries {
		lo, hi, guard, sp := gWords()
		if int64(guard) < 0 {
			goruntime.Gosched() // somebody asks us to stop right now: do, and look again
			continue
		}
		if lo < sp && sp < hi && lo < guard && guard < lo+maxGuard && guard < sp+redZone {
			return PollGuard
		}
		break
	}
	return PollCounter
})
