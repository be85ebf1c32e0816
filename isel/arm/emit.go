package arm

import (
	"slices"

	"hotloop/asm"
	"hotloop/asm/arm64"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
	"hotloop/reuse"
)

// coder is the emitter with arm64's encoder.
type coder struct {
	emit.Emitter
	enc  *arm64.Encoder
	kept []arm64.Inst // instructions for a listing
	// predicates is 1 if some instruction of the function takes a predicate, -1 if none does, and 0 if unknown.
	predicates int8
	made       [madeOf]predicateOf // contents of P0 to P6 in the current block
	next       int                 // the register to use for the next predicate
}

// Coder returns an encoder in an emitter of its own.
func (a *ISA) Coder() emit.Coder {
	e := coders.Get()
	e.enc = arm64.GetEncoder()
	e.enc.Features = a.features
	return e
}

var coders = reuse.Pool[coder]{New: func() *coder { return new(coder) }}

// SlotBase returns the base register of aligned slots.
func (a *ISA) SlotBase() mach.Reg { return mach.Phys(uint8(slotBase)) }

// Free returns the coder to the pool. Only its table memory is kept.
func (e *coder) Free() {
	e.enc.Free()
	e.Release()
	*e = coder{Emitter: e.Emitter}
	coders.Put(e)
}

func (e *coder) NewLabel() asm.Label                    { return e.enc.NewLabel() }
func (e *coder) Constant(b []byte, align int) asm.Label { return e.enc.Const(b, max(4, align)) }
func (e *coder) Bind(l asm.Label)                       { e.put(arm64.Bind(l)) }
func (e *coder) Align(n int, until asm.Label)           { e.put(arm64.Align(n, until)) }
func (e *coder) Lead(n int)                             { e.enc.Lead(n) }
func (e *coder) Jump(to asm.Label)                      { e.put(arm64.Jump(to)) }

// Finish returns the code. The instructions kept for a listing are formatted on demand.
func (e *coder) Finish() (asm.Code, error) {
	if e.Opt.Keep != nil {
		insts := e.kept
		e.Opt.Keep.Text = func(code *asm.Code, comment func(int32) string, name func(asm.Label) string) string {
			return arm64.Listing(insts, code, comment, name)
		}
		e.Opt.Keep.Rows = func(code *asm.Code) []asm.Row { return arm64.Rows(insts, code) }
	}
	return e.enc.Finish()
}

// put encodes one instruction. The encoder records errors.
func (e *coder) put(in arm64.Inst) {
	in.Pos = e.Pos
	if e.Opt.Keep != nil {
		e.kept = append(e.kept, in)
		e.Opt.Keep.Insts = append(e.Opt.Keep.Insts, mach.Inst{Op: uint16(in.Op), Size: in.Size, N: in.N, MemPos: in.MemPos})
	}
	if e.Opt.Go == nil {
		e.enc.EmitInst(&in)
	}
}

// regOf converts a physical register to the assembler's numbering. In both numberings, none is one less than the
// lowest register.
func regOf(r mach.Reg) arm64.Reg { return arm64.Reg(r.Num()) }

// Assembly stores the instructions of a function of Go's assembler.
func (e *coder) Assembly(a *emit.Assembly) { a.Insts = slices.Clone(e.kept) }

// LowBits reports whether in is a conjunction with a small constant.
func (a *ISA) LowBits(in *mach.Inst) bool {
	return in.Pseudo == mach.NotPseudo && opOf(in.Op) == arm64.ANDI && in.MemPos < 0 && in.Imm >= 0 && in.Imm < 1<<12
}

// AssemblerRegs returns the register that Go's assembler uses in instructions that it expands.
func (a *ISA) AssemblerRegs() mach.RegSet { return 1 << arm64.R27 }

// Insts encodes a block.
func (e *coder) Insts(b, next *mach.Block) {
	if b == e.F.Blocks[0] {
		e.Resumed()
	}
	e.made = [madeOf]predicateOf{}
	for j := range b.Insts {
		e.inst(b, &b.Insts[j], next)
		if e.predicates > 0 {
			e.forget(&b.Insts[j])
		}
	}
}

