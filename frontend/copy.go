package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// copy and clear become loops over elements, which the vectorizer turns into the equivalent of memmove and memclr.
//
//	n := min(len(dst), len(src))
//	switch d := addr(dst) - addr(src); {          // unsigned
//	case d >= n*size:                              // no element is read after it was written
//	        for i := range n { dst[i] = src[i] }
//	case d != 0:
//	        for i := range n { dst[n-1-i] = src[n-1-i] }
//	}
//
// As in Go, a copy of a slice to itself stores nothing. If the two slices are known to be in different objects, or
// at a known distance in one object, only one of the loops is built.

// copyCall builds the builtin copy. An unsigned comparison of the address distance replaces two signed ones: if
// the destination is below the source, the distance wraps around and is large.
func (b *builder) copyCall(e *ast.CallExpr) val {
	xs := b.args(e.Args)
	if len(xs) != 2 || !xs[0].t.slice || !xs[1].t.slice && xs[1].t.kind != stringKind {
		b.wrong(e.Pos())
		return b.zero(tInt)
	}
	n := b.new(ir.OpMinS, ir.TI64, e.Pos(), xs[0].len, xs[1].len)
	b.copyElements(xs[0], xs[1], n, e.Pos())
	return val{t: tInt, v: n}
}

// copyElements copies the first n elements of src to dst.
func (b *builder) copyElements(dst, src val, n *ir.Value, pos token.Pos) {
	t, count := b.flat(dst.t.item(), n, pos)
	if t.size() == 0 {
		return
	}
	up := func(i *ir.Value) *ir.Value { return i }
	down := func(i *ir.Value) *ir.Value {
		return b.arithmetic(ir.OpSub, b.arithmetic(ir.OpSub, count, b.int(1), pos), i, pos)
	}
	loop := func(index func(*ir.Value) *ir.Value) {
		// In this direction each element is read before it is overwritten, so no dependence test is needed.
		independent := ir.Attr{Name: "ivdep", Pos: ir.Pos(pos)}
		b.countedTo(count, pos, []ir.Attr{independent}, func(i *ir.Value) {
			j := index(i)
			from := address{base: src.v, idx: j, scale: t.size()}
			to := address{base: dst.v, idx: j, scale: t.size()}
			b.storeAt(to, b.loadAt(from, t, pos), pos)
		})
	}
	p, pOff := pointerRoot(dst.v)
	q, qOff := pointerRoot(src.v)
	switch {
	case p == q && pOff == qOff:
	case p == q && pOff < qOff, disjoint(address{base: p}, address{base: q}):
		loop(up)
	case p == q:
		loop(down)
	default:
		b.copyEither(dst, src, b.times(count, t.size(), pos), pos, func() { loop(up) }, func() { loop(down) })
	}
}

// flat treats n array elements as a larger number of their own elements. One loop over all of them is vectorized;
// a nest with a short inner loop is not. The returned type has size 0 if there is nothing to do.
func (b *builder) flat(t typ, n *ir.Value, pos token.Pos) (typ, *ir.Value) {
	if t.kind != arrayKind || t.size() == 0 {
		return t, n
	}
	inner := t.of.innermost()
	return inner, b.times(n, t.size()/inner.size(), pos)
}

// copyEither chooses the direction of a copy of the given number of bytes at run time.
func (b *builder) copyEither(dst, src val, bytes *ir.Value, pos token.Pos, up, down func()) {
	addr := func(p *ir.Value) *ir.Value { return b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), p) }
	distance := b.arithmetic(ir.OpSub, addr(dst.v), addr(src.v), pos)
	overlap, behind, ahead, end := b.f.NewBlock("copy.overlap"), b.f.NewBlock("copy.down"), b.f.NewBlock("copy.up"),
		b.f.NewBlock("copy.end")
	b.branch(b.cur.New(ir.OpLtU, ir.TBool, ir.Pos(pos), distance, bytes), overlap, ahead, ir.NoGuess)
	b.start(ahead)
	up()
	b.jump(end)
	b.start(overlap)
	b.branch(b.cur.New(ir.OpEq, ir.TBool, ir.Pos(pos), distance, b.int(0)), end, behind, ir.NoGuess)
	b.start(behind)
	down()
	b.jump(end)
	b.start(end)
}

// pointerRoot returns the base address of p and p's constant offset from it.
func pointerRoot(p *ir.Value) (root *ir.Value, off int64) {
	for p.Op == ir.OpPtrAdd && p.Args[1].IsConst() {
		off += p.Args[1].Int()*int64(p.Scale) + int64(p.Off)
		p = p.Args[0]
	}
	return p, off
}

// clearCall builds the builtin clear of a slice.
func (b *builder) clearCall(e *ast.CallExpr) {
	if t := b.goType(e.Args[0]); t != nil {
		if _, isMap := t.Underlying().(*types.Map); isMap {
			b.Refuse(e.Pos(), "clear of a map", "a table as a slice parameter")
			return
		}
	}
	xs := b.args(e.Args)
	if len(xs) != 1 || !xs[0].t.slice {
		b.wrong(e.Pos())
		return
	}
	x, pos := xs[0], e.Pos()
	t, count := b.flat(x.t.item(), x.len, pos)
	if t.size() == 0 {
		return
	}
	b.countedTo(count, pos, nil, func(i *ir.Value) {
		b.storeAt(address{base: x.v, idx: i, scale: t.size()}, b.zero(t), pos)
	})
}

// countedTo builds a loop over 0 <= i < n in the form of source loops. Only its block names differ; the optimizer
// recognizes loops by their shape alone.
func (b *builder) countedTo(n *ir.Value, pos token.Pos, attrs []ir.Attr, body func(i *ir.Value)) {
	counter := b.newVariable(nil, tInt, true)
	b.write(counter, val{t: tInt, v: b.int(0)})
	head, do, end := b.f.NewBlock("each.head"), b.f.NewBlock("each.body"), b.f.NewBlock("each.end")
	head.Loop = &ir.LoopMD{Pos: ir.Pos(pos), Attrs: attrs}
	b.jump(head)
	b.cur = head // not sealed: the back edge is missing
	i := b.read(counter).v
	b.branch(b.cur.New(ir.OpLtS, ir.TBool, ir.Pos(pos), i, n), do, end, ir.NoGuess)
	b.start(do)
	body(i)
	b.write(counter, val{t: tInt, v: b.arithmetic(ir.OpAdd, i, b.int(1), pos)})
	b.jump(head)
	b.seal(head)
	b.start(end)
}
