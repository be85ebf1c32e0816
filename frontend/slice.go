package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// sliceExpr builds x[low:high:max] of a slice, a string, an array, or a pointer to an array. Like the Go compiler,
// it computes the bounds before x. It then checks the last bound against the capacity of a slice or the length of
// anything else, and each other bound against the next one. The address of an empty tail may be one past the end;
// it is never used.
func (b *builder) sliceExpr(e *ast.SliceExpr) val {
	b.hoist(e.X, false)
	var lo, hi, top val
	if e.Low != nil {
		lo = b.top(e.Low)
	}
	if e.High != nil {
		hi = b.top(e.High)
	}
	if e.Max != nil {
		top = b.top(e.Max)
	}
	s, ok := b.sliced(e)
	if !ok {
		return b.zero(tInt)
	}
	whole := s.cap
	if s.t.kind == stringKind {
		whole = s.len
	}
	kind, kind3 := ir.SiteSliceLen, ir.SiteSlice3Len
	if t := b.goType(e.X); t != nil {
		if _, isSlice := t.Underlying().(*types.Slice); isSlice {
			kind, kind3 = ir.SiteSliceCap, ir.SiteSlice3Cap
		}
	}
	// bound checks x <= limit, unless constants prove it.
	bound := func(x val, at ast.Expr, kind ir.SiteKind, limit *ir.Value) *ir.Value {
		n := b.toInt64(x, at.Pos())
		if n.IsConst() && limit.IsConst() && uint64(n.Int()) <= uint64(limit.Int()) {
			return n
		}
		cond := b.new(ir.OpLeU, ir.TBool, e.Pos(), n, limit)
		b.check(kind, e.Pos(), x.t.unsigned, cond, n, limit)
		return n
	}
	low, high, most := b.int(0), s.len, whole
	switch {
	case e.Max != nil && e.High != nil:
		most = bound(top, e.Max, kind3, whole)
		high = bound(hi, e.High, ir.SiteSlice3B, most)
		if e.Low != nil {
			low = bound(lo, e.Low, ir.SiteSlice3C, high)
		}
	default:
		if e.High != nil {
			high = bound(hi, e.High, kind, whole)
		}
		if e.Low != nil {
			low = bound(lo, e.Low, ir.SiteSliceB, high)
		}
	}
	if !low.IsConstInt(0) {
		p := b.new(ir.OpPtrAdd, ir.TPtr, e.Pos(), s.v, low)
		p.Scale = int32(s.t.item().size())
		s.v = p
		high = b.new(ir.OpSub, ir.TI64, e.Pos(), high, low)
		if s.t.slice {
			most = b.new(ir.OpSub, ir.TI64, e.Pos(), most, low)
		}
	}
	s.len = high
	if s.t.slice {
		s.cap = most
	}
	return s
}

// sliced builds the operand of a slice expression: a string, or the whole operand as a slice.
func (b *builder) sliced(e *ast.SliceExpr) (val, bool) {
	t := b.goType(e.X)
	if t == nil {
		b.wrong(e.Pos())
		return val{}, false
	}
	switch t.Underlying().(type) {
	case *types.Array:
		p, ok := b.addressable(e.X)
		if !ok || p.t.kind != arrayKind {
			return val{}, false
		}
		return b.wholeSlice(p.t.of, b.pointerTo(*p.mem, e.Pos())), true
	case *types.Pointer:
		p := b.pointee(b.expr(e.X), e.Pos())
		switch {
		case p.t.kind != arrayKind:
			return val{}, false
		case p.mem == nil || p.parted() || p.each:
			b.Refuse(e.Pos(), "the address of a variable", "a slice parameter or a result")
			return val{}, false
		}
		return b.wholeSlice(p.t.of, b.pointerTo(*p.mem, e.Pos())), true
	}
	x := b.expr(e.X)
	if !x.t.slice && x.t.kind != stringKind {
		if !b.broken() {
			b.Refuse(e.Pos(), "a slice of something that is no slice", "a slice of a slice parameter")
		}
		return val{}, false
	}
	return x, true
}

