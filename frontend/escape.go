package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

// outliving refuses slices of local arrays that live longer than the array. In Go, an array declared in a loop is a new
// one in each iteration, and a slice of it keeps the old one alive; in a kernel it is the same memory, with zeros stored
// again. The difference shows if an address of the array comes around the loop, which in SSA it does in a phi of the
// loop's head.
func (b *builder) outliving() {
	if len(b.f.Locals) == 0 {
		return
	}
	refused := make([]bool, len(b.f.Locals))
	for _, head := range b.f.Blocks {
		if head.Loop == nil {
			continue
		}
		for _, phi := range head.Phis() {
			if phi.Type != ir.TPtr {
				continue
			}
			for _, n := range localsBehind(phi) {
				if l := b.f.Locals[n]; !refused[n] && inLoop(head, b.made[n]) {
					refused[n] = true
					b.refuse(token.Pos(l.Pos), "a slice or pointer of array "+l.Name+" that outlives an iteration of the loop around it",
						"the array in front of the loop")
				}
			}
		}
	}
}

// localsBehind are the numbers of the Locals that the address p may be in.
func localsBehind(p *ir.Value) (out []int64) {
	seen := map[*ir.Value]bool{p: true}
	work := []*ir.Value{p}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v.Op == ir.OpLocalPtr {
			out = append(out, v.AuxInt)
		}
		for _, a := range v.Args {
			if a.Type == ir.TPtr && !seen[a] {
				seen[a] = true
				work = append(work, a)
			}
		}
	}
	return out
}

// inLoop says whether blk is in the loop of head: a way leads from it back to head that does not pass head before.
func inLoop(head, blk *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	work := append([]*ir.Block(nil), head.Preds[1:]...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] || x == head {
			continue
		}
		seen[x] = true
		if x == blk {
			return true
		}
		work = append(work, x.Preds...)
	}
	return blk == head
}

// dropUnusedTables removes tables that nothing mentions: such as the place nil slices point to, where no such slice is
// left.
func (b *builder) dropUnusedTables() {
	if len(b.f.Tables) == 0 {
		return
	}
	used := make([]bool, len(b.f.Tables))
	for _, v := range b.f.Entry().Values {
		if v.Op == ir.OpTablePtr {
			used[v.AuxInt] = true
		}
	}
	at := make([]int64, len(used))
	kept := b.f.Tables[:0]
	for i, t := range b.f.Tables {
		at[i] = int64(len(kept))
		if used[i] {
			kept = append(kept, t)
		}
	}
	b.f.Tables = kept
	for _, v := range b.f.Entry().Values {
		if v.Op == ir.OpTablePtr {
			v.AuxInt = at[v.AuxInt]
		}
	}
}
