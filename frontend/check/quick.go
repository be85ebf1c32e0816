package check

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/frontend/directive"
	"hotloop/frontend/syntax"
	"hotloop/reuse"
)

// The quick checker finds the types of ordinary kernels: kernels of numbers, slices, arrays and plain structs,
// with helpers, constants, math and math/bits. It agrees with go/types in everything that it accepts, and
// declines whatever it is not sure about, including every error. Then go/types decides on its own, so that
// errors have one wording and no invalid code is accepted. TestQuick compares its findings with those of
// go/types, and TestQuickDeclines checks that it declines mutated kernels that go/types rejects.
//
// It starts at the kernel and visits only what that mentions. On the way it finds what the scan would find
// (scan.go), so the syntax is walked only once.
//
//	quick.go       declarations, scopes
//	quicktype.go   types and their properties
//	quickexpr.go   operands, expressions; quickconst.go: constants and conversions of what has no type yet
//	quickcall.go   calls, conversions, predeclared functions, composite literals
//	quickstmt.go   statements; quickflow.go: control flow

// quick is the state of the quick checker.
type quick struct {
	*Info
	k   *Kernel
	pkg *types.Package

	surveyed bool // the kernel is known to be within limits (limits.go)
	unsure   bool // declined only because the kernel is not surveyed

	funcs []*Func // the kernel's functions, in the order in which their bodies are checked
	calls []callOf
	depth int // of syntax nesting
	decls int // number of declarations and specs

	place
	locals  []local        // in scope, the innermost last
	pending []*syntax.Decl // package-level declarations being checked

	mentioned *syntax.Decl // the import mentioned last, and its name
	pkgName   *types.PkgName
}

// place is the position of the quick checker.
type place struct {
	decl    *syntax.Decl // being checked
	fn      *Func        // function whose body is being checked; nil in declarations
	hidden  int          // number of locals that belong to another declaration, which mentions this one
	opened  int          // index in locals where the innermost scope begins
	iota    int64        // in constant declarations, else -1
	called  bool         // a call was checked: len of an array that contains one is not constant
	results *types.Tuple // of the function being checked
	labels  []label
}

// quicks keeps the lists of finished checks for reuse.
var quicks = reuse.Pool[quick]{New: func() *quick { return new(quick) }}

// release ends a check.
func (c *quick) release() {
	clear(c.locals[:cap(c.locals)])
	clear(c.pending[:cap(c.pending)])
	clear(c.funcs[:cap(c.funcs)])
	clear(c.calls[:cap(c.calls)])
	*c = quick{locals: c.locals[:0], pending: c.pending[:0], funcs: c.funcs[:0], calls: c.calls[:0]}
	quicks.Put(c)
}

// callOf is a call of a function of the source.
type callOf struct {
	from *Func
	to   *types.Func
}

// local is a name in scope inside a function.
type local struct {
	name string
	obj  types.Object
	used bool // or exempt from use
}

// declined is the panic value with which the quick checker gives up.
type declined struct{}

// decline gives up, so that go/types decides.
func decline() { panic(declined{}) }

// require declines unless ok.
func require(ok bool) {
	if !ok {
		decline()
	}
}

// quickly finds the types of the kernel declared by d and of what it mentions, the functions that it calls, and
// what the scan would find in them. ok is false if it declines. Then again reports whether it would succeed if
// the kernel were known to be within limits (surveyed).
func (k *Kernel) quickly(d *syntax.Decl, surveyed bool) (ok, again bool) {
	if len(k.called) > 0 || k.callsOut {
		return false, false
	}
	c := quicks.Get()
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(declined); !ok {
				panic(e)
			}
			ok, again = false, c.unsure
			k.Types, k.Info = nil, nil
		}
		c.release()
	}()
	require(!k.Pkg.Twice)
	for _, f := range k.Pkg.Files {
		require(f.GoVersion == "" && f.Name.Name == k.Pkg.Files[0].Name.Name) // a different language version
	}
	name := k.Pkg.Files[0].Name.Name
	c.Info, c.k, c.pkg, c.iota, c.surveyed = &Info{}, k, types.NewPackage(name, name), -1, surveyed
	k.Types, k.Info = c.pkg, c.Info
	k.Funcs, k.stores = map[*types.Func]*Func{}, stores{}
	fn, _ := d.Node.(*ast.FuncDecl)
	require(fn.Recv == nil)
	c.object(fn.Name)
	for i := 0; i < len(c.funcs); i++ {
		c.body(c.funcs[i])
	}
	c.pkg.MarkComplete()
	k.Exprs = len(c.entries)
	if c.recursive() {
		k.Funcs = nil // the scan reports the error
	}
	return true, false
}

