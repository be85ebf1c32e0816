package emit

import (
	"fmt"

	"hotloop/asm"
	"hotloop/isel/mach"
)

// A GoFrame makes Emit produce a function of Go's assembler, which Go code calls, instead of machine code that a
// trampoline enters. The result is in Into.
//
// The function reads its arguments and stores its results through FP; mach.Const names these operands. Its polls call
// a function that does nothing, whose stack check is where the Go runtime preempts goroutines and moves stacks. Its
// failed checks call a Go function each, which panics. Loads from the argument frame are rematerialized after a
// yield, so that arguments may refer to the stack that has moved.
//
//	SP+0    arguments of the calls
//	SP+32   frame: see frame
type GoFrame struct {
	// Yield is the operand of the call at polls.
	Yield string
	// Trap returns the operand of the call for the failed check of a site, which takes its operands as arguments.
	Trap func(site int) string
	Into *Assembly
}

// Assembly is a function of Go's assembler.
type Assembly struct {
	Insts  any    // []amd64.Inst or []arm64.Inst
	Calls  []Call // in order
	Frame  int    // bytes below the return address, a multiple of 8; 0 if the function calls nothing and spills nothing
	Consts []Pooled
	Labels map[asm.Label]string // names of labels, for comments
	// Derived means that addresses computed from arguments are saved at a poll. They are wrong if the stack moves, so
	// the arguments must not be on the stack.
	Derived bool
}

// Call is a call in front of an instruction.
type Call struct {
	At      int // index in Insts
	To      string
	Returns bool
}

// Pooled is a constant that instructions refer to by a label.
type Pooled struct {
	Label asm.Label
	mach.Const
}

// call records a call in front of the next instruction, which is number at.
func (g *GoFrame) call(at int, to string, returns bool) {
	g.Into.Calls = append(g.Into.Calls, Call{at, to, returns})
}

// CallYield records the call at a poll.
func (g *GoFrame) CallYield(at int) { g.call(at, g.Yield, true) }

// CallTrap records the call for a failed check.
func (g *GoFrame) CallTrap(at, site int) { g.call(at, g.Trap(site), false) }

// finish completes the assembly with what the emitter knows.
func (g *GoFrame) finish(e *Emitter) {
	a := g.Into
	a.Labels = e.Opt.Keep.names
	for i, c := range e.F.Consts {
		a.Consts = append(a.Consts, Pooled{e.Consts[i], c})
	}
	if e.Fr.size > 0 || e.Fr.UsesBase || len(a.Calls) > 0 {
		a.Frame = (SpillRSP + alignSlack + int(e.Fr.size) + 7) &^ 7
	}
}

// AlignedBase is the offset from SP that, rounded down to a multiple of SpillAlign, is the base of aligned slots.
const (
	AlignedBase = SpillRSP + SpillAlign - 1
	SpillAlign  = 64
)

// derivedArguments reports whether addresses computed from arguments live across a poll, other than those that are
// loaded from the argument frame again. f is in SSA form.
func derivedArguments(a Backend, f *mach.Func) bool {
	loads := func(in *mach.Inst) bool {
		return in.MemPos >= 0 && in.Mem.Const > 0 && f.Consts[in.Mem.Const-1].Address
	}
	return liveAcrossPoll(a, f, derivedRegs(a, f, loads, a.LowBits)) != nil
}

// CheckDerived verifies what package mach requires of frame addresses: no value computed from one is live across
// a poll unless it can be rematerialized. It runs on functions in SSA form if Options.Verify is set.
func CheckDerived(isa mach.ISA, f *mach.Func) error {
	slots := func(in *mach.Inst) bool {
		return mach.DescOf(isa, in).Flags&mach.AddressOnly != 0 && in.MemPos >= 0 && in.Mem.Slot > 0
	}
	if x := liveAcrossPoll(isa, f, derivedRegs(isa, f, slots, func(in *mach.Inst) bool {
		return in.N == 0 || !in.Regs[0].IsVirtual() || f.V(in.Regs[0]).Class != mach.GP
	})); x != nil {
		return fmt.Errorf("isel: %s: v%d, computed from an address in the frame, lives across a poll in %s",
			f.Name, x.reg-mach.FirstVirtual, x.block.Name)
	}
	return nil
}
