package ir

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
)

// PageSize is the size of the aligned block around an access to an object of unknown extent that the access
// proves readable. It is the smallest page size of all platforms. Larger page sizes are multiples of it, so a
// block never straddles two pages.
const PageSize = 4096

// HasUnknownExtent reports whether the memory that p points into is, or may be, an object of unknown extent.
func (f *Func) HasUnknownExtent(p *Value) bool {
	var seen [maxPointers]*Value
	return f.hasUnknownExtent(p, seen[:0])
}

// maxPointers bounds the number of phis and selects that HasUnknownExtent looks through.
const maxPointers = 16

// hasUnknownExtent implements HasUnknownExtent. seen lists the phis and selects already visited.
func (f *Func) hasUnknownExtent(p *Value, seen []*Value) bool {
	switch p = p.Root(); p.Op {
	case OpArgPtr:
		return f.Params[p.AuxInt].Unknown
	case OpLocalPtr, OpTablePtr, OpCall:
		return false
	case OpPhi, OpSelect:
		if slices.Contains(seen, p) {
			return false
		}
		if len(seen) == maxPointers {
			break
		}
		seen = append(seen, p)
		args := p.Args
		if p.Op == OpSelect {
			args = args[1:]
		}
		return slices.ContainsFunc(args, func(a *Value) bool { return f.hasUnknownExtent(a, seen) })
	}
	for i := range f.Params {
		if f.Params[i].Unknown {
			return true
		}
	}
	return false
}

// HeaderSize is the size in bytes of the argument block's header, which precedes the parameters. It is part of
// the runtime's contract with generated code; package runtime checks that its block agrees.
const HeaderSize = 32

// Layout sets the offsets of parameters and results in the argument block and returns the block's size. The
// layout is that of a Go struct that holds the header, the parameters and the results, in this order.
func (f *Func) Layout() int {
	off := HeaderSize
	place := func(p *Param) {
		size := p.Bytes()
		align := min(size, 8)
		off = (off + align - 1) &^ (align - 1)
		p.Off = off
		off += size
	}
	for i := range f.Params {
		place(&f.Params[i])
	}
	for i := range f.Results {
		place(&f.Results[i])
	}
	return (off + 7) &^ 7
}

// Local is an array or struct of the kernel that lives in its frame because it was not split into scalars. Its
// address is an OpLocalPtr. Its bytes are unspecified until they are stored. Where the variable is declared,
// the frontend stores every byte that the program reads, since Go variables start as zero. A Local overlaps no
// other object.
type Local struct {
	Name  string
	Elem  Elem // of its elements; Void if they are structs
	Size  int  // bytes
	Align int  // bytes, a power of two up to 64
	Pos   Pos
}

// MaxLocalAlign is the largest alignment of a Local.
const MaxLocalAlign = 64

// Table is read-only data of the kernel: a package-level array that is never written, or coefficients that a
// pass needs. Its address is an OpTablePtr.
type Table struct {
	Name string
	Elem Elem   // of its elements; Void if they are structs
	Data []byte // little endian
}

// SiteKind is the kind of panic that a Check raises, or of request that a Call makes.
type SiteKind uint8

// The kinds of panic. The comments list the operands that follow the Check's condition.
const (
	SiteIndex     SiteKind = iota // index, length: "index out of range [5] with length 3"
	SiteDivide                    // none: "integer divide by zero"
	SiteShift                     // none: "negative shift amount"
	SiteSliceLen                  // bound, length: "slice bounds out of range [:5] with length 3"
	SiteSliceCap                  // bound, capacity
	SiteSliceB                    // low, high: "slice bounds out of range [5:3]"
	SiteSlice3Len                 // max, length: "slice bounds out of range [::5] with length 3"
	SiteSlice3Cap                 // max, capacity
	SiteSlice3B                   // high, max: "slice bounds out of range [:5:3]"
	SiteSlice3C                   // low, high: "slice bounds out of range [5:3:]"
	// length, array length: "cannot convert slice with length 2 to array or pointer to array with length 4"
	SiteSliceArray
	SiteNil     // none: nil dereference
	SiteYield   // none: yield called after the loop exited
	SitePanic   // none: panic(Msg)
	SiteRuntime // none: "runtime error: " and Msg
	SiteRaise   // none: panic with the value of the preceding Call of SiteValue
	// length: "makeslice: len out of range"
	SiteMakeLen
	SiteMakeCap // capacity: "makeslice: cap out of range"

	// Requests that a Call makes to Go code, with two words. Objects created by a request live until the kernel
	// returns.

	SiteArg      // the bits of a value of the type named by Msg: an argument of the following request
	SiteText     // the constant string Msg as such an argument
	SiteNew      // returns the data word of errors.New(argument)
	SiteErrorf   // returns the data word of fmt.Errorf(Msg, arguments...)
	SiteSprintf  // returns the address of fmt.Sprintf(Msg, arguments...)
	SiteSprint   // returns the address of fmt.Sprint(arguments...)
	SiteSprintln // returns the address of fmt.Sprintln(arguments...)
	SiteValue    // none: the argument is the panic value of SiteRaise
	SiteWord     // the other word of the last object made: the type of an error, the length of a string, a capacity
	SiteMake     // the address of new zeroed elements; second word: their size in bytes; Msg: where pointers are
	SiteRoom     // grows a slice for append, from a capacity to a length; Msg: element size, where pointers are
	SiteMove     // copies bytes from an address to the memory made by SiteRoom and returns its address
	SiteStore    // none: stores the address in the second word to the first, with the collector's write barrier
	// SiteFork runs the iterations of a parallel loop, as many as the second word says, by calls of part Part. The first
	// word is the address of a Fork.
	SiteFork
	NumSiteKinds

	firstRequest = SiteArg
)

