package asm

import (
	"fmt"
	"strconv"
	"strings"
)

// AppendText appends the name of l to dst.
func (l Label) AppendText(dst []byte) []byte {
	return strconv.AppendInt(append(dst, 'L'), int64(l), 10)
}

// A Listing prints a program line by line in instruction order, with offsets and encoded bytes beside the text.
type Listing struct {
	Code *Code
	// Comment, if not nil, returns the comment for a source position. The Listing prints it on the first line of
	// each run of instructions from that position.
	Comment func(pos int32) string
	// Name, if not nil, returns the name that the creator of a label gave it, or the empty string for none.
	Name func(Label) string
	// Bytes is the width of the column of encoded bytes; Text is the width of the column of instructions.
	Bytes, Text int

	At    int   // offset of the next line
	Rows  []Row // the lines so far
	Index int   // of the instruction that the next line prints
	b     strings.Builder
	pads  int
	last  int32
}

// Row is a line of a listing as data: a label or an instruction.
type Row struct {
	Offset, Size int    // of the code
	Label        Label  // bound here; NoLabel for an instruction
	Text         string // of the instruction
	Pos          int32  // source position of the instruction
	Index        int    // of the instruction in the program
}

// Label prints the line that binds x.
func (l *Listing) Label(x Label) {
	l.Rows = append(l.Rows, Row{Offset: l.At, Label: x, Index: l.Index})
	l.b.Write(append(x.AppendText(nil), ':'))
	if l.Name != nil {
		if s := l.Name(x); s != "" {
			l.b.WriteString(" ; " + s)
		}
	}
	l.b.WriteByte('\n')
}

// Align prints an alignment and advances At past its padding.
func (l *Listing) Align(text string) {
	n := 0
	if l.pads < len(l.Code.Pads) {
		n = int(l.Code.Pads[l.pads].Size)
		l.pads++
	}
	fmt.Fprintf(&l.b, "%6x  %-*s  %s; %d bytes\n", l.At, l.Bytes, "", text, n)
	l.At += n
}

// Illegal prints the error of an instruction that cannot be encoded.
func (l *Listing) Illegal(err error) { fmt.Fprintf(&l.b, "%v\n", err) }

// Note returns the comment on an instruction from source position pos.
func (l *Listing) Note(pos int32) (note string) {
	if pos != l.last && pos != 0 && l.Comment != nil {
		if s := l.Comment(pos); s != "" {
			note = "; " + s
		}
	}
	l.last = pos
	return note
}

// Row prints an instruction of n bytes, whose bytes are formatted in code, and advances At past it.
func (l *Listing) Row(n int, code, text, note string) {
	l.Rows = append(l.Rows, Row{Offset: l.At, Size: n, Text: text, Pos: l.last, Index: l.Index})
	row := fmt.Sprintf("%6x  %-*s  %-*s%s", l.At, l.Bytes, code, l.Text, text, note)
	l.b.WriteString(strings.TrimRight(row, " ") + "\n")
	l.At += n
}

// Finish prints the constants and returns the whole listing.
func (l *Listing) Finish() string {
	code := l.Code
	l.At = code.ConstOffset
	names := map[int32]Label{}
	for x, off := range code.Labels {
		if int(off) >= l.At && l.At < len(code.Bytes) {
			names[off] = Label(x)
		}
	}
	for l.At < len(code.Bytes) {
		if x := names[int32(l.At)]; x != NoLabel {
			l.Label(x)
		}
		n := 1
		for l.At+n < len(code.Bytes) && n < 16 && names[int32(l.At+n)] == NoLabel {
			n++
		}
		fmt.Fprintf(&l.b, "%6x  % x\n", l.At, code.Bytes[l.At:l.At+n])
		l.At += n
	}
	return l.b.String()
}
