package lower

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
	Arch   Arch
	tier   cpu.Tier
	Bytes  int // largest vector register used
	prefer int
	Tuning cpu.Tuning
	K      bool // masks live in mask registers, not in vectors of ones and zeros

	integer   tti.Units // what an operation on general registers keeps busy
	rulesOnce sync.Once
	rules     *ruleSet
	costs     [ir.NumOps]atomic.Pointer[opCosts]
	others    prices // for what has more parameters than op and types
}

var _ tti.Info = (*Target)(nil)

// NewTarget is the target for a processor of an architecture. It does not matter what machine this one is: code for any
// target can be made anywhere.
func NewTarget(a Arch, f cpu.Features) *Target {
	t := &Target{Arch: a, tier: f.Tier, Tuning: f.Tuning}
	t.Bytes = t.Arch.VectorBytes()
	t.integer[0] = t.integerUnits()
	all, _ := t.Arch.Allocatable(mach.Mask)
	t.K = all != 0
	t.prefer = min(max(f.VectorBits()/8, 16), t.Bytes)
	return t
}

// Name is the tier's name.
func (t *Target) Name() string { return t.tier.String() }

// Tier is the target's instruction set.
func (t *Target) Tier() cpu.Tier { return t.tier }

// VectorBytes is the size of the largest vector register.
func (t *Target) VectorBytes() int { return t.Bytes }

// PreferBytes is the vector size that the processor runs best with.
func (t *Target) PreferBytes() int { return t.prefer }

// NumRegs is the number of registers of a class open to allocation, less the one that brings the argument block.
func (t *Target) NumRegs(c tti.Class) int {
	switch c {
	case tti.GP:
		all, _ := t.Arch.Allocatable(mach.GP)
		return all.Len() - 1
	case tti.Vec:
		all, _ := t.Arch.Allocatable(mach.Vec)
		return all.Len()
	case tti.Mask:
		all, _ := t.Arch.Allocatable(mach.Mask)
		return all.Len()
	}
	return 0
}

// MaxLanes is the number of lanes of kind e in the largest register.
func (t *Target) MaxLanes(e ir.Elem) int { return min(ir.MaxLanes, t.Bytes/max(1, e.Size())) }

// LookupPeriod is the number of entries of kind e that a table of a Lookup in n entries has.
func (t *Target) LookupPeriod(e ir.Elem, n int) int { return t.Arch.LookupPeriod(e.Size(), n) }

// HasMaskedLoad says whether single lanes of kind e can be loaded under a mask.
func (t *Target) HasMaskedLoad(e ir.Elem) bool { return t.Arch.CanAccess(MaskedLoads, e) }

// HasMaskedStore says whether single lanes of kind e can be stored under a mask.
func (t *Target) HasMaskedStore(e ir.Elem) bool { return t.Arch.CanAccess(MaskedStores, e) }

// HasGather says whether there is an instruction for it.
func (t *Target) HasGather(e ir.Elem) bool { return t.Arch.CanAccess(Gathers, e) }

// HasScatter says whether there is an instruction for it.
func (t *Target) HasScatter(e ir.Elem) bool { return t.Arch.CanAccess(Scatters, e) }

// loadedRules finds the rules on first use: importing the package costs nothing.
func (t *Target) loadedRules() *ruleSet {
	t.rulesOnce.Do(func() { t.rules = loadRules(t) })
	return t.rules
}
