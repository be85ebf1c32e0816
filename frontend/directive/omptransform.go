package directive

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"hotloop/loopopt/ir"
)

// OpenMP loop transformations nest: the directive nearest to the loop is applied first, and a directive above it
// applies to the loops that it generates. What was read above therefore becomes part of the followups of what is
// read now.
//
//	//pragma:omp unroll partial(2)
//	//pragma:omp reverse
//	//pragma:omp tile sizes(8)      stripmine.size=8 stripmine.followup_outer{reverse.enable reverse.followup_reversed{
//	                                unroll.count=2}}

// stacked removes the attributes that OpenMP directives above this one have set on loops, and returns them. It
// records that this directive is about the loops.
func (p *parser) stacked(loops []*Loop) (above [][]ir.Attr) {
	for _, l := range loops {
		var list, rest []ir.Attr
		clangAt := l.clangAt
		for i, a := range l.Attrs {
			switch {
			case !slices.Contains(l.omp, token.Pos(a.Pos)):
				rest = append(rest, a)
			case i < clangAt:
				l.clangAt--
				fallthrough
			default:
				list = append(list, a)
			}
		}
		l.Attrs = rest
		above, l.omp = append(above, list), append(l.omp, p.base)
	}
	return above
}

// read parses text as attributes at the pragma's position.
func (p *parser) read(text string) []ir.Attr {
	var l Loop
	p.put(&l, text)
	return l.Attrs
}

// followup returns the named followup that holds list, or nothing if list is empty.
func (p *parser) followup(name string, list []ir.Attr) []ir.Attr {
	if len(list) == 0 {
		return nil
	}
	return []ir.Attr{{Name: name, Kind: ir.AttrList, List: list, Pos: ir.Pos(p.base)}}
}

// add appends a list of this pragma to the loop's attributes. Attributes from other pragmas in it keep their
// positions.
func (p *parser) add(l *Loop, list []ir.Attr) { l.Attrs = append(l.Attrs, list...) }

// enclose adds a followup, unless list is empty.
func (p *parser) enclose(l *Loop, name string, list []ir.Attr) { p.add(l, p.followup(name, list)) }

// ompUnrolled reads omp unroll.
func (p *parser) ompUnrolled(to *Loop) {
	above := p.stacked([]*Loop{to})[0]
	c := p.clause()
	switch {
	case c.name == "":
		p.apply(to, clause{name: "unroll"}, barePragmas(), "")
	default:
		p.apply(to, c, ompUnroll(), "full or partial(4)")
	}
	if c.name == "full" && len(above) > 0 {
		p.Warnf(p.base, "pragma omp unroll full leaves no loop for the directives above it")
		return
	}
	p.enclose(to, "unroll.followup_unrolled", above)
}

// ompReverse reads omp reverse, which has no clauses.
func (p *parser) ompReverse(to *Loop, c clause) {
	above := p.stacked([]*Loop{to})[0]
	p.apply(to, c, ompOther(), "")
	p.enclose(to, "reverse.followup_reversed", above)
	for c := p.clause(); c.name != ""; c = p.clause() {
		p.Warnf(p.base, "pragma clause %s is ignored", c)
	}
}

// collapse flattens n nested loops into one, starting with the inner ones. The requests and promises of omp simd
// apply to the flattened loop. If the loops remain separate, the promises also hold for the outermost loop.
func (p *parser) collapse(to *Loop, n int) {
	loops := p.nest(to, n)
	if len(loops) < n {
		p.Warnf(p.base, "pragma collapse(%d) has no effect above a nest of %d loops, each alone in the body of the one "+
			"around it", n, len(loops))
		return
	}
	above := p.stacked([]*Loop{to})[0]
	if slices.ContainsFunc(above, func(a ir.Attr) bool { return promises(&a) }) {
		p.put(to, "parallel_accesses")
	}
	for _, l := range loops[:n-1] {
		p.put(l, "flatten.enable flatten.divide")
	}
	p.enclose(to, "flatten.followup_flattened", above)
}

// amounts returns the arguments of the only clause that may follow: numbers that are at least 1, or names of
// parameters. instead is an example of the clause. It returns nil if the clause is missing.
func (p *parser) amounts(instead string) []string {
	c := p.clause()
	name, _, _ := strings.Cut(instead, "(")
	if c.name != name {
		p.unknown(c, instead)
		return nil
	}
	list := c.args
	for _, a := range c.args {
		if n, err := strconv.ParseInt(a, 10, 32); (err != nil || n < 1) && !token.IsIdentifier(a) {
			list = nil
		}
	}
	return only(p, c, instead, list)
}

