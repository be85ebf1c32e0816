package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hotloop"
	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/options"
	"hotloop/runtime"
)

type nestFunc = func(c, a, b []float32, n, m, p int)

// nestKernel is a kernel of that file and what must be remarked of it, so that the comparison is one of the
// transformation.
type nestKernel struct {
	name string
	fn   nestFunc
	want []string
}

var nestKernels = []nestKernel{
	{"NkMatmul", kernels.NkMatmul, []string{"outer loop vectorized", "loop unrolled and jammed"}},
	{"NkMatmulMemory", kernels.NkMatmulMemory, []string{"outer loop vectorized", "loop unrolled and jammed"}},
	{"NkMatmulZero", kernels.NkMatmulZero, []string{"outer loop vectorized", "loop unrolled and jammed"}},
	{"NkColumnSums", kernels.NkColumnSums, []string{"outer loop vectorized"}},
	{"NkConv", kernels.NkConv, []string{"outer loop vectorized"}},
	{"NkColumnStats", kernels.NkColumnStats, []string{"outer loop vectorized"}},
	{"NkSyrk", kernels.NkSyrk, []string{"loop unrolled and jammed (count=4)"}},
	{"NkGemv", kernels.NkGemv, []string{"loop unrolled and jammed (count=4)"}},
	{"NkTriangleTimes", kernels.NkTriangleTimes, []string{"outer loop vectorized"}},
	{"NkForward", kernels.NkForward, []string{"outer loop vectorized"}},
	{"NkJam2", kernels.NkJam2, []string{"loop unrolled and jammed (count=2)"}},
	{"NkJam3Memory", kernels.NkJam3Memory, []string{"loop unrolled and jammed (count=3)"}},
	{"NkJamSeveral", kernels.NkJamSeveral, []string{"loop unrolled and jammed (count=4)"}},
	{"NkJamForward", kernels.NkJamForward, []string{"loop unrolled and jammed (count=2)"}},
	{"NkJamBackward", kernels.NkJamBackward, []string{"warning: loop not unrolled and jammed"}},
	{"NkJamDistance", kernels.NkJamDistance, []string{"loop unrolled and jammed (count=2)"}},
	{"NkSwap", kernels.NkSwap, []string{"loops interchanged"}},
	{"NkSwapSum", kernels.NkSwapSum, []string{"loops interchanged"}},
	{"NkSwapThree", kernels.NkSwapThree, []string{"loops interchanged", "loops interchanged"}},
	{"NkSwapLower", kernels.NkSwapLower, []string{"loops interchanged"}},
	{"NkSwapUpper", kernels.NkSwapUpper, []string{"loops interchanged"}},
	{"NkSwapStrict", kernels.NkSwapStrict, []string{"loops interchanged"}},
	{"NkSwapSkew", kernels.NkSwapSkew, []string{"warning: loops not interchanged: remove the directive, or store the results to another slice; in the other order"}},
	{"NkSwapDiagonal", kernels.NkSwapDiagonal, []string{"loops interchanged"}},
	{"NkSwapCount", kernels.NkSwapCount, []string{"loops interchanged"}},
	{"NkSwapFloats", kernels.NkSwapFloats, []string{"warning: loops not interchanged: write hotloop.FP(hotloop.FPFast) or //loop:fp reassoc to allow sums in another order; floating-point operations must not be reordered"}},
	{"NkStrip", kernels.NkStrip, []string{"loop strip-mined (size=8)"}},
	{"NkStripDown", kernels.NkStripDown, []string{"loop strip-mined (size=5)"}},
	{"NkFlat", kernels.NkFlat, []string{"loops flattened"}},
	{"NkFlatCount", kernels.NkFlatCount, []string{"loops flattened"}},
	{"NkFlatStep", kernels.NkFlatStep, []string{"warning: loops not flattened: use the two counters as i*width + j only, where j runs from 0 to width; the two counters are not used as one counter"}},
	{"NkFlatEven", kernels.NkFlatEven, []string{"loops flattened"}},
	{"NkFlatApart", kernels.NkFlatApart, []string{"warning: loops not flattened: use the two counters as i*width + j only, where j runs from 0 to width; the two counters are not used as one counter"}},
	{"NkSkewedTile", kernels.NkSkewedTile, nil},
	{"NkCounted", kernels.NkCounted, []string{"loops interchanged", "nest vectorized with in-register transposes"}},
	{"NkCountedTwice", kernels.NkCountedTwice, []string{"checks hoisted out of the nest"}},
	{"NkCountedMaybe", kernels.NkCountedMaybe, nil},
	{"NkCountedDown", kernels.NkCountedDown, []string{"checks hoisted out of the nest"}},
	{"NkRowsDown", kernels.NkRowsDown, []string{"nest vectorized with in-register transposes"}},
	{"NkRowsRight", kernels.NkRowsRight, nil},
	{"NkTurnedTriangle", kernels.NkTurnedTriangle, []string{"nest vectorized with in-register transposes"}},
	{"NkTurnedTrapezoid", kernels.NkTurnedTrapezoid, []string{"nest vectorized with in-register transposes"}},
	{"NkTurnedDiagonal", kernels.NkTurnedDiagonal, []string{"nest vectorized with in-register transposes"}},
	{"NkPacked", kernels.NkPacked, []string{"loops interchanged"}},
	{"NkPackedStrict", kernels.NkPackedStrict, []string{"loops interchanged"}},
	{"NkPackedTight", kernels.NkPackedTight, nil},
	{"NkSteps", kernels.NkSteps, nil},
	{"NkTurnedWide", kernels.NkTurnedWide, []string{"nest vectorized with in-register transposes"}},
	{"NkButterflies", kernels.NkButterflies, []string{"loop vectorized"}},
	{"NkTile", kernels.NkTile, []string{"loop strip-mined (size=16)", "loop strip-mined (size=8)", "loops interchanged"}},
	{"NkTileThree", kernels.NkTileThree, []string{"loop strip-mined (size=16)", "loop strip-mined (size=4)",
		"loop strip-mined (size=4)", "loops interchanged", "loops interchanged"}},
}

