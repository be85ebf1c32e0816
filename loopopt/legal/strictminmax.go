package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// firstWins says whether a minimum or maximum of floats may be taken lane by lane without permission to change the
// order.
//
//	for _, v := range x { if v > best { best = v } }
//
// A NaN among the values never wins, in a lane either; one that is there before the loop is in all lanes from the
// start, and never loses. So the lanes hold no NaN or all the same, and the largest of them is that of the program but
// for the sign of a zero: -0 and +0 are equal, the first of them counts, and which that is the lanes do not know. If
// the result is a zero and the lanes have both, the scalar loop does it all again from the start (vplan/reduce.go),
// which nobody notices if the loop stores nothing. If it stores something, lanes remember when they found their best,
// as they do for what goes with it: that is an argmin or argmax.
//
// That is so if the running value is always the right operand of MinNum or MaxNum, which the operation keeps if the
// comparison fails.
func (g *Legality) firstWins(c *analysis.PhiClass) bool {
	if c.Op != ir.OpMinNum && c.Op != ir.OpMaxNum || c.Forked {
		return false
	}
	on := map[*ir.Value]bool{c.Phi: true}
	for _, v := range c.Chain {
		on[v] = true
	}
	for _, v := range c.Chain {
		if v.Op != ir.OpSelect && v.Op != ir.OpPhi && (!on[v.Args[1]] || on[v.Args[0]]) {
			return false
		}
	}
	if g.stores() {
		c.Kind = analysis.Picked
		p := &vplan.ArgReduction{Key: c, Op: c.Op, First: true, Tree: on}
		delete(on, c.Phi)
		g.addMembers(p, nil)
		return true
	}
	if g.Out.FirstZero == nil {
		g.Out.FirstZero = map[ir.ID]bool{}
	}
	g.Out.FirstZero[c.Phi.ID] = true
	return true
}

// stores says whether the loop writes to memory.
func (g *Legality) stores() bool {
	for v := range ir.Values(g.Out.Body) {
		if v.Op.HasAny(ir.FlagWrites) {
			return true
		}
	}
	return false
}
