package nest

import (
	"math/bits"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
)

// transposedTile vectorizes a nest of two loops that walks along rows and down columns at once, by tiles that are
// transposed in registers.
//
// Before:
//
//	for i := range n { for j := range n { a[i*n+j] += c[j*n+i] } }
//
// After, with vectors of 16 lanes:
//
//	for i := 0; i+16 <= n; i += 16 {
//		for j := 0; j+16 <= n; j += 16 {
//			t0, …, t15 := c[j*n+i : +16], …, c[(j+15)*n+i : +16]
//			transpose t0, …, t15
//			a[i*n+j : +16] += t0; …; a[(i+15)*n+j : +16] += t15
//		}
//	}
//	… the columns that are left over …
//	… the rows that are left over, in the nest as it was …
//
// Legal if both counts are known in front of the nest and do not depend on one another, nothing can panic, and what
// walks down columns is loaded only, from where nothing is stored: loads of columns may come before all else. Of two
// iterations that touch the same byte, one of them storing to it, the first must be in a row above that of the other
// and not in a column to the right of it: (x, y) and (x', y') with x < x' and y <= y'. If both are in the same tile,
// rows are done in their order. If not, that of (x', y') is below or to the right or both, and comes later, as what is
// left over to the right and below does: tiles go from left to right, then down. That objects do not overlap is tested
// in front of the nest.
// Pays if the shuffles take less time than gathers: a gather touches as many lines as it has lanes, each of which is
// needed again 16 times, but not until a whole column of others has gone through the cache. Nests with fewer rows or
// columns than a tile has run as they were, and what is left over, too.
// Reads what tile reads; leaves isvectorized. Remarks: nest vectorized with in-register transposes.
type transposedTile struct {
	*nestPair
	lanes  int
	size   int // of an element
	places map[*ir.Value]*analysis.Place
	cols   []*ir.Value // loads down columns

	// triangle: row x has first+x columns.
	triangle bool
	first    analysis.Expr

	x, y    *ir.Value // iterations of the loops at the tile's corner
	tile    *ir.Block
	scalars []map[*ir.Value]*ir.Value // by row of the tile: values of the outer loop, and indices, at its first column
	vectors []map[*ir.Value]*ir.Value // by row: what the row's columns compute
	splats  map[*ir.Value]*ir.Value   // of values from outside of the nest

	// rowMask and colMask, if not nil, are the masks of the vector in row r of the tile, and of that which goes down
	// column r.
	rowMask, colMask func(r int) *ir.Value
}

// TransposeTile does it to l if it pays.
func TransposeTile(d *driver.Driver, l *analysis.Loop) bool {
	t := findTransposedTile(d, l)
	if t == nil || !d.Bisect("vectorize", l.Header.Loop.Position()) {
		return false
	}
	d.Passed("vectorize", l.Header.Loop.Position(), "nest vectorized with in-register transposes",
		remark.Arg{Name: "VF", Value: t.lanes})
	t.run()
	afterJam(d)
	return true
}

// transposeCandidate says whether a loop of the nest would be done so once a test in front of it has removed its checks
// and shown that its objects do not alias.
func transposeCandidate(d *driver.Driver, outer *analysis.Loop) bool {
	for _, l := range d.Loop.Loops {
		if outer.ContainsLoop(l) && findTransposedTile(d, l) != nil {
			return true
		}
	}
	return false
}

// findTransposedTile looks at l and the loop in it; nil if they are not to be done so.
func findTransposedTile(d *driver.Driver, l *analysis.Loop) *transposedTile {
	if len(l.Children) != 1 || d.Opt.NoVectorize || nestsOf(d).transposed[l.Header] || len(l.Children[0].Children) > 0 ||
		!driver.Free(l.Header.Loop) || !driver.Free(l.Children[0].Header.Loop) ||
		len(l.Children[0].Blocks) != 1 {
		return nil
	}
	t := &transposedTile{nestPair: pair(d, l), places: map[*ir.Value]*analysis.Place{},
		splats: map[*ir.Value]*ir.Value{}}
	if t.reason != "" || len(t.sums)+len(t.closed) > 0 || !t.shape() {
		return nil
	}
	for _, c := range [...]*analysis.Loop{l, t.inner} {
		if loop.WillUnroll(d, c) {
			return nil
		}
	}
	if !t.accesses() || !t.widens() || !t.maskable() || !t.independent() || !t.pays() {
		return nil
	}
	return t
}

