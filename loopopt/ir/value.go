package ir

import (
	"slices"
	"strings"
)

// ID numbers values and blocks densely within a function, so that side tables are slices.
type ID int32

// Pos is a source position: a byte offset into the function's source plus one (go/token's convention); 0 is none.
type Pos int32

// FPFlags are the permissions of a floating-point operation to differ from exact IEEE arithmetic (LLVM's fast-math
// flags). Taking them away is always legal. Ordered is the opposite of one: it must stay.
type FPFlags uint8

// The permissions.
const (
	NNaN     FPFlags = 1 << iota // arguments and results are no NaN
	NInf                         // arguments and results are no infinity
	NSZ                          // the sign of a zero does not matter
	ARcp                         // x/y may become x * (1/y)
	Contract                     // x*y + z may be fused
	AFn                          // approximate functions
	Reassoc                      // sums and products may be regrouped
	Ordered                      // exact is written here: no forced vectorization may grant Reassoc

	FPExact FPFlags = 0
	FPGo            = Contract
	FPFast          = NNaN | NInf | NSZ | ARcp | Contract | AFn | Reassoc
)

// Approximate says whether a quotient or a root need not be the float that is closest to it.
func (v *Value) Approximate() bool {
	switch v.Op {
	case OpDiv:
		return v.FP&(ARcp|AFn|NSZ) == ARcp|AFn|NSZ
	case OpSqrt:
		return v.FP&AFn != 0
	}
	return false
}

// And is what one operation may do that stands for two with these flags.
func (p FPFlags) And(q FPFlags) FPFlags { return p&q | (p|q)&Ordered }

// AccessGroups is a set of access groups, by their index in Func.AccessGroups: sets of memory operations that metadata
// of loops name (LLVM's llvm.access.group). What an operation is not known to belong to promises nothing of it, so that
// taking it out is always legal. An operation that stands for several belongs to the groups that all of them do.
type AccessGroups uint32

// maxAccessGroups is as many groups as a function has; what names more of them promises nothing.
const maxAccessGroups = 32

// AccessGroup is the group of that name, none if no operation was ever in it.
func (f *Func) AccessGroup(name string) AccessGroups {
	if i := slices.Index(f.AccessGroups, name); i >= 0 {
		return 1 << i
	}
	return 0
}

// NewAccessGroup is the group of that name, which it makes if there is none yet; none if there are too many.
func (f *Func) NewAccessGroup(name string) AccessGroups {
	if f.AccessGroup(name) == 0 && len(f.AccessGroups) < maxAccessGroups {
		f.AccessGroups = append(f.AccessGroups, name)
	}
	return f.AccessGroup(name)
}

// GroupNames are the names of groups, with blanks between.
func (f *Func) GroupNames(g AccessGroups) string {
	var names []string
	for i, name := range f.AccessGroups {
		if g&(1<<i) != 0 {
			names = append(names, quoted(name))
		}
	}
	return strings.Join(names, " ")
}

// Value is an operation and its result.
type Value struct {
	ID    ID
	Op    Op
	Type  Type
	FP    FPFlags // of floating-point operations
	Block *Block
	Args  []*Value
	Uses  int32 // number of times the value occurs as an argument or as a block's control
	Pos   Pos

	// AuxInt is the bits of a Const, the parameter number of an Arg…, the lane of Extract, Insert and Subvec, the
	// member of a LoadStrided, which word of a header a Load loads, counted from 1 (and
	// negative if the kernel may store there), DataStore, how likely the condition of a Select holds.
	AuxInt int64
	// Groups are the access groups that a memory operation belongs to.
	Groups AccessGroups
	// Scale and Off are those of a memory address, in bytes: base + index*Scale + Off.
	Scale int32
	Off   int32
	// Aux is a *Site for Check and the lanes ([]int8 as Lanes) of Shuffle.
	Aux any

	argstore [3]*Value
}

// Header says whether v loads a part of a header, of a slice or the like, that lies in memory.
func (v *Value) Header() bool { return v.Op == OpLoad && v.AuxInt != 0 }

// HeaderWord is which word of a header v loads, counted from 0.
func (v *Value) HeaderWord() int { return int(max(v.AuxInt, -v.AuxInt)) - 1 }

// Kept says whether v loads a part of a header that the kernel does not store to, as most store to none: it loads the same
// whenever it is done.
func (v *Value) Kept() bool { return v.Op == OpLoad && v.AuxInt > 0 }

// SparesHeaders says whether store v leaves headers alone, by their type: their words are written as integers of 64 bits.
// Of such integers that are none, where the kernel stores headers too, the frontend says so (DataStore).
func (v *Value) SparesHeaders() bool {
	return v.AccessType().Elem != I64 || v.Op == OpStore && v.AuxInt == DataStore
}

// DataStore is the AuxInt of a Store whose place is no part of a header. To forget it costs speed alone.
const DataStore = 1

