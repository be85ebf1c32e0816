package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Changes holds what the source, other than mentions, implies about changes to package-level variables. All files
// count, including tests and assembly.
type Changes struct {
	Elsewise map[string]string // variables to which a directive gives another value or other memory: the directive
	asm      []File
	Bodiless token.Pos // a function without a body and without given assembly
	// Tests holds the names, including methods, that the package's tests declare.
	Tests  map[string]bool
	tests  []parsedFile
	failed string // a test that cannot be parsed
}

// parsedFile is a file with its syntax tree.
type parsedFile struct {
	*ast.File
	text string
}

// Changes examines the source once, on demand, because only kernels that use package-level variables need it.
func (p *Package) Changes() *Changes {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.changed != nil {
		return p.changed
	}
	c := &Changes{Elsewise: map[string]string{}, Tests: map[string]bool{}}
	for i, f := range p.Src {
		switch f.Kind {
		case GoFile:
			if i < len(p.Files) {
				c.directedElsewhere(parsedFile{p.Files[i], f.Text})
			}
		case AssemblyFile:
			c.asm = append(c.asm, f)
		case TestFile:
			file, err := parser.ParseFile(p.Fset, f.Name, f.Text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				c.failed = f.Name
				continue
			}
			c.tests = append(c.tests, parsedFile{file, f.Text})
			if !p.isExternal(file) {
				c.declare(file)
				c.directedElsewhere(parsedFile{file, f.Text})
			}
		}
	}
	for _, d := range p.Order {
		if fn, ok := d.Node.(*ast.FuncDecl); ok && fn.Body == nil && len(c.asm) == 0 {
			c.Bodiless = fn.Pos()
		}
	}
	p.changed = c
	return c
}

// declare records what a test of the package declares.
func (c *Changes) declare(test *ast.File) {
	for _, d := range test.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.Tests[d.Name.Name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					c.Tests[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, n := range s.Names {
						c.Tests[n.Name] = true
					}
				}
			}
		}
	}
}

// isExternal reports whether a test belongs to the external test package.
func (p *Package) isExternal(test *ast.File) bool { return test.Name.Name != p.Files[0].Name.Name }

// directedElsewhere finds the variables that //go:embed fills and the names that //go:linkname links. //go:embed
// precedes its variable with only comments between; //go:linkname may be anywhere.
func (c *Changes) directedElsewhere(file parsedFile) {
	if !strings.Contains(file.text, "//go:embed") && !strings.Contains(file.text, "//go:linkname") {
		return
	}
	for _, g := range file.Comments {
		for _, l := range g.List {
			words := strings.Fields(l.Text)
			switch {
			case len(words) > 1 && words[0] == "//go:linkname":
				c.Elsewise[words[1]] = words[0]
			case len(words) > 1 && words[0] == "//go:embed":
				for _, id := range varBehind(file.File, l.End()) {
					c.Elsewise[id.Name] = words[0]
				}
			}
		}
	}
}

// varBehind returns the names of the first package-level variable declaration after pos.
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

// Unseen returns a place outside the parsed Go files where variable name may be changed, or "".
func (c *Changes) Unseen(name string) string {
	for _, f := range c.asm {
		if at := mentionInAssembly(f, name); at != "" {
			return at
		}
	}
	return c.failed
}

// mentionInAssembly returns the position of variable name, written ·name, in assembly.
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

// isIdentByte reports whether c may continue a name. All bytes of non-ASCII characters count, which is
// conservative.
func isIdentByte(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// Mention is a place where the source names a package-level declaration.
type Mention struct {
	Pos token.Pos
	// Path is the name, or the selector pkg.name, and the enclosing syntax, from the inside out to the
	// declaration. Its own positions have no meaning.
	Path []ast.Node
	// Outside reports that the place is in another package, such as an external test, which sees only exported
	// names.
	Outside bool
}

// Mentions finds all mentions of the package-level name in the package's Go files and tests. Scopes alone
// distinguish names declared in functions.
func (p *Package) Mentions(name string) []Mention {
	c := p.Changes()
	p.mu.Lock()
	defer p.mu.Unlock()
	found, done := p.mentions[name]
	if done {
		return found
	}
	for i, f := range p.Files {
		found = p.mentionsIn(parsedFile{f, p.Src[i].Text}, name, false, found)
	}
	for _, f := range c.tests {
		found = p.mentionsIn(f, name, p.isExternal(f.File), found)
	}
	if p.mentions == nil {
		p.mentions = map[string][]Mention{}
	}
	p.mentions[name] = found
	return found
}

// MentionsOutside finds the mentions in this package of a name that another package may declare.
func (p *Package) MentionsOutside(name string) (found []Mention) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, f := range p.Files {
		found = p.mentionsIn(parsedFile{f, p.Src[i].Text}, name, true, found)
	}
	return found
}

