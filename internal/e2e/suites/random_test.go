package suites

import (
	"fmt"
	"os"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/lab/difftest"
	"hotloop/runtime"
)

// TestRandomNative compiles random kernels for every instruction set of the machine and compares what the machine code
// does, results, stores and panics, with what the interpreter makes of the frontend's SSA. That takes no Go compiler;
// hotloop fuzz and package difftest compare with it. HOTLOOP_RANDOM=from-to does other kernels.
func TestRandomNative(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	from, to := 0, 150
	if testing.Short() {
		to = 60
	}
	if e2e.Sampled() {
		to = 20 // hotloop fuzz does many more in CI
	}
	if s := os.Getenv("HOTLOOP_RANDOM"); s != "" {
		if _, err := fmt.Sscanf(s, "%d-%d", &from, &to); err != nil {
			t.Fatal(err)
		}
	}
	cfg := difftest.Config{Seed: 7, Sets: 12, Knobs: os.Getenv("HOTLOOP"), Without: difftest.Unknown(), ISAs: e2e.ISAs()}
	m := difftest.NewMachine(cfg)
	var ids []int
	for id := from; id < to; id++ {
		ids = append(ids, id)
	}
	err := m.Batch(nil, ids, func(int) {}, func(mm *difftest.Mismatch) {
		f := m.Handle(mm, nil, "", true)
		t.Errorf("kernel %d: %s\nculprit: %s\n%s", f.ID, f.What, f.Culprit, f.Text)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d loops vectorized", m.Report.Vectorized, m.Report.Loops)
}
