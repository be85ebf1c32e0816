package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// JoinRows has a nest over slices of slices know them as matrices where they are.
//
// Before:
//
//	for i := range a {
//		for j := range a[i] { a[i][j] = b[j][i] }
//	}
//
// After, with w for the length of the first row of a, p and p' for the distance between the first two rows:
//
//	if all rows of a are as long as the first and lie p >= w elements apart, those of b too, and a and b do not overlap {
//		for i := range a {
//			for j := range w { a[0][i*p + j] = b[0][j*p' + i] }
//		}
//	} else { … the nest as it was … }
//
// Legal because kernels store no headers: what the rows are in front of the nest they stay. A check of a row's number
// remains a check.
// Pays because all that is done to nests over slices is done to these; whoever makes a matrix of rows makes one slice of
// its elements, mostly, and cuts the rows out of it, all of them or a part; and slices of one size that are made one after
// the other lie at equal distances, mostly. The test reads each header once, and is left out where the nest goes
// through few of the rows.
// Reads isvectorized; leaves marks on both versions, and on the fast one that the matrices do not overlap.
// Remarks: nest versioned for equidistant rows.
func JoinRows(d *driver.Driver, outer *analysis.Loop) bool {
	md := outer.Header.Loop
	if len(outer.Children) == 0 || outer.Parent != nil || !outer.Simplified() || md.Has(rowsTried) || md.Has("isvectorized") {
		return false
	}
	r := newRowsOf(d, outer)
	if r == nil || !d.Bisect("rows", md.Position()) {
		return false
	}
	cond := r.emit()
	d.Refresh()
	outer = d.LoopOf(outer.Header)
	r.outer = outer
	fast := clone.Version(d.F, outer, cond, "matrix", "rows", true, nil)
	for l := range d.Loop.In(outer) {
		h := fast.Block(l.Header)
		h.Loop, l.Header.Loop = l.Header.Loop, driver.Fallback(l.Header.Loop)
		if r.all {
			h.Loop = h.Loop.With(ir.Attr{Name: analysis.NoAliasRows})
		}
		if l == outer {
			h.Loop = h.Loop.With(ir.Attr{Name: rowsTried})
			l.Header.Loop = l.Header.Loop.With(ir.Attr{Name: rowsTried})
		}
	}
	r.rewrite(fast)
	d.Passed("rows", md.Position(), "nest versioned for equidistant rows", remark.Arg{Name: "matrices", Value: len(r.list)})
	d.F.ElimCopies()
	d.F.RemoveDead()
	scalar.CanonicalLoops(d.F) // both versions leave to the same block
	scalar.CSE(d.F)
	scalar.LICM(d.F)
	d.After(false)
	return true
}

// rowsTried marks nests that have been looked at.
const rowsTried = "rows.joined"

// joinedRows is a slice of slices that the nest goes through.
type joinedRows struct {
	base   *ir.Value   // the argument
	loads  []*ir.Value // of parts of headers
	some   *ir.Value   // one of them
	size   int         // of an element
	loops  []*analysis.Loop
	stored bool

	start, end *ir.Value // where the matrix begins and ends
}

// rowsOf is what a nest has of them.
type rowsOf struct {
	d     *driver.Driver
	outer *analysis.Loop
	list  []*joinedRows
	other map[*ir.Value]bool // other objects, and whether they are stored to
	all   bool               // nothing else is accessed
}

const (
	rowHeader   = 24 // bytes of a slice in memory: address, length, capacity
	lenAt       = 8
	maxMatrices = 4 // matrices
)

