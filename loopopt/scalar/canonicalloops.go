package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// CanonicalLoops gives every loop a preheader, a single latch, and dedicated exits.
func CanonicalLoops(f *ir.Func) bool {
	changed := false
	for again := true; again; {
		again = false
		li := analysis.FindLoops(f, f.Dominators())
		for _, l := range li.Loops {
			if l.FindPreheader(); !l.Entered() { // the exit of a preceding loop may have become one
				l.Parent.Include(joinPreds(l.Header, func(p *ir.Block) bool { return !l.Contains(p) }, "preheader"))
				changed = true
			}
			if l.Latch == nil {
				l.Include(joinPreds(l.Header, l.Contains, "latch"))
				changed = true
			}
			for _, e := range l.Exits {
				shared, own := false, false
				for _, p := range e.Preds {
					if l.Contains(p) {
						own = true
					} else {
						shared = true
					}
				}
				if !own { // its edges from l lead to an outer loop's new exit by now, which may be shared
					again = true
					continue
				}
				if !shared {
					continue
				}
				n := joinPreds(e, l.Contains, "exit")
				changed = true
				if p := l.Parent; p != nil && !p.Contains(e) {
					again = true // the exit of an outer loop too, which was already visited
					break
				}
				l.Parent.Include(n)
			}
			if again {
				break
			}
		}
	}
	return changed
}

// joinPreds routes the chosen predecessors of b through a new block.
func joinPreds(b *ir.Block, chosen func(*ir.Block) bool, name string) *ir.Block {
	f := b.Func
	n := f.NewBlock(name)
	in := make([]*ir.Block, 0, 8) // on the stack
	for _, p := range b.Preds {
		if chosen(p) {
			in = append(in, p)
		}
	}
	phis := b.Phis()
	merged := make([]*ir.Value, 0, 16)
	for _, phi := range phis {
		if len(in) == 1 {
			merged = append(merged, phi.Args[b.PredIndex(in[0])])
			continue
		}
		m := n.NewPhi(phi.Type, phi.Pos)
		for _, p := range in {
			m.AddArg(phi.Args[b.PredIndex(p)])
		}
		merged = append(merged, m)
	}
	for _, p := range in {
		p.ReplaceSucc(b, n)
	}
	n.SetJump(b)
	for i, phi := range phis {
		phi.AddArg(merged[i])
	}
	return n
}
