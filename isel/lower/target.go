package lower

import (
	"sync"
	"sync/atomic"

	"hotloop/cpu"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Target is an instruction set with its rules and prices. It is immutable except for memoized results, and safe
// for concurrent use.
type Target struct {
	Arch   Arch
	tier   cpu.Tier
	Bytes  int // size of the largest vector register used
	prefer int
	Tuning cpu.Tuning
	K      bool // masks are in mask registers, not in vectors of ones and zeros

	integer   tti.Units // unit occupancy of an operation on general registers
	rulesOnce sync.Once
	rules     *ruleSet
	costs     [ir.NumOps]atomic.Pointer[opCosts]
	others    prices // prices with more parameters than op and types
}

var _ tti.Info = (*Target)(nil)

// NewTarget returns the target for a processor of an architecture. The host does not matter: code for any target
// can be generated anywhere.
func NewTarget(a Arch, f cpu.Features) *Target {
	t := &Target{Arch: a, tier: f.Tier, Tuning: f.Tuning}
	t.Bytes = t.Arch.VectorBytes()
	t.integer[0] = t.integerUnits()
	all, _ := t.Arch.Allocatable(mach.Mask)
	t.K = all != 0
	t.prefer = min(max(f.VectorBits()/8, 16), t.Bytes)
	return t
}

// Name returns the tier's name.
func (t *Target) Name() string { return t.tier.String() }

// Tier returns the target's instruction set.
func (t *Target) Tier() cpu.Tier { return t.tier }

// VectorBytes returns the size of the largest vector register.
func (t *Target) VectorBytes() int { return t.Bytes }

// PreferBytes returns the vector size that is fastest on the processor.
func (t *Target) PreferBytes() int { return t.prefer }

// NumRegs returns the number of allocatable registers of a class, without the one that holds the argument block.
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

// MaxLanes returns the number of lanes of element e in the largest register.
func (t *Target) MaxLanes(e ir.Elem) int { return min(ir.MaxLanes, t.Bytes/max(1, e.Size())) }

// LookupPeriod returns the number of entries of element e that one register holds of a table of n entries.
func (t *Target) LookupPeriod(e ir.Elem, n int) int { return t.Arch.LookupPeriod(e.Size(), n) }

// HasMaskedLoad reports whether there are masked loads with lanes of element e.
func (t *Target) HasMaskedLoad(e ir.Elem) bool { return t.Arch.CanAccess(MaskedLoads, e) }

// HasMaskedStore reports whether there are masked stores with lanes of element e.
func (t *Target) HasMaskedStore(e ir.Elem) bool { return t.Arch.CanAccess(MaskedStores, e) }

// HasGather reports whether there is a gather instruction for element e.
func (t *Target) HasGather(e ir.Elem) bool { return t.Arch.CanAccess(Gathers, e) }

// HasScatter reports whether there is a scatter instruction for element e.
func (t *Target) HasScatter(e ir.Elem) bool { return t.Arch.CanAccess(Scatters, e) }

// loadedRules returns the rules. It splits the rule files on first use, so that importing the package costs
// nothing.
func (t *Target) loadedRules() *ruleSet {
	t.rulesOnce.Do(func() { t.rules = loadRules(t) })
	return t.rules
}
