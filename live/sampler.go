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
	Totals() hook.Totals
	Count(on bool)
	Tally(on bool)
}

// The schedule. A cycle has several windows, in which the calls of all kernels are tallied, and in some of them timed. The
// rests between are drawn from a range around rest.
const (
	windows  = 10
	timings  = 2 // of the windows
	window   = 250 * time.Microsecond
	rest     = 25*time.Millisecond - window
	linger   = 2 * time.Minute  // how long kernels are counted after the last request
	constant = 10 * time.Second // of the averages

	mostLate  = 8   // times that a rest may be longer than usual
	rareRate  = 1e3 // calls per second below which a kernel is timed all the time,
	rareTotal = 1e4 // as long as these kernels together are called less than that
)

// state is how the calls of a kernel are counted now.
type state uint8

const (
	off state = iota
	tallying
	timing
)

// sample is what was counted, and for how long.
type sample struct {
	tallied, tallyTime float64
	calls, time        float64 // of calls that were timed
	ns, elements       float64 // in these calls
}

// decay forgets a part of the sample.
func (x *sample) decay(keep float64) {
	for _, f := range []*float64{&x.tallied, &x.tallyTime, &x.calls, &x.time, &x.ns, &x.elements} {
		*f *= keep
	}
}

// record is what the sampler knows of a kernel.
type record struct {
	id     string
	turn   uint64 // the cycle that saw the kernel last
	always bool   // the kernel is timed all the time
	sized  bool
	totals hook.Totals   // at the beginning of the interval
	began  time.Duration // beginning of the interval
	state  state
	since  time.Duration             // when the state began
	open   [timing + 1]time.Duration // for how long calls were counted in the interval before that

	seen           sample  // decaying
	calls, seconds float64 // decaying: calls, extrapolated, and the time that they were made in
	variance       float64 // of calls
	rate           float64 // calls per second of the interval before; negative if there was none

	total   struct{ calls, ns, elements float64 } // since counting began, extrapolated
	counted bool                                  // there was an interval
	pending float64                               // calls of the total whose times and elements are not in it yet
	doubt   float64                               // variance of total.calls
}

// end ends an interval, unless no calls were counted in it. The totals of the kernel are given.
func (r *record) end(t hook.Totals, now time.Duration, c *clock) {
	r.close(now)
	span, tallyTime, timedTime := (now - r.began).Seconds(), r.open[tallying].Seconds(), r.open[timing].Seconds()
	if span <= 0 || tallyTime+timedTime <= 0 {
		return
	}
	r.began, r.open, r.counted = now, [timing + 1]time.Duration{}, true
	last := r.totals
	r.totals = t
	tallied, timed := float64(t.Tally-last.Tally), float64(t.Calls-last.Calls)
	keep := math.Exp(-span / constant.Seconds())
	r.seen.decay(keep)
	r.seen.tallied += tallied
	r.seen.tallyTime += tallyTime
	r.seen.calls += timed
	r.seen.time += timedTime
	r.seen.ns += max(0, float64(t.Ticks-last.Ticks)-timed*c.reading) * c.perTick
	r.seen.elements += float64(t.Elements - last.Elements)

	n, open, slower := tallied, tallyTime, 1.0
	if tallyTime == 0 {
		n, open = timed, timedTime
	} else {
		slower = r.seen.slower(c)
	}
	factor := span / min(open, span)
	calls := n * factor * slower
	r.calls, r.seconds = keep*r.calls+calls, keep*r.seconds+span
	r.variance *= keep * keep
	r.total.calls += calls
	if r.pending += calls; r.seen.calls > 0 {
		r.total.ns += r.pending * r.seen.ns / r.seen.calls
		r.total.elements += r.pending * r.seen.elements / r.seen.calls
		r.pending = 0
	}
	rate := calls / span
	if factor > 1.01 { // not all calls were counted
		// What is counted is a sample of the calls: at best each is counted or not, independently of the others. If
		// calls come in bursts, intervals differ by more than that.
		variance := n * factor * (factor - 1) * slower * slower
		if r.rate >= 0 {
			d := (rate - r.rate) * span
			variance = max(variance, d*d/2)
		}
		r.variance += variance
		r.doubt += variance
	}
	r.rate = rate
}

