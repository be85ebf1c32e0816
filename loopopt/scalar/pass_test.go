package scalar_test

import (
	"testing"

	"hotloop/cpu"
	"hotloop/internal/irtest"
	"hotloop/isel"
	_ "hotloop/isel/all" // passes ask targets of both architectures
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/scalar"
)

// passes are the entries of the package, by the names that testdata/passes.txt gives them.
var passes = map[string]func(*ir.Func){
	"CanonicalAddresses":    func(f *ir.Func) { scalar.CanonicalAddresses(f) },
	"CanonicalLoops":        func(f *ir.Func) { scalar.CanonicalLoops(f) },
	"CheckElim":             func(f *ir.Func) { scalar.CheckElim(f) },
	"CommonArms":            func(f *ir.Func) { scalar.CommonArms(f) },
	"CSE":                   func(f *ir.Func) { scalar.CSE(f) },
	"DCE":                   func(f *ir.Func) { scalar.DCE(f) },
	"DeadStores":            func(f *ir.Func) { scalar.DeadStores(f) },
	"FoldBranches":          func(f *ir.Func) { scalar.FoldBranches(f) },
	"ExpandMath":            func(f *ir.Func) { scalar.ExpandMath(f) },
	"Factor":                func(f *ir.Func) { scalar.Factor(f) },
	"GuardLayout":           func(f *ir.Func) { scalar.GuardLayout(f) },
	"IfConvert":             func(f *ir.Func) { scalar.IfConvert(f) },
	"JoinInductions":        func(f *ir.Func) { scalar.JoinInductions(f) },
	"LoadPRE":               func(f *ir.Func) { scalar.LoadPRE(f) },
	"LCSSA":                 func(f *ir.Func) { scalar.LCSSA(f) },
	"LICM":                  func(f *ir.Func) { scalar.LICM(f) },
	"MergeLoads":            func(f *ir.Func) { scalar.MergeLoads(f) },
	"MergeChecks":           func(f *ir.Func) { scalar.MergeChecks(f) },
	"PtrInduction":          func(f *ir.Func) { scalar.PtrInduction(f) },
	"Reciprocals":           func(f *ir.Func) { scalar.Reciprocals(f) },
	"Rematerialize":         func(f *ir.Func) { scalar.Rematerialize(f) },
	"ReplaceScalars":        func(f *ir.Func) { scalar.ReplaceScalars(f) },
	"Rotate":                func(f *ir.Func) { scalar.Rotate(f) },
	"RotateRest":            func(f *ir.Func) { scalar.RotateRest(f) },
	"ShortCircuit":          func(f *ir.Func) { scalar.ShortCircuit(f) },
	"SimplifyCFG":           func(f *ir.Func) { scalar.SimplifyCFG(f) },
	"SingleTrip":            func(f *ir.Func) { scalar.SingleTrip(f) },
	"SinkCold":              func(f *ir.Func) { scalar.SinkCold(f) },
	"SinkStores":            func(f *ir.Func) { scalar.SinkStores(f) },
	"SROA":                  func(f *ir.Func) { scalar.SROA(f) },
	"MergeCopies.avx2":      func(f *ir.Func) { scalar.MergeCopies(f, on(cpu.AVX2)) },
	"MergeCopies.avx512":    func(f *ir.Func) { scalar.MergeCopies(f, on(cpu.AVX512)) },
	"MergeCopies.neon":      func(f *ir.Func) { scalar.MergeCopies(f, on(cpu.NEON)) },
	"SelectOpt.avx2":        func(f *ir.Func) { scalar.SelectOpt(f, on(cpu.AVX2)) },
	"SelectOpt.avx512":      func(f *ir.Func) { scalar.SelectOpt(f, on(cpu.AVX512)) },
	"SelectOpt.neon":        func(f *ir.Func) { scalar.SelectOpt(f, on(cpu.NEON)) },
	"SinkReductions.avx2":   func(f *ir.Func) { scalar.SinkReductions(f, on(cpu.AVX2)) },
	"SinkReductions.avx512": func(f *ir.Func) { scalar.SinkReductions(f, on(cpu.AVX512)) },
	"SinkReductions.neon":   func(f *ir.Func) { scalar.SinkReductions(f, on(cpu.NEON)) },
}

// on are the options of a compilation for a processor.
func on(tier cpu.Tier) *config.Options {
	return &config.Options{Target: isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 512}})}
}

// TestPasses compares what the passes make of small functions, and what these compute.
func TestPasses(t *testing.T) { irtest.Passes(t, "testdata/passes.txt", passes) }
