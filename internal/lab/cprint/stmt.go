package cprint

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// target is a possible target of break and continue. A switch becomes a chain of ifs, so leaving it requires a goto,
// as does leaving an inner loop for an outer one.
type target struct {
	label     string // Go's label, if it has one
	isLoop    bool
	breakTo   string // C label after the statement, if a goto needs it
	contTo    string // C label at the end of the body
	wantLabel string // base of the C labels' names
}

func (p *printer) stmts(list []ast.Stmt) {
	for _, s := range list {
		p.stmt(s, "")
	}
}

// stmt prints one statement; label is its label, if any.
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
		return // constants and types are part of the expressions
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
			if isBlank(n) {
				continue
			}
			t := p.f.Info.Defs[n].Type()
			v := value{text: "0", length: "0"}
			if k := kindOf(t); k == Scalar || k == Array {
				v.init = zero(p.typeOf(n, t))
			}
			p.define(n, t, p.declare(p.f.Info.Defs[n]), v)
		}
	}
}

// plain is like value where no statement may come before.
func (p *printer) plain(e ast.Expr, t types.Type) value {
	if kindOf(t) == Slice {
		ptr, n := p.slice(e)
		return value{text: ptr, length: n}
	}
	return value{text: p.expr(e)}
}

// simple prints a statement that is also a C expression, without the semicolon.
func (p *printer) simple(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.IncDecStmt:
		return p.lvalue(s.X) + s.Tok.String()
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
				t := p.typeFor(l, s.Rhs[i])
				if v := p.plain(s.Rhs[i], t); kindOf(t) == Array {
					list = append(list, p.copyArray(l, t, v))
				} else {
					list = append(list, p.lvalue(l)+" = "+v.text)
					if v.length != "" {
						list = append(list, p.expr(l)+"_len = "+v.length)
					}
				}
			}
			return strings.Join(list, ", ")
		case token.SHL_ASSIGN, token.SHR_ASSIGN:
			op := token.SHL
			if s.Tok == token.SHR_ASSIGN {
				op = token.SHR
			}
			v, _ := p.shift(s, s.Lhs[0], op, s.Rhs[0])
			return p.lvalue(s.Lhs[0]) + " = " + v
		case token.AND_NOT_ASSIGN:
			return p.lvalue(s.Lhs[0]) + " &= ~" + p.operand(s.Rhs[0], precUnary)
		case token.MUL_ASSIGN:
			if t := p.f.Info.TypeOf(s.Lhs[0]); isComplex(t) {
				l := p.lvalue(s.Lhs[0])
				return l + " = " + p.product(p.ctype(s, t)) + "(" + l + ", " + p.expr(s.Rhs[0]) + ")"
			}
			return p.lvalue(s.Lhs[0]) + " *= " + p.expr(s.Rhs[0])
		default: // C's compound operators convert the promoted result back, as Go's do
			return p.lvalue(s.Lhs[0]) + " " + s.Tok.String() + " " + p.expr(s.Rhs[0])
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
	var tagType types.Type
	if s.Tag != nil {
		tagType = p.f.Info.TypeOf(s.Tag)
		tag = p.keep(s.Tag, tagType, "tag", p.value(s.Tag, tagType)).text
	}
	t := p.push(label, false)
	falls := p.fallLabels(s.Body)
	word := "if"
	deflt := -1
	clause := func(head string, i int) {
		p.line("%s {", head)
		p.depth++
		if falls[i] != "" {
			p.line("%s:;", falls[i])
		}
		outer := p.fallTo
		p.fallTo = falls[i+1]
		p.scope(func() { p.stmts(s.Body.List[i].(*ast.CaseClause).Body) })
		p.fallTo = outer
		p.depth--
	}
	for i, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			deflt = i
			continue
		}
		var conds []string
		for _, e := range c.List {
			switch {
			case tag == "":
				conds = append(conds, p.operand(e, precEqual))
			case isBasic(tagType):
				conds = append(conds, tag+" == "+p.operand(e, precShift))
			case kindOf(tagType) == Array:
				conds = append(conds, p.equal(e, tagType, tag, p.address(e)))
			case kindOf(tagType) == Slice:
				p.fail(e, "a comparison of %s", tagType)
			default:
				conds = append(conds, p.equal(e, tagType, tag, p.expr(e)))
			}
		}
		clause(word+" ("+strings.Join(conds, " || ")+")", i)
		word = "} else if"
	}
	switch {
	case deflt >= 0 && word == "if":
		clause("", deflt)
		p.line("}")
	case deflt >= 0:
		clause("} else", deflt)
		p.line("}")
	case word != "if":
		p.line("}")
	}
	p.pop(t)
	p.depth--
	p.line("}")
}

// fallLabels returns a label for each clause that the previous one falls through to.
func (p *printer) fallLabels(body *ast.BlockStmt) []string {
	labels := make([]string, len(body.List)+1)
	for i, c := range body.List {
		list := c.(*ast.CaseClause).Body
		if len(list) == 0 {
			continue
		}
		if b, ok := list[len(list)-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
			labels[i+1] = p.newLabel("fall")
		}
	}
	return labels
}

func (p *printer) returnStmt(s *ast.ReturnStmt) {
	var values []string
	switch {
	case len(s.Results) == 1 && len(p.results) > 1:
		c, ok := ast.Unparen(s.Results[0]).(*ast.CallExpr)
		if !ok {
			p.fail(s, "%T", s.Results[0])
		}
		var outs []string
		for i := range p.results {
			outs = append(outs, fmt.Sprintf("out%d", i))
		}
		p.line("%s;", p.severalResults(c, outs))
		p.line("return;")
		return
	case len(s.Results) > 0:
		for i, r := range s.Results {
			values = append(values, p.value(r, p.results[i].Type()).text)
		}
	default:
		for _, v := range p.results {
			values = append(values, p.names[v])
		}
	}
	if len(values) == 1 {
		if t := p.proto.Results[0]; t.Dims != "" {
			name := p.fresh("result")
			p.line("%s %s;", t.returned(), name)
			p.line("memcpy(%s.at, %s, sizeof %s.at);", name, values[0], name)
			values[0] = name
		}
		p.line("return %s;", values[0])
		return
	}
	for i, v := range values {
		if t := p.proto.Results[i]; t.Dims != "" {
			p.line("memcpy(out%d, %s, sizeof(%s));", i, v, t.Declare(""))
		} else {
			p.line("*out%d = %s;", i, v)
		}
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
