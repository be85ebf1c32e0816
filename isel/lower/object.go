package lower

import (
	"fmt"

	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// The kernel's own memory objects. A local is a slot of the frame. An access to it names the slot directly, so no
// register holds its address.
//
//	Store v0 v1 v2 *4 +8        v0 = LocalPtr      VMOVSS [rsi+64+rcx*4+8], xmm0
//
// A table is stored after the code, with the constants. An indexed access needs its address in a register, since
// RIP-relative addressing has no index. Such registers are set by an instruction without register inputs, so the
// allocator rematerializes them instead of spilling, and polls do not save them. This is required for locals,
// which move with the stack. No value computed from such an address is live across a poll: the last pass of the
// optimizer guarantees it, and so does hoist.

// objects holds what the lowering knows about locals and tables.
type objects struct {
	slots   []int32 // by local: its slot, 0 until first used
	tables  []int32 // by table: its constant
	derived []bool  // by value ID: may be an address in the frame; nil if there are no locals
	polls   []bool  // by header ID: the loop polls
	dummy   int32   // slot for the scalar stores of inactive lanes
}

// tableAlign is the alignment of tables: a cache line, as for vectors.
const tableAlign = 64

// local returns the slot of local n.
func (l *Lowerer) local(n int64) int32 {
	o := &l.objects
	if o.slots == nil {
		o.slots = make([]int32, len(l.F.Locals))
	}
	if o.slots[n] == 0 {
		x := l.F.Locals[n]
		align := x.Align
		for align < ir.MaxLocalAlign && 2*align <= x.Size { // avoid vectors that straddle cache lines
			align *= 2
		}
		o.slots[n] = l.M.NewSlot(max(1, x.Size), align)
	}
	return o.slots[n]
}

// table returns the index of table n among the constants.
func (l *Lowerer) table(n int64) int32 {
	o := &l.objects
	if o.tables == nil {
		o.tables = make([]int32, len(l.F.Tables))
	}
	if o.tables[n] == 0 {
		data := l.F.Tables[n].Data
		if len(data) == 0 {
			data = make([]byte, 1)
		}
		l.M.Consts = append(l.M.Consts, mach.Const{Bytes: data, Align: tableAlign})
		o.tables[n] = int32(len(l.M.Consts))
	}
	return o.tables[n]
}

// IsObject reports whether v is the address of a local or a table.
func IsObject(v *ir.Value) bool { return v.Op == ir.OpLocalPtr || v.Op == ir.OpTablePtr }

// ObjectMem returns a memory operand for the first byte of the object whose address is v. In Go's assembler, a variable
// is an object too.
func (l *Lowerer) ObjectMem(v *ir.Value) mach.Mem {
	if v.Op == ir.OpLocalPtr {
		return mach.Mem{Slot: l.local(v.AuxInt), Scale: 1, Alias: AliasGroup(v)}
	}
	if v.Op == ir.OpArgPtr {
		return l.word(int32(l.F.Params[v.AuxInt].Off), false)
	}
	return mach.Mem{Const: l.table(v.AuxInt), Scale: 1}
}

// object returns the address of a local, a table or a variable in a register.
func (l *Lowerer) object(v *ir.Value) Rep {
	key := l.named(v.AuxInt, addresses-int(v.Op))
	r := l.regConsts.find(key)
	if r == mach.NoReg {
		m := l.ObjectMem(v)
		m.Alias = 0
		r = l.makeConst(key, l.M.NewVReg(mach.GP, 8), l.T.Arch.ObjectAddress(m))
		l.M.V(r).FrameBased = v.Op == ir.OpLocalPtr
	}
	return l.One(r)
}

// The alias groups. Memory of different groups never overlaps: the memory that arguments refer to, and each
// local. aliasUnknown may overlap any memory.
const (
	aliasUnknown = iota
	aliasArgs
	aliasLocals // the first of one group per local
)

// AliasGroup returns the alias group of an address derived from p.
func AliasGroup(p *ir.Value) uint16 {
	switch p = p.Root(); p.Op {
	case ir.OpArgPtr, ir.OpLoad:
		return aliasArgs
	case ir.OpLocalPtr:
		if g := aliasLocals + p.AuxInt; g == int64(uint16(g)) {
			return uint16(g)
		}
	}
	return aliasUnknown
}

// findDerived finds the values that may be addresses in the frame, and the loops that poll.
func (l *Lowerer) findDerived() {
	o := &l.objects
	if len(l.F.Locals) == 0 {
		return
	}
	o.derived = make([]bool, l.F.NumValues())
	o.polls = make([]bool, l.F.NumBlocks())
	for changed := true; changed; {
		changed = false
		for _, b := range l.order {
			for _, v := range b.Values {
				d := v.Op == ir.OpLocalPtr
				if v.Type == ir.TPtr && v.Op != ir.OpLoad {
					for _, a := range v.Args {
						d = d || o.derived[a.ID]
					}
				}
				if d && !o.derived[v.ID] {
					o.derived[v.ID], changed = true, true
				}
			}
		}
	}
	for _, b := range l.order {
		for _, v := range b.Values {
			if v.Op.Yields() {
				for h := l.loops.at[b.ID].inner; h != nil; h = l.loops.at[h.ID].parent {
					o.polls[h.ID] = true
				}
			}
		}
	}
}

// mayLeave reports whether an address computed from p may stay in a register throughout the loop with header h.
// It may not if it moves with the stack and the loop polls.
func (l *Lowerer) mayLeave(p *ir.Value, h *ir.Block) bool {
	o := &l.objects
	if o.derived == nil || !o.polls[h.ID] {
		return true
	}
	p = p.Root()
	return int(p.ID) < len(o.derived) && !o.derived[p.ID]
}

// CheckFrame returns an error if the locals of f alone exceed the largest frame.
func CheckFrame(f *ir.Func) error {
	n := 0
	for _, x := range f.Locals {
		n += x.Size
	}
	if n > emit.MaxFrame {
		return fmt.Errorf("%w: local arrays take %d bytes; the limit is %d", emit.ErrSpillLimit, n, emit.MaxFrame)
	}
	return nil
}
