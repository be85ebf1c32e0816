package clone

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Starts returns the start values of the phis of l's header.
func Starts(l *analysis.Loop) []*ir.Value {
	entry, phis := l.Header.PredIndex(l.Preheader), l.Header.Phis()
	starts := make([]*ir.Value, len(phis))
	for i, phi := range phis {
		starts[i] = phi.Args[entry]
	}
	return starts
}

// Detour inserts b, an unterminated block, as the new preheader of l. The old preheader is then unterminated.
func Detour(l *analysis.Loop, b *ir.Block) {
	l.Header.PassEdge(l.Preheader, b)
}

// Branch makes the preheader of l branch to block yes if cond holds, and else to block no, which leads to l.
func Branch(l *analysis.Loop, cond *ir.Value, yes, no *ir.Block, guess ir.Likely) {
	Detour(l, no)
	l.Preheader.SetIf(cond, yes, no)
	l.Preheader.Likely = guess
}

// Version creates two versions of l, which may contain other loops, behind a branch on cond. cond must be available
// at the end of the preheader:
//
//	if cond { l } else { a copy of l }
//
// If fast is set, it is the other way round: the copy, without the values for which skip is true, is the version that
// usually runs. Both exit to the same blocks; scalar.CanonicalLoops then restores dedicated exits.
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
