package directive

import (
	"go/token"
	"math"
	"strconv"
	"strings"

	"hotloop/loopopt/ir"
)

// A probability directive gives the probability that a condition is true when it is evaluated:
//
//	//loop:probability 0.02
//	if x[i] > limit {
//		…
//	}
//
// It is directly above an if statement, a case of a switch, or a for statement. For a for statement, the condition
// is that the loop continues: 0.9 means nine iterations per execution of the loop and becomes
// estimated_trip_count. Operands of && and || are assumed to be equally likely and independent. The number is
// between 0 and 1, or a percentage. It is a hint. It guides the choice between masks and branches, between selects
// and branches, and the order of blocks. It never changes results.

// ofCondition reports whether the directive is about a condition, and there is one.
func (p *parser) ofCondition() bool {
	return p.condition != nil && strings.HasPrefix(p.text, "//loop:") && p.word() == "probability"
}

// probability reads the text after //loop:probability.
func (p *parser) probability(at token.Pos, to *Loop) {
	p.space()
	text := p.name()
	prob, err := strconv.ParseFloat(text, 64)
	if p.accept('%') {
		prob /= 100
	}
	if p.space(); err != nil || !(prob >= 0 && prob <= 1) || p.i < len(p.text) {
		p.fail(at, "found a malformed probability; write probability P instead, where P is between 0 and 1")
		return
	}
	switch {
	case p.condition != nil:
		to.Likely = ir.LikelyOf(prob)
	case to == p.fn.own:
		p.fail(at, "found a probability above a function; write it directly above an if, case or for instead")
	default:
		trips := int64(math.Round(min(prob/(1-prob), mostTrips)))
		to.Attrs = append(to.Attrs, ir.Attr{Name: "estimated_trip_count", Kind: ir.AttrInt, Int: max(1, trips),
			Pos: ir.Pos(at)})
	}
}

// mostTrips is the number of iterations above which the count makes no difference.
const mostTrips = 1 << 20
