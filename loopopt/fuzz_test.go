package loopopt_test

import (
	"fmt"
	"sync"
	"testing"

	"hotloop/internal/lab/difftest"
)

var unknownFeatures = sync.OnceValue(difftest.Unknown)

// FuzzPipeline runs the passes on random kernels, in random orders that passOrder permits, with the verifier and the
// interpreter after each pass: the meaning must not change. Seed 0 is the pipeline's own order.
func FuzzPipeline(f *testing.F) {
	for seed := range uint64(12) {
		f.Add(seed, uint32(seed%3), uint8(seed%2+seed/3%2))
	}
	f.Fuzz(func(t *testing.T, seed uint64, order uint32, tier uint8) {
		isa := [...]string{"avx2", "avx512", "neon"}[tier%3]
		knobs := fmt.Sprintf("verify-each,shuffle=%d", order)
		if err := difftest.Passes(difftest.Config{Seed: seed, ISAs: []string{isa}, Knobs: knobs, Sets: 5, Without: unknownFeatures()}); err != nil {
			t.Error(err)
		}
	})
}
