// Package tti is what the loop optimizer may ask about the target: register sizes, what an operation costs in machine
// terms, and which accesses exist at all. isel.Target answers from the rules that emit the code, so that a price and
// the instructions it stands for cannot drift apart.
package tti

import "hotloop/loopopt/ir"

// Cost is the price of one operation on a whole value of its type, all register-sized parts together.
type Cost struct {
	// Uops is the issue cost: micro-operations of the instructions emitted, weighted up where they compete for a
	// scarce unit (a division occupies its divider for several cycles). Throughput models add these up.
	Uops float32
	// Slots is the number of micro-operations issued, without weights, and Units for how long they keep which units busy: what bounds the
	// time of a loop by the sum over its operations.
	Slots float32
	Units Units
	// Latency is the number of cycles from the last argument to the result.
	Latency int
	// Delay is the same by the table of a described processor: what holds a chain up there. Latency weighs in decisions
	// that were measured on several.
	Delay int
	// Parts is the number of registers the result takes (of the stored value or the argument, where there is no result).
	Parts int
	// Legal is false if the target cannot do the operation in any way: plans with it must not be made.
	Legal bool
	// Native says that the operation is done on whole registers; false where it is taken apart lane by lane.
	Native bool
}

// Part is the cost of what takes so large a part of c's micro-operations.
func (c Cost) Part(share float32) Cost {
	c.Uops *= share
	c.Slots *= share
	for i := range c.Units {
		c.Units[i] *= share
	}
	return c
}

// Times is the cost of n copies that do not depend on one another.
func (c Cost) Times(n int) Cost {
	c.Uops *= float32(n)
	c.Slots *= float32(n)
	for i := range c.Units {
		c.Units[i] *= float32(n)
	}
	c.Parts *= n
	return c
}

// Plus is the cost of c followed by d.
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
	GP   Class = iota // integers, pointers and bools
	Vec               // floats and vectors
	Mask              // vector masks; a target without mask registers keeps them in Vec and has none of these
	NumClasses
)

// Expr is an operation on others that nothing else uses, to be priced together: OpInvalid stands for a value in
// registers, the same one for the same Const that is not 0; OpConst for an integer constant. Const is also the number of
// entries of a Lookup, Data the entries if they are constants. Lanes are those of a Shuffle.
type Expr struct {
	Op    ir.Op
	Type  ir.Type
	FP    ir.FPFlags
	Const int64
	Data  string
	Lanes ir.Lanes
	Args  []Expr
}

// WideProducts says whether a target multiplies lanes of half e's size into lanes of e for less than whole lanes.
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

// AccessKind is the way in which a vector's lanes lie in memory.
type AccessKind uint8

// The kinds of access.
const (
	Consecutive AccessKind = iota // one piece of memory
	Masked                        // one piece, some lanes not touched
	Indexed                       // gather or scatter, by a vector of indices
	Interleaved                   // structures of Factor members, taken apart or joined by an instruction (HasInterleaved) or by shuffles
	Scalarized                    // lane by lane: extracts or inserts and scalar accesses
)

// Access describes a memory operation to be priced.
type Access struct {
	Kind    AccessKind
	Store   bool
	Type    ir.Type // of one member's value: the lanes that one vector operation works on
	Index   ir.Elem // Indexed: I32 or I64
	Factor  int     // Interleaved: elements from one lane to the next; the cost is that of all Factor members together
	Masked  bool    // Indexed, Interleaved, Scalarized: under a mask
	Aligned bool    // known to start at a multiple of the register size
	// Extends is the kind of integer that a Consecutive load is extended to by an operation that may do both, Signed
	// with the sign; Void if none.
	Extends ir.Elem
	Signed  bool
	Object  bool // Indexed: the base is the start of a slice or array, below which nothing is accessed
}

// ShuffleKind is a pattern of lanes that has its own price.
type ShuffleKind uint8

// The shuffle patterns.
const (
	Reverse      ShuffleKind = iota // lane i from lane n-1-i
	Broadcast                       // every lane from one lane
	Splice                          // lane i from lane i+k of two vectors side by side (recurrences)
	Interleave                      // Factor vectors of Type into as many of alternating lanes
	Deinterleave                    // the converse
	General                         // anything, one source
	General2                        // anything, two sources
	// In halves of 16 bytes, of Factor vectors: the lower or upper halves of two vectors; what one of the shuffles of
	// Interleave and Deinterleave does, within halves.
	PairHalves
	HalvesInterleave
	HalvesDeinterleave
	Within     // anything within structures of Factor lanes, at most 16 bytes, one source
	SumInOrder // all lanes added to a scalar, the lowest first: no shuffle, but what takes one where no instruction does
)

// Info is the target as the optimizer sees it. All methods are cheap (answers are remembered) and safe for concurrent
// use.
type Info interface {
	// Name is the tier's name: "avx2", "avx512" or "neon".
	Name() string
	// VectorBytes is the size of the largest vector register the target may use.
	VectorBytes() int
	// PreferBytes is the size the processor runs best with; at most VectorBytes.
	PreferBytes() int
	// NumRegs is the number of registers of a class that generated code may use.
	NumRegs(Class) int
	// MaxLanes is the number of lanes of kind e that fill the largest register. For Bool it is that of I8.
	MaxLanes(e ir.Elem) int
	// Cost prices op with result type t and first argument of type arg (which matters for compares, conversions,
	// reductions and the like; pass t where it is the same). Memory operations go to MemoryCost, Shuffle to ShuffleCost.
	Cost(op ir.Op, t, arg ir.Type) Cost
	// CostWithConst prices op with a constant second argument, which shifts, divisions and multiplications can be much
	// cheaper with.
	CostWithConst(op ir.Op, t ir.Type, c int64) Cost
	// ExprCost prices an expression, whose operations instruction selection may join.
	ExprCost(e *Expr) Cost
	// MemoryCost prices a memory operation as if it hit the first-level cache.
	MemoryCost(Access) Cost
	// ShuffleCost prices a pattern on values of type t; factor is the number of vectors for Interleave and
	// Deinterleave, the distance for Splice.
	ShuffleCost(kind ShuffleKind, t ir.Type, factor int) Cost
	// LookupPeriod is the number of entries that each table of a Lookup in n entries of kind e should have: tables fill
	// the largest register.
	LookupPeriod(e ir.Elem, n int) int
	// HasMaskedLoad and HasMaskedStore say whether the target can access some lanes of elements e in one instruction.
	HasMaskedLoad(e ir.Elem) bool
	HasMaskedStore(e ir.Elem) bool
	// HasGather and HasScatter say the same of indexed accesses.
	HasGather(e ir.Elem) bool
	HasScatter(e ir.Elem) bool
	// HasInterleaved says whether the target has instructions for structures of factor members, a member's values being
	// of type t: LoadStrided and StoreInterleaved are for such targets.
	HasInterleaved(t ir.Type, factor int) bool
	// IssueWidth is the number of micro-operations that the processor issues per cycle.
	IssueWidth() int
	// DecodedOps is the number of micro-operations that the processor keeps decoded: a nest of more is fetched and decoded
	// again and again.
	DecodedOps() int
	// UnitName names a group of Units.
	UnitName(group int) string
	// FoldsLoad says whether op on type t takes one argument from memory without a separate load instruction.
	FoldsLoad(op ir.Op, t ir.Type) bool
	// FreeMask says whether op on type t can be put under a mask at no cost (a Select of its result folds).
	FreeMask(op ir.Op, t ir.Type) bool
}