// recursive reports whether functions call each other recursively or too many levels deep.
func (c *quick) recursive() bool {
	for changed := len(c.calls) > 0; changed; {
		changed = false
		for _, call := range c.calls {
			to := c.k.Funcs[call.to]
			if to.level > call.from.level {
				continue
			}
			if to.level = call.from.level + 1; to.level >= min(len(c.funcs), maxCallDepth) {
				return true
			}
			changed = true
		}
	}
	return false
}

// note lets the scan see a statement or an expression of a function. Loops, conditions and labels are noted
// before their contents, everything else after it is checked.
func (c *quick) note(n ast.Node) {
	if c.fn != nil {
		c.k.visit(c.fn, n, nil)
	}
}

// noteCall lets the scan see a call.
func (c *quick) noteCall(e *ast.CallExpr) {
	id := syntax.CalledName(e.Fun)
	if c.fn == nil || id == nil {
		return
	}
	c.k.stores.byCall(c.k, e)
	if f, ok := c.Use(id).(*types.Func); ok && f.Pkg() == c.pkg {
		c.calls = append(c.calls, callOf{c.fn, f})
	}
}

// limits declines unless the kernel is known to be within limits. It is called where the limits are not implied
// by what the quick checker accepts.
func (c *quick) limits() {
	if !c.surveyed {
		c.unsure = true
		decline()
	}
}

// maxDepth is the maximum nesting depth for the quick checker: each of its levels is at most four nodes.
const maxDepth = syntax.MaxNesting / 4

// enters goes one level deeper into the syntax; leaves goes back.
func (c *quick) enters() {
	c.depth++
	require(c.depth < maxDepth)
}

func (c *quick) leaves() { c.depth-- }

// object checks the package-level declaration of the name, unless that has been done.
func (c *quick) object(n *ast.Ident) {
	ds := c.k.Pkg.Decls[n.Name]
	require(len(ds) == 1)
	c.global(n.Name, ds[0])
}

// imported returns the package that an import names if the quick checker supports it, else nil.
func (c *quick) imported(s *ast.ImportSpec) *types.Package {
	path := ""
	switch s.Path.Value {
	case `"math"`:
		path = "math"
	case `"math/bits"`:
		path = "math/bits"
	default:
		return nil
	}
	if IsStandard(path) || c.k.Pkg.Imported(path) != nil {
		return nil // it has a source
	}
	return StdPackages()[path]
}

// lookup returns the object that a name refers to; use marks variables as used.
func (c *quick) lookup(name string, use bool) types.Object {
	for i := len(c.locals) - 1; i >= c.hidden; i-- {
		if l := &c.locals[i]; l.name == name {
			l.used = l.used || use
			return l.obj
		}
	}
	ds := c.k.Pkg.Decls[name]
	var found *syntax.Decl
	for _, d := range ds {
		if g, ok := d.Node.(*ast.GenDecl); ok && g.Tok == token.IMPORT && !d.WithFile(c.decl) {
			continue // of another file
		}
		require(found == nil)
		found = d
	}
	if found != nil {
		return c.global(name, found)
	}
	o := types.Universe.Lookup(name)
	require(o != nil && len(ds) == 0)
	return o
}

