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

// restructKernels are loops that ask to be unrolled and peeled, in kernels/restruct.go.
var restructKernels = []e2e.Kernel{
	{Name: "UnrFull", Fn: kernels.UnrFull}, {Name: "UnrFullExit", Fn: kernels.UnrFullExit, Few: true}, {Name: "UnrFullNest", Fn: kernels.UnrFullNest},
	{Name: "UnrTable", Fn: kernels.UnrTable}, {Name: "UnrCount", Fn: kernels.UnrCount}, {Name: "UnrVector", Fn: kernels.UnrVector}, {Name: "UnrThenVector", Fn: kernels.UnrThenVector},
	{Name: "UnrHash", Fn: kernels.UnrHash}, {Name: "UnrFind", Fn: kernels.UnrFind, Few: true, Scalar: small(60)}, {Name: "UnrWhile", Fn: kernels.UnrWhile},
	{Name: "UnrBound", Fn: kernels.UnrBound}, {Name: "UnrPartial", Fn: kernels.UnrPartial}, {Name: "UnrMultiple", Fn: kernels.UnrMultiple, Scalar: e2e.UpTo(1)},
	{Name: "UnrOuter", Fn: kernels.UnrOuter}, {Name: "UnrOuterExit", Fn: kernels.UnrOuterExit, Few: true},
	{Name: "UnrChecks", Fn: kernels.UnrChecks, Index: map[int]int{2: 1}}, {Name: "UnrNarrow", Fn: kernels.UnrNarrow, Scalar: e2e.UpTo(1)}, {Name: "UnrDown", Fn: kernels.UnrDown},
	{Name: "PeelStill", Fn: kernels.PeelStill}, {Name: "PeelFirst", Fn: kernels.PeelFirst}, {Name: "PeelWrap", Fn: kernels.PeelWrap}, {Name: "PeelLast", Fn: kernels.PeelLast},
	{Name: "PeelBoth", Fn: kernels.PeelBoth}, {Name: "PeelLastMany", Fn: kernels.PeelLastMany, Few: true, Scalar: small(60)}, {Name: "PeelAlign", Fn: kernels.PeelAlign},
	{Name: "PeelAlign16", Fn: kernels.PeelAlign16, Scalar: e2e.UpTo(1)}, {Name: "PeelUnroll", Fn: kernels.PeelUnroll}, {Name: "PeelNest", Fn: kernels.PeelNest},
	{Name: "PeelEstimate", Fn: kernels.PeelEstimate, Scalar: e2e.UpTo(1)}, {Name: "PeelDown", Fn: kernels.PeelDown, Scalar: e2e.UpTo(1)}, {Name: "PeelGap", Fn: kernels.PeelGap, Scalar: e2e.UpTo(1)},
}

// TestOracleRestructured compares them with gc, with the remainder behind the unrolled loop and in front of it, as a loop
// and unrolled, and with all that heuristics leave alone otherwise.
func TestOracleRestructured(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, knobs := range []string{"", "unroll.epilog=0,unroll.remainder", "unroll.remainder,unroll.multi-exit,unroll.upper-bound",
		"unroll.allow-remainder=0,unroll.count=2,peel.count=1"} {
		name := knobs
		if name == "" {
			name = "defaults"
		}
		t.Run(name, func(t *testing.T) {
			for i := range restructKernels {
				k := restructKernels[i]
				k.Text, k.Knobs = kernels.RestructSource, knobs
				t.Run(k.Name, func(t *testing.T) {
					t.Parallel()
					for _, b := range e2e.Builds() {
						if b.Name != "interpreter" {
							k.Check(t, b)
						}
					}
				})
			}
		})
	}
}
