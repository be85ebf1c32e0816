package clone

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Starts lists what the phis of l's header begin with.
func Starts(l *analysis.Loop) []*ir.Value {
	entry, phis := l.Header.PredIndex(l.Preheader), l.Header.Phis()
	starts := make([]*ir.Value, len(phis))
	for i, phi := range phis {
		starts[i] = phi.Args[entry]
	}
	return starts
}

// Detour puts b, a block without an end, in the preheader's place in front of l. The preheader ends in nothing then.
func Detour(l *analysis.Loop, b *ir.Block) {
	l.Header.PassEdge(l.Preheader, b)
}

// Branch has the preheader of l go to block yes if cond holds, and else to block no, which leads on to l.
func Branch(l *analysis.Loop, cond *ir.Value, yes, no *ir.Block, guess ir.Likely) {
	Detour(l, no)
	l.Preheader.SetIf(cond, yes, no)
	l.Preheader.Likely = guess
}

// Version makes two loops of l, which may have loops in it, behind a branch on cond, a value that is there at the
// end of the preheader:
//
//	if cond { l } else { a copy of l }
//
// or the other way round if fast: then the copy, less the values for which skip is true, is what is mostly run.
// Both leave to the same blocks, which scalar.CanonicalLoops puts right.
func Version(f *ir.Func, l *analysis.Loop, cond *ir.Value, name, other string, fast bool,
	skip func(*ir.Value) bool) *Cloner {
	c := CloneLoop(f, l, name, skip)
	yes, no := f.NewBlock(name+".ph"), f.NewBlock(other+".ph")
	if fast {
		c.Enter(yes, Starts(l))
		Branch(l, cond, yes, no, ir.LikelyTrue)
		return c
	}
	c.Enter(no, Starts(l))
	Detour(l, yes)
	l.Preheader.SetIf(cond, yes, no)
	return c
}
