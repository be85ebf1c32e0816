package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Cursor is a header phi that moves up through memory in some iterations, by constants, and that nothing looks at but
// accesses to the places that it moves over, and their checks. An iteration passes up to Slots places. Those that all the
// iterations of a pass come by are consecutive, in the order of the iterations and, within one, of the moves:
//
//	if c[i] { out[j] = x; j++ }              S = 1     x x x x        j is a, b, c, …     stored: lanes that are on,
//	                                                   1 0 1 1                            packed: x0 x2 x3
//	out[j] = x; j++; if c[i] { out[j] = y; j++ }       x y x y x y    the same with two vectors side by side,
//	                                         S = 2     1 1 1 0 1 1    lane by lane: x0 y0 x1 x2 y2
//
// So vector code stores as many elements as there are bits in the mask, Compress brings them together; a load is the
// converse, Expand. The cursor itself stays a scalar.
type Cursor struct {
	Phi   *analysis.PhiClass
	Moves []Move // in the order of the program
	// Slots is the sum of the moves.
	Slots int64
	// Least is the smallest index that an access or a check has, less the cursor, if no move has been made.
	Least int64

	phi   *Recipe
	masks []*Recipe // of the moves; nil is all lanes
}

// Move is an advance of a cursor, by By in iterations that come to At and, if Cond is not nil, in which that is true, or
// false if Not.
type Move struct {
	At   *ir.Block
	By   int64
	Cond *ir.Value
	Not  bool
}

// Packed is the accesses to one object along a cursor: all the places that it passes are accessed, each by one of them.
type Packed struct {
	Cursor *Cursor
	// Plus: the first place of a pass is at index cursor + Plus.
	Plus    int64
	Members []*analysis.Access // by slot
	Last    *analysis.Access   // the member behind all others in the program: vector code stores there
	// Over: every iteration stores at the cursor, which moves by one afterwards or does not: the next one then stores there
	// again. So of a pass there stays what the iterations that move it have stored, and the last one. Vector code does this
	// behind all other accesses, when it is known which these are.
	Over bool
}

// CursorCheck is the check of an index along a cursor: all those of a pass are less than N if the cursor behind it, plus
// Plus, is at most N.
type CursorCheck struct {
	Cursor *Cursor
	N      *ir.Value
	Plus   int64
	// Late: the moves are not known where the program checks.
	Late bool
}

// MaxSlots bounds how many places a cursor may pass in an iteration.
const MaxSlots = 8

// maxCursor bounds where a cursor starts: indices of slices are below, and nothing that is computed from one overflows.
const maxCursor = 1 << 46

// CursorOf is the cursor of a phi, or nil.
func (l *Legal) CursorOf(phi *ir.Value) *Cursor {
	for _, y := range l.Cursors {
		if y.Phi.Phi == phi {
			return y
		}
	}
	return nil
}

// cursorsLast adds the tests, and the stores, that need the masks of all moves, behind everything else.
func (b *builder) cursorsLast() {
	for _, blk := range b.l.Body {
		for _, v := range blk.Walk() {
			if y := b.l.CursorChecks[v]; y != nil && y.Late {
				b.cursorCheck(y)
			}
		}
	}
	for _, a := range b.l.Accesses {
		if y := b.l.PackedOf[a.V]; y != nil && y.Over {
			b.add(&Recipe{Kind: CompressStore, V: a.V, Access: a, Packed: y,
				Args: []*Recipe{b.operand(a.V.StoredValue()), b.moves(y.Cursor)[0]}})
		}
	}
}

func (b *builder) cursorCheck(y *CursorCheck) {
	for _, r := range b.Recipes {
		if o := r.Check; o != nil && o.Cursor == y.Cursor && o.N == y.N && o.Plus == y.Plus {
			return
		}
	}
	b.add(&Recipe{Kind: Bail, Elem: ir.Bool, Args: b.moves(y.Cursor), Check: y, Scale: 1})
}

