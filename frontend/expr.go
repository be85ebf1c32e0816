package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"hotloop/frontend/check"
	"hotloop/loopopt/ir"
)

// top builds an expression that is not part of another one.
func (b *builder) top(e ast.Expr) val {
	b.hoist(e, true)
	return b.expr(e)
}

// hoist computes the subexpressions of e that the Go compiler computes ahead of e, in order: calls other than
// conversions, && and ||, and slice expressions. So a[i] + min(b[j], 0) checks j first. The root of e needs no
// hoisting.
func (b *builder) hoist(e ast.Expr, isRoot bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		b.hoist(e.X, isRoot)
	case *ast.UnaryExpr:
		b.hoist(e.X, false)
	case *ast.BinaryExpr:
		if !isShortCircuit(e) {
			b.hoist(e.X, false)
			b.hoist(e.Y, false)
		} else if !isRoot {
			b.keep(e)
		}
	case *ast.IndexExpr:
		b.hoist(e.X, false)
		b.hoist(e.Index, false)
	case *ast.TypeAssertExpr:
		b.hoist(e.X, false)
	case *ast.SelectorExpr, *ast.StarExpr, *ast.CompositeLit:
		b.hoistParts(e)
	case *ast.CallExpr:
		if b.isConversion(e) {
			b.hoist(e.Args[0], false)
		} else if !isRoot {
			b.keep(e)
		}
	case *ast.SliceExpr:
		if !isRoot {
			b.keep(e)
		}
	}
}

// keep computes e and saves its value for its single use. Constants are not kept, because they cannot change.
func (b *builder) keep(e ast.Expr) {
	if b.info.Value(e) != nil {
		return
	}
	x := b.exprs(e)
	for i := range x {
		x[i] = b.snapshot(x[i], e.Pos())
	}
	if b.hoisted == nil {
		b.hoisted = map[ast.Expr][]val{}
	}
	b.hoisted[e] = x
}

// operand builds an operand of an operator whose other operand has type t. A constant takes type t.
func (b *builder) operand(e ast.Expr, t typ) val {
	if t.isScalar() {
		return val{t: t, v: b.operandOf(e, t)}
	}
	return b.expr(e)
}

// isShortCircuit reports whether e may skip its right operand. Such an expression is control flow.
func isShortCircuit(e *ast.BinaryExpr) bool { return e.Op == token.LAND || e.Op == token.LOR }

// isConversion reports whether the call is a conversion T(x). Only the types distinguish it from a call.
func (b *builder) isConversion(e *ast.CallExpr) bool {
	return b.info.IsType(e.Fun) && len(e.Args) == 1
}

// expr builds e, which has one value.
func (b *builder) expr(e ast.Expr) val {
	if len(b.hoisted) == 0 {
		x := ast.Unparen(e)
		if _, ok := x.(*ast.CallExpr); !ok {
			return b.single(x)
		}
	}
	if xs := b.exprs(e); len(xs) == 1 {
		return xs[0]
	}
	b.Refuse(e.Pos(), "a call without a value", "a call that returns one")
	return b.zero(tInt)
}

// exprs builds e. Only calls have a number of values other than one. A value that hoist kept is consumed once, at
// the position of the expression. Evaluating it twice would break the evaluation order.
func (b *builder) exprs(e ast.Expr) []val {
	if len(b.hoisted) > 0 {
		if x, ok := b.hoisted[e]; ok {
			delete(b.hoisted, e)
			return x
		}
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return b.exprs(x.X)
	case *ast.CallExpr:
		if b.info.Value(e) == nil {
			xs := b.call(x)
			if b.broken() {
				xs = b.conform(e, xs)
			}
			return xs
		}
	}
	return []val{b.single(e)}
}

// single builds e, which is a constant or not a call.
func (b *builder) single(e ast.Expr) (x val) {
	if tv := b.info.TypeAndValue(e); tv.Value != nil {
		x = b.constExpr(e, tv)
	} else {
		x = b.expr1(e, tv)
	}
	if b.broken() {
		x = b.conformTo(b.goType(e), x)
	}
	return x
}

