package arrowkernel_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/arrow/scalar"
	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/arrowkernel"
)

// arithmeticSource has what arrow-go has, too.
const arithmeticSource = `package p

type number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

func Add[T number](x, y T) T { return x + y }

func Multiply[T number](out, x, y []T) {
	for i := range out {
		out[i] = x[i] * y[i]
	}
}

func Less[T number](x, y T) bool { return x < y }

func Equal[T number](out []bool, x, y []T) {
	for i := range out {
		out[i] = x[i] == y[i]
	}
}

func And(x, y bool) bool { return x && y }

func Xor(x, y bool) bool { return x != y }

func Quotient(x, y int64) int64 { return x / y }
`

func instances(name string) (list []string) {
	for _, t := range numericTypes {
		goName := map[string]string{"float": "float32", "double": "float64"}[t.Name()]
		if goName == "" {
			goName = t.Name()
		}
		list = append(list, fmt.Sprintf("%s[%s]", name, goName))
	}
	return list
}

func newScalar(t testing.TB, name string, functions ...string) *arrowkernel.Scalar {
	s, err := arrowkernel.NewScalar(name, arithmeticSource, functions...)
	require.NoError(t, err)
	return s
}

// TestScalarEqualsArrow compares functions of ours with those of arrow-go, for all types, lengths, nulls, offsets,
// chunks and scalar operands.
func TestScalarEqualsArrow(t *testing.T) {
	number := numericTypes
	boolean := []arrow.DataType{arrow.FixedWidthTypes.Boolean}
	for _, c := range []struct {
		ours   *arrowkernel.Scalar
		theirs string
		types  []arrow.DataType
	}{
		{newScalar(t, "add", instances("Add")...), "add_unchecked", number},
		{newScalar(t, "multiply", instances("Multiply")...), "multiply_unchecked", number},
		{newScalar(t, "less", instances("Less")...), "less", number},
		{newScalar(t, "equal", instances("Equal")...), "equal", number},
		{newScalar(t, "and", "And"), "and", boolean},
		{newScalar(t, "xor", "Xor"), "xor", boolean},
	} {
		t.Run(c.ours.Name(), func(t *testing.T) {
			for k, typ := range c.types {
				ctx, mem := checked(t)
				g := newGenerator(mem, uint64(k))
				for i, n := range sizes {
					for nulls := noNulls; nulls <= allNulls; nulls++ {
						compareBinary(t, ctx, g, c.ours, c.theirs, typ, n, nulls, i)
					}
				}
			}
		})
	}
}

// compareBinary compares a function with one of arrow-go for arrays, chunked arrays and scalars on either side.
func compareBinary(t *testing.T, ctx context.Context, g *generator, ours *arrowkernel.Scalar, theirs string, typ arrow.DataType, n int, nulls nullness, i int) {
	x, y := g.array(typ, n, nulls), g.array(typ, n, nullness(i%2))
	defer x.Release()
	defer y.Release()
	some := g.array(typ, 1, noNulls)
	defer some.Release()
	one, err := scalar.GetScalar(some, 0)
	require.NoError(t, err)
	cx, cy := g.chunked(typ, n, nulls), g.chunked(typ, n, someNulls)
	defer cx.Release()
	defer cy.Release()
	null := scalar.MakeNullScalar(typ)
	for _, args := range [][2]any{{x, y}, {x, one}, {one, y}, {cx, y}, {x, cy}, {cx, cy}, {cx, one}, {one, one}, {x, null}, {null, one}} {
		a, b := compute.NewDatum(args[0]), compute.NewDatum(args[1])
		want, err := compute.CallFunction(ctx, theirs, nil, a, b)
		require.NoError(t, err)
		got, err := ours.Execute(ctx, nil, a, b)
		require.NoError(t, err)
		same(t, want, got, ours.Name(), typ, n, nulls, a.Kind(), b.Kind())
		for _, d := range []compute.Datum{want, got, a, b} {
			d.Release()
		}
	}
}

// TestScalarConverts compares arguments of two types. Dictionaries are among them.
func TestScalarConverts(t *testing.T) {
	ours := newScalar(t, "add", instances("Add")...)
	ctx, mem := checked(t)
	g := newGenerator(mem, 1)
	g.small = true
	dict := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.PrimitiveTypes.Float64}
	types := append([]arrow.DataType{dict}, numericTypes...)
	for _, tx := range types {
		for _, ty := range types {
			x, y := datum(g.array(tx, 500, someNulls)), datum(g.array(ty, 500, someNulls))
			want, err := compute.CallFunction(ctx, "add_unchecked", nil, x, y)
			require.NoError(t, err, "%v %v", tx, ty)
			got, err := ours.Execute(ctx, nil, x, y)
			require.NoError(t, err)
			same(t, want, got, tx, ty)
			for _, d := range []compute.Datum{want, got, x, y} {
				d.Release()
			}
		}
	}

	// Fewer kernels than types: the cheapest conversion.
	float := newScalar(t, "less", "Less[float32]", "Less[float64]", "Less[int64]")
	for _, c := range []struct{ x, y, want arrow.DataType }{
		{arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Uint32, arrow.PrimitiveTypes.Int64},
		{arrow.PrimitiveTypes.Uint64, arrow.PrimitiveTypes.Uint64, arrow.PrimitiveTypes.Float64},
		{arrow.PrimitiveTypes.Float32, arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Float32},
		{arrow.PrimitiveTypes.Float32, arrow.PrimitiveTypes.Float64, arrow.PrimitiveTypes.Float64},
		{arrow.Null, arrow.PrimitiveTypes.Int64, arrow.PrimitiveTypes.Int64},
	} {
		types := []arrow.DataType{c.x, c.y}
		_, err := float.DispatchBest(types...)
		require.NoError(t, err)
		require.Equal(t, []arrow.DataType{c.want, c.want}, types, "%v %v", c.x, c.y)
	}
	_, err := float.DispatchBest(arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int64)
	require.ErrorIs(t, err, arrow.ErrNotImplemented)

	// Values that the type cannot hold are an error.
	big := datum(arrayOf(mem, []int64{1 << 62}))
	half := datum(arrayOf(mem, []float64{0.5}))
	defer big.Release()
	defer half.Release()
	_, err = float.Execute(ctx, nil, big, half)
	require.Error(t, err)
}

