package amd64test

import (
	"math/rand/v2"

	"hotloop/asm"
	"hotloop/asm/amd64"
)

// Program returns a random legal program of about n instructions for e, with labels, branches in both directions,
// references to constants, source positions and, if align is set, alignment.
func Program(r *rand.Rand, e *amd64.Encoder, n int, align bool) (insts []amd64.Inst) {
	forms := Forms()
	labels := make([]asm.Label, 1+n/20)
	at := make([]int, len(labels))
	for i := range labels {
		labels[i] = e.NewLabel()
		at[i] = r.IntN(n)
	}
	var consts []asm.Label
	for range 1 + r.IntN(8) {
		data := make([]byte, 4<<r.IntN(5))
		for i := range data {
			data[i] = byte(r.IntN(2))
		}
		consts = append(consts, e.Const(data, len(data)))
	}
	for i := range n {
		for j := range labels {
			if at[j] == i {
				if align && r.IntN(2) == 0 {
					insts = append(insts, amd64.Align(1<<r.IntN(7), asm.NoLabel))
				}
				insts = append(insts, amd64.Bind(labels[j]))
			}
		}
		var in amd64.Inst
		switch k := r.IntN(20); {
		case k < 2:
			in = amd64.Jcc(amd64.CC(r.IntN(16)), labels[r.IntN(len(labels))])
		case k == 2:
			in = amd64.Jump(labels[r.IntN(len(labels))])
		default:
			for {
				in = forms[r.IntN(len(forms))].Rand(r)
				if in.MemPos >= 0 && !amd64.Info(in.Op).Operands[in.MemPos].VSIB && r.IntN(3) == 0 {
					l := consts[r.IntN(len(consts))]
					if r.IntN(8) == 0 {
						l = labels[r.IntN(len(labels))]
					}
					in.Mem = amd64.PtrLabel(l, int32(r.IntN(3)*4))
				}
				if amd64.Check(&in) == nil {
					break
				}
			}
		}
		in.Pos = int32(i / 3)
		insts = append(insts, in)
	}
	return insts
}
