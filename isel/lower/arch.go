package lower

import (
	"sync/atomic"

	"hotloop/isel/cost"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Arch is an architecture, restricted to the instructions of one processor.
type Arch interface {
	emit.Backend

	// VectorBytes returns the size of the largest vector register.
	VectorBytes() int
	// RuleFiles returns its rule files, the most specific first.
	RuleFiles() []RuleFile
	// OpByName returns the op that rules call name. Op 0 is NoOp, which is not an instruction.
	OpByName(name string) (op uint16, ok bool)
	// Condition returns a rule condition that only this architecture defines, or nil if there is none with that
	// name.
	Condition(name string) CondFunc
	// Number returns a rule number that only this architecture defines, or nil if there is none with that name.
	Number(name string) NumberFunc
	// Has reports whether the processor implements op on size bytes. size is the size of the vector. It is 16 for
	// an op on a single lane, and 8 for other ops of fixed size.
	Has(op uint16, size int) bool
	// TakesMemory reports whether the processor has a form of op with a memory operand. It is asked only for ops
	// whose description has one.
	TakesMemory(op uint16, size int) bool
	// MaskedElem returns the lane size that op's mask counts in, or 0 if op has no merge-masked form.
	MaskedElem(op uint16) int
	// ComparesMasked reports whether op produces a mask and accepts another mask that limits which of its lanes
	// may be true.
	ComparesMasked(op uint16) bool
	// CanAccess reports whether the processor has an instruction for this kind of access to vectors of e.
	CanAccess(how AccessKind, e ir.Elem) bool
	// Structures reports whether the processor has instructions that load and store interleaved structures of
	// factor members of es bytes, with each member spread over the lanes of a vector of the given number of
	// bytes.
	Structures(factor, es, bytes int) bool
	// LookupPeriod returns the number of es-byte entries that one register holds of a table of n entries, which
	// it repeats.
	LookupPeriod(es, n int) int
	// EqualInFlags reports whether (in)equality of floats is a single condition of the flags.
	EqualInFlags() bool
	// Saturates reports whether float-to-integer conversions return the nearest integer for a number out of
	// range. If not, they return MinInt.
	Saturates() bool
	// InstCost returns the cost of an instruction: uops weighted by the throughput of its unit, and latency.
	InstCost(in *mach.Inst) (uops float32, latency int)
	// Occupies returns the issue slots that an instruction takes on the processor, and which groups of units it
	// keeps busy and for how long.
	Occupies(in *mach.Inst) (slots uint8, busy cost.Occupancy)
	// Processor returns the cost table that Occupies reads, or nil for the generic one.
	Processor() *cost.Processor

	// Descs returns the memoized results of Desc, indexed by op.
	Descs() []atomic.Pointer[mach.Desc]
	// Handlers returns the shared handlers and those of the architecture.
	Handlers() *HandlerTable
	// Selector returns the architecture's view of a lowering, which its handlers and the shared code use.
	Selector(l *Lowerer) Selector

	// IntConst and ObjectAddress return instructions without register inputs, so that the register allocator may
	// rematerialize their results. Regs[0] is left open. An integer constant that needs several machine
	// instructions is still one Inst here; the encoder expands it.
	IntConst(n int64) mach.Inst
	ObjectAddress(m mach.Mem) mach.Inst // address of a slot or of a constant in the pool
	// ScalarLoad returns the instruction that loads a scalar. Its memory operand is Regs[1].
	ScalarLoad(e ir.Elem) (op uint16, size uint8)
}

// AccessKind is a kind of vector memory access.
type AccessKind uint8

// The kinds of vector accesses that not every processor supports.
const (
	MaskedLoads AccessKind = iota
	MaskedStores
	Gathers
	Scatters
)

// CondCode is a condition of the flags. The architecture defines the numbering.
type CondCode uint8

// Selector is the architecture-specific part of instruction selection. Its methods append to the lowerer's
// current block. Registers hold up to VectorBytes. A vector shorter than 16 bytes occupies the low bytes of a
// 16-byte register, and the bytes above are undefined. A mask part is a mask register if the target has them
// (Target.K), and otherwise a vector of all-ones and all-zeros lanes.
type Selector interface {
	// Mem returns an address as a memory operand. The operand must be valid for all the loads and stores below,
	// also when displaced by up to MaxFrame bytes.
	Mem(a Address) mach.Mem
	// Lea returns the address of a memory operand in a register.
	Lea(m mach.Mem) mach.Reg
	// VecLoad returns the load of a vector constant that is neither all zeros nor all ones. The destination is
	// left open.
	VecLoad(b []byte) mach.Inst

	StoreScalar(e ir.Elem, m mach.Mem, r mach.Reg)
	StoreWord(m mach.Mem, r mach.Reg, float bool) // the whole register of a scalar
	// Update lowers store v as one read-modify-write instruction. v stores the result of an operation on load,
	// from the same address and of the same integer type, and by. Update returns false if there is no such
	// instruction.
	Update(v, load, by *ir.Value) bool
	LoadBytes(bytes int, m mach.Mem) mach.Reg // 2 to VectorBytes bytes, and never more
	StoreBytes(bytes int, m mach.Mem, r mach.Reg)
	// MaskedLoad and MaskedStore implement the accesses that CanAccess allows. The mask is a part that ExactMask
	// made. No other bytes are accessed.
	MaskedLoad(es, bytes int, m mach.Mem, k mach.Reg) mach.Reg
	MaskedStore(es, bytes int, m mach.Mem, k, r mach.Reg)
	// LoadStructures and StoreStructures implement what Arch.Structures allows. Each member has one register, or
	// half of one.
	LoadStructures(factor, es, bytes int, m mach.Mem) []mach.Reg
	StoreStructures(es, bytes int, m mach.Mem, rs []mach.Reg)
	// GatherLanes and ScatterLanes access one lane at a time.
	GatherLanes(t ir.Type, mask *ir.Value, at func(i int) mach.Mem) Rep
	ScatterLanes(x, mask *ir.Value, at func(i int) mach.Mem)
	// Gather and Scatter lower gathers and scatters of all types except bool. x is the stored value.
	Gather(v *ir.Value) Rep
	Scatter(v, x *ir.Value)

	// Finish improves the instructions after all blocks have been lowered.
	Finish()

	// Flags sets the flags for v and returns the condition under which v is true. It returns false if v does not
	// naturally produce a flags result.
	Flags(v *ir.Value) (CondCode, bool)
	TestBool(r mach.Reg) CondCode
	// Branch returns a Branch that goes to the first successor if v is true. It tests the flags, which Branch
	// sets as Cond does, or a register on architectures with such branches.
	Branch(v *ir.Value) mach.Inst
	BoolValue(v *ir.Value) mach.Reg // 0 or 1; NoReg if v cannot be materialized this way
	SelectScalar(v *ir.Value) mach.Reg
	Divide(v *ir.Value) mach.Reg

	Chunk(r mach.Reg, bytes, off, want int) mach.Reg // want bytes from off on, at the bottom; off is a multiple of want
	Join(lo, hi mach.Reg, n int) mach.Reg            // concatenates two registers of n bytes
	Broadcast(x *ir.Value, bytes int) mach.Reg
	ExtractLane(v *ir.Value, i int) mach.Reg
	// InsertLane fills 16 bytes, lane by lane in order; r is NoReg for the first lane.
	InsertLane(e ir.Elem, r mach.Reg, j int, x mach.Reg) mach.Reg
	Permute(es, bytes int, srcs []mach.Reg, sel []int) mach.Reg // lane j is lane sel[j] of the joined srcs, any if negative
	// OnePass reports whether permuting n registers at once, with the selection all, is cheaper than permuting
	// two at a time.
	OnePass(es, bytes int, two, all []int, n int) bool

	SpreadBool(r mach.Reg) mach.Reg // a bool in all bits
	SplatMask(ones mach.Reg, bytes int) mach.Reg
	AsVector(m *ir.Value, es int) *ir.Value // a mask as a vector of integers; AsMask is the inverse
	AsMask(v *ir.Value) Rep
	MaskResize(old []mach.Reg, lanes, n, want, i int) mach.Reg // for masks in mask registers only
	MaskNot(bytes, es int, a mach.Reg) mach.Reg
	MaskLogic(op ir.Op, bytes, es int, a, b mach.Reg) mach.Reg
	ExactMask(v *ir.Value, esize, i int) mach.Reg // MaskPart with the bits beyond the lanes cleared
}
