package isel

import (
	"sync/atomic"

	"hotloop/asm"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
	"hotloop/loopopt/ir"
)

// Everything else in this package is the same for every architecture; what differs is behind four interfaces:
//
//   - [Backend]: the instruction table, the registers, latencies: what scheduling, allocation and emission need.
//   - [Arch]: the rules, the processor's instructions, prices besides. One value for each instruction set, shared.
//   - selector: what selection does in an architecture's own way. It is the lowerer itself, in other clothes.
//   - coder: the way from allocated instructions to bytes.
//
// The code for amd64 is in the files x86_*.go, and only there package asm/amd64 is known; that for arm64 is in arm_*.go.
// Ops and condition codes are plain numbers elsewhere, and mean what they mean to the architecture.

// Machine is what the scheduler asks.
type Machine interface {
	mach.ISA
	// OpCost is what op costs on registers, roughly, on any processor. It is asked once.
	OpCost(op uint16) OpCost
	// latency is from the sources of an instruction on registers to its result, on the processor; loads is that of loads.
	latency(op uint16, size uint8) int32
	loadLatency(op uint16) int32
}

// Backend is an architecture to [Emit].
type Backend interface {
	Machine
	// coder is an encoder in an emitter of its own.
	coder() coder
	// slotBase is the register that aligned slots are found from.
	slotBase() mach.Reg
}

// Arch is an architecture, with the instructions that one of its processors has.
type Arch interface {
	Backend

	// vectorBytes is the size of the largest vector register.
	vectorBytes() int
	// ruleFiles are its rules, the most special first.
	ruleFiles() []ruleFile
	// opByName finds an op as rules name it. Op 0 is noOp, and no instruction.
	opByName(name string) (op uint16, ok bool)
	// condition is a condition that only the architecture's own rules have; nil if there is none of the name.
	condition(name string) condFunc
	// has says whether the processor has op on size bytes: of its vectors, or 16 of a lane alone, or 8.
	has(op uint16, size int) bool
	// takesMemory says whether the processor has a form of op with a memory operand, where the op's description has one.
	takesMemory(op uint16, size int) bool
	// maskedElem is the size of the lanes that op's mask counts in, if its result can be merged under one; else 0.
	maskedElem(op uint16) int
	// comparesMasked says whether op makes a mask, and can be told by another one which of its lanes may be true.
	comparesMasked(op uint16) bool
	// canAccess says whether there is an instruction for such accesses to vectors of e.
	canAccess(how accessKind, e ir.Elem) bool
	// structures says whether there are instructions that load and store structures of factor members of es bytes, each
	// member being spread over the lanes of a vector of so many bytes.
	structures(factor, es, bytes int) bool
	// equalInFlags says whether (in)equality of floats is a single condition of the flags.
	equalInFlags() bool
	// saturates says what conversions of floats to integers make of numbers out of range: the nearest, or else MinInt.
	saturates() bool
	// instCost is what an instruction takes: uops weighted by the throughput of its unit, and latency.
	instCost(in *mach.Inst) (uops float32, latency int)
	// occupies is what an instruction takes to issue, and which groups of units it keeps busy for how long, on the processor.
	occupies(in *mach.Inst) (slots uint8, busy groupBusy)
	// processor is the table that occupies looks into; nil is the generic one.
	processor() *processorCosts

	// descs are the answers of Desc so far, by op.
	descs() []atomic.Pointer[mach.Desc]
	// handlers are the shared handlers and those of the architecture.
	handlers() *handlerTable
	// selector is the view of a lowering that its handlers, and the shared code, work with.
	selector(l *lowerer) selector

	// Instructions that depend on nothing, so that the allocator may make their results again. Regs[0] is left open. One
	// may stand for several of the machine's, which the coder writes: an integer that takes more than a move.
	intConst(n int64) mach.Inst
	objectAddress(m mach.Mem) mach.Inst // of a slot, or a constant in the pool
	// scalarLoad is the instruction to load a scalar, Regs[1] being the memory operand.
	scalarLoad(e ir.Elem) (op uint16, size uint8)
}

// accessKind is a way to access a vector in memory.
type accessKind uint8

const (
	maskedLoads accessKind = iota
	maskedStores
	gathers
	scatters
)

// condCode is a condition of the flags, by the architecture's number.
type condCode uint8

