package vplan

import (
	"math/bits"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Blocks. An index like i/32 or i>>6 stays the same for a power of two of iterations, and so for all lanes of a vector
// that begins at a multiple of its length, as those of a loop from 0 on do:
//
//	y[i] = x[i] * scale[i/32]                   one load for all lanes instead of a gather
//	if null[i>>6]>>(uint(i)&63)&1 == 0 { … }    and of the word so many bits at once as there are lanes
//
// Every stage begins at a multiple of its lanes: stages become narrower by powers of two. Only a vector iteration with
// predicated exits may have no lane left, see once. Lane 0 of any other is active, and what it loads all lanes load.

func init() {
	kinds[UniformLoad] = row{name: "UNIFORM-LOAD", flags: isLoad | scalar | onceForAll | lanewise | anyStart,
		price: (*coster).uniformLoad, emit: (*exec).uniformLoad}
	kinds[BlockLoad] = row{name: "BLOCK-LOAD", flags: isLoad | onceForAll, price: (*coster).block,
		part: func(x *exec, r *Recipe, p int) *ir.Value {
			return x.cur.New(ir.OpSplat, ir.Vec(r.Elem, x.st.VF), r.V.Pos, x.blockLoad(r, p))
		}}
	kinds[BitTest] = row{name: "BIT-TEST", flags: isLoad | onceForAll, price: (*coster).block, part: (*exec).testBits}
}

// uniformLoad loads what all lanes load.
func (x *exec) uniformLoad(r *Recipe) {
	switch {
	case r.At != nil:
		x.scalar[r.ID] = x.laneAccess(r, 0)
		x.spread(r)
	case x.unchanged():
		x.scalar[r.ID] = x.once(r)
	default:
		x.scalar[r.ID] = x.loadOne(r, x.cur)
	}
}

// uniformLoad prices a load for all lanes, which is done in front of the loop where that is possible.
func (c *coster) uniformLoad(r *Recipe) {
	switch {
	case r.At != nil:
		c.ops++
		c.spread(r)
	case c.p.unchanged():
		c.regs++
	default:
		c.ops++
	}
}

// minBlock is the shortest block, in iterations, that is not gathered: vectors may be no longer.
const minBlock = 16

// blockLoad says whether v is a load that vector code does once for all lanes of a vector, and for how many iterations
// it stays the same.
func (b *builder) blockLoad(v *ir.Value) (int64, bool) {
	a := b.l.ByValue[v.ID]
	if a == nil || v.Op != ir.OpLoad || a.Kind != analysis.Gather || a.Base == nil || !b.always[v.Block.ID] {
		return 0, false
	}
	n := b.l.blockOf(v.Args[1], 4)
	return n, n >= minBlock && n < analysis.MaxCount
}

// blockOf is the number of iterations, a power of two, in blocks of which from the first one on integer v stays the
// same: MaxCount if it always does, 1 if that is not known.
func (l *Legal) blockOf(v *ir.Value, depth int) int64 {
	if l.Loop.Invariant(v) {
		return analysis.MaxCount
	}
	if depth == 0 {
		return 1
	}
	switch v.Op {
	case ir.OpShrS, ir.OpShrU:
		if c := v.Args[1]; c.IsConst() && uint64(c.AuxInt) < 32 && l.counts(v.Args[0]) {
			return 1 << c.AuxInt
		}
	case ir.OpDivS, ir.OpDivU:
		if c := v.Args[1]; c.IsConst() && c.Int() > 0 && c.Int() < 1<<32 && c.Int()&(c.Int()-1) == 0 &&
			l.counts(v.Args[0]) {
			return c.Int()
		}
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		return min(l.blockOf(v.Args[0], depth-1), l.blockOf(v.Args[1], depth-1))
	}
	return 1
}

// counts says whether v is the number of the iteration, from 0.
func (l *Legal) counts(v *ir.Value) bool {
	if v.Type != ir.TI64 || !l.Loop.ContainsValue(v) {
		return false
	}
	e := l.SE.Of(v)
	if e.Kind != analysis.AddRec || e.Loop != l.Loop || e.Step().Kind != analysis.Const || e.Step().Val != 1 {
		return false
	}
	first, ok := l.SE.IsConst(e.Start())
	return ok && first == 0
}

// blockIndex is v, which stays the same in blocks, in part p of a vector iteration.
func (x *exec) blockIndex(v *ir.Value, p int) *ir.Value {
	if x.l.Loop.Invariant(v) {
		return v
	}
	if x.l.counts(v) {
		return x.plus(x.i, int64(p*x.st.VF))
	}
	return x.cur.New(v.Op, v.Type, v.Pos, x.blockIndex(v.Args[0], p), x.blockIndex(v.Args[1], p))
}

// blockLoad loads what all lanes of part p load.
func (x *exec) blockLoad(r *Recipe, p int) *ir.Value {
	v := x.cur.New(ir.OpLoad, r.V.Type, r.V.Pos, r.Access.Base, x.blockIndex(r.V.Args[1], p))
	v.Scale, v.Off = r.V.Scale, r.V.Off
	return v
}

// bitTestOf is the word of word>>(i&(n-1))&1 != 0 or == 0: a test of one bit for each iteration, of words of n bits
// that stay the same for n iterations or for ever.
func (b *builder) bitTestOf(v *ir.Value) (word *ir.Value, ok bool) {
	if v.Op != ir.OpNe && v.Op != ir.OpEq || !v.Args[1].IsConstInt(0) || v.Args[0].Op != ir.OpAnd ||
		v.Type != ir.TBool {
		return nil, false
	}
	a := v.Args[0]
	if !a.Args[1].IsConstInt(1) || a.Args[0].Op != ir.OpShrU && a.Args[0].Op != ir.OpShrS {
		return nil, false
	}
	word, at := a.Args[0].Args[0], a.Args[0].Args[1]
	if at.Op == ir.OpTruncI {
		at = at.Args[0]
	}
	n := int64(word.Type.Elem.Bits())
	if n < minBlock || at.Op != ir.OpAnd || !at.Args[1].IsConstInt(n-1) || !b.l.counts(at.Args[0]) {
		return nil, false
	}
	if b.l.Loop.Invariant(word) {
		return word, true
	}
	block, ok := b.blockLoad(word)
	return word, ok && block >= n
}

// bitsType is the vector that a test of bits is made of: lanes of 16 bits at least, of as many as there are lanes.
func bitsType(vf int) ir.Type {
	return ir.Vec(ir.IntElem(max(2, 1<<bits.Len(uint(vf-1))/8)), vf)
}

// testBits is the mask of the lanes of part p whose bit of the word is set: the word, shifted down to the bit of lane
// 0, in all lanes, and of each lane the bit of its own number.
func (x *exec) testBits(r *Recipe, p int) *ir.Value {
	w := r.Args[0]
	var word *ir.Value
	if w.Kind == Invariant {
		word = w.V
	} else {
		word = x.blockLoad(w, p)
	}
	t, pos := bitsType(x.st.VF), r.V.Pos
	at := x.cur.New(ir.OpAnd, ir.TI64, pos, x.plus(x.i, int64(p*x.st.VF)),
		x.f.ConstInt(ir.TI64, int64(word.Type.Elem.Bits())-1))
	if word.Type != ir.TI64 {
		at = x.cur.New(ir.OpTruncI, word.Type, pos, at)
	}
	word = x.cur.New(ir.OpShrU, word.Type, pos, word, at)
	if word.Type.Elem != t.Elem {
		word = x.cur.New(ir.OpTruncI, t.Scalar(), pos, word)
	}
	own := x.ph.New(ir.OpShl, t, pos, x.f.ConstInt(t, 1), x.ph.New(ir.OpIota, t, pos))
	all := x.cur.New(ir.OpSplat, t, pos, word)
	return x.cur.New(r.V.Op, ir.Mask(x.st.VF), pos, x.cur.New(ir.OpAnd, t, pos, all, own), x.f.ConstInt(t, 0))
}

// block prices BlockLoad and BitTest.
func (c *coster) block(r *Recipe) {
	if int64(c.vf) > r.Scale || c.vf > 64 {
		c.bad = r
		return
	}
	if r.Kind == BlockLoad {
		c.ops++
		if c.vec(r).IsVector() {
			c.add(r, c.t.Cost(ir.OpSplat, c.vec(r), c.vec(r).Scalar()))
		}
		return
	}
	t := bitsType(c.vf)
	c.ops += 2 // the word is shifted by the number of lane 0
	c.add(r, c.t.Cost(ir.OpSplat, t, t.Scalar()))
	c.add(r, c.t.Cost(ir.OpAnd, t, t))
	c.add(r, c.t.Cost(ir.OpNe, ir.Mask(c.vf), t))
}

func (x *exec) loadOne(r *Recipe, b *ir.Block) *ir.Value {
	base, off := x.address(r)
	v := b.New(ir.OpLoad, r.V.Type, r.V.Pos, base, x.f.ConstInt(ir.TI64, 0))
	v.Scale, v.Off = r.V.Scale, off
	return v
}

// once is what a UniformLoad loads, in front of all stages.
func (x *exec) once(r *Recipe) *ir.Value {
	v := x.loaded[r]
	if v == nil {
		v = x.loadOne(r, x.ph)
		x.loaded[r] = v
	}
	return v
}

// unchanged says whether what is loaded from one place stays the same as long as vector code runs, and is loaded by its
// first vector iteration in any case. No store is to that place: of every store and every load of the loop that are at
// different distances in different iterations, legality has shown that their extents are disjoint, or has asked for a
// check of that. Where it relies on a promise of the metadata instead, that is not tested. A vector iteration that may
// leave before the load, for what the data decide, need not reach it.
func (p *Plan) unchanged() bool {
	if p.Legal.Promised {
		return false
	}
	return p.firstSideExit() < 0
}
