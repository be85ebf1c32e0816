package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
)

// fpMode is the floating-point mode of a piece of code, and whether it was written out.
type fpMode struct {
	flags   ir.FPFlags
	written bool
}

// permits is what operations written in that mode carry.
func (m fpMode) permits() ir.FPFlags {
	if m.written && m.flags == ir.FPExact {
		return ir.Ordered
	}
	return m.flags
}

// loopInfo is what the directives above a loop say.
type loopInfo struct {
	attrs []ir.Attr
	fp    *fpMode
	// What clang's pragmas say, until chain gives it an order, and where it stands in attrs.
	clang    []ir.Attr
	clangAt  int
	hasClang bool
	// Where pragmas promise that iterations are independent, and what other words of pragmas above the loop take back.
	promised []token.Pos
	takes    effect
}

// directives reads the directives of all reached functions and gives them to their loops.
func (k *kernel) directives(r *reports) {
	for i, f := range k.pkg.files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if isDirective(c.Text) {
					k.fileDirectives(r, i)
					k.combine(r)
					return
				}
			}
		}
	}
}

func isDirective(text string) bool { return directiveKind(text) != "" }

// directiveKind is the comment's beginning, if it is that of a directive or of what looks like one.
func directiveKind(text string) string {
	for _, k := range [...]string{"//loop:", "//pragma:", "// pragma:", "// loop:"} {
		if strings.HasPrefix(text, k) {
			return k
		}
	}
	return ""
}

// fileDirectives handles the files from number i on; those before have no directives.
func (k *kernel) fileDirectives(r *reports, i int) {
	k.loops = map[ast.Stmt]*loopInfo{}
	for _, f := range k.pkg.files[i:] {
		// Comments and declarations both come in the order of the source. A declaration owns the comments from the end
		// of the one before it up to its own end.
		groups := f.Comments
		for _, d := range f.Decls {
			n := 0
			for n < len(groups) && groups[n].Pos() < d.End() {
				n++
			}
			k.declDirectives(r, d, groups[:n])
			groups = groups[n:]
		}
		k.strayDirectives(r, groups)
	}
}

// declDirectives handles the comments in and above declaration d. Those of functions that the kernel does not call are
// none of its business: they are read when the function is a kernel.
func (k *kernel) declDirectives(r *reports, d ast.Decl, groups []*ast.CommentGroup) {
	fn, ok := d.(*ast.FuncDecl)
	if !ok {
		k.strayDirectives(r, groups)
		return
	}
	obj, _ := k.info.Defs[fn.Name].(*types.Func)
	fi := k.funcs[obj]
	if fi == nil || fi.decl != fn || fn.Body == nil {
		return
	}
	fi.own = &loopInfo{}
	byLine := map[int]ast.Stmt{} // the first loop that a directive above that line can mean
	for i := len(fi.loops) - 1; i >= 0; i-- {
		byLine[k.line(fi.begin(fi.loops[i]))] = fi.loops[i]
	}
	for _, g := range groups {
		for _, c := range g.List {
			if isDirective(c.Text) {
				k.directive(r, fi, g, c, byLine)
			}
		}
	}
	if len(fi.loops) == 0 && len(fi.own.attrs) > 0 {
		r.warnf(token.Pos(fi.own.attrs[0].Pos), "%v has no effect: function %s has no loop of its own", fi.own.attrs[0], fn.Name.Name)
	}
}

// strayDirectives warns of directives that stand neither in a function nor above one.
func (k *kernel) strayDirectives(r *reports, groups []*ast.CommentGroup) {
	for _, g := range groups {
		for _, c := range g.List {
			if kind := directiveKind(c.Text); kind != "" && kind != "// loop:" {
				r.warnf(c.Slash, "%s", appliesToNothing)
			}
		}
	}
}

const appliesToNothing = "this directive applies to nothing: it must stand directly above a for statement or a function"

// line is the line of the text that p is in, whatever //line comments say.
func (k *kernel) line(p token.Pos) int { return k.pkg.fset.PositionFor(p, false).Line }

// begin is where s begins for directives: at its label, if it has one.
func (fi *funcInfo) begin(s ast.Stmt) token.Pos {
	if p, ok := fi.above[s]; ok {
		return p
	}
	return s.Pos()
}

