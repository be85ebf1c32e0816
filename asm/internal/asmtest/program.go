package asmtest

import (
	"math/rand/v2"

	"hotloop/asm"
)

// A Generator makes random programs of instructions I.
type Generator[I any] struct {
	ConstSizes int // how many sizes of constants there are, from 4 bytes on
	Align      func() I
	Bind       func(asm.Label) I
	// Inst returns a legal instruction, which may refer to the labels of code and to those of constants.
	Inst func(labels, consts []asm.Label) I
	Pos  func(in *I) *int32 // where its source position is
}

// Program returns a program of about n instructions for what is assembled in b, with labels, branches in both
// directions, references to constants, source positions and, if align is set, alignment.
func (g *Generator[I]) Program(r *rand.Rand, b *asm.Buffer, n int, align bool) (insts []I) {
	labels := make([]asm.Label, 1+n/20)
	at := make([]int, len(labels))
	for i := range labels {
		labels[i] = b.NewLabel()
		at[i] = r.IntN(n)
	}
	var consts []asm.Label
	for range 1 + r.IntN(8) {
		data := make([]byte, 4<<r.IntN(g.ConstSizes))
		for i := range data {
			data[i] = byte(r.IntN(2))
		}
		consts = append(consts, b.Const(data, len(data)))
	}
	for i := range n {
		for j := range labels {
			if at[j] == i {
				if align && r.IntN(2) == 0 {
					insts = append(insts, g.Align())
				}
				insts = append(insts, g.Bind(labels[j]))
			}
		}
		in := g.Inst(labels, consts)
		*g.Pos(&in) = int32(i / 3)
		insts = append(insts, in)
	}
	return insts
}
