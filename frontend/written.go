package frontend

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// use is a place in the source that may change a package-level variable.
type use struct {
	pos token.Pos
	// A slice, a pointer or a copy of the variable is made here. Where the kernel does that, the builder sees what is
	// done with it.
	alias bool
	// Only of slices: a copy of an array shares nothing with it.
	copied bool
}

// changes finds a place that may change package-level variable o, a slice or not, or NoPos. All of the source counts, also functions
// that this kernel does not call.
func (k *kernel) changes(name string, isSlice bool) token.Pos {
	for _, u := range k.pkg.uses(name) {
		if u.copied && !isSlice {
			continue
		}
		if u.alias && k.inside(u.pos) {
			continue
		}
		return u.pos
	}
	return token.NoPos
}

// inside says whether pos is in a function that the kernel consists of.
func (k *kernel) inside(pos token.Pos) bool {
	for _, fi := range k.funcs {
		if fi.decl.Pos() <= pos && pos <= fi.decl.End() {
			return true
		}
	}
	return false
}

// uses lists the places where package-level variables called name may change, in the order of the source.
func (p *pkg) uses(name string) []use {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.written == nil {
		p.written = map[string][]use{}
		for i, f := range p.src {
			p.findUses(i, f)
		}
	}
	return p.written[name]
}

// findUses parses a file once more, now with its scopes: most of it is never type-checked, and kernels that use no
// package-level variables need none of this.
func (p *pkg) findUses(i int, f File) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.Text, 0)
	if err != nil || i >= len(p.files) {
		return // reported when the source was parsed
	}
	start := p.fset.File(p.files[i].FileStart)
	w := &useFinder{harmless: map[*ast.Ident]bool{}, found: func(id *ast.Ident, u use) {
		// What is bound to a declaration inside a function is not the variable of the package.
		if id.Obj == nil || file.Scope.Lookup(id.Name) == id.Obj {
			u.pos = start.Pos(fset.Position(id.Pos()).Offset)
			p.written[id.Name] = append(p.written[id.Name], u)
		}
	}}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				ast.Walk(w, d.Body)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
					for _, x := range v.Values {
						ast.Walk(w, x)
					}
				}
			}
		}
	}
}

// useFinder visits syntax, outer expressions before inner ones.
type useFinder struct {
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
		w.reads(n.X)
		w.harmless[n.Sel] = true
	case *ast.KeyValueExpr:
		w.reads(n.Key) // the name of a field; an index is a constant
	case *ast.CallExpr:
		if s, ok := n.Fun.(*ast.SelectorExpr); ok {
			w.root(s.X, use{alias: true}) // a method may have a pointer receiver
		}
		if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "len" || f.Name == "cap") && len(n.Args) == 1 {
			w.readsSlice(n.Args[0])
		} else if ok && f.Name == "copy" && len(n.Args) == 2 {
			w.readsSlice(n.Args[1])
		}
	case *ast.Ident:
		if !w.harmless[n] {
			w.found(n, use{alias: true, copied: true})
		}
	}
	return w
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
