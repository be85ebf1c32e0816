package vplan

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// monotonicKinds puts the rows of this file into the table.
func monotonicKinds() {
	kinds[MonotonicPhi] = row{name: "MONOTONIC", flags: accumulates | passesLanes | noLanes,
		demand: func(b *builder, r *Recipe) {
			for _, m := range b.l.MonotonicIndexOf(r.V).Moves {
				b.demandMask(m.At)
				b.demand(m.Cond)
			}
		},
		finish: func(b *builder, r *Recipe) { r.Args = b.moves(b.l.MonotonicIndexOf(r.V)) },
		price:  (*coster).monotonicIndex,
		carriedRow: carriedRow{
			initial: func(x *exec, r *Recipe, _ int) *ir.Value { return r.phi.Start },
			begin:   beginOne,
			update: func(x *exec, r *Recipe) []*ir.Value {
				return []*ir.Value{x.indexAt(x.l.MonotonicIndexOf(r.V), x.st.UF)}
			},
			close: closeParts,
			final: func(x *exec, r *Recipe, st, final []*ir.Value) { final[r.id] = st[r.id] }}}
	kinds[ExpandLoad] = row{name: "EXPAND", flags: isLoad, price: (*coster).monotonicAccess,
		maskable: func(_ *Plan, t tti.Info, r *Recipe) bool { return t.HasMaskedLoad(r.elem) },
		part:     (*exec).expandLoad}
	kinds[CompressStore] = row{name: "COMPRESS", flags: isStore, price: (*coster).monotonicAccess,
		maskable: maskableStore,
		emit:     (*exec).compress}
}

// MonotonicIndex is a header phi that moves up through memory in some iterations, by constants, and that nothing looks
// at but accesses to the places that it moves over, and their checks. An iteration passes up to Slots places. Those
// that all the iterations of a vector iteration come by are consecutive, in the order of the iterations and, within
// one, of the moves:
//
//	if c[i] { out[j] = x; j++ }              S = 1     x x x x        j is a, b, c, …     stored: lanes that are on,
//	                                                   1 0 1 1                            together: x0 x2 x3
//	out[j] = x; j++; if c[i] { out[j] = y; j++ }       x y x y x y    the same with two vectors side by side,
//	                                         S = 2     1 1 1 0 1 1    lane by lane: x0 y0 x1 x2 y2
//
// So vector code stores as many elements as there are bits in the mask, Compress brings them together; a load is the
// converse, Expand. The monotonic index itself stays a scalar.
type MonotonicIndex struct {
	Phi   *analysis.PhiClass
	Moves []Move // in the order of the program
	// Slots is the sum of the moves.
	Slots int64
	// Least is the smallest index that an access or a check has, less the monotonic index, if no move has been made.
	Least int64

	phi   *Recipe
	masks []*Recipe // of the moves; nil is all lanes
}

// Move is an advance of a monotonic index, by By in iterations that come to At and, if Cond is not nil, in which that
// is true, or false if Not.
type Move struct {
	At   *ir.Block
	By   int64
	Cond *ir.Value
	Not  bool
}

// MonotonicAccess is the accesses to one object along a monotonic index: all the places that it passes are accessed,
// each by one of them.
type MonotonicAccess struct {
	Index *MonotonicIndex
	// Plus: the first place of a vector iteration is at monotonic index + Plus.
	Plus    int64
	Members []*analysis.Access // by slot
	Last    *analysis.Access   // the member behind all others in the program: vector code stores there
	// Over: every iteration stores at the monotonic index, which moves by one afterwards or does not: the next one then
	// stores there again. So of a vector iteration there stays what the iterations that move it have stored, and the
	// last one. Vector code does this behind all other accesses, when it is known which these are.
	Over bool
}

// MonotonicCheck is the check of an index along a monotonic index: all those of a vector iteration are less than N if
// the monotonic index behind it, plus Plus, is at most N.
type MonotonicCheck struct {
	Index *MonotonicIndex
	N     *ir.Value
	Plus  int64
	// Late: the moves are not known where the program checks.
	Late bool
	// Exit: it is an exit that the loop is left by, and N may be negative. Down: the index goes down, and it plus Plus
	// must be at least N.
	Exit, Down bool
}