// shape wants rows of the same length, or each of them one longer than the one before.
func (t *transposedTile) shape() bool {
	if t.se.Invariant(t.innerTrips, t.outer) {
		for _, g := range t.guards {
			if !t.outer.Invariant(g.cond) {
				return false
			}
		}
		return true
	}
	x := &interchanger{nestPair: t.nestPair}
	t.triangle = x.bounds() && x.slope == 1 && x.mask == nil
	t.first = x.first
	return t.triangle
}

// accesses sorts them: along rows, down columns, or the same for a whole row.
func (t *transposedTile) accesses() bool {
	stores := 0
	for _, v := range t.inner.Header.Values {
		if !v.Op.IsMemory() {
			continue
		}
		if v.Op != ir.OpLoad && v.Op != ir.OpStore || v.MaskArg() != nil || v.AccessType().IsVector() ||
			v.AccessType().Elem == ir.Bool {
			return false
		}
		p := t.se.Place(v, t.outer)
		if p.Start == nil || t.size != 0 && t.size != p.Size {
			return false
		}
		t.size, t.places[v] = p.Size, &p
		x, ok1 := t.se.IsConst(p.Coef[0])
		y, ok2 := t.se.IsConst(p.Coef[1])
		switch {
		case ok2 && y == int64(p.Size):
		case ok2 && y == 0 && !p.Write:
		case ok1 && x == int64(p.Size) && !p.Write && linesOf(p.Coef[1]) == 1:
			t.cols = append(t.cols, v)
		default:
			return false
		}
		if p.Write {
			stores++
		}
	}
	if stores == 0 || len(t.cols) == 0 || t.size < 4 {
		return false
	}
	t.lanes = t.d.Opt.Target.PreferBytes() / t.size
	return t.lanes >= 4
}

// isColumn says whether v is a load down a column.
func (t *transposedTile) isColumn(v *ir.Value) bool {
	for _, c := range t.cols {
		if c == v {
			return true
		}
	}
	return false
}

// widens says whether all that is stored can be computed in vectors: from what is loaded, and what is the same for a
// row.
func (t *transposedTile) widens() bool {
	seen := map[*ir.Value]bool{}
	var ok func(v *ir.Value) bool
	ok = func(v *ir.Value) bool {
		if v.Type.IsVector() || v.Type.Elem == ir.Bool || v.Type.Size() != t.size {
			return false
		}
		if seen[v] || v.Op == ir.OpLoad || !t.inner.ContainsValue(v) {
			return true
		}
		seen[v] = true
		if v.Op == ir.OpPhi || !v.Op.Is(ir.FlagElementwise) || v.Op.Is(ir.FlagPartial) {
			return false
		}
		for _, a := range v.Args {
			if !ok(a) {
				return false
			}
		}
		vec := v.Type.WithLanes(t.lanes)
		return t.d.Opt.Target.Cost(v.Op, vec, v.Args[0].Type.WithLanes(t.lanes)).Legal
	}
	for v, p := range t.places {
		if p.Write && !ok(v.StoredValue()) {
			return false
		}
	}
	return true
}

// independent says whether iterations may come tile by tile, the columns of a row all at once, and loads down columns
// first.
func (t *transposedTile) independent() bool {
	test := analysis.NewNestTester(t.se, t.outer)
	var list []*analysis.Place
	for _, v := range t.inner.Header.Values {
		if p := t.places[v]; p != nil {
			list = append(list, p)
		}
	}
	for dep := range test.Among(list) {
		if t.isColumn(dep.First.V) || t.isColumn(dep.Second.V) || !tileWise(&dep) {
			return false
		}
	}
	return true
}

