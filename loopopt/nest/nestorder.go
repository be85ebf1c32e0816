package nest

import (
	"iter"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// When heuristics interchange loops: by the cache lines that an iteration touches, as LLVM's LoopCacheAnalysis and
// Carr, McKinley and Tseng (Compiler Optimizations for Improving Data Locality, 1994) do.

const (
	// cacheLine is the size of one, in bytes, on all machines there is code for.
	cacheLine = 64
	// swapGain is how many times fewer lines the new order must touch. A transposition, which has a store in the one
	// and a load in the other order, and 1.8 times fewer with the store along rows, runs 1.1 to 2.3 times faster.
	swapGain = 1.5
	// storeWeight: a line that is stored to is read and written.
	storeWeight = 2
	// minSwapped is the number of iterations from which on the new inner loop is run: below, going into it takes longer
	// than what it saves where the columns are long and few, so that all of their lines stay in the cache. 1000 rows of
	// 8 took 1.1 to 1.4 times as long, those of 12 0.75 to 0.97 times.
	minSwapped = 12
	// minTurned is the same for the longest row of a triangle: 8 took 1.3 times as long, 16 0.7 times.
	minTurned = 16
)

// linesOf is the number of cache lines that an access which walks so many bytes an iteration touches in one.
func linesOf(stride analysis.Expr) float64 {
	if stride == nil || stride.Kind != analysis.Const || stride.Val >= cacheLine || stride.Val <= -cacheLine {
		return 1
	}
	return float64(max(stride.Val, -stride.Val)) / cacheLine
}

// chainOf lists l and the loops in it, each the only one in the one before, down to an innermost one; nil if there are
// several in one.
func chainOf(l *analysis.Loop) (chain []*analysis.Loop) {
	for {
		chain = append(chain, l)
		switch len(l.Children) {
		case 0:
			return chain
		case 1:
			l = l.Children[0]
		default:
			return nil
		}
	}
}

// misordered says whether l had better be the innermost of the loops in it: each of those touches more cache lines per
// iteration. A walk of the innermost one over less than a line each time is no reason; vector code has loads for that.
func misordered(d *driver.Driver, l *analysis.Loop) bool {
	chain := chainOf(l)
	if len(chain) < 2 {
		return false
	}
	// What stands outside the innermost loop, because it does not change there, comes into the new one: without it, two
	// loads that each follow one of the loops would have them swapped for ever.
	return walksFar(d, chain, l.Values())
}

// walksFar is misordered for a chain of loops that have the accesses among these values.
func walksFar(d *driver.Driver, chain []*analysis.Loop, values iter.Seq[*ir.Value]) bool {
	l := chain[0]
	if !d.Opt.Knobs.InterchangeAllow {
		return false
	}
	if nestsOf(d).swapped[l.Header] == chain[1].Header {
		return false // heuristics have put them into this order
	}
	for _, c := range chain {
		if _, n, ok := d.Scev.TripCount(c); !ok || !driver.Free(c.Header.Loop) || c == l && n >= 0 && n+1 < minSwapped {
			return false
		}
	}
	lines := make([]float64, len(chain))
	far := false
	for _, p := range d.Scev.Places(values, l) {
		weight := 1.0
		if p.Write {
			weight = storeWeight
		}
		for i := range chain {
			n := 1.0
			switch {
			case p.Start != nil && i >= len(p.Coef): // outside of this loop
				n = 0
			case p.Start != nil:
				if n = linesOf(p.Coef[i]); i == 0 {
					n = min(n, linesOf(alongside(d, chain[1], p)))
				}
			case i == 0:
				n = linesOf(alongPacked(d, chain[1], p))
			}
			lines[i] += weight * n
			far = far || n == 1 && i == len(chain)-1
		}
	}
	for _, n := range lines[1:] {
		far = far && n >= swapGain*lines[0]
	}
	return far
}

// alongside is how far an access walks from one iteration of the outer of two loops to the next if the inner one, c,
// stays where its variable is, and not at the same number of iterations: in for j { for i := j; i < n; i++ { a[i*n+j] }
// } by one.
func alongside(d *driver.Driver, c *analysis.Loop, p *analysis.Place) analysis.Expr {
	if len(p.Coef) > 1 && shrinks(d, c) { // an access between the loops stays where it is
		return d.Scev.Sub(p.Coef[0], p.Coef[1])
	}
	return p.Coef[0]
}

// alongPacked is alongside for the place in a packed triangle, nil if that is not known.
func alongPacked(d *driver.Driver, c *analysis.Loop, p *analysis.Place) analysis.Expr {
	q := p.Packed
	if q == nil || len(q.Rows) < 2 || !shrinks(d, c) || q.Rows[0] != q.Rows[1] {
		return nil
	}
	return d.Scev.Sub(q.Coef[0], q.Coef[1])
}

// shrinks says whether c has one iteration less in each iteration of the loop around it.
func shrinks(d *driver.Driver, c *analysis.Loop) bool {
	taken, _, ok := d.Scev.TripCount(c)
	if !ok || taken.Kind != analysis.AddRec || taken.Loop != c.Parent {
		return false
	}
	slope, ok := d.Scev.IsConst(taken.Step())
	return ok && slope == -1
}

// skewed says whether the triangle of l and the loop in it, c, is to be turned with c where its variable is: the
// accesses then walk less far.
func skewed(d *driver.Driver, l *analysis.Loop) bool {
	if len(l.Children) != 1 || !shrinks(d, l.Children[0]) {
		return false
	}
	c := l.Children[0]
	same, along := 0.0, 0.0
	for v := range c.Values() {
		if v.Op.IsMemory() {
			if p := d.Scev.Place(v, l); p.Start != nil {
				same += linesOf(p.Coef[0])
				along += linesOf(alongside(d, c, &p))
			}
		}
	}
	return along < same
}

// skew describes the place of an access by the iterations x of l and x+y of the loop in it, instead of x and y. The
// order of iterations is the same; x+y is never more than y is for x = 0, since the inner loop has one iteration less
// for each x.
func skew(d *driver.Driver, p *analysis.Place, l *analysis.Loop) {
	for i := range p.Loops {
		if p.Loops[i] == l && i+1 < len(p.Coef) {
			p.Coef[i] = d.Scev.Sub(p.Coef[i], p.Coef[i+1])
		}
		if q := p.Packed; q != nil && p.Loops[i] == l && i+1 < len(q.Coef) {
			q.Coef[i] = d.Scev.Sub(q.Coef[i], q.Coef[i+1])
			q.Rows[i] = d.Scev.Sub(q.Rows[i], q.Rows[i+1])
		}
	}
	p.Skewed = len(p.Loops) == 2 && p.Loops[0] == l
}

// mayBeShort says whether the new inner loop may have fewer than minSwapped iterations.
func (x *interchanger) mayBeShort() bool {
	n, ok := x.se.IsConst(x.outerTrips)
	return !ok || n < x.enough()
}

// enough is the least number of iterations of the new inner loop, the longest one of a triangle.
func (x *interchanger) enough() int64 {
	if x.slope != 0 {
		return minTurned
	}
	return minSwapped
}

// swapCandidate says whether heuristics would interchange loops of the nest if a test in front of it removed its checks
// and shown that its objects do not alias.
func swapCandidate(d *driver.Driver, outer *analysis.Loop) bool {
	for l := range d.Loop.In(outer) {
		if len(l.Children) == 0 || d.Opt.NoVectorize {
			continue
		}
		if cutForOrder(d, l) != nil || findInvariantStore(d, l) != nil {
			return true
		}
		if len(l.Children) != 1 || !misordered(d, l) && !accumulates(d, l) {
			continue
		}
		x := &interchanger{nestPair: pair(d, l)}
		if x.reason == "" && x.bounds() && x.order() {
			return true
		}
	}
	return false
}

// streams says whether the nest of l and the loop in it is to be interchanged before tiles are tried: it is misordered,
// and a tile would keep nothing in registers, since all that the inner loop accesses is somewhere else in each of its
// iterations. Rows one after the other come through the caches in the order in which they prefetch; the tile's columns,
// however wide, do not: it took 4 times as long where they are a power of two apart.
func streams(d *driver.Driver, l *analysis.Loop) bool {
	if l.Parent != nil || len(l.Children) != 1 || len(l.Children[0].Children) > 0 || !misordered(d, l) {
		return false
	}
	c := l.Children[0]
	for _, phi := range c.Header.Phis() {
		if e := d.Scev.Of(phi); e.Kind != analysis.AddRec || e.Loop != c {
			return false // a sum
		}
	}
	for v := range c.Values() {
		if !v.Op.IsMemory() {
			continue
		}
		p := d.Scev.Place(v, l)
		if p.Start == nil || p.Coef[1].Kind == analysis.Const && p.Coef[1].Val == 0 {
			return false
		}
	}
	return true
}

// InterchangeStreams interchanges a nest that streams or accumulates are about.
func InterchangeStreams(d *driver.Driver, l *analysis.Loop) bool {
	t := d.TransformNamed(interchangePass)
	if !d.Untried(t, l) || !streams(d, l) && !accumulates(d, l) || !d.Do(t, l, nil) {
		return false
	}
	d.After(true)
	return true
}

// InterchangeNests has nests go along rows.
func InterchangeNests(d *driver.Driver) {
	if d.Heuristics(d.TransformNamed(interchangePass)) {
		Panels(d)
		Tile(d) // sums that keep their order now go along rows
	}
}
