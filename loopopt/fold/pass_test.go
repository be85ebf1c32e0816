package fold_test

import (
	"testing"

	"hotloop/cpu"
	"hotloop/internal/irtest"
	"hotloop/isel"
	_ "hotloop/isel/all" // passes ask targets of both architectures
	"hotloop/loopopt/config"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
)

// passes are the entries of the package, by the names that testdata/passes.txt gives them.
var passes = map[string]func(*ir.Func){
	"BitPhis":             func(f *ir.Func) { fold.BitPhis(f) },
	"Fold":                func(f *ir.Func) { fold.Fold(f) },
	"HalfFloats":          func(f *ir.Func) { fold.HalfFloats(f) },
	"Reductions":          func(f *ir.Func) { fold.Reductions(f) },
	"Unsigned":            func(f *ir.Func) { fold.Unsigned(f) },
	"WideProducts.avx2":   func(f *ir.Func) { fold.WideProducts(f, on(cpu.AVX2)) },
	"WideProducts.avx512": func(f *ir.Func) { fold.WideProducts(f, on(cpu.AVX512)) },
	"WideProducts.neon":   func(f *ir.Func) { fold.WideProducts(f, on(cpu.NEON)) },
}

// on are the options of a compilation for a processor.
func on(tier cpu.Tier) *config.Options {
	return &config.Options{Target: isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 512}})}
}

// TestPasses compares what the passes make of small functions, and what these compute.
func TestPasses(t *testing.T) { irtest.Passes(t, "testdata/passes.txt", passes) }
