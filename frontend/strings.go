package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

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
		b.refuse(pos, "a concatenation of strings", "the bytes into a slice parameter")
	case t.kind == stringKind:
		b.refuse(pos, "a comparison of strings", "a loop that compares their bytes")
	case t.slice:
		b.refuse(pos, "a comparison of a slice with nil", "len(x) == 0")
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
