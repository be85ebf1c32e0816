package frontend

import (
	"go/ast"
	"go/token"

	"hotloop/loopopt/ir"
)

func (b *builder) unary(e *ast.UnaryExpr) val {
	if e.Op == token.AND {
		return b.addressOf(e)
	}
	x := b.expr(e.X)
	if !x.t.isScalar() {
		b.wrong(e.Pos())
		return b.zero(tInt)
	}
	switch e.Op {
	case token.ADD:
	case token.SUB:
		x.v = b.new(ir.OpNeg, x.t.ir(), e.Pos(), x.v)
	case token.XOR, token.NOT:
		x.v = b.new(ir.OpNot, x.t.ir(), e.Pos(), x.v)
	default:
		b.Refuse(e.Pos(), "operator "+e.Op.String(), "arithmetic")
	}
	return x
}

// binary computes x op y for operands of one type; shifts are not its business.
func (b *builder) binary(pos token.Pos, op token.Token, x, y val) val {
	if !x.t.isScalar() || !y.t.isScalar() {
		return b.compare(pos, op, x, y)
	}
	if x.t != y.t {
		b.wrong(pos)
	}
	if b.broken() { // the operands need not be of one type
		switch op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return b.zero(tBool)
		}
		return b.zero(x.t)
	}
	t := x.t
	sel := func(float, signed, unsigned ir.Op) ir.Op {
		switch {
		case t.elem.IsFloat():
			return float
		case t.unsigned:
			return unsigned
		}
		return signed
	}
	same := func(o ir.Op) val { return val{t: t, v: b.new(o, t.ir(), pos, x.v, y.v)} }
	compare := func(o ir.Op, x, y val) val { return val{t: tBool, v: b.new(o, ir.TBool, pos, x.v, y.v)} }
	switch op {
	case token.ADD:
		return same(ir.OpAdd)
	case token.SUB:
		return same(ir.OpSub)
	case token.MUL:
		return same(ir.OpMul)
	case token.QUO:
		if !t.elem.IsFloat() {
			b.divisor(y, pos)
		}
		return same(sel(ir.OpDiv, ir.OpDivS, ir.OpDivU))
	case token.REM:
		b.divisor(y, pos)
		return same(sel(ir.OpInvalid, ir.OpRemS, ir.OpRemU))
	case token.AND:
		return same(ir.OpAnd)
	case token.OR:
		return same(ir.OpOr)
	case token.XOR:
		return same(ir.OpXor)
	case token.AND_NOT:
		return same(ir.OpAndNot)
	case token.EQL:
		return compare(ir.OpEq, x, y)
	case token.NEQ:
		return compare(ir.OpNe, x, y)
	case token.LSS:
		return compare(sel(ir.OpLt, ir.OpLtS, ir.OpLtU), x, y)
	case token.LEQ:
		return compare(sel(ir.OpLe, ir.OpLeS, ir.OpLeU), x, y)
	case token.GTR:
		return compare(sel(ir.OpLt, ir.OpLtS, ir.OpLtU), y, x)
	case token.GEQ:
		return compare(sel(ir.OpLe, ir.OpLeS, ir.OpLeU), y, x)
	}
	b.Refuse(pos, "operator "+op.String(), "arithmetic")
	return b.zero(t)
}

// divisor checks that an integer divisor is not 0.
func (b *builder) divisor(y val, pos token.Pos) {
	if y.v.IsConst() && !y.v.IsConstInt(0) {
		return
	}
	cond := b.new(ir.OpNe, ir.TBool, pos, y.v, b.f.Const(y.t.ir(), 0))
	b.check(ir.SiteDivide, pos, false, cond)
}

