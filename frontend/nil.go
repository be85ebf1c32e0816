package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

// isNil reports whether p, the address of a slice, is that of a nil slice. It is 0 in an argument and nowhere in
// the kernel. Slicing a nil slice adds 0 to its address, because it has no capacity.
func (b *builder) isNil(p *ir.Value, pos token.Pos) *ir.Value {
	for _, r := range pointedObjects(p) {
		if r.Op != ir.OpLocalPtr && (r.Op != ir.OpTablePtr || b.isNowhere(r)) {
			bits := b.new(ir.OpBitcast, ir.TI64, pos, p)
			none := b.new(ir.OpEq, ir.TBool, pos, bits, b.int(0))
			nowhere := b.new(ir.OpEq, ir.TBool, pos, p, b.nowhere())
			return b.new(ir.OpOr, ir.TBool, pos, none, nowhere)
		}
	}
	return b.f.ConstBool(ir.TBool, false)
}

// nilKey is a pointer that is known to be non-nil from a block on.
type nilKey struct {
	ptr   ir.ID // ID of the val's nonNil
	block ir.ID
}

// checkNil panics if p is nil, unless every path here has checked that.
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

// knownNonNil reports whether every path to the end of blk, as built so far, checks the pointer. A loop is entered
// only through its header's first predecessor, so what holds there holds in the whole loop.
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
