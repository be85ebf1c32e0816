package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

// The functions of package cmp order floats completely: a NaN equals any NaN and is less than everything else.

// cmpFuncs adds the functions of package cmp to the table of known functions.
func cmpFuncs(m map[string]stdFunc) {
	m["cmp.Less"] = func(b *builder, pos token.Pos, x []val) []val {
		return single(tBool, b.orderedLess(x[0], x[1], pos))
	}
	m["cmp.Compare"] = func(b *builder, pos token.Pos, x []val) []val {
		less, more := b.orderedLess(x[0], x[1], pos), b.orderedLess(x[1], x[0], pos)
		other := b.new(ir.OpSelect, ir.TI64, pos, more, b.int(1), b.int(0))
		return single(tInt, b.new(ir.OpSelect, ir.TI64, pos, less, b.int(-1), other))
	}
}

// orderedLess is cmp.Less. The tests for NaN carry no flags: under nnan they could be taken to be false.
func (b *builder) orderedLess(x, y val, pos token.Pos) *ir.Value {
	less := b.binary(pos, token.LSS, x, y).v
	if !x.t.elem.IsFloat() {
		return less
	}
	return b.new(ir.OpOr, ir.TBool, pos, less, b.new(ir.OpAndNot, ir.TBool, pos, b.isNaN(x, pos), b.isNaN(y, pos)))
}

func (b *builder) isNaN(x val, pos token.Pos) *ir.Value {
	return b.cur.New(ir.OpNe, ir.TBool, ir.Pos(pos), x.v, x.v)
}
