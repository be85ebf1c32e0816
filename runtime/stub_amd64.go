package runtime

import (
	"encoding/binary"

	"hotloop/asm/amd64"
)

// intRegs lists the integer argument and result registers of Go's calling convention. The closure is in RDX, g in
// R14.
var intRegs = [intRegisters]amd64.Reg{
	amd64.RAX, amd64.RBX, amd64.RCX, amd64.RDI, amd64.RSI, amd64.R8, amd64.R9, amd64.R10, amd64.R11,
}

const intRegisters, floatRegisters = 9, 15

const (
	stubBlock  = amd64.R12 // holds the block when a stub is called
	stubTemp   = amd64.R13
	stubTarget = amd64.RDX // holds the target
)

// stubWriter emits the code of one stub.
type stubWriter struct {
	*amd64.Encoder
	args uintptr // offset from the block to the first stack argument
}

// newStub returns a writer of a stub that is called with a block. from is the offset from there to the block of the
// func value's frame, and args the offset from that block to the first stack argument.
func newStub(from, args uintptr) stubWriter { return stubWriter{amd64.GetEncoder(), from + args} }

// store moves a word to the block.
func (w stubWriter) store(m move) {
	slot := amd64.Ptr(stubBlock, int32(m.slot))
	switch {
	case m.reg == onStack:
		op := map[uintptr]amd64.Op{1: amd64.MOVZXB, 2: amd64.MOVZXW, 4: amd64.MOV, 8: amd64.MOV}[m.size]
		w.Emit(amd64.NewMem(op, int(max(m.size, 4)), 1, amd64.Ptr(stubBlock, int32(w.args+m.stack)), stubTemp, amd64.NoReg),
			amd64.NewMem(amd64.MOV, 8, 0, slot, amd64.NoReg, stubTemp))
	case m.float:
		w.Emit(amd64.NewMem(amd64.VMOVQX, 8, 0, slot, amd64.NoReg, amd64.V0+amd64.Reg(m.reg)))
	default:
		w.Emit(amd64.NewMem(amd64.MOV, 8, 0, slot, amd64.NoReg, intRegs[m.reg]))
	}
}

// pair moves a word on the stack and the next one to the block. It stores them with one instruction. They are loaded
// one by one, because the caller's stores of single words do not forward to a load of both.
func (w stubWriter) pair(m move) {
	w.Emit(amd64.NewMem(amd64.VMOVQX, 8, 1, amd64.Ptr(stubBlock, int32(w.args+m.stack)), amd64.V15, amd64.NoReg))
	w.Text = append(w.Text, 0xc4, 0x41, 0x00, 0x16, 0xbc, 0x24) // vmovhps xmm15, xmm15, [r12+disp32]
	w.Text = binary.LittleEndian.AppendUint32(w.Text, uint32(w.args+m.stack+wordSize))
	w.Emit(amd64.NewMem(amd64.VMOVUPS, 16, 0, amd64.Ptr(stubBlock, int32(m.slot)), amd64.NoReg, amd64.V15))
}

// fetch loads a word through a pointer in the block and stores it at offset to, or stores zero if the pointer is
// nil.
func (w stubWriter) fetch(f fetch, to uintptr) {
	isNil := w.NewLabel()
	op := map[uintptr]amd64.Op{1: amd64.MOVZXB, 2: amd64.MOVZXW, 4: amd64.MOV, 8: amd64.MOV}[f.size]
	pointer := amd64.Ptr(stubBlock, int32(f.pointer))
	w.Emit(amd64.NewMem(amd64.MOV, 8, 1, pointer, stubTemp, amd64.NoReg),
		amd64.NewMem(amd64.CMPI, 8, 0, pointer, amd64.NoReg), amd64.Jcc(amd64.CCE, isNil),
		amd64.NewMem(op, int(max(f.size, 4)), 1, amd64.Ptr(stubTemp, int32(f.off)), stubTemp, amd64.NoReg),
		amd64.Bind(isNil),
		amd64.NewMem(amd64.MOV, 8, 0, amd64.Ptr(stubBlock, int32(to)), amd64.NoReg, stubTemp))
}