// IsRequest reports whether k is a request of a Call rather than a panic.
func (k SiteKind) IsRequest() bool { return k >= firstRequest && k < NumSiteKinds }

var siteKindNames = [NumSiteKinds]string{"index", "divide", "shift", "slicelen", "slicecap", "sliceb", "slice3len",
	"slice3cap", "slice3b", "slice3c",
	"slicearray", "nil", "yield", "panic", "runtime", "raise", "makelen", "makecap",
	"arg", "text", "new", "errorf", "sprintf", "sprint", "sprintln", "value", "word", "make", "room", "move", "store", "fork"}

func (k SiteKind) String() string { return siteKindNames[k] }

// Site is a source position that can panic (the Aux of a Check) or that makes a request to Go code (the Aux of
// a Call).
type Site struct {
	Index    int // in Func.Sites
	Kind     SiteKind
	Unsigned bool   // the first operand is of an unsigned type
	Part     int    // of SiteFork: the index in Func.Parts
	Msg      string // of SitePanic, and of requests
	Pos      Pos
}

// Func is a kernel.
type Func struct {
	Name    string
	Pos     Pos // of its name in the source
	Params  []Param
	Results []Param
	Blocks  []*Block // Blocks[0] is the entry; it has no predecessors
	Sites   []*Site
	Locals  []*Local // by the AuxInt of OpLocalPtr
	Tables  []*Table // by the AuxInt of OpTablePtr
	Parts   []*Func  // what the requests of SiteFork run; see NewPart
	Seeds   int      // of a part: its last parameters, which Fork has for each chunk
	FP      FPFlags  // the function's floating-point mode, for operations that passes create
	// accessGroups lists the names of groups of memory operations, indexed by the bit in Value.Groups.
	accessGroups []string

	// Position turns a Pos into a printable file:line:col; nil if there is no source.
	Position func(Pos) string

	numValues ID
	numBlocks ID
	entries   entryTable
	entryList []*Value // backing array of the entry's values, which start at index ahead: see insertFirst
	ahead     int
	copies    []*Value // created since the last ElimCopies
	shape     *shape
	edits     int32   // number of changes to edges or to the list of blocks
	verified  bool    // verification is on
	mem       *memory // nil if f is allocated on the heap
	spare     []Value // unused values outside mem
	siteRoom  []Site  // unused sites
	budget    int     // 0 means none
	spent     int
}

// NewFunc returns an empty function with an entry block.
func NewFunc(name string) *Func {
	f := &Func{Name: name}
	f.NewBlock("entry")
	return f
}

// Entry returns the entry block.
func (f *Func) Entry() *Block { return f.Blocks[0] }

// NumValues returns an exclusive bound on value IDs; side tables have this length.
func (f *Func) NumValues() int { return int(f.numValues) }

// NumBlocks returns an exclusive bound on block IDs.
func (f *Func) NumBlocks() int { return int(f.numBlocks) }

// NewBlock appends a block.
func (f *Func) NewBlock(name string) *Block {
	b := f.newBlock()
	b.ID, b.Name, b.Func = f.numBlocks, name, f
	f.numBlocks++
	if n := len(f.Blocks); n == cap(f.Blocks) {
		bigger := f.NewBlocks(max(16, 2*n))
		f.Blocks = bigger[:copy(bigger, f.Blocks)]
	}
	f.Blocks = append(f.Blocks, b)
	f.edits++
	return b
}

// Arrange sets the list of blocks to order; blocks not in order are dropped.
func (f *Func) Arrange(order []*Block) {
	f.edits++
	blocks := f.NewBlocks(len(order))
	copy(blocks, order)
	f.Blocks = blocks
}

