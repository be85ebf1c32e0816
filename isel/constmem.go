package isel

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Vector constants of a loop are made in front of it and stay in registers, where there are enough. Functions of package
// math bring more constants than AVX2 has registers; the allocator would make them anew in every iteration, an
// instruction each. So of too many those used once become memory operands, which cost no instruction.

// loopConsts says where the constants of one outermost loop are.
type loopConsts struct {
	of     *ir.Block // in front of the loop; nil before the first
	memory []bool    // by value ID
	uses   []int32   // scratch
}

// constSpare is the number of vector registers that constants leave free: the sum of a polynomial, its argument and the
// power of it in two or three independent chains.
const constSpare = 10

// inMemory says whether constant v is to be a memory operand in the loops around the current block.
func (l *lowerer) inMemory(v *ir.Value) bool {
	pre := l.loops.preheader(l.ib)
	if l.depth == 0 {
		return true
	}
	if pre == nil || int(v.ID) >= l.f.NumValues() {
		return false
	}
	c := &l.consts
	if c.of != pre {
		c.of = pre
		l.placeConsts(pre)
	}
	return c.memory[v.ID]
}

// placeConsts decides for the loop behind pre.
func (l *lowerer) placeConsts(pre *ir.Block) {
	c := &l.consts
	n := l.f.NumValues()
	c.memory, c.uses = zeroed(c.memory, n), zeroed(c.uses, n)
	var found []*ir.Value
	for _, b := range l.order {
		if l.loops.preheader(b) != pre || l.loops.rare[b.ID] {
			continue
		}
		for _, v := range b.Values {
			for _, a := range v.Args {
				if a.Op != ir.OpConst || a.AuxInt == 0 || a.Type.IsMask() || !a.Type.IsVector() && !a.Type.Elem.IsFloat() {
					continue
				}
				if c.uses[a.ID]++; c.uses[a.ID] == 1 {
					found = append(found, a)
				}
			}
		}
	}
	free := l.t.NumRegs(tti.Vec) - constSpare
	for _, v := range found {
		if c.uses[v.ID] > 1 {
			free--
		}
	}
	for _, v := range found {
		if c.uses[v.ID] > 1 {
			continue
		}
		free--
		c.memory[v.ID] = free < 0
	}
}
