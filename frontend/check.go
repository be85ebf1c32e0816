package frontend

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"sync"
)

// kernel is a type-checked function with what it calls. It is immutable once made: builds of it with different options
// share it.
type kernel struct {
	once  sync.Once
	pkg   *pkg
	name  string
	fn    *ast.FuncDecl
	types *types.Package
	info  *types.Info
	files []*ast.File               // what is mentioned, as it was type-checked
	funcs map[*types.Func]*funcInfo // the functions really reached
	loops map[ast.Stmt]*loopInfo    // directives on loops; absent if there are none
	warns []Warning
	err   error

	exprs int // in what is checked

	calls []*types.Func // the path of calls being scanned
	// takesInBody: pragmas in the bodies of loops may take back what others promise.
	takesInBody bool
}

// kernel checks the function called name, or finds it checked.
func (p *pkg) kernel(name string) (*kernel, error) {
	p.mu.Lock()
	k := p.kernels[name]
	if k == nil {
		k = &kernel{pkg: p, name: name}
		p.kernels[name] = k
	}
	p.mu.Unlock()
	k.once.Do(k.check)
	return k, k.err
}

var sizes = types.SizesFor("gc", "amd64") // all targets are 64-bit

func (k *kernel) check() {
	p := k.pkg
	r := &reports{fset: p.fset}
	d := p.lookup(k.name, r)
	if d == nil {
		k.err = r.err()
		return
	}
	k.fn = d.node.(*ast.FuncDecl)
	p.mu.Lock()
	files, surveys := p.reach(d)
	p.mu.Unlock()
	if !k.withinLimits(files, surveys, r) {
		k.err = r.err()
		return
	}

	exprs, idents := 0, 0
	for _, v := range surveys {
		exprs += v.exprs
		idents += v.idents
	}
	k.exprs = exprs
	k.info = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue, exprs),
		Defs:  make(map[*ast.Ident]types.Object, idents/4),
		Uses:  make(map[*ast.Ident]types.Object, idents*3/4),

		Instances: make(map[*ast.Ident]types.Instance),
	}
	var errs []types.Error
	conf := types.Config{
		Importer:                 stdImporter{},
		Sizes:                    sizes,
		DisableUnusedImportCheck: true,
		Error: func(err error) {
			// What is indented belongs to the error before: "\tother declaration of f".
			if te, ok := err.(types.Error); ok && len(errs) < 10*maxErrors && !strings.HasPrefix(te.Msg, "\t") {
				errs = append(errs, te)
			}
		},
	}
	k.files = files
	k.types, _ = conf.Check(p.files[0].Name.Name, p.fset, files, k.info)

	k.funcs = map[*types.Func]*funcInfo{}
	k.scan(k.fn, r)
	k.typeErrors(errs, r)
	k.directives(r)
	k.err = r.err()
	sortWarnings(r.warns)
	k.warns = r.warns
}

// advised is what the type checker says, with what to do about it where the source as given may be at fault.
func advised(msg string) string {
	if name, ok := strings.CutPrefix(msg, "undefined: "); ok && token.IsIdentifier(name) {
		return msg + "; declare it in the source, or give all files of the package"
	}
	return msg
}

// lookup finds the declaration of the kernel, or says what there is instead.
func (p *pkg) lookup(name string, r *reports) *decl {
	var first *ast.FuncDecl
	for _, d := range p.decls[name] {
		if fn, ok := d.node.(*ast.FuncDecl); ok && first == nil {
			first = fn
		} else if ok {
			r.refuse(fn.Name.Pos(), "function "+name+" again, which is also at "+position(p.fset.Position(first.Name.Pos())), "the files of one package only")
			return nil
		}
	}
	for _, d := range p.decls[name] {
		fn, ok := d.node.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if fn.Body == nil {
			r.refuse(fn.Pos(), "function "+name+" without a body", "it in Go")
			return nil
		}
		return d
	}
	top := token.Position{Filename: p.src[0].Name, Line: 1, Column: 1}
	if ds := p.decls[name]; len(ds) > 0 {
		r.refuse(ds[0].node.Pos(), name+", which is no function", "the name of a function")
		return nil
	}
	if ds := p.methods[name]; len(ds) > 0 {
		r.refuse(ds[0].node.Pos(), "method "+name, "a function with the receiver's data as parameters")
		return nil
	}
	var names []string
	for _, d := range p.order {
		if fn, ok := d.node.(*ast.FuncDecl); ok && fn.Recv == nil {
			names = append(names, fn.Name.Name)
		}
	}
	msg := fmt.Sprintf("found no function %s", name)
	if n := nearest(name, names); n != "" {
		msg += fmt.Sprintf("; write %s instead", n)
	}
	r.errorAt(top, msg)
	return nil
}

// matters says whether a type error at pos concerns the kernel: it lies in a function that is really called, or in a
// declaration of a constant, variable or type that is mentioned.
func (k *kernel) matters(pos token.Pos) bool {
	for _, fi := range k.funcs {
		if fi.decl.Pos() <= pos && pos <= fi.decl.End() {
			return true
		}
	}
	for _, f := range k.files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok != token.IMPORT && g.Pos() <= pos && pos <= g.End() {
				return true
			}
		}
	}
	return false
}
