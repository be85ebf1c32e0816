package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// define declares the variable of an identifier on the left of := or in a var declaration. The blank identifier
// declares none. It reports false for a variable that := only assigns to.
func (b *builder) define(e ast.Expr, x val) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	if id.Name == "_" {
		return true
	}
	o, ok := b.info.Def(id).(*types.Var)
	if ok {
		b.declare(o, b.as(x, b.typeOf(o.Type(), id.Pos()), id.Pos()))
	}
	return ok
}

// assign builds an assignment: with an operator, defining, or plain.
func (b *builder) assign(s *ast.AssignStmt) {
	switch {
	case s.Tok == token.ASSIGN || s.Tok == token.DEFINE:
		b.assignAll(s.Lhs, s.Rhs)
	default:
		b.assignOp(s, s.Lhs[0], opOf(s.Tok), s.Rhs[0])
	}
}

// opOf returns the operator of an assignment operation. Package token declares both lists in the same order.
func opOf(t token.Token) token.Token { return t - token.ADD_ASSIGN + token.ADD }

// assignOp builds x op= y. As in x = x op y, the left operand is evaluated first, including its index check. y is
// nil for ++ and --.
func (b *builder) assignOp(s ast.Stmt, lhs ast.Expr, op token.Token, rhs ast.Expr) {
	b.hoist(lhs, false)
	if rhs != nil {
		b.hoist(rhs, false)
	}
	b.keepIndexes(lhs)
	p := b.place(lhs)
	x := b.get(p)
	if x.t.isComplex() {
		var y val
		if rhs == nil {
			y, _ = b.complexConstant(constant.MakeInt64(1), x.t)
		} else {
			y = b.expr(rhs)
		}
		b.set(p, b.complexBinary(s.Pos(), op, x, y))
		return
	}
	if !x.t.isScalar() {
		b.refuseOperands(s.Pos(), op, x.t)
		return
	}
	pos := s.Pos()
	if a, ok := s.(*ast.AssignStmt); ok {
		pos = a.TokPos
	}
	switch {
	case rhs == nil:
		b.set(p, b.binary(pos, op, x, b.one(x.t)))
	case op == token.SHL || op == token.SHR:
		b.set(p, b.shift(pos, op, x, rhs))
	default:
		b.set(p, b.binary(pos, op, x, b.expr(rhs)))
	}
}

// one returns the number 1 of type t, which ++ adds and a range counter steps by.
func (b *builder) one(t typ) val {
	if t.elem.IsFloat() {
		return val{t: t, v: b.f.ConstFloat(t.ir(), 1)}
	}
	return val{t: t, v: b.f.ConstInt(t.ir(), 1)}
}

// assignAll assigns a list of values. It also serves := and var declarations with values.
func (b *builder) assignAll(lhs, rhs []ast.Expr) {
	if len(lhs) == 1 && len(rhs) == 1 {
		// For a = min(b, c) the Go compiler computes the call in place only if a is a variable. Otherwise it
		// computes the call ahead of a's subscripts (order.go).
		_, name := ast.Unparen(lhs[0]).(*ast.Ident)
		b.hoist(lhs[0], false)
		b.hoist(rhs[0], name)
		b.keepIndexes(lhs[0])
		x := b.expr(rhs[0])
		if !b.define(lhs[0], x) {
			b.set(b.place(lhs[0]), x)
		}
		return
	}
	for _, l := range lhs {
		b.hoist(l, false)
	}
	if len(lhs) != len(rhs) {
		if len(rhs) != 1 {
			b.wrong(lhs[0].Pos())
			return
		}
		var xs []val
		if e, ok := ast.Unparen(rhs[0]).(*ast.TypeAssertExpr); ok && len(lhs) == 2 {
			xs = b.assertion(e, len(lhs))
		} else {
			xs = b.exprs(ast.Unparen(rhs[0]))
		}
		if len(xs) != len(lhs) {
			if !b.broken() {
				b.Refuse(rhs[0].Pos(), "an assignment of several values from one expression",
					"a call of a function of this source")
			}
			return
		}
		b.assignTuple(lhs, nil, xs)
		return
	}
	for _, r := range rhs {
		b.hoist(r, false)
	}
	b.assignTuple(lhs, rhs, nil)
}

