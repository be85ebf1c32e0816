package bench

import (
	"sync"
	"time"

	"hotloop/bench/child"
	"hotloop/bench/cputime"
	"hotloop/bench/frame"
)

// A watch ends kernels of this process that do not end by themselves: it calls their Stop if a call, or a batch of calls,
// takes more than a limit of processor time. The functions of gc cannot be ended, but those of files run in children, and
// those of the suites end.
type watch struct {
	limit time.Duration
	over  chan struct{}

	mu    sync.Mutex
	stops []func()
	fired bool
}

// newWatch begins to watch; end ends it.
func newWatch(limit time.Duration) *watch {
	if limit == 0 {
		limit = child.Limit
	}
	w := &watch{limit: limit, over: make(chan struct{})}
	go w.look()
	return w
}

// look compares the calls that have come back with the processor time of the process now and then.
func (w *watch) look() {
	t := time.NewTicker(w.limit/8 + time.Millisecond)
	defer t.Stop()
	calls, since := frame.Calls.Load(), cputime.Process()
	for {
		select {
		case <-w.over:
			return
		case <-t.C:
		}
		if n := frame.Calls.Load(); n != calls {
			calls, since = n, cputime.Process()
		} else if cputime.Process()-since >= w.limit {
			w.stop()
			return
		}
	}
}

func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fired = true
	for _, stop := range w.stops {
		stop()
	}
}

// add has the watch end calls of c as well.
func (w *watch) add(c *Compiled) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case c.Stop == nil:
	case w.fired:
		c.Stop()
	default:
		w.stops = append(w.stops, c.Stop)
	}
}

// ended reports whether the watch has ended a call.
func (w *watch) ended() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fired
}

func (w *watch) end() { close(w.over) }
