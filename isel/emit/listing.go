package emit

import (
	"hotloop/asm"
	"hotloop/isel/mach"
)

// Listing holds what the emitter records for an assembly listing: the instructions in code order, including
// labels and alignment, and the names of labels.
//
// Compilations record one only on request. An instruction takes 48 bytes here, eight times its encoded size, and
// most kernels are never printed. Compilation is deterministic, so a kernel can be compiled again with
// Options.Listing to list it. Package runtime does so and compares the bytes.
type Listing struct {
	// Text and Rows print the instructions, as text and as data. The coder sets them.
	Text func(code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) string
	Rows func(code *asm.Code) []asm.Row
	// Insts has what determines the costs of the instructions, in code order: Op, Size, N, MemPos and Bcst.
	Insts  []mach.Inst
	names  map[asm.Label]string
	blocks map[asm.Label]mach.Block
}

// call records the name of a label, unless l is nil.
func (l *Listing) call(label asm.Label, name string) {
	if l == nil || name == "" {
		return
	}
	if l.names == nil {
		l.names = map[asm.Label]string{}
	}
	l.names[label] = name
}

// begin records that a block begins at a label, unless l is nil.
func (l *Listing) begin(label asm.Label, b *mach.Block) {
	if l == nil {
		return
	}
	l.call(label, b.Name)
	if l.blocks == nil {
		l.blocks = map[asm.Label]mach.Block{}
	}
	l.blocks[label] = mach.Block{ID: b.ID, Name: b.Name, From: b.From, Depth: b.Depth, Freq: b.Freq, Header: b.Header, Cold: b.Cold}
}

// Name returns the name of a label.
func (l *Listing) Name(label asm.Label) string { return l.names[label] }

// Block returns the block that begins at a label, without its instructions and edges, and false if none does.
func (l *Listing) Block(label asm.Label) (b mach.Block, ok bool) {
	b, ok = l.blocks[label]
	return b, ok
}
