package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Simplify simplifies the control flow graph.
//
// Before:
//
//	a: if true goto b else c;   b: goto d;   d (entered from b only): …
//
// After:
//
//	a: …
//
// Legal always. Pays always.
// Reads nothing; leaves loop metadata in place.
// Remarks: none.
func Simplify(f *ir.Func) bool {
	changed := false
	for again := true; again; {
		again = foldBranches(f)
		for _, b := range f.Blocks {
			for b.Kind == ir.BlockJump && (mergeNext(b) || skipEmpty(b)) {
				again = true
			}
		}
		f.RemoveUnreachable()
		for _, b := range f.Blocks {
			for _, phi := range b.Values {
				if phi.Op != ir.OpPhi {
					break
				}
				if v := samePhi(phi); v != nil {
					phi.CopyOf(v)
					again = true
				}
			}
		}
		f.ElimCopies()
		changed = changed || again
	}
	return changed
}

// foldBranches turns all branches on constants into jumps, and reports whether there were any.
func foldBranches(f *ir.Func) bool {
	first := slices.IndexFunc(f.Blocks, decided)
	if first < 0 {
		return false
	}
	type head struct {
		b     *ir.Block
		preds int
	}
	heads := make([]head, 0, 16) // on the stack
	for _, b := range f.Blocks {
		if b.Loop != nil {
			heads = append(heads, head{b, len(b.Preds)})
		}
	}
	for _, b := range f.Blocks[first:] {
		foldBranch(b)
	}
	f.RemoveUnreachable()
	for _, h := range heads {
		if n := len(h.b.Preds); n > 0 && n < h.preds { // the removed edge may have been a loop's only back edge
			f.DropStaleLoops()
			break
		}
	}
	return true
}

// decided reports whether b ends in a branch on a constant.
func decided(b *ir.Block) bool { return b.Kind == ir.BlockIf && b.Control.IsConst() }

// foldBranch turns a branch on a constant into a jump.
func foldBranch(b *ir.Block) bool {
	if !decided(b) {
		return false
	}
	drop := b.Succs[0]
	if b.Control.AuxInt != 0 {
		drop = b.Succs[1]
	}
	b.RemoveSucc(drop)
	b.SetJump(nil)
	return true
}

// mergeNext merges b's only successor into b if b is its only predecessor.
func mergeNext(b *ir.Block) bool {
	if b.Kind != ir.BlockJump || len(b.Succs) != 1 {
		return false
	}
	s := b.Succs[0]
	if len(s.Preds) != 1 || s == b || s == s.Func.Entry() || s.Loop != nil {
		return false
	}
	phis := s.Phis() // these become copies in order; the list stays valid
	for _, phi := range phis {
		phi.CopyOf(phi.Args[0])
	}
	b.Absorb(s)
	b.Kind, b.Likely = s.Kind, s.Likely
	b.SetControl(s.Control)
	b.SetSuccs(s.Succs...)
	for _, t := range b.Succs {
		t.ReplacePred(s, b)
	}
	s.Abandon()
	if b.Name == "" {
		b.Name = s.Name
	}
	if len(phis) > 0 {
		b.Func.ElimCopies()
	}
	return true
}

// skipEmpty redirects the predecessors of an empty block to its successor.
func skipEmpty(b *ir.Block) bool {
	if b.Kind != ir.BlockJump || len(b.Values) > 0 || b == b.Func.Entry() || len(b.Preds) == 0 || b.Loop != nil {
		return false
	}
	s := b.Succs[0]
	if s == b || s.Loop != nil {
		return false // keep preheaders and latches
	}
	for _, p := range b.Preds {
		if s.PredIndex(p) >= 0 || p.Succs == nil {
			return false // there would be two parallel edges
		}
		if isBackEdge(b, p) {
			return false
		}
	}
	at := s.PredIndex(b)
	args := make([]*ir.Value, len(s.Phis()))
	for i, phi := range s.Phis() {
		args[i] = phi.Args[at]
	}
	for _, p := range append(make([]*ir.Block, 0, 8), b.Preds...) {
		p.ReplaceSucc(b, s)
		for i, phi := range s.Phis() {
			phi.AddArg(args[i])
		}
	}
	b.RemoveSucc(s)
	b.Kind = ir.BlockTrap
	return true
}

func isBackEdge(b, p *ir.Block) bool { return b == p }

// samePhi returns the value that all arguments of phi other than phi itself are, or nil if they differ.
func samePhi(phi *ir.Value) *ir.Value {
	var v *ir.Value
	for _, a := range phi.Args {
		switch {
		case a == phi || a == v:
		case v == nil:
			v = a
		default:
			return nil
		}
	}
	return v
}

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
