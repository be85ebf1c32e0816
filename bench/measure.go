package bench

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"time"

	"hotloop/internal/lab/frame"
)

// Plan specifies the duration of a measurement.
type Plan struct {
	Batch   time.Duration // minimum duration of one timed batch
	Repeats int           // batches per runner without a new minimum, after which measuring stops
}

// On a shared machine noise comes in phases. Measuring therefore continues while any runner still finds a batch
// faster than its best by more than improvement, but for at most patience times the planned repeats.
const (
	improvement = 0.005
	patience    = 8
)

// DefaultPlan gives ratios within a few percent; QuickPlan gives the order of magnitude.
//
// A batch of 100 µs is a thousand times the clock's granularity and shorter than a scheduler's time slice, so the
// fastest of about thirty is free of interruptions. A third of a batch precedes it to power up the wide vector units.
var (
	DefaultPlan = Plan{Batch: 100 * time.Microsecond, Repeats: 30}
	QuickPlan   = Plan{Batch: 50 * time.Microsecond, Repeats: 10}
)

// A Timing is the measurement of one runner.
type Timing struct {
	Name    string
	NS      float64   // per call, the fastest batch
	Empty   float64   // the same for the empty function; 0 if unknown
	Samples []float64 // ns per call of every batch
	Err     error     // why there is no timing
}

// Net returns the time without the cost of the call, at least a tenth of a nanosecond.
func (t Timing) Net() float64 { return max(t.NS-t.Empty, 0.1) }

// Measure times the runners on f alternately: each repeat gives each of them one batch, so that a temporary slowdown
// of the machine affects all of them. Each repeat starts with another runner, since the one right after a child
// process is affected by it.
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
		if f.Round > 0 { // all sets equally often, and no empty calls, which are negligible beside filling
			reps[i] += (f.Sets - reps[i]%f.Sets) % f.Sets
		} else if out[i].Err == nil {
			idle[i], out[i].Err = calibrate(r.RunEmpty, p.Batch/2)
		}
	}
	warm := math.MaxInt
	if f.Round > 0 { // batches continue where the last one ended, whatever is called in between
		warm = 2 * f.Round
	}
	settled := p.Repeats // the turn after which to stop
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
			if idle[i] > 0 && turn < 8 { // the empty time settles quickly
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

// calibrate returns how many calls fill a batch, or 0 if there is nothing to call.
func calibrate(run func(warm, reps int) (time.Duration, error), batch time.Duration) (int, error) {
	for reps := 1; ; {
		d, err := run(1+reps/3, reps)
		if err != nil || d == 0 && reps > 1<<16 {
			return 0, err
		}
		for again := 0; again < 2 && d >= batch; again++ { // an interruption would leave batches of one call, which measure mostly the clock
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
