package arrowkernel_test

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/arrow/scalar"
	"github.com/stretchr/testify/require"

	"hotloop/arrowkernel"
)

// plainAggregates are the aggregates of one group of values, by a loop of Go. Values are small enough for sums to be
// exact in any order.
type plainAggregates struct {
	count, numbers int
	sum, min, max  float64
}

func newPlain() *plainAggregates { return &plainAggregates{min: math.Inf(1), max: math.Inf(-1)} }

func (p *plainAggregates) add(v float64) {
	p.count++
	p.sum += v
	if v == v {
		p.numbers++
		p.min, p.max = min(p.min, v), max(p.max, v)
	}
}

// value returns what a function makes of the values, and whether it is not null.
func (p *plainAggregates) value(f arrowkernel.AggregateFunc) (float64, bool) {
	v := map[arrowkernel.AggregateFunc]float64{arrowkernel.AggregateSum: p.sum, arrowkernel.AggregateMean: p.sum / float64(p.count),
		arrowkernel.AggregateMin: p.min, arrowkernel.AggregateMax: p.max, arrowkernel.AggregateCount: float64(p.count)}[f]
	if p.numbers == 0 && (f == arrowkernel.AggregateMin || f == arrowkernel.AggregateMax) {
		v = math.NaN()
	}
	return v, p.count > 0 || f == arrowkernel.AggregateCount
}

// valueAt returns a value as a float, and whether it is not null.
func valueAt(a arrow.Array, i int) (float64, bool) {
	if a.IsNull(i) {
		return 0, false
	}
	switch a := a.(type) {
	case *array.Boolean:
		if a.Value(i) {
			return 1, true
		}
		return 0, true
	case *array.Date32:
		return float64(a.Value(i)), true
	case *array.Timestamp:
		return float64(a.Value(i)), true
	}
	v, err := strconv.ParseFloat(a.ValueStr(i), 64)
	if err != nil {
		panic(err)
	}
	return v, true
}

func scalarValue(t *testing.T, d compute.Datum) (float64, bool) {
	s := d.(*compute.ScalarDatum).Value
	if !s.IsValid() {
		return 0, false
	}
	a, err := scalar.MakeArrayFromScalar(s, 1, memory.DefaultAllocator)
	require.NoError(t, err)
	defer a.Release()
	return valueAt(a, 0)
}

var aggregateTypes = append([]arrow.DataType{arrow.FixedWidthTypes.Boolean, arrow.FixedWidthTypes.Date32, arrow.FixedWidthTypes.Timestamp_s}, numericTypes...)

// TestAggregates compares aggregates with a loop of Go, for arrays and chunked arrays, with and without a filter.
func TestAggregates(t *testing.T) {
	reg := compute.NewChildRegistry(compute.GetFunctionRegistry())
	require.NoError(t, arrowkernel.RegisterAggregates(reg))
	ectx := compute.DefaultExecCtx()
	ectx.Registry = reg
	for k, typ := range aggregateTypes {
		ctx, mem := checked(t)
		ctx = compute.SetExecCtx(ctx, ectx)
		g := newGenerator(mem, uint64(k))
		g.small = true
		for i, n := range append([]int{300_000}, sizes...) {
			for nulls := noNulls; nulls <= allNulls; nulls++ {
				var values compute.Datum
				if i%2 == 0 {
					values = datum(g.array(typ, n, nulls))
				} else {
					values = datum(g.chunked(typ, n, nulls))
				}
				filter := datum(g.chunked(arrow.FixedWidthTypes.Boolean, n, nullness(i%2)))
				for _, f := range []compute.Datum{nil, filter} {
					compareAggregates(t, ctx, typ, values, f)
				}
				values.Release()
				filter.Release()
			}
		}
	}
}

func compareAggregates(t *testing.T, ctx context.Context, typ arrow.DataType, values, filter compute.Datum) {
	v := chunkedOf(values)
	defer v.Release()
	want := newPlain()
	keep := rowsIn(filter, v.Len())
	i := 0
	for _, c := range v.Chunks() {
		for j := range c.Len() {
			if x, ok := valueAt(c, j); ok && keep[i] {
				want.add(x)
			}
			i++
		}
	}
	for f := arrowkernel.AggregateSum; f <= arrowkernel.AggregateCount; f++ {
		got, err := compute.CallFunction(ctx, f.String(), arrowkernel.AggregateOptions{Filter: filter}, values)
		temporal := typ.ID() == arrow.DATE32 || typ.ID() == arrow.TIMESTAMP
		if temporal && f <= arrowkernel.AggregateMean || typ.ID() == arrow.BOOL && (f == arrowkernel.AggregateMin || f == arrowkernel.AggregateMax) {
			require.ErrorIs(t, err, arrow.ErrNotImplemented)
			continue
		}
		require.NoError(t, err, "%v of %v", f, typ)
		x, ok := scalarValue(t, got)
		y, wantOK := want.value(f)
		require.Equal(t, wantOK, ok, "%v of %d %v", f, v.Len(), typ)
		if ok {
			require.Equal(t, y, x, "%v of %d %v", f, v.Len(), typ)
		}
		got.Release()
	}
}

