package frontend

import (
	"go/ast"
	"go/token"
)

// useFinder visits syntax, outer expressions before inner ones, and finds what may change a variable. It goes by names and scopes alone, and
// takes for a change what it cannot tell from one.
type useFinder struct {
	p        *pkg
	found    func(*ast.Ident, use)
	harmless map[*ast.Ident]bool // identifiers that have been seen as a part of an expression
}

func (w *useFinder) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, l := range n.Lhs {
			w.root(l, use{})
		}
	case *ast.IncDecStmt:
		w.root(n.X, use{})
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			w.root(n.Key, use{})
			w.root(n.Value, use{})
		}
		w.readsSlice(n.X)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			w.root(n.X, use{alias: true})
		}
	case *ast.SliceExpr:
		if id := rootIdent(n.X); id == nil || !w.harmless[id] {
			w.root(n.X, use{alias: true})
		}
	case *ast.IndexExpr:
		w.readsSlice(n.X)
	case *ast.SelectorExpr:
		if len(w.p.methods[n.Sel.Name]) > 0 || w.p.changed.testMethods[n.Sel.Name] {
			w.root(n.X, use{alias: true}) // a method value may have a pointer receiver
		}
		w.reads(n.X)
		w.harmless[n.Sel] = true
	case *ast.KeyValueExpr:
		w.reads(n.Key) // the name of a field; an index is a constant
	case *ast.CallExpr:
		if s, ok := n.Fun.(*ast.SelectorExpr); ok {
			w.root(s.X, use{alias: true}) // a method may have a pointer receiver
		}
		if f, ok := n.Fun.(*ast.Ident); ok && w.isBuiltin(f) {
			if (f.Name == "len" || f.Name == "cap") && len(n.Args) == 1 {
				w.readsSlice(n.Args[0])
			} else if f.Name == "copy" && len(n.Args) == 2 {
				w.readsSlice(n.Args[1])
			}
		}
	case *ast.Ident:
		if !w.harmless[n] {
			w.found(n, use{alias: true, copied: true})
		}
	}
	return w
}

// isBuiltin says whether id, the name of a predeclared function, is declared nowhere.
func (w *useFinder) isBuiltin(id *ast.Ident) bool {
	return id.Obj == nil && len(w.p.decls[id.Name]) == 0 && !w.p.changed.tests[id.Name]
}

// reads notes that x itself goes nowhere.
func (w *useFinder) reads(x ast.Expr) {
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		w.harmless[id] = true
	}
}

// readsSlice is reads also for a slice of x.
func (w *useFinder) readsSlice(x ast.Expr) {
	w.reads(x)
	if s, ok := ast.Unparen(x).(*ast.SliceExpr); ok {
		w.reads(s.X)
	}
}

// root reports a use of the variable that e, or what holds e, is.
func (w *useFinder) root(e ast.Expr, u use) {
	if e == nil {
		return
	}
	if id := rootIdent(e); id != nil {
		w.found(id, u)
		w.harmless[id] = true
	}
}
