package amd64

import (
	"fmt"
	"strings"

	"hotloop/asm"
)

// Listing prints a program with offsets and bytes beside the text, and the constants behind it. insts must be what code
// was assembled from. comment, if not nil, is asked about every source position, and what it says is put on the first
// line that comes from there. name, if not nil, says what a label is called by whoever made it; the empty string is
// nothing.
func Listing(insts []Inst, code *asm.Code, comment func(pos int32) string, name func(asm.Label) string) string {
	var b strings.Builder
	var text, scratch []byte
	at, pad := 0, 0
	last := int32(0)
	label := func(l asm.Label) {
		b.Write(append(appendLabel(nil, l), ':'))
		if name != nil {
			if s := name(l); s != "" {
				b.WriteString(" ; " + s)
			}
		}
		b.WriteByte('\n')
	}
	row := func(n int, text []byte, note string) {
		b.WriteString(strings.TrimRight(fmt.Sprintf("%6x  %-24x  %-52s%s", at, code.Bytes[at:at+n], text, note), " "))
		b.WriteByte('\n')
		at += n
	}
	for i := range insts {
		in := &insts[i]
		text = in.AppendText(text[:0])
		n := 0
		switch {
		case in.Op == LABEL:
			label(in.Target)
			continue
		case in.Op == ALIGN:
			if pad < len(code.Pads) {
				n = int(code.Pads[pad].Size)
				pad++
			}
			fmt.Fprintf(&b, "%6x  %-24s  %s; %d bytes\n", at, "", text, n)
			at += n
			continue
		case opInfo[in.Op].Flags&Branch != 0:
			n = branchSize(code.Bytes[at:])
		default:
			t, reason := check(in)
			if reason != "" {
				fmt.Fprintf(&b, "%s: %s\n", text, reason)
				continue
			}
			scratch, _ = appendInst(scratch[:0], in, t)
			n = len(scratch)
		}
		note := ""
		if in.Pos != last && in.Pos != 0 && comment != nil {
			if s := comment(in.Pos); s != "" {
				note = "; " + s
			}
		}
		last = in.Pos
		row(n, text, note)
	}
	if at = code.ConstOffset; at < len(code.Bytes) {
		names := map[int32]asm.Label{}
		for l, off := range code.Labels {
			if int(off) >= at {
				names[off] = asm.Label(l)
			}
		}
		for at < len(code.Bytes) {
			if l := names[int32(at)]; l != asm.NoLabel {
				label(l)
			}
			n := 1
			for at+n < len(code.Bytes) && n < 16 && names[int32(at+n)] == asm.NoLabel {
				n++
			}
			fmt.Fprintf(&b, "%6x  % x\n", at, code.Bytes[at:at+n])
			at += n
		}
	}
	return b.String()
}

// branchSize returns the bytes of the branch that b starts with.
func branchSize(b []byte) int {
	switch b[0] {
	case 0xe9:
		return 5
	case 0x0f:
		return 6
	}
	return 2
}