// tileWise says whether two iterations that depend on one another are the same, or the later one is in a row below and
// not in a column before.
func tileWise(dep *analysis.NestDep) bool {
	if len(dep.Dir) != 2 {
		return false
	}
	switch x, y := dep.Dir[0], dep.Dir[1]; y {
	case analysis.DirEQ:
		return true
	case analysis.DirLT, analysis.DirLT | analysis.DirEQ: // the first access is that of the earlier iteration
		return x == analysis.DirLT
	case analysis.DirGT, analysis.DirGT | analysis.DirEQ:
		return x == analysis.DirGT
	}
	return false
}

// pays compares the shuffles with gathers.
func (t *transposedTile) pays() bool {
	target := t.d.Opt.Target
	for _, v := range t.cols {
		typ := v.Type.WithLanes(t.lanes)
		turn := target.ShuffleCost(tti.General2, typ, 1).Times(t.lanes * bits.TrailingZeros(uint(t.lanes)))
		gather := target.MemoryCost(tti.Access{Kind: tti.Indexed, Type: typ, Index: ir.I64}).Times(t.lanes)
		if turn.Uops >= gather.Uops {
			return false
		}
	}
	return true
}

// run does it.
func (t *transposedTile) run() {
	if t.triangle {
		t.runTriangle()
		return
	}
	f, se, pre, pos := t.f, t.se, t.outer.Preheader, t.pos
	md, own := t.outer.Header.Loop, t.inner.Header.Loop
	zero, step := f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, int64(t.lanes))
	nx, ny := se.Expand(t.outerTrips, pre), se.Expand(t.innerTrips, pre)
	enter := pre.New(ir.OpAnd, ir.TBool, pos, pre.New(ir.OpLeS, ir.TBool, pos, step, nx),
		pre.New(ir.OpLeS, ir.TBool, pos, step, ny))
	enter = t.entered(enter)
	whole := f.ConstInt(ir.TI64, -int64(t.lanes))
	ph, rows, end := f.NewBlock("transpose.ph"), f.NewBlock("transpose"), f.NewBlock("transpose.latch")
	mx, my := ph.New(ir.OpAnd, ir.TI64, pos, nx, whole), ph.New(ir.OpAnd, ir.TI64, pos, ny, whole)
	t.tile = f.NewBlock("transpose.tile")
	right, below, done := f.NewBlock("transpose.right"), f.NewBlock("transpose.below"), f.NewBlock("transpose.end")

	ph.SetJump(rows)
	t.x = rows.NewPhi(ir.TI64, pos)
	rows.SetJump(t.tile)
	t.y = t.tile.NewPhi(ir.TI64, pos)
	t.square()
	clone.CountUp(t.y, zero, step, my, t.tile, end)
	clone.CountUp(t.x, zero, step, mx, end, right)
	rows.Loop, t.tile.Loop = md.Done(), driver.Regrouped(own).Done()

	few := own.AtMost(int64(t.lanes - 1))
	some := right.New(ir.OpAnd, ir.TBool, pos, right.New(ir.OpLtS, ir.TBool, pos, zero, mx),
		right.New(ir.OpLtS, ir.TBool, pos, my, ny))
	header := t.byRows(right, below, some, [2]*ir.Value{zero, mx}, my,
		func(*ir.Block, *ir.Value) *ir.Value { return ny }, md, few)
	nestsOf(t.d).transposed[header] = true

	// The rows below go on in the nest as it was.
	entry := t.outer.Header.PredIndex(pre)
	rest := f.NewBlock("transpose.rest")
	clone.Branch(t.outer, enter, ph, rest, ir.LikelyTrue)
	below.SetIf(below.New(ir.OpLtS, ir.TBool, pos, mx, nx), rest, done)
	k := rest.NewPhi(ir.TI64, pos)
	k.AddArgs(zero, mx)
	for _, iv := range t.outerIV {
		n := k
		if iv.Phi.Type != ir.TI64 {
			n = rest.New(ir.OpTruncI, iv.Phi.Type, pos, n)
		}
		by := rest.New(ir.OpMul, iv.Phi.Type, pos, n, se.Expand(iv.Step, pre))
		iv.Phi.SetArg(entry, rest.New(ir.OpAdd, iv.Phi.Type, pos, iv.Phi.Args[entry], by))
	}
	nestsOf(t.d).transposed[t.outer.Header] = true
	t.leave(done, nil)
	f.ElimCopies()
}

