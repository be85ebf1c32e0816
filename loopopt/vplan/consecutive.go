package vplan

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// A loop that walks downwards has its first lane at the highest address. Its loads are turned to make it lane 0, its
// stores turned back. What lies between and works lane by lane may as well be done in the order of memory: then nothing
// is turned at all, which spares x86 and NEON a shuffle or two of each vector, on a unit that there are one or two of.

// An access that crosses the end of a cache line takes two turns of a unit for loads or stores instead of one, and
// vectors that are as long as a line all cross one unless they begin at one: y[i] = a[i] + b[i] over 2048 elements of 4
// bytes takes 39 ns on Zen 5 if all three begin at a line, 58 if y does not, 75 if a and b do not or none does. Where a
// loop has little to do but to load and store, a vector iteration under a mask goes in front of its vector loop and
// ends where one of its streams reaches a line.

// consecutiveKinds puts the rows of this file into the table.
func consecutiveKinds() {
	kinds[WidenLoad] = row{name: "WIDEN-LOAD", flags: isLoad | consecutive | anyStart | movable, note: directionNote,
		price: (*coster).consecutiveAccess, stopped: (*coster).maskedAccess,
		maskable: func(p *Plan, t tti.Info, r *Recipe) bool {
			return !r.rev && (t.HasMaskedLoad(r.elem) || p.Legal.MaskTail > 0)
		},
		part: (*exec).load}
	kinds[WidenStore] = row{name: "WIDEN-STORE", flags: isStore | consecutive | anyStart | movable, note: directionNote,
		price: (*coster).consecutiveAccess, stopped: (*coster).maskedAccess,
		maskable: func(p *Plan, t tti.Info, r *Recipe) bool { return !r.rev && maskableStore(p, t, r) },
		part:     (*exec).store}
}

func directionNote(r *Recipe) string {
	if r.rev {
		return " [backwards]"
	}
	return ""
}

// maskableStore says whether the target can store under a mask what r stores; lane by lane if a masked tail is
// demanded. The idle lanes of a masked access that walks backwards lie below the slice. Slices begin where pages do
// more often than they end there, and lanes on a page that is not mapped, idle or not, cost a microcode assist: 80 ns.
func maskableStore(p *Plan, t tti.Info, r *Recipe) bool {
	if r.group != nil && r.group.byLanes {
		return false
	}
	return t.HasMaskedStore(r.V.StoredValue().Type.Elem) || p.Legal.MaskTail > 0 && r.group == nil
}

// maskedAccess prices, on top of an access to a whole vector, one under a mask.
func (c *coster) maskedAccess(r *Recipe) {
	a := tti.Access{Kind: tti.Masked, Store: r.is(isStore), Type: ir.Vec(r.V.AccessType().Elem, c.vf)}
	c.add(r, c.t.MemoryCost(a))
}

// consecutiveAccess prices a load or store of consecutive elements.
func (c *coster) consecutiveAccess(r *Recipe) {
	if r.at != nil {
		c.laneAccess(r)
		return
	}
	elem := r.memElem()
	a := tti.Access{Store: r.is(isStore), Type: ir.Vec(elem, c.vf), Masked: r.mask != nil}
	before := c.ops
	if r.mask != nil {
		a.Kind = tti.Masked
		c.maskFor(r, r.mask, elem.Size())
	}
	if r.rev && !c.straight {
		c.add(r, c.t.ShuffleCost(tti.Reverse, a.Type, 1))
	}
	c.add(r, c.t.MemoryCost(a))
	c.mem += c.ops - before
}

func (x *exec) load(r *Recipe, p int) *ir.Value {
	t := ir.Vec(r.elem, x.st.VF)
	size := int64(r.elem.Size())
	if !r.rev {
		return x.piece(r, t, int64(p*x.st.VF)*size, nil, x.maskOf(r, p))
	}
	// Backwards: the last lane is lowest in memory.
	v := x.piece(r, t, -int64((p+1)*x.st.VF-1)*size, nil, x.downwards())
	return x.reverse(v)
}

