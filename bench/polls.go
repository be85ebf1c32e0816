package bench

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"hotloop/internal/lab/child"
	"hotloop/internal/lab/frame"
)

// PollCost is the cost of preemption polls in a kernel: its time relative to that of the same kernel compiled without
// polls and strips.
type PollCost struct {
	Kernel    string
	Suite     string
	ISA, Mode string
	N         int
	Bytes     int     // of arguments in memory
	Pairs     int     // pairs of consecutive batches of both
	NS        float64 // per call, the median
	Ratio     float64 // the median, over all pairs, of the time with polls by the time without
	Noise     float64 // the same ratio for other copies of the code with polls
	Error     string  `json:",omitempty"`
}

// maxPollRatio bounds the cost of polls with data in the first-level cache.
const maxPollRatio = 1.02

// OK reports whether the limit holds.
func (p *PollCost) OK() bool { return p.Error == "" && p.Ratio <= maxPollRatio }

// pollBatch is the duration of one batch: a thousand times the clock's granularity, and so short that few are
// interrupted.
const pollBatch = 30 * time.Microsecond

// warmup is the minimum number of calls before the measured ones, in addition to as many calls as are measured. Each
// batch runs other code, whose branches the predictor must learn. With two calls before three, PolyBench's nussinov
// pays 9% for polls, from four on 2%.
const warmup = 3

// places is the number of addresses at which the code of each version is placed. The position of a loop relative to
// cache lines, and branches that share predictor entries, change the time of some kernels by a third, independently
// of polls. The median of all combinations describes a version instead of one placement. Both the address of the code
// and that of loops in it matter: TSVC's s2244 takes 80 ns, wherever its code begins, if the loop stands 56 to 64
// bytes further on, and 88 ns with any other padding.
const places = 16

// lineBytes is the size of a cache line; address offsets stay below it.
const lineBytes = 64

// MeasurePolls measures a kernel for arguments of length n in the given number of pairs. The ratio of a pair compares
// two consecutive batches, so a temporary slowdown of the machine does not change it. The medians exclude
// disturbances of single batches.
func MeasurePolls(e Engine, k *Kernel, isa, mode string, n, pairs int, seed uint64) *PollCost {
	p := &PollCost{Kernel: k.Name, Suite: k.Suite, ISA: isa, Mode: mode, N: n, Pairs: pairs}
	if err := p.measure(e, k, seed); err != nil {
		p.Error = err.Error()
	}
	return p
}

func (p *PollCost) measure(e Engine, k *Kernel, seed uint64) error {
	f := frame.New(k.Args(rand.New(rand.NewPCG(seed, uint64(p.N))), p.N, Steady), frame.Layout{Share: -1})
	for i := range f.Regions {
		p.Bytes += len(f.Regions[i].Data)
	}
	placed, err := f.Place(frame.NoEdge)
	if err != nil {
		return err
	}
	defer placed.Free()
	args := make([]any, len(placed.Args)) // the same memory for all: addresses matter more than polls
	for i, a := range placed.Args {
		args[i] = a.Interface()
	}
	const polls, bare, again = 0, 1, 2
	w := newWatch(0)
	defer w.end()
	rng := rand.New(rand.NewPCG(seed, 1))
	var runs [3][places]func(warm, reps int) (time.Duration, error)
	for i := range runs {
		place, pad := rng.Perm(places), rng.Perm(places)
		for at := range places {
			knobs := fmt.Sprintf("place=%d,pad=%d", lineBytes/places*place[at], lineBytes/places*pad[at])
			if i == bare {
				knobs += ",no-polls"
			}
			c, err := e.Compile(Request{Type: k.Type, File: k.File, Text: k.Text, Func: k.Func, ISA: p.ISA,
				Mode: p.Mode, Uncache: true, Knobs: knobs})
			if err != nil {
				return err
			}
			run := clocked(k.Bind(c.Func, args))
			if w.add(c); i == polls && at == 0 { // if this version terminates, so does the one without polls, which could not be stopped
				if _, err := timed(run, 0, 1); w.ended() {
					return child.ErrEndless
				} else if err != nil {
					return err
				}
			}
			runs[i][at] = func(warm, reps int) (time.Duration, error) {
				placed.Reset()
				return timed(run, warm, reps)
			}
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))

	reps, err := calibrate(runs[bare][0], pollBatch)
	if err != nil {
		return err
	}
	var times, ratios, noise []float64
	for turn := range p.Pairs {
		var took [3]float64
		at := [3]int{turn % places, turn / places % places, (turn/places + 1 + turn) % places}
		for step := range runs { // each comes first, second and last in turn
			i := (turn + step) % len(runs)
			d, err := runs[i][at[i]](warmup+reps, reps)
			if err != nil {
				return err
			}
			took[i] = float64(max(d, 1)) / float64(reps)
		}
		times = append(times, took[polls])
		ratios = append(ratios, took[polls]/took[bare])
		noise = append(noise, took[polls]/took[again])
	}
	p.NS, p.Ratio, p.Noise = median(times), median(ratios), median(noise)
	return nil
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// String returns a line of a table.
func (p *PollCost) String() string {
	if p.Error != "" {
		return fmt.Sprintf("%-24s %s", p.Kernel, p.Error)
	}
	verdict := ""
	if !p.OK() {
		verdict = "  too much"
	}
	return fmt.Sprintf("%-24s %7.1f %10.1f %+8.1f%% %+8.1f%%%s", p.Kernel, float64(p.Bytes)/1024, p.NS, 100*(p.Ratio-1),
		100*(p.Noise-1), verdict)
}
