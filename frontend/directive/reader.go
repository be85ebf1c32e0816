package directive

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
)

// Mode is the floating-point mode of a piece of code, and whether it was written out.
type Mode struct {
	Flags   ir.FPFlags
	Written bool
}

// Permits is what operations written in that mode carry.
func (m Mode) Permits() ir.FPFlags {
	if m.Written && m.Flags == ir.FPExact {
		return ir.Ordered
	}
	return m.Flags
}

// Loop is what the directives above a loop say.
type Loop struct {
	Attrs []ir.Attr
	Fp    *Mode
	// Odds are what a probability directive says of a condition: of an if statement, or a case.
	Odds ir.Likely
	// What clang's pragmas say, until chain gives it an order, and where it stands in attrs.
	clang    []ir.Attr
	clangAt  int
	hasClang bool
	// Where pragmas promise that iterations are independent, and what other words of pragmas above the loop take back.
	promised []token.Pos
	takes    effect
	// Where OpenMP's directives stand that say something of the loop: see stacked.
	omp []token.Pos
}

// Func is a function of a kernel: what directives need to know of it, and what they say.
type Func struct {
	Decl  *ast.FuncDecl
	Obj   *types.Func
	Loops []ast.Stmt // in source order
	// Conditions are the if statements and the cases of switches, in source order.
	Conditions []ast.Stmt
	// above gives the statement that a directive stands above: the label, of a labeled loop.
	Above map[ast.Stmt]token.Pos
	// InMemory are the arrays and structs that do not dissolve into values, whatever their size; AddressTaken the
	// variables which pointers and slices may refer to, Captured those which function literals and the bodies of ranges
	// over functions do.
	InMemory, AddressTaken, Captured map[types.Object]bool

	own *Loop // above the function, or nil
	// Variants: omp declare simd stands above the function. variants is what its clauses say of loops around calls.
	Variants bool
	variants []ir.Attr
	Fp       *Mode // of a //loop:fp directive above the function, or nil
	// Groups are the access groups of statements, as they are called in the function.
	Groups map[ast.Stmt][]string
	// unknown are the parameters that may refer to less than their type says (//loop:extent).
	Unknown map[types.Object]bool
	// takes is what pragmas in the body take back of the promises about loops around, with the places that do; asked
	// once its calls were looked into.
	takes                  effect
	takesPromise, takesAll []token.Pos
	asked                  bool
}

// reader gives directives to the loops and functions of one kernel.
type reader struct {
	*syntax.Reports
	pkg   *syntax.Package
	info  Objects
	funcs map[*types.Func]*Func
	loops map[ast.Stmt]*Loop
	// takesInBody: pragmas in the bodies of loops may take back what others promise.
	takesInBody bool
	in          *ast.File // whose comments are read
}

// Objects are what the names of the source declare or stand for; nil where that is nothing, or not known.
type Objects interface {
	Def(*ast.Ident) types.Object
	Use(*ast.Ident) types.Object
}

// Present says whether the source has a directive anywhere.
func Present(p *syntax.Package) bool {
	for _, f := range p.Files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if isDirective(c.Text) || strings.HasPrefix(c.Text, "//hotloop:") || misspelt(c.Text) != "" {
					return true
				}
			}
		}
	}
	return false
}

// Read reads the directives of the functions given, notes what they say of these, and answers with what they say
// of loops.
func Read(r *syntax.Reports, p *syntax.Package, info Objects, funcs map[*types.Func]*Func) map[ast.Stmt]*Loop {
	d := &reader{Reports: r, pkg: p, info: info, funcs: funcs, loops: map[ast.Stmt]*Loop{}}
	for _, f := range p.Files {
		d.file(f)
	}
	d.combine()
	return d.loops
}

// isDirective says whether the comment is one of ours.
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

// file handles one file. Comments and declarations both come in the order of the source: a declaration owns the
// comments from the end of the one before it up to its own end.
func (r *reader) file(f *ast.File) {
	r.in = f
	groups := f.Comments
	for _, d := range f.Decls {
		n := 0
		for n < len(groups) && groups[n].Pos() < d.End() {
			n++
		}
		r.decl(d, groups[:n])
		groups = groups[n:]
	}
	r.stray(groups)
}