func (x *exec) store(r *Recipe, p int) *ir.Value {
	if v := x.storeBits(r, p); v != nil {
		return v
	}
	val := x.vec(r.Args[0], p)
	size := int64(val.Type.Elem.Size())
	if !r.rev {
		return x.piece(r, val.Type, int64(p*x.st.VF)*size, val, x.maskOf(r, p))
	}
	return x.piece(r, val.Type, -int64((p+1)*x.st.VF-1)*size, x.reverse(val), x.downwards())
}

// piece makes a load or store of a vector of consecutive elements whose first has byte offset off from the access's
// address at the vector iteration's first iteration.
func (x *exec) piece(r *Recipe, t ir.Type, off int64, val, mask *ir.Value) *ir.Value {
	base, o := x.address(r)
	idx, scale := x.index(r.Access.Stride)
	v := x.access(r, t, base, idx, val, mask)
	v.Scale, v.Off = scale, o+int32(off)
	return v
}

// access makes the load of a vector of type t, or the store of val if that is not nil, under a mask if that is not. It
// is in the access groups of the one that it widens.
func (x *exec) access(r *Recipe, t ir.Type, base, idx, val, mask *ir.Value) *ir.Value {
	op := ir.OpLoad
	switch {
	case val != nil && mask != nil:
		op = ir.OpMaskedStore
	case val != nil:
		op = ir.OpStore
	case mask != nil:
		op = ir.OpMaskedLoad
	}
	if val != nil {
		t = ir.TVoid
	}
	v := x.cur.New(op, t, r.V.Pos, base, idx)
	if val != nil {
		v.AddArg(val)
	}
	if mask != nil {
		v.AddArg(mask)
	}
	v.Groups = x.groupsOf(r)
	return v
}

// groupsOf are the access groups of all that r loads or stores together.
func (x *exec) groupsOf(r *Recipe) ir.AccessGroups {
	in := r.V.Groups
	if g := r.group; g != nil {
		for _, m := range g.Members {
			if m != nil {
				in &= m.V.Groups
			}
		}
	}
	return in
}

// index is the scalar index value and scale that walk stride bytes per iteration from the vector iteration's first one.
func (x *exec) index(stride int64) (*ir.Value, int32) {
	if stride >= 0 {
		return x.i, int32(stride)
	}
	if x.negI == nil {
		x.negI = x.f.NewValue(x.cur, ir.OpNeg, ir.TI64, x.pos, x.i)
		x.cur.InsertAt(len(x.cur.Phis()), x.negI)
	}
	return x.negI, int32(-stride)
}

// address is base and byte offset of r's access at iteration 0 with everything invariant folded in; the iteration's
// index is added by the caller with scale Stride.
func (x *exec) address(r *Recipe) (*ir.Value, int32) {
	a := r.Access
	return x.addressOf(x.pre, a.Base, a.Start, a.V.Scale, a.V.Off)
}

// mirrorDepth bounds how far a store looks for the loads of its value: what is behind it would be done twice if
// something else wants it in the order of iterations.
const mirrorDepth = 8

// reverse is v with its lanes the other way round.
func (x *exec) reverse(v *ir.Value) *ir.Value {
	if m := x.mirrored(v, mirrorDepth); m != nil {
		return m
	}
	return x.shuffle(v, v, reversal(int(v.Type.Lanes)))
}

// reversal is the Aux of a shuffle of v, v that turns v round.
func reversal(n int) ir.Lanes {
	lanes := make(ir.Lanes, n)
	for k := range lanes {
		lanes[k] = int8(n - 1 - k)
	}
	return lanes
}

