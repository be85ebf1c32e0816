package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

// In Go, a conversion between a string and a []byte copies the bytes. Here it is a view of the same bytes if the
// difference is not observable. That requires two conditions: the address of the result is used only by loads, and
// nothing stores to the bytes while the result is live. The SSA is built with the copy, a loop after a request for
// memory. In finished SSA, shareViews removes the loops that are not needed.
//
//	p = request(make, n); for i := range n { p[i] = x[i] }; … load p[j] …   ⟹   … load x[j] …
//
// The bytes of a string do not change, unless the string is a view of a []byte.

// conversion is a conversion between a string and a []byte.
type conversion struct {
	store    *ir.Value // stores a loaded byte, in the loop that copies
	from, to *ir.Block // the copy is between the end of from and to
	isString bool      // the result is a string
	isView   bool      // shareViews has made it a view
	stored   bool      // only stores to the bytes prevent a view
}

// copied returns the address of the copy, which a request has made. source returns the address of what is copied.
func (c *conversion) copied() *ir.Value { return c.store.Args[0] }
func (c *conversion) source() *ir.Value { return c.store.StoredValue().Args[0] }

// copyOfBytes converts x, a string or a slice of bytes, to the other type.
func (b *builder) copyOfBytes(x val, to typ, pos token.Pos) val {
	p := b.request(ir.SiteMake, "", ir.TPtr, pos, x.len, b.int(1))
	c := &conversion{from: b.cur, isString: to.kind == stringKind}
	b.countedTo(x.len, pos, []ir.Attr{{Name: "ivdep", Pos: ir.Pos(pos)}}, func(i *ir.Value) {
		one := b.loadScalar(address{base: x.v, idx: i, scale: 1}, tByte, pos)
		b.storeScalar(address{base: p, idx: i, scale: 1}, tByte, one, pos)
		c.store = b.cur.Values[len(b.cur.Values)-1]
	})
	c.to = b.cur
	b.conversions = append(b.conversions, c)
	return val{t: to, v: p, len: x.len, cap: x.len}
}

// shareViews turns the conversions that need no copy into views, in SSA without copies and redundant phis. A
// conversion's uses decide, so the last conversion comes first: a view of a view is a use of both.
func (b *builder) shareViews() {
	if len(b.conversions) == 0 {
		return
	}
	b.f.RemoveDead()
	v := b.newViews()
	for i := len(b.conversions) - 1; i >= 0; i-- {
		if c := b.conversions[i]; c.store.Block != nil && v.unseen(c) {
			c.isView = true
			v.users[c.source()] = append(v.users[c.source()], c.copied())
		}
	}
	for _, c := range b.conversions {
		if c.isView {
			c.from.RemoveSucc(c.from.Succs[0])
			c.from.SetJump(c.to)
			c.copied().CopyOf(c.source())
		}
	}
	b.f.RemoveUnreachable()
	b.f.ElimCopies()
	b.simplifyPhis()
}

// views holds the data for deciding about conversions.
type views struct {
	b     *builder
	users map[*ir.Value][]*ir.Value
	place map[*ir.Value]int // position in its block
	// writes lists the values that may change bytes that existed before them.
	writes []*ir.Value
	by     map[*ir.Value]*conversion // by the address of the copy
}

func (b *builder) newViews() *views {
	v := &views{b: b, users: map[*ir.Value][]*ir.Value{}, place: map[*ir.Value]int{}, by: map[*ir.Value]*conversion{}}
	for _, c := range b.conversions {
		if c.store.Block != nil {
			v.by[c.copied()] = c
		}
	}
	for _, blk := range b.f.Blocks {
		for i, x := range blk.Values {
			v.place[x] = i
			for _, a := range x.Args {
				v.users[a] = append(v.users[a], x)
			}
			if writes(x) {
				v.writes = append(v.writes, x)
			}
		}
	}
	return v
}

// writes reports whether v may change bytes that existed before it. A request to format may call a method of an
// error.
func writes(v *ir.Value) bool {
	if v.Op != ir.OpCall {
		return v.Op.HasAny(ir.FlagWrites)
	}
	switch v.Aux.(*ir.Site).Kind {
	case ir.SiteErrorf, ir.SiteSprintf, ir.SiteSprint, ir.SiteSprintln, ir.SiteStore:
		return true
	}
	return false
}