// keepIndexes computes the operands on the left side of an assignment that are more than a variable or an element,
// such as compound subscripts and conversions. The Go compiler computes them before the right side (safeExpr in
// its walk/assign.go). So a[b[i]+1] = c[j] checks i first, but a[b[i]] = c[j] checks j first.
func (b *builder) keepIndexes(e ast.Expr) {
	if _, done := b.hoisted[e]; done {
		return
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		b.keepIndexes(e.X)
	case *ast.SelectorExpr:
		b.keepIndexes(e.X)
	case *ast.StarExpr:
		b.keepIndexes(e.X)
	case *ast.IndexExpr:
		b.keepIndexes(e.X)
		b.keepIndexes(e.Index)
	case *ast.CallExpr:
		if b.isConversion(e) && types.Identical(b.info.Type(e), b.info.Type(e.Args[0])) {
			b.keepIndexes(e.Args[0]) // a conversion to the same type
			return
		}
		b.keep(e)
	case *ast.BinaryExpr, *ast.UnaryExpr:
		b.keep(e)
	}
}

// assignTuple assigns one by one. Before the first assignment it computes only the operands that an earlier
// assignment could change. The Go compiler does the same (walk/assign.go, ascompatee), and this decides which
// stores are done when a later operand panics. So a[0], x = 1, y/0 stores and then panics, while a[0], x = 1, b[9]
// panics first, because a load might see the store. The values are those of rhs, or xs if they have been computed
// already.
func (b *builder) assignTuple(lhs, rhs []ast.Expr, xs []val) {
	ahead := affected{b: b}
	save := func(e ast.Expr) {
		if ahead.by(e) {
			b.keep(e)
		}
	}
	for i, l := range lhs {
		l = ast.Unparen(l)
		b.operandsOf(l, save)
		if rhs != nil {
			save(rhs[i])
		}
		if id := b.holder(l); id == nil {
			ahead.stored = true
		} else if o := b.info.Use(id); o != nil {
			ahead.assigned(o)
		}
	}
	// All new variables enter scope together: in x, y := y, x the right side refers to the outer ones.
	for i, l := range lhs {
		b.keepIndexes(l)
		var x val
		if rhs != nil {
			x = b.expr(rhs[i])
		} else {
			x = xs[i]
		}
		if !b.define(l, x) {
			b.set(b.place(l), x)
		}
	}
}

// affected records what the assignments so far could change.
type affected struct {
	b      *builder
	vars   []types.Object
	stored bool // to memory that is reached by more than a name
}

// assigned records an assignment to variable o or a part of it.
func (a *affected) assigned(o types.Object) {
	if a.b.fn.AddressTaken[o] || a.b.handedOver(o) {
		a.stored = true
	} else {
		a.vars = append(a.vars, o)
	}
}

// by reports whether the preceding stores may change the value of e. They may if e contains a variable that was
// assigned to, or reads memory that was stored to.
func (a *affected) by(e ast.Expr) (found bool) {
	if len(a.vars) == 0 && !a.stored {
		return false
	}
	ast.Inspect(e, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || found || a.b.info.Value(e) != nil {
			return !found && !ok
		}
		if _, done := a.b.hoisted[e]; done {
			return false
		}
		if id, ok := e.(*ast.Ident); ok && slices.Contains(a.vars, a.b.info.Use(id)) {
			found = true
		}
		found = found || a.stored && a.readsMemory(e)
		return !found
	})
	return found
}

// readsMemory reports whether the Go compiler treats e itself, regardless of its operands, as a load (readsMemory
// in its walk/assign.go). It treats ! and comparisons as loads, which is visible when a division below them
// panics.
func (a *affected) readsMemory(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return false
	case *ast.Ident:
		o := a.b.info.Use(e)
		return a.b.fn.AddressTaken[o] || a.b.handedOver(o)
	case *ast.UnaryExpr:
		return e.Op == token.NOT || e.Op == token.AND
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return true
		}
		return false
	case *ast.SelectorExpr:
		return a.b.k.ThroughPointer(e, a.b.goType(e.X))
	case *ast.CallExpr: // a conversion: all others are hoisted
		return !a.b.typeOf(a.b.info.Type(e), e.Pos()).isScalar()
	}
	return true
}
