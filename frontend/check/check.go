package check

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"hotloop/frontend/directive"
	"hotloop/frontend/syntax"
)

// Kernel is a type-checked function together with the functions that it calls. It is immutable once made, and
// is shared by builds with different options.
type Kernel struct {
	once  sync.Once
	Pkg   *syntax.Package
	Name  string
	Fn    *ast.FuncDecl
	Types *types.Package
	Info  *Info
	files []*ast.File                  // the declarations that the kernel mentions, as type-checked
	Funcs map[*types.Func]*Func        // the functions actually reached
	Loops map[ast.Stmt]*directive.Loop // directives on loops; absent if there are none
	Warns []syntax.Warning
	err   error

	Exprs int // number of expressions checked

	calls []*types.Func       // the current path of calls in the scan
	heads map[*ast.Ident]bool // the identifiers of called functions

	called   map[*syntax.Decl]bool // methods and functions of other packages whose bodies are checked
	missed   bool                  // a method is called whose body was not checked
	stores   stores
	imports  imports
	shared   *sharedImports
	callsOut bool // calls packages whose source was given
}

// Limits on what is checked, so that no source, however contrived, exhausts the machine.
const (
	maxExprs     = 1 << 18 // expressions in the declarations that a kernel needs, names included
	maxDecls     = 5000    // declarations that a kernel needs
	maxStrings   = 1 << 20 // bytes in concatenations of constants
	maxCallDepth = 500     // functions that call one another
)

// Open checks the function of src called name, or returns the cached result.
func Open(src syntax.Source, name string) (*Kernel, error) { return load(src).kernel(name) }

// OpenFresh checks the function without using or filling the cache.
func OpenFresh(src syntax.Source, name string) (*Kernel, error) {
	p, err := syntax.Parse(src)
	if err != nil {
		return nil, err
	}
	x := new(struct { // in a single allocation
		Kernel
		imports sharedImports
	})
	k := &x.Kernel
	k.Pkg, k.Name, k.shared = p, name, &x.imports
	k.check()
	return k, k.err
}

// unit is a parsed source with the kernels of it that were requested.
type unit struct {
	once sync.Once
	pkg  *syntax.Package
	err  error

	mu      sync.Mutex
	kernels map[string]*Kernel
	shared  sharedImports
}

// The cache of parsed sources. Programs have few; the bound is for a program that generates sources
// continuously.
var cache struct {
	sync.Mutex
	m     map[string]*unit
	order []string
}

const cacheSize = 128

// load parses src, or returns the cached result. Concurrent callers with the same source share the work.
func load(src syntax.Source) *unit {
	key := src.Key()
	cache.Lock()
	u := cache.m[key]
	if u == nil {
		if cache.m == nil {
			cache.m = map[string]*unit{}
		}
		if len(cache.order) >= cacheSize {
			delete(cache.m, cache.order[0])
			cache.order = append(cache.order[:0], cache.order[1:]...)
		}
		u = &unit{}
		cache.m[key] = u
		cache.order = append(cache.order, key)
	}
	cache.Unlock()
	return u.init(src)
}

// init parses the source unless it is already parsed.
func (u *unit) init(src syntax.Source) *unit {
	u.once.Do(func() { u.pkg, u.err = syntax.Parse(src) })
	return u
}

// kernel checks the function called name, or returns the cached result.
func (u *unit) kernel(name string) (*Kernel, error) {
	if u.err != nil {
		return nil, u.err
	}
	u.mu.Lock()
	k := u.kernels[name]
	if k == nil {
		if u.kernels == nil {
			u.kernels = map[string]*Kernel{}
		}
		k = &Kernel{Pkg: u.pkg, Name: name, shared: &u.shared}
		u.kernels[name] = k
	}
	u.mu.Unlock()
	k.once.Do(k.check)
	return k, k.err
}

var sizes = types.SizesFor("gc", "amd64") // all targets are 64-bit

