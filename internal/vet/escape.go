package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
)

// A kernel is called through a func value. The Go compiler does not see what happens to the arguments, and allocates
// what they point to on the heap. Local variables that are on the heap for no other reason are findings.
//
// The analysis is a small form of the Go compiler's escape analysis. It ignores the order of statements and does not
// tell fields apart. A use that it does not understand counts as an escape for another reason, and makes no finding.

// escapes is the analysis of a package. A root is what is allocated: the types.Object of a variable, or the ast.Expr of
// a literal or of a call of new or make. What a parameter points to is a root of type behind.
type escapes struct {
	info     *types.Info
	values   map[types.Object][]ast.Expr // that are assigned to variables
	declared map[types.Object]ast.Expr   // the type that a variable, field or function result is declared with
	params   map[types.Object][]*ast.Ident
	given    map[types.Object]bool // parameters
	results  map[types.Object]bool
	handed   map[types.Object]bool // parameters that CallContext sets to a kernel's Func
	flows    []flow
	heap     map[any]bool
	kernels  map[any]ast.Expr // the first argument of a kernel by which a root escapes
	callers  map[*ast.FuncDecl]bool
	within   *ast.FuncDecl
	known    map[question]bool // answers
}

// question is whether a variable is a kernel, or the Func of one.
type question struct {
	obj types.Object
	fn  bool
}

// behind is what a parameter points to.
type behind struct{ parameter types.Object }

// flow is an argument of a function of the package, and the parameter that it becomes.
type flow struct {
	arg ast.Expr
	to  types.Object
}

// The largest sizes that the Go compiler allocates on the stack: of variables, and of what new, make, & and literals
// allocate.
const maxVariable, maxImplicit = 128 << 10, 64 << 10

// escapesIn finds the local variables that calls of kernels move to the heap, and the functions that call kernels. Test
// files have no findings.
func escapesIn(fset *token.FileSet, files []file, info *types.Info) ([]Message, map[*ast.FuncDecl]bool) {
	x := &escapes{
		info: info, values: map[types.Object][]ast.Expr{}, declared: map[types.Object]ast.Expr{},
		params: map[types.Object][]*ast.Ident{}, given: map[types.Object]bool{}, results: map[types.Object]bool{},
		handed: map[types.Object]bool{}, heap: map[any]bool{}, kernels: map[any]ast.Expr{},
		callers: map[*ast.FuncDecl]bool{}, known: map[question]bool{},
	}
	for _, f := range files {
		ast.Inspect(f.syntax, x.declare)
	}
	for _, f := range files {
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				x.within = fn
				ast.Inspect(fn.Body, x.use)
			}
		}
	}
	x.follow()
	var found []Message
	for _, f := range files {
		if strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				found = append(found, x.findings(fset, fn)...)
			}
		}
	}
	return found, x.callers
}

// declare records what variables are declared with and what is assigned to them.
func (x *escapes) declare(n ast.Node) bool {
	assign := func(names []ast.Expr, values []ast.Expr) {
		for i, l := range names {
			obj := x.variable(l)
			switch {
			case obj == nil:
			case len(names) == len(values):
				x.values[obj] = append(x.values[obj], values[i])
			case i == 0 && len(values) == 1: // k, err := hotloop.Compile
				x.values[obj] = append(x.values[obj], values[0])
			}
		}
	}
	switch n := n.(type) {
	case *ast.ValueSpec:
		names := make([]ast.Expr, len(n.Names))
		for i, id := range n.Names {
			names[i] = id
			if n.Type != nil {
				x.declared[x.info.Defs[id]] = n.Type
			}
		}
		assign(names, n.Values)
	case *ast.AssignStmt:
		assign(n.Lhs, n.Rhs)
	case *ast.Field:
		for _, id := range n.Names {
			x.declared[x.info.Defs[id]] = n.Type
		}
	case *ast.FuncDecl:
		obj := x.info.Defs[n.Name]
		if r := n.Type.Results; r != nil {
			x.declared[obj] = r.List[0].Type
		}
		x.params[obj] = append(x.mark(x.given, n.Recv), x.mark(x.given, n.Type.Params)...)
		x.mark(x.results, n.Type.Results)
	case *ast.FuncLit:
		x.mark(x.given, n.Type.Params)
		x.mark(x.results, n.Type.Results)
	}
	return true
}

