package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// place is the location of a value. If it is a variable or memory, it can be assigned to.
//
// Elements and fields of a place are places. For a variable held in SSA values, they are some of its leaves; in
// memory, they are addresses. So s[i].x loads one field and m[i][j] loads one element, each with one address.
type place struct {
	t     typ
	blank bool
	v     *variable // a variable, or its leaves from first on
	first int
	mem   *address // location in memory
	x     *val     // leaves of a value that is not stored; it cannot be assigned to
	pos   token.Pos
	// settled reports that this is a field behind a pointer that nothing in the kernel stores to.
	settled bool
	copied  bool // an element of a copy, which nothing stores to
	each    bool // part of a variable that is new in each iteration of a loop
}

// place returns the place of the whole variable.
func (v *variable) place(pos token.Pos) place {
	return place{t: v.t, v: v, mem: v.mem, pos: pos, each: v.each}
}

// parted reports whether p is in a variable that lives in memory except for its addresses, and whether p has any
// of these.
func (p place) parted() bool { return p.v != nil && p.mem != nil && p.t.hasAddresses() }

// address is base + idx*scale + off. If idx is nil, it is base + off.
type address struct {
	base  *ir.Value
	idx   *ir.Value
	scale int64
	off   int64
}

// plus returns the address off bytes after a.
func (a address) plus(off int64) *address { a.off += off; return &a }

// at returns the address of element i of elements of size each that start at a. A row index and a column index are
// combined into one index, i*cols + j, in units of a common divisor.
func (b *builder) at(a address, i *ir.Value, each int64, pos token.Pos) *address {
	switch {
	case i.IsConst() && a.off+i.Int()*each <= maxObject:
		a.off += i.Int() * each
		return &a
	case a.idx == nil:
		a.idx, a.scale = i, each
		return &a
	}
	g := gcd(a.scale, each)
	a.idx = b.arithmetic(ir.OpAdd, b.times(a.idx, a.scale/g, pos), b.times(i, each/g, pos), pos)
	a.scale = g
	return &a
}

// times multiplies an index by a constant.
func (b *builder) times(v *ir.Value, n int64, pos token.Pos) *ir.Value {
	if n == 1 {
		return v
	}
	return b.arithmetic(ir.OpMul, v, b.int(n), pos)
}

// arithmetic builds an operation on addresses.
func (b *builder) arithmetic(op ir.Op, x, y *ir.Value, pos token.Pos) *ir.Value {
	return b.cur.New(op, ir.TI64, ir.Pos(pos), x, y)
}

// gcd returns at least 1, because elements of size 0 have a step of 0.
func gcd(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return max(x, 1)
}

// pointerTo returns the address as a value.
func (b *builder) pointerTo(a address, pos token.Pos) *ir.Value {
	if a.idx == nil && a.off == 0 {
		return a.base
	}
	p := b.new(ir.OpPtrAdd, ir.TPtr, pos, a.base, b.indexOf(a))
	p.Scale, p.Off = int32(a.scale), int32(a.off)
	return p
}

// indexOf returns the index of an access. Loads and stores always have one; it is 0 if there is nothing to add.
func (b *builder) indexOf(a address) *ir.Value {
	if a.idx == nil {
		return b.int(0)
	}
	return a.idx
}

// loadScalar loads one scalar. The caller has checked its address.
func (b *builder) loadScalar(a address, t typ, pos token.Pos) *ir.Value {
	v := b.new(ir.OpLoad, t.ir(), pos, a.base, b.indexOf(a))
	v.Scale, v.Off, v.Groups = accessScale(a, t), int32(a.off), b.groups
	return v
}

// storeScalar stores one scalar. A nil slice has no element to store to, so the bounds check before the store has
// failed.
func (b *builder) storeScalar(a address, t typ, x *ir.Value, pos token.Pos) {
	if b.isNowhere(a.base) {
		return
	}
	v := b.new(ir.OpStore, ir.TVoid, pos, a.base, b.indexOf(a), x)
	v.Scale, v.Off, v.Groups = accessScale(a, t), int32(a.off), b.groups
	if t.elem == ir.I64 && b.k.StoresAddresses() {
		v.AuxInt = ir.DataStore
	}
}

// accessScale returns the scale of an index. Without an index it is the element size, the canonical form that
// later passes compare.
func accessScale(a address, t typ) int32 {
	if a.idx == nil {
		return int32(t.elem.Size())
	}
	return int32(a.scale)
}