// inst translates an instruction of b. next is the block after b.
func (e *coder) inst(b *mach.Block, in *mach.Inst, next *mach.Block) {
	e.Pos = in.Pos
	e.St.Insts++
	r0, r1 := regOf(in.Regs[0]), regOf(in.Regs[1])
	switch in.Pseudo {
	case mach.NotPseudo:
		e.real(in)
	case mach.Copy:
		e.move(r0, r1, int(in.Size))
	case mach.Swap:
		e.swap(r0, r1)
	case mach.Spill:
		e.store(e.slot(&mach.Mem{Slot: in.Mem.Slot}), r0, int(in.Size))
	case mach.Reload:
		e.load(r0, e.slot(&mach.Mem{Slot: in.Mem.Slot}), int(in.Size))
	case mach.Zero, mach.Ones:
		e.idiom(r0, in.Pseudo == mach.Ones)
	case mach.BlockPtr:
		e.load(r0, arm64.Ptr(arm64.SP, emit.BlockSlot), 8)
	case mach.Poll:
		e.Poll(in)
	case mach.Trap:
		e.trap(in)
	case mach.Ret:
		e.Leave(emit.StatusDone)
	case mach.Jump:
		if to := b.Succs[0].To; to != next {
			e.Jump(e.Labels[to.ID])
		}
	case mach.Branch:
		e.Branch(b, in, next)
	default:
		panic("isel: pseudo instruction is not implemented")
	}
}

// Branch ends a block with two successors. It tests the flags or a register.
func (e *coder) Branch(b *mach.Block, in *mach.Inst, next *mach.Block) {
	yes, no := b.Succs[0].To, b.Succs[1].To
	var x arm64.Inst
	if in.Op == 0 {
		x = arm64.JumpIf(arm64.CC(in.CC), asm.NoLabel)
	} else {
		x = arm64.New(opOf(in.Op), int(in.Size), regOf(in.Args[0])).WithImm(in.Imm)
	}
	if yes == next {
		yes, no = no, yes
		switch x.Op {
		case arm64.BCC:
			x.CC = x.CC.Negate()
		default:
			x.Op = opposite[x.Op]
		}
	}
	e.put(x.To(e.Labels[yes.ID]))
	if no != next {
		e.Jump(e.Labels[no.ID])
	}
}

var opposite = map[arm64.Op]arm64.Op{arm64.CBZ: arm64.CBNZ, arm64.CBNZ: arm64.CBZ, arm64.TBZ: arm64.TBNZ,
	arm64.TBNZ: arm64.TBZ}

// real translates a machine instruction. A register list is several operands of in, and is named by its first
// register in the assembler.
func (e *coder) real(in *mach.Inst) {
	op := opOf(in.Op)
	if op == arm64.MOV && in.Size == 8 && in.Regs[0] == in.Regs[1] {
		e.St.Insts--
		return
	}
	if op == arm64.ADR && in.Mem.Const == 0 {
		m := e.slot(&in.Mem)
		e.addTo(regOf(in.Regs[0]), m.Base, m.Disp)
		return
	}
	info := arm64.Info(op)
	x := arm64.New(op, int(in.Size))
	x.N, x.CC, x.Imm = info.N, arm64.CC(in.CC), in.Imm
	k := 0
	for i := range info.N {
		o := &info.Operands[i]
		if o.Mem {
			x.MemPos = int8(i)
			x.Mem = e.Mem(op, int(in.Size), &in.Mem)
		} else if o.Class == arm64.Pred && info.Flags&arm64.AllLanes != 0 {
			x.Reg[i] = laneNumbers
			continue
		} else if o.Class == arm64.Pred {
			x.Reg[i] = e.predicate(predicateOf{int(info.Elem), in.CC, regOf(in.Regs[k]), regOf(in.Regs[k+1])})
			x.CC = 0
			k++
		} else {
			x.Reg[i] = regOf(in.Regs[k])
		}
		k += max(1, int(o.List))
	}
	e.put(x)
}

