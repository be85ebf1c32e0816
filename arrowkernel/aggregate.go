package arrowkernel

import (
	"context"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/arrow/scalar"
)

// AggregateFunc is a function that makes one value of many.
type AggregateFunc uint8

// The functions, by the names that Arrow has for them.
const (
	AggregateSum   AggregateFunc = iota // "sum"
	AggregateMean                       // "mean"
	AggregateMin                        // "min"
	AggregateMax                        // "max"
	AggregateCount                      // "count"
)

var aggregateNames = []string{"sum", "mean", "min", "max", "count"}

// String returns the name of the function in the registry.
func (f AggregateFunc) String() string {
	if int(f) < len(aggregateNames) {
		return aggregateNames[f]
	}
	return fmt.Sprintf("AggregateFunc(%d)", uint8(f))
}

// AggregateOptions are the options of aggregates.
type AggregateOptions struct {
	// Filter selects rows: a boolean array, or a chunked one, as long as the values. Rows that are null are left out. Nil
	// selects all.
	Filter compute.Datum
}

// TypeName implements compute.FunctionOptions.
func (AggregateOptions) TypeName() string { return "AggregateOptions" }

// RegisterAggregates adds sum, mean, min, max and count to a registry, so that compute.CallFunction calls them:
//
//	total, err := compute.CallFunction(ctx, "sum", nil, values)
//	total, err := compute.CallFunction(ctx, "sum", arrowkernel.AggregateOptions{Filter: mask}, values)
func RegisterAggregates(reg compute.FunctionRegistry) error {
	for i, name := range aggregateNames {
		doc := compute.FunctionDoc{Summary: "Compute the " + name + " of values", ArgNames: []string{"values"}, OptionsType: "AggregateOptions"}
		err := add(reg, compute.NewMetaFunction(name, compute.Unary(), doc,
			func(ctx context.Context, opts compute.FunctionOptions, args ...compute.Datum) (compute.Datum, error) {
				switch o := opts.(type) {
				case nil:
					return aggregate(ctx, AggregateFunc(i), AggregateOptions{}, args[0])
				case AggregateOptions:
					return aggregate(ctx, AggregateFunc(i), o, args[0])
				case *AggregateOptions:
					return aggregate(ctx, AggregateFunc(i), *o, args[0])
				}
				return nil, fmt.Errorf("%w: arrowkernel: options of '%s' are %T; use AggregateOptions", arrow.ErrInvalid, name, opts)
			}))
		if err != nil {
			return err
		}
	}
	return nil
}

// Sum returns the sum of an array or chunked array without nulls: int64 for signed integers, uint64 for unsigned ones
// and bools, and float64 for floats. Integers wrap around. Floats are added in another order than that of the array, which
// can affect the last bits. The sum of no values is null.
func Sum(ctx context.Context, opts AggregateOptions, values compute.Datum) (compute.Datum, error) {
	return aggregate(ctx, AggregateSum, opts, values)
}

// Mean returns the mean of an array or chunked array without nulls, a float64. It is the quotient of [Sum] and [Count].
func Mean(ctx context.Context, opts AggregateOptions, values compute.Datum) (compute.Datum, error) {
	return aggregate(ctx, AggregateMean, opts, values)
}

// Min returns the least value of an array or chunked array of numbers, dates or times. Nulls and NaNs do not count, unless
// there are only NaNs. The least of no values is null.
func Min(ctx context.Context, opts AggregateOptions, values compute.Datum) (compute.Datum, error) {
	return aggregate(ctx, AggregateMin, opts, values)
}

// Max returns the greatest value, like [Min].
func Max(ctx context.Context, opts AggregateOptions, values compute.Datum) (compute.Datum, error) {
	return aggregate(ctx, AggregateMax, opts, values)
}

// Count returns how many values of an array or chunked array, of any type, are not null: an int64.
func Count(ctx context.Context, opts AggregateOptions, values compute.Datum) (compute.Datum, error) {
	return aggregate(ctx, AggregateCount, opts, values)
}