// byRows does the rows from x[0] up to x[1] one by one, from one block to the other, if some says that they are there.
// Each has some column; upTo makes, in a block and for a row, the end of the columns, which begin at y0. It returns the
// header of the loop of rows.
func (p *nestPair) byRows(from, to *ir.Block, some *ir.Value, x [2]*ir.Value, y0 *ir.Value,
	upTo func(b *ir.Block, row *ir.Value) *ir.Value, md, own *ir.LoopMD) *ir.Block {
	f, pos := p.f, p.pos
	one := f.ConstInt(ir.TI64, 1)
	ph, rows, end := f.NewBlock("rest.ph"), f.NewBlock("rest"), f.NewBlock("rest.latch")
	body := p.body("rest.inner")
	ph.SetJump(rows)
	i, k := rows.NewPhi(ir.TI64, pos), body.header.NewPhi(ir.TI64, pos)
	y1 := upTo(rows, i)
	rows.SetJump(body.header)
	clone.CountUp(k, y0, one, y1, body.latch, end)
	clone.CountUp(i, x[0], one, x[1], end, to)
	body.fill(i, k)
	rows.Loop, body.header.Loop = md, own
	from.SetIf(some, ph, to)
	return rows
}

// square does lanes x lanes iterations from t.x, t.y on.
func (t *transposedTile) square() {
	t.scalars, t.vectors, t.splats = nil, nil, map[*ir.Value]*ir.Value{}
	for range t.lanes {
		t.scalars = append(t.scalars, map[*ir.Value]*ir.Value{})
		t.vectors = append(t.vectors, map[*ir.Value]*ir.Value{})
	}
	for _, v := range t.cols {
		col := make([]*ir.Value, t.lanes)
		for r := range col {
			col[r] = t.access(v, 0, r, nil, t.mask(t.colMask, r))
		}
		for r, w := range t.transpose(col) {
			t.vectors[r][v] = w
		}
	}
	for r := range t.lanes {
		for _, v := range t.inner.Header.Values {
			switch {
			case v.Op == ir.OpStore:
				t.access(v, r, 0, t.vector(v.StoredValue(), r), t.mask(t.rowMask, r))
			case v.Op == ir.OpLoad: // in its place among the stores
				t.vector(v, r)
			}
		}
	}
}

// transpose turns a tile of vectors: of two rows, 1, 2, 4, … apart, the one gets what is below the diagonal of the
// other.
func (t *transposedTile) transpose(a []*ir.Value) []*ir.Value {
	n := t.lanes
	for b := 1; b < n; b *= 2 {
		upper, lower := make(ir.Lanes, n), make(ir.Lanes, n)
		for i := range n {
			if i&b == 0 {
				upper[i], lower[i] = int8(i), int8(i+b)
			} else {
				upper[i], lower[i] = int8(n+i-b), int8(n+i)
			}
		}
		for r := range a {
			if r&b == 0 {
				x, y := a[r], a[r+b]
				a[r], a[r+b] = t.shuffle(x, y, upper), t.shuffle(x, y, lower)
			}
		}
	}
	return a
}

func (t *transposedTile) shuffle(a, b *ir.Value, lanes ir.Lanes) *ir.Value {
	v := t.tile.New(ir.OpShuffle, a.Type, a.Pos, a, b)
	v.Aux = lanes
	return v
}