// arrayOf returns an array of numbers.
func arrayOf[T int32 | int64 | float64 | float32](mem memory.Allocator, values []T, valid ...bool) arrow.Array {
	var any any = values
	switch v := any.(type) {
	case []int32:
		b := array.NewInt32Builder(mem)
		defer b.Release()
		b.AppendValues(v, valid)
		return b.NewArray()
	case []int64:
		b := array.NewInt64Builder(mem)
		defer b.Release()
		b.AppendValues(v, valid)
		return b.NewArray()
	case []float64:
		b := array.NewFloat64Builder(mem)
		defer b.Release()
		b.AppendValues(v, valid)
		return b.NewArray()
	case []float32:
		b := array.NewFloat32Builder(mem)
		defer b.Release()
		b.AppendValues(v, valid)
		return b.NewArray()
	}
	panic("unreachable")
}

// TestScalarPanics: a division by zero is an error, but not at a null.
func TestScalarPanics(t *testing.T) {
	ctx, mem := checked(t)
	s := newScalar(t, "quotient", "Quotient")
	x := datum(arrayOf(mem, []int64{6, 7, 8, 9}))
	defer x.Release()
	y := datum(arrayOf(mem, []int64{3, 0, 2, 1}, true, false, true, true))
	defer y.Release()
	got, err := s.Execute(ctx, nil, x, y)
	require.NoError(t, err)
	defer got.Release()
	want := datum(arrayOf(mem, []int64{2, 0, 4, 9}, true, false, true, true))
	defer want.Release()
	same(t, want, got)

	zero := datum(arrayOf(mem, []int64{3, 0, 2, 0}, true, false, true, true))
	defer zero.Release()
	_, err = s.Execute(ctx, nil, x, zero)
	require.ErrorIs(t, err, arrow.ErrInvalid)
	require.ErrorContains(t, err, "source.go:27:44: integer divide by zero")
}

// TestScalarOperand: parameters of functions of slices that are no slices take scalars.
func TestScalarOperand(t *testing.T) {
	ctx, mem := checked(t)
	reg := compute.NewChildRegistry(compute.GetFunctionRegistry())
	require.NoError(t, arrowkernel.Register(reg, "saxpy", `package p

func Saxpy(out []float32, a float32, x, y []float32) {
	for i := range out {
		out[i] = a*x[i] + y[i]
	}
}`, "Saxpy"))
	ectx := compute.DefaultExecCtx()
	ectx.Registry = reg
	ctx = compute.SetExecCtx(ctx, ectx)
	x, y := datum(arrayOf(mem, []float32{1, 2, 3})), datum(arrayOf(mem, []int32{4, 5, 6}))
	defer x.Release()
	defer y.Release()
	got, err := compute.CallFunction(ctx, "saxpy", nil, compute.NewDatum(int64(2)), x, y)
	require.NoError(t, err)
	defer got.Release()
	want := datum(arrayOf(mem, []float32{6, 9, 12}))
	defer want.Release()
	same(t, want, got)

	_, err = compute.CallFunction(ctx, "saxpy", nil, x, x, x)
	require.ErrorContains(t, err, "parameter a of Saxpy takes a scalar")
	require.ErrorIs(t, arrowkernel.Register(reg, "saxpy", arithmeticSource, "And"), arrow.ErrKey)
}

// TestNewScalarRefuses has errors with positions.
func TestNewScalarRefuses(t *testing.T) {
	for _, c := range []struct{ src, name, want string }{
		{"package p\nfunc F(x int) int { return x }", "F", "source.go:2:10: columns are numbers of a fixed size and bools; use int64"},
		{"package p\nfunc F(x int64) (a, b int64) { return x, x }", "F", "source.go:2:17: F has several results"},
		{"package p\nfunc F(x []int64) int64 { return x[0] }", "F", "source.go:2:8: F has a result and slices"},
		{"package p\nfunc F(out int64) {}", "F", "source.go:2:8: F has no result; make its first parameter the slice to fill"},
		{"package p\nfunc F(out []int64) {}", "F", "source.go:2:6: F has no slice of arguments"},
		{"package p\nfunc F[T float32](x T) T { return x }", "F", "source.go:2:8: F is generic; name an instance, such as F[float64]"},
		{"package p\nfunc F(x float64) float64 { return y }", "F", "source.go:2:36: undefined: y"},
		{"package p\nfunc F(x float64) float64 { return go }", "F", "source.go:2:36:"},
		{"package p\nfunc F(x float64) float64 { return x }", "G", "the source has no function G"},
		{"package p\nfunc F() float64 { return 1 }", "F", "source.go:2:6: F has no parameters"},
	} {
		_, err := arrowkernel.NewScalar("f", c.src, c.name)
		require.ErrorContains(t, err, c.want, c.src)
		var list hotloop.ErrorList
		require.Equal(t, c.name == "F", errors.As(err, &list))
	}
	_, err := arrowkernel.NewScalar("f", "package p\nfunc F(x float64) float64 { return x }", "F", "F")
	require.ErrorContains(t, err, "F and F have the same parameters")
	_, err = arrowkernel.NewScalar("f", "package p")
	require.ErrorContains(t, err, "f has no functions")
}
