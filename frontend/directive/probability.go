package directive

import (
	"go/token"
	"math"
	"strconv"
	"strings"

	"hotloop/loopopt/ir"
)

// A probability directive says how likely a condition holds where it is asked:
//
//	//loop:probability 0.02
//	if x[i] > limit {
//		…
//	}
//
// It stands directly above an if statement, a case of a switch, or a for statement, whose condition is then that the
// loop goes on: 0.9 is nine iterations for each time that it ends, which becomes estimated_trip_count. Parts of a
// condition, joined by && or ||, are taken to be equally likely, and independent. The number is between 0 and 1, or a
// percentage. It is a hint: code decides by it between masks and branches, selects and branches, and in which order
// blocks lie, and computes the same whatever the number is.

// ofCondition says whether the directive is about a condition, and there is one.
func (p *parser) ofCondition() bool {
	return p.condition != nil && strings.HasPrefix(p.text, "//loop:") && p.word() == "probability"
}

// probability reads what follows //loop:probability.
func (p *parser) probability(at token.Pos, to *Loop) {
	p.space()
	text := p.name()
	odds, err := strconv.ParseFloat(text, 64)
	if p.accept('%') {
		odds /= 100
	}
	if p.space(); err != nil || !(odds >= 0 && odds <= 1) || p.i < len(p.text) {
		p.fail(at, "found a malformed probability; write probability P instead, where P is between 0 and 1")
		return
	}
	switch {
	case p.condition != nil:
		to.Odds = ir.Odds(odds)
	case to == p.fn.own:
		p.fail(at, "found a probability above a function; write it directly above an if, case or for instead")
	default:
		trips := int64(math.Round(min(odds/(1-odds), mostTrips)))
		to.Attrs = append(to.Attrs, ir.Attr{Name: "estimated_trip_count", Kind: ir.AttrInt, Int: max(1, trips),
			Pos: ir.Pos(at)})
	}
}

// mostTrips is as many iterations as make no difference any more.
const mostTrips = 1 << 20
