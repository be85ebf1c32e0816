package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/tti"
	"hotloop/loopopt/vplan"
)

// Tile vectorizes a loop around the innermost one, and jams the loop around that, for nests whose innermost loop has
// no good vector form: a sum, or a walk down a column.
//
// Before:
//
//	for i := range n { for j := range n { s := c[i*n+j]; for k := range n { s += a[i*n+k] * b[k*n+j] }; c[i*n+j] = s } }
//
// After:
//
//	for i := 0; i < n; i += 4 {
//		for j := 0; j < n; j += 64 {
//			s, …, s3 := c[i*n+j : +64], …, c[(i+3)*n+j : +64] // 16 vectors
//			for k := range n { t := b[k*n+j : +64]; s += a[i*n+k] * t; …; s3 += a[(i+3)*n+k] * t }
//			…
//		}
//		… the columns left over, under a mask …
//	}
//	… the rows left over …
//
// Legal as plans of nests and the jammer say; every sum is added up in its own order, so that also exact floating point
// permits it.
// Pays if the innermost loop would stay scalar and all accesses in it are consecutive or equal for neighbouring
// iterations of the loop around. The tile is as large as the registers allow: each vector loaded is used for all rows
// of it, each scalar for all columns.
// Reads vectorize.*, unroll_and_jam.disable, disable_nonforced: any wish of the nest's own leaves it alone. Leaves
// isvectorized.
// Remarks: outer loop vectorized; loop unrolled and jammed.
func Tile(d *driver.Driver) {
	for _, h := range tileable(d) {
		if d.Seen(tiling, h) {
			continue
		}
		d.See(tiling, h)
		switch l := d.LoopOf(h); {
		case l == nil:
		case tileBase(d, l) != nil:
			tileLoop(d, l)
		case !sumsAsNest(d, l):
			jamSums(d, l)
		}
	}
}

// tiling is the stage that looks at each innermost loop once.
const tiling = "tile"

// tileable lists the headers of innermost loops that may become the middle of a tile.
func tileable(d *driver.Driver) []*ir.Block {
	var list []*ir.Block
	for _, l := range d.Loop.Innermost() {
		if l.Header.Loop.Has(analysis.NoAlias) && (tileBase(d, l) != nil || sumBase(d, l) != nil) {
			list = append(list, l.Header)
		}
	}
	return list
}

// tileCandidate says whether some loop of the nest may become the middle of a tile if the nest is freed from checks.
func tileCandidate(d *driver.Driver, outer *analysis.Loop) bool {
	for _, l := range d.Loop.Innermost() {
		if outer.ContainsLoop(l) && (tileBase(d, l) != nil || sumBase(d, l) != nil) {
			return true
		}
	}
	return false
}

// tileBase is the loop around the innermost loop k that is to be vectorized in its place, or nil.
func tileBase(d *driver.Driver, k *analysis.Loop) *analysis.Loop {
	if k.Parent == nil || d.Opt.NoVectorize || !hardToVectorize(d, k) {
		return nil
	}
	for j := k; j != nil; j = j.Parent {
		if !driver.Free(j.Header.Loop) {
			return nil
		}
	}
	for j := k.Parent; j != nil; j = j.Parent {
		if walksAlong(d, j, k) {
			return j
		}
	}
	return nil
}

// hardToVectorize says whether k has a sum whose order must be kept, or accesses that are neither consecutive nor of
// one place. A loop of a few iterations is unrolled instead.
func hardToVectorize(d *driver.Driver, k *analysis.Loop) bool {
	if _, _, counted := d.Scev.TripCount(k); !counted || loop.WillUnroll(d, k) {
		return false
	}
	for _, a := range analysis.Accesses(d.Scev, k) {
		if a.Kind == analysis.Gather || a.Kind == analysis.Strided || a.Kind == analysis.Uniform && a.Write {
			return true
		}
	}
	return loop.SumOf(d, k) != loop.NoSum
}

// walksAlong says whether all accesses in j are consecutive, or equal, in neighbouring iterations of j, one of those in
// k being consecutive, and all stores.
func walksAlong(d *driver.Driver, j, k *analysis.Loop) bool {
	if _, _, ok := d.Scev.TripCount(j); !ok || mostTrips(d, j) < 4 {
		return false
	}
	along := false
	for _, b := range j.Blocks {
		for _, v := range b.Walk() {
			if !v.Op.IsMemory() {
				continue
			}
			p := d.Scev.Place(v, j)
			if p.Start == nil || v.Op != ir.OpLoad && v.Op != ir.OpStore || v.AccessType().IsVector() {
				return false
			}
			n, ok := d.Scev.IsConst(p.Coef[0])
			if !ok || n != int64(p.Size) && (n != 0 || p.Write) {
				return false
			}
			along = along || n != 0 && k.Contains(b)
		}
	}
	return along
}

