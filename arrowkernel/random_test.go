package arrowkernel_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/stretchr/testify/require"
)

// checked returns a context with an allocator that fails the test for what is not released, and the allocator.
func checked(t testing.TB) (context.Context, *memory.CheckedAllocator) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	t.Cleanup(func() {
		if !t.Failed() {
			mem.AssertSize(t, 0)
		}
	})
	return compute.WithAllocator(context.Background(), mem), mem
}

// nullness is how many of an array's values are null.
type nullness int

const (
	noNulls nullness = iota
	someNulls
	allNulls
)

var numericTypes = []arrow.DataType{arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Int32,
	arrow.PrimitiveTypes.Int64, arrow.PrimitiveTypes.Uint8, arrow.PrimitiveTypes.Uint16, arrow.PrimitiveTypes.Uint32,
	arrow.PrimitiveTypes.Uint64, arrow.PrimitiveTypes.Float32, arrow.PrimitiveTypes.Float64}

// generator makes arrays from a seed.
type generator struct {
	*rand.Rand
	mem   memory.Allocator
	small bool // numbers from 0 to 99
}

func newGenerator(mem memory.Allocator, seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 0)), mem: mem}
}

var words = []string{"", "a", "AIR", "AIR REG", "MAIL", "SHIP", "TRUCK", "RAIL", "REG AIR", "FOB", "ünïcode", "a longer string than eight bytes",
	"a longer string than eight bytes, and more", "MAILBOX", "MAI"}

// array returns n values of a type. The array begins at an offset that is no multiple of 8.
func (g *generator) array(typ arrow.DataType, n int, nulls nullness) arrow.Array {
	skip := 1 + g.IntN(13)
	b := array.NewBuilder(g.mem, typ)
	defer b.Release()
	for i := range n + skip + 3 {
		if nulls == allNulls && i >= skip || nulls == someNulls && g.IntN(4) == 0 {
			b.AppendNull()
			continue
		}
		g.append(b)
	}
	whole := b.NewArray()
	defer whole.Release()
	return array.NewSlice(whole, int64(skip), int64(skip+n))
}

// append appends a value.
func (g *generator) append(b array.Builder) {
	v := g.Uint64()
	if g.small {
		v %= 100
	}
	f := math.Ldexp(float64(int64(v)>>40), -8)
	if g.small {
		f = float64(v) / 4
	}
	switch b := b.(type) {
	case *array.Int8Builder:
		b.Append(int8(v))
	case *array.Int16Builder:
		b.Append(int16(v))
	case *array.Int32Builder:
		b.Append(int32(v))
	case *array.Int64Builder:
		b.Append(int64(v))
	case *array.Uint8Builder:
		b.Append(uint8(v))
	case *array.Uint16Builder:
		b.Append(uint16(v))
	case *array.Uint32Builder:
		b.Append(uint32(v))
	case *array.Uint64Builder:
		b.Append(v)
	case *array.Float32Builder:
		b.Append(float32(f))
	case *array.Float64Builder:
		b.Append(f)
	case *array.BooleanBuilder:
		b.Append(g.IntN(2) == 0)
	case *array.StringBuilder:
		b.Append(words[g.IntN(len(words))])
	case *array.LargeStringBuilder:
		b.Append(words[g.IntN(len(words))])
	case *array.Date32Builder:
		b.Append(arrow.Date32(9000 + v%1000))
	case *array.TimestampBuilder:
		b.Append(arrow.Timestamp(v % 1e9))
	case *array.BinaryDictionaryBuilder:
		if err := b.AppendString(words[g.IntN(len(words))]); err != nil {
			panic(err)
		}
	case *array.Float64DictionaryBuilder:
		if err := b.Append(f); err != nil {
			panic(err)
		}
	case *array.Int64DictionaryBuilder:
		if err := b.Append(int64(v)); err != nil {
			panic(err)
		}
	default:
		panic(fmt.Sprintf("no values for %T", b))
	}
}

// chunked splits values in chunks. Some may be empty.
func (g *generator) chunked(typ arrow.DataType, n int, nulls nullness) *arrow.Chunked {
	var chunks []arrow.Array
	for n > 0 {
		k := min(n, g.IntN(700))
		chunks = append(chunks, g.array(typ, k, nulls))
		n -= k
	}
	defer releaseAll(chunks)
	return arrow.NewChunked(typ, chunks)
}

func releaseAll(list []arrow.Array) {
	for _, a := range list {
		a.Release()
	}
}

// datum wraps a value that it takes over.
func datum(v interface{ Release() }) compute.Datum {
	defer v.Release()
	return compute.NewDatum(v)
}

// same requires two results to be equal: type, values and nulls. NaNs are equal.
func same(t testing.TB, want, got compute.Datum, message ...any) {
	t.Helper()
	require.True(t, arrow.TypeEqual(want.(compute.ArrayLikeDatum).Type(), got.(compute.ArrayLikeDatum).Type()),
		"%v, want %v %v", got.(compute.ArrayLikeDatum).Type(), want.(compute.ArrayLikeDatum).Type(), message)
	require.Equal(t, want.Len(), got.Len(), message...)
	if want, ok := want.(*compute.ScalarDatum); ok {
		require.Equal(t, want.Value.String(), got.(*compute.ScalarDatum).Value.String(), message...)
		require.Equal(t, want.Value.IsValid(), got.(*compute.ScalarDatum).Value.IsValid(), message...)
		return
	}
	a, b := chunkedOf(want), chunkedOf(got)
	defer a.Release()
	defer b.Release()
	require.True(t, array.ChunkedApproxEqual(a, b, array.WithAbsTolerance(0), array.WithNaNsEqual(true)), "%v\nwant %v\ngot  %v", message, a.Chunks(), b.Chunks())
}

func chunkedOf(d compute.Datum) *arrow.Chunked {
	switch d := d.(type) {
	case *compute.ChunkedDatum:
		d.Value.Retain()
		return d.Value
	case *compute.ArrayDatum:
		a := d.MakeArray()
		defer a.Release()
		return arrow.NewChunked(a.DataType(), []arrow.Array{a})
	}
	panic(fmt.Sprintf("no array: %v", d))
}

// sizes are numbers of rows around the vector lengths and blocks.
var sizes = []int{0, 1, 7, 8, 63, 64, 65, 1000, 4096, 4097, 9001}