// load moves a word from the block.
func (w stubWriter) load(m move) {
	slot := amd64.Ptr(stubBlock, int32(m.slot))
	switch {
	case m.reg == onStack:
		w.Emit(amd64.NewMem(amd64.MOV, 8, 1, slot, stubTemp, amd64.NoReg),
			amd64.NewMem(amd64.MOV, int(m.size), 0, amd64.Ptr(stubBlock, int32(w.args+m.stack)), amd64.NoReg, stubTemp))
	case m.float:
		w.Emit(amd64.NewMem(amd64.VMOVQX, 8, 1, slot, amd64.V0+amd64.Reg(m.reg), amd64.NoReg))
	default:
		w.Emit(amd64.NewMem(amd64.MOV, 8, 1, slot, intRegs[m.reg], amd64.NoReg))
	}
}

// clear zeroes the words from one offset to another, with X15, which is zero in Go code.
func (w stubWriter) clear(from, to uintptr) {
	for ; from+wordSize < to; from += 2 * wordSize {
		w.Emit(amd64.NewMem(amd64.VMOVUPS, 16, 0, amd64.Ptr(stubBlock, int32(from)), amd64.NoReg, amd64.V15))
	}
	if from < to {
		w.Emit(amd64.NewMem(amd64.VMOVQX, 8, 0, amd64.Ptr(stubBlock, int32(from)), amd64.NoReg, amd64.V15))
	}
}

// enter jumps to the kernel with the registers of its contract set up. The stub's caller, enterSmall, is the
// kernel's caller. If the goroutine was asked to stop, the kernel yields before it begins. So it does if the stack
// lacks faultReserve bytes, which are there after a yield. In PollCounter mode it always does.
func (w stubWriter) enter() {
	const spillBase = 24
	stop := w.NewLabel()
	switch guard := amd64.Ptr(amd64.R14, GuardOffset); {
	case pollMode() != PollGuard:
		w.Emit(amd64.Jump(stop))
	case faultReserve > 0: // as an unsigned number, the guard of a goroutine that was asked to stop is above all stacks
		w.Emit(amd64.NewMem(amd64.LEA, 8, 1, amd64.Ptr(amd64.RSP, -faultReserve), stubTemp, amd64.NoReg),
			amd64.NewMem(amd64.CMP, 8, 1, guard, stubTemp, amd64.NoReg), amd64.Jcc(amd64.CCBE, stop))
	default:
		w.Emit(amd64.NewMem(amd64.CMPI, 8, 0, guard, amd64.NoReg), amd64.Jcc(amd64.CCL, stop))
	}
	w.Emit(amd64.New(amd64.MOV, 8, amd64.RDI, stubBlock),
		amd64.NewMem(amd64.MOV, 8, 0, amd64.Ptr(amd64.RSP, 8), amd64.NoReg, stubBlock),
		amd64.NewMem(amd64.LEA, 8, 1, amd64.Ptr(amd64.RSP, wordSize+spillBase+SpillAlign-1), amd64.RSI, amd64.NoReg),
		amd64.New(amd64.ANDI, 8, amd64.RSI).WithImm(-SpillAlign))
	w.Text = append(w.Text, 0xff, 0x62, targetEntry) // jmp [rdx+targetEntry]
	w.Emit(amd64.Bind(stop),
		amd64.NewMem(amd64.MOV, 8, 1, amd64.Ptr(stubTarget, targetEntry), amd64.RDX, amd64.NoReg),
		amd64.New(amd64.MOVI, 4, amd64.RAX).WithImm(StatusYield),
		amd64.New(amd64.RET, 0))
}

// ret returns to the stub's caller.
func (w stubWriter) ret() { w.Emit(amd64.New(amd64.RET, 0)) }

// finish returns the encoded stub.
func (w stubWriter) finish() ([]byte, error) {
	defer w.Free()
	code, err := w.Finish()
	return code.Bytes, err
}