// sumsUnderWay is how many sums of floats it takes to keep the units busy: two of them that take four cycles.
const sumsUnderWay = 8

// tile is a tile in the making.
type tile struct {
	j     *analysis.Loop // the loop that is vectorized
	plan  *outerPlan
	rows  *jammer // of the loop around j; nil if that is not jammed
	lanes int
	cols  int // vectors in a row
	n     int // rows
}

// promoted has what k loads and stores in one place carried in registers, and returns k if it may become a tile's. What
// nobody wants is gone then, and may have been what made k one.
func promoted(d *driver.Driver, k *analysis.Loop) *analysis.Loop {
	if tileBase(d, k) == nil {
		return nil
	}
	d.F.RemoveDead() // phis at exits, made for their form, of sums that nobody wants behind the nest
	if promote(d, k) {
		head := k.Header
		d.Refresh()
		k = d.Loop.Of(head)
	}
	if k == nil || tileBase(d, k) == nil {
		return nil
	}
	return k
}

// planTile chooses the tile around the innermost loop k, and says why not if there is none.
func planTile(d *driver.Driver, k *analysis.Loop) (t *tile, why remark.Reason, at *ir.Value) {
	j := tileBase(d, k)
	p, why, at := planNest(d, j, false)
	switch {
	case p == nil:
		return nil, why, at
	case !p.plan.InStep(): // whether lanes that wait for one another pay is a matter of price
		return nil, remark.DivergentControl, at
	case p.plan.Reduces(): // interchange has the sum go along rows
		return nil, remark.UnknownRecurrence, at
	}
	t = &tile{j: j, plan: p, lanes: tileLanes(d, j)}
	if row := j.Parent; row != nil && driver.Free(row.Header.Loop) && d.Opt.Knobs.Jam.Allow &&
		d.Opt.Knobs.Jam.Enable && nestSize(row) <= d.Opt.Knobs.Jam.Threshold {
		t.rows = newJammer(d, row)
		if !t.rows.legal(2) || !t.rows.parallel {
			t.rows = nil
		}
	}
	t.cols, t.n = tileShape(d, p.plan, t.rows, k, t.lanes)
	return t, remark.None, nil
}

// tileLoop does it around the innermost loop k.
func tileLoop(d *driver.Driver, k *analysis.Loop) {
	k = promoted(d, k)
	if k == nil {
		return
	}
	t, why, at := planTile(d, k)
	if t == nil {
		missedTile(d, tileBase(d, k), why, at)
		return
	}
	legal, n := t.plan.plan.Legal, t.n
	legal.Forced, legal.Width, legal.Interleave = true, t.lanes, t.cols
	if sumsOverMuch(d, k) {
		legal.MaskTail = -1
	}
	if loop.SumOf(d, k) != loop.NoSum {
		legal.TailParts = max(1, sumsUnderWay/n)
	}
	var top *ir.Block
	if t.j.Parent != nil {
		top = t.j.Parent.Header
	}
	if !t.plan.carryOut().Changed() {
		return
	}
	afterJam(d)
	if t.rows == nil || n < 2 {
		return
	}
	l := d.Loop.Of(top)
	if l == nil || l.Header != top || !d.Bisect("unroll_and_jam", l.Header.Loop.Position()) {
		return
	}
	rows := newJammer(d, l)
	rows.trusted = true
	if !rows.legal(n) {
		missedTile(d, l, rows.reason, rows.at)
		return
	}
	md := l.Header.Loop
	rows.run()
	rows.made.header.Loop, l.Header.Loop = md.Done().Grouped(md, int64(n)), md.Done().AtMost(int64(n-1))
	d.Passed("unroll_and_jam", md.Position(), "loop unrolled and jammed", remark.Arg{Name: "count", Value: n})
	afterJam(d)
}

// longSum is the number of iterations from which a few sums are better off with the lanes along each of them than with
// one for each of the sums and the others masked off: an estimate. Columns of 31 rows and filters of 7 taps take 1.3 to
// 3 times as long so.
const longSum = 64

// sumsOverMuch says whether k adds up as much as that, in any order, of what it loads one after the other.
func sumsOverMuch(d *driver.Driver, k *analysis.Loop) bool {
	if loop.SumOf(d, k) != loop.FreeSum || assumedTrips(d, k) < longSum {
		return false
	}
	for _, a := range analysis.Accesses(d.Scev, k) {
		if a.Kind != analysis.Consecutive && a.Kind != analysis.Uniform {
			return false
		}
	}
	return true
}

// vectorsIn says whether l works on vectors.
func vectorsIn(d *driver.Driver, l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		for _, v := range b.Walk() {
			if v.Type.IsVector() {
				return true
			}
		}
	}
	return false
}

// varying are the loops of the source whose number of iterations is no constant, by position.
type varying map[ir.Pos]bool

