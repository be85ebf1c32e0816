package hotloop_test

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hotloop"
	"hotloop/cpu"
	"hotloop/runtime"
)

//go:embed nestkernels_test.go
var nestSource string

//go:embed factorkernels_test.go
var factorSource string

type nestFunc = func(c, a, b []float32, n, m, p int)

// nestKernel is a kernel of that file and what must be remarked of it, so that the comparison is one of the transformation.
type nestKernel struct {
	name string
	fn   nestFunc
	want []string
}

var nestKernels = []nestKernel{
	{"nkMatmul", nkMatmul, []string{"outer loop vectorized", "loop unrolled and jammed"}},
	{"nkMatmulMemory", nkMatmulMemory, []string{"outer loop vectorized", "loop unrolled and jammed"}},
	{"nkMatmulZero", nkMatmulZero, []string{"outer loop vectorized", "loop unrolled and jammed"}},
	{"nkColumnSums", nkColumnSums, []string{"outer loop vectorized"}},
	{"nkConv", nkConv, []string{"outer loop vectorized"}},
	{"nkColumnStats", nkColumnStats, []string{"outer loop vectorized"}},
	{"nkSyrk", nkSyrk, []string{"loop unrolled and jammed (count=4)"}},
	{"nkGemv", nkGemv, []string{"loop unrolled and jammed (count=4)"}},
	{"nkTriangleTimes", nkTriangleTimes, []string{"outer loop vectorized"}},
	{"nkForward", nkForward, []string{"outer loop vectorized"}},
	{"nkJam2", nkJam2, []string{"loop unrolled and jammed (count=2)"}},
	{"nkJam3Memory", nkJam3Memory, []string{"loop unrolled and jammed (count=3)"}},
	{"nkJamSeveral", nkJamSeveral, []string{"loop unrolled and jammed (count=4)"}},
	{"nkJamForward", nkJamForward, []string{"loop unrolled and jammed (count=2)"}},
	{"nkJamBackward", nkJamBackward, []string{"warning: loop not unrolled and jammed"}},
	{"nkJamDistance", nkJamDistance, []string{"loop unrolled and jammed (count=2)"}},
	{"nkSwap", nkSwap, []string{"loops interchanged"}},
	{"nkSwapSum", nkSwapSum, []string{"loops interchanged"}},
	{"nkSwapThree", nkSwapThree, []string{"loops interchanged", "loops interchanged", "loops interchanged"}},
	{"nkSwapLower", nkSwapLower, []string{"loops interchanged"}},
	{"nkSwapUpper", nkSwapUpper, []string{"loops interchanged"}},
	{"nkSwapStrict", nkSwapStrict, []string{"loops interchanged"}},
	{"nkSwapSkew", nkSwapSkew, []string{"warning: loops not interchanged: in the other order"}},
	{"nkSwapDiagonal", nkSwapDiagonal, []string{"loops interchanged"}},
	{"nkSwapCount", nkSwapCount, []string{"loops interchanged"}},
	{"nkSwapFloats", nkSwapFloats, []string{"warning: loops not interchanged: the order of floating-point"}},
	{"nkStrip", nkStrip, []string{"loop strip-mined (size=8)"}},
	{"nkStripDown", nkStripDown, []string{"loop strip-mined (size=5)"}},
	{"nkFlat", nkFlat, []string{"loops flattened"}},
	{"nkFlatCount", nkFlatCount, []string{"loops flattened"}},
	{"nkFlatStep", nkFlatStep, []string{"warning: loops not flattened: the counters"}},
	{"nkFlatEven", nkFlatEven, []string{"loops flattened"}},
	{"nkFlatApart", nkFlatApart, []string{"warning: loops not flattened: the counters"}},
	{"nkSkewedTile", nkSkewedTile, nil},
	{"nkCounted", nkCounted, []string{"loops interchanged", "nest vectorized by transposed squares"}},
	{"nkCountedTwice", nkCountedTwice, []string{"checks hoisted out of the nest"}},
	{"nkCountedMaybe", nkCountedMaybe, nil},
	{"nkCountedDown", nkCountedDown, []string{"checks hoisted out of the nest"}},
	{"nkRowsDown", nkRowsDown, []string{"nest vectorized by transposed squares"}},
	{"nkRowsRight", nkRowsRight, nil},
	{"nkTurnedTriangle", nkTurnedTriangle, []string{"nest vectorized by transposed squares"}},
	{"nkTurnedTrapezoid", nkTurnedTrapezoid, []string{"nest vectorized by transposed squares"}},
	{"nkTurnedDiagonal", nkTurnedDiagonal, []string{"nest vectorized by transposed squares"}},
	{"nkPacked", nkPacked, []string{"loops interchanged"}},
	{"nkPackedStrict", nkPackedStrict, []string{"loops interchanged"}},
	{"nkPackedTight", nkPackedTight, nil},
	{"nkSteps", nkSteps, nil},
	{"nkTurnedWide", nkTurnedWide, []string{"nest vectorized by transposed squares"}},
	{"nkTile", nkTile, []string{"loop strip-mined (size=16)", "loop strip-mined (size=8)", "loops interchanged"}},
	{"nkTileThree", nkTileThree, []string{"loop strip-mined (size=16)", "loop strip-mined (size=4)", "loop strip-mined (size=4)", "loops interchanged", "loops interchanged", "loops interchanged"}},
}

