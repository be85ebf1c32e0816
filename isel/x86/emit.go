package x86

import (
	"slices"

	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/reuse"
)

// coder is the emitter with amd64's encoder.
type coder struct {
	emit.Emitter
	enc  *amd64.Encoder
	kept []amd64.Inst // instructions for a listing
}

// Coder returns an encoder in an emitter of its own.
func (a *ISA) Coder() emit.Coder {
	e := coders.Get()
	e.enc = amd64.GetEncoder()
	e.enc.Features = a.features
	return e
}

var coders = reuse.Pool[coder]{New: func() *coder { return new(coder) }}

// Free returns the coder to the pool. Only its table memory is kept.
func (e *coder) Free() {
	e.enc.Free()
	e.Release()
	*e = coder{Emitter: e.Emitter}
	coders.Put(e)
}

func (e *coder) NewLabel() asm.Label                    { return e.enc.NewLabel() }
func (e *coder) Constant(b []byte, align int) asm.Label { return e.enc.Const(b, align) }
func (e *coder) Bind(l asm.Label)                       { e.put(amd64.Bind(l)) }
func (e *coder) Align(n int, until asm.Label)           { e.put(amd64.Align(n, until)) }
func (e *coder) Lead(n int)                             { e.enc.Lead(n) }
func (e *coder) Jump(to asm.Label)                      { e.put(amd64.Jump(to)) }

// Finish returns the code. The instructions kept for a listing are formatted on demand.
func (e *coder) Finish() (asm.Code, error) {
	if e.Opt.Keep != nil {
		insts := e.kept
		e.Opt.Keep.Text = func(code *asm.Code, comment func(int32) string, name func(asm.Label) string) string {
			return amd64.Listing(insts, code, comment, name)
		}
		e.Opt.Keep.Rows = func(code *asm.Code) []asm.Row { return amd64.Rows(insts, code) }
	}
	return e.enc.Finish()
}

// Assembly stores the instructions of a function of Go's assembler.
func (e *coder) Assembly(a *emit.Assembly) { a.Insts = slices.Clone(e.kept) }

// Insts encodes a block.
func (e *coder) Insts(b, next *mach.Block) {
	if b == e.F.Blocks[0] {
		e.Resumed()
	}
	for j := 0; j < len(b.Insts); j++ {
		if e.Lea(b, j) {
			j++
			continue
		}
		e.inst(b, j, next)
	}
}

// put encodes one instruction. The encoder records errors.
func (e *coder) put(in amd64.Inst) { e.encode(&in) }

// encode is put for an instruction that it may modify.
func (e *coder) encode(in *amd64.Inst) {
	in.Pos = e.Pos
	if op := shortForm(in.Op); op != in.Op && in.MemPos < 0 && in.Size <= 32 && (in.Mask == amd64.NoReg || in.Mask == 0) && !in.Bcst &&
		!slices.ContainsFunc(in.Reg[:in.N], func(r amd64.Reg) bool { return r != amd64.NoReg && r >= amd64.V16 }) {
		in.Op = op
	}
	if e.Opt.Keep != nil {
		e.kept = append(e.kept, *in)
		e.Opt.Keep.Insts = append(e.Opt.Keep.Insts, mach.Inst{Op: uint16(in.Op), Size: in.Size, N: in.N, MemPos: in.MemPos,
			Decorations: mach.Decorations{Bcst: in.Bcst}})
	}
	if e.Opt.Go == nil {
		e.enc.EmitInst(in)
	}
}

// shortForm returns the VEX instruction equivalent to the EVEX instruction op on the first sixteen registers
// without a mask. It is two bytes shorter (LLVM's CompressEVEX). shortForm returns op if there is none. Other
// instructions have the same name in both encodings, and the encoder picks the shorter one.
func shortForm(op amd64.Op) amd64.Op {
	switch op {
	case amd64.VPXORD, amd64.VPXORQ:
		return amd64.VPXOR
	case amd64.VPANDD, amd64.VPANDQ:
		return amd64.VPAND
	case amd64.VPORD, amd64.VPORQ:
		return amd64.VPOR
	case amd64.VPANDND, amd64.VPANDNQ:
		return amd64.VPANDN
	}
	return op
}

// ar converts a physical register to the assembler's numbering. In both numberings, none is one less than the
// lowest register.
func ar(r mach.Reg) amd64.Reg { return amd64.Reg(r.Num()) }

