package cprint

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// forStmt prints the three-clause form. In Go its variables are new in every iteration, which no kernel can observe.
func (p *printer) forStmt(s *ast.ForStmt, label string) {
	init, hoisted := "", false
	if s.Init != nil {
		if a, ok := s.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 && p.isNew(a.Lhs[0]) &&
			isBasic(p.f.Info.TypeOf(a.Lhs[0])) {
			o := p.f.Info.Defs[a.Lhs[0].(*ast.Ident)]
			v := p.expr(a.Rhs[0]) // before the new name shadows one it uses
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

// ranged describes the operand of a range statement.
type ranged struct {
	ptr, limit, counter string // the address of the elements, their number, and the type of the index
	block               bool   // a C block around the loop holds variables
}

// rangeStmt prints range over an integer, a slice, an array or a pointer to one.
func (p *printer) rangeStmt(s *ast.RangeStmt, label string) {
	r := ranged{counter: "int64_t"}
	p.rangeOperand(s, &r)

	// The Go variable can be the C counter if it is declared here and the body does not change it.
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
	p.line("for (%s %s = 0; %s < %s; %s++) {", r.counter, index, index, r.limit, index)
	p.depth++
	if key != nil {
		p.put(key, p.f.Info.TypeOf(key), value{text: index})
	}
	if hasValue(s) {
		p.put(s.Value, elemOf(p.f.Info.TypeOf(s.X)), value{text: r.ptr + "[" + index + "]"})
	}
	p.depth--
	p.body(s.Body, t)
	p.pop(t)
	if r.block {
		p.depth--
		p.line("}")
	}
}

func hasValue(s *ast.RangeStmt) bool { return s.Value != nil && !isBlank(s.Value) }

// keepRanged stores a value that a range statement evaluates once in a variable before the loop. In the declaration
// the name follows the word const, or comes last.
func (p *printer) keepRanged(r *ranged, decl, base, value string) string {
	p.openRanged(r)
	name := p.fresh(base)
	if before, after, ok := strings.Cut(decl, "*const "); ok {
		decl = before + "*const " + name + after
	} else {
		decl += " " + name
	}
	p.line("%s = %s;", decl, value)
	return name
}

func (p *printer) openRanged(r *ranged) {
	if !r.block {
		r.block = true
		p.line("{")
		p.depth++
	}
}

// rangeOperand determines the bounds of the loop. Go evaluates the operand once, before the loop. C reads it in every
// iteration, so whatever may change is kept in a variable.
func (p *printer) rangeOperand(s *ast.RangeStmt, r *ranged) {
	xt := p.f.Info.TypeOf(s.X)
	id := identOf(ast.Unparen(s.X))
	changes := id == nil || p.assigned[p.f.Info.Uses[id]]
	switch u := xt.Underlying().(type) {
	case *types.Slice:
		r.ptr, r.limit = p.slice(s.X)
		if !changes {
			return
		}
		r.limit = p.keepRanged(r, "const int64_t", "n", r.limit)
		if hasValue(s) {
			r.ptr = p.keepRanged(r, p.typeOf(s, u.Elem()).Pointer("const "), "from", r.ptr)
		}
	case *types.Array:
		r.limit = strconv.FormatInt(u.Len(), 10)
		if !hasValue(s) {
			return // the array is not evaluated
		}
		if o := p.root(s.X); o != nil && !p.touched[o] {
			r.ptr = p.operand(s.X, precPrimary)
			return
		}
		p.openRanged(r)
		v := p.value(s.X, xt)
		r.ptr = p.fresh("from")
		p.define(s.X, xt, r.ptr, v)
	case *types.Pointer:
		n, ok := arrayLen(xt)
		if !ok {
			p.fail(s.X, "range over %s", xt)
		}
		r.limit = strconv.FormatInt(n, 10)
		if !hasValue(s) {
			return
		}
		r.ptr = p.operand(s.X, precPrimary)
		if changes {
			r.ptr = p.keepRanged(r, p.typeOf(s, elemOf(xt)).Pointer("const "), "from", r.ptr)
		}
	case *types.Basic:
		// The type checker gives an untyped constant the type of the loop variable.
		if w, _ := intWidth(xt); w == 0 {
			p.fail(s.X, "range over %s", xt)
		}
		r.counter = p.ctype(s.X, xt)
		r.limit = p.operand(s.X, precShift)
		if !p.stable(s.X) {
			r.limit = p.keepRanged(r, "const "+r.counter, "n", p.expr(s.X))
		}
	default:
		p.fail(s.X, "range over %s", xt)
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

// push and pop maintain the targets of break and continue; pop prints the label that a goto needs.
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

// body prints a loop's statements, its closing brace, and the label for a continue from an inner statement.
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

// branch prints break and continue: those of C where they reach the right statement, goto elsewhere.
func (p *printer) branch(s *ast.BranchStmt) {
	if s.Tok == token.FALLTHROUGH {
		p.line("goto %s;", p.fallTo)
		return
	}
	if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
		p.fail(s, "%s", s.Tok)
	}
	var to *target
	direct := true // whether the C statement would reach the same loop
	for i := len(p.targets) - 1; i >= 0; i-- {
		t := p.targets[i]
		match := s.Label == nil && (t.isLoop || s.Tok == token.BREAK) || s.Label != nil && t.label == s.Label.Name
		if match {
			to = t
			break
		}
		if t.isLoop {
			direct = false // a switch in between is not a C statement
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