// check does the work of a Kernel, in an order on which later steps rely. First it rejects what is too large
// for the type checker. Then it finds the types, scans for the functions that are actually called, and reports
// the type errors in those. Directives come last, since they need types and functions.
func (k *Kernel) check() {
	p := k.Pkg
	r := &syntax.Reports{Fset: p.Fset}
	d := lookup(p, k.Name, r)
	if d == nil {
		k.err = r.Err()
		return
	}
	k.Fn = d.Node.(*ast.FuncDecl)
	if k.Fn.Recv != nil {
		k.called = map[*syntax.Decl]bool{d: true}
	}
	// Types determine which methods are called: each round checks the bodies of those that the previous round
	// found.
	for again := true; again; again = k.missed {
		k.missed = false
		if !k.round(d, r) {
			return
		}
	}
	if directive.Present(p) {
		funcs := make(map[*types.Func]*directive.Func, len(k.Funcs))
		for f, fi := range k.Funcs {
			funcs[f] = &fi.Func
		}
		k.Loops = directive.Read(r, p, k.Info, funcs)
	}
	k.err = r.Err()
	syntax.SortWarnings(r.Warns)
	k.Warns = r.Warns
}

// round type-checks what the kernel may mention and scans what it calls. It returns false if the kernel is
// rejected before that. It discards the reports of the previous round.
func (k *Kernel) round(d *syntax.Decl, r *syntax.Reports) bool {
	p := k.Pkg
	*r = syntax.Reports{Fset: p.Fset}
	k.imports, k.files = imports{}, nil
	ok, again := false, false
	if !directive.Present(p) { // directives need scopes
		ok, again = k.quickly(d, false)
	}
	var errs []types.Error
	if !ok {
		files, surveys := p.Reach(d, k.called)
		if !k.withinLimits(files, surveys, r) {
			k.err = r.Err()
			return false
		}
		k.files = files
		if again {
			ok, _ = k.quickly(d, true)
		}
		if !ok {
			errs = k.checkTypes(surveys, r)
		}
	}
	if !ok || k.Funcs == nil {
		k.Funcs, k.stores = map[*types.Func]*Func{}, stores{}
		k.scan(k.Fn, r)
	}
	if !k.missed {
		k.typeErrors(errs, r)
	}
	return true
}

// checkTypes type-checks the files with go/types and returns the errors.
func (k *Kernel) checkTypes(surveys []*syntax.Survey, r *syntax.Reports) (errs []types.Error) {
	exprs, idents := 0, 0
	for _, v := range surveys {
		exprs += v.Exprs
		idents += v.Idents
	}
	k.Exprs = exprs
	// The sizes prevent the maps from growing while the checker fills them.
	k.Info = &Info{maps: &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue, exprs),
		Defs:  make(map[*ast.Ident]types.Object, idents/4),
		Uses:  make(map[*ast.Ident]types.Object, idents*3/4),

		Implicits: make(map[ast.Node]types.Object),
		Instances: make(map[*ast.Ident]types.Instance),
	}}
	conf := types.Config{
		Sizes:                    sizes,
		DisableUnusedImportCheck: true,
		Error: func(err error) {
			// An indented message belongs to the previous error: "\tother declaration of f".
			if te, ok := err.(types.Error); ok && len(errs) < 10*syntax.MaxErrors && !strings.HasPrefix(te.Msg, "\t") {
				errs = append(errs, te)
			}
		},
	}
	k.withImports(&conf, r, func() {
		k.Types, _ = conf.Check(k.Pkg.Files[0].Name.Name, k.Pkg.Fset, k.files, k.Info.maps)
	})
	return errs
}

// advised returns the type checker's message, with advice where the source as given may be incomplete. The
// source is often a part of a package, and of other packages only some types may be known.
func (k *Kernel) advised(msg string) string {
	if before, of, ok := strings.Cut(msg, " has no field or method "); ok {
		for p, src := range k.imports.sources {
			if !src.Partial || !strings.Contains(before+" ", p.Name()+".") {
				continue
			}
			name := strings.TrimSuffix(of, ")")
			if IsStandard(p.Path()) || withRuntime[p.Path()] { // kernels cannot be given its files
				what, _, _ := strings.Cut(msg, " undefined")
				return what + " of package " + p.Path() + " is not supported; write what it does, or call it before the kernel"
			}
			return before + " has no field " + name + ", and its package's methods are not known); " +
				"write hotloop.WithImport with the files of package " + p.Path() + " among the options"
		}
	}
	if of, ok := strings.CutPrefix(msg, "undefined: "); ok {
		for path := range StdPackages() {
			if name, ok := strings.CutPrefix(of, path[strings.LastIndexByte(path, '/')+1:]+"."); ok { // a hint exists only for functions that Go has
				if hint := stdHint()[path+"."+name]; hint != "" {
					return of + " is not supported; write " + hint
				}
			}
		}
	}
	if name, ok := strings.CutPrefix(msg, "undefined: "); ok && token.IsIdentifier(name) {
		if len(k.Pkg.Decls["."]) > 0 {
			return msg + "; declare it in the source, give all files of the package, or import it by name"
		}
		return msg + "; declare it in the source, or give all files of the package"
	}
	return msg
}

