package nest

import (
	"math"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
)

// runsPass is the name of the transformation.
const runsPass = "runs"

// HasRuns marks a loop whose runs are a loop in it.
const HasRuns = "path.runs"

// Runs makes a loop of its own of the iterations that do nothing but go on. Many loops over texts step over most
// elements, and do something complicated with a few.
//
// Before:
//
//	for i < n { if a[i] < 128 { i++; continue }; b(&i) }
//
// After:
//
//	for i < n {
//		for a[i] < 128 { i++; if i >= n { return } } // the run, which the vectorizer can do
//		if a[i] < 128 { i++; continue }
//		b(&i)
//	}
//
// The iterations of the run follow one path from the header to the latch, the common path. An inner loop on the path
// counts as it is when its first iteration leaves it: what searches a word compares one letter as a rule.
//
// Legal always: nothing on the path has an effect but checks, so that the iteration in which the run leaves it is begun
// anew by the original loop. The path's conditions that the loop does not change are tested in front of the run.
// Pays where the loop cannot be vectorized, and takes much more than the path: the condition is then one that a vector
// loop tests for many elements at once. Where runs are short they are over in the first few iterations, which stay
// scalar (clone.FirstFew). Branches that are known to leave the path more than now and then (probability, profile)
// forbid it.
// Reads runs.enable, runs.disable and estimated_trip_count; leaves followup_run, followup_remaining, followup_all and
// a mark.
// Remarks: fast path extracted, fast path not extracted with the reason.
func Runs(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	switch {
	case md.Has("runs.disable"):
		return driver.Refused(remark.Disabled)
	case md.Has(HasRuns):
		return driver.Refused(remark.AlreadyDone)
	case !clone.Repeatable(l):
		return driver.Refused(remark.NotSimplified)
	case r == nil && len(l.Blocks) == 1: // the path is all there is
		return driver.Refused(remark.NotProfitable)
	}
	p := commonPath(d, l)
	switch {
	case p == nil:
		return driver.Refused(remark.NoCommonPath)
	case r == nil && !p.pays():
		return driver.Refused(remark.NotProfitable)
	case !d.Bisect(runsPass, md.Position()):
		return driver.Refused(remark.Bisected)
	}
	e := &runEmitter{commonRun: p, f: d.F, pos: md.Position()}
	e.emit()
	const name = runsPass + "."
	e.run.Loop = driver.Followup(md, name, []string{name + "followup_run", name + "followup_all"}).
		With(ir.Attr{Name: loop.RunOfPath})
	e.outer.Loop = driver.KeepMarks(driver.Followup(md, name,
		[]string{name + "followup_remaining", name + "followup_all"}), md).With(ir.Attr{Name: HasRuns})
	l.Header.Loop = nil
	d.Tidy()
	d.Passed(runsPass, md.Position(), "fast path extracted", remark.Arg{Name: "step", Value: p.step[p.counter]})
	return driver.Changed
}

// shortRun is the number of iterations below which there is nothing to gain (loop.firstMany).
const shortRun = 40

// pays says whether heuristics want p.
func (p *commonRun) pays() bool {
	l, md := p.l, p.l.Header.Loop
	if p.d.Opt.NoVectorize || md.Off("vectorize.enable") || md.Int("vectorize.width", 0) == 1 {
		return false
	}
	if n := md.Int("estimated_trip_count", 0); n > 0 && n < shortRun || md.Most(math.MaxInt32) < shortRun {
		return false
	}
	return len(l.Children) > 0 ||
		clone.LoopSize(l) >= max(restOfPath*p.size, leastWithRuns) && !loop.Vectorizable(p.d, l) // which plans the loop
}

// restOfPath is how much more a loop must be than its common path, in values, for heuristics to make runs, and
// leastWithRuns how large at least: an iteration that is not on the path begins twice, and the scalar iterations in front
// of vector code take some ten operations to be set up.
const (
	restOfPath    = 4
	leastWithRuns = 40
)

// runEmitter writes the loop of the run.
type runEmitter struct {
	*commonRun
	f          *ir.Func
	pos        ir.Pos
	outer, run *ir.Block // headers
	pre        *ir.Block // in front of the run
	back       *ir.Block // where the run leads when an iteration leaves the path
	blocks     []*ir.Block
	values     map[*ir.Value]*ir.Value
}

// emit writes
//
//	outer: phis; if all guards goto pre else header
//	pre:   goto run
//	run:   the path … goto run, or back where the path is left, or the latch's exit
//	back:  goto header
//
// where the header's phis are those of values that come from outer or from the run.
func (e *runEmitter) emit() {
	l, f := e.l, e.f
	h, latch, pre, exit := l.Header, l.Latch, l.Preheader, l.LatchExit()
	phis, starts := slices.Clone(h.Phis()), clone.Starts(l)
	e.outer, e.pre, e.back = f.NewBlock("runs.head"), f.NewBlock("run.ph"), f.NewBlock("run.end")
	e.values = map[*ir.Value]*ir.Value{}
	ok := e.guard(pre)
	nexts := make([]*ir.Value, len(phis))
	for i, phi := range phis {
		nexts[i] = phi.Args[h.PredIndex(latch)]
	}
	pre.ReplaceSucc(h, e.outer)
	latch.ReplaceSucc(h, e.outer)
	olds := make([]*ir.Value, len(phis))
	for i, phi := range phis {
		olds[i] = e.outer.NewPhi(phi.Type, phi.Pos)
		olds[i].AddArgs(starts[i], nexts[i])
	}
	if ok == nil {
		e.outer.SetJump(e.pre)
	} else {
		e.outer.SetIf(ok, e.pre, h)
		for i, phi := range phis {
			phi.AddArg(olds[i])
		}
	}
	e.copyPath(phis, olds, exit)
	e.back.SetJump(h)
	for _, phi := range phis {
		phi.AddArg(e.values[phi])
	}
}

