package poll_test

import (
	"testing"

	"hotloop/internal/irtest"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/poll"
)

// passes are the entries of the package, by the names that testdata/passes.txt gives them.
var passes = map[string]func(*ir.Func){
	"Poll": func(f *ir.Func) { poll.Poll(f) },
}

// TestPasses compares what the passes make of small functions, and what these compute.
func TestPasses(t *testing.T) { irtest.Passes(t, "testdata/passes.txt", passes) }
