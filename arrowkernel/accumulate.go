package arrowkernel

import (
	_ "embed"
	"math"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
)

//go:embed aggregate_kernels.go
var aggregateSource string

func aggregateKernel[F any](f F) F {
	return lazily(f, aggregateSource)
}

var (
	countFast      = aggregateKernel(count)
	groupCountFast = aggregateKernel(groupCount)
	rowsOfFast     = aggregateKernel(rowsOf)

	key8, null8   = aggregateKernel(groupKey[uint8]), aggregateKernel(nullKey[uint8])
	key16, null16 = aggregateKernel(groupKey[uint16]), aggregateKernel(nullKey[uint16])
	key32, null32 = aggregateKernel(groupKey[uint32]), aggregateKernel(nullKey[uint32])
	key64, null64 = aggregateKernel(groupKey[uint64]), aggregateKernel(nullKey[uint64])
)

// aggregateKernels are the kernels for elements of type T, which are added up in S.
type aggregateKernels[S int64 | uint64 | float64, T number] struct {
	sum                func([]T) S
	sumWhere           func([]T, []bool) S
	min, max           func([]T, T) T
	minWhere, maxWhere func([]T, []bool, T) T
	numbers            func([]T) int
	numbersWhere       func([]T, []bool) int
	groupSum           func([]S, []int64, []uint32, []T, []bool)
	groupMin, groupMax func([]T, []int64, []uint32, []T, []bool)
	first, last        T // of the order: no number is less, or greater
}

func newAggregateKernels[S int64 | uint64 | float64, T number](first, last T) *aggregateKernels[S, T] {
	return &aggregateKernels[S, T]{
		sum:          aggregateKernel(sumOf[S, T]),
		sumWhere:     aggregateKernel(sumWhere[S, T]),
		min:          aggregateKernel(minOf[T]),
		max:          aggregateKernel(maxOf[T]),
		minWhere:     aggregateKernel(minWhere[T]),
		maxWhere:     aggregateKernel(maxWhere[T]),
		numbers:      aggregateKernel(numbersOf[T]),
		numbersWhere: aggregateKernel(numbersWhere[T]),
		groupSum:     aggregateKernel(groupSum[S, T]),
		groupMin:     aggregateKernel(groupMin[T]),
		groupMax:     aggregateKernel(groupMax[T]),
		first:        first, last: last,
	}
}

var accumulators = [kinds]func(op AggregateFunc, groups int) accumulator{
	int8s:    accumulatorsOf[int64, int8](math.MinInt8, math.MaxInt8),
	int16s:   accumulatorsOf[int64, int16](math.MinInt16, math.MaxInt16),
	int32s:   accumulatorsOf[int64, int32](math.MinInt32, math.MaxInt32),
	int64s:   accumulatorsOf[int64, int64](math.MinInt64, math.MaxInt64),
	uint8s:   accumulatorsOf[uint64, uint8](0, math.MaxUint8),
	uint16s:  accumulatorsOf[uint64, uint16](0, math.MaxUint16),
	uint32s:  accumulatorsOf[uint64, uint32](0, math.MaxUint32),
	uint64s:  accumulatorsOf[uint64, uint64](0, math.MaxUint64),
	float32s: accumulatorsOf[float64, float32](float32(math.Inf(-1)), float32(math.Inf(1))),
	float64s: accumulatorsOf[float64, float64](math.Inf(-1), math.Inf(1)),
	bools:    accumulatorsOf[uint64, uint8](0, 1),
}

// accumulator aggregates values of one type, for one or more groups.
type accumulator interface {
	// add adds n elements of a buffer to the first group: all, or those in rows; there are count of them.
	add(buf []byte, offset, n int, rows []bool, count int)
	// addGroups adds the elements in rows, each to its group.
	addGroups(buf []byte, offset int, groups []uint32, rows []bool)
	// addRows adds the elements in rows to one group.
	addRows(group int, buf []byte, offset int, rows []bool, count int)
	// result returns the values as a buffer, and the number of elements that each is made of. f is sum or mean for either, and
	// typ the type of min and max.
	result(f AggregateFunc, typ arrow.DataType) (arrow.DataType, []byte, []int64)
}

// totals is the accumulator.
type totals[S int64 | uint64 | float64, T number] struct {
	*aggregateKernels[S, T]
	op     AggregateFunc
	sums   []S
	best   []T
	counts []int64 // of elements; for min and max, maybe of those that are no NaN
	nans   []bool  // only NaNs so far
}

