package oracle

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// Instances of generic functions are told apart by their types: name/type is one of name.
var stmtOracleKernels = []e2e.Kernel{
	{Name: "BitsReverse8", Fn: kernels.BitsReverse8}, {Name: "BitsReverse16", Fn: kernels.BitsReverse16}, {Name: "BitsReverse32", Fn: kernels.BitsReverse32},
	{Name: "BitsReverse64", Fn: kernels.BitsReverse64}, {Name: "BitsAddCarry", Fn: kernels.BitsAddCarry}, {Name: "BitsSubBorrow", Fn: kernels.BitsSubBorrow},
	{Name: "BitsMulWide", Fn: kernels.BitsMulWide}, {Name: "BitsMul32", Fn: kernels.BitsMul32}, {Name: "BitsCounts8", Fn: kernels.BitsCounts8},
	{Name: "BitsCounts16", Fn: kernels.BitsCounts16}, {Name: "BitsCounts64", Fn: kernels.BitsCounts64}, {Name: "MathSpecials", Fn: kernels.MathSpecials},
	{Name: "CopyMove", Fn: kernels.CopyMove, Scalar: e2e.UpTo(1)}, {Name: "CopyPair", Fn: kernels.CopyPair}, {Name: "CopyShift1", Fn: kernels.CopyShift1},
	{Name: "CopyDown", Fn: kernels.CopyDown}, {Name: "ClearHalf", Fn: kernels.ClearHalf}, {Name: "MaxCap", Fn: kernels.MaxCap, Scalar: e2e.UpTo(1)},
	{Name: "GenericAxpy/int8", Fn: kernels.GenericAxpy[int8]}, {Name: "GenericAxpy/float64", Fn: kernels.GenericAxpy[float64]},
	{Name: "GenericMax/int32", Fn: kernels.GenericMax[int32]}, {Name: "GenericMax/float32", Fn: kernels.GenericMax[float32]},
	{Name: "GenericRank/float32", Fn: kernels.GenericRank[float32]}, {Name: "GenericRank/uint16", Fn: kernels.GenericRank[uint16]},
	{Name: "SwitchFall", Fn: kernels.SwitchFall}, {Name: "Labelled", Fn: kernels.Labelled, Scalar: e2e.LengthN},
}

func TestStatementOracle(t *testing.T) {
	for i := range stmtOracleKernels {
		k := stmtOracleKernels[i]
		k.Text = kernels.StmtKernelsText
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			for _, b := range e2e.Builds() {
				k.Check(t, b)
			}
		})
	}
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
		t.Error(a.Err)
	}
	for _, d := range []struct {
		err  error
		want string
	}{
		{second(hotloop.Compile[func([]string, string) string](kernels.StmtKernelsText, "GenericMax")), "found a result of type string"},
		{second(hotloop.Compile[func(y, x []uint8, k uint8)](kernels.StmtKernelsText, "GenericAxpy")), "uint8 does not satisfy element"},
		{second(hotloop.Compile[func([]int8, []int16, int8)](kernels.StmtKernelsText, "GenericAxpy")), "where func([]int8, []int16, int8) was asked for"},
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
