package use

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/internal/e2e"
	hotruntime "hotloop/runtime"
)

//go:embed generic_test.go
var genericText string

type number interface{ ~int32 | ~float32 | ~float64 }

// genericMix is small enough to be inlined into the wrapper of its func value.
func genericMix[T number](y, x []T) {
	for i := range y {
		y[i] += 3 * x[i]
	}
}

//go:noinline
func genericFill[T number](y, x []T) {
	for i := range y {
		y[i] = x[0]
	}
}

type mixers[T number] struct {
	mix, fill, literal *hotloop.Kernel[func(y, x []T)]
}

func makeKernels[T number]() mixers[T] {
	return mixers[T]{
		hotloop.Accelerate(genericMix[T], genericText),
		hotloop.Accelerate(genericFill[T], genericText),
		// This is no instance: it swaps its parameters.
		hotloop.Accelerate(func(y, x []T) { genericMix(x, y) }, genericText),
	}
}

//go:noinline
func makeThere[T number]() mixers[T] { return makeKernels[T]() }

func TestGenericInstances(t *testing.T) {
	e2e.NeedNative(t)
	if hotruntime.RaceEnabled {
		t.Skip("Accelerate does not replace functions under the race detector")
	}
	testGeneric(t, makeKernels[float32]())
	testGeneric(t, makeKernels[int32]())
	testGeneric(t, makeThere[float64]())
}

func testGeneric[T number](t *testing.T, k mixers[T]) {
	t.Helper()
	require.NoError(t, k.mix.Err())
	require.NoError(t, k.fill.Err())
	require.ErrorContains(t, k.literal.Err(), "declared function")
	y, x := []T{1, 2, 3}, []T{10, 20, 30}
	k.mix.Func(y, x)
	require.Equal(t, []T{31, 62, 93}, y)
	k.literal.Func(y, x)
	require.Equal(t, []T{103, 206, 309}, x)
	k.fill.Func(x, y)
	require.Equal(t, []T{31, 31, 31}, x)
}

func TestCompileInstance(t *testing.T) {
	const text = `package k

func Copy[T, U int32 | float32](y, x []T) {
	for i := range y {
		y[i] = T(U(x[i]) / 2)
	}
}

func Mix[T int32 | float32](y, x []T) {
	for i := range y {
		y[i] += x[i]
	}
}`
	x := []float32{3, 5}
	for name, want := range map[string]float32{"Copy[float32, int32]": 2, "Copy[float32,float32]": 2.5, "Mix[float32]": 5, "Mix": 5} {
		k, err := hotloop.Compile[func(y, x []float32)](text, name)
		require.NoError(t, err, name)
		y := []float32{0, 0}
		k.Func(y, x)
		require.Equal(t, want, y[1], name)
	}
	for name, message := range map[string]string{"Mix[int32]": "was asked for", "Copy": "U", "Mix[float32,int32]": "type", "Mix[]": "found no function",
		"Mix[string]": "constraints"} {
		_, err := hotloop.Compile[func(y, x []float32)](text, name)
		require.ErrorContains(t, err, message, name)
		t.Log(err)
	}
}
