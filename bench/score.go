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

// ScoreCap is what a single loop may contribute to a capped mean: without a limit, three loops that walk down columns
// or fold away decide it.
const ScoreCap = 20

// A Score says how much faster than ScoreBase somebody is over many loops. Times are without the cost of the call.
type Score struct {
	Loops            int
	Capped, Uncapped float64 // geometric means
	Median           float64
}

// NewScore computes the score of who over rows; engine names us.
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
	slices.Sort(ratios)
	s.Median = (ratios[s.Loops/2] + ratios[(s.Loops-1)/2]) / 2
	return s
}

// Vectorized counts the rows of loops that the compiler vectorized and those of them for which that pays, and names the
// loops that are slower than 0.95 of our own scalar code.
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

// planSeparator stands between the plans of a row.
const planSeparator = "; "

// A Prediction sets the cycles that the compiler's cost model expects of a vectorized kernel beside those it took.
type Prediction struct {
	Kernel              string
	Plan                string
	Predicted, Measured float64 // cycles per element, the call left out
	row                 *Row
}

// Ratio is measured over predicted: above 1 the loop is slower than the model thinks.
func (p Prediction) Ratio() float64 { return p.Measured / p.Predicted }

// Predictions compares rows that the model says something of, on a clock of ghz, the worst misses first. engine is the
// name of our timings. Where elements are the iterations of several loops, nothing tells how they are shared out
// between plans, so that those rows are left out. Of a kernel measured at two lengths what counts is the difference: what
// a call does once, in front of its loop and behind, is no part of the prediction.
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

// Spread is the geometric mean of the ratios of measured to predicted cycles, and the factor that half of them lie
// within of that mean.
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

// CompileTime compiles a request several times over, from its text each time, and returns the last result with the
// least of the times that it took.
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

// A Latency sums up how long compiling takes, in µs, over many kernels.
type Latency struct {
	Kernels          int
	Median, P90, Max float64
	Slowest          []string // the three slowest, slowest first
}

// NewLatency sums up the compile times of rows, one per kernel. Rows with errors do not count.
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
	slices.SortStableFunc(timed, func(a, b *Row) int {
		switch {
		case a.CompileUS < b.CompileUS:
			return -1
		case a.CompileUS > b.CompileUS:
			return 1
		}
		return 0
	})
	n := l.Kernels
	l.Median = (timed[n/2].CompileUS + timed[(n-1)/2].CompileUS) / 2
	l.P90, l.Max = timed[(n-1)*9/10].CompileUS, timed[n-1].CompileUS
	for i := n - 1; i >= max(0, n-3); i-- {
		l.Slowest = append(l.Slowest, timed[i].Kernel)
	}
	return l
}
