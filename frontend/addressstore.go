package frontend

import (
	"go/token"
	"unsafe"

	"hotloop/loopopt/ir"
)

// This file builds stores of slices, strings, pointers and interfaces to memory. During marking, the garbage
// collector must see both the stored address and the overwritten address. A Go function therefore does the store
// (ir.SiteStore). The Go compiler compiles it with its write barrier. The request is made only if the address in
// memory differs from the stored one. The Go function also keeps the overwritten object alive until the call ends.
// Addresses that a kernel has loaded are in its registers and its frame, which the collector does not scan. They
// are safe only because everything that was reachable from the arguments at any time during the call stays alive.
// The kernel then stores the same words again, as integers. That changes nothing in memory, but it tells the
// optimizer, which does not model requests, that memory changes.
//
//	if load(p) != bits { request(store, p, bits) }
//	store(p, bits); store(p+8, len); store(p+16, cap)
//
// x.data = x.data[:n] therefore makes no request. In a kernel that stores headers, loads of headers are marked
// with a negative AuxInt (ir.Value.Header): these stores change headers, and stores of data do not.

// storeAddresses stores x, which is an address or holds addresses, at a.
func (b *builder) storeAddresses(a address, x val, pos token.Pos) {
	if !b.k.StoresAddresses() || a.base.Root().Op == ir.OpLocalPtr || x.t.isAggregate() && x.t.of.leaves == nil {
		b.refuseAddressStore(x.t, pos)
		return
	}
	if !b.plainPointer(x, pos) || b.isNowhere(a.base) {
		return
	}
	if !x.t.isAggregate() {
		b.storeHeader(a, x, pos)
		return
	}
	words := b.leavesOf(x, pos)
	for i, l := range x.t.of.leaves {
		at := *a.plus(l.off)
		switch {
		case l.opaque:
			b.storeAddress(at, words[i], pos)
		case l.in == typ{}:
			b.storeScalar(at, l.t, words[i], pos)
		case l.word == 0:
			b.storeHeader(at, b.ofLeaves(l.in, words[i:i+int(l.in.words())], pos), pos)
		}
	}
}

// storeHeader stores a slice, a string or a pointer.
func (b *builder) storeHeader(a address, x val, pos token.Pos) {
	words := x.leafValues()
	b.storeAddress(a, b.outsideBits(x, pos), pos)
	for w, n := range words[1:] {
		b.storeWord(*a.plus(int64(w+1) * wordSize), n, pos)
	}
}

// storeAddress stores an address, given its bits.
func (b *builder) storeAddress(a address, bits *ir.Value, pos token.Pos) {
	old := b.loadScalar(a, tAddress, pos)
	old.AuxInt = -1
	put, end := b.f.NewBlock("store.address"), b.f.NewBlock("store.end")
	differs := b.cur.New(ir.OpNe, ir.TBool, ir.Pos(pos), b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), old), bits)
	b.branch(differs, put, end, ir.NoGuess)
	b.start(put)
	to := b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), b.pointerTo(a, pos))
	b.request(ir.SiteStore, "", ir.TI64, pos, to, bits)
	b.storedAddresses = true
	b.jump(end)
	b.start(end)
	b.storeWord(a, bits, pos)
}

// storeWord stores a word of a header.
func (b *builder) storeWord(a address, x *ir.Value, pos token.Pos) {
	b.storeScalar(a, tInt, x, pos)
	b.cur.Values[len(b.cur.Values)-1].AuxInt = 0
}

