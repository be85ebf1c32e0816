package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// SinkCold moves computations that only an unlikely exit of a loop needs to that exit.
//
// Before:
//
//	for { t := a == k; u := b == k; if any(min(a^k, b^k) == 0) { use(t, u); break } }
//
// After:
//
//	for { if any(min(a^k, b^k) == 0) { t := a == k; u := b == k; use(t, u); break } }
//
// Where the loop's test is the only other use of a mask, the exit recomputes the mask. Testing whether any bit of a
// vector is set needs no mask (VPTEST).
//
//	for { m := x&k != 0; if any(m) { use(m); break } }
//	for { if any(x&k != 0) { m := x&k != 0; use(m); break } }
//
// Legal for values without effects: they are computed less often, and their arguments are available.
// Pays: vector code that tests several vectors at once examines each of them when it exits. The sunk values use the
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

// coldWay returns the unlikely successor of b if b is its only predecessor, else nil.
func coldWay(b *ir.Block) *ir.Block {
	if b.Kind != ir.BlockIf || !b.Likely.Rare() || len(b.Succs[0].Preds) != 1 {
		return nil
	}
	return b.Succs[0]
}

// sinkable reports whether v may be sunk. Only vectors are, so that most loops need no list of users.
func sinkable(v *ir.Value) bool {
	return v.Type.IsVector() && v.Op.Is(ir.FlagElementwise) && v.Uses > 0
}

// sink moves values that are used only in s and the blocks it dominates from its predecessor b to s.
func (k *sinker) sink(b, s *ir.Block) bool {
	elsewhere := func(u *ir.Value) bool {
		return u == nil || u.Op == ir.OpPhi || !k.dom.Dominates(s, u.Block)
	}
	changed := false
	for i := len(b.Values) - 1; i >= 0; i-- {
		v := b.Values[i]
		if !sinkable(v) {
			continue
		}
		if slices.ContainsFunc(k.users.Of(v), elsewhere) {
			changed = k.remake(b, s, v, elsewhere) || changed
			continue
		}
		b.Values = slices.Delete(b.Values, i, i+1)
		s.InsertAt(len(s.Phis()), v)
		changed = true
	}
	return changed
}

// remake recomputes v in s, if v compares bits with zero and b uses v only to test whether any is set.
func (k *sinker) remake(b, s *ir.Block, v *ir.Value, elsewhere func(*ir.Value) bool) bool {
	if v.Op != ir.OpNe || !v.Args[0].Type.Elem.IsInt() || !v.Args[1].IsConstInt(0) {
		return false
	}
	var test *ir.Value
	var behind []*ir.Value
	for _, u := range k.users.Of(v) {
		switch {
		case !elsewhere(u):
			behind = append(behind, u)
		case u == nil || u.Op != ir.OpAny || test != nil:
			return false
		default:
			test = u
		}
	}
	if test == nil || len(behind) == 0 {
		return false
	}
	own := func(v *ir.Value, args ...*ir.Value) *ir.Value {
		w := b.Func.NewValue(s, v.Op, v.Type, v.Pos, args...)
		s.InsertAt(len(s.Phis()), w)
		return w
	}
	x := v.Args[0]
	and := x.Op == ir.OpAnd && x.Uses == 1
	m := own(v, x, v.Args[1])
	if and {
		m.SetArg(0, own(x, x.Args[0], x.Args[1]))
	}
	for _, u := range behind {
		for i, a := range u.Args {
			if a == v {
				u.SetArg(i, m)
			}
		}
	}
	return true
}