// rowsIn returns the rows that a filter selects.
func rowsIn(filter compute.Datum, n int) []bool {
	keep := make([]bool, 0, n)
	if filter == nil {
		for range n {
			keep = append(keep, true)
		}
		return keep
	}
	c := chunkedOf(filter)
	defer c.Release()
	for _, a := range c.Chunks() {
		for i := range a.Len() {
			keep = append(keep, a.IsValid(i) && a.(*array.Boolean).Value(i))
		}
	}
	return keep
}

// TestAggregatesOfNaNs: min and max ignore NaNs, unless there is nothing else.
func TestAggregatesOfNaNs(t *testing.T) {
	ctx, mem := checked(t)
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		values   []float64
		min, max string
	}{
		{[]float64{nan, 3, nan, -2}, "-2", "3"},
		{[]float64{nan, nan}, "NaN", "NaN"},
		{[]float64{nan, inf}, "+Inf", "+Inf"},
		{[]float64{-inf, nan}, "-Inf", "-Inf"},
	} {
		d := datum(arrayOf(mem, c.values))
		least, err := arrowkernel.Min(ctx, arrowkernel.AggregateOptions{}, d)
		require.NoError(t, err)
		most, err := arrowkernel.Max(ctx, arrowkernel.AggregateOptions{}, d)
		require.NoError(t, err)
		require.Equal(t, c.min, least.(*compute.ScalarDatum).Value.String())
		require.Equal(t, c.max, most.(*compute.ScalarDatum).Value.String())
		d.Release()
	}
}

// TestCountOfAnything: values of every type can be counted.
func TestCountOfAnything(t *testing.T) {
	ctx, mem := checked(t)
	for _, a := range []arrow.Array{array.MakeArrayOfNull(mem, arrow.Null, 5), array.MakeArrayOfNull(mem, arrow.BinaryTypes.String, 5), newGenerator(mem, 1).array(smallWords, 10, noNulls)} {
		d := datum(a)
		got, err := arrowkernel.Count(ctx, arrowkernel.AggregateOptions{}, d)
		require.NoError(t, err)
		require.Equal(t, strconv.Itoa(int(d.Len())-int(d.(compute.ArrayLikeDatum).NullN())), got.(*compute.ScalarDatum).Value.String())
		d.Release()
	}
}

// TestGroupBy compares groups with a map of Go, with chunks of different dictionaries, nulls among keys and values, and
// few and many groups.
func TestGroupBy(t *testing.T) {
	for seed := range uint64(24) {
		ctx, mem := checked(t)
		g := newGenerator(mem, seed)
		g.small = true
		n := sizes[int(seed)%len(sizes)]
		nulls := nullness(seed % 3)
		opts := arrowkernel.AggregateOptions{}
		var mine []interface{ Release() }
		keep := func(v interface{ Release() }) compute.Datum {
			d := datum(v)
			mine = append(mine, d)
			return d
		}
		key := keep(g.chunked(smallWords, n, nulls))
		keys := []arrowkernel.Key{{Name: "k", Values: key}}
		if seed%2 == 1 {
			keys = append(keys, arrowkernel.Key{Name: "l", Values: keep(g.array(wideWords, n, nullness(seed/2%3)))})
		}
		if seed%4 == 3 { // few groups
			bits, err := compute.DictionaryEncode(ctx, compute.DictionaryEncodeOptions{}, keep(g.array(arrow.BinaryTypes.String, n, noNulls)))
			require.NoError(t, err)
			mine = append(mine, bits)
			keys = []arrowkernel.Key{{Name: "k", Values: bits}}
		}
		if seed/3%2 == 1 {
			opts.Filter = keep(g.array(arrow.FixedWidthTypes.Boolean, n, someNulls))
		}
		var aggregates []arrowkernel.Aggregate
		for i, typ := range []arrow.DataType{arrow.PrimitiveTypes.Float64, arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Uint32, arrow.FixedWidthTypes.Boolean} {
			values := keep(g.chunked(typ, n, nullness(seed/2%3)))
			for f := arrowkernel.AggregateSum; f <= arrowkernel.AggregateCount; f++ {
				if typ.ID() != arrow.BOOL || f != arrowkernel.AggregateMin && f != arrowkernel.AggregateMax {
					aggregates = append(aggregates, arrowkernel.Aggregate{Name: fmt.Sprint(f, i), Func: f, Values: values})
				}
			}
		}
		aggregates = append(aggregates, arrowkernel.Aggregate{Name: "rows", Func: arrowkernel.AggregateCount})
		got, err := arrowkernel.GroupBy(ctx, opts, keys, aggregates)
		require.NoError(t, err)
		compareGroups(t, got, opts.Filter, keys, aggregates)
		got.Release()
		for _, v := range mine {
			v.Release()
		}
	}
}

