package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
)

// shortResult says whether k makes one value of a few elements, a sum, an extreme, the place of one, within a loop that
// can be vectorized instead, once k is unrolled: it walks through memory evenly and stores one element after the other.
// Each lane then has a result of its own, and nothing crosses lanes. What is no sum of floats pays only where the loop
// around loads one element after the other as well, or the same ones each time, and nothing waits for its last
// iteration. A loop too large to be unrolled completely keeps its own vectors.
func shortResult(d *driver.Driver, k *analysis.Loop) bool {
	j := k.Parent
	if j == nil || len(j.Children) != 1 || !driver.Free(j.Header.Loop) || !driver.Free(k.Header.Loop) ||
		!WillUnroll(d, k) {
		return false
	}
	sum := SumOf(d, k) == FreeSum
	if !sum && (carries(d, j) || !carries(d, k)) {
		return false
	}
	for v := range j.Values() {
		if !v.Op.IsMemory() {
			continue
		}
		p := d.Scev.Place(v, j)
		if p.Start == nil || v.Op != ir.OpLoad && v.Op != ir.OpStore || v.AccessType().IsVector() {
			return false
		}
		n, ok := d.Scev.IsConst(p.Coef[0])
		if !ok || (p.Write || !sum && n != 0) && n != int64(p.Size) {
			return false
		}
	}
	return UnrollsFully(d, k)
}

// SumOf says whether k adds up floats. In the innermost loop each sum ends with one over the lanes, which costs more
// than many a filter's few products; in a loop around it that is no work at all.
func SumOf(d *driver.Driver, k *analysis.Loop) sumKind {
	for _, phi := range k.Header.Phis() {
		if !phi.Type.Elem.IsFloat() || phi.Type.IsVector() {
			continue
		}
		for _, c := range analysis.ClassifyPhis(d.Scev, k) {
			if c.Phi == phi && c.Kind == analysis.Reduction && !c.Exact {
				g := legal.Legality{F: d.F, L: k, Se: d.Scev}
				if g.MayReassociate(&c) {
					return FreeSum
				}
				return OrderedSum
			}
		}
	}
	return NoSum
}

// carries says whether l carries a value from one iteration to the next that is no induction.
func carries(d *driver.Driver, l *analysis.Loop) bool {
	for _, phi := range l.Header.Phis() {
		if e := d.Scev.Of(phi); e.Kind != analysis.AddRec || e.Loop != l {
			return true
		}
	}
	return false
}

const (
	NoSum      sumKind = iota
	OrderedSum         // floats, in an order that must be kept
	FreeSum            // floats in any order
)

// sumKind is what k adds up.
type sumKind int
