package hotloop_test

import (
	"strings"
	"testing"

	"hotloop/runtime"
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
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, directive := range []string{"", "vectorize.enable vectorize.width=8 interleave.count=1",
		"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0", "vectorize.enable vectorize.width=32"} {
		name, text := "defaults", scanSource
		if directive != "" {
			name, text = directive, strings.ReplaceAll(text, "\n\tfor ", "\n\t//loop:"+directive+"\n\tfor ")
		}
		t.Run(name, func(t *testing.T) {
			for i := range scanKernels {
				k := scanKernels[i]
				k.text = text
				t.Run(k.name, func(t *testing.T) {
					t.Parallel()
					for _, b := range builds() {
						if b.noVec {
							continue
						}
						k.check(t, b)
						if b.isa != "" && k.sums { // whole numbers come out the same in every order
							k.check(t, build{b.isa + " fast", b.isa, "fast", false, 1})
						}
					}
				})
			}
		})
	}
}
