package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// Changes is what the source says of package-level variables without types: where they may be changed, and which are
// not what their declarations make them. All files count, tests and assembly too.
type Changes struct {
	Uses     map[string][]Use  // by variable, in the order of the source
	Elsewise map[string]string // variables that a directive gives another value, or other memory: by which one
	asm      []File
	Bodiless token.Pos // of a function that must be in assembly, while no assembly was given
	// What the package's tests declare, and the position of one that cannot be parsed.
	Tests, testMethods map[string]bool
	failed             string
}

// Use is a place in the source that may change a package-level variable.
type Use struct {
	Pos token.Pos
	// A slice, a pointer or a copy of the variable is made here. Where the kernel does that, the builder sees what is
	// done with it.
	Alias bool
	// Only of slices: a copy of an array shares nothing with it.
	Copied bool
	// A method of this name is called, which changes nothing if it takes the variable by value.
	Method string
}

// Changes looks through the source, once: kernels that use no package-level variables need none of this.
func (p *Package) Changes() *Changes {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.changed == nil {
		p.changed = &Changes{Uses: map[string][]Use{}, Elsewise: map[string]string{}, Tests: map[string]bool{},
			testMethods: map[string]bool{}}
		tests := p.parseTests()
		for i, f := range p.Src {
			switch f.Kind {
			case GoFile:
				p.findUses(i, f)
			case AssemblyFile:
				p.changed.asm = append(p.changed.asm, f)
			}
		}
		for _, f := range tests {
			p.findUsesInTest(f)
		}
		if len(p.changed.asm) > 0 {
			p.changed.Bodiless = token.NoPos
		}
	}
	return p.changed
}

// findUses parses a file once more, now with its scopes: most of it is never type-checked.
func (p *Package) findUses(i int, f File) {
	if i >= len(p.Files) {
		return // reported when the source was parsed
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.Text, 0)
	if err != nil {
		return // the same
	}
	start := p.Fset.File(p.Files[i].FileStart)
	p.usesIn(file, func(at token.Pos) token.Pos { return start.Pos(fset.PositionFor(at, false).Offset) })
	p.directedElsewhere(p.Files[i])
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body == nil {
			p.changed.Bodiless = start.Pos(fset.PositionFor(fn.Pos(), false).Offset)
		}
	}
}

// parseTests parses the tests, and notes what those of the package itself declare.
func (p *Package) parseTests() (files []*ast.File) {
	for _, f := range p.Src {
		if f.Kind != TestFile {
			continue
		}
		file, err := parser.ParseFile(p.Fset, f.Name, f.Text, parser.ParseComments)
		if err != nil {
			p.changed.failed = f.Name
			continue
		}
		files = append(files, file)
		if p.isExternal(file) {
			continue
		}
		for name := range file.Scope.Objects {
			p.changed.Tests[name] = true
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				p.changed.testMethods[fn.Name.Name] = true
			}
		}
	}
	return files
}

// isExternal says whether a test is in a package of its own.
func (p *Package) isExternal(test *ast.File) bool { return test.Name.Name != p.Files[0].Name.Name }

// findUsesInTest looks through a test. External tests see what is exported only, as a selector of the package.
func (p *Package) findUsesInTest(file *ast.File) {
	if !p.isExternal(file) {
		p.usesIn(file, func(at token.Pos) token.Pos { return at })
		p.directedElsewhere(file)
		return
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			p.changed.Uses[s.Sel.Name] = append(p.changed.Uses[s.Sel.Name], Use{Pos: s.Pos()})
		}
		return true
	})
}