// outsideBits returns the bits of the address in x as code outside the kernel sees it. They are 0 for nil. A slice
// without capacity or an empty string never yields an address past the end of its object, because that would keep
// the next object alive.
func (b *builder) outsideBits(x val, pos token.Pos) *ir.Value {
	p := root(x.v)
	bits := b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), p)
	switch p.Op {
	case ir.OpArgPtr, ir.OpLoad, ir.OpCall:
		return bits
	case ir.OpTablePtr:
		if b.isNowhere(p) {
			return b.int(0)
		}
		return bits
	}
	room := x.cap
	if x.t.kind == stringKind {
		room = x.len
	}
	nowhere := b.cur.New(ir.OpEq, ir.TBool, ir.Pos(pos), p, b.nowhere())
	if room != nil {
		empty := b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), b.keptMemory("empty", unsafe.Pointer(&emptyMade), 0))
		none := b.cur.New(ir.OpEq, ir.TBool, ir.Pos(pos), bits, b.int(0))
		some := b.cur.New(ir.OpNe, ir.TBool, ir.Pos(pos), room, b.int(0))
		some = b.cur.New(ir.OpOr, ir.TBool, ir.Pos(pos), some, none)
		bits = b.cur.New(ir.OpSelect, ir.TI64, ir.Pos(pos), some, bits, empty)
	}
	return b.cur.New(ir.OpSelect, ir.TI64, ir.Pos(pos), nowhere, b.int(0), bits)
}

// addressesIn returns the addresses whose bits v may be.
func addressesIn(v *ir.Value) (out []*ir.Value) {
	seen := map[*ir.Value]bool{}
	var look func(v *ir.Value)
	look = func(v *ir.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch {
		case v.Op == ir.OpBitcast && v.Args[0].Type == ir.TPtr:
			out = append(out, v.Args[0])
		case v.Op == ir.OpSelect || v.Op == ir.OpPhi || v.Op == ir.OpCopy:
			for _, a := range v.Args {
				if a.Type == ir.TI64 {
					look(a)
				}
			}
		}
	}
	look(v)
	return out
}

// stores lists the requests to store an address, in finished SSA.
func (b *builder) stores() (list []*ir.Value) {
	for _, blk := range b.f.Blocks {
		for _, v := range blk.Values {
			if v.Op == ir.OpCall && v.Aux.(*ir.Site).Kind == ir.SiteStore {
				list = append(list, v)
			}
		}
	}
	return list
}

// storedObjects checks, in finished SSA, that the objects behind stored addresses outlive the kernel. It refuses
// those that do not. If the kernel stores no address after all, headers never change, and loads and stores lose
// their marks.
func (b *builder) storedObjects() {
	if !b.k.StoresAddresses() {
		return
	}
	if !b.storedAddresses {
		for v := range ir.Values(b.f.Blocks) {
			switch {
			case v.Op == ir.OpStore:
				v.AuxInt = 0
			case v.Header():
				v.AuxInt = int64(v.HeaderWord() + 1)
			}
		}
		return
	}
	for _, s := range b.stores() {
		for _, p := range addressesIn(s.Args[1]) {
			for _, r := range pointedObjects(p) {
				switch {
				case r.Op == ir.OpTablePtr && b.isNowhere(r):
				case r.Op == ir.OpTablePtr && b.f.Tables[r.AuxInt].Name == stringTable:
					b.keepString(r)
				case r.Op == ir.OpTablePtr:
					b.Refuse(token.Pos(s.Pos), "a store of the address of constant "+b.f.Tables[r.AuxInt].Name,
						"a number, by which the caller finds it")
					return
				case r.Op == ir.OpLocalPtr:
					b.Refuse(token.Pos(s.Pos), "a store of the address of "+b.f.Locals[r.AuxInt].Name+", which ends with the call",
						"memory that make returns")
					return
				}
			}
		}
	}
}

// refuseAddressStore reports that the kernel cannot store a value of type t, which holds addresses, to memory.
func (b *builder) refuseAddressStore(t typ, pos token.Pos) {
	if b.broken() {
		return
	}
	what := "what holds slices or pointers"
	switch {
	case t.slice:
		what = "a slice"
	case t.kind == stringKind:
		what = "a string"
	case t.kind == pointerKind:
		what = "a pointer"
	case t.kind == opaqueKind:
		what = "an interface, a map or the like"
	}
	if !b.k.Retypes() {
		b.Refuse(pos, "a store of "+what+" to memory of the kernel's own, or of a large struct or array that has some",
			"to memory that make returns or the caller passes, or one field after the other")
		return
	}
	b.Refuse(pos, "a store of "+what+" to memory, in a kernel that uses package unsafe",
		"the assignment in the caller, with the numbers as results")
}
