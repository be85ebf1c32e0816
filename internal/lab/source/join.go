package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Join combines the files of a package into one, for functions that use declarations of several files. Positions
// still refer to the original files.
func Join(names, texts []string) (string, error) {
	var pkg string
	var body strings.Builder
	imports := map[string]bool{}
	for i, text := range texts {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, names[i], text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return "", err
		}
		from := f.Name.End()
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				from = g.End()
				for _, s := range g.Specs {
					s := s.(*ast.ImportSpec)
					imports[strings.TrimSpace(text[fset.Position(s.Pos()).Offset:fset.Position(s.Path.End()).Offset])] = true
				}
			}
		}
		pkg = f.Name.Name
		at := fset.Position(from)
		fmt.Fprintf(&body, "\n//line %s:%d:%d\n%s\n", names[i], at.Line, at.Column, text[at.Offset:])
	}
	all := make([]string, 0, len(imports))
	for i := range imports {
		all = append(all, i)
	}
	slices.Sort(all)
	return "package " + pkg + "\n\nimport (\n" + strings.Join(all, "\n") + "\n)\n" + body.String(), nil
}