// selector is what selection does in each architecture's own way. Its methods append to the lowerer's block. Registers
// hold up to vectorBytes; a vector shorter than 16 bytes is at the bottom of one of 16, with junk above. A mask part is a
// mask register if there are any (Target.k), else a vector of ones and zeros.
type selector interface {
	// mem is an address as a memory operand. It must be good for what the loads and stores below are asked to do with it,
	// farther by up to MaxFrame bytes too.
	mem(a address) mach.Mem
	// lea is a memory operand's address in a register.
	lea(m mach.Mem) mach.Reg
	// vecLoad loads a vector constant that is neither zeros nor ones; the destination is left open.
	vecLoad(b []byte) mach.Inst

	loadScalar(e ir.Elem, m mach.Mem) mach.Reg
	storeScalar(e ir.Elem, m mach.Mem, r mach.Reg)
	storeWord(m mach.Mem, r mach.Reg, float bool) // all of a scalar's register
	// update lowers store v, of what an operation makes of the load, of the same integer, and by, as one instruction on memory;
	// false if there is none.
	update(v, load, by *ir.Value) bool
	loadBytes(bytes int, m mach.Mem) mach.Reg // 2 to vectorBytes, and not one more
	storeBytes(bytes int, m mach.Mem, r mach.Reg)
	// maskedLoad and maskedStore are for what canAccess, with a part that exactMask made. Nothing else is touched.
	maskedLoad(es, bytes int, m mach.Mem, k mach.Reg) mach.Reg
	maskedStore(es, bytes int, m mach.Mem, k, r mach.Reg)
	// loadStructures and storeStructures are for what Arch.structures has: a register, or half of one, for every member.
	loadStructures(factor, es, bytes int, m mach.Mem) []mach.Reg
	storeStructures(es, bytes int, m mach.Mem, rs []mach.Reg)
	// gatherLanes and scatterLanes access lane after lane.
	gatherLanes(t ir.Type, mask *ir.Value, at func(i int) mach.Mem) rep
	scatterLanes(x, mask *ir.Value, at func(i int) mach.Mem)
	scatter(v *ir.Value)

	// finish improves the instructions of all blocks, when all are there.
	finish()

	// flags sets the flags by v, if v has its natural result there, and says on what condition it is true.
	flags(v *ir.Value) (condCode, bool)
	testBool(r mach.Reg) condCode
	// branch is the Branch that goes to the first successor if v is true: on the flags, which are set as cond does, or on
	// a register, where there are such branches.
	branch(v *ir.Value) mach.Inst
	boolValue(v *ir.Value) mach.Reg // 0 or 1; NoReg if v is not made that way
	selectScalar(v *ir.Value) mach.Reg
	divide(v *ir.Value) mach.Reg

	chunk(r mach.Reg, bytes, off, want int) mach.Reg // want bytes from off on, at the bottom; off is a multiple of want
	join(lo, hi mach.Reg, n int) mach.Reg            // two registers of n bytes side by side
	broadcast(x *ir.Value, bytes int) mach.Reg
	extractLane(v *ir.Value, i int) mach.Reg
	insertLane(e ir.Elem, r mach.Reg, j int, x mach.Reg) mach.Reg // in 16 bytes, lanes in order: r is NoReg for the first
	permute(es, bytes int, srcs []mach.Reg, sel []int) mach.Reg   // lane j is lane sel[j] of all srcs, any if negative

	spreadBool(r mach.Reg) mach.Reg // a bool in all bits
	splatMask(ones mach.Reg, bytes int) mach.Reg
	asVector(m *ir.Value, es int) *ir.Value // a mask as a vector of integers, and back
	asMask(v *ir.Value) rep
	maskResize(old []mach.Reg, lanes, n, want, i int) mach.Reg // of masks in mask registers only
	maskNot(bytes, es int, a mach.Reg) mach.Reg
	maskLogic(op ir.Op, bytes, es int, a, b mach.Reg) mach.Reg
	exactMask(v *ir.Value, esize, i int) mach.Reg // maskPart without junk beyond the lanes
}

// coder encodes the instructions of one function. It contains the emitter that drives it.
type coder interface {
	base() *emitter
	newLabel() asm.Label
	constant(b []byte, align int) asm.Label
	bind(l asm.Label)
	// align pads to a multiple of n, perhaps only if that makes the code up to a label lie better.
	align(n int, until asm.Label)
	// lead makes each of these pad n bytes more.
	lead(n int)
	// insts encodes what is in b; next stands behind it and needs no jump. Polls, traps and returns call back: the
	// emitter's poll, and tail for the ends they share.
	insts(b, next *mach.Block)
	// pollTest goes to side if Go wants to have the processor, or, if count is not nil, when the counter of the argument
	// block runs out; count names the registers that are live.
	pollTest(side asm.Label, count *regalloc.Poll)
	// save and restore move a register to and from [SP+at].
	save(at int32, r mach.Reg, size int)
	restore(at int32, r mach.Reg, size int)
	// yield leaves for the checkpoint, to be entered again at resume.
	yield(resume asm.Label)
	// resumed makes again, behind that label, what the coder keeps in registers of its own.
	resumed()
	jump(to asm.Label)
	// leave returns from the kernel with a status.
	leave(status int)
	finish() (asm.Code, error)
	free()
}
