package x86

import (
	"sync/atomic"

	"hotloop/asm/amd64"
	"hotloop/cpu"
	"hotloop/isel/cost"
	"hotloop/isel/mach"
)

// ISA is the amd64 architecture with AVX2 or AVX-512 and the other features of a processor.
type ISA struct {
	vec, mask mach.RegSet
	features  amd64.Feature
	k         bool // AVX-512: masks are in mask registers
	// prices of the instructions
	gather, scatter cpu.IndexedCost
	costs           *cost.Processor // nil: no cost table for the processor
}

// New returns amd64 with AVX2, or with AVX-512: 32 vector registers and masks.
func New(avx512 bool) *ISA {
	if avx512 {
		return &ISA{vec: regSet(amd64.V0, amd64.V31), mask: regSet(amd64.K1, amd64.K7),
			features: baseAVX2 | baseAVX512, k: true}
	}
	return &ISA{vec: regSet(amd64.V0, amd64.V15), features: baseAVX2}
}

func regSet(lo, hi amd64.Reg) mach.RegSet { return 2<<hi - 1<<lo }

// The general registers. RSP and RBP are reserved by Go, and R14 is g. RSI is the base of aligned slots in the
// frame. It is allocated last, so that it is usually free when such a slot is needed. RDI holds the argument
// block on entry.
const (
	spillBase = amd64.RSI
	blockReg  = amd64.RDI
	gReg      = amd64.R14
)

var gpRegs = regSet(amd64.RAX, amd64.R15) &^ (1<<amd64.RSP | 1<<amd64.RBP | 1<<gReg)

// maskScratch is a mask register that holds no value. K0 cannot be used as a mask, unlike the others.
const maskScratch = amd64.K0

// Allocatable returns the registers of a class.
func (a *ISA) Allocatable(c mach.Class) (all, last mach.RegSet) {
	switch c {
	case mach.GP:
		return gpRegs, 1 << spillBase
	case mach.Vec:
		return a.vec, 0
	case mach.Mask:
		return a.mask, 0
	}
	return 0, 0
}

// Entry returns the register that holds the argument block on entry.
func (a *ISA) Entry() mach.Reg { return mach.Phys(uint8(blockReg)) }

// OpName returns the assembler's name of op.
func (a *ISA) OpName(op uint16) string { return amd64.Op(op).String() }

var regNames = [...]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12",
	"r13", "r14", "r15"}

// RegName returns the 64-bit name of a general register, or the name of a vector register at its size.
func (a *ISA) RegName(r mach.Reg, size uint8) string {
	n := r.Num()
	if int(n) < len(regNames) {
		return regNames[n]
	}
	x := amd64.Reg(n)
	num := string('0' + x.Num()%10)
	if x.Num() >= 10 {
		num = string('0'+x.Num()/10) + num
	}
	switch {
	case x.Class() == amd64.Mask:
		return "k" + num
	case size == 64:
		return "zmm" + num
	case size == 32:
		return "ymm" + num
	}
	return "xmm" + num
}

// opRecord holds the results of Desc and the data of Commute for an op. It is made on first use.
type opRecord struct {
	mach.Desc
	swap commutation
	fma  int8 // position in 132, 213, 231
}

// commutation is how the tied operand may be exchanged.
type commutation uint8

const (
	noSwap    commutation = iota
	plainSwap             // a commutative two-operand operation
	fmaSwap               // fused multiply-add: another form of the instruction
)

// descs holds the Descs of opRecords, for code that is independent of the architecture.
var descs [amd64.NumOps]atomic.Pointer[mach.Desc]

// Descs returns the memoized results of Desc, indexed by op.
func (a *ISA) Descs() []atomic.Pointer[mach.Desc] { return descs[:] }

var opRecords [amd64.NumOps]atomic.Pointer[opRecord]

// record returns an op's record and makes it on first use. Concurrent lowerings may make it several times; the
// records are equal.
func record(op uint16) *opRecord {
	if r := opRecords[op].Load(); r != nil {
		return r
	}
	r := newRecord(amd64.Op(op))
	descs[op].Store(&r.Desc)
	opRecords[op].Store(r)
	return r
}