// factorKernels are the kernels of kernels/factor.go. Where nothing is wanted a legal request may be refused, as the
// dependence test does not tell the pivot's row from the others.
var factorKernels = []nestKernel{
	{"FkLU", kernels.FkLU, []string{"loop vectorized"}},
	{"FkLUPieces", kernels.FkLUPieces, nil},
	{"FkLUJam", kernels.FkLUJam, nil},
	{"FkLUSwap", kernels.FkLUSwap, []string{"warning: loops not interchanged: write //loop:ivdep if no iteration reads what an earlier one stores, or store to a slice that is not read; iterations may depend"}},
	{"FkOuterProducts", kernels.FkOuterProducts, []string{"loops interchanged"}},
	{"FkFloyd", kernels.FkFloyd, nil},
	{"FkFloydSwapPivot", kernels.FkFloydSwapPivot, []string{"warning: loops not interchanged: write //loop:ivdep if no iteration reads what an earlier one stores, or store to a slice that is not read; iterations may depend"}},
	{"FkFloydSwapRows", kernels.FkFloydSwapRows, nil},
	{"FkFloydJam", kernels.FkFloydJam, nil},
	{"FkFloydJamPivot", kernels.FkFloydJamPivot, []string{"warning: loop not unrolled and jammed: write //loop:ivdep if no iteration reads what an earlier one stores, or store to a slice that is not read; iterations may depend"}},
	{"FkFloydTile", kernels.FkFloydTile, []string{"loop strip-mined (size=4)", "loop strip-mined (size=8)",
		"warning: loops not interchanged: write //loop:ivdep if no iteration reads what an earlier one stores, or store to a slice that is not read; iterations may depend"}},
	{"FkFloydFlat", kernels.FkFloydFlat, []string{"warning: loops not flattened: use the two counters as i*width + j only, where j runs from 0 to width; the two counters are not used as one counter"}},
	{"FkFloydCopied", kernels.FkFloydCopied, []string{"warning: loop not distributed: write //loop:ivdep if no iteration reads what an earlier one stores, or store to a slice that is not read; iterations may depend"}},
	{"FkSeidel", kernels.FkSeidel, []string{"loops interchanged"}},
	{"FkSeidelJam", kernels.FkSeidelJam, []string{"loop unrolled and jammed (count=2)"}},
	{"FkSeidelNine", kernels.FkSeidelNine, []string{"warning: loops not interchanged: remove the directive, or store the results to another slice; in the other order"}},
	{"FkSeidelNineJam", kernels.FkSeidelNineJam, []string{"warning: loop not unrolled and jammed: write //loop:ivdep if no iteration reads what an earlier one stores, or store to a slice that is not read; iterations may depend"}},
	{"FkSteps", kernels.FkSteps, []string{"warning: loops not interchanged: remove the directive, or store the results to another slice; in the other order"}},
	{"FkStepsJam", kernels.FkStepsJam, []string{"warning: loop not unrolled and jammed: write //loop:ivdep if no iteration reads what an earlier one stores, or store to a slice that is not read; iterations may depend"}},
	{"FkStepsApart", kernels.FkStepsApart, []string{"loops interchanged"}},
	{"FkSolve", kernels.FkSolve, nil},
	{"FkSolveSwap", kernels.FkSolveSwap, nil},
	{"FkSolveJam", kernels.FkSolveJam, nil},
	{"FkCholesky", kernels.FkCholesky, nil},
	{"FkVectorThenJam", kernels.FkVectorThenJam, []string{"loop vectorized", "loop unrolled and jammed (count=2)"}},
	{"FkVectorNoJam", kernels.FkVectorNoJam, []string{"warning: loop not unrolled and jammed: write //loop:ivdep if no iteration reads what an earlier one stores, or store to a slice that is not read; iterations may depend"}},
	{"FkPromiseJam", kernels.FkPromiseJam, []string{"loop unrolled and jammed (count=2)"}},
}

