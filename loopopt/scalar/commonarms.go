package scalar

import (
	"slices"

	"hotloop/loopopt/ir"
)

// CommonArms moves computations and stores that all arms of a branch share out of the arms.
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
// Legal to hoist: a value without effects that both arms, or all paths into a block, compute from what is known
// before the branch. A load may be hoisted too if the arm has no store or check before it, as it then runs in any
// case. Checks stay, because each panics at its own source position. Legal to sink: a store that ends every path into
// a block, to the same place, followed only by values without effects.
// Pays always: the code becomes smaller, a variable that both arms advance alike becomes an induction, and vector code
// selects between values instead of storing twice under masks.
// Reads nothing; leaves nothing.
// Remarks: none.
func CommonArms(f *ir.Func) bool {
	changed := false
	// Inner branches come first, so that what their arms share can be shared with the arm beside them.
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

// onlyArg returns the value that all arguments of a phi with several arguments are, or nil.
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

// hoistCommon moves computations that both successors of b share to b.
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
		for _, u := range no.Walk() { // users of w may now have a twin, too
			u.ResolveCopies()
		}
		changed = true
	}
	return changed
}

// hoistTwins computes the argument of a phi before all paths that the phi joins, if it is the same on each. Otherwise
// it returns nil. On some paths the value may be computed in the middle of an arm, where hoistCommon does not find
// it: i+1 where one path continues with the next iteration at once and the other uses it first.
//
// The operands dominate each of the values, and so every path into the phi's block. Each therefore dominates the
// block's immediate dominator or is in it.
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
		if a.Op != ir.OpCopy { // the same value may come from two predecessors
			a.CopyOf(v)
		}
	}
	return v
}

// nearLoop reports whether b or one of its successors is the header of a loop. Nests are recognized by having nothing
// between their loops.
func nearLoop(b *ir.Block) bool {
	return b.Loop != nil || slices.ContainsFunc(b.Succs, func(s *ir.Block) bool { return s.Loop != nil })
}

// pure reports whether v depends on its arguments alone and may be computed anywhere.
func pure(v *ir.Value) bool {
	return v.Op != ir.OpPhi && v.Op != ir.OpCopy &&
		!v.Op.HasAny(ir.FlagEffect|ir.FlagWrites|ir.FlagReads|ir.FlagPartial) && v.Op.HasAny(ir.FlagElementwise)
}

// twin returns the value in block no that equals v, if it can be moved out of the block.
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

// sinkStores moves a store that ends all paths into m to m. If only the two arms of one branch, among several paths
// into m, end in such a store, it moves to a new join of the two arms.
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

// armsOfOne reports whether p and q are the two arms of a branch.
func armsOfOne(p, q *ir.Block) bool {
	return len(p.Preds) == 1 && len(q.Preds) == 1 && p.Preds[0] == q.Preds[0] && p != q
}

// sinkStoresInto moves a store that ends all predecessors of m to m.
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

// lastStore returns the store in b that only computations follow, or nil.
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
