package frontend

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// A pointer is an address and a flag that it is not nil. If its referent is known at every use, the pointer is
// that place itself (val.to). A variable whose address is passed to an inlined function, such as a method's
// receiver, therefore stays in SSA values, and an element of a slice keeps its index.
//
// Unless the kernel stores addresses (addressstore.go), slices, strings and pointers in structs keep the values
// that they had when the kernel was called. Those that are reached from a parameter through fields alone are
// parameters too: the runtime loads them together with the others (Origin). The same applies to numbers behind
// pointers that nothing in the kernel may store to (place.settled), such as the row and column counts of a matrix.

// Origin is where the runtime loads a parameter from or stores a result to. If Via is negative, that is Off bytes
// into argument Arg. Otherwise it is Off bytes into the object that parameter Via points to; for a nil pointer the
// value is zero.
type Origin struct {
	Arg, Via int
	Off      int64
}

// plus returns the place off bytes after o.
func (o Origin) plus(off int64) Origin { o.Off += off; return o }

// FromFunc is the Arg of a value that comes with the func value instead of an argument: see Receiver.
const FromFunc = -2

// FromSymbol is the Arg of a package-level variable in place: see Options.Symbols.
const FromSymbol = -3

// Receiver says how a method's func value supplies the receiver.
type Receiver uint8

// The receiver of a method expression is the first parameter. The func value of a method value contains the
// receiver: the pointer, or the address of a copy of a non-pointer receiver, which is never written.
const (
	ReceiverPassed Receiver = iota
	ReceiverPointer
	ReceiverCopy
)

// behind identifies a value in the object that a parameter points to.
type behind struct {
	param int
	off   int64
	t     typ
}

// isNonNil reports whether pointer p is not nil.
func (b *builder) isNonNil(at *ir.Block, p *ir.Value, pos token.Pos) *ir.Value {
	switch {
	case b.isNowhere(p):
		return b.f.ConstBool(ir.TBool, false)
	case p.Op == ir.OpPtrAdd || p.Op == ir.OpLocalPtr:
		return b.f.ConstBool(ir.TBool, true)
	}
	bits := at.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), p)
	some := at.New(ir.OpNe, ir.TBool, ir.Pos(pos), bits, b.int(0))
	if p.Op == ir.OpArgPtr {
		return some
	}
	nowhere := at.New(ir.OpNe, ir.TBool, ir.Pos(pos), p, b.nowhere())
	return at.New(ir.OpAnd, ir.TBool, ir.Pos(pos), some, nowhere)
}

// fixedPlace returns the pointer parameter that an address is at a constant offset from, and the offset.
func (b *builder) fixedPlace(a address) (param int, off int64, ok bool) {
	if a.idx != nil {
		return 0, 0, false
	}
	p, off := pointerRoot(root(a.base))
	if p = root(p); p.Op != ir.OpArgPtr {
		return 0, 0, false
	}
	r := &b.f.Params[p.AuxInt]
	return int(p.AuxInt), off + a.off, r.Kind == ir.ParamArrayPtr && r.Addr == nil && !r.Unknown
}

// inBehind returns the value of type t at a, which the kernel does not change.
func (b *builder) inBehind(a address, t typ, pos token.Pos) val {
	n, off, ok := b.fixedPlace(a)
	switch {
	case ok:
	case t.isScalar():
		return val{t: t, v: b.loadScalar(a, t, pos)}
	default:
		return b.loadHeader(a, t, pos)
	}
	key := behind{n, off, t}
	if x, ok := b.loaded[key]; ok {
		return x
	}
	m := len(b.f.Params)
	if m >= maxParams {
		b.Refuse(pos, fmt.Sprintf("a kernel with more than %d parameters and fields behind pointers", maxParams), "several kernels")
		return b.zero(t)
	}
	b.f.Params = append(b.f.Params, b.paramOf(fmt.Sprintf("%s_%d", b.f.Params[n].Name, off), t, pos))
	b.origins = append(b.origins, Origin{Via: n, Off: off})
	x := b.argument(m, t, pos)
	if b.loaded == nil {
		b.loaded = map[behind]val{}
	}
	b.loaded[key] = x
	return x
}

// headerAt returns the slice, string or pointer at a.
func (b *builder) headerAt(a address, t typ, pos token.Pos) val {
	if b.k.StoresAddresses() {
		return b.loadHeader(a, t, pos)
	}
	return b.inBehind(a, t, pos)
}

// loadHeader loads the slice, string or pointer at a. Its referent stays alive, because the argument that leads to
// it holds it, and Go keeps what the kernel overwrites (addressstore.go).
func (b *builder) loadHeader(a address, t typ, pos token.Pos) val {
	words := [3]*ir.Value{}
	for w := range t.words() {
		part := tInt
		if w == 0 {
			part = tAddress
		}
		words[w] = b.loadScalar(*a.plus(w * wordSize), part, pos)
		words[w].AuxInt = w + 1
		if b.k.StoresAddresses() {
			words[w].AuxInt = -words[w].AuxInt
		}
	}
	x := val{t: t, v: words[0], len: words[1], cap: words[2]}
	if t.kind == pointerKind {
		x.nonNil = b.isNonNil(b.cur, x.v, pos)
	}
	return x
}