// inst translates instruction j of b. next is the block after b.
func (e *coder) inst(b *mach.Block, j int, next *mach.Block) {
	in := &b.Insts[j]
	e.Pos = in.Pos
	e.St.Insts++
	r0, r1 := ar(in.Regs[0]), ar(in.Regs[1])
	switch in.Pseudo {
	case mach.NotPseudo:
		e.real(b, j)
	case mach.Copy:
		e.move(r0, r1, int(in.Size))
	case mach.Swap:
		e.swap(r0, r1, int(in.Size))
	case mach.Spill:
		e.store(e.slot(in.Mem.Slot, amd64.NoReg, 1, 0), r0, int(in.Size), true)
	case mach.Reload:
		e.load(r0, e.slot(in.Mem.Slot, amd64.NoReg, 1, 0), int(in.Size), true)
	case mach.Zero, mach.Ones:
		e.idiom(b, j)
	case mach.BlockPtr:
		e.put(amd64.NewMem(amd64.MOV, 8, 1, amd64.Ptr(amd64.RSP, emit.BlockSlot), r0, amd64.NoReg))
	case mach.Poll:
		e.Poll(in)
	case mach.Trap:
		e.trap(in)
	case mach.Ret:
		if e.Opt.Go == nil {
			e.put(amd64.New(amd64.XOR, 4, amd64.RAX, amd64.RAX))
		}
		e.put(amd64.New(amd64.VZEROUPPER, 0))
		e.put(amd64.New(amd64.RET, 0))
	case mach.Jump:
		if to := b.Succs[0].To; to != next {
			e.put(amd64.Jump(e.Labels[to.ID]))
		}
	case mach.Branch:
		yes, no := b.Succs[0].To, b.Succs[1].To
		cc := amd64.CC(in.CC)
		if yes == next {
			yes, no, cc = no, yes, cc.Negate()
		}
		e.put(amd64.Jcc(cc, e.Labels[yes.ID]))
		if no != next {
			e.put(amd64.Jump(e.Labels[no.ID]))
		}
	default:
		panic("isel: pseudo instruction is not implemented")
	}
}

// Lea combines a copy and an addition or shift of the copy, as two-address code requires them, into one
// instruction: mov a, b; add a, 8 is lea a, [b+8]. The flags of the addition must be dead.
func (e *coder) Lea(b *mach.Block, j int) bool {
	if j+1 >= len(b.Insts) {
		return false
	}
	in, nx := &b.Insts[j], &b.Insts[j+1]
	if in.Pseudo != mach.Copy || nx.Pseudo != mach.NotPseudo || nx.Regs[0] != in.Regs[0] || in.Regs[0] == in.Regs[1] ||
		ar(in.Regs[0]).Class() != amd64.GP || nx.MemPos >= 0 || nx.Size < 4 {
		return false
	}
	m := amd64.Mem{Base: ar(in.Regs[1]), Index: amd64.NoReg, Scale: 1}
	switch amd64.Op(nx.Op) {
	case amd64.ADDI:
		m.Disp = int32(nx.Imm)
	case amd64.ADD:
		if nx.Regs[1] == in.Regs[0] {
			return false
		}
		m.Index = ar(nx.Regs[1])
	case amd64.SHLI:
		if nx.Imm < 1 || nx.Imm > 3 {
			return false
		}
		m = amd64.Mem{Base: amd64.NoReg, Index: m.Base, Scale: 1 << nx.Imm}
	default:
		return false
	}
	if int64(int32(nx.Imm)) != nx.Imm || emit.FlagsLive(e.Arch, b, j+1) {
		return false
	}
	e.Pos = nx.Pos
	e.St.Insts++
	e.put(amd64.NewMem(amd64.LEA, int(nx.Size), 1, m, ar(in.Regs[0]), amd64.NoReg))
	return true
}

// real translates a machine instruction, or a shorter one with the same effect.
func (e *coder) real(b *mach.Block, j int) {
	in := &b.Insts[j]
	op := amd64.Op(in.Op)
	switch {
	case op == amd64.MOVI && in.Imm == 0 && in.MemPos < 0 && in.Size >= 4 && !emit.FlagsLive(e.Arch, b, j):
		e.put(amd64.New(amd64.XOR, 4, ar(in.Regs[0]), ar(in.Regs[0])))
		return
	case op == amd64.CMPI && in.Imm == 0 && in.MemPos < 0:
		e.put(amd64.New(amd64.TEST, int(in.Size), ar(in.Regs[0]), ar(in.Regs[0])))
		return
	case op == amd64.MOV && in.MemPos < 0 && in.Size == 8 && in.Regs[0] == in.Regs[1]:
		e.St.Insts--
		return
	}
	x := amd64.Inst{Op: op, Size: in.Size, N: in.N, MemPos: in.MemPos, Mask: ar(in.Mask), Zero: in.Zero, Bcst: in.Bcst,
		Round: amd64.RoundMode(in.Round), CC: amd64.CC(in.CC), Imm: in.Imm, Pos: in.Pos}
	r := &in.Regs
	x.Reg = [...]amd64.Reg{ar(r[0]), ar(r[1]), ar(r[2]), ar(r[3]), ar(r[4])}
	x.Mem.Base, x.Mem.Index = amd64.NoReg, amd64.NoReg
	if in.MemPos >= 0 {
		x.Reg[in.MemPos] = amd64.NoReg
		x.Mem = e.Mem(&in.Mem)
	}
	e.encode(&x)
}

// Mem returns a memory operand: RIP-relative for constants, and based on RSP or the base register of aligned
// slots for slots.
func (e *coder) Mem(m *mach.Mem) amd64.Mem {
	switch {
	case m.Const > 0:
		return amd64.PtrLabel(e.Consts[m.Const-1], m.Disp)
	case m.Slot > 0:
		return e.slot(m.Slot, ar(m.Index), m.Scale, m.Disp)
	}
	return amd64.Mem{Base: ar(m.Base), Index: ar(m.Index), Scale: max(1, m.Scale), Disp: m.Disp}
}

