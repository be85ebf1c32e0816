package frontend

import (
	"fmt"
	"go/ast"
	"go/token"
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
		start := len(to.attrs)
		p.clauses(to, clangLoop(), "vectorize(enable)")
		to.clangSays(start)
	case "gcc", "GCC":
		p.clauses(to, gccPragmas(), "gcc unroll 4")
	case "omp":
		p.omp(to)
	case "vector", "simd":
		p.intelVector(to, c)
	case "loop_count":
		p.loopCount(to, c)
	case "block_loop":
		p.blockLoop(to, c)
	case "loop_optimize", "Loop_Optimize":
		p.ada(to, c)
	case "":
		p.fail(p.pos(), "found an empty pragma; write //pragma:clang loop unroll(full) or another one instead")
	default:
		p.apply(to, c, barePragmas(), "clang loop, gcc, omp, unroll, nounroll, ivdep, vector or novector")
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
	for i, a := range c.args {
		if n, ok := p.constant(a); ok {
			c.args[i] = n
		}
	}
	return c
}

// constant is the value of a constant of the package, as C programs write macros into pragmas: unroll(COUNT). It is
// not type-checked, because no code mentions it: what stands in its declaration must be a number.
func (p *directiveParser) constant(name string) (string, bool) {
	if p.pkg == nil || !token.IsIdentifier(name) {
		return "", false
	}
	for _, d := range p.pkg.decls[name] {
		g, ok := d.node.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v, ok := s.(*ast.ValueSpec)
			for i := 0; ok && i < len(v.Names) && i < len(v.Values); i++ {
				if lit, ok := v.Values[i].(*ast.BasicLit); ok && v.Names[i].Name == name && lit.Kind == token.INT {
					if n, err := strconv.ParseInt(lit.Value, 0, 32); err == nil {
						return strconv.FormatInt(n, 10), true
					}
				}
			}
		}
	}
	return "", false
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
	p.put(to, text)
}

// put adds attributes, written as in a directive, at the pragma's place.
func (p *directiveParser) put(to *loopInfo, text string) {
	sub := &directiveParser{reports: &reports{fset: p.fset}, text: text, base: p.base, fn: p.fn}
	list := sub.attrs(false, 0)
	for _, e := range sub.errs { // a number out of range
		p.errorAt(e.Pos, e.Msg)
	}
	to.attrs = append(to.attrs, at(list, ir.Pos(p.base))...)
}

// at gives all attributes of a list, and those in its followups, one place.
func at(list []ir.Attr, pos ir.Pos) []ir.Attr {
	for i := range list {
		list[i].Pos = pos
		at(list[i].List, pos)
	}
	return list
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
		"partial": "partial(4)", "sizes": "sizes(32)", "simdlen": "simdlen(8)", "permutation": "permutation(2,1)",
		"looprange": "looprange(1,2)", "counts": "counts(8,omp_fill)", "vectorlength": "vectorlength(8)", "factor": "factor(32)",
		"level": "level(1,2)", "min": "min(10)", "max": "max(100)", "avg": "avg(50)",
	}
}
