package directive

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hotloop/reuse"
)

// omp reads an OpenMP directive. The order of its clauses does not matter.
func (p *parser) omp(to *Loop) {
	c := p.clause()
	parallel := ompParallel()
	var before []string
	for c.name != "simd" && find(parallel, c.name) != nil { // parallel for simd
		before = append(before, c.name)
		c = p.clause()
	}
	shared := slices.Contains(before, "parallel") && (slices.Contains(before, "for") || slices.Contains(before, "loop"))
	for _, w := range before {
		if !shared || w != "parallel" && w != "for" && w != "loop" {
			p.Warnf(p.base, "pragma omp %s has no effect; write omp parallel for to let goroutines share the loop", w)
		}
	}
	switch {
	case shared && c.name != "simd":
		p.put(to, "parallel.enable parallel_accesses")
		to.omp = append(to.omp, p.base)
		p.simdClauses(to, c, slices.Concat(ompShared(), ompSimd()))
		return
	case shared:
		p.put(to, "parallel.enable")
	case len(before) > 0 && c.name != "simd":
		for ; c.name != ""; c = p.clause() { // clauses of an unsupported directive
			p.Warnf(p.base, "pragma clause %s is ignored", c)
		}
		return
	}
	switch c.name {
	case "simd":
		p.put(to, "vectorize.enable parallel_accesses")
		to.omp = append(to.omp, p.base)
		words := ompSimd()
		if shared {
			words = slices.Concat(ompShared(), words)
		}
		p.simdClauses(to, p.clause(), words)
	case "unroll":
		p.ompUnrolled(to)
	case "tile", "stripe":
		p.ompTile(to, c.name)
	case "interchange":
		p.ompInterchange(to)
	case "fuse":
		p.ompFuse(to)
	case "split":
		p.ompSplit(to)
	case "declare":
		p.ompDeclare(to)
	case "reverse":
		p.ompReverse(to, c)
	default:
		if find(ompBody(), c.name) != nil {
			p.inBody(c)
			return
		}
		p.unknownPragma(c, "omp simd, omp unroll, omp tile, omp interchange, omp reverse or omp fuse")
	}
}

// ompParallel returns the words before simd in OpenMP's combined and composite directives.
func ompParallel() []word {
	return ompParallelMade.Get(func() []word {
		return each(unused("has no effect, except parallel for and parallel loop, which are parallel.enable parallel_accesses"),
			"for parallel distribute teams target taskloop loop")
	})
}

var ompParallelMade reuse.Once[[]word]

func ompUnroll() []word {
	return ompUnrollMade.Get(func() []word {
		return []word{
			{"partial", []string{"partial", "partial(4)"}, unrollOf("unroll")},
			{"full", nil, always("unroll.full")},
		}
	})
}

var ompUnrollMade reuse.Once[[]word]

// ompShared returns the clauses of omp parallel for, besides those of omp simd.
func ompShared() []word {
	return ompSharedMade.Get(func() []word {
		return []word{{"schedule", []string{"schedule(dynamic,64)", "schedule(static)"}, ompSchedule}}
	})
}

var ompSharedMade reuse.Once[[]word]

// simdClauses reads the clauses from c on of omp simd, and of the directives that may precede simd.
func (p *parser) simdClauses(to *Loop, c clause, words []word) {
	collapsed := int64(0)
	for ; c.name != ""; c = p.clause() {
		if c.name == "collapse" && c.number() > 0 {
			collapsed = c.number()
			continue
		}
		p.apply(to, c, words, "simdlen(8)")
	}
	if collapsed > 1 {
		p.collapse(to, int(collapsed))
	}
}

