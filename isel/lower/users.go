package lower

import (
	"slices"

	"hotloop/loopopt/ir"
)

// usage is who uses a value. Nearly every argument of a function is entered, so that there are no pointers but of masks.
type usage struct {
	mask   *ir.Value // of a vector of bools: the last user that is a value
	block  int32     // 1 + ID of the block of the only user, 0 if that is a phi; of the last if there are more
	value  bool      // some user needs a bool in a register, not as a condition
	away   bool      // some user is not in the block of the value
	number bool      // some user is not an address that has the value as its index, or a sum with a constant beside it
}

// in says whether the only user is in block b, and no phi.
func (u *usage) in(b *ir.Block) bool { return b != nil && u.block == int32(b.ID)+1 }

// analyze finds loops and the users of values.
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

// uses notes that v, in block b, uses its arguments, and says whether addsConst holds of v.
func (l *Lowerer) uses(v *ir.Value, b *ir.Block) bool {
	block := int32(b.ID) + 1
	if v.Op == ir.OpPhi {
		block = 0
	}
	sum := addsConst(v)
	condition, index := -1, -1 // the arguments that are used as no more than that
	switch {
	case v.Op == ir.OpCheck || v.Op == ir.OpSelect && !v.Type.IsVector():
		condition = 0 // one that chooses between vectors becomes a mask, which is made in the block of the choice
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
			if sum { // it would make the argument there, where that does not dominate its other users
				u.number = true
			}
		}
		if a.Type.Elem == ir.Bool && a.Type.IsVector() {
			u.mask = v
		}
	}
	return sum
}

// addsConst says whether v is an index plus a constant, which addressing adds for nothing.
func addsConst(v *ir.Value) bool {
	return (v.Op == ir.OpAdd || v.Op == ir.OpSub) && v.Type == ir.TI64 && v.Args[1].IsConst()
}