// mark adds parameters or results to set, and returns their names, nil for one without.
func (x *escapes) mark(set map[types.Object]bool, list *ast.FieldList) (names []*ast.Ident) {
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			set[x.info.Defs[id]] = true
			names = append(names, id)
		}
		if len(f.Names) == 0 {
			names = append(names, nil)
		}
	}
	return names
}

// object returns what an identifier or a selected field, method or package member refers to.
func (x *escapes) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj := x.info.Defs[e]; obj != nil {
			return obj
		}
		return x.info.Uses[e]
	case *ast.SelectorExpr:
		return x.object(e.Sel)
	case *ast.IndexExpr:
		return x.object(e.X)
	case *ast.IndexListExpr:
		return x.object(e.X)
	}
	return nil
}

// variable returns the variable that holds e: e itself, or that of which e is an element or a field. It returns nil if
// e is behind a pointer or a slice, and for the blank identifier.
func (x *escapes) variable(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := x.object(e).(*types.Var); ok {
			return v
		}
	case *ast.SelectorExpr:
		if is[*types.Struct](x.info.TypeOf(e.X)) {
			return x.variable(e.X)
		}
	case *ast.IndexExpr:
		if is[*types.Array](x.info.TypeOf(e.X)) {
			return x.variable(e.X)
		}
	}
	return nil
}

func is[T types.Type](t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(T)
	return ok
}

// local reports whether obj is a variable of a function.
func local(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && !v.IsField() && v.Parent() != nil && (v.Pkg() == nil || v.Parent() != v.Pkg().Scope())
}

// member returns the package and the name of an imported function that e is.
func (x *escapes) member(e ast.Expr) (pkg, name string) {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return x.member(e.X)
	case *ast.IndexListExpr:
		return x.member(e.X)
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok {
			if p, ok := x.info.Uses[id].(*types.PkgName); ok {
				return p.Imported().Path(), e.Sel.Name
			}
		}
	}
	return "", ""
}

// kernel reports whether e is a *hotloop.Kernel.
func (x *escapes) kernel(e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		pkg, name := x.member(call.Fun)
		return path.Base(pkg) == "hotloop" && (name == "Accelerate" || name == "Compile" || name == "MustCompile") ||
			x.kernelType(x.declared[x.object(call.Fun)])
	}
	obj := x.object(e)
	return x.kernelType(x.declared[obj]) || x.always(question{obj, false}, x.kernel)
}

// kernelType reports whether a type is *hotloop.Kernel[F].
func (x *escapes) kernelType(t ast.Expr) bool {
	p, ok := t.(*ast.StarExpr)
	if !ok {
		return false
	}
	pkg, name := x.member(p.X)
	return path.Base(pkg) == "hotloop" && name == "Kernel"
}

// kernelFunc reports whether e is the Func of a kernel.
func (x *escapes) kernelFunc(e ast.Expr) bool {
	if s, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && s.Sel.Name == "Func" && x.kernel(s.X) {
		return true
	}
	obj := x.object(e)
	return x.handed[obj] || !x.given[obj] && x.always(question{obj, true}, x.kernelFunc)
}

// always reports whether is holds for all values that are assigned to the variable of q, and there are some.
func (x *escapes) always(q question, is func(ast.Expr) bool) bool {
	if yes, known := x.known[q]; known {
		return yes
	}
	x.known[q] = false // while it is being found out
	list := x.values[q.obj]
	x.known[q] = len(list) > 0 && !slices.ContainsFunc(list, func(e ast.Expr) bool { return !is(e) })
	return x.known[q]
}

