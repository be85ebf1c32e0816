package survey

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"hotloop/internal/lab/difftest"
	"hotloop/internal/lab/source"
)

// checked is a type-checked package, as far as possible without the packages that it imports.
type checked struct {
	fset  *token.FileSet
	types *types.Package
	info  *types.Info
	decls map[types.Object]ast.Node // a function, a group of constants, or the specification of a variable or type
	words map[ast.Node]string       // the keyword before a specification that stands alone
	texts map[string]string         // of files, by name
}

// shared imports the packages that accepted functions may use. Types of others stay unknown.
type shared struct{}

var standard = sync.OnceValue(func() types.Importer { return importer.ForCompiler(token.NewFileSet(), "source", nil) })

func (shared) Import(name string) (*types.Package, error) {
	switch name {
	case "unsafe":
		return types.Unsafe, nil
	case "math", "math/bits", "cmp":
		return standard().Import(name)
	}
	return nil, errors.New("not looked at")
}

// check type-checks p once.
func (p *pkg) check() *checked {
	if p.checked != nil {
		return p.checked
	}
	c := &checked{fset: token.NewFileSet(), decls: map[types.Object]ast.Node{}, words: map[ast.Node]string{},
		texts: map[string]string{},
		info:  &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	p.checked = c
	var files []*ast.File
	for _, f := range p.source {
		if f.Import != "" {
			continue
		}
		if file, err := parser.ParseFile(c.fset, f.Name, f.Text, parser.SkipObjectResolution); err == nil {
			files = append(files, file)
			c.texts[f.Name] = f.Text
		}
	}
	conf := types.Config{Importer: shared{}, Sizes: types.SizesFor("gc", "amd64"), Error: func(error) {}}
	c.types, _ = conf.Check(p.dir, c.fset, files, c.info)
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				c.decls[c.info.Defs[d.Name]] = d
			case *ast.GenDecl:
				c.declare(d)
			}
		}
	}
	return c
}

// declare records the declaration of each name of d: usually its own specification.
func (c *checked) declare(d *ast.GenDecl) {
	whole := d.Tok == token.CONST && counts(d)
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			c.decls[c.info.Defs[s.Name]] = s
			c.words[s] = "type "
		case *ast.ValueSpec:
			c.words[s] = d.Tok.String() + " "
			for _, n := range s.Names {
				if c.decls[c.info.Defs[n]] = s; whole {
					c.decls[c.info.Defs[n]] = d
				}
			}
		}
	}
}

// counts reports whether constants of a group depend on those before them: by iota, or by repeating their values.
func counts(d *ast.GenDecl) (does bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			does = does || len(n.Values) == 0
		case *ast.Ident:
			does = does || n.Name == "iota"
		}
		return !does
	})
	return does
}

// function returns the function or method with the given name.
func (c *checked) function(name string) *types.Func {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		f, _ := c.types.Scope().Lookup(name).(*types.Func)
		return f
	}
	t, ok := c.types.Scope().Lookup(strings.Trim(name[:i], "(*)")).(*types.TypeName)
	if !ok {
		return nil
	}
	n, ok := t.Type().(*types.Named)
	if !ok {
		return nil
	}
	for m := range n.Methods() {
		if m.Name() == name[i+1:] {
			return m
		}
	}
	return nil
}

// instance returns the signature of f. For a generic function it is an instance with types that its constraints
// allow, and the types are returned too.
func (f *Function) instance() (*types.Signature, string, error) {
	c := f.pkg.check()
	obj := c.function(f.name)
	if obj == nil {
		return nil, "", errors.New("declared twice")
	}
	sig := obj.Signature()
	if recv := sig.Recv(); recv != nil {
		if sig.RecvTypeParams().Len() > 0 {
			return nil, "", errors.New("a method of a generic type")
		}
		vars := []*types.Var{types.NewParam(recv.Pos(), recv.Pkg(), recv.Name(), recv.Type())}
		for v := range sig.Params().Variables() {
			vars = append(vars, v)
		}
		sig = types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), sig.Variadic())
	}
	n := sig.TypeParams().Len()
	if n == 0 {
		return sig, "", nil
	}
	// Vary the type for the last parameter, then for the one before it.
	const most = 3
	for at := 0; n <= most; at++ {
		var list []types.Type
		var names []string
		k := at
		for range n {
			t := candidates[k%len(candidates)]
			list, names = append(list, t), append(names, t.String())
			k /= len(candidates)
		}
		if k > 0 {
			break
		}
		if t, err := types.Instantiate(nil, sig, list, true); err == nil {
			return t.(*types.Signature), strings.Join(names, ", "), nil
		}
	}
	return nil, "", errors.New("type arguments that cannot be made up")
}

// candidates are the type arguments to try for generic functions.
var candidates = func() (list []types.Type) {
	for _, k := range []types.BasicKind{types.Int32, types.Float64, types.Uint8, types.Int, types.String} {
		list = append(list, types.Typ[k])
	}
	for _, t := range list[:4] {
		list = append(list, types.NewSlice(t))
	}
	return list
}()

// funcType returns the run-time type for calling the function.
func (f *Function) funcType() (reflect.Type, error) {
	sig, _, err := f.instance()
	if err != nil {
		return nil, err
	}
	if sig.Variadic() {
		return nil, errors.New("a variadic function")
	}
	return source.ReflectType(sig)
}

