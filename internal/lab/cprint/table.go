package cprint

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// globals are the package-level variables that a kernel reads: constants in C, since nothing changes them.
type globals struct {
	cname string // of the kernel; prefix of their names
	names map[types.Object]string
	text  strings.Builder
}

// global returns the name of a package-level variable, which it prints at the first use.
func (p *printer) global(n ast.Node, o *types.Var) string {
	if name, ok := p.globals.names[o]; ok {
		return name
	}
	p.unchanged(n, o)
	name := p.globals.cname + "_" + notInNames.ReplaceAllString(o.Name(), "u")
	init := p.initial(o)
	if init != nil && !p.isConstant(init) {
		p.fail(n, "package-level variable %s, whose initial value is no constant", o.Name())
	}
	t := o.Type()
	decl, text := "", ""
	switch {
	case kindOf(t) == Pointer:
		p.fail(n, "package-level variable %s of type %s", o.Name(), t)
	case kindOf(t) == Slice && isString(t):
		p.fail(n, "package-level variable %s, which is no constant string", o.Name())
	case kindOf(t) == Slice:
		lit, ok := init.(*ast.CompositeLit)
		length := p.literalLen(lit)
		if !ok || length == 0 {
			p.fail(n, "package-level variable %s, whose initial value is no list", o.Name())
		}
		e := p.typeOf(n, elemOf(t))
		decl, text = Type{e.Base, fmt.Sprintf("[%d]%s", length, e.Dims)}.Declare(name), p.initializer(lit)
	case init == nil:
		ct := p.typeOf(n, t)
		decl, text = ct.Declare(name), zero(ct)
	default:
		decl, text = p.typeOf(n, t).Declare(name), p.initializer(init)
	}
	fmt.Fprintf(&p.globals.text, "\nstatic const %s = %s;\n", decl, text)
	p.globals.names[o] = name
	return name
}

// globalOf returns the package-level variable that e names.
func (p *printer) globalOf(e ast.Expr) (*types.Var, bool) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil, false
	}
	v, ok := p.f.Info.Uses[id].(*types.Var)
	return v, ok && v.Parent() == p.f.Pkg.Scope()
}

// initial returns the initial expression of a package-level variable, or nil.
func (p *printer) initial(o *types.Var) ast.Expr {
	for _, d := range p.f.AST.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			vs := s.(*ast.ValueSpec)
			for i, id := range vs.Names {
				switch {
				case p.f.Info.Defs[id] != o:
				case len(vs.Values) == len(vs.Names):
					return ast.Unparen(vs.Values[i])
				case len(vs.Values) > 0:
					return vs.Values[0] // a call with several results
				}
			}
		}
	}
	return nil
}

// unchanged fails if the file assigns to the variable or takes its address.
func (p *printer) unchanged(n ast.Node, o *types.Var) {
	check := func(e ast.Expr) {
		if p.root(e) == o {
			p.fail(n, "package-level variable %s, which may be changed", o.Name())
		}
	}
	ast.Inspect(p.f.AST, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.AssignStmt:
			for _, l := range m.Lhs {
				check(l)
				if ix, ok := l.(*ast.IndexExpr); ok {
					check(ix.X)
				}
			}
		case *ast.IncDecStmt:
			check(m.X)
		case *ast.UnaryExpr:
			if m.Op == token.AND {
				check(m.X)
			}
		}
		return true
	})
}

// isConstant reports whether e is a constant or a composite literal of constants.
func (p *printer) isConstant(e ast.Expr) bool {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return p.f.Info.Types[e].Value != nil
	}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Value
		}
		if !p.isConstant(ast.Unparen(el)) {
			return false
		}
	}
	return true
}

// literalLen returns the number of elements of an array or slice literal.
func (p *printer) literalLen(lit *ast.CompositeLit) (n int64) {
	if lit == nil {
		return 0
	}
	if a, ok := p.f.Info.TypeOf(lit).Underlying().(*types.Array); ok {
		return a.Len()
	}
	at := int64(0)
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			at, _ = constant.Int64Val(p.f.Info.Types[kv.Key].Value)
		}
		at++
		n = max(n, at)
	}
	return n
}

// initializer returns the text after the = of a declaration: for a composite literal a list in braces.
func (p *printer) initializer(e ast.Expr) string {
	e = ast.Unparen(e)
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		if _, isArray := p.f.Info.TypeOf(e).Underlying().(*types.Array); isArray {
			p.fail(e, "an array variable inside a composite literal")
		}
		return p.expr(e)
	}
	if len(lit.Elts) == 0 {
		return "{0}"
	}
	var list []string
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			list = append(list, p.initializer(el))
			continue
		}
		if u, ok := p.f.Info.TypeOf(lit).Underlying().(*types.Struct); ok {
			for i := range u.NumFields() {
				if id, ok := kv.Key.(*ast.Ident); ok && u.Field(i).Name() == id.Name {
					list = append(list, "."+fieldName(u, i)+" = "+p.initializer(kv.Value))
				}
			}
			continue
		}
		list = append(list, "["+p.expr(kv.Key)+"] = "+p.initializer(kv.Value))
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// compositeLit prints a literal as an expression.
func (p *printer) compositeLit(e *ast.CompositeLit) (string, int) {
	ct := Type{}
	if s, ok := p.f.Info.TypeOf(e).Underlying().(*types.Slice); ok {
		elem := p.typeOf(e, s.Elem())
		ct = Type{elem.Base, fmt.Sprintf("[%d]%s", p.literalLen(e), elem.Dims)}
	} else {
		ct = p.typeOf(e, p.f.Info.TypeOf(e))
	}
	return "(" + ct.Declare("") + ")" + p.initializer(e), precPrimary
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