// roots calls add with what e, or a part of its value, may point to.
func (x *escapes) roots(e ast.Expr, add func(any)) {
	seen := map[types.Object]bool{}
	var look func(e ast.Expr)
	address := func(e ast.Expr) {
		switch e := ast.Unparen(e).(type) {
		case *ast.CompositeLit:
			add(e)
			look(e)
		case *ast.SelectorExpr, *ast.IndexExpr, *ast.Ident:
			if obj := x.variable(e); obj != nil {
				if local(obj) {
					add(obj)
				}
				look(e)
				return
			}
			if s, ok := e.(*ast.SelectorExpr); ok {
				look(s.X)
			} else if i, ok := e.(*ast.IndexExpr); ok {
				look(i.X)
			}
		case *ast.StarExpr:
			look(e.X)
		}
	}
	look = func(e ast.Expr) {
		switch e := ast.Unparen(e).(type) {
		case *ast.UnaryExpr:
			if e.Op == token.AND {
				address(e.X)
			}
		case *ast.SliceExpr:
			if is[*types.Array](x.info.TypeOf(e.X)) {
				address(e.X)
			} else {
				look(e.X)
			}
		case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
			obj := x.variable(e)
			if !local(obj) || seen[obj] || !pointers(x.info.TypeOf(e)) {
				return
			}
			seen[obj] = true
			if x.given[obj] {
				add(behind{obj})
			}
			for _, v := range x.values[obj] {
				look(v)
			}
		case *ast.CompositeLit:
			if is[*types.Slice](x.info.TypeOf(e)) {
				add(e)
			}
			for _, el := range e.Elts {
				if kv, ok := el.(*ast.KeyValueExpr); ok {
					el = kv.Value
				}
				look(el)
			}
		case *ast.CallExpr:
			switch name := x.builtin(e); {
			case name == "new", name == "make" && x.constant(e.Args[1:]):
				add(e)
			case name == "append":
				look(e.Args[0])
			case name == "" && x.info.Types[e.Fun].IsType() && len(e.Args) == 1:
				look(e.Args[0])
			}
		case *ast.FuncLit:
			ast.Inspect(e.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if obj := x.info.Uses[id]; local(obj) && (obj.Pos() < e.Pos() || obj.Pos() > e.End()) {
						add(obj)
						look(id)
					}
				}
				return true
			})
		}
	}
	look(e)
}

// pointers reports whether values of type t, which may be unknown, can point to something.
func pointers(t types.Type) bool {
	if t == nil {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsNumeric|types.IsBoolean|types.IsString) == 0
	case *types.Array:
		return pointers(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if pointers(t.Field(i).Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// builtin returns the name of the builtin that a call calls, or "".
func (x *escapes) builtin(call *ast.CallExpr) string {
	if b, ok := x.object(call.Fun).(*types.Builtin); ok {
		return b.Name()
	}
	return ""
}

func (x *escapes) constant(args []ast.Expr) bool {
	return !slices.ContainsFunc(args, func(e ast.Expr) bool { return x.info.Types[e].Value == nil })
}

// escape records that what e points to is on the heap for a reason of its own.
func (x *escapes) escape(list ...ast.Expr) {
	for _, e := range list {
		x.roots(e, func(r any) { x.heap[r] = true })
	}
}

// reach records that an argument, as passed at place, is passed to a kernel. It reports whether that is new.
func (x *escapes) reach(arg ast.Expr) (changed bool) {
	x.roots(arg, func(r any) {
		if old := x.kernels[r]; old == nil || arg.Pos() < old.Pos() {
			x.kernels[r], changed = arg, true
		}
	})
	return changed
}

// use records what a statement or an expression does with pointers.
func (x *escapes) use(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ReturnStmt:
		x.escape(n.Results...)
	case *ast.SendStmt:
		x.escape(n.Value)
	case *ast.GoStmt:
		x.escape(n.Call.Fun)
		x.escape(n.Call.Args...)
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if id, ok := l.(*ast.Ident); ok && id.Name == "_" {
				continue
			}
			if obj := x.variable(l); len(n.Lhs) == len(n.Rhs) && (!local(obj) || x.results[obj]) {
				x.escape(n.Rhs[i])
			}
		}
	case *ast.CallExpr:
		x.call(n)
	}
	return true
}

// call records what a call does with its arguments.
func (x *escapes) call(call *ast.CallExpr) {
	args := call.Args
	switch x.builtin(call) {
	case "":
	case "append":
		if !call.Ellipsis.IsValid() {
			x.escape(args[1:]...)
		}
		return
	case "panic":
		x.escape(args...)
		return
	default:
		return
	}
	if x.info.Types[call.Fun].IsType() {
		return // a conversion
	}
	if x.kernelFunc(call.Fun) {
		x.callers[x.within] = true
		for _, a := range args {
			x.reach(a)
		}
		return
	}
	if pkg, _ := x.member(call.Fun); pkg != "" {
		if !pure[pkg] {
			x.escape(args...)
		}
		return
	}
	if s, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if x.kernel(s.X) {
			x.callContext(s.Sel.Name, args)
			return
		}
		if !x.info.Types[s.X].IsType() { // not (*T).Method(t)
			args = append([]ast.Expr{x.receiver(s)}, args...)
		}
	}
	names, known := x.params[origin(x.object(call.Fun))]
	if !known {
		if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
			for i, id := range x.mark(x.given, lit.Type.Params) {
				x.flow(args, i, id)
			}
			return
		}
		x.escape(args...)
		return
	}
	for i := range min(len(args), len(names)) {
		x.flow(args, i, names[i])
	}
	if len(args) > len(names) { // variadic
		x.escape(args[len(names):]...)
	}
}