// Mem returns a memory operand that op can encode. It computes the rest of the address in the scratch register.
func (e *coder) Mem(op arm64.Op, size int, m *mach.Mem) arm64.Mem {
	var x arm64.Mem
	switch {
	case m.Const > 0:
		x = arm64.PtrLabel(e.Consts[m.Const-1], m.Disp)
		if e.F.Consts[m.Const-1].Name != "" {
			return x
		}
		if arm64.IsAddress(op, size, x) {
			return x
		}
		e.put(arm64.NewMem(arm64.ADR, 0, 1, x, scratch, arm64.NoReg))
		return arm64.Ptr(scratch, 0)
	case m.Slot > 0:
		x = e.slot(m)
	default:
		x = arm64.Mem{Base: regOf(m.Base), Index: regOf(m.Index), Scale: max(1, m.Scale), Disp: m.Disp}
	}
	if arm64.IsAddress(op, size, x) {
		return x
	}
	// Add the displacement first: the remaining address may keep its index.
	if x.Disp != 0 && x.Index != arm64.NoReg || !arm64.IsAddress(op, size, arm64.Ptr(x.Base, x.Disp)) {
		e.addTo(scratch, x.Base, x.Disp)
		x.Base, x.Disp = scratch, 0
	}
	if x.Index != arm64.NoReg && !arm64.IsAddress(op, size, x) {
		e.addIndex(scratch, x.Base, x.Index, x.Scale)
		x = arm64.Ptr(scratch, 0)
	}
	return x
}

// addTo computes dst = r + n, where dst is a scratch register. It does not modify the flags.
func (e *coder) addTo(dst, r arm64.Reg, n int32) {
	op, abs := arm64.ADDI, int64(n)
	if n < 0 {
		op, abs = arm64.SUBI, -int64(n)
	}
	if abs >= 1<<24 {
		e.put(arm64.New(arm64.MOVI, 8, scratch2).WithImm(int64(n)))
		e.put(arm64.New(arm64.ADDUXTX, 8, dst, r, scratch2))
		return
	}
	if hi := abs &^ 0xfff; hi != 0 {
		e.put(arm64.New(op, 8, dst, r).WithImm(hi))
		r = dst
	}
	if lo := abs & 0xfff; lo != 0 || r != dst {
		e.put(arm64.New(op, 8, dst, r).WithImm(lo))
	}
}

// addIndex computes dst = base + index*scale. Only the extended form of ADD accepts SP.
func (e *coder) addIndex(dst, base, index arm64.Reg, scale uint8) {
	shift := int64(0)
	for scale>>shift > 1 {
		shift++
	}
	e.put(arm64.New(arm64.ADDUXTX, 8, dst, base, index).WithImm(shift))
}

// slot returns the address of a slot.
func (e *coder) slot(m *mach.Mem) arm64.Mem {
	at, aligned := e.Fr.At(m.Slot)
	x := arm64.Mem{Base: arm64.SP, Index: regOf(m.Index), Scale: max(1, m.Scale), Disp: m.Disp + at}
	if aligned {
		x.Base = slotBase
	}
	return x
}

// move copies a register.
func (e *coder) move(dst, src arm64.Reg, size int) {
	switch {
	case dst == src:
		e.St.Insts--
	case dst.Class() == arm64.GP:
		e.put(arm64.New(arm64.MOV, 8, dst, src))
	default:
		e.put(arm64.New(arm64.VMOV, 16, dst, src))
	}
}

// swap exchanges two registers, vectors with three exclusive ors.
func (e *coder) swap(a, b arm64.Reg) {
	if a.Class() == arm64.GP {
		e.move(scratch, a, 8)
		e.move(a, b, 8)
		e.move(b, scratch, 8)
	} else {
		e.put(arm64.New(arm64.VEOR, 16, a, a, b))
		e.put(arm64.New(arm64.VEOR, 16, b, a, b))
		e.put(arm64.New(arm64.VEOR, 16, a, a, b))
	}
	e.St.Insts += 2
}

// store moves a whole register to the frame, load moves it back.
func (e *coder) store(m arm64.Mem, r arm64.Reg, size int) {
	op := arm64.STR
	if r.Class() == arm64.Vec {
		op = arm64.VSTR
	}
	e.put(arm64.NewMem(op, size, 1, e.reach(op, size, m), r, arm64.NoReg))
}

func (e *coder) load(r arm64.Reg, m arm64.Mem, size int) {
	op := arm64.LDR
	if r.Class() == arm64.Vec {
		op = arm64.VLDR
	}
	e.put(arm64.NewMem(op, size, 1, e.reach(op, size, m), r, arm64.NoReg))
}

