package arm64

import (
	"encoding/binary"
	"fmt"
	"strings"

	"hotloop/asm"
)

// Listing prints a program with offsets and words beside the text, and the constants behind it. insts must be what code
// was assembled from. comment, if not nil, is asked about every source position, and what it says is put on the first
// line that comes from there. name, if not nil, says what a label is called by whoever made it; the empty string is
// nothing.
func Listing(insts []Inst, code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) string {
	l := lister{code: code, name: name}
	last := int32(0)
	pad := 0
	var seq [MaxMovConst]Inst
	for i := range insts {
		in := &insts[i]
		switch in.Op {
		case LABEL:
			l.label(in.Target)
			continue
		case ALIGN:
			n := 0
			if pad < len(code.Pads) {
				n = int(code.Pads[pad].Size)
				pad++
			}
			fmt.Fprintf(&l.b, "%6x  %-8s  %s; %d bytes\n", l.at, "", in.String(), n)
			l.at += n
			continue
		}
		if reason := Check(in); reason != nil {
			fmt.Fprintf(&l.b, "%v\n", reason)
			continue
		}
		note := ""
		if in.Pos != last && in.Pos != 0 && comment != nil {
			if s := comment(in.Pos); s != "" {
				note = "; " + s
			}
		}
		last = in.Pos
		switch {
		case in.Op == MOVI:
			for _, x := range AppendMovConst(seq[:0], in.Reg[0], int(in.Size), in.Imm) {
				l.row(x.String(), note)
				note = ""
			}
		case opInfo[in.Op].Flags&Branch != 0 && l.grown(in):
			l.row(in.String(), note)
			l.row("", "; over that, as it is out of reach")
		default:
			l.row(in.String(), note)
		}
	}
	l.constants()
	return l.b.String()
}

// A lister walks over code.
type lister struct {
	b    strings.Builder
	code *asm.Code
	name func(asm.Label) string
	at   int
}

func (l *lister) label(x asm.Label) {
	l.b.Write(append(appendLabel(nil, x), ':'))
	if l.name != nil {
		if s := l.name(x); s != "" {
			l.b.WriteString(" ; " + s)
		}
	}
	l.b.WriteByte('\n')
}

// row prints the word at l.at and goes behind it.
func (l *lister) row(text, note string) {
	w := binary.LittleEndian.Uint32(l.code.Bytes[l.at:])
	l.b.WriteString(strings.TrimRight(fmt.Sprintf("%6x  %08x  %-46s%s", l.at, w, text, note), " "))
	l.b.WriteByte('\n')
	l.at += 4
}

// grown says whether the branch at l.at became long: its word has the opposite condition then.
func (l *lister) grown(in *Inst) bool {
	short, _ := encode(in)
	invert := uint32(1 << 24)
	switch branchKind(in.Op) {
	case kindJump:
		return false
	case kindCond:
		invert = 1
	}
	return (binary.LittleEndian.Uint32(l.code.Bytes[l.at:])^short)&invert != 0
}

func (l *lister) constants() {
	code := l.code
	l.at = code.ConstOffset
	names := map[int32]asm.Label{}
	for x, off := range code.Labels {
		if int(off) >= l.at && l.at < len(code.Bytes) {
			names[off] = asm.Label(x)
		}
	}
	for l.at < len(code.Bytes) {
		if x := names[int32(l.at)]; x != asm.NoLabel {
			l.label(x)
		}
		n := 1
		for l.at+n < len(code.Bytes) && n < 16 && names[int32(l.at+n)] == asm.NoLabel {
			n++
		}
		fmt.Fprintf(&l.b, "%6x  % x\n", l.at, code.Bytes[l.at:l.at+n])
		l.at += n
	}
}
