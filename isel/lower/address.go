package lower

import (
	"slices"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Address is base + index*scale + off. simplify rewrites it.
type Address struct {
	Base, Index *ir.Value // index may be nil
	Scale, Off  int64
	Access      int // size in bytes of the only access through the address; 0 if there are several or it is unknown
}

// AddressOf returns the address of a memory operation or of a PtrAdd with a scalar index.
func (l *Lowerer) AddressOf(v *ir.Value) mach.Mem {
	a := Address{Base: v.Args[0], Index: v.Args[1], Scale: int64(v.Scale), Off: int64(v.Off)}
	if v.Op == ir.OpLoad || v.Op == ir.OpStore {
		if n := v.AccessType().Size(); n <= l.T.Bytes {
			a.Access = n
		}
	}
	l.simplify(&a)
	m := l.sel.Mem(a)
	if len(l.F.Locals) > 0 {
		m.Alias = AliasGroup(v.Args[0])
	}
	return m
}

// simplify moves constants into the displacement and multiplications into the scale. Accesses near one induction
// variable then share its register.
func (l *Lowerer) simplify(a *Address) {
	for {
		if x := a.Index; x != nil {
			switch {
			case x.Op == ir.OpConst:
				a.Off += x.Int() * a.Scale
				a.Index = nil
				continue
			case l.Reps[x.ID].State == RepDone: // already in a register, so folding it gains nothing
			case (x.Op == ir.OpAdd || x.Op == ir.OpSub) && x.Args[1].IsConst():
				c := x.Args[1].Int()
				if x.Op == ir.OpSub {
					c = -c
				}
				if off := a.Off + c*a.Scale; off == int64(int32(off)) {
					a.Off, a.Index = off, x.Args[0]
					continue
				}
			case x.Op == ir.OpAdd && l.hoist(a):
				continue
			case x.Op == ir.OpShl && x.Args[1].IsConst() && l.IsDeferred(x) && x.Args[1].Int() < 3 &&
				a.Scale<<x.Args[1].Int() <= 8:
				a.Scale <<= x.Args[1].Int()
				a.Index = x.Args[0]
				continue
			case x.Op == ir.OpMul && x.Args[1].IsConst() && l.IsDeferred(x) && Fits32(a.Scale*x.Args[1].Int()) &&
				Fits32(x.Args[1].Int()):
				a.Scale *= x.Args[1].Int()
				a.Index = x.Args[0]
				continue
			}
		}
		p := a.Base
		if p.Op != ir.OpPtrAdd || !l.IsDeferred(p) || !Fits32(a.Off+int64(p.Off)) {
			return
		}
		switch {
		case a.Index == nil:
			a.Off += int64(p.Off)
			a.Index, a.Scale, a.Base = p.Args[1], int64(p.Scale), p.Args[0]
		case p.Args[1].IsConst() && Fits32(a.Off+int64(p.Off)+p.Args[1].Int()*int64(p.Scale)):
			a.Off += int64(p.Off) + p.Args[1].Int()*int64(p.Scale)
			a.Base = p.Args[0]
		default:
			return
		}
	}
}

// hoistedKey identifies base + inv*scale computed before a loop.
type hoistedKey struct {
	base, inv, loop ir.ID
	scale           int64
}

// hoist moves the loop-invariant part of an index out of the innermost loop, together with the base:
//
//	a[row+j] in the loop over j      p = a + row*8 before the loop, p[j] inside
func (l *Lowerer) hoist(a *Address) bool {
	h := l.loops.at[l.ib.ID].inner
	if h == nil || !l.invariant(a.Base, h) || !Fits32(a.Scale) || !l.mayLeave(a.Base, h) {
		return false
	}
	x, inv := a.Index.Args[0], a.Index.Args[1]
	if l.invariant(x, h) {
		x, inv = inv, x
	}
	if !l.invariant(inv, h) || l.invariant(x, h) {
		return false
	}
	end := l.ends[l.loops.at[h.ID].before.ID]
	if end == nil {
		return false
	}
	key := hoistedKey{a.Base.ID, inv.ID, h.ID, a.Scale}
	p := l.hoisted[key]
	if p == nil {
		here := l.B
		l.B = &mach.Block{}
		r := l.sel.Lea(l.sel.Mem(Address{Base: a.Base, Index: inv, Scale: a.Scale}))
		insertAtEnd(end, l.B.Insts)
		l.B = here
		p = l.Wrap(ir.TPtr, r)
		p.Block = l.loops.at[h.ID].before
		if l.hoisted == nil {
			l.hoisted = map[hoistedKey]*ir.Value{}
		}
		l.hoisted[key] = p
	}
	a.Base, a.Index = p, x
	return true
}

// invariant reports whether v stays in a register throughout the loop with header h.
func (l *Lowerer) invariant(v *ir.Value, h *ir.Block) bool {
	switch v.Op {
	case ir.OpConst, ir.OpArg, ir.OpArgPtr, ir.OpArgLen, ir.OpArgCap, ir.OpLocalPtr, ir.OpTablePtr:
		return true
	}
	return v.Block != nil && l.Reps[v.ID].State == RepDone && l.loops.outside(v.Block, h)
}

// insertAtEnd inserts instructions before the end of a block: before its terminator and the instruction that sets
// the flags for it. The inserted instructions must not modify the flags.
func insertAtEnd(b *mach.Block, ins []mach.Inst) {
	n := len(b.Insts) - 1
	if b.Insts[n].Pseudo == mach.Branch {
		n--
	}
	b.Insts = slices.Insert(b.Insts, n, ins...)
}

// Fits32 reports whether n fits in a signed 32-bit integer.
func Fits32(n int64) bool { return n == int64(int32(n)) }

// ptrAdd lowers a PtrAdd.
func ptrAdd(l *Lowerer, v *ir.Value) (Rep, bool) {
	m := l.AddressOf(v)
	if m.Index == mach.NoReg && m.Disp == 0 && m.Base != mach.NoReg { // the address of a local or a table has no base register
		return l.One(m.Base), true
	}
	return l.One(l.sel.Lea(m)), true
}

// One returns the rep of a single register.
func (l *Lowerer) One(r mach.Reg) Rep {
	p := l.NewParts(1)
	p[0] = r
	return Rep{Parts: p, State: RepDone}
}

// FoldableLoad reports whether v is a load that its user could fold as a memory operand.
func (l *Lowerer) FoldableLoad(v *ir.Value) bool {
	return v != nil && v.Op == ir.OpLoad && l.IsDeferred(v) && !v.Type.IsMask()
}

// FoldOperand returns part i of v as a memory operand of exactly the given number of bytes, or as a broadcast of
// bcst bytes. The operand never covers more bytes than the program accesses.
func (l *Lowerer) FoldOperand(v *ir.Value, i, bytes, bcst int) (Opnd, bool) {
	switch {
	case l.FoldableLoad(v):
		if l.accessBytes(v.Type) != bytes {
			return Opnd{}, false
		}
		m := l.AddressOf(v)
		m.Disp += int32(i * bytes)
		l.Reps[v.ID].State = RepFolded
		return Memory(m), true
	case v.Op == ir.OpSplat && l.IsDeferred(v) && l.T.K && bcst == v.Type.Elem.Size() && l.FoldableLoad(v.Args[0]):
		if n, _ := l.partsOf(v); n > 1 {
			return Opnd{}, false // a single broadcast instruction serves all parts
		}
		o := Memory(l.AddressOf(v.Args[0]))
		o.bcst = true
		l.Reps[v.Args[0].ID].State = RepFolded
		return o, true
	case v.Op == ir.OpConst && l.inMemory(v) && !v.Type.IsMask() && (v.Type.IsVector() || v.Type.Elem.IsFloat()) &&
		bytes > 0:
		if v.AuxInt == 0 {
			return Opnd{}, false
		}
		if l.T.K && bcst == v.Type.Elem.Size() && bytes > bcst {
			o := Memory(l.PoolMem(SplatBytes(v.Type.Elem, uint64(v.AuxInt), bcst)))
			o.bcst = true
			return o, true
		}
		return Memory(l.PoolMem(SplatBytes(v.Type.Elem, uint64(v.AuxInt), bytes))), true
	}
	return Opnd{}, false
}

// accessBytes returns the number of bytes that one part of a value of type t occupies in memory.
func (l *Lowerer) accessBytes(t ir.Type) int { return min(t.Size(), l.T.Bytes) }

// Src returns part i of v as a source operand of an instruction that reads the given number of bytes. The operand
// is memory if v folds.
func (l *Lowerer) Src(v *ir.Value, i, bytes int) Opnd {
	if o, ok := l.FoldOperand(v, i, bytes, 0); ok {
		return o
	}
	return Reg(l.Part(v, i))
}
