package bench

import (
	"math/rand/v2"
	"testing"

	"hotloop/bench/frame"
)

// TestTSVCRuns wants no panic from what is timed.
func TestTSVCRuns(t *testing.T) {
	for _, k := range TSVC() {
		f := frame.New(k.Args(rand.New(rand.NewPCG(1, 2)), 1000, Steady), frame.Layout{Share: -1})
		if out, err := (FuncReference{k.Plain}).Outcome(f); err != nil || out.Panic != "" {
			t.Errorf("%s: %v %s", k.Name, err, out.Panic)
		}
	}
}
