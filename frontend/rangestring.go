package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// A range over a string steps from rune to rune. A byte below 0x80 is a rune by itself. A longer sequence is
// decoded in a separate block without further branches:
//
//	for.head → for.body → rune.long → rune.end → … → for.post → for.head
//
// A byte that starts no valid sequence yields utf8.RuneError and has width 1. Validity follows the table of
// well-formed sequences in the Unicode standard (3.9): the range of the second byte depends on the first.

// runesOf returns s for []rune(s) with a string s, and nil otherwise. A loop over the runes alone is a loop over
// the string.
func (b *builder) runesOf(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !b.isConversion(call) {
		return nil
	}
	to, from := b.goType(call), b.goType(call.Args[0])
	if to == nil || from == nil {
		return nil
	}
	runes, isSlice := to.Underlying().(*types.Slice)
	text, isBasic := from.Underlying().(*types.Basic)
	if !isSlice || !isBasic || text.Info()&types.IsString == 0 || !types.Identical(runes.Elem().Underlying(), types.Typ[types.Int32]) {
		return nil
	}
	return call.Args[0]
}

// isBlank reports whether e is absent or the blank identifier.
func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

// rangeString builds a range over a string, or over its runes.
func (b *builder) rangeString(s *ast.RangeStmt, over ast.Expr, label string) {
	x := b.top(over)
	if x.v == nil || x.len == nil {
		b.wrong(over.Pos())
		return
	}
	b.overRunes(s, x, label, func(i, r val) {
		b.assignRune(s, i, r)
		b.stmts(s.Body.List)
	})
}

// countRunes returns the number of runes in a string, len([]rune(s)), without making a slice.
func (b *builder) countRunes(of ast.Expr, pos token.Pos) val {
	x := b.expr(of)
	if x.v == nil || x.len == nil {
		b.wrong(of.Pos())
		return val{t: tInt, v: b.int(0)}
	}
	n := b.newVariable(nil, tInt, true)
	b.write(n, val{t: tInt, v: b.int(0)})
	b.overRunes(&ast.RangeStmt{For: pos, X: of}, x, "", func(val, val) {
		b.write(n, val{t: tInt, v: b.arithmetic(ir.OpAdd, b.read(n).v, b.int(1), pos)})
	})
	return b.read(n)
}

// overRunes builds a loop over the runes of x. each builds its body.
func (b *builder) overRunes(s *ast.RangeStmt, x val, label string, each func(i, r val)) {
	pos := s.Pos()
	next := b.newVariable(nil, tInt, true)
	b.write(next, val{t: tInt, v: b.int(0)})
	width, r := b.newVariable(nil, tInt, true), b.newVariable(nil, tRune, true)

	l := b.enter(s, label)
	i := b.read(next)
	b.branch(b.new(ir.OpLtS, ir.TBool, pos, i.v, x.len), l.body, l.end, ir.NoGuess)
	b.start(l.body)
	c := b.runeByte(x, i.v, s)
	b.write(width, val{t: tInt, v: b.int(1)})
	b.write(r, val{t: tRune, v: c})
	long, end := b.f.NewBlock("rune.long"), b.f.NewBlock("rune.end")
	b.branch(b.new(ir.OpLtS, ir.TBool, pos, c, b.f.ConstInt(ir.TI32, 0x80)), end, long, ir.LikelyTrue)
	b.start(long)
	rv, wv := b.decodeRune(x, i.v, c, s)
	b.write(r, val{t: tRune, v: rv})
	b.write(width, val{t: tInt, v: wv})
	b.jump(end)
	b.start(end)
	rv = b.read(r).v
	b.write(next, val{t: tInt, v: b.arithmetic(ir.OpAdd, i.v, b.read(width).v, pos)})
	each(i, val{t: tRune, v: rv})
	b.latch(l)
	b.leave(l)
}

// tRune is the type of runes.
var tRune = typ{elem: ir.I32}

