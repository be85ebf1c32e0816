package hotloop_test

import (
	"math/rand/v2"
	"testing"

	"hotloop/runtime"
)

func small(limit int) func(*rand.Rand, int, int) int64 {
	return func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(limit)) - 2 }
}

// restructKernels are loops that ask to be unrolled and peeled, in restructkernels_test.go.
var restructKernels = []oracleKernel{
	{name: "unrFull", fn: unrFull}, {name: "unrFullExit", fn: unrFullExit, few: true}, {name: "unrFullNest", fn: unrFullNest},
	{name: "unrTable", fn: unrTable}, {name: "unrCount", fn: unrCount}, {name: "unrVector", fn: unrVector}, {name: "unrThenVector", fn: unrThenVector},
	{name: "unrHash", fn: unrHash}, {name: "unrFind", fn: unrFind, few: true, scalar: small(60)}, {name: "unrWhile", fn: unrWhile},
	{name: "unrBound", fn: unrBound}, {name: "unrPartial", fn: unrPartial}, {name: "unrMultiple", fn: unrMultiple, scalar: upTo(1)},
	{name: "unrOuter", fn: unrOuter}, {name: "unrOuterExit", fn: unrOuterExit, few: true},
	{name: "unrChecks", fn: unrChecks, index: map[int]int{2: 1}}, {name: "unrNarrow", fn: unrNarrow, scalar: upTo(1)}, {name: "unrDown", fn: unrDown},
	{name: "peelStill", fn: peelStill}, {name: "peelFirst", fn: peelFirst}, {name: "peelWrap", fn: peelWrap}, {name: "peelLast", fn: peelLast},
	{name: "peelBoth", fn: peelBoth}, {name: "peelLastMany", fn: peelLastMany, few: true, scalar: small(60)}, {name: "peelAlign", fn: peelAlign},
	{name: "peelAlign16", fn: peelAlign16, scalar: upTo(1)}, {name: "peelUnroll", fn: peelUnroll}, {name: "peelNest", fn: peelNest},
	{name: "peelEstimate", fn: peelEstimate, scalar: upTo(1)}, {name: "peelDown", fn: peelDown, scalar: upTo(1)}, {name: "peelGap", fn: peelGap, scalar: upTo(1)},
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
				k.text, k.knobs = restructSource, knobs
				t.Run(k.name, func(t *testing.T) {
					t.Parallel()
					for _, b := range builds() {
						if b.name != "interpreter" {
							k.check(t, b)
						}
					}
				})
			}
		})
	}
}
