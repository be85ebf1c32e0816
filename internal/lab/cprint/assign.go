package cprint

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

func (p *printer) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		p.line("%s;", p.simple(s))
		return
	}
	p.assignAll(s, s.Lhs, s.Rhs)
}

// value is the C form of a Go expression's value.
type value struct {
	text   string // the expression; the pointer of a slice or string
	length string // of a slice or string
	init   string // an initializer to use instead of the expression, if there is one

	own bool         // it is held in memory of its own
	of  types.Object // the variable that it is, or that contains it
}

// value prints the right side of an assignment to something of type t.
func (p *printer) value(e ast.Expr, t types.Type) value {
	e = ast.Unparen(e)
	switch kindOf(t) {
	case Slice:
		ptr, n := p.slice(e)
		return value{text: ptr, length: n}
	case Array:
		if c, ok := e.(*ast.CallExpr); ok && !p.f.Info.Types[c.Fun].IsType() {
			// A C function returns an array in a struct.
			tmp := p.fresh("tmp")
			p.line("const %s %s = %s;", p.typeOf(e, t).returned(), tmp, p.userCall(c, nil))
			return value{text: tmp + ".at", own: true}
		}
	}
	v := value{text: p.expr(e), of: p.root(e)}
	if lit, ok := e.(*ast.CompositeLit); ok {
		v.own = true
		v.init = p.initializer(lit)
	}
	return v
}

// define declares a variable with its initial value.
func (p *printer) define(n ast.Node, t types.Type, name string, v value) {
	switch kindOf(t) {
	case Slice:
		p.line("%s = %s;", p.typeOf(n, elemOf(t)).Pointer(name), v.text)
		p.line("int64_t %s_len = %s;", name, v.length)
		return
	case Pointer:
		p.line("%s = %s;", p.typeOf(n, elemOf(t)).Pointer(name), v.text)
		return
	}
	ct := p.typeOf(n, t)
	switch {
	case v.init != "":
		p.line("%s = %s;", ct.Declare(name), v.init)
	case ct.Dims != "":
		p.line("%s;", ct.Declare(name))
		p.line("memcpy(%s, %s, sizeof(%s));", name, v.text, ct.Declare(""))
	default:
		p.line("%s = %s;", ct.Declare(name), v.text)
	}
}

// keep stores a value in a new variable, which nothing changes.
func (p *printer) keep(n ast.Node, t types.Type, base string, v value) value {
	name := p.fresh(base)
	if k := kindOf(t); k != Scalar {
		p.define(n, t, name, v)
		if k == Slice {
			return value{text: name, length: name + "_len"}
		}
		return value{text: name, own: true}
	}
	if t = types.Default(t); v.init != "" {
		v.text = v.init
	}
	p.line("const %s = %s;", p.typeOf(n, t).Declare(name), v.text)
	return value{text: name}
}

// put assigns to the expression l of type t.
func (p *printer) put(l ast.Expr, t types.Type, v value) {
	switch {
	case isBlank(l) && kindOf(t) == Array:
	case isBlank(l):
		p.line("(void)(%s);", v.text)
	case p.isNew(l):
		p.define(l, t, p.declare(p.f.Info.Defs[l.(*ast.Ident)]), v)
	case kindOf(t) == Slice:
		p.assignable(l)
		name, _ := p.slice(l)
		p.line("%s = %s;", name, v.text) // pointer first: its new value does not depend on a length, but the length may depend on itself
		p.line("%s_len = %s;", name, v.length)
	case kindOf(t) == Array:
		p.line("%s;", p.copyArray(l, t, v))
	default:
		p.line("%s = %s;", p.lvalue(l), v.text)
	}
}

// copyArray assigns an array. Source and destination may overlap, unless the value excludes it.
func (p *printer) copyArray(l ast.Expr, t types.Type, v value) string {
	fn := "memmove"
	if v.own || v.of != nil && p.root(l) != nil && v.of != p.root(l) {
		fn = "memcpy"
	}
	return fn + "(" + p.lvalue(l) + ", " + v.text + ", sizeof(" + p.typeOf(l, t).Declare("") + "))"
}

// lvalue prints the destination of an assignment.
func (p *printer) lvalue(l ast.Expr) string {
	p.assignable(l)
	return p.expr(l)
}

