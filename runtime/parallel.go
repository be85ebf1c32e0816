package runtime

import (
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"hotloop/internal/clock"
	"hotloop/loopopt/ir"
)

// A kernel with a parallel loop makes a request of ir.SiteFork in its place. The goroutine that called the kernel then
// runs ranges of iterations, by calls of the part's machine code, and other goroutines help it: its team. All have
// blocks of their own on the heap, which are copies of the kernel's block with the range. What the arguments refer to is
// kept alive by the kernel's frame, which stays where it is until all of the team are done.
//
// Time decides how many goroutines help, if any, and who runs which range; results depend on neither.

// Durations that decide about helpers, in nanoseconds.
const (
	// probeTime is how long the calling goroutine runs ranges alone before it decides.
	probeTime = 4_000
	// helpTime is the remaining time for which a goroutine is started, and twice that for the first one: waking a sleeping
	// processor takes about 5 µs, and 50 in a virtual machine. With a quarter of that, loops of 40 to 80 µs ran up to 1.5
	// times as long on two processors as on one (Emerald Rapids, virtual).
	helpTime = 50_000
	// rangeTime is the least duration of a range.
	rangeTime = 15_000
	// spinTime is how long the calling goroutine waits for the last ranges of others before it sleeps: half of a range.
	// Waking up takes as long as starting a goroutine.
	spinTime = 8 * time.Microsecond
	// idleTime is how long a goroutine waits for another team before it ends.
	idleTime = 5 * time.Second
)

// Estimates of work (ir.Fork) for which the time of the first ranges need not be known. The fastest vector code does about
// 1<<18 in a microsecond.
const (
	muchWork = 1 << 28
	fewWork  = 1 << 26
)

// shared is the machine code of a part, ir.Func.Parts, and the layout of its block.
type shared struct {
	code *Code
	partLayout
}

// partLayout describes the block of a part: words that it shares with the kernel's block come first.
type partLayout struct {
	shared  uintptr // where they end
	base    uintptr // where the words are that the kernel passes in an ir.Fork; the bounds of the range follow, then seeds and results
	passed  int     // number of words passed
	seeds   int     // number of words passed for each chunk
	results int     // number of words returned
}

// layoutPart returns the layout of the block of part p of f.
func layoutPart(f, p *ir.Func, shared uintptr) partLayout {
	l := partLayout{shared: shared, passed: f.Passed(p), seeds: p.Seeds, results: len(p.Results)}
	f.LayoutPart(p)
	l.base = uintptr(p.Params[len(f.Params)].Off)
	return l
}

// words returns the size of a block.
func (l *partLayout) words() uintptr {
	return l.base/wordSize + uintptr(l.passed+2+l.seeds+l.results)
}

// team shares the iterations of a parallel loop.
type team struct {
	part  *shared
	to    closure
	block []uint64     // as calls find it, without the range
	rows  []uint64     // for each chunk, its seeds and results
	n     int64        // number of iterations
	chunk int64        // iterations of a range; 0 if ranges are arbitrary
	grain int64        // minimum iterations of an arbitrary range, which is a multiple of it
	most  int64        // goroutines, at most
	next  atomic.Int64 // first iteration that no goroutine has begun, or the number of that chunk
	least atomic.Int64 // iterations of an arbitrary range that take rangeTime

	mu        sync.Mutex
	helpers   atomic.Int64
	closed    bool          // no goroutine may join any more
	done      chan struct{} // not nil if the calling goroutine sleeps: receives when the last helper leaves
	panicked  any
	cancelled bool
}

