package frontend

import (
	"go/ast"
	"go/constant"
	"go/types"

	"hotloop/frontend/check"
	"hotloop/loopopt/ir"
)

// compositeLit builds a composite literal of a struct, array or slice. Its elements are computed in source order.
func (b *builder) compositeLit(e *ast.CompositeLit, tv check.TypeAndValue) val {
	t := b.typeOf(tv.Type, e.Pos())
	switch {
	case t.isAggregate():
		return b.arrayLit(e, t)
	case t.slice:
		return b.sliceLit(e, t)
	case t.kind == pointerKind: // an element {…} means &T{…}
		if to, ok := b.target(t); ok && to.isAggregate() {
			return b.pointerToNew("literal", t, b.arrayLit(e, to), e.Pos())
		}
		b.wrong(e.Pos())
	}
	return b.zero(t)
}

// sliceLit returns a slice of a new array.
func (b *builder) sliceLit(e *ast.CompositeLit, t typ) val {
	s, ok := b.goType(e).Underlying().(*types.Slice)
	if !ok {
		b.wrong(e.Pos())
		return b.zero(t)
	}
	a := b.typeOf(types.NewArray(s.Elem(), b.literalLen(e)), e.Pos())
	if a.kind != arrayKind {
		return b.zero(t)
	}
	x := b.arrayLit(e, a)
	if x.mem == nil || !x.fresh {
		m := b.newLocal("literal", a, e.Pos())
		b.storeAt(*m, x, e.Pos())
		x.mem = m
	}
	return b.wholeSlice(a.of, x.mem.base)
}

// literalLen returns the length of the array that holds all elements of a literal.
func (b *builder) literalLen(e *ast.CompositeLit) (n int64) {
	next := int64(0)
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			next = constantIndex(b.info.Value(kv.Key), next)
		}
		next++
		n = max(n, next)
	}
	return n
}

// arrayLit builds a literal of array or struct type t. It uses the cheapest of three forms: values, if there are
// few; a read-only table, if all elements are constants; or memory that is zeroed and then filled.
func (b *builder) arrayLit(e *ast.CompositeLit, t typ) val {
	items := b.literalItems(e, t)
	if t.of.scalar <= maxLeaves {
		x := val{t: t, leaves: append([]*ir.Value(nil), b.zero(t).leaves...)}
		for _, it := range items {
			y := b.literalItem(it)
			if y.t.isAggregate() {
				copy(x.leaves[it.first:], b.leavesOf(y, it.e.Pos()))
			} else if b.plainPointer(y, it.e.Pos()) {
				copy(x.leaves[it.first:], y.leafValues())
			}
		}
		return x
	}
	if data, ok := b.literalData(e, t); ok {
		if items == nil {
			return b.zero(t)
		}
		return b.tableOf("literal", t, data)
	}
	m := b.newLocal("literal", t, e.Pos())
	b.storeAt(*m, b.zero(t), e.Pos())
	for _, it := range items {
		b.storeAt(*m.plus(it.off), b.literalItem(it), it.e.Pos())
	}
	return val{t: t, mem: m, fresh: true}
}

// literalItem is an element of a composite literal and its position in the whole.
type literalItem struct {
	e     ast.Expr
	t     typ
	off   int64
	first int // leaf
}

// literalItems lists the elements of a literal of type t. An element without a key follows the previous one, as
// the spec defines.
func (b *builder) literalItems(e *ast.CompositeLit, t typ) []literalItem {
	var items []literalItem
	next := int64(0)
	for _, x := range e.Elts {
		it := literalItem{e: x}
		kv, keyed := x.(*ast.KeyValueExpr)
		if keyed {
			it.e = kv.Value
		}
		if t.kind == structKind {
			if keyed {
				if id, ok := kv.Key.(*ast.Ident); ok {
					next = int64(t.of.fieldNumber(id.Name))
				}
			}
			if next < 0 || next >= int64(len(t.of.fields)) {
				b.wrong(x.Pos())
				return nil
			}
			f := &t.of.fields[next]
			it.t, it.off, it.first = f.t, f.off, f.first
		} else {
			if keyed {
				next = constantIndex(b.info.Value(kv.Key), next)
			}
			if next < 0 || next >= t.of.len {
				b.wrong(x.Pos())
				return nil
			}
			it.t, it.off = t.of.elem, next*t.of.elem.size()
			if t.of.leaves != nil {
				it.first = int(next * t.of.elem.scalars())
			}
		}
		items = append(items, it)
		next++
	}
	return items
}