func ompSimd() []word {
	return ompSimdMade.Get(func() []word {
		return append([]word{
			{"simdlen", []string{"simdlen(8)"}, countOf("vectorize.width=%d")},
			{"safelen", []string{"safelen(8)"},
				limits(takesPromise, "does not promise independence: iterations at that distance may depend on one another, so "+
					"dependences are analysed")},
			{"if", []string{"if(0)", "if(n > 8)", "if(1)", "if(simd: 1)", "if(parallel: n > 8)"}, ompIf},
			{"reduction", []string{"reduction(+:s)", "reduction(+:a[0:4])", "reduction(inscan,+:s)"}, ompReduction},
			{"in_reduction", []string{"in_reduction(+:s)"}, ompReduction},
			{"private", []string{"private(t)"}, listed(false)},
			{"firstprivate", []string{"firstprivate(t)"}, listed(false)},
			{"lastprivate", []string{"lastprivate(t)", "lastprivate(conditional:t)"}, listed(true)},
			{"linear", []string{"linear(t)", "linear(t:2)", "linear(val(t):2)"}, ompLinear},
			{"induction", []string{"induction(step(2),*:t)"}, limits(takesPromise, dependent)},
			{"aligned", []string{"aligned(p:64)"}, unused("is redundant: accesses need no alignment")},
			{"nontemporal", []string{"nontemporal(p)"}, unused("has no effect: stores go through the caches")},
			{"order", []string{"order(concurrent)"},
				unused("has no effect: the iterations of a vector run concurrently in any case")},
			{"collapse", []string{"collapse(2)"}, collapsing},
			{"early_exit", nil, unused("is redundant: loops with early exits are vectorized if that is safe")},
			{"ordered", []string{"ordered", "ordered(2)"},
				limits(takesAll, "runs part of the loop in order: dependences are analysed")},
			{"schedule", []string{"schedule(simd:static)"}, unused(oneGoroutine)},
		}, each(unused(oneGoroutine),
			"nowait num_threads proc_bind default shared copyin copyprivate allocate grainsize num_tasks "+
				"num_teams thread_limit dist_schedule map device defaultmap is_device_ptr has_device_addr "+
				"uses_allocators nogroup untied "+
				"mergeable priority final filter bind depend threadset")...)
	})
}

var ompSimdMade reuse.Once[[]word]

const oneGoroutine = "has no effect: the option Parallel says how many goroutines share a parallel loop"

// ompSchedule reads a schedule clause, whose chunk is the least number of iterations that a goroutine runs at a time.
func ompSchedule(c clause) reading {
	if len(c.args) == 2 {
		if n, err := strconv.ParseInt(c.args[1], 10, 32); err == nil && n > 0 {
			return asks(fmt.Sprintf("parallel.grain=%d", n))
		}
	}
	return reading{why: "has no effect: a goroutine that is done takes the next iterations"}
}

// ompIf reads an if clause. If its condition does not hold, iterations run one after the other.
func ompIf(c clause) reading {
	modifier, cond, ok := c.cutColon()
	if !ok {
		cond = modifier
	} else if modifier != "simd" {
		return reading{why: oneGoroutine}
	}
	return reading{takes: takesUnlessTrue, vars: []string{cond},
		unless: "is not known to be true, and a false condition cancels omp simd: dependences " +
			"are analysed"}
}

const inMemory = "makes a variable private that is shared in memory, or unknown: " +
	"dependences are analysed"

// listed is a clause with variables that are private to each iteration. A modifier may precede a colon.
func listed(modifier bool) meaning {
	return func(c clause) reading {
		vars := c.text
		if _, after, ok := c.cutColon(); ok && modifier {
			vars = after
		}
		return reading{why: found, takes: takesUnlessScalar, vars: splitOutside(vars, ',', -1), unless: inMemory}
	}
}

// ompReduction reads a reduction clause. The text before the colon ends with the operator.
func ompReduction(c clause) reading {
	modifiers, vars, _ := c.cutColon()
	for _, m := range splitOutside(modifiers, ',', -1) {
		if m == "inscan" {
			return reading{why: "makes iterations use partial results of earlier ones: dependences are analysed",
				takes: takesPromise}
		}
	}
	return reading{why: found, takes: takesUnlessScalar, vars: splitOutside(vars, ',', -1), unless: inMemory}
}

