package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"hotloop/frontend/directive"
	"hotloop/frontend/syntax"
)

// Func holds what one walk over a function finds.
type Func struct {
	directive.Func
	// Changed are the variables assigned to after their declaration. All others need no SSA construction,
	// because their single value is valid wherever they are in scope.
	Changed map[types.Object]bool
	// PerIteration are the variables declared by for statements.
	PerIteration map[types.Object]bool
	Gotos        bool // it has goto statements
	busy         bool // on the current path of calls in the scan
	level        int  // call depth, for the quick checker
}

// scan walks fn and, once each, the functions that it calls.
func (k *Kernel) scan(fn *ast.FuncDecl, r *syntax.Reports) {
	obj, _ := k.Info.Def(fn.Name).(*types.Func)
	fi := &Func{Func: directive.Func{Decl: fn, Obj: obj}, busy: true}
	k.Funcs[obj] = fi
	k.calls = append(k.calls, obj)
	depth := 0
	ast.Inspect(fn, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		if depth++; depth == syntax.MaxNesting {
			r.Refuse(n.Pos(), tooDeep(), "it in several statements or functions")
		}
		if depth >= syntax.MaxNesting || n == fn.Doc {
			depth--
			return false
		}
		if n == ast.Node(fn.Type) {
			return true
		}
		if n == ast.Node(fn.Type.TypeParams) {
			depth-- // the type checker handles constraints
			return false
		}
		if found, instead := Beyond(n); found != "" {
			r.Refuse(n.Pos(), found, instead)
			depth--
			return false
		}
		k.visit(fi, n, r)
		return true
	})
	fi.busy = false
	k.calls = k.calls[:len(k.calls)-1]
}

// cycle names the functions that call one another in a cycle, starting with callee.
func (k *Kernel) cycle(callee *types.Func) string {
	var names []string
	for _, f := range k.calls {
		if f == callee || len(names) > 0 {
			names = append(names, f.Name())
		}
	}
	if n := len(names); n > maxCycle {
		names = append(append(names[:maxCycle-1:maxCycle-1], "…"), names[n-1])
	}
	return strings.Join(append(names, callee.Name()), " calls ")
}

// maxCycle bounds the number of functions of a cycle that a message names.
const maxCycle = 8

// countIsUint sets the type of e, the count of a shift, if it is not constant but consists of untyped
// constants, as in x << (1<<n - 1). By the language specification these are of type uint there, and so is the
// result. go/types leaves the default type, int.
func (k *Kernel) countIsUint(e ast.Expr) {
	if k.Info.Value(e) == nil {
		k.untypedIsUint(e)
	}
}

func (k *Kernel) untypedIsUint(e ast.Expr) {
	if bt, ok := k.Info.Type(e).(*types.Basic); !ok || bt.Info()&types.IsUntyped == 0 || bt.Info()&types.IsNumeric == 0 {
		return
	}
	k.Info.setType(e, types.Typ[types.Uint])
	switch e := e.(type) {
	case *ast.ParenExpr:
		k.untypedIsUint(e.X)
	case *ast.UnaryExpr:
		k.untypedIsUint(e.X)
	case *ast.BinaryExpr:
		k.untypedIsUint(e.X)
		if e.Op != token.SHL && e.Op != token.SHR { // its count is separate
			k.untypedIsUint(e.Y)
		}
	}
}

