package isel

import (
	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
)

// How kernels on amd64 meet the trampoline; see poll.go for what polls look like.

// pollTest compares g.stackguard0, which is negative if Go wants this goroutine to stop.
func (e *x86Coder) pollTest(side asm.Label, count *regalloc.Poll) {
	if count != nil {
		e.countDown(count)
	} else {
		e.put(amd64.NewMem(amd64.CMPI, 8, 0, amd64.Ptr(gReg, GuardOffset), amd64.NoReg))
	}
	e.put(amd64.Jcc(amd64.CCL, side))
}

// countDown is the test where the layout of g is unknown: a counter in the argument block, whose address may have to be
// fetched into a register first. If all are live one of them waits in the save area.
func (e *x86Coder) countDown(p *regalloc.Poll) {
	dec := func(r amd64.Reg) {
		e.put(amd64.NewMem(amd64.SUBI, 8, 0, amd64.Ptr(r, BlockFuel), amd64.NoReg).WithImm(1))
	}
	var used mach.RegSet
	for _, l := range p.Live {
		used |= mach.SetOf(l.Reg)
		if m := e.f.V(l.Value).Remat; m != nil && m.Pseudo == mach.BlockPtr {
			dec(ar(l.Reg))
			return
		}
	}
	r, save := amd64.RAX, true
	if e.fr.usesBase {
		used |= mach.SetOf(mach.Phys(uint8(spillBase)))
	}
	if free := gpRegs &^ used; free != 0 {
		r, save = ar(free.First()), false
	}
	tmp := amd64.Ptr(amd64.RSP, e.fr.poll)
	if save {
		e.store(tmp, r, 8, false)
	}
	e.put(amd64.NewMem(amd64.MOV, 8, 1, amd64.Ptr(amd64.RSP, BlockSlot), r, amd64.NoReg))
	dec(r)
	if save {
		e.load(r, tmp, 8, false)
	}
}

func (e *x86Coder) save(at int32, r mach.Reg, size int) {
	e.store(amd64.Ptr(amd64.RSP, at), ar(r), size, false)
}

func (e *x86Coder) restore(at int32, r mach.Reg, size int) {
	e.load(ar(r), amd64.Ptr(amd64.RSP, at), size, false)
}

// yield: the trampoline finds the address to resume at in RDX.
func (e *x86Coder) yield(resume asm.Label) {
	e.put(amd64.NewMem(amd64.LEA, 8, 1, amd64.PtrLabel(resume, 0), amd64.RDX, amd64.NoReg))
	e.put(amd64.Jump(e.tail(StatusYield)))
}

// resumed: there are no such registers.
func (e *x86Coder) resumed() {}

// trap leaves with the number of the check that failed and its operands in the argument block.
func (e *x86Coder) trap(in *mach.Inst) {
	var used mach.RegSet
	for _, r := range in.ArgRegs() {
		used |= mach.SetOf(r)
	}
	block := ar((gpRegs &^ used).First())
	e.put(amd64.NewMem(amd64.MOV, 8, 1, amd64.Ptr(amd64.RSP, BlockSlot), block, amd64.NoReg))
	for i, r := range in.ArgRegs() {
		at := int32(BlockA)
		if i == 1 {
			at = BlockB
		}
		e.put(amd64.NewMem(amd64.MOV, 8, 0, amd64.Ptr(block, at), amd64.NoReg, ar(r)))
	}
	e.put(amd64.NewMem(amd64.MOVI, 8, 0, amd64.Ptr(block, BlockSite), amd64.NoReg).WithImm(in.Imm))
	e.put(amd64.Jump(e.tail(StatusTrap)))
}

func (e *x86Coder) leave(status int) {
	e.put(amd64.New(amd64.MOVI, 4, amd64.RAX).WithImm(int64(status)))
	e.put(amd64.New(amd64.VZEROUPPER, 0))
	e.put(amd64.New(amd64.RET, 0))
}
