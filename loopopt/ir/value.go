package ir

import (
	"slices"
	"strings"
)

// ID numbers values and blocks densely within a function, so that side tables are slices.
type ID int32

// Pos is a source position: a byte offset into the function's source plus one (go/token's convention); 0 means
// none.
type Pos int32

// FPFlags are the permissions of a floating-point operation to deviate from exact IEEE arithmetic (LLVM's
// fast-math flags). Removing a permission is always legal. Ordered is a restriction and must be kept.
type FPFlags uint8

// The permissions.
const (
	NNaN     FPFlags = 1 << iota // arguments and results are not NaN
	NInf                         // arguments and results are not infinite
	NSZ                          // the sign of a zero does not matter
	ARcp                         // x/y may become x * (1/y)
	Contract                     // x*y + z may be fused
	AFn                          // approximate functions
	Reassoc                      // sums and products may be regrouped
	Ordered                      // the source requests exactness: forced vectorization must not grant Reassoc

	FPExact FPFlags = 0
	FPGo            = Contract
	FPFast          = NNaN | NInf | NSZ | ARcp | Contract | AFn | Reassoc
)

// Approximate reports whether a quotient or a square root need not be correctly rounded.
func (v *Value) Approximate() bool {
	switch v.Op {
	case OpDiv:
		return v.FP&(ARcp|AFn|NSZ) == ARcp|AFn|NSZ
	case OpSqrt:
		return v.FP&AFn != 0
	}
	return false
}

// And returns the flags of an operation that replaces two operations with these flags.
func (p FPFlags) And(q FPFlags) FPFlags { return p&q | (p|q)&Ordered }

// AccessGroups is a set of access groups, as bits indexed like Func.accessGroups. An access group is a set of
// memory operations that loop metadata refers to (LLVM's llvm.access.group). Nothing is promised about an
// operation outside a group, so removing an operation from a group is always legal. An operation that replaces
// several belongs to the groups that contain all of them.
type AccessGroups uint32

// maxAccessGroups is the maximum number of groups per function; names beyond it promise nothing.
const maxAccessGroups = 32

// AccessGroup returns the group of that name, or 0 if no operation was ever in it.
func (f *Func) AccessGroup(name string) AccessGroups {
	if i := slices.Index(f.accessGroups, name); i >= 0 {
		return 1 << i
	}
	return 0
}

// NewAccessGroup returns the group of that name, creating it if necessary. It returns 0 if there are too many
// groups.
func (f *Func) NewAccessGroup(name string) AccessGroups {
	if f.AccessGroup(name) == 0 && len(f.accessGroups) < maxAccessGroups {
		f.accessGroups = append(f.accessGroups, name)
	}
	return f.AccessGroup(name)
}

