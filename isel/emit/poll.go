package emit

import (
	"hotloop/asm"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
)

// A Poll costs two instructions in the hot path:
//
//	    cmp qword [r14+16], 0        // g.stackguard0: negative if Go requests a yield
//	    jl  side
//	back:
//
// The rest is placed after the function, where it shares no cache line with the loop:
//
//	side:                            // save live registers, return to the trampoline
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
// The stack may move during the yield. Slots move with it. A frame address or the argument block's address would
// be stale, so these are rematerialized instead of restored, as are other values with a Remat.
type pollExit struct {
	in         *mach.Inst
	side, back asm.Label
	pos        int32
}

// liveSize returns the size of a live register in the save area.
func (e *Emitter) liveSize(l regalloc.Live) int32 {
	if v := e.F.V(l.Value); v.Class == mach.Vec {
		return int32(v.Size)
	}
	return 8
}

// again reports whether a value is rematerialized after a yield.
func (e *Emitter) again(l regalloc.Live) bool { return e.F.V(l.Value).Remat != nil }

// pollBytes returns the size of the save area, which all polls share, because only one yields at a time.
func (e *Emitter) pollBytes() int32 {
	most := int32(0)
	for _, p := range e.res.Polls {
		n := int32(0)
		for _, l := range p.Live {
			if !e.again(l) {
				n += e.liveSize(l)
			}
		}
		if e.Opt.PollCounter {
			n = max(n, 8) // for countDown
		}
		most = max(most, n)
	}
	return most
}

// GoFuel is what polls on back edges take from until one calls the function that yields, in functions of Go's assembler. A
// call costs 3 ns, and as much as saving and restoring the live registers, which may be thirty vectors.
const GoFuel = 64

// counts reports whether the function has polls that count down.
func (e *Emitter) counts() bool {
	if e.Opt.Go == nil {
		return false
	}
	for _, b := range e.F.Blocks {
		for i := range b.Insts {
			if in := &b.Insts[i]; in.Pseudo == mach.Poll && in.CC > 0 {
				return true
			}
		}
	}
	return false
}

// Poll emits the poll's test.
func (e *Emitter) Poll(in *mach.Inst) {
	e.St.polls++
	p := pollExit{in: in, side: e.code.NewLabel(), back: e.code.NewLabel(), pos: in.Pos}
	e.polls = append(e.polls, p)
	if in.HasImm {
		e.code.Jump(p.side)
		e.code.Bind(p.back)
		e.St.Insts++
		return
	}
	var count *regalloc.Poll
	if e.Opt.PollCounter {
		count = &e.res.Polls[in.Imm]
	}
	if e.Opt.Go != nil && in.CC > 0 {
		e.code.Burn(p.side, int64(in.CC))
	} else {
		e.code.PollTest(p.side, count)
	}
	e.code.Bind(p.back)
	e.St.Insts++
}

// sideExits emits the cold parts of all polls.
func (e *Emitter) sideExits() {
	n := e.St.Insts
	for i := range e.polls {
		p := &e.polls[i]
		e.Pos = p.pos
		live := e.res.Polls[p.in.Imm].Live
		resume := e.code.NewLabel()
		e.code.Bind(p.side)
		e.Opt.Keep.call(p.side, "yield")
		e.Opt.Keep.call(resume, "resume")
		at := e.Fr.Poll
		for _, l := range live {
			if !e.again(l) {
				e.code.Save(at, l.Reg, int(e.liveSize(l)))
				at += e.liveSize(l)
			}
		}
		e.code.Yield(resume)

		e.code.Bind(resume)
		e.code.Resumed()
		// Rematerialize first: that may need the base of aligned slots as the trampoline set it. If the base is
		// an ordinary register, it is among those restored afterwards.
		for _, l := range live {
			if e.again(l) {
				e.remake(l)
			}
		}
		at = e.Fr.Poll
		for _, l := range live {
			if !e.again(l) {
				e.code.Restore(at, l.Reg, int(e.liveSize(l)))
				at += e.liveSize(l)
			}
		}
		e.code.Jump(p.back)
	}
	e.St.Insts = n
}

// remake emits the Remat of a live value, which depends on no register except the base of aligned slots.
func (e *Emitter) remake(l regalloc.Live) {
	in := *e.F.V(l.Value).Remat
	in.Regs[0] = l.Reg
	e.remade.Insts = append(e.remade.Insts[:0], in)
	e.code.Insts(&e.remade, nil)
}

// Tail returns the label of the shared exit that returns a status.
func (e *Emitter) Tail(status int) asm.Label {
	if e.tails[status] == asm.NoLabel {
		e.tails[status] = e.code.NewLabel()
	}
	return e.tails[status]
}

func (e *Emitter) sharedTails() {
	for status, l := range e.tails {
		if l == asm.NoLabel {
			continue
		}
		e.code.Bind(l)
		e.Opt.Keep.call(l, [...]string{StatusYield: "to the checkpoint", StatusTrap: "to the panic"}[status])
		e.code.Leave(status)
	}
}
