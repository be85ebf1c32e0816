package runtime

import (
	"encoding/binary"

	"hotloop/asm/arm64"
)

const intRegisters, floatRegisters = 16, 16

// Registers of stubs. Go's calling convention uses R0 to R15 and F0 to F15 for arguments, R26 for the closure and
// R28 for g.
const (
	stubBlock  = arm64.R21 // holds the block when a stub is called
	stubTemp   = arm64.R20
	stubTarget = arm64.R22 // holds the target
	stubFrom   = arm64.R19
	stubFar    = arm64.R24
)

// stubWriter emits the code of one stub.
type stubWriter struct {
	*arm64.Encoder
	from arm64.Reg // the block of the func value's frame
	args uintptr   // offset from there to the first stack argument
}

// newStub returns a writer of a stub that is called with a block. from is the offset from there to the block of the
// func value's frame, and args the offset from that block to the first stack argument.
func newStub(from, args uintptr) stubWriter {
	w := stubWriter{arm64.GetEncoder(), stubBlock, args}
	if from != 0 {
		w.from = stubFrom
		w.Emit(arm64.New(arm64.MOVI, 8, stubFrom).WithImm(int64(from)),
			arm64.New(arm64.ADD, 8, stubFrom, stubBlock, stubFrom))
	}
	return w
}

// near bounds the offsets that fit any load or store.
const near = 1 << 12

// reach returns the address of a word on the stack. If it is far, reach computes it in a register.
func (w stubWriter) reach(m move) arm64.Mem {
	off := w.args + m.stack
	if off < near {
		return arm64.Ptr(w.from, int32(off))
	}
	w.Emit(arm64.New(arm64.MOVI, 8, stubFar).WithImm(int64(off)), arm64.New(arm64.ADD, 8, stubFar, w.from, stubFar))
	return arm64.Ptr(stubFar, 0)
}

// pair moves a word on the stack and the next one to the block.
func (w stubWriter) pair(m move) {
	w.store(m)
	w.store(m.next())
}

// store moves a word to the block.
func (w stubWriter) store(m move) {
	slot := arm64.Ptr(stubBlock, int32(m.slot))
	switch {
	case m.reg == onStack:
		op := map[uintptr]arm64.Op{1: arm64.LDRB, 2: arm64.LDRH, 4: arm64.LDR, 8: arm64.LDR}[m.size]
		w.Emit(arm64.NewMem(op, int(max(m.size, 4)), 1, w.reach(m), stubTemp, arm64.NoReg),
			arm64.NewMem(arm64.STR, 8, 1, slot, stubTemp, arm64.NoReg))
	case m.float:
		w.Emit(arm64.NewMem(arm64.FSTRD, 8, 1, slot, arm64.V0+arm64.Reg(m.reg), arm64.NoReg))
	default:
		w.Emit(arm64.NewMem(arm64.STR, 8, 1, slot, arm64.R0+arm64.Reg(m.reg), arm64.NoReg))
	}
}

// fetch loads a word through a pointer in the block and stores it at offset to, or stores zero if the pointer is
// nil.
func (w stubWriter) fetch(f fetch, to uintptr) {
	isNil := w.NewLabel()
	op := map[uintptr]arm64.Op{1: arm64.LDRB, 2: arm64.LDRH, 4: arm64.LDR, 8: arm64.LDR}[f.size]
	w.Emit(arm64.NewMem(arm64.LDR, 8, 1, arm64.Ptr(stubBlock, int32(f.pointer)), stubTemp, arm64.NoReg),
		arm64.New(arm64.CBZ, 8, stubTemp).To(isNil))
	off := f.off
	for ; off >= near; off -= min(off, near-8) {
		w.Emit(arm64.New(arm64.ADDI, 8, stubTemp, stubTemp).WithImm(int64(min(off, near-8))))
	}
	w.Emit(arm64.NewMem(op, int(max(f.size, 4)), 1, arm64.Ptr(stubTemp, int32(off)), stubTemp, arm64.NoReg),
		arm64.Bind(isNil),
		arm64.NewMem(arm64.STR, 8, 1, arm64.Ptr(stubBlock, int32(to)), stubTemp, arm64.NoReg))
}

// load moves a word from the block.
func (w stubWriter) load(m move) {
	slot := arm64.Ptr(stubBlock, int32(m.slot))
	switch {
	case m.reg == onStack:
		op := map[uintptr]arm64.Op{1: arm64.STRB, 2: arm64.STRH, 4: arm64.STR, 8: arm64.STR}[m.size]
		w.Emit(arm64.NewMem(arm64.LDR, 8, 1, slot, stubTemp, arm64.NoReg),
			arm64.NewMem(op, int(max(m.size, 4)), 1, w.reach(m), stubTemp, arm64.NoReg))
	case m.float:
		w.Emit(arm64.NewMem(arm64.FLDRD, 8, 1, slot, arm64.V0+arm64.Reg(m.reg), arm64.NoReg))
	default:
		w.Emit(arm64.NewMem(arm64.LDR, 8, 1, slot, arm64.R0+arm64.Reg(m.reg), arm64.NoReg))
	}
}

// clear zeroes the words from one offset to another.
func (w stubWriter) clear(from, to uintptr) {
	for ; from < to; from += wordSize {
		w.Emit(arm64.NewMem(arm64.STR, 8, 1, arm64.Ptr(stubBlock, int32(from)), arm64.ZR, arm64.NoReg))
	}
}

// enter jumps to the kernel with the registers of its contract set up. The stub's caller, enterSmall, is the
// kernel's caller. If the goroutine was asked to stop, the kernel yields before it begins. In PollCounter mode it
// always does.
func (w stubWriter) enter() {
	const spillBase = 32
	stop := w.NewLabel()
	if pollMode() == PollGuard {
		w.Emit(arm64.NewMem(arm64.LDR, 8, 1, arm64.Ptr(arm64.R28, GuardOffset), stubTemp, arm64.NoReg),
			arm64.New(arm64.TBNZ, 0, stubTemp).WithImm(63).To(stop))
	} else {
		w.Emit(arm64.Jump(stop))
	}
	w.Emit(arm64.New(arm64.MOV, 8, arm64.R0, stubBlock),
		arm64.NewMem(arm64.STR, 8, 1, arm64.Ptr(arm64.SP, 8), stubBlock, arm64.NoReg),
		arm64.New(arm64.ADDI, 8, arm64.R1, arm64.SP).WithImm(spillBase+SpillAlign-1),
		arm64.New(arm64.ANDI, 8, arm64.R1, arm64.R1).WithImm(-SpillAlign),
		arm64.NewMem(arm64.LDR, 8, 1, arm64.Ptr(stubTarget, targetEntry), stubTemp, arm64.NoReg))
	w.Text = binary.LittleEndian.AppendUint32(w.Text, 0xd61f0000|uint32(stubTemp)<<5) // br stubTemp
	w.Emit(arm64.Bind(stop),
		arm64.NewMem(arm64.LDR, 8, 1, arm64.Ptr(stubTarget, targetEntry), arm64.R1, arm64.NoReg),
		arm64.New(arm64.MOVI, 8, arm64.R0).WithImm(StatusYield),
		arm64.New(arm64.RET, 0))
}

// ret returns to the stub's caller.
func (w stubWriter) ret() { w.Emit(arm64.New(arm64.RET, 0)) }

// finish returns the encoded stub.
func (w stubWriter) finish() ([]byte, error) {
	defer w.Free()
	code, err := w.Finish()
	return code.Bytes, err
}
