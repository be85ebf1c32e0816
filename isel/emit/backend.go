package emit

import (
	"hotloop/asm"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
	"hotloop/isel/sched"
)

// Backend is an architecture as [Emit] uses it.
type Backend interface {
	sched.Machine
	// Coder returns a new encoder, which contains its Emitter.
	Coder() Coder
	// SlotBase returns the base register of aligned slots.
	SlotBase() mach.Reg
	// LowBits reports whether the result of an instruction is at most some low bits of its source, such as the offset
	// of an address in a vector.
	LowBits(in *mach.Inst) bool
	// AssemblerRegs returns the registers that Go's assembler uses.
	AssemblerRegs() mach.RegSet
}

// Coder encodes the instructions of one function. It contains the Emitter that drives it.
type Coder interface {
	base() *Emitter
	NewLabel() asm.Label
	Constant(b []byte, align int) asm.Label
	Bind(l asm.Label)
	// Align pads to a multiple of n. If until is a label, it may pad only if that improves the alignment of the
	// code up to until.
	Align(n int, until asm.Label)
	// Lead makes every alignment pad n more bytes.
	Lead(n int)
	// Insts encodes the instructions of b. next is the block after b in the layout, which needs no jump. For
	// polls it calls the Emitter's Poll; for traps and returns it calls Tail, for their shared exits.
	Insts(b, next *mach.Block)
	// PollTest jumps to side if Go requests a yield or, if count is not nil, if the counter of the argument block
	// runs out. count lists the live registers.
	PollTest(side asm.Label, count *regalloc.Poll)
	// Burn subtracts n from the count of polls in the frame, and jumps to side if it gets negative. Resumed sets the count.
	Burn(side asm.Label, n int64)
	// Save and Restore move a register to and from [SP+at].
	Save(at int32, r mach.Reg, size int)
	Restore(at int32, r mach.Reg, size int)
	// Yield returns to the trampoline's checkpoint; execution continues at resume.
	Yield(resume asm.Label)
	// Resumed restores, after that label, the registers that the coder itself uses.
	Resumed()
	Jump(to asm.Label)
	// Leave returns from the kernel with the given status.
	Leave(status int)
	Finish() (asm.Code, error)
	// Assembly stores the instructions there; it replaces Finish for functions of Go's assembler.
	Assembly(*Assembly)
	Free()
}
