package hotloop_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/loopopt/config"
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
	{name: "polyHash", fn: polyHash}, {name: "polyShifted", fn: polyShifted}, {name: "polyWide", fn: polyWide}, {name: "polyDigits", fn: polyDigits},
	{name: "polyDown", fn: polyDown}, {name: "polyStores", fn: polyStores}, {name: "polyIf", fn: polyIf}, {name: "polyUntil", fn: polyUntil},
	{name: "polyConstant", fn: polyConstant, scalar: func(r *rand.Rand, p, n int) int64 { return []int64{int64(n), r.Int64N(1 << 40), r.Int64N(1 << 40)}[p] }},
	{name: "polyShown", fn: polyShown}, {name: "polyBefore", fn: polyBefore}, {name: "polyBytes", fn: polyBytes}, {name: "polySkips", fn: polySkips},
	{name: "polyTwo", fn: polyTwo}, {name: "polyRows", fn: polyRows},
}

// TestPolynomials: those are found, whose values nothing in the loop sees, and whose elements vectors multiply.
func TestPolynomials(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	want := map[string]int{"polyHash": 1, "polyShifted": 3, "polyWide": 1, "polyDigits": 1, "polyDown": 1, "polyStores": 1, "polyIf": 1, "polyTwo": 1, "polyRows": 1}
	text := directed(scanSource, "vectorize.enable vectorize.width=4")
	for _, k := range scanKernels {
		if !strings.HasPrefix(k.name, "poly") || k.name == "polyConstant" { // computed in front of the loop
			continue
		}
		for _, isa := range nativeISAs() {
			var b strings.Builder
			w := &runtime.Watch{Plan: func(p config.Considered) { b.Reset(); p.Plan.Print(&b) }}
			if _, err := runtime.Inspect(reflect.TypeOf(k.fn), text, k.name, runtime.Options{ISA: isa}, w); err != nil && !errors.Is(err, runtime.ErrInspected) {
				t.Fatal(err)
			}
			if got := strings.Count(b.String(), "POLY-PHI"); got != want[k.name] {
				t.Errorf("%s, %s: %d polynomials, want %d:\n%s", k.name, isa, got, want[k.name], b.String())
			}
		}
	}
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