// MaxSlots bounds how many places a cursor may pass in an iteration.
const MaxSlots = 8

// maxMonotonic bounds where a monotonic index starts: indices of slices are below, and nothing that is computed from
// one overflows.
const maxMonotonic = 1 << 46

// guessing is what an iteration of a scalar loop pays on average for guessing whether an index moves, in cycles: a
// wrong guess takes some 16. A filter of random float64 takes 0.5 ns an element if one in 200 passes, 5 if every second
// does, and 1.7 if all do; vector code takes 0.3 to 1.2 (Zen 3).
const guessing = 2

// guesses says whether the data decide if the index moves.
func (y *MonotonicIndex) guesses() bool {
	return slices.ContainsFunc(y.phi.Args, func(m *Recipe) bool { return m != nil })
}

// MonotonicIndexOf is the monotonic index of a phi, or nil.
func (l *Legal) MonotonicIndexOf(phi *ir.Value) *MonotonicIndex {
	return carriedBy[*MonotonicIndex](l, phi)
}

func (y *MonotonicIndex) carries(phi *ir.Value) bool { return y.Phi.Phi == phi }

// monotonicIndices lists the monotonic indices.
func (l *Legal) monotonicIndices() (list []*MonotonicIndex) {
	for _, c := range l.Carried {
		if y, ok := c.(*MonotonicIndex); ok {
			list = append(list, y)
		}
	}
	return list
}

// monotonicLast adds the tests, and the stores, that need the masks of all moves, behind everything else.
func (b *builder) monotonicLast() {
	for v := range ir.Values(b.l.Body) {
		if y := b.l.MonotonicChecks[v]; y != nil && y.Late {
			b.monotonicCheck(y)
		}
	}
	for _, blk := range b.l.Body {
		if y := b.l.MonotonicExits[blk]; y != nil && y.Late {
			b.monotonicCheck(y)
		}
	}
	for _, a := range b.l.Accesses {
		if y := b.l.MonotonicOf[a.V]; y != nil && y.Over {
			b.add(&Recipe{Kind: CompressStore, V: a.V, Args: []*Recipe{b.operand(a.V.StoredValue()),
				b.moves(y.Index)[0]}, memoryPart: memoryPart{Access: a, monotonic: y}})
		}
	}
}

func (b *builder) monotonicCheck(y *MonotonicCheck) {
	for _, r := range b.Recipes {
		if o := r.check; o != nil && o.Index == y.Index && o.N == y.N && o.Plus == y.Plus && o.Exit == y.Exit {
			return
		}
	}
	b.add(&Recipe{Kind: SideExit, elem: ir.Bool, Args: b.moves(y.Index), scale: 1, exitPart: exitPart{check: y}})
}

// moves is the masks of the moves; nil is all lanes.
func (b *builder) moves(y *MonotonicIndex) []*Recipe {
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
			y.masks[k] = b.add(&Recipe{Kind: EdgeMask, elem: ir.Bool, Args: []*Recipe{b.operand(m.Cond)}, mask: in,
				scale: -1})
		default:
			y.masks[k] = b.and(in, b.operand(m.Cond))
		}
	}
	return y.masks
}

// expandLoad makes the recipe of a load along a monotonic index.
func (b *builder) expandLoad(v *ir.Value, y *MonotonicAccess) {
	b.add(&Recipe{Kind: ExpandLoad, V: v, elem: v.Type.Elem, mask: b.mask(v.Block),
		memoryPart: memoryPart{Access: y.Last, monotonic: y}})
}

// compressStore makes the recipe of the stores along a monotonic index, at the last of them. Its arguments are, slot by
// slot, the value and the mask.
func (b *builder) compressStore(v *ir.Value, y *MonotonicAccess) {
	if y.Last.V != v || y.Over {
		return
	}
	r := &Recipe{Kind: CompressStore, V: v, memoryPart: memoryPart{Access: y.Last, monotonic: y}}
	for _, m := range y.Members {
		r.Args = append(r.Args, b.operand(m.V.StoredValue()), b.mask(m.V.Block))
	}
	b.add(r)
}

