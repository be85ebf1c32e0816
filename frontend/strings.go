package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

// This file builds comparisons of strings. Two strings are equal if they have the same length n, and
//
//	n == 0, or
//	x[0] == y[0], which decides most comparisons, and is what a search tests in vectors (see nest.Runs), and
//	n < 4:  x[n/2] == y[n/2] && x[n-1] == y[n-1]
//	n < 8:  the first and the last 4 bytes, which may overlap, are the same
//	else:   the first and the last 8 bytes, and all words of 8 bytes between
//
// No byte outside the strings is read. If the length is constant, the case is selected at compile time.

// maxWords is the number of words up to which strings of constant length are compared without a loop.
const maxWords = 8

// equalStrings reports whether two strings have the same length and bytes.
func (b *builder) equalStrings(pos token.Pos, x, y val) *ir.Value {
	n := x.len
	if y.len.IsConst() {
		n = y.len
	}
	sameLength := b.new(ir.OpEq, ir.TBool, pos, x.len, y.len)
	if n.IsConstInt(0) {
		return sameLength
	}
	return b.unlessDifferent(func(check func(*ir.Value)) {
		c := comparison{b: b, x: x.v, y: y.v, pos: pos, check: check}
		check(sameLength)
		if n.IsConst() {
			c.known(n.Int())
		} else {
			c.unknown(n)
		}
	})
}

// comparison compares bytes of two strings and continues while they are equal.
type comparison struct {
	b     *builder
	x, y  *ir.Value
	pos   token.Pos
	check func(same *ir.Value)
}

var tWord = typ{elem: ir.I64, unsigned: true}

// at compares a value of type t at i*scale + off bytes.
func (c *comparison) at(t typ, i *ir.Value, scale, off int64) {
	load := func(p *ir.Value) *ir.Value {
		return c.b.loadScalar(address{base: p, idx: i, scale: scale, off: off}, t, c.pos)
	}
	c.check(c.b.new(ir.OpEq, ir.TBool, c.pos, load(c.x), load(c.y)))
}

// known compares n bytes, a constant number.
func (c *comparison) known(n int64) {
	c.at(tByte, nil, 1, 0)
	t, off := tByte, int64(1)
	switch {
	case n > 8*maxWords:
		c.words(c.b.int(n))
		return
	case n >= 8:
		t, off = tWord, 0
	case n >= 4:
		t, off = tRune, 0
	}
	for ; off < n-t.size(); off += t.size() {
		c.at(t, nil, 1, off)
	}
	if n > 1 {
		c.at(t, nil, 1, n-t.size())
	}
}

// unknown compares n bytes, a number known only at run time.
func (c *comparison) unknown(n *ir.Value) {
	b := c.b
	some, short, four, bytes, long, end := b.f.NewBlock("equal.some"), b.f.NewBlock("equal.short"), b.f.NewBlock("equal.4"),
		b.f.NewBlock("equal.bytes"), b.f.NewBlock("equal.long"), b.f.NewBlock("equal.same")
	less := func(limit int64, yes, no *ir.Block) {
		b.branch(b.new(ir.OpLtS, ir.TBool, c.pos, n, b.int(limit)), yes, no, ir.NoGuess)
	}
	less(1, end, some)
	b.start(some)
	c.at(tByte, nil, 1, 0)
	less(8, short, long)
	b.start(short)
	less(4, bytes, four)
	b.start(bytes)
	c.at(tByte, b.new(ir.OpShrS, ir.TI64, c.pos, n, b.int(1)), 1, 0)
	c.at(tByte, n, 1, -1)
	b.jump(end)
	b.start(four)
	c.at(tRune, nil, 1, 0)
	c.at(tRune, n, 1, -4)
	b.jump(end)
	b.start(long)
	c.words(n)
	b.jump(end)
	b.start(end)
}

// words compares n bytes, at least 8.
func (c *comparison) words(n *ir.Value) {
	b := c.b
	c.at(tWord, nil, 1, 0)
	c.at(tWord, n, 1, -8)
	between := b.new(ir.OpShrS, ir.TI64, c.pos, b.arithmetic(ir.OpSub, n, b.int(9), c.pos), b.int(3))
	b.countedTo(between, c.pos, nil, func(i *ir.Value) { c.at(tWord, i, 8, 8) })
}

// orderedStrings compares two strings by order: by the first differing byte, or by length if one is a prefix of
// the other.
func (b *builder) orderedStrings(pos token.Pos, op token.Token, x, y val) *ir.Value {
	row := arithmetic[op]
	if row.swap {
		x, y = y, x
	}
	less := b.newVariable(nil, tBool, true)
	differ, end := b.f.NewBlock("order.differ"), b.f.NewBlock("order.end")
	var p, q *ir.Value
	b.countedTo(b.new(ir.OpMinS, ir.TI64, pos, x.len, y.len), pos, nil, func(i *ir.Value) {
		p = b.loadScalar(address{base: x.v, idx: i, scale: 1}, tByte, pos)
		q = b.loadScalar(address{base: y.v, idx: i, scale: 1}, tByte, pos)
		next := b.f.NewBlock("order.next")
		b.branch(b.new(ir.OpEq, ir.TBool, pos, p, q), next, differ, ir.NoGuess)
		b.start(next)
	})
	b.write(less, val{t: tBool, v: b.new(row.signed, ir.TBool, pos, x.len, y.len)})
	b.jump(end)
	b.start(differ)
	b.write(less, val{t: tBool, v: b.new(ir.OpLtU, ir.TBool, pos, p, q)})
	b.jump(end)
	b.start(end)
	return b.read(less).v
}
