package emit

import "hotloop/asm"

// Listing is what the emitter keeps of a program for its assembly listing: the instructions in the order of the code,
// labels and alignment included, and what the labels are called.
//
// Only compilations that are looked at have one. An instruction is 48 bytes here, eight times what it encodes to, and
// most kernels are never printed. As compiling is deterministic, whoever wants to read a kernel compiles its text again
// with Options.Listing; package runtime does so, and compares the bytes.
type Listing struct {
	Text  func(code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) string // made by the coder
	Ops   []uint16                                                                                 // of the instructions, in the order of the code
	names map[asm.Label]string
}

// call names a label; a nil Listing does not care.
func (l *Listing) call(label asm.Label, name string) {
	if l == nil || name == "" {
		return
	}
	if l.names == nil {
		l.names = map[asm.Label]string{}
	}
	l.names[label] = name
}

// Name is what a label is called.
func (l *Listing) Name(label asm.Label) string { return l.names[label] }
