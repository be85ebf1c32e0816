package runtime

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"time"

	"hotloop/cpu"
	"hotloop/loopopt/profile"
	"hotloop/loopopt/remark"
)

// An adaptive kernel profiles its first calls to learn what the source cannot tell: how often loops iterate, and
// which compiled version is fastest for the actual data. It passes through these states, a few calls each:
//
//	sampling   a scalar version counts the iterations of each loop
//	compiling  candidates compile in the background with the profile; calls run the initial code
//	trying     calls alternate between the candidates and are timed
//	settled    all calls run the fastest candidate
//
// Each call runs exactly one version, and all versions compute the same results. The profile never affects
// correctness. While a kernel samples or tries, its calls go through package reflect, which adds about 1 µs per
// call.

// AdaptState is the state of an adaptive kernel.
type AdaptState string

// The states, in order.
const (
	AdaptSampling  AdaptState = "sampling"
	AdaptCompiling AdaptState = "compiling"
	AdaptTrying    AdaptState = "trying"
	AdaptSettled   AdaptState = "settled"
)

// AdaptStats describes what an adaptive kernel has measured.
type AdaptStats struct {
	State    AdaptState
	Loops    []SampledLoop   // profile of the source loops
	Branches []SampledBranch // profile of the source conditions
	Tried    []Tried         // the candidates; the first is the code compiled without a profile
	Chosen   string          // the name of the selected candidate; "" until the kernel has settled
}

// SampledLoop is the profile of one loop.
type SampledLoop = profile.Loop

// SampledBranch is the profile of one condition.
type SampledBranch = profile.Branch

// Tried is a candidate version of the kernel and its timings.
type Tried struct {
	Name  string        // "default", "sampled", "scalar", "avx2", or "go" (the caller's own function)
	Plans []string      // the plans of its vector loops
	Calls int           // number of timed calls
	Mean  time.Duration // mean time per call, without the slowest tenth
}

// Names of the candidates.
const (
	candidateDefault = "default"
	candidateSampled = "sampled"
	candidateScalar  = "scalar"
	candidateNarrow  = "avx2"
	candidateGo      = "go"
)

// Limits for sampling and timing. Slow calls are timed fewer times, which keeps the trial short; the overhead of
// package reflect matters less for them. BenchmarkAdapt supports these values, but they are not tuned optima.
const (
	sampledCalls = 16
	sampledTime  = 2 * time.Millisecond // sampling ends with the call that reaches this total
	triedLeast   = 4
	triedMost    = 128
	triedTime    = 4 * time.Millisecond // time budget per candidate, between the two call limits
	// A candidate slower than hopeless times the best mean so far is dropped before its remaining calls.
	hopeless = 1.5
	// A candidate replaces the default only if its mean is at most worthwhile times the default's mean.
	worthwhile = 0.95
)

// adaptation is the state of a kernel that adapts.
type adaptation struct {
	k    *Kernel // compiled without a profile
	way  *forwarder
	now  func() time.Duration // the clock
	done chan struct{}        // closed when the kernel has settled

	mu       sync.Mutex
	state    AdaptState
	rng      *rand.Rand
	counters *profile.Counters
	counting reflect.Value // the version with counters
	sampled  int           // number of sampled calls
	spent    time.Duration // total time of sampled calls

	candidates []*candidate
	turn       []*candidate // candidates not yet called in this round
	last       *candidate   // the candidate called last
	chosen     *candidate
}

// candidate is a version of the kernel that is timed.
type candidate struct {
	name    string
	fn      reflect.Value
	plans   []string
	times   []time.Duration
	dropped bool
}

// adapting returns an adaptive copy of the kernel, or k itself if there is nothing to choose from.
func (k *Kernel) adapting(now func() time.Duration) *Kernel {
	if k.code == nil || !nativeArch {
		return k
	}
	c := *k
	a := &adaptation{k: k, now: now, done: make(chan struct{}), state: AdaptSampling,
		rng: rand.New(rand.NewPCG(1, uint64(len(k.src))))}
	a.candidates = []*candidate{{name: candidateDefault, fn: k.fn, plans: k.stats.Plans}}
	hook := reflect.MakeFunc(k.typ, a.call)
	if !a.count() {
		a.way = newForwarder(k.fn)
		a.prepare(hook)
	} else {
		a.way = newForwarder(hook)
	}
	c.adapt = a
	c.fn = a.way.value(k.typ)
	return &c
}

// count compiles the version with counters and reports whether the kernel has loops.
func (a *adaptation) count() bool {
	o := a.k.options
	o.NoVectorize, o.RequireNative, o.Counters = true, false, &profile.Counters{}
	v, err := compile(a.k.typ, a.k.src, a.k.name, o, nil)
	if err != nil || v.code == nil || len(o.Counters.Loops()) == 0 {
		return false
	}
	v.bring(a.k.closure.recv)
	a.counters, a.counting = o.Counters, v.fn
	return true
}

// call executes one call while the kernel samples or tries.
func (a *adaptation) call(args []reflect.Value) []reflect.Value {
	a.mu.Lock()
	state := a.state
	fn, c := a.k.fn, (*candidate)(nil)
	switch state {
	case AdaptSampling:
		fn = a.counting
	case AdaptTrying:
		c = a.next()
		fn = c.fn
	}
	a.mu.Unlock()
	began := a.now()
	results := callWith(fn, args) // a panic is the kernel's own; that call is not counted
	took := a.now() - began
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case state != a.state: // the state has changed in the meantime
	case state == AdaptSampling:
		a.sampled++
		a.spent += took
		if a.sampled >= sampledCalls || a.spent >= sampledTime {
			a.state = AdaptCompiling
			a.way.set(a.k.fn)
			go a.prepare(reflect.MakeFunc(a.k.typ, a.call))
		}
	case state == AdaptTrying:
		c.times = append(c.times, took)
		a.judge()
	}
	return results
}