// fork runs the parallel loop of a request, and reports whether all of its iterations have run. It is called on the
// goroutine's stack below the kernel's frame.
func fork(h *Header, s *ir.Site, c *closure) bool {
	code := c.to.code
	p := code.forks[s.Part]
	f := (*ir.Fork)(pointerTo(h.A))
	t := &team{part: p, to: closure{to: &p.code.plain, ctl: c.ctl}, n: int64(h.B), chunk: f.Chunk, grain: max(1, f.Grain),
		most: int64(code.workers)}
	switch processors := int64(goruntime.GOMAXPROCS(0)); {
	case code.always && t.most == 0:
		t.most = 4
	case code.always:
	case t.most == 0 || t.most > processors: // more would wait for one another
		t.most = processors
	}
	if t.most < f.Least && !code.always {
		h.A = ir.ForkDeclined
		return true
	}
	h.A = ir.ForkDone
	t.block = make([]uint64, p.words())
	copy(t.block[HeaderSize/wordSize:p.shared/wordSize],
		unsafe.Slice((*uint64)(unsafe.Add(h.pointer(), HeaderSize)), (p.shared-HeaderSize)/wordSize))
	size := ir.ForkWords + p.passed
	if t.chunk > 0 {
		size += int((t.n+t.chunk-1)/t.chunk) * (p.seeds + p.results)
	}
	words := unsafe.Slice((*uint64)(unsafe.Pointer(f)), size)
	copy(t.block[p.base/wordSize:], words[ir.ForkWords:][:p.passed])
	t.rows = words[ir.ForkWords+p.passed:]
	counters.shared.Add(1)
	t.lead(code.always, f)
	if t.panicked != nil {
		c.made.Raised = t.panicked
	}
	return t.panicked == nil && !t.cancelled
}

