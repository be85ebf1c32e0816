package directive

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hotloop/loopopt/ir"
)

// omp reads an OpenMP directive. The order of its clauses does not matter.
func (p *parser) omp(to *Loop) {
	c := p.clause()
	parallel := ompParallel()
	for c.name != "simd" && find(parallel, c.name) != nil { // parallel for simd
		p.Warnf(p.base, "pragma omp %s has no meaning here; call the kernel from several goroutines", c.name)
		if c = p.clause(); c.name == "" {
			return
		}
		if c.name != "simd" && find(parallel, c.name) == nil { // clauses of a directive without meaning
			for ; c.name != ""; c = p.clause() {
				p.Warnf(p.base, "pragma clause %s is ignored", c)
			}
			return
		}
	}
	switch c.name {
	case "simd":
		p.put(to, "vectorize.enable parallel_accesses")
		p.simdClauses(to)
	case "unroll":
		to.unrolls = append(to.unrolls, p.base)
		c = p.clause()
		if c.name == "" {
			p.apply(to, clause{name: "unroll"}, barePragmas(), "")
		} else {
			p.apply(to, c, ompUnroll(), "full or partial(4)")
		}
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
		p.apply(to, c, ompOther(), "")
		for c := p.clause(); c.name != ""; c = p.clause() {
			p.Warnf(p.base, "pragma clause %s is ignored", c)
		}
	default:
		if find(ompBody(), c.name) != nil {
			p.inBody(c)
			return
		}
		p.unknownPragma(c, "omp simd, omp unroll, omp tile, omp interchange or omp fuse")
	}
}

// ompParallel are the words in front of simd in what OpenMP calls combined and composite directives.
var ompParallel = sync.OnceValue(func() []word {
	return each(unused("has no meaning here; call the kernel from several goroutines"),
		"for parallel distribute teams target taskloop loop")
})

var ompUnroll = sync.OnceValue(func() []word {
	return []word{
		{"partial", []string{"partial", "partial(4)"}, unrollOf("unroll")},
		{"full", nil, always("unroll.full")},
	}
})

// simdClauses reads the clauses of omp simd, with those of the directives that may stand in front of simd.
func (p *parser) simdClauses(to *Loop) {
	words := ompSimd()
	for c := p.clause(); c.name != ""; c = p.clause() {
		p.apply(to, c, words, "simdlen(8)")
	}
}

var ompSimd = sync.OnceValue(func() []word {
	return append([]word{
		{"simdlen", []string{"simdlen(8)"}, countOf("vectorize.width=%d")},
		{"safelen", []string{"safelen(8)"},
			limits(takesPromise, "promises too little: iterations so many apart may depend on one another, so "+
				"dependences are analysed")},
		{"if", []string{"if(0)", "if(n > 8)", "if(1)", "if(simd: 1)", "if(parallel: n > 8)"}, ompIf},
		{"reduction", []string{"reduction(+:s)", "reduction(+:a[0:4])", "reduction(inscan,+:s)"}, ompReduction},
		{"in_reduction", []string{"in_reduction(+:s)"}, ompReduction},
		{"private", []string{"private(t)"}, listed(false)},
		{"firstprivate", []string{"firstprivate(t)"}, listed(false)},
		{"lastprivate", []string{"lastprivate(t)", "lastprivate(conditional:t)"}, listed(true)},
		{"linear", []string{"linear(t)", "linear(t:2)", "linear(val(t):2)"}, ompLinear},
		{"induction", []string{"induction(step(2),*:t)"}, limits(takesPromise, partly)},
		{"aligned", []string{"aligned(p:64)"}, unused("is of no use: accesses need no alignment")},
		{"nontemporal", []string{"nontemporal(p)"}, unused("has no meaning here: stores go through the caches")},
		{"order", []string{"order(concurrent)"},
			unused("has no meaning here: iterations of a vector run at once anyway")},
		{"collapse", []string{"collapse(2)"}, unused("has no meaning here; write flatten.enable")},
		{"early_exit", nil, unused("is of no use: loops that are left early are vectorized where that is safe")},
		{"ordered", []string{"ordered", "ordered(2)"},
			limits(takesAll, "has some of the loop done in order: dependences are analysed")},
		{"schedule", []string{"schedule(simd:static)"}, unused(oneGoroutine)},
	}, each(unused(oneGoroutine),
		"nowait num_threads proc_bind default shared copyin copyprivate allocate grainsize num_tasks "+
			"num_teams thread_limit dist_schedule map device defaultmap is_device_ptr has_device_addr "+
			"uses_allocators nogroup untied "+
			"mergeable priority final filter bind depend threadset")...)
})