// assignable rejects stores into what is constant in C.
func (p *printer) assignable(l ast.Expr) {
	if v, ok := p.root(l).(*types.Var); ok && v.Parent() == p.f.Pkg.Scope() {
		p.fail(l, "an assignment to package-level variable %s", v.Name())
	}
}

// typeFor returns the type of a value assigned from r to l.
func (p *printer) typeFor(l, r ast.Expr) types.Type {
	if isBlank(l) {
		return types.Default(p.f.Info.TypeOf(r))
	}
	return p.f.Info.TypeOf(l)
}

// assignAll prints lhs = rhs, := and var: a name that is being defined has no C name yet.
func (p *printer) assignAll(n ast.Node, lhs, rhs []ast.Expr) {
	if len(rhs) == 1 && len(lhs) > 1 {
		p.multiCall(rhs[0], lhs)
		return
	}
	defines := true
	for _, l := range lhs {
		defines = defines && (p.isNew(l) || isBlank(l))
	}
	if len(lhs) == 1 || defines { // then no value depends on an earlier assignment
		var values []value
		for i, r := range rhs {
			values = append(values, p.value(r, p.typeFor(lhs[i], r)))
		}
		for i, l := range lhs {
			p.put(l, p.typeFor(l, rhs[i]), values[i])
		}
		return
	}
	// All operands on the left and all right sides are evaluated before any assignment.
	for _, l := range lhs {
		p.fixPlace(n, l, lhs)
	}
	var values []value
	for i, r := range rhs {
		t := p.typeFor(lhs[i], r)
		values = append(values, p.keep(r, t, "tmp", p.value(r, t)))
	}
	for i, l := range lhs {
		p.put(l, p.typeFor(l, rhs[i]), values[i])
	}
}

// fixPlace evaluates the indexes in l that the parallel assignments might change.
func (p *printer) fixPlace(n ast.Node, l ast.Expr, lhs []ast.Expr) {
	switch l := ast.Unparen(l).(type) {
	case *ast.SelectorExpr:
		if kindOf(p.f.Info.TypeOf(l.X)) != Pointer {
			p.fixPlace(n, l.X, lhs)
		} else if p.mentions(l.X, lhs) {
			p.fail(n, "an operand assigned in the same statement")
		}
	case *ast.StarExpr:
		if p.mentions(l.X, lhs) {
			p.fail(n, "an operand assigned in the same statement")
		}
	case *ast.IndexExpr:
		if kindOf(p.f.Info.TypeOf(l.X)) == Array {
			p.fixPlace(n, l.X, lhs)
		} else if p.mentions(l.X, lhs) {
			p.fail(n, "an operand assigned in the same statement")
		}
		if s := p.expr(l.Index); p.mentions(l.Index, lhs) || strings.ContainsAny(s, "[.(") {
			at := p.fresh("at")
			p.line("const %s %s = %s;", p.ctype(l.Index, p.f.Info.TypeOf(l.Index)), at, s)
			if p.instead == nil {
				p.instead = map[ast.Expr]string{}
			}
			p.instead[l.Index] = at
		}
	}
}

// multiCall prints the call of a function with several results, stored in variables.
func (p *printer) multiCall(e ast.Expr, lhs []ast.Expr) {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		p.fail(e, "%T", e)
	}
	tuple := p.f.Info.TypeOf(c).(*types.Tuple)
	var outs, names []string
	var after []int // results to be moved from a temporary to their destinations
	for i, l := range lhs {
		t := p.typeOf(l, tuple.At(i).Type())
		name := ""
		if p.isNew(l) {
			name = p.declare(p.f.Info.Defs[l.(*ast.Ident)])
		} else {
			name = p.fresh("tmp")
			if !isBlank(l) {
				after = append(after, i)
			}
		}
		p.line("%s;", t.Declare(name))
		if t.Dims == "" {
			outs = append(outs, "&"+name)
		} else {
			outs = append(outs, name)
		}
		names = append(names, name)
	}
	for _, i := range after {
		p.fixPlace(e, lhs[i], lhs)
	}
	p.line("%s;", p.severalResults(c, outs))
	for _, i := range after {
		p.put(lhs[i], tuple.At(i).Type(), value{text: names[i]})
	}
}

// severalResults prints a call of a function with several results.
func (p *printer) severalResults(c *ast.CallExpr, outs []string) string {
	if pkg, name, ok := p.pkgFunc(c.Fun); ok && pkg == "math/bits" {
		return p.carry(c, name, outs)
	}
	return p.userCall(c, outs)
}