// newAccumulator returns the accumulator for values of a type.
func newAccumulator(f AggregateFunc, typ arrow.DataType, groups int) (accumulator, kind, error) {
	k, ok := kindOf(typ)
	_, number := numericKind(typ)
	switch f {
	case AggregateCount:
		return accumulators[uint8s](f, groups), k, nil
	case AggregateSum, AggregateMean:
		ok = ok && (number || k == bools)
	case AggregateMin, AggregateMax:
		ok = ok && k != bools
	default:
		ok = false
	}
	if !ok {
		return nil, 0, fmt.Errorf("%w: arrowkernel: %v of values of type %v", arrow.ErrNotImplemented, f, typ)
	}
	return accumulators[k](f, groups), k, nil
}

func aggregate(ctx context.Context, f AggregateFunc, opts AggregateOptions, values compute.Datum) (compute.Datum, error) {
	s := newScratch(ctx)
	defer s.release()
	columns, n, err := columnsOf(s, opts.Filter, values)
	if err != nil {
		return nil, err
	}
	typ := values.(compute.ArrayLikeDatum).Type()
	acc, k, err := newAccumulator(f, typ, 1)
	if err != nil {
		return nil, err
	}
	var r rows
	err = walk(ctx, columns, n, func(at []position, n int) error {
		v := at[1]
		r.set(at[0], s)
		r.add(v, s)
		if r.all && f == AggregateCount {
			acc.add(nil, 0, 0, nil, n)
			return nil
		}
		if r.all {
			acc.add(v.elements(k, s, 0, n), v.offset(k, 0), n, nil, n)
			return nil
		}
		for from := 0; from < n; from += blockRows {
			m := min(blockRows, n-from)
			chosen, count := r.read(s, from, m)
			if f == AggregateCount {
				acc.add(nil, 0, 0, nil, count)
				continue
			}
			acc.add(v.elements(k, s, from, m), v.offset(k, from), m, chosen, count)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if f == AggregateCount {
		_, _, counts := acc.result(f, typ)
		return compute.NewDatum(scalar.NewInt64Scalar(counts[0])), nil
	}
	a := resultArray(ctx, acc, f, typ, nil)
	defer a.Release()
	sc, err := scalar.GetScalar(a, 0)
	if err != nil {
		return nil, err
	}
	return compute.NewDatum(sc), nil
}

// resultArray returns the values of an accumulator for some groups, or for all if groups is nil.
func resultArray(ctx context.Context, acc accumulator, f AggregateFunc, typ arrow.DataType, groups []int) arrow.Array {
	typ, values, counts := acc.result(f, typ)
	size := typ.(arrow.FixedWidthDataType).Bytes()
	if groups == nil {
		groups = []int{0}
	}
	mem := compute.GetAllocator(ctx)
	valid, out := memory.NewResizableBuffer(mem), memory.NewResizableBuffer(mem)
	defer valid.Release()
	defer out.Release()
	valid.Resize((len(groups) + 7) / 8)
	clear(valid.Bytes())
	out.Resize(len(groups) * size)
	nulls := 0
	for i, g := range groups {
		copy(out.Bytes()[i*size:(i+1)*size], values[g*size:])
		if counts[g] > 0 {
			setBit(valid.Bytes(), i, 1)
		} else {
			clear(out.Bytes()[i*size : (i+1)*size])
			nulls++
		}
	}
	data := array.NewData(typ, len(groups), []*memory.Buffer{valid, out}, nil, nulls, 0)
	defer data.Release()
	return array.MakeFromData(data)
}

// rows says which rows of a piece count.
type rows struct {
	all         bool
	masks       []mask
	chosen, one []byte
}

// set begins with the rows that a filter selects. The zero position selects all.
func (r *rows) set(filter position, s *scratch) {
	r.masks, r.all = r.masks[:0], true
	if filter.array == nil {
		return
	}
	m := maskOf(filter.array.(*array.Boolean))
	m.offset, m.alsoOffset = m.offset+filter.at, m.alsoOffset+filter.at
	r.masks, r.all = append(r.masks, m), false
}

// add leaves out the nulls of a column.
func (r *rows) add(v position, s *scratch) {
	if v.array.NullN() == 0 {
		return
	}
	if v.array.DataType().ID() == arrow.NULL {
		zeros := s.bytes((v.array.Len() + 7) / 8)
		clear(zeros)
		r.masks, r.all = append(r.masks, mask{bits: zeros, offset: v.at}), false
		return
	}
	d := v.array.Data()
	r.masks, r.all = append(r.masks, mask{bits: d.Buffers()[0].Bytes(), offset: d.Offset() + v.at}), false
}

// read returns a byte for each of n rows, 0 or 1, as bools, and the number of ones. n is at most blockRows.
func (r *rows) read(s *scratch, from, n int) ([]bool, int) {
	if r.chosen == nil {
		r.chosen, r.one = s.block(bools), s.block(bools)
	}
	chosen, one := r.chosen[:n], r.one[:n]
	if len(r.masks) == 0 {
		fill8(chosen, 1)
		return asBools(chosen), n
	}
	r.masks[0].read(s, chosen, one, from)
	if len(r.masks) > 1 {
		more := s.second()[:n]
		for _, m := range r.masks[1:] {
			m.read(s, more, one, from)
			andBytesFast(chosen, more)
		}
	}
	return asBools(chosen), countFast(chosen)
}

// position is a row of an array.
type position struct {
	array arrow.Array
	at    int
}

// elements returns the buffer of a column. Bools become bytes, of n rows from a row of the piece on.
func (v position) elements(k kind, s *scratch, from, n int) []byte {
	d := v.array.Data()
	if len(d.Buffers()) < 2 || d.Buffers()[1] == nil {
		return nil
	}
	buf := d.Buffers()[1].Bytes()
	if k != bools {
		return buf
	}
	bytes := s.elements(n)
	for at := 0; at < n; at += blockRows {
		m := min(blockRows, n-at)
		unpackBits(bytes[at:at+m], buf, d.Offset()+v.at+from+at, s.bits())
	}
	return bytes
}

// offset returns where the elements from a row of the piece on are in the buffer.
func (v position) offset(k kind, from int) int {
	if k == bools {
		return 0
	}
	return v.array.Data().Offset() + v.at + from
}

// columnsOf returns the chunks of a filter and of columns, which have the same number of rows.
func columnsOf(s *scratch, filter compute.Datum, values ...compute.Datum) ([][]arrow.Array, int, error) {
	columns := make([][]arrow.Array, 1, 1+len(values))
	n := -1
	for i, d := range append([]compute.Datum{filter}, values...) {
		if d == nil && i == 0 {
			continue
		}
		var chunks []arrow.Array
		switch d := d.(type) {
		case *compute.ArrayDatum:
			a := d.MakeArray()
			s.hold(a)
			chunks = []arrow.Array{a}
		case *compute.ChunkedDatum:
			chunks = d.Value.Chunks()
		default:
			return nil, 0, fmt.Errorf("%w: arrowkernel: the values are a %v; use an array or a chunked array", arrow.ErrInvalid, d)
		}
		if typ := d.(compute.ArrayLikeDatum).Type(); i == 0 && typ.ID() != arrow.BOOL {
			return nil, 0, fmt.Errorf("%w: arrowkernel: the filter is of type %v; use a boolean array", arrow.ErrInvalid, typ)
		}
		if n >= 0 && int(d.Len()) != n {
			return nil, 0, fmt.Errorf("%w: arrowkernel: columns have %d and %d rows", arrow.ErrInvalid, n, d.Len())
		}
		n = int(d.Len())
		if i == 0 {
			columns[0] = chunks
		} else {
			columns = append(columns, chunks)
		}
	}
	return columns, n, nil
}

// walk calls f for pieces of n rows that are in one chunk of each column.
func walk(ctx context.Context, columns [][]arrow.Array, n int, f func(at []position, n int) error) error {
	chunk, at := make([]int, len(columns)), make([]position, len(columns))
	for n > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		piece := min(n, maxRows)
		for i, chunks := range columns {
			if chunks == nil {
				continue
			}
			for at[i].array == nil || at[i].at == at[i].array.Len() {
				at[i] = position{chunks[chunk[i]], 0}
				chunk[i]++
			}
			piece = min(piece, at[i].array.Len()-at[i].at)
		}
		if err := f(at, piece); err != nil {
			return err
		}
		for i := range at {
			at[i].at += piece
		}
		n -= piece
	}
	return nil
}
