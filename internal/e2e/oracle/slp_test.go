package oracle

import (
	"reflect"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// slpKernels are the functions of kernels/slp.go, with the tiers that make lanes of their expressions.
var slpKernels = []struct {
	e2e.Kernel
	packed string
}{
	{e2e.Kernel{Name: "SlpRows", Fn: kernels.SlpRows, Sums: true}, "avx512 neon"},
	{e2e.Kernel{Name: "SlpPairs", Fn: kernels.SlpPairs}, "avx2 avx512"},
	{e2e.Kernel{Name: "SlpTwo", Fn: kernels.SlpTwo}, "avx512 neon"},
	{e2e.Kernel{Name: "SlpMatrix", Fn: kernels.SlpMatrix}, "avx512 neon"},
	{e2e.Kernel{Name: "SlpMinMax", Fn: kernels.SlpMinMax}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpDistances", Fn: kernels.SlpDistances}, ""},
	{e2e.Kernel{Name: "SlpConvert", Fn: kernels.SlpConvert}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpReversed", Fn: kernels.SlpReversed}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpGaps", Fn: kernels.SlpGaps}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpStored", Fn: kernels.SlpStored}, "avx512 neon"},
	{e2e.Kernel{Name: "SlpLoop", Fn: kernels.SlpLoop}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpCarried", Fn: kernels.SlpCarried}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpShared", Fn: kernels.SlpShared}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpSwapped", Fn: kernels.SlpSwapped}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpSelect", Fn: kernels.SlpSelect}, "avx512"},
	{e2e.Kernel{Name: "SlpConstants", Fn: kernels.SlpConstants}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpSubtract", Fn: kernels.SlpSubtract}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpBytes", Fn: kernels.SlpBytes}, ""},
	{e2e.Kernel{Name: "SlpXor", Fn: kernels.SlpXor}, ""},
	{e2e.Kernel{Name: "SlpWords", Fn: kernels.SlpWords}, "avx512 neon"},
	{e2e.Kernel{Name: "SlpStoreRow", Fn: kernels.SlpStoreRow}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpStoreOnce", Fn: kernels.SlpStoreOnce}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpStoreSelf", Fn: kernels.SlpStoreSelf}, ""},
	{e2e.Kernel{Name: "SlpStoreMixed", Fn: kernels.SlpStoreMixed}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpRoles", Fn: kernels.SlpRoles}, "avx2 avx512 neon"},
	{e2e.Kernel{Name: "SlpTurns", Fn: kernels.SlpTurns}, ""},
	{e2e.Kernel{Name: "SlpZeros", Fn: kernels.SlpZeros, Sums: true}, "neon"},
}

// TestOracleSLP compares them with the Go compiler, as planned, without loops being vectorized first, and without
// lanes.
func TestOracleSLP(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, knobs := range []string{"", "no-slp"} {
		for i := range slpKernels {
			k := slpKernels[i].Kernel
			k.Text, k.Knobs = kernels.SlpSource, knobs
			t.Run(k.Name+" "+knobs, func(t *testing.T) {
				e2e.Parallel(t)
				k.CheckAll(t)
				k.Check(t, e2e.Build{Name: "go", Isa: "", Fp: "go", NoVec: false, Every: 2})
				if k.Sums {
					k.Check(t, e2e.Build{Name: "fast", Isa: "", Fp: "fast", NoVec: false, Every: 2})
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
			remarks := slpRemarks(t, k.Fn, k.Name, tier, "")
			want := strings.Contains(" "+k.packed+" ", " "+tier.String()+" ")
			if got := strings.Contains(remarks, "[slp]"); got != want {
				t.Errorf("%s, %s: packed is %v, want %v", k.Name, tier, got, want)
			}
			if off := slpRemarks(t, k.Fn, k.Name, tier, "no-slp"); strings.Contains(off, "[slp]") {
				t.Errorf("%s, %s: packed in spite of the knob", k.Name, tier)
			}
		}
	}
}

// slpRemarks is what the compilation for a plain processor says.
func slpRemarks(t *testing.T, fn any, name string, tier cpu.Tier, knobs string) string {
	t.Helper()
	plain := cpu.Baseline(tier)
	kern, err := runtime.Inspect(reflect.TypeOf(fn), kernels.SlpSource, name,
		runtime.Options{FPWritten: true, Knobs: knobs, FileName: "slp.go"}, &runtime.Watch{For: &plain})
	if err != nil {
		t.Fatalf("%s, %s: %v", name, tier, err)
	}
	var b strings.Builder
	for _, r := range kern.Remarks() {
		b.WriteString(r.String() + "\n")
	}
	return b.String()
}
