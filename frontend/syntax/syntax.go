package syntax

import "go/ast"

// CalledName is the identifier by which a call names its function: of f(x), f[int](x), p.f(x); nil if there is none.
func CalledName(fun ast.Expr) *ast.Ident {
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	case *ast.IndexExpr:
		return CalledName(f.X)
	case *ast.IndexListExpr:
		return CalledName(f.X)
	}
	return nil
}

// RootIdent is the variable that holds what an index or field expression denotes, or nil if that is found through a
// slice or a pointer, as far as the syntax tells.
func RootIdent(e ast.Expr) *ast.Ident {
	return HolderOf(e, func(ast.Expr) bool { return true }, func(*ast.SelectorExpr) bool { return false })
}

// HolderOf is the variable that holds what e denotes, or nil if that is found through a slice or a pointer: x of x,
// x.f, unless behind says that f is behind a pointer, and x[i], if isArray says so of x.
func HolderOf(e ast.Expr, isArray func(ast.Expr) bool, behind func(*ast.SelectorExpr) bool) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			if behind(x) {
				return nil
			}
			e = x.X
		case *ast.IndexExpr:
			if !isArray(x.X) {
				return nil
			}
			e = x.X
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}

// fields are those of a list that may be missing.
func fields(l *ast.FieldList) []*ast.Field {
	if l == nil {
		return nil
	}
	return append([]*ast.Field(nil), l.List...)
}
