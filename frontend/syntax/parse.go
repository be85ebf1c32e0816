package syntax

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// These limits ensure that no source, however contrived, exhausts the machine.
const (
	MaxSource   = 4 << 20  // bytes of a package
	maxImported = 16 << 20 // bytes of other given packages; only those that the kernel needs are parsed
	maxAssembly = 64 << 20 // bytes of assembly files, which are only searched for names
	MaxNesting  = 2000     // depth of syntax nodes
)

// Package is a parsed source.
type Package struct {
	Src     Source // Go files first
	Fset    *token.FileSet
	Files   []*ast.File        // of the Go files, in the same order
	Order   []*Decl            // top-level declarations in source order
	Decls   map[string][]*Decl // by the names they declare
	Methods map[string][]*Decl // by method name

	// Partial reports that the package may declare more than is known.
	Partial bool
	// Twice reports that the package declares a name twice, which is an error wherever the name occurs.
	Twice bool

	others   map[string]Source // sources of packages that this one may import
	imported map[string]*Package

	mu       sync.Mutex // guards the surveys of the declarations and the following fields
	changed  *Changes   // computed on demand
	mentions map[string][]Mention
}

// Decl is a top-level declaration, or a single import of an import declaration.
type Decl struct {
	Node   ast.Decl
	file   int
	index  int      // in pkg.order
	alone  [1]*Decl // the declaration itself, for the lists of names that are declared once
	survey *Survey  // computed on demand, under pkg.mu; for a method, without its body
	whole  *Survey  // for a method, with its body
}

// Parse parses src. A syntax error anywhere is fatal, because what it hides is unknown.
func Parse(src Source) (*Package, error) {
	return parse(src, token.NewFileSet())
}

func parse(src Source, fset *token.FileSet) (*Package, error) {
	r := &Reports{Fset: fset}
	src, others := src.imported()
	p := &Package{Src: src.sorted(), Fset: r.Fset, Decls: map[string][]*Decl{}, others: others}
	size, assembly, imported := p.Bytes(), 0, 0
	for _, f := range p.Src {
		if f.Kind == AssemblyFile {
			assembly += len(f.Text)
		}
	}
	for _, o := range others {
		for _, f := range o {
			imported += len(f.Text)
		}
	}
	switch {
	case len(p.Src) == 0 || p.Src[0].Kind != GoFile || size == 0:
		at := token.Position{Line: 1, Column: 1}
		if len(p.Src) > 0 {
			at.Filename = p.Src[0].Name
		}
		r.ErrorAt(at, "found no source; write the text of a Go file with the kernel, or hotloop.WithPackage, instead")
	case size > MaxSource:
		r.ErrorAt(token.Position{Filename: p.Src[0].Name, Line: 1, Column: 1},
			fmt.Sprintf("found %d bytes of source; write the kernel in a file of at most %d bytes instead", size,
				MaxSource))
	case assembly > maxAssembly:
		r.ErrorAt(token.Position{Filename: p.Src[0].Name, Line: 1, Column: 1},
			fmt.Sprintf("found %d bytes of assembly; write the kernel in a package with at most %d bytes instead", assembly,
				maxAssembly))
	case imported > maxImported:
		r.ErrorAt(token.Position{Filename: p.Src[0].Name, Line: 1, Column: 1},
			fmt.Sprintf("found %d bytes of source of other packages; write hotloop.WithImport for at most %d bytes instead",
				imported, maxImported))
	default:
		for i, f := range p.Src {
			if j := slices.IndexFunc(p.Src[:i], func(g File) bool {
				return g.Kind == f.Kind && g.Text == f.Text
			}); j >= 0 {
				r.ErrorAt(token.Position{Filename: f.Name, Line: 1, Column: 1}, "found the text of "+p.Src[j].Name+
					" again; write each file once instead")
				continue
			}
			if f.Kind == GoFile {
				p.parseFile(r, i, f)
			}
		}
	}
	return p, r.Err()
}

// Bytes returns the length of the source.
func (p *Package) Bytes() (n int) {
	for _, f := range p.Src {
		if f.Kind != AssemblyFile {
			n += len(f.Text)
		}
	}
	return n
}

// parseFile parses a file and indexes its declarations. A file with a syntax error declares nothing, because the
// rest of its tree would only cause further errors.
func (p *Package) parseFile(r *Reports, i int, f File) {
	file, err := parser.ParseFile(p.Fset, f.Name, f.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		if list, ok := err.(scanner.ErrorList); ok {
			for _, e := range list {
				if strings.HasSuffix(e.Msg, "found 'package'") {
					r.ErrorAt(e.Pos, "found a second package clause, as where two files are joined; write them as "+
						"files of their own instead")
					break // later errors are about the second file
				}
				r.ErrorAt(e.Pos, e.Msg)
			}
		} else {
			r.ErrorAt(token.Position{Filename: f.Name, Line: 1, Column: 1}, err.Error())
		}
	}
	if file == nil || err != nil {
		return
	}
	p.Files = append(p.Files, file)
	for _, d := range file.Decls {
		p.index(i, d)
	}
}