// directive reads comment c of group g and finds what it applies to: the loop in the line after the group, or the
// function if the group is its doc comment.
func (k *kernel) directive(r *reports, fi *funcInfo, g *ast.CommentGroup, c *ast.Comment, byLine map[int]ast.Stmt) {
	var to *loopInfo
	if g == fi.decl.Doc {
		to = fi.own
	} else if k.firstOnLine(c) {
		if s := byLine[k.line(g.End())+1]; s != nil && g.End() < fi.begin(s) {
			to = k.infoOf(s)
		}
	}
	p := &directiveParser{reports: r, text: c.Text, base: c.Slash, fn: fi, pkg: k.pkg, info: k.info}
	if to != nil && to != fi.own {
		s := byLine[k.line(g.End())+1]
		p.nested = func(depth int) *loopInfo { return k.nested(s, depth) }
	}
	kind := p.kind()
	if kind == "// loop:" {
		// Plain English may begin like this. Only a known attribute makes it look like a directive that gofmt has
		// set apart, since there was a space behind the colon.
		p.space()
		name := p.name()
		if attrs.Lookup(name) != nil || name == "fp" {
			r.warnf(c.Slash, "this comment is not a directive; write //loop:%s without spaces around the colon", name)
		}
		return
	}
	if to == nil {
		if !p.meansBody() {
			r.warnf(c.Slash, "%s", appliesToNothing)
		}
		to = &loopInfo{}
	}
	if kind == "//loop:" {
		p.loop(to)
	} else {
		p.pragma(to)
	}
	k.takesInBody = k.takesInBody || fi.takes != keeps
	if len(to.attrs)+len(to.clang) > maxAttrs {
		r.errorf(c.Slash, "found more than %d attributes for one loop; write fewer instead", maxAttrs)
		to.attrs, to.clang, to.hasClang = nil, nil, false
	}
}

// infoOf is the info of loop s.
func (k *kernel) infoOf(s ast.Stmt) *loopInfo {
	if k.loops[s] == nil {
		k.loops[s] = &loopInfo{}
	}
	return k.loops[s]
}

// maxAttrs bounds the attributes above one loop, and in the braces of one followup.
const maxAttrs = 100

// firstOnLine says whether nothing but space precedes the comment in its line.
func (k *kernel) firstOnLine(c *ast.Comment) bool {
	f := k.pkg.fset.File(c.Slash)
	start := int(f.LineStart(k.line(c.Slash))) - f.Base()
	for i, s := range k.pkg.src {
		if i < len(k.pkg.files) && k.pkg.fset.File(k.pkg.files[i].Pos()) == f {
			return strings.TrimSpace(s.Text[start:int(c.Slash)-f.Base()]) == ""
		}
	}
	return true
}

// combine gives each loop the directives of its function too, and looks for contradictions. What a loop says about a
// transformation replaces all that its function says about it.
func (k *kernel) combine(r *reports) {
	for _, fi := range k.funcs {
		if fi.own == nil {
			continue
		}
		fi.fp = fi.own.fp
		fi.own.withdraw(fi.own.takes)
		fi.own.chain()
		k.contradictions(r, fi.own.attrs)
		for _, s := range fi.loops {
			l := k.loops[s]
			taken := k.takenInBody(r, fi, s, l, fi.own)
			if l != nil {
				taken = max(taken, l.takes)
				l.withdraw(taken)
				l.chain()
				k.contradictions(r, l.attrs)
				l.attrs = notIndependent(l.attrs)
			}
			if len(fi.own.attrs) == 0 {
				continue
			}
			if l == nil {
				l = k.infoOf(s)
			}
			said := map[string]bool{}
			for _, a := range l.attrs {
				said[transformation(a.Name)] = true
			}
			var attrs []ir.Attr
			for _, a := range withdraw(fi.own.attrs, fi.own.promised, taken) {
				if !said[transformation(a.Name)] {
					attrs = append(attrs, a)
				}
			}
			l.attrs = notIndependent(append(attrs, l.attrs...))
		}
	}
}

func transformation(name string) string {
	prefix, _, _ := strings.Cut(name, ".")
	return prefix
}

func (k *kernel) contradictions(r *reports, attrs []ir.Attr) {
	for _, c := range contradictions(attrs) {
		r.warnf(token.Pos(c[0].Pos), "%v contradicts %v", *c[0], *c[1])
	}
	for _, a := range attrs {
		if a.Kind == ir.AttrList {
			k.contradictions(r, a.List)
		}
		if why := meaningless(a); why != "" {
			r.warnf(token.Pos(a.Pos), "%v %s", a, why)
		}
	}
}

// directiveParser reads the text of one directive comment.
type directiveParser struct {
	*reports
	text string
	i    int // in text
	base token.Pos
	fn   *funcInfo

	pkg    *pkg
	info   *types.Info
	nested func(depth int) *loopInfo // of the loop so many levels inside the one that the directive is above
	to     *loopInfo                 // what the pragma being read is about
	gaveUp bool                      // the rest of the pragma cannot be read
}

// kind reads the comment's beginning, and drops a comment at the end of the directive.
func (p *directiveParser) kind() string {
	k := directiveKind(p.text)
	p.i = len(k)
	if j := strings.Index(p.text[p.i:], "//"); j >= 0 {
		p.text = p.text[:p.i+j]
	}
	p.text = strings.TrimRight(p.text, " \t\r")
	p.i = min(p.i, len(p.text))
	return k
}

func (p *directiveParser) pos() token.Pos { return p.base + token.Pos(p.i) }

func (p *directiveParser) space() {
	for p.i < len(p.text) && (p.text[p.i] == ' ' || p.text[p.i] == '\t') {
		p.i++
	}
}

// name reads a word of letters, digits, dots and underscores.
func (p *directiveParser) name() string {
	start := p.i
	for p.i < len(p.text) && strings.IndexByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", p.text[p.i]) >= 0 {
		p.i++
	}
	return p.text[start:p.i]
}

