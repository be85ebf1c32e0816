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

// A kernel that adapts answers its first calls in several ways, to find out what the text cannot tell: how often loops
// iterate, and which way of compiling it is the fastest for the data there are. It goes through these states, each
// after a few calls:
//
//	sampling   a scalar version counts the iterations of each loop
//	compiling  in the background, with the counts as estimates; calls go to the code that was there at first
//	trying     calls go to the candidates in turn, and are timed
//	settled    calls go to the fastest, for good
//
// Each call is answered once, by code that does what the function does, so that nobody but a clock can tell. What was
// counted are expectations: no candidate relies on them. While a kernel samples or tries, its calls go through package
// reflect and take a microsecond more.

// AdaptState is how far a kernel has come that adapts.
type AdaptState string

// The states, in this order.
const (
	AdaptSampling  AdaptState = "sampling"
	AdaptCompiling AdaptState = "compiling"
	AdaptTrying    AdaptState = "trying"
	AdaptSettled   AdaptState = "settled"
)

// AdaptStats are what a kernel that adapts has found out.
type AdaptStats struct {
	State    AdaptState
	Loops    []SampledLoop   // of the source, as far as sampled
	Branches []SampledBranch // conditions of the source, the same
	Tried    []Tried         // the candidates, the first of which is the code without a profile
	Chosen   string          // the name of the one that calls go to; "" before the kernel has settled
}

// SampledLoop is what the calls that were sampled say of a loop.
type SampledLoop = profile.Loop

// SampledBranch is what they say of a condition.
type SampledBranch = profile.Branch

// Tried is a candidate: a way to answer calls.
type Tried struct {
	Name  string        // "default", "sampled", "scalar", "avx2" or "go", the caller's own function
	Plans []string      // of its vector loops
	Calls int           // that were timed
	Mean  time.Duration // of a call, without the slowest tenth
}

// The names of the candidates.
const (
	candidateDefault = "default"
	candidateSampled = "sampled"
	candidateScalar  = "scalar"
	candidateNarrow  = "avx2"
	candidateGo      = "go"
)

// How much is sampled and tried. A call that takes long is tried less often, so that trying stays short: what the call
// through package reflect adds matters less then. The figures are choices that BenchmarkAdapt bears out, not optima.
const (
	sampledCalls = 16
	sampledTime  = 2 * time.Millisecond // sampling ends with the call that reaches it
	triedLeast   = 4
	triedMost    = 128
	triedTime    = 4 * time.Millisecond // of a candidate, between the two limits
	// hopeless times the best mean so far is what drops a candidate before all its calls are made.
	hopeless = 1.5
	// worthwhile times the default's mean is what another candidate must stay below.
	worthwhile = 0.95
)

// adaptation is the state of a kernel that adapts.
type adaptation struct {
	k    *Kernel // as compiled without a profile
	way  *forwarder
	now  func() time.Duration // the clock
	done chan struct{}        // closed when it has settled

	mu       sync.Mutex
	state    AdaptState
	rng      *rand.Rand
	counters *profile.Counters
	counting reflect.Value // the version that counts
	sampled  int           // calls that it has answered
	spent    time.Duration // in them

	candidates []*candidate
	turn       []*candidate // those that are still to have their call in this round
	last       *candidate   // the one that had its call last
	chosen     *candidate
}

// candidate is a way to answer calls, which is timed.
type candidate struct {
	name    string
	fn      reflect.Value
	plans   []string
	times   []time.Duration
	dropped bool
}

// adapting is a copy of the kernel that adapts: k itself if there is nothing to choose from.
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

// sinceStart is the clock of kernels that adapt.
func sinceStart() time.Duration { return time.Since(started) }

var started = time.Now()

// count makes the version that counts, and says whether there are loops.
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

// call answers a call while the kernel samples or tries.
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
	results := callWith(fn, args) // a panic is the kernel's own, and that call does not count
	took := a.now() - began
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case state != a.state: // it went on in the meantime
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

// next is the candidate whose turn it is. Every round takes them in another order, since calls may repeat in a rhythm.
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

// prepare compiles the candidates and lets them be tried.
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
	if a.k.fallback.IsValid() && !a.k.fusable { // bits must not change from call to call
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

// judge drops candidates without hope, and settles when the others have been tried enough.
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

// settle makes all further calls go to c.
func (a *adaptation) settle(c *candidate) {
	a.state, a.chosen = AdaptSettled, c
	a.way.set(c.fn)
	a.counting = reflect.Value{}
	for _, d := range a.candidates {
		if d != c {
			d.fn = reflect.Value{} // its code may go
		}
	}
	close(a.done)
}

// mean is the mean time of a call without the slowest tenth, which others have held up. It is zero without calls.
func (c *candidate) mean() time.Duration {
	times := slices.Sorted(slices.Values(c.times))
	times = times[:len(times)-len(times)/10]
	sum := time.Duration(0)
	for _, t := range times {
		sum += t
	}
	return sum / time.Duration(max(1, len(times)))
}

// stats are what is known by now.
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

// remarks are what was sampled and what came of it, once the kernel has settled.
func (s *AdaptStats) remarks(name string) (list []remark.Remark) {
	if s.State != AdaptSettled {
		return nil
	}
	for _, l := range s.Loops {
		text := fmt.Sprintf("%.4g iterations on average, the loop was entered %d times while it was sampled", l.Mean(),
			l.Entries)
		list = append(list, remark.Remark{Kind: remark.Analysis, Pass: "adapt", Func: name, Where: l.Where, Text: text})
	}
	for _, b := range s.Branches {
		text := fmt.Sprintf("the condition held %d of %d times while it was sampled", b.Held, b.Asked)
		list = append(list, remark.Remark{Kind: remark.Analysis, Pass: "adapt", Func: name, Where: b.Where, Text: text})
	}
	text := "calls go to the candidate \"" + s.Chosen + "\":"
	for _, t := range s.Tried {
		text += fmt.Sprintf(" %s %v", t.Name, t.Mean)
	}
	return append(list, remark.Remark{Kind: remark.Passed, Pass: "adapt", Func: name, Text: text + " a call"})
}