// visit records assignments, loops and calls.
func (k *Kernel) visit(fi *Func, n ast.Node, r *syntax.Reports) {
	assign := func(e ast.Expr) {
		if id := k.holder(e); id != nil {
			if o := k.Info.Use(id); o != nil { // not in Defs: an existing variable
				note(&fi.Changed, o)
			}
		}
		k.stores.assigned(k, e)
	}
	k.scanTypes(fi, n)
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			assign(e)
		}
		if n.Tok == token.SHL_ASSIGN || n.Tok == token.SHR_ASSIGN {
			k.countIsUint(n.Rhs[0])
		}
	case *ast.BinaryExpr:
		if n.Op == token.SHL || n.Op == token.SHR {
			k.countIsUint(n.Y)
		}
	case *ast.IncDecStmt:
		assign(n.X)
	case *ast.LabeledStmt:
		if fi.Above == nil {
			fi.Above = map[ast.Stmt]token.Pos{}
		}
		if p, ok := fi.Above[n]; ok {
			fi.Above[n.Stmt] = p // a label on a label
		} else {
			fi.Above[n.Stmt] = n.Pos()
		}
	case *ast.BranchStmt:
		fi.Gotos = fi.Gotos || n.Tok == token.GOTO
	case *ast.IfStmt:
		fi.Conditions = append(fi.Conditions, n)
	case *ast.CaseClause:
		fi.Conditions = append(fi.Conditions, n)
	case *ast.ForStmt:
		fi.Loops = append(fi.Loops, n)
	case *ast.FuncLit:
		k.captures(fi, n)
	case *ast.SelectorExpr:
		if o := k.Info.Use(n.Sel); o != nil && o.Pkg() == types.Unsafe {
			k.stores.all, k.stores.retyped = true, true // with any type
		}
		if m, ok := k.Info.Use(n.Sel).(*types.Func); ok && m.Signature().Recv() != nil {
			if _, isPointer := m.Signature().Recv().Type().Underlying().(*types.Pointer); isPointer {
				k.changedByMethod(fi, n)
			}
		}
	case *ast.Ident:
		switch o := k.Info.Use(n).(type) {
		case *types.Func:
			if !k.heads[n] {
				k.mention(o, n.Pos(), r)
			}
		case *types.Var:
			k.mentionVariable(o)
		}
	case *ast.RangeStmt:
		fi.Loops = append(fi.Loops, n)
		if t := k.Info.Type(n.X); t != nil {
			if _, ok := t.Underlying().(*types.Signature); ok {
				k.captures(fi, n)
			}
		}
		if n.Tok == token.ASSIGN {
			assign(n.Key)
			if n.Value != nil {
				assign(n.Value)
			}
		}
	case *ast.CallExpr:
		id := syntax.CalledName(n.Fun)
		if id == nil {
			return
		}
		k.stores.byCall(k, n)
		if o, ok := k.Info.Use(id).(*types.Builtin); ok && o.Name() == "panic" && len(n.Args) == 1 {
			if m := ErrorMethod(k.Info.Type(n.Args[0])); m != nil {
				k.mention(m, n.Pos(), r) // it formats the text
			}
		}
		if callee, ok := k.Info.Use(id).(*types.Func); ok {
			if k.heads == nil {
				k.heads = map[*ast.Ident]bool{}
			}
			k.heads[id] = true
			k.mention(callee, n.Pos(), r)
		}
	}
}

// mention scans callee, a function that is called or used as a value at pos.
func (k *Kernel) mention(callee *types.Func, pos token.Pos, r *syntax.Reports) {
	src := k.Sourced(callee.Pkg())
	if src == nil {
		return
	}
	callee = callee.Origin()
	decls := src.Decls[callee.Name()]
	if recv := callee.Signature().Recv(); recv != nil {
		decls = src.Methods[callee.Name()]
	}
	if seen := k.Funcs[callee]; seen != nil {
		if seen.busy {
			r.Refuse(pos, "a recursive call of "+callee.Name()+": "+k.cycle(callee), "a loop")
		}
		return
	}
	for _, d := range decls {
		fn, ok := d.Node.(*ast.FuncDecl)
		if !ok || fn.Name.Pos() != callee.Pos() {
			continue
		}
		if src != k.Pkg {
			k.callsOut = true
		}
		switch {
		case fn.Body == nil:
			refuseBodiless(r, pos, callee)
			k.Funcs[callee] = &Func{Func: directive.Func{Decl: fn, Obj: callee}}
		case len(k.calls) >= maxCallDepth:
			if len(k.calls) == maxCallDepth {
				r.Refuse(pos, "a chain of more than 500 calls", "fewer levels")
			}
		case (fn.Recv != nil || src != k.Pkg) && !k.called[d]:
			if k.called == nil {
				k.called = map[*syntax.Decl]bool{}
			}
			k.called[d], k.missed = true, true
		default:
			k.scan(fn, r)
		}
		return
	}
}

