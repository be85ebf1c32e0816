package live

import (
	"cmp"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
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

// The schedule. In each cycle the calls of all kernels are counted for the window, those of busy kernels for a tenth of
// it. The rest of the cycle is drawn from a range around gap.
const (
	window   = 2500 * time.Microsecond
	short    = window / 10
	gap      = 250*time.Millisecond - window
	linger   = 2 * time.Minute  // how long kernels are counted after the last request
	constant = 10 * time.Second // of the averages

	mostLate  = 8   // times that a rest may be longer than usual
	rareRate  = 1e3 // calls per second below which a kernel is counted all the time,
	rareTotal = 1e4 // as long as these kernels together are called less than that
	busyRate  = 4e5 // calls per second above which a kernel is counted for the short part of the window
)

// mode is for how much of a cycle a kernel is counted.
type mode uint8

const (
	inWindow mode = iota
	inShort
	always
)

// sums are the figures of some time.
type sums struct{ calls, ns, elements, seconds float64 }

// add adds s, of which all but the time counts factor times.
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
	opened time.Duration // when counting began
	closed time.Duration // when counting ended last
	gap    time.Duration // between the two: what is counted stands for this time, too
	open   time.Duration // for how long calls were counted, if counting has ended

	recent   sums    // decaying
	variance float64 // of recent.calls
	rate     float64 // calls per second of the interval before; negative if there was none
	total    sums    // since counting began, extrapolated; seconds are those that the sampler ran
	doubt    float64 // variance of total.calls
}

// end ends an interval, in which the totals of the kernel grew by what is given. A tick takes perTick nanoseconds, and a
// reading of the clock overhead ticks. The interval is over later than the counting, because calls are counted when they
// end.
func (r *record) end(calls, ticks, elems uint64, now time.Duration, perTick, overhead float64) {
	if r.on {
		r.close(now)
	}
	span, open := (r.gap + r.open).Seconds(), r.open.Seconds()
	r.gap, r.open = 0, 0
	if open <= 0 {
		return
	}
	n := float64(calls)
	s := sums{calls: n, ns: max(0, float64(ticks)-n*overhead) * perTick, elements: float64(elems), seconds: span}
	factor := span / open
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
	r.closed, r.opened = now, now
}

// sampler counts calls while somebody asks.
type sampler struct {
	kernels  func() []kernel
	now      func() time.Duration // a monotonic clock
	ticks    func() uint64        // the clock of kernels
	overhead float64              // ticks between two readings of it
	random   *rand.Rand

	mu      sync.Mutex
	running bool
	asked   time.Duration // when somebody asked last
	turn    uint64
	began   time.Duration // of the window
	lasted  time.Duration
	watched time.Duration // in all cycles
	records map[any]*record
	current []kernel // while they are being counted

	firstTicks uint64 // when the sampler began,
	first      time.Duration
	perTick    float64 // and the nanoseconds of a tick since

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
		for i := range 100 {
			t := s.ticks()
			if d := float64(s.ticks() - t); i == 0 || d < s.overhead {
				s.overhead = d
			}
		}
	}
	s.first, s.firstTicks = s.now(), s.ticks()
	s.began = s.first
	for _, r := range s.records {
		r.closed, r.gap, r.open, r.rate = s.first, 0, 0, -1
	}
}

// run counts calls in cycles until nobody has asked for a while.
func (s *sampler) run() {
	for s.begin() {
		time.Sleep(short)
		s.pause(inShort)
		time.Sleep(window - short)
		s.pause(inWindow)
		time.Sleep(s.rest())
	}
}

// rest returns how long no calls are counted until the next cycle. Where the processors are busy, a window may last longer
// than it should, and the rest then lasts longer, too.
func (s *sampler) rest() time.Duration {
	late := min(max(float64(s.lasted)/float64(window), 1), mostLate)
	return time.Duration(late * float64(gap/2+time.Duration(s.random.Int64N(int64(gap)))))
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
			s.perTick = float64(passed) / float64(t)
		}
	}
	s.current = s.kernels()
	rare := 0.0
	for _, k := range s.current {
		now = s.now()
		calls, ticks, elems, sized := k.Totals()
		key := k.Key()
		r := s.records[key]
		if r == nil {
			r = &record{id: k.ID(), closed: now, rate: -1, sized: sized}
			s.records[key] = r
		} else {
			r.end(calls-r.calls, ticks-r.ticks, elems-r.elems, now, s.perTick, s.overhead)
			// An interval without calls may be one between bursts, so the average must be low, too.
			usual := max(r.rate, r.recent.calls/max(r.recent.seconds, gap.Seconds()))
			r.mode = inWindow
			switch {
			case r.rate > busyRate:
				r.mode = inShort
			case r.rate >= 0 && usual < rareRate && rare < rareTotal:
				r.mode = always
				rare += usual
			}
		}
		r.turn, r.calls, r.ticks, r.elems = s.turn, calls, ticks, elems
		if r.on != s.running {
			r.on = s.running
			k.Count(r.on)
			r.opened = now
			if r.on {
				r.gap = now - r.closed
			}
		}
	}
	for key, r := range s.records {
		if r.turn != s.turn {
			delete(s.records, key) // the kernel is gone
		}
	}
	if !s.running {
		s.current = nil
	}
	return s.running
}

// pause stops the counting of the kernels of a mode.
func (s *sampler) pause(m mode) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.current {
		if r := s.records[k.Key()]; r != nil && r.on && r.mode == m {
			k.Count(false)
			r.on = false
			r.close(s.now())
		}
	}
	if m == inWindow {
		s.lasted = s.now() - s.began
		s.current = nil // or it would keep the kernels alive until the next cycle
	}
}

// maxDeclined is the number of functions that run as Go code of which the snapshots tell: as many as hotloop remembers.
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
