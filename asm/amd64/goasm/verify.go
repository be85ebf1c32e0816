package goasm

import (
	"bytes"
	"fmt"

	"hotloop/asm"
	"hotloop/asm/amd64"
)

func init() { amd64.RegisterVerifier(Verify) }

// Verify assembles insts with golang-asm and compares the result with code, which an amd64.Encoder assembled from
// insts. Without alignment, it compares the whole program, including branch sizes. Alignment, which golang-asm
// does not support, moves the branches; then Verify compares the instructions between the branches and checks
// each branch separately.
func Verify(insts []amd64.Inst, code *asm.Code) error {
	if len(code.Pads) > 0 {
		return verifyWalk(insts, code)
	}
	want, relocs, err := run(insts, nil)
	if err != nil {
		return err
	}
	if err := resolve(want, relocs, code, func(off int) int { return off }); err != nil {
		return err
	}
	return compare(code.Bytes[:code.TextSize], want, 0)
}

// resolve fills in the RIP-relative displacements of relocs in b; place maps an offset in b to an offset in code.
func resolve(b []byte, relocs []reloc, code *asm.Code, place func(off int) int) error {
	for _, r := range relocs {
		if r.label == asm.NoLabel {
			continue
		}
		at := code.Offset(r.label)
		if at < 0 {
			return fmt.Errorf("goasm: label L%d is not placed", r.label)
		}
		put32(b[r.off:], at+r.add-place(r.off)-4)
	}
	return nil
}

// compare returns an error for the first difference between got and want, which both start at offset base.
func compare(got, want []byte, base int) error {
	if bytes.Equal(got, want) {
		return nil
	}
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	clip := func(b []byte) []byte { return b[max(0, at-8):min(len(b), at+16)] }
	return fmt.Errorf("goasm: code differs from golang-asm's at offset %#x: % x, golang-asm % x", base+at, clip(got),
		clip(want))
}

// verifyWalk walks insts and code in parallel.
func verifyWalk(insts []amd64.Inst, code *asm.Code) error {
	var straight []amd64.Inst // what golang-asm assembles: no branches, labels or alignment
	for i := range insts {
		if !special(insts[i].Op) {
			straight = append(straight, insts[i])
		}
	}
	var starts []int
	want, relocs, err := run(straight, &starts)
	if err != nil {
		return err
	}
	starts = append(starts, len(want))
	text := code.Bytes[:code.TextSize]
	at, pad := 0, 0
	moved := make([]int, len(straight)) // offsets of the instructions in code
	n := 0
	for i := range insts {
		in := &insts[i]
		switch {
		case in.Op == amd64.LABEL:
			if code.Offset(in.Target) != at {
				return fmt.Errorf("goasm: label L%d is at %#x, not %#x", in.Target, code.Offset(in.Target), at)
			}
		case in.Op == amd64.ALIGN:
			p := code.Pads[pad]
			pad++
			optional := p.Size == 0 && in.Target != asm.NoLabel
			if int(p.Offset) != at || (at+int(p.Size))%int(in.Imm) != 0 && !optional || int64(p.Size) >= in.Imm {
				return fmt.Errorf("goasm: bad padding at %#x", at)
			}
			at += int(p.Size)
		case special(in.Op):
			size, err := checkBranch(text, at, in, code.Offset(in.Target))
			if err != nil {
				return err
			}
			at += size
		default:
			moved[n] = at
			at += starts[n+1] - starts[n]
			n++
		}
	}
	if at != len(text) {
		return fmt.Errorf("goasm: %#x bytes of code, golang-asm %#x", len(text), at)
	}
	n = 0
	err = resolve(want, relocs, code, func(off int) int {
		for starts[n+1] <= off {
			n++
		}
		return moved[n] + off - starts[n]
	})
	if err != nil {
		return err
	}
	for i := range straight {
		w := want[starts[i]:starts[i+1]]
		if err := compare(text[moved[i]:moved[i]+len(w)], w, moved[i]); err != nil {
			return fmt.Errorf("%w: %v", err, straight[i])
		}
	}
	return nil
}

func special(op amd64.Op) bool {
	return op == amd64.LABEL || op == amd64.ALIGN || amd64.Info(op).Flags&amd64.Branch != 0
}

// checkBranch checks that the branch at offset at jumps to target under the right condition, and returns its
// size.
func checkBranch(text []byte, at int, in *amd64.Inst, target int) (size int, err error) {
	short, long := []byte{0xeb}, []byte{0xe9}
	if in.Op == amd64.JCC {
		short, long = []byte{0x70 | byte(in.CC)}, []byte{0x0f, 0x80 | byte(in.CC)}
	}
	rel := 0
	switch b := text[at:]; {
	case bytes.HasPrefix(b, short) && len(b) >= 2:
		size, rel = 2, int(int8(b[1]))
	case bytes.HasPrefix(b, long) && len(b) >= len(long)+4:
		size = len(long) + 4
		d := b[len(long):]
		rel = int(int32(uint32(d[0]) | uint32(d[1])<<8 | uint32(d[2])<<16 | uint32(d[3])<<24))
	default:
		return 0, fmt.Errorf("goasm: no branch at %#x", at)
	}
	if at+size+rel != target {
		return 0, fmt.Errorf("goasm: branch at %#x goes to %#x, not to L%d at %#x", at, at+size+rel, in.Target, target)
	}
	return size, nil
}