// only returns the list of the clause. It returns nil if the list is empty or another clause follows.
func only[T any](p *parser, c clause, instead string, list []T) []T {
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

// numbers returns the arguments of the only clause that may follow, which must be at least 1. instead is an
// example of the clause. It returns nil if the clause is missing. With fill, one argument may be omp_fill, which
// is returned as 0.
func (p *parser) numbers(instead string, fill bool) []int64 {
	c := p.clause()
	name, _, _ := strings.Cut(instead, "(")
	if c.name != name {
		p.unknown(c, instead)
		return nil
	}
	var list []int64
	for _, a := range c.args {
		n, err := strconv.ParseInt(a, 10, 32)
		filled := fill && a == "omp_fill" && !slices.Contains(list, 0)
		if !filled && (err != nil || n < 1) {
			list = nil
			break
		}
		list = append(list, n)
	}
	return only(p, c, instead, list)
}

// loopsOf returns the infos of n nested loops, outermost first, where the pragma is above the outermost. It
// returns nil after an error.
func (p *parser) loopsOf(to *Loop, n int, pragma string) []*Loop {
	list := p.nest(to, n)
	if len(list) < n {
		p.fail(p.base, "found pragma %s of %d loops above a nest of %d; write one for the loops that are there, each "+
			"alone in the body of the one around it, instead", pragma, n, len(list))
		return nil
	}
	return list
}

// nest returns the infos of n nested loops, or of as many as there are.
func (p *parser) nest(to *Loop, n int) []*Loop {
	list := []*Loop{to}
	for len(list) < n && p.nested != nil {
		l := p.nested(len(list))
		if l == nil {
			break
		}
		list = append(list, l)
	}
	return list
}

// nested returns the info of the loop depth levels inside loop s, or nil. Each of these loops must be the only
// loop directly in the body of the enclosing one.
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

// following counts the consecutive loops from s on, with nothing between them.
func (fi *Func) following(s ast.Stmt) (n int64) {
	plain := func(s ast.Stmt) ast.Stmt {
		if l, ok := s.(*ast.LabeledStmt); ok {
			return l.Stmt
		}
		return s
	}
	count := func(list []ast.Stmt) {
		if i := slices.IndexFunc(list, func(t ast.Stmt) bool { return plain(t) == s }); i >= 0 {
			for _, t := range list[i:] {
				if !isLoop(plain(t)) {
					break
				}
				n++
			}
		}
	}
	ast.Inspect(fi.Decl.Body, func(at ast.Node) bool {
		switch b := at.(type) {
		case *ast.BlockStmt:
			count(b.List)
		case *ast.CaseClause:
			count(b.Body)
		}
		return n == 0
	})
	return n
}

func isLoop(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// inward requests that a loop be interchanged n times with the loop inside it.
func inward(n int) string {
	if n <= 1 {
		return "interchange.enable"
	}
	return "interchange.enable interchange.followup_inner{" + inward(n-1) + "}"
}

// ompTile strip-mines n nested loops. It moves inwards the loops within strips (tile) or the loops over strips
// (stripe):
//
//	i j  →  iStrip i jStrip j  →  iStrip jStrip i j (tile)   or   i j iStrip jStrip (stripe)
func (p *parser) ompTile(to *Loop, name string) {
	sizes := p.amounts("sizes(32)")
	if sizes == nil {
		return
	}
	loops := p.loopsOf(to, len(sizes), "omp "+name)
	above := p.stacked(loops)
	for m, l := range loops {
		text := "stripmine.size=" + sizes[m]
		past := len(sizes) - 1 - m
		switch {
		case name == "stripe": // the loop over strips moves inwards; the loop within a strip stays outside
			p.put(l, text)
			list := p.read(inward(past + 1))
			p.enclose(l, "stripmine.followup_outer", append(list, p.followup("interchange.followup_outer", above[m])...))
			continue
		case past > 0:
			text += " stripmine.followup_inner{" + inward(past) + "}"
		}
		p.put(l, text)
		p.enclose(l, "stripmine.followup_outer", above[m])
	}
}

// ompInterchange reorders nested loops by a permutation, which by default swaps two loops. Each loop moves inwards
// past the inner loops that must enclose it. Requests run from inner to outer loops, and those of followups run
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
	loops := p.loopsOf(to, len(order), "omp interchange")
	if len(loops) == 2 {
		above := p.stacked(loops)
		p.put(to, inward(1))
		p.enclose(to, "interchange.followup_outer", above[0])
		p.enclose(to, "interchange.followup_inner", above[1])
		return
	}
	for i, l := range loops { // attributes from above apply to the loops at their new positions
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

// maxParts bounds the number of loops that one pragma joins or makes, because each is a nested followup.
const maxParts = 8

// ompFuse fuses a loop with the loops that follow it: the whole sequence, or as many as looprange gives.
func (p *parser) ompFuse(to *Loop) {
	p.space()
	n := int64(2)
	if p.following != nil {
		n = max(n, min(p.following(), maxParts))
	}
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
	list := append(p.read("fuse.enable"), p.followup("fuse.followup_fused", p.stacked([]*Loop{to})[0])...)
	for ; n > 2; n-- {
		list = append(p.read("fuse.enable"), p.followup("fuse.followup_fused", list)...)
	}
	p.add(to, list)
}

// ompSplit splits a loop after given counts of iterations.
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
	p.put(to, splits(counts))
}

// splits returns the request for splits between parts with the given iteration counts. One count, 0, takes the
// remaining iterations.
func splits(counts []int64) string {
	if len(counts) == 1 {
		return ""
	}
	text := fmt.Sprintf("split.after=%d", counts[0])
	if counts[0] == 0 {
		behind := int64(0)
		for _, n := range counts[1:] {
			behind += n
		}
		text = fmt.Sprintf("split.last=%d", behind)
	}
	if then := splits(counts[1:]); then != "" {
		text += " split.followup_second{" + then + "}"
	}
	return text
}
