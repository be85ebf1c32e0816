package isel

import (
	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
)

// A Poll costs two instructions in the hot path:
//
//	    cmp qword [r14+16], 0        // g.stackguard0: negative if Go wants this goroutine to stop
//	    jl  side
//	back:
//
// Everything else stands behind the function, where it shares no cache line with the loop:
//
//	side:                            // save what is live, and return to the trampoline
//	    mov [rsp+poll], rcx
//	    vmovups [rsp+poll+8], ymm3
//	    lea rdx, [resume]
//	    mov eax, 1                   // status: yield
//	    vzeroupper
//	    ret
//	resume:                          // entered by the trampoline, with RDI, RSI and R14 as at the start
//	    mov rcx, [rsp+poll]
//	    vmovups ymm3, [rsp+poll+8]
//	    jmp back
//
// Meanwhile the stack may have moved. Slots move with it; an address in the frame or of the argument block would be
// stale, so those are made again instead of restored, as are values that cost nothing.
type pollExit struct {
	in         *mach.Inst
	side, back asm.Label
	pos        int32
}

// size is what a live register takes in the frame.
func (e *emitter) liveSize(l regalloc.Live) int32 {
	if v := e.f.V(l.Value); v.Class == mach.Vec {
		return int32(v.Size)
	}
	return 8
}

// again says whether a value is made again after a yield.
func (e *emitter) again(l regalloc.Live) bool { return e.f.V(l.Value).Remat != nil }

// pollBytes is the size of the area that polls save registers in: they share it, since only one yields at a time.
func (e *emitter) pollBytes() int32 {
	most := int32(0)
	for _, p := range e.res.Polls {
		n := int32(0)
		for _, l := range p.Live {
			if !e.again(l) {
				n += e.liveSize(l)
			}
		}
		if e.opt.PollCounter {
			n = max(n, 8) // for countDown
		}
		most = max(most, n)
	}
	return most
}

// poll emits the test.
func (e *emitter) poll(in *mach.Inst) {
	e.st.Polls++
	p := pollExit{in: in, side: e.enc.NewLabel(), back: e.enc.NewLabel(), pos: in.Pos}
	e.polls = append(e.polls, p)
	if e.opt.PollCounter {
		e.countDown(&e.res.Polls[in.Imm])
	} else {
		e.put(amd64.NewMem(amd64.CMPI, 8, 0, amd64.Ptr(gReg, GuardOffset), amd64.NoReg))
	}
	e.put(amd64.Jcc(amd64.CCL, p.side))
	e.put(amd64.Bind(p.back))
	e.st.Insts++
}

// countDown is the test where the layout of g is unknown: a counter in the argument block, whose address may have to be
// fetched into a register first. If all are live one of them waits in the save area.
func (e *emitter) countDown(p *regalloc.Poll) {
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
	if e.fr.usesRSI {
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

// sideExits emits the cold parts of all polls.
func (e *emitter) sideExits() {
	n := e.st.Insts
	for i := range e.polls {
		p := &e.polls[i]
		e.pos = p.pos
		live := e.res.Polls[p.in.Imm].Live
		resume := e.enc.NewLabel()
		e.put(amd64.Bind(p.side))
		e.opt.Keep.call(p.side, "yield")
		e.opt.Keep.call(resume, "resume")
		at := e.fr.poll
		for _, l := range live {
			if !e.again(l) {
				e.store(amd64.Ptr(amd64.RSP, at), ar(l.Reg), int(e.liveSize(l)), false)
				at += e.liveSize(l)
			}
		}
		e.put(amd64.NewMem(amd64.LEA, 8, 1, amd64.PtrLabel(resume, 0), amd64.RDX, amd64.NoReg))
		e.put(amd64.Jump(e.tail(StatusYield)))

		e.put(amd64.Bind(resume))
		// What is made again comes first: it may need RSI as the trampoline set it, and RSI, if it is an ordinary
		// register, is among those restored then.
		for _, l := range live {
			if e.again(l) {
				e.remake(l)
			}
		}
		at = e.fr.poll
		for _, l := range live {
			if !e.again(l) {
				e.load(ar(l.Reg), amd64.Ptr(amd64.RSP, at), int(e.liveSize(l)), false)
				at += e.liveSize(l)
			}
		}
		e.put(amd64.Jump(p.back))
	}
	e.st.Insts = n
}

// remake emits the Remat of a live value, which depends on no register but RSI.
func (e *emitter) remake(l regalloc.Live) {
	in := *e.f.V(l.Value).Remat
	in.Regs[0] = l.Reg
	b := mach.Block{Insts: []mach.Inst{in}}
	e.inst(&b, 0, nil)
}

// trap leaves with the number of the check that failed and its operands in the argument block.
func (e *emitter) trap(in *mach.Inst) {
	var used mach.RegSet
	for _, r := range in.Args {
		used |= mach.SetOf(r)
	}
	block := ar((gpRegs &^ used).First())
	e.put(amd64.NewMem(amd64.MOV, 8, 1, amd64.Ptr(amd64.RSP, BlockSlot), block, amd64.NoReg))
	for i, r := range in.Args {
		at := int32(BlockA)
		if i == 1 {
			at = BlockB
		}
		e.put(amd64.NewMem(amd64.MOV, 8, 0, amd64.Ptr(block, at), amd64.NoReg, ar(r)))
	}
	e.put(amd64.NewMem(amd64.MOVI, 8, 0, amd64.Ptr(block, BlockSite), amd64.NoReg).WithImm(in.Imm))
	e.put(amd64.Jump(e.tail(StatusTrap)))
}

// tail is the label of the shared end that returns a status.
func (e *emitter) tail(status int) asm.Label {
	if e.tails[status] == asm.NoLabel {
		e.tails[status] = e.enc.NewLabel()
	}
	return e.tails[status]
}

func (e *emitter) sharedTails() {
	for status, l := range e.tails {
		if l == asm.NoLabel {
			continue
		}
		e.put(amd64.Bind(l))
		e.opt.Keep.call(l, [...]string{StatusYield: "to the checkpoint", StatusTrap: "to the panic"}[status])
		e.put(amd64.New(amd64.MOVI, 4, amd64.RAX).WithImm(int64(status)))
		e.put(amd64.New(amd64.VZEROUPPER, 0))
		e.put(amd64.New(amd64.RET, 0))
	}
}
