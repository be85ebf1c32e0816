package oracle

import (
	"math/rand/v2"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

func small(limit int) func(*rand.Rand, int, int) int64 {
	return func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(limit)) - 2 }
}

// restructKernels are loops that ask to be unrolled and peeled, in kernels/restruct.go, and nests that ask for tiles
// and another order, in kernels/tiles.go.
var restructKernels = e2e.Named([]e2e.Kernel{
	{Fn: kernels.UnrFull}, {Fn: kernels.UnrFullExit, Few: true}, {Fn: kernels.UnrFullNest}, {Fn: kernels.UnrTable},
	{Fn: kernels.UnrCount}, {Fn: kernels.UnrVector}, {Fn: kernels.UnrThenVector}, {Fn: kernels.UnrHash},
	{Fn: kernels.UnrFind, Few: true, Scalar: small(60)}, {Fn: kernels.UnrWhile}, {Fn: kernels.UnrBound},
	{Fn: kernels.UnrPartial}, {Fn: kernels.UnrMultiple, Scalar: e2e.UpTo(1)}, {Fn: kernels.UnrOuter},
	{Fn: kernels.UnrOuterExit, Few: true}, {Fn: kernels.UnrChecks, Index: map[int]int{2: 1}},
	{Fn: kernels.UnrNarrow, Scalar: e2e.UpTo(1)}, {Fn: kernels.UnrDown}, {Fn: kernels.PeelStill},
	{Fn: kernels.PeelFirst}, {Fn: kernels.PeelWrap}, {Fn: kernels.PeelLast}, {Fn: kernels.PeelBoth},
	{Fn: kernels.PeelLastMany, Few: true, Scalar: small(60)}, {Fn: kernels.PeelAlign},
	{Fn: kernels.PeelAlign16, Scalar: e2e.UpTo(1)}, {Fn: kernels.PeelUnroll}, {Fn: kernels.PeelNest},
	{Fn: kernels.PeelEstimate, Scalar: e2e.UpTo(1)}, {Fn: kernels.PeelDown, Scalar: e2e.UpTo(1)},
	{Fn: kernels.PeelGap, Scalar: e2e.UpTo(1)}, {Fn: kernels.IlvSums}, {Fn: kernels.IlvFind, Few: true},
	{Fn: kernels.UnrParts}, {Fn: kernels.DistPerfect, Few: true, Scalar: small(40)},
	{Fn: kernels.DistLater, Few: true}, {Fn: kernels.SplitCounts, Few: true, Scalar: small(60)},
	{Fn: kernels.UnrTiled, Few: true, Scalar: small(12)},
	{Fn: kernels.TileFlat, Few: true, Scalar: small(9)}, {Fn: kernels.TileProduct, Few: true, Scalar: small(9)},
	{Fn: kernels.TileClose, Few: true, Scalar: small(9)}, {Fn: kernels.Ragged, Few: true, Scalar: small(12)},
	{Fn: kernels.FourDeep, Few: true, Scalar: small(6)}, {Fn: kernels.LuJam, Few: true, Scalar: small(12)},
	{Fn: kernels.FloydSwap, Few: true, Scalar: small(12)},
	{Fn: kernels.MaskedTail}, {Fn: kernels.MaskedPairs, Few: true},
})

// TestOracleRestructured compares them with the Go compiler, with the remainder behind the unrolled loop and in front
// of it, as a loop and unrolled, and with all that heuristics leave alone otherwise.
func TestOracleRestructured(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, knobs := range []string{"", "unroll.epilog=0,unroll.remainder",
		"unroll.remainder,unroll.multi-exit,unroll.upper-bound",
		"unroll.allow-remainder=0,unroll.count=2,peel.count=1"} {
		name := knobs
		if name == "" {
			name = "defaults"
		}
		t.Run(name, func(t *testing.T) {
			e2e.Run(t, restructKernels, func(t *testing.T, k *e2e.Kernel) {
				k.Knobs = knobs
				for _, b := range e2e.Builds() {
					if b.Name != e2e.Interpreter {
						k.Check(t, b)
					}
				}
			})
		})
	}
}