// NewValue creates a value of b without appending it to b.Values.
func (f *Func) NewValue(b *Block, op Op, t Type, pos Pos, args ...*Value) *Value {
	v := f.newValue()
	v.ID, v.Op, v.Type, v.Block, v.Pos = f.numValues, op, t, b, pos
	f.numValues++
	if op == OpCopy {
		f.copies = f.AppendValue(f.copies, v)
	}
	v.Args = v.argstore[:0]
	if len(args) > len(v.argstore) {
		v.Args = f.NewValues(len(args))[:0]
	}
	for _, a := range args {
		v.Args = append(v.Args, a)
		a.Uses++
	}
	return v
}

// NewSite adds a site of the given kind.
func (f *Func) NewSite(kind SiteKind, pos Pos) *Site {
	if len(f.siteRoom) == 0 { // sites outlive the function's memory
		f.siteRoom = make([]Site, 8)
	}
	s := &f.siteRoom[0]
	f.siteRoom = f.siteRoom[1:]
	*s = Site{Index: len(f.Sites), Kind: kind, Pos: pos}
	if f.Sites == nil {
		f.Sites = make([]*Site, 0, 8)
	}
	f.Sites = append(f.Sites, s)
	return s
}

// New appends a value to b.
func (b *Block) New(op Op, t Type, pos Pos, args ...*Value) *Value {
	v := b.Func.NewValue(b, op, t, pos, args...)
	b.room()
	b.Values = append(b.Values, v)
	return v
}

// NewLike appends to b an operation like v, of type t and with other arguments.
func (b *Block) NewLike(v *Value, t Type, args ...*Value) *Value {
	w := b.New(v.Op, t, v.Pos, args...)
	w.FP, w.AuxInt, w.Aux, w.Scale, w.Off, w.Groups = v.FP, v.AuxInt, v.Aux, v.Scale, v.Off, v.Groups
	return w
}

// NewPhi creates a phi without arguments after b's other phis.
func (b *Block) NewPhi(t Type, pos Pos) *Value {
	v := b.Func.NewValue(b, OpPhi, t, pos)
	b.InsertAt(len(b.Phis()), v)
	return v
}

// Walk returns b.Values and charges the budget for walking over them. Passes that look at every other value for
// each value are the ones that take long.
func (b *Block) Walk() []*Value {
	b.Func.Spend(1 + len(b.Values))
	return b.Values
}

