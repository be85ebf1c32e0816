package arm64

import (
	"encoding/binary"
	"fmt"

	"hotloop/asm"
)

// Listing prints a program with offsets and words beside the text, followed by the constants. code must be the
// result of assembling insts. comment and name may be nil; see [asm.Listing].
func Listing(insts []Inst, code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) string {
	l := list(insts, code, comment, name)
	return l.Finish()
}

// Rows returns the lines of a listing without the constants.
func Rows(insts []Inst, code *asm.Code) []asm.Row { return list(insts, code, nil, nil).Rows }

// list makes a listing up to the constants.
func list(insts []Inst, code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) *lister {
	l := &lister{asm.Listing{Code: code, Comment: comment, Name: name, Bytes: 8, Text: 46}}
	var seq [MaxMovConst]Inst
	for i := range insts {
		in := &insts[i]
		l.Index = i
		switch in.Op {
		case LABEL:
			l.Label(in.Target)
			continue
		case ALIGN:
			l.Align(in.String())
			continue
		}
		if err := Check(in); err != nil {
			l.Illegal(err)
			continue
		}
		note := l.Note(in.Pos)
		switch {
		case in.Op == MOVI:
			for _, x := range AppendMovConst(seq[:0], in.Reg[0], int(in.Size), in.Imm) {
				l.row(x.String(), note)
				note = ""
			}
		case opInfo[in.Op].Flags&Branch != 0 && l.grown(in):
			l.row(in.String(), note)
			l.row("", "; inverted, over a branch: the target is out of range")
		default:
			l.row(in.String(), note)
		}
	}
	return l
}

type lister struct{ asm.Listing }

func (l *lister) word() uint32 { return binary.LittleEndian.Uint32(l.Code.Bytes[l.At:]) }

func (l *lister) row(text, note string) { l.Row(4, fmt.Sprintf("%08x", l.word()), text, note) }

// grown reports whether the branch at l.At became long; its word then has the inverted condition.
func (l *lister) grown(in *Inst) bool {
	short, _ := encode(in)
	invert := uint32(1 << 24)
	switch branchKind(in.Op) {
	case kindJump:
		return false
	case kindCond:
		invert = 1
	}
	return (l.word()^short)&invert != 0
}