// origin returns the generic function that obj is an instance of.
func origin(obj types.Object) types.Object {
	if f, ok := obj.(*types.Func); ok {
		return f.Origin()
	}
	return obj
}

// receiver returns the receiver that a call of method s passes.
func (x *escapes) receiver(s *ast.SelectorExpr) ast.Expr {
	if f, ok := x.object(s.Sel).(*types.Func); ok {
		if r := f.Signature().Recv(); r != nil && is[*types.Pointer](r.Type()) && !is[*types.Pointer](x.info.TypeOf(s.X)) {
			return &ast.UnaryExpr{OpPos: s.Pos(), Op: token.AND, X: s.X}
		}
	}
	return s.X
}

// flow records that argument i becomes parameter id, which is nil if it has no name.
func (x *escapes) flow(args []ast.Expr, i int, id *ast.Ident) {
	if id == nil || i >= len(args) {
		return
	}
	to := x.info.Defs[id]
	if to != nil && is[*types.Interface](to.Type()) {
		x.escape(args[i])
	} else if to != nil {
		x.flows = append(x.flows, flow{args[i], to})
	}
}

// callContext records a call of a method of a kernel. The literal that CallContext calls gets a func like the kernel's.
func (x *escapes) callContext(method string, args []ast.Expr) {
	if method == "CallContext" && len(args) == 2 {
		if lit, ok := args[1].(*ast.FuncLit); ok {
			for _, id := range x.mark(x.given, lit.Type.Params) {
				if id != nil {
					x.handed[x.info.Defs[id]] = true
				}
			}
			return
		}
	}
	x.escape(args...)
}

// pure are the packages whose functions keep no pointers and call no methods with them.
var pure = map[string]bool{
	"bytes": true, "cmp": true, "encoding/binary": true, "math": true, "math/bits": true, "slices": true, "sort": true,
	"strings": true, "unicode/utf8": true, "unsafe": true,
}

// follow completes what arguments do by what parameters do.
func (x *escapes) follow() {
	for changed := true; changed; {
		changed = false
		for _, f := range x.flows {
			if x.heap[behind{f.to}] {
				x.roots(f.arg, func(r any) { changed = changed || !x.heap[r]; x.heap[r] = true })
			}
			if x.kernels[behind{f.to}] != nil && x.reach(f.arg) {
				changed = true
			}
		}
	}
}