// locate returns the place of an expression and checks its indices and pointers. An expression that is neither a
// variable nor in memory is a value.
func (b *builder) locate(e ast.Expr) place {
	if _, done := b.hoisted[e]; !done {
		switch e := e.(type) {
		case *ast.ParenExpr:
			return b.locate(e.X)
		case *ast.Ident:
			if o, ok := b.info.Use(e).(*types.Var); ok {
				if v := b.vars[o]; v != nil {
					return v.place(e.Pos())
				}
				if b.sourcedVariable(o) {
					return b.global(e, o)
				}
			}
		case *ast.SelectorExpr:
			if p, ok := b.fieldOf(e); ok {
				return p
			}
			if o, ok := b.info.Use(e.Sel).(*types.Var); ok && b.sourcedVariable(o) {
				return b.global(e.Sel, o)
			}
		case *ast.IndexExpr:
			if !b.info.IsType(e.Index) {
				return b.element(e)
			}
		case *ast.StarExpr:
			return b.pointee(b.expr(e.X), e.Pos())
		}
	}
	x := b.expr(e)
	return place{t: x.t, x: &x, mem: x.mem, pos: e.Pos()}
}

// fieldOf returns the place of x.f. It reports false if that is not a field of a struct.
func (b *builder) fieldOf(e *ast.SelectorExpr) (place, bool) {
	t := b.goType(e.X)
	if t == nil || b.info.IsType(e.X) {
		return place{}, false
	}
	o, index := b.k.LookupField(t, e)
	if v, ok := o.(*types.Var); !ok || !v.IsField() {
		return place{}, false
	}
	if _, isPointer := t.Underlying().(*types.Pointer); !isPointer && b.shapeOf(t) == nil {
		b.refuseType(t, e.X.Pos())
		return b.zeroPlace(tInt, e.Pos()), true
	}
	return b.fieldAt(b.locate(e.X), t, index, e.Pos())
}

// fieldAt returns the place of a field of p, which has type t or points to one. It follows the path that the type
// checker found through embedded structs and pointers to them.
func (b *builder) fieldAt(p place, t types.Type, index []int, pos token.Pos) (place, bool) {
	for _, i := range index {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			p = b.pointee(b.get(p), pos)
			t = b.subst(ptr.Elem())
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok || p.t.kind != structKind {
			return b.zeroPlace(tInt, pos), b.broken()
		}
		f := &p.t.of.fields[i]
		p.t, p.pos = f.t, pos
		p.first += f.first
		if p.mem != nil {
			p.mem = p.mem.plus(f.off)
		}
		p.settled = p.settled && !b.k.Stored(st.Field(i))
		t = b.subst(st.Field(i).Type())
	}
	return p, true
}

// pointee returns the place that a pointer refers to.
func (b *builder) pointee(p val, pos token.Pos) place {
	if p.t.kind != pointerKind {
		if !b.broken() {
			b.Refuse(pos, "a pointer", "a slice, a pointer to an array or a struct, or a result")
		}
		return b.zeroPlace(tInt, pos)
	}
	if p.to != nil {
		to := *p.to
		to.pos = pos
		return to
	}
	t, ok := b.target(p.t)
	if !ok {
		if !b.broken() {
			b.refuseType(p.t.of.refers, pos)
		}
		return b.zeroPlace(tInt, pos)
	}
	b.checkNil(p, pos)
	_, _, fixed := b.fixedPlace(address{base: p.v})
	return place{t: t, mem: &address{base: p.v}, pos: pos, settled: fixed && t.kind == structKind}
}

// element returns the place of x[i]. Like the Go compiler, it computes x with its checks, then i, and then checks
// i. The check compares unsigned, so one comparison also rejects negative indices. A constant index below the
// length of an array needs no check.
func (b *builder) element(e *ast.IndexExpr) place {
	t := b.goType(e.X)
	if t == nil {
		b.wrong(e.Pos())
		return b.noPlace(e)
	}
	var base place
	switch t.Underlying().(type) {
	case *types.Array:
		base = b.locate(e.X)
	case *types.Pointer:
		base = b.pointee(b.expr(e.X), e.X.Pos())
		base.settled = false
	default:
		x := &b.tables.values.Take(1)[0]
		*x = b.expr(e.X)
		base = place{t: x.t, x: x}
	}
	i := b.expr(e.Index)
	idx := b.toInt64(i, e.Index.Pos())
	if !base.t.indexable() {
		if !b.broken() {
			b.Refuse(e.Pos(), "an index into something that is no slice", "a slice parameter")
		}
		return b.noPlace(e)
	}
	n := b.lenOf(base)
	if base.t.kind != arrayKind || !idx.IsConst() || uint64(idx.Int()) >= uint64(base.t.of.len) {
		cond := b.new(ir.OpLtU, ir.TBool, e.Pos(), idx, n)
		shown := idx
		if base.t.kind == arrayKind && base.t.of.len == 0 {
			shown = b.int(0) // the Go compiler does not compute an index that cannot be valid
		}
		b.check(ir.SiteIndex, e.Pos(), i.t.unsigned, cond, shown, n)
	}
	return b.item(base, idx, e.Pos())
}

