package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Internals exported for tests that import package isel.

// OnStubs builds an operation on arguments in registers.
func OnStubs(op ir.Op, typ, arg ir.Type, c *int64) func(*Lowerer) *ir.Value {
	return onStubs(op, typ, arg, c)
}

// ShuffleOnStubs builds a shuffle on arguments in registers.
func ShuffleOnStubs(kind tti.ShuffleKind, typ ir.Type, factor int) (func(*Lowerer) *ir.Value, int) {
	return shuffleOnStubs(kind, typ, factor)
}

// Alone lowers what build makes.
func (t *Target) Alone(build func(l *Lowerer) *ir.Value) *Lowerer {
	l, _ := t.alone(build)
	return l
}

// InPreheader reports whether instructions in b run once, before the priced block.
func (l *Lowerer) InPreheader(b *mach.Block) bool { return b == l.preheader }

// MaxPrices is the maximum number of cached prices, not counting those of operations that depend only on types.
const MaxPrices = maxPrices

// PricesKept returns the number of cached prices.
func (t *Target) PricesKept() int { return t.others.len() }

// RuleUse is a rule and its number of uses.
type RuleUse struct {
	Src, Text string
	Hits      uint32
	Odd       bool // it has another instruction for odd parts
}

// ParseRules parses the rules of a target and counts them.
func ParseRules(t *Target) int { return len(loadRules(t).all()) }

// RuleUses returns the rules of the target and how often each was used.
func (t *Target) RuleUses() (list []RuleUse) {
	for _, r := range t.loadedRules().all() {
		list = append(list, RuleUse{r.src, r.text, r.hits.Load(), r.out.odd != NoOp})
	}
	return list
}
