package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"

	"hotloop/loopopt/ir"
)

// Package unsafe, as far as it looks at memory that arguments lead to by other types: pointers to numbers and arrays
// from pointers, slices and strings of so many elements from a pointer. What lies behind such a pointer is not known, so
// parameters are of unknown extent from there on, and package check takes nothing behind pointers for unchanged. A
// number becomes no pointer: the collector would not see it.

// isUnsafePointer says whether t is unsafe.Pointer.
func (t typ) isUnsafePointer() bool {
	if t.kind != pointerKind || t.of.kind != refKind {
		return false
	}
	u, ok := t.of.refers.(*types.Basic)
	return ok && u.Kind() == types.UnsafePointer
}

// retyped is x, a pointer, as one of type to.
func (b *builder) retyped(x val, to typ, pos token.Pos) val {
	if !b.plainPointer(x, pos) {
		return b.zero(to)
	}
	b.passUnknown(x)
	return val{t: to, v: x.v, nonNil: x.nonNil}
}

// addressBits is x, an unsafe.Pointer, as a number.
func (b *builder) addressBits(x val, to typ, pos token.Pos) val {
	if !b.plainPointer(x, pos) {
		return b.zero(to)
	}
	bits := b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), x.v)
	return val{t: to, v: b.cur.New(ir.OpSelect, ir.TI64, ir.Pos(pos), x.nonNil, bits, b.int(0))}
}

// unsafeCall computes a call of a function of package unsafe; it says false if kernels do not have it.
func (b *builder) unsafeCall(e *ast.CallExpr, name string) (val, bool) {
	switch name {
	case "Sizeof": // of a type parameter: other sizes are constants
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

// stopUnless ends the kernel with a run-time error of that text unless cond holds.
func (b *builder) stopUnless(cond *ir.Value, text string, pos token.Pos) {
	if !cond.IsConstInt(1) {
		b.check(ir.SiteRuntime, pos, false, cond).Msg = text
	}
}
