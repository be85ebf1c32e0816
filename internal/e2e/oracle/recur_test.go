package oracle

import (
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
)

// recurKernels are the loops of kernels/recur.go.
var recurKernels = []e2e.Kernel{
	{Name: "RecDiff", Fn: kernels.RecDiff}, {Name: "RecComputed", Fn: kernels.RecComputed}, {Name: "RecShift", Fn: kernels.RecShift}, {Name: "RecSecond", Fn: kernels.RecSecond},
	{Name: "RecFourth", Fn: kernels.RecFourth}, {Name: "RecLater", Fn: kernels.RecLater}, {Name: "RecEdges", Fn: kernels.RecEdges}, {Name: "RecRuns", Fn: kernels.RecRuns},
	{Name: "RecSums", Fn: kernels.RecSums}, {Name: "RecCounter", Fn: kernels.RecCounter}, {Name: "RecGather", Fn: kernels.RecGather, Index: map[int]int{1: 2}},
	{Name: "RecWrapped", Fn: kernels.RecWrapped}, {Name: "RecMasked", Fn: kernels.RecMasked}, {Name: "RecDivides", Fn: kernels.RecDivides},
	{Name: "RecDividesAfter", Fn: kernels.RecDividesAfter}, {Name: "RecDown", Fn: kernels.RecDown}, {Name: "RecPairs", Fn: kernels.RecPairs}, {Name: "RecNest", Fn: kernels.RecNest},
	{Name: "RecStop", Fn: kernels.RecStop, Few: true}, {Name: "RecStopFirst", Fn: kernels.RecStopFirst, Few: true},
	{Name: "RecStopChecked", Fn: kernels.RecStopChecked, Index: map[int]int{1: 2}}, {Name: "RecUnrolled", Fn: kernels.RecUnrolled},
	{Name: "CarryShown", Fn: kernels.CarryShown}, {Name: "CarryBefore", Fn: kernels.CarryBefore}, {Name: "CarryQuotes", Fn: kernels.CarryQuotes},
	{Name: "CarryGather", Fn: kernels.CarryGather, Index: map[int]int{1: 2}}, {Name: "CarryStop", Fn: kernels.CarryStop, Few: true}, {Name: "CarryItself", Fn: kernels.CarryItself},
	{Name: "FarFour", Fn: kernels.FarFour}, {Name: "FarEight", Fn: kernels.FarEight}, {Name: "FarSixteen", Fn: kernels.FarSixteen}, {Name: "FarThirtyTwo", Fn: kernels.FarThirtyTwo},
	{Name: "FarFive", Fn: kernels.FarFive}, {Name: "FarTwelve", Fn: kernels.FarTwelve}, {Name: "FarFourSix", Fn: kernels.FarFourSix}, {Name: "FarFourEight", Fn: kernels.FarFourEight},
	{Name: "FarTwoStores", Fn: kernels.FarTwoStores}, {Name: "FarDown", Fn: kernels.FarDown}, {Name: "FarStepTwo", Fn: kernels.FarStepTwo}, {Name: "FarMasked", Fn: kernels.FarMasked},
	{Name: "FarCrossed", Fn: kernels.FarCrossed},
	{Name: "OverOne", Fn: kernels.OverOne}, {Name: "OverThree", Fn: kernels.OverThree}, {Name: "OverBoth", Fn: kernels.OverBoth}, {Name: "OverBytes", Fn: kernels.OverBytes},
	{Name: "OverMasked", Fn: kernels.OverMasked}, {Name: "OverAhead", Fn: kernels.OverAhead},
}

// TestOracleRecurrences compares them with gc, as planned and with short vectors, one and two in flight, with and without
// masks.
func TestOracleRecurrences(t *testing.T) {
	directives := []string{"vectorize.enable vectorize.width=8 interleave.count=1",
		"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0", "vectorize.enable vectorize.width=32"}
	e2e.UnderDirectives(t, kernels.RecurSource, recurKernels, directives, func(t *testing.T, k *e2e.Kernel) { k.CheckVectors(t) })
}