// usesIn notes the uses in a file that was parsed with scopes.
func (p *Package) usesIn(file *ast.File, at func(token.Pos) token.Pos) {
	w := &useFinder{p: p, harmless: map[*ast.Ident]bool{}, found: func(id *ast.Ident, u Use) {
		// What is bound to a declaration inside a function is not the variable of the package.
		if id.Obj == nil || file.Scope.Lookup(id.Name) == id.Obj {
			u.Pos = at(id.Pos())
			p.changed.Uses[id.Name] = append(p.changed.Uses[id.Name], u)
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

// directedElsewhere finds the variables that //go:embed fills, and those that //go:linkname ties to others. The
// former stands in front of its variable with nothing but comments between, the latter anywhere.
func (p *Package) directedElsewhere(file *ast.File) {
	for _, g := range file.Comments {
		for _, c := range g.List {
			words := strings.Fields(c.Text)
			switch {
			case len(words) > 1 && words[0] == "//go:linkname":
				p.changed.Elsewise[words[1]] = words[0]
			case len(words) > 1 && words[0] == "//go:embed":
				for _, id := range varBehind(file, c.End()) {
					p.changed.Elsewise[id.Name] = words[0]
				}
			}
		}
	}
}

// varBehind is what the first package-level variable declaration behind pos declares.
func varBehind(file *ast.File, pos token.Pos) []*ast.Ident {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, s := range g.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && v.Pos() > pos {
					return v.Names
				}
			}
		}
	}
	return nil
}

// Unseen is a place, not in a Go file that could be parsed, where variable name may be changed, or "".
func (c *Changes) Unseen(name string) string {
	for _, f := range c.asm {
		if at := mentionInAssembly(f, name); at != "" {
			return at
		}
	}
	return c.failed
}

// mentionInAssembly finds variable name in assembly, where it is ·name, and gives its position.
func mentionInAssembly(f File, name string) string {
	line := 1
	for text := range strings.Lines(f.Text) {
		for rest := text; ; {
			_, after, ok := strings.Cut(rest, "·"+name)
			if !ok {
				break
			}
			if after == "" || !isIdentByte(after[0]) {
				return Position(token.Position{Filename: f.Name, Line: line, Column: 1})
			}
			rest = after
		}
		line++
	}
	return ""
}

// isIdentByte says whether a name may go on with c. All bytes of characters beyond ASCII count: that is too many, and
// so safe.
func isIdentByte(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// useFinder visits syntax, outer expressions before inner ones, and finds what may change a variable. It goes by
// names and scopes alone, and takes for a change what it cannot tell from one.
type useFinder struct {
	p        *Package
	found    func(*ast.Ident, Use)
	harmless map[*ast.Ident]bool // identifiers that have been seen as a part of an expression
}

// Visit implements ast.Visitor. An assignment, an address and a method call may change a variable; an operand that is
// only read is noted as harmless before the walk comes to its name.
func (w *useFinder) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, l := range n.Lhs {
			w.root(l, Use{})
		}
	case *ast.IncDecStmt:
		w.root(n.X, Use{})
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			w.root(n.Key, Use{})
			w.root(n.Value, Use{})
		}
		w.readsSlice(n.X)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			w.root(n.X, Use{Alias: true})
		}
	case *ast.SliceExpr:
		if id := RootIdent(n.X); id == nil || !w.harmless[id] {
			w.root(n.X, Use{Alias: true})
		}
	case *ast.IndexExpr:
		w.readsSlice(n.X)
	case *ast.SelectorExpr:
		if len(w.p.Methods[n.Sel.Name]) > 0 || w.p.changed.testMethods[n.Sel.Name] {
			w.method(n) // a value of it may have a pointer receiver
		}
		w.reads(n.X)
		w.harmless[n.Sel] = true
	case *ast.KeyValueExpr:
		w.reads(n.Key) // the name of a field; an index is a constant
	case *ast.CallExpr:
		if s, ok := n.Fun.(*ast.SelectorExpr); ok {
			w.method(s) // it may have a pointer receiver
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
			w.found(n, Use{Alias: true, Copied: true})
		}
	}
	return w
}

// StoresField says whether a file of the package may store to something that is called name behind a selector, as a
// variable of another package is, or take its address.
func (p *Package) StoresField(name string) (at token.Pos) {
	selected := func(e ast.Expr) {
		for e != nil && !at.IsValid() {
			switch x := ast.Unparen(e).(type) {
			case *ast.SelectorExpr:
				if x.Sel.Name == name {
					at = x.Pos()
				}
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.SliceExpr:
				e = x.X
			default:
				e = nil
			}
		}
	}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, l := range n.Lhs {
					selected(l)
				}
			case *ast.IncDecStmt:
				selected(n.X)
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					selected(n.Key)
					selected(n.Value)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					selected(n.X)
				}
			case *ast.SliceExpr:
				selected(n.X)
			}
			return !at.IsValid()
		})
	}
	return at
}

// isBuiltin says whether id, the name of a predeclared function, is declared nowhere.
func (w *useFinder) isBuiltin(id *ast.Ident) bool {
	return id.Obj == nil && len(w.p.Decls[id.Name]) == 0 && !w.p.changed.Tests[id.Name]
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

// method reports a use of a method of the variable.
func (w *useFinder) method(s *ast.SelectorExpr) {
	u := Use{Alias: true}
	if _, ok := s.X.(*ast.Ident); ok {
		u.Method = s.Sel.Name
	}
	w.root(s.X, u)
}

// root reports a use of the variable that e, or what holds e, is.
func (w *useFinder) root(e ast.Expr, u Use) {
	if e == nil {
		return
	}
	if id := RootIdent(e); id != nil {
		w.found(id, u)
		w.harmless[id] = true
	}
}
