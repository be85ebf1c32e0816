// Package tti is the loop optimizer's interface to the target: register sizes, costs of operations, and available
// kinds of accesses. isel.Target implements it with the rules that emit the code, so costs cannot diverge from
// the emitted instructions.
package tti

import "hotloop/loopopt/ir"

// Cost is the cost of one operation on a whole value of its type, including all its register-sized parts.
type Cost struct {
	// Uops is the issue cost: the micro-operations of the emitted instructions, weighted if they compete for a
	// scarce unit (a division occupies its divider for several cycles). Throughput models add these up.
	Uops float32
	// Slots is the unweighted number of micro-operations issued. Units is the number of cycles for which each
	// unit is occupied. Both bound the time of a loop by the sum over its operations.
	Slots float32
	Units Units
	// Latency is the number of cycles from the last argument to the result.
	Latency int
	// Delay is the latency from the table of the described processor, which determines the time of a dependence
	// chain there. Latency is used in decisions that were measured on several processors.
	Delay int
	// Parts is the number of registers of the result, or of the stored value or argument if there is no result.
	Parts int
	// Legal is false if the target cannot execute the operation at all. Plans must not contain such operations.
	Legal bool
	// Native means that the operation works on whole registers. It is false if the operation is split into lanes.
	Native bool
}

// Part returns the cost of an operation that takes the given share of c's micro-operations.
func (c Cost) Part(share float32) Cost {
	c.Uops *= share
	c.Slots *= share
	for i := range c.Units {
		c.Units[i] *= share
	}
	return c
}

// Times returns the cost of n independent copies.
// It is not inlined, for the size of programs.
//
//go:noinline
func (c Cost) Times(n int) Cost {
	c.Uops *= float32(n)
	c.Slots *= float32(n)
	for i := range c.Units {
		c.Units[i] *= float32(n)
	}
	c.Parts *= n
	return c
}

// Plus returns the cost of c followed by d.
// It is not inlined, for the size of programs.
//
//go:noinline
func (c Cost) Plus(d Cost) Cost {
	u := c.Units
	u.Add(&d.Units, 1)
	return Cost{Uops: c.Uops + d.Uops, Slots: c.Slots + d.Slots, Units: u, Latency: c.Latency + d.Latency,
		Delay: c.Delay + d.Delay, Parts: max(c.Parts, d.Parts), Legal: c.Legal && d.Legal, Native: c.Native && d.Native}
}

// Class is a register class.
type Class uint8

// The register classes.
const (
	GP   Class = iota // integers, pointers and booleans
	Vec               // floats and vectors
	Mask              // vector masks; unused by targets without mask registers, which keep masks in Vec
	NumClasses
)

// Expr is an operation whose arguments have no other use, so that both are costed together. OpInvalid stands for
// a value in registers; equal nonzero values of Const denote the same value. OpConst is an integer constant. For
// a Lookup, Const is the number of entries, and Data holds the entries if they are constant. Lanes are the lanes
// of a Shuffle.
type Expr struct {
	Op    ir.Op
	Type  ir.Type
	FP    ir.FPFlags
	Const int64
	Data  string
	Lanes ir.Lanes
	Args  []Expr
}

// WideProducts reports whether widening multiplication of half-size lanes into lanes of e is cheaper than
// multiplication of whole lanes.
func WideProducts(t Info, e ir.Elem) bool {
	if !e.IsInt() || e.Size() == 1 {
		return false
	}
	typ := ir.Vec(e, t.VectorBytes()/e.Size())
	whole := Expr{Type: typ}
	half := Expr{Op: ir.OpZExt, Type: typ, Args: []Expr{{Type: typ.WithElem(ir.IntElem(e.Size() / 2))}}}
	one := t.ExprCost(&Expr{Op: ir.OpMul, Type: typ, Args: []Expr{half, whole}})
	both := t.ExprCost(&Expr{Op: ir.OpMul, Type: typ, Args: []Expr{half, half}})
	return both.Legal && both.Uops < one.Uops
}

// AccessKind is the layout of a vector's lanes in memory.
type AccessKind uint8

// Kinds of accesses.
const (
	Consecutive AccessKind = iota // consecutive elements
	Masked                        // consecutive elements, some lanes masked out
	Indexed                       // gather or scatter, by a vector of indices
	Interleaved                   // structures of Factor members, by an instruction (HasInterleaved) or by shuffles
	Scalarized                    // one scalar access per lane, with extracts or inserts
)