// Values iterates over the values of blocks and charges the budget for it.
func Values(blocks []*Block) iter.Seq[*Value] {
	return func(yield func(*Value) bool) {
		for _, b := range blocks {
			for _, v := range b.Walk() {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// InsertAt inserts v, a value of b, at index i of b.Values.
func (b *Block) InsertAt(i int, v *Value) {
	b.room()
	b.Values = append(b.Values, nil)
	copy(b.Values[i+1:], b.Values[i:])
	b.Values[i] = v
	v.Block = b
}

// InsertBefore creates a value before mark, a value of the same block.
func (b *Block) InsertBefore(mark *Value, op Op, t Type, pos Pos, args ...*Value) *Value {
	v := b.Func.NewValue(b, op, t, pos, args...)
	b.InsertAt(b.indexOf(mark), v)
	return v
}

// InsertBehind creates a value behind mark, a value of the same block.
func (b *Block) InsertBehind(mark *Value, op Op, t Type, pos Pos, args ...*Value) *Value {
	v := b.Func.NewValue(b, op, t, pos, args...)
	b.InsertAt(b.indexOf(mark)+1, v)
	return v
}

// indexOf returns the index of v in b.Values.
func (b *Block) indexOf(v *Value) int {
	for i, w := range b.Values {
		if w == v {
			return i
		}
	}
	panic("ir: the value is not in the block")
}

// Remove removes v from its block and drops its arguments. v must have no uses.
// It is not inlined, for the size of programs.
//
//go:noinline
func (b *Block) Remove(v *Value) {
	v.ResetArgs()
	for i, w := range b.Values {
		if w == v {
			b.Values = append(b.Values[:i], b.Values[i+1:]...)
			v.Block = nil
			return
		}
	}
	panic("ir: Remove: value is not in the block")
}

// Const returns the constant of type t whose lanes all have the given bits. It is in the entry block, and equal
// constants share one value.
func (f *Func) Const(t Type, bits uint64) *Value {
	return f.entryValue(OpConst, t, int64(Truncate(t.Elem, bits)))
}

// ConstInt returns the integer (or pointer-sized) constant n of type t.
// It is not inlined, for the size of programs.
//
//go:noinline
func (f *Func) ConstInt(t Type, n int64) *Value { return f.Const(t, uint64(n)) }

// ConstBool returns the bool, or the mask, whose lanes are all b.
func (f *Func) ConstBool(t Type, b bool) *Value {
	if b {
		return f.Const(t, 1)
	}
	return f.Const(t, 0)
}

// ConstFloat returns the float constant x, rounded to t's element.
func (f *Func) ConstFloat(t Type, x float64) *Value { return f.Const(t, narrow(t.Elem, x)) }

// FloatBits returns the bits of the float x, rounded to element kind e.
func FloatBits(e Elem, x float64) uint64 { return narrow(e, x) }

// NewLocal adds a local memory object and returns its number, for Arg(OpLocalPtr, n).
func (f *Func) NewLocal(l Local) int {
	f.Locals = append(f.Locals, &l)
	return len(f.Locals) - 1
}

// NewTable returns the number of a read-only table with these contents, for Arg(OpTablePtr, n). Equal tables
// are shared. The bytes must not change afterwards.
// It is not inlined, for the size of programs.
//
//go:noinline
func (f *Func) NewTable(t Table) int {
	for i, x := range f.Tables {
		if x.Elem == t.Elem && x.Name == t.Name && bytes.Equal(x.Data, t.Data) {
			return i
		}
	}
	f.Tables = append(f.Tables, &t)
	return len(f.Tables) - 1
}

// Arg returns the OpArg, OpArgPtr, OpArgLen or OpArgCap of parameter i, the OpLocalPtr of local i, or the
// OpTablePtr of table i. It is in the entry block and is created at most once.
func (f *Func) Arg(op Op, i int) *Value {
	t := TI64
	switch op {
	case OpArgPtr, OpLocalPtr, OpTablePtr:
		t = TPtr
	case OpArg:
		t = Scalar(f.Params[i].Elem)
	}
	return f.entryValue(op, t, int64(i))
}

func (f *Func) entryValue(op Op, t Type, bits int64) *Value {
	if v := f.entries.find(op, t, bits); v != nil {
		return v
	}
	e := f.Entry()
	v := f.NewValue(e, op, t, 0)
	v.AuxInt = bits
	f.insertFirst(e, v) // every other value of the entry block may use it
	f.entries.add(f, v)
	return v
}

// insertFirst inserts v before the other values of b, but after its phis. In a large block it keeps free space
// in front of the values, so that inserting a thousand constants does not move the list each time.
func (f *Func) insertFirst(b *Block, v *Value) {
	n := len(b.Values)
	if n < 64 || b.Values[0].Op == OpPhi {
		b.InsertAt(len(b.Phis()), v)
		return
	}
	if f.ahead == 0 || &f.entryList[f.ahead] != &b.Values[0] {
		f.entryList, f.ahead = f.NewValues(2*n+n/2), n
		copy(f.entryList[n:], b.Values)
	}
	f.ahead--
	f.entryList[f.ahead] = v
	b.Values = f.entryList[f.ahead:][:n+1]
}

// entryTable finds the constants and addresses of the entry block. It is an open-addressing hash table, at most
// half full. Values that were removed or rewritten stay in the table and are skipped.
type entryTable struct {
	at []*Value
	n  int
}

func hashEntry(op Op, t Type, bits int64) uint64 {
	h := uint64(bits)*0x9e3779b97f4a7c15 ^ uint64(op)<<16 ^ uint64(t.Elem)<<8 ^ uint64(t.Lanes)
	return (h ^ h>>29) * 0xbf58476d1ce4e5b9 >> 32
}

func (e *entryTable) find(op Op, t Type, bits int64) *Value {
	if len(e.at) == 0 {
		return nil
	}
	mask := uint64(len(e.at) - 1)
	for i := hashEntry(op, t, bits) & mask; e.at[i] != nil; i = (i + 1) & mask {
		if v := e.at[i]; v.Block != nil && v.Op == op && v.AuxInt == bits && v.Type == t {
			return v
		}
	}
	return nil
}

func (e *entryTable) add(f *Func, v *Value) {
	if 2*e.n >= len(e.at) {
		old := e.at
		e.at, e.n = f.NewValues(max(32, 2*len(old))), 0
		for _, w := range old {
			if w != nil && w.Block != nil {
				e.add(f, w)
			}
		}
	}
	mask := uint64(len(e.at) - 1)
	i := hashEntry(v.Op, v.Type, v.AuxInt) & mask
	for e.at[i] != nil {
		i = (i + 1) & mask
	}
	e.at[i] = v
	e.n++
}

// Fatalf panics with a *Bug, which reports a compiler bug. Only the entry points of compilation recover it, as
// an InternalError.
// It is not inlined, for the size of programs.
//
//go:noinline
func (f *Func) Fatalf(format string, args ...any) {
	panic(&Bug{Func: f.Name, msg: fmt.Sprintf(format, args...)})
}

// Bug is the panic value of Fatalf.
type Bug struct{ Func, msg string }

func (b *Bug) Error() string { return fmt.Sprintf("%s: %s", b.Func, b.msg) }

// Size returns the number of blocks plus the number of values in them.
func (f *Func) Size() int {
	n := len(f.Blocks)
	for _, b := range f.Blocks {
		n += len(b.Values)
	}
	return n
}
