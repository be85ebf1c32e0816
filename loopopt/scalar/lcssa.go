package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Lcssa puts a phi at the exit for every value of a loop that is used behind it (loop-closed SSA).
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
// Reads nothing; leaves nothing. Wants exits that are reached from their loop only.
// Remarks: none.
func Lcssa(f *ir.Func) bool {
	dom := f.Dominators()
	return closeLoops(f, analysis.FindLoops(f, dom), dom)
}

func closeLoops(f *ir.Func, li *analysis.LoopInfo, dom *ir.Dom) bool {
	if len(li.Loops) == 0 {
		return false
	}
	var open []*ir.Value // used behind a loop around them
	seen := f.NewFlags(f.NumValues())
	note := func(a *ir.Value, at *ir.Block) {
		if l := li.Of(a.Block); l != nil && !l.Contains(at) && !seen[a.ID] {
			seen[a.ID] = true
			open = append(open, a)
		}
	}
	for _, b := range f.Blocks {
		f.Spend(stepsPerEdge * argsOf(b))
		for _, v := range b.Walk() {
			for k, a := range v.Args {
				if v.Op == ir.OpPhi {
					note(a, b.Preds[k])
				} else {
					note(a, b)
				}
			}
		}
		if b.Control != nil {
			note(b.Control, b)
		}
	}
	// A phi at the exit of an inner loop may itself be used behind an outer one: it is closed in its turn.
	for len(open) > 0 {
		v := open[0]
		open = open[1:]
		open = closeLoop(f, li.Of(v.Block), li, dom, v, open)
	}
	return len(seen) < f.NumValues()
}

// closeLoop routes the uses of v behind l through phis at the exits, and appends to open the new phis that stand in
// other loops.
func closeLoop(f *ir.Func, l *analysis.Loop, li *analysis.LoopInfo, dom *ir.Dom, v *ir.Value,
	open []*ir.Value) []*ir.Value {
	made := func(b *ir.Block) *ir.Value {
		phi := b.NewPhi(v.Type, v.Pos)
		if li.Of(b) != nil {
			open = append(open, phi)
		}
		return phi
	}
	at := f.NewValues(f.NumBlocks()) // what v is at the end of a block behind the loop
	for _, e := range l.Exits {
		if !dom.Dominates(v.Block, e) {
			continue
		}
		phi := made(e)
		for range e.Preds {
			phi.AddArg(v)
		}
		at[e.ID] = phi
	}
	// Up to an exit, joining where ways meet: every way to a use passes v, and so an exit that v dominates, or a join
	// of those.
	var reaching func(b *ir.Block) *ir.Value
	reaching = func(b *ir.Block) *ir.Value {
		if l.Contains(b) {
			return v
		}
		if w := at[b.ID]; w != nil {
			return w
		}
		if d := dom.Idom(b); len(b.Preds) == 1 || !l.Contains(d) && dominatedByExit(l, dom, d) {
			at[b.ID] = reaching(d)
			return at[b.ID]
		}
		phi := made(b)
		at[b.ID] = phi
		for _, p := range b.Preds {
			phi.AddArg(reaching(p))
		}
		return phi
	}
	f.Spend(stepsPerEdge * (len(f.Blocks) + len(l.Exits)))
	for _, b := range f.Blocks {
		if l.Contains(b) || !dom.Reachable(b) {
			continue
		}
		f.Spend(stepsPerEdge * argsOf(b))
		for k := 0; k < len(b.Values); k++ {
			u := b.Values[k]
			for i, a := range u.Args {
				if a != v {
					continue
				}
				from := b
				if u.Op == ir.OpPhi {
					if from = b.Preds[i]; l.Contains(from) {
						continue
					}
				}
				n := len(b.Values)
				if w := reaching(from); w != v {
					u.SetArg(i, w)
				}
				k += len(b.Values) - n // phis made in front of u
			}
		}
		if b.Control == v {
			b.SetControl(reaching(b))
		}
	}
	return open
}

// dominatedByExit says whether what holds behind l is the same at the end of b: an exit dominates it.
func dominatedByExit(l *analysis.Loop, dom *ir.Dom, b *ir.Block) bool {
	for _, e := range l.Exits {
		if dom.Dominates(e, b) {
			return true
		}
	}
	return false
}

// stepsPerEdge is what it costs to look at an argument, in units of ir.Func.Spend.
const stepsPerEdge = 6

// argsOf counts the values of b and their arguments; phis may have a thousand.
func argsOf(b *ir.Block) int {
	n := len(b.Values)
	for _, v := range b.Walk() {
		n += len(v.Args)
	}
	return n
}