func compareGroups(t *testing.T, got arrow.RecordBatch, filter compute.Datum, keys []arrowkernel.Key, aggregates []arrowkernel.Aggregate) {
	n := int(keys[0].Values.Len())
	keep := rowsIn(filter, n)
	groupOf := make([]string, n)
	for _, k := range keys {
		for i, s := range stringsOf(k.Values) {
			groupOf[i] += s + "|"
		}
	}
	for a, agg := range aggregates {
		want := map[string]*plainAggregates{}
		for i, k := range groupOf {
			if keep[i] && want[k] == nil {
				want[k] = newPlain()
			}
		}
		if agg.Values == nil {
			for i, k := range groupOf {
				if keep[i] {
					want[k].add(0)
				}
			}
		} else {
			c := chunkedOf(agg.Values)
			i := 0
			for _, chunk := range c.Chunks() {
				for j := range chunk.Len() {
					if v, ok := valueAt(chunk, j); ok && keep[i] {
						want[groupOf[i]].add(v)
					}
					i++
				}
			}
			c.Release()
		}
		require.Equal(t, int64(len(want)), got.NumRows())
		for row := range int(got.NumRows()) {
			key := ""
			for k := range keys {
				key += text(got.Column(k), row) + "|"
			}
			require.NotNil(t, want[key], key)
			x, ok := valueAt(got.Column(len(keys)+a), row)
			y, wantOK := want[key].value(agg.Func)
			require.Equal(t, wantOK, ok, "%s of %s", agg.Name, key)
			if ok {
				require.Equal(t, y, x, "%s of %s", agg.Name, key)
			}
		}
	}
}

func text(a arrow.Array, i int) string {
	if a.IsNull(i) {
		return "null"
	}
	return strconv.Quote(a.ValueStr(i))
}

func stringsOf(d compute.Datum) (list []string) {
	c := chunkedOf(d)
	defer c.Release()
	for _, a := range c.Chunks() {
		for i := range a.Len() {
			list = append(list, text(a, i))
		}
	}
	return list
}

// TestAggregateErrors has what aggregates refuse.
func TestAggregateErrors(t *testing.T) {
	ctx, mem := checked(t)
	g := newGenerator(mem, 1)
	x, short := datum(g.array(arrow.PrimitiveTypes.Int64, 10, noNulls)), datum(g.array(arrow.FixedWidthTypes.Boolean, 9, noNulls))
	words := datum(g.array(arrow.BinaryTypes.String, 10, noNulls))
	key := datum(g.array(smallWords, 10, noNulls))
	for _, d := range []compute.Datum{x, short, words, key} {
		defer d.Release()
	}
	sum := func(filter, v compute.Datum) error {
		_, err := arrowkernel.Sum(ctx, arrowkernel.AggregateOptions{Filter: filter}, v)
		return err
	}
	require.ErrorContains(t, sum(short, x), "columns have 9 and 10 rows")
	require.ErrorContains(t, sum(x, x), "the filter is of type int64; use a boolean array")
	require.ErrorContains(t, sum(nil, words), "sum of values of type utf8")
	require.ErrorContains(t, sum(nil, compute.NewDatum(3)), "use an array or a chunked array")
	group := func(keys []arrowkernel.Key, list ...arrowkernel.Aggregate) error {
		_, err := arrowkernel.GroupBy(ctx, arrowkernel.AggregateOptions{}, keys, list)
		return err
	}
	require.ErrorContains(t, group(nil), "GroupBy has no keys")
	require.ErrorContains(t, group([]arrowkernel.Key{{Name: "w", Values: words}}), "key w is of type utf8; use a dictionary, as of compute.DictionaryEncode")
	byKey := []arrowkernel.Key{{Name: "k", Values: key}}
	require.ErrorContains(t, group(byKey, arrowkernel.Aggregate{Name: "s", Func: arrowkernel.AggregateSum}), "s: sum has no values")
	require.ErrorContains(t, group(byKey, arrowkernel.Aggregate{Name: "s", Func: arrowkernel.AggregateSum, Values: words}), "s: ")
	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err := arrowkernel.Sum(done, arrowkernel.AggregateOptions{}, x)
	require.ErrorIs(t, err, context.Canceled)
}