// access does the load or store v for the vector that begins in row r and column c of the tile.
func (t *transposedTile) access(v *ir.Value, r, c int, stored, mask *ir.Value) *ir.Value {
	p := t.places[v]
	off := int64(v.Off)
	for i, n := range [...]*int{&r, &c} {
		if by, ok := t.se.IsConst(p.Coef[i]); ok && by < 1<<20 && by > -1<<20 {
			// the address of the corner, and an offset
			off += by * int64(*n)
			*n = 0
		}
	}
	base, index := t.scalar(v.Args[0], r, c), t.scalar(v.Args[1], r, c)
	typ := v.AccessType()
	op := v.Op
	if y, ok := t.se.IsConst(p.Coef[1]); !ok || y != 0 {
		typ = typ.WithLanes(t.lanes)
	} else {
		mask = nil // the row has some column
	}
	if mask != nil {
		if op = ir.OpMaskedLoad; v.Op == ir.OpStore {
			op = ir.OpMaskedStore
		}
	}
	w := t.tile.New(op, ir.TVoid, v.Pos, base, index)
	w.FP, w.AuxInt, w.Aux, w.Scale, w.Off = v.FP, v.AuxInt, v.Aux, v.Scale, int32(off)
	if v.Op == ir.OpStore {
		w.AddArg(stored)
	} else {
		w.Type = typ
	}
	if mask != nil {
		w.AddArg(mask)
	}
	return w
}

func (t *transposedTile) mask(of func(r int) *ir.Value, r int) *ir.Value {
	if of == nil {
		return nil
	}
	return of(r)
}

// scalar is v, a value of the nest or from in front of it, in row r and column c of the tile.
func (t *transposedTile) scalar(v *ir.Value, r, c int) *ir.Value {
	if !t.outer.ContainsValue(v) {
		return v
	}
	memo := t.scalars[r]
	if c != 0 {
		memo = map[*ir.Value]*ir.Value{} // indices only, which are few
	}
	return t.remake(v, r, c, memo)
}

func (t *transposedTile) remake(v *ir.Value, r, c int, memo map[*ir.Value]*ir.Value) *ir.Value {
	if !t.outer.ContainsValue(v) {
		return v
	}
	if w := memo[v]; w != nil {
		return w
	}
	b, pos := t.tile, v.Pos
	var w *ir.Value
	if v.Op == ir.OpPhi { // an induction
		l, k, n := t.outer, t.x, r
		if v.Block == t.inner.Header {
			l, k, n = t.inner, t.y, c
		}
		if n != 0 {
			k = b.New(ir.OpAdd, ir.TI64, pos, k, t.f.ConstInt(ir.TI64, int64(n)))
		}
		if v.Type != ir.TI64 {
			k = b.New(ir.OpTruncI, v.Type, pos, k)
		}
		start := t.remake(v.Args[l.Header.PredIndex(l.Preheader)], r, c, memo)
		by := t.se.Expand(t.se.Of(v).Step(), t.outer.Preheader)
		w = b.New(ir.OpAdd, v.Type, pos, start, b.New(ir.OpMul, v.Type, pos, k, by))
	} else {
		args := make([]*ir.Value, len(v.Args))
		for i, a := range v.Args {
			args[i] = t.remake(a, r, c, memo)
		}
		w = b.New(v.Op, v.Type, pos, args...)
		w.FP, w.AuxInt, w.Aux, w.Scale, w.Off = v.FP, v.AuxInt, v.Aux, v.Scale, v.Off
	}
	memo[v] = w
	return w
}

// vector is v for all columns of row r.
func (t *transposedTile) vector(v *ir.Value, r int) *ir.Value {
	if !t.outer.ContainsValue(v) {
		if t.splats[v] == nil {
			t.splats[v] = t.splat(v)
		}
		return t.splats[v]
	}
	if w := t.vectors[r][v]; w != nil {
		return w
	}
	var w *ir.Value
	switch {
	case !t.inner.ContainsValue(v):
		w = t.splat(t.scalar(v, r, 0))
	case v.Op == ir.OpLoad:
		if w = t.access(v, r, 0, nil, t.mask(t.rowMask, r)); !w.Type.IsVector() {
			w = t.splat(w)
		}
	default:
		args := make([]*ir.Value, len(v.Args))
		for i, a := range v.Args {
			args[i] = t.vector(a, r)
		}
		w = t.tile.NewLike(v, v.Type.WithLanes(t.lanes), args...)
	}
	t.vectors[r][v] = w
	return w
}

func (t *transposedTile) splat(v *ir.Value) *ir.Value {
	typ := v.Type.WithLanes(t.lanes)
	if v.IsConst() {
		return t.f.Const(typ, uint64(v.AuxInt))
	}
	return t.tile.New(ir.OpSplat, typ, v.Pos, v)
}
