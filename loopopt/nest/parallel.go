package nest

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// Parallel lets several goroutines run the iterations of an outermost loop.
//
// Before:
//
//	for i := 0; i < n; i++ { check(i < len(y)); s(i) }
//
// After:
//
//	if no check can fail, no iteration depends on another one, and there is enough to do {
//		fork(n)
//	} else { … the loop as it was … }
//
// and a part, a function of its own (ir.Func.NewPart), which goroutines call for one range of iterations after another:
//
//	func part(lo, hi int) { for k := lo; k < hi; k++ { s(k) } }
//
// What fork returns to is code that combines what the calls of the part contribute to reductions, in the order of the
// ranges. With reductions the ranges depend on the number of iterations only, so results do not depend on the number of
// goroutines. The optimizer transforms the part and the original loop separately, both with the metadata of the loop.
//
// A running sum, or a place in memory that advances in some iterations, takes two parts: the first finds what each range
// adds, and the second runs the iterations, each range of which begins with what those before it have added
// (parallelscan.go).
//
// Legal if the trip count is known in front of the loop; no check of the loop can fail, as far as tests in front of it
// show, so there is no panic that stores of later iterations would precede; the loop carries no dependence through
// memory, as far as tests show or a promise says; and it carries only inductions, and reductions and running sums that
// may be reordered. An array of the kernel that only the loop accesses is one for each call of the part.
// Pays if the loop takes several times as long as starting a goroutine. The test in front is an estimate of what the
// fastest vector code would take. The goroutine that forks runs the first range, and starts others only if the time that
// took says that it is worth while (package runtime).
// Reads parallel.*; leaves followup_parallel, followup_serial, followup_all; by default both loops have the list.
// Remarks: loop parallelized; loop not parallelized, with the reason.
func Parallel(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	switch {
	case d.Opt.Parallel == config.NoParallel:
		return driver.Refused(remark.NoWorkers)
	case md.Has("parallel.disable") || r != nil && !md.Has("parallel.enable") && d.Opt.Parallel != config.AllParallel:
		return driver.Refused(remark.Disabled)
	case l.Parent != nil:
		return driver.Refused(remark.NotOutermost)
	}
	defer halved(d, l)()
	p := &parallelizer{d: d, l: l, md: md}
	if p.counted, p.reason, p.at = d.Scev.Counted(l); p.reason != remark.None {
		return driver.RefusedAt(p.reason, p.at)
	}
	if !p.phis() || !p.leaves() || !p.independent() || !p.checks() {
		return driver.RefusedAt(p.reason, p.at)
	}
	if p.part = p.outline(false); p.reason == remark.None && len(p.scans) > 0 {
		p.ahead = p.outline(true)
	}
	if p.reason != remark.None {
		return driver.RefusedAt(p.reason, p.at)
	}
	if !d.Bisect("parallel", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	p.fork()
	d.Passed("parallel", md.Position(), "loop parallelized", remark.Arg{Name: "conditions", Value: p.tests.Len()})
	return driver.Changed
}

// ParallelRequests serves the requests for parallel loops, and parallelizes all outermost loops if the options say so.
// Both come before other transformations, which then apply to the part and to the loop as it was.
func ParallelRequests(d *driver.Driver) {
	if d.Opt.Parallel == config.NoParallel {
		return // LateRequests reports it
	}
	t := d.TransformNamed("parallel")
	tried := map[*ir.Block]bool{}
	for again := true; again; {
		again = false
		for _, l := range d.Loop.Loops {
			if tried[l.Header] {
				continue
			}
			tried[l.Header] = true
			done := false
			if driver.Asks(l.Header.Loop, "parallel") {
				for _, r := range d.RequestsOf(l) {
					if r.T == t {
						done = d.Serve(r)
						break
					}
				}
			} else if d.Opt.Parallel == config.AllParallel && l.Parent == nil && d.Untried(t, l) && d.Do(t, l, nil) {
				d.After(true)
				done = true
			}
			if done {
				again = true
				break
			}
		}
	}
}

// parallelizer makes a loop parallel.
type parallelizer struct {
	d       *driver.Driver
	l       *analysis.Loop
	md      *ir.LoopMD
	counted analysis.Counted
	sums    []*analysis.PhiClass // reductions
	scans   []*scan
	private map[*ir.Value]bool // addresses of arrays of the kernel that only the loop accesses
	tests   *nestTests

	part  *outlined
	ahead *outlined // the part that finds what each range adds to scans; nil if there are none

	refusal
}

// outlined is a part, and the values that it gets as parameters.
type outlined struct {
	*ir.Func
	passed []*ir.Value
}

// phis wants inductions, and reductions that may be reordered.
func (p *parallelizer) phis() bool {
	classes := analysis.ClassifyPhis(p.d.Scev, p.l)
	g := legal.Legality{F: p.d.F, L: p.l, Se: p.d.Scev}
	for i := range classes {
		c := &classes[i]
		if _, ok := p.d.Scev.IsInduction(c.Phi, p.l, p.l); ok {
			continue
		}
		switch {
		case c.Kind != analysis.Reduction || c.Absorbs != nil:
			x, why := p.scan(c.Phi)
			if x == nil {
				return p.refuse(why, c.Phi)
			}
			p.scans = append(p.scans, x)
			continue
		case !c.Exact && !g.MayReassociate(c):
			return p.refuse(remark.FPOrder, c.Phi)
		}
		p.sums = append(p.sums, c)
	}
	return true
}

// leaves wants to know the values that are used after the loop: those of inductions and reductions, and invariants.
func (p *parallelizer) leaves() bool {
	at := p.counted.Exit.PredIndex(p.l.Latch)
	for _, phi := range p.counted.Exit.Phis() {
		if v := phi.Args[at]; p.l.ContainsValue(v) && p.sumOf(v) < 0 && p.scanOf(v) < 0 && !p.isFinal(v) {
			return p.refuse(remark.UnknownRecurrence, v)
		}
	}
	return true
}

// sumOf returns the index of the reduction whose result v is, or -1.
func (p *parallelizer) sumOf(v *ir.Value) int {
	for i, c := range p.sums {
		if c.Backedge == v {
			return i
		}
	}
	return -1
}

// isFinal reports whether the value of v in the last iteration is known in front of the loop.
func (p *parallelizer) isFinal(v *ir.Value) bool {
	e := p.d.Scev.Of(v)
	return e.Kind == analysis.AddRec && e.Loop == p.l && v.Type.Elem.IsInt() &&
		p.d.Scev.Invariant(e.Start(), p.l) && p.d.Scev.Invariant(e.Step(), p.l)
}

// final computes in b the value of an induction after k iterations, or in iteration k.
func (p *parallelizer) final(b *ir.Block, v, k *ir.Value) *ir.Value {
	e, pos := p.d.Scev.Of(v), p.md.Position()
	start, step := p.d.Scev.Expand(e.Start(), p.l.Preheader), p.d.Scev.Expand(e.Step(), p.l.Preheader)
	if v.Type != ir.TI64 {
		k = b.New(ir.OpTruncI, v.Type, pos, k)
	}
	return b.New(ir.OpAdd, v.Type, pos, start, b.New(ir.OpMul, v.Type, pos, k, step))
}

// independent wants the loop to carry no dependence through memory, and notes what has to be tested for that.
func (p *parallelizer) independent() bool {
	d, l := p.d, p.l
	for v := range l.Values() {
		if v.Op.Yields() {
			return p.refuse(remark.AsksGo, v)
		}
	}
	p.privatize()
	t := analysis.NewNestTester(d.Scev, l)
	promise := legal.ParallelOf(d.F, p.md)
	t.Promised = promise.Of
	var places []*analysis.Place
	for _, x := range d.Scev.Places(l.Values(), l) {
		if !p.private[x.Root] {
			places = append(places, x)
		}
	}
	w := &nestWish{own: true, apart: map[*ir.Value]bool{}}
	for _, x := range p.scans {
		for _, c := range x.caps {
			w.apart[c.check] = true
		}
	}
	limit := sizeLimit(d, l)
	w.Predicates = d.Scev.Assuming(limit, func() {
		for i, a := range places {
			for _, b := range places[i:] {
				if p.advancing(a, b) {
					continue
				}
				for _, dep := range t.Test(a, b) {
					if dep.Carried(0) || p.needsStores(&dep) {
						w.own = false
						p.refuse(remark.UnknownDependence, dep.Second.V)
						return
					}
				}
			}
		}
		for x := range d.Loop.In(l) {
			if most := t.Most(x); most != nil {
				t.Magnitude(most) // counts are multiplied
			}
		}
	})
	if !w.own {
		return false
	}
	var ok bool
	if p.tests, ok = newNestTests(d, l, limit, w); !ok {
		return p.refuse(remark.TooManyChecks, nil)
	}
	return true
}

// privatize finds the arrays of the kernel that only the loop accesses, and that each iteration stores to before it loads.
// A variable of the loop's body is one for each iteration in the program; the arrays of the SSA exist once.
func (p *parallelizer) privatize() {
	p.private = map[*ir.Value]bool{}
	shared, stores := map[*ir.Value]bool{}, map[*ir.Value][]*ir.Value{}
	dom := p.d.Scev.Dom()
	for _, b := range p.d.F.ReversePostorder() {
		for _, v := range b.Walk() {
			for _, a := range v.Args {
				root := a.Root()
				if root.Op != ir.OpLocalPtr {
					continue
				}
				p.private[root] = true
				earlier := func(s *ir.Value) bool { return dom.Dominates(s.Block, b) } // those of b are in front of v
				switch {
				case !p.l.Contains(b):
					shared[root] = true
				case v.Op.HasAny(ir.FlagWrites):
					stores[root] = append(stores[root], v)
				case v.Op.HasAny(ir.FlagReads) && !slices.ContainsFunc(stores[root], earlier):
					shared[root] = true
				}
			}
		}
	}
	for v := range shared {
		delete(p.private, v)
	}
}

// checks wants every check of the loop to be tested in front of it.
func (p *parallelizer) checks() bool {
	for v := range p.l.Values() {
		if v.Op == ir.OpCheck && !p.tests.counted[v.ID] {
			return p.refuse(remark.UnprovedCheck, v)
		}
	}
	return true
}