// constExpr returns an expression whose value the type checker computed with Go's exact constant arithmetic.
func (b *builder) constExpr(e ast.Expr, tv check.TypeAndValue) val {
	t := b.typeOf(tv.Type, e.Pos())
	if t.kind == stringKind && tv.Value.Kind() == constant.String {
		return b.stringConstant(constant.StringVal(tv.Value))
	}
	if t.isComplex() {
		if x, ok := b.complexConstant(tv.Value, t); ok {
			return x
		}
		return b.zero(t)
	}
	v := b.constant(tv.Value, t)
	if v == nil { // only if the type was refused
		return b.zero(t)
	}
	return val{t: t, v: v}
}

// expr1 builds an expression that is neither a constant nor a call. Operands are built from left to right; hoist
// has kept those that the Go compiler computes first.
func (b *builder) expr1(e ast.Expr, tv check.TypeAndValue) val {
	switch e := e.(type) {
	case *ast.Ident:
		return b.ident(e, tv)
	case *ast.UnaryExpr:
		return b.unary(e)
	case *ast.BinaryExpr:
		if isShortCircuit(e) {
			return b.shortCircuit(e)
		}
		x := b.expr(e.X)
		if e.Op == token.SHL || e.Op == token.SHR {
			return b.shift(e.OpPos, e.Op, x, e.Y)
		}
		return b.binary(e.OpPos, e.Op, x, b.expr(e.Y))
	case *ast.IndexExpr:
		if b.info.IsType(e.Index) {
			return b.instanceValue(e)
		}
		return b.get(b.element(e))
	case *ast.IndexListExpr:
		return b.instanceValue(e)
	case *ast.FuncLit:
		return funcVal(&function{lit: e, environment: b.around(e)})
	case *ast.StarExpr:
		return b.get(b.locate(e))
	case *ast.TypeAssertExpr:
		return b.assertion(e, 1)[0]
	case *ast.SliceExpr:
		return b.sliceExpr(e)
	case *ast.CompositeLit:
		return b.compositeLit(e, tv)
	case *ast.SelectorExpr:
		if p, ok := b.fieldOf(e); ok {
			return b.get(p)
		}
		if p, ok := b.stdVariable(e.Sel, b.info.Use(e.Sel)); ok {
			return b.get(p)
		}
		switch o := b.info.Use(e.Sel).(type) {
		case *types.Func:
			return b.functionOf(e, e.Sel, o)
		case *types.Var:
			if b.sourcedVariable(o) {
				return b.get(b.global(e.Sel, o))
			}
		}
		b.selector(e, tv)
	default:
		b.Refuse(e.Pos(), "an expression of an unknown kind", "numeric expressions")
	}
	return b.zero(tInt)
}

// selector refuses an x.f that is not a field of a struct. The message names what was found.
func (b *builder) selector(e *ast.SelectorExpr, tv check.TypeAndValue) {
	if id, ok := e.X.(*ast.Ident); ok {
		if p, ok := b.info.Use(id).(*types.PkgName); ok {
			name := p.Name() + "." + e.Sel.Name
			b.Refuse(e.Pos(), name+" of package "+p.Imported().Path(), "it as a parameter")
			return
		}
	}
	if tv.IsType() || b.info.Type(e.X) == nil {
		b.wrong(e.Pos())
		return
	}
	if !b.broken() {
		b.Refuse(e.Pos(), "selector ."+e.Sel.Name, "the field of a struct variable or of an element of a slice")
	}
}

// ident returns the value of a name: a variable of the function or of the package, or nil.
func (b *builder) ident(e *ast.Ident, tv check.TypeAndValue) val {
	switch o := b.info.Use(e).(type) {
	case *types.Var:
		if v := b.vars[o]; v != nil {
			return b.read(v)
		}
		if b.sourcedVariable(o) {
			return b.get(b.global(e, o))
		}
		if o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
			b.Refuse(e.Pos(), "package-level variable "+e.Name+" of package "+o.Pkg().Path(), "it as a parameter")
			return b.zero(b.quietType(o.Type()))
		}
	case *types.Nil:
		if bt, ok := tv.Type.(*types.Basic); ok && bt.Kind() == types.UntypedNil {
			return val{t: typ{kind: nilKind}}
		}
		return b.zero(b.typeOf(tv.Type, e.Pos()))
	case *types.Func:
		return b.functionOf(e, e, o)
	}
	if e.Name == "_" {
		return b.zero(tInt)
	}
	b.wrong(e.Pos())
	return b.zero(tInt)
}

