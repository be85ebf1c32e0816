package cprint

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// target is a statement that break and continue can name. A switch becomes a chain of ifs, so leaving it needs a
// goto; so does reaching past an inner loop.
type target struct {
	label     string // Go's label, if it has one
	isLoop    bool
	breakTo   string // C label after the statement, if some goto needs it
	contTo    string // C label at the end of the body
	wantLabel string // base of the C labels' names
}

func (p *printer) stmts(list []ast.Stmt) {
	for _, s := range list {
		p.stmt(s, "")
	}
}

// stmt prints one statement; label is that of a labelled one.
func (p *printer) stmt(s ast.Stmt, label string) {
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.BlockStmt:
		p.line("{")
		p.block(s)
		p.line("}")
	case *ast.LabeledStmt:
		p.stmt(s.Stmt, s.Label.Name)
	case *ast.DeclStmt:
		p.decl(s.Decl.(*ast.GenDecl))
	case *ast.AssignStmt:
		p.assign(s)
	case *ast.IncDecStmt:
		p.line("%s;", p.simple(s))
	case *ast.ExprStmt:
		p.line("%s;", p.expr(s.X))
	case *ast.IfStmt:
		p.scope(func() { p.ifStmt(s) })
	case *ast.ForStmt:
		p.scope(func() { p.forStmt(s, label) })
	case *ast.RangeStmt:
		p.scope(func() { p.rangeStmt(s, label) })
	case *ast.SwitchStmt:
		p.scope(func() { p.switchStmt(s, label) })
	case *ast.BranchStmt:
		p.branch(s)
	case *ast.ReturnStmt:
		p.returnStmt(s)
	default:
		p.fail(s, "%T", s)
	}
}

func (p *printer) block(b *ast.BlockStmt) {
	p.depth++
	p.scope(func() { p.stmts(b.List) })
	p.depth--
}

func (p *printer) decl(g *ast.GenDecl) {
	if g.Tok != token.VAR {
		return // constants and types have gone into the expressions
	}
	for _, sp := range g.Specs {
		vs := sp.(*ast.ValueSpec)
		var lhs []ast.Expr
		for _, n := range vs.Names {
			lhs = append(lhs, n)
		}
		if len(vs.Values) > 0 {
			p.assignAll(vs, lhs, vs.Values)
			continue
		}
		for _, n := range vs.Names {
			o := p.f.Info.Defs[n]
			if _, ok := o.Type().Underlying().(*types.Slice); ok {
				p.fail(n, "a nil slice")
			}
			t := p.ctype(n, o.Type())
			p.line("%s %s = %s;", t, p.declare(o), zero(t))
		}
	}
}

func zero(ctype string) string {
	if ctype == "bool" {
		return "false"
	}
	return "0"
}

func (p *printer) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		p.line("%s;", p.simple(s))
		return
	}
	p.assignAll(s, s.Lhs, s.Rhs)
}

// assignAll prints lhs = rhs, := and var alike: a name that is being defined has no C name yet.
func (p *printer) assignAll(n ast.Node, lhs, rhs []ast.Expr) {
	if len(rhs) == 1 && len(lhs) > 1 {
		p.multiCall(rhs[0], lhs)
		return
	}
	var values []string
	defines := true
	for i, r := range rhs {
		if _, ok := p.f.Info.TypeOf(r).Underlying().(*types.Slice); ok {
			if len(rhs) > 1 {
				p.fail(n, "a parallel assignment of slices")
			}
			p.sliceAssign(lhs[0], r)
			return
		}
		values = append(values, p.expr(r))
		defines = defines && (p.isNew(lhs[i]) || isBlank(lhs[i]))
	}
	if len(lhs) > 1 && !defines {
		// All right sides come before any assignment. Left sides are written in place, so they must not
		// depend on what is assigned beside them.
		for _, l := range lhs {
			if ix, ok := l.(*ast.IndexExpr); ok && p.mentions(ix.Index, lhs) {
				p.fail(n, "an index assigned in the same statement")
			}
		}
		for i, r := range rhs {
			t := p.fresh("tmp")
			p.line("const %s %s = %s;", p.valueType(lhs[i], r), t, values[i])
			values[i] = t
		}
	}
	for i, l := range lhs {
		switch {
		case isBlank(l):
			p.line("(void)(%s);", values[i])
		case p.isNew(l):
			o := p.f.Info.Defs[l.(*ast.Ident)]
			p.line("%s %s = %s;", p.ctype(l, o.Type()), p.declare(o), values[i])
		default:
			p.line("%s = %s;", p.expr(l), values[i])
		}
	}
}

// valueType is the C type a value of rhs has when it is kept for lhs.
func (p *printer) valueType(lhs, rhs ast.Expr) string {
	if isBlank(lhs) || p.isNew(lhs) {
		return p.ctype(rhs, p.f.Info.TypeOf(rhs))
	}
	return p.ctype(lhs, p.f.Info.TypeOf(lhs))
}

func (p *printer) multiCall(e ast.Expr, lhs []ast.Expr) {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		p.fail(e, "%T", e)
	}
	var outs, after []string
	tuple := p.f.Info.TypeOf(c).(*types.Tuple)
	for i, l := range lhs {
		t := p.ctype(l, tuple.At(i).Type())
		if p.isNew(l) {
			name := p.declare(p.f.Info.Defs[l.(*ast.Ident)])
			p.line("%s %s;", t, name)
			outs = append(outs, "&"+name)
			continue
		}
		name := p.fresh("tmp")
		p.line("%s %s;", t, name)
		outs = append(outs, "&"+name)
		if !isBlank(l) {
			after = append(after, p.expr(l)+" = "+name+";")
		}
	}
	p.line("%s;", p.userCall(c, outs))
	for _, a := range after {
		p.line("%s", a)
	}
}

