package bench

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// planSeparator stands between the plans of a row.
const planSeparator = "; "

// A Prediction sets the cycles that the compiler's cost model expects of a vectorized kernel beside those it took.
type Prediction struct {
	Kernel              string
	Plan                string
	Predicted, Measured float64 // cycles per element, the call left out
}

// Ratio is measured over predicted: above 1 the loop is slower than the model thinks.
func (p Prediction) Ratio() float64 { return p.Measured / p.Predicted }

// Predictions compares rows that the model says something of, on a clock of ghz, the worst misses first. engine is the name of our
// timings. Where elements are the iterations of several loops, nothing tells how they are shared out between plans, so that those
// rows are left out.
func Predictions(rows []*Row, engine string, ghz float64) []Prediction {
	var out []Prediction
	for _, r := range rows {
		ns := r.NS[engine] - r.EmptyNS[engine]
		if r.Error != "" || r.Predicted <= 0 || r.Work.Elems <= 0 || ns <= 0 || r.Work.Iterations && strings.Contains(r.Plan, planSeparator) {
			continue
		}
		out = append(out, Prediction{r.Kernel, r.Plan, r.Predicted, ns * ghz / r.Work.Elems})
	}
	slices.SortStableFunc(out, func(a, b Prediction) int {
		return cmp.Compare(math.Abs(math.Log(b.Ratio())), math.Abs(math.Log(a.Ratio())))
	})
	return out
}

// Spread is the geometric mean of the ratios of measured to predicted cycles, and the factor that half of them lie within of that mean.
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
