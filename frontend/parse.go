package frontend

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
)

// decl is a top-level declaration, or a single import of an import declaration.
type decl struct {
	node   ast.Decl
	file   int
	index  int     // in pkg.order
	survey *survey // found at first need, under pkg.mu
}

// parse fills p. Syntax errors anywhere are fatal: what they hide is unknown.
func (p *pkg) parse() {
	r := &reports{fset: token.NewFileSet()}
	p.fset = r.fset
	p.decls, p.methods = map[string][]*decl{}, map[string][]*decl{}
	p.kernels = map[string]*kernel{}
	size := 0
	for _, f := range p.src {
		size += len(f.Text)
	}
	switch {
	case len(p.src) == 0 || p.src[0].Kind != GoFile:
		r.errorAt(token.Position{Line: 1, Column: 1}, "found no source; write a Go file with the kernel instead")
	case size > maxSource:
		r.errorAt(token.Position{Filename: p.src[0].Name, Line: 1, Column: 1},
			fmt.Sprintf("found %d bytes of source; write the kernel in a file of at most %d bytes instead", size, maxSource))
	default:
		for i, f := range p.src {
			if j := slices.IndexFunc(p.src[:i], func(g File) bool { return g.Kind == f.Kind && g.Text == f.Text }); j >= 0 {
				r.errorAt(token.Position{Filename: f.Name, Line: 1, Column: 1}, "found the text of "+p.src[j].Name+" again; write each file once instead")
				continue
			}
			if f.Kind == GoFile {
				p.parseFile(r, i, f)
			}
		}
	}
	p.err = r.err()
}

func (p *pkg) parseFile(r *reports, i int, f File) {
	file, err := parser.ParseFile(p.fset, f.Name, f.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		if list, ok := err.(scanner.ErrorList); ok {
			for _, e := range list {
				if strings.HasSuffix(e.Msg, "found 'package'") {
					r.errorAt(e.Pos, "found a second package clause, as where two files are joined; write them as files of their own instead")
					break // what follows is about the second file
				}
				r.errorAt(e.Pos, e.Msg)
			}
		} else {
			r.errorAt(token.Position{Filename: f.Name, Line: 1, Column: 1}, err.Error())
		}
	}
	if file == nil || err != nil {
		return
	}
	p.files = append(p.files, file)
	for _, d := range file.Decls {
		p.index(i, d)
	}
}

func (p *pkg) index(file int, d ast.Decl) {
	e := &decl{node: d, file: file}
	name := func(n string) {
		if n != "_" {
			p.decls[n] = append(p.decls[n], e)
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			p.methods[d.Name.Name] = append(p.methods[d.Name.Name], e)
		} else {
			name(d.Name.Name)
		}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			for _, s := range d.Specs {
				// Imports are kept or dropped one by one: an unused one is an error.
				one := &decl{node: &ast.GenDecl{TokPos: s.Pos(), Tok: token.IMPORT, Specs: []ast.Spec{s}}, file: file, index: len(p.order)}
				n := importName(s.(*ast.ImportSpec))
				p.decls[n] = append(p.decls[n], one)
				p.order = append(p.order, one)
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
	e.index = len(p.order)
	p.order = append(p.order, e)
}

// importName is the name an import has in its file.
func importName(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	p, _ := strconv.Unquote(s.Path.Value)
	return packageName(p)
}

// packageName guesses the name of the package with path p: by custom the last element, without a version.
func packageName(p string) string {
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p)) // example.org/name/v2
	}
	if i := strings.LastIndex(base, ".v"); i > 0 && strings.Trim(base[i+2:], "0123456789") == "" {
		base = base[:i] // gopkg.in/name.v2
	}
	return base
}

// reach finds the declarations that the function fn can mention, directly or through others, as files to type-check:
// nothing else of the source costs time or raises errors. It goes by names alone, so it may find too many. The surveys are
// those of the declarations.
func (p *pkg) reach(fn *decl) ([]*ast.File, []*survey) {
	keep := make([]bool, len(p.order))
	work := []*decl{fn}
	add := func(ds []*decl) {
		for _, d := range ds {
			if !keep[d.index] {
				keep[d.index] = true
				work = append(work, d)
			}
		}
	}
	keep[fn.index] = true
	var added map[string]bool
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range p.surveyOf(d).mentions {
			if len(p.decls[n])+len(p.methods[n]) > 1 {
				if added[n] {
					continue
				}
				if added == nil {
					added = map[string]bool{}
				}
				added[n] = true
			}
			add(p.decls[n])
			add(p.methods[n])
		}
	}
	files := make([]*ast.File, len(p.files))
	for i, f := range p.files {
		c := *f
		c.Decls = nil
		files[i] = &c
	}
	var surveys []*survey
	for i, d := range p.order {
		if !keep[i] {
			continue
		}
		surveys = append(surveys, d.survey)
		node := d.node
		if m, ok := node.(*ast.FuncDecl); ok && m.Recv != nil {
			// A method is declared so that its call can be refused as one; its body is of no interest.
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
