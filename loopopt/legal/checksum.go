package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Checksums and hashes carry what no vector code computes, as each step needs all of the one before. The standard
// library has them by other means: by products without carries, several bytes at once, or by instructions made for
// them. So whoever writes one is told.

// unknownRecurrence is why nothing is known of the values of a phi.
func (g *Legality) unknownRecurrence(c *analysis.PhiClass) remark.Reason {
	s := carriedSteps{g: g, phi: c.Phi, seen: map[*ir.Value]bool{}}
	s.collect(c.Backedge, maxCarriedSteps)
	switch {
	case s.looksUp(c.Backedge, maxCarriedSteps):
		return remark.TableRecurrence
	case s.rotations >= leastRotations && len(s.phis) >= leastWords:
		return remark.HashRounds
	}
	return remark.UnknownRecurrence
}

// Bounds of what is looked at, and what the rounds of a hash have at least: three rotations of a word, and words that
// change places.
const (
	maxCarriedSteps = 12
	leastRotations  = 3
	leastWords      = 4
)

// carriedSteps is what leads from the values that a loop carries to the next one of phi.
type carriedSteps struct {
	g         *Legality
	phi       *ir.Value
	seen      map[*ir.Value]bool
	phis      []*ir.Value
	rotations int // by constants
}

// collect looks at v and what it is computed from in the loop.
func (s *carriedSteps) collect(v *ir.Value, depth int) {
	if s.seen[v] || s.g.L.Invariant(v) {
		return
	}
	s.seen[v] = true
	if v.Op == ir.OpPhi && v.Block == s.g.L.Header {
		s.phis = append(s.phis, v)
		return
	}
	if v.Op == ir.OpRotL && v.Args[1].IsConst() {
		s.rotations++
	}
	if depth > 0 {
		for _, a := range v.Args {
			s.collect(a, depth-1)
		}
	}
}

// looksUp says whether v is an exclusive or of entries of a table at places that phi says, and of other things.
func (s *carriedSteps) looksUp(v *ir.Value, depth int) bool {
	switch {
	case depth == 0 || s.g.L.Invariant(v):
		return false
	case v.Op == ir.OpXor:
		return s.looksUp(v.Args[0], depth-1) || s.looksUp(v.Args[1], depth-1)
	case v.Op == ir.OpLoad && depth < maxCarriedSteps:
		at := carriedSteps{g: s.g, phi: s.phi, seen: map[*ir.Value]bool{}}
		at.collect(v.Args[1], maxCarriedSteps)
		return at.seen[s.phi]
	}
	return false
}