// unseen reports whether c may be a view.
func (v *views) unseen(c *conversion) bool {
	held, joined, ok := v.holders(c)
	if !ok {
		return false
	}
	objects, ofView := v.objects(c.source(), true)
	if joined {
		// An array that outlives its iteration would have to move out of the frame: see escaping.
		for _, o := range objects {
			if o.Op == ir.OpLocalPtr {
				return false
			}
		}
	}
	if !c.isString && !ofView && !v.b.k.Retypes() {
		return true
	}
	for x := range held {
		live := v.liveness(x)
		for _, w := range v.writes {
			if by := v.by[w.Args[0]]; by != nil && by.isView && w == by.store {
				continue // the store will be removed
			}
			if v.place[w] < live[w.Block] && (w.Block != x.Block || v.place[w] > v.place[x]) && v.mayWrite(w, objects) {
				c.stored = true
				return false
			}
		}
	}
	return true
}

// holders returns the values that may hold the address of a copy. ok is false if one of them has a use other than
// a load or the distance of two addresses. joined reports whether one of them is a phi.
func (v *views) holders(c *conversion) (held map[*ir.Value]bool, joined, ok bool) {
	held = map[*ir.Value]bool{c.copied(): true}
	for work := []*ir.Value{c.copied()}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range v.users[x] {
			switch {
			case u.Op == ir.OpLoad, v.by[x] != nil && u == v.by[x].store:
				continue
			case u.Op == ir.OpBitcast:
				for _, d := range v.users[u] {
					if d.Op != ir.OpSub {
						return nil, false, false
					}
				}
				continue
			case u.Op == ir.OpPhi, u.Op == ir.OpSelect:
				joined = true
			case u.Op != ir.OpPtrAdd && v.by[u] == nil:
				return nil, false, false
			}
			if !held[u] {
				held[u] = true
				work = append(work, u)
			}
		}
	}
	return held, joined, true
}

// objects returns the objects that the bytes at p may be in. With sources, a copy that may become a view also
// contributes the objects of its source. ofView reports whether such a copy is a string.
func (v *views) objects(p *ir.Value, sources bool) (list []*ir.Value, ofView bool) {
	seen := map[*ir.Value]bool{}
	var look func(p *ir.Value)
	look = func(p *ir.Value) {
		if seen[p] {
			return
		}
		seen[p] = true
		switch p.Op {
		case ir.OpPtrAdd:
			look(p.Args[0])
		case ir.OpPhi, ir.OpSelect:
			for _, a := range p.Args {
				if a.Type == ir.TPtr {
					look(a)
				}
			}
		default:
			list = append(list, p)
			if c := v.by[p]; c != nil && sources {
				ofView = ofView || c.isString
				look(c.source())
			}
		}
	}
	look(p)
	return list, ofView
}

// mayWrite reports whether w may write to one of the objects.
func (v *views) mayWrite(w *ir.Value, objects []*ir.Value) bool {
	if w.Op == ir.OpCall {
		return true
	}
	stored, _ := v.objects(w.Args[0], false)
	for _, s := range stored {
		for _, o := range objects {
			if !v.disjoint(s, o) {
				return true
			}
		}
	}
	return false
}

// disjoint reports whether a store to object x cannot change y. Arguments may overlap, and loaded addresses may refer
// to them. Arguments that are strings do not change.
func (v *views) disjoint(x, y *ir.Value) bool {
	if y.Op == ir.OpArgPtr && v.b.f.Params[y.AuxInt].Kind == ir.ParamString && !v.b.k.Retypes() {
		return true
	}
	own := func(p *ir.Value) bool { return p.Op == ir.OpLocalPtr || p.Op == ir.OpTablePtr || p.Op == ir.OpCall }
	known := func(p *ir.Value) bool {
		return own(p) || p.Op == ir.OpArgPtr || p.Op == ir.OpLoad && !v.b.storedAddresses
	}
	return x != y && (own(x) && known(y) || known(x) && own(y))
}

// liveness returns, for each block in which x is live, the position up to which it is live. In x's own block it is
// live after x. x is live up to its last use, including values derived from it that also hold the address.
func (v *views) liveness(x *ir.Value) map[*ir.Block]int {
	until := map[*ir.Block]int{}
	var work []*ir.Block
	use := func(blk *ir.Block, place int) {
		if until[blk] == 0 && blk != x.Block {
			work = append(work, blk.Preds...)
		}
		until[blk] = max(until[blk], place)
	}
	for _, u := range v.users[x] {
		if u.Op != ir.OpPhi {
			use(u.Block, v.place[u])
			continue
		}
		for i, a := range u.Args {
			if p := u.Block.Preds[i]; a == x {
				use(p, len(p.Values)+1)
			}
		}
	}
	for len(work) > 0 {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		use(blk, len(blk.Values)+1)
	}
	return until
}