// decl handles the comments in and above declaration d. Those of functions that the kernel does not call are
// none of its business: they are read when the function is a kernel.
func (r *reader) decl(d ast.Decl, groups []*ast.CommentGroup) {
	fn, ok := d.(*ast.FuncDecl)
	if !ok {
		r.stray(groups)
		return
	}
	obj, _ := r.info.Def(fn.Name).(*types.Func)
	fi := r.funcs[obj]
	if fi == nil || fi.Decl != fn || fn.Body == nil {
		return
	}
	fi.own = &Loop{}
	byLine := map[int]ast.Stmt{} // the first loop that a directive above that line can mean
	for i := len(fi.Loops) - 1; i >= 0; i-- {
		byLine[r.line(fi.begin(fi.Loops[i]))] = fi.Loops[i]
	}
	for _, g := range groups {
		for _, c := range g.List {
			if isDirective(c.Text) {
				r.directive(fi, g, c, byLine)
			} else if text := noDirective(c.Text, g, r.in); text != "" {
				r.Warnf(c.Slash, "%s", text)
			}
		}
	}
	if len(fi.Loops) == 0 && len(fi.own.Attrs) > 0 {
		r.Warnf(token.Pos(fi.own.Attrs[0].Pos), "%v has no effect: function %s has no loop of its own", fi.own.Attrs[0],
			fn.Name.Name)
	}
}

// stray warns of directives that stand neither in a function nor above one.
func (r *reader) stray(groups []*ast.CommentGroup) {
	for _, g := range groups {
		for _, c := range g.List {
			if kind := directiveKind(c.Text); kind != "" && kind != "// loop:" {
				r.Warnf(c.Slash, "%s", appliesToNothing)
			} else if text := noDirective(c.Text, g, r.in); text != "" {
				r.Warnf(c.Slash, "%s", text)
			}
		}
	}
}

const appliesToNothing = "this directive applies to nothing: it must stand directly above a for statement or a function"

// line is the line of the text that p is in, whatever //line comments say.
func (r *reader) line(p token.Pos) int { return r.pkg.Fset.PositionFor(p, false).Line }

// begin is where s begins for directives: at its label, if it has one.
func (fi *Func) begin(s ast.Stmt) token.Pos {
	if p, ok := fi.Above[s]; ok {
		return p
	}
	return s.Pos()
}

// directive reads comment c of group g and finds what it applies to: the loop in the line after the group, or the
// function if the group is its doc comment.
func (r *reader) directive(fi *Func, g *ast.CommentGroup, c *ast.Comment, byLine map[int]ast.Stmt) {
	var to *Loop
	if g == fi.Decl.Doc {
		to = fi.own
	} else if r.firstOnLine(c) {
		if s := byLine[r.line(g.End())+1]; s != nil && g.End() < fi.begin(s) {
			to = r.infoOf(s)
		}
	}
	p := &parser{Reports: r.Reports, text: c.Text, base: c.Slash, fn: fi, pkg: r.pkg, info: r.info}
	if to == nil && g != fi.Decl.Doc && r.firstOnLine(c) {
		p.condition = r.conditionBelow(fi, g)
	}
	if to != nil && to != fi.own {
		s := byLine[r.line(g.End())+1]
		p.nested = func(depth int) *Loop { return r.nested(s, depth) }
		p.following = func() int64 { return fi.following(s) }
	}
	kind := p.kind()
	if kind == "// loop:" {
		// Plain English may begin like this. Only a known attribute makes it look like a directive that gofmt has
		// set apart, since there was a space behind the colon.
		p.space()
		name := p.name()
		if attrs.Lookup(name) != nil || name == "fp" || name == "probability" || name == accessGroupWord {
			r.Warnf(c.Slash, "this comment is not a directive; write //loop:%s without spaces around the colon", name)
		}
		return
	}
	if kind == "//loop:" && p.ofStatement() {
		p.accessGroups(r.statementBelow(fi, g))
		return
	}
	if to == nil && !p.ofCondition() {
		if !p.meansBody() {
			r.Warnf(c.Slash, "%s", appliesToNothing)
		}
		to = &Loop{}
	}
	if p.ofCondition() {
		p.loop(r.infoOf(p.condition))
		return
	}
	if kind == "//loop:" {
		p.loop(to)
	} else {
		p.pragma(to)
	}
	r.takesInBody = r.takesInBody || fi.takes != keeps
	if len(to.Attrs)+len(to.clang) > maxAttrs {
		r.Errorf(c.Slash, "found more than %d attributes for one loop; write fewer instead", maxAttrs)
		to.Attrs, to.clang, to.hasClang = nil, nil, false
	}
}