// Desc returns the description of op.
func (a *ISA) Desc(op uint16) *mach.Desc {
	if d := descs[op].Load(); d != nil {
		return d
	}
	return &record(op).Desc
}

var machClass = [...]mach.Class{amd64.ClassNone: mach.NoClass, amd64.GP: mach.GP, amd64.Vec: mach.Vec,
	amd64.Mask: mach.Mask}

// newRecord makes the record of op from its description in insts.txt.
func newRecord(op amd64.Op) *opRecord {
	info := amd64.Info(op)
	r := &opRecord{}
	r.N = info.N
	r.Bcst = info.Bcst
	vectors := false
	for i := range info.N {
		o := &info.Operands[i]
		vectors = vectors || o.Class == amd64.Vec
		role := &r.Roles[i]
		*role = mach.Role{Access: o.Access, Early: o.Early, Class: machClass[o.Class], RegW: o.RegW, Mem: o.Mem, MemW: o.MemW}
		if o.Fixed != amd64.NoReg {
			role.Fixed = mach.Phys(uint8(o.Fixed))
		}
		if o.Mem && o.MemW == 0 {
			r.Flags |= mach.AddressOnly
		}
	}
	if info.Imm != amd64.ImmNone {
		r.Flags |= mach.Immediate
	}
	if info.Sizes&(16|32|64) == 0 || info.Flags&amd64.ScalarVec != 0 {
		r.Flags |= mach.FixedSize
	}
	for _, f := range [...]struct {
		from amd64.OpFlags
		to   mach.DescFlags
	}{{amd64.ReadsFlags, mach.ReadsFlags}, {amd64.WritesFlags, mach.WritesFlags},
		{amd64.SideEffect, mach.SideEffect}, {amd64.NeedMask, mach.ClobbersMask}} {
		if info.Flags&f.from != 0 {
			r.Flags |= f.to
		}
	}
	if vectors && info.EVEX == amd64.NoForm {
		r.Allowed[mach.Vec] = regSet(amd64.V0, amd64.V15)
	}
	switch op {
	case amd64.ADD, amd64.AND, amd64.OR, amd64.XOR, amd64.IMUL:
		r.swap = plainSwap
	}
	switch info.Form {
	case 132:
		r.swap, r.fma = fmaSwap, fma132
	case 213:
		r.swap, r.fma = fmaSwap, fma213
	case 231:
		r.swap, r.fma = fmaSwap, fma231
	}
	if r.swap != noSwap {
		r.Flags |= mach.Commutes
	}
	r.Sum()
	return r
}

// The forms of a fused multiply-add, by the order of operands, where 1 is the destination: 132 is 1*3+2, and so
// on. In the table of ops, the forms of one instruction are two apart: SS and SD, or PS and PD, alternate.
const (
	fma132 = iota
	fma213
	fma231
	fmaStride = 2
)

// Commute exchanges Tied with Regs[i]. A merging mask forbids it: the value of the inactive lanes would change.
func (a *ISA) Commute(in *mach.Inst, i int) bool {
	r := record(in.Op)
	if r.swap == noSwap || in.Mask != mach.NoReg && !in.Zero || in.IsMem(0) || in.IsMem(uint8(i)) {
		return false
	}
	if r.swap == fmaSwap {
		// Exchanging the factors keeps the form. Exchanging the summand with a factor changes it:
		form := r.fma
		switch {
		case form == fma213 && i == 1, form == fma132 && i == 2:
		case form == fma231 && i == 1:
			form = fma132
		case form == fma132 && i == 1:
			form = fma231
		case form == fma231 && i == 2:
			form = fma213
		case form == fma213 && i == 2:
			form = fma231
		}
		in.Op = uint16(int(in.Op) + fmaStride*int(form-r.fma))
	}
	in.Tied, in.Regs[i] = in.Regs[i], in.Tied
	return true
}
