package check

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/frontend/syntax"
	"hotloop/internal/lab/gen"
)

// outcome is the result of both checkers for a function.
type outcome struct {
	skipped    bool // rejected before type checking
	errs       []types.Error
	quick      bool
	difference []string
}

// both runs both checkers on a function.
func both(src syntax.Source, name string) (o outcome) {
	p, err := syntax.Parse(src)
	if err != nil {
		return outcome{skipped: true}
	}
	r := &syntax.Reports{Fset: p.Fset}
	d := lookup(p, name, r)
	if d == nil {
		return outcome{skipped: true}
	}
	files, surveys := p.Reach(d, nil)
	k := func() *Kernel {
		return &Kernel{Pkg: p, Name: name, Fn: d.Node.(*ast.FuncDecl), shared: new(sharedImports), files: files}
	}
	fast, slow := k(), k()
	if !slow.withinLimits(files, surveys, r) {
		return outcome{skipped: true}
	}
	o.quick, _ = fast.quickly(d, true)
	errs := slow.checkTypes(surveys, r)
	if !o.quick {
		o.errs = errs
		return o
	}
	for _, e := range errs {
		if fast.Info.has(e.Pos) || strings.HasSuffix(e.Msg, "redeclared in this block") {
			o.errs = append(o.errs, e)
		}
	}
	if len(errs) == 0 { // the quick checker scans as well, which gives counts of shifts their types: see countIsUint
		slow.Funcs = map[*types.Func]*Func{}
		slow.scan(slow.Fn, &syntax.Reports{Fset: p.Fset})
	}
	o.difference = differences(p.Fset, files, fast.Info, slow.Info)
	if fast.Funcs != nil {
		o.difference = append(o.difference, scanned(fast, k())...)
	}
	if ok, again := k().quickly(d, false); !ok && !again {
		o.difference = append(o.difference, "declined permanently without a survey")
	}
	return o
}

// has reports whether pos is in a declaration that the quick checker visited.
func (in *Info) has(pos token.Pos) bool {
	return slices.ContainsFunc(in.spans, func(s span) bool { return s.from <= pos && pos < s.to })
}

// scanned compares the quick checker's findings about functions and stores with those of the scan.
func scanned(fast, k *Kernel) (list []string) {
	k.Types, k.Info, k.Funcs = fast.Types, fast.Info, map[*types.Func]*Func{}
	r := &syntax.Reports{Fset: k.Pkg.Fset}
	k.scan(k.Fn, r)
	if len(r.Errs) > 0 || k.missed {
		list = append(list, fmt.Sprint("refused by the scan: ", r.Err()))
	}
	if !reflect.DeepEqual(fast.stores, k.stores) {
		list = append(list, fmt.Sprintf("stores: %+v, want %+v", fast.stores, k.stores))
	}
	if len(fast.Funcs) != len(k.Funcs) {
		list = append(list, fmt.Sprintf("%d functions, want %d", len(fast.Funcs), len(k.Funcs)))
	}
	for o, f := range fast.Funcs {
		have := *f
		have.level = 0
		if want := k.Funcs[o]; want == nil || !reflect.DeepEqual(have, *want) {
			list = append(list, fmt.Sprintf("function %s: %+v, want %+v", o.Name(), have, want))
		}
	}
	return list
}