// shift computes x << count or x >> count. The count may have any integer type; the operation wants the type of x.
func (b *builder) shift(pos token.Pos, op token.Token, x val, count ast.Expr) val {
	n := b.expr(count)
	if !x.t.elem.IsInt() || !n.t.elem.IsInt() {
		b.wrong(pos)
		return b.zero(tInt)
	}
	if !n.t.unsigned && !(n.v.IsConst() && n.v.Int() >= 0) {
		cond := b.new(ir.OpLeS, ir.TBool, pos, b.f.Const(n.t.ir(), 0), n.v)
		b.check(ir.SiteShift, pos, false, cond)
	}
	o := ir.OpShl
	if op == token.SHR {
		o = ir.OpShrS
		if x.t.unsigned {
			o = ir.OpShrU
		}
	}
	x.v = b.new(o, x.t.ir(), pos, x.v, b.count(n, x.t.elem, pos))
	return x
}

// count brings the shift count n, no longer negative, to the element kind e. A wider one is cut only after it has been
// limited to e's width, from which on all counts do the same.
func (b *builder) count(n val, e ir.Elem, pos token.Pos) *ir.Value {
	width := int64(e.Bits())
	if n.v.IsConst() {
		c := ir.Truncate(n.t.elem, uint64(n.v.AuxInt))
		return b.f.ConstInt(ir.Scalar(e), int64(min(c, uint64(width))))
	}
	if n.t.elem.Bits() > e.Bits() {
		limit := b.f.ConstInt(n.t.ir(), width)
		n.v = b.new(ir.OpMinU, n.t.ir(), pos, n.v, limit)
	}
	n.t.unsigned = true
	return b.resize(n, e, pos)
}

// A string is a pointer to bytes that nothing writes, and a length.

// stringConstant is a string whose bytes are a table.
func (b *builder) stringConstant(s string) val {
	x := val{t: tString, v: b.nowhere(), len: b.int(int64(len(s)))}
	if len(s) > 0 {
		x.v = b.f.Arg(ir.OpTablePtr, b.f.NewTable(ir.Table{Name: "string", Elem: ir.I8, Data: []byte(s)}))
	}
	return x
}

// refuseOperands says what is wrong with an operator on operands that are no scalars.
func (b *builder) refuseOperands(pos token.Pos, op token.Token, t typ) {
	switch {
	case t.kind == stringKind && op == token.ADD:
		b.Refuse(pos, "a concatenation of strings", "the bytes into a slice parameter")
	case t.kind == stringKind:
		b.Refuse(pos, "a comparison of strings", "a loop that compares their bytes")
	case t.slice:
		b.Refuse(pos, "a comparison of a slice with nil", "len(x) == 0")
	default:
		b.wrong(pos)
	}
}

// compare computes x == y and x != y of arrays, structs and pointers.
func (b *builder) compare(pos token.Pos, op token.Token, x, y val) val {
	var same *ir.Value
	switch {
	case x.t.isAggregate() && y.t == x.t && (op == token.EQL || op == token.NEQ):
		same = b.equal(pos, x, y)
	case x.t.kind == nilKind && y.t.kind != nilKind:
		return b.compare(pos, op, y, x)
	case x.t.kind == pointerKind && y.t.kind == nilKind && (op == token.EQL || op == token.NEQ):
		same = b.new(ir.OpNot, ir.TBool, pos, x.nonNil)
	case x.t.kind == pointerKind && y.t.kind == pointerKind && (op == token.EQL || op == token.NEQ):
		// Two nil pointers are equal wherever they point; a nil one differs from any other.
		same = b.new(ir.OpEq, ir.TBool, pos, x.v, y.v)
		some := b.new(ir.OpOr, ir.TBool, pos, x.nonNil, y.nonNil)
		both := b.new(ir.OpAnd, ir.TBool, pos, x.nonNil, y.nonNil)
		same = b.new(ir.OpSelect, ir.TBool, pos, both, same, b.new(ir.OpNot, ir.TBool, pos, some))
	default:
		b.refuseOperands(pos, op, x.t)
		return b.zero(tBool)
	}
	if op == token.NEQ {
		same = b.new(ir.OpNot, ir.TBool, pos, same)
	}
	return val{t: tBool, v: same}
}
