package live

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"hotloop/internal/hook"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// load is a kernel that is called at random times on the test's clock.
type load struct {
	kernel // only the methods below are called
	name   string
	rate   func(now time.Duration) float64 // calls per second
	tight  float64                         // the part of the calls of a goroutine that does nothing else: counting slows it down
	took   time.Duration                   // of a call
	random *rand.Rand

	above      float64 // what counting takes, over what the sampler believes, less 1
	state      state
	sum        hook.Totals // counted
	real, then uint64      // calls that have begun: now, and when the sampler read the counts last
	cost       float64     // nanoseconds that counting has taken
	running    [2]ends     // calls that have not ended: those that are tallied, and those that are timed
}

type ends []time.Duration

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i] < e[j] }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *ends) Push(x any)        { *e = append(*e, x.(time.Duration)) }
func (e *ends) Pop() any {
	x := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return x
}

// ticksPer is the number of ticks in a nanosecond.
const ticksPer = 3

func (l *load) Key() any      { return l }
func (l *load) ID() string    { return l.name }
func (l *load) Tally(on bool) { l.set(tallying, on) }
func (l *load) Count(on bool) { l.set(timing, on) }
func (l *load) Totals() hook.Totals {
	l.then = l.real
	return l.sum
}

func (l *load) set(to state, on bool) {
	if !on {
		to = off
	}
	l.state = to
}

// costs are how many nanoseconds the states add to a call.
var costs = [...]float64{tallying: 10, timing: 90}

// pass makes the calls that begin between two times.
func (l *load) pass(from, to time.Duration) {
	const step = 50 * time.Microsecond
	for ; from < to; from += step {
		span := min(step, to-from)
		cost := costs[l.state] * (1 + l.above)
		rate := l.rate(from)
		tight := l.tight * rate
		n := l.poisson((rate - tight + tight/(1+tight*cost/1e9)) * span.Seconds())
		l.real += uint64(n)
		if l.state != off {
			running := &l.running[l.state-tallying]
			for range n {
				heap.Push(running, from+time.Duration(l.random.Int64N(int64(span)))+l.took)
				l.cost += cost
			}
		}
		for i := range l.running {
			for running := &l.running[i]; len(*running) > 0 && (*running)[0] <= from+span; {
				heap.Pop(running)
				if i == 0 {
					l.sum.Tally++
					continue
				}
				l.sum.Calls++
				l.sum.Ticks += uint64(l.took) * ticksPer
				l.sum.Elements += 7
			}
		}
	}
}

// poisson returns a random number of calls.
func (l *load) poisson(mean float64) (n int) {
	if mean > 100 {
		return int(max(0, math.Round(mean+math.Sqrt(mean)*l.random.NormFloat64())))
	}
	for p := l.random.Float64(); p > math.Exp(-mean); n++ { // Knuth's method
		p *= l.random.Float64()
	}
	return n
}

// simulate runs a sampler for the given time.
func simulate(seed uint64, total time.Duration, loads ...*load) *sampler {
	now := time.Duration(0)
	s := &sampler{now: func() time.Duration { return now }, ticks: func() uint64 { return uint64(now) * ticksPer },
		random: rand.New(rand.NewPCG(seed, 1))}
	s.kernels = func() (list []kernel) {
		for _, l := range loads {
			list = append(list, l)
		}
		return list
	}
	for i, l := range loads {
		l.random = rand.New(rand.NewPCG(seed, uint64(i)))
	}
	advance := func(d time.Duration) {
		for _, l := range loads {
			l.pass(now, now+d)
		}
		now += d
	}
	s.start()
	s.clock.tallying, s.clock.counting = costs[tallying], costs[timing]
	for now < total {
		s.asked = now
		if !s.begin() {
			break
		}
		for range windows {
			advance(s.rest())
			s.open()
			advance(window)
			s.pause()
		}
		advance(s.rest())
	}
	return s
}

func steady(rate float64) func(time.Duration) float64 {
	return func(time.Duration) float64 { return rate }
}

