package scalar

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Commonarms does once what all arms of a branch do.
//
// Before:
//
//	if c { j = k+1; check(j < n); a[j] = x } else { j = k+1; check(j < n); a[j] = y + 1 }
//
// After:
//
//	j = k+1
//	if c { check(j < n); t = x } else { check(j < n); t = y + 1 }
//	a[j] = t
//
// Legal to hoist: a value without effects that both arms, or all ways into a block, compute from what is known in front
// of the branch; a load too, if the arm stores nothing and checks nothing before it, as then it runs in any case.
// Checks stay, each panics where the source says. Legal to sink: a store that ends every way into a block, to the same
// place, with nothing behind it but values without effects.
// Pays always: the code becomes smaller, a variable that both arms advance alike becomes an induction, and vector code
// selects between values instead of storing twice under masks.
// Reads nothing; leaves nothing.
// Remarks: none.
func Commonarms(f *ir.Func) bool {
	changed := false
	// inner branches first, so that what they share can be shared with the arm beside them
	for _, b := range slices.Backward(f.ReversePostorder()) {
		if b.Kind == ir.BlockIf && hoistCommon(b) {
			changed = true
		}
	}
	if changed {
		f.ElimCopies()
	}
	for _, m := range f.ReversePostorder() {
		for sinkStores(m) {
			changed = true
		}
		for _, phi := range m.Phis() {
			if m.Loop != nil {
				break
			}
			same := onlyArg(phi)
			if same == nil {
				same = hoistTwins(phi)
			}
			if same != nil {
				phi.CopyOf(same)
				changed = true
			}
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// onlyArg is the value of all arguments of a phi that joins several ways, or nil.
func onlyArg(phi *ir.Value) *ir.Value {
	if len(phi.Args) < 2 {
		return nil
	}
	for _, a := range phi.Args {
		if a != phi.Args[0] || a == phi {
			return nil
		}
	}
	return phi.Args[0]
}

// hoistCommon moves what both successors of b compute to b.
func hoistCommon(b *ir.Block) bool {
	yes, no := b.Succs[0], b.Succs[1]
	if yes == no || len(yes.Preds) != 1 || len(no.Preds) != 1 || nearLoop(yes) || nearLoop(no) {
		return false
	}
	changed := false
	loads := true
	for i := 0; i < len(yes.Values); i++ {
		v := yes.Values[i]
		loads = loads && !v.Op.HasAny(ir.FlagEffect|ir.FlagWrites)
		if !(pure(v) || loads && v.Op == ir.OpLoad) ||
			slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return a.Block == yes }) {
			continue
		}
		w := twin(v, no)
		if w == nil {
			continue
		}
		v.Stand(w)
		yes.Values = slices.Delete(yes.Values, i, i+1)
		i--
		v.Block = b
		b.Values = append(b.Values, v)
		w.CopyOf(v)
		for _, u := range no.Walk() { // what used w may now have a twin, too
			u.ResolveCopies()
		}
		changed = true
	}
	return changed
}

// hoistTwins computes what a phi joins in front of all the ways it joins, if it is the same on each; else it returns
// nil. On some ways it may have been computed in the middle of an arm, where hoistCommon does not find it: i+1 where
// one way goes on with the next iteration at once and the other one uses it first.
//
// What the values are computed from dominates each of them, so every way into the phi's block, so the block's immediate
// dominator, or is in it.
func hoistTwins(phi *ir.Value) *ir.Value {
	first := phi.Args[0]
	if len(phi.Args) < 2 || !pure(first) {
		return nil
	}
	for _, a := range phi.Args[1:] {
		if a.Op != first.Op || !sameValue(a, first) {
			return nil
		}
	}
	d := phi.Block.Func.Dominators().Idom(phi.Block)
	v := d.New(first.Op, first.Type, first.Pos, first.Args...)
	v.AuxInt, v.Aux, v.FP, v.Scale, v.Off = first.AuxInt, first.Aux, first.FP, first.Scale, first.Off
	v.Groups = first.Groups
	for _, a := range phi.Args {
		v.Stand(a)
	}
	for _, a := range slices.Clone(phi.Args) {
		if a.Op != ir.OpCopy { // the same value may come along two ways
			a.CopyOf(v)
		}
	}
	return v
}

// nearLoop says whether a loop begins right behind b, or around it again: nests are recognized by having nothing
// between their loops.
func nearLoop(b *ir.Block) bool {
	return b.Loop != nil || slices.ContainsFunc(b.Succs, func(s *ir.Block) bool { return s.Loop != nil })
}

// pure says whether v is computed from its arguments alone and may be computed anywhere.
func pure(v *ir.Value) bool {
	return v.Op != ir.OpPhi && v.Op != ir.OpCopy &&
		!v.Op.HasAny(ir.FlagEffect|ir.FlagWrites|ir.FlagReads|ir.FlagPartial) && v.Op.HasAny(ir.FlagElementwise)
}

// twin is the value in block no that is the same as v, if it can be moved out of it.
func twin(v *ir.Value, no *ir.Block) *ir.Value {
	for _, w := range no.Walk() {
		if v.Op == ir.OpLoad && w.Op.HasAny(ir.FlagEffect|ir.FlagWrites) {
			return nil
		}
		if w.Op == v.Op && sameValue(w, v) {
			return w
		}
	}
	return nil
}

// sinkStores moves a store that ends all ways into m behind them, or one that ends both arms of a branch, which are two
// of several ways into m, behind a join of their own.
func sinkStores(m *ir.Block) bool {
	if len(m.Preds) < 2 || m.Loop != nil {
		return false
	}
	if sinkStoresInto(m) {
		return true
	}
	for i, p := range m.Preds {
		for _, q := range m.Preds[:i] {
			s, t := lastStore(p), lastStore(q)
			if len(m.Preds) > 2 && s != nil && t != nil && s.SamePlace(t) && p.Kind == ir.BlockJump &&
				q.Kind == ir.BlockJump && armsOfOne(p, q) {
				return sinkStoresInto(joinPreds(m, func(b *ir.Block) bool { return b == p || b == q }, "arms"))
			}
		}
	}
	return false
}

// armsOfOne says whether p and q are the two arms of a branch.
func armsOfOne(p, q *ir.Block) bool {
	return len(p.Preds) == 1 && len(q.Preds) == 1 && p.Preds[0] == q.Preds[0] && p != q
}

// sinkStoresInto moves a store that ends all ways into m behind them.
func sinkStoresInto(m *ir.Block) bool {
	var stores []*ir.Value
	for _, p := range m.Preds {
		s := lastStore(p)
		if s == nil || p.Kind != ir.BlockJump || len(stores) > 0 && !s.SamePlace(stores[0]) ||
			slices.Contains(stores, s) {
			return false
		}
		stores = append(stores, s)
	}
	first := stores[0]
	for _, a := range first.Args[:2] {
		if slices.Contains(m.Preds, a.Block) {
			return false
		}
	}
	values := make([]*ir.Value, len(stores))
	for i, s := range stores {
		values[i] = s.StoredValue()
	}
	st := storeBehind(m, first, values)
	st.Groups = first.Groups
	for _, s := range stores {
		st.Stand(s)
		s.Block.Remove(s)
	}
	return true
}

// lastStore is the store behind which b only computes.
func lastStore(b *ir.Block) *ir.Value {
	for _, v := range slices.Backward(b.Values) {
		if v.Op == ir.OpStore {
			return v
		}
		if v.Op.HasAny(ir.FlagEffect | ir.FlagWrites | ir.FlagReads) {
			return nil
		}
	}
	return nil
}
