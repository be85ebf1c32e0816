package amd64

import (
	"fmt"

	"hotloop/asm"
)

// Listing prints a program with offsets and encoded bytes beside the text, followed by the constants. code must
// be the result of assembling insts. comment and name may be nil; see [asm.Listing].
func Listing(insts []Inst, code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) string {
	l := list(insts, code, comment, name)
	return l.Finish()
}

// Rows returns the lines of a listing without the constants.
func Rows(insts []Inst, code *asm.Code) []asm.Row { return list(insts, code, nil, nil).Rows }

// list makes a listing up to the constants.
func list(insts []Inst, code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) *asm.Listing {
	l := &asm.Listing{Code: code, Comment: comment, Name: name, Bytes: 24, Text: 52}
	var scratch []byte
	for i := range insts {
		in := &insts[i]
		l.Index = i
		n := 0
		switch {
		case in.Op == LABEL:
			l.Label(in.Target)
			continue
		case in.Op == ALIGN:
			l.Align(in.String())
			continue
		case opInfo[in.Op].Flags&Branch != 0:
			n = branchSize(code.Bytes[l.At:])
		default:
			t, reason := check(in)
			if reason != "" {
				l.Illegal(set().Illegal(in, reason))
				continue
			}
			scratch, _ = appendInst(scratch[:0], in, t)
			n = len(scratch)
		}
		l.Row(n, fmt.Sprintf("%x", code.Bytes[l.At:l.At+n]), in.String(), l.Note(in.Pos))
	}
	return l
}

// branchSize returns the size of the branch at the start of b.
func branchSize(b []byte) int {
	switch b[0] {
	case 0xe9:
		return 5
	case 0x0f:
		return 6
	}
	return 2
}