// assignRune sets the iteration variables.
func (b *builder) assignRune(s *ast.RangeStmt, i, r val) {
	var lhs []ast.Expr
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if e != nil {
			b.hoist(e, false)
			lhs = append(lhs, e)
		}
	}
	if len(lhs) > 0 {
		b.assignTuple(lhs, nil, []val{i, r}[:len(lhs)])
	}
}

// runeByte returns byte i of x, which is in range, as a number.
func (b *builder) runeByte(x val, i *ir.Value, s *ast.RangeStmt) *ir.Value {
	c := b.loadScalar(address{base: x.v, idx: i, scale: 1}, tByte, s.Pos())
	return b.resize(val{t: tByte, v: c}, ir.I32, s.Pos())
}

// decodeRune returns the rune at i of x and its width in bytes. c, the byte at i, is at least 0x80. A missing byte
// is replaced by the last byte of x, which is not counted.
func (b *builder) decodeRune(x val, i, c *ir.Value, s *ast.RangeStmt) (r, width *ir.Value) {
	pos := s.Pos()
	num := func(n int64) *ir.Value { return b.f.ConstInt(ir.TI32, n) }
	op := func(o ir.Op, x, y *ir.Value) *ir.Value { return b.cur.New(o, ir.TI32, ir.Pos(pos), x, y) }
	test := func(o ir.Op, x, y *ir.Value) *ir.Value { return b.cur.New(o, ir.TBool, ir.Pos(pos), x, y) }
	choose := func(cond, x, y *ir.Value) *ir.Value { return b.cur.New(ir.OpSelect, x.Type, ir.Pos(pos), cond, x, y) }
	within := func(x, lo, hi *ir.Value) *ir.Value {
		return b.bools(ir.OpAnd, test(ir.OpLeS, lo, x), test(ir.OpLeS, x, hi))
	}
	is := func(n int64) *ir.Value { return test(ir.OpEq, c, num(n)) }

	last := b.arithmetic(ir.OpSub, x.len, b.int(1), pos)
	var bytes, follows [4]*ir.Value
	for k := 1; k < 4; k++ {
		at := b.arithmetic(ir.OpAdd, i, b.int(int64(k)), pos)
		there := test(ir.OpLeS, at, last)
		bytes[k] = b.runeByte(x, b.cur.New(ir.OpMinS, ir.TI64, ir.Pos(pos), at, last), s)
		follows[k] = b.bools(ir.OpAnd, there, within(bytes[k], num(0x80), num(0xbf)))
	}
	bits := func(k int, shift int64) *ir.Value {
		return op(ir.OpShl, op(ir.OpAnd, bytes[k], num(0x3f)), num(shift))
	}
	lo := choose(is(0xe0), num(0xa0), choose(is(0xf0), num(0x90), num(0x80)))
	hi := choose(is(0xed), num(0x9f), choose(is(0xf4), num(0x8f), num(0xbf)))
	second := b.bools(ir.OpAnd, follows[1], within(bytes[1], lo, hi))
	first := func(mask, shift int64) *ir.Value { return op(ir.OpShl, op(ir.OpAnd, c, num(mask)), num(shift)) }

	r, width = num(0xfffd), b.int(1)
	take := func(n int64, cond, x *ir.Value) { r, width = choose(cond, x, r), choose(cond, b.int(n), width) }
	take(2, b.bools(ir.OpAnd, within(c, num(0xc2), num(0xdf)), second), op(ir.OpOr, first(0x1f, 6), bits(1, 0)))
	take(3, b.bools(ir.OpAnd, within(c, num(0xe0), num(0xef)), second, follows[2]),
		op(ir.OpOr, first(0x0f, 12), op(ir.OpOr, bits(1, 6), bits(2, 0))))
	take(4, b.bools(ir.OpAnd, within(c, num(0xf0), num(0xf4)), second, follows[2], follows[3]),
		op(ir.OpOr, op(ir.OpOr, first(0x07, 18), bits(1, 12)), op(ir.OpOr, bits(2, 6), bits(3, 0))))
	return r, width
}
