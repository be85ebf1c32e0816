package suites

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// parityFile lists the kernels that vectorize on AVX-512 and not on NEON, with the reasons that NEON was given.
const parityFile = "testdata/neon_scalar.txt"

// TestNEONParity wants no kernel of the suites to be left scalar on NEON that AVX-512 vectorizes, but those that are
// known: what vectorizes one more shortens the list. The processors are plain ones.
func TestNEONParity(t *testing.T) {
	if e2e.Sampled() {
		t.Skip("compiles all suites twice")
	}
	var out strings.Builder
	for _, suite := range bench.Suites {
		both, wide := 0, 0
		var scalar []string
		for _, k := range bench.Suite(suite) {
			if strings.HasSuffix(k.Name, "_f64") {
				continue
			}
			if ok, _ := vectorReasons(t, k, cpu.AVX512); !ok {
				continue
			}
			wide++
			if ok, why := vectorReasons(t, k, cpu.NEON); ok {
				both++
			} else {
				scalar = append(scalar, fmt.Sprintf("\t%s: %s\n", k.Name, why))
			}
		}
		fmt.Fprintf(&out, "%s: %d of %d\n%s", suite, both, wide, strings.Join(scalar, ""))
	}
	if *e2e.Update {
		if err := os.WriteFile(parityFile, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(parityFile)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		t.Errorf("%s (-update writes it) has\n%swant\n%s", parityFile, want, got)
	}
}

// vectorReasons reports whether a plain processor of the tier gets vector code, and why loops were left scalar.
func vectorReasons(t *testing.T, k *bench.Kernel, tier cpu.Tier) (bool, string) {
	t.Helper()
	plain := cpu.Baseline(tier)
	c, err := runtime.Inspect(k.Type, k.Text, k.Func, runtime.Options{}, &runtime.Watch{For: &plain})
	if err != nil {
		t.Fatalf("%s: %v", k.Name, err)
	}
	var reasons []string
	for _, r := range c.Remarks() {
		if r.Pass == "vectorize" && r.Reason != remark.None && !slices.Contains(reasons, string(r.Reason)) {
			reasons = append(reasons, string(r.Reason))
		}
	}
	return c.Stats().Vectorized, strings.Join(reasons, " ")
}
