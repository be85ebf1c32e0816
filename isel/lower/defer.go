package lower

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
	"slices"
)

// Values wait for their user where that may fold them: a comparison into its branch, an addition into a displacement, a
// load into a memory operand. A store ends the wait of loads.

// defers says whether v waits for its user.
func (l *Lowerer) defers(v *ir.Value) bool {
	if v.Op == ir.OpArg || v.Op == ir.OpArgPtr || v.Op == ir.OpArgLen || v.Op == ir.OpArgCap || v.Op == ir.OpIota ||
		IsObject(v) {
		return true // made in the entry block, or in front of a loop, when first asked for
	}
	u := &l.users[v.ID]
	if v.Op.IsCompare() && v.Type == ir.TBool && !u.value && !v.Args[0].Type.IsVector() && l.inFlags(v) {
		if v.Uses > 1 || !u.in(v.Block) { // compared (again) by every branch: the arguments must be there for all
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
		return true // its invariant part goes into the base, see hoist
	}
	return v.Uses == 1 && u.in(v.Block)
}

// inFlags says whether a comparison of scalars is a single condition of the flags. Where (in)equality of floats is none,
// it is a value, made where it stands.
func (l *Lowerer) inFlags(v *ir.Value) bool {
	e := v.Args[0].Type.Elem
	return !(v.Op == ir.OpEq || v.Op == ir.OpNe) || e.IsInt() || e == ir.Ptr || e == ir.Bool || l.T.Arch.EqualInFlags()
}

// need lowers v unless it is a constant or the address of an object: whoever uses one makes it, if it does not fit the
// instruction.
func (l *Lowerer) need(v *ir.Value) {
	if v.Op != ir.OpConst && !IsObject(v) {
		l.Rep(v)
	}
}

// IsDeferred says whether v still waits for its only user.
func (l *Lowerer) IsDeferred(v *ir.Value) bool {
	s := l.Reps[v.ID].State
	return s == RepDeferred || s == RepFolded
}

// Counted is x and less of v = x + (less ? 1 : 0), of scalars, where nothing but v wants to know whether less holds; nil
// if v is no such sum.
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

// OtherHalf is the other half of the product v, in its block: an op of the same arguments that is not lowered yet, or nil.
func (l *Lowerer) OtherHalf(v *ir.Value, op ir.Op) *ir.Value {
	for _, w := range v.Block.Walk() {
		if w.Op == op && w.Uses > 0 && w.Type == v.Type && slices.Equal(w.Args, v.Args) && l.Reps[w.ID].State != RepDone {
			return w
		}
	}
	return nil
}

// AtHand says whether v may be asked for here by who is not its user in the IR: it is in registers, or waits in this
// block. A load that has become a memory operand, elsewhere or in front of a store, would be done once more.
func (l *Lowerer) AtHand(v *ir.Value) bool {
	s := l.Reps[v.ID].State
	return s == RepDone || s == RepDeferred && v.Block == l.ib
}

// Flush gives the loads that still wait their place: a store comes. What the stores right behind it write is computed
// now, too, where it takes no more registers than its loads would, or all of it and the loads not more than half of those
// there are: so they still fold.
func (l *Lowerer) Flush() {
	free := l.T.NumRegs(tti.Vec) / 2
	for _, v := range l.waiting {
		free -= l.waitingParts(v)
	}
	for _, s := range l.behind {
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

// forgetGroups is for where memory may have changed.
func (l *Lowerer) forgetGroups() {
	if len(l.groups) > 0 {
		clear(l.groups)
	}
}

// waitingParts counts the registers of the loads that wait for v, or for what waits for it.
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

// partCount is the number of registers that v takes, unless it is a mask.
func (l *Lowerer) partCount(v *ir.Value) int {
	n, _ := l.T.Layout(v.Type, max(1, v.Type.Elem.Size()))
	return n
}
