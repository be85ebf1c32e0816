package loopopt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestPassNames checks that the registered name of a pass, its function and its file are the same word: the pass
// ifconvert, with the number of its run left out, is IfConvert in ifconvert.go. The name of a driver stage is the words
// of its function.
func TestPassNames(t *testing.T) {
	fset := token.NewFileSet()
	parse := func(name string) *ast.File {
		t.Helper()
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return &ast.File{}
		}
		return f
	}
	declares := func(file, recv, name string) bool {
		for _, d := range parse(file).Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == name && (f.Recv != nil) == (recv != "") {
				return true
			}
		}
		return false
	}
	f := parse("pipeline.go")
	folder := map[string]string{} // of the packages that the pipeline imports
	for _, i := range f.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		if dir, ok := strings.CutPrefix(p, "hotloop/loopopt/"); ok {
			folder[filepath.Base(dir)] = filepath.FromSlash(dir)
		}
	}
	var seen []string
	for _, row := range rows(f, "newPipeline") {
		if len(row.Elts) != 2 {
			continue // the list itself
		}
		name := literal(row.Elts[0])
		run := row.Elts[1]
		if c, ok := run.(*ast.CallExpr); ok && len(c.Args) == 1 {
			run = c.Args[0]
		}
		pkg, fn := selector(run)
		if name == "" || fn == "" {
			t.Errorf("%s: a row is a name and a function, adapted or not", fset.Position(row.Pos()))
			continue
		}
		seen = append(seen, name)
		base := strings.TrimRight(name, "0123456789")
		if !strings.EqualFold(fn, base) {
			t.Errorf("the function of pass %s is %s", name, fn)
		}
		recv := ""
		if pkg == "" {
			recv = "pipe"
		}
		if file := filepath.Join(folder[pkg], base+".go"); !declares(file, recv, fn) {
			t.Errorf("%s, the function of pass %s, is not in %s", fn, name, file)
		}
	}
	var want []string
	for _, s := range pipeline() {
		want = append(want, s.name)
	}
	if strings.Join(seen, " ") != strings.Join(want, " ") {
		t.Errorf("read %q from pipeline.go, the pipeline is %q", seen, want)
	}

	stages := 0
	f = parse("stages.go")
	for _, list := range []string{"preparing", "newStages"} {
		for _, row := range rows(f, list) {
			name, fn := "", ""
			for _, e := range row.Elts {
				kv, ok := e.(*ast.KeyValueExpr)
				if !ok {
					continue
				}
				switch k := kv.Key.(*ast.Ident); k.Name {
				case "Name":
					name = literal(kv.Value)
				case "Run", "Try":
					_, fn = selector(kv.Value)
				}
			}
			if name == "" || fn == "" {
				continue
			}
			stages++
			if !strings.EqualFold(strings.ReplaceAll(name, " ", ""), fn) {
				t.Errorf("the function of stage %q is %s", name, fn)
			}
		}
	}
	if stages < len(preparing) {
		t.Errorf("read %d stages, %d prepare the others", stages, len(preparing))
	}
}

// rows returns the composite literals in the declaration of a function or variable.
func rows(f *ast.File, decl string) (list []*ast.CompositeLit) {
	collect := func(n ast.Node) bool {
		if c, ok := n.(*ast.CompositeLit); ok {
			list = append(list, c)
		}
		return true
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == decl {
				ast.Inspect(d, collect)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && v.Names[0].Name == decl {
					ast.Inspect(v, collect)
				}
			}
		}
	}
	return list
}

// selector returns the package and the function of pkg.F, or "" and the method of (*T).M.
func selector(e ast.Expr) (pkg, name string) {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	if id, ok := s.X.(*ast.Ident); ok {
		pkg = id.Name
	}
	return pkg, s.Sel.Name
}

// literal returns the value of a string literal, or "".
func literal(e ast.Expr) string {
	l, ok := e.(*ast.BasicLit)
	if !ok {
		return ""
	}
	s, _ := strconv.Unquote(l.Value)
	return s
}
