package bench

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"time"

	"hotloop/bench/frame"
)

// Plan says how long to measure.
type Plan struct {
	Batch   time.Duration // least length of one timed batch
	Repeats int           // batches per runner without a new fastest one, after which that one counts
}

// Noise on a shared machine comes in spells. So measuring goes on while any runner still finds a batch faster than its
// best by more than improvement, but for no more than patience times the repeats planned.
const (
	improvement = 0.005
	patience    = 8
)

// DefaultPlan is good for ratios within a few percent; QuickPlan shows the order of things.
//
// A batch of 100 µs is a thousand times the clock's granularity and shorter than a scheduler's slice, so the fastest
// of some thirty is free of interruptions. A third of a batch goes before it to wake the wide vector units up.
var (
	DefaultPlan = Plan{Batch: 100 * time.Microsecond, Repeats: 30}
	QuickPlan   = Plan{Batch: 50 * time.Microsecond, Repeats: 10}
)

// A Timing is what was measured of one runner.
type Timing struct {
	Name    string
	NS      float64   // per call, the fastest batch
	Empty   float64   // the same for the empty function; 0 if unknown
	Samples []float64 // ns per call of every batch
	Err     error     // why there is no timing
}

// Net is the time without the cost of the call, at least a tenth of a nanosecond.
func (t Timing) Net() float64 { return max(t.NS-t.Empty, 0.1) }

// Measure times the runners on f in turns: each repeat gives each of them one batch, so that whatever slows the
// machine down for a while slows all of them down. Each repeat begins with another one, since it matters who runs
// right after a child process.
func Measure(f *frame.Frame, runners []Runner, p Plan) []Timing {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))

	out := make([]Timing, len(runners))
	reps, idle := make([]int, len(runners)), make([]int, len(runners))
	for i, r := range runners {
		out[i] = Timing{Name: r.Name(), NS: math.Inf(1), Empty: math.Inf(1)}
		if out[i].Err = r.Load(f); out[i].Err == nil {
			reps[i], out[i].Err = calibrate(r.Run, p.Batch)
		}
		if f.Round > 0 { // all sets as often, and no empty calls, beside which filling takes long
			reps[i] += (f.Sets - reps[i]%f.Sets) % f.Sets
		} else if out[i].Err == nil {
			idle[i], out[i].Err = calibrate(r.RunEmpty, p.Batch/2)
		}
	}
	warm := math.MaxInt
	if f.Round > 0 { // batches go on where the last one was, whatever is called in between
		warm = 2 * f.Round
	}
	settled := p.Repeats // turn after which to stop
	for turn := 0; turn < settled; turn++ {
		for step := range runners {
			i := (turn + step) % len(runners)
			r, t := runners[i], &out[i]
			if t.Err != nil {
				continue
			}
			d, err := r.Run(1+min(reps[i]/3, warm), reps[i])
			if err != nil {
				t.Err = fmt.Errorf("%s: %w", r.Name(), err)
				continue
			}
			ns := float64(d) / float64(reps[i])
			if ns < t.NS*(1-improvement) && turn > 0 {
				settled = min(turn+1+p.Repeats, patience*p.Repeats)
			}
			t.NS = min(t.NS, ns)
			t.Samples = append(t.Samples, ns)
			if idle[i] > 0 && turn < 8 { // settles quickly
				if d, err = r.RunEmpty(1+idle[i]/3, idle[i]); err == nil {
					t.Empty = min(t.Empty, float64(d)/float64(idle[i]))
				}
			}
		}
	}
	for i, r := range runners {
		if math.IsInf(out[i].Empty, 1) {
			out[i].Empty = 0
		}
		r.Release()
	}
	return out
}

// calibrate finds how many calls fill a batch; 0 if there is nothing to call.
func calibrate(run func(warm, reps int) (time.Duration, error), batch time.Duration) (int, error) {
	for reps := 1; ; {
		d, err := run(1+reps/3, reps)
		if err != nil || d == 0 && reps > 1<<16 {
			return 0, err
		}
		for again := 0; again < 2 && d >= batch; again++ { // a hiccup would leave batches of one call, all of them clock
			e, err := run(0, reps)
			if err != nil {
				return 0, err
			}
			d = min(d, e)
		}
		if d >= batch || reps > 1<<28 {
			return max(1, int(float64(reps)*min(1, 1.1*float64(batch)/float64(d)))), nil
		}
		if grown := int(1.3 * float64(reps) * float64(batch) / float64(max(d, 1))); d > batch/20 {
			reps = max(reps+1, grown)
		} else {
			reps *= 10
		}
	}
}
