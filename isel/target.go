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

	"hotloop/asm/amd64"
	"hotloop/cpu"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Target is an instruction set, its rules and its prices. It is immutable but for memoized answers and safe for
// concurrent use.
type Target struct {
	tier     cpu.Tier
	features amd64.Feature
	bytes    int // largest vector register used
	prefer   int
	tuning   cpu.Tuning
	k        bool // masks live in mask registers

	rulesOnce sync.Once
	rules     *ruleSet
	costs     [ir.NumOps]atomic.Pointer[opCosts]
	others    sync.Map // costKey -> tti.Cost, for what has more parameters than op and types
}

var _ tti.Info = (*Target)(nil)

// newTarget is the target for a processor; nil if there is no code generator for it.
func newTarget(f cpu.Features) *Target {
	t := &Target{tier: f.Tier, tuning: f.Tuning}
	switch f.Tier {
	case cpu.AVX2:
		t.bytes = 32
	case cpu.AVX512:
		t.bytes, t.k = 64, true
	default:
		return nil
	}
	t.prefer = min(max(f.VectorBits()/8, 16), t.bytes)
	t.features = featuresOf(f)
	return t
}

// featuresOf translates the processor's flags into the assembler's, leaving out what the tier must not use.
func featuresOf(f cpu.Features) amd64.Feature {
	s := amd64.FeatBMI1 | amd64.FeatBMI2 | amd64.FeatPOPCNT | amd64.FeatLZCNT | amd64.FeatAVX | amd64.FeatAVX2 | amd64.FeatFMA | amd64.FeatF16C
	if f.Tier != cpu.AVX512 {
		return s
	}
	s |= amd64.FeatAVX512F | amd64.FeatAVX512BW | amd64.FeatAVX512DQ | amd64.FeatAVX512VL | amd64.FeatAVX512CD
	for _, x := range [...]struct {
		flag cpu.Flag
		feat amd64.Feature
	}{
		{cpu.FlagVBMI, amd64.FeatVBMI}, {cpu.FlagVBMI2, amd64.FeatVBMI2}, {cpu.FlagVNNI, amd64.FeatVNNI},
		{cpu.FlagBITALG, amd64.FeatBITALG}, {cpu.FlagVPOPCNTDQ, amd64.FeatVPOPCNTDQ}, {cpu.FlagIFMA, amd64.FeatIFMA},
		{cpu.FlagGFNI, amd64.FeatGFNI},
	} {
		if f.Has(x.flag) {
			s |= x.feat
		}
	}
	return s
}

// Name is the tier's name.
func (t *Target) Name() string { return t.tier.String() }

// Tier is the target's instruction set.
func (t *Target) Tier() cpu.Tier { return t.tier }

// VectorBytes is the size of the largest vector register.
func (t *Target) VectorBytes() int { return t.bytes }

// PreferBytes is the vector size that the processor runs best with.
func (t *Target) PreferBytes() int { return t.prefer }

// NumRegs is the number of registers of a class open to allocation: of the 16 general ones RSP, RBP, R14 (g) and RDI
// (the argument block) are taken, of the mask registers K0, which cannot mask.
func (t *Target) NumRegs(c tti.Class) int {
	switch c {
	case tti.GP:
		return 12
	case tti.Vec:
		if t.k {
			return 32
		}
		return 16
	case tti.Mask:
		if t.k {
			return 7
		}
	}
	return 0
}

// MaxLanes is the number of lanes of kind e in the largest register.
func (t *Target) MaxLanes(e ir.Elem) int { return min(ir.MaxLanes, t.bytes/max(1, e.Size())) }

// HasMaskedLoad says whether single lanes of kind e can be loaded under a mask.
func (t *Target) HasMaskedLoad(e ir.Elem) bool { return t.k || e.Size() >= 4 }

// HasMaskedStore says whether single lanes of kind e can be stored under a mask.
func (t *Target) HasMaskedStore(e ir.Elem) bool { return t.k || e.Size() >= 4 }

// HasGather says whether there is an instruction for it.
func (t *Target) HasGather(e ir.Elem) bool { return e.Size() >= 4 }

// HasScatter says whether there is an instruction for it.
func (t *Target) HasScatter(e ir.Elem) bool { return t.k && e.Size() >= 4 }

// has says whether the target can encode op on size bytes: by VEX up to 32, else by EVEX.
func (t *Target) has(op amd64.Op, size int) bool {
	info := amd64.Info(op)
	vex := info.VEX
	if size == 32 {
		vex = info.VEX256
	}
	if size < 64 && vex&amd64.NoForm == 0 && vex&^t.features == 0 {
		return true
	}
	evex := info.EVEX
	if size >= 16 && size < 64 && info.Flags&amd64.ScalarVec == 0 {
		evex |= amd64.FeatAVX512VL
	}
	return evex&amd64.NoForm == 0 && evex&^t.features == 0
}

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
