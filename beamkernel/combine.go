package beamkernel

import (
	"math"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Partial has the aggregates of the rows of one group in one block. The text of a kernel of [Aggregate] declares the same
// struct. A kernel counts the rows of each group, and computes the other fields that the program reads. They begin as 0, 0,
// +Inf and -Inf.
type Partial struct {
	Count         int64
	Sum, Min, Max float64
}

// Result has the aggregates of the rows of one group.
type Result struct {
	Count               int64
	Sum, Mean, Min, Max float64
}

// Merge is the CombineFn of [Aggregate]. It takes each [Partial] once and returns a [Result].
type Merge struct{}

// Total is the accumulator of [Merge]. Its sum is exact: that of the elements of Parts, none of which overlaps another
// one.
type Total struct {
	Count    int64
	Parts    []float64
	Special  float64 // the sum of infinities and NaNs, or 0
	Min, Max float64
}

func init() {
	beam.RegisterType(reflect.TypeFor[Partial]())
	beam.RegisterType(reflect.TypeFor[Result]())
	beam.RegisterType(reflect.TypeFor[Total]())
}

// CreateAccumulator returns the aggregates of no rows.
func (*Merge) CreateAccumulator() Total {
	return Total{Min: math.Inf(1), Max: math.Inf(-1)}
}

// AddInput adds the rows of a block.
func (*Merge) AddInput(t Total, p Partial) Total {
	t.Count += p.Count
	t.add(p.Sum)
	t.Min, t.Max = min(t.Min, p.Min), max(t.Max, p.Max)
	return t
}

// MergeAccumulators returns the aggregates of the rows of both.
func (*Merge) MergeAccumulators(t, u Total) Total {
	t.Count += u.Count
	t.add(u.Special)
	for _, x := range u.Parts {
		t.add(x)
	}
	t.Min, t.Max = min(t.Min, u.Min), max(t.Max, u.Max)
	return t
}

// ExtractOutput returns the result.
func (*Merge) ExtractOutput(t Total) Result {
	sum := t.sum()
	return Result{t.Count, sum, sum / float64(t.Count), t.Min, t.Max}
}

// add adds x to the sum: the algorithm of Shewchuk, Adaptive Precision Floating-Point Arithmetic (1997), as in Python's
// math.fsum. The elements of Parts grow in magnitude. An overflow is an infinity.
func (t *Total) add(x float64) {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		t.Special += x
		return
	}
	parts := make([]float64, 0, len(t.Parts)+1) // the runner may keep the old ones
	for _, y := range t.Parts {
		if math.Abs(x) < math.Abs(y) {
			x, y = y, x
		}
		high := x + y
		if low := y - (high - x); low != 0 {
			parts = append(parts, low)
		}
		x = high
	}
	if math.IsInf(x, 0) {
		t.Special += x
		parts = nil
	} else {
		parts = append(parts, x)
	}
	t.Parts = parts
}

// sum returns the sum, rounded once, to even.
func (t *Total) sum() float64 {
	if t.Special != 0 {
		return t.Special // an infinity or a NaN
	}
	n := len(t.Parts)
	if n == 0 {
		return 0
	}
	n--
	high, low := t.Parts[n], 0.0
	for n > 0 {
		x, y := high, t.Parts[n-1]
		n--
		high = x + y
		if low = y - (high - x); low != 0 {
			break
		}
	}
	// Where low is half a unit of high, the elements below it decide.
	if n > 0 && (low < 0) == (t.Parts[n-1] < 0) {
		if y := 2 * low; y == (high+y)-high {
			high += y
		}
	}
	return high
}
