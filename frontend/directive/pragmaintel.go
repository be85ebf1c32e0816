package directive

import (
	"fmt"
	"hotloop/reuse"
	"strconv"
	"strings"
)

// intelVector reads vector and simd, the pragmas of Intel's compilers, with their clauses.
func (p *parser) intelVector(to *Loop, c clause) {
	if c.name == "simd" {
		p.put(to, "vectorize.enable")
	}
	if len(c.args) == 1 { // vector(always)
		p.apply(to, clause{name: c.args[0], at: c.at}, vectorClauses(), "vector always")
	}
	said := 0
	for next := p.clause(); next.name != ""; next = p.clause() {
		p.apply(to, next, vectorClauses(), "vector always")
		said++
	}
	if c.name == "vector" && said == 0 && len(c.args) == 0 {
		p.put(to, "vectorize.enable")
	}
}

func vectorClauses() []word {
	return vectorClausesMade.Get(func() []word {
		aligned :=
			unused("has no effect: accesses need no alignment, and none is assumed; dynamic_align adds an alignment prologue")
		stores := unused("has no effect: stores go through the caches")
		masks := unused("has no effect: masked accesses do not touch memory of inactive lanes")
		return append([]word{
			{"always", nil, always("vectorize.enable")},
			{"assert", nil, unused("is redundant: an impossible request always causes a warning")},
			{"noassert", nil, unused("has no effect: an impossible request always causes a warning")},
			{"aligned", nil, aligned},
			{"unaligned", nil, aligned},
			{"dynamic_align", nil, always("vectorize.align.enable")},
			{"nodynamic_align", nil, always("vectorize.align.enable=0")},
			{"vecremainder", nil, always("vectorize.predicate.enable")},
			{"novecremainder", nil, always("vectorize.predicate.enable=0")},
			{"vecremainder_count", nil, unused("has no effect")},
			{"nontemporal", nil, stores},
			{"temporal", nil, stores},
			{"mask_readwrite", nil, masks},
			{"nomask_readwrite", nil, masks},
			{"vectorlength", []string{"vectorlength(8)", "vectorlength(4,8)"}, vectorLength},
			{"vectorlengthfor", []string{"vectorlengthfor(float)"}, unused("is not supported; write vectorlength(8)")},
		}, each(unused(found), "linear reduction private lastprivate firstprivate "+
			"multiple_gather_scatter_by_shuffles nomultiple_gather_scatter_by_shuffles")...)
	})
}

var vectorClausesMade reuse.Once[[]word]

// vectorLength takes the first of several lengths, among which Intel's compilers choose.
func vectorLength(c clause) reading {
	if len(c.args) == 0 {
		return malformed
	}
	if n := (clause{args: c.args[:1]}).number(); n > 0 {
		return asks(fmt.Sprintf("vectorize.width=%d", n))
	}
	return malformed
}

// loopCount reads loop_count(n), loop_count(n1,n2) and loop_count min(a) max(b) avg(c), which are estimates and
// not promises.
func (p *parser) loopCount(to *Loop, c clause) {
	sum, n := int64(0), int64(0)
	add := func(args []string) bool {
		for _, a := range args {
			x, err := strconv.ParseInt(strings.TrimSpace(a), 10, 31)
			if err != nil || x < 0 {
				return false
			}
			sum, n = sum+x, n+1
		}
		return len(args) > 0
	}
	bad := func(c clause) {
		p.i = c.at
		p.fail(p.pos(), "found pragma %s; write loop_count(1000), or loop_count min(10) max(100) avg(50) instead", c)
	}
	if len(c.args) > 0 && !add(c.args) {
		bad(c)
		return
	}
	for next := p.clause(); next.name != ""; next = p.clause() {
		switch {
		case next.name == "avg" && len(next.args) == 1:
			sum, n = 0, 0
			if !add(next.args) {
				bad(next)
				return
			}
			if rest := p.clause(); rest.name != "" && rest.name != "min" && rest.name != "max" {
				bad(rest)
				return
			}
			for p.clause().name != "" { // min and max say less than the average
			}
		case (next.name == "min" || next.name == "max") && len(next.args) == 1 && add(next.args):
		default:
			bad(next)
			return
		}
	}
	if n == 0 {
		bad(c)
		return
	}
	p.put(to, fmt.Sprintf("estimated_trip_count=%d", sum/n))
}

// blockLoop reads block_loop factor(n) level(1,2), which requests tiles of n iterations in the given loops of the
// nest.
func (p *parser) blockLoop(to *Loop, c clause) {
	factor, levels := int64(0), int64(1)
	for next := p.clause(); next.name != ""; next = p.clause() {
		switch {
		case next.name == "factor" && next.number() > 0:
			factor = next.number()
		case next.name == "level" && len(next.args) > 0:
			for i, a := range next.args {
				if a != strconv.Itoa(i+1) {
					p.fail(p.base, "found pragma %s; write the pragma above the outermost loop, with level(1,2) for "+
						"two loops, instead", next)
					return
				}
			}
			levels = int64(len(next.args))
		default:
			p.unknown(next, "block_loop factor(32) level(1,2)")
			return
		}
	}
	if factor == 0 {
		p.Warnf(p.base, "pragma block_loop without a factor is not supported; write block_loop factor(32)")
		return
	}
	for m, l := range p.loopsOf(to, int(levels), "block_loop") {
		text := fmt.Sprintf("stripmine.size=%d", factor)
		if past := int(levels) - 1 - m; past > 0 {
			text += " stripmine.followup_inner{" + inward(past) + "}"
		}
		p.put(l, text)
	}
}

// ada reads GNAT's pragma Loop_Optimize, whose words are hints.
func (p *parser) ada(to *Loop, c clause) {
	if len(c.args) == 0 {
		p.unknown(c, "loop_optimize(ivdep, vector)")
		return
	}
	for _, a := range c.args {
		p.apply(to, clause{name: strings.ToLower(a), at: c.at}, adaWords(),
			"ivdep, unroll, no_unroll, vector or no_vector")
	}
}