// index enters a declaration under each of its names. A group stays one declaration, because iota and repeated
// values relate its constants. Imports are separated.
func (p *Package) index(file int, d ast.Decl) {
	e := &Decl{Node: d, file: file}
	e.alone[0] = e
	name := func(n string) {
		if n != "_" {
			list := p.Decls[n]
			if len(list) == 0 {
				p.Decls[n] = e.alone[:]
				return
			}
			p.Twice = p.Twice || n != "init"
			p.Decls[n] = append(list, e)
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			if p.Methods == nil {
				p.Methods = map[string][]*Decl{}
			}
			p.Methods[d.Name.Name] = append(p.Methods[d.Name.Name], e)
		} else {
			name(d.Name.Name)
		}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			for _, s := range d.Specs {
				// Imports are kept or dropped individually, because an unused import is an error.
				one := &Decl{Node: &ast.GenDecl{TokPos: s.Pos(), Tok: token.IMPORT, Specs: []ast.Spec{s}}, file: file,
					index: len(p.Order)}
				n := importName(s.(*ast.ImportSpec))
				p.Decls[n] = append(p.Decls[n], one)
				p.Order = append(p.Order, one)
			}
			return
		}
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				name(s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					name(n.Name)
				}
			}
		}
	}
	e.index = len(p.Order)
	p.Order = append(p.Order, e)
}

// importName returns the name of an import in its file.
func importName(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	p, _ := strconv.Unquote(s.Path.Value)
	return PackageName(p)
}

// PackageName guesses the name of the package with path p: by convention the last element, without a version.
func PackageName(p string) string {
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p)) // example.org/name/v2
	}
	if i := strings.LastIndex(base, ".v"); i > 0 && strings.Trim(base[i+2:], "0123456789") == "" {
		base = base[:i] // gopkg.in/name.v2
	}
	return base
}

// Imported returns the package at path whose files were given with the source. It returns nil if there are none or
// if they do not parse.
func (p *Package) Imported(path string) *Package {
	p.mu.Lock()
	src := p.others[path]
	p.mu.Unlock()
	if len(src) == 0 {
		return nil
	}
	return p.Import(path, src)
}

// Import returns the package at path, which is parsed from src the first time.
func (p *Package) Import(path string, src Source) *Package {
	p.mu.Lock()
	defer p.mu.Unlock()
	q, done := p.imported[path]
	if !done {
		if p.imported == nil {
			p.imported = map[string]*Package{}
		}
		own := slices.Clone(src)
		partial := false
		for i := range own {
			partial = partial || own[i].Kind == PartialFile
			own[i].Import, own[i].Kind = "", GoFile
		}
		var err error
		if q, err = parse(own, p.Fset); err != nil || len(q.Files) == 0 {
			q = nil
		} else {
			q.Partial = partial
		}
		p.imported[path] = q
	}
	return q
}

// Signatures returns the files of an imported package, with bodies only for the functions in called, and the
// surveys of their declarations.
func (p *Package) Signatures(called map[*Decl]bool) ([]*ast.File, []*Survey) {
	p.mu.Lock()
	defer p.mu.Unlock()
	files := make([]*ast.File, len(p.Files))
	for i, f := range p.Files {
		c := *f
		c.Decls = nil
		files[i] = &c
	}
	var surveys []*Survey
	for _, d := range p.Order {
		node := d.Node
		fn, isFunc := node.(*ast.FuncDecl)
		if isFunc && !called[d] {
			c := *fn
			c.Body = nil
			node = &c
		} else {
			surveys = append(surveys, p.surveyOf(d, true))
		}
		files[d.file].Decls = append(files[d.file].Decls, node)
	}
	return files, surveys
}

// Reach returns the declarations that function fn can mention, directly or indirectly, as files to type-check. The
// rest of the source costs no time and causes no errors. It goes by names alone, so it may find too many
// declarations. Methods other than those in called are declared without bodies, because only types determine which
// methods are called. It also returns the surveys of the declarations.
func (p *Package) Reach(fn *Decl, called map[*Decl]bool) ([]*ast.File, []*Survey) {
	p.mu.Lock()
	defer p.mu.Unlock()
	keep := make([]bool, len(p.Order))
	work := []*Decl{fn}
	add := func(ds []*Decl) {
		for _, d := range ds {
			if !keep[d.index] {
				keep[d.index] = true
				work = append(work, d)
			}
		}
	}
	keep[fn.index] = true
	add(p.Decls["."]) // dot imports
	for d := range called {
		if d.index < len(p.Order) && p.Order[d.index] == d { // skip declarations of another package
			add([]*Decl{d})
		}
	}
	var added map[string]bool
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range p.surveyOf(d, called[d]).mentions {
			if len(p.Decls[n])+len(p.Methods[n]) > 1 {
				if added[n] {
					continue
				}
				if added == nil {
					added = map[string]bool{}
				}
				added[n] = true
			}
			add(p.Decls[n])
			add(p.Methods[n])
		}
	}
	files := make([]*ast.File, len(p.Files))
	for i, f := range p.Files {
		c := *f
		c.Decls = nil
		files[i] = &c
	}
	var surveys []*Survey
	for i, d := range p.Order {
		if !keep[i] {
			continue
		}
		surveys = append(surveys, p.surveyOf(d, called[d]))
		node := d.Node
		if m, ok := node.(*ast.FuncDecl); ok && m.Recv != nil && !called[d] {
			c := *m
			c.Body = nil
			node = &c
		}
		files[d.file].Decls = append(files[d.file].Decls, node)
	}
	kept := files[:0]
	for _, f := range files {
		if len(f.Decls) > 0 {
			kept = append(kept, f)
		}
	}
	return kept, surveys
}

// Variable finds the declaration of a package-level variable: the declaration, its spec, and the index i of the
// name in the spec. The spec is nil if there is none.
func (p *Package) Variable(name string) (g *ast.GenDecl, v *ast.ValueSpec, i int) {
	for _, d := range p.Decls[name] {
		g, ok := d.Node.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if i := slices.IndexFunc(v.Names, func(n *ast.Ident) bool { return n.Name == name }); i >= 0 {
				return g, v, i
			}
		}
	}
	return nil, nil, 0
}

// WithFile reports whether d and e are in the same file.
func (d *Decl) WithFile(e *Decl) bool { return d.file == e.file }