// move copies a register. size applies to vectors.
func (e *coder) move(dst, src amd64.Reg, size int) {
	if dst == src {
		e.St.Insts--
		return
	}
	switch dst.Class() {
	case amd64.GP:
		e.put(amd64.New(amd64.MOV, 8, dst, src))
	case amd64.Vec:
		e.put(amd64.New(amd64.VMOVAPS, size, dst, src))
	case amd64.Mask:
		e.put(amd64.New(amd64.KMOVQ, 0, dst, src))
	}
}

// swap exchanges two registers, with three exclusive ors where there is no scratch register. Swaps are placed on
// edges, where no flags are live.
func (e *coder) swap(a, b amd64.Reg, size int) {
	switch a.Class() {
	case amd64.GP:
		e.put(amd64.New(amd64.XOR, 8, a, b))
		e.put(amd64.New(amd64.XOR, 8, b, a))
		e.put(amd64.New(amd64.XOR, 8, a, b))
	case amd64.Vec:
		op := amd64.VXORPS
		if size == 64 || a >= amd64.V16 || b >= amd64.V16 {
			op = amd64.VPXORD
		}
		e.put(amd64.New(op, size, a, a, b))
		e.put(amd64.New(op, size, b, a, b))
		e.put(amd64.New(op, size, a, a, b))
	case amd64.Mask:
		e.move(maskScratch, a, 8)
		e.move(a, b, 8)
		e.move(b, maskScratch, 8)
	}
	e.St.Insts += 2
}

// store moves a whole register to the frame, load moves it back.
func (e *coder) store(m amd64.Mem, r amd64.Reg, size int, aligned bool) {
	op, n := frameMove(r, size, aligned)
	e.put(amd64.NewMem(op, n, 0, m, amd64.NoReg, r))
}

func (e *coder) load(r amd64.Reg, m amd64.Mem, size int, aligned bool) {
	op, n := frameMove(r, size, aligned)
	e.put(amd64.NewMem(op, n, 1, m, r, amd64.NoReg))
}

// frameMove returns the instruction, and its size, that moves a register of r's class to and from the frame.
// Vector slots are aligned; the save area of polls is not.
func frameMove(r amd64.Reg, size int, aligned bool) (amd64.Op, int) {
	switch r.Class() {
	case amd64.Vec:
		if aligned {
			return amd64.VMOVAPS, size
		}
		return amd64.VMOVUPS, size
	case amd64.Mask:
		return amd64.KMOVQ, 0
	}
	return amd64.MOV, 8
}

// idiom emits zeros or ones for instruction j of b.
func (e *coder) idiom(b *mach.Block, j int) {
	in := &b.Insts[j]
	r := ar(in.Regs[0])
	ones := in.Pseudo == mach.Ones
	low := r < amd64.V16
	switch r.Class() {
	case amd64.GP:
		switch {
		case ones:
			e.put(amd64.New(amd64.MOVI, 8, r).WithImm(-1))
		case emit.FlagsLive(e.Arch, b, j):
			e.put(amd64.New(amd64.MOVI, 4, r))
		default:
			e.put(amd64.New(amd64.XOR, 4, r, r))
		}
	case amd64.Vec:
		switch {
		case ones && low && in.Size <= 32:
			e.put(amd64.New(amd64.VPCMPEQD, int(in.Size), r, r, r))
		case ones:
			e.put(amd64.New(amd64.VPTERNLOGD, int(in.Size), r, r, r).WithImm(0xff))
		case low: // writing xmm clears the rest
			e.put(amd64.New(amd64.VXORPS, 16, r, r, r))
		default:
			e.put(amd64.New(amd64.VPXORD, 16, r, r, r))
		}
	case amd64.Mask:
		op := byBytes(int(in.Size), amd64.KXNORB, amd64.KXNORW, amd64.KXNORD, amd64.KXNORQ)
		if !ones {
			op = amd64.KXORQ
		}
		e.put(amd64.New(op, 0, r, r, r))
	}
}

// LowBits reports whether in is a conjunction with a small constant.
func (a *ISA) LowBits(in *mach.Inst) bool {
	return in.Pseudo == mach.NotPseudo && amd64.Op(in.Op) == amd64.ANDI && in.MemPos < 0 && in.Imm >= 0 && in.Imm < 1<<12
}

// AssemblerRegs returns none: Go's assembler expands no instruction.
func (a *ISA) AssemblerRegs() mach.RegSet { return 0 }

// SlotBase returns the base register of aligned slots in the frame.
func (a *ISA) SlotBase() mach.Reg { return mach.Phys(uint8(spillBase)) }

// slot returns the address of a slot.
func (e *coder) slot(slot int32, index amd64.Reg, scale uint8, disp int32) amd64.Mem {
	at, aligned := e.Fr.At(slot)
	m := amd64.Mem{Base: amd64.RSP, Index: index, Scale: max(1, scale), Disp: disp + at}
	if aligned {
		m.Base = spillBase
	}
	return m
}