// transformKernels are the kernels of kernels/transform.go.
var transformKernels = []nestKernel{
	{"TkReverse", kernels.TkReverse, []string{"loop reversed"}},
	{"TkReverseSum", kernels.TkReverseSum, []string{"loop reversed", "loop unrolled"}},
	{"TkReverseForward", kernels.TkReverseForward, []string{"warning: loop not reversed: remove the directive, or store the results to another slice; in reverse order an iteration would run before one that it depends on"}},
	{"TkReverseNest", kernels.TkReverseNest, []string{"loop reversed"}},
	{"TkReverseRows", kernels.TkReverseRows, []string{"loop reversed", "warning: loop not reversed"}},
	{"TkReverseTile", kernels.TkReverseTile, []string{"loop strip-mined (size=3)", "loop strip-mined (size=4)",
		"loops interchanged", "loop reversed"}},
	{"TkTileReverse", kernels.TkTileReverse, []string{"loop reversed", "loop strip-mined (size=4)",
		"loops interchanged"}},
	{"TkEdges", kernels.TkEdges, []string{"loop peeled", "last iterations peeled", "last iterations peeled",
		"loop vectorized", "loop vectorized"}},
	{"TkEdgesDown", kernels.TkEdgesDown, []string{"last iterations peeled (count=1)", "last iterations peeled (count=2)",
		"loop vectorized", "loop vectorized"}},
	{"TkEdgesNest", kernels.TkEdgesNest, []string{"last iterations peeled", "vectorized"}},
	{"TkCollapse", kernels.TkCollapse, []string{"loops flattened", "loop vectorized"}},
	{"TkCollapseThree", kernels.TkCollapseThree, []string{"loops flattened", "loops flattened", "loop vectorized"}},
	{"TkCollapseOuter", kernels.TkCollapseOuter, []string{"loops flattened"}},
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

// TestNests compares nests with the Go compiler: all sizes up to some vectors, slices that overlap, slices that are too
// short.
func TestNests(t *testing.T) {
	var isas []string
	if runtime.Available() == nil && cpu.Host().Tier >= cpu.AVX2 {
		isas = append(isas, "avx2")
		if cpu.Host().Tier >= cpu.AVX512 {
			isas = append(isas, "avx512")
		}
	}
	if len(isas) == 0 {
		t.Skip("no native code on this machine")
	}
	for _, k := range slices.Concat(nestKernels, factorKernels, transformKernels) {
		source := kernels.NestSource
		switch k.name[:2] {
		case "Fk":
			source = kernels.FactorSource
		case "Tk":
			source = kernels.TransformSource
		}
		for _, isa := range isas {
			t.Run(k.name+"/"+isa, func(t *testing.T) {
				e2e.Parallel(t)
				kn, err := hotloop.Compile[nestFunc](source, k.name, options.MaxISA(isa), hotloop.RequireNative())
				if err != nil {
					t.Fatal(err)
				}
				var remarks []string
				for _, r := range kn.Remarks() {
					remarks = append(remarks, r.String())
				}
				all := strings.Join(remarks, "\n")
				left := all
				for _, w := range k.want { // each as often as it is wanted; equal remarks about one loop are one
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
	bits := uint64(0)
	for i := range memory {
		if run%5 == 0 {
			memory[i] = float32(r.NormFloat64())
			continue
		}
		if i%12 == 0 { // five bits each
			bits = r.Uint64()
		}
		memory[i] = float32(int(bits>>(i%12*5)&31)%17 - 8)
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
