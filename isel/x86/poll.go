package x86

import (
	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
)

// The interface between amd64 kernels and the trampoline. The shared code of polls is in emit/poll.go.

// PollTest compares g.stackguard0, which is negative if Go wants this goroutine to stop.
func (e *coder) PollTest(side asm.Label, count *regalloc.Poll) {
	if e.Opt.Go != nil {
		e.Jump(side)
		return
	}
	if count != nil {
		e.countDown(count)
	} else {
		e.put(amd64.NewMem(amd64.CMPI, 8, 0, amd64.Ptr(gReg, emit.GuardOffset), amd64.NoReg))
	}
	e.put(amd64.Jcc(amd64.CCL, side))
}

// Burn counts polls down in the frame.
func (e *coder) Burn(side asm.Label, n int64) {
	e.put(amd64.NewMem(amd64.SUBI, 8, 0, amd64.Ptr(amd64.RSP, e.Fr.Fuel), amd64.NoReg).WithImm(n))
	e.put(amd64.Jcc(amd64.CCL, side))
}

// countDown is the test used if the layout of g is unknown. It decrements a counter in the argument block, whose
// address may have to be loaded into a register first. If no register is free, one is saved in the save area.
func (e *coder) countDown(p *regalloc.Poll) {
	dec := func(r amd64.Reg) {
		e.put(amd64.NewMem(amd64.SUBI, 8, 0, amd64.Ptr(r, emit.BlockFuel), amd64.NoReg).WithImm(1))
	}
	var used mach.RegSet
	for _, l := range p.Live {
		used |= mach.SetOf(l.Reg)
		if m := e.F.V(l.Value).Remat; m != nil && m.Pseudo == mach.BlockPtr {
			dec(ar(l.Reg))
			return
		}
	}
	r, save := amd64.RAX, true
	if e.Fr.UsesBase {
		used |= mach.SetOf(mach.Phys(uint8(spillBase)))
	}
	if free := gpRegs &^ used; free != 0 {
		r, save = ar(free.First()), false
	}
	tmp := amd64.Ptr(amd64.RSP, e.Fr.Poll)
	if save {
		e.store(tmp, r, 8, false)
	}
	e.put(amd64.NewMem(amd64.MOV, 8, 1, amd64.Ptr(amd64.RSP, emit.BlockSlot), r, amd64.NoReg))
	dec(r)
	if save {
		e.load(r, tmp, 8, false)
	}
}

// Save stores a register to the save area of polls, at bytes from RSP. Restore loads it from there. The area is
// not aligned.
func (e *coder) Save(at int32, r mach.Reg, size int) {
	e.store(amd64.Ptr(amd64.RSP, at), ar(r), size, false)
}

func (e *coder) Restore(at int32, r mach.Reg, size int) {
	e.load(ar(r), amd64.Ptr(amd64.RSP, at), size, false)
}

// Yield passes the resume address to the trampoline in RDX.
func (e *coder) Yield(resume asm.Label) {
	if e.Opt.Go != nil {
		e.put(amd64.New(amd64.VZEROUPPER, 0))
		e.Opt.Go.CallYield(len(e.kept))
		return
	}
	e.put(amd64.NewMem(amd64.LEA, 8, 1, amd64.PtrLabel(resume, 0), amd64.RDX, amd64.NoReg))
	e.put(amd64.Jump(e.Tail(emit.StatusYield)))
}

// Resumed sets the base of aligned slots and the count of polls in functions of Go's assembler. A trampoline sets the base
// for a kernel.
func (e *coder) Resumed() {
	if e.Fr.Fuel > 0 {
		e.put(amd64.NewMem(amd64.MOVI, 8, 0, amd64.Ptr(amd64.RSP, e.Fr.Fuel), amd64.NoReg).WithImm(emit.GoFuel))
	}
	if e.Opt.Go != nil && e.Fr.UsesBase {
		e.put(amd64.NewMem(amd64.LEA, 8, 1, amd64.Ptr(amd64.RSP, emit.AlignedBase), spillBase, amd64.NoReg))
		e.put(amd64.New(amd64.ANDI, 8, spillBase).WithImm(-emit.SpillAlign))
	}
}

// trap returns with the number of the failed check and its operands in the argument block.
func (e *coder) trap(in *mach.Inst) {
	if e.Opt.Go != nil {
		for i, r := range in.ArgRegs() {
			e.put(amd64.NewMem(amd64.MOV, 8, 0, amd64.Ptr(amd64.RSP, int32(8*i)), amd64.NoReg, ar(r)))
		}
		e.put(amd64.New(amd64.VZEROUPPER, 0))
		e.Opt.Go.CallTrap(len(e.kept), int(in.Imm))
		return
	}
	var used mach.RegSet
	for _, r := range in.ArgRegs() {
		used |= mach.SetOf(r)
	}
	block := ar((gpRegs &^ used).First())
	e.put(amd64.NewMem(amd64.MOV, 8, 1, amd64.Ptr(amd64.RSP, emit.BlockSlot), block, amd64.NoReg))
	for i, r := range in.ArgRegs() {
		at := int32(emit.BlockA)
		if i == 1 {
			at = emit.BlockB
		}
		e.put(amd64.NewMem(amd64.MOV, 8, 0, amd64.Ptr(block, at), amd64.NoReg, ar(r)))
	}
	e.put(amd64.NewMem(amd64.MOVI, 8, 0, amd64.Ptr(block, emit.BlockSite), amd64.NoReg).WithImm(in.Imm))
	e.put(amd64.Jump(e.Tail(emit.StatusTrap)))
}

// Leave returns to the trampoline with a status. It clears the upper halves of vector registers for Go code,
// which uses SSE.
func (e *coder) Leave(status int) {
	e.put(amd64.New(amd64.MOVI, 4, amd64.RAX).WithImm(int64(status)))
	e.put(amd64.New(amd64.VZEROUPPER, 0))
	e.put(amd64.New(amd64.RET, 0))
}
