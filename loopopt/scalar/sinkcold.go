package scalar

import (
	"slices"

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
		if s == nil {
			continue
		}
		if k == nil {
			k = &sinker{f.Dominators(), usersOf(f)}
		}
		changed = k.sink(b, s) || changed
	}
	return changed
}

type sinker struct {
	dom   *ir.Dom
	users [][]*ir.Value // by ir.Value.ID; branches are nil
}

// coldWay is the block that b is unlikely to go to, and nothing else goes to; nil if there is none.
func coldWay(b *ir.Block) *ir.Block {
	if b.Kind != ir.BlockIf || !b.Likely.Rare() || len(b.Succs[0].Preds) != 1 {
		return nil
	}
	return b.Succs[0]
}

// usersOf lists the values that use each one.
func usersOf(f *ir.Func) [][]*ir.Value {
	users := make([][]*ir.Value, f.NumValues())
	for _, b := range f.Blocks {
		for _, v := range b.Walk() {
			for _, a := range v.Args {
				users[a.ID] = append(users[a.ID], v)
			}
		}
		if b.Control != nil {
			users[b.Control.ID] = append(users[b.Control.ID], nil)
		}
	}
	return users
}

// sink moves what is wanted behind s alone from its predecessor b to s.
func (k *sinker) sink(b, s *ir.Block) bool {
	changed := false
	for i := len(b.Values) - 1; i >= 0; i-- {
		v := b.Values[i]
		elsewhere := func(u *ir.Value) bool {
			return u == nil || u.Op == ir.OpPhi || !k.dom.Dominates(s, u.Block)
		}
		if !v.Op.Is(ir.FlagElementwise) || !v.Type.IsVector() || len(k.users[v.ID]) == 0 ||
			slices.ContainsFunc(k.users[v.ID], elsewhere) {
			continue
		}
		b.Values = slices.Delete(b.Values, i, i+1)
		s.InsertAt(len(s.Phis()), v)
		changed = true
	}
	return changed
}
