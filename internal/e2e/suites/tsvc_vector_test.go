package suites

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// TestTSVCVectorized lists the loops of the suite tsvc that stay scalar, by instruction set and mode: what vectorizes
// one more of them shortens the list, and what makes it longer does so knowingly. The processor is a plain one of the
// tier, on every machine.
func TestTSVCVectorized(t *testing.T) {
	if e2e.Sampled() {
		t.Skip("compiles all of TSVC")
	}
	file := filepath.Join("testdata", "tsvc_scalar.txt")
	want, err := os.ReadFile(file)
	if err != nil && !*e2e.Update {
		t.Fatal(err)
	}
	lists := map[string]string{} // by the line's beginning
	var order []string
	for line := range strings.Lines(string(want)) {
		head, _, _ := strings.Cut(line, ":")
		lists[head] = line
		order = append(order, head)
	}
	for _, tier := range slices.Concat(cpu.Tiers("amd64"), cpu.Tiers("arm64")) {
		for _, mode := range []struct {
			name string
			fp   ir.FPFlags
		}{{"go", ir.FPGo}, {"fast", ir.FPFast}} {
			head := tier.String() + ", mode " + mode.name
			count, scalar := 0, []string{}
			for _, k := range bench.TSVC() {
				if strings.HasSuffix(k.Name, "_f64") {
					continue
				}
				if count++; !vectorizes(t, k, tier, runtime.Options{FP: mode.fp, FPWritten: true}) {
					scalar = append(scalar, k.Name)
				}
			}
			got := fmt.Sprintf("%s: %d of %d vectorized, not %s\n", head, count-len(scalar), count, strings.Join(scalar, " "))
			if lists[head] == "" {
				order = append(order, head)
			}
			if !*e2e.Update && got != lists[head] {
				t.Errorf("%s has\n%swant\n%s", file, got, lists[head])
			}
			lists[head] = got
		}
	}
	if *e2e.Update {
		var out strings.Builder
		for _, head := range order {
			out.WriteString(lists[head])
		}
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// vectorizes reports whether a plain processor of the tier gets vector code, which does not depend on the machine of
// the test.
func vectorizes(t *testing.T, k *bench.Kernel, tier cpu.Tier, o runtime.Options) bool {
	t.Helper()
	plain := cpu.Baseline(tier)
	c, err := runtime.Inspect(k.Type, k.Text, k.Func, o, &runtime.Watch{For: &plain})
	if err != nil {
		t.Fatalf("%s: %v\n%s", k.Name, err, k.Text)
	}
	return c.Stats().Vectorized
}
