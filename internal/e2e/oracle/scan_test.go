package oracle

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/loopopt/config"
	"hotloop/runtime"
)

// scanKernels are the loops of kernels/scan.go.
var scanKernels = []e2e.Kernel{
	{Name: "ScanSum", Fn: kernels.ScanSum}, {Name: "ScanBefore", Fn: kernels.ScanBefore}, {Name: "ScanBytes", Fn: kernels.ScanBytes}, {Name: "ScanShorts", Fn: kernels.ScanShorts},
	{Name: "ScanWiden", Fn: kernels.ScanWiden}, {Name: "ScanBits", Fn: kernels.ScanBits}, {Name: "ScanExtremes", Fn: kernels.ScanExtremes},
	{Name: "ScanUnsigned", Fn: kernels.ScanUnsigned}, {Name: "ScanMax", Fn: kernels.ScanMax}, {Name: "ScanMin", Fn: kernels.ScanMin}, {Name: "ScanRecord", Fn: kernels.ScanRecord},
	{Name: "ScanLeast", Fn: kernels.ScanLeast}, {Name: "ScanHash", Fn: kernels.ScanHash}, {Name: "ScanAffine", Fn: kernels.ScanAffine}, {Name: "ScanTwice", Fn: kernels.ScanTwice},
	{Name: "ScanTerms", Fn: kernels.ScanTerms}, {Name: "ScanCount", Fn: kernels.ScanCount}, {Name: "ScanIndex", Fn: kernels.ScanIndex}, {Name: "ScanStop", Fn: kernels.ScanStop, Few: true},
	{Name: "ScanDown", Fn: kernels.ScanDown}, {Name: "ScanPlace", Fn: kernels.ScanPlace}, {Name: "ScanOther", Fn: kernels.ScanOther}, {Name: "ScanMixed", Fn: kernels.ScanMixed},
	{Name: "ScanRows", Fn: kernels.ScanRows}, {Name: "RampConst", Fn: kernels.RampConst}, {Name: "RampDown", Fn: kernels.RampDown}, {Name: "RampRounded", Fn: kernels.RampRounded},
	{Name: "RampLimited", Fn: kernels.RampLimited}, {Name: "RampArg", Fn: kernels.RampArg}, {Name: "RampArgDown", Fn: kernels.RampArgDown}, {Name: "RampEven", Fn: kernels.RampEven},
	{Name: "RampZero", Fn: kernels.RampZero}, {Name: "RampNegativeZero", Fn: kernels.RampNegativeZero},
	{Name: "ScanFloat", Fn: kernels.ScanFloat, Sums: true}, {Name: "ScanSigns", Fn: kernels.ScanSigns, Sums: true}, {Name: "ScanLinear", Fn: kernels.ScanLinear, Sums: true},
	{Name: "ScanBack", Fn: kernels.ScanBack, Sums: true}, {Name: "ScanCoupled", Fn: kernels.ScanCoupled, Sums: true}, {Name: "ScanMinus", Fn: kernels.ScanMinus, Sums: true},
	{Name: "ScanOrder", Fn: kernels.ScanOrder, Sums: true}, {Name: "CondPositive", Fn: kernels.CondPositive, Sums: true}, {Name: "CondNegativeZero", Fn: kernels.CondNegativeZero, Sums: true},
	{Name: "CondBounds", Fn: kernels.CondBounds}, {Name: "CondProducts", Fn: kernels.CondProducts}, {Name: "CondLoaded", Fn: kernels.CondLoaded, Sums: true},
	{Name: "PolyHash", Fn: kernels.PolyHash}, {Name: "PolyShifted", Fn: kernels.PolyShifted}, {Name: "PolyWide", Fn: kernels.PolyWide}, {Name: "PolyDigits", Fn: kernels.PolyDigits},
	{Name: "PolyDown", Fn: kernels.PolyDown}, {Name: "PolyStores", Fn: kernels.PolyStores}, {Name: "PolyIf", Fn: kernels.PolyIf}, {Name: "PolyUntil", Fn: kernels.PolyUntil},
	{Name: "PolyConstant", Fn: kernels.PolyConstant, Scalar: func(r *rand.Rand, p, n int) int64 { return []int64{int64(n), r.Int64N(1 << 40), r.Int64N(1 << 40)}[p] }},
	{Name: "PolyShown", Fn: kernels.PolyShown}, {Name: "PolyBefore", Fn: kernels.PolyBefore}, {Name: "PolyBytes", Fn: kernels.PolyBytes}, {Name: "PolySkips", Fn: kernels.PolySkips},
	{Name: "PolyTwo", Fn: kernels.PolyTwo}, {Name: "PolyRows", Fn: kernels.PolyRows},
}

// TestPolynomials: those are found, whose values nothing in the loop sees, and whose elements vectors multiply.
func TestPolynomials(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	want := map[string]int{"PolyHash": 1, "PolyShifted": 3, "PolyWide": 1, "PolyDigits": 1, "PolyDown": 1, "PolyStores": 1, "PolyIf": 1, "PolyTwo": 1, "PolyRows": 1}
	text := e2e.Directed(kernels.ScanSource, "vectorize.enable vectorize.width=4")
	for _, k := range scanKernels {
		if !strings.HasPrefix(k.Name, "Poly") || k.Name == "PolyConstant" { // computed in front of the loop
			continue
		}
		for _, isa := range e2e.ISAs() {
			var b strings.Builder
			w := &runtime.Watch{Plan: func(p config.Considered) { b.Reset(); p.Plan.Print(&b) }}
			if _, err := runtime.Inspect(reflect.TypeOf(k.Fn), text, k.Name, runtime.Options{ISA: isa}, w); err != nil && !errors.Is(err, runtime.ErrInspected) {
				t.Fatal(err)
			}
			if got := strings.Count(b.String(), "POLY-PHI"); got != want[k.Name] {
				t.Errorf("%s, %s: %d polynomials, want %d:\n%s", k.Name, isa, got, want[k.Name], b.String())
			}
		}
	}
}

// TestOracleScans compares them with gc, as planned and with short vectors, one and two in flight, with and without masks.
func TestOracleScans(t *testing.T) {
	directives := []string{"vectorize.enable vectorize.width=8 interleave.count=1",
		"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0", "vectorize.enable vectorize.width=32"}
	e2e.UnderDirectives(t, kernels.ScanSource, scanKernels, directives, func(t *testing.T, k *e2e.Kernel) {
		k.CheckVectors(t)
		if k.Sums { // whole numbers come out the same in every order
			for _, isa := range e2e.ISAs() {
				k.Check(t, e2e.Build{Name: isa + " fast", Isa: isa, Fp: "fast", NoVec: false, Every: 1})
			}
		}
	})
}
