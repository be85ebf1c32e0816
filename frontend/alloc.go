package frontend

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"

	"hotloop/loopopt/ir"
)

// This file builds the memory that Go allocates for a kernel: make, append, and arrays that outlive the kernel. If
// elements hold addresses, the request says which words do, so that the collector finds them. The address in the
// answer is an object of its own (ir.OpCall of type ptr).

// maxAlloc is the size in bytes from which on the Go runtime refuses to make a slice.
const maxAlloc = 1 << 48

// makeCall builds make([]T, n) and make([]T, n, c).
func (b *builder) makeCall(e *ast.CallExpr) val {
	t := b.typeOf(b.info.Type(e), e.Pos())
	if !t.slice || len(e.Args) < 2 {
		if !b.broken() {
			b.Refuse(e.Pos(), "a call of make of something else than a slice", "a table as a slice parameter")
		}
		return b.zero(t)
	}
	if !b.makes(t, e.Pos()) {
		return b.zero(t)
	}
	sizes := e.Args[1:]
	for _, a := range sizes {
		b.hoist(a, false)
	}
	var ns []val
	for _, a := range sizes {
		n := b.operandAs(a, tInt)
		ns = append(ns, val{t: n.t, v: b.toInt64(n, a.Pos())})
	}
	pos, each := e.Pos(), t.item().size()
	most := b.int(maxAlloc / each)
	limit := func(kind ir.SiteKind, n val, cond *ir.Value) {
		if !cond.IsConstInt(1) {
			b.check(kind, pos, n.t.unsigned, cond, n.v)
		}
	}
	within := func(n *ir.Value) *ir.Value {
		if n.IsConst() && n.Int() >= 0 && n.Int() <= maxAlloc/each {
			return b.f.ConstBool(ir.TBool, true)
		}
		return b.cur.New(ir.OpLeU, ir.TBool, ir.Pos(pos), n, most)
	}
	n, c := ns[0], ns[len(ns)-1]
	limit(ir.SiteMakeLen, n, within(n.v))
	if len(ns) > 1 {
		limit(ir.SiteMakeCap, c, within(c.v))
		limit(ir.SiteMakeCap, c, b.cur.New(ir.OpLeU, ir.TBool, ir.Pos(pos), n.v, c.v))
	}
	p := b.request(ir.SiteMake, wordsOf(t.item()), ir.TPtr, pos, c.v, b.int(each))
	return val{t: t, v: p, len: n.v, cap: c.v}
}

// makes reports whether slices of type t can be made. It refuses elements that hold addresses that cannot be
// stored, or that are too large.
func (b *builder) makes(t typ, pos token.Pos) bool {
	item := t.item()
	if !item.hasAddresses() || b.k.StoresAddresses() && (item.isHeader() || item.of.leaves != nil) {
		return true
	}
	b.Refuse(pos, "memory made for elements that hold addresses, in a kernel that uses package unsafe",
		"the slice in the caller, and numbers in it")
	return false
}

// wordsOf describes the words of a value of type t, one character per word, or returns "" if t holds no address. 1
// to 3 are the words of a slice, string or pointer; p is another address; 0 is data.
func wordsOf(t typ) string {
	if !t.hasAddresses() {
		return ""
	}
	words := bytes.Repeat([]byte("0"), int(t.size()/wordSize))
	if t.isHeader() {
		for w := range words {
			words[w] += byte(w + 1)
		}
		return string(words)
	}
	for _, l := range t.of.leaves {
		switch {
		case l.opaque:
			words[l.off/wordSize] = 'p'
		case l.in != typ{}:
			words[l.off/wordSize] += byte(l.word + 1)
		}
	}
	return string(words)
}

// appendCall builds append(s, x...) and append(s, t...). If the capacity is too small, Go allocates memory of the
// capacity that its own append would choose, and moves the elements.
func (b *builder) appendCall(e *ast.CallExpr) val {
	t := b.typeOf(b.info.Type(e), e.Pos())
	if !t.slice || !b.makes(t, e.Pos()) {
		return b.zero(t)
	}
	for _, a := range e.Args {
		b.hoist(a, false)
	}
	pos, item := e.Pos(), t.item()
	s := b.as(b.expr(e.Args[0]), t, pos)
	var list val
	var xs []val
	n := b.int(int64(len(e.Args) - 1))
	if e.Ellipsis.IsValid() {
		if list = b.expr(e.Args[1]); list.t.kind == nilKind {
			list = b.zero(t)
		}
		if list.len == nil {
			return b.zero(t)
		}
		n = list.len
	} else {
		for _, a := range e.Args[1:] {
			x := val{}
			if item.isScalar() {
				x = val{t: item, v: b.operandOf(a, item)}
			} else {
				x = b.as(b.expr(a), item, a.Pos())
			}
			xs = append(xs, b.snapshot(x, a.Pos()))
		}
	}
	length := b.arithmetic(ir.OpAdd, s.len, n, pos)
	s = b.room(s, length, pos)
	from := s.len
	s.len = length
	for i, x := range xs {
		at := b.arithmetic(ir.OpAdd, from, b.int(int64(i)), pos)
		b.storeAt(address{base: s.v, idx: at, scale: item.size()}, x, pos)
	}
	if e.Ellipsis.IsValid() {
		behind := b.new(ir.OpPtrAdd, ir.TPtr, pos, s.v, from)
		behind.Scale = int32(item.size())
		b.copyElements(val{t: t, v: behind}, list, n, pos)
	}
	return s
}

