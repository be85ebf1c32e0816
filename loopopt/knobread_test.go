package loopopt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hotloop/loopopt/config"
)

// fromSource type-checks the packages of the optimizer below this one from source, and treats every other package as
// empty. The selectors that TestKnobsRead looks for are of types declared there.
type fromSource struct {
	fset  *token.FileSet
	files []*ast.File // of all that were checked
	info  *types.Info
	pkgs  map[string]*types.Package
}

func (im *fromSource) Import(name string) (*types.Package, error) {
	if p := im.pkgs[name]; p != nil {
		return p, nil
	}
	dir, ours := strings.CutPrefix(name, "hotloop/loopopt")
	if !ours {
		p := types.NewPackage(name, path.Base(name))
		p.MarkComplete()
		return p, nil
	}
	names, err := filepath.Glob(filepath.Join(".", dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(im.fset, name, nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: im, Error: func(error) {}}
	p, _ := conf.Check(name, im.fset, files, im.info) // the errors concern other packages
	im.pkgs[name], im.files = p, append(im.files, files...)
	return p, nil
}

// TestKnobsRead checks that every knob is read by some code besides the table that sets it. An option without effect
// has no knob, but a row with the reason.
func TestKnobsRead(t *testing.T) {
	im := &fromSource{fset: token.NewFileSet(), info: &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}},
		pkgs: map[string]*types.Package{}}
	if _, err := im.Import("hotloop/loopopt"); err != nil {
		t.Fatal(err)
	}
	fset, files, info, pkg := im.fset, im.files, im.info, im.pkgs["hotloop/loopopt/config"]

	written := map[ast.Expr]bool{} // rather than read
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				if n.Op == token.AND && strings.HasSuffix(fset.Position(n.Pos()).Filename, "loopknobtable.go") {
					written[n.X] = true
				}
			case *ast.AssignStmt:
				for _, x := range n.Lhs {
					written[x] = true
				}
			}
			return true
		})
	}
	read := map[types.Object]bool{}
	for x, s := range info.Selections {
		if s.Kind() == types.FieldVal && !written[x] {
			read[s.Obj()] = true
		}
	}
	n := 0
	var walk func(typ reflect.Type)
	walk = func(typ reflect.Type) {
		decl := pkg.Scope().Lookup(typ.Name()).Type().Underlying().(*types.Struct)
		for i := range typ.NumField() {
			if sub := typ.Field(i).Type; sub.Kind() == reflect.Struct {
				walk(sub)
			} else if n++; !read[decl.Field(i)] {
				t.Errorf("nothing reads %s.%s: give it an effect, or its row in loopKnobs no knob and the reason", typ.Name(), typ.Field(i).Name)
			}
		}
	}
	walk(reflect.TypeFor[config.LoopKnobs]())
	if n < 40 {
		t.Errorf("only %d knobs found", n)
	}
}
