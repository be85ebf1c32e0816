package frontend

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hotloop/loopopt/ir"
)

// pragma reads what follows //pragma: — a C pragma in lower case — as the attributes with the same meaning. What has
// none here draws a warning; what is no pragma anybody knows is an error.
func (p *directiveParser) pragma(to *loopInfo) {
	c := p.clause()
	switch c.name {
	case "clang":
		if c = p.clause(); c.name != "loop" {
			p.unknown(c, "clang loop")
			return
		}
		p.clauses(to, clangLoop(), "vectorize(enable)")
	case "gcc":
		p.clauses(to, gccPragmas(), "gcc unroll 4")
	case "omp":
		p.omp(to)
	case "":
		p.fail(p.pos(), "found an empty pragma; write //pragma:clang loop unroll(full) or another one instead")
	default:
		p.apply(to, c, barePragmas(), "clang loop, gcc, omp, unroll, nounroll, ivdep or novector")
		for c = p.clause(); c.name != ""; c = p.clause() {
			p.unknown(c, "one pragma per line")
		}
	}
}

// clause is a word of a pragma, with what stands in parentheses behind it, or a bare number.
type clause struct {
	name string
	args []string
	at   int
}

func (c clause) String() string {
	if c.args == nil {
		return c.name
	}
	return c.name + "(" + strings.Join(c.args, ",") + ")"
}

