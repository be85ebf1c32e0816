package isel

import (
	"slices"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// scaledKey names index*factor in a register, where the factor is not one that addressing offers.
type scaledKey struct {
	index  ir.ID
	factor int32
}

// pointerKey names base + index*scale in a register.
type pointerKey struct {
	base  mach.Reg
	index ir.ID
	scale int64
}

// address is base + index*scale + off, being simplified.
type address struct {
	base, index *ir.Value // index may be nil
	scale, off  int64
	access      int // bytes of the only access there, 0 if there are more or it is not known
}

// addressOf is the address of a memory operation or PtrAdd with a scalar index.
func (l *lowerer) addressOf(v *ir.Value) mach.Mem {
	a := address{base: v.Args[0], index: v.Args[1], scale: int64(v.Scale), off: int64(v.Off)}
	if v.Op == ir.OpLoad || v.Op == ir.OpStore {
		if n := v.AccessType().Size(); n <= l.t.bytes {
			a.access = n
		}
	}
	l.simplify(&a)
	m := l.sel.mem(a)
	if len(l.f.Locals) > 0 {
		m.Alias = aliasGroup(v.Args[0])
	}
	return m
}

// simplify moves constants into the displacement and multiplications into the scale, so that accesses around one
// induction variable share its register.
func (l *lowerer) simplify(a *address) {
	for {
		if x := a.index; x != nil {
			switch {
			case x.Op == ir.OpConst:
				a.off += x.Int() * a.scale
				a.index = nil
				continue
			case l.reps[x.ID].state == repDone: // in a register already: nothing to gain
			case (x.Op == ir.OpAdd || x.Op == ir.OpSub) && x.Args[1].IsConst():
				c := x.Args[1].Int()
				if x.Op == ir.OpSub {
					c = -c
				}
				if off := a.off + c*a.scale; off == int64(int32(off)) {
					a.off, a.index = off, x.Args[0]
					continue
				}
			case x.Op == ir.OpAdd && l.hoist(a):
				continue
			case x.Op == ir.OpShl && x.Args[1].IsConst() && l.isDeferred(x) && x.Args[1].Int() < 3 && a.scale<<x.Args[1].Int() <= 8:
				a.scale <<= x.Args[1].Int()
				a.index = x.Args[0]
				continue
			case x.Op == ir.OpMul && x.Args[1].IsConst() && l.isDeferred(x) && fits32(a.scale*x.Args[1].Int()) && fits32(x.Args[1].Int()):
				a.scale *= x.Args[1].Int()
				a.index = x.Args[0]
				continue
			}
		}
		p := a.base
		if p.Op != ir.OpPtrAdd || !l.isDeferred(p) || !fits32(a.off+int64(p.Off)) {
			return
		}
		switch {
		case a.index == nil:
			a.off += int64(p.Off)
			a.index, a.scale, a.base = p.Args[1], int64(p.Scale), p.Args[0]
		case p.Args[1].IsConst() && fits32(a.off+int64(p.Off)+p.Args[1].Int()*int64(p.Scale)):
			a.off += int64(p.Off) + p.Args[1].Int()*int64(p.Scale)
			a.base = p.Args[0]
		default:
			return
		}
	}
}

// hoistedKey names base + inv*scale computed in front of a loop.
type hoistedKey struct {
	base, inv, loop ir.ID
	scale           int64
}

// hoist takes the part of an index that does not change in the innermost loop out of it, together with the base:
//
//	a[row+j] in the loop of j        p = a + row*8 in front of it, p[j] inside
func (l *lowerer) hoist(a *address) bool {
	h := l.loops.inner[l.ib.ID]
	if h == nil || !l.invariant(a.base, h) || !fits32(a.scale) || !l.mayLeave(a.base, h) {
		return false
	}
	x, inv := a.index.Args[0], a.index.Args[1]
	if l.invariant(x, h) {
		x, inv = inv, x
	}
	if !l.invariant(inv, h) || l.invariant(x, h) {
		return false
	}
	end := l.ends[l.loops.before[h.ID].ID]
	if end == nil {
		return false
	}
	key := hoistedKey{a.base.ID, inv.ID, h.ID, a.scale}
	p := l.hoisted[key]
	if p == nil {
		here := l.b
		l.b = &mach.Block{}
		r := l.sel.lea(l.sel.mem(address{base: a.base, index: inv, scale: a.scale}))
		insertAtEnd(end, l.b.Insts)
		l.b = here
		p = l.wrap(ir.TPtr, r)
		p.Block = l.loops.before[h.ID]
		if l.hoisted == nil {
			l.hoisted = map[hoistedKey]*ir.Value{}
		}
		l.hoisted[key] = p
	}
	a.base, a.index = p, x
	return true
}

// invariant says whether v is in a register all through the loop with header h.
func (l *lowerer) invariant(v *ir.Value, h *ir.Block) bool {
	switch v.Op {
	case ir.OpConst, ir.OpArg, ir.OpArgPtr, ir.OpArgLen, ir.OpArgCap, ir.OpLocalPtr, ir.OpTablePtr:
		return true
	}
	return v.Block != nil && l.reps[v.ID].state == repDone && l.loops.outside(v.Block, h)
}

// insertAtEnd puts instructions that leave the flags alone in front of a block's end: its terminator, and what sets the
// flags for it.
func insertAtEnd(b *mach.Block, ins []mach.Inst) {
	n := len(b.Insts) - 1
	if b.Insts[n].Pseudo == mach.Branch {
		n--
	}
	b.Insts = slices.Insert(b.Insts, n, ins...)
}

func fits32(n int64) bool { return n == int64(int32(n)) }

// ptrAdd computes an address.
func ptrAdd(l *lowerer, v *ir.Value) (rep, bool) {
	m := l.addressOf(v)
	if m.Index == mach.NoReg && m.Disp == 0 {
		return l.one(m.Base), true
	}
	return l.one(l.sel.lea(m)), true
}

// one is the rep of a single register.
func (l *lowerer) one(r mach.Reg) rep {
	p := l.newParts(1)
	p[0] = r
	return rep{parts: p, state: repDone}
}

// foldableLoad says whether v is a load that its user could take as a memory operand.
func (l *lowerer) foldableLoad(v *ir.Value) bool {
	return v != nil && v.Op == ir.OpLoad && l.isDeferred(v) && !v.Type.IsMask()
}

// foldOperand gives part i of v as a memory operand of exactly the given bytes, or broadcast from bcst bytes: never
// more than the program accesses.
func (l *lowerer) foldOperand(v *ir.Value, i, bytes, bcst int) (opnd, bool) {
	switch {
	case l.foldableLoad(v):
		if l.accessBytes(v.Type) != bytes {
			return opnd{}, false
		}
		m := l.addressOf(v)
		m.Disp += int32(i * bytes)
		l.reps[v.ID].state = repFolded
		return memory(m), true
	case v.Op == ir.OpSplat && l.isDeferred(v) && l.t.k && bcst == v.Type.Elem.Size() && l.foldableLoad(v.Args[0]):
		if n, _ := l.partsOf(v); n > 1 {
			return opnd{}, false // one broadcast serves all parts
		}
		o := memory(l.addressOf(v.Args[0]))
		o.bcst = true
		l.reps[v.Args[0].ID].state = repFolded
		return o, true
	case v.Op == ir.OpConst && l.inMemory(v) && !v.Type.IsMask() && (v.Type.IsVector() || v.Type.Elem.IsFloat()) && bytes > 0:
		if v.AuxInt == 0 {
			return opnd{}, false
		}
		if l.t.k && bcst == v.Type.Elem.Size() && bytes > bcst {
			o := memory(l.poolMem(splatBytes(v.Type.Elem, uint64(v.AuxInt), bcst)))
			o.bcst = true
			return o, true
		}
		return memory(l.poolMem(splatBytes(v.Type.Elem, uint64(v.AuxInt), bytes))), true
	}
	return opnd{}, false
}

// accessBytes is what one part of a value of type t takes in memory.
func (l *lowerer) accessBytes(t ir.Type) int { return min(t.Size(), l.t.bytes) }

// src is v as a source operand of an instruction that reads the given bytes: memory if it folds.
func (l *lowerer) src(v *ir.Value, i, bytes int) opnd {
	if o, ok := l.foldOperand(v, i, bytes, 0); ok {
		return o
	}
	return reg(l.part(v, i))
}
