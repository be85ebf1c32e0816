package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// enable restructures a loop that the vectorizer refused, for a reason that restructuring can remove. It is how the
// heuristics of these transformations come into play: nothing is asked of a loop that is vectorized as it is.
func (d *driver) enable(l *analysis.Loop, why remark.Reason) bool {
	md := l.Header.Loop
	if md.Has("disable_nonforced") || md.Has("isvectorized") || d.opt.NoVectorize {
		return false
	}
	if d.reroll(l, nil) {
		return true
	}
	switch why {
	case remark.InvariantStore, remark.ConditionalUniformLoad:
		return d.versionLICM(l, nil) || d.distribute(l, nil)
	case remark.ConditionalReverse, remark.ConditionalGroup:
		return d.improve(l)
	case remark.BackwardDependence, remark.UnknownDependence, remark.UnknownRecurrence, remark.FPOrder:
		return d.distribute(l, nil)
	}
	return false
}

// legalOf is an empty record of what is found out about the loop.
func legalOf(g *legality) *vplan.Legal {
	return &vplan.Legal{F: g.f, Loop: g.l, SE: g.se}
}

// improve restructures a loop that the vectorizer could take as it is, where that makes better vector code of it.
func (d *driver) improve(l *analysis.Loop) bool {
	md := l.Header.Loop
	if md.Has("disable_nonforced") || md.Has("isvectorized") || d.opt.NoVectorize {
		return false
	}
	if md.Int(unswitched, 0) < unswitchDepth && len(l.Blocks) > 1 && d.unswitch(l, nil) {
		return true
	}
	return d.splitIndex(l, nil) || d.reroll(l, nil) || d.idiom(l)
}

// again says that the loop with the given header is another one now: what was tried on it may be tried again.
func (d *driver) again(header *ir.Block) {
	for k := range d.tried {
		if k.header == header {
			delete(d.tried, k)
		}
	}
}
