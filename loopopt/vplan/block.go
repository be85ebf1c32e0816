package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Blocks. An index like i/32 or i>>6 stays the same for a power of two of iterations, and so for all lanes of a vector
// that begins at a multiple of its length, as those of a loop from 0 on do:
//
//	y[i] = x[i] * scale[i/32]                   one load for all lanes instead of a gather
//	if null[i>>6]>>(uint(i)&63)&1 == 0 { … }    and of the word so many bits at once as there are lanes
//	if valid[i>>3]&(1<<(i&7)) != 0 { … }        of bytes, which are so many as the lanes have bits
//
// Every stage begins at a multiple of its lanes: stages become narrower by powers of two. Only a vector iteration with
// predicated exits may have no lane left, see once. Lane 0 of any other is active, and what it loads all lanes load.

// blockKinds puts the rows of this file into the table.
func blockKinds() {
	kinds[UniformLoad] = row{name: "UNIFORM-LOAD", flags: isLoad | scalar | onceForAll | lanewise | anyStart,
		price: (*coster).uniformLoad, emit: (*exec).uniformLoad}
	kinds[BlockLoad] = row{name: "BLOCK-LOAD", flags: isLoad | onceForAll, price: (*coster).block,
		part: func(x *exec, r *Recipe, p int) *ir.Value {
			return x.cur.New(ir.OpSplat, ir.Vec(r.elem, x.st.VF), r.V.Pos, x.blockLoad(r, p))
		}}
	kinds[BitTest] = row{name: "BIT-TEST", flags: isLoad | onceForAll, price: (*coster).block, part: (*exec).testBits,
		// a masked vector iteration may need fewer bytes than it would load
		maskable: func(_ *Plan, _ tti.Info, r *Recipe) bool { return !r.bits.bytes }}
}

// uniformLoad loads what all lanes load.
func (x *exec) uniformLoad(r *Recipe) {
	switch {
	case r.at != nil:
		x.scalar[r.id] = x.laneAccess(r, 0)
		x.spread(r)
	case x.unchanged():
		x.scalar[r.id] = x.once(r)
	default:
		x.scalar[r.id] = x.loadOne(r, x.cur)
	}
}

