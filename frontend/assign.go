package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// define declares the variable of an identifier on the left of := or in a var declaration; blank ones have none. It
// says false for one that := only assigns to.
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

// assign tells the three forms apart: with an operator, defining, and plain.
func (b *builder) assign(s *ast.AssignStmt) {
	switch {
	case s.Tok == token.ASSIGN || s.Tok == token.DEFINE:
		b.assignAll(s.Lhs, s.Rhs)
	default:
		b.assignOp(s, s.Lhs[0], opOf(s.Tok), s.Rhs[0])
	}
}

// opOf is the operator of an assignment with one. Go declares both lists of tokens in the same order.
func opOf(t token.Token) token.Token { return t - token.ADD_ASSIGN + token.ADD }

// assignOp computes x op= y. As in x = x op y the left operand comes first, with the check of its index; y is nil for
// ++ and --.
func (b *builder) assignOp(s ast.Stmt, lhs ast.Expr, op token.Token, rhs ast.Expr) {
	b.hoist(lhs, false)
	if rhs != nil {
		b.hoist(rhs, false)
	}
	b.keepIndexes(lhs)
	p := b.place(lhs)
	x := b.get(p)
	if x.t.isComplex() {
		y := val{t: x.t}
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

// one is the number 1 of type t: what ++ adds, and the step of a range.
func (b *builder) one(t typ) val {
	if t.elem.IsFloat() {
		return val{t: t, v: b.f.ConstFloat(t.ir(), 1)}
	}
	return val{t: t, v: b.f.ConstInt(t.ir(), 1)}
}

// assignAll assigns lists; of := too, and of var declarations with values.
func (b *builder) assignAll(lhs, rhs []ast.Expr) {
	if len(lhs) == 1 && len(rhs) == 1 {
		// Of a = min(b, c) gc computes the call in place only if a is a variable, otherwise ahead of a's subscripts
		// (order.go).
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

// keepIndexes computes what an assignment's left side has that is more than a variable or an element, such as compound
// subscripts and conversions: gc does so before it looks at the right side (safeExpr in its walk/assign.go). So
// a[b[i]+1] = c[j] checks i first, but a[b[i]] = c[j] checks j first.
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
			b.keepIndexes(e.Args[0]) // a conversion that is none
			return
		}
		b.keep(e)
	case *ast.BinaryExpr, *ast.UnaryExpr:
		b.keep(e)
	}
}

// assignTuple assigns one by one, and computes ahead of the first assignment only what the assignments before it
// could change: that is what gc does (walk/assign.go, ascompatee), and what decides which stores are done when a later
// operand panics. So a[0], x = 1, y/0 stores and then panics, while a[0], x = 1, b[9] panics first: a load might see
// the store. The values are those of rhs, or have been computed already (xs).
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
	// New variables come into being together: in x, y := y, x the right side means the outer ones.
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

// affected says which expressions the assignments so far could change.
type affected struct {
	b      *builder
	vars   []types.Object
	stored bool // to memory that more than a name leads to
}

// assigned notes an assignment to variable o or a part of it.
func (a *affected) assigned(o types.Object) {
	if a.b.fn.AddressTaken[o] || a.b.handedOver(o) {
		a.stored = true
	} else {
		a.vars = append(a.vars, o)
	}
}

// by reports whether computing e may give another value after the stores that stand ahead of it: something in it is a
// variable that was assigned to, or may read what was stored.
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

// readsMemory reports whether e itself, whatever its operands do, is one of the expressions that gc takes for loads
// (readsMemory in its walk/assign.go): ! and comparisons are, which shows when a division below them panics.
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