// TestQuery compares queries with GroupBy of evaluated expressions.
func TestQuery(t *testing.T) {
	expr := func(text string) *arrowkernel.Expression {
		e, err := arrowkernel.Expr(text, exprSchema)
		require.NoError(t, err)
		return e
	}
	where := expr(`name != "AIR" && (flag || i8 > 3)`)
	values := []*arrowkernel.Expression{expr("i32*i64"), expr("u16/2"), expr("i32 > 0 || flag"), expr("day"), expr("coalesce(f64, 1)"), expr("i64 / (i64 & 7 | 1)")}
	for seed := range uint64(12) {
		ctx, mem := checked(t)
		g := newGenerator(mem, seed)
		g.small = true
		rec := g.batchOf(exprSchema, sizes[int(seed)%len(sizes)], nullness(seed%3))
		w := where
		if seed%4 == 3 {
			w = nil
		}
		keys := [][]string{{"mode"}, {"wide", "mode"}, nil}[seed/2%3]
		var fused []arrowkernel.ExprAggregate
		var plain []arrowkernel.Aggregate
		var mine []compute.Datum
		for i, e := range values {
			d := eval(ctx, e, rec)
			mine = append(mine, d)
			for f := arrowkernel.AggregateSum; f <= arrowkernel.AggregateCount; f++ {
				if e.Type().ID() == arrow.BOOL && f != arrowkernel.AggregateSum || e.Type().ID() == arrow.DATE32 && f < arrowkernel.AggregateMin {
					continue
				}
				name := fmt.Sprint(f, i)
				fused = append(fused, arrowkernel.ExprAggregate{Name: name, Func: f, Expr: e})
				plain = append(plain, arrowkernel.Aggregate{Name: name, Func: f, Values: d})
			}
		}
		fused = append(fused, arrowkernel.ExprAggregate{Name: "rows", Func: arrowkernel.AggregateCount})
		plain = append(plain, arrowkernel.Aggregate{Name: "rows", Func: arrowkernel.AggregateCount})
		got, err := arrowkernel.Query(ctx, rec, w, keys, fused)
		require.NoError(t, err)
		var opts arrowkernel.AggregateOptions
		if w != nil {
			opts.Filter = eval(ctx, w, rec)
			mine = append(mine, opts.Filter)
		}
		if keys != nil {
			var list []arrowkernel.Key
			for _, k := range keys {
				d := compute.NewDatum(rec.Column(exprSchema.FieldIndices(k)[0]))
				mine = append(mine, d)
				list = append(list, arrowkernel.Key{Name: k, Values: d})
			}
			want, err := arrowkernel.GroupBy(ctx, opts, list, plain)
			require.NoError(t, err)
			require.True(t, array.RecordEqual(want, got), "want %v\ngot %v", want, got)
			want.Release()
		} else {
			require.Equal(t, int64(1), got.NumRows())
			for i, a := range plain[:len(plain)-1] {
				f := map[arrowkernel.AggregateFunc]func(context.Context, arrowkernel.AggregateOptions, compute.Datum) (compute.Datum, error){
					arrowkernel.AggregateSum: arrowkernel.Sum, arrowkernel.AggregateMean: arrowkernel.Mean, arrowkernel.AggregateMin: arrowkernel.Min,
					arrowkernel.AggregateMax: arrowkernel.Max, arrowkernel.AggregateCount: arrowkernel.Count}[a.Func]
				want, err := f(ctx, opts, a.Values)
				require.NoError(t, err)
				s, err := scalar.GetScalar(got.Column(i), 0)
				require.NoError(t, err)
				require.Equal(t, want.(*compute.ScalarDatum).Value.String(), s.String(), a.Name)
			}
		}
		got.Release()
		rec.Release()
		for _, d := range mine {
			d.Release()
		}
	}
	ctx, mem := checked(t)
	rec := newGenerator(mem, 1).batchOf(exprSchema, 5, noNulls)
	defer rec.Release()
	_, err := arrowkernel.Query(ctx, rec, values[0], nil, nil)
	require.ErrorContains(t, err, "Query takes a condition")
	_, err = arrowkernel.Query(ctx, rec, nil, []string{"none"}, nil)
	require.ErrorContains(t, err, "the record batch has 0 columns none")
	_, err = arrowkernel.Query(ctx, rec, nil, nil, []arrowkernel.ExprAggregate{{Name: "s"}})
	require.ErrorContains(t, err, "s: sum has no expression")
}
