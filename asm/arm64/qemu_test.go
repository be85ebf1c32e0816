package arm64_test

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hotloop/asm/arm64"
)

// A state is the state that an instruction can read and change: x0 to x7, the flags, v0 to v11, and memory around
// x6.
type state struct {
	x     [8]uint64
	flags uint64 // NZCV in bits 31 to 28
	_     uint64
	v     [12][16]byte
	mem   [256]byte
}

const (
	flagsAt    = 64
	vAt        = 80
	stateSize  = vAt + 12*16 // without memory
	resultSize = stateSize + 256
	baseReg    = arm64.R6
	indexReg   = arm64.R7
)

// A trial is an instruction and its initial state. changed is the operand that differs from the first trial of
// its group, or one of the other values.
type trial struct {
	in      arm64.Inst
	from    state
	changed int
	result  state
}

const (
	firstTrial   = -1
	changedFlags = -2
)

func (s *state) bytes() []byte {
	b := make([]byte, 0, stateSize)
	for _, x := range s.x {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	b = binary.LittleEndian.AppendUint64(b, s.flags)
	b = binary.LittleEndian.AppendUint64(b, 0)
	for i := range s.v {
		b = append(b, s.v[i][:]...)
	}
	return b
}

func (s *state) parse(b []byte) {
	for i := range s.x {
		s.x[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	s.flags = binary.LittleEndian.Uint64(b[flagsAt:])
	for i := range s.v {
		copy(s.v[i][:], b[vAt+16*i:])
	}
	copy(s.mem[:], b[stateSize:])
}

// The program that runs the trials is a static executable of one segment: headers, the memory template, the
// memory that instructions access, initial states, and code. The results follow at a sufficient distance.
const (
	loadAt     = 0x400000
	templateAt = loadAt + 128
	memAt      = templateAt + 256
	statesAt   = memAt + 256
	resultsAt  = loadAt + 1<<26
)

// Words that the assembler does not support: MRS and MSR of the flags through x0, and SVC.
const (
	mrsFlags = 0xd53b4200
	msrFlags = 0xd51b4200
	svc      = 0xd4000001
)

// copyMem copies memory through v0 to v3.
func copyMem(to, from int) []arm64.Inst {
	insts := []arm64.Inst{arm64.New(arm64.MOVI, 8, arm64.R0).WithImm(int64(from)),
		arm64.New(arm64.MOVI, 8, arm64.R1).WithImm(int64(to))}
	for range 4 {
		insts = append(insts, arm64.NewMem(arm64.VLD1X4B, 16, 1, arm64.PtrPost(arm64.R0, 64), arm64.V0, arm64.NoReg),
			arm64.NewMem(arm64.VST1X4B, 16, 1, arm64.PtrPost(arm64.R1, 64), arm64.V0, arm64.NoReg))
	}
	return insts
}

// moveState loads or stores the registers of a state at sp.
func moveState(load bool) (insts []arm64.Inst) {
	vec, gp := arm64.VSTP, arm64.STP
	if load {
		vec, gp = arm64.VLDP, arm64.LDP
	}
	for i := 0; i < 12; i += 2 {
		insts = append(insts, arm64.NewMem(vec, 16, 2, arm64.Ptr(arm64.SP, int32(vAt+16*i)), arm64.VecReg(i),
			arm64.VecReg(i+1), arm64.NoReg))
	}
	for i := 0; i < 8; i += 2 {
		insts = append(insts, arm64.NewMem(gp, 8, 2, arm64.Ptr(arm64.SP, int32(8*i)), arm64.GPReg(i),
			arm64.GPReg(i+1), arm64.NoReg))
	}
	return insts
}

// trialCode returns code that runs the trials, writes the results to standard output, and exits.
func trialCode(t *testing.T, trials []trial) (code []byte) {
	t.Helper()
	put := func(insts ...arm64.Inst) {
		for i := range insts {
			var err error
			if code, err = arm64.Append(code, &insts[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	raw := func(w uint32) { code = binary.LittleEndian.AppendUint32(code, w) }
	movSP := func(scratch arm64.Reg, at int) {
		put(arm64.New(arm64.MOVI, 8, scratch).WithImm(int64(at)), arm64.New(arm64.ADDI, 8, arm64.SP, scratch))
	}
	flags := arm64.Ptr(arm64.SP, flagsAt)
	for i := range trials {
		result := resultsAt + i*resultSize
		put(copyMem(memAt, templateAt)...)
		movSP(arm64.R0, statesAt+i*stateSize)
		put(arm64.NewMem(arm64.LDR, 8, 1, flags, arm64.R0, arm64.NoReg))
		raw(msrFlags)
		put(moveState(true)...)
		put(trials[i].in)
		movSP(arm64.R9, result)
		put(moveState(false)...)
		raw(mrsFlags)
		put(arm64.NewMem(arm64.STR, 8, 1, flags, arm64.R0, arm64.NoReg))
		put(copyMem(result+stateSize, memAt)...)
	}
	call := func(number int64, args ...int64) {
		for i, v := range args {
			put(arm64.New(arm64.MOVI, 8, arm64.GPReg(i)).WithImm(v))
		}
		put(arm64.New(arm64.MOVI, 8, arm64.R8).WithImm(number))
		raw(svc)
	}
	call(64, 1, resultsAt, int64(len(trials)*resultSize)) // write
	call(94, 0)                                           // exit_group
	return code
}

// elfFile returns an executable with data at templateAt, followed by code.
func elfFile(data, code []byte, results int) []byte {
	le := binary.LittleEndian
	b := append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 9)...)
	b = le.AppendUint16(b, 2)   // executable
	b = le.AppendUint16(b, 183) // AArch64
	b = le.AppendUint32(b, 1)
	for _, v := range []uint64{templateAt + uint64(len(data)), 64, 0} { // entry, program headers, no sections
		b = le.AppendUint64(b, v)
	}
	b = le.AppendUint32(b, 0)
	for _, v := range []uint16{64, 56, 1, 0, 0, 0} {
		b = le.AppendUint16(b, v)
	}
	b = le.AppendUint32(b, 1) // load
	b = le.AppendUint32(b, 7) // readable, writable and executable
	size := uint64(templateAt - loadAt + len(data) + len(code))
	for _, v := range []uint64{0, loadAt, loadAt, size, uint64(resultsAt - loadAt + results), 0x1000} {
		b = le.AppendUint64(b, v)
	}
	b = append(b, make([]byte, templateAt-loadAt-len(b))...)
	return append(append(b, data...), code...)
}

// runTrials runs the trials and sets their results.
func runTrials(t *testing.T, trials []trial, template [256]byte) {
	t.Helper()
	data := append(template[:], make([]byte, 256)...)
	for i := range trials {
		data = append(data, trials[i].from.bytes()...)
	}
	results := len(trials) * resultSize
	elf := elfFile(data, trialCode(t, trials), results)
	if len(elf) > resultsAt-loadAt {
		t.Fatalf("the program has %d bytes", len(elf))
	}
	file := filepath.Join(t.TempDir(), "roles")
	if err := os.WriteFile(file, elf, 0o755); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("qemu-aarch64", "-cpu", "max", file).Output()
	if err != nil || len(out) != results {
		t.Fatalf("qemu-aarch64: %v, %d bytes of %d", err, len(out), results)
	}
	for i := range trials {
		trials[i].result.parse(out[i*resultSize:])
	}
}