// global returns the package-level object that d declares for a name.
func (c *quick) global(name string, d *syntax.Decl) types.Object {
	if g, ok := d.Node.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
		if c.mentioned != d {
			spec := g.Specs[0].(*ast.ImportSpec)
			p := c.imported(spec)
			require(p != nil && spec.Name == nil)
			c.mentioned, c.pkgName = d, types.NewPkgName(spec.Pos(), c.pkg, p.Name(), p)
		}
		return c.pkgName
	}
	if o := c.pkg.Scope().Lookup(name); o != nil {
		return o
	}
	for _, p := range c.pending {
		require(p != d) // it depends on itself
	}
	c.pending = append(c.pending, d)
	c.room(d.Node)
	defer c.back(c.elsewhere(d))
	switch n := d.Node.(type) {
	case *ast.FuncDecl:
		require(n.Body != nil)
		fn := &Func{Func: directive.Func{Decl: n, Obj: c.signature(n)}}
		c.k.Funcs[fn.Obj] = fn
		c.funcs = append(c.funcs, fn)
	case *ast.GenDecl:
		switch n.Tok {
		case token.CONST:
			c.constDecl(n, func(n *ast.Ident, o types.Object) { c.insert(n, o) })
		case token.VAR:
			for _, s := range n.Specs {
				c.globalVars(s.(*ast.ValueSpec))
			}
		case token.TYPE:
			for _, s := range n.Specs {
				c.typeDecl(s.(*ast.TypeSpec))
			}
		}
	}
	c.pending = c.pending[:len(c.pending)-1]
	o := c.pkg.Scope().Lookup(name)
	require(o != nil)
	return o
}

// room makes room for the entries of a declaration.
func (c *quick) room(d ast.Decl) {
	c.decls++
	if g, ok := d.(*ast.GenDecl); ok {
		c.decls += len(g.Specs)
	}
	if c.decls > maxDecls {
		c.limits()
	}
	c.declared(d)
}

// insert declares a package-level object.
func (c *quick) insert(n *ast.Ident, o types.Object) {
	c.define(n, o)
	require(n.Name != "_" && n.Name != "init" && n.Name != "main" && len(c.k.Pkg.Decls[n.Name]) == 1)
	require(c.pkg.Scope().Insert(o) == nil)
}

// elsewhere moves to another declaration and returns the previous place; back returns there.
func (c *quick) elsewhere(d *syntax.Decl) place {
	p := c.place
	c.place = place{decl: d, hidden: len(c.locals), opened: len(c.locals), iota: -1}
	c.enters()
	return p
}

func (c *quick) back(p place) {
	c.leaves()
	c.locals = c.locals[:c.hidden]
	c.place = p
}

// globalVars declares the package-level variables of a spec. Their initial values may mention no function and
// no other variable, so the initialization order does not matter.
func (c *quick) globalVars(s *ast.ValueSpec) {
	require(len(s.Values) == 0 || len(s.Values) == len(s.Names))
	for i, n := range s.Names {
		o := types.NewVar(n.Pos(), c.pkg, n.Name, nil)
		c.initialized(s, i, &o)
		c.insert(n, o)
	}
	for _, v := range s.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				for _, d := range c.k.Pkg.Decls[id.Name] {
					g, ok := d.Node.(*ast.GenDecl)
					require(ok && g.Tok != token.VAR)
				}
			}
			return true
		})
	}
}

// initialized determines the type of variable i of a spec and checks its value.
func (c *quick) initialized(s *ast.ValueSpec, i int, o **types.Var) {
	var t types.Type
	if s.Type != nil {
		t = c.typ(s.Type)
	}
	if i < len(s.Values) {
		var x operand
		c.expr(&x, s.Values[i])
		t = c.initVar(t, &x)
	}
	require(t != nil)
	*o = types.NewVar((*o).Pos(), c.pkg, (*o).Name(), t)
}

// constDecl declares the constants of a declaration.
func (c *quick) constDecl(d *ast.GenDecl, declare func(*ast.Ident, types.Object)) {
	var from *ast.ValueSpec // the spec that provides types and values
	outer := c.iota
	for i, s := range d.Specs {
		s := s.(*ast.ValueSpec)
		if s.Type != nil || len(s.Values) > 0 {
			from = s
		}
		require(from != nil && len(from.Values) == len(s.Names))
		made := make([]types.Object, len(s.Names))
		for j, n := range s.Names {
			c.iota = int64(i)
			var t types.Type
			if from.Type != nil {
				t = c.typ(from.Type)
				require(c.under(t) != nil)
			}
			var x operand
			c.expr(&x, from.Values[j])
			require(x.mode == constant_)
			if t == nil {
				t = x.typ
			}
			c.assignment(&x, t)
			made[j] = types.NewConst(n.Pos(), c.pkg, n.Name, t, x.val)
		}
		c.iota = outer
		for j, n := range s.Names {
			declare(n, made[j])
		}
	}
}

