package beamkernel

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/stretchr/testify/require"
)

// block returns a block with the columns x, flag and n; x and flag have nulls at multiples of nulls, if that is not 0.
func block(rows, nulls int) Block {
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{
		{Name: "x", Type: arrow.PrimitiveTypes.Float32, Nullable: true},
		{Name: "flag", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
		{Name: "n", Type: arrow.FixedWidthTypes.Date32},
		{Name: "name", Type: arrow.BinaryTypes.String},
	}, nil))
	defer b.Release()
	for i := range rows {
		b.Field(2).(*array.Date32Builder).Append(arrow.Date32(i * i))
		b.Field(3).(*array.StringBuilder).Append("name")
		if nulls > 0 && i%nulls == 0 {
			b.Field(0).AppendNull()
			b.Field(1).AppendNull()
			continue
		}
		b.Field(0).(*array.Float32Builder).Append(float32(i) / 8)
		b.Field(1).(*array.BooleanBuilder).Append(i%3 == 0)
	}
	return Block{b.NewRecordBatch()}
}

type scored struct {
	X     []float32
	Valid []bool `arrow:"x,valid"`
	N     []int32
	Score []float32 `arrow:"score,out"`
	Large []bool    `arrow:"flag,out"`
}

const scoreText = `package p

import "math"

type scored struct {
	X     []float32
	Valid []bool
	N     []int32
	Score []float32
	Large []bool
}

func Score(t *scored) {
	x, valid, n, score, large := t.X, t.Valid[:len(t.X)], t.N[:len(t.X)], t.Score[:len(t.X)], t.Large[:len(t.X)]
	for i := range x {
		s := float32(-1)
		if valid[i] {
			s = 1 / (1 + float32(math.Exp(-float64(x[i])))) + float32(n[i])
		}
		score[i] = s
		large[i] = s > 100
	}
}
`

// mapped runs a MapFn as a worker does, from its JSON.
func mapped[T any](t *testing.T, k Kernel, b Block) (Block, error) {
	t.Helper()
	text, err := json.Marshal(&MapFn[T]{Kernel: k})
	require.NoError(t, err)
	var f MapFn[T]
	require.NoError(t, json.Unmarshal(text, &f))
	require.Equal(t, k, f.Kernel)
	if err := f.Setup(); err != nil {
		return Block{}, err
	}
	return f.ProcessElement(context.Background(), b)
}

func TestMap(t *testing.T) {
	for _, c := range []struct{ rows, nulls int }{{0, 0}, {1, 0}, {100, 0}, {100, 7}, {1000, 1}} {
		b := block(c.rows, c.nulls)
		for _, offset := range []int{0, 3} {
			if offset > c.rows {
				continue
			}
			in := Block{b.NewSlice(int64(offset), int64(c.rows))}
			out, err := mapped[scored](t, Kernel{Text: scoreText, Name: "Score"}, in)
			require.NoError(t, err)
			require.Equal(t, []string{"x", "flag", "n", "name", "score"}, names(out))
			require.EqualValues(t, c.rows-offset, out.NumRows())
			score, large := out.Column(4).(*array.Float32), out.Column(1).(*array.Boolean)
			for i := range int(out.NumRows()) {
				want := float32(-1)
				if x := in.Column(0).(*array.Float32); x.IsValid(i) {
					want = 1/(1+float32(math.Exp(-float64(x.Value(i))))) + float32(in.Column(2).(*array.Date32).Value(i))
				}
				require.InDelta(t, want, score.Value(i), 1e-6*math.Abs(float64(want)))
				require.Equal(t, score.Value(i) > 100, large.Value(i))
				require.True(t, large.IsValid(i))
			}
			require.True(t, array.Equal(in.Column(3), out.Column(3)))

			coded, err := encode(out)
			require.NoError(t, err)
			again, err := decode(coded)
			require.NoError(t, err)
			require.True(t, array.RecordEqual(out, again))
		}
	}
}

func names(b Block) (list []string) {
	for _, f := range b.Schema().Fields() {
		list = append(list, f.Name)
	}
	return list
}

type (
	unknown  struct{ Y []float32 }
	mistyped struct{ X []float64 }
	nullable struct{ X []float32 }
	longer   struct {
		Out []int64 `arrow:"o,out"`
	}
)