// GroupNames returns the names of the groups in g, separated by spaces.
func (f *Func) GroupNames(g AccessGroups) string {
	var names []string
	for i, name := range f.accessGroups {
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
	Uses  int32 // number of occurrences of the value as an argument or as a block's control
	Pos   Pos

	// AuxInt is the bits of a Const, the parameter number of an Arg…, the lane of Extract, Insert and Subvec,
	// the member of a LoadStrided, DataStore of a Store, or the probability of a Select's condition. Of a Load
	// it is the number, counted from 1, of the header word that the Load reads; it is negative if the kernel
	// may store to that header.
	AuxInt int64
	// Groups are the access groups that a memory operation belongs to.
	Groups AccessGroups
	// Scale and Off are the parts of a memory address, in bytes: base + index*Scale + Off.
	Scale int32
	Off   int32
	// Aux is the *Site of a Check or Call, or the Lanes of a Shuffle.
	Aux any

	argstore [3]*Value
}

// Header reports whether v loads a word of a slice header or the like that is in memory.
func (v *Value) Header() bool { return v.Op == OpLoad && v.AuxInt != 0 }

// HeaderWord returns the index of the header word that v loads.
func (v *Value) HeaderWord() int { return int(max(v.AuxInt, -v.AuxInt)) - 1 }

// Kept reports whether v loads a word of a header that the kernel does not store to, as is usual. Such a load
// returns the same value wherever it executes.
func (v *Value) Kept() bool { return v.Op == OpLoad && v.AuxInt > 0 }

// SparesHeaders reports whether the store v cannot modify a header. Header words are stored as 64-bit integers,
// so stores of other types cannot. If the kernel stores headers, the frontend marks 64-bit stores to other data
// with DataStore.
func (v *Value) SparesHeaders() bool {
	return v.AccessType().Elem != I64 || v.Op == OpStore && v.AuxInt == DataStore
}

// DataStore is the AuxInt of a Store whose destination is not part of a header. Dropping it only costs
// performance.
const DataStore = 1

// Lanes is the Aux of a Shuffle: for each lane of the result, a lane of the concatenated arguments.
type Lanes []int8

// Stand lets v replace w, an equivalent operation: v keeps only the permissions and promises common to both.
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
// It is not inlined, for the size of programs.
//
//go:noinline
func (v *Value) AddArgs(args ...*Value) {
	for _, a := range args {
		v.AddArg(a)
	}
}

// SetArg replaces argument i.
// It is not inlined, for the size of programs.
//
//go:noinline
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

// Reset turns v into another operation without arguments, keeping ID, type, block and position.
func (v *Value) Reset(op Op) {
	v.ResetArgs()
	v.Op, v.AuxInt, v.Aux, v.Scale, v.Off, v.Groups = op, 0, nil, 0, 0, 0
}

// Rewrite turns v in place into another operation of the same type and returns it. The arguments may be v's
// own.
func (v *Value) Rewrite(op Op, args ...*Value) *Value {
	for _, a := range args {
		a.Uses++ // keep it alive across Reset
	}
	v.Reset(op)
	v.AddArgs(args...)
	for _, a := range args {
		a.Uses--
	}
	return v
}

// CopyOf turns v into a Copy of a, which must have the same type. Func.ElimCopies removes it.
func (v *Value) CopyOf(a *Value) {
	if v == a {
		return
	}
	a.Uses++ // keep a alive across ResetArgs
	v.Reset(OpCopy)
	v.AddArg(a)
	f := v.Block.Func
	f.copies = f.AppendValue(f.copies, v)
	a.Uses--
}

// HasCopies reports whether a Copy was created since the last ElimCopies.
func (f *Func) HasCopies() bool { return len(f.copies) > 0 }

// ResolveCopies replaces arguments of v that are copies with their sources.
func (v *Value) ResolveCopies() {
	for i, a := range v.Args {
		if a.Op != OpCopy {
			continue
		}
		v.SetArg(i, a.copied())
	}
}

// SortArgs puts the two arguments of a commutative operation in canonical order: constants last, otherwise by
// ID. Equal operations then have equal arguments.
func (v *Value) SortArgs() {
	if !v.Op.Is(FlagCommutative) || len(v.Args) != 2 {
		return
	}
	a, b := v.Args[0], v.Args[1]
	if a.IsConst() && !b.IsConst() || a.IsConst() == b.IsConst() && a.ID > b.ID && !b.IsConst() {
		v.Args[0], v.Args[1] = b, a
	}
}

// IsConst reports whether v is a constant; AuxInt holds the bits of each lane.
func (v *Value) IsConst() bool { return v.Op == OpConst }

// IsConstInt reports whether v is the integer or bool constant n (sign-extended) in all lanes.
// It is not inlined, for the size of programs.
//
//go:noinline
func (v *Value) IsConstInt(n int64) bool {
	return v.Op == OpConst && !v.Type.Elem.IsFloat() && v.Int() == n
}

// IsOrdinary reports whether v is a float constant that is neither zero nor NaN.
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

// Int returns the value of an integer constant, sign-extended from its width.
func (v *Value) Int() int64 { return SignExtend(v.Type.Elem, uint64(v.AuxInt)) }

// SignExtend sign-extends a lane of integer kind e to 64 bits.
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

// Truncate truncates bits to the width of element kind e and zero-extends: the canonical form of a lane.
// It is not inlined, for the size of programs.
//
//go:noinline
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

// Memory operations have base and index as their first arguments. The following methods name the others.

// StoredValue returns the value written by a Store, MaskedStore or Scatter, or the first one of a
// StoreInterleaved.
func (v *Value) StoredValue() *Value { return v.Args[2] }

// Stores reports whether argument i of v, a store, is a stored value.
func (v *Value) Stores(i int) bool { return i == 2 || i > 2 && v.Op == OpStoreInterleaved }

// maxFactor is the maximum number of members of the structures that LoadStrided and StoreInterleaved access.
const maxFactor = 8

// MemberAux returns the AuxInt of a LoadStrided.
func MemberAux(factor, member int) int64 { return int64(factor)<<8 | int64(member) }

// MemberOf decodes an AuxInt encoded by MemberAux.
func MemberOf(aux int64) (factor, member int) { return int(aux >> 8), int(aux & 0xff) }

// Member returns the member that a LoadStrided loads from structures of factor elements. For a
// StoreInterleaved, member is 0.
func (v *Value) Member() (factor, member int) {
	if v.Op == OpStoreInterleaved {
		return len(v.Args) - 2, 0
	}
	return MemberOf(v.AuxInt)
}

// MaskArg returns the mask of a masked memory operation, or nil.
func (v *Value) MaskArg() *Value {
	switch v.Op {
	case OpMaskedLoad, OpGather:
		return v.Args[2]
	case OpMaskedStore, OpScatter:
		return v.Args[3]
	}
	return nil
}

// Root returns the pointer from which v is derived by PtrAdds: the address of an argument, a local or a table,
// or the result of another operation.
func (v *Value) Root() *Value {
	for v.Op == OpPtrAdd || v.Op == OpCopy {
		v = v.Args[0]
	}
	return v
}

// AccessSize returns the number of bytes, starting at its address, that a memory operation may touch. For an
// indexed operation it returns the size of its lanes.
func (v *Value) AccessSize() int {
	n := v.AccessType().Size()
	if v.Op == OpLoadStrided || v.Op == OpStoreInterleaved {
		factor, _ := v.Member()
		n *= factor
	}
	return n
}

// AccessType returns the type that a memory operation loads or stores; for structures, the type of one member.
// It is not inlined, for the size of programs.
//
//go:noinline
func (v *Value) AccessType() Type {
	if v.Op.HasAny(FlagWrites) {
		return v.Args[2].Type
	}
	return v.Type
}

// SamePlace reports whether two memory operations have the same address and type.
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

	// Succs are the successors; those of a BlockIf are the block taken if Control is true, then the other. At
	// most one edge joins two blocks. Preds are in the order of phi arguments.
	Succs []*Block
	Preds []*Block

	Likely Likely  // of BlockIf
	Loop   *LoopMD // metadata, on loop headers; nil is none

	succstore [2]*Block
	predstore [3]*Block
}

// BlockKind is the way in which a block ends.
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

// Absorb appends the values of s to those of b; s, which is about to be removed, is left empty.
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

// Phis returns the phis at the start of the block.
func (b *Block) Phis() []*Value {
	for i, v := range b.Values {
		if v.Op != OpPhi {
			return b.Values[:i]
		}
	}
	return b.Values
}
