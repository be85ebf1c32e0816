package live

import (
	"cmp"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"hotloop"
	"hotloop/internal/hook"
)

// kernel is a kernel of the process, through hook.Live.
type kernel interface {
	Key() any // comparable; does not keep the kernel alive
	ID() string
	Name() string
	Where() string
	Type() reflect.Type
	Source() string
	Described() string
	Err() error
	Stats() hotloop.Stats
	Remarks() []hotloop.Remark
	Totals() (calls, ticks, elements uint64, sized bool)
	Count(on bool)
}

// The schedule. A cycle has several windows, in which the calls of all kernels are counted, and those of busy kernels in
// some of them. The rests between are drawn from a range around rest.
const (
	windows  = 10
	window   = 250 * time.Microsecond
	rest     = 25*time.Millisecond - window
	linger   = 2 * time.Minute  // how long kernels are counted after the last request
	constant = 10 * time.Second // of the averages

	mostLate  = 8   // times that a rest may be longer than usual
	rareRate  = 1e3 // calls per second below which a kernel is counted all the time,
	rareTotal = 1e4 // as long as these kernels together are called less than that
	busyRate  = 4e5 // calls per second above which a kernel is counted in one of busyShare windows
	busyShare = 4
)

// mode is for how much of a cycle a kernel is counted.
type mode uint8

const (
	inWindows mode = iota
	inSome
	always
)

// sums are the figures of some time.
type sums struct{ calls, ns, elements, seconds float64 }

// add adds s. All but the time counts factor times.
func (x *sums) add(s sums, factor float64) {
	x.calls += factor * s.calls
	x.ns += factor * s.ns
	x.elements += factor * s.elements
	x.seconds += s.seconds
}

// record is what the sampler knows of a kernel.
type record struct {
	id     string
	turn   uint64 // the cycle that saw the kernel last
	mode   mode
	on     bool
	sized  bool
	calls  uint64 // the kernel's totals at the beginning of the interval
	ticks  uint64
	elems  uint64
	began  time.Duration // beginning of the interval
	opened time.Duration // when counting began, if on
	open   time.Duration // for how long calls were counted in the interval before that

	recent   sums    // decaying
	variance float64 // of recent.calls
	rate     float64 // calls per second of the interval before; negative if there was none
	total    sums    // since counting began, extrapolated; seconds are those that the sampler ran
	doubt    float64 // variance of total.calls
}

// end ends an interval, unless no calls were counted in it. The totals of the kernel are given.
func (r *record) end(calls, ticks, elems uint64, now time.Duration, c *clock) {
	if r.on {
		r.close(now)
	}
	span, open := (now - r.began).Seconds(), r.open.Seconds()
	if span <= 0 || open <= 0 {
		return
	}
	r.began, r.open = now, 0
	r.calls, calls = calls, calls-r.calls
	r.ticks, ticks = ticks, ticks-r.ticks
	r.elems, elems = elems, elems-r.elems
	n := float64(calls)
	s := sums{calls: n, ns: max(0, float64(ticks)-n*c.reading) * c.perTick, elements: float64(elems), seconds: span}
	// A goroutine that does little but call makes fewer calls while they are counted, by the time that counting takes. At
	// least this number of processors makes the calls:
	processors := math.Ceil((s.ns + n*c.counting) / 1e9 / open)
	open = max(open-n*c.counting/1e9/max(processors, 1), open/50)
	factor := span / min(open, span)
	keep := math.Exp(-span / constant.Seconds())
	r.recent = sums{keep * r.recent.calls, keep * r.recent.ns, keep * r.recent.elements, keep * r.recent.seconds}
	r.variance *= keep * keep
	r.recent.add(s, factor)
	r.total.add(s, factor)
	rate := n / open
	if factor > 1.01 {
		// What is counted is a sample of the calls: at best each is counted or not, independently of the others. If
		// calls come in bursts, intervals differ by more than that.
		variance := n * factor * (factor - 1)
		if r.rate >= 0 {
			d := (rate - r.rate) * span
			variance = max(variance, d*d/2)
		}
		r.variance += variance
		r.doubt += variance
	}
	r.rate = rate
}

// close notes that counting ends, or goes on in a new interval.
func (r *record) close(now time.Duration) {
	r.open += now - r.opened
	r.opened = now
}

