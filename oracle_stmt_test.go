package hotloop_test

import (
	_ "embed"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop"
	"hotloop/runtime"
)

//go:embed kernels_stmt_test.go
var stmtKernelsText string

// Instances of generic functions are told apart by their types: name/type is one of name.
var stmtOracleKernels = []oracleKernel{
	{name: "bitsReverse8", fn: bitsReverse8}, {name: "bitsReverse16", fn: bitsReverse16}, {name: "bitsReverse32", fn: bitsReverse32},
	{name: "bitsReverse64", fn: bitsReverse64}, {name: "bitsAddCarry", fn: bitsAddCarry}, {name: "bitsSubBorrow", fn: bitsSubBorrow},
	{name: "bitsMulWide", fn: bitsMulWide}, {name: "bitsMul32", fn: bitsMul32}, {name: "bitsCounts8", fn: bitsCounts8},
	{name: "bitsCounts16", fn: bitsCounts16}, {name: "bitsCounts64", fn: bitsCounts64}, {name: "mathSpecials", fn: mathSpecials},
	{name: "copyMove", fn: copyMove, scalar: upTo(1)}, {name: "copyPair", fn: copyPair}, {name: "copyShift1", fn: copyShift1},
	{name: "copyDown", fn: copyDown}, {name: "clearHalf", fn: clearHalf}, {name: "maxCap", fn: maxCap, scalar: upTo(1)},
	{name: "genericAxpy/int8", fn: genericAxpy[int8]}, {name: "genericAxpy/float64", fn: genericAxpy[float64]},
	{name: "genericMax/int32", fn: genericMax[int32]}, {name: "genericMax/float32", fn: genericMax[float32]},
	{name: "genericRank/float32", fn: genericRank[float32]}, {name: "genericRank/uint16", fn: genericRank[uint16]},
	{name: "switchFall", fn: switchFall}, {name: "labelled", fn: labelled, scalar: lengthN},
}

func TestStatementOracle(t *testing.T) {
	for i := range stmtOracleKernels {
		k := &stmtOracleKernels[i]
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			fname, _, _ := strings.Cut(k.name, "/")
			for _, b := range builds() {
				kern, err := runtime.Compile(reflect.TypeOf(k.fn), stmtKernelsText, fname, runtime.Options{
					ISA: b.isa, FPWritten: true, NoVectorize: b.noVec, FileName: "kernels_stmt_test.go"})
				if err != nil {
					t.Fatalf("%s: %v", b.name, err)
				}
				k.checkKernel(t, b, kern, k.fn)
			}
		})
	}
}

// TestGenerics: instances through the public API, by func type and by value.
func TestGenerics(t *testing.T) {
	x := []float32{1, float32(math.Inf(-1)), 7, -3}
	k, err := hotloop.Compile[func([]float32, float32) float32](stmtKernelsText, "genericMax")
	if err != nil {
		t.Fatal(err)
	}
	if got := k.Func(x, 2); got != 7 {
		t.Errorf("got %v", got)
	}
	a := hotloop.Accelerate(genericMax[int16], stmtKernelsText)
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
		{second(hotloop.Compile[func([]string, string) string](stmtKernelsText, "genericMax")), "found a result of type string"},
		{second(hotloop.Compile[func(y, x []uint8, k uint8)](stmtKernelsText, "genericAxpy")), "uint8 does not satisfy element"},
		{second(hotloop.Compile[func([]int8, []int16, int8)](stmtKernelsText, "genericAxpy")), "where func([]int8, []int16, int8) was asked for"},
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
		if got, want := a.Func(many[:n], 5), genericMax(many[:n], 5); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

func second[T any](_ T, err error) error { return err }
