package loopopt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"reflect"
	"strings"
	"testing"
)

// unchecked imports every package as an empty one: the selectors that TestKnobsRead looks for are of types declared here.
type unchecked struct{}

func (unchecked) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}

// TestKnobsRead: every knob is read by some code besides the table that sets it. What has no effect has no knob, but a row
// that says why.
func TestKnobsRead(t *testing.T) {
	fset := token.NewFileSet()
	pkgs, err := parser.ParseDir(fset, ".", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for name, f := range pkgs["loopopt"].Files {
		if !strings.HasSuffix(name, "_test.go") {
			files = append(files, f)
		}
	}
	info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: unchecked{}, Error: func(error) {}}
	pkg, _ := conf.Check("loopopt", fset, files, info) // errors are what other packages are missing

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
	walk(reflect.TypeFor[LoopKnobs]())
	if n < 40 {
		t.Errorf("only %d knobs found", n)
	}
}