// slower returns by how much the calls that are tallied are fewer than those that are not counted.
//
// A goroutine that does little but call makes fewer calls while they are counted, by the time that counting takes. One that
// calls at its own pace does not. Timing takes several times as long as tallying, so the rate of the calls that are timed
// tells. With a the time between calls, and t and m what tallying and timing add, tallying takes t/(a+t) of the time. That
// is (a+m)/(a+t) - 1, which the two rates say, times t/(m-t), which depends little on how many processors make the calls.
func (x *sample) slower(c *clock) float64 {
	if x.tallied == 0 || x.calls == 0 {
		return 1
	}
	rate := x.tallied / x.tallyTime
	part := (rate/(x.calls/x.time) - 1) * c.tallying / (c.counting - c.tallying)
	// Rates differ by chance, too. Tallying cannot take much more of the time of a goroutine than this; where several
	// goroutines contend for the count, it is that of all of them.
	most := min(mostTallying*c.tallying/1e9*rate, mostSlower)
	return 1 / (1 - min(max(part, -most), most))
}

const (
	mostTallying = 1.5 // times that tallying may take as long as it did when it was measured
	mostSlower   = 0.9 // the largest part of the time that tallying takes
)

// close notes that the state ends, or goes on in a new interval.
func (r *record) close(now time.Duration) {
	r.open[r.state] += now - r.since
	r.since = now
}

// clock describes the clock of kernels.
type clock struct {
	perTick  float64 // nanoseconds
	reading  float64 // ticks between two readings
	counting float64 // nanoseconds that timing adds to a call
	tallying float64 // nanoseconds that tallying adds to a call
}

// measure measures what readings, timing and tallying take.
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
		middle := now()
		for range calls {
			sum.Add(1)
		}
		tallied, timed := float64(now()-middle)/calls, float64(middle-began)/calls
		if i == 0 || timed < c.counting {
			c.counting = timed
		}
		if i == 0 || tallied < c.tallying {
			c.tallying = tallied
		}
	}
	c.counting = max(c.counting, 2*c.tallying, 1) // where clocks are coarse
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
	current []kernel      // that windows are for, during a cycle
	times   [windows]bool // which windows of the cycle are for timing
	next    int           // the next window

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
		r.began, r.open, r.rate = s.first, [timing + 1]time.Duration{}, -1
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
	s.next, s.times = 0, [windows]bool{}
	for _, i := range s.random.Perm(windows)[:timings] {
		s.times[i] = true
	}
	if passed := now - s.first; passed > 0 {
		if t := s.ticks() - s.firstTicks; t > 0 {
			s.clock.perTick = float64(passed) / float64(t)
		}
	}
	s.current = s.current[:0]
	rare := 0.0
	for _, k := range s.kernels() {
		now = s.now()
		t := k.Totals()
		key := k.Key()
		r := s.records[key]
		if r == nil {
			r = &record{id: k.ID(), began: now, rate: -1, sized: t.Sized, totals: t}
			s.records[key] = r
		} else {
			r.end(t, now, &s.clock)
			// An interval without calls may be one between bursts, so the average must be low, too.
			usual := max(r.rate, r.calls/max(r.seconds, windows*rest.Seconds()))
			if r.always = r.rate >= 0 && usual < rareRate && rare < rareTotal; r.always {
				rare += usual
			}
		}
		r.turn = s.turn
		switch {
		case !s.running:
			r.enter(k, off, now)
		case r.always:
			r.enter(k, timing, now)
		default:
			r.enter(k, off, now)
			s.current = append(s.current, k)
		}
	}
	for key, r := range s.records {
		if r.turn != s.turn {
			delete(s.records, key) // the kernel is gone
		}
	}
	return s.running
}

// enter changes how k's calls are counted.
func (r *record) enter(k kernel, to state, now time.Duration) {
	if r.state == to {
		return
	}
	set := func(on bool) {
		switch r.state {
		case tallying:
			k.Tally(on)
		case timing:
			k.Count(on)
		}
	}
	set(false)
	r.close(now)
	r.state = to
	set(true)
}

// open begins a window.
func (s *sampler) open() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened = s.now()
	to := tallying
	if s.times[s.next%windows] {
		to = timing
	}
	s.next++
	s.all(to)
}

// pause ends a window.
func (s *sampler) pause() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all(off)
	s.lasted = s.now() - s.opened
}

// all changes how the calls of the current kernels are counted.
func (s *sampler) all(to state) {
	for _, k := range s.current {
		if r := s.records[k.Key()]; r != nil {
			r.enter(k, to, s.now())
		}
	}
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
	k.Sampled = r.counted
	if r.seconds > 0 {
		k.CallsPerSecond = r.calls / r.seconds
		k.Uncertain = math.Sqrt(r.variance) / r.seconds
	}
	if n := r.seen.calls; n > 0 {
		k.NsPerCall = r.seen.ns / n
		k.CPU = k.CallsPerSecond * k.NsPerCall / 1e9
		k.ElementsPerSecond = k.CallsPerSecond * r.seen.elements / n
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