// factorKernels are the kernels of factorkernels_test.go. Where nothing is wanted a legal request may be refused, as the
// dependence test does not tell the pivot's row from the others.
var factorKernels = []nestKernel{
	{"fkLU", fkLU, []string{"loop vectorized"}},
	{"fkLUPieces", fkLUPieces, nil},
	{"fkLUJam", fkLUJam, nil},
	{"fkLUSwap", fkLUSwap, []string{"warning: loops not interchanged: iterations may depend"}},
	{"fkOuterProducts", fkOuterProducts, []string{"loops interchanged", "loops interchanged"}},
	{"fkFloyd", fkFloyd, nil},
	{"fkFloydSwapPivot", fkFloydSwapPivot, []string{"warning: loops not interchanged: iterations may depend"}},
	{"fkFloydSwapRows", fkFloydSwapRows, nil},
	{"fkFloydJam", fkFloydJam, nil},
	{"fkFloydJamPivot", fkFloydJamPivot, []string{"warning: loop not unrolled and jammed: iterations may depend"}},
	{"fkFloydTile", fkFloydTile, []string{"loop strip-mined (size=4)", "loop strip-mined (size=8)", "warning: loops not interchanged: iterations may depend"}},
	{"fkFloydFlat", fkFloydFlat, []string{"warning: loops not flattened: the counters"}},
	{"fkFloydCopied", fkFloydCopied, []string{"warning: loop not distributed: iterations may depend"}},
	{"fkSeidel", fkSeidel, []string{"loops interchanged"}},
	{"fkSeidelJam", fkSeidelJam, []string{"loop unrolled and jammed (count=2)"}},
	{"fkSeidelNine", fkSeidelNine, []string{"warning: loops not interchanged: in the other order"}},
	{"fkSeidelNineJam", fkSeidelNineJam, []string{"warning: loop not unrolled and jammed: iterations may depend"}},
	{"fkSteps", fkSteps, []string{"warning: loops not interchanged: in the other order"}},
	{"fkStepsJam", fkStepsJam, []string{"warning: loop not unrolled and jammed: iterations may depend"}},
	{"fkStepsApart", fkStepsApart, []string{"loops interchanged"}},
	{"fkSolve", fkSolve, nil},
	{"fkSolveSwap", fkSolveSwap, nil},
	{"fkSolveJam", fkSolveJam, nil},
	{"fkCholesky", fkCholesky, nil},
	{"fkVectorThenJam", fkVectorThenJam, []string{"loop vectorized", "loop unrolled and jammed (count=2)"}},
	{"fkVectorNoJam", fkVectorNoJam, []string{"warning: loop not unrolled and jammed: iterations may depend"}},
	{"fkPromiseJam", fkPromiseJam, []string{"loop unrolled and jammed (count=2)"}},
}

