package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"hotloop/frontend/check"
	"hotloop/loopopt/ir"
)

// top computes an expression that is not part of another one.
func (b *builder) top(e ast.Expr) val {
	b.hoist(e, true)
	return b.expr(e)
}

// hoist computes ahead what gc computes ahead: calls (conversions are none), && and ||, and slice expressions inside e,
// in order. So in a[i] + min(b[j], 0) it is j that is checked first. At the root of e they need no hoisting.
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

// keep computes e and remembers the value for the one time it is asked for. A constant is not kept: it cannot change.
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

// operand computes an operand of an operator whose other operand is of type t, which a constant takes on.
func (b *builder) operand(e ast.Expr, t typ) val {
	if t.isScalar() {
		return val{t: t, v: b.operandOf(e, t)}
	}
	return b.expr(e)
}

// isShortCircuit says whether the right operand may be left out. Such an expression is control flow.
func isShortCircuit(e *ast.BinaryExpr) bool { return e.Op == token.LAND || e.Op == token.LOR }

// isConversion says whether the call is T(x). The syntax is that of a call; only the types tell.
func (b *builder) isConversion(e *ast.CallExpr) bool {
	return b.info.IsType(e.Fun) && len(e.Args) == 1
}

// expr computes e, which has one value.
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

// exprs computes e; only calls have other than one value. What hoist kept is handed out once, at the place of the
// expression; a second evaluation would be an error in the order.
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

// single computes e, which is a constant or no call.
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

// constExpr is an expression whose value the type checker computed, with the exact arithmetic of Go's constants.
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
	if v == nil { // only where the type was refused
		return b.zero(t)
	}
	return val{t: t, v: v}
}

// expr1 computes what is neither constant nor call. Operands are computed from left to right; what gc computes ahead
// of them was kept by hoist.
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

// selector refuses x.f that is no field of a struct: it says what was found, a name of a package or something else.
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

// ident is the value of a name: of a variable of the function, of the package, or nil.
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

// toInt64 converts an index or a bound; any integer type is allowed there.
func (b *builder) toInt64(x val, pos token.Pos) *ir.Value {
	if !x.t.elem.IsInt() {
		b.wrong(pos)
		return b.int(0)
	}
	return b.resize(x, ir.I64, pos)
}

// condition branches to yes or no. Neither need be sealed. Control flow in place of a value keeps the conditions of &&
// and || apart, so that each guards what stands behind it. A constant condition leaves one edge only: the other side
// is not built into the graph. Odds is how likely the whole holds.
func (b *builder) condition(e ast.Expr, yes, no *ir.Block, odds ir.Likely) {
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
			b.condition(x.X, no, yes, odds.Not())
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
			odds = odds.Not().AnyOf(2).Not()
			rhs := b.f.NewBlock("and.rhs")
			b.condition(x.X, rhs, no, odds)
			b.start(rhs)
		} else {
			odds = odds.AnyOf(2)
			rhs := b.f.NewBlock("or.rhs")
			b.condition(x.X, yes, rhs, odds)
			b.start(rhs)
		}
		if b.cur != nil {
			b.condition(x.Y, yes, no, odds)
		}
		return
	}
	v := b.top(e).v
	if x, ok := e.(*ast.BinaryExpr); ok && v.IsConst() && (b.isFuncExpr(x.X) || b.isFuncExpr(x.Y)) {
		if v.IsConstInt(0) { // what is behind a test of a function is built if it is passed
			yes = no
		}
		b.jump(yes)
		return
	}
	b.branch(v, yes, no, odds)
}

// oddsOf is what a directive says of the condition of an if statement or case.
func (b *builder) oddsOf(s ast.Stmt) ir.Likely {
	if info := b.k.Loops[s]; info != nil {
		return info.Odds
	}
	return ir.NoGuess
}

// branch ends the current block. What follows cannot be reached until start.
func (b *builder) branch(cond *ir.Value, yes, no *ir.Block, odds ir.Likely) {
	b.cur.SetIf(cond, yes, no)
	b.cur.Likely = odds
	b.cur = nil
}

// shortCircuit computes && and || as a value. The phi has two arguments in the order of the predecessors of end: the
// left operand, whose branch came first, then the right one.
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