// next returns the candidate for the next call. The order is shuffled in each round, because calls may follow a
// periodic pattern.
func (a *adaptation) next() *candidate {
	if len(a.turn) == 0 {
		for _, c := range a.candidates {
			if !c.dropped {
				a.turn = append(a.turn, c)
			}
		}
		a.rng.Shuffle(len(a.turn), func(i, j int) { a.turn[i], a.turn[j] = a.turn[j], a.turn[i] })
	}
	a.last = a.turn[0]
	a.turn = a.turn[1:]
	return a.last
}

// prepare compiles the candidates and starts the trial.
func (a *adaptation) prepare(hook reflect.Value) {
	var more []*candidate
	add := func(name string, change func(o *Options)) {
		o := a.k.options
		o.RequireNative = false
		change(&o)
		v, err := compileOrFind(a.k.typ, a.k.src, a.k.name, o)
		if err == nil && v.code != nil {
			own := *v
			own.bring(a.k.closure.recv)
			v = &own
			more = append(more, &candidate{name: name, fn: v.fn, plans: v.stats.Plans})
		}
	}
	if sampled := a.counters.Profile(); len(sampled.Loops) > 0 {
		add(candidateSampled, func(o *Options) { o.Profile = sampled })
	}
	if a.k.stats.Vectorized && !a.k.options.NoVectorize {
		add(candidateScalar, func(o *Options) { o.NoVectorize = true })
	}
	if a.k.stats.ISA == cpu.AVX512.String() {
		add(candidateNarrow, func(o *Options) { o.ISA = candidateNarrow })
	}
	if a.k.fallback.IsValid() && !a.k.fusable { // results must not change from call to call
		more = append(more, &candidate{name: candidateGo, fn: a.k.fallback})
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.candidates = append(a.candidates, more...)
	if len(a.candidates) == 1 {
		a.settle(a.candidates[0])
		return
	}
	a.state = AdaptTrying
	a.way.set(hook)
}

// judge drops slow candidates, and settles once the others have been called often enough.
func (a *adaptation) judge() {
	best := time.Duration(-1)
	for _, c := range a.candidates {
		if len(c.times) < triedLeast && !c.dropped {
			return
		}
		if m := c.mean(); !c.dropped && (best < 0 || m < best) {
			best = m
		}
	}
	enough := min(max(int(triedTime/max(best, 1)), triedLeast), triedMost)
	ready := true
	for _, c := range a.candidates {
		if len(c.times) >= min(enough, 2*triedLeast) && float64(c.mean()) > hopeless*float64(best) {
			c.dropped = true
		}
		ready = ready && (c.dropped || len(c.times) >= enough)
	}
	if !ready {
		return
	}
	first := a.candidates[0]
	chosen := slices.MinFunc(a.candidates, func(c, d *candidate) int { return cmp.Compare(c.mean(), d.mean()) })
	if float64(chosen.mean()) > worthwhile*float64(first.mean()) {
		chosen = first
	}
	a.settle(chosen)
}

// settle directs all further calls to c.
func (a *adaptation) settle(c *candidate) {
	a.state, a.chosen = AdaptSettled, c
	a.way.set(c.fn)
	a.counting = reflect.Value{}
	for _, d := range a.candidates {
		if d != c {
			d.fn = reflect.Value{} // lets its code be freed
		}
	}
	close(a.done)
}

// mean returns the mean time per call without the slowest tenth, which excludes interruptions. It returns 0
// without calls.
func (c *candidate) mean() time.Duration {
	times := slices.Sorted(slices.Values(c.times))
	times = times[:len(times)-len(times)/10]
	sum := time.Duration(0)
	for _, t := range times {
		sum += t
	}
	return sum / time.Duration(max(1, len(times)))
}

// stats returns a snapshot of the measurements.
func (a *adaptation) stats() *AdaptStats {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := &AdaptStats{State: a.state, Loops: a.counters.Loops(), Branches: a.counters.Branches()}
	for _, c := range a.candidates {
		s.Tried = append(s.Tried, Tried{Name: c.name, Plans: c.plans, Calls: len(c.times), Mean: c.mean()})
	}
	if a.chosen != nil {
		s.Chosen = a.chosen.name
	}
	return s
}

// remarks returns the profile and the selected candidate as remarks, once the kernel has settled.
func (s *AdaptStats) remarks(name string) (list []remark.Remark) {
	if s.State != AdaptSettled {
		return nil
	}
	for _, l := range s.Loops {
		text := fmt.Sprintf("sampled: %.4g iterations on average, entered %d times", l.Mean(),
			l.Entries)
		list = append(list, remark.Remark{Kind: remark.Analysis, Pass: "adapt", Func: name, Where: l.Where, Text: text})
	}
	for _, b := range s.Branches {
		text := fmt.Sprintf("sampled: condition true %d of %d times", b.Held, b.Asked)
		list = append(list, remark.Remark{Kind: remark.Analysis, Pass: "adapt", Func: name, Where: b.Where, Text: text})
	}
	text := "candidate \"" + s.Chosen + "\" selected; mean time per call:"
	for _, t := range s.Tried {
		text += fmt.Sprintf(" %s %v", t.Name, t.Mean)
	}
	return append(list, remark.Remark{Kind: remark.Passed, Pass: "adapt", Func: name, Text: text})
}
