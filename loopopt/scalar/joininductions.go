package scalar

import "hotloop/loopopt/ir"

// JoinInductions merges counters of a loop that differ by a constant.
//
// Before, after the rotation of for i := 0; i+3 < n; i += 4:
//
//	i := phi(0, i+4); j := phi(3, i+7)
//
// After:
//
//	i := phi(0, i+4); j := i+3
//
// The same holds for counters carried by strip-mined loops, and for their final values behind loops: any phis of a
// block may be joined.
//
// Legal always: the phis of a block take their values together. If a distance holds for the values from every
// predecessor, given that it held for the phis before, it holds always; and sums wrap alike.
// Pays because the sum becomes part of addresses, which are then recognized as adjacent.
// Reads nothing; leaves nothing.
// Remarks: none.
func JoinInductions(f *ir.Func) bool {
	changed := false
	for joinPhis(f) { // joining phis may make the arguments of other phis differ by a constant
		changed = true
	}
	return changed
}

// joinPhis joins phis that differ by a constant.
func joinPhis(f *ir.Func) bool {
	changed := false
	for _, b := range f.Blocks {
		phis := b.Phis()
		if len(phis) < 2 {
			continue
		}
		phis = append(make([]*ir.Value, 0, 8), phis...)
		kept := make([]*ir.Value, 0, 8) // on the stack
		for _, phi := range phis {
			if phi.Type != ir.TI64 {
				continue
			}
			joined := false
			for _, to := range kept {
				if d, ok := distance(phi, to); ok {
					sum := f.NewValue(b, ir.OpAdd, phi.Type, phi.Pos, to, f.ConstInt(ir.TI64, d))
					b.InsertAt(len(phis), sum)
					phi.CopyOf(sum)
					joined, changed = true, true
					break
				}
			}
			if !joined {
				kept = append(kept, phi)
			}
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// distance returns the constant by which phi is always ahead of another phi of its block, if there is one other than 0.
func distance(phi, to *ir.Value) (d int64, ok bool) {
	for i, a := range phi.Args {
		root, c := SplitIndex(a)
		if toRoot, toC := SplitIndex(to.Args[i]); root == toRoot {
			d = c - toC
			p := aheadProof{}
			return d, d != 0 && p.ahead(phi, to, d)
		}
	}
	return 0, false
}

// aheadProof holds the pairs of phis that are assumed to differ by a constant while the proof is under way.
type aheadProof struct {
	pairs [maxPhiPairs]struct {
		a, b *ir.Value
		d    int64
	}
	n int
}

// maxPhiPairs bounds a proof. A strip-mined loop has two loops and the block behind each.
const maxPhiPairs = 8

// ahead reports whether a is always b + d where both are known.
func (p *aheadProof) ahead(a, b *ir.Value, d int64) bool {
	a, ca := SplitIndex(a)
	b, cb := SplitIndex(b)
	d += cb - ca
	if a == b {
		return d == 0
	}
	if a == nil || b == nil || a.Op != ir.OpPhi || b.Op != ir.OpPhi || a.Block != b.Block {
		return false
	}
	for i := range p.n {
		if q := &p.pairs[i]; q.a == a && q.b == b {
			return q.d == d
		}
	}
	if p.n == len(p.pairs) {
		return false
	}
	p.pairs[p.n].a, p.pairs[p.n].b, p.pairs[p.n].d = a, b, d
	p.n++
	for i := range a.Args {
		if !p.ahead(a.Args[i], b.Args[i], d) {
			return false
		}
	}
	return true
}