// newRowsOf collects the slices of slices of a nest; nil if there are none for which it pays.
func newRowsOf(d *driver.Driver, outer *analysis.Loop) *rowsOf {
	r := &rowsOf{d: d, outer: outer, other: map[*ir.Value]bool{}, all: true}
	for v := range outer.Values() {
		if v.Kept() {
			r.header(v)
		}
	}
	if len(r.list) == 0 || len(r.list) > maxMatrices {
		return nil
	}
	for _, b := range d.F.Blocks {
		for _, v := range b.Walk() {
			for i, a := range v.Args {
				if e := r.of(a); e != nil && a.Type == ir.TPtr && !(i == 0 && outer.Contains(b) && e.takes(v)) {
					return nil
				}
			}
		}
	}
	for v := range outer.Values() {
		if !v.Op.IsMemory() || v.Kept() {
			continue
		}
		root, write := v.Args[0].Root(), v.Op.HasAny(ir.FlagWrites)
		switch e := r.of(root); {
		case e != nil:
			e.stored = e.stored || write
		case root.Op == ir.OpArgPtr && !d.F.HasUnknownExtent(root):
			r.other[root] = r.other[root] || write
		case root.Op != ir.OpLocalPtr && root.Op != ir.OpTablePtr:
			r.all = false
		}
	}
	for _, e := range r.list {
		if e.size == 0 || len(e.loops) == 0 {
			return nil
		}
	}
	return r
}

// header notes a load of a part of a header.
func (r *rowsOf) header(v *ir.Value) {
	base, index := headerAt(v)
	if base == nil {
		r.all = false
		return
	}
	p := &r.d.F.Params[base.AuxInt]
	if p.Kind != ir.ParamSlice || p.Size != rowHeader || int(v.Scale) != rowHeader || v.Off < 0 || v.Off > lenAt {
		r.all = false
		return
	}
	var e *joinedRows
	for _, x := range r.list {
		if x.base == base {
			e = x
		}
	}
	if e == nil {
		e = &joinedRows{base: base, some: v}
		r.list = append(r.list, e)
	}
	e.loads = append(e.loads, v)
	for x := r.d.Scev.Of(index); x.Kind == analysis.AddRec; x = x.Start() {
		e.loops = append(e.loops, x.Loop)
	}
}

// headerAt is the slice of slices that a part of a header is loaded from, and the number of the row; see speculate in
// loopopt/scalar/licm.go for rows that need not be there.
func headerAt(v *ir.Value) (base, index *ir.Value) {
	base, index = v.Args[0], v.Args[1]
	if base.Op == ir.OpSelect && base.Args[2].Op == ir.OpTablePtr && index.Op == ir.OpSelect && index.Args[0] == base.Args[0] {
		base, index = base.Args[1], index.Args[1]
	}
	if base.Op != ir.OpArgPtr {
		return nil, nil
	}
	return base, index
}

// of is the slice of slices that v loads a part of a header of; nil if it does none.
func (r *rowsOf) of(v *ir.Value) *joinedRows {
	if !v.Kept() || !r.outer.ContainsValue(v) {
		return nil
	}
	base, _ := headerAt(v)
	for _, e := range r.list {
		if e.base == base {
			return e
		}
	}
	return nil
}

// takes says whether v accesses an element of a row, as all others do.
func (e *joinedRows) takes(v *ir.Value) bool {
	size := int(v.Scale)
	if v.Op != ir.OpLoad && v.Op != ir.OpStore || size == 0 || e.size != 0 && e.size != size {
		return false
	}
	e.size = size
	return true
}

// trips is the number of iterations of a loop that goes through the rows, known in front of the nest; nil if there is none,
// as where it is the length of another matrix's rows.
func (r *rowsOf) trips(e *joinedRows) analysis.Expr {
	for _, l := range e.loops {
		if t, _, ok := r.d.Scev.TripCount(l); ok && r.d.Scev.Invariant(t, r.outer) {
			return t
		}
	}
	return nil
}

// maxIdleRows is how many more rows a matrix may have than the nest goes through, as a factor: reading a header takes less
// time than what is done to a row.
const maxIdleRows = 4