// uniformLoad prices a load for all lanes, which is done in front of the loop where that is possible.
func (c *coster) uniformLoad(r *Recipe) {
	switch {
	case r.at != nil:
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

// bitTest is a test of one bit for each iteration.
type bitTest struct {
	word  *ir.Value // the load of it, if it is not invariant
	clear bool      // it holds where the bit is not set
	bytes bool      // the words are bytes, one behind the other: a vector has the bits of several
}

// lanes is the most lanes that a vector may have.
func (t *bitTest) lanes() int64 {
	if t.bytes {
		return 64
	}
	return int64(t.word.Type.Elem.Bits())
}

// bitTestOf says what v tests, if it is one bit for each iteration, of words of n bits that stay the same for n
// iterations or for ever, at i&(n-1):
//
//	word>>at&1 != 0, == 0, == 1, != 1; word&(1<<at) != 0, == 0
//
// or that word>>at&1 is wanted as a number.
func (b *builder) bitTestOf(v *ir.Value) (t bitTest, ok bool) {
	one, c := v, int64(1)
	switch {
	case v.Op == ir.OpNe || v.Op == ir.OpEq:
		if v.Type != ir.TBool || !v.Args[1].IsConst() {
			return t, false
		}
		one, c = v.Args[0], v.Args[1].Int()
		t.clear = (v.Op == ir.OpEq) == (c == 0)
	case v.Type.IsVector() || v.Type.Elem == ir.Bool:
		return t, false
	default:
		one = resized(v)
	}
	if one.Op != ir.OpAnd {
		return t, false
	}
	var at *ir.Value
	switch x, y := one.Args[0], one.Args[1]; {
	case y.IsConstInt(1) && (resized(x).Op == ir.OpShrU || resized(x).Op == ir.OpShrS) && (c == 0 || c == 1):
		t.word, at = resized(x).Args[0], resized(x).Args[1]
	case y.Op == ir.OpShl && y.Args[0].IsConstInt(1) && c == 0:
		t.word, at = x, y.Args[1]
	case x.Op == ir.OpShl && x.Args[0].IsConstInt(1) && c == 0:
		t.word, at = y, x.Args[1]
	default:
		return t, false
	}
	if t.word.Op == ir.OpZExt && t.word.Args[0].Type.Elem != ir.Bool {
		t.word = t.word.Args[0]
	}
	for at.Op == ir.OpTruncI || at.Op == ir.OpZExt {
		at = at.Args[0]
	}
	n := int64(t.word.Type.Elem.Bits())
	if at.Op != ir.OpAnd || !at.Args[1].IsConstInt(n-1) {
		return t, false
	}
	if at = at.Args[0]; at.Op == ir.OpTruncI {
		at = at.Args[0]
	}
	if !b.l.counts(at) {
		return t, false
	}
	if n == 8 {
		t.bytes = b.bitmap(t.word)
		return t, t.bytes
	}
	if n < minBlock {
		return t, false
	}
	if b.l.Loop.Invariant(t.word) {
		return t, true
	}
	block, ok := b.blockLoad(t.word)
	return t, ok && block >= n
}

// resized is what v has the low bits of, and zeros above them.
func resized(v *ir.Value) *ir.Value {
	for v.Op == ir.OpTruncI || v.Op == ir.OpZExt && v.Args[0].Type.Elem != ir.Bool {
		v = v.Args[0]
	}
	return v
}

// bitmap says whether v loads a byte for eight iterations, the next one for the next eight.
func (b *builder) bitmap(v *ir.Value) bool {
	a := b.l.ByValue[v.ID]
	if a == nil || v.Op != ir.OpLoad || a.Kind != analysis.Gather || a.Base == nil || !b.always[v.Block.ID] || v.Scale != 1 {
		return false
	}
	index := v.Args[1]
	if len(index.Args) != 2 || !index.Args[1].IsConst() || !b.l.counts(index.Args[0]) {
		return false
	}
	return b.l.blockOf(index, 1) == 8
}

// testBits is the mask of the lanes of part p whose bit of the word is set, or clear.
func (x *exec) testBits(r *Recipe, p int) *ir.Value {
	pos, word := r.V.Pos, x.testedWord(r, p)
	if r.bits.clear {
		word = x.cur.New(ir.OpNot, word.Type, pos, word)
	}
	if word.Type != ir.TI64 {
		word = x.cur.New(ir.OpZExt, ir.TI64, pos, word)
	}
	m := x.cur.New(ir.OpBitsMask, ir.Mask(x.st.VF), pos, word)
	if r.elem != ir.Bool {
		return x.cur.New(ir.OpZExt, ir.Vec(r.elem, x.st.VF), pos, m)
	}
	return m
}

// testedWord has in its lowest bits those of the lanes of part p. Bytes that lie one behind the other are one word, the
// first one lowest.
func (x *exec) testedWord(r *Recipe, p int) (word *ir.Value) {
	pos := r.V.Pos
	if load := r.bits.word; r.bits.bytes {
		e := ir.IntElem(x.st.VF / 8)
		v := x.cur.New(ir.OpLoad, ir.Vec(e, 1), load.Pos, x.l.ByValue[load.ID].Base, x.blockIndex(load.Args[1], p))
		v.Scale, v.Off = load.Scale, load.Off
		return v
	}
	if w := r.Args[0]; w.Kind == Invariant {
		word = w.V
	} else {
		word = x.blockLoad(w, p)
	}
	at := x.cur.New(ir.OpAnd, ir.TI64, pos, x.plus(x.i, int64(p*x.st.VF)),
		x.f.ConstInt(ir.TI64, int64(word.Type.Elem.Bits())-1))
	if word.Type != ir.TI64 {
		at = x.cur.New(ir.OpTruncI, word.Type, pos, at)
	}
	return x.cur.New(ir.OpShrU, word.Type, pos, word, at)
}

// block prices BlockLoad and BitTest.
func (c *coster) block(r *Recipe) {
	if int64(c.vf) > r.scale || c.vf > 64 || r.Kind == BitTest && r.bits.bytes && c.vf < 8 {
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
	c.ops += 2 // the word is shifted by the number of lane 0
	c.add(r, c.t.Cost(ir.OpBitsMask, ir.Mask(c.vf), ir.TI64))
	if r.elem != ir.Bool {
		c.add(r, c.t.Cost(ir.OpZExt, c.vec(r), ir.Mask(c.vf)))
	}
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
		note(&x.loaded, r, v)
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
