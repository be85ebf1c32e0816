package ir

import "hotloop/reuse"

// The values and blocks of a function and the tables that analyses keep about them were half of what a compilation
// allocated, and with the small heaps of most programs the garbage collector's share of the time follows what is
// allocated. Where a compilation knows when it is done with a function, it makes it of that memory and gives it back to
// the next one.

// With that 44 KB are allocated for a kernel instead of 118. reusedmemory_test.go compares with fresh memory.

// memory is what a function and the tables about it lie in. All that has not been handed out is zero.
type memory struct {
	values    Slab[Value]
	blocks    Slab[Block]
	valuePtrs Slab[*Value]
	blockPtrs Slab[*Block]
	ints      Slab[int32]
	flags     Slab[bool]
	shapes    Slab[shape]
	doms      Slab[Dom]
	domNodes  Slab[domNode]
	backEdges Slab[BackEdge]

	attached []Attachment
}

// Attachment is what another package keeps with the memory of a function: tables of its own, for use by later
// functions.
type Attachment interface {
	// Release is called when the function is released; nothing handed out is used any more.
	Release()
	// Bytes is how much of the memory has been handed out.
	Bytes() int
}

var memories = reuse.Pool[memory]{New: func() *memory { return new(memory) }} // bounded by slabLimit

// Release gives the memory of f back for other functions: its values and blocks, and what NewFlags and the like handed
// out. Nobody may use them afterwards. What describes a kernel in use (parameters, sites, locals, tables, Position)
// stays valid. A function that is not transient is left alone.
func (f *Func) Release() {
	m := f.mem
	if m == nil {
		return
	}
	for _, a := range m.attached {
		a.Release()
	}
	m.values.Reset()
	m.blocks.Reset()
	m.valuePtrs.Reset()
	m.blockPtrs.Reset()
	m.ints.Reset()
	m.flags.Reset()
	m.shapes.Reset()
	m.doms.Reset()
	m.domNodes.Reset()
	m.backEdges.Reset()
	f.mem, f.Blocks, f.entries, f.spare, f.shape, f.entryList, f.ahead = nil, nil, entryTable{}, nil, nil, nil, 0
	f.copies = nil
	memories.Put(m)
}

// MemoryBytes is how much memory f, the tables about it and those of other packages have taken of what Release gives back:
// what a compilation works in, but for the lists that blocks have outgrown.
func (f *Func) MemoryBytes() int {
	m := f.mem
	if m == nil {
		return 0
	}
	n := Bytes(&m.values, &m.blocks, &m.valuePtrs, &m.blockPtrs, &m.ints, &m.flags, &m.shapes, &m.doms, &m.domNodes,
		&m.backEdges)
	for _, a := range m.attached {
		n += a.Bytes()
	}
	return n
}

// Bytes is how much has been handed out of all of the slabs.
func Bytes(slabs ...interface{ Bytes() int }) (n int) {
	for _, s := range slabs {
		n += s.Bytes()
	}
	return n
}

// NewTransient is an empty function, like NewFunc's, that lies in memory which other functions have used. Its owner
// calls Release.
func NewTransient(name string) *Func {
	f := &Func{Name: name, mem: memories.Get()}
	f.NewBlock("entry")
	return f
}

// Attached is what a package keeps with f's memory, one of each type: a new one if there is none, or if f has no memory
// that stays.
func Attached[T any, P interface {
	*T
	Attachment
}](f *Func) P {
	if f.mem == nil {
		return new(T)
	}
	for _, a := range f.mem.attached {
		if p, ok := a.(P); ok {
			return p
		}
	}
	p := P(new(T))
	f.mem.attached = append(f.mem.attached, p)
	return p
}

// NewFlags is a table of n flags that lives as long as f. Like all such tables it is zero, and its capacity is its
// length.
func (f *Func) NewFlags(n int) []bool {
	f.Spend(n)
	if f.mem == nil {
		return make([]bool, n)
	}
	return f.mem.flags.Take(n)
}

// NewInts is a table of n numbers that lives as long as f.
func (f *Func) NewInts(n int) []int32 {
	f.Spend(2 * n)
	if f.mem == nil {
		return make([]int32, n)
	}
	return f.mem.ints.Take(n)
}

// NewValues is a table of n values that lives as long as f.
func (f *Func) NewValues(n int) []*Value {
	f.Spend(4 * n)
	if f.mem == nil {
		return make([]*Value, n)
	}
	return f.mem.valuePtrs.Take(n)
}

// NewBlocks is a table of n blocks that lives as long as f.
func (f *Func) NewBlocks(n int) []*Block {
	f.Spend(4 * n)
	if f.mem == nil {
		return make([]*Block, n)
	}
	return f.mem.blockPtrs.Take(n)
}

// appendBlock is append to a short list that lives as long as f.
func (f *Func) appendBlock(list []*Block, b *Block) []*Block {
	if n := len(list); n == cap(list) {
		bigger := f.NewBlocks(max(4, 2*n))
		list = bigger[:copy(bigger, list)]
	}
	return append(list, b)
}

// AppendValue is append to a list that lives as long as f.
func (f *Func) AppendValue(list []*Value, v *Value) []*Value {
	if n := len(list); n == cap(list) {
		bigger := f.NewValues(max(8, 2*n))
		list = bigger[:copy(bigger, list)]
	}
	return append(list, v)
}

// newShape is an unused shape.
func (f *Func) newShape() *shape {
	if f.mem == nil {
		return new(shape)
	}
	return &f.mem.shapes.Take(1)[0]
}

// newDom is an unused dominator tree.
func (f *Func) newDom() *Dom {
	if f.mem == nil {
		return new(Dom)
	}
	return &f.mem.doms.Take(1)[0]
}

// newDomNodes is room for the nodes of a dominator tree.
func (f *Func) newDomNodes(n int) []domNode {
	f.Spend(8 * n)
	if f.mem == nil {
		return make([]domNode, n)
	}
	return f.mem.domNodes.Take(n)
}

// newBackEdges is room for edges of a dominator tree.
func (f *Func) newBackEdges(n int) []BackEdge {
	f.Spend(4 * n)
	if f.mem == nil {
		return make([]BackEdge, n)
	}
	return f.mem.backEdges.Take(n)
}

// newValue is an unused value.
func (f *Func) newValue() *Value {
	if m := f.mem; m != nil && m.values.used < len(m.values.all) {
		m.values.used++
		return &m.values.all[m.values.used-1]
	}
	if len(f.spare) == 0 {
		f.spare = make([]Value, 64)
		if f.mem != nil {
			f.mem.values.extra += 64
		}
	}
	v := &f.spare[0]
	f.spare = f.spare[1:]
	return v
}

// newBlock is an unused block.
func (f *Func) newBlock() *Block {
	if f.mem == nil {
		return new(Block)
	}
	return &f.mem.blocks.Take(1)[0]
}

// room makes sure that b.Values has room for one more.
func (b *Block) room() {
	if n := len(b.Values); n == cap(b.Values) {
		bigger := b.Func.NewValues(max(8, 2*n))
		b.Values = bigger[:copy(bigger, b.Values)]
	}
}
