package live

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// load is a kernel that is called at random times on the test's clock.
type load struct {
	kernel // only the methods below are called
	name   string
	rate   func(now time.Duration) float64 // calls per second
	took   time.Duration                   // of a call
	random *rand.Rand

	on                     bool
	calls, ticks, elements uint64 // counted
	real                   uint64 // calls that have ended
	running                ends   // counted calls that have not ended
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
func (l *load) Count(on bool) { l.on = on }
func (l *load) Totals() (calls, ticks, elements uint64, sized bool) {
	return l.calls, l.ticks, l.elements, true
}

// pass makes the calls that begin between two times.
func (l *load) pass(from, to time.Duration) {
	const step = 50 * time.Microsecond
	for ; from < to; from += step {
		span := min(step, to-from)
		mean := l.rate(from) * span.Seconds()
		n := 0
		for p := math.Exp(-mean); ; n++ { // Knuth's method: mean is small
			if n == 0 {
				p = 1
			}
			if p *= l.random.Float64(); p < math.Exp(-mean) {
				break
			}
		}
		for range n {
			end := from + time.Duration(l.random.Int64N(int64(span))) + l.took
			l.real++
			if l.on {
				heap.Push(&l.running, end)
			}
		}
		for len(l.running) > 0 && l.running[0] <= from+span {
			heap.Pop(&l.running)
			l.calls++
			l.ticks += uint64(l.took) * ticksPer
			l.elements += 7
		}
	}
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
	for now < total {
		s.asked = now
		if !s.begin() {
			break
		}
		advance(short)
		s.pause(inShort)
		advance(window - short)
		s.pause(inWindow)
		advance(s.rest())
	}
	return s
}

func steady(rate float64) func(time.Duration) float64 {
	return func(time.Duration) float64 { return rate }
}

// TestSampler compares extrapolated figures with a count of all calls: at steady rates from rare to very busy, in bursts
// longer and shorter than a cycle, and for calls that take longer than a window and longer than a cycle.
func TestSampler(t *testing.T) {
	const total = 40 * time.Second
	bursts := func(period time.Duration, rate float64) func(time.Duration) float64 {
		return func(now time.Duration) float64 {
			if now%period < period/2 {
				return 0
			}
			return 2 * rate
		}
	}
	for _, c := range []struct {
		name string
		rate func(time.Duration) float64
		took time.Duration
		off  float64 // that the figures may be, besides 5 standard errors
	}{
		{"rare", steady(20), time.Millisecond, 0.02},
		{"common", steady(5000), time.Microsecond, 0.01},
		{"busy", steady(100_000), 100 * time.Nanosecond, 0.01},
		{"very busy", steady(700_000), 10 * time.Nanosecond, 0.01},
		{"slow bursts", bursts(7*time.Second, 20_000), time.Microsecond, 0.01},
		{"fast bursts", bursts(50*time.Millisecond, 20_000), time.Microsecond, 0.01},
		{"in step with the cycles", bursts(250*time.Millisecond, 20_000), time.Microsecond, 0.01},
		{"longer than a window", steady(3000), 5 * time.Millisecond, 0.02},
		{"longer than a cycle", steady(30), 700 * time.Millisecond, 0.05},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := &load{name: c.name, rate: c.rate, took: c.took}
			s := simulate(4, total, l)
			require.Len(t, s.records, 1)
			r := s.records[l.Key()]
			real := float64(l.real)
			var k Kernel
			r.rates(&k)
			t.Logf("%d calls, counted %d, extrapolated %.0f ± %.0f; %.4g calls/s ± %.2g, %.4g ns, CPU %.4g", l.real, l.calls,
				k.Calls, k.CallsUncertain, k.CallsPerSecond, k.Uncertain, k.NsPerCall, k.CPU)
			assert.InDelta(t, real, k.Calls, 5*k.CallsUncertain+c.off*real)
			if l.calls > 0 {
				assert.InEpsilon(t, float64(c.took), k.NsPerCall, 0.01)
				assert.InEpsilon(t, k.CallsPerSecond*c.took.Seconds(), k.CPU, 0.01)
				assert.InEpsilon(t, 7*k.Calls, k.Elements, 1e-6)
			}
		})
	}
}

// TestCost tests how many calls are counted: all of a rare kernel's, one in a hundred of others, and one in a thousand of
// those that are called very often.
func TestCost(t *testing.T) {
	for rate, most := range map[float64]float64{50: 1, 5000: 0.02, 50_000: 0.015, 700_000: 0.003} {
		l := &load{name: fmt.Sprint(rate), rate: steady(rate), took: time.Microsecond}
		simulate(5, 20*time.Second, l)
		assert.LessOrEqual(t, float64(l.calls), most*float64(l.real), "%v calls/s", rate)
		if rate < rareRate {
			assert.Greater(t, float64(l.calls), 0.9*float64(l.real))
		}
	}
	// So is one in a hundred of those that come in bursts.
	l := &load{name: "bursts", took: time.Microsecond, rate: func(now time.Duration) float64 {
		return 20_000 * float64(now/(25*time.Millisecond)%2)
	}}
	simulate(8, 20*time.Second, l)
	assert.Less(t, float64(l.calls), 0.03*float64(l.real))
	// Many rare kernels together are one that is common.
	var many []*load
	for i := range 100 {
		many = append(many, &load{name: fmt.Sprint(i), rate: steady(900), took: time.Microsecond})
	}
	simulate(6, 5*time.Second, many...)
	var counted, real uint64
	for _, l := range many {
		counted, real = counted+l.calls, real+l.real
	}
	assert.Less(t, float64(counted), 0.25*float64(real))
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

// TestLinger tests that counting ends when nobody has asked for a while, and that totals do not shrink when it begins
// again.
func TestLinger(t *testing.T) {
	l := &load{name: "k", rate: steady(100), took: time.Microsecond}
	s := simulate(7, 5*time.Second, l)
	r := s.records[l.Key()]
	assert.True(t, l.on)
	before := r.total.calls
	assert.Positive(t, before)
	s.asked = -linger
	assert.False(t, s.begin())
	assert.False(t, l.on)
	assert.False(t, s.running)
	assert.GreaterOrEqual(t, r.total.calls, before)
	after, watched := r.total, s.watched
	assert.InDelta(t, 5, watched.Seconds(), 0.5)
	s.start()
	s.asked = s.now()
	assert.True(t, s.begin())
	assert.True(t, l.on)
	assert.Equal(t, after, r.total)
	assert.Equal(t, watched, s.watched)
}
