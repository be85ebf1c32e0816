package slp_test

import (
	"testing"

	"hotloop/cpu"
	"hotloop/internal/irtest"
	"hotloop/isel"
	_ "hotloop/isel/all" // passes ask targets of both architectures
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/slp"
)

// passes are the entries of the package, by the names that testdata/passes.txt gives them.
var passes = map[string]func(*ir.Func){
	"SLP.avx2":   func(f *ir.Func) { slp.SLP(f, on(cpu.AVX2)) },
	"SLP.avx512": func(f *ir.Func) { slp.SLP(f, on(cpu.AVX512)) },
	"SLP.neon":   func(f *ir.Func) { slp.SLP(f, on(cpu.NEON)) },
}

// on are the options of a compilation for a processor.
func on(tier cpu.Tier) *config.Options {
	return &config.Options{Target: isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 512}})}
}

// TestPasses compares what the passes make of small functions, and what these compute.
func TestPasses(t *testing.T) { irtest.Passes(t, "testdata/passes.txt", passes) }