// Access describes a memory operation for cost estimation.
type Access struct {
	Kind    AccessKind
	Store   bool
	Type    ir.Type // type of one member's value: the lanes that one vector operation processes
	Index   ir.Elem // Indexed: I32 or I64
	Factor  int     // Interleaved: distance in elements between lanes; the cost is that of all Factor members together
	Masked  bool    // Indexed, Interleaved, Scalarized: under a mask
	Aligned bool    // known to start at a multiple of the register size
	// Extends is the element type to which an operation extends a Consecutive load, if it may combine the two;
	// Void if none. Signed selects sign extension.
	Extends ir.Elem
	Signed  bool
	Object  bool // Indexed: the base is the start of a slice or array, and no access is below it
}

// ShuffleKind is a lane pattern with its own cost.
type ShuffleKind uint8

// Shuffle patterns.
const (
	Reverse      ShuffleKind = iota // lane i from lane n-1-i
	Broadcast                       // every lane from one lane
	Splice                          // lane i from lane i+k of two concatenated vectors (recurrences)
	Interleave                      // Factor vectors of Type into as many vectors of alternating lanes
	Deinterleave                    // the inverse of Interleave
	General                         // any lanes of one source
	General2                        // any lanes of two sources
	// Operations on the 16-byte halves of Factor vectors: combining the lower or upper halves of two vectors, and
	// one shuffle of Interleave or Deinterleave within halves.
	PairHalves
	HalvesInterleave
	HalvesDeinterleave
	Within     // any lanes within structures of Factor lanes, at most 16 bytes, one source
	SumInOrder // adds all lanes to a scalar, lowest first; uses shuffles where no instruction does it
)

// Info describes the target to the optimizer. All methods are cheap, because results are cached, and safe for
// concurrent use.
type Info interface {
	// Name returns the name of the tier: "avx2", "avx512" or "neon".
	Name() string
	// VectorBytes returns the size of the largest vector register that the target may use.
	VectorBytes() int
	// PreferBytes returns the size that runs best on the processor, at most VectorBytes.
	PreferBytes() int
	// NumRegs returns the number of registers of a class that generated code may use.
	NumRegs(Class) int
	// MaxLanes returns the number of lanes of type e in the largest register. For Bool, it is that of I8.
	MaxLanes(e ir.Elem) int
	// Cost returns the cost of op with result type t and first argument of type arg. arg matters for compares,
	// conversions, reductions and similar operations; pass t if the types are equal. Use MemoryCost for memory
	// operations and ShuffleCost for Shuffle.
	Cost(op ir.Op, t, arg ir.Type) Cost
	// CostWithConst returns the cost of op with a constant second argument, which can make shifts, divisions and
	// multiplications much cheaper.
	CostWithConst(op ir.Op, t ir.Type, c int64) Cost
	// ExprCost returns the cost of an expression whose operations instruction selection may combine.
	ExprCost(e *Expr) Cost
	// MemoryCost returns the cost of a memory operation that hits the first-level cache.
	MemoryCost(Access) Cost
	// ShuffleCost returns the cost of a pattern on values of type t. factor is the number of vectors for
	// Interleave and Deinterleave, and the distance for Splice.
	ShuffleCost(kind ShuffleKind, t ir.Type, factor int) Cost
	// LookupPeriod returns the number of entries that each table should have for a Lookup in n entries of type e:
	// tables fill the largest register.
	LookupPeriod(e ir.Elem, n int) int
	// HasMaskedLoad and HasMaskedStore report whether the target has masked loads and stores of elements e.
	HasMaskedLoad(e ir.Elem) bool
	HasMaskedStore(e ir.Elem) bool
	// HasGather and HasScatter report whether the target has indexed loads and stores of elements e.
	HasGather(e ir.Elem) bool
	HasScatter(e ir.Elem) bool
	// HasInterleaved reports whether the target has instructions for structures of factor members whose values
	// have type t. LoadStrided and StoreInterleaved are for such targets.
	HasInterleaved(t ir.Type, factor int) bool
	// IssueWidth returns the number of micro-operations that the processor issues per cycle.
	IssueWidth() int
	// DecodedOps returns the number of micro-operations that the processor keeps decoded. A larger nest is
	// fetched and decoded repeatedly.
	DecodedOps() int
	// UnitName returns the name of a group of Units.
	UnitName(group int) string
	// FoldsLoad reports whether op on type t takes one argument from memory without a separate load instruction.
	FoldsLoad(op ir.Op, t ir.Type) bool
	// FreeMask reports whether op on type t can be masked at no cost (a Select of its result folds).
	FreeMask(op ir.Op, t ir.Type) bool
}
