package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"

	"hotloop/loopopt/ir"
)

// This file supports package unsafe as far as it accesses memory of the arguments with other types. It supports
// pointers to numbers and arrays converted from other pointers, and slices and strings made of a pointer and a
// length. The memory behind such a pointer is unknown. Parameters therefore have unknown extent, and package check
// treats nothing behind pointers as unchanged. A number cannot become a pointer, because the collector would not
// see it.

// isUnsafePointer reports whether t is unsafe.Pointer.
func (t typ) isUnsafePointer() bool {
	if t.kind != pointerKind || t.of.kind != refKind {
		return false
	}
	u, ok := t.of.refers.(*types.Basic)
	return ok && u.Kind() == types.UnsafePointer
}

// retyped returns pointer x as a pointer of type to.
func (b *builder) retyped(x val, to typ, pos token.Pos) val {
	if !b.plainPointer(x, pos) {
		return b.zero(to)
	}
	b.passUnknown(x)
	return val{t: to, v: x.v, nonNil: x.nonNil}
}

// addressBits returns x, an unsafe.Pointer, as a number.
func (b *builder) addressBits(x val, to typ, pos token.Pos) val {
	if !b.plainPointer(x, pos) {
		return b.zero(to)
	}
	bits := b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), x.v)
	return val{t: to, v: b.cur.New(ir.OpSelect, ir.TI64, ir.Pos(pos), x.nonNil, bits, b.int(0))}
}

// unsafeCall builds a call of a function of package unsafe. It reports false if kernels do not support the
// function.
func (b *builder) unsafeCall(e *ast.CallExpr, name string) (val, bool) {
	switch name {
	case "Sizeof": // of a type parameter; other sizes are constants
		t := typ{elem: ir.I64, unsigned: true}
		return val{t: t, v: b.int(b.typeOf(b.goType(e.Args[0]), e.Pos()).size())}, true
	case "Add", "Slice", "String", "SliceData", "StringData":
	default:
		return val{}, false
	}
	t := b.typeOf(b.info.Type(e), e.Pos())
	for _, a := range e.Args {
		b.hoist(a, false)
	}
	x := b.expr(e.Args[0])
	var n val
	if len(e.Args) > 1 {
		n = b.operandAs(e.Args[1], tInt)
	}
	switch {
	case b.broken() && (x.v == nil || len(e.Args) > 1 && n.v == nil):
		return b.zero(t), true
	case name == "SliceData" || name == "StringData":
		return val{t: t, v: x.v, nonNil: b.isNonNil(b.cur, x.v, e.Pos())}, true
	}
	if x.t.kind != pointerKind || !b.plainPointer(x, e.Pos()) {
		return b.zero(t), true
	}
	b.passUnknown(x)
	count := b.toInt64(n, e.Pos())
	if name == "Add" {
		return val{t: t, v: b.pointerTo(*b.at(address{base: x.v}, count, 1, e.Pos()), e.Pos()), nonNil: x.nonNil}, true
	}
	each := uint64(1)
	if t.slice {
		each = uint64(t.item().size())
	}
	most := min(uint64(math.MaxInt64), (math.MaxUint64-1<<47)/each)
	b.stopUnless(b.cur.New(ir.OpLeU, ir.TBool, ir.Pos(e.Pos()), count, b.int(int64(most))), "unsafe."+name+": len out of range",
		e.Pos())
	b.stopUnless(b.bools(ir.OpOr, x.nonNil, b.cur.New(ir.OpEq, ir.TBool, ir.Pos(e.Pos()), count, b.int(0))),
		"unsafe."+name+": ptr is nil and len is not zero", e.Pos())
	return val{t: t, v: b.cur.New(ir.OpSelect, ir.TPtr, ir.Pos(e.Pos()), x.nonNil, x.v, b.nowhere()), len: count, cap: count}, true
}

// stopUnless panics with a run-time error of the given text unless cond holds.
func (b *builder) stopUnless(cond *ir.Value, text string, pos token.Pos) {
	if !cond.IsConstInt(1) {
		b.check(ir.SiteRuntime, pos, false, cond).Msg = text
	}
}
