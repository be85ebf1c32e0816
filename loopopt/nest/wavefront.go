package nest

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
)

// wavefront does several rows of a nest at once whose inner loop waits for itself: unroll-and-jam of a skewed nest
// (Wolfe: Loop Skewing: The Wavefront Method Revisited, 1986). Row r is skew*r columns behind row 0, so that what it
// needs of the row before it has been there for a step, and the chains of the rows overlap.
//
// Before:
//
//	for j := 0; j < n; j++ { for i := 0; i < m; i++ { s(j, i) } }
//
// After, two rows with a skew of 1:
//
//	for j := 0; j < n; j += 2 {
//		if j+2 <= n && m is not small {
//			s(j, 0)
//			for t := 1; t < m; t++ { s(j, t); s(j+1, t-1) }
//			s(j+1, m-1)
//		} else { … the rows that there are, one after the other … }
//	}
//
// The triangles at both ends, and rows that are left over, go row by row. Rows may be longer or shorter by one each
// time.
//
// Legal if no two iterations that may meet change their order. Within a band, iterations (j, i) come in the order of
// i + skew*j, then of j; of two that are dj rows and di columns apart, dj > 0, the second one still comes second if
// di + skew*dj >= 0. The triangle at the beginning holds the columns below skew*(rows-1-r) of row r: something there
// that depends on a column of an earlier row outside of the triangle would be further behind than that; and likewise at
// the end.
// Pays if an iteration takes longer to get from what it loads of the one before to what it stores for the next than all
// of its operations take to issue. Predictive commoning then keeps what goes from step to step in registers. Vector
// code is better, where there is any: heuristics come here when the vectorizer has refused the inner loop.
// Reads what unroll-and-jam reads, of heuristics and knobs. Remarks: loop unrolled and jammed as a wavefront.
type wavefront struct {
	*interchanger // with bounds: slope and first
	places        []*analysis.Place
	skew          int64
	rows          int
	chain, issue  float64 // cycles per iteration: from load to store, and of all operations
}

const (
	// maxSkew bounds how far a row is behind the one before it; a stencil that looks two columns ahead needs 3.
	maxSkew = 4
	// minWaveSteps is the number of steps from which on a band is worth its two triangles.
	minWaveSteps = 8
	// forwardLatency is what a load takes that waits for a store of the same place.
	forwardLatency = 5
	// waveIssue is how many operations a cycle are done at best.
	waveIssue = 4
)

// Wavefront does it to l if it pays.
func Wavefront(d *driver.Driver, l *analysis.Loop) bool {
	w := findWavefront(d, l)
	if w == nil || !d.Bisect("unroll_and_jam", l.Header.Loop.Position()) {
		return false
	}
	d.Passed("unroll_and_jam", l.Header.Loop.Position(), "loop unrolled and jammed as a wavefront",
		remark.Arg{Name: "count", Value: w.rows}, remark.Arg{Name: "skew", Value: int(w.skew)})
	w.run()
	afterJam(d)
	return true
}

// MayJam says whether the knobs leave unroll-and-jam to heuristics.
func MayJam(d *driver.Driver) bool {
	return d.Opt.Knobs.Jam.Allow && d.Opt.Knobs.Jam.Enable && !d.Opt.NoVectorize
}

// waveCandidate says whether a loop of the nest would be done so once a test in front of it has removed its checks and
// told its objects apart.
func waveCandidate(d *driver.Driver, outer *analysis.Loop) bool {
	for _, l := range d.Loop.Loops {
		if outer.ContainsLoop(l) && MayJam(d) && findWavefront(d, l) != nil {
			return true
		}
	}
	return false
}

