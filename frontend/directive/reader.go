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

// Mode is the floating-point mode of a piece of code and whether the source states it.
type Mode struct {
	Flags   ir.FPFlags
	Written bool
}

// Permits returns the flags of operations written in that mode.
func (m Mode) Permits() ir.FPFlags {
	if m.Written && m.Flags == ir.FPExact {
		return ir.Ordered
	}
	return m.Flags
}

// Loop holds the information from the directives above a loop.
type Loop struct {
	Attrs []ir.Attr
	Fp    *Mode
	// Likely is the probability that a directive gives for the condition of an if statement or case.
	Likely ir.Likely
	// clang holds the attributes of clang pragmas until chain orders them. clangAt is their position in Attrs.
	clang    []ir.Attr
	clangAt  int
	hasClang bool
	// promised holds the positions of pragmas that promise independent iterations. takes is what other words of
	// the pragmas above the loop revoke.
	promised []token.Pos
	takes    effect
	// omp holds the positions of OpenMP directives about the loop: see stacked.
	omp []token.Pos
}

// Func is a function of a kernel, with the facts that directives need and the information that they provide.
type Func struct {
	Decl  *ast.FuncDecl
	Obj   *types.Func
	Loops []ast.Stmt // in source order
	// Conditions are the if statements and the cases of switches, in source order.
	Conditions []ast.Stmt
	// Above maps a labeled loop to the position of its label. A directive must be directly above the label.
	Above map[ast.Stmt]token.Pos
	// InMemory holds the arrays and structs that live in memory regardless of size. AddressTaken holds the
	// variables that pointers and slices may refer to. Captured holds those that function literals and the bodies
	// of range-over-func loops refer to.
	InMemory, AddressTaken, Captured map[types.Object]bool

	own *Loop // information from directives above the function, or nil
	// Variants reports that omp declare simd is above the function. variants holds the attributes that its clauses
	// give to loops around calls.
	Variants bool
	variants []ir.Attr
	Fp       *Mode // of a // from a //loop:fp directive above the function, or nil
	// Groups maps statements to their access groups, with the names used in the function.
	Groups map[ast.Stmt][]string
	// Unknown holds the parameters that may refer to less memory than their types say (//loop:extent).
	Unknown map[types.Object]bool
	// takes is what pragmas in the body revoke of the promises about enclosing loops; the slices hold their
	// positions. asked reports that the function's calls have been examined.
	takes                  effect
	takesPromise, takesAll []token.Pos
	asked                  bool
}

// reader assigns directives to the loops and functions of one kernel.
type reader struct {
	*syntax.Reports
	pkg   *syntax.Package
	info  Objects
	funcs map[*types.Func]*Func
	loops map[ast.Stmt]*Loop
	// takesInBody reports that pragmas in loop bodies may revoke promises.
	takesInBody bool
	in          *ast.File // whose comments are read
}

// Objects resolves the identifiers of the source. It returns nil for an identifier that is unknown or has no
// object.
type Objects interface {
	Def(*ast.Ident) types.Object
	Use(*ast.Ident) types.Object
}

// Present reports whether the source contains a directive.
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

// Read reads the directives of the given functions. It records their information about functions in funcs and
// returns that about loops.
func Read(r *syntax.Reports, p *syntax.Package, info Objects, funcs map[*types.Func]*Func) map[ast.Stmt]*Loop {
	d := &reader{Reports: r, pkg: p, info: info, funcs: funcs, loops: map[ast.Stmt]*Loop{}}
	for _, f := range p.Files {
		d.file(f)
	}
	d.combine()
	return d.loops
}

// isDirective reports whether the comment is a hotloop directive or looks like one.
func isDirective(text string) bool { return directiveKind(text) != "" }

// directiveKind returns the comment's prefix if it is that of a directive or of a comment that looks like one.
func directiveKind(text string) string {
	for _, k := range [...]string{"//loop:", "//pragma:", "// pragma:", "// loop:"} {
		if strings.HasPrefix(text, k) {
			return k
		}
	}
	return ""
}

// file reads one file. Comments and declarations are both in source order. A declaration owns the comments from
// the end of the previous declaration to its own end.
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

// decl reads the comments in and above declaration d. It ignores functions that the kernel does not call; their
// directives are read when they are compiled as kernels.
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
	byLine := map[int]ast.Stmt{} // the first loop that a directive above that line can refer to
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

// stray warns about directives that are neither in a function nor above one.
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

// line returns the line of p in the file, ignoring //line comments.
func (r *reader) line(p token.Pos) int { return r.pkg.Fset.PositionFor(p, false).Line }

// begin returns the position where s begins for directives: at its label, if it has one.
func (fi *Func) begin(s ast.Stmt) token.Pos {
	if p, ok := fi.Above[s]; ok {
		return p
	}
	return s.Pos()
}

// directive reads comment c of group g and applies it to the loop in the line after the group, or to the function
// if the group is its doc comment.
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
		// Ordinary prose may begin like this. Only a known attribute suggests a directive that gofmt reformatted
		// because it had a space after the colon.
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

// conditionBelow returns the if statement or case in the line after group g, or nil.
func (r *reader) conditionBelow(fi *Func, g *ast.CommentGroup) ast.Stmt {
	for _, s := range fi.Conditions {
		if g.End() < s.Pos() && r.line(s.Pos()) == r.line(g.End())+1 {
			return s
		}
	}
	return nil
}

// infoOf returns the info of loop or condition s.
func (r *reader) infoOf(s ast.Stmt) *Loop {
	if r.loops[s] == nil {
		r.loops[s] = &Loop{}
	}
	return r.loops[s]
}

// maxAttrs bounds the attributes above one loop, and in the braces of one followup.
const maxAttrs = 100

// firstOnLine reports whether only space precedes the comment in its line.
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

// combine adds each function's directives to its loops and checks for contradictions. A loop's attributes of a
// transformation replace all those of its function for that transformation.
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

// lanesOfCalls sets the width of a loop that requests vectorization without a width to the lanes that a called
// function declares. Nested loops handle their own calls.
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

// transformation returns the first word of an attribute's name.
func transformation(name string) string {
	prefix, _, _ := strings.Cut(name, ".")
	return prefix
}

// contradictions warns about attributes that exclude each other and attributes without effect, also in followups.
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