// mirrored is the reverse of v if it takes no shuffle: v is a turned vector, equal in all lanes, or comes of such by
// operations on lanes. It is nil otherwise.
func (x *exec) mirrored(v *ir.Value, depth int) *ir.Value {
	switch {
	case !v.Type.IsVector() && !v.Type.IsMask() || v.IsConst() || v.Op == ir.OpSplat:
		return v
	case isReversal(v):
		return v.Args[0]
	case !v.Op.Is(ir.FlagElementwise) || depth == 0 || v.Block != x.cur:
		return nil
	}
	if m := x.mirrors[v]; m != nil {
		return m
	}
	args := x.f.NewValues(len(v.Args))
	for k, a := range v.Args {
		if args[k] = x.mirrored(a, depth-1); args[k] == nil {
			return nil
		}
	}
	m := x.cur.NewLike(v, v.Type, args...)
	if x.mirrors == nil {
		x.mirrors = map[*ir.Value]*ir.Value{}
	}
	x.mirrors[v] = m
	return m
}

func isReversal(v *ir.Value) bool {
	lanes, ok := v.Aux.(ir.Lanes)
	if v.Op != ir.OpShuffle || !ok || v.Args[0] != v.Args[1] || v.Type != v.Args[0].Type {
		return false
	}
	for k, at := range lanes {
		if int(at) != len(lanes)-1-k {
			return false
		}
	}
	return true
}

// streams says that no vector iteration hands anything to the next one but places in memory, and that none is left in
// its middle: all loads and stores are consecutive, and vector iterations overlap as far as the core looks ahead. down:
// all walk downwards (where some walk up, as in reversing a slice, one part takes 1.3 times as long as four from L1).
func (p *Plan) streams() (yes, down bool) {
	up := false
	for _, r := range p.Recipes {
		switch {
		case r.is(consecutive):
			up, down = up || !r.rev, down || r.rev
		case !r.is(lanewise):
			return false, false
		}
	}
	return true, down && !up
}

// turnsNothing says that the plan's accesses all walk downwards and that what lies between is done in the order of
// memory: no access has to turn its vector.
func (p *Plan) turnsNothing() bool {
	_, down := p.streams()
	return down
}

// accesses is the number of loads and stores of an iteration.
func (p *Plan) accesses() (n int) {
	for _, r := range p.Recipes {
		if r.is(consecutive) {
			n++
		}
	}
	return n
}

// streamUops and streamAccesses bound a vector iteration of a loop that only streams, unless it is within either: parts
// spread the overhead of the loop and nothing else, and more of them send several loads of each stream ahead of the stores
// of the part before. On Zen 5, s1281 (13 micro-operations a part, 7 accesses) takes 0.94 (L1) and 0.92 (L2) of the time
// with one part that it takes with four, s152 (9, 6) 0.96 and 0.95; s443 (8, 5) and vpv (3, 3) want two at least. On Zen 3
// a division by 10 (9, 2) takes 0.88 of the time of one part with two and 0.85 with four, lower case of bytes (10, 2) 0.84
// with two, a blur with weights (gauss5 of the suite image) 0.74. Streams that walk downwards want one: the prefetchers
// follow several loads of one vector iteration worse there, and a[i] = b[i]*c[i] takes 0.65 of the time of four parts from
// L2, a[i] += b[i] 0.67, a[i] = b[i] + 1 0.78 (1.09 from L1).
//
// Vectors of leastVector bytes, of which four are a line of each stream, run ahead of nothing: what bounds those loops is
// how many micro-operations a core renames a cycle, of which the loop's own are a larger share (Neoverse V2, llvm-mca:
// s271 takes 0.47 cycles an element with two parts and 0.41 with four, s112, downwards, 0.50 with one and 0.30).
const (
	streamUops     = 18
	streamAccesses = 12
	leastVector    = 16
)

// Front is such a vector iteration.
type Front struct {
	at    *Recipe // the load or store that is to be aligned
	Bytes int     // to a multiple of this
	from  int64   // with no fewer iterations than this
}

// lineBytes is the size of a cache line of all targets but Apple's, whose lines are longer.
const lineBytes = 64

// frontCycles is what the vector iteration in front is taken to cost, an estimate on the safe side: masks to be made,
// as many instructions as any other vector iteration, and a branch that is not foretold where slices change. With it
// y[i] = a[i] + b[i] is aligned from 384 elements on, which then takes 13 ns for 19 (Zen 5, all three one element
// behind a line).
const frontCycles = 24

