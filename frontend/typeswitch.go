package frontend

import (
	"go/ast"
	"go/types"
	"reflect"

	"hotloop/loopopt/ir"
)

// A type switch over any(x) and an assertion any(x).(T) test the type of x, which is known at compile time. For a
// type parameter it is the type argument. Only the matching case is built.

// inAny returns x in any(x), and its type. Other values of interface types are refused, because their dynamic type
// is unknown.
func (b *builder) inAny(e *ast.TypeAssertExpr, found, instead string) (x ast.Expr, t types.Type, ok bool) {
	call, isCall := ast.Unparen(e.X).(*ast.CallExpr)
	if isCall && len(call.Args) == 1 && b.info.IsType(call.Fun) {
		x = call.Args[0]
		t = b.goType(x)
	}
	switch {
	case t == nil || types.IsInterface(t) || types.Identical(t, types.Typ[types.UntypedNil]):
		b.Refuse(e.Pos(), found, instead)
	case b.namesLost():
		b.Refuse(e.Pos(), found+" where a parameter of the func type has a type with a name, which the text does not tell",
			"a func type of predeclared types, or one function per type")
	default:
		return x, t, true
	}
	return nil, nil, false
}

// namesLost reports whether type arguments come from a func type or a bound value with named types. Such types are
// represented by their underlying types.
func (b *builder) namesLost() bool {
	f, ok := b.info.Def(b.k.Fn.Name).(*types.Func)
	if !ok || f.Signature().TypeParams().Len()+f.Signature().RecvTypeParams().Len() == 0 {
		return false
	}
	for _, x := range b.opts.Bind {
		if t := reflect.TypeOf(x); t != nil && t.PkgPath() != "" {
			return true
		}
	}
	t := b.opts.Type
	if t == nil || t.Kind() != reflect.Func {
		return false
	}
	for i := range t.NumIn() {
		if hasName(t.In(i)) {
			return true
		}
	}
	for i := range t.NumOut() {
		if hasName(t.Out(i)) {
			return true
		}
	}
	return false
}

// hasName reports whether t or its element type is a declared type or a struct.
func hasName(t reflect.Type) bool {
	for ; t.PkgPath() == ""; t = t.Elem() {
		switch t.Kind() {
		case reflect.Slice, reflect.Array, reflect.Pointer:
		default:
			return t.Kind() == reflect.Struct
		}
	}
	return true
}

// isOf reports whether a value with dynamic type t has the type that e denotes.
func (b *builder) isOf(t types.Type, e ast.Expr) bool {
	if !b.info.IsType(e) {
		return false // nil
	}
	to := b.goType(e)
	switch i, isInterface := to.Underlying().(*types.Interface); {
	case !isInterface:
		return types.Identical(t, to)
	case i.NumMethods() == 0:
		return true
	case types.NewMethodSet(t).Len() > 0 || types.NewMethodSet(types.NewPointer(t)).Len() > 0:
		b.Refuse(e.Pos(), "a question whether a type with methods implements an interface", "the concrete type")
	}
	return false
}

// typeSwitch builds the matching case of a type switch.
func (b *builder) typeSwitch(s *ast.TypeSwitchStmt, label string) {
	if s.Init != nil {
		if b.stmt(s.Init, ""); b.cur == nil {
			return
		}
	}
	var e ast.Expr
	var name *ast.Ident
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		e = a.X
	case *ast.AssignStmt:
		e = a.Rhs[0]
		name, _ = a.Lhs[0].(*ast.Ident)
	}
	assert, ok := ast.Unparen(e).(*ast.TypeAssertExpr)
	if !ok {
		b.wrong(s.Pos())
		return
	}
	arg, t, ok := b.inAny(assert, "a type switch", "one function per type")
	if !ok {
		return
	}
	x := b.top(arg)
	var taken *ast.CaseClause
	var by ast.Expr
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil && by == nil {
			taken = c
		}
		for _, e := range c.List {
			if by == nil && b.isOf(t, e) {
				taken, by = c, e
			}
		}
	}
	if taken == nil || b.cur == nil {
		return
	}
	if o, ok := b.info.Implicit(taken).(*types.Var); ok && name != nil {
		if len(taken.List) == 1 && !types.IsInterface(b.goType(by)) {
			b.declare(o, x)
		} else if id := b.useOf(o, taken); id != nil {
			b.Refuse(id.Pos(), "variable "+name.Name+" of an interface type", "a case of one concrete type")
			return
		}
	}
	end := b.f.NewBlock("switch.end")
	b.targets = &target{outer: b.targets, label: label, brk: end, within: b.within}
	b.stmts(taken.Body)
	b.jump(end)
	b.targets = b.targets.outer
	b.start(end)
}

// useOf finds a use of o in n.
func (b *builder) useOf(o types.Object, n ast.Node) (found *ast.Ident) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && found == nil && b.info.Use(id) == o {
			found = id
		}
		return found == nil
	})
	return found
}

// assertion returns the value of any(x).(T), and whether x has type T. With a single result, x must have type T.
func (b *builder) assertion(e *ast.TypeAssertExpr, results int) []val {
	arg, t, ok := b.inAny(e, "a type assertion", "a concrete numeric type")
	if !ok {
		return []val{b.zero(tInt), b.zero(tBool)}[:results]
	}
	x := b.expr(arg)
	is := b.isOf(t, e.Type)
	switch to := b.goType(e.Type); {
	case types.IsInterface(to):
		b.Refuse(e.Pos(), "a type assertion to an interface", "a concrete type")
	case !is && results == 1:
		b.Refuse(e.Pos(), "a type assertion that never holds", "a type switch")
	case !is:
		x = b.zero(b.typeOf(to, e.Pos()))
	}
	return []val{x, {t: tBool, v: b.f.ConstBool(ir.TBool, is)}}[:results]
}