func accumulatorsOf[S int64 | uint64 | float64, T number](first, last T) func(op AggregateFunc, groups int) accumulator {
	kernels := sync.OnceValue(func() *aggregateKernels[S, T] { return newAggregateKernels[S](first, last) })
	return func(op AggregateFunc, groups int) accumulator {
		t := &totals[S, T]{aggregateKernels: kernels(), op: op, counts: make([]int64, groups)}
		switch op {
		case AggregateSum, AggregateMean:
			t.sums = make([]S, groups)
		case AggregateMin, AggregateMax:
			t.best, t.nans = make([]T, groups), make([]bool, groups)
			for i := range t.best {
				t.best[i] = last
				if op == AggregateMax {
					t.best[i] = first
				}
			}
		}
		return t
	}
}

func (t *totals[S, T]) add(buf []byte, offset, n int, rows []bool, count int) {
	if rows != nil {
		t.addRows(0, buf, offset, rows, count)
		return
	}
	x := view[T](buf, offset, n)
	switch t.op {
	case AggregateSum, AggregateMean:
		t.sums[0] += t.sum(x)
	case AggregateMin:
		if t.best[0] = t.min(x, t.best[0]); t.best[0] == t.last {
			count = t.onlyNaNs(0, count, t.numbers(x))
		}
	case AggregateMax:
		if t.best[0] = t.max(x, t.best[0]); t.best[0] == t.first {
			count = t.onlyNaNs(0, count, t.numbers(x))
		}
	}
	t.counts[0] += int64(count)
}

// onlyNaNs returns how many of count elements are numbers, and notes elements that are none.
func (t *totals[S, T]) onlyNaNs(group, count, numbers int) int {
	if numbers < count {
		t.nans[group] = true
	}
	return numbers
}

func (t *totals[S, T]) addRows(group int, buf []byte, offset int, rows []bool, count int) {
	x := view[T](buf, offset, len(rows))
	switch t.op {
	case AggregateSum, AggregateMean:
		t.sums[group] += t.sumWhere(x, rows)
	case AggregateMin:
		if t.best[group] = t.minWhere(x, rows, t.best[group]); t.best[group] == t.last {
			count = t.onlyNaNs(group, count, t.numbersWhere(x, rows))
		}
	case AggregateMax:
		if t.best[group] = t.maxWhere(x, rows, t.best[group]); t.best[group] == t.first {
			count = t.onlyNaNs(group, count, t.numbersWhere(x, rows))
		}
	}
	t.counts[group] += int64(count)
}

func (t *totals[S, T]) addGroups(buf []byte, offset int, groups []uint32, rows []bool) {
	x := view[T](buf, offset, len(groups))
	switch t.op {
	case AggregateSum, AggregateMean:
		t.groupSum(t.sums, t.counts, groups, x, rows)
		return
	case AggregateMin:
		t.groupMin(t.best, t.counts, groups, x, rows)
	case AggregateMax:
		t.groupMax(t.best, t.counts, groups, x, rows)
	}
	if t.first != t.first+1 || t.numbersWhere(x, rows) == countFast(bytesOf(rows)) { // integers, or no NaNs
		return
	}
	for i, g := range groups {
		if t.counts[g] == 0 && rows[i] {
			t.nans[g] = true
		}
	}
}

func (t *totals[S, T]) result(f AggregateFunc, typ arrow.DataType) (arrow.DataType, []byte, []int64) {
	switch f {
	case AggregateSum:
		return sumType[S](), bytesOf(t.sums), t.counts
	case AggregateMean:
		means := make([]float64, len(t.sums))
		for i, s := range t.sums {
			means[i] = float64(s) / float64(t.counts[i])
		}
		return arrow.PrimitiveTypes.Float64, bytesOf(means), t.counts
	}
	for i, only := range t.nans {
		if only && t.counts[i] == 0 {
			nan := math.NaN()
			t.best[i], t.counts[i] = T(nan), 1
		}
	}
	return typ, bytesOf(t.best), t.counts
}

func sumType[S int64 | uint64 | float64]() arrow.DataType {
	var s S
	switch any(s).(type) {
	case int64:
		return arrow.PrimitiveTypes.Int64
	case uint64:
		return arrow.PrimitiveTypes.Uint64
	}
	return arrow.PrimitiveTypes.Float64
}