// TestSampler compares extrapolated figures with a count of all calls: at steady rates from rare to very busy, in bursts
// longer and shorter than a cycle, for calls that take longer than a window and longer than a cycle, and where counting slows
// down all, some or none of the calls, also by more than the sampler believes.
func TestSampler(t *testing.T) {
	bursts := func(period time.Duration, rate float64) func(time.Duration) float64 {
		return func(now time.Duration) float64 {
			if now%period < period/2 {
				return 0
			}
			return 2 * rate
		}
	}
	for _, c := range []struct {
		name         string
		rate         func(time.Duration) float64
		took         time.Duration
		tight, above float64
		off          float64 // that the figures may be, besides 5 standard errors
	}{
		{"tight", steady(1e6), 900 * time.Nanosecond, 1, 0, 0.01},
		{"tight, expensive", steady(1.7e6), 500 * time.Nanosecond, 1, 1, 0.01},
		{"tight, cheap", steady(1.7e6), 500 * time.Nanosecond, 1, -0.5, 0.01},
		{"tight, half as expensive again", steady(3e6), 300 * time.Nanosecond, 1, 0.5, 0.01},
		{"very tight", steady(2e7), 40 * time.Nanosecond, 1, 0, 0.02},
		{"very tight, expensive", steady(2e7), 40 * time.Nanosecond, 1, 1, 0.1},
		{"half tight", steady(3.4e6), 200 * time.Nanosecond, 0.5, 0, 0.01},
		{"half very tight", steady(2e7), 40 * time.Nanosecond, 0.5, 0, 0.04},
		{"rare", steady(20), time.Millisecond, 0, 0, 0.05}, // the first windows see none
		{"common", steady(5000), time.Microsecond, 0, 0, 0.01},
		{"busy", steady(100_000), 100 * time.Nanosecond, 0, 0, 0.01},
		{"very busy", steady(2e7), 10 * time.Nanosecond, 0, 0, 0.01},
		{"slow bursts", bursts(7*time.Second, 20_000), time.Microsecond, 0, 0, 0.01},
		{"fast bursts", bursts(50*time.Millisecond, 20_000), time.Microsecond, 0, 0, 0.01},
		{"in step with the cycles", bursts(250*time.Millisecond, 20_000), time.Microsecond, 0, 0, 0.01},
		{"longer than a window", steady(3000), 5 * time.Millisecond, 0, 0, 0.02},
		{"longer than a cycle", steady(30), 700 * time.Millisecond, 0, 0, 0.1},
	} {
		t.Run(c.name, func(t *testing.T) {
			total := 15 * time.Second
			if c.rate(0) > 1e7 {
				total = 4 * time.Second
			}
			l := &load{name: c.name, rate: c.rate, took: c.took, tight: c.tight, above: c.above}
			s := simulate(4, total, l)
			require.Len(t, s.records, 1)
			r := s.records[l.Key()]
			real := float64(l.then)
			var k Kernel
			r.rates(&k)
			t.Logf("%d calls, tallied %d, timed %d, extrapolated %.0f (%+.2f%%) ± %.0f; %.4g calls/s ± %.2g, %.4g ns, CPU %.4g", l.real, l.sum.Tally,
				l.sum.Calls, k.Calls, 100*(k.Calls/real-1), k.CallsUncertain, k.CallsPerSecond, k.Uncertain, k.NsPerCall, k.CPU)
			assert.InDelta(t, real, k.Calls, 5*k.CallsUncertain+c.off*real)
			if l.sum.Calls > 0 {
				assert.InEpsilon(t, float64(c.took), k.NsPerCall, 0.01)
				assert.InEpsilon(t, k.CallsPerSecond*c.took.Seconds(), k.CPU, 0.01)
				assert.InEpsilon(t, 7*k.Calls, k.Elements, 1e-6)
			}
		})
	}
}

// TestCost tests what counting takes: less than a nanosecond a call on average, except for rare kernels, whose calls are
// all timed.
func TestCost(t *testing.T) {
	burst := func(now time.Duration) float64 { return 20_000 * float64(now/(25*time.Millisecond)%2) }
	for _, c := range []struct {
		name  string
		rate  func(time.Duration) float64
		tight float64
	}{{"common", steady(5000), 0}, {"busy", steady(50_000), 0}, {"very busy", steady(2e6), 0}, {"tight", steady(2e6), 1}, {"bursts", burst, 0}} {
		l := &load{name: c.name, rate: c.rate, took: time.Microsecond, tight: c.tight}
		simulate(5, 10*time.Second, l)
		assert.Less(t, l.cost/float64(l.real), 1.0, c.name)
		assert.Less(t, float64(l.sum.Tally+l.sum.Calls), 0.03*float64(l.real), c.name)
	}
	rare := &load{name: "rare", rate: steady(50), took: time.Microsecond}
	simulate(5, 20*time.Second, rare)
	assert.Greater(t, float64(rare.sum.Calls), 0.9*float64(rare.real))
	// Many rare kernels together are one that is common: timing takes less than a thousandth of a processor.
	var many []*load
	for i := range 100 {
		many = append(many, &load{name: fmt.Sprint(i), rate: steady(900), took: time.Microsecond})
	}
	const total = 5 * time.Second
	simulate(6, total, many...)
	cost := 0.0
	for _, l := range many {
		cost += l.cost
	}
	assert.Less(t, cost, 0.001*float64(total))
}

// TestUncertain compares the stated standard error with the errors of many runs.
func TestUncertain(t *testing.T) {
	const runs = 60
	var off, stated float64
	for seed := range uint64(runs) {
		const rate = 8000
		l := &load{name: "k", rate: steady(rate), took: time.Microsecond}
		s := simulate(seed, 15*time.Second, l)
		var k Kernel
		s.records[l.Key()].rates(&k)
		off += (k.CallsPerSecond - rate) * (k.CallsPerSecond - rate)
		stated += k.Uncertain * k.Uncertain
	}
	got, want := math.Sqrt(stated/runs), math.Sqrt(off/runs)
	t.Logf("stated %.3g, found %.3g", got, want)
	assert.Greater(t, got, 0.6*want)
	assert.Less(t, got, 2*want)
}

// TestLinger tests that counting ends some time after the last request, and that totals do not shrink when it begins
// again.
func TestLinger(t *testing.T) {
	l := &load{name: "k", rate: steady(100), took: time.Microsecond}
	s := simulate(7, 5*time.Second, l)
	r := s.records[l.Key()]
	assert.Equal(t, timing, l.state)
	before := r.total.calls
	assert.Positive(t, before)
	s.asked = -linger
	assert.False(t, s.begin())
	assert.Equal(t, off, l.state)
	assert.False(t, s.running)
	assert.GreaterOrEqual(t, r.total.calls, before)
	after, watched := r.total, s.watched
	assert.InDelta(t, 5, watched.Seconds(), 0.5)
	s.start()
	s.asked = s.now()
	assert.True(t, s.begin())
	assert.Equal(t, off, l.state)
	s.open()
	assert.NotEqual(t, off, l.state)
	s.pause()
	assert.Equal(t, off, l.state)
	assert.Equal(t, after, r.total)
	assert.Equal(t, watched, s.watched)
}