// differences compares the findings of the quick checker with those of go/types, for all names and expressions.
func differences(fset *token.FileSet, files []*ast.File, quick, slow *Info) (list []string) {
	report := func(n ast.Node, what string, have, want any) {
		list = append(list, fmt.Sprintf("%v: %s: %v, want %v", fset.Position(n.Pos()), what, have, want))
	}
	text := func(t types.Type) string {
		if t == nil {
			return "none"
		}
		s := types.TypeString(t, nil)
		if n, ok := t.(*types.Named); ok {
			s += " = " + types.TypeString(n.Underlying(), nil)
		}
		return s
	}
	object := func(o types.Object) string {
		if o == nil {
			return "none"
		}
		s := fmt.Sprintf("%T %v %v %v", o, o.Name(), fset.Position(o.Pos()), o.Pkg())
		switch c := o.(type) {
		case *types.Const:
			s += " " + text(c.Type()) + " " + c.Val().ExactString()
		case *types.Builtin, *types.PkgName, *types.Nil:
		default:
			s += " " + text(c.Type()) + fmt.Sprint(o.Pkg() != nil && o.Parent() == o.Pkg().Scope())
		}
		return s
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType:
			if n.TypeParams != nil { // constraints are not recorded
				return true
			}
		case *ast.Ident:
			if have, want := object(quick.Def(n)), object(slow.Def(n)); have != want {
				report(n, "definition of "+n.Name, have, want)
			}
			if have, want := object(quick.Use(n)), object(slow.Use(n)); have != want {
				report(n, "use of "+n.Name, have, want)
			}
		}
		if e, ok := n.(ast.Expr); ok {
			have, want := quick.TypeAndValue(e), slow.TypeAndValue(e)
			if have.IsType() != want.IsType() || have.IsBuiltin() != want.IsBuiltin() {
				report(e, "kind", have.mode, want.mode)
			}
			if have, want := text(have.Type), text(want.Type); have != want && !quick.TypeAndValue(e).IsBuiltin() {
				report(e, "type", have, want)
			}
			if !sameValue(have.Value, want.Value) {
				report(e, "value", have.Value, want.Value)
			}
		}
		return true
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if !quick.has(d.Pos()) {
				continue
			}
			switch d := d.(type) {
			case *ast.FuncDecl:
				for _, n := range []ast.Node{d.Name, d.Type.Params, d.Body} {
					ast.Inspect(n, visit)
				}
				if d.Type.Results != nil {
					ast.Inspect(d.Type.Results, visit)
				}
			case *ast.GenDecl:
				switch d.Tok {
				case token.CONST: // types of constant expressions change with iota; the values are those of the names
					for _, s := range d.Specs {
						for _, n := range s.(*ast.ValueSpec).Names {
							visit(n)
						}
					}
				case token.IMPORT:
				default:
					ast.Inspect(d, visit)
				}
			}
		}
	}
	return list
}

func sameValue(x, y constant.Value) bool {
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	return x.Kind() == y.Kind() && x.ExactString() == y.ExactString()
}

// texts calls do for each Go file of the tree.
func texts(t *testing.T, do func(path, text string)) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && len(text) < 1<<18 {
			do(path, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// functions returns the names of the functions of a text that have bodies and no receivers.
func functions(text string) (names []string) {
	p, err := syntax.Parse(syntax.Text("k.go", text))
	if err != nil {
		return nil
	}
	for _, d := range p.Order {
		if fn, ok := d.Node.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Body != nil {
			names = append(names, fn.Name.Name)
		}
	}
	return names
}

// TestQuick checks that go/types agrees with the quick checker on the functions of this tree and on random
// kernels.
func TestQuick(t *testing.T) {
	quick, all, wrong := map[string]int{}, map[string]int{}, 0
	compare := func(where string, src syntax.Source, name string) {
		o := both(src, name)
		if o.skipped {
			return
		}
		if len(o.errs) == 0 {
			all[where]++
		}
		if !o.quick {
			return
		}
		quick[where]++
		if len(o.errs) > 0 {
			o.difference = append(o.difference, "accepted in spite of "+o.errs[0].Error())
		}
		if len(o.difference) > 0 {
			if wrong++; wrong < 40 {
				t.Errorf("%s %s: %s", where, name, strings.Join(o.difference[:min(4, len(o.difference))], "\n"))
			}
		}
	}
	texts(t, func(path, text string) {
		where, _ := filepath.Rel(filepath.Join("..", ".."), filepath.Dir(path))
		where = filepath.ToSlash(where)
		for _, name := range functions(text) {
			compare(where, syntax.Text(path, text), name)
		}
	})
	count := uint64(1500)
	if testing.Short() {
		count = 300
	}
	for seed := range count {
		k := gen.New(seed, gen.Options{})
		compare("random", syntax.Text("k.go", k.Text), "K")
	}
	n, m := 0, 0
	for where := range all {
		n, m = n+quick[where], m+all[where]
	}
	t.Logf("the quick checker accepts %d of %d functions that go/types accepts, %d of %d random ones", n, m,
		quick["random"], all["random"])
	for where, most := range mayDecline {
		switch d := all[where] - quick[where]; {
		case all[where] == 0:
			t.Errorf("%s: no functions there", where)
		case d > most:
			t.Errorf("%s: %d functions of %d are declined, at most %d may be", where, d, all[where], most)
		}
	}
}

// mayDecline is the number of functions of a folder that the quick checker may decline. Those of tsvc have
// generic helpers.
var mayDecline = map[string]int{"bench/columns": 0, "bench/core": 0, "bench/dsp": 0, "bench/field": 0, "bench/image": 0,
	"bench/long": 0, "bench/math": 0, "bench/ml": 0, "bench/nests": 0, "bench/search": 0, "bench/tsvc": 6}
