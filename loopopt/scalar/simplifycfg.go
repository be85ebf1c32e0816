package scalar

import "hotloop/loopopt/ir"

// SimplifyCFG simplifies the control flow graph.
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
func SimplifyCFG(f *ir.Func) bool {
	changed := false
	for again := true; again; {
		again = foldIfs(f)
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

// ReplaceIn replaces from by to in the values of block b and in its branch.
func ReplaceIn(b *ir.Block, from, to *ir.Value) {
	for _, v := range b.Walk() {
		for i, a := range v.Args {
			if a == from {
				v.SetArg(i, to)
			}
		}
	}
	if b.Control == from {
		b.SetControl(to)
	}
}
