package oracle

import (
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
)

// recurKernels are the loops of kernels/recur.go.
var recurKernels = e2e.Named([]e2e.Kernel{
	{Fn: kernels.RecDiff}, {Fn: kernels.RecComputed}, {Fn: kernels.RecShift}, {Fn: kernels.RecSecond},
	{Fn: kernels.RecFourth}, {Fn: kernels.RecLater}, {Fn: kernels.RecEdges}, {Fn: kernels.RecRuns},
	{Fn: kernels.RecSums}, {Fn: kernels.RecCounter}, {Fn: kernels.RecGather, Index: map[int]int{1: 2}},
	{Fn: kernels.RecWrapped}, {Fn: kernels.RecMasked}, {Fn: kernels.RecDivides}, {Fn: kernels.RecDividesAfter},
	{Fn: kernels.RecDown}, {Fn: kernels.RecPairs}, {Fn: kernels.RecNest}, {Fn: kernels.RecStop, Few: true},
	{Fn: kernels.RecStopFirst, Few: true}, {Fn: kernels.RecStopChecked, Index: map[int]int{1: 2}},
	{Fn: kernels.RecUnrolled}, {Fn: kernels.CarryShown}, {Fn: kernels.CarryBefore}, {Fn: kernels.CarryQuotes},
	{Fn: kernels.CarryGather, Index: map[int]int{1: 2}}, {Fn: kernels.CarryStop, Few: true},
	{Fn: kernels.CarryItself}, {Fn: kernels.FarFour}, {Fn: kernels.FarEight}, {Fn: kernels.FarSixteen},
	{Fn: kernels.FarThirtyTwo}, {Fn: kernels.FarFive}, {Fn: kernels.FarTwelve}, {Fn: kernels.FarFourSix},
	{Fn: kernels.FarFourEight}, {Fn: kernels.FarTwoStores}, {Fn: kernels.FarDown}, {Fn: kernels.FarStepTwo},
	{Fn: kernels.FarMasked}, {Fn: kernels.FarCrossed}, {Fn: kernels.OverOne}, {Fn: kernels.OverThree},
	{Fn: kernels.OverBoth}, {Fn: kernels.OverBytes}, {Fn: kernels.OverMasked}, {Fn: kernels.OverAhead},
	{Fn: kernels.RecAlign}, {Fn: kernels.RecParts},
})

// TestOracleRecurrences compares them with the Go compiler, as planned and with short vectors, one and two in flight,
// with and without masks.
func TestOracleRecurrences(t *testing.T) {
	directives := []string{"vectorize.enable vectorize.width=8 interleave.count=1",
		"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0",
		"vectorize.enable vectorize.width=32"}
	e2e.UnderDirectives(t, kernels.RecurSource, recurKernels, directives, func(t *testing.T, k *e2e.Kernel) {
		k.CheckVectors(t)
	})
}