// ompLinear reads a linear clause. The step follows the colon; val(t), ref(t) and uval(t) are the C++ forms.
func ompLinear(c clause) reading {
	list, _, _ := c.cutColon()
	for _, m := range []string{"val", "ref", "uval"} {
		if rest, ok := strings.CutPrefix(list, m+"("); ok && strings.HasSuffix(rest, ")") {
			list = strings.TrimSuffix(rest, ")")
		}
	}
	return reading{why: found, takes: takesUnlessScalar, vars: splitOutside(list, ',', -1), unless: inMemory}
}

// ompDeclare reads declare simd. Calls of the function are inlined, and a loop around a call vectorizes the
// callee's body in place, under the call's mask if it has one. A remark reports this. The lanes of simdlen apply
// to a loop around a call that requests vectorization without a width. The directive's promises are not relied on.
func (p *parser) ompDeclare(to *Loop) {
	if c := p.clause(); c.name != "simd" {
		p.unknownPragma(c, "omp declare simd")
		return
	}
	if to != p.fn.own {
		p.Warnf(p.base, "pragma omp declare simd has no effect here: it belongs directly above a function")
		to = nil
	} else {
		p.fn.Variants = true
	}
	for c := p.clause(); c.name != ""; c = p.clause() {
		var says Loop // attributes of a loop around a call
		p.apply(&says, c, ompDeclareSimd(), "simdlen(8)")
		if to != nil {
			p.fn.variants = append(p.fn.variants, says.Attrs...)
		}
	}
}

func ompDeclareSimd() []word {
	return ompDeclareSimdMade.Get(func() []word {
		return []word{
			{"inbranch", nil, always("")},
			{"notinbranch", nil, always("")},
			{"simdlen", []string{"simdlen(8)"}, countOf("vectorize.width=%d")},
			{"uniform", []string{"uniform(p)"}, unused(found)},
			{"linear", []string{"linear(i)"}, unused(found)},
			{"aligned", []string{"aligned(p:64)"}, unused("is redundant: accesses need no alignment")},
			{"processor", []string{"processor(core_4th_gen_avx)"},
				unused("has no effect: code is compiled for the processor that runs it")},
		}
	})
}

var ompDeclareSimdMade reuse.Once[[]word]

func ompOther() []word {
	return ompOtherMade.Get(func() []word {
		return []word{{"reverse", nil, always("reverse.enable")}}
	})
}

var ompOtherMade reuse.Once[[]word]

// collapsing reads collapse. simdClauses handles a valid number.
func collapsing(c clause) reading {
	if c.number() < 1 {
		return malformed
	}
	return asks("flatten.enable flatten.divide")
}

// ompBody returns the directives in the body of a loop that make its iterations do something in order.
func ompBody() []word {
	return ompBodyMade.Get(func() []word {
		order := limits(takesAll, "makes iterations run code in order, or one at a time")
		return append([]word{
			{"ordered", []string{"ordered", "ordered simd", "ordered threads simd", "ordered depend(sink:i-1)",
				"ordered doacross(sink:i-1)"}, order},
			{"scan", []string{"scan inclusive(s)", "scan exclusive(s)"}, order},
		}, each(order, "atomic critical masked master single barrier flush task taskwait taskyield cancel cancellation "+
			"sections section")...)
	})
}

var ompBodyMade reuse.Once[[]word]

// meansBody reports whether the directive is valid where there is no loop.
func (p *parser) meansBody() bool {
	q := parser{text: p.text, i: p.i}
	q.space()
	if q.name() != "omp" {
		return false
	}
	q.space()
	return find(ompBody(), q.name()) != nil
}

// inBody revokes the promises of pragmas about the loops around omp ordered and similar directives.
func (p *parser) inBody(c clause) {
	p.takeAround(find(ompBody(), c.name).read(c).takes)
	p.i = len(p.text)
}