// guard says, at the end of the preheader, whether the conditions that the loop does not change are as the path wants
// them; nil if there are none.
func (e *runEmitter) guard(pre *ir.Block) *ir.Value {
	var all *ir.Value
	for _, g := range e.guards {
		c := e.in(pre, g.cond)
		if !g.holds {
			c = pre.New(ir.OpNot, ir.TBool, e.pos, c)
		}
		if all != nil {
			c = pre.New(ir.OpAnd, ir.TBool, e.pos, all, c)
		}
		all = c
	}
	return all
}

// in is v, which the loop does not change, computed in block b. Values that are there already are those of values.
func (e *runEmitter) in(b *ir.Block, v *ir.Value) *ir.Value {
	v = e.resolve(v)
	if w := e.values[v]; w != nil {
		return w
	}
	if e.l.Invariant(v) {
		return v
	}
	args := make([]*ir.Value, len(v.Args))
	for i, a := range v.Args {
		args[i] = e.in(b, a)
	}
	w := b.NewLike(v, v.Type, args...)
	e.values[v] = w
	return w
}

// copyPath writes the run.
func (e *runEmitter) copyPath(phis, olds []*ir.Value, exit *ir.Block) {
	for range e.path {
		e.blocks = append(e.blocks, e.f.NewBlock("run"))
	}
	e.run = e.blocks[0]
	e.pre.SetJump(e.run)
	for i, phi := range phis {
		e.values[phi] = olds[i]
		if e.step[i] != 0 {
			e.values[phi] = e.run.NewPhi(phi.Type, phi.Pos)
		}
	}
	early, late := true, map[*ir.Value]bool{} // nothing in front of it leaves the run; what is computed in the run
	for k, b := range e.path {
		n := e.blocks[k]
		for _, v := range b.Walk() {
			switch {
			case v.Op == ir.OpPhi:
			case e.invariant(v) && (early || !v.Op.HasAny(ir.FlagReads)) && !e.needsLate(v, late):
				e.in(e.pre, v)
			default:
				if e.values[v] == nil {
					args := make([]*ir.Value, len(v.Args))
					for i, a := range v.Args {
						args[i] = e.at(a)
					}
					e.values[v] = n.NewLike(v, v.Type, args...)
					late[v] = true
				}
				early = early && v.Op != ir.OpCheck
			}
		}
		if k < len(e.path)-1 {
			early = e.leave(b, n, e.blocks[k+1]) && early
		}
	}
	e.close(phis, olds, exit)
}

// needsLate says whether v has an argument that is computed in the run.
func (e *runEmitter) needsLate(v *ir.Value, late map[*ir.Value]bool) bool {
	return slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return late[e.resolve(a)] })
}

// at is v as the run has it.
func (e *runEmitter) at(v *ir.Value) *ir.Value {
	v = e.resolve(v)
	if w := e.values[v]; w != nil {
		return w
	}
	return v
}

// leave ends n, the copy of b on the path. It says whether that always goes on.
func (e *runEmitter) leave(b, n, next *ir.Block) bool {
	if b.Kind != ir.BlockIf || e.invariant(b.Control) {
		n.SetJump(next)
		return true
	}
	on := e.next(b)
	n.Likely = ir.LikelyTrue
	if b.Succs[0] == on {
		n.SetIf(e.at(b.Control), next, e.back)
	} else {
		n.SetIf(e.at(b.Control), e.back, next)
		n.Likely = ir.Unlikely
	}
	return false
}

// close ends the copy of the latch.
func (e *runEmitter) close(phis, olds []*ir.Value, exit *ir.Block) {
	latch := e.l.Latch
	n := e.blocks[len(e.blocks)-1]
	nexts := make([]*ir.Value, len(phis))
	for i := range phis {
		nexts[i] = e.at(e.nexts[i])
	}
	switch {
	case exit == nil:
		n.SetJump(e.run)
	case latch.Succs[0] == exit:
		n.SetIf(e.at(latch.Control), exit, e.run)
		n.Likely = ir.Unlikely
	default:
		n.SetIf(e.at(latch.Control), e.run, exit)
		n.Likely = ir.LikelyTrue
	}
	if exit != nil {
		at := exit.PredIndex(latch)
		for _, phi := range exit.Phis() {
			phi.AddArg(e.at(phi.Args[at]))
		}
	}
	for i, phi := range phis {
		if e.step[i] != 0 {
			e.values[phi].AddArgs(olds[i], nexts[i])
		}
	}
}