func (p *printer) sliceAssign(l, r ast.Expr) {
	ptr, n := p.slice(r)
	if p.isNew(l) {
		o := p.f.Info.Defs[l.(*ast.Ident)]
		t := p.ctype(l, o.Type().Underlying().(*types.Slice).Elem())
		name := p.declare(o)
		p.line("%s *%s = %s;", t, name, ptr)
		p.line("int64_t %s_len = %s;", name, n)
		return
	}
	name, _ := p.slice(l)
	p.line("%s = %s;", name, ptr) // pointer first: its new value depends on no length, the length may on itself
	p.line("%s_len = %s;", name, n)
}

// simple prints a statement that is also a C expression, without its semicolon.
func (p *printer) simple(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.IncDecStmt:
		return p.expr(s.X) + s.Tok.String()
	case *ast.ExprStmt:
		return p.expr(s.X)
	case *ast.AssignStmt:
		switch s.Tok {
		case token.DEFINE:
		case token.ASSIGN:
			if len(s.Lhs) > len(s.Rhs) {
				break
			}
			var list []string
			for i, l := range s.Lhs {
				for _, r := range s.Rhs[min(i+1, len(s.Rhs)):] {
					if p.mentions(r, []ast.Expr{l}) {
						p.fail(s, "a loop step whose parts depend on each other")
					}
				}
				list = append(list, p.expr(l)+" = "+p.expr(s.Rhs[i]))
			}
			return strings.Join(list, ", ")
		case token.SHL_ASSIGN, token.SHR_ASSIGN:
			op := token.SHL
			if s.Tok == token.SHR_ASSIGN {
				op = token.SHR
			}
			v, _ := p.shift(s, s.Lhs[0], op, s.Rhs[0])
			return p.expr(s.Lhs[0]) + " = " + v
		case token.AND_NOT_ASSIGN:
			return p.expr(s.Lhs[0]) + " &= ~" + p.operand(s.Rhs[0], precUnary)
		default: // C's compound operators store back what they promoted, as Go's do
			return p.expr(s.Lhs[0]) + " " + s.Tok.String() + " " + p.expr(s.Rhs[0])
		}
	}
	p.fail(s, "%T in this place", s)
	return ""
}

func (p *printer) ifStmt(s *ast.IfStmt) {
	if s.Init != nil {
		p.line("{")
		p.depth++
		p.stmt(s.Init, "")
		defer func() { p.depth--; p.line("}") }()
	}
	p.line("if (%s) {", p.expr(s.Cond))
	p.block(s.Body)
	for e := s.Else; e != nil; {
		switch el := e.(type) {
		case *ast.IfStmt:
			if el.Init == nil {
				p.line("} else if (%s) {", p.expr(el.Cond))
				p.block(el.Body)
				e = el.Else
				continue
			}
			p.line("} else {")
			p.depth++
			p.ifStmt(el)
			p.depth--
		case *ast.BlockStmt:
			p.line("} else {")
			p.block(el)
		}
		e = nil
	}
	p.line("}")
}

func (p *printer) switchStmt(s *ast.SwitchStmt, label string) {
	p.line("{")
	p.depth++
	if s.Init != nil {
		p.stmt(s.Init, "")
	}
	tag := ""
	if s.Tag != nil {
		tag = p.fresh("tag")
		p.line("const %s %s = %s;", p.ctype(s.Tag, p.f.Info.TypeOf(s.Tag)), tag, p.expr(s.Tag))
	}
	t := p.push(label, false)
	word := "if"
	var deflt *ast.CaseClause
	clause := func(head string, c *ast.CaseClause) {
		p.line("%s {", head)
		p.depth++
		p.scope(func() { p.stmts(c.Body) })
		p.depth--
	}
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			deflt = c
			continue
		}
		var conds []string
		for _, e := range c.List {
			if tag == "" {
				conds = append(conds, p.operand(e, precEqual))
			} else {
				conds = append(conds, tag+" == "+p.operand(e, precShift))
			}
		}
		clause(word+" ("+strings.Join(conds, " || ")+")", c)
		word = "} else if"
	}
	switch {
	case deflt != nil && word == "if":
		clause("", deflt)
		p.line("}")
	case deflt != nil:
		clause("} else", deflt)
		p.line("}")
	case word != "if":
		p.line("}")
	}
	p.pop(t)
	p.depth--
	p.line("}")
}

func (p *printer) returnStmt(s *ast.ReturnStmt) {
	var values []string
	for _, r := range s.Results {
		values = append(values, p.expr(r))
	}
	if len(values) == 0 {
		for _, v := range p.results {
			values = append(values, p.names[v])
		}
	}
	if len(values) != len(p.results) {
		p.fail(s, "the results of a call handed on")
	}
	if len(values) == 1 {
		p.line("return %s;", values[0])
		return
	}
	for i, v := range values {
		p.line("*out%d = %s;", i, v)
	}
	p.line("return;")
}

func (p *printer) isNew(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok || id.Name == "_" {
		return false
	}
	o := p.f.Info.Defs[id]
	_, done := p.names[o]
	return o != nil && !done
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// mentions reports whether e reads one of the variables in lhs.
func (p *printer) mentions(e ast.Expr, lhs []ast.Expr) bool {
	found := false
	for _, l := range lhs {
		id, ok := l.(*ast.Ident)
		if !ok {
			continue
		}
		ast.Inspect(e, func(n ast.Node) bool {
			if u, ok := n.(*ast.Ident); ok && p.f.Info.Uses[u] != nil && p.f.Info.Uses[u] == p.f.Info.Uses[id] {
				found = true
			}
			return !found
		})
	}
	return found
}
