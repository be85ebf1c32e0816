package lower

import (
	"sync/atomic"

	"hotloop/isel/cost"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Arch is an architecture, with the instructions that one of its processors has.
type Arch interface {
	emit.Backend

	// VectorBytes is the size of the largest vector register.
	VectorBytes() int
	// RuleFiles are its rules, the most special first.
	RuleFiles() []RuleFile
	// OpByName finds an op as rules name it. Op 0 is NoOp, and no instruction.
	OpByName(name string) (op uint16, ok bool)
	// Condition is a condition that only the architecture's own rules have; nil if there is none of the name.
	Condition(name string) CondFunc
	// Number is a number that only the architecture's own rules have; nil if there is none of the name.
	Number(name string) NumberFunc
	// Has says whether the processor has op on size bytes: of its vectors, or 16 of a lane alone, or 8.
	Has(op uint16, size int) bool
	// TakesMemory says whether the processor has a form of op with a memory operand, where the op's description has
	// one.
	TakesMemory(op uint16, size int) bool
	// MaskedElem is the size of the lanes that op's mask counts in, if its result can be merged under one; else 0.
	MaskedElem(op uint16) int
	// ComparesMasked says whether op makes a mask, and can be told by another one which of its lanes may be true.
	ComparesMasked(op uint16) bool
	// CanAccess says whether there is an instruction for such accesses to vectors of e.
	CanAccess(how AccessKind, e ir.Elem) bool
	// Structures says whether there are instructions that load and store structures of factor members of es bytes, each
	// member being spread over the lanes of a vector of so many bytes.
	Structures(factor, es, bytes int) bool
	// LookupPeriod is the number of entries of es bytes that a register holds of a table of n, which it repeats.
	LookupPeriod(es, n int) int
	// EqualInFlags says whether (in)equality of floats is a single condition of the flags.
	EqualInFlags() bool
	// Saturates says what conversions of floats to integers make of numbers out of range: the nearest, or else MinInt.
	Saturates() bool
	// InstCost is what an instruction takes: uops weighted by the throughput of its unit, and latency.
	InstCost(in *mach.Inst) (uops float32, latency int)
	// Occupies is what an instruction takes to issue, and which groups of units it keeps busy for how long, on the
	// processor.
	Occupies(in *mach.Inst) (slots uint8, busy cost.Busy)
	// Processor is the table that occupies looks into; nil is the generic one.
	Processor() *cost.Processor

	// Descs are the answers of Desc so far, by op.
	Descs() []atomic.Pointer[mach.Desc]
	// Handlers are the shared handlers and those of the architecture.
	Handlers() *HandlerTable
	// Selector is the view of a lowering that its handlers, and the shared code, work with.
	Selector(l *Lowerer) Selector

	// Instructions that depend on nothing, so that the allocator may make their results again. Regs[0] is left open.
	// One may stand for several of the machine's, which the coder writes: an integer that takes more than a move.
	IntConst(n int64) mach.Inst
	ObjectAddress(m mach.Mem) mach.Inst // of a slot, or a constant in the pool
	// ScalarLoad is the instruction to load a scalar, Regs[1] being the memory operand.
	ScalarLoad(e ir.Elem) (op uint16, size uint8)
}

// AccessKind is a way to access a vector in memory.
type AccessKind uint8

// The ways to access vectors that not every processor has.
const (
	MaskedLoads AccessKind = iota
	MaskedStores
	Gathers
	Scatters
)

// CondCode is a condition of the flags, by the architecture's number.
type CondCode uint8

// Selector is what selection does in each architecture's own way. Its methods append to the lowerer's block. Registers
// hold up to VectorBytes; a vector shorter than 16 bytes is at the bottom of one of 16, with junk above. A mask part is
// a mask register if there are any (Target.k), else a vector of ones and zeros.
type Selector interface {
	// Mem is an address as a memory operand. It must be good for what the loads and stores below are asked to do with
	// it, farther by up to MaxFrame bytes too.
	Mem(a Address) mach.Mem
	// Lea is a memory operand's address in a register.
	Lea(m mach.Mem) mach.Reg
	// VecLoad loads a vector constant that is neither zeros nor ones; the destination is left open.
	VecLoad(b []byte) mach.Inst

	StoreScalar(e ir.Elem, m mach.Mem, r mach.Reg)
	StoreWord(m mach.Mem, r mach.Reg, float bool) // all of a scalar's register
	// Update lowers store v, of what an operation makes of the load, of the same integer, and by, as one instruction on
	// memory; false if there is none.
	Update(v, load, by *ir.Value) bool
	LoadBytes(bytes int, m mach.Mem) mach.Reg // 2 to VectorBytes, and not one more
	StoreBytes(bytes int, m mach.Mem, r mach.Reg)
	// MaskedLoad and maskedStore are for what CanAccess, with a part that ExactMask made. Nothing else is touched.
	MaskedLoad(es, bytes int, m mach.Mem, k mach.Reg) mach.Reg
	MaskedStore(es, bytes int, m mach.Mem, k, r mach.Reg)
	// LoadStructures and StoreStructures are for what Arch.structures has: a register, or half of one, for every
	// member.
	LoadStructures(factor, es, bytes int, m mach.Mem) []mach.Reg
	StoreStructures(es, bytes int, m mach.Mem, rs []mach.Reg)
	// GatherLanes and ScatterLanes access lane after lane.
	GatherLanes(t ir.Type, mask *ir.Value, at func(i int) mach.Mem) Rep
	ScatterLanes(x, mask *ir.Value, at func(i int) mach.Mem)
	// Gather and Scatter lower those of anything but bools; x is what is stored.
	Gather(v *ir.Value) Rep
	Scatter(v, x *ir.Value)

	// Finish improves the instructions of all blocks, when all are there.
	Finish()

	// Flags sets the flags by v, if v has its natural result there, and says on what condition it is true.
	Flags(v *ir.Value) (CondCode, bool)
	TestBool(r mach.Reg) CondCode
	// Branch is the Branch that goes to the first successor if v is true: on the flags, which are set as cond does, or
	// on a register, where there are such branches.
	Branch(v *ir.Value) mach.Inst
	BoolValue(v *ir.Value) mach.Reg // 0 or 1; NoReg if v is not made that way
	SelectScalar(v *ir.Value) mach.Reg
	Divide(v *ir.Value) mach.Reg

	Chunk(r mach.Reg, bytes, off, want int) mach.Reg // want bytes from off on, at the bottom; off is a multiple of want
	Join(lo, hi mach.Reg, n int) mach.Reg            // two registers of n bytes side by side
	Broadcast(x *ir.Value, bytes int) mach.Reg
	ExtractLane(v *ir.Value, i int) mach.Reg
	// in 16 bytes, lanes in order: r is NoReg for the first
	InsertLane(e ir.Elem, r mach.Reg, j int, x mach.Reg) mach.Reg
	Permute(es, bytes int, srcs []mach.Reg, sel []int) mach.Reg // lane j is lane sel[j] of all srcs, any if negative
	// OnePass says whether Permute of n registers by all is cheaper than of two by two, and then that with the others.
	OnePass(es, bytes int, two, all []int, n int) bool

	SpreadBool(r mach.Reg) mach.Reg // a bool in all bits
	SplatMask(ones mach.Reg, bytes int) mach.Reg
	AsVector(m *ir.Value, es int) *ir.Value // a mask as a vector of integers, and back
	AsMask(v *ir.Value) Rep
	MaskResize(old []mach.Reg, lanes, n, want, i int) mach.Reg // of masks in mask registers only
	MaskNot(bytes, es int, a mach.Reg) mach.Reg
	MaskLogic(op ir.Op, bytes, es int, a, b mach.Reg) mach.Reg
	ExactMask(v *ir.Value, esize, i int) mach.Reg // MaskPart without junk beyond the lanes
}
