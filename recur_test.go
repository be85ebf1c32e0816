package hotloop_test

import (
	"testing"
)

// recurKernels are the loops of recurkernels_test.go.
var recurKernels = []oracleKernel{
	{name: "recDiff", fn: recDiff}, {name: "recComputed", fn: recComputed}, {name: "recShift", fn: recShift}, {name: "recSecond", fn: recSecond},
	{name: "recFourth", fn: recFourth}, {name: "recLater", fn: recLater}, {name: "recEdges", fn: recEdges}, {name: "recRuns", fn: recRuns},
	{name: "recSums", fn: recSums}, {name: "recCounter", fn: recCounter}, {name: "recGather", fn: recGather, index: map[int]int{1: 2}},
	{name: "recWrapped", fn: recWrapped}, {name: "recMasked", fn: recMasked}, {name: "recDivides", fn: recDivides},
	{name: "recDividesAfter", fn: recDividesAfter}, {name: "recDown", fn: recDown}, {name: "recPairs", fn: recPairs}, {name: "recNest", fn: recNest},
	{name: "recStop", fn: recStop, few: true}, {name: "recStopFirst", fn: recStopFirst, few: true},
	{name: "recStopChecked", fn: recStopChecked, index: map[int]int{1: 2}}, {name: "recUnrolled", fn: recUnrolled},
	{name: "carryShown", fn: carryShown}, {name: "carryBefore", fn: carryBefore}, {name: "carryQuotes", fn: carryQuotes},
	{name: "carryGather", fn: carryGather, index: map[int]int{1: 2}}, {name: "carryStop", fn: carryStop, few: true}, {name: "carryItself", fn: carryItself},
	{name: "farFour", fn: farFour}, {name: "farEight", fn: farEight}, {name: "farSixteen", fn: farSixteen}, {name: "farThirtyTwo", fn: farThirtyTwo},
	{name: "farFive", fn: farFive}, {name: "farTwelve", fn: farTwelve}, {name: "farFourSix", fn: farFourSix}, {name: "farFourEight", fn: farFourEight},
	{name: "farTwoStores", fn: farTwoStores}, {name: "farDown", fn: farDown}, {name: "farStepTwo", fn: farStepTwo}, {name: "farMasked", fn: farMasked},
	{name: "farCrossed", fn: farCrossed},
	{name: "overOne", fn: overOne}, {name: "overThree", fn: overThree}, {name: "overBoth", fn: overBoth}, {name: "overBytes", fn: overBytes},
	{name: "overMasked", fn: overMasked}, {name: "overAhead", fn: overAhead},
}

// TestOracleRecurrences compares them with gc, as planned and with short vectors, one and two in flight, with and without
// masks.
func TestOracleRecurrences(t *testing.T) {
	directives := []string{"vectorize.enable vectorize.width=8 interleave.count=1",
		"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0", "vectorize.enable vectorize.width=32"}
	underDirectives(t, recurSource, recurKernels, directives, func(t *testing.T, k *oracleKernel) { k.checkVectors(t) })
}