// signature declares a function.
func (c *quick) signature(fn *ast.FuncDecl) *types.Func {
	defer c.open()()
	var tparams []*types.TypeParam
	if fn.Type.TypeParams != nil {
		tparams = c.typeParams(fn.Type.TypeParams)
	}
	params := c.tuple(fn.Type.Params)
	results := c.tuple(fn.Type.Results)
	sig := types.NewSignatureType(nil, nil, tparams, params, results, false)
	o := types.NewFunc(fn.Name.Pos(), c.pkg, fn.Name.Name, sig)
	c.insert(fn.Name, o)
	return o
}

// tuple returns the parameters or results in l.
func (c *quick) tuple(l *ast.FieldList) *types.Tuple {
	if l.NumFields() == 0 {
		return nil
	}
	vars := make([]*types.Var, 0, l.NumFields())
	named := len(l.List[0].Names) > 0
	for _, f := range l.List {
		t := c.typ(f.Type)
		require(named == (len(f.Names) > 0))
		for _, n := range f.Names {
			v := types.NewParam(n.Pos(), c.pkg, n.Name, t)
			c.define(n, v)
			vars = append(vars, v)
		}
		if !named {
			vars = append(vars, types.NewParam(f.Type.Pos(), c.pkg, "", t))
		}
	}
	return types.NewTuple(vars...)
}

// body checks the body of a function.
func (c *quick) body(fn *Func) {
	defer c.back(c.elsewhere(c.k.Pkg.Decls[fn.Decl.Name.Name][0]))
	c.fn = fn
	sig := fn.Obj.Signature()
	c.results = sig.Results()
	end := c.open()
	for p := range sig.TypeParams().TypeParams() {
		c.declare(p.Obj().Name(), p.Obj(), true)
	}
	for _, t := range [...]*types.Tuple{sig.Params(), sig.Results()} {
		for i := range t.Len() {
			if v := t.At(i); v.Name() != "" {
				c.declare(v.Name(), v, true)
			}
		}
	}
	c.stmts(fn.Decl.Body.List, 0)
	end()
	require(c.results.Len() == 0 || terminates(c, fn.Decl.Body, ""))
}

// open opens a scope. The returned function closes it and requires that all variables were used.
func (c *quick) open() (end func()) {
	outer := c.opened
	c.opened = len(c.locals)
	return func() {
		for i := c.opened; i < len(c.locals); i++ {
			require(c.locals[i].used)
		}
		c.locals, c.opened = c.locals[:c.opened], outer
	}
}

// declare brings a name into scope.
func (c *quick) declare(name string, o types.Object, used bool) {
	if name == "_" {
		return
	}
	require(c.here(name) == nil && len(c.locals) < maxLocals)
	c.locals = append(c.locals, local{name, o, used})
}

// maxLocals bounds the names in scope, which are searched linearly.
const maxLocals = 200

// here returns what the innermost scope declares by that name, or nil.
func (c *quick) here(name string) types.Object {
	for _, l := range c.locals[c.opened:] {
		if l.name == name {
			return l.obj
		}
	}
	return nil
}

// define records that a name declares o.
func (c *quick) define(n *ast.Ident, o types.Object) {
	x := c.enter(n)
	x.obj, x.defines = o, true
}

// enter returns the entry of e, creating it if necessary.
func (c *quick) enter(e ast.Expr) *entry {
	s := c.slot(e)
	require(s != nil)
	if *s > 0 {
		x := &c.entries[*s-1]
		require(x.e == e)
		return x
	}
	require(len(c.entries) < maxExprs/2) // most expressions have an entry
	c.entries = append(c.entries, entry{e: e})
	*s = int32(len(c.entries))
	return &c.entries[len(c.entries)-1]
}
