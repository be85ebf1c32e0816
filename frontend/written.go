package frontend

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// changes is what the source says of package-level variables without types: where they may be changed, and which are not what their
// declarations make them. All files count, tests and assembly too.
type changes struct {
	uses     map[string][]use  // by variable, in the order of the source
	elsewise map[string]string // variables that a directive gives another value, or other memory: by which one
	asm      []File
	bodiless token.Pos // of a function that must be in assembly, while no assembly was given
	// What the package's tests declare, and the position of one that cannot be parsed.
	tests, testMethods map[string]bool
	failed             string
}

// use is a place in the source that may change a package-level variable.
type use struct {
	pos token.Pos
	// A slice, a pointer or a copy of the variable is made here. Where the kernel does that, the builder sees what is
	// done with it.
	alias bool
	// Only of slices: a copy of an array shares nothing with it.
	copied bool
}

// changes finds a place that may change package-level variable o, a slice or not, or "". All of the source counts, also functions
// that this kernel does not call.
func (k *kernel) changes(name string, isSlice bool) string {
	if all := k.changed(name, isSlice); len(all) > 0 {
		return position(k.pkg.fset.Position(all[0]))
	}
	c := k.pkg.changes()
	for _, f := range c.asm {
		if at := mentionInAssembly(f, name); at != "" {
			return at
		}
	}
	return c.failed
}

// changed lists the places in Go files that may change it.
func (k *kernel) changed(name string, isSlice bool) (all []token.Pos) {
	for _, u := range k.pkg.changes().uses[name] {
		if u.copied && !isSlice {
			continue
		}
		if u.alias && k.inside(u.pos) {
			continue
		}
		all = append(all, u.pos)
	}
	return all
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

// changes looks through the source, once: kernels that use no package-level variables need none of this.
func (p *pkg) changes() *changes {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.changed == nil {
		p.changed = &changes{uses: map[string][]use{}, elsewise: map[string]string{}, tests: map[string]bool{}, testMethods: map[string]bool{}}
		tests := p.parseTests()
		for i, f := range p.src {
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
			p.changed.bodiless = token.NoPos
		}
	}
	return p.changed
}

// findUses parses a file once more, now with its scopes: most of it is never type-checked.
func (p *pkg) findUses(i int, f File) {
	if i >= len(p.files) {
		return // reported when the source was parsed
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.Text, 0)
	if err != nil {
		return // the same
	}
	start := p.fset.File(p.files[i].FileStart)
	p.usesIn(file, func(at token.Pos) token.Pos { return start.Pos(fset.PositionFor(at, false).Offset) })
	p.directedElsewhere(p.files[i])
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body == nil {
			p.changed.bodiless = start.Pos(fset.PositionFor(fn.Pos(), false).Offset)
		}
	}
}

// parseTests parses the tests, and notes what those of the package itself declare.
func (p *pkg) parseTests() (files []*ast.File) {
	for _, f := range p.src {
		if f.Kind != TestFile {
			continue
		}
		file, err := parser.ParseFile(p.fset, f.Name, f.Text, parser.ParseComments)
		if err != nil {
			p.changed.failed = f.Name
			continue
		}
		files = append(files, file)
		if p.isExternal(file) {
			continue
		}
		for name := range file.Scope.Objects {
			p.changed.tests[name] = true
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
func (p *pkg) isExternal(test *ast.File) bool { return test.Name.Name != p.files[0].Name.Name }

// findUsesInTest looks through a test. External tests see what is exported only, as a selector of the package.
func (p *pkg) findUsesInTest(file *ast.File) {
	if !p.isExternal(file) {
		p.usesIn(file, func(at token.Pos) token.Pos { return at })
		p.directedElsewhere(file)
		return
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			p.changed.uses[s.Sel.Name] = append(p.changed.uses[s.Sel.Name], use{pos: s.Pos()})
		}
		return true
	})
}

// usesIn notes the uses in a file that was parsed with scopes.
func (p *pkg) usesIn(file *ast.File, at func(token.Pos) token.Pos) {
	w := &useFinder{p: p, harmless: map[*ast.Ident]bool{}, found: func(id *ast.Ident, u use) {
		// What is bound to a declaration inside a function is not the variable of the package.
		if id.Obj == nil || file.Scope.Lookup(id.Name) == id.Obj {
			u.pos = at(id.Pos())
			p.changed.uses[id.Name] = append(p.changed.uses[id.Name], u)
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

// directedElsewhere finds the variables that //go:embed fills, and those that //go:linkname ties to others. The former stands in front of its
// variable with nothing but comments between, the latter anywhere.
func (p *pkg) directedElsewhere(file *ast.File) {
	for _, g := range file.Comments {
		for _, c := range g.List {
			words := strings.Fields(c.Text)
			switch {
			case len(words) > 1 && words[0] == "//go:linkname":
				p.changed.elsewise[words[1]] = words[0]
			case len(words) > 1 && words[0] == "//go:embed":
				for _, id := range varBehind(file, c.End()) {
					p.changed.elsewise[id.Name] = words[0]
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
				return position(token.Position{Filename: f.Name, Line: line, Column: 1})
			}
			rest = after
		}
		line++
	}
	return ""
}

func isIdentByte(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
