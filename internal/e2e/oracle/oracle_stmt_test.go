package oracle

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// Instances of generic functions are told apart by their types: name/type is one of name.
var stmtOracleKernels = e2e.Named([]e2e.Kernel{
	{Fn: kernels.BitsReverse8}, {Fn: kernels.BitsReverse16}, {Fn: kernels.BitsReverse32}, {Fn: kernels.BitsReverse64},
	{Fn: kernels.BitsAddCarry}, {Fn: kernels.BitsSubBorrow}, {Fn: kernels.BitsMulWide}, {Fn: kernels.BitsMul32},
	{Fn: kernels.BitsCounts8}, {Fn: kernels.BitsCounts16}, {Fn: kernels.BitsCounts64}, {Fn: kernels.MathSpecials},
	{Fn: kernels.CopyMove, Scalar: e2e.UpTo(1)}, {Fn: kernels.CopyPair}, {Fn: kernels.CopyShift1},
	{Fn: kernels.CopyDown}, {Fn: kernels.ClearHalf}, {Fn: kernels.MaxCap, Scalar: e2e.UpTo(1)},
	{Name: "GenericAxpy/int8", Fn: kernels.GenericAxpy[int8]},
	{Name: "GenericAxpy/float64", Fn: kernels.GenericAxpy[float64]},
	{Name: "GenericMax/int32", Fn: kernels.GenericMax[int32]},
	{Name: "GenericMax/float32", Fn: kernels.GenericMax[float32]},
	{Name: "GenericRank/float32", Fn: kernels.GenericRank[float32]},
	{Name: "GenericRank/uint16", Fn: kernels.GenericRank[uint16]}, {Fn: kernels.SwitchFall},
	{Fn: kernels.Labelled, Scalar: e2e.LengthN},
	{Fn: kernels.DividedIndex}, {Fn: kernels.DividedByThree, Scalar: e2e.UpTo(4)}, {Fn: kernels.PairsOfThree},
	{Fn: kernels.ChainWords, Scalar: e2e.UpTo(9)}, {Fn: kernels.ChainBytes, Scalar: e2e.UpTo(200)},
	{Fn: kernels.ChainSeen, Scalar: e2e.UpTo(9)}, {Fn: kernels.ChainDigits}, {Fn: kernels.ChainItself},
	{Fn: kernels.TwoLargest}, {Fn: kernels.SomeChecks}, {Fn: kernels.SomeExits}, {Fn: kernels.ShiftsBelow, Scalar: e2e.UpTo(255)},
})

func TestStatementOracle(t *testing.T) {
	list := slices.Clone(stmtOracleKernels)
	for i := range list {
		list[i].Text = kernels.StmtKernelsText
	}
	e2e.Run(t, list, func(t *testing.T, k *e2e.Kernel) { k.CheckAll(t) })
}

// TestGenerics: instances through the public API, by func type and by value.
func TestGenerics(t *testing.T) {
	x := []float32{1, float32(math.Inf(-1)), 7, -3}
	k, err := hotloop.Compile[func([]float32, float32) float32](kernels.StmtKernelsText, "GenericMax")
	if err != nil {
		t.Fatal(err)
	}
	if got := k.Func(x, 2); got != 7 {
		t.Errorf("got %v", got)
	}
	a := hotloop.Accelerate(kernels.GenericMax[int16], kernels.StmtKernelsText)
	if got := a.Func([]int16{3, 9, -4}, 1); got != 9 {
		t.Errorf("got %v", got)
	}
	if runtime.Available() == nil && !runtime.RaceEnabled && !a.Native() {
		t.Error(a.Err())
	}
	for _, d := range []struct {
		err  error
		want string
	}{
		{second(hotloop.Compile[func([]string, string) string](kernels.StmtKernelsText, "GenericMax")),
			"a call of max of strings"},
		{second(hotloop.Compile[func(y, x []uint8, k uint8)](kernels.StmtKernelsText, "GenericAxpy")),
			"uint8 does not satisfy element"},
		{second(hotloop.Compile[func([]int8, []int16, int8)](kernels.StmtKernelsText, "GenericAxpy")),
			"where func([]int8, []int16, int8) was asked for"},
	} {
		if d.err == nil || !strings.Contains(d.err.Error(), d.want) {
			t.Errorf("got %v, want %s", d.err, d.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	many := make([]int16, 1000)
	for range 20 {
		for i := range many {
			many[i] = int16(rng.Int())
		}
		n := rng.IntN(len(many))
		if got, want := a.Func(many[:n], 5), kernels.GenericMax(many[:n], 5); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

func second[T any](_ T, err error) error { return err }
