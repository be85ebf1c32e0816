package frontend

import (
	"go/ast"
	"go/token"

	"hotloop/loopopt/ir"
)

// unary builds a unary operator. Negating an integer wraps. Negating a float flips its sign bit, also for a zero
// or a NaN, as in Go.
func (b *builder) unary(e *ast.UnaryExpr) val {
	if e.Op == token.AND {
		return b.addressOf(e)
	}
	x := b.expr(e.X)
	if x.t.isComplex() && (e.Op == token.ADD || e.Op == token.SUB) {
		parts := b.leavesOf(x, e.Pos())
		out := val{t: x.t, leaves: parts}
		if e.Op == token.SUB {
			t := x.t.part().ir()
			out.leaves = []*ir.Value{b.new(ir.OpNeg, t, e.Pos(), parts[0]), b.new(ir.OpNeg, t, e.Pos(), parts[1])}
		}
		return out
	}
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

// arithmetic lists the operation of each binary operator except shifts, by operand type. The IR has no > and >=,
// so swap exchanges the operands. A NaN makes both forms false, so this is also correct for floats.
var arithmetic = map[token.Token]struct {
	float, signed, unsigned ir.Op
	compare, swap           bool
}{
	token.ADD:     {float: ir.OpAdd, signed: ir.OpAdd, unsigned: ir.OpAdd},
	token.SUB:     {float: ir.OpSub, signed: ir.OpSub, unsigned: ir.OpSub},
	token.MUL:     {float: ir.OpMul, signed: ir.OpMul, unsigned: ir.OpMul},
	token.QUO:     {float: ir.OpDiv, signed: ir.OpDivS, unsigned: ir.OpDivU},
	token.REM:     {signed: ir.OpRemS, unsigned: ir.OpRemU},
	token.AND:     {signed: ir.OpAnd, unsigned: ir.OpAnd},
	token.OR:      {signed: ir.OpOr, unsigned: ir.OpOr},
	token.XOR:     {signed: ir.OpXor, unsigned: ir.OpXor},
	token.AND_NOT: {signed: ir.OpAndNot, unsigned: ir.OpAndNot},
	token.EQL:     {float: ir.OpEq, signed: ir.OpEq, unsigned: ir.OpEq, compare: true},
	token.NEQ:     {float: ir.OpNe, signed: ir.OpNe, unsigned: ir.OpNe, compare: true},
	token.LSS:     {float: ir.OpLt, signed: ir.OpLtS, unsigned: ir.OpLtU, compare: true},
	token.LEQ:     {float: ir.OpLe, signed: ir.OpLeS, unsigned: ir.OpLeU, compare: true},
	token.GTR:     {float: ir.OpLt, signed: ir.OpLtS, unsigned: ir.OpLtU, compare: true, swap: true},
	token.GEQ:     {float: ir.OpLe, signed: ir.OpLeS, unsigned: ir.OpLeU, compare: true, swap: true},
}

// binary builds x op y for operands of one type. Shifts are handled by shift.
func (b *builder) binary(pos token.Pos, op token.Token, x, y val) val {
	if x.t.isComplex() && !arithmetic[op].compare && op != token.EQL && op != token.NEQ {
		return b.complexBinary(pos, op, x, y)
	}
	if !x.t.isScalar() || !y.t.isScalar() {
		return b.compare(pos, op, x, y)
	}
	if x.t != y.t {
		b.wrong(pos)
	}
	row, t := arithmetic[op], x.t
	res := t
	if row.compare {
		res = tBool
	}
	if b.broken() { // the operands may differ in type
		return b.zero(res)
	}
	o := row.signed
	switch {
	case t.elem.IsFloat():
		o = row.float
	case t.unsigned:
		o = row.unsigned
	}
	if o == ir.OpInvalid {
		b.Refuse(pos, "operator "+op.String(), "arithmetic")
		return b.zero(t)
	}
	if !t.elem.IsFloat() && (op == token.QUO || op == token.REM) {
		b.divisor(y, pos)
	}
	if row.swap {
		x, y = y, x
	}
	return val{t: res, v: b.new(o, res.ir(), pos, x.v, y.v)}
}

// divisor checks that an integer divisor is not 0.
func (b *builder) divisor(y val, pos token.Pos) {
	if y.v.IsConst() && !y.v.IsConstInt(0) {
		return
	}
	cond := b.new(ir.OpNe, ir.TBool, pos, y.v, b.f.Const(y.t.ir(), 0))
	b.check(ir.SiteDivide, pos, false, cond)
}

// shift builds x << count or x >> count. The count may have any integer type; the operation requires the type of
// x.
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

// count converts the non-negative shift count n to element kind e. A wider count is first limited to e's width,
// because all counts from the width on have the same effect.
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

// A string is a pointer to immutable bytes and a length.

// stringTable is the name of tables that hold the bytes of strings.
const stringTable = "string"

// stringConstant returns a string whose bytes are in a table.
func (b *builder) stringConstant(s string) val {
	x := val{t: tString, v: b.nowhere(), len: b.int(int64(len(s)))}
	if len(s) > 0 {
		x.v = b.f.Arg(ir.OpTablePtr, b.f.NewTable(ir.Table{Name: stringTable, Elem: ir.I8, Data: []byte(s)}))
	}
	return x
}

// refuseOperands reports an operator that does not support its operands.
func (b *builder) refuseOperands(pos token.Pos, op token.Token, t typ) {
	switch {
	case t.kind == stringKind && op == token.ADD:
		b.Refuse(pos, "a concatenation of strings", "the bytes into a slice parameter")
	case t.slice:
		b.Refuse(pos, "a comparison of a slice with nil", "len(x) == 0")
	default:
		b.wrong(pos)
	}
}

// compare builds x == y and x != y of arrays, structs and pointers, and comparisons of strings.
func (b *builder) compare(pos token.Pos, op token.Token, x, y val) val {
	var same *ir.Value
	if x.to != nil && x.v == nil && y.t.kind == pointerKind || y.to != nil && y.v == nil && x.t.kind == pointerKind {
		b.Refuse(pos, "a comparison of pointers to variables", "indices")
		return b.zero(tBool)
	}
	if x.t.isFunc() || y.t.isFunc() {
		return b.isNilFunc(op, x, y)
	}
	if x.t.isInterface() && (op == token.EQL || op == token.NEQ) && (y.t.kind == nilKind || y.t == x.t) {
		return b.compareInterfaces(pos, op, x, y)
	}
	if x.t.isAggregate() && x.t.of.addresses {
		b.Refuse(pos, "a comparison of what holds slices, pointers or the like", "comparisons of its fields")
		return b.zero(tBool)
	}
	switch {
	case x.t.isAggregate() && y.t == x.t && (op == token.EQL || op == token.NEQ):
		same = b.equal(pos, x, y)
	case x.t.kind == stringKind && y.t.kind == stringKind && (op == token.EQL || op == token.NEQ):
		same = b.equalStrings(pos, x, y)
	case x.t.kind == stringKind && y.t.kind == stringKind && arithmetic[op].compare:
		return val{t: tBool, v: b.orderedStrings(pos, op, x, y)}
	case x.t.kind == nilKind && y.t.kind != nilKind:
		return b.compare(pos, op, y, x)
	case x.t.slice && (y.t.kind == nilKind || y.t.slice) && (op == token.EQL || op == token.NEQ):
		if y.t.slice && b.isNowhere(x.v) { // one operand is the literal nil
			x = y
		}
		same = b.isNil(x.v, pos)
	case x.t.kind == pointerKind && y.t.kind == nilKind && (op == token.EQL || op == token.NEQ):
		same = b.new(ir.OpNot, ir.TBool, pos, x.nonNil)
	case x.t.kind == pointerKind && y.t.kind == pointerKind && (op == token.EQL || op == token.NEQ):
		// Two nil pointers are equal whatever address they have; a nil pointer differs from every other.
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

// compareInterfaces compares an interface value with nil. Its dynamic value is opaque. The first word is the type
// word, which is 0 only in nil.
func (b *builder) compareInterfaces(pos token.Pos, op token.Token, x, y val) val {
	isNil := func(x val) bool {
		return x.t.kind == nilKind || len(x.leaves) == 2 && x.leaves[0].IsConstInt(0) && x.leaves[1].IsConstInt(0)
	}
	if isNil(x) {
		x, y = y, x
	}
	if !isNil(y) {
		b.Refuse(pos, "a comparison of values of interface types", "a comparison with nil, or of numbers")
		return b.zero(tBool)
	}
	if isNil(x) {
		return val{t: tBool, v: b.f.ConstBool(ir.TBool, op == token.EQL)}
	}
	o := ir.OpEq
	if op == token.NEQ {
		o = ir.OpNe
	}
	return val{t: tBool, v: b.new(o, ir.TBool, pos, b.leavesOf(x, pos)[0], b.int(0))}
}
