package cprint

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// forStmt prints the three-clause form. Its variables are fresh in every iteration in Go, which no kernel can tell.
func (p *printer) forStmt(s *ast.ForStmt, label string) {
	init, hoisted := "", false
	if s.Init != nil {
		if a, ok := s.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 && p.isNew(a.Lhs[0]) {
			o := p.f.Info.Defs[a.Lhs[0].(*ast.Ident)]
			v := p.expr(a.Rhs[0]) // before the new name hides one it mentions
			init = p.ctype(s, o.Type()) + " " + p.declare(o) + " = " + v
		} else {
			hoisted = true
			p.line("{")
			p.depth++
			p.stmt(s.Init, "")
		}
	}
	cond, post := "", ""
	if s.Cond != nil {
		cond = " " + p.expr(s.Cond)
	}
	if s.Post != nil {
		post = " " + p.simple(s.Post)
	}
	t := p.push(label, true)
	p.line("for (%s;%s;%s) {", init, cond, post)
	p.body(s.Body, t)
	p.pop(t)
	if hoisted {
		p.depth--
		p.line("}")
	}
}

// rangeStmt prints range over an integer or a slice. Go takes the operand once, before the loop; C reads it in every
// iteration, so whatever may change is kept in a variable of its own.
func (p *printer) rangeStmt(s *ast.RangeStmt, label string) {
	var limit, ptr string
	xt := p.f.Info.TypeOf(s.X)
	counter := "int64_t"
	block := false
	keep := func(ctype, base, value string) string {
		if !block {
			block = true
			p.line("{")
			p.depth++
		}
		name := p.fresh(base)
		p.line("%s %s = %s;", ctype, name, value)
		return name
	}
	switch xt.Underlying().(type) {
	case *types.Slice:
		var n string
		ptr, n = p.slice(s.X)
		limit = n
		if id, ok := ast.Unparen(s.X).(*ast.Ident); !ok || p.assigned[p.f.Info.Uses[id]] {
			limit = keep("const int64_t", "n", n)
			ptr = keep(p.ctype(s, xt.Underlying().(*types.Slice).Elem())+" *const", "from", ptr)
		}
	case *types.Basic:
		// The type checker gives an untyped constant the type of the loop variable.
		if w, _ := intWidth(xt); w == 0 {
			p.fail(s.X, "range over %s", xt)
		}
		counter = p.ctype(s.X, xt)
		limit = p.operand(s.X, precShift)
		if !p.stable(s.X) {
			limit = keep("const "+counter, "n", p.expr(s.X))
		}
	default:
		p.fail(s.X, "range over %s", xt)
	}

	// The Go variable may be the C counter if it is new here and the body leaves it alone.
	index := ""
	var key ast.Expr
	if s.Key != nil && !isBlank(s.Key) {
		key = s.Key
		if o := p.f.Info.Defs[identOf(key)]; s.Tok == token.DEFINE && o != nil && !p.assigned[o] {
			index, key = p.declare(o), nil
		}
	}
	if index == "" {
		index = p.fresh("i")
	}
	t := p.push(label, true)
	p.line("for (%s %s = 0; %s < %s; %s++) {", counter, index, index, limit, index)
	p.depth++
	set := func(l ast.Expr, ctype, value string) {
		if s.Tok == token.DEFINE {
			p.line("%s %s = %s;", ctype, p.declare(p.f.Info.Defs[identOf(l)]), value)
		} else {
			p.line("%s = %s;", p.expr(l), value)
		}
	}
	if key != nil {
		set(key, counter, index)
	}
	if s.Value != nil && !isBlank(s.Value) {
		elem := xt.Underlying().(*types.Slice).Elem()
		set(s.Value, p.ctype(s, elem), ptr+"["+index+"]")
	}
	p.depth--
	p.body(s.Body, t)
	p.pop(t)
	if block {
		p.depth--
		p.line("}")
	}
}

// stable reports whether e has the same value in every iteration: a constant, the length of a slice or a variable
// that is never assigned.
func (p *printer) stable(e ast.Expr) bool {
	e = ast.Unparen(e)
	if p.f.Info.Types[e].Value != nil {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		return !p.assigned[p.f.Info.Uses[e]]
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		if ok && id.Name == "len" && p.f.Info.Types[e.Fun].IsBuiltin() {
			arg, ok := ast.Unparen(e.Args[0]).(*ast.Ident)
			return ok && !p.assigned[p.f.Info.Uses[arg]]
		}
	}
	return false
}

func identOf(e ast.Expr) *ast.Ident {
	id, _ := e.(*ast.Ident)
	return id
}

// push and pop keep track of what break and continue mean; pop closes with the label a goto asked for.
func (p *printer) push(label string, isLoop bool) *target {
	base := label
	if base == "" {
		base = "inner"
	}
	t := &target{label: label, isLoop: isLoop, wantLabel: base}
	p.targets = append(p.targets, t)
	return t
}

func (p *printer) pop(t *target) {
	p.targets = p.targets[:len(p.targets)-1]
	if t.breakTo != "" {
		p.line("%s:;", t.breakTo)
	}
}

// body prints a loop's statements, its closing brace, and the label that continue from further inside goes to.
func (p *printer) body(b *ast.BlockStmt, t *target) {
	p.block(b)
	if t.contTo != "" {
		p.line("%s:;", t.contTo)
	}
	p.line("}")
}

func (p *printer) newLabel(base string) string {
	p.labels++
	return fmt.Sprintf("%s_%d", base, p.labels)
}

// branch prints break and continue: C's own where they reach the right statement, goto elsewhere.
func (p *printer) branch(s *ast.BranchStmt) {
	if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
		p.fail(s, "%s", s.Tok)
	}
	var to *target
	direct := true // whether C's statement would reach the same loop
	for i := len(p.targets) - 1; i >= 0; i-- {
		t := p.targets[i]
		match := s.Label == nil && (t.isLoop || s.Tok == token.BREAK) || s.Label != nil && t.label == s.Label.Name
		if match {
			to = t
			break
		}
		if t.isLoop {
			direct = false // a switch in between is no statement of C's
		}
	}
	if to == nil {
		p.fail(s, "this %s", s.Tok)
	}
	switch {
	case direct && to.isLoop:
		p.line("%s;", s.Tok)
	case s.Tok == token.BREAK:
		if to.breakTo == "" {
			to.breakTo = p.newLabel(to.wantLabel + "_done")
		}
		p.line("goto %s;", to.breakTo)
	default:
		if to.contTo == "" {
			to.contTo = p.newLabel(to.wantLabel + "_next")
		}
		p.line("goto %s;", to.contTo)
	}
}
