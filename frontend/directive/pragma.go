package directive

import (
	"go/token"
	"strconv"
	"strings"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// pragma reads the text after //pragma:, a C pragma in lower case, and translates it to attributes of the same
// meaning. A pragma without an equivalent and an unknown pragma cause a warning. PRAGMAS.md lists all words.
func (p *parser) pragma(to *Loop) {
	p.to = to
	c := p.clause()
	switch c.name {
	case "clang":
		if c = p.clause(); c.name != "loop" {
			p.unknownPragma(c, "clang loop")
			return
		}
		start := len(to.Attrs)
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
		if p.i == len(p.text) && !p.gaveUp {
			p.fail(p.pos(), "found an empty pragma; write //pragma:clang loop unroll(full) or another one instead")
		}
	default:
		if find(barePragmas(), c.name) == nil {
			p.unknownPragma(c,
				p.nearestWord(c, barePragmas(), "clang loop, gcc, omp, unroll, nounroll, ivdep, vector or novector"))
			return
		}
		more := oneOnly
		if c.name == "ivdep" {
			more = ivdepWords()
		}
		p.apply(to, c, barePragmas(), "")
		for c = p.clause(); c.name != ""; c = p.clause() {
			p.apply(to, c, more, "one pragma per line")
		}
	}
}

// clause is a word of a pragma, with the text in parentheses after it or a bare number.
type clause struct {
	name string
	text string   // the text in parentheses, as written
	args []string // its comma-separated arguments; nil without parentheses
	at   int
}

// String returns the clause as written, for messages.
func (c clause) String() string {
	if c.args == nil {
		return c.name
	}
	return c.name + "(" + c.text + ")"
}

// number returns the clause's only argument as a non-negative number, or -1.
func (c clause) number() int64 {
	if len(c.args) == 1 {
		if n, err := strconv.ParseInt(c.args[0], 10, 32); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}

// cutColon cuts the text in parentheses at the first colon outside brackets: reduction(+:a[0:n]).
func (c clause) cutColon() (before, after string, found bool) {
	if parts := splitOutside(c.text, ':', 2); len(parts) == 2 {
		return parts[0], parts[1], true
	}
	return c.text, "", false
}

// splitOutside splits s into at most n parts at separators outside brackets. A negative n means no limit.
func splitOutside(s string, sep byte, n int) (parts []string) {
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case sep:
			if depth == 0 && len(parts) != n-1 {
				parts = append(parts, strings.TrimSpace(s[start:i]))
				start = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(s[start:]))
}

// clause reads the next clause. A clause without a name is the end. As in C compilers, blanks, commas and colons
// separate clauses. Unreadable text ends the pragma and revokes its promise, because the rest might have limited
// it.
func (p *parser) clause() clause {
	p.space()
	for p.accept(',') || p.accept(':') {
		p.space()
	}
	c := clause{at: p.i}
	if c.name = p.name(); c.name == "" {
		if p.i < len(p.text) {
			p.take(takesPromise)
			p.Warnf(p.pos(),
				"found %q in a pragma, whose rest is ignored; write words such as unroll(4) instead",
				p.text[p.i:p.i+1])
			p.i, p.gaveUp = len(p.text), true
		}
		return c
	}
	p.space()
	switch {
	case p.accept('('):
		end := closing(p.text[p.i:], '(', ')')
		if end < 0 {
			p.take(takesPromise)
			p.fail(p.pos(), "found %s( without its closing parenthesis; write ) instead", c.name)
			return clause{}
		}
		c.text = strings.TrimSpace(p.text[p.i : p.i+end])
		c.args = splitOutside(c.text, ',', -1)
		p.i += end + 1
	case c.name == "unroll" && p.isConstant(p.text[p.i:]): // unroll 2*N
		c.text = strings.TrimSpace(p.text[p.i:])
		c.args, p.i = []string{c.text}, len(p.text)
	case p.i < len(p.text) && p.text[p.i] >= '0' && p.text[p.i] <= '9': // unroll 4
		c.text = p.name()
		c.args = []string{c.text}
	}
	for i, a := range c.args {
		if n, ok := p.constant(a); ok {
			c.args[i] = n
		}
	}
	return c
}

// closing returns the index of the bracket that closes one opened before s, or -1.
func closing(s string, open, end byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case end:
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// unknown warns about an unknown clause. The clause may limit the pragma's promise, so the promise is revoked.
func (p *parser) unknown(c clause, instead string) {
	p.take(takesPromise)
	at := p.base + token.Pos(c.at)
	if c.name == "" {
		if !p.gaveUp {
			p.Warnf(at, "found the end of the pragma, which has no effect; write %s instead", instead)
		}
		return
	}
	p.Warnf(at, "unknown pragma %s has no effect, but that pragmas promise nothing of the loop; write %s instead", c,
		instead)
}

// unknownPragma is unknown for a whole pragma. A pragma in the body of a loop may be about that loop.
func (p *parser) unknownPragma(c clause, instead string) {
	p.unknown(c, instead)
	p.takeAround(takesPromise)
	p.i = len(p.text)
}

// nearestWord returns the word of the table that was probably meant, or else instead.
func (p *parser) nearestWord(c clause, words []word, instead string) string {
	var names []string
	for i := range words {
		names = append(names, words[i].name)
	}
	if n := syntax.Nearest(c.name, names); n != "" {
		return n
	}
	return instead
}

// clauses reads clauses up to the end. Each must be a word of the table.
func (p *parser) clauses(to *Loop, words []word, instead string) {
	n := 0
	for c := p.clause(); c.name != ""; c = p.clause() {
		p.apply(to, c, words, instead)
		n++
	}
	if n == 0 && p.i == len(p.text) && len(p.Errs) == 0 {
		p.unknown(clause{at: p.i}, instead)
	}
}

// apply applies one clause. Its effect on promises comes first, because a clause that requests something may also
// revoke something. Effects that depend on variables are resolved here, where the variables are known.
func (p *parser) apply(to *Loop, c clause, words []word, instead string) {
	w := find(words, c.name)
	if w == nil {
		p.unknown(c, p.nearestWord(c, words, instead))
		return
	}
	r := w.read(c)
	if r.malformed {
		p.i = c.at
		p.take(takesPromise)
		p.fail(p.pos(), "found pragma %s; write %s instead", c, w.usage())
		return
	}
	switch {
	case r.takes == takesUnlessScalar && p.scalars(r.vars), r.takes == takesUnlessTrue && p.isTrue(r.vars[0]):
		r.takes = keeps
	case r.takes == takesUnlessScalar:
		r.takes, r.why = takesPromise, r.unless
	case r.takes == takesUnlessTrue:
		r.takes, r.why = takesAll, r.unless
	}
	p.take(r.takes)
	if r.why != "" {
		p.Warnf(p.base, "pragma %s %s", c, r.why)
	}
	if r.attrs != "" {
		p.put(to, r.attrs)
	}
}

// put adds attributes, written as in a directive, at the pragma's position. A number that is out of range here may
// be valid for the pragma's own compiler, so it is a warning.
func (p *parser) put(to *Loop, text string) {
	sub := &parser{Reports: &syntax.Reports{Fset: p.Fset}, text: text, base: p.base, fn: p.fn}
	list := sub.attrs(false, 0)
	for _, e := range sub.Errs {
		p.Warnf(p.base, "%s; nothing is done for it", e.Msg)
	}
	for i := range list {
		if promises(&list[i]) {
			to.promised = append(to.promised, p.base)
		}
	}
	to.Attrs = append(to.Attrs, at(list, ir.Pos(p.base))...)
}

// at sets the position of all attributes of a list, including those in followups.
func at(list []ir.Attr, pos ir.Pos) []ir.Attr {
	for i := range list {
		list[i].Pos = pos
		at(list[i].List, pos)
	}
	return list
}
