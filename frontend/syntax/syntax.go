package syntax

import "go/ast"

// CalledName returns the identifier that names a called function, as in f(x), f[int](x) and p.f(x), or nil if
// there is none.
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

// RootIdent returns the variable that contains the value of an index or field expression. It returns nil if the
// value is reached through a slice or a pointer, as far as the syntax shows.
func RootIdent(e ast.Expr) *ast.Ident {
	return HolderOf(e, func(ast.Expr) bool { return true }, func(*ast.SelectorExpr) bool { return false })
}

// HolderOf returns the variable that contains the value that e denotes, or nil if that is reached through a slice
// or a pointer. It returns x for x, for x.f unless behind reports that f is behind a pointer, and for x[i] if
// isArray reports that x is an array.
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

// fields returns the fields of a list that may be nil.
func fields(l *ast.FieldList) []*ast.Field {
	if l == nil {
		return nil
	}
	return append([]*ast.Field(nil), l.List...)
}