// nestResult runs fn and says how it panicked, if it did.
func nestResult(fn nestFunc, c, a, b []float32, n, m, p int) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	fn(c, a, b, n, m, p)
	return ""
}

// TestNests compares nests with gc: all sizes up to some vectors, slices that overlap, slices that are too short.
func TestNests(t *testing.T) {
	var isas []string
	if runtime.Available() == nil && cpu.Detect().Tier >= cpu.AVX2 {
		isas = append(isas, "avx2")
		if cpu.Detect().Tier >= cpu.AVX512 {
			isas = append(isas, "avx512")
		}
	}
	if len(isas) == 0 {
		t.Skip("no native code on this machine")
	}
	for _, k := range append(slices.Clone(nestKernels), factorKernels...) {
		source := nestSource
		if strings.HasPrefix(k.name, "fk") {
			source = factorSource
		}
		for _, isa := range isas {
			t.Run(k.name+"/"+isa, func(t *testing.T) {
				kn, err := hotloop.Compile[nestFunc](source, k.name, hotloop.MaxISA(isa), hotloop.RequireNative())
				if err != nil {
					t.Fatal(err)
				}
				var remarks []string
				for _, r := range kn.Remarks() {
					remarks = append(remarks, r.String())
				}
				all := strings.Join(remarks, "\n")
				left := all
				for _, w := range k.want { // each as often as it is wanted
					if !strings.Contains(left, w) {
						t.Errorf("no %q among the remarks:\n%s", w, all)
					}
					left = strings.Replace(left, w, "", 1)
				}
				runs := 1500
				if testing.Short() {
					runs = 300
				}
				for run := range runs {
					compareNest(t, k, kn.Func, run)
					if t.Failed() {
						t.Fatalf("remarks:\n%s", all)
					}
				}
			})
		}
	}
}

func compareNest(t *testing.T, k nestKernel, fn nestFunc, run int) {
	r := rand.New(rand.NewPCG(uint64(run), 17))
	limit := [...]int{4, 12, 40, 90}[run%4]
	n, m, p := r.IntN(limit), r.IntN(limit), r.IntN(limit)
	if run%4 == 3 {
		n, p = r.IntN(11), r.IntN(11)
	}
	if run%31 == 0 {
		n -= 3
	}
	size := max(n, m, p, 1)
	size = (size+p+4)*(size+p+4) + 16
	memory := make([]float32, 3*size+100)
	for i := range memory {
		memory[i] = float32(r.IntN(17) - 8)
		if run%5 == 0 {
			memory[i] = float32(r.NormFloat64())
		}
	}
	other := append([]float32(nil), memory...)
	at := [3]int{r.IntN(16), size + r.IntN(16), 2*size + r.IntN(16)}
	long := [3]int{size, size, size}
	switch run % 6 {
	case 1: // overlapping somehow
		at[r.IntN(3)] = at[r.IntN(3)] + r.IntN(9)
	case 2: // too short somewhere
		long[r.IntN(3)] = r.IntN(max(n*m, m*p, n*p, 0) + 1)
	case 3:
		long[r.IntN(3)] = max(n*m, 0)
	}
	slices := func(x []float32) (c, a, b []float32) {
		return x[at[0] : at[0]+long[0]], x[at[1] : at[1]+long[1]], x[at[2] : at[2]+long[2]]
	}
	c1, a1, b1 := slices(memory)
	c2, a2, b2 := slices(other)
	want, got := nestResult(k.fn, c1, a1, b1, n, m, p), nestResult(fn, c2, a2, b2, n, m, p)
	if want != got {
		t.Errorf("n=%d m=%d p=%d at %v, lengths %v: panic %q, want %q", n, m, p, at, long, got, want)
	}
	for i := range memory {
		if math.Float32bits(memory[i]) != math.Float32bits(other[i]) && (memory[i] == memory[i] || other[i] == other[i]) {
			t.Errorf("n=%d m=%d p=%d at %v, lengths %v: element %d is %v, want %v", n, m, p, at, long, i, other[i], memory[i])
			break
		}
	}
}