const oneGoroutine = "has no meaning here: the kernel runs in the goroutine that calls it"

// ompIf: where the condition does not hold iterations run one by one.
func ompIf(c clause) reading {
	modifier, cond, ok := c.cutColon()
	if !ok {
		cond = modifier
	} else if modifier != "simd" {
		return reading{why: oneGoroutine}
	}
	return reading{takes: takesUnlessTrue, vars: []string{cond},
		unless: "is not known to hold here, and omp simd asks and promises nothing where it does not: dependences " +
			"are analysed"}
}

const inMemory = "makes a variable of each iteration's own of one that all share here, in memory, or unknown here: " +
	"dependences are analysed"

// listed is a clause with variables of which each iteration has its own. A modifier may stand in front of a colon.
func listed(modifier bool) meaning {
	return func(c clause) reading {
		vars := c.text
		if _, after, ok := c.cutColon(); ok && modifier {
			vars = after
		}
		return reading{why: found, takes: takesUnlessScalar, vars: splitOutside(vars, ',', -1), unless: inMemory}
	}
}

// ompReduction: what stands in front of the colon ends with the operator.
func ompReduction(c clause) reading {
	modifiers, vars, _ := c.cutColon()
	for _, m := range splitOutside(modifiers, ',', -1) {
		if m == "inscan" {
			return reading{why: "has iterations pass on what they have so far: dependences are analysed",
				takes: takesPromise}
		}
	}
	return reading{why: found, takes: takesUnlessScalar, vars: splitOutside(vars, ',', -1), unless: inMemory}
}

// ompLinear: the step stands behind the colon; val(t), ref(t) and uval(t) are the forms of C++.
func ompLinear(c clause) reading {
	list, _, _ := c.cutColon()
	for _, m := range []string{"val", "ref", "uval"} {
		if rest, ok := strings.CutPrefix(list, m+"("); ok && strings.HasSuffix(rest, ")") {
			list = strings.TrimSuffix(rest, ")")
		}
	}
	return reading{why: found, takes: takesUnlessScalar, vars: splitOutside(list, ',', -1), unless: inMemory}
}

// ompDeclare reads declare simd, which is met wherever its function is called: calls are inlined, and a loop around
// one vectorizes the callee's body in place, under the mask of the call if it has one. Nothing is taken for granted
// of what it promises.
func (p *parser) ompDeclare(to *Loop) {
	if c := p.clause(); c.name != "simd" {
		p.unknownPragma(c, "omp declare simd")
		return
	}
	if to != p.fn.own {
		p.Warnf(p.base, "pragma omp declare simd has no effect here: it belongs directly above a function")
	}
	for c := p.clause(); c.name != ""; c = p.clause() {
		p.apply(to, c, ompDeclareSimd(), "simdlen(8)")
	}
}

var ompDeclareSimd = sync.OnceValue(func() []word {
	return []word{
		{"inbranch", nil, always("")},
		{"notinbranch", nil, always("")},
		{"simdlen", []string{"simdlen(8)"}, unused("is not used: the loop around a call says how many lanes it has")},
		{"uniform", []string{"uniform(p)"}, unused(found)},
		{"linear", []string{"linear(i)"}, unused(found)},
		{"aligned", []string{"aligned(p:64)"}, unused("is of no use: accesses need no alignment")},
		{"processor", []string{"processor(core_4th_gen_avx)"},
			unused("has no meaning here: code is made for the processor that runs it")},
	}
})