// noPlace stands for an element of a refused expression, with the element's type.
func (b *builder) noPlace(e ast.Expr) place {
	t := tInt
	if x, ok := basic(b.goType(e)); ok {
		t = x
	}
	return b.zeroPlace(t, e.Pos())
}

// zeroPlace returns a place that holds zero and cannot be assigned to.
// It is not inlined, for the size of programs.
//
//go:noinline
func (b *builder) zeroPlace(t typ, pos token.Pos) place {
	x := b.zero(t)
	return place{t: t, x: &x, pos: pos}
}

// lenOf returns the length of the slice, string or array at p.
func (b *builder) lenOf(p place) *ir.Value {
	if p.t.kind == arrayKind {
		return b.int(p.t.of.len)
	}
	return p.x.len
}

// item returns the place of element idx, which is in range.
func (b *builder) item(base place, idx *ir.Value, pos token.Pos) place {
	t := base.t.item()
	base.settled = false
	if base.t.kind != arrayKind {
		return place{t: t, mem: b.memory(address{base: base.x.v, idx: idx, scale: t.size()}), pos: pos}
	}
	if base.mem == nil || base.parted() {
		if idx.IsConst() {
			base.first += int(idx.Int() * t.scalars())
			base.t, base.pos = t, pos
			if base.mem != nil {
				base.mem = base.mem.plus(idx.Int() * t.size())
			}
			return base
		}
		some := base.t.of.size > 0 // otherwise the check of the index fails
		if some && base.v != nil && base.mem == nil && !b.broken() {
			panic("an element of a variable that does not live in memory")
		}
		base.mem, base.copied = b.spill(b.get(base), pos), some
	}
	return place{t: t, mem: b.at(*base.mem, idx, t.size(), pos), pos: pos, copied: base.copied,
		each: base.each}
}

// get returns the value at p.
func (b *builder) get(p place) val {
	var whole val
	switch {
	case p.blank:
		return b.zero(tInt)
	case p.parted():
		return b.ofLeaves(p.t, b.partsAt(p), p.pos)
	case p.mem != nil && p.settled && (p.t.isScalar() || p.t.isHeader()):
		return b.inBehind(*p.mem, p.t, p.pos)
	case p.mem != nil:
		return b.loadAt(*p.mem, p.t, p.pos)
	case p.v != nil:
		whole = b.read(p.v)
	default:
		whole = *p.x
	}
	switch {
	case whole.t == p.t || !whole.t.isAggregate():
		return whole
	case whole.leaves == nil && whole.mem == nil: // too large for leaves, and all zeros
		return b.zero(p.t)
	}
	n := int(p.t.scalars())
	return b.ofLeaves(p.t, b.leavesOf(whole, p.pos)[p.first:p.first+n], p.pos)
}

// ofLeaves returns the value of type t with the given scalars.
func (b *builder) ofLeaves(t typ, part []*ir.Value, pos token.Pos) val {
	switch x := (val{t: t}); {
	case t.isAggregate():
		x.leaves = part
		return x
	case t.slice:
		x.v, x.len, x.cap = part[0], part[1], part[2]
		return x
	case t.kind == stringKind:
		x.v, x.len = part[0], part[1]
		return x
	case t.kind == pointerKind:
		x.v, x.nonNil = part[0], b.isNonNil(b.cur, part[0], pos)
		return x
	}
	return val{t: t, v: part[0]}
}

// leafValues returns the scalars of x, which is not an aggregate, as leaves of an aggregate.
func (x *val) leafValues() []*ir.Value {
	if x.t.isHeader() {
		return x.partValues()[:x.t.words()]
	}
	return []*ir.Value{x.v}
}

// partsAt returns the leaves of the value at p. Addresses are SSA values; the other leaves are loaded.
func (b *builder) partsAt(p place) []*ir.Value {
	out := make([]*ir.Value, p.t.scalars())
	for i := range out {
		if l := p.v.t.of.leaves[p.first+i]; l.isAddress() {
			out[i] = b.lookup(p.v.id+int32(p.first+i), l.t.ir(), b.cur)
		} else {
			out[i] = b.loadScalar(*p.v.mem.plus(l.off), l.t, p.pos)
		}
	}
	return out
}

