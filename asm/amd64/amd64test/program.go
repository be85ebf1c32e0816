package amd64test

import (
	"math/rand/v2"

	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/asm/internal/asmtest"
)

// Program returns a random legal program of about n instructions for e, see [asmtest.Generator].
func Program(r *rand.Rand, e *amd64.Encoder, n int, align bool) []amd64.Inst {
	forms := Forms()
	g := asmtest.Generator[amd64.Inst]{
		ConstSizes: 5,
		Align:      func() amd64.Inst { return amd64.Align(1<<r.IntN(7), asm.NoLabel) },
		Bind:       amd64.Bind,
		Pos:        func(in *amd64.Inst) *int32 { return &in.Pos },
		Inst: func(labels, consts []asm.Label) (in amd64.Inst) {
			switch k := r.IntN(20); {
			case k < 2:
				return amd64.Jcc(amd64.CC(r.IntN(16)), labels[r.IntN(len(labels))])
			case k == 2:
				return amd64.Jump(labels[r.IntN(len(labels))])
			}
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
					return in
				}
			}
		},
	}
	return g.Program(r, &e.Buffer, n, align)
}