// mentionVariable makes the next round find the types of the initial value of a variable of another package.
func (k *Kernel) mentionVariable(o *types.Var) {
	if o.Pkg() == k.Types || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() || k.callsOut {
		return
	}
	if src := k.Sourced(o.Pkg()); src != nil && !src.Partial {
		k.callsOut, k.missed = true, true
	}
}

// captures records that a function literal, or the body of a range over a function, may modify the variables
// around it during the evaluation of something else.
func (k *Kernel) captures(fi *Func, n ast.Node) {
	ast.Inspect(n, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok {
			if o, ok := k.Info.Use(id).(*types.Var); ok && !o.IsField() && (o.Pos() < n.Pos() || o.Pos() >= n.End()) {
				note(&fi.Captured, o)
			}
		}
		return true
	})
}

// changedByMethod records that a method with a pointer receiver may modify the variable on which it is called.
func (k *Kernel) changedByMethod(fi *Func, s *ast.SelectorExpr) {
	if !k.Info.IsType(s.X) && !k.ThroughPointer(s, k.Info.Type(s.X)) {
		if id := k.holder(s.X); id != nil {
			if o, ok := k.Info.Use(id).(*types.Var); ok {
				note(&fi.Changed, o)
				note(&fi.AddressTaken, o)
			}
		}
	}
}

// Beyond describes a piece of syntax that no kernel may contain, and what to write instead. It uses syntax
// only, since types may be unknown after errors.
func Beyond(n ast.Node) (found, instead string) {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "a go statement",
			"the loop alone, with lo and hi parameters, and call the kernel from several goroutines"
	case *ast.DeferStmt:
		return "a defer statement", "the clean-up in the caller"
	case *ast.SelectStmt:
		return "a select statement", "the loop alone, and do the communication in the caller"
	case *ast.SendStmt:
		return "a channel send", "to a slice parameter"
	case *ast.ChanType:
		return "a channel type", "a slice parameter"
	case *ast.MapType:
		return "a map type", "a table as a slice parameter"
	case *ast.InterfaceType:
		return "an interface type", "a concrete numeric type"
	case *ast.TypeAssertExpr:
		if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok && len(call.Args) == 1 {
			return "", "" // it may be any(x)
		}
		if n.Type == nil {
			return "a type switch", "one function per type"
		}
		return "a type assertion", "a concrete numeric type"
	case *ast.UnaryExpr:
		switch n.Op {
		case token.ARROW:
			return "a channel receive", "the data into a slice parameter"
		}
	}
	return "", ""
}

// holder returns the variable that holds what e denotes: x for x, x.f, or x[i] with an array x. It returns nil
// for what is reached through a slice or a pointer. A type parameter that may be an array is treated as one.
func (k *Kernel) holder(e ast.Expr) *ast.Ident {
	return syntax.HolderOf(e, k.isArray, func(e *ast.SelectorExpr) bool {
		return k.ThroughPointer(e, k.Info.Type(e.X))
	})
}

// ThroughPointer reports whether x.f, with x of type t, is reached through a pointer: x is a pointer, or f is
// promoted from a struct that is embedded by pointer.
func (k *Kernel) ThroughPointer(e *ast.SelectorExpr, t types.Type) bool {
	if t == nil {
		return false
	}
	if _, ok := t.Underlying().(*types.Pointer); ok {
		return true
	}
	_, index := k.LookupField(t, e)
	for i := 0; i+1 < len(index); i++ {
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		t = st.Field(index[i]).Type()
		if _, ok := t.Underlying().(*types.Pointer); ok {
			return true
		}
	}
	return false
}

