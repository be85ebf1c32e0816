package hotloop_test

import (
	"testing"
)

// scanKernels are the loops of scankernels_test.go.
var scanKernels = []oracleKernel{
	{name: "scanSum", fn: scanSum}, {name: "scanBefore", fn: scanBefore}, {name: "scanBytes", fn: scanBytes}, {name: "scanShorts", fn: scanShorts},
	{name: "scanWiden", fn: scanWiden}, {name: "scanBits", fn: scanBits}, {name: "scanExtremes", fn: scanExtremes},
	{name: "scanUnsigned", fn: scanUnsigned}, {name: "scanMax", fn: scanMax}, {name: "scanMin", fn: scanMin}, {name: "scanRecord", fn: scanRecord},
	{name: "scanLeast", fn: scanLeast}, {name: "scanHash", fn: scanHash}, {name: "scanAffine", fn: scanAffine}, {name: "scanTwice", fn: scanTwice},
	{name: "scanTerms", fn: scanTerms}, {name: "scanCount", fn: scanCount}, {name: "scanIndex", fn: scanIndex}, {name: "scanStop", fn: scanStop, few: true},
	{name: "scanDown", fn: scanDown}, {name: "scanPlace", fn: scanPlace}, {name: "scanOther", fn: scanOther}, {name: "scanMixed", fn: scanMixed},
	{name: "scanRows", fn: scanRows}, {name: "rampConst", fn: rampConst}, {name: "rampDown", fn: rampDown}, {name: "rampRounded", fn: rampRounded},
	{name: "rampLimited", fn: rampLimited}, {name: "rampArg", fn: rampArg}, {name: "rampArgDown", fn: rampArgDown}, {name: "rampEven", fn: rampEven},
	{name: "rampZero", fn: rampZero}, {name: "rampNegativeZero", fn: rampNegativeZero},
	{name: "scanFloat", fn: scanFloat, sums: true}, {name: "scanSigns", fn: scanSigns, sums: true}, {name: "scanLinear", fn: scanLinear, sums: true},
	{name: "scanBack", fn: scanBack, sums: true}, {name: "scanCoupled", fn: scanCoupled, sums: true}, {name: "scanMinus", fn: scanMinus, sums: true},
	{name: "scanOrder", fn: scanOrder, sums: true}, {name: "condPositive", fn: condPositive, sums: true}, {name: "condNegativeZero", fn: condNegativeZero, sums: true},
	{name: "condBounds", fn: condBounds}, {name: "condProducts", fn: condProducts}, {name: "condLoaded", fn: condLoaded, sums: true},
}

// TestOracleScans compares them with gc, as planned and with short vectors, one and two in flight, with and without masks.
func TestOracleScans(t *testing.T) {
	directives := []string{"vectorize.enable vectorize.width=8 interleave.count=1",
		"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0", "vectorize.enable vectorize.width=32"}
	underDirectives(t, scanSource, scanKernels, directives, func(t *testing.T, k *oracleKernel) {
		k.checkVectors(t)
		if k.sums { // whole numbers come out the same in every order
			for _, isa := range nativeISAs() {
				k.check(t, build{isa + " fast", isa, "fast", false, 1})
			}
		}
	})
}
