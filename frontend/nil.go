package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

// isNil says whether p, the address in a slice, is that of a nil slice: 0 in an argument, nowhere in the kernel. Slicing
// it adds 0, since it has no room for more.
func (b *builder) isNil(p *ir.Value, pos token.Pos) *ir.Value {
	for _, r := range objectsBehind(p) {
		if r.Op != ir.OpLocalPtr && (r.Op != ir.OpTablePtr || b.isNowhere(r)) {
			bits := b.new(ir.OpBitcast, ir.TI64, pos, p)
			none := b.new(ir.OpEq, ir.TBool, pos, bits, b.int(0))
			nowhere := b.new(ir.OpEq, ir.TBool, pos, p, b.nowhere())
			return b.new(ir.OpOr, ir.TBool, pos, none, nowhere)
		}
	}
	return b.f.ConstBool(ir.TBool, false)
}

// nilKey is a pointer known not to be nil from a block on.
type nilKey struct {
	ptr   ir.ID // of the val's nonNil
	block ir.ID
}

// checkNil panics if p is nil, unless that has been found out on every way here.
func (b *builder) checkNil(p val, pos token.Pos) {
	if p.nonNil.IsConstInt(1) {
		return
	}
	if b.nonNil == nil {
		b.nonNil = map[nilKey]bool{}
	}
	if !b.knownNonNil(p.nonNil.ID, b.cur, map[ir.ID]bool{}) {
		b.check(ir.SiteNil, pos, false, p.nonNil)
	}
	b.nonNil[nilKey{p.nonNil.ID, b.cur.ID}] = true
}

// knownNonNil says whether every way to the end of blk, as far as it is built, has a check of the pointer. A loop is
// entered through its head's first predecessor only, and what holds there holds in the whole loop.
func (b *builder) knownNonNil(ptr ir.ID, blk *ir.Block, seen map[ir.ID]bool) bool {
	if b.nonNil[nilKey{ptr, blk.ID}] {
		return true
	}
	if seen[blk.ID] || len(blk.Preds) == 0 {
		return false
	}
	seen[blk.ID] = true
	preds := blk.Preds
	if blk.Loop != nil {
		preds = preds[:1]
	} else if int(blk.ID) >= len(b.sealed) || !b.sealed[blk.ID] {
		return false
	}
	for _, p := range preds {
		if !b.knownNonNil(ptr, p, seen) {
			return false
		}
	}
	b.nonNil[nilKey{ptr, blk.ID}] = true
	return true
}
