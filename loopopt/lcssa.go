package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// lcssa puts a phi at the exit for every value of a loop that is used behind it.
//
// Before:
//
//	for { s1 = s0 + x; … }
//	use(s1)
//
// After:
//
//	for { s1 = s0 + x; … }
//	s2 = phi(s1)
//	use(s2)
//
// Legal always. Pays because a transformation that adds a way out of the loop then has to mend the phis of the exit
// only.
// Reads nothing; leaves nothing.
// Remarks: none.
func lcssa(f *ir.Func) bool {
	changed := false
	dom := f.Dominators()
	li := analysis.FindLoops(f, dom)
	for i := len(li.Loops) - 1; i >= 0; i-- {
		l := li.Loops[i]
		if len(l.Exits) == 0 {
			continue
		}
		outside := map[*ir.Value]bool{}
		var order []*ir.Value
		note := func(v *ir.Value, at *ir.Block) {
			if v.Block != nil && l.Contains(v.Block) && !l.Contains(at) && !outside[v] {
				outside[v] = true
				order = append(order, v)
			}
		}
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				for k, a := range v.Args {
					if v.Op == ir.OpPhi {
						note(a, b.Preds[k])
						continue
					}
					note(a, b)
				}
			}
			if b.Control != nil {
				note(b.Control, b)
			}
		}
		for _, v := range order {
			closeLoop(f, l, dom, v)
			changed = true
		}
	}
	return changed
}

// closeLoop routes the uses of v behind l through phis at the exits.
func closeLoop(f *ir.Func, l *analysis.Loop, dom *ir.Dom, v *ir.Value) {
	at := map[*ir.Block]*ir.Value{} // the value on entry to a block behind the loop
	for _, e := range l.Exits {
		if !dom.Dominates(v.Block, e) {
			continue
		}
		phi := e.NewPhi(v.Type, v.Pos)
		for range e.Preds {
			phi.AddArg(v)
		}
		at[e] = phi
	}
	// reaching is the value at the end of block b: up the dominator tree to an exit, or a phi where ways meet.
	var reaching func(b *ir.Block) *ir.Value
	reaching = func(b *ir.Block) *ir.Value {
		if w := at[b]; w != nil {
			return w
		}
		if l.Contains(b) {
			return v
		}
		if len(b.Preds) == 1 {
			w := reaching(b.Preds[0])
			at[b] = w
			return w
		}
		phi := b.NewPhi(v.Type, v.Pos)
		at[b] = phi
		for _, p := range b.Preds {
			phi.AddArg(reaching(p))
		}
		return phi
	}
	for _, b := range f.Blocks {
		if l.Contains(b) {
			continue
		}
		for _, u := range append([]*ir.Value(nil), b.Values...) {
			for k, a := range u.Args {
				if a != v {
					continue
				}
				from := b
				if u.Op == ir.OpPhi {
					if from = b.Preds[k]; l.Contains(from) {
						continue
					}
				}
				u.SetArg(k, reaching(from))
			}
		}
		if b.Control == v {
			b.SetControl(reaching(b))
		}
	}
}