// toInt64 converts an index or a bound, which may have any integer type.
func (b *builder) toInt64(x val, pos token.Pos) *ir.Value {
	if !x.t.elem.IsInt() {
		b.wrong(pos)
		return b.int(0)
	}
	return b.resize(x, ir.I64, pos)
}

// condition branches to yes or no, neither of which need be sealed. It builds && and || as control flow, so that
// each condition guards the operands after it. A constant condition produces only one edge, and the other side is
// not built. odds is the probability of the whole condition.
func (b *builder) condition(e ast.Expr, yes, no *ir.Block, likely ir.Likely) {
	e = ast.Unparen(e)
	if tv := b.info.TypeAndValue(e); tv.Value != nil {
		if v := b.constant(tv.Value, tBool); v != nil && v.IsConstInt(0) {
			yes = no
		}
		b.jump(yes)
		return
	}
	switch x := e.(type) {
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			b.condition(x.X, no, yes, likely.Not())
			return
		}
	case *ast.CallExpr:
		if f := b.knownFunc(x.Fun); f != nil && f.body != nil && b.cur != nil {
			b.yieldTo(x, f.body, b.args(x.Args), yes, no)
			return
		}
	case *ast.BinaryExpr:
		if !isShortCircuit(x) {
			break
		}
		if x.Op == token.LAND {
			likely = likely.Not().AnyOf(2).Not()
			rhs := b.f.NewBlock("and.rhs")
			b.condition(x.X, rhs, no, likely)
			b.start(rhs)
		} else {
			likely = likely.AnyOf(2)
			rhs := b.f.NewBlock("or.rhs")
			b.condition(x.X, yes, rhs, likely)
			b.start(rhs)
		}
		if b.cur != nil {
			b.condition(x.Y, yes, no, likely)
		}
		return
	}
	v := b.top(e).v
	if x, ok := e.(*ast.BinaryExpr); ok && v.IsConst() && (b.isFuncExpr(x.X) || b.isFuncExpr(x.Y)) {
		if v.IsConstInt(0) { // the code behind a test of a function value is built only if the test passes
			yes = no
		}
		b.jump(yes)
		return
	}
	b.branch(v, yes, no, likely)
}

// likelyOf returns what a directive declares about the condition of an if statement or case.
func (b *builder) likelyOf(s ast.Stmt) ir.Likely {
	if info := b.k.Loops[s]; info != nil {
		return info.Likely
	}
	return ir.NoGuess
}

// branch ends the current block. Code is unreachable until the next call of start.
func (b *builder) branch(cond *ir.Value, yes, no *ir.Block, likely ir.Likely) {
	b.cur.SetIf(cond, yes, no)
	b.cur.Likely = likely
	b.cur = nil
}

// shortCircuit builds && and || as a value. The phi's arguments are in the order of end's predecessors: the left
// operand, whose branch came first, then the right one.
func (b *builder) shortCircuit(e *ast.BinaryExpr) val {
	x := b.top(e.X)
	rhs, end := b.f.NewBlock("logic.rhs"), b.f.NewBlock("logic.end")
	if e.Op == token.LAND {
		b.branch(x.v, rhs, end, ir.NoGuess)
	} else {
		b.branch(x.v, end, rhs, ir.NoGuess)
	}
	b.start(rhs)
	y := b.top(e.Y)
	b.jump(end)
	b.start(end)
	phi := end.NewPhi(ir.TBool, ir.Pos(e.OpPos))
	phi.AddArgs(b.f.ConstBool(ir.TBool, e.Op == token.LOR), y.v)
	return val{t: tBool, v: phi}
}