// set stores x at p. Assigning to a field of a struct held in SSA values defines only the leaves of that field.
func (b *builder) set(p place, x val) {
	switch {
	case p.blank:
	case p.copied && !b.broken():
		panic("a store to a copy")
	case p.mem != nil && !p.parted():
		b.storeAt(*p.mem, b.as(x, p.t, p.pos), p.pos)
	case p.v == nil: // a value: refused earlier
	case p.t == p.v.t && p.mem == nil:
		b.write(p.v, x)
	default:
		if x = b.as(x, p.t, p.pos); !b.plainPointer(x, p.pos) {
			return
		}
		part := x.leafValues()
		if p.t.isAggregate() {
			part = b.leavesOf(x, p.pos)
		}
		for i, y := range part {
			if l := p.v.t.of.leaves[p.first+i]; p.mem != nil && !l.isAddress() {
				b.storeScalar(*p.v.mem.plus(l.off), l.t, y, p.pos)
				continue
			}
			b.defs[defKey{b.cur.ID, p.v.id + int32(p.first+i)}] = y
		}
	}
}

// place returns the place that an assignment stores to, and checks its indices.
func (b *builder) place(e ast.Expr) place {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if e.Name == "_" {
			return place{blank: true}
		}
		if o, ok := b.info.Use(e).(*types.Var); ok {
			if v := b.vars[o]; v != nil {
				return v.place(e.Pos())
			}
			if b.handedOver(o) {
				return b.inPlace(e, o)
			}
			if b.sourcedVariable(o) {
				b.refuseAssignment(e, o)
				return place{blank: true}
			}
		}
		b.wrong(e.Pos())
		return place{blank: true}
	case *ast.IndexExpr, *ast.StarExpr:
		if b.assignsGlobal(e) {
			return place{blank: true}
		}
		return b.assignable(b.locate(e), e)
	case *ast.SelectorExpr:
		if b.assignsGlobal(e) {
			return place{blank: true}
		}
		if p, ok := b.fieldOf(e); ok {
			return b.assignable(p, e)
		}
		if o, ok := b.info.Use(e.Sel).(*types.Var); ok && b.sourcedVariable(o) {
			b.refuseAssignment(e.Sel, o)
			return place{blank: true}
		}
		b.selector(e, b.info.TypeAndValue(e))
		return place{blank: true}
	}
	b.Refuse(e.Pos(), "an assignment to an expression", "to a variable or an element of a slice")
	return place{blank: true}
}

// assignable refuses places that cannot be assigned to.
func (b *builder) assignable(p place, e ast.Expr) place {
	switch {
	case p.mem != nil && b.isTable(p.mem.base) != nil:
		b.Refuse(e.Pos(), "a store into package-level variable "+b.isTable(p.mem.base).Name,
			"to a slice parameter, or return the value")
	case p.v == nil && p.mem == nil:
		b.wrong(e.Pos())
	default:
		return p
	}
	return place{blank: true}
}

// isTable returns the table that p points into, or nil. The target of nil pointers is not a table.
func (b *builder) isTable(p *ir.Value) *ir.Table {
	for p.Op == ir.OpPtrAdd {
		p = p.Args[0]
	}
	if p.Op == ir.OpTablePtr && len(b.f.Tables[p.AuxInt].Data) > 0 {
		return b.f.Tables[p.AuxInt]
	}
	return nil
}

// isNowhere reports whether p is an address in a nil slice or pointer. A check before any access fails.
func (b *builder) isNowhere(p *ir.Value) bool {
	for p.Op == ir.OpPtrAdd {
		p = p.Args[0]
	}
	return p.Op == ir.OpTablePtr && len(b.f.Tables[p.AuxInt].Data) == 0
}

// assignsGlobal refuses an assignment to a part of a package-level variable.
func (b *builder) assignsGlobal(e ast.Expr) bool {
	id := syntax.RootIdent(e)
	if id == nil {
		return false
	}
	o, ok := b.info.Use(id).(*types.Var)
	if !ok || !b.sourcedVariable(o) || b.handedOver(o) {
		return false
	}
	b.refuseAssignment(id, o)
	return true
}

// refuseAssignment refuses an assignment to package-level variable o, which id names.
func (b *builder) refuseAssignment(id *ast.Ident, o *types.Var) {
	instead := "to a slice parameter"
	if inPlace := b.inPlaceOf(id, o); inPlace != "" {
		instead += ", or " + inPlace
	}
	b.Refuse(id.Pos(), "an assignment to package-level variable "+id.Name, instead)
}

// holder is like syntax.HolderOf, with the types of the instance being built.
func (b *builder) holder(e ast.Expr) *ast.Ident {
	return syntax.HolderOf(e, func(e ast.Expr) bool {
		t := b.goType(e)
		if t == nil {
			return false
		}
		_, ok := t.Underlying().(*types.Array)
		return ok
	}, func(e *ast.SelectorExpr) bool { return b.k.ThroughPointer(e, b.goType(e.X)) })
}
