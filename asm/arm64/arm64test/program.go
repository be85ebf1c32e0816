package arm64test

import (
	"math/rand/v2"

	"hotloop/asm"
	"hotloop/asm/arm64"
	"hotloop/asm/internal/asmtest"
)

// Program returns a random legal program of about n instructions for e, see [asmtest.Generator].
func Program(r *rand.Rand, e *arm64.Encoder, n int, align bool) []arm64.Inst {
	forms := Forms()
	g := asmtest.Generator[arm64.Inst]{
		ConstSizes: 3,
		Align:      func() arm64.Inst { return arm64.Align(4<<r.IntN(5), asm.NoLabel) },
		Bind:       arm64.Bind,
		Pos:        func(in *arm64.Inst) *int32 { return &in.Pos },
		Inst: func(labels, consts []asm.Label) (in arm64.Inst) {
			switch r.IntN(12) {
			case 0:
				in = arm64.JumpIf(arm64.CC(r.IntN(14)), 1)
			case 1:
				return arm64.New(arm64.MOVI, 4<<r.IntN(2), arm64.GPReg(r.IntN(31))).
					WithImm(int64(r.Uint64()) >> r.IntN(64))
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
			return in
		},
	}
	return g.Program(r, &e.Buffer, n, align)
}
