package arm64test

import (
	"math/rand/v2"

	"hotloop/asm"
	"hotloop/asm/arm64"
)

// Program returns a random legal program of about n instructions for e, with labels, branches in both directions,
// references to constants, source positions and, if align is set, alignment.
func Program(r *rand.Rand, e *arm64.Encoder, n int, align bool) (insts []arm64.Inst) {
	forms := Forms()
	labels := make([]asm.Label, 1+n/20)
	at := make([]int, len(labels))
	for i := range labels {
		labels[i] = e.NewLabel()
		at[i] = r.IntN(n)
	}
	var consts []asm.Label
	for range 1 + r.IntN(8) {
		data := make([]byte, 4<<r.IntN(3))
		for i := range data {
			data[i] = byte(r.IntN(2))
		}
		consts = append(consts, e.Const(data, len(data)))
	}
	for i := range n {
		for j := range labels {
			if at[j] == i {
				if align && r.IntN(2) == 0 {
					insts = append(insts, arm64.Align(4<<r.IntN(5), asm.NoLabel))
				}
				insts = append(insts, arm64.Bind(labels[j]))
			}
		}
		var in arm64.Inst
		switch r.IntN(12) {
		case 0:
			in = arm64.JumpIf(arm64.CC(r.IntN(14)), 1)
		case 1:
			in = arm64.New(arm64.MOVI, 4<<r.IntN(2), arm64.GPReg(r.IntN(31))).WithImm(int64(r.Uint64()) >> r.IntN(64))
		default:
			for in = forms[r.IntN(len(forms))].Rand(r); arm64.Check(&in) != nil; {
				in = forms[r.IntN(len(forms))].Rand(r)
			}
		}
		if in.Target != asm.NoLabel {
			in.Target = labels[r.IntN(len(labels))]
		}
		if in.Mem.Label != asm.NoLabel {
			in.Mem.Label = consts[r.IntN(len(consts))]
		}
		in.Pos = int32(i / 3)
		insts = append(insts, in)
	}
	return insts
}
