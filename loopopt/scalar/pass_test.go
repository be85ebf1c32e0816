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
	"CanonicalAddresses":     func(f *ir.Func) { scalar.CanonicalAddresses(f) },
	"CanonicalLoops":         func(f *ir.Func) { scalar.CanonicalLoops(f) },
	"Checkelim":              func(f *ir.Func) { scalar.Checkelim(f) },
	"Commonarms":             func(f *ir.Func) { scalar.Commonarms(f) },
	"Cse":                    func(f *ir.Func) { scalar.Cse(f) },
	"Dce":                    func(f *ir.Func) { scalar.Dce(f) },
	"Deadstores":             func(f *ir.Func) { scalar.Deadstores(f) },
	"DecideBranches":         func(f *ir.Func) { scalar.DecideBranches(f) },
	"Expandmath":             func(f *ir.Func) { scalar.Expandmath(f) },
	"Factor":                 func(f *ir.Func) { scalar.Factor(f) },
	"Hotguard":               func(f *ir.Func) { scalar.Hotguard(f) },
	"Ifconvert":              func(f *ir.Func) { scalar.Ifconvert(f) },
	"JoinInductions":         func(f *ir.Func) { scalar.JoinInductions(f) },
	"Joinloads":              func(f *ir.Func) { scalar.Joinloads(f) },
	"Lcssa":                  func(f *ir.Func) { scalar.Lcssa(f) },
	"Licm":                   func(f *ir.Func) { scalar.Licm(f) },
	"Loadmerge":              func(f *ir.Func) { scalar.Loadmerge(f) },
	"Mergechecks":            func(f *ir.Func) { scalar.Mergechecks(f) },
	"Ptrinduction":           func(f *ir.Func) { scalar.Ptrinduction(f) },
	"Reciprocals":            func(f *ir.Func) { scalar.Reciprocals(f) },
	"RematerializeAddresses": func(f *ir.Func) { scalar.RematerializeAddresses(f) },
	"ReplaceScalars":         func(f *ir.Func) { scalar.ReplaceScalars(f) },
	"Rotate":                 func(f *ir.Func) { scalar.Rotate(f) },
	"RotateRest":             func(f *ir.Func) { scalar.RotateRest(f) },
	"Shortcircuit":           func(f *ir.Func) { scalar.Shortcircuit(f) },
	"Simplify":               func(f *ir.Func) { scalar.Simplify(f) },
	"Singletrip":             func(f *ir.Func) { scalar.Singletrip(f) },
	"SinkCold":               func(f *ir.Func) { scalar.SinkCold(f) },
	"Sinkstores":             func(f *ir.Func) { scalar.Sinkstores(f) },
	"Sroa":                   func(f *ir.Func) { scalar.Sroa(f) },
	"Copies.avx2":            func(f *ir.Func) { scalar.Copies(f, on(cpu.AVX2)) },
	"Copies.avx512":          func(f *ir.Func) { scalar.Copies(f, on(cpu.AVX512)) },
	"Copies.neon":            func(f *ir.Func) { scalar.Copies(f, on(cpu.NEON)) },
	"Selectopt.avx2":         func(f *ir.Func) { scalar.Selectopt(f, on(cpu.AVX2)) },
	"Selectopt.avx512":       func(f *ir.Func) { scalar.Selectopt(f, on(cpu.AVX512)) },
	"Selectopt.neon":         func(f *ir.Func) { scalar.Selectopt(f, on(cpu.NEON)) },
	"SinkReductions.avx2":    func(f *ir.Func) { scalar.SinkReductions(f, on(cpu.AVX2)) },
	"SinkReductions.avx512":  func(f *ir.Func) { scalar.SinkReductions(f, on(cpu.AVX512)) },
	"SinkReductions.neon":    func(f *ir.Func) { scalar.SinkReductions(f, on(cpu.NEON)) },
}

// on are the options of a compilation for a processor.
func on(tier cpu.Tier) *config.Options {
	return &config.Options{Target: isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 512}})}
}

// TestPasses compares what the passes make of small functions, and what these compute.
func TestPasses(t *testing.T) { irtest.Passes(t, "testdata/passes.txt", passes) }