// findWavefront looks at l and the loop in it; nil if they are not to be done so.
func findWavefront(d *driver.Driver, l *analysis.Loop) *wavefront {
	if len(l.Children) != 1 || len(l.Children[0].Blocks) != 1 || !driver.Free(l.Header.Loop) ||
		!driver.Free(l.Children[0].Header.Loop) {
		return nil
	}
	w := &wavefront{interchanger: &interchanger{nestPair: pair(d, l)}}
	if w.reason != "" || len(w.sums) > 0 || !w.bounds() || w.mask != nil {
		return nil
	}
	rows := mostTrips(d, l)
	if rows < 2 || loop.WillUnroll(d, w.inner) {
		return nil
	}
	for _, v := range w.inner.Header.Values {
		if v.Op.IsMemory() {
			p := w.se.Place(v, l)
			w.places = append(w.places, &p)
		}
		if v.Type.IsVector() || v.Op.HasAny(ir.FlagWrites) && v.StoredValue().Type.IsVector() {
			return nil
		}
	}
	if !w.dependences() || !w.pays(rows) {
		return nil
	}
	return w
}

// dependences finds the skew that keeps their order, and by which what a row stores is there a step before it is
// loaded.
func (w *wavefront) dependences() bool {
	t := analysis.NewNestTester(w.se, w.outer)
	latency := w.latencies()
	for dep := range t.Among(w.places) {
		if len(dep.Dir) != 2 || !w.skewFor(&dep) {
			return false
		}
		w.chained(&dep, latency)
	}
	return w.skew <= maxSkew
}

// skewFor makes the skew large enough for a dependence.
func (w *wavefront) skewFor(dep *analysis.NestDep) bool {
	for _, sign := range [...]analysis.Direction{analysis.DirLT, analysis.DirGT} {
		if dep.Dir[0]&sign == 0 {
			continue
		}
		// From the earlier row to the later one:
		source, sink, back, di := dep.First, dep.Second, analysis.DirGT, dep.Dist[1]
		if sign == analysis.DirGT {
			source, sink, back, di = sink, source, analysis.DirLT, -di
		}
		dj := int64(1) // at least
		if dep.Known[0] {
			dj = max(dep.Dist[0], -dep.Dist[0])
		}
		want := int64(0)
		if source.Write && !sink.Write {
			want = 1
		}
		switch {
		case dep.Known[1]:
		case dep.Dir[1]&back != 0:
			return false // no skew is enough
		case dep.Dir[1]&analysis.DirEQ != 0:
			di = 0
		default:
			di = 1
		}
		if di > maxSkew || di < -maxSkew*dj {
			if di < 0 {
				return false
			}
			continue
		}
		if behind := want - di; behind > 0 {
			w.skew = max(w.skew, (behind+dj-1)/dj)
		}
	}
	return true
}

// latencies are the cycles from each load of the inner loop to what is computed from it.
func (w *wavefront) latencies() func(load, v *ir.Value) (int, bool) {
	target := w.d.Opt.Target
	cost := func(v *ir.Value) int {
		if v.Op == ir.OpLoad || v.Op == ir.OpStore || v.Op == ir.OpPhi || len(v.Args) == 0 {
			return 0
		}
		return target.Cost(v.Op, v.Type, v.Args[0].Type).Latency
	}
	return func(load, last *ir.Value) (int, bool) {
		at := map[*ir.Value]int{load: 0}
		for _, v := range w.inner.Header.Values {
			for _, a := range v.Args {
				if n, ok := at[a]; ok && v != load && v.Op != ir.OpPhi {
					at[v] = max(at[v], n+cost(v))
				}
			}
		}
		n, ok := at[last]
		return n, ok
	}
}

// chained notes how long the chain is if the dependence is one from a store to a load in a later iteration of the same
// row that the store depends on.
func (w *wavefront) chained(dep *analysis.NestDep, latency func(load, v *ir.Value) (int, bool)) {
	load, store, dist := dep.First, dep.Second, -dep.Dist[1]
	if load.Write {
		load, store, dist = store, load, -dist
	}
	if load.Write || load.V.Op != ir.OpLoad || store.V.Op != ir.OpStore || !dep.Known[1] || dist < 1 ||
		dep.Dir[0]&analysis.DirEQ == 0 {
		return
	}
	n, ok := latency(load.V, store.V.StoredValue())
	if !ok {
		return
	}
	if dist > int64(w.d.Opt.Knobs.Commoning.MaxDistance) {
		n += forwardLatency
	}
	w.chain = max(w.chain, float64(n)/float64(dist))
}

