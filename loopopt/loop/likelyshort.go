package loop

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// likelyShort says whether the loop that the data end is over, as a rule, before vector code pays: an amount that it
// shifts by grows in each iteration, and nothing is left of a number that has been shifted by its width. So the number
// of 7 bits a byte ends after 10 bytes.
func (v *vectorizer) likelyShort(plan *vplan.Plan, uops float64) bool {
	if v.forced || !slices.ContainsFunc(plan.Legal.Body, plan.Legal.TestsExit) {
		return false
	}
	for x := range ir.Values(plan.Legal.Body) {
		if x.Op != ir.OpShl && x.Op != ir.OpShrU && x.Op != ir.OpShrS {
			continue
		}
		if _, step, ok := v.d.Scev.ConstStep(x.Args[1], v.l); ok && step > 0 {
			bits := int64(x.Type.Elem.Bits())
			if !plan.PaysFor((bits+step-1)/step, uops) {
				return true
			}
		}
	}
	return false
}