// moves is the masks of the moves; nil is all lanes.
func (b *builder) moves(y *Cursor) []*Recipe {
	if y.masks != nil {
		return y.masks
	}
	y.masks = make([]*Recipe, len(y.Moves))
	for k, m := range y.Moves {
		in := b.mask(m.At)
		switch {
		case m.Cond == nil:
			y.masks[k] = in
		case m.Not:
			y.masks[k] = b.add(&Recipe{Kind: EdgeMask, Elem: ir.Bool, Args: []*Recipe{b.operand(m.Cond)}, Mask: in, Scale: -1})
		default:
			y.masks[k] = b.and(in, b.operand(m.Cond))
		}
	}
	return y.masks
}

// packedLoad makes the recipe of a load along a cursor.
func (b *builder) packedLoad(v *ir.Value, y *Packed) {
	b.add(&Recipe{Kind: ExpandLoad, V: v, Elem: v.Type.Elem, Access: y.Last, Packed: y, Mask: b.mask(v.Block)})
}

// packedStore makes the recipe of the stores along a cursor, at the last of them. Its arguments are, slot by slot, the
// value and the mask.
func (b *builder) packedStore(v *ir.Value, y *Packed) {
	if y.Last.V != v || y.Over {
		return
	}
	r := &Recipe{Kind: CompressStore, V: v, Access: y.Last, Packed: y}
	for _, m := range y.Members {
		r.Args = append(r.Args, b.operand(m.V.StoredValue()), b.mask(m.V.Block))
	}
	b.add(r)
}

// pieceLanes is the number of lanes that are compressed or expanded at once: what is in a register, or less where that is
// cheaper.
func pieceLanes(t tti.Info, op ir.Op, v ir.Type) int {
	n := int(v.Lanes)
	if t == nil {
		return n
	}
	price := func(n int) float32 {
		c := t.Cost(op, v.WithLanes(n), v.WithLanes(n))
		if !c.Legal {
			return 1 << 20
		}
		return c.Uops + 4 // the access, its mask, its place
	}
	for n = min(n, t.MaxLanes(v.Elem)); n > 2 && 2*price(n/2) < price(n); {
		n /= 2
	}
	return n
}

// cursor adds up what moving a cursor costs, in a pass of one part.
func (c *coster) cursor(r *Recipe) {
	for _, m := range r.Args {
		if m != nil {
			c.add(r, c.t.Cost(ir.OpCountTrue, ir.TI64, ir.Mask(c.vf)))
		}
		c.ops++
	}
}

// packed adds up what accesses along a cursor cost.
func (c *coster) packed(r *Recipe) {
	op, elem, slots := ir.OpExpand, r.Elem, 1
	if r.Kind == CompressStore {
		op, elem = ir.OpCompress, r.V.StoredValue().Type.Elem
		for slots < len(r.Args)/2 {
			slots *= 2
		}
		for s := 1; s < len(r.Args); s += 2 {
			c.maskFor(r, r.Args[s], elem.Size())
		}
	} else {
		c.maskFor(r, r.Mask, elem.Size())
	}
	t := ir.Vec(elem, c.vf)
	for n := 1; n < slots; n *= 2 {
		c.add(r, c.t.ShuffleCost(tti.Interleave, t, 2).Times(slots/2))
		c.add(r, c.t.ShuffleCost(tti.Interleave, ir.Mask(c.vf), 2).Times(slots/2))
	}
	n := pieceLanes(c.t, op, t)
	each, on := t.WithLanes(n), ir.Mask(n)
	pieces := slots * c.vf / n
	before := c.ops
	c.add(r, c.t.MemoryCost(tti.Access{Kind: tti.Masked, Store: r.Kind == CompressStore, Type: each}).Times(pieces))
	c.mem += c.ops - before
	c.add(r, c.t.Cost(op, each, each).Times(pieces))
	c.add(r, c.t.Cost(ir.OpLaneMask, on, ir.TI64).Times(pieces))
	if pieces > 1 {
		c.add(r, c.t.Cost(ir.OpCountTrue, ir.TI64, on).Times(pieces))
		c.ops += float64(pieces)
	}
}
