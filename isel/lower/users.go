package lower

import (
	"slices"

	"hotloop/loopopt/ir"
)

// usage describes the users of a value. Nearly every argument in a function has an entry, so only masks store a
// pointer.
type usage struct {
	mask   *ir.Value // of a vector of bools: the last user that is a value
	block  int32     // 1 + ID of the block of the only user, 0 if that is a phi; of the last user if there are several
	value  bool      // some user needs a bool in a register, not as a condition
	away   bool      // some user is in another block than the value
	number bool      // some user is neither an address with the value as its index, nor a sum of the value and a constant
}

// in reports whether the only user is in block b and is not a phi.
func (u *usage) in(b *ir.Block) bool { return b != nil && u.block == int32(b.ID)+1 }

// analyze finds the loops and the users of values.
func (l *Lowerer) analyze() {
	l.order = l.F.ReversePostorder()
	l.loops.find(l.F, l.order)
	sums := l.sums[:0]
	for _, b := range l.order {
		for _, v := range b.Values {
			if len(v.Args) > 0 && l.uses(v, b) {
				sums = append(sums, v)
			}
		}
		if c := b.Control; c != nil {
			u := &l.users[c.ID]
			u.block, u.number = int32(b.ID)+1, true
		}
	}
	for _, v := range slices.Backward(sums) {
		if l.users[v.ID].number {
			l.users[v.Args[0].ID].number = true
		}
	}
	l.sums = sums
	l.assignMasks()
}

// uses records that v, in block b, uses its arguments, and reports whether addsConst holds for v.
func (l *Lowerer) uses(v *ir.Value, b *ir.Block) bool {
	block := int32(b.ID) + 1
	if v.Op == ir.OpPhi {
		block = 0
	}
	sum := addsConst(v)
	condition, index := -1, -1 // the arguments that are used only as such
	switch {
	case v.Op == ir.OpCheck || v.Op == ir.OpSelect && !v.Type.IsVector():
		condition = 0 // a condition that selects between vectors becomes a mask, made in the block of the select
	case sum:
		index = 0
	case v.Op == ir.OpPtrAdd || v.Op.IsMemory():
		index = 1
	}
	users := l.users
	for i, a := range v.Args {
		u := &users[a.ID]
		u.block = block
		if i != condition {
			u.value = true
		}
		if i != index {
			u.number = true
		}
		if a.Block != b {
			u.away = true
			if sum { // the sum would make the argument in b, which does not dominate the argument's other users
				u.number = true
			}
		}
		if a.Type.Elem == ir.Bool && a.Type.IsVector() {
			u.mask = v
		}
	}
	return sum
}

// addsConst reports whether v is an index plus a constant, which addressing adds at no cost.
func addsConst(v *ir.Value) bool {
	return (v.Op == ir.OpAdd || v.Op == ir.OpSub) && v.Type == ir.TI64 && v.Args[1].IsConst()
}