// room returns s with a capacity of at least length.
func (b *builder) room(s val, length *ir.Value, pos token.Pos) val {
	roomy := b.newVariable(nil, s.t, true)
	b.write(roomy, s)
	grow, end := b.f.NewBlock("append.grow"), b.f.NewBlock("append.end")
	b.branch(b.cur.New(ir.OpLtS, ir.TBool, ir.Pos(pos), s.cap, length), grow, end, ir.Unlikely)
	b.start(grow)
	each := s.t.item().size()
	more := s
	more.cap = b.request(ir.SiteRoom, fmt.Sprint(each, " ", wordsOf(s.t.item())), ir.TI64, pos, s.cap, length)
	bits := b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), s.v)
	more.v = b.request(ir.SiteMove, "", ir.TPtr, pos, bits, b.times(s.len, each, pos))
	b.write(roomy, more)
	b.jump(end)
	b.start(end)
	return b.read(roomy)
}

// newCall builds new(T), a pointer to a zeroed variable.
func (b *builder) newCall(e *ast.CallExpr) val {
	to := b.typeOf(b.info.Type(e), e.Pos())
	if to.kind != pointerKind {
		return b.zero(to)
	}
	t, ok := b.target(to)
	if !ok {
		b.refuseType(to.of.refers, e.Pos())
		return b.zero(to)
	}
	return b.pointerToNew("new", to, b.zero(t), e.Pos())
}

// escaping moves local arrays that outlive the kernel, or the loop iteration that they belong to, to memory that
// Go allocates. It works on finished SSA. An array escapes if its address is returned, stored, carried around a
// loop, or passed to a request such as append's, which may keep it. Each array is allocated where its declaration
// is executed.
func (b *builder) escaping() {
	if len(b.f.Locals) == 0 {
		return
	}
	moved := map[int64]bool{}
	leaves := func(p *ir.Value) {
		for _, r := range pointedObjects(p) {
			if r.Op == ir.OpLocalPtr && !b.localTypes[r.AuxInt].hasAddresses() {
				moved[r.AuxInt] = true
			}
		}
	}
	for _, blk := range b.f.Blocks {
		for _, v := range blk.Values {
			switch {
			case v.Op == ir.OpCall && v.Aux.(*ir.Site).Kind == ir.SiteStore:
				for _, p := range addressesIn(v.Args[1]) {
					leaves(p)
				}
			case v.Op == ir.OpCall && v.Args[0].Op == ir.OpBitcast && v.Args[0].Args[0].Type == ir.TPtr:
				leaves(v.Args[0].Args[0])
			case v.Op == ir.OpRet:
				for _, a := range v.Args {
					if a.Op == ir.OpBitcast && a.Args[0].Type == ir.TPtr {
						leaves(a.Args[0])
					}
				}
			case v.Op == ir.OpPhi && v.Type == ir.TPtr && blk.Loop != nil:
				for _, r := range pointedObjects(v) {
					if r.Op == ir.OpLocalPtr && inLoop(blk, b.made[r.AuxInt]) && !b.localTypes[r.AuxInt].hasAddresses() {
						moved[r.AuxInt] = true
					}
				}
			}
		}
	}
	for n := range b.f.Locals {
		if moved[int64(n)] {
			b.makeLocal(n)
		}
	}
}

// makeLocal replaces a local by memory that Go allocates.
func (b *builder) makeLocal(n int) {
	l, blk := b.f.Locals[n], b.made[n]
	args := []*ir.Value{b.int(1), b.int(int64(l.Size))}
	first := len(blk.Phis())
	for first < len(blk.Values) && isEntryValue(blk.Values[first]) {
		first++
	}
	var call *ir.Value
	if first < len(blk.Values) {
		call = blk.InsertBefore(blk.Values[first], ir.OpCall, ir.TPtr, l.Pos, args...)
	} else {
		call = blk.New(ir.OpCall, ir.TPtr, l.Pos, args...)
	}
	call.Aux = b.f.NewSite(ir.SiteMake, l.Pos)
	b.f.Arg(ir.OpLocalPtr, n).CopyOf(call)
	b.f.ElimCopies()
}

// isEntryValue reports whether v is one of the constants and parameters at the start of the entry block.
func isEntryValue(v *ir.Value) bool {
	switch v.Op {
	case ir.OpConst, ir.OpArg, ir.OpArgPtr, ir.OpArgLen, ir.OpArgCap, ir.OpLocalPtr, ir.OpTablePtr:
		return true
	}
	return false
}
