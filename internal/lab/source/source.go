// Package source reads a kernel's Go text for the benchmarks: it parses the text, type-checks it without a Go
// installation, and extracts one function with its dependencies.
//
// The rest of the file may be any Go code. Errors are therefore collected, and only those inside the requested
// functions count.
package source

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// A File is one parsed and type-checked kernel file.
type File struct {
	Name string
	Text string
	Fset *token.FileSet
	AST  *ast.File
	Pkg  *types.Package
	Info *types.Info

	errs  []error // errors of the type checker, anywhere in the file
	funcs map[types.Object]*ast.FuncDecl
	targs map[*types.Func][]types.Type // of the chosen instances
}

// Load parses and checks text. It reports only syntax errors; type errors are reported when a function that contains
// one is requested.
func Load(name, text string) (*File, error) {
	f := &File{Name: name, Text: text, Fset: token.NewFileSet(), funcs: map[types.Object]*ast.FuncDecl{},
		targs: map[*types.Func][]types.Type{}}
	var err error
	f.AST, err = parser.ParseFile(f.Fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f.Info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},

		Instances:  newInstances(),
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	conf := types.Config{
		Importer: stdImporter{},
		Sizes:    types.SizesFor("gc", "amd64"), // int is 64 bits wide here and in the C text
		Error:    func(err error) { f.errs = append(f.errs, err) },
	}
	f.Pkg, _ = conf.Check(f.AST.Name.Name, f.Fset, []*ast.File{f.AST}, f.Info)
	for _, d := range f.AST.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
			if obj := f.Info.Defs[fn.Name]; obj != nil {
				f.funcs[obj] = fn
			}
		}
	}
	return f, nil
}

func newInstances() map[*ast.Ident]types.Instance { return map[*ast.Ident]types.Instance{} }

// Func returns the named function with its callees, callees first. It returns an error if one of them does not
// type-check, has no body or is recursive.
func (f *File) Func(name string) ([]*ast.FuncDecl, error) {
	obj := f.Pkg.Scope().Lookup(name)
	fn := f.funcs[obj]
	if obj == nil || fn == nil {
		return nil, fmt.Errorf("%s: no function %s", f.Name, name)
	}
	var order []*ast.FuncDecl
	state := map[*ast.FuncDecl]int{} // 1: in progress, 2: done
	var visit func(fn *ast.FuncDecl) error
	visit = func(fn *ast.FuncDecl) error {
		switch {
		case state[fn] == 2:
			return nil
		case state[fn] == 1:
			return fmt.Errorf("%s: %s is recursive", f.Fset.Position(fn.Pos()), fn.Name.Name)
		case fn.Body == nil:
			return fmt.Errorf("%s: %s has no body", f.Fset.Position(fn.Pos()), fn.Name.Name)
		}
		state[fn] = 1
		var err error
		f.uses(fn, func(o types.Object) {
			if callee := f.funcs[o]; callee != nil && err == nil {
				err = visit(callee)
			}
			// The type checker fakes a package that it could not import and reports no further errors.
			if p, ok := o.(*types.PkgName); ok && stdDecls[p.Imported().Path()] == "" && err == nil {
				err = fmt.Errorf("%s: %s uses package %s, which a kernel cannot", f.Fset.Position(fn.Pos()),
					fn.Name.Name, p.Imported().Path())
			}
		})
		state[fn] = 2
		order = append(order, fn)
		return err
	}
	if err := visit(fn); err != nil {
		return nil, err
	}
	return order, f.errorsIn(order)
}

// Slice returns the text between two positions.
func (f *File) Slice(from, to token.Pos) string {
	return f.Text[f.Fset.Position(from).Offset:f.Fset.Position(to).Offset]
}

// Decls returns the declarations that the named function needs, in file order: functions, the groups of constants,
// variables and types they use, and the methods of those types. It also returns the imports needed.
func (f *File) Decls(name string) (decls []ast.Decl, imports []string, err error) {
	fns, err := f.Func(name)
	if err != nil {
		return nil, nil, err
	}
	owner := map[types.Object]ast.Decl{}
	methods := map[ast.Decl][]*ast.FuncDecl{}
	for _, d := range f.AST.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			ast.Inspect(g, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && f.Info.Defs[id] != nil {
					owner[f.Info.Defs[id]] = g
				}
				return true
			})
		}
	}
	for _, d := range f.AST.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
			recv := f.Info.Defs[fn.Name].(*types.Func).Signature().Recv().Type()
			named(recv, func(o types.Object) { methods[owner[o]] = append(methods[owner[o]], fn) })
		}
	}
	need := map[ast.Decl]bool{}
	paths := map[string]bool{}
	var add func(d ast.Decl)
	add = func(d ast.Decl) {
		if need[d] {
			return
		}
		need[d] = true
		for _, fn := range methods[d] {
			add(fn)
		}
		f.uses(d, func(o types.Object) {
			if p, ok := o.(*types.PkgName); ok && !paths[p.Imported().Path()] {
				paths[p.Imported().Path()] = true
				imports = append(imports, p.Imported().Path())
			}
			if g := owner[o]; g != nil && o.Parent() == f.Pkg.Scope() {
				add(g)
			}
			if fn := f.funcs[o]; fn != nil { // of a method
				add(fn)
			}
		})
	}
	for _, fn := range fns {
		add(fn)
	}
	if fn, ok := f.Pkg.Scope().Lookup(name).(*types.Func); ok {
		for _, t := range f.targs[fn] {
			named(t, func(o types.Object) {
				if g := owner[o]; g != nil {
					add(g)
				}
			})
		}
	}
	for _, d := range f.AST.Decls {
		if need[d] {
			decls = append(decls, d)
		}
	}
	return decls, imports, nil
}