// emit tests in front of the nest whether the rows make up matrices that lie apart, and returns that.
func (r *rowsOf) emit() *ir.Value {
	f, pos, at := r.d.F, r.outer.Header.Loop.Position(), r.outer.Preheader
	i64 := func(b *ir.Block, op ir.Op, x, y *ir.Value) *ir.Value { return b.New(op, ir.TI64, pos, x, y) }
	c := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	and := func(b *ir.Block, x, y *ir.Value) *ir.Value { return b.New(ir.OpAnd, ir.TBool, pos, x, y) }
	var conds []*ir.Value
	for _, e := range r.list {
		n := f.Arg(ir.OpArgLen, int(e.base.AuxInt))
		cond := at.New(ir.OpLtS, ir.TBool, pos, c(0), n)
		if trips := r.trips(e); trips != nil {
			most := i64(at, ir.OpMul, r.d.Scev.Expand(trips, at), c(maxIdleRows))
			most = i64(at, ir.OpAdd, most, c(maxIdleRows))
			cond = and(at, cond, at.New(ir.OpLeU, ir.TBool, pos, n, most))
		}
		conds = append(conds, cond)
	}
	join := f.NewBlock("rows.tested")
	clone.Detour(r.outer, join)
	var ok *ir.Value
	for i, e := range r.list {
		ph, loop, end := f.NewBlock("rows.ph"), f.NewBlock("rows"), f.NewBlock("rows.end")
		if ok != nil {
			conds[i] = and(at, conds[i], ok)
		}
		at.SetIf(conds[i], ph, join)
		n := f.Arg(ir.OpArgLen, int(e.base.AuxInt))
		place := func(b *ir.Block, row *ir.Value) *ir.Value {
			return b.New(ir.OpBitcast, ir.TI64, pos, e.load(b, 0, ir.TPtr, row))
		}
		width := e.load(ph, lenAt, ir.TI64, c(0))
		pitch := r.pitch(ph, e, width)
		bytes := i64(ph, ir.OpMul, pitch, c(int64(e.size)))
		e.start = place(ph, c(0))
		ph.SetJump(loop)
		k, bad := loop.NewPhi(ir.TI64, pos), loop.NewPhi(ir.TI64, pos)
		want := i64(loop, ir.OpAdd, e.start, i64(loop, ir.OpMul, k, bytes))
		wrong := i64(loop, ir.OpXor, place(loop, k), want)
		wrong = i64(loop, ir.OpOr, wrong, i64(loop, ir.OpXor, e.load(loop, lenAt, ir.TI64, k), width))
		wrong = i64(loop, ir.OpOr, wrong, bad)
		next := i64(loop, ir.OpAdd, k, c(1))
		loop.SetIf(loop.New(ir.OpLtS, ir.TBool, pos, next, n), loop, end)
		loop.Loop = driver.Bare(r.outer.Header.Loop).With(ir.Attr{Name: "isvectorized"}, ir.Attr{Name: "unroll.disable"})
		clone.Carry(k, ph, c(0), next)
		clone.Carry(bad, ph, c(0), wrong)
		at = end
		last := i64(at, ir.OpAdd, e.start, i64(at, ir.OpMul, i64(at, ir.OpSub, n, c(1)), bytes))
		e.end = i64(at, ir.OpAdd, last, i64(at, ir.OpMul, width, c(int64(e.size))))
		ok = and(at, at.New(ir.OpEq, ir.TBool, pos, wrong, c(0)), at.New(ir.OpLtS, ir.TBool, pos, c(0), width))
	}
	for _, x := range r.apart(at, pos) {
		ok = and(at, ok, x)
	}
	at.SetJump(join)
	all := join.NewPhi(ir.TBool, pos)
	for range len(join.Preds) - 1 {
		all.AddArg(f.ConstBool(ir.TBool, false))
	}
	all.AddArg(ok)
	return all
}

// maxPitch bounds the bytes from row to row, as all that is in memory: no element of a matrix has a number that wraps
// around.
const maxPitch = 1 << 47