func (p *directiveParser) accept(c byte) bool {
	if p.i < len(p.text) && p.text[p.i] == c {
		p.i++
		return true
	}
	return false
}

// fail reports an error at pos and gives up the rest of the directive.
func (p *directiveParser) fail(pos token.Pos, format string, args ...any) {
	p.errorf(pos, format, args...)
	p.i = len(p.text)
}

// loop reads what follows //loop:.
func (p *directiveParser) loop(to *loopInfo) {
	p.space()
	at, start := p.pos(), p.i
	switch p.name() {
	case "":
		if p.i == len(p.text) {
			p.fail(at, "found an empty loop directive; write //loop:vectorize.enable or another attribute instead")
			return
		}
	case "fp":
		p.fp(to)
		return
	case "extent":
		p.extent(at)
		return
	}
	p.i = start
	to.attrs = append(to.attrs, p.attrs(false, 0)...)
}

// attrs reads attributes, up to the closing brace of a followup if nested.
func (p *directiveParser) attrs(nested bool, depth int) []ir.Attr {
	var out []ir.Attr
	for {
		p.space()
		at := p.pos()
		switch {
		case len(out) > maxAttrs:
			p.fail(at, "found more than %d attributes in one list; write fewer instead", maxAttrs)
			return nil
		case p.i == len(p.text):
			if nested {
				p.fail(at, "found a followup without its closing brace; write } instead")
			}
			return out
		case nested && p.accept('}'):
			return out
		case p.accept(','):
			continue
		}
		name := p.name()
		if name == "" {
			p.fail(at, "found %q in a loop directive; write name, name=value or name{…} instead", p.text[p.i:p.i+1])
			return out
		}
		if attrs.Lookup(name) == nil {
			p.misspelt(name, at)
			continue
		}
		if p.accept('{') {
			if kindOf(name) != attrs.List || depth > 16 {
				_, msg := attr(name, "{…}", true)
				p.fail(at, "%s", strings.Replace(msg, "={…}", "{…}", 1))
				return out
			}
			out = append(out, ir.Attr{Name: name, Kind: ir.AttrList, List: p.attrs(true, depth+1), Pos: ir.Pos(at)})
			continue
		}
		value, hasValue := "", p.accept('=')
		if hasValue {
			value = p.name()
		}
		a, msg := attr(name, value, hasValue)
		if msg != "" {
			p.errorf(at, "%s", msg)
			continue
		}
		a.Pos = ir.Pos(at)
		out = append(out, a)
	}
}

// misspelt warns of a name that no attribute has, and passes over what belongs to it: attributes are left out without harm.
// What limits what code may do is not: who wrote fp or extent in some other spelling would get code that does more.
func (p *directiveParser) misspelt(name string, at token.Pos) {
	p.space()
	_, mode := ir.ParseFPFlag(p.word())
	for _, w := range []string{"fp", "extent"} {
		if editDistance(strings.ToLower(name), w, len(w)) <= len(w)/3 || w == "fp" && mode {
			p.fail(at, "found unknown loop directive %s; write //loop:%s on a line of its own instead", name, w)
			return
		}
	}
	p.warnf(at, "unknown loop attribute %s has no effect; write %s instead", name, meant(name))
	if p.accept('=') {
		p.name()
	}
	for _, pair := range []string{"{}", "()"} {
		if !p.accept(pair[0]) {
			continue
		}
		end := closing(p.text[p.i:], pair[0], pair[1])
		if end < 0 {
			p.fail(p.pos(), "found %s without its closing %c; write %c instead", name, pair[1], pair[1])
			return
		}
		p.i += end + 1
	}
}

// word is the next word, which stays to be read.
func (p *directiveParser) word() string {
	q := directiveParser{text: p.text, i: p.i}
	return q.name()
}

// fp reads the words behind //loop:fp.
func (p *directiveParser) fp(to *loopInfo) {
	mode := &fpMode{written: true}
	words := 0
	for {
		p.space()
		at := p.pos()
		w := p.name()
		if w == "" {
			if p.i < len(p.text) {
				p.fail(at, "found %q in an fp directive; write exact, go, fast or flags such as reassoc nnan instead", p.text[p.i:p.i+1])
				return
			}
			break
		}
		flags, ok := ir.ParseFPFlag(w)
		if !ok {
			known := []string{"exact", "go", "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"}
			instead := nearest(w, known)
			if instead == "" {
				instead = "exact, go, fast or flags such as reassoc nnan"
			}
			p.fail(at, "found unknown fp mode %s; write %s instead", w, instead)
			return
		}
		if w == "exact" && (words > 0 || p.i < len(p.text)) {
			p.fail(at, "found fp exact with further words; write exact alone instead")
			return
		}
		mode.flags |= flags
		words++
	}
	if words == 0 {
		p.fail(p.pos(), "found fp without a mode; write fp exact, fp go, fp fast or fp with flags instead")
		return
	}
	if to.fp != nil && to.fp.flags != mode.flags {
		p.warnf(p.base, "this fp directive contradicts the one before it, and replaces it")
	}
	to.fp = mode
}
