package frontend

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
	"unsafe"

	"hotloop/loopopt/ir"
)

// Results of a kernel are scalars, arrays and structs by parts, and slices, strings and pointers. Addresses refer
// to objects that the arguments refer to, so the collector knows these objects whatever the kernel does. The
// kernel returns an address as its bits, with 0 for nil.

// addressResult is a result that is an address. at is its index in f.Results. room is the index of the slice's
// capacity or the string's length, or -1 for a pointer.
type addressResult struct{ at, room int }

// results declares the results. Named results are variables.
func (b *builder) results(sig *types.Signature) {
	for i := range sig.Results().Len() {
		r := sig.Results().At(i)
		t := b.typeOf(r.Type(), r.Pos())
		switch {
		case t.isFunc():
			b.Refuse(r.Pos(), "a function as result of the kernel", "what it computes as result")
			t = tInt
		case t.isScalar():
			b.f.Results = append(b.f.Results, b.paramOf(r.Name(), t, r.Pos()))
			b.returns = append(b.returns, Origin{Arg: i, Via: -1})
		case t.isHeader():
			b.parted = true
			b.resultWords(r, i, 0, t)
		case t.of.scalar <= maxLeaves:
			b.parted = true
			for _, l := range t.of.leaves {
				switch {
				case l.opaque:
					b.resultWords(r, i, l.off, tAddress)
				case l.in == typ{}:
					b.f.Results = append(b.f.Results, b.paramOf(fmt.Sprintf("%s_%d", r.Name(), l.off), l.t, r.Pos()))
					b.returns = append(b.returns, Origin{Arg: i, Via: -1, Off: l.off})
				case l.word == 0:
					b.resultWords(r, i, l.off, l.in)
				}
			}
		default:
			b.Refuse(r.Pos(), fmt.Sprintf("a result of more than %d numbers, %s", maxLeaves, b.typeName(r.Type())),
				"the data through a pointer parameter")
			t = tInt
		}
		if r.Name() != "" {
			resultVar(b, r, t)
		}
	}
}

// resultWords declares the words of a slice, string or pointer, off bytes into result i.
func (b *builder) resultWords(r *types.Var, i int, off int64, t typ) {
	n := len(b.f.Results)
	a := addressResult{at: n, room: -1}
	if words := int(t.words()); words > 1 {
		a.room = n + words - 1
	}
	if t != tAddress { // an opaque word is unchanged since before the call
		b.addresses = append(b.addresses, a)
	}
	for w := range t.words() {
		p := b.paramOf(fmt.Sprintf("%s_%d", r.Name(), off+w*wordSize), tInt, r.Pos())
		if w == 0 {
			p.Kind, p.Elem, p.Size, p.Sign = ir.ParamArrayPtr, ir.I8, 1, false
		}
		b.f.Results = append(b.f.Results, p)
		b.returns = append(b.returns, Origin{Arg: i, Via: -1, Off: off + w*wordSize})
	}
}

// resultVar declares a named result, initially zero. A blank result is a variable too: a return without operands
// reads it.
func resultVar(b *builder, r *types.Var, t typ) *variable {
	v := b.newVariable(r, t, true)
	b.write(v, b.zero(t))
	return v
}

// retValues returns xs from the kernel. Addresses are returned as bits, which returnedAddresses completes.
func (b *builder) retValues(sig *types.Signature, xs []val, pos token.Pos) {
	var words []*ir.Value
	b.leaving = nil
	for i, x := range xs {
		x = b.as(x, b.quietType(sig.Results().At(i).Type()), pos)
		switch {
		case x.t.isAggregate():
			words = append(words, b.leavesOf(x, pos)...)
		case x.t.kind == pointerKind:
			x = b.returnedPointer(x, pos)
			if !b.plainPointer(x, pos) {
				x = b.zero(x.t)
			}
			words = append(words, x.v)
		default:
			words = append(words, x.leafValues()...)
		}
	}
	for i, w := range words {
		if w != nil && w.Type == ir.TPtr {
			words[i] = b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), w)
		}
	}
	r := b.cur.New(ir.OpRet, ir.TVoid, ir.Pos(pos))
	r.AddArgs(words...)
	b.cur.SetRet(r)
	b.cur = nil
}

// returnedPointer returns x, a pointer that the kernel returns. If x refers to a variable held in SSA values, the
// variable moves to memory. This is safe because the kernel ends here and nothing changes the variable afterwards.
func (b *builder) returnedPointer(x val, pos token.Pos) val {
	if x.v != nil || x.to == nil || x.to.v == nil || x.to.first != 0 || x.to.t != x.to.v.t || !x.to.t.isAggregate() {
		return x
	}
	if b.leaving == nil {
		b.leaving = map[*variable]*address{}
	}
	m := b.leaving[x.to.v]
	if m == nil {
		m = b.newLocal("result", x.to.t, pos)
		b.leaving[x.to.v] = m
		b.storeAt(*m, b.get(*x.to), pos)
	}
	x.v = m.base
	return x
}

