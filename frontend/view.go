package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

// A conversion between a string and a []byte copies the bytes, in Go. Here it is a view of the same bytes if no difference
// shows: the address of the result goes nowhere but to loads, and nothing stores to the bytes while the result is live.
// The SSA is built with the copy, a loop behind a request for memory; in finished SSA, shareViews takes out the loops that
// are not needed.
//
//	p = request(make, n); for i := range n { p[i] = x[i] }; … load p[j] …   ⟹   … load x[j] …
//
// The bytes of a string do not change, unless it is a view of a []byte.

// conversion is a conversion between a string and a []byte.
type conversion struct {
	store    *ir.Value // of a byte that was loaded, in the loop that copies
	from, to *ir.Block // which lies between the end of from and to
	isString bool      // the result is a string
	isView   bool      // as it turned out
	stored   bool      // it could be a view if nothing stored to the bytes
}

// copied and source are the addresses of the copy, which a request has made, and of what is copied.
func (c *conversion) copied() *ir.Value { return c.store.Args[0] }
func (c *conversion) source() *ir.Value { return c.store.StoredValue().Args[0] }

// copyOfBytes is x, a string or a slice of bytes, as the other of these.
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

// shareViews makes views of the conversions that need no copy, in SSA without copies and useless phis. What a conversion
// is used for decides, so the last comes first: a view of a view is a use of both.
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

// views is what decides about conversions.
type views struct {
	b     *builder
	users map[*ir.Value][]*ir.Value
	place map[*ir.Value]int // in its block
	// writes are the values that may change bytes that were there before them.
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

// writes reports whether v may change bytes that were there before it. A request to format may call a method of an error.
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
				continue // which will be gone
			}
			if v.place[w] < live[w.Block] && (w.Block != x.Block || v.place[w] > v.place[x]) && v.mayWrite(w, objects) {
				c.stored = true
				return false
			}
		}
	}
	return true
}

// holders are the values that the address of a copy may be in. It is not ok if one of them is used for something else
// than to load and to tell how far two addresses are from one another. They are joined if there is a phi among them.
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

// objects are those that the bytes at p may be in: of a copy that may become a view, those of its source, too, if it is
// asked for them. It also says whether a string is among such copies.
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

// mayWrite reports whether w may write to one of these objects.
func (v *views) mayWrite(w *ir.Value, objects []*ir.Value) bool {
	if w.Op == ir.OpCall {
		return true
	}
	stored, _ := v.objects(w.Args[0], false)
	for _, s := range stored {
		for _, o := range objects {
			if !v.apart(s, o) {
				return true
			}
		}
	}
	return false
}

// apart reports whether a store to object x leaves y as it is. Arguments may overlap, and what is loaded leads to them; those
// that are strings do not change.
func (v *views) apart(x, y *ir.Value) bool {
	if y.Op == ir.OpArgPtr && v.b.f.Params[y.AuxInt].Kind == ir.ParamString && !v.b.k.Retypes() {
		return true
	}
	own := func(p *ir.Value) bool { return p.Op == ir.OpLocalPtr || p.Op == ir.OpTablePtr || p.Op == ir.OpCall }
	known := func(p *ir.Value) bool {
		return own(p) || p.Op == ir.OpArgPtr || p.Op == ir.OpLoad && !v.b.storedAddresses
	}
	return x != y && (own(x) && known(y) || known(x) && own(y))
}

// liveness says up to which place of a block x is live there, behind x in its own block: up to its last use, and to where
// others of its holders are made of it.
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