// number is the clause's only argument as a number from 0 on, or -1.
func (c clause) number() int64 {
	if len(c.args) == 1 {
		if n, err := strconv.ParseInt(c.args[0], 10, 32); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}

func (p *directiveParser) clause() clause {
	p.space()
	for p.accept(',') {
		p.space()
	}
	c := clause{at: p.i}
	if c.name = p.name(); c.name == "" {
		if p.i < len(p.text) {
			p.fail(p.pos(), "found %q in a pragma; write words such as unroll(4) instead", p.text[p.i:p.i+1])
		}
		return c
	}
	p.space()
	switch {
	case p.accept('('):
		end := strings.IndexByte(p.text[p.i:], ')')
		if end < 0 {
			p.fail(p.pos(), "found %s( without its closing parenthesis; write ) instead", c.name)
			return clause{}
		}
		c.args = []string{}
		for _, a := range strings.Split(p.text[p.i:p.i+end], ",") {
			c.args = append(c.args, strings.TrimSpace(a))
		}
		p.i += end + 1
	case p.i < len(p.text) && p.text[p.i] >= '0' && p.text[p.i] <= '9': // unroll 4
		c.args = []string{p.name()}
	}
	return c
}

func (p *directiveParser) unknown(c clause, instead string) {
	p.i = c.at
	at := p.pos()
	if c.name == "" {
		p.fail(at, "found the end of the pragma; write %s instead", instead)
		return
	}
	p.fail(at, "found unknown pragma %s; write %s instead", c, instead)
}

// meaning turns a clause into attributes, written as in a directive; "!" and a text is a warning, "" an error.
type meaning func(c clause) string

func (p *directiveParser) clauses(to *loopInfo, table map[string]meaning, instead string) {
	n := 0
	for c := p.clause(); c.name != ""; c = p.clause() {
		p.apply(to, c, table, instead)
		n++
	}
	if n == 0 && p.i == len(p.text) && len(p.errs) == 0 {
		p.unknown(clause{at: p.i}, instead)
	}
}

func (p *directiveParser) apply(to *loopInfo, c clause, table map[string]meaning, instead string) {
	m := table[c.name]
	if m == nil {
		if n := nearest(c.name, slices.Sorted(maps.Keys(table))); n != "" {
			instead = n
		}
		p.unknown(c, instead)
		return
	}
	text := m(c)
	if why, ok := strings.CutPrefix(text, "!"); ok {
		p.warnf(p.base, "pragma %s %s", c, why)
		return
	}
	if text == "" {
		p.i = c.at
		p.fail(p.pos(), "found pragma %s; write %s instead", c, usage()[c.name])
		return
	}
	sub := &directiveParser{reports: &reports{fset: p.fset}, text: text, base: p.base, fn: p.fn}
	attrs := sub.attrs(false, 0)
	for _, e := range sub.errs { // a number out of range
		p.errorAt(e.Pos, e.Msg)
	}
	for i := range attrs {
		attrs[i].Pos = ir.Pos(p.base)
	}
	to.attrs = append(to.attrs, attrs...)
}

// switchOf is a clause with one of the given words in parentheses.
func switchOf(meanings map[string]string) meaning {
	return func(c clause) string {
		if len(c.args) == 1 {
			return meanings[c.args[0]]
		}
		return ""
	}
}

// countOf is a clause with a number, put into format.
func countOf(format string) meaning {
	return func(c clause) string {
		if n := c.number(); n >= 0 {
			return fmt.Sprintf(format, n)
		}
		return ""
	}
}

// unrollOf: unroll, unroll 4, unroll(4); 0 and 1 forbid it.
func unrollOf(prefix string) meaning {
	return func(c clause) string {
		switch n := c.number(); {
		case c.args == nil:
			return prefix + ".enable"
		case n < 0:
			return ""
		case n <= 1:
			return prefix + ".disable"
		default:
			return fmt.Sprintf("%s.count=%d", prefix, n)
		}
	}
}

func always(text string) meaning { return func(clause) string { return text } }

func unused(why string) meaning { return always("!" + why) }

const found = "is of no use: the compiler finds that out itself"

// The tables of pragmas are functions, because maps at package level are built at every program start: 20 µs for these.

func clangLoop() map[string]meaning {
	return map[string]meaning{
		"vectorize": switchOf(map[string]string{"enable": "vectorize.enable", "disable": "vectorize.enable=0",
			"assume_safety": "vectorize.enable parallel_accesses"}),
		"vectorize_width":     vectorizeWidth,
		"vectorize_predicate": switchOf(map[string]string{"enable": "vectorize.predicate.enable", "disable": "vectorize.predicate.enable=0"}),
		// As in clang, which treats interleaving as a part of vectorization.
		"interleave":       switchOf(map[string]string{"enable": "vectorize.enable", "disable": "interleave.count=1"}),
		"interleave_count": countOf("interleave.count=%d"),
		"unroll":           switchOf(map[string]string{"enable": "unroll.enable", "disable": "unroll.disable", "full": "unroll.full"}),
		"unroll_count":     countOf("unroll.count=%d"),
		"unroll_and_jam":   switchOf(map[string]string{"enable": "unroll_and_jam.enable", "disable": "unroll_and_jam.disable"}),
		"distribute":       switchOf(map[string]string{"enable": "distribute.enable", "disable": "distribute.enable=0"}),
		"pipeline":         switchOf(map[string]string{"disable": "pipeline.disable"}),
		"licm":             switchOf(map[string]string{"disable": "licm.disable"}),

		"unroll_and_jam_count":         countOf("unroll_and_jam.count=%d"),
		"pipeline_initiation_interval": countOf("pipeline.initiationinterval=%d"),
	}
}

func vectorizeWidth(c clause) string {
	scalable := ""
	args := c.args
	if n := len(args); n > 0 {
		switch args[n-1] {
		case "scalable":
			scalable, args = " vectorize.scalable.enable", args[:n-1]
		case "fixed":
			scalable, args = " vectorize.scalable.enable=0", args[:n-1]
		}
	}
	switch n := (clause{args: args}).number(); {
	case len(args) == 0 && scalable != "":
		return scalable
	case n >= 0:
		return fmt.Sprintf("vectorize.width=%d%s", n, scalable)
	}
	return ""
}

func gccPragmas() map[string]meaning {
	return map[string]meaning{
		"unroll":   unrollOf("unroll"),
		"nounroll": always("unroll.disable"),
		"ivdep":    always("ivdep"),
		"novector": always("vectorize.enable=0"),
	}
}

func barePragmas() map[string]meaning {
	return map[string]meaning{
		"unroll":           unrollOf("unroll"),
		"nounroll":         always("unroll.disable"),
		"unroll_and_jam":   unrollOf("unroll_and_jam"),
		"nounroll_and_jam": always("unroll_and_jam.disable"),
		"ivdep":            always("ivdep"),
		"novector":         always("vectorize.enable=0"),
		"simd":             always("vectorize.enable"),
		"vector":           vectorPragma,
		"loop_count":       countOf("estimated_trip_count=%d"),
		"distribute_point": always("distribute.enable"),
		"nofusion":         always("fuse.disable"),
		"prefetch":         unused("has no meaning here"),
		"noprefetch":       unused("has no meaning here"),
		"block_loop":       unused("has no meaning here; write stripmine.size and interchange.enable"),
		"noblock_loop":     unused("has no meaning here"),
	}
}

func vectorPragma(c clause) string {
	if c.args == nil || len(c.args) == 1 && c.args[0] == "always" {
		return "vectorize.enable"
	}
	return "!has no meaning here"
}

// omp reads an OpenMP directive. The order of its clauses does not matter.
func (p *directiveParser) omp(to *loopInfo) {
	c := p.clause()
	switch c.name {
	case "simd":
		start := len(to.attrs)
		p.apply(to, c, map[string]meaning{"simd": always("vectorize.enable parallel_accesses")}, "")
		for c := p.clause(); c.name != ""; c = p.clause() {
			if c.name == "safelen" {
				// Iterations less than so many apart are independent, others need not be: no promise we can use.
				to.attrs = dropAttr(to.attrs, start, "parallel_accesses")
			}
			c.args = dropColon(c.args)
			p.apply(to, c, ompSimd(), "simdlen(8)")
		}
	case "unroll":
		c = p.clause()
		switch {
		case c.name == "":
			p.apply(to, clause{name: "unroll"}, barePragmas(), "")
		case c.name == "partial":
			p.apply(to, c, map[string]meaning{"partial": unrollOf("unroll")}, "")
		case c.name == "full":
			p.apply(to, c, map[string]meaning{"full": always("unroll.full")}, "")
		default:
			p.unknown(c, "full or partial(4)")
		}
	case "tile", "stripe":
		name := c.name
		c = p.clause()
		if c.name != "sizes" {
			p.unknown(c, "sizes(32)")
		} else if len(c.args) > 1 {
			p.warnf(p.base, "pragma omp %s of several loops has no meaning here; write stripmine.size and interchange.enable on each loop", name)
		} else {
			p.apply(to, c, map[string]meaning{"sizes": countOf("stripmine.size=%d")}, "")
		}
	case "interchange", "fuse", "reverse", "split", "declare", "ordered", "scan", "for", "parallel":
		p.apply(to, c, ompOther(), "")
		for c := p.clause(); c.name != ""; c = p.clause() {
			p.warnf(p.base, "pragma clause %s is ignored", c)
		}
	default:
		p.unknown(c, "omp simd, omp unroll, omp tile, omp interchange or omp fuse")
	}
}

func dropAttr(attrs []ir.Attr, from int, name string) []ir.Attr {
	for i := from; i < len(attrs); i++ {
		if attrs[i].Name == name {
			return append(attrs[:i:i], attrs[i+1:]...)
		}
	}
	return attrs
}

// dropColon cuts the modifier of reduction(+:s) and the like, which are not looked at.
func dropColon(args []string) []string {
	if len(args) > 0 {
		if _, rest, ok := strings.Cut(args[0], ":"); ok {
			args = append([]string{strings.TrimSpace(rest)}, args[1:]...)
		}
	}
	return args
}

func ompSimd() map[string]meaning {
	return map[string]meaning{
		"simdlen":     countOf("vectorize.width=%d"),
		"safelen":     unused("is not used: dependences are analysed, or promised with ivdep"),
		"linear":      unused(found),
		"aligned":     unused(found),
		"reduction":   unused(found),
		"lastprivate": unused(found),
		"private":     unused(found),
		"nontemporal": unused("has no meaning here"),
		"order":       unused("has no meaning here"),
		"if":          unused("has no meaning here"),
		"collapse":    unused("has no meaning here; write flatten.enable"),
	}
}

func ompOther() map[string]meaning {
	return map[string]meaning{
		"interchange": always("interchange.enable"),
		"fuse":        always("fuse.enable"),
		"reverse":     unused("has no meaning here: the vectorizer reverses where that helps"),
		"split":       unused("has no meaning here; write split.at=N"),
		"declare":     unused("has no meaning here: functions are inlined"),
		"ordered":     unused("has no meaning here"),
		"scan":        unused("has no meaning here: prefix sums are recognized"),
		"for":         unused("has no meaning here; call the kernel from several goroutines"),
		"parallel":    unused("has no meaning here; call the kernel from several goroutines"),
	}
}

// usage says how a clause is written, for errors.
func usage() map[string]string {
	return map[string]string{
		"vectorize": "vectorize(enable), vectorize(disable) or vectorize(assume_safety)", "vectorize_width": "vectorize_width(8)",
		"vectorize_predicate": "vectorize_predicate(enable) or vectorize_predicate(disable)",
		"interleave":          "interleave(enable) or interleave(disable)", "interleave_count": "interleave_count(4)",
		"unroll": "unroll(enable), unroll(full), unroll(disable) or unroll(4)", "unroll_count": "unroll_count(4)",
		"unroll_and_jam": "unroll_and_jam(enable), unroll_and_jam(disable) or unroll_and_jam(4)", "unroll_and_jam_count": "unroll_and_jam_count(4)",
		"distribute": "distribute(enable) or distribute(disable)", "pipeline": "pipeline(disable)", "licm": "licm(disable)",
		"pipeline_initiation_interval": "pipeline_initiation_interval(4)", "loop_count": "loop_count(1000)",
		"partial": "partial(4)", "sizes": "sizes(32)", "simdlen": "simdlen(8)",
	}
}