// pieceLanes is the number of lanes that are compressed or expanded at once: what is in a register, or less where that
// is cheaper.
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

// wholePieces is how many pieces a vector iteration should store where stores under masks are dear: the last ones, of
// which lastPieces is the usual number, take them. Filtering half of 4096 int32 takes 3.9 µs in vector iterations of
// one piece, 2.5 of two, 1.8 of four and 1.7 of eight (Zen 3).
const (
	wholePieces = 8
	lastPieces  = 2
)

// storesWhole says whether pieces that a vector iteration covers are better stored whole.
func storesWhole(t tti.Info, piece ir.Type) bool {
	masked := t.MemoryCost(tti.Access{Kind: tti.Masked, Store: true, Type: piece})
	whole := t.MemoryCost(tti.Access{Kind: tti.Consecutive, Store: true, Type: piece})
	return !masked.Legal || masked.Uops > whole.Uops+4
}

// monotonicIndex adds up what moving a monotonic index costs, in a vector iteration of one part.
func (c *coster) monotonicIndex(r *Recipe) {
	for _, m := range r.Args {
		if m != nil {
			c.add(r, c.t.Cost(ir.OpCountTrue, ir.TI64, ir.Mask(c.vf)))
		}
		c.ops++
	}
}

// monotonicAccess adds up what accesses along a monotonic index cost.
func (c *coster) monotonicAccess(r *Recipe) {
	op, elem, slots := ir.OpExpand, r.elem, 1
	if r.Kind == CompressStore {
		op, elem = ir.OpCompress, r.V.StoredValue().Type.Elem
		for slots < len(r.Args)/2 {
			slots *= 2
		}
		for s := 1; s < len(r.Args); s += 2 {
			c.maskFor(r, r.Args[s], elem.Size())
		}
	} else {
		c.maskFor(r, r.mask, elem.Size())
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
	masked := c.t.MemoryCost(tti.Access{Kind: tti.Masked, Store: r.Kind == CompressStore, Type: each})
	if parts := max(1, wholePieces/pieces); r.Kind == CompressStore && storesWhole(c.t, each) {
		whole := c.t.MemoryCost(tti.Access{Kind: tti.Consecutive, Store: true, Type: each})
		whole.Uops, whole.Slots = whole.Uops+3, whole.Slots+3 // the test whether it fits
		c.add(r, whole.Times(pieces))
		c.addOnce(r, masked.Times(lastPieces), float64(parts))
		c.leastParts = max(c.leastParts, parts)
	} else {
		c.add(r, masked.Times(pieces))
	}
	c.mem += c.ops - before
	c.add(r, c.t.Cost(op, each, each).Times(pieces))
	c.add(r, c.t.Cost(ir.OpLaneMask, on, ir.TI64).Times(pieces))
	if pieces > 1 {
		c.add(r, c.t.Cost(ir.OpCountTrue, ir.TI64, on).Times(pieces))
		c.ops += float64(pieces)
	}
}

// indexAt is where index y is when part p of the vector iteration begins; part UF is the end of the vector iteration.
func (x *exec) indexAt(y *MonotonicIndex, p int) *ir.Value {
	at := x.reached[y]
	if at == nil {
		at = []*ir.Value{x.parts[y.phi.id][0]}
	}
	for len(at) <= p {
		at = append(at, x.cur.New(ir.OpAdd, ir.TI64, x.pos, at[len(at)-1], x.passed(y, len(at)-1)))
	}
	if x.reached == nil {
		x.reached = map[*MonotonicIndex][]*ir.Value{}
	}
	x.reached[y] = at
	return at[p]
}

// passed is how far part p moves index y.
func (x *exec) passed(y *MonotonicIndex, p int) *ir.Value {
	var sum *ir.Value
	for k, m := range y.Moves {
		var n *ir.Value
		if on := x.moving(y.phi.Args[k], p); on == nil {
			n = x.f.ConstInt(ir.TI64, m.By*int64(x.st.VF))
		} else {
			n = x.cur.New(ir.OpCountTrue, ir.TI64, x.pos, on)
			if m.By != 1 {
				n = x.cur.New(ir.OpMul, ir.TI64, x.pos, n, x.f.ConstInt(ir.TI64, m.By))
			}
		}
		if sum != nil {
			n = x.cur.New(ir.OpAdd, ir.TI64, x.pos, sum, n)
		}
		sum = n
	}
	return sum
}

// moving is the lanes of mask m that are active in part p; nil is all.
func (x *exec) moving(m *Recipe, p int) *ir.Value {
	switch {
	case m != nil:
		return x.masked(m, p)
	case x.active != nil:
		return x.active[p]
	}
	return nil
}

// fails says whether a check along a monotonic index fails in some lane of the vector iteration.
func (x *exec) fails(y *MonotonicCheck) *ir.Value {
	end := x.plus(x.indexAt(y.Index, x.st.UF), y.Plus)
	switch {
	case y.Down:
		return x.cur.New(ir.OpLtS, ir.TBool, x.pos, end, y.N)
	case y.Exit:
		return x.cur.New(ir.OpLtS, ir.TBool, x.pos, y.N, end)
	}
	return x.cur.New(ir.OpLtU, ir.TBool, x.pos, y.N, end)
}

// monotonicStarts says, in the preheader, whether the monotonic indices start where nothing overflows and no index is
// negative.
func (x *exec) monotonicStarts() (ok *ir.Value) {
	for _, y := range x.l.monotonicIndices() {
		least := x.plusIn(x.pre, y.Phi.Start, y.Least)
		in := x.pre.New(ir.OpLtU, ir.TBool, x.pos, least, x.f.ConstInt(ir.TI64, maxMonotonic))
		if ok != nil {
			in = x.pre.New(ir.OpAnd, ir.TBool, x.pos, ok, in)
		}
		ok = in
	}
	return ok
}

// monotonicExtent is the memory that accesses along a monotonic index may touch.
func (x *exec) monotonicExtent(a *analysis.Access, y *MonotonicAccess) (lo, hi *ir.Value) {
	b := x.pre
	lo = x.monotonicStart(a, y)
	n := b.New(ir.OpMinS, ir.TI64, x.pos, x.n, x.f.ConstInt(ir.TI64, maxMonotonic))
	bytes := b.New(ir.OpMul, ir.TI64, x.pos, n, x.f.ConstInt(ir.TI64, y.Index.Slots*int64(a.Size)))
	return lo, b.New(ir.OpAdd, ir.TI64, x.pos, lo, bytes)
}

// monotonicStart is the first place along a monotonic index, as an integer.
func (x *exec) monotonicStart(a *analysis.Access, y *MonotonicAccess) *ir.Value {
	at := x.plusIn(x.pre, y.Index.Phi.Start, y.Plus)
	first := x.integer(x.pre, a.Base)
	if !at.IsConstInt(0) {
		bytes := x.pre.New(ir.OpMul, ir.TI64, x.pos, at, x.f.ConstInt(ir.TI64, int64(a.V.Scale)))
		first = x.pre.New(ir.OpAdd, ir.TI64, x.pos, first, bytes)
	}
	return x.plusIn(x.pre, first, int64(a.V.Off))
}

// lanesOf is lanes from k*n on, n of them, of v.
func (x *exec) lanesOf(v *ir.Value, k, n int) *ir.Value {
	if n == int(v.Type.Lanes) {
		return v
	}
	s := x.cur.New(ir.OpSubvec, v.Type.WithLanes(n), x.pos, v)
	s.AuxInt = int64(k * n)
	return s
}

// monotonicAccess makes the load or store of n lanes, or all if n is nil, at a monotonic index.
func (x *exec) monotonicAccess(r *Recipe, at, val *ir.Value, t ir.Type, n *ir.Value) *ir.Value {
	var on *ir.Value
	if n != nil {
		on = x.cur.New(ir.OpLaneMask, ir.Mask(int(t.Lanes)), r.V.Pos, x.f.ConstInt(ir.TI64, 0), n)
	}
	v := x.access(r, t, r.Access.Base, at, val, on)
	v.Scale, v.Off = r.V.Scale, r.V.Off+int32(r.monotonic.Plus)*r.V.Scale
	return v
}

// compress stores what r stores in a vector iteration, if the monotonic index moves at all. A store under an empty mask
// would do no harm but that it takes a microcode assist on a page that nobody has touched yet, as those of a slice that
// has just been made: filters that find nothing in 4096 elements took 4.1 µs instead of 0.3 on Granite Rapids. The
// branch costs nothing that can be measured from one element in 7 to one in 1000.
func (x *exec) compress(r *Recipe) {
	store := func() {
		for p := range x.st.UF {
			x.compressStore(r, p)
		}
	}
	y := r.monotonic.Index
	always := r.monotonic.Over
	for _, m := range y.phi.Args {
		always = always || m == nil
	}
	if always {
		store()
		return
	}
	r.uses(func(a *Recipe) {
		if a.isUniform() {
			x.vec(a, 0) // others may share it
		}
	})
	from, to := x.indexAt(y, 0), x.indexAt(y, x.st.UF)
	body, next := x.f.NewBlock("vector.store"), x.f.NewBlock("vector.stored")
	x.cur.SetIf(x.cur.New(ir.OpNe, ir.TBool, x.pos, from, to), body, next)
	x.cur.Likely = ir.LikelyTrue
	x.cur = body
	store()
	x.cur.SetJump(next)
	x.cur = next
}

// compressStore stores the lanes of part p that are on, one behind the other.
func (x *exec) compressStore(r *Recipe, p int) {
	vals, masks := x.slots(r, p)
	at := x.indexAt(r.monotonic.Index, p)
	each := pieceLanes(x.l.Target, ir.OpCompress, vals[0].Type)
	var last *ir.Value
	for h, v := range vals {
		for k := 0; k < x.st.VF/each; k++ {
			if last != nil {
				at = x.cur.New(ir.OpAdd, ir.TI64, x.pos, at, last)
			}
			t, m := v.Type.WithLanes(each), x.lanesOf(masks[h], k, each)
			w := x.cur.New(ir.OpCompress, t, r.V.Pos, x.lanesOf(v, k, each), m)
			last = x.cur.New(ir.OpCountTrue, ir.TI64, r.V.Pos, m)
			x.storePiece(r, at, w, last, p == x.st.UF-1 && h == len(vals)-1 && k == x.st.VF/each-1)
		}
	}
}

// storePiece stores the first n lanes of w at a monotonic index. Where the vector iteration stores all places that w
// has lanes for, w is stored whole: what lies behind the n is overwritten by the pieces that follow. A store under a
// mask takes 12 cycles on Zen 3, and on NEON there is none. Where little passes, most pieces are empty. final is the
// last piece.
func (x *exec) storePiece(r *Recipe, at, w, n *ir.Value, final bool) {
	if final || x.l.Target == nil || !storesWhole(x.l.Target, w.Type) {
		x.monotonicAccess(r, at, w, w.Type, n)
		return
	}
	behind := x.plus(at, int64(w.Type.Lanes))
	fits := x.cur.New(ir.OpLeS, ir.TBool, x.pos, behind, x.indexAt(r.monotonic.Index, x.st.UF))
	whole, rest := x.f.NewBlock("vector.whole"), x.f.NewBlock("vector.rest")
	some, next := x.f.NewBlock("vector.some"), x.f.NewBlock("vector.stored")
	x.cur.SetIf(fits, whole, rest)
	x.cur.Likely = ir.LikelyTrue
	x.cur = whole
	x.monotonicAccess(r, at, w, w.Type, nil)
	x.cur.SetJump(next)
	rest.SetIf(rest.New(ir.OpEq, ir.TBool, x.pos, n, x.f.ConstInt(ir.TI64, 0)), next, some)
	x.cur = some
	x.monotonicAccess(r, at, w, w.Type, n)
	x.cur.SetJump(next)
	x.cur = next
}

// slots is the values and masks of part p in the order of memory: with several slots, those of the first iteration come
// first. They are interleaved two by two, with idle ones where their number is no power of two.
func (x *exec) slots(r *Recipe, p int) (vals, masks []*ir.Value) {
	for s := 0; s < len(r.Args); s += 2 {
		v := x.vec(r.Args[s], p)
		m := x.moving(r.Args[s+1], p)
		if r.monotonic.Over {
			m = x.cur.New(ir.OpOr, m.Type, x.pos, m, x.finalLane())
		}
		vals, masks = append(vals, v), append(masks, x.allTrue(m))
	}
	n := 1
	for n < len(vals) {
		n *= 2
	}
	for len(vals) < n {
		vals, masks = append(vals, vals[0]), append(masks, x.f.ConstBool(ir.Mask(x.st.VF), false))
	}
	return x.interleaved(vals), x.interleaved(masks)
}

// finalLane is the mask of the last lane that is active.
func (x *exec) finalLane() *ir.Value {
	t, zero := ir.Mask(x.st.VF), x.f.ConstInt(ir.TI64, 0)
	if x.active == nil {
		return x.cur.New(ir.OpNot, t, x.pos, x.cur.New(ir.OpLaneMask, t, x.pos, zero,
			x.f.ConstInt(ir.TI64, int64(x.st.VF-1))))
	}
	before := x.cur.New(ir.OpLaneMask, t, x.pos, zero, x.plus(x.count, -1))
	return x.cur.New(ir.OpAndNot, t, x.pos, x.active[0], before)
}

// interleaved is the lanes of a power of two of vectors, the first of each, then the second of each, and so on.
func (x *exec) interleaved(vs []*ir.Value) []*ir.Value {
	if len(vs) == 1 {
		return vs
	}
	var even, odd, out []*ir.Value
	for k := 0; k < len(vs); k += 2 {
		even, odd = append(even, vs[k]), append(odd, vs[k+1])
	}
	even, odd = x.interleaved(even), x.interleaved(odd)
	n := x.st.VF
	for k := range even {
		for half := range 2 {
			lanes := make(ir.Lanes, n)
			for i := range lanes {
				lanes[i] = int8(half*n/2 + i/2 + i%2*n)
			}
			out = append(out, x.shuffle(even[k], odd[k], lanes))
		}
	}
	return out
}

// expandLoad loads as many elements as lanes of part p are on, and brings each to its lane.
func (x *exec) expandLoad(r *Recipe, p int) *ir.Value {
	m := x.allTrue(x.moving(r.mask, p))
	at := x.indexAt(r.monotonic.Index, p)
	t := ir.Vec(r.elem, x.st.VF)
	each := pieceLanes(x.l.Target, ir.OpExpand, t)
	var parts []*ir.Value
	for k := 0; k < x.st.VF/each; k++ {
		on := x.lanesOf(m, k, each)
		n := x.cur.New(ir.OpCountTrue, ir.TI64, r.V.Pos, on)
		v := x.monotonicAccess(r, at, nil, t.WithLanes(each), n)
		parts = append(parts, x.cur.New(ir.OpExpand, v.Type, r.V.Pos, v, on))
		if k+1 < x.st.VF/each {
			at = x.cur.New(ir.OpAdd, ir.TI64, x.pos, at, n)
		}
	}
	return concat(x.cur, parts, r.V.Pos)
}

// concat puts vectors one behind the other, in place.
func concat(b *ir.Block, parts []*ir.Value, pos ir.Pos) *ir.Value {
	for len(parts) > 1 {
		for k := range len(parts) / 2 {
			p := parts[2*k]
			parts[k] = b.New(ir.OpConcat, p.Type.WithLanes(2*int(p.Type.Lanes)), pos, p, parts[2*k+1])
		}
		parts = parts[:len(parts)/2]
	}
	return parts[0]
}
