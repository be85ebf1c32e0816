package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// SinkCold computes what only an unlikely way out of a loop wants on that way.
//
// Before:
//
//	for { t := a == k; u := b == k; if any(min(a^k, b^k) == 0) { use(t, u); break } }
//
// After:
//
//	for { if any(min(a^k, b^k) == 0) { t := a == k; u := b == k; use(t, u); break } }
//
// Legal for what computes only: it is done less often, and its arguments are there.
// Pays: vector code that tests several vectors at once looks at each of them when it leaves. What is sunk has the
// operands of the loop's last iteration, which are in registers until the branch.
// Reads nothing; leaves nothing.
// Remarks: none.
func SinkCold(f *ir.Func) bool {
	var k *sinker
	changed := false
	for _, b := range f.ReversePostorder() {
		s := coldWay(b)
		if s == nil || !slices.ContainsFunc(b.Walk(), sinkable) {
			continue
		}
		if k == nil {
			k = &sinker{f.Dominators(), analysis.FindUsers(f, f.Blocks)}
		}
		changed = k.sink(b, s) || changed
	}
	return changed
}

type sinker struct {
	dom   *ir.Dom
	users *analysis.Users
}

// coldWay is the block that b is unlikely to go to, and nothing else goes to; nil if there is none.
func coldWay(b *ir.Block) *ir.Block {
	if b.Kind != ir.BlockIf || !b.Likely.Rare() || len(b.Succs[0].Preds) != 1 {
		return nil
	}
	return b.Succs[0]
}

// sinkable says whether v is one of those operations: vectors only, so that most loops need no list of users.
func sinkable(v *ir.Value) bool {
	return v.Type.IsVector() && v.Op.Is(ir.FlagElementwise) && v.Uses > 0
}

// sink moves what is wanted behind s alone from its predecessor b to s.
func (k *sinker) sink(b, s *ir.Block) bool {
	elsewhere := func(u *ir.Value) bool {
		return u == nil || u.Op == ir.OpPhi || !k.dom.Dominates(s, u.Block)
	}
	changed := false
	for i := len(b.Values) - 1; i >= 0; i-- {
		v := b.Values[i]
		if !sinkable(v) || slices.ContainsFunc(k.users.Of(v), elsewhere) {
			continue
		}
		b.Values = slices.Delete(b.Values, i, i+1)
		s.InsertAt(len(s.Phis()), v)
		changed = true
	}
	return changed
}