// pays chooses the number of rows: so many that the machine has something to do in each cycle, and no more than
// registers hold what goes from step to step.
func (w *wavefront) pays(rows int64) bool {
	target := w.d.Opt.Target
	carried := map[tti.Class]int{}
	seen := map[*ir.Value]bool{}
	var count func(v *ir.Value) // what is stored, and not addresses, of which little is left
	count = func(v *ir.Value) {
		if seen[v] || !w.inner.ContainsValue(v) || v.Op == ir.OpPhi {
			return
		}
		seen[v] = true
		if v.Op != ir.OpLoad {
			if len(v.Args) > 0 {
				w.issue += float64(target.Cost(v.Op, v.Type, v.Args[0].Type).Uops) / waveIssue
			}
			for _, a := range v.Args {
				count(a)
			}
			return
		}
		if !w.mayBeStored(v) {
			w.issue += 1.0 / waveIssue
		} else if v.Type.Elem.IsFloat() {
			carried[tti.Vec]++
		} else {
			carried[tti.GP]++
		}
	}
	for _, p := range w.places {
		if p.Write {
			w.issue += 1.0 / waveIssue
			count(p.V.StoredValue())
		}
	}
	if w.chain < 2*w.issue {
		return false
	}
	knobs := &w.d.Opt.Knobs.Jam
	w.rows = 2
	for n := 4; n <= knobs.MaxCount && float64(n)*w.issue <= w.chain*1.5; n *= 2 {
		w.rows = n
	}
	if knobs.Count != 0 {
		w.rows = knobs.Count
	}
	if w.rows = wholeCount(w.d, constTrips(w.d, w.outer), w.rows); w.rows < 2 {
		return false
	}
	for class, n := range carried {
		for w.rows > 2 && n*w.rows > target.NumRegs(class)/2 {
			w.rows /= 2
		}
	}
	size := len(w.inner.Header.Values)
	return w.rows > 1 && w.rows*size <= maxJamSize && int64(w.rows) <= rows
}

// mayBeStored says whether the nest stores to the object that v loads from.
func (w *wavefront) mayBeStored(v *ir.Value) bool {
	return slices.ContainsFunc(w.places,
		func(p *analysis.Place) bool {
			return p.Write && !analysis.KnownDisjoint(w.outer, p.Root, v.Args[0].Root())
		})
}

// run puts the bands in the place of the nest.
func (w *wavefront) run() {
	f, se, pre, pos := w.f, w.se, w.outer.Preheader, w.pos
	md := w.outer.Header.Loop
	con := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	zero, rows, lead := con(0), int64(w.rows), con(w.skew*int64(w.rows-1))
	nx, first := se.Expand(w.outerTrips, pre), se.Expand(w.first, pre)
	enter := w.entered(nil) // that a row of a triangle has no columns is seen to row by row

	ph, band, steady := f.NewBlock("wave.ph"), f.NewBlock("wave"), f.NewBlock("wave.steady.ph")
	latch, end := f.NewBlock("wave.latch"), f.NewBlock("wave.end")
	ph.SetJump(band)
	band.Loop = md.Done()
	x := band.NewPhi(ir.TI64, pos)
	op := func(op ir.Op, a, b *ir.Value) *ir.Value { return band.New(op, ir.TI64, pos, a, b) }
	left := op(ir.OpSub, nx, x)
	columns := first // of row 0 of the band
	switch w.slope {
	case 1:
		columns = op(ir.OpAdd, first, x)
	case -1:
		columns = op(ir.OpSub, first, x)
	}
	// the step behind the last of all rows
	last := op(ir.OpMinS, columns, op(ir.OpAdd, columns, con((w.slope+w.skew)*(rows-1))))
	whole := band.New(ir.OpAnd, ir.TBool, pos, band.New(ir.OpLeS, ir.TBool, pos, con(rows), left),
		band.New(ir.OpLeS, ir.TBool, pos, con(w.skew*(rows-1)+minWaveSteps), last))
	upTo := band.New(ir.OpSelect, ir.TI64, pos, whole, lead, columns)
	slope := band.New(ir.OpSelect, ir.TI64, pos, whole, con(-w.skew), con(w.slope))

	after := w.piece(band, x, op(ir.OpMinS, con(rows), left), zero, 0, upTo, slope)
	after.SetIf(whole, steady, latch)
	after = w.steps(steady, x, lead, last)
	if w.skew != 0 || w.slope != 0 {
		after = w.piece(after, x, con(rows), last, -w.skew, columns, con(w.slope))
	}
	after.SetJump(latch)
	clone.CountUp(x, zero, con(rows), nx, latch, end)

	w.goTo(ph, enter, "wave.skip", nil)
	w.leave(end, nil)
	f.RemoveUnreachable()
	f.ElimCopies()
}

