package runtime

import (
	goruntime "runtime"
	"sync/atomic"
	"unsafe"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/reuse"
	"hotloop/runtime/codemem"
)

// Control steers one or more running calls from outside. Adapters made by Bind pass it in the block's header.
type Control struct {
	cancelled atomic.Bool
	done      <-chan struct{} // of a context, or nil; polling it at a yield is free, a callback would cost 1 µs per call
}

// Cancel makes the calls that carry c end at their next yield, through Code's OnCancel. It does not wake them: a
// call yields when the Go runtime asks it to, which the runtime's monitor does every 10 ms for a goroutine that
// keeps its processor.
func (c *Control) Cancel() { c.cancelled.Store(true) }

// Cancelled reports whether Cancel has been called or the context is done.
func (c *Control) Cancelled() bool {
	select {
	case <-c.done:
		return true
	default:
		return c.cancelled.Load()
	}
}

// yields counts checkpoints, for tests and statistics.
var yields atomic.Uint64

// Yields returns how often kernels have yielded since the program started.
func Yields() uint64 { return yields.Load() }

// PollsPerYield is the number of polls between yields in PollCounter mode.
const PollsPerYield = pollFuel + 1

// checkpoint is called by the trampolines when a kernel yields. Its prologue finds the poisoned stack guard and
// hands control to the Go runtime, which preempts the goroutine there, or scans, grows or shrinks its stack. So
// checkpoint needs a prologue with a stack check. A leaf function with a small frame has none, nor has the
// assembler's wrapper around it; the call of settle makes it a non-leaf function. checkpoint must not panic: the
// trampoline returns its status instead.
//
// It is not instrumented for the race detector, which cannot know that the closure existed before the instruction
// of forward that loaded its address. The closure may just have been swapped in.
//
//go:norace
//go:noinline
func checkpoint(h *Header) uint64 {
	if h.Site>>32 == RequestMark>>32 {
		done := answer(h)
		settle(h)
		if !done {
			return statusCancelled
		}
		return StatusDone
	}
	yields.Add(1)
	settle(h)
	if ctl := h.to.ctl; ctl != nil && ctl.Cancelled() {
		return statusCancelled
	}
	if holdSignals() {
		return statusHold
	}
	return StatusDone
}

// answer serves the request that a kernel makes at a yield. The objects it makes are kept alive by the closure in
// the block, which is a copy for this call: the collector sees the closure wherever it sees the arguments. If the
// frame holds another copy of the closure's address for the collector, answer updates it now, since a collection
// may happen before the next yield. It reports whether the kernel goes on.
//
//go:norace
//go:noinline
func answer(h *Header) bool {
	c := h.to
	if c.made == nil {
		own := *c
		own.made = &interp.Made{}
		c = &own
		h.to = c
		if area := c.to.area; area != 0 {
			*(**closure)(unsafe.Add(unsafe.Pointer(h), area)) = c
		}
	}
	site := c.to.code.sites[uint32(h.Site)]
	if site.Kind == ir.SiteFork {
		return fork(h, site, c)
	}
	h.A = c.made.Answer(site, h.A, h.B)
	return true
}

// holdSignals reports whether a kernel should resume with the Go runtime's preemption signal blocked.
//
// The signal is for code that does not poll. It is useless to a kernel, since the runtime does not preempt code it
// does not know, and it costs time. On a virtual machine, sending it to another processor takes 13 µs and
// receiving it as much again, plus 10 µs if the kernel streams through memory and has evicted the handlers from
// the caches. By then the goroutine that waits for the world to stop has gone to sleep, and so has its processor.
// This is not specific to machine code: a Go loop that reads one word of each cache line delays collections just
// as long. But kernels do so all the time. Median time until all goroutines have stopped, from the moment the lock
// is held, in µs (dot product of 2 x 1 MB):
//
//	                   signal sent   handled   kernel stopped   noticed
//	Go compiler's loop          12        18               19        30
//	kernel                      13        31               33        77
//	kernel, blocked              1         4                5        19
//
// A blocked signal stays pending for the thread. It is handled when the trampoline unblocks it, at the next yield
// or at the end of the call. This costs three system calls per yield: little compared to the yield, but too much
// for every call. So the signal is blocked only after the first yield. A call too short to yield causes no delay.
//
// The signal must not stay blocked in a thread that runs Go code again. The trampoline unblocks it wherever the
// kernel returns; codemem.Holdable requires that hardware faults, the only other way to leave a kernel, unblock it
// too.
func holdSignals() bool { return codemem.Holdable() && pollMode() == PollGuard }

// settleTicks is how long a kernel that yields waits before it calls into the Go runtime, in ticks of the time
// stamp counter: 5 to 10 µs. A goroutine that stops the world sets the stack guard and then, holding the
// scheduler's lock, sends a signal for code that does not poll. On a virtual machine that system call takes 13 to
// 25 µs. A kernel that reacts at once blocks on the lock and sleeps, is woken by the signal, and sleeps again.
// With the signal blocked, it waits only until the signal is pending, about 1 µs; it waits the full time only if
// no signal comes. Median time until all goroutines have stopped, with the signal not blocked (jitbench -gc, in
// µs; 31 for the Go compiler's loop; 2.6 GHz):
//
//	ticks                     0   10000   20000   30000   50000   100000
//	hash, polls every 2 µs   56      55      32      32      66       66
//	lookup, 1 MB             62      57      32      35
//
// On arm64 the counter reports its frequency, and the wait is a fraction of a second: see SETTLESHIFT there.
const settleTicks = 20000

// settle refills the poll counter.
//
//go:noinline
func settle(h *Header) { h.Site = pollFuel }

// PollMode returns how kernels must poll in this process.
func PollMode() Poll { return pollMode() }

// pollMode checks once that g has the layout that generated code relies on: stack.lo, stack.hi and stackguard0 in
// its first three words. These offsets have not changed since Go 1.4, and the linker depends on them too. If they
// changed, every poll would read an unrelated word.
func pollMode() Poll {
	return pollModeMade.Get(func() Poll {
		const (
			tries    = 1000
			maxGuard = 4096 // the guard is less than this above what the system needs: 928, or 1728 under -race
			redZone  = 256  // a frame may reach below the guard by StackSmall
		)
		system := uintptr(0) // bytes above stack.lo that are left to the operating system
		if goruntime.GOOS == "windows" {
			system = 4096
		}
		for range tries {
			lo, hi, guard, sp := gWords()
			if int64(guard) < 0 {
				goruntime.Gosched() // the runtime is asking this goroutine to stop: yield and retry
				continue
			}
			if lo < sp && sp < hi && lo < guard && guard < lo+system+maxGuard && guard < sp+redZone {
				return PollGuard
			}
			break
		}
		return PollCounter
	})
}

var pollModeMade reuse.Once[Poll]
