package runtime

import (
	goruntime "runtime"
	"sync/atomic"
	"unsafe"

	"hotloop/loopopt/ir/interp"
	"hotloop/reuse"
	"hotloop/runtime/codemem"
)

// Control steers one or more running calls from outside. Adapters made by
// Bind pass it along in the block's header.
type Control struct {
	cancelled atomic.Bool
	done      <-chan struct{} // of a context, or nil: to look here at a yield costs nothing, to be told 1 µs a call
}

// Cancel makes the calls that carry c end at their next yield, with Code's
// OnCancel. Nothing wakes them: they yield when the Go runtime asks them to,
// which its monitor does every 10 ms for a goroutine that keeps its processor.
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

// PollsPerYield is the number of polls from one yield to the next of a kernel that polls by count.
const PollsPerYield = pollFuel + 1

// checkpoint is called by the trampolines when a kernel yields. Its prologue
// finds the poisoned stack guard and hands control to the Go runtime: that is
// where the goroutine is preempted, its stack scanned, grown or shrunk. So it
// must have a prologue with a stack check, and a leaf with a small frame gets
// none, nor does the assembler's wrapper around it; calling settle prevents
// that. It must not panic: the trampoline returns its verdict instead.
//
// The race detector does not look: it would not know that the closure, which may be one that has just been swapped in, was
// there before the instruction of forward that read its address.
//
//go:norace
//go:noinline
func checkpoint(h *Header) uint64 {
	if h.Site>>32 == RequestMark>>32 {
		answer(h)
		settle(h)
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

// answer does what a kernel asks for at a yield. What is made is kept by the closure that the block names, a copy of its
// own for this call: the collector sees that wherever it sees the arguments. Where a copy of the closure's address lies
// in the frame for the collector, it is replaced now, since it may look before the kernel yields again.
//
//go:norace
//go:noinline
func answer(h *Header) {
	c := h.to
	if c.made == nil {
		own := *c
		own.made = &interp.Made{}
		c = &own
		h.to = c
		switch e := entryPoints(); c.run {
		case e.small:
			*(**closure)(unsafe.Add(unsafe.Pointer(h), smallArea-smallBlock)) = c
		case e.wide:
			*(**closure)(unsafe.Add(unsafe.Pointer(h), wideArea-wideBlock)) = c
		}
	}
	h.A = c.made.Answer(c.to.code.sites[uint32(h.Site)], h.A, h.B)
}

// holdSignals says whether a kernel, when it goes on, should do so with the Go runtime's preemption signal blocked.
//
// The signal is for code that does not poll. To a kernel it is of no use, since the runtime does not preempt in code
// it does not know, and it does harm: to send it to another processor takes 13 µs on a virtual machine, to receive it
// as long again, and 10 µs more if the kernel streams through memory and has driven the handlers out of the caches.
// By then whoever waits for the world to stop has gone to sleep, and its processor too. That is no fault of machine
// code, a Go loop that reads a word of each cache line makes collections wait just as long, but kernels do it all the
// time. Time until all have stopped, from the moment the lock is held, in µs at the median (dot product of 2 x 1 MB):
//
//	                   signal sent   handled   kernel stopped   noticed
//	gc's loop                   12        18               19        30
//	kernel                      13        31               33        77
//	kernel, blocked              1         4                5        19
//
// A blocked signal stays with the thread and is handled when the trampoline unblocks it, at the next yield or at the
// end. That costs three system calls a yield, little next to the yield, but too much for each call: so it begins with
// the first yield, and a call so short that it never yields has nobody waiting for it either.
//
// The signal must not stay blocked in a thread that runs Go code again. The trampoline unblocks it wherever the
// kernel leaves by itself; codemem.Holdable sees to hardware faults, the only other way out.
func holdSignals() bool { return codemem.Holdable() && pollMode() == PollGuard }

// settleTicks is how long a kernel that yields waits before it calls into the Go runtime, in ticks of the time stamp
// counter: 5 to 10 µs. Whoever stops the world sets the stack guard and then, with the scheduler's lock in its hands,
// sends a signal for code that does not poll. On a virtual machine that system call takes 13 to 25 µs. A kernel that
// reacts at once meets the lock, goes to sleep over it, is woken by the signal, and sleeps again. With the signal
// blocked it waits no longer than until the signal is there, 1 µs, and this long only if none comes. Time until all
// have stopped with the signal not blocked (jitbench -gc, p50 in µs, gc's own loop 31; 2.6 GHz):
//
//	ticks                     0   10000   20000   30000   50000   100000
//	hash, polls every 2 µs   56      55      32      32      66       66
//	lookup, 1 MB             62      57      32      35
//
// On arm64 the counter tells its frequency, and the time is a fraction of a second: see SETTLESHIFT there.
const settleTicks = 20000

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
func pollMode() Poll {
	return pollModeMade.Get(func() Poll {
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
}

var pollModeMade reuse.Once[Poll]