var ompOther = sync.OnceValue(func() []word {
	return []word{{"reverse", nil, unused("has no meaning here: the vectorizer reverses where that helps")}}
})

// ompBody are the directives that stand in the body of a loop and say what its iterations do one after the other.
var ompBody = sync.OnceValue(func() []word {
	order := limits(takesAll, "has iterations do something in order, or one at a time")
	return append([]word{
		{"ordered", []string{"ordered", "ordered simd", "ordered threads simd", "ordered depend(sink:i-1)",
			"ordered doacross(sink:i-1)"}, order},
		{"scan", []string{"scan inclusive(s)", "scan exclusive(s)"}, order},
	}, each(order, "atomic critical masked master single barrier flush task taskwait taskyield cancel cancellation "+
		"sections section")...)
})

// meansBody says whether the directive stands rightly where there is no loop.
func (p *parser) meansBody() bool {
	q := parser{text: p.text, i: p.i}
	q.space()
	if q.name() != "omp" {
		return false
	}
	q.space()
	return find(ompBody(), q.name()) != nil
}

// inBody takes back what pragmas promise of the loops around omp ordered and the like.
func (p *parser) inBody(c clause) {
	p.takeAround(find(ompBody(), c.name).read(c).takes)
	p.i = len(p.text)
}

// numbers are the arguments of the only clause that may follow, of which instead is an example, all of them at least
// 1, or nil if it is not there.
func (p *parser) numbers(instead string, fill bool) []int64 {
	c := p.clause()
	name, _, _ := strings.Cut(instead, "(")
	if c.name != name {
		p.unknown(c, instead)
		return nil
	}
	var list []int64
	for i, a := range c.args {
		n, err := strconv.ParseInt(a, 10, 32)
		if fill && a == "omp_fill" && i == len(c.args)-1 {
			n, err = 1, nil
		}
		if err != nil || n < 1 {
			list = nil
			break
		}
		list = append(list, n)
	}
	if len(list) == 0 {
		p.i = c.at
		p.fail(p.pos(), "found pragma %s; write %s instead", c, instead)
		return nil
	}
	if next := p.clause(); next.name != "" {
		p.unknown(next, "nothing more")
		return nil
	}
	return list
}

// loopsOf are the infos of n nested loops, the one that the pragma is above first, or nil after an error.
func (p *parser) loopsOf(to *Loop, n int, pragma string) []*Loop {
	list := []*Loop{to}
	for len(list) < n {
		var l *Loop
		if p.nested != nil {
			l = p.nested(len(list))
		}
		if l == nil {
			p.fail(p.base, "found pragma %s of %d loops above a nest of %d; write one for the loops that are there, "+
				"each alone in the body of the one around it, instead",
				pragma, n, len(list))
			return nil
		}
		list = append(list, l)
	}
	return list
}

// nested is the info of the loop depth levels inside loop s, each the only loop directly in the body of the one around
// it, or nil.
func (r *reader) nested(s ast.Stmt, depth int) *Loop {
	for ; depth > 0; depth-- {
		var body *ast.BlockStmt
		switch l := s.(type) {
		case *ast.ForStmt:
			body = l.Body
		case *ast.RangeStmt:
			body = l.Body
		}
		var inner ast.Stmt
		for _, t := range body.List {
			if l, ok := t.(*ast.LabeledStmt); ok {
				t = l.Stmt
			}
			switch t.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				if inner != nil {
					return nil
				}
				inner = t
			}
		}
		if inner == nil {
			return nil
		}
		s = inner
	}
	return r.infoOf(s)
}

// inward asks that a loop change places with the one in it, n times; role is the place it has then.
func inward(n int) string {
	if n <= 1 {
		return "interchange.enable"
	}
	return "interchange.enable interchange.followup_inner{" + inward(n-1) + "}"
}