// clock describes the clock of kernels.
type clock struct {
	perTick  float64 // nanoseconds
	reading  float64 // ticks between two readings
	counting float64 // nanoseconds that counting adds to a call
}

// measure measures what readings and counting take.
func (c *clock) measure(now func() time.Duration, ticks func() uint64) {
	const calls = 100
	var sum atomic.Uint64
	for i := range 20 {
		t := ticks()
		if d := float64(ticks() - t); i == 0 || d < c.reading {
			c.reading = d
		}
		began := now()
		for range calls { // what the assembly function count does
			t := ticks()
			sum.Add(ticks() - t)
			sum.Add(1)
			sum.Add(1)
		}
		if d := float64(now()-began) / calls; i == 0 || d < c.counting {
			c.counting = d
		}
	}
}

// sampler counts calls while there are requests.
type sampler struct {
	kernels func() []kernel
	now     func() time.Duration // a monotonic clock
	ticks   func() uint64        // the clock of kernels
	clock   clock
	random  *rand.Rand

	mu      sync.Mutex
	running bool
	asked   time.Duration // the last request
	turn    uint64
	began   time.Duration // of the cycle
	opened  time.Duration // when the window began
	lasted  time.Duration // how long it was
	watched time.Duration // in all cycles
	records map[any]*record
	current []kernel // that windows are for, during a cycle

	firstTicks uint64 // when the sampler began
	first      time.Duration

	watch    sync.Once
	declined []hotloop.FallbackEvent // functions that run as Go code
}

var shared = newSampler()

func newSampler() *sampler {
	start := time.Now()
	s := &sampler{kernels: kernels, now: func() time.Duration { return time.Since(start) }, ticks: hook.Ticks,
		random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
	if s.ticks == nil { // there is no compiler
		s.ticks = func() uint64 { return 0 }
	}
	return s
}

// kernels returns the kernels of the process.
func kernels() (list []kernel) {
	if hook.Live == nil {
		return nil
	}
	for _, k := range hook.Live() {
		list = append(list, k.(kernel))
	}
	return list
}

// ask starts the counting unless it runs.
func (s *sampler) ask() {
	s.watch.Do(func() { hotloop.OnFallback(s.decline) })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = s.now()
	if !s.running {
		s.start()
		go s.run()
	}
}

// start prepares the first cycle.
func (s *sampler) start() {
	s.running = true
	if s.records == nil {
		s.records = map[any]*record{}
		s.clock.measure(s.now, s.ticks)
	}
	s.first, s.firstTicks = s.now(), s.ticks()
	s.began = s.first
	for _, r := range s.records {
		r.began, r.open, r.rate = s.first, 0, -1
	}
}

// run counts calls in cycles until there were no requests for a while.
func (s *sampler) run() {
	for s.begin() {
		for range windows {
			time.Sleep(s.rest())
			s.open()
			time.Sleep(window)
			s.pause()
		}
		time.Sleep(s.rest()) // most calls that began in the last window end
	}
}

// rest returns how long no calls are counted until the next window. Where the processors are busy, a window may last
// longer than it should, and the rest then lasts longer, too.
func (s *sampler) rest() time.Duration {
	late := min(max(float64(s.lasted)/float64(window), 1), mostLate)
	return time.Duration(late * float64(rest/2+time.Duration(s.random.Int64N(int64(rest)))))
}

// begin ends the interval before, and begins to count. It reports whether there is a new interval.
func (s *sampler) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	s.watched += now - s.began
	s.began = now
	s.running = now-s.asked < linger
	s.turn++
	if passed := now - s.first; passed > 0 {
		if t := s.ticks() - s.firstTicks; t > 0 {
			s.clock.perTick = float64(passed) / float64(t)
		}
	}
	s.current = s.current[:0]
	rare := 0.0
	for _, k := range s.kernels() {
		now = s.now()
		calls, ticks, elems, sized := k.Totals()
		key := k.Key()
		r := s.records[key]
		if r == nil {
			r = &record{id: k.ID(), began: now, rate: -1, sized: sized, calls: calls, ticks: ticks, elems: elems}
			s.records[key] = r
		} else {
			r.end(calls, ticks, elems, now, &s.clock)
			// An interval without calls may be one between bursts, so the average must be low, too.
			usual := max(r.rate, r.recent.calls/max(r.recent.seconds, windows*rest.Seconds()))
			r.mode = inWindows
			switch {
			case r.rate > busyRate:
				r.mode = inSome
			case r.rate >= 0 && usual < rareRate && rare < rareTotal:
				r.mode = always
				rare += usual
			}
		}
		r.turn = s.turn
		if s.running && r.mode != always {
			s.current = append(s.current, k)
		}
		r.count(k, s.running && r.mode == always, now)
	}
	for key, r := range s.records {
		if r.turn != s.turn {
			delete(s.records, key) // the kernel is gone
		}
	}
	return s.running
}