// wholeSlice returns a slice of all elements of the array at p. Its length is constant, so bounds checks with
// constant indices are removed.
func (b *builder) wholeSlice(s *shape, p *ir.Value) val {
	t := s.elem
	if t.of != nil {
		t = typ{of: t.of}
	}
	if s.elem.isHeader() {
		t = typ{of: opaque(int(s.elem.words()))}
	}
	t.slice = true
	return val{t: t, v: p, len: b.int(s.len), cap: b.int(s.len)}
}

// addressable returns the place of a variable or element that a slice or pointer will refer to. It refuses a
// variable that is new in each iteration, because here all iterations share one memory.
func (b *builder) addressable(e ast.Expr) (place, bool) {
	if id := b.holder(e); id != nil {
		if o := b.info.Use(id); o != nil && b.fn.PerIteration[o] {
			b.Refuse(e.Pos(), "a slice or pointer of "+id.Name+", which is new in each iteration",
				"the array in front of the loop")
			return place{}, false
		}
	}
	p := b.locate(e)
	if p.t.isAggregate() && p.t.of.size == 0 {
		p.mem = &address{base: b.nowhere()}
	}
	if !p.t.isAggregate() || p.mem == nil || p.parted() {
		b.Refuse(e.Pos(), "the address of a variable", "a slice parameter or a result")
		return place{}, false
	}
	if p.copied && !b.broken() {
		panic("a slice of a copy")
	}
	return p, true
}

// convertCompound builds a conversion from or to a non-scalar type: the same bits with another type, or a slice to
// an array or array pointer. The slice must be long enough. An array without elements needs no check.
func (b *builder) convertCompound(x val, to typ, pos token.Pos) val {
	switch {
	case x.t == to:
		return x
	case x.t.kind == nilKind:
		return b.zero(to)
	case x.t.slice && to.isArrayOrPointer():
		n := b.int(to.of.len)
		if !n.IsConstInt(0) {
			cond := b.new(ir.OpLeS, ir.TBool, pos, n, x.len)
			b.check(ir.SiteSliceArray, pos, false, cond, x.len, n)
		}
		if to.kind == arrayKind {
			return b.loadAt(address{base: x.v}, to, pos)
		}
		return val{t: to, v: x.v, nonNil: b.f.ConstBool(ir.TBool, true)}
	case x.t.kind == pointerKind && to.kind == pointerKind:
		return b.retyped(x, to, pos)
	case x.t.isUnsafePointer() && to.isScalar():
		return b.addressBits(x, to, pos)
	case to.isUnsafePointer():
		b.Refuse(pos, "a conversion of a number to a pointer, which the garbage collector would not see",
			"unsafe.Add with a pointer")
		return b.zero(to)
	case isBytes(x.t) && to.kind == stringKind, x.t.kind == stringKind && isBytes(to):
		return b.copyOfBytes(x, to, pos)
	case to.kind == stringKind || x.t.kind == stringKind:
		switch {
		case to.slice:
			b.Refuse(pos, "a conversion of a string to a slice of runes", "for _, r := range over the string, its len alone, or runes as a parameter")
		case x.t.slice:
			b.Refuse(pos, "a conversion of a slice of runes to a string", "a loop that appends their bytes to a []byte")
		case x.t.isScalar():
			b.Refuse(pos, "a conversion of a number to a string", "its bytes appended to a []byte")
		default:
			b.Refuse(pos, "a conversion from or to a string", "the string's bytes by index")
		}
		return b.zero(to)
	}
	b.wrong(pos)
	return b.zero(to)
}

// isBytes reports whether t is a slice of bytes.
func isBytes(t typ) bool { return t.slice && t.of == nil && t.elem == ir.I8 && t.unsigned }

// lengthOf builds len(x) or cap(x). For an array it is a constant, and the array is not evaluated.
func (b *builder) lengthOf(x val, name string, pos token.Pos) val {
	n := x.len
	switch {
	case x.t.isArrayOrPointer():
		n = b.int(x.t.of.len)
	case name == "cap":
		n = x.cap
	}
	if n == nil {
		if !b.broken() {
			b.Refuse(pos, name+" of something that is no slice", "len of a slice")
		}
		return b.zero(tInt)
	}
	return val{t: tInt, v: n}
}