// NoteVarying finds the loops of the source that run as often as the data say. It has an analysis of its own: what the
// driver's has been asked before changes what it answers, but for a loop alone, of which this is what is asked first.
func NoteVarying(d *driver.Driver) {
	found, scev := varying{}, d.Scev
	if len(d.Loop.Loops) > 1 {
		scev = analysis.NewSCEV(d.F, d.Loop, d.F.Dominators())
	}
	for _, l := range d.Loop.Loops {
		if _, n, _ := scev.TripCount(l); n < 0 {
			found[l.Header.Loop.Position()] = true
		}
	}
	*driver.State[varying](d) = found
}

// Vectorized says whether the function works on vectors where its time goes: loops of a constant number of iterations,
// such as those that clear a table and combine its copies, tell nothing if others run as often as the data say.
func Vectorized(d *driver.Driver) bool {
	varies := *driver.State[varying](d)
	for _, p := range d.Out.Plans {
		if n := p.Legal.Trips; len(varies) == 0 || n != nil && n.Kind != analysis.Const {
			return true // even if the loop is none any more
		}
	}
	for _, l := range d.Loop.Loops {
		_, n, _ := d.Scev.TripCount(l)
		if (len(varies) == 0 || n < 0 && varies[l.Header.Loop.Position()]) && vectorsIn(d, l) {
			return true
		}
	}
	return false
}

// afterJam brings the function into the form that transformations want.
func afterJam(d *driver.Driver) {
	d.F.RemoveDead()
	scalar.CSE(d.F)
	fold.Fold(d.F)
	scalar.SimplifyCFG(d.F)
	scalar.CanonicalLoops(d.F)
	scalar.LICM(d.F)
	d.Refresh()
}

func missedTile(d *driver.Driver, l *analysis.Loop, why remark.Reason, at *ir.Value) {
	pos := l.Header.Loop.Position()
	rm := remark.Remark{Kind: remark.Missed, Pass: "vectorize", Pos: pos, Reason: why, Text: "outer loop not vectorized"}
	if at != nil && at.Pos != 0 && at.Pos != pos && d.F.Position != nil {
		rm.Args = []remark.Arg{{Name: "at", Value: d.F.Position(at.Pos)}}
	}
	d.Opt.Remarks.Add(d.F, rm)
}

// tileLanes is the number of lanes that fill a register with the widest elements accessed, fewer if the loop is short.
func tileLanes(d *driver.Driver, j *analysis.Loop) int {
	wide := 1
	for _, b := range j.Blocks {
		for _, v := range b.Walk() {
			if v.Op.IsMemory() {
				wide = max(wide, v.AccessType().Size())
			}
		}
	}
	lanes := d.Opt.Target.PreferBytes() / wide
	for n := mostTrips(d, j); lanes > 2 && int64(lanes) > n; {
		lanes /= 2
	}
	return lanes
}

// tileShape chooses the vectors per row and the rows of a tile: those that need the fewest loads per operation while
// sums and loaded values fit into the registers.
func tileShape(d *driver.Driver, plan *vplan.Plan, rows *jammer, k *analysis.Loop, lanes int) (cols, n int) {
	sums, own, shared, scalars := 0, 0, 0, 0 // own: vectors loaded per row; shared: per tile
	for _, b := range k.Blocks {
		for _, v := range b.Walk() {
			switch {
			case v.Op == ir.OpPhi && b == k.Header && plan.Varies(v):
				sums++
			case v.Op == ir.OpLoad && !plan.Varies(v):
				scalars++
			case v.Op == ir.OpLoad && rows != nil && !rows.varies[v.ID]:
				shared++
			case v.Op == ir.OpLoad:
				own++
			}
		}
	}
	sums = max(sums, 1)
	regs := d.Opt.Target.NumRegs(tti.Vec)
	trips := mostTrips(d, plan.Legal.Loop)
	best := 0.0
	cols, n = 1, 1
	for _, r := range [...]int{1, 2, 4} {
		if r > 1 && (rows == nil || shared == 0 || r > d.Opt.Knobs.Jam.MaxCount) {
			break
		}
		if r > 1 && (int64(r) > mostTrips(d, rows.l) || wholeCount(d, constTrips(d, rows.l), r) < r) {
			continue
		}
		if r > 1 && 100*(r-1)*shared < d.Opt.Knobs.Jam.MinPercent*r*(own+shared+scalars) {
			continue // the rows do too many loads each
		}
		for _, c := range [...]int{1, 2, 4} {
			need := sums*r*c + own*c + shared*c + min(scalars, 1) + 1
			if need > regs || int64(c*lanes) > trips {
				continue
			}
			loads := float64(own*r*c + shared*c + scalars*r)
			// Two loads and two operations a cycle, and 2 for the loop.
			cost := (float64(loads/2) + float64(float64(sums*r*c)/2) + 2) / float64(r*c)
			if best == 0 || cost < 0.98*best {
				best, cols, n = cost, c, r
			}
		}
	}
	return cols, n
}
