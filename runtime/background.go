package runtime

import (
	"context"
	"reflect"
	goruntime "runtime"
	"sync"
	"sync/atomic"

	"hotloop/loopopt/ir"
	"hotloop/runtime/fallback"
)

// A kernel that is not compiled yet has a forwarder as its func value. With Background, the forwarder calls the
// caller's own function until the machine code is ready. With Lazy, it calls a func that compiles the kernel
// first. A call ends in the code it started in. The methods of such a kernel describe its current state.
//
// Where the Go compiler fuses operations, the Go function and the machine code may differ in the last bits, and
// the results of one func must not change over time. There the first call asks the frontend whether the kernel has
// sums that may be fused. If so, it compiles the kernel, or waits until a worker has compiled it.

// pending is a compilation that was requested and may not have finished.
type pending struct {
	way     *forwarder
	fn      reflect.Value // the forwarder's, of the kernel's type
	done    chan struct{} // closed when there is a result
	result  atomic.Pointer[Kernel]
	dropped atomic.Bool // the kernel was closed
	queued  sync.Once
	began   sync.Once
	compile func() *Kernel
	ask     sync.Once
	fusable bool // the frontend's answer; see mayFuse
}

// acceleratePending returns a kernel of fn that is compiled in the background, at its first call, or in the
// background starting at its first call. Its Func never changes. The caller has already checked fn and the
// options.
func acceleratePending(fn reflect.Value, src string, o Options) *Kernel {
	p := &pending{way: newForwarder(fn), done: make(chan struct{})}
	p.fn = p.way.value(fn.Type())
	k := &Kernel{name: fallback.NameOf(fn), typ: fn.Type(), fn: p.fn, fallback: fn, options: o, pending: p}
	k.src = src
	k.stats.Adapter = fallback.AdapterNone
	now := o
	now.Background, now.Lazy = false, false
	p.compile = func() *Kernel { return accelerate(fn, src, now) }
	if o.Lazy || ir.DefaultSemantics().Fuses {
		p.way.set(reflect.MakeFunc(k.typ, func(args []reflect.Value) []reflect.Value {
			if k.begin(); k.settle(nil) && k.now() != k {
				return callWith(k.now().fn, args)
			}
			return callWith(fn, args)
		}))
	}
	if !o.Lazy {
		k.begin()
	}
	return k
}

// begin starts the compilation unless it has started. Without Background it returns when the compilation has
// finished.
func (k *Kernel) begin() {
	p := k.pending
	switch {
	case p == nil:
	case !k.options.Background:
		p.finish(k)
	default:
		p.queued.Do(func() {
			if !ir.DefaultSemantics().Fuses {
				p.way.set(k.fallback)
			}
			Later(func() { p.finish(k) })
		})
	}
}

// settle waits until the kernel is compiled if calls must not run the Go function because its results may differ.
// It reports whether calls may proceed: it returns false if done is closed first.
func (k *Kernel) settle(done <-chan struct{}) bool {
	if k.pending == nil || !ir.DefaultSemantics().Fuses || k.now() != k || !k.mayFuse() {
		return true
	}
	go k.pending.finish(k) // without waiting for a worker
	select {
	case <-k.pending.done:
		return true
	case <-done:
		return false
	}
}

// mayFuse reports whether a kernel that is not compiled yet has sums that the Go compiler may fuse. It runs the
// frontend once.
func (k *Kernel) mayFuse() bool {
	k.pending.ask.Do(func() {
		defer func() { _ = recover() }() // the compilation reports it
		o := k.options
		o.declared(k.fallback, k.src)
		c := &Kernel{name: k.name, typ: k.typ, text: text{source: o.source(k.src)}, options: o}
		res, err := c.build(false)
		k.pending.fusable = err == nil && len(res.Fusable) > 0
	})
	return k.pending.fusable
}

// finish compiles the kernel once and directs the calls of first to the result. Hooks run in a goroutine of their
// own, since they may wait for this kernel, or for another that needs the worker.
func (p *pending) finish(first *Kernel) { p.began.Do(func() { p.work(first) }) }

func (p *pending) work(first *Kernel) {
	if p.dropped.Load() {
		k := *first
		k.pending, k.fn, k.err = nil, k.fallback, fallback.ErrClosed
		p.way.set(k.fn)
		p.result.Store(&k)
		close(p.done)
		return
	}
	k := p.compile()
	p.way.set(k.fn)
	p.result.Store(k)
	close(p.done)
	go k.report()
}

// now returns the compiled kernel if its background compilation has finished, and k otherwise.
func (k *Kernel) now() *Kernel {
	if k.pending != nil {
		if done := k.pending.result.Load(); done != nil {
			return done
		}
	}
	return k
}

// Close returns the kernel in its closed state: its fallback, without machine code. A compilation that has not
// started is cancelled.
func (k *Kernel) Close() *Kernel {
	if k.pending != nil {
		k.pending.dropped.Store(true)
	}
	f := k.Fallback()
	return &Kernel{name: k.name, typ: k.typ, fn: f, fallback: f, options: k.options, err: fallback.ErrClosed}
}

// Wait waits until the kernel is compiled and returns its Err. If ctx is done first, it returns ctx.Err(). It
// starts the compilation of a lazy kernel.
func (k *Kernel) Wait(ctx context.Context) error {
	if k.pending == nil {
		return k.err
	}
	if k.options.Lazy {
		go k.begin()
	}
	select {
	case <-k.pending.done: // a finished compilation takes precedence over ctx
		return k.now().err
	default:
	}
	select {
	case <-k.pending.done:
		return k.now().err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// queue holds the compilations that wait for a worker. There are at most GOMAXPROCS workers, and none while the
// queue is empty.
var queue struct {
	sync.Mutex
	list    []func()
	workers int
}

// Later queues work for a worker, in first-in, first-out order. The work must not wait for other queued work.
func Later(work func()) {
	queue.Lock()
	defer queue.Unlock()
	queue.list = append(queue.list, work)
	if queue.workers < goruntime.GOMAXPROCS(0) {
		queue.workers++
		go worker()
	}
}

// worker runs queued work until the queue is empty.
func worker() {
	for {
		queue.Lock()
		if len(queue.list) == 0 {
			queue.list = nil
			queue.workers--
			queue.Unlock()
			return
		}
		work := queue.list[0]
		queue.list[0] = nil
		queue.list = queue.list[1:]
		queue.Unlock()
		work()
	}
}