// reach returns a frame address that op can encode.
func (e *coder) reach(op arm64.Op, size int, m arm64.Mem) arm64.Mem {
	if arm64.IsAddress(op, size, m) {
		return m
	}
	e.addTo(scratch, m.Base, m.Disp)
	return arm64.Ptr(scratch, 0)
}

// idiom emits zeros or ones.
func (e *coder) idiom(r arm64.Reg, ones bool) {
	n := int64(0)
	if ones {
		n = -1
	}
	if r.Class() == arm64.GP {
		e.put(arm64.New(arm64.MOVI, 8, r).WithImm(n))
		return
	}
	e.put(arm64.New(arm64.VMOVID, 16, r).WithImm(n))
}

// PollTest reads g.stackguard0:
//
//	ldr x16, [x28, #16]
//	tbnz x16, #63, side
func (e *coder) PollTest(side asm.Label, count *regalloc.Poll) {
	if e.Opt.Go != nil {
		e.Jump(side)
		return
	}
	if count == nil {
		e.load(scratch, arm64.Ptr(gReg, emit.GuardOffset), 8)
		e.put(arm64.New(arm64.TBNZ, 0, scratch).WithImm(63).To(side))
		return
	}
	e.load(scratch2, arm64.Ptr(arm64.SP, emit.BlockSlot), 8)
	e.load(scratch, arm64.Ptr(scratch2, emit.BlockFuel), 8)
	e.put(arm64.New(arm64.SUBSI, 8, scratch, scratch).WithImm(1))
	e.store(arm64.Ptr(scratch2, emit.BlockFuel), scratch, 8)
	e.put(arm64.JumpIf(arm64.LT, side))
}

// Burn counts polls down in the frame.
func (e *coder) Burn(side asm.Label, n int64) {
	e.load(scratch, arm64.Ptr(arm64.SP, e.Fr.Fuel), 8)
	e.put(arm64.New(arm64.SUBSI, 8, scratch, scratch).WithImm(n))
	e.store(arm64.Ptr(arm64.SP, e.Fr.Fuel), scratch, 8)
	e.put(arm64.JumpIf(arm64.LT, side))
}

// Save stores a register to the save area of polls, at bytes from SP. Restore loads it from there.
func (e *coder) Save(at int32, r mach.Reg, size int) {
	e.store(arm64.Ptr(arm64.SP, at), regOf(r), size)
}

func (e *coder) Restore(at int32, r mach.Reg, size int) {
	e.load(regOf(r), arm64.Ptr(arm64.SP, at), size)
}

// Yield passes the resume address to the trampoline in X1.
func (e *coder) Yield(resume asm.Label) {
	if e.Opt.Go != nil {
		e.Opt.Go.CallYield(len(e.kept))
		return
	}
	e.put(arm64.NewMem(arm64.ADR, 0, 1, arm64.PtrLabel(resume, 0), arm64.R1, arm64.NoReg))
	e.Jump(e.Tail(emit.StatusYield))
}

// trap returns with the number of the failed check and its operands in the argument block.
func (e *coder) trap(in *mach.Inst) {
	if e.Opt.Go != nil {
		for i, r := range in.ArgRegs() {
			e.store(arm64.Ptr(arm64.SP, int32(8+8*i)), regOf(r), 8)
		}
		e.Opt.Go.CallTrap(len(e.kept), int(in.Imm))
		return
	}
	e.load(scratch2, arm64.Ptr(arm64.SP, emit.BlockSlot), 8)
	for i, r := range in.ArgRegs() {
		e.store(arm64.Ptr(scratch2, [...]int32{emit.BlockA, emit.BlockB}[i]), regOf(r), 8)
	}
	e.put(arm64.New(arm64.MOVI, 8, scratch).WithImm(in.Imm))
	e.store(arm64.Ptr(scratch2, emit.BlockSite), scratch, 8)
	e.Jump(e.Tail(emit.StatusTrap))
}

// Leave returns to the trampoline with a status.
func (e *coder) Leave(status int) {
	if e.Opt.Go == nil {
		e.put(arm64.New(arm64.MOVI, 4, arm64.R0).WithImm(int64(status)))
	}
	e.put(arm64.New(arm64.RET, 0))
}
