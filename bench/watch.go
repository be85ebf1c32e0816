package bench

import (
	"sync"
	"time"

	"hotloop/internal/lab/child"
	"hotloop/internal/lab/cputime"
	"hotloop/internal/lab/frame"
)

// A watch stops kernels of this process that do not terminate. It calls their Stop if a call, or a batch of calls,
// exceeds a limit of processor time. Functions compiled by the Go compiler cannot be stopped, but those of files run
// in children, and those of the suites terminate.
type watch struct {
	limit time.Duration
	over  chan struct{}

	mu    sync.Mutex
	stops []func()
	fired bool
}

// newWatch starts a watch; end stops it.
func newWatch(limit time.Duration) *watch {
	if limit == 0 {
		limit = child.Limit
	}
	w := &watch{limit: limit, over: make(chan struct{})}
	go w.look()
	return w
}

// look periodically checks whether a call has exceeded the limit of processor time.
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

// add makes the watch also stop calls of c.
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

// ended reports whether the watch has stopped a call.
func (w *watch) ended() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fired
}

func (w *watch) end() { close(w.over) }