// Lanes is the Aux of a Shuffle: for each lane of the result the lane of the concatenated arguments.
type Lanes []int8

// Stand makes v, which does what w did until now too, do it with the permissions and the promises that both had.
func (v *Value) Stand(w *Value) {
	v.FP = v.FP.And(w.FP)
	v.Groups &= w.Groups
}

// AddArg appends an argument.
func (v *Value) AddArg(a *Value) {
	if v.Args == nil {
		v.Args = v.argstore[:0]
	}
	if n := len(v.Args); n == cap(v.Args) && v.Block != nil {
		bigger := v.Block.Func.NewValues(2 * n)
		v.Args = bigger[:copy(bigger, v.Args)]
	}
	v.Args = append(v.Args, a)
	a.Uses++
}

// AddArgs appends arguments.
func (v *Value) AddArgs(args ...*Value) {
	for _, a := range args {
		v.AddArg(a)
	}
}

// SetArg replaces argument i.
func (v *Value) SetArg(i int, a *Value) {
	a.Uses++
	v.Args[i].Uses--
	v.Args[i] = a
}

// ResetArgs removes all arguments.
func (v *Value) ResetArgs() {
	for _, a := range v.Args {
		a.Uses--
	}
	clear(v.argstore[:])
	v.Args = v.argstore[:0]
}

// Reset turns v into another operation of no arguments, keeping ID, type, block and position.
func (v *Value) Reset(op Op) {
	v.ResetArgs()
	v.Op, v.AuxInt, v.Aux, v.Scale, v.Off, v.Groups = op, 0, nil, 0, 0, 0
}

// Rewrite turns v into another operation of its type, in place, and returns it. The arguments may be v's own.
func (v *Value) Rewrite(op Op, args ...*Value) *Value {
	for _, a := range args {
		a.Uses++ // keep it alive over Reset
	}
	v.Reset(op)
	v.AddArgs(args...)
	for _, a := range args {
		a.Uses--
	}
	return v
}

// CopyOf turns v into a Copy of a; Func.ElimCopies removes it. The types must agree.
func (v *Value) CopyOf(a *Value) {
	if v == a {
		return
	}
	a.Uses++ // keep a alive over ResetArgs
	v.Reset(OpCopy)
	v.AddArg(a)
	f := v.Block.Func
	f.copies = f.AppendValue(f.copies, v)
	a.Uses--
}

// HasCopies says whether a Copy was made since ElimCopies last looked.
func (f *Func) HasCopies() bool { return len(f.copies) > 0 }

// ResolveCopies makes v use what its arguments are copies of.
func (v *Value) ResolveCopies() {
	for i, a := range v.Args {
		if a.Op != OpCopy {
			continue
		}
		v.SetArg(i, a.copied())
	}
}

// SortArgs orders the two arguments of a commutative operation, constants last, then by age, so that equal operations
// look the same.
func (v *Value) SortArgs() {
	if !v.Op.Is(FlagCommutative) || len(v.Args) != 2 {
		return
	}
	a, b := v.Args[0], v.Args[1]
	if a.IsConst() && !b.IsConst() || a.IsConst() == b.IsConst() && a.ID > b.ID && !b.IsConst() {
		v.Args[0], v.Args[1] = b, a
	}
}

// IsConst says whether v is a constant; its lanes' bits are AuxInt.
func (v *Value) IsConst() bool { return v.Op == OpConst }

// IsConstInt says whether v is the integer or bool constant n (sign-extended) in all lanes.
func (v *Value) IsConstInt(n int64) bool {
	return v.Op == OpConst && !v.Type.Elem.IsFloat() && v.Int() == n
}

// IsOrdinary says whether v is a float constant that is neither zero nor NaN.
func (v *Value) IsOrdinary() bool {
	if v.Op != OpConst || !v.Type.Elem.IsFloat() {
		return false
	}
	bits, infinity := uint64(v.AuxInt)&^(1<<63), uint64(0x7ff0000000000000)
	if v.Type.Elem == F32 {
		bits, infinity = uint64(v.AuxInt)&0x7fffffff, 0x7f800000
	}
	return bits != 0 && bits <= infinity
}

// Int is the value of an integer constant, sign-extended from its width.
func (v *Value) Int() int64 { return SignExtend(v.Type.Elem, uint64(v.AuxInt)) }

// SignExtend widens the bits of a lane of integer kind e to 64, signed.
func SignExtend(e Elem, bits uint64) int64 {
	switch e {
	case I8:
		return int64(int8(bits))
	case I16:
		return int64(int16(bits))
	case I32:
		return int64(int32(bits))
	}
	return int64(bits)
}