// mentionsIn appends the mentions in a file. It parses the declarations that contain the name as text again, with
// scopes.
func (p *Package) mentionsIn(f parsedFile, name string, outside bool, found []Mention) []Mention {
	base := p.Fset.File(f.FileStart).Base()
	decls := f.Decls
	for from := 0; len(decls) > 0; {
		i := strings.Index(f.text[from:], name)
		if i < 0 {
			break
		}
		at := from + i
		from = at + 1
		if at > 0 && isIdentByte(f.text[at-1]) || at+len(name) < len(f.text) && isIdentByte(f.text[at+len(name)]) {
			continue
		}
		for len(decls) > 0 && int(decls[0].End())-base <= at {
			decls = decls[1:]
		}
		if len(decls) == 0 {
			break
		}
		start, end := int(decls[0].Pos())-base, int(decls[0].End())-base
		if at < start {
			from = max(from, start)
			continue // a comment
		}
		const clause = "package p;"
		fset := token.NewFileSet()
		alone, err := parser.ParseFile(fset, "", clause+f.text[start:end], 0)
		if err != nil {
			continue // reported when the source was parsed
		}
		w := &mentionFinder{name: name, scope: alone.Scope, outside: outside, at: func(pos token.Pos) token.Pos {
			return token.Pos(base + start + int(pos) - fset.File(pos).Base() - len(clause))
		}, found: found}
		if outside {
			w.isPackage = func(x *ast.Ident) bool { return p.mayBePackage(x.Name) }
			w.dot = slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Name != nil && s.Name.Name == "." })
		}
		for _, d := range alone.Decls {
			ast.Inspect(d, w.visit)
		}
		found = w.found
		from = max(from, end)
	}
	return found
}

// mayBePackage reports whether a name that no function declares may denote an import.
func (p *Package) mayBePackage(name string) bool {
	ds := p.Decls[name]
	return len(ds) == 0 || slices.ContainsFunc(ds, func(d *Decl) bool {
		g, ok := d.Node.(*ast.GenDecl)
		return ok && g.Tok == token.IMPORT
	})
}

// mentionFinder visits a declaration that was parsed with scopes.
type mentionFinder struct {
	name      string
	scope     *ast.Scope // scope of the declaration itself
	outside   bool
	dot       bool // the file has a dot import
	isPackage func(*ast.Ident) bool
	at        func(token.Pos) token.Pos
	stack     []ast.Node
	found     []Mention
}

func (w *mentionFinder) visit(n ast.Node) bool {
	if n == nil {
		w.stack = w.stack[:len(w.stack)-1]
		return true
	}
	w.stack = append(w.stack, n)
	if id, ok := n.(*ast.Ident); ok && id.Name == w.name {
		if from := w.mention(id); from >= 0 {
			path := slices.Clone(w.stack[:from+1])
			slices.Reverse(path)
			w.found = append(w.found, Mention{Pos: w.at(path[0].Pos()), Path: path, Outside: w.outside})
		}
	}
	return true
}

// mention returns the position in the stack of the expression by which id, its last node, denotes the name. It
// returns -1 if id denotes or declares something else.
func (w *mentionFinder) mention(id *ast.Ident) int {
	last := len(w.stack) - 1
	switch n := w.stack[last-1].(type) {
	case *ast.SelectorExpr:
		if n.Sel == id {
			if x, ok := n.X.(*ast.Ident); ok && w.outside && !w.isLocal(x) && w.isPackage(x) {
				return last - 1
			}
			return -1
		}
	case *ast.ValueSpec:
		if slices.Contains(n.Names, id) {
			return -1
		}
	case *ast.Field, *ast.FuncDecl, *ast.TypeSpec, *ast.LabeledStmt, *ast.BranchStmt:
		return -1 // a declaration, a type or a label
	}
	if w.isLocal(id) || w.outside && !w.dot {
		return -1
	}
	return last
}

// isLocal reports whether id refers to a declaration inside a function.
func (w *mentionFinder) isLocal(id *ast.Ident) bool {
	return id.Obj != nil && w.scope.Lookup(id.Name) != id.Obj
}