// Extract returns a complete file of package pkg with the named function and its dependencies, verbatim.
func (f *File) Extract(pkg, name string) (string, error) {
	decls, imports, err := f.Decls(name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("package " + pkg + "\n")
	for _, p := range imports {
		fmt.Fprintf(&b, "\nimport %q\n", p)
	}
	for _, d := range decls {
		b.WriteString("\n" + f.Slice(declPos(d), d.End()) + "\n")
	}
	return b.String(), nil
}

// Empty returns a file with one function Empty of the same type as the named one, with named types replaced by their
// underlying types. It does nothing: its cost is the cost of the call.
func (f *File) Empty(pkg, name string) (string, error) {
	sig, err := f.Signature(name)
	if err != nil {
		return "", err
	}
	return "package " + pkg + "\n\n" + EmptyFunc("Empty", Basic(sig)) + "\n", nil
}

// EmptyFunc returns the text of an empty function of type sig. Type parameters keep their names and constraints, and
// types their names.
func EmptyFunc(name string, sig *types.Signature) string {
	text := func(t types.Type) string { return types.TypeString(t, func(*types.Package) string { return "" }) }
	if list := sig.TypeParams(); list.Len() > 0 {
		var names []string
		for p := range list.TypeParams() {
			names = append(names, p.Obj().Name()+" "+text(p.Constraint()))
		}
		name += "[" + strings.Join(names, ", ") + "]"
	}
	var params, results, zeros []string
	named := false
	for i := range sig.Params().Len() {
		params = append(params, fmt.Sprintf("p%d %s", i, text(sig.Params().At(i).Type())))
	}
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		results = append(results, text(t))
		switch b, ok := t.(*types.Basic); {
		case !ok:
			named = true
		case b.Kind() == types.Bool:
			zeros = append(zeros, "false")
		case b.Kind() == types.String:
			zeros = append(zeros, `""`)
		default:
			zeros = append(zeros, "0")
		}
	}
	head := "func " + name + "(" + strings.Join(params, ", ") + ")"
	switch {
	case len(results) == 0:
		return head + " {}"
	case named: // the zero value of some result has no short form
		for i, r := range results {
			results[i] = fmt.Sprintf("r%d %s", i, r)
		}
		return head + " (" + strings.Join(results, ", ") + ") {\n\treturn\n}"
	}
	return head + " (" + strings.Join(results, ", ") + ") {\n\treturn " + strings.Join(zeros, ", ") + "\n}"
}

// Basic replaces the named types in a signature by their underlying types, and drops the parameters' names.
func Basic(sig *types.Signature) *types.Signature {
	tuple := func(t *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for i := range t.Len() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", basic(t.At(i).Type())))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, tuple(sig.Params()), tuple(sig.Results()), false)
}

func basic(t types.Type) types.Type {
	if _, ok := t.(*types.TypeParam); ok {
		return t
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return types.NewSlice(basic(u.Elem()))
	case *types.Array:
		return types.NewArray(basic(u.Elem()), u.Len())
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Array); ok { // others may be recursive, and kernels do not have them
			return types.NewPointer(basic(u.Elem()))
		}
		return u
	case *types.Struct:
		var fields []*types.Var
		for v := range u.Fields() {
			name := v.Name()
			if v.Embedded() {
				name = "embedded" + name
			}
			fields = append(fields, types.NewField(token.NoPos, nil, name, basic(v.Type()), false))
		}
		return types.NewStruct(fields, nil)
	default:
		return u
	}
}

// Uses calls visit for every object that the named function and its callees mention.
func (f *File) Uses(name string, visit func(types.Object)) error {
	fns, err := f.Func(name)
	for _, fn := range fns {
		f.uses(fn, visit)
	}
	return err
}

// uses calls fn for every object that node mentions, in order.
func (f *File) uses(node ast.Node, fn func(types.Object)) {
	ast.Inspect(node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := f.Info.Uses[id]; o != nil {
				fn(o)
			}
		}
		return true
	})
}

// errorsIn joins the type errors inside the given functions.
func (f *File) errorsIn(fns []*ast.FuncDecl) error {
	var in []error
	for _, err := range f.errs {
		var te types.Error
		if !errors.As(err, &te) {
			continue
		}
		for _, fn := range fns {
			if fn.Pos() <= te.Pos && te.Pos < fn.End() {
				in = append(in, err)
				break
			}
		}
	}
	return errors.Join(in...)
}

// declPos returns the start of a declaration, including its comment, since directives are comments.
func declPos(d ast.Decl) token.Pos {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	}
	return d.Pos()
}