// ompTile cuts n nested loops into strips, and moves the loops in the strips (tile), or those over the strips (stripe),
// inwards past the others:
//
//	i j  →  iStrip i jStrip j  →  iStrip jStrip i j (tile)   or   i j iStrip jStrip (stripe)
func (p *parser) ompTile(to *Loop, name string) {
	sizes := p.numbers("sizes(32)", false)
	if sizes == nil {
		return
	}
	for m, l := range p.loopsOf(to, len(sizes), "omp "+name) {
		text := fmt.Sprintf("stripmine.size=%d", sizes[m])
		past := len(sizes) - 1 - m
		switch {
		case name == "stripe":
			text += " stripmine.followup_outer{" + inward(past+1) + "}"
		case past > 0:
			text += " stripmine.followup_inner{" + inward(past) + "}"
		}
		var above []ir.Attr
		if m == 0 && name == "tile" {
			above = l.takeUnrolls()
		}
		p.put(l, text)
		if len(above) > 0 {
			l.Attrs = append(l.Attrs, ir.Attr{Name: "stripmine.followup_outer", Kind: ir.AttrList, List: above,
				Pos: ir.Pos(p.base)})
		}
	}
}

// takeUnrolls takes away what pragmas omp unroll have put so far.
func (l *Loop) takeUnrolls() (list []ir.Attr) {
	l.Attrs = slices.DeleteFunc(l.Attrs, func(a ir.Attr) bool {
		if !slices.Contains(l.unrolls, token.Pos(a.Pos)) {
			return false
		}
		list = append(list, a)
		return true
	})
	return list
}

// ompInterchange puts nested loops into the order of a permutation, that of two by default. Each loop moves inwards
// past those that stood in it and shall stand around it: requests run from inner to outer loops, those of followups
// later.
func (p *parser) ompInterchange(to *Loop) {
	p.space()
	order := []int64{2, 1}
	if p.i < len(p.text) {
		if order = p.numbers("permutation(2,1)", false); order == nil {
			return
		}
	}
	sorted := slices.Clone(order)
	slices.Sort(sorted)
	for i, n := range sorted {
		if n != int64(i+1) || len(order) < 2 {
			p.fail(p.base, "found pragma permutation%v, which is none; write permutation(2,1) instead", order)
			return
		}
	}
	for i, l := range p.loopsOf(to, len(order), "omp interchange") {
		past, here := 0, slices.Index(order, int64(i+1))
		for _, n := range order[:here] {
			if n > int64(i+1) {
				past++
			}
		}
		if past > 0 {
			p.put(l, inward(past))
		}
	}
}

// maxParts bounds the loops that one pragma joins or makes: each is a followup inside another.
const maxParts = 8

// ompFuse joins a loop with those that follow it, as many as looprange says.
func (p *parser) ompFuse(to *Loop) {
	p.space()
	n := int64(2)
	if p.i < len(p.text) {
		list := p.numbers("looprange(1,2)", false)
		if list == nil {
			return
		}
		if len(list) != 2 || list[0] != 1 || list[1] < 2 || list[1] > maxParts {
			p.fail(p.base, "found pragma looprange%v; write the pragma above the first of the loops, with "+
				"looprange(1,2), instead", list)
			return
		}
		n = list[1]
	}
	text := "fuse.enable"
	for ; n > 2; n-- {
		text = "fuse.enable fuse.followup_fused{" + text + "}"
	}
	p.put(to, text)
}

// ompSplit cuts a loop behind counts of iterations.
func (p *parser) ompSplit(to *Loop) {
	counts := p.numbers("counts(8,omp_fill)", true)
	if len(counts) < 2 || len(counts) > maxParts {
		if counts != nil {
			p.fail(p.base,
				"found pragma counts with %d parts; write 2 to %d of them, as in counts(8,omp_fill), instead",
				len(counts), maxParts)
		}
		return
	}
	text := ""
	for _, n := range slices.Backward(counts[:len(counts)-1]) {
		if text != "" {
			text = " split.followup_second{" + text + "}"
		}
		text = fmt.Sprintf("split.after=%d%s", n, text)
	}
	p.put(to, text)
}