// Truncate cuts bits to the width of element kind e, zero-extended: the canonical form of a lane.
func Truncate(e Elem, bits uint64) uint64 {
	switch e.Bits() {
	case 1:
		return bits & 1
	case 8:
		return bits & 0xff
	case 16:
		return bits & 0xffff
	case 32:
		return bits & 0xffffffff
	}
	return bits
}

// Memory operations put base and index first. These name the other arguments.

// StoredValue is the value that a Store, MaskedStore or Scatter writes, the first one of a StoreInterleaved.
func (v *Value) StoredValue() *Value { return v.Args[2] }

// Stores says whether argument i is a value that v, which writes, stores.
func (v *Value) Stores(i int) bool { return i == 2 || i > 2 && v.Op == OpStoreInterleaved }

// MaxFactor is the largest number of members that LoadStrided and StoreInterleaved take structures to have.
const MaxFactor = 8

// MemberAux is the AuxInt of a LoadStrided.
func MemberAux(factor, member int) int64 { return int64(factor)<<8 | int64(member) }

// MemberOf takes it apart again.
func MemberOf(aux int64) (factor, member int) { return int(aux >> 8), int(aux & 0xff) }

// Member is what a LoadStrided loads of structures of factor elements; of a StoreInterleaved, member is 0.
func (v *Value) Member() (factor, member int) {
	if v.Op == OpStoreInterleaved {
		return len(v.Args) - 2, 0
	}
	return MemberOf(v.AuxInt)
}

// MaskArg is the mask of a masked memory operation, or nil.
func (v *Value) MaskArg() *Value {
	switch v.Op {
	case OpMaskedLoad, OpGather:
		return v.Args[2]
	case OpMaskedStore, OpScatter:
		return v.Args[3]
	}
	return nil
}

// Root is the pointer that v, a pointer, is derived from by PtrAdds: the address of an argument, a local or a table, or
// something that is not looked into.
func (v *Value) Root() *Value {
	for v.Op == OpPtrAdd || v.Op == OpCopy {
		v = v.Args[0]
	}
	return v
}

// AccessSize is the number of bytes from its address on that a memory operation may touch; of an indexed one, the bytes
// of its lanes.
func (v *Value) AccessSize() int {
	n := v.AccessType().Size()
	if v.Op == OpLoadStrided || v.Op == OpStoreInterleaved {
		factor, _ := v.Member()
		n *= factor
	}
	return n
}

// AccessType is the type of what a memory operation loads or stores, of one member if it is structures.
func (v *Value) AccessType() Type {
	if v.Op.HasAny(FlagWrites) {
		return v.Args[2].Type
	}
	return v.Type
}

// SamePlace says whether two memory operations have the same address and type.
func (v *Value) SamePlace(w *Value) bool {
	return v.Args[0] == w.Args[0] && v.Args[1] == w.Args[1] && v.Scale == w.Scale && v.Off == w.Off &&
		v.AccessType() == w.AccessType()
}

// Block is a basic block: values in order (phis first), then one control transfer.
type Block struct {
	ID   ID
	Name string // for dumps: "loop", "exit"; need not be unique
	Kind BlockKind
	Func *Func

	Values  []*Value
	Control *Value // the condition of BlockIf, the Ret of BlockRet

	// Succs are the successors: of BlockIf the one taken if Control is true, then the other. No two edges join the
	// same two blocks. Preds are in the order of the phis' arguments.
	Succs []*Block
	Preds []*Block

	Likely Likely  // of BlockIf
	Loop   *LoopMD // metadata, on loop headers; nil is none

	succstore [2]*Block
	predstore [3]*Block
}

// BlockKind says how a block ends.
type BlockKind uint8

// The block kinds.
const (
	BlockJump BlockKind = iota // to Succs[0]
	BlockIf                    // Control ? Succs[0] : Succs[1]
	BlockRet                   // returns; Control is a Ret
	BlockTrap                  // never left: its last value is a Check that fails
)

var blockKindNames = [...]string{"jump", "if", "ret", "trap"}

func (k BlockKind) String() string { return blockKindNames[k] }

// SetControl sets the control value; nil removes it.
func (b *Block) SetControl(v *Value) {
	if v != nil {
		v.Uses++
	}
	if b.Control != nil {
		b.Control.Uses--
	}
	b.Control = v
}

// Absorb moves the values of s, which comes to nothing, behind those of b.
func (b *Block) Absorb(s *Block) {
	for _, v := range s.Walk() {
		v.Block = b
	}
	if n := len(b.Values); n+len(s.Values) > cap(b.Values) {
		bigger := b.Func.NewValues(2*n + len(s.Values))
		b.Values = bigger[:copy(bigger, b.Values)]
	}
	b.Values = append(b.Values, s.Values...)
	s.Values = nil
}

// Phis are the phis at the start of the block.
func (b *Block) Phis() []*Value {
	for i, v := range b.Values {
		if v.Op != OpPhi {
			return b.Values[:i]
		}
	}
	return b.Values
}
