package hotloop_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// TestTSVCVectorized lists the loops of the suite tsvc that stay scalar, by instruction set and mode: what vectorizes one more of them
// shortens the list, and what makes it longer does so knowingly.
func TestTSVCVectorized(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	if sampled() {
		t.Skip("compiles all of TSVC")
	}
	file := filepath.Join("testdata", "tsvc_scalar.txt")
	want, err := os.ReadFile(file)
	if err != nil && !*updateDumps {
		t.Fatal(err)
	}
	lists := map[string]string{} // by the line's beginning
	var order []string
	for line := range strings.Lines(string(want)) {
		head, _, _ := strings.Cut(line, ":")
		lists[head] = line
		order = append(order, head)
	}
	for _, isa := range nativeISAs() {
		for _, mode := range []struct {
			name string
			fp   ir.FPFlags
		}{{"go", ir.FPGo}, {"fast", ir.FPFast}} {
			head := isa + ", mode " + mode.name
			count, scalar := 0, []string{}
			for _, k := range bench.TSVC() {
				if strings.HasSuffix(k.Name, "_f64") {
					continue
				}
				c, err := runtime.Compile(k.Type, k.Text, k.Func, runtime.Options{ISA: isa, FP: mode.fp, FPWritten: true})
				if err != nil {
					t.Fatal(err)
				}
				if count++; !c.Stats().Vectorized {
					scalar = append(scalar, k.Name)
				}
			}
			got := fmt.Sprintf("%s: %d of %d vectorized, not %s\n", head, count-len(scalar), count, strings.Join(scalar, " "))
			if lists[head] == "" {
				order = append(order, head)
			}
			if !*updateDumps && got != lists[head] {
				t.Errorf("%s has\n%swant\n%s", file, got, lists[head])
			}
			lists[head] = got
		}
	}
	if *updateDumps {
		var out strings.Builder
		for _, head := range order {
			out.WriteString(lists[head])
		}
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