// withRuntime lists packages whose functions use Go's runtime or the system, so that no source makes kernels of
// them.
var withRuntime = map[string]bool{"context": true, "net": true, "os": true, "reflect": true, "runtime": true, "sync": true,
	"sync/atomic": true, "syscall": true, "time": true}

// lookup returns the declaration of the kernel, or reports what was found instead. A method is named T.Name or
// (*T).Name.
func lookup(p *syntax.Package, name string, r *syntax.Reports) *syntax.Decl {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return lookupMethod(p, name[:i], name[i+1:], r)
	}
	var first *ast.FuncDecl
	for _, d := range p.Decls[name] {
		if fn, ok := d.Node.(*ast.FuncDecl); ok && first == nil {
			first = fn
		} else if ok {
			r.Refuse(fn.Name.Pos(), "function "+name+" again, which is also at "+
				syntax.Position(p.Fset.Position(first.Name.Pos())), "the files of one package only")
			return nil
		}
	}
	for _, d := range p.Decls[name] {
		fn, ok := d.Node.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if fn.Body == nil {
			r.Refuse(fn.Pos(), "function "+name+" without a body", "it in Go")
			return nil
		}
		return d
	}
	top := token.Position{Filename: p.Src[0].Name, Line: 1, Column: 1}
	if ds := p.Decls[name]; len(ds) > 0 {
		r.Refuse(ds[0].Node.Pos(), name+", which is no function", "the name of a function")
		return nil
	}
	if ds := p.Methods[name]; len(ds) > 0 {
		fn := ds[0].Node.(*ast.FuncDecl)
		r.Refuse(fn.Name.Pos(), "method "+name+" by its name alone", Receiver(fn)+"."+name)
		return nil
	}
	var names []string
	for _, d := range p.Order {
		if fn, ok := d.Node.(*ast.FuncDecl); ok && fn.Recv == nil {
			names = append(names, fn.Name.Name)
		}
	}
	msg := strings.TrimSpace("found no function " + name)
	if n := syntax.Nearest(name, names); n != "" {
		msg += fmt.Sprintf("; write %s instead", n)
	} else if len(names) > 0 && len(names) <= 8 {
		msg += ", but " + strings.Join(names, ", ")
	}
	r.ErrorAt(top, msg)
	return nil
}

// lookupMethod returns the declaration of a method.
func lookupMethod(p *syntax.Package, recv, name string, r *syntax.Reports) *syntax.Decl {
	base := strings.Trim(recv, "(*)")
	for _, d := range p.Methods[name] {
		fn := d.Node.(*ast.FuncDecl)
		if have := Receiver(fn); strings.Trim(have, "(*)") != base {
			continue
		} else if have != recv && recv == base {
			r.Refuse(fn.Name.Pos(), "method "+have+"."+name+" of a pointer", have+"."+name)
			return nil
		}
		if fn.Body == nil {
			r.Refuse(fn.Pos(), "method "+recv+"."+name+" without a body", "it in Go")
			return nil
		}
		return d
	}
	msg := fmt.Sprintf("found no method %s.%s", recv, name)
	if ds := p.Methods[name]; len(ds) > 0 {
		msg += fmt.Sprintf("; write %s.%s instead", Receiver(ds[0].Node.(*ast.FuncDecl)), name)
	}
	r.ErrorAt(token.Position{Filename: p.Src[0].Name, Line: 1, Column: 1}, msg)
	return nil
}

// matters reports whether a type error at pos concerns the kernel: it is in a function that is actually called,
// or in the declaration of a constant, variable or type that is mentioned.
func (k *Kernel) matters(pos token.Pos) bool {
	for _, fi := range k.Funcs {
		if fi.Decl.Pos() <= pos && pos <= fi.Decl.End() {
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
