package nest

import (
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// Squares of a triangle, of which row x has first+x columns.
//
// Before:
//
//	for i := range n { for j := 0; j < i; j++ { a[i*n+j] = a[j*n+i] + b[i*n+j] } }
//
// After, with vectors of 16 lanes:
//
//	i := 1
//	for ; i < 1 + (n-1)%16; i++ { for j := 0; j < i; j++ { as it was } }
//	for ; i < n; i += 16 {
//		j := 0
//		for ; j+16 <= i; j += 16 { a tile }
//		for ; j < i+15; j += 16 { a tile, of which row i+r ends at column i+r }
//	}
// Legal as for rectangles: the later of two iterations that touch the same byte is in a row below and not in a column
// before, so that it is in the same tile and done row by row, in one further to the right, or in rows that come later.
// What lies beyond the end of a row is masked off, loads down columns included, of which the end of each row masks off
// the beginning: lane r of the load down column j belongs to row i+r and column j. Rows without any column are left out
// in front, since what a row loads once for all of its columns is not masked. Rows that make no tile come first, where
// they are short.
// Pays where there are tiles: two times the lanes of rows.

// maskable wants masked accesses for the ends of a triangle's rows, and nothing loaded but where some column of the row
// does.
func (t *transposedTile) maskable() bool {
	if !t.triangle {
		return true
	}
	for v := range t.places {
		e := v.AccessType().Elem
		if !t.d.Opt.Target.HasMaskedLoad(e) || !t.d.Opt.Target.HasMaskedStore(e) {
			return false
		}
	}
	for _, b := range t.outer.Blocks {
		for _, v := range b.Walk() {
			if v.Op.IsMemory() && !t.inner.Contains(b) {
				return false
			}
		}
	}
	return true
}

// runTriangle is run for a triangle.
func (t *transposedTile) runTriangle() {
	f, se, pre, pos := t.f, t.se, t.outer.Preheader, t.pos
	md, own := t.outer.Header.Loop, t.inner.Header.Loop
	number := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	zero, step, whole := number(0), number(int64(t.lanes)), number(-int64(t.lanes))
	nx, first := se.Expand(t.outerTrips, pre), se.Expand(t.first, pre)
	// the first row with a column
	top := se.Expand(se.MaxS(se.Sub(se.Const(ir.I64, 1), t.first), se.Const(ir.I64, 0)), pre)
	count := pre.New(ir.OpSub, ir.TI64, pos, nx, top)
	enter := pre.New(ir.OpLeS, ir.TBool, pos, number(2*int64(t.lanes)), count)
	enter = t.entered(enter) // of other guards the length of a row says it
	ph, above, rows, squares := f.NewBlock("transpose.ph"), f.NewBlock("transpose.above"), f.NewBlock("transpose"),
		f.NewBlock("transpose.squares")
	tile, band, ends := f.NewBlock("transpose.tile"), f.NewBlock("transpose.band"), f.NewBlock("transpose.ends")
	end, done := f.NewBlock("transpose.latch"), f.NewBlock("transpose.end")

	x0 := ph.New(ir.OpAdd, ir.TI64, pos, top, ph.New(ir.OpAnd, ir.TI64, pos, count, number(int64(t.lanes-1))))
	header := t.byRows(ph, above, ph.New(ir.OpLtS, ir.TBool, pos, top, x0), [2]*ir.Value{top, x0}, zero,
		func(b *ir.Block, row *ir.Value) *ir.Value { return b.New(ir.OpAdd, ir.TI64, pos, first, row) },
		md.AtMost(int64(t.lanes-1)), driver.Bare(own).Done())
	nestsOf(t.d).transposed[header] = true // rows that make no tile
	above.SetJump(rows)
	t.x = rows.NewPhi(ir.TI64, pos)
	long := rows.New(ir.OpAdd, ir.TI64, pos, first, t.x) // the columns of the tile's first row
	my := rows.New(ir.OpAnd, ir.TI64, pos, long, whole)
	rows.SetIf(rows.New(ir.OpLtS, ir.TBool, pos, zero, my), squares, band)

	squares.SetJump(tile)
	t.tile, t.y = tile, tile.NewPhi(ir.TI64, pos)
	t.square()
	clone.CountUp(t.y, zero, step, my, tile, band)

	band.SetJump(ends)
	t.tile, t.y = ends, ends.NewPhi(ir.TI64, pos)
	t.rowMask = func(r int) *ir.Value {
		return ends.New(ir.OpLaneMask, ir.Mask(t.lanes), pos, t.y,
			ends.New(ir.OpAdd, ir.TI64, pos, long, number(int64(r))))
	}
	t.colMask = func(r int) *ir.Value { // long+lane > y+r
		past := ends.New(ir.OpSub, ir.TI64, pos, ends.New(ir.OpAdd, ir.TI64, pos, t.y, number(int64(r)+1)), long)
		return ends.New(ir.OpNot, ir.Mask(t.lanes), pos, ends.New(ir.OpLaneMask, ir.Mask(t.lanes), pos, zero, past))
	}
	t.square()
	clone.CountUp(t.y, my, step, ends.New(ir.OpAdd, ir.TI64, pos, long, number(int64(t.lanes-1))), ends, end)

	clone.CountUp(t.x, x0, step, nx, end, done)
	rows.Loop, tile.Loop = md.Done(), driver.Regrouped(own).Done()
	ends.Loop = driver.Bare(own).Done().AtMost(2)

	// A triangle of few rows stays as it was.
	few := f.NewBlock("transpose.few")
	clone.Branch(t.outer, enter, ph, few, ir.LikelyTrue)
	nestsOf(t.d).transposed[t.outer.Header] = true
	t.leave(done, nil)
	f.ElimCopies()
}
