package isel

import (
	"fmt"
	"io"
	"strings"

	"hotloop/asm"
	"hotloop/loopopt/ir"
)

// Listing is what the emitter keeps of a program for its assembly listing: the instructions in the order of the code,
// labels and alignment included, and what the labels are called.
//
// Only compilations that are looked at have one. An instruction is 48 bytes here, eight times what it encodes to, and most
// kernels are never printed. As compiling is deterministic, whoever wants to read a kernel compiles its text again with
// Options.Listing; package runtime does so, and compares the bytes.
type Listing struct {
	text  func(code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) string // made by the coder
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

func (l *Listing) name(label asm.Label) string { return l.names[label] }

// String is the listing without positions.
func (c *Code) String() string {
	var b strings.Builder
	c.Print(&b, nil)
	return b.String()
}

// Print writes a listing: offset, bytes and instruction, the blocks' names at their labels, the constants behind the
// code, and a note where the code of another source position starts. note may be nil, and may say nothing. It takes
// Options.Listing; without it there are only bytes.
func (c *Code) Print(w io.Writer, note func(ir.Pos) string) error {
	if _, err := fmt.Fprintf(w, "%s (%s): %d bytes of code, %d in all, frame %d\n", c.name, c.isa, c.asm.TextSize, len(c.Text), c.FrameBytes); err != nil {
		return err
	}
	if c.list == nil {
		for at := 0; at < c.asm.TextSize; at += 16 {
			if _, err := fmt.Fprintf(w, "%6x  % x\n", at, c.Text[at:min(at+16, c.asm.TextSize)]); err != nil {
				return err
			}
		}
		return nil
	}
	comment := func(pos int32) string {
		if note == nil || pos == 0 {
			return ""
		}
		return note(ir.Pos(pos))
	}
	_, err := io.WriteString(w, c.list.text(&c.asm, comment, c.list.name))
	return err
}
