package emit

import "hotloop/asm"

// Listing holds what the emitter records for an assembly listing: the instructions in code order, including
// labels and alignment, and the names of labels.
//
// Compilations record one only on request. An instruction takes 48 bytes here, eight times its encoded size, and
// most kernels are never printed. Compilation is deterministic, so a kernel can be compiled again with
// Options.Listing to list it. Package runtime does so and compares the bytes.
type Listing struct {
	Text  func(code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) string // set by the coder
	Ops   []uint16                                                                                 // Ops of the instructions, in code order
	names map[asm.Label]string
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

// Name returns the name of a label.
func (l *Listing) Name(label asm.Label) string { return l.names[label] }