// alignGain is the least part of a vector iteration's time that must be won.
const alignGain = 0.1

// AlignMode says whether vector loops may have a vector iteration in front to align an access.
type AlignMode uint8

// The modes.
const (
	AlignByCost AlignMode = iota
	AlignAlways           // where it is possible
	AlignNever
)

// chooseFront decides on a vector iteration in front of the vector loop. c has priced a vector iteration of the main
// loop.
func (p *Plan) chooseFront(t tti.Info, c *coster) {
	p.Front = nil
	if p.Legal.Align == AlignNever || p.Tail != TailMasked || !p.startsAnywhere() ||
		p.Legal.Align == AlignByCost && t.NumRegs(tti.Mask) == 0 { // alignGain counts on accesses under masks
		return
	}
	at := p.commonest()
	if at == nil {
		return
	}
	reg := min(p.VF()*at.memElem().Size(), t.VectorBytes(), lineBytes)
	f := &Front{at: at, Bytes: reg, from: int64(p.VF()*p.UF() + p.VF())}
	gain, part := p.alignGain(t, c, f)
	switch {
	case p.Legal.Align == AlignAlways:
	case part < alignGain:
		return
	default:
		f.from = max(f.from, int64(frontCycles/gain)*int64(p.VF()))
	}
	if f.from <= p.trips() {
		p.Front = f
	}
}

// startsAnywhere says that a masked vector iteration may be the first one: nothing in the loop counts on the lanes of
// the vector iteration before it, or stands for what the scalar loop would do first.
func (p *Plan) startsAnywhere() bool {
	return !slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return !r.is(anyStart) || r.rev })
}

// commonest is an access of those whose addresses differ by whole vectors only, of the largest set of such; of equally
// large ones the set with a store. The frame's places are none: they begin at lines, or their addresses are not known
// while the stack may move.
func (p *Plan) commonest() *Recipe {
	var best *Recipe
	most := 0
	for _, r := range p.Recipes {
		if !r.is(consecutive) || !analysis.Comparable(r.Access.Root) {
			continue
		}
		n := 0
		for _, q := range p.Recipes {
			if p.alike(r, q) {
				n += 2
			}
		}
		if r.is(isStore) {
			n++
		}
		if n > most {
			best, most = r, n
		}
	}
	return best
}

// alike says whether r and q are aligned together as far as that is known when the loop is compiled.
func (p *Plan) alike(r, q *Recipe) bool {
	if !q.is(consecutive) || r.memElem().Size() != q.memElem().Size() || r.Access.Base != q.Access.Base {
		return false
	}
	size := int64(p.VF() * r.memElem().Size())
	a, b := r.Access, q.Access
	if a.V.Scale != b.V.Scale {
		return false
	}
	rest, n := p.Legal.SE.SplitConst(p.Legal.SE.Sub(b.Start, a.Start))
	if c, ok := p.Legal.SE.IsConst(rest); !ok || c != 0 {
		return false
	}
	return (n*int64(a.V.Scale)+int64(b.V.Off-a.V.Off))%size == 0
}

// alignGain is the number of cycles that the units for loads and stores spare a vector iteration of one vector if it
// begins at a line, and which part of its time that is. Streams of different slices are taken to be as far from a line
// as one another, which is so if the slices are whole arrays, or parts of such from the same index on.
func (p *Plan) alignGain(t tti.Info, c *coster, f *Front) (cycles, part float64) {
	loads, stores := p.turns(t, p.VF(), func(*Recipe) float64 { return 0 })
	aligned := max(loads, stores)
	loads, stores = p.turns(t, p.VF(), func(r *Recipe) float64 {
		if r.Access.Base == f.at.Access.Base && !p.alike(f.at, r) {
			return 0
		}
		return min(1, float64(min(p.VF()*r.memElem().Size(), t.VectorBytes()))/lineBytes)
	})
	rest := max(c.ops/float64(t.IssueWidth()), c.busy()*float64(p.VF()))
	aligned = max(rest, aligned)
	cycles = max(rest, loads, stores) - aligned
	return cycles, cycles / aligned
}

