package bench

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
)

// ScoreBase is the peer that scores are relative to.
const ScoreBase = "clang-scalar"

// ScoreCap bounds the contribution of a single loop to a capped mean. Without it, three loops that walk down columns
// or are folded away dominate the mean.
const ScoreCap = 20

// A Score is the speedup of one compiler over ScoreBase on many loops. Times exclude the cost of the call.
type Score struct {
	Loops            int
	Capped, Uncapped float64 // geometric means
	Median           float64
}

// NewScore computes the score of who over rows; engine is our name.
func NewScore(rows []*Row, engine, who string) Score {
	var ratios []float64
	for _, r := range rows {
		base := r.NetRatio[ScoreBase] // its time over ours
		if who != engine {
			if r.NetRatio[who] == 0 {
				continue
			}
			base /= r.NetRatio[who]
		}
		if base > 0 {
			ratios = append(ratios, base)
		}
	}
	s := Score{Loops: len(ratios)}
	if s.Loops == 0 {
		return s
	}
	var capped, uncapped float64
	for _, x := range ratios {
		capped += math.Log(min(x, ScoreCap))
		uncapped += math.Log(x)
	}
	n := float64(s.Loops)
	s.Capped, s.Uncapped = math.Exp(capped/n), math.Exp(uncapped/n)
	s.Median = median(ratios)
	return s
}

// Quantile returns the least of x that at least percent of x do not exceed. If percent is above 50, it is not below the
// median.
func Quantile(x []float64, percent int) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[max(0, (percent*len(x)-1)/100)]
}

// Vectorized counts the vectorized rows and those of them where that pays. It returns the names of the loops that run
// at less than 0.95 of the speed of our own scalar code.
func Vectorized(rows []*Row) (count, paying int, slow []string) {
	for _, r := range rows {
		if r.Vectorized {
			count++
		}
		if r.Pays {
			paying++
		}
		if r.ScalarRatio > 0 && r.ScalarRatio < 0.95 {
			slow = append(slow, r.Kernel)
		}
	}
	return count, paying, slow
}

// planSeparator separates the plans of a row.
const planSeparator = "; "

// A Prediction compares the cycles predicted by the compiler's cost model for a vectorized kernel with the measured
// ones.
type Prediction struct {
	Kernel              string
	Plan                string
	Predicted, Measured float64 // cycles per element, without the call
	row                 *Row
}

// Ratio returns measured over predicted: above 1 the loop is slower than predicted.
func (p Prediction) Ratio() float64 { return p.Measured / p.Predicted }

// Predictions compares the rows for which the model has a prediction, at a clock of ghz, largest errors first. engine
// is the name of our timings. If elements are the iterations of several loops, their distribution over plans is
// unknown, so these rows are left out. For a kernel measured at two lengths the difference counts, since the
// prediction excludes the fixed cost of a call before and after its loop.
func Predictions(rows []*Row, engine string, ghz float64) []Prediction {
	var out []Prediction
	shorter := map[string]*Row{}
	for _, r := range rows {
		ns := r.NS[engine] - r.EmptyNS[engine]
		if !r.Timed() || r.Predicted <= 0 || r.Work.Elems <= 0 || ns <= 0 || r.Work.Iterations &&
			strings.Contains(r.Plan, planSeparator) {
			continue
		}
		elems := r.Work.Elems
		variant := strings.Join([]string{r.Suite, r.Kernel, r.ISA, r.Mode}, " ")
		if s := shorter[variant]; s != nil && s.Work.Elems < elems {
			ns, elems = ns-(s.NS[engine]-s.EmptyNS[engine]), elems-s.Work.Elems
			out = slices.DeleteFunc(out, func(p Prediction) bool { return p.row == s })
		}
		shorter[variant] = r
		if ns > 0 {
			out = append(out, Prediction{r.Kernel, r.Plan, r.Predicted, ns * ghz / elems, r})
		}
	}
	slices.SortStableFunc(out, func(a, b Prediction) int {
		return cmp.Compare(math.Abs(math.Log(b.Ratio())), math.Abs(math.Log(a.Ratio())))
	})
	return out
}

// Spread returns the geometric mean of the ratios of measured to predicted cycles, and the factor around that mean
// within which half of them lie.
func Spread(all []Prediction) (mean, half float64) {
	if len(all) == 0 {
		return 0, 0
	}
	var sum float64
	for _, p := range all {
		sum += math.Log(p.Ratio())
	}
	sum /= float64(len(all))
	var off []float64
	for _, p := range all {
		off = append(off, math.Abs(math.Log(p.Ratio())-sum))
	}
	slices.Sort(off)
	return math.Exp(sum), math.Exp(off[len(off)/2])
}

// CompileTime compiles a request several times, from its text each time, and returns the last result with the minimum
// time.
func CompileTime(e Engine, req Request, runs int) (*Compiled, error) {
	req.Uncache = true
	var last *Compiled
	var least time.Duration
	for i := range runs {
		c, err := e.Compile(req)
		if err != nil {
			return nil, err
		}
		if last != nil && last.Close != nil {
			last.Close()
		}
		if last = c; i == 0 || c.Time < least {
			least = c.Time
		}
	}
	last.Time = least
	return last, nil
}

// A Latency summarizes compile times, in µs, over many kernels.
type Latency struct {
	Kernels          int
	Median, P90, Max float64
	Slowest          []string // the three slowest, slowest first
}

// NewLatency summarizes the compile times of rows, one per kernel. Rows with errors do not count.
func NewLatency(rows []*Row) Latency {
	var timed []*Row
	for _, r := range rows {
		if r.CompileUS > 0 && r.Timed() {
			timed = append(timed, r)
		}
	}
	l := Latency{Kernels: len(timed)}
	if l.Kernels == 0 {
		return l
	}
	slices.SortStableFunc(timed, func(a, b *Row) int { return cmp.Compare(a.CompileUS, b.CompileUS) })
	times := make([]float64, len(timed))
	for i, r := range timed {
		times[i] = r.CompileUS
	}
	n := len(timed)
	l.Median, l.P90, l.Max = median(times), Quantile(times, 90), times[n-1]
	for i := n - 1; i >= max(0, n-3); i-- {
		l.Slowest = append(l.Slowest, timed[i].Kernel)
	}
	return l
}