// pointerTo converts an address that a kernel has stored.
func pointerTo(addr uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// lead is what the goroutine that forks does.
func (t *team) lead(always bool, f *ir.Fork) {
	w := t.runner()
	switch few := f.Few != 0 && f.Work >= fewWork; {
	case always:
		t.least.Store(t.n/7 + 1)
		t.recruit(t.most - 1)
	case few || f.Work >= muchWork:
		t.least.Store(max(1, t.n/(8*t.most)))
		if few {
			t.least.Store((t.n + t.most - 1) / t.most)
		}
		t.recruit(t.most - 1)
	default:
		t.probe(w)
	}
	w.work()
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	for until := clock.Now() + spinTime; t.helpers.Load() > 0; {
		if clock.Now() < until {
			continue
		}
		t.mu.Lock()
		waits := t.helpers.Load() > 0
		if waits {
			t.done = make(chan struct{}, 1)
		}
		t.mu.Unlock()
		if waits {
			<-t.done
		}
		return
	}
}

// probe runs growing ranges until it knows how fast that is, and starts helpers if there is enough left for them.
func (t *team) probe(w *runner) {
	if t.most < 2 {
		t.least.Store(t.n)
		return
	}
	began, size := clock.Now(), max(t.grain, t.n/64/t.grain*t.grain)
	for {
		lo, hi := t.next.Load(), int64(0)
		if t.chunk > 0 {
			lo, hi = lo*t.chunk, min((lo+1)*t.chunk, t.n)
		} else {
			hi = min(lo+size, t.n)
		}
		if lo >= t.n || !w.run(lo, hi) {
			return
		}
		if t.chunk > 0 {
			t.next.Add(1)
		} else {
			t.next.Store(hi)
		}
		took := int64(clock.Now() - began)
		if took < probeTime {
			size *= 2
			continue
		}
		t.least.Store(max(1, int64(float64(hi)*rangeTime/float64(took))))
		left := float64(took) * float64(t.n-hi) / float64(hi)
		helpers := min(t.most-1, int64(left/helpTime)-1)
		if t.chunk > 0 {
			helpers = min(helpers, (t.n-hi+t.chunk-1)/t.chunk-1)
		}
		helpers = max(0, helpers)
		if helpers < 1 && t.chunk == 0 {
			t.least.Store(t.n)
		}
		t.recruit(helpers)
		return
	}
}

// take returns a range that no goroutine has begun; not ok if there is none.
func (t *team) take() (lo, hi int64, ok bool) {
	if t.chunk > 0 {
		lo = (t.next.Add(1) - 1) * t.chunk
		return lo, min(lo+t.chunk, t.n), lo < t.n
	}
	for {
		lo = t.next.Load()
		if lo >= t.n {
			return 0, 0, false
		}
		size := max(t.least.Load(), (t.n-lo)/(4*t.most))
		size = (size + t.grain - 1) / t.grain * t.grain
		hi = t.n
		if size < t.n-lo {
			hi = lo + size
		}
		if t.next.CompareAndSwap(lo, hi) {
			return lo, hi, true
		}
	}
}

// stop lets the team end early.
func (t *team) stop(panicked any, cancelled bool) {
	t.mu.Lock()
	if t.panicked == nil {
		t.panicked = panicked
	}
	t.cancelled = t.cancelled || cancelled
	t.mu.Unlock()
	t.next.Store(t.n)
}

// runner is what a goroutine of a team calls the part with.
type runner struct {
	t     *team
	block []uint64
}

func (t *team) runner() *runner {
	return &runner{t, append([]uint64(nil), t.block...)}
}

// work runs ranges until there are none.
func (w *runner) work() {
	for {
		lo, hi, ok := w.t.take()
		if !ok || !w.run(lo, hi) {
			return
		}
	}
}

// run runs the iterations from lo to hi, and reports whether the team goes on. A fault in a kernel is a panic.
func (w *runner) run(lo, hi int64) (goes bool) {
	t := w.t
	defer func() {
		if goes {
			return
		}
		if r := recover(); r != nil {
			t.stop(r, false)
		}
	}()
	p := t.part
	at := p.base/wordSize + uintptr(p.passed)
	w.block[at], w.block[at+1] = uint64(lo), uint64(hi)
	var row []uint64
	if t.chunk > 0 {
		size := p.seeds + p.results
		row = t.rows[int(lo/t.chunk)*size:][:size]
		copy(w.block[at+2:], row[:p.seeds])
	}
	h := (*Header)(unsafe.Pointer(unsafe.SliceData(w.block)))
	h.Site = pollFuel
	*(*uintptr)(unsafe.Pointer(&h.to)) = uintptr(unsafe.Pointer(&t.to)) // the block has no pointers for the collector
	status := call(h.pointer())
	goruntime.KeepAlive(t)
	if status != StatusDone {
		t.stop(nil, true)
		return false
	}
	if t.chunk > 0 {
		copy(row[p.seeds:], w.block[at+2:][p.seeds:])
	}
	return true
}

// crew holds the goroutines that wait for a team.
var crew struct {
	sync.Mutex
	idle []chan *team
	busy int64 // goroutines that help, or are about to
}

// recruit lets n goroutines help, or fewer if as many as there are processors do already.
func (t *team) recruit(n int64) {
	if n < 1 {
		return
	}
	crew.Lock()
	defer crew.Unlock()
	most := max(int64(goruntime.GOMAXPROCS(0)), t.most) - 1
	for range min(n, most-crew.busy) {
		crew.busy++
		last := len(crew.idle) - 1
		if last < 0 {
			go member(t)
			continue
		}
		crew.idle[last] <- t
		crew.idle = crew.idle[:last]
	}
}

// member is what a goroutine of the crew does: it helps one team after the other.
func member(t *team) {
	next := make(chan *team, 1)
	for {
		t.help()
		t = nil
		crew.Lock()
		crew.busy--
		crew.idle = append(crew.idle, next)
		crew.Unlock()
		timer := time.NewTimer(idleTime)
		select {
		case t = <-next:
		case <-timer.C:
			if leave(next) {
				return
			}
			t = <-next // it was sent at the same time
		}
		timer.Stop()
	}
}

// leave removes a goroutine from those that wait, and reports whether it was there.
func leave(next chan *team) bool {
	crew.Lock()
	defer crew.Unlock()
	for i, c := range crew.idle {
		if c == next {
			crew.idle = append(crew.idle[:i], crew.idle[i+1:]...)
			return true
		}
	}
	return false
}

// help runs ranges of the team, unless it is closed.
func (t *team) help() {
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return
	}
	counters.helped.Add(1)
	t.helpers.Add(1)
	t.mu.Unlock()
	t.runner().work()
	t.mu.Lock()
	if t.helpers.Add(-1) == 0 && t.done != nil {
		t.done <- struct{}{}
	}
	t.mu.Unlock()
}