// pitch is the number of elements from one row to the next, that of the first two: at least as many as a row has, so that
// rows do not overlap. What is no such number fails the test of the second row.
func (r *rowsOf) pitch(b *ir.Block, e *joinedRows, width *ir.Value) *ir.Value {
	f, pos := r.d.F, r.outer.Header.Loop.Position()
	op := func(op ir.Op, x, y *ir.Value) *ir.Value { return b.New(op, ir.TI64, pos, x, y) }
	c := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	place := func(row *ir.Value) *ir.Value {
		return b.New(ir.OpBitcast, ir.TI64, pos, e.load(b, 0, ir.TPtr, row))
	}
	second := op(ir.OpMinS, c(1), op(ir.OpSub, f.Arg(ir.OpArgLen, int(e.base.AuxInt)), c(1)))
	between := op(ir.OpDivS, op(ir.OpSub, place(second), place(c(0))), c(int64(e.size)))
	return op(ir.OpMinS, op(ir.OpMaxS, between, width), c(maxPitch/int64(e.size)))
}

// load is a load of a part of a header.
func (e *joinedRows) load(b *ir.Block, off int32, t ir.Type, row *ir.Value) *ir.Value {
	v := b.New(ir.OpLoad, t, e.some.Pos, e.base, row)
	v.Scale, v.Off, v.AuxInt = rowHeader, off, int64(off)/8+1
	return v
}

// apart are the tests that what is stored to overlaps nothing else.
func (r *rowsOf) apart(b *ir.Block, pos ir.Pos) (tests []*ir.Value) {
	test := func(from, to, start, end *ir.Value) {
		tests = append(tests, b.New(ir.OpOr, ir.TBool, pos, b.New(ir.OpLeU, ir.TBool, pos, to, start),
			b.New(ir.OpLeU, ir.TBool, pos, end, from)))
	}
	for i, e := range r.list {
		for _, o := range r.list[:i] {
			if e.stored || o.stored {
				test(e.start, e.end, o.start, o.end)
			}
		}
		for v := range r.outer.Values() { // in the order of the program
			if !v.Op.IsMemory() || v.Kept() {
				continue
			}
			root := v.Args[0].Root()
			if written, ok := r.other[root]; ok && (written || e.stored) {
				from, to := extent(r.d, b, pos, root)
				test(e.start, e.end, from, to)
			}
		}
	}
	return tests
}

// rewrite has the fast version access the matrices.
func (r *rowsOf) rewrite(fast *clone.Cloner) {
	f, pos, outer := r.d.F, r.outer.Header.Loop.Position(), fast.Block(r.outer.Header)
	ph := outer.Preds[0]
	if outer.PredIndex(ph) == outer.PredIndex(fast.Block(r.outer.Latch)) {
		ph = outer.Preds[1]
	}
	zero := f.ConstInt(ir.TI64, 0)
	for _, e := range r.list {
		first := e.load(ph, 0, ir.TPtr, zero)
		width := ph.New(ir.OpMaxS, ir.TI64, pos, e.load(ph, lenAt, ir.TI64, zero), zero)
		pitch := r.pitch(ph, e, width)
		for _, v := range e.loads {
			if v.Type != ir.TPtr {
				fast.Value(v).CopyOf(width)
			}
		}
		for v := range r.outer.Values() {
			if len(v.Args) == 0 || v.Args[0].Type != ir.TPtr || r.of(v.Args[0]) != e {
				continue
			}
			_, row := headerAt(v.Args[0])
			u := fast.Value(v)
			at := u.Block.InsertBefore(u, ir.OpMul, ir.TI64, pos, fast.Of(row), pitch)
			u.SetArg(1, u.Block.InsertBefore(u, ir.OpAdd, ir.TI64, pos, at, u.Args[1]))
			u.SetArg(0, first)
		}
	}
}