// maxParams bounds the parameters of a kernel, including the parts of structs.
const maxParams = 256

// plainPointer refuses a pointer without an address where an address is needed. Such a pointer refers to a
// variable held in SSA values.
func (b *builder) plainPointer(x val, pos token.Pos) bool {
	if x.t.kind != pointerKind || x.v != nil {
		return true
	}
	if !b.broken() {
		b.Refuse(pos, "a pointer to a variable that is kept where others could be", "the variable itself, or an index")
	}
	return false
}

// addressOf builds &x: the place of x and, if x is in memory, its address.
func (b *builder) addressOf(e *ast.UnaryExpr) val {
	t := b.goType(e)
	if t == nil {
		b.wrong(e.Pos())
		return b.zero(tInt)
	}
	to := b.typeOf(t, e.Pos())
	if to.kind != pointerKind {
		return b.zero(tInt)
	}
	x := ast.Unparen(e.X)
	if lit, ok := x.(*ast.CompositeLit); ok && (to.of.kind != arrayKind || to.of.size > 0) {
		return b.pointerToNew("literal", to, b.compositeLit(lit, b.info.TypeAndValue(lit)), e.Pos())
	}
	if to.of.kind == arrayKind {
		p, ok := b.addressable(x)
		if !ok {
			return b.zero(to)
		}
		return val{t: to, v: b.pointerTo(*p.mem, e.Pos()), nonNil: b.f.ConstBool(ir.TBool, true)}
	}
	p := b.locate(x)
	if p.v == nil && p.mem == nil {
		b.wrong(e.Pos())
		return b.zero(to)
	}
	return b.pointerAt(to, p, e.Pos())
}

// pointerToNew returns a pointer of type t to an unnamed variable that is initialized with x.
func (b *builder) pointerToNew(name string, t typ, x val, pos token.Pos) val {
	if x.t.isLarge() {
		b.refuseAddressStore(x.t, pos)
		return b.zero(t)
	}
	v := b.newVariable(nil, x.t, true)
	v.pos = pos
	switch {
	case x.fresh:
		v.mem = x.mem
		return b.pointerAt(t, v.place(pos), pos)
	case x.mem != nil || v.t.isAggregate() && (v.t.of.scalar > maxLeaves || v.t.hasArray(some)):
		v.mem = b.newLocal(name, v.t, pos)
	}
	b.write(v, x)
	return b.pointerAt(t, v.place(pos), pos)
}

// pointerAt returns a pointer of type t to p, a variable or memory.
func (b *builder) pointerAt(t typ, p place, pos token.Pos) val {
	if p.copied && !b.broken() {
		panic("a pointer to a copy")
	}
	p.settled = p.settled && p.t.kind == structKind
	x := val{t: t, to: &p, nonNil: b.f.ConstBool(ir.TBool, true)}
	if p.mem != nil && !p.parted() && !p.each {
		x.v = b.pointerTo(*p.mem, pos)
	}
	return x
}

// receiver builds the receiver of a call of method m. It follows fields from the selector's operand to the value
// that m is a method of, and takes its address or loads its referent as m requires.
func (b *builder) receiver(e *ast.SelectorExpr, m *types.Func) (val, bool) {
	t := b.goType(e.X)
	o, index := b.k.LookupField(t, e)
	if f, ok := o.(*types.Func); !ok || f.Origin() != m.Origin() {
		return val{}, false
	}
	want := b.subst(o.(*types.Func).Signature().Recv().Type())
	_, wantsPointer := want.Underlying().(*types.Pointer)
	wt := b.typeOf(want, e.Pos())
	have := t
	for _, i := range index[:len(index)-1] {
		if p, ok := have.Underlying().(*types.Pointer); ok {
			have = b.subst(p.Elem())
		}
		st, ok := have.Underlying().(*types.Struct)
		if !ok {
			return val{}, false
		}
		have = b.subst(st.Field(i).Type())
	}
	_, havePointer := have.Underlying().(*types.Pointer)
	if len(index) == 1 && havePointer == wantsPointer {
		return b.expr(e.X), true
	}
	p, ok := b.fieldAt(b.locate(e.X), t, index[:len(index)-1], e.Pos())
	switch {
	case !ok:
		return val{}, false
	case havePointer == wantsPointer:
		return b.get(p), true
	case havePointer:
		return b.get(b.pointee(b.get(p), e.Pos())), true
	case p.v == nil && p.mem == nil:
		return val{}, false
	}
	return b.pointerAt(wt, p, e.Pos()), true
}