// conditionBelow is the if statement or case in the line behind group g, or nil.
func (r *reader) conditionBelow(fi *Func, g *ast.CommentGroup) ast.Stmt {
	for _, s := range fi.Conditions {
		if g.End() < s.Pos() && r.line(s.Pos()) == r.line(g.End())+1 {
			return s
		}
	}
	return nil
}

// infoOf is the info of loop or condition s.
func (r *reader) infoOf(s ast.Stmt) *Loop {
	if r.loops[s] == nil {
		r.loops[s] = &Loop{}
	}
	return r.loops[s]
}

// maxAttrs bounds the attributes above one loop, and in the braces of one followup.
const maxAttrs = 100

// firstOnLine says whether nothing but space precedes the comment in its line.
func (r *reader) firstOnLine(c *ast.Comment) bool {
	f := r.pkg.Fset.File(c.Slash)
	start := int(f.LineStart(r.line(c.Slash))) - f.Base()
	for i, s := range r.pkg.Src {
		if i < len(r.pkg.Files) && r.pkg.Fset.File(r.pkg.Files[i].Pos()) == f {
			return strings.TrimSpace(s.Text[start:int(c.Slash)-f.Base()]) == ""
		}
	}
	return true
}

// combine gives each loop the directives of its function too, and looks for contradictions. What a loop says about a
// transformation replaces all that its function says about it.
func (r *reader) combine() {
	for _, fi := range r.funcs {
		if fi.own == nil {
			continue
		}
		fi.Fp = fi.own.Fp
		fi.own.withdraw(fi.own.takes)
		fi.own.chain()
		r.contradictions(fi.own.Attrs)
		r.strangers(fi, fi.own.Attrs)
		for _, s := range fi.Loops {
			l := r.loops[s]
			taken := r.takenInBody(fi, s, l, fi.own)
			if l != nil {
				taken = max(taken, l.takes)
				l.withdraw(taken)
				l.chain()
				r.contradictions(l.Attrs)
				r.strangers(fi, l.Attrs)
				l.Attrs = notIndependent(l.Attrs)
				r.lanesOfCalls(s, l)
			}
			if len(fi.own.Attrs) == 0 {
				continue
			}
			if l == nil {
				l = r.infoOf(s)
			}
			said := map[string]bool{}
			for _, a := range l.Attrs {
				said[transformation(a.Name)] = true
			}
			var attrs []ir.Attr
			for _, a := range withdraw(fi.own.Attrs, fi.own.promised, taken) {
				if !said[transformation(a.Name)] {
					attrs = append(attrs, a)
				}
			}
			l.Attrs = notIndependent(append(attrs, l.Attrs...))
		}
	}
}

// lanesOfCalls gives a loop that asks for vectors without saying how wide the lanes that a function which it calls
// declares. Loops in it have calls of their own.
func (r *reader) lanesOfCalls(s ast.Stmt, l *Loop) {
	open := false
	for i := range l.Attrs {
		switch a := &l.Attrs[i]; a.Name {
		case "vectorize.enable":
			open = on(a)
		case "vectorize.width":
			return
		}
	}
	if !open {
		return
	}
	var lanes []ir.Attr
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n == s
		case *ast.CallExpr:
			if id := syntax.CalledName(n.Fun); id != nil && len(lanes) == 0 {
				if f, ok := r.info.Use(id).(*types.Func); ok && r.funcs[f] != nil {
					lanes = r.funcs[f].variants
				}
			}
		}
		return true
	})
	l.Attrs = append(l.Attrs, lanes...)
}

// transformation is the first word of an attribute's name.
func transformation(name string) string {
	prefix, _, _ := strings.Cut(name, ".")
	return prefix
}

// contradictions warns of attributes that exclude each other, of those without a meaning, and of both in followups.
func (r *reader) contradictions(attrs []ir.Attr) {
	for _, c := range contradictions(attrs) {
		r.Warnf(token.Pos(c[0].Pos), "%v contradicts %v", *c[0], *c[1])
	}
	for _, a := range attrs {
		if a.Kind == ir.AttrList {
			r.contradictions(a.List)
		}
		if why := meaningless(a); why != "" {
			r.Warnf(token.Pos(a.Pos), "%v %s", a, why)
		}
	}
}