// piece does the columns from lo + r*step up to hi + r*slope of rows x+r, r below rows, one row after the other. It
// goes on from b, and returns the block behind.
func (w *wavefront) piece(b *ir.Block, x, rows, lo *ir.Value, step int64, hi, slope *ir.Value) *ir.Block {
	f, pos := w.f, w.pos
	zero, one := f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, 1)
	row, ph, next, end := f.NewBlock("wave.row"), f.NewBlock("wave.row.ph"), f.NewBlock("wave.row.next"),
		f.NewBlock("wave.rows.end")
	body := w.body("wave.columns")
	own := body.header.Loop
	body.header.Loop = own.With(ir.Attr{Name: "unroll.disable"})
	row.Loop = driver.Bare(w.outer.Header.Loop).Done()
	b.SetJump(row)
	r := row.NewPhi(ir.TI64, pos)
	from := row.New(ir.OpAdd, ir.TI64, pos, lo, row.New(ir.OpMul, ir.TI64, pos, r, f.ConstInt(ir.TI64, step)))
	to := row.New(ir.OpAdd, ir.TI64, pos, hi, row.New(ir.OpMul, ir.TI64, pos, r, slope))
	j := row.New(ir.OpAdd, ir.TI64, pos, x, r)
	row.SetIf(row.New(ir.OpLtS, ir.TBool, pos, from, to), ph, next)
	ph.SetJump(body.header)
	y := body.header.NewPhi(ir.TI64, pos)
	clone.CountUp(y, from, one, to, body.latch, next)
	body.fill(j, y)
	clone.CountUp(r, zero, one, rows, next, end)
	return end
}

// steps does the columns t - r*skew of all rows x+r together, for t from lo up to hi, of which there is at least one.
// It goes on from b, and returns the block behind.
func (w *wavefront) steps(b *ir.Block, x, lo, hi *ir.Value) *ir.Block {
	f, pos := w.f, w.pos
	head, end := f.NewBlock("wave.step"), f.NewBlock("wave.steps.end")
	head.Loop = driver.Regrouped(w.inner.Header.Loop).With(ir.Attr{Name: "unroll.disable"})
	b.SetJump(head)
	t := head.NewPhi(ir.TI64, pos)
	at := head
	var row0 *nestBody
	for r := range int64(w.rows) {
		body := w.body("wave.step")
		body.header.Loop = nil
		at.SetJump(body.header)
		j := b.New(ir.OpAdd, ir.TI64, pos, x, f.ConstInt(ir.TI64, r))
		y := head.New(ir.OpAdd, ir.TI64, pos, t, f.ConstInt(ir.TI64, -r*w.skew))
		body.fill(j, y)
		if row0 == nil {
			row0 = body
		} else {
			w.addresses(row0, body, r)
		}
		at = body.latch
	}
	clone.CountUp(t, lo, f.ConstInt(ir.TI64, 1), hi, at, end)
	return end
}

// addresses gives the accesses of row r those of row 0 with an offset, where that is a constant: one index does for
// all.
func (w *wavefront) addresses(row0, body *nestBody, r int64) {
	for _, p := range w.places {
		if p.Start == nil {
			continue
		}
		down, ok1 := w.se.IsConst(p.Coef[0])
		along, ok2 := w.se.IsConst(p.Coef[1])
		if !ok1 || !ok2 || down > 1<<20 || down < -1<<20 || along > 1<<20 || along < -1<<20 {
			continue
		}
		v, like := body.Of(p.V), row0.Of(p.V)
		off := int64(like.Off) + r*(down-w.skew*along)
		if off != int64(int32(off)) {
			continue
		}
		v.SetArg(1, like.Args[1])
		v.Off = int32(off)
	}
}