func TestErrors(t *testing.T) {
	b := block(10, 3)
	try := func(f func() (Block, error), message string) {
		t.Helper()
		_, err := f()
		require.ErrorContains(t, err, message)
	}
	empty := func(name, body string) Kernel {
		return Kernel{Text: "package p\n\ntype T struct{ " + name + " }\n\nfunc F(t *T) {" + body + "}\n", Name: "F"}
	}
	try(func() (Block, error) { return mapped[unknown](t, empty("Y []float32", ""), b) }, "the block has 0 columns y")
	try(func() (Block, error) { return mapped[mistyped](t, empty("X []float64", ""), block(3, 0)) }, "column x is float32, and its field is []float64")
	try(func() (Block, error) { return mapped[nullable](t, empty("X []float32", ""), b) }, "column x has 4 nulls")
	try(func() (Block, error) { return mapped[longer](t, empty("Out []int64", "t.Out[10] = 1"), b) }, "kernel.go:5:")
	try(func() (Block, error) { return mapped[longer](t, empty("Out []int64", "t.Out[i] = 1"), b) }, "undefined: i")
	for _, c := range []struct {
		t       reflect.Type
		message string
	}{
		{reflect.TypeFor[int](), "int is not a struct of columns"},
		{reflect.TypeFor[struct{ x []int8 }](), "not an exported slice"},
		{reflect.TypeFor[struct{ X int8 }](), "not an exported slice"},
		{reflect.TypeFor[struct{ X []string }](), "columns of string are not supported"},
		{reflect.TypeFor[struct{ X []int }](), "columns of int are not supported"},
		{reflect.TypeFor[struct{ X []arrow.Date32 }](), "columns of arrow.Date32 are not supported"},
		{reflect.TypeFor[struct {
			X []int8 `arrow:"x,in"`
		}](), `"in" must be out or valid`},
		{reflect.TypeFor[struct {
			X []int8 `arrow:"x,valid"`
		}](), "must be []bool"},
	} {
		_, err := fields(c.t)
		require.ErrorContains(t, err, c.message)
	}
	_, err := decode([]byte("no block"))
	require.Error(t, err)
}

// TestElements: columns of each type pass through a kernel.
func TestElements(t *testing.T) {
	testElement[int8](t, arrow.INT8)
	testElement[int16](t, arrow.INT16)
	testElement[int32](t, arrow.INT32)
	testElement[int64](t, arrow.INT64)
	testElement[uint8](t, arrow.UINT8)
	testElement[uint16](t, arrow.UINT16)
	testElement[uint32](t, arrow.UINT32)
	testElement[uint64](t, arrow.UINT64)
	testElement[float32](t, arrow.FLOAT32)
	testElement[float64](t, arrow.FLOAT64)
}

type generated[T any] struct {
	Y []T `arrow:"y,out"`
}

type doubled[T any] struct {
	Y []T
	Z []T `arrow:"z,out"`
}

func testElement[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64](t *testing.T, id arrow.Type) {
	name := reflect.TypeFor[T]().String()
	head := "package p\n\ntype G struct{ Y []" + name + " }\n\ntype D struct{ Y, Z []" + name + " }\n\n"
	b, err := mapped[generated[T]](t, Kernel{Text: head + "func F(t *G) { for i := range t.Y { t.Y[i] = " + name + "(i) } }\n", Name: "F"}, block(100, 0))
	require.NoError(t, err, name)
	b, err = mapped[doubled[T]](t, Kernel{Text: head + "func F(t *D) { for i, y := range t.Y { t.Z[i] = y + y } }\n", Name: "F"}, b)
	require.NoError(t, err, name)
	z := b.Column(5)
	require.Equal(t, id, z.DataType().ID())
	for i, x := range elements[reflect.TypeFor[T]().Kind()].slice(z.Data().Buffers()[1].Bytes()).([]T) {
		require.Equal(t, T(i)+T(i), x)
	}
}

// TestMerge: sums are exact, whatever the order, and however the accumulators are merged.
func TestMerge(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var m Merge
	for range 300 {
		inputs := make([]Partial, random.IntN(40)+1)
		want, rows := new(big.Float).SetPrec(5000), int64(0)
		for i := range inputs {
			x := math.Ldexp(random.Float64()-0.5, random.IntN(200)-100)
			if random.IntN(4) == 0 {
				x = math.Ldexp(1, random.IntN(4)*53) * float64(random.IntN(3)-1) // ties
			}
			inputs[i] = Partial{int64(i), x, -x, x * x}
			want.Add(want, big.NewFloat(x))
			rows += int64(i)
		}
		exact, _ := want.Float64()
		for range 5 {
			random.Shuffle(len(inputs), func(i, j int) { inputs[i], inputs[j] = inputs[j], inputs[i] })
			totals := []Total{m.CreateAccumulator(), m.CreateAccumulator(), m.CreateAccumulator()}
			for _, p := range inputs {
				at := &totals[random.IntN(3)]
				*at = m.AddInput(*at, p)
			}
			r := m.ExtractOutput(m.MergeAccumulators(totals[0], m.MergeAccumulators(totals[1], totals[2])))
			require.Equal(t, exact, r.Sum)
			require.Equal(t, rows, r.Count)
			for _, p := range inputs {
				require.True(t, r.Min <= p.Min && r.Max >= p.Max)
			}
		}
	}
	sum := func(list ...float64) float64 {
		t := m.CreateAccumulator()
		for _, x := range list {
			t = m.AddInput(t, Partial{Count: 1, Sum: x})
		}
		return m.ExtractOutput(m.MergeAccumulators(m.CreateAccumulator(), t)).Sum
	}
	require.Equal(t, math.Inf(1), sum(1, math.Inf(1), -5))
	require.Equal(t, math.Inf(1), sum(math.MaxFloat64, math.MaxFloat64))
	require.True(t, math.IsNaN(sum(math.Inf(1), math.Inf(-1), 3)))
	require.True(t, math.IsNaN(sum(math.NaN())))
	require.Equal(t, 0.0, sum(1e300, -1e300))
}
