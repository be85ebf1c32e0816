package runtime

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	goruntime "runtime"
	"sync"
	"sync/atomic"

	"hotloop/loopopt/ir"
)

// A kernel in the background is a forwarder that leads to the caller's own function until the machine code is there, and
// to the code from then on. Calls end where they began, and both do the same. Whoever asks such a kernel for what it is
// gets the answer of the moment.
//
// Where the Go compiler fuses operations, the two may differ in last bits, and the results of one func must not change.
// There the first call asks the frontend whether the kernel has sums that may be fused. If so, it compiles the kernel, or
// waits until a worker has compiled it.

// pending is a compilation that was asked for and may not have ended.
type pending struct {
	way     *forwarder
	fn      reflect.Value // the forwarder's, of the kernel's type
	done    chan struct{} // closed when there is a result
	result  atomic.Pointer[Kernel]
	dropped atomic.Bool // nobody wants it any more
	began   sync.Once
	compile func() *Kernel
	ask     sync.Once
	fusable bool // what was answered
}

// AccelerateLater is Accelerate that returns at once, with a kernel whose Func is one value for good: fn answers its calls
// until the code is there. What is wrong with the call itself, the result has already.
func AccelerateLater(fn reflect.Value, src string, o Options) *Kernel {
	if err := accelerable(fn); err != nil {
		return Decline(fn, err, o)
	}
	if !nativeArch {
		return Accelerate(fn, src, o) // which finds out soon that there is no code
	}
	name, _, _ := declared(goruntime.FuncForPC(fn.Pointer()).Name())
	p := &pending{way: newForwarder(fn), done: make(chan struct{})}
	p.fn = p.way.value(fn.Type())
	k := &Kernel{name: name, typ: fn.Type(), fn: p.fn, fallback: fn, options: o, pending: p}
	k.src = src
	k.stats.Adapter = AdapterNone
	p.compile = func() *Kernel { return accelerate(fn, src, o) }
	if ir.DefaultSemantics().Fuses {
		p.way.set(reflect.MakeFunc(k.typ, func(args []reflect.Value) []reflect.Value {
			if k.settle(nil); k.now() != k {
				return callWith(k.now().fn, args)
			}
			return callWith(fn, args)
		}))
	}
	Later(func() { p.finish(k) })
	return k
}

// settle waits until the kernel is compiled, if the Go function must not answer calls because its results may differ. It
// reports whether calls can be made: false if done is closed first.
func (k *Kernel) settle(done <-chan struct{}) bool {
	if k.pending == nil || !ir.DefaultSemantics().Fuses || k.now() != k || !k.mayFuse() {
		return true
	}
	go k.pending.finish(k) // ahead of its turn
	select {
	case <-k.pending.done:
		return true
	case <-done:
		return false
	}
}

// mayFuse asks the frontend, once, whether a kernel that is not compiled yet has sums that the Go compiler may fuse.
func (k *Kernel) mayFuse() bool {
	k.pending.ask.Do(func() {
		defer func() { _ = recover() }() // which the compilation will report
		o := k.options
		o.declared(k.fallback)
		c := &Kernel{name: k.name, typ: k.typ, text: text{source: o.source(k.src)}, options: o}
		res, err := c.build(false)
		k.pending.fusable = err == nil && len(res.Fusable) > 0
	})
	return k.pending.fusable
}

// finish compiles the kernel that first stands for, and makes calls go to the result. It does so once. Hooks are told when
// that is known, in a goroutine of their own, since they may wait for this kernel, or for another that needs the worker.
func (p *pending) finish(first *Kernel) { p.began.Do(func() { p.work(first) }) }

func (p *pending) work(first *Kernel) {
	if p.dropped.Load() {
		k := *first
		k.pending, k.fn, k.err = nil, k.fallback, ErrClosed
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

// now is what is known of a kernel by now: itself, or what its compilation in the background came to.
func (k *Kernel) now() *Kernel {
	if k.pending != nil {
		if done := k.pending.result.Load(); done != nil {
			return done
		}
	}
	return k
}

// Drop says that nobody wants a kernel any more whose compilation may not have begun.
func (k *Kernel) Drop() {
	if k.pending != nil {
		k.pending.dropped.Store(true)
	}
}

// Wait waits until the kernel is compiled, and returns its Err, or until ctx is done, and returns ctx.Err().
func (k *Kernel) Wait(ctx context.Context) error {
	if k.pending == nil {
		return k.err
	}
	select {
	case <-k.pending.done: // which counts, whatever ctx says
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

// ErrBackground is the error of Compile with the option Background: there is no Go function that could answer calls.
var ErrBackground = errors.New("hotloop: Background is for Accelerate: no Go function could answer calls until the code " +
	"is there")

// accelerable says why fn is left as it is, whatever its source.
func accelerable(fn reflect.Value) error {
	if fn.Kind() != reflect.Func || fn.IsNil() {
		return fmt.Errorf("hotloop: Accelerate wants a function, got %s", fn.Kind())
	}
	if RaceEnabled {
		return errRace
	}
	_, _, err := declared(goruntime.FuncForPC(fn.Pointer()).Name())
	return err
}

// queue are the compilations that wait for a worker. There are at most as many workers as processors, and none when
// there is nothing to do.
var queue struct {
	sync.Mutex
	list    []func()
	workers int
}

// Later has work done by a worker, in the order in which it was asked for. It must not wait for other work.
func Later(work func()) {
	queue.Lock()
	defer queue.Unlock()
	queue.list = append(queue.list, work)
	if queue.workers < goruntime.GOMAXPROCS(0) {
		queue.workers++
		go worker()
	}
}

// worker works until there is nothing left.
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
