package vplan

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// extents finds the loads that vector code does for lanes whose iterations the program may not come to, in objects of which
// nobody knows how much there is: those in front of a test for leaving. Behind the last test, all lanes of the pass are known
// to run.
//
// What the first lane reads the program reads too, if every lane has passed the tests that the program comes to before the
// load, and nothing but these decides whether the load is done. So all that a pass reads is there if it lies in the page of
// its first lane. Under a condition the first lane that is on may be behind the one that leaves, which proves nothing.
//
// Consecutive loads are the plan's Streams, for which Legal.Paged must say that they stay in a page.
func (b *builder) extents() {
	last := -1
	for i, r := range b.Recipes {
		if r.Kind == Bail {
			last = i
		}
	}
	for i := 0; i < last && b.ref == nil; i++ {
		r := b.Recipes[i]
		if r.Access == nil || !b.l.F.HasUnknownExtent(r.Access.Root) {
			continue
		}
		for _, q := range b.Recipes[i+1 : last+1] {
			if q.Kind == Bail && q.ID < r.ID {
				b.refuse(remark.Speculation, r.V)
			}
		}
		switch {
		case r.Access.Write, r.Mask != nil, r.Kind != WidenLoad && r.Kind != UniformLoad, !analysis.Comparable(r.Access.Root):
			b.refuse(remark.Speculation, r.V)
		case r.Kind == WidenLoad:
			b.Streams = append(b.Streams, r)
		}
	}
}

// Room computes, at the end of blk, which leads to the loop, how many of its iterations read within one page from each of
// the streams, at least one. With step, those are unlimited if so many iterations at a time read aligned blocks: no block of
// at most a page, a power of two, lies in two pages.
//
// An element that lies in two pages itself, which no array that Go makes has, is read by the first lane alone.
func (l *Legal) Room(blk *ir.Block, streams []*analysis.Access, step int) *ir.Value {
	f, pos := l.F, l.Loop.Header.Loop.Position()
	x := &exec{Plan: &Plan{Legal: l}, l: l, f: f, pre: blk, pos: pos, addrs: map[addrKey]*ir.Value{}}
	op := func(op ir.Op, a *ir.Value, n int64) *ir.Value {
		return blk.New(op, ir.TI64, pos, a, f.ConstInt(ir.TI64, n))
	}
	join := func(to **ir.Value, op ir.Op, v *ir.Value) {
		if *to != nil {
			v = blk.New(op, ir.TI64, pos, *to, v)
		}
		*to = v
	}
	var room, off *ir.Value
	for i, a := range streams {
		if slices.ContainsFunc(streams[:i], func(b *analysis.Access) bool {
			return a.Base == b.Base && a.Start == b.Start && a.V.Scale == b.V.Scale && a.V.Off == b.V.Off && a.Kind == b.Kind && a.Size == b.Size
		}) {
			continue
		}
		size := int64(a.Size)
		shift := int64(bits.TrailingZeros(uint(size)))
		first := x.start(a)
		in := op(ir.OpAnd, first, ir.PageSize-1)
		if a.Kind == analysis.Reverse {
			join(&room, ir.OpMinS, op(ir.OpAdd, op(ir.OpShrU, in, shift), 1))
			first = op(ir.OpAdd, first, size) // a block ends behind its first element
		} else {
			left := blk.New(ir.OpSub, ir.TI64, pos, f.ConstInt(ir.TI64, ir.PageSize), in)
			join(&room, ir.OpMinS, op(ir.OpShrU, left, shift))
		}
		if step > 0 {
			join(&off, ir.OpOr, op(ir.OpAnd, first, int64(step)*size-1))
		}
	}
	room = op(ir.OpMaxS, room, 1)
	if step > 0 {
		aligned := blk.New(ir.OpEq, ir.TBool, pos, off, f.ConstInt(ir.TI64, 0))
		room = blk.New(ir.OpSelect, ir.TI64, pos, aligned, f.ConstInt(ir.TI64, analysis.MaxCount), room)
	}
	return room
}
