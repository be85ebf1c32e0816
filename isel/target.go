// Package isel turns the SSA of loopopt/ir into machine instructions of package mach: it legalizes types (splits
// vectors into registers, gives masks a representation), selects instructions by ordered text rules, and hands the
// result to scheduling, register allocation and emission.
//
// A [Target] is an instruction set with its rules. It prices operations for the optimizer (package tti) by selecting
// them for real and adding up what came out.
package isel

import (
	"sync"
	"sync/atomic"

	"hotloop/cpu"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Target is an instruction set, its rules and its prices. It is immutable but for memoized answers and safe for
// concurrent use.
type Target struct {
	arch   Arch
	tier   cpu.Tier
	bytes  int // largest vector register used
	prefer int
	tuning cpu.Tuning
	k      bool // masks live in mask registers, not in vectors of ones and zeros

	integer   tti.Units // what an operation on general registers keeps busy
	rulesOnce sync.Once
	rules     *ruleSet
	costs     [ir.NumOps]atomic.Pointer[opCosts]
	others    prices // for what has more parameters than op and types
}

var _ tti.Info = (*Target)(nil)

// newTarget is the target for a processor; nil if there is no code generator for it. It does not matter what machine
// this one is: code for any target can be made anywhere.
func newTarget(f cpu.Features) *Target {
	t := &Target{tier: f.Tier, tuning: f.Tuning}
	switch f.Tier {
	case cpu.AVX2, cpu.AVX512:
		t.arch = newAMD64(f)
	case cpu.NEON:
		t.arch = newARM64(f)
	default:
		return nil
	}
	t.bytes = t.arch.vectorBytes()
	t.integer[0] = t.integerUnits()
	all, _ := t.arch.Allocatable(mach.Mask)
	t.k = all != 0
	t.prefer = min(max(f.VectorBits()/8, 16), t.bytes)
	return t
}

// Name is the tier's name.
func (t *Target) Name() string { return t.tier.String() }

// Tier is the target's instruction set.
func (t *Target) Tier() cpu.Tier { return t.tier }

// VectorBytes is the size of the largest vector register.
func (t *Target) VectorBytes() int { return t.bytes }

// PreferBytes is the vector size that the processor runs best with.
func (t *Target) PreferBytes() int { return t.prefer }

// NumRegs is the number of registers of a class open to allocation, less the one that brings the argument block.
func (t *Target) NumRegs(c tti.Class) int {
	switch c {
	case tti.GP:
		all, _ := t.arch.Allocatable(mach.GP)
		return all.Len() - 1
	case tti.Vec:
		all, _ := t.arch.Allocatable(mach.Vec)
		return all.Len()
	case tti.Mask:
		all, _ := t.arch.Allocatable(mach.Mask)
		return all.Len()
	}
	return 0
}

// MaxLanes is the number of lanes of kind e in the largest register.
func (t *Target) MaxLanes(e ir.Elem) int { return min(ir.MaxLanes, t.bytes/max(1, e.Size())) }

// HasMaskedLoad says whether single lanes of kind e can be loaded under a mask.
func (t *Target) HasMaskedLoad(e ir.Elem) bool { return t.arch.canAccess(maskedLoads, e) }

// HasMaskedStore says whether single lanes of kind e can be stored under a mask.
func (t *Target) HasMaskedStore(e ir.Elem) bool { return t.arch.canAccess(maskedStores, e) }

// HasGather says whether there is an instruction for it.
func (t *Target) HasGather(e ir.Elem) bool { return t.arch.canAccess(gathers, e) }

// HasScatter says whether there is an instruction for it.
func (t *Target) HasScatter(e ir.Elem) bool { return t.arch.canAccess(scatters, e) }

// loadedRules parses the rules on first use: importing the package costs nothing.
func (t *Target) loadedRules() *ruleSet {
	t.rulesOnce.Do(func() { t.rules = loadRules(t) })
	return t.rules
}

// targets holds the targets made so far: their memoized prices and parsed rules are shared by all compilations.
var targets sync.Map // targetKey -> *Target

type targetKey struct {
	tier   cpu.Tier
	flags  cpu.Flag
	tuning cpu.Tuning
}

// TargetFor is the target for a processor, perhaps cut down; nil if there is no code generator for it.
func TargetFor(f cpu.Features) *Target {
	key := targetKey{f.Tier, f.Flags, f.Tuning}
	if t, ok := targets.Load(key); ok {
		return t.(*Target)
	}
	t := newTarget(f)
	if t == nil {
		return nil
	}
	got, _ := targets.LoadOrStore(key, t)
	return got.(*Target)
}
