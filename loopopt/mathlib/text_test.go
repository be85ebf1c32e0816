package mathlib

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// allowed lists what the functions may call: operations that every target has.
var allowed = []string{
	"math.Abs", "math.Copysign", "math.FMA", "math.Float32bits", "math.Float32frombits", "math.Float64bits",
	"math.Float64frombits", "math.Floor",
	"math.Inf", "math.Ln2", "math.MaxFloat32", "math.MaxFloat64", "math.NaN", "math.RoundToEven", "math.Sqrt",
	"bits.Add64", "bits.LeadingZeros64", "bits.Mul64",
}

// TestText checks the rules that make the functions the same everywhere. There must be no product that a compiler may
// fuse with a sum, which Go permits across statements and inlined calls. Other packages are used only for operations.
// Loops and integer multiplications are in slow paths only.
func TestText(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "expand") || strings.HasPrefix(name, "gen") ||
			strings.HasPrefix(name, "ir") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := conf.Check("mathlib", fset, files, info); err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, f := range files {
		var path []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				path = path[:len(path)-1]
				return true
			}
			path = append(path, n)
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.MUL && isFloat(info.Types[n]) {
					products++
					if !settled(info, path) {
						t.Errorf("%s: found a product that could be fused; write float64(x*y) or float32(x*y)", fset.Position(n.Pos()))
					}
				}
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN && isFloat(info.Types[n.Lhs[0]]) {
					t.Errorf("%s: found *=, which could be fused; write x = float64(x*y)", fset.Position(n.Pos()))
				}
			case *ast.SelectorExpr:
				if p, ok := info.Uses[identOf(n.X)].(*types.PkgName); ok {
					if full := p.Imported().Name() + "." + n.Sel.Name; !slices.Contains(allowed, full) {
						t.Errorf("%s: found %s, which is not among the operations that these functions may use", fset.Position(n.Pos()),
							full)
					}
				}
			case *ast.ForStmt, *ast.RangeStmt:
				if fn := path[slices.IndexFunc(path, func(n ast.Node) bool {
					_, ok := n.(*ast.FuncDecl)
					return ok
				})].(*ast.FuncDecl); !strings.HasSuffix(fn.Name.Name, "Slow") {
					t.Errorf("%s: found a loop in %s; only slow paths may have loops", fset.Position(n.Pos()), fn.Name.Name)
				}
			}
			return true
		})
	}
	if products < 60 {
		t.Errorf("only %d products were looked at", products)
	}
}

func identOf(e ast.Expr) *ast.Ident {
	id, _ := e.(*ast.Ident)
	return id
}

func isFloat(tv types.TypeAndValue) bool {
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0 && tv.Value == nil
}

// settled reports whether the product at the end of the path is rounded: it is converted, a factor, or an argument of
// a call.
func settled(info *types.Info, path []ast.Node) bool {
	for i := len(path) - 2; i >= 0; i-- {
		switch p := path[i].(type) {
		case *ast.ParenExpr:
		case *ast.BinaryExpr:
			return p.Op == token.MUL || p.Op == token.QUO
		case *ast.CallExpr:
			return info.Types[p.Fun].IsType()
		default:
			return false
		}
	}
	return false
}
