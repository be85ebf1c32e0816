package lower

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
	"slices"
)

// A value is deferred until its user is lowered, if the user may fold it: a comparison into a branch, an addition
// into a displacement, a load into a memory operand. A store forces deferred loads.

// defers reports whether v is deferred.
func (l *Lowerer) defers(v *ir.Value) bool {
	if v.Op == ir.OpArg || v.Op == ir.OpArgPtr || v.Op == ir.OpArgLen || v.Op == ir.OpArgCap || v.Op == ir.OpIota ||
		IsObject(v) {
		return true // made on first use, in the entry block or before a loop
	}
	u := &l.users[v.ID]
	if v.Op.IsCompare() && v.Type == ir.TBool && !u.value && !v.Args[0].Type.IsVector() && l.inFlags(v) {
		if v.Uses > 1 || !u.in(v.Block) { // every branch repeats the comparison, so its arguments must be available to all
			l.need(v.Args[0])
			l.need(v.Args[1])
		}
		return true
	}
	if !u.number && addsConst(v) {
		if x := v.Args[0]; (v.Uses > 1 || !u.in(v.Block)) && !(!u.away && l.hoistable(x)) {
			l.need(x)
		}
		return true // becomes a displacement
	}
	if l.hoistable(v) {
		l.need(v.Args[0])
		l.need(v.Args[1])
		return true // its invariant part is added to the base; see hoist
	}
	return v.Uses == 1 && u.in(v.Block)
}

// inFlags reports whether a comparison of scalars is a single condition of the flags. Where (in)equality of
// floats is not, the comparison is materialized where it stands.
func (l *Lowerer) inFlags(v *ir.Value) bool {
	e := v.Args[0].Type.Elem
	return !(v.Op == ir.OpEq || v.Op == ir.OpNe) || e.IsInt() || e == ir.Ptr || e == ir.Bool || l.T.Arch.EqualInFlags()
}

// need lowers v unless it is a constant or the address of an object. Users materialize those themselves if their
// instruction cannot encode them.
func (l *Lowerer) need(v *ir.Value) {
	if v.Op != ir.OpConst && !IsObject(v) {
		l.Rep(v)
	}
}

// IsDeferred reports whether v is still deferred to its only user.
func (l *Lowerer) IsDeferred(v *ir.Value) bool {
	s := l.Reps[v.ID].State
	return s == RepDeferred || s == RepFolded
}

// Counted returns x and less if v = x + (less ? 1 : 0) on scalars and nothing else uses less. Otherwise it
// returns nil.
func (l *Lowerer) Counted(v *ir.Value) (x, less *ir.Value) {
	if v.Type.IsVector() {
		return nil, nil
	}
	for i, z := range v.Args {
		if z.Op == ir.OpZExt && l.IsDeferred(z) && z.Args[0].Op.IsCompare() && l.IsDeferred(z.Args[0]) {
			return v.Args[1-i], z.Args[0]
		}
	}
	return nil, nil
}

// OtherHalf returns the other half of the product v: an op in the same block with the same arguments that is not
// lowered yet. It returns nil if there is none.
func (l *Lowerer) OtherHalf(v *ir.Value, op ir.Op) *ir.Value {
	for _, w := range v.Block.Walk() {
		if w.Op == op && w.Uses > 0 && w.Type == v.Type && slices.Equal(w.Args, v.Args) && l.Reps[w.ID].State != RepDone {
			return w
		}
	}
	return nil
}

// AtHand reports whether code other than v's IR users may request v here. v must be in registers, or deferred in
// this block. A load that was folded as a memory operand, or is deferred from elsewhere, would be executed a
// second time.
func (l *Lowerer) AtHand(v *ir.Value) bool {
	s := l.Reps[v.ID].State
	return s == RepDone || s == RepDeferred && v.Block == l.ib
}

// Flush lowers the loads that are still deferred, because a store follows. It also computes the values that the
// directly following stores write, so that loads can still fold into them. It does so for a value that takes no
// more registers than its loads, or while the values and loads together take at most half of the vector
// registers.
func (l *Lowerer) Flush() {
	free := l.T.NumRegs(tti.Vec) / 2
	for _, v := range l.waiting {
		free -= l.waitingParts(v)
	}
	for _, s := range l.following {
		if len(l.waiting) == 0 || !s.Op.IsMemory() || !s.Op.Is(ir.FlagEffect) {
			break
		}
		for i, x := range s.Args {
			if !s.Stores(i) || x.Op == ir.OpLoad || !l.IsDeferred(x) {
				continue
			}
			if more := l.partCount(x) - l.waitingParts(x); more <= max(free, 0) {
				free -= more
				l.Rep(x)
			}
		}
	}
	for _, v := range l.waiting {
		if l.Reps[v.ID].State == RepDeferred {
			l.Rep(v)
		}
	}
	l.waiting = l.waiting[:0]
	l.forgetGroups()
}

// forgetGroups forgets loaded structures, at points where memory may have changed.
func (l *Lowerer) forgetGroups() {
	if len(l.groups) > 0 {
		clear(l.groups)
	}
}

// waitingParts counts the registers of the deferred loads that v depends on, directly or through deferred values.
func (l *Lowerer) waitingParts(v *ir.Value) (n int) {
	if l.Reps[v.ID].State != RepDeferred || v.Op == ir.OpPhi || v.Op == ir.OpConst {
		return 0
	}
	if v.Op == ir.OpLoad {
		return l.partCount(v)
	}
	for _, a := range v.Args {
		n += l.waitingParts(a)
	}
	return n
}

// partCount returns the number of registers that v takes, unless it is a mask.
func (l *Lowerer) partCount(v *ir.Value) int {
	n, _ := l.T.Layout(v.Type, max(1, v.Type.Elem.Size()))
	return n
}
