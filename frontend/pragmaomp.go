package frontend

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"hotloop/loopopt/ir"
)

// omp reads an OpenMP directive. The order of its clauses does not matter.
func (p *directiveParser) omp(to *loopInfo) {
	c := p.clause()
	for c.name != "simd" && ompParallel()[c.name] { // parallel for simd
		p.warnf(p.base, "pragma omp %s has no meaning here; call the kernel from several goroutines", c.name)
		if c = p.clause(); c.name == "" {
			return
		}
		if c.name != "simd" && !ompParallel()[c.name] { // clauses of a directive without meaning
			for ; c.name != ""; c = p.clause() {
				p.warnf(p.base, "pragma clause %s is ignored", c)
			}
			return
		}
	}
	switch c.name {
	case "simd":
		start := len(to.attrs)
		p.put(to, "vectorize.enable parallel_accesses")
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
		p.ompTile(to, c.name)
	case "interchange":
		p.ompInterchange(to)
	case "fuse":
		p.ompFuse(to)
	case "split":
		p.ompSplit(to)
	case "declare":
		p.ompDeclare(to)
	case "reverse", "ordered", "scan":
		p.apply(to, c, ompOther(), "")
		for c := p.clause(); c.name != ""; c = p.clause() {
			p.warnf(p.base, "pragma clause %s is ignored", c)
		}
	default:
		p.unknown(c, "omp simd, omp unroll, omp tile, omp interchange or omp fuse")
	}
}

func ompParallel() map[string]bool {
	return map[string]bool{"for": true, "parallel": true, "distribute": true, "teams": true, "target": true, "taskloop": true, "loop": true}
}

func dropAttr(list []ir.Attr, from int, name string) []ir.Attr {
	for i := from; i < len(list); i++ {
		if list[i].Name == name {
			return append(list[:i:i], list[i+1:]...)
		}
	}
	return list
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
		"early_exit":  unused("is of no use: loops that are left early are vectorized where that is safe"),
		"linear":      unused(found),
		"aligned":     unused("is of no use: accesses need no alignment"),
		"reduction":   unused(found),
		"lastprivate": unused(found),
		"private":     unused(found),
		"nontemporal": unused("has no meaning here: stores go through the caches"),
		"order":       unused("has no meaning here: iterations of a vector run at once anyway"),
		"if":          unused("has no meaning here: the vector loop tests itself whether it may run"),
		"collapse":    unused("has no meaning here; write flatten.enable"),
	}
}

// ompDeclare reads declare simd, which is met wherever its function is called: calls are inlined, and a loop around one vectorizes the
// callee's body in place, under the mask of the call if it has one.
func (p *directiveParser) ompDeclare(to *loopInfo) {
	if c := p.clause(); c.name != "simd" {
		p.unknown(c, "omp declare simd")
		return
	}
	if to != p.fn.own {
		p.warnf(p.base, "pragma omp declare simd has no effect here: it belongs directly above a function")
	}
	for c := p.clause(); c.name != ""; c = p.clause() {
		p.apply(to, c, map[string]meaning{
			"inbranch":    always(" "),
			"notinbranch": always(" "),
			"simdlen":     unused("is not used: the loop around a call says how many lanes it has"),
			"uniform":     unused(found),
			"linear":      unused(found),
			"aligned":     unused("is of no use: accesses need no alignment"),
		}, "simdlen(8)")
	}
}

func ompOther() map[string]meaning {
	return map[string]meaning{
		"reverse": unused("has no meaning here: the vectorizer reverses where that helps"),
		"ordered": unused("has no meaning here: packing and histograms are recognized"),
		"scan":    unused("has no meaning here: prefix sums are recognized"),
	}
}

// numbers are the arguments of the only clause that may follow, all of them at least 1, or nil after an error.
func (p *directiveParser) numbers(name string, fill bool) []int64 {
	c := p.clause()
	if c.name != name {
		p.unknown(c, usage()[name])
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
		p.fail(p.pos(), "found pragma %s; write %s instead", c, usage()[name])
		return nil
	}
	if next := p.clause(); next.name != "" {
		p.unknown(next, "nothing more")
		return nil
	}
	return list
}

// loopsOf are the infos of n nested loops, the one that the pragma is above first, or nil after an error.
func (p *directiveParser) loopsOf(to *loopInfo, n int, pragma string) []*loopInfo {
	list := []*loopInfo{to}
	for len(list) < n {
		var l *loopInfo
		if p.nested != nil {
			l = p.nested(len(list))
		}
		if l == nil {
			p.fail(p.base, "found pragma %s of %d loops above a nest of %d; write one for the loops that are there, each alone in the body of the one around it, instead",
				pragma, n, len(list))
			return nil
		}
		list = append(list, l)
	}
	return list
}

// nested is the info of the loop depth levels inside loop s, each the only loop directly in the body of the one around
// it, or nil.
func (k *kernel) nested(s ast.Stmt, depth int) *loopInfo {
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
	if k.loops[s] == nil {
		k.loops[s] = &loopInfo{}
	}
	return k.loops[s]
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
func (p *directiveParser) ompTile(to *loopInfo, name string) {
	sizes := p.numbers("sizes", false)
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
		p.put(l, text)
	}
}

// ompInterchange puts nested loops into the order of a permutation, that of two by default. Each loop moves inwards past
// those that stood in it and shall stand around it: requests run from inner to outer loops, those of followups later.
func (p *directiveParser) ompInterchange(to *loopInfo) {
	p.space()
	order := []int64{2, 1}
	if p.i < len(p.text) {
		if order = p.numbers("permutation", false); order == nil {
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
func (p *directiveParser) ompFuse(to *loopInfo) {
	p.space()
	n := int64(2)
	if p.i < len(p.text) {
		list := p.numbers("looprange", false)
		if list == nil {
			return
		}
		if len(list) != 2 || list[0] != 1 || list[1] < 2 || list[1] > maxParts {
			p.fail(p.base, "found pragma looprange%v; write the pragma above the first of the loops, with looprange(1,2), instead", list)
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
func (p *directiveParser) ompSplit(to *loopInfo) {
	counts := p.numbers("counts", true)
	if len(counts) < 2 || len(counts) > maxParts {
		if counts != nil {
			p.fail(p.base, "found pragma counts with %d parts; write 2 to %d of them, as in counts(8,omp_fill), instead", len(counts), maxParts)
		}
		return
	}
	var sums []int64
	sum := int64(0)
	for _, n := range counts[:len(counts)-1] {
		sum += n
		sums = append(sums, sum)
	}
	text := ""
	for i := len(sums) - 1; i >= 0; i-- {
		if text != "" {
			text = " split.followup_second{" + text + "}"
		}
		text = fmt.Sprintf("split.at=%d%s", sums[i], text)
	}
	p.put(to, text)
}
