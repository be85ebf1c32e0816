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

// Kernel is a type-checked function with what it calls. It is immutable once made: builds of it with different options
// share it.
type Kernel struct {
	once  sync.Once
	Pkg   *syntax.Package
	Name  string
	Fn    *ast.FuncDecl
	Types *types.Package
	Info  *Info
	files []*ast.File                  // what is mentioned, as it was type-checked
	Funcs map[*types.Func]*Func        // the functions really reached
	Loops map[ast.Stmt]*directive.Loop // directives on loops; absent if there are none
	Warns []syntax.Warning
	err   error

	Exprs int // in what is checked

	calls []*types.Func       // the path of calls being scanned
	heads map[*ast.Ident]bool // the names that calls begin with

	called   map[*syntax.Decl]bool // methods, whose bodies are checked
	missed   bool                  // a method is called whose body was not
	stores   stores
	imports  imports
	shared   *sharedImports
	callsOut bool // into packages whose source was given
}

// Limits on what is checked, so that no text, however made up, exhausts the machine.
const (
	maxExprs     = 1 << 18 // expressions in the declarations that a kernel needs, names included
	maxDecls     = 5000    // declarations that a kernel needs
	maxStrings   = 1 << 20 // bytes in concatenations of constants
	maxCallDepth = 500     // functions that call one another
)

// Open checks the function of src called name, or finds it checked.
func Open(src syntax.Source, name string) (*Kernel, error) { return load(src).kernel(name) }

// OpenFresh checks the function without regard to what was parsed or checked before.
func OpenFresh(src syntax.Source, name string) (*Kernel, error) {
	p, err := syntax.Parse(src)
	if err != nil {
		return nil, err
	}
	x := new(struct { // in one piece of memory
		Kernel
		imports sharedImports
	})
	k := &x.Kernel
	k.Pkg, k.Name, k.shared = p, name, &x.imports
	k.check()
	return k, k.err
}

// unit is a parsed source with those of its kernels that were asked for.
type unit struct {
	once sync.Once
	pkg  *syntax.Package
	err  error

	mu      sync.Mutex
	kernels map[string]*Kernel
	shared  sharedImports
}

// The cache of parsed sources. A program has few of them; the bound only stops one that makes texts up all the time.
var cache struct {
	sync.Mutex
	m     map[string]*unit
	order []string
}

const cacheSize = 128

// load parses src, or finds it parsed. Concurrent callers with one text share the work.
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

// init parses the source unless that has been done.
func (u *unit) init(src syntax.Source) *unit {
	u.once.Do(func() { u.pkg, u.err = syntax.Parse(src) })
	return u
}

// kernel checks the function called name, or finds it checked.
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

// check does the work of a Kernel once, in an order that later steps rely on: what is too large for the type checker
// is refused first; then types; then the scan, which finds the functions that are really called; then the type errors
// that lie in those; and at last the directives, which need types and functions.
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
	// Which methods are called, types tell: a round checks the bodies of those that the round before has found.
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

// round checks the types of what the kernel may mention and scans what it calls; false if it is refused before. It forgets
// what was reported in the round before.
func (k *Kernel) round(d *syntax.Decl, r *syntax.Reports) bool {
	p := k.Pkg
	*r = syntax.Reports{Fset: p.Fset}
	k.imports, k.files = imports{}, nil
	ok, again := false, false
	if !directive.Present(p) { // they ask for scopes
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

// checkTypes has go/types check the files, and answers with the errors.
func (k *Kernel) checkTypes(surveys []*syntax.Survey, r *syntax.Reports) (errs []types.Error) {
	exprs, idents := 0, 0
	for _, v := range surveys {
		exprs += v.Exprs
		idents += v.Idents
	}
	k.Exprs = exprs
	// The sizes save the maps from growing while the checker fills them.
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
			// What is indented belongs to the error before: "\tother declaration of f".
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

// advised is what the type checker says, with what to do about it where the source as given may be at fault. The
// kernel's text is often a part of a package, and of other packages only some types may be known.
func (k *Kernel) advised(msg string) string {
	if before, of, ok := strings.Cut(msg, " has no field or method "); ok {
		for p, src := range k.imports.sources {
			if !src.Partial || !strings.Contains(before+" ", p.Name()+".") {
				continue
			}
			name := strings.TrimSuffix(of, ")")
			if IsStandard(p.Path()) || withRuntime[p.Path()] { // whose files kernels cannot be given
				what, _, _ := strings.Cut(msg, " undefined")
				return "found " + what + " of package " + p.Path() + ", which kernels do not have; write what it does, or call it before the kernel instead"
			}
			return before + " has no field " + name + ", and its package's methods are not known); " +
				"write hotloop.WithImport with the files of package " + p.Path() + " among the options"
		}
	}
	if of, ok := strings.CutPrefix(msg, "undefined: "); ok {
		for path := range StdPackages() {
			if name, ok := strings.CutPrefix(of, path[strings.LastIndexByte(path, '/')+1:]+"."); ok { // an advice means that Go has it
				if hint := stdHint()[path+"."+name]; hint != "" {
					return "found " + of + ", which kernels do not have; write " + hint + " instead"
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

// withRuntime are packages whose functions work with Go's runtime or the system: no source of theirs makes kernels of them.
var withRuntime = map[string]bool{"context": true, "net": true, "os": true, "reflect": true, "runtime": true, "sync": true,
	"sync/atomic": true, "syscall": true, "time": true}

// lookup finds the declaration of the kernel, or says what there is instead. A method goes by T.Name or (*T).Name.
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
	msg := fmt.Sprintf("found no function %s", name)
	if n := syntax.Nearest(name, names); n != "" {
		msg += fmt.Sprintf("; write %s instead", n)
	}
	r.ErrorAt(top, msg)
	return nil
}

// lookupMethod finds the declaration of a method.
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

// matters says whether a type error at pos concerns the kernel: it lies in a function that is really called, or in a
// declaration of a constant, variable or type that is mentioned.
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
