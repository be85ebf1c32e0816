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
var scanKernels = e2e.Named([]e2e.Kernel{
	{Fn: kernels.ScanSum}, {Fn: kernels.ScanBefore}, {Fn: kernels.ScanBytes}, {Fn: kernels.ScanShorts},
	{Fn: kernels.ScanSegments}, {Fn: kernels.ScanRunDown},
	{Fn: kernels.ScanWiden}, {Fn: kernels.ScanBits}, {Fn: kernels.ScanExtremes}, {Fn: kernels.ScanUnsigned},
	{Fn: kernels.ScanMax}, {Fn: kernels.ScanMin}, {Fn: kernels.ScanRecord}, {Fn: kernels.ScanLeast},
	{Fn: kernels.ScanHash}, {Fn: kernels.ScanAffine}, {Fn: kernels.ScanTwice}, {Fn: kernels.ScanTerms},
	{Fn: kernels.ScanCount}, {Fn: kernels.ScanIndex}, {Fn: kernels.ScanStop, Few: true}, {Fn: kernels.ScanDown},
	{Fn: kernels.ScanPlace}, {Fn: kernels.ScanOther}, {Fn: kernels.ScanMixed}, {Fn: kernels.ScanRows},
	{Fn: kernels.RampConst}, {Fn: kernels.RampDown}, {Fn: kernels.RampRounded}, {Fn: kernels.RampLimited},
	{Fn: kernels.RampArg}, {Fn: kernels.RampArgDown}, {Fn: kernels.RampEven}, {Fn: kernels.RampZero},
	{Fn: kernels.RampNegativeZero}, {Fn: kernels.ScanFloat, Sums: true}, {Fn: kernels.ScanSigns, Sums: true},
	{Fn: kernels.ScanLinear, Sums: true}, {Fn: kernels.ScanBack, Sums: true}, {Fn: kernels.ScanCoupled, Sums: true},
	{Fn: kernels.ScanMinus, Sums: true}, {Fn: kernels.ScanOrder, Sums: true}, {Fn: kernels.CondPositive, Sums: true},
	{Fn: kernels.CondNegativeZero, Sums: true}, {Fn: kernels.CondBounds}, {Fn: kernels.CondProducts},
	{Fn: kernels.CondLoaded, Sums: true}, {Fn: kernels.PolyHash}, {Fn: kernels.PolyShifted}, {Fn: kernels.PolyWide},
	{Fn: kernels.PolyDigits}, {Fn: kernels.PolyDown}, {Fn: kernels.PolyStores}, {Fn: kernels.PolyIf},
	{Fn: kernels.PolyUntil},
	{Fn: kernels.PolyConstant, Scalar: func(r *rand.Rand, p, n int) int64 {
		return []int64{int64(n), r.Int64N(1 << 40), r.Int64N(1 << 40)}[p]
	}},
	{Fn: kernels.PolyShown}, {Fn: kernels.PolyBefore}, {Fn: kernels.PolyBytes}, {Fn: kernels.PolySkips},
	{Fn: kernels.PolyTwo}, {Fn: kernels.PolyRows},
	{Fn: kernels.SharedSum}, {Fn: kernels.SharedProduct}, {Fn: kernels.SharedMax}, {Fn: kernels.SharedAffine},
	{Fn: kernels.SharedAnew}, {Fn: kernels.SharedChoice}, {Fn: kernels.SharedJump}, {Fn: kernels.SharedRows},
})

// TestPolynomials: those are found, whose values nothing in the loop sees, and whose elements vectors multiply.
func TestPolynomials(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	want := map[string]int{"PolyHash": 1, "PolyShifted": 3, "PolyWide": 1, "PolyDigits": 1, "PolyDown": 1, "PolyStores": 1,
		"PolyIf": 1, "PolyTwo": 1, "PolyRows": 1}
	text := e2e.Directed(kernels.ScanSource, "vectorize.enable vectorize.width=4")
	for _, k := range scanKernels {
		if !strings.HasPrefix(k.Name, "Poly") || k.Name == "PolyConstant" { // computed in front of the loop
			continue
		}
		for _, isa := range e2e.ISAs() {
			var b strings.Builder
			w := &runtime.Watch{Plan: func(p config.Considered) { b.Reset(); p.Plan.Print(&b) }}
			if _, err := runtime.Inspect(reflect.TypeOf(k.Fn), text, k.Name, runtime.Options{ISA: isa}, w); err != nil &&
				!errors.Is(err, runtime.ErrInspected) {
				t.Fatal(err)
			}
			if got := strings.Count(b.String(), "POLY-PHI"); got != want[k.Name] {
				t.Errorf("%s, %s: %d polynomials, want %d:\n%s", k.Name, isa, got, want[k.Name], b.String())
			}
		}
	}
}

// TestOracleScans compares them with the Go compiler, as planned and with short vectors, one and two in flight, with
// and without masks.
func TestOracleScans(t *testing.T) {
	directives := []string{"vectorize.enable vectorize.width=8 interleave.count=1",
		"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0",
		"vectorize.enable vectorize.width=32"}
	e2e.UnderDirectives(t, kernels.ScanSource, scanKernels, directives, func(t *testing.T, k *e2e.Kernel) {
		k.CheckVectors(t)
		if k.Sums { // whole numbers come out the same in every order
			for _, isa := range e2e.ISAs() {
				k.Check(t, e2e.Build{Name: isa + " fast", Isa: isa, Fp: "fast", NoVec: false, Every: 1})
			}
		}
	})
}
