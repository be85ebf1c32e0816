package emit

import (
	"hotloop/asm"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
	"hotloop/isel/sched"
)

// Backend is an architecture to [Emit].
type Backend interface {
	sched.Machine
	// Coder is an encoder in an emitter of its own.
	Coder() Coder
	// SlotBase is the register that aligned slots are found from.
	SlotBase() mach.Reg
}

// Coder encodes the instructions of one function. It contains the emitter that drives it.
type Coder interface {
	base() *Emitter
	NewLabel() asm.Label
	Constant(b []byte, align int) asm.Label
	Bind(l asm.Label)
	// Align pads to a multiple of n, perhaps only if that makes the code up to a label lie better.
	Align(n int, until asm.Label)
	// Lead makes each of these pad n bytes more.
	Lead(n int)
	// Insts encodes what is in b; next stands behind it and needs no jump. Polls, traps and returns call back: the
	// emitter's poll, and tail for the ends they share.
	Insts(b, next *mach.Block)
	// PollTest goes to side if Go wants to have the processor, or, if count is not nil, when the counter of the
	// argument block runs out; count names the registers that are live.
	PollTest(side asm.Label, count *regalloc.Poll)
	// Save and restore move a register to and from [SP+at].
	Save(at int32, r mach.Reg, size int)
	Restore(at int32, r mach.Reg, size int)
	// Yield leaves for the checkpoint, to be entered again at resume.
	Yield(resume asm.Label)
	// Resumed makes again, behind that label, what the coder keeps in registers of its own.
	Resumed()
	Jump(to asm.Label)
	// Leave returns from the kernel with a status.
	Leave(status int)
	Finish() (asm.Code, error)
	Free()
}
