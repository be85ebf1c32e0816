package hotloop_test

import (
	"reflect"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/runtime"
)

// slpKernels are the functions of slpkernels_test.go, with the tiers that make lanes of their expressions.
var slpKernels = []struct {
	oracleKernel
	packed string
}{
	{oracleKernel{name: "slpRows", fn: slpRows, sums: true}, "avx512 neon"},
	{oracleKernel{name: "slpPairs", fn: slpPairs}, ""},
	{oracleKernel{name: "slpTwo", fn: slpTwo}, "neon"},
	{oracleKernel{name: "slpMatrix", fn: slpMatrix}, "avx512 neon"},
	{oracleKernel{name: "slpMinMax", fn: slpMinMax}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpDistances", fn: slpDistances}, ""},
	{oracleKernel{name: "slpConvert", fn: slpConvert}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpReversed", fn: slpReversed}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpGaps", fn: slpGaps}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpStored", fn: slpStored}, "avx512 neon"},
	{oracleKernel{name: "slpLoop", fn: slpLoop}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpCarried", fn: slpCarried}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpShared", fn: slpShared}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpSwapped", fn: slpSwapped}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpSelect", fn: slpSelect}, ""},
	{oracleKernel{name: "slpConstants", fn: slpConstants}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpSubtract", fn: slpSubtract}, "avx2 avx512 neon"},
	{oracleKernel{name: "slpBytes", fn: slpBytes}, ""},
	{oracleKernel{name: "slpXor", fn: slpXor}, ""},
	{oracleKernel{name: "slpWords", fn: slpWords}, "avx512 neon"},
	{oracleKernel{name: "slpZeros", fn: slpZeros, sums: true}, "neon"},
}

// TestOracleSLP compares them with gc, as planned, without loops being vectorized first, and without lanes.
func TestOracleSLP(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, knobs := range []string{"", "no-slp"} {
		for i := range slpKernels {
			k := slpKernels[i].oracleKernel
			k.text, k.knobs = slpSource, knobs
			t.Run(k.name+" "+knobs, func(t *testing.T) {
				t.Parallel()
				for _, b := range builds() {
					k.check(t, b)
				}
				k.check(t, build{"go", "", "go", false, 2})
				if k.sums {
					k.check(t, build{"fast", "", "fast", false, 2})
				}
			})
		}
	}
}

// TestSLPPacked: lanes are made where that pays on a plain processor of the tier, and nowhere else.
func TestSLPPacked(t *testing.T) {
	for _, tier := range []cpu.Tier{cpu.AVX2, cpu.AVX512, cpu.NEON} {
		for i := range slpKernels {
			k := &slpKernels[i]
			remarks := slpRemarks(t, k.fn, k.name, tier, "")
			want := strings.Contains(" "+k.packed+" ", " "+tier.String()+" ")
			if got := strings.Contains(remarks, "[slp]"); got != want {
				t.Errorf("%s, %s: packed is %v, want %v", k.name, tier, got, want)
			}
			if off := slpRemarks(t, k.fn, k.name, tier, "no-slp"); strings.Contains(off, "[slp]") {
				t.Errorf("%s, %s: packed in spite of the knob", k.name, tier)
			}
		}
	}
}

// slpRemarks is what the compilation for a plain processor says.
func slpRemarks(t *testing.T, fn any, name string, tier cpu.Tier, knobs string) string {
	t.Helper()
	plain := cpu.Baseline(tier)
	kern, err := runtime.Inspect(reflect.TypeOf(fn), slpSource, name, runtime.Options{FPWritten: true, Knobs: knobs, FileName: "slpkernels_test.go"}, &runtime.Watch{For: &plain})
	if err != nil {
		t.Fatalf("%s, %s: %v", name, tier, err)
	}
	var b strings.Builder
	for _, r := range kern.Remarks() {
		b.WriteString(r.String() + "\n")
	}
	return b.String()
}