// Alone returns a file that holds the function under the name K with its dependencies, and the type arguments if it
// is generic. It returns an error if the function cannot be called with generated arguments.
func (f *Function) Alone() (text, inst string, err error) {
	if _, err := f.funcType(); err != nil {
		return "", "", err
	}
	if _, inst, err = f.instance(); err != nil {
		return "", "", err
	}
	text, err = f.extract()
	return text, inst, err
}

// ourName matches the names that difftest reserves for a kernel's declarations.
var ourName = regexp.MustCompile(`\bK\w*\b`)

// extract returns a file that holds the function, as difftest's kernel, with its dependencies, all uniquely named. A
// method becomes the function of its method expression.
func (f *Function) extract() (text string, err error) {
	c := f.pkg.check()
	var root types.Object = c.function(f.name)
	needed, imports, err := c.reach(root)
	if err != nil {
		return "", err
	}
	name := func(o types.Object) string {
		if o == root {
			return difftest.KernelName
		}
		return difftest.KernelName + "_" + o.Name()
	}
	var b strings.Builder
	b.WriteString("package p\n")
	for _, p := range imports {
		fmt.Fprintf(&b, "\nimport %q\n", p)
	}
	for _, n := range needed {
		var part string
		if fn, ok := n.(*ast.FuncDecl); ok && fn.Recv != nil && n == c.decls[root] {
			part, err = c.asFunction(fn, name)
		} else {
			part, err = c.renamed(n, name)
		}
		if err != nil {
			return "", err
		}
		b.WriteString("\n" + c.words[n] + part + "\n")
	}
	return b.String(), nil
}

// asFunction returns the text of a method as a function whose first parameter is the receiver.
func (c *checked) asFunction(fn *ast.FuncDecl, name func(types.Object) string) (string, error) {
	var params []string
	for _, field := range append(slices.Clone(fn.Recv.List), fn.Type.Params.List...) {
		text, err := c.renamed(field, name)
		if err != nil {
			return "", err
		}
		if len(field.Names) == 0 {
			text = "_ " + text
		}
		params = append(params, text)
	}
	results := ""
	if fn.Type.Results != nil {
		text, err := c.renamed(fn.Type.Results, name)
		if err != nil {
			return "", err
		}
		results = " " + text
	}
	body, err := c.renamed(fn.Body, name)
	return "func " + difftest.KernelName + "(" + strings.Join(params, ", ") + ")" + results + " " + body, err
}

// reach returns the declarations that root needs, in source order, and the packages.
func (c *checked) reach(root types.Object) (needed []ast.Node, imports []string, err error) {
	seen := map[ast.Node]bool{}
	used := map[string]bool{}
	work := []types.Object{root}
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		n := c.decls[o]
		if n == nil {
			return nil, nil, fmt.Errorf("%s, which is not declared here", o.Name())
		}
		if seen[n] {
			continue
		}
		seen[n] = true
		needed = append(needed, n)
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			switch o := c.info.Uses[id].(type) {
			case *types.PkgName:
				switch p := o.Imported().Path(); p {
				case "math", "math/bits", "cmp":
					if !used[p] {
						used[p] = true
						imports = append(imports, p)
					}
				default:
					err = fmt.Errorf("package %s", p)
				}
			case nil:
			default:
				fn, ok := o.(*types.Func)
				isMethod := ok && fn.Pkg() == c.types && fn.Signature().Recv() != nil
				if isMethod {
					o = fn.Origin()
				}
				if isMethod || o.Parent() == c.types.Scope() {
					work = append(work, o)
				}
			}
			return true
		})
	}
	sort.Slice(needed, func(i, j int) bool { return needed[i].Pos() < needed[j].Pos() })
	return needed, imports, err
}

// renamed returns the text of a declaration with the package's names replaced. It omits directives, since the Go
// compiler permits some of them only in the standard library.
func (c *checked) renamed(n ast.Node, name func(types.Object) string) (string, error) {
	from := c.fset.Position(n.Pos())
	file := c.texts[from.Filename]
	var b strings.Builder
	at, strange := from.Offset, ""
	copyTo := func(end int) {
		part := file[at:end]
		if m := ourName.FindString(part); m != "" {
			strange = m
		}
		b.WriteString(part)
		at = end
	}
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		o := c.info.Uses[id]
		if o == nil {
			o = c.info.Defs[id]
		}
		to := ""
		switch x := o.(type) {
		case nil:
		case *types.PkgName:
			to = path.Base(x.Imported().Path())
		case *types.Var:
			if x.Embedded() { // it has the name of its type
				if t := c.types.Scope().Lookup(x.Name()); t != nil {
					to = name(t)
				}
			} else if o.Parent() == c.types.Scope() {
				to = name(o)
			}
		default:
			if o.Parent() == c.types.Scope() && o.Name() != "_" {
				to = name(o)
			}
		}
		if to != "" {
			copyTo(c.fset.Position(id.Pos()).Offset)
			b.WriteString(to)
			at += len(id.Name)
		}
		return true
	})
	copyTo(c.fset.Position(n.End()).Offset)
	if strange != "" {
		return "", fmt.Errorf("names that begin with %s", difftest.KernelName)
	}
	return b.String(), nil
}