// turns is for how many cycles the units for loads and those for stores are busy with the consecutive accesses of a
// vector iteration of vf lanes. more says which part of an access takes another turn.
func (p *Plan) turns(t tti.Info, vf int, more func(*Recipe) float64) (loads, stores float64) {
	for _, r := range p.Recipes {
		if !r.is(consecutive) {
			continue
		}
		k := t.MemoryCost(tti.Access{Store: r.is(isStore), Type: ir.Vec(r.memElem(), vf)})
		_, turn := k.Units.Most()
		if n := float64(turn) * (1 + more(r)); r.is(isStore) {
			stores += n
		} else {
			loads += n
		}
	}
	return loads, stores
}

// front makes the vector iteration in front, which stops at the returned iteration.
//
//	cur:  if few <= n goto ask else join
//	ask:  p = elements up to the next line, 0 if some other stream is at one; the stage, up to p; goto join
//	join: phis of the iteration and of the partial results
//
// Short loops pay for one comparison only.
func (x *exec) front(st []*ir.Value, res *Result) (*ir.Value, []*ir.Value) {
	zero := x.f.ConstInt(ir.TI64, 0)
	ask, join := x.f.NewBlock("vector.align"), x.f.NewBlock("vector.aligned")
	x.cur.SetIf(x.cur.New(ir.OpLeS, ir.TBool, x.pos, x.f.ConstInt(ir.TI64, x.Front.from), x.n), ask, join)
	x.cur.Likely = ir.Unlikely

	x.cur = ask
	at := x.Front.at
	past := ask.New(ir.OpAnd, ir.TI64, x.pos, ask.New(ir.OpNeg, ir.TI64, x.pos, x.placeIn(ask, at)),
		x.f.ConstInt(ir.TI64, int64(x.Front.Bytes-1)))
	n := ask.New(ir.OpShrU, ir.TI64, x.pos, past, x.f.ConstInt(ir.TI64,
		int64(bits.TrailingZeros(uint(at.memElem().Size())))))
	for _, r := range x.otherBases() {
		off := ask.New(ir.OpAnd, ir.TI64, x.pos, x.placeIn(ask, r), x.f.ConstInt(ir.TI64, int64(x.Front.Bytes-1)))
		n = ask.New(ir.OpSelect, ir.TI64, x.pos, ask.New(ir.OpEq, ir.TBool, x.pos, off, zero), zero, n)
	}
	s := Stage{VF: x.VF(), UF: 1, Masked: true}
	i, out := x.stage(s, entrance{n: n, guarded: true, once: true}, zero, st, res)
	x.cur.SetJump(join)
	x.cur = join
	phi := join.NewPhi(ir.TI64, x.pos)
	phi.AddArgs(zero, i)
	x.joinSkipped(join, st, out, false)
	return phi, out
}

// otherBases is an access of each other base than that of the access to be aligned: one that is aligned to begin with
// must stay so. y[i] = a[i] + b[i] of which only y does not begin at a line takes 71 ns with y aligned, for 59.
func (p *Plan) otherBases() (list []*Recipe) {
	for _, r := range p.Recipes {
		if !r.is(consecutive) || r.Access.Base == p.Front.at.Access.Base || !analysis.Comparable(r.Access.Root) ||
			slices.ContainsFunc(list, func(q *Recipe) bool { return q.Access.Base == r.Access.Base }) {
			continue
		}
		list = append(list, r)
	}
	return list
}

// placeIn is the address of r at iteration 0 as an integer, made in block b.
func (x *exec) placeIn(b *ir.Block, r *Recipe) *ir.Value {
	base, off := x.address(r)
	return x.plusIn(b, b.New(ir.OpBitcast, ir.TI64, x.pos, base), int64(off))
}