// isArray reports whether e is an array, or of a type parameter that may be one.
func (k *Kernel) isArray(e ast.Expr) bool {
	t := k.Info.Type(e)
	if t == nil {
		return false
	}
	switch types.Unalias(t).Underlying().(type) {
	case *types.Array:
		return true
	case *types.Interface: // the constraint of a type parameter
		return true
	}
	return false
}

// note adds o to a set; the set is allocated lazily, since most functions do not need it.
func note(set *map[types.Object]bool, o types.Object) {
	if *set == nil {
		*set = map[types.Object]bool{}
	}
	(*set)[o] = true
}

// inMemory records that elements of e, an array or a pointer to one, are addressed in memory. For a variable,
// it records the variable; for an array behind a pointer, only its length is known.
func (k *Kernel) inMemory(fi *Func, e ast.Expr) {
	t := k.Info.Type(e)
	if t == nil {
		return
	}
	length := int64(anyLength)
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Array:
		length = u.Len()
	case *types.Pointer:
		a, ok := u.Elem().Underlying().(*types.Array)
		if !ok {
			return
		}
		length = a.Len()
	case *types.Interface: // the constraint of a type parameter
	default:
		return
	}
	if id := k.holder(e); id != nil && k.isArray(e) {
		if note(&fi.InMemory, k.Info.Use(id)); length != anyLength {
			return
		}
	}
	if k.stores.indexed == nil {
		k.stores.indexed = map[int64]bool{}
	}
	k.stores.indexed[length] = true
}

// scanTypes records the variables that must be in memory: arrays indexed by a variable, and variables that are
// sliced or whose address is taken.
func (k *Kernel) scanTypes(fi *Func, n ast.Node) {
	taken := func(e ast.Expr) {
		k.stores.to(k, e)
		if id := k.holder(e); id != nil {
			note(&fi.AddressTaken, k.Info.Use(id))
			note(&fi.Changed, k.Info.Use(id))
		}
	}
	switch n := n.(type) {
	case *ast.IndexExpr:
		if k.Info.Value(n.Index) == nil {
			k.inMemory(fi, n.X)
		}
	case *ast.SliceExpr:
		if k.inMemory(fi, n.X); k.isArray(n.X) {
			taken(n.X)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			if taken(n.X); k.isArray(n.X) {
				k.inMemory(fi, n.X)
			}
		}
	case *ast.ForStmt:
		if a, ok := n.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
			for _, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					note(&fi.PerIteration, k.Info.Def(id))
				}
			}
		}
	case *ast.RangeStmt:
		if n.Value != nil {
			k.inMemory(fi, n.X)
		}
	}
}

// refuseBodiless rejects a call of a function without a body, such as assembly. Functions of errors and fmt are
// allowed; Go code executes them during the kernel.
func refuseBodiless(r *syntax.Reports, pos token.Pos, callee *types.Func) {
	switch {
	case callee.Pkg().Path() == "sort":
		r.Refuse(pos, "a call of "+callee.FullName(), "the sorting in the caller")
	case !Makes(callee):
		r.Refuse(pos, "call of "+callee.Name()+", which has no body", "it in Go")
	}
}

// ErrorMethod returns the Error method of a type that is neither an interface nor a pointer, or nil if it has
// none.
func ErrorMethod(t types.Type) *types.Func {
	if t == nil || types.IsInterface(t) {
		return nil
	}
	o, index, _ := types.LookupFieldOrMethod(t, false, nil, "Error")
	m, ok := o.(*types.Func)
	if !ok || len(index) > 1 {
		return nil
	}
	sig := m.Signature()
	if sig.Params().Len() > 0 || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.String]) {
		return nil
	}
	return m.Origin()
}

// Makes reports whether f is a function of the standard library that makes an error or a string.
func Makes(f *types.Func) bool {
	switch f.FullName() {
	case "errors.New", "fmt.Errorf", "fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln":
		return true
	}
	return false
}