// fieldNumber returns the index of the named field, or -1.
func (s *shape) fieldNumber(name string) int {
	for i, f := range s.fields {
		if f.name == name {
			return i
		}
	}
	return -1
}

// literalItem builds an element. A constant takes the element's type.
func (b *builder) literalItem(it literalItem) val {
	if tv := b.info.TypeAndValue(it.e); tv.Value != nil && it.t.isScalar() {
		if v := b.constant(tv.Value, it.t); v != nil {
			return val{t: it.t, v: v}
		}
	}
	x := b.expr(it.e)
	if x.t.kind == nilKind {
		return b.zero(it.t)
	}
	if x.t != it.t {
		b.wrong(it.e.Pos())
		return b.zero(it.t)
	}
	return x
}

// literalData returns the bytes of a literal whose elements are all constants.
func (b *builder) literalData(e ast.Expr, t typ) ([]byte, bool) {
	size := t.size()
	if size > maxInTable {
		return nil, false
	}
	data := make([]byte, size)
	return data, b.fillData(data, e, t)
}

// fillData writes the constants of a literal into the bytes of a table. It reports false if an element is not
// constant.
func (b *builder) fillData(data []byte, e ast.Expr, t typ) bool {
	e = ast.Unparen(e)
	if t.hasAddresses() {
		return false
	}
	if t.isComplex() {
		c := b.info.Value(e)
		if c == nil {
			return false
		}
		c = constant.ToComplex(c)
		for i, part := range []constant.Value{constant.Real(c), constant.Imag(c)} {
			bits, ok := constantBits(part, t.part())
			if !ok {
				return false
			}
			n := t.part().elem.Size()
			for k := range n {
				data[i*n+k] = byte(bits >> (8 * k))
			}
		}
		return true
	}
	if !t.isAggregate() {
		c := b.info.Value(e)
		if c == nil {
			return false
		}
		bits, ok := constantBits(c, t)
		if !ok {
			return false
		}
		for i := range t.elem.Size() {
			data[i] = byte(bits >> (8 * i))
		}
		return true
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return false
	}
	for _, it := range b.literalItems(lit, t) {
		if !b.fillData(data[it.off:it.off+it.t.size()], it.e, it.t) {
			return false
		}
	}
	return true
}

// tableOf returns an object of type t with the given bytes.
func (b *builder) tableOf(name string, t typ, data []byte) val {
	each := t.of.innermost()
	n := b.f.NewTable(ir.Table{Name: name, Elem: each.elem, Data: data})
	return val{t: t, mem: &address{base: b.f.Arg(ir.OpTablePtr, n)}}
}

// operandsOf calls f for the operands on the left side of an assignment that are computed before the assignment.
func (b *builder) operandsOf(e ast.Expr, f func(ast.Expr)) {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		if t := b.goType(e.X); t != nil {
			switch t.Underlying().(type) {
			case *types.Array:
				f(e.Index)
				b.operandsOf(e.X, f)
				return
			case *types.Pointer: // (*x)[i]
				f(e.Index)
				f(e.X)
				return
			}
		}
		f(e.X)
		f(e.Index)
	case *ast.SelectorExpr:
		if b.k.ThroughPointer(e, b.goType(e.X)) {
			f(e.X)
			return
		}
		b.operandsOf(e.X, f)
	case *ast.StarExpr:
		f(e.X)
	}
}

// hoistParts continues hoist for the expressions that involve arrays and structs.
func (b *builder) hoistParts(e ast.Expr) {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		if !b.info.IsType(e.X) {
			b.hoist(e.X, false)
		}
	case *ast.StarExpr:
		b.hoist(e.X, false)
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			b.hoist(x, false)
		}
	}
}
