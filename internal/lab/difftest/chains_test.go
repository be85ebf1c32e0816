package difftest

import (
	"strings"
	"testing"
)

// TestChains checks that kernels with chains are valid Go, and that loops made by transformations are transformed
// again.
func TestChains(t *testing.T) {
	m := NewMachine(Config{Seed: 5, ISAs: []string{"avx2"}, Chains: 3})
	kernels := 60
	if testing.Short() {
		kernels = 20
	}
	for id := range kernels {
		c, err := m.Generate(id)
		if err != nil {
			t.Fatal(err)
		}
		m.Report.Kernels++
		m.Report.chained(c, "avx2", "bisect=-1")
	}
	done, deep := m.Report.links()
	if len(done) < kernels/4 || deep[1] == 0 || deep[2] == 0 {
		t.Errorf("%d kinds of links, by length %v", len(done), deep)
	}
	var b strings.Builder
	m.Report.printChains(&b)
	if !strings.Contains(b.String(), "vectorize/epilogue") {
		t.Error(b.String())
	}
	m.Report.Kernels = enoughChains
	if err := m.Report.shortChains(99); err == nil || !strings.Contains(err.Error(), "length 99") {
		t.Errorf("got %v", err)
	}
}