// count begins or ends the counting of k's calls.
func (r *record) count(k kernel, on bool, now time.Duration) {
	if r.on == on {
		return
	}
	k.Count(on)
	if r.on = on; on {
		r.opened = now
	} else {
		r.close(now)
	}
}

// open begins a window.
func (s *sampler) open() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened = s.now()
	some := s.random.IntN(busyShare) == 0
	for _, k := range s.current {
		if r := s.records[k.Key()]; r != nil && (r.mode == inWindows || some) {
			r.count(k, true, s.now())
		}
	}
}

// pause ends a window.
func (s *sampler) pause() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.current {
		if r := s.records[k.Key()]; r != nil {
			r.count(k, false, s.now())
		}
	}
	s.lasted = s.now() - s.opened
}

// maxDeclined is the number of functions that run as Go code are in a snapshot: as many as hotloop remembers.
const maxDeclined = 1000

// decline notes a function that runs as Go code.
func (s *sampler) decline(e hotloop.FallbackEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.declined) == maxDeclined {
		s.declined = slices.Delete(s.declined, 0, 1)
	}
	s.declined = append(s.declined, e)
}

// snapshot returns the figures of all kernels, those with the largest share of CPU first.
func (s *sampler) snapshot() *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := &Snapshot{Process: hotloop.ReadStats(), Kernels: []Kernel{}, Sampled: s.watched.Seconds()}
	known := map[declinedKey]bool{}
	for _, k := range s.kernels() {
		one := describe(k)
		if r := s.records[k.Key()]; r != nil {
			one.ID = r.id
			r.rates(&one)
		} else {
			one.ID = k.ID()
		}
		if one.Fallback != "" {
			known[declinedKey{one.Name, fileOf(one.Position), one.Fallback}] = true
		}
		out.Kernels = append(out.Kernels, one)
	}
	for _, e := range s.declined {
		if key := (declinedKey{e.Kernel, e.File, e.Reason}); e.Err != nil && !known[key] {
			one := Kernel{Name: e.Kernel, Position: e.File, CallPath: e.CallPath, Fallback: e.Reason, Error: e.Err.Error()}
			if e.Type != nil {
				one.Type = e.Type.String()
			}
			out.Kernels = append(out.Kernels, one)
		}
	}
	slices.SortFunc(out.Kernels, func(a, b Kernel) int {
		return cmp.Or(-cmp.Compare(a.CPU, b.CPU), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// declinedKey identifies a kernel that runs as Go code.
type declinedKey struct {
	name, file string
	reason     hotloop.FallbackReason
}

// rates sets the figures of calls.
func (r *record) rates(k *Kernel) {
	k.Calls, k.Seconds, k.Elements = r.total.calls, r.total.ns/1e9, r.total.elements
	k.CallsUncertain = math.Sqrt(r.doubt)
	k.Sized = r.sized
	k.Sampled = r.total.seconds > 0
	if t := r.recent.seconds; t > 0 {
		k.CallsPerSecond = r.recent.calls / t
		k.Uncertain = math.Sqrt(r.variance) / t
		k.CPU = r.recent.ns / t / 1e9
		k.ElementsPerSecond = r.recent.elements / t
		if r.recent.calls > 0 {
			k.NsPerCall = r.recent.ns / r.recent.calls
		}
	}
}

// find returns the kernel with an ID, or nil.
func (s *sampler) find(id string) (kernel, Kernel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.kernels() {
		r := s.records[k.Key()]
		if r != nil && r.id == id || r == nil && k.ID() == id {
			one := describe(k)
			one.ID = id
			if r != nil {
				r.rates(&one)
			}
			return k, one
		}
	}
	return nil, Kernel{}
}