// returnedAddresses completes the addresses among the results, in finished SSA. The address that stands for nil
// becomes 0. An address past the last element, such as that of x[len(x):], would keep the next object alive, or be
// no valid address. If no capacity is left, a parameter's address replaces it, as in the Go compiler's code, which
// keeps the address of the sliced slice. Addresses in the kernel's frame or its constants do not outlive the call
// and are refused.
func (b *builder) returnedAddresses() {
	if len(b.addresses) == 0 {
		return
	}
	for _, blk := range b.f.Blocks {
		if blk.Kind != ir.BlockRet || blk.Control == nil || blk.Control.Op != ir.OpRet {
			continue
		}
		for _, a := range b.addresses {
			if bits := blk.Control.Args[a.at]; bits.Op == ir.OpBitcast {
				b.returnedAddress(blk.Control, a, bits)
			}
		}
	}
	b.f.RemoveDead()
}

// keepString moves the string constant at p, a TablePtr, to memory of the garbage collector. The kernel's own
// constants are freed with the kernel; references keep this memory alive.
func (b *builder) keepString(p *ir.Value) *ir.Value {
	data := string(b.f.Tables[p.AuxInt].Data)
	q := b.keptMemory("string", unsafe.Pointer(unsafe.StringData(strings.Clone(data))), len(data))
	p.CopyOf(q)
	b.f.ElimCopies()
	return q
}

// emptyMade is the address of allocated slices without capacity.
var emptyMade [8]byte

// keptMemory returns the address of n bytes of garbage-collected memory, which the kernel keeps alive.
func (b *builder) keptMemory(name string, p unsafe.Pointer, n int) *ir.Value {
	b.f.Params = append(b.f.Params, ir.Param{Name: name, Kind: ir.ParamArrayPtr, Elem: ir.I8, Size: 1, Len: n, Addr: p})
	b.origins = append(b.origins, Origin{Arg: -1, Via: -1})
	return b.f.Arg(ir.OpArgPtr, len(b.f.Params)-1)
}

// returnedAddress completes one of the addresses that ret returns.
func (b *builder) returnedAddress(ret *ir.Value, a addressResult, bits *ir.Value) {
	blk, pos, p := ret.Block, ret.Pos, bits.Args[0]
	if b.isNowhere(p) {
		ret.SetArg(a.at, b.int(0))
		return
	}
	var roots []*ir.Value
	somewhere, isMade := true, false
	for _, r := range pointedObjects(p) {
		switch {
		case r.Op == ir.OpCall: // memory that was not allocated on this path has no address
			isMade = true
		case r.Op == ir.OpArgPtr:
			roots = append(roots, r)
		case b.isNowhere(r):
			somewhere = false
		case r.Op == ir.OpTablePtr && b.f.Tables[r.AuxInt].Name == stringTable && b.opts.Symbols: // never freed
			roots = append(roots, r)
		case r.Op == ir.OpTablePtr && b.f.Tables[r.AuxInt].Name == stringTable:
			roots = append(roots, b.keepString(r))
		case r.Op == ir.OpLocalPtr:
			b.Refuse(token.Pos(pos), "the address of "+b.f.Locals[r.AuxInt].Name+" as result, which ends with the call",
				"the array itself as result, or a slice parameter for it")
			return
		default:
			b.Refuse(token.Pos(pos), "the address of constant "+b.f.Tables[r.AuxInt].Name+" as result",
				"a number, by which the caller finds it")
			return
		}
	}
	whole := p.Op == ir.OpArgPtr || p.Op == ir.OpCall
	if isMade && a.room >= 0 && !whole {
		roots = append(roots, b.keptMemory("empty", unsafe.Pointer(&emptyMade), 0))
	}
	choose := func(cond, yes, no *ir.Value) *ir.Value {
		return blk.InsertBefore(ret, ir.OpSelect, ir.TI64, pos, cond, yes, no)
	}
	nonZero := func(x *ir.Value) *ir.Value { return blk.InsertBefore(ret, ir.OpNe, ir.TBool, pos, x, b.int(0)) }
	x := bits
	if a.room >= 0 && !whole && len(roots) > 0 {
		first := blk.InsertBefore(ret, ir.OpBitcast, ir.TI64, pos, roots[0])
		for _, r := range roots[1:] { // one of them was sliced, and is not nil
			other := blk.InsertBefore(ret, ir.OpBitcast, ir.TI64, pos, r)
			first = choose(nonZero(first), first, other)
		}
		first = choose(nonZero(bits), first, bits)
		x = choose(nonZero(ret.Args[a.room]), x, first)
	}
	if !somewhere {
		x = choose(blk.InsertBefore(ret, ir.OpNe, ir.TBool, pos, p, b.nowhere()), x, b.int(0))
	}
	ret.SetArg(a.at, x)
}
