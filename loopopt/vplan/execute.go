package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Result is what Execute made.
type Result struct {
	Loops  []*ir.Block // headers of the vector loops, in the order of the stages
	Scalar *ir.Block   // header of the scalar loop that is left
}

// exec carries a plan out. Blocks are made in the order of doc.go's picture.
type exec struct {
	*Plan
	l   *Legal
	f   *ir.Func
	pre *ir.Block // the loop's old preheader: iteration bounds and run-time checks
	ph  *ir.Block // entry of the vector code: splats, pointers
	cur *ir.Block // where code is made
	n   *ir.Value // iterations vector code may run
	pos ir.Pos

	ahead
	stageState
	exitState

	near []nearGather // gathers to be done by windows (window.go)
}

// ahead is what has been made in front of the vector loops, for all that want the same.
type ahead struct {
	splats  map[splatKey]*ir.Value
	powers  map[powerKey]*ir.Value // of the factors of polynomials
	addrs   map[addrKey]*ir.Value
	spans   map[int64]*ir.Value
	lanes   map[lanesKey]*ir.Value
	loaded  map[*Recipe]*ir.Value   // by UniformLoads
	strided map[strideKey]*ir.Value // what lanes of linear values differ by
}

// stageState is of the stage being made.
type stageState struct {
	st     Stage
	from   stageStart
	header *ir.Block // of the main loop; nil in other stages
	i      *ir.Value // iterations done when the current vector iteration begins
	negI   *ir.Value
	active []*ir.Value // the mask of a masked stage, per part: it has one
	upto   *ir.Value   // of a predicated stage: the iteration that it stops at
	count  *ir.Value   // and the number of lanes that have not left
	made
}

// made is what the recipes of the stage have made. Slices are by Recipe.ID.
type made struct {
	parts    [][]*ir.Value
	scalar   []*ir.Value   // uniform recipes' results
	starting [][]*ir.Value // what the phis of the parts begin with
	carry    []*ir.Value   // the last part of a recurrence's values in the vector iteration before
	groups   map[*Group][][]*ir.Value
	inner    map[*Inner]*innerLoop
	joins    []*ir.Block                     // behind the guarded blocks that have begun
	mirrors  map[*ir.Value]*ir.Value         // what was done once more in the order of memory (mirrored)
	reached  map[*MonotonicIndex][]*ir.Value // where they are when each part begins, as far as asked for
}

// exitState is how vector code is left.
type exitState struct {
	// lane is, behind a masked stage, the last lane of its last vector iteration that was active; nil is the last lane.
	lane     *ir.Value
	scalarPh *ir.Block
	starts   []*ir.Value // what the header phis hold before the loop
	// sideExits holds, for each side exit from the middle of a vector iteration, the header phis' values to go on with.
	sideExits [][]*ir.Value
	// resumptions are the ways into the predicated stage.
	resumptions []resumption
}

type splatKey struct {
	v     *ir.Value
	lanes int
}

type addrKey struct {
	base  *ir.Value
	start analysis.Expr
	scale int32
}

// Execute vectorizes the loop as planned.
func (p *Plan) Execute() Result {
	l := p.Legal
	x := &exec{Plan: p, l: l, f: l.F, pre: l.Loop.Preheader, pos: l.Loop.Header.Loop.Position(),
		ahead: ahead{splats: map[splatKey]*ir.Value{}, addrs: map[addrKey]*ir.Value{}, loaded: map[*Recipe]*ir.Value{}}}
	return x.run()
}

func (x *exec) run() Result {
	f, l := x.f, x.l
	header := l.Loop.Header
	x.ph = f.NewBlock("vector.ph")
	end := f.NewBlock("vector.end")
	sph := f.NewBlock("scalar.ph")
	x.scalarPh = sph

	trips := l.SE.Expand(l.Trips, x.pre)
	ok := x.mayRun(trips)
	starts := x.f.NewValues(len(l.Phis))
	entry := header.PredIndex(x.pre)
	for k := range l.Phis {
		starts[k] = l.Phis[k].Phi.Args[entry]
	}
	x.starts = starts
	header.PassEdge(x.pre, sph)
	x.pre.SetIf(ok, x.ph, sph)
	x.pre.Likely = ir.LikelyTrue

	// The vector loops.
	x.cur = x.ph
	i := f.ConstInt(ir.TI64, 0)
	st := x.initial(x.Stages[0])
	var res Result
	if x.Front != nil {
		i, st = x.front(st, &res)
	}
	for k, s := range x.Stages {
		if !s.detached() {
			i, st = x.stageAt(k, i, st, &res)
		}
	}
	main := x.cur
	if k := len(x.Stages) - 1; x.Stages[k].detached() {
		x.leave(x.stageAt(k, nil, st, &res))
	}
	main.SetJump(end)
	x.cur = end
	final := x.finals(st)
	x.firstZeros(st, final)
	end = x.cur
	others := x.lastLanes(st, final, true)

	// Done, or on to the scalar loop.
	if l.NeedScalar {
		end.SetJump(sph)
	} else {
		end.SetIf(end.New(ir.OpEq, ir.TBool, x.pos, i, trips), l.Exit, sph)
		end.Likely = ir.LikelyTrue
		latch := l.Exit.PredIndex(l.Loop.Latch)
		for _, phi := range l.Exit.Phis() {
			phi.AddArg(x.liveOut(phi.Args[latch], i, final))
		}
		if others { // what only the scalar loop goes on with is computed on the way there
			x.cur = end.SplitEdge(sph, "vector.rest")
			x.lastLanes(st, final, false)
		}
	}
	for k := range l.Phis {
		c := &l.Phis[k]
		m := sph.NewPhi(c.Phi.Type, c.Phi.Pos)
		m.AddArg(starts[k])
		for _, vals := range x.sideExits {
			m.AddArg(vals[k])
		}
		m.AddArg(x.resume(c, i, final))
		c.Phi.SetArg(entry, m)
	}
	x.byWindows()
	res.Scalar = header
	return res
}

// mayRun computes, in the preheader, how far vector code may go, x.n, and whether it may run at all.
func (x *exec) mayRun(trips *ir.Value) *ir.Value {
	f, l := x.f, x.l
	x.n = trips
	for _, e := range l.IterationBounds {
		if e.Kind == analysis.IfLtU && e.Args[2] == l.Trips && x.n == trips {
			// All of the iterations, of which there is at least one, or none.
			x.n = l.SE.Expand(e, x.pre)
			continue
		}
		x.n = x.pre.New(ir.OpMinS, ir.TI64, x.pos, x.n, l.SE.Expand(e, x.pre))
	}
	if l.NeedScalar {
		less := x.pre.New(ir.OpAdd, ir.TI64, x.pos, trips, f.ConstInt(ir.TI64, -1))
		x.n = x.pre.New(ir.OpMinS, ir.TI64, x.pos, x.n, less)
	}
	var ok *ir.Value
	if x.MinIter > 1 || x.n != trips {
		ok = x.pre.New(ir.OpLeS, ir.TBool, x.pos, f.ConstInt(ir.TI64, x.MinIter), x.n)
	} else { // there is at least one iteration
		ok = f.ConstBool(ir.TBool, true)
	}
	for _, pr := range l.Pairs {
		ok = x.pre.New(ir.OpAnd, ir.TBool, x.pos, ok, x.aliasCheck(pr))
	}
	if at := x.monotonicStarts(); at != nil {
		ok = x.pre.New(ir.OpAnd, ir.TBool, x.pos, ok, at)
	}
	for _, c := range l.FloatIVs {
		ok = x.pre.New(ir.OpAnd, ir.TBool, x.pos, ok, x.exactSums(c))
	}
	return ok
}

// resume is the value of a header phi when i iterations have been done.
func (x *exec) resume(c *analysis.PhiClass, i *ir.Value, final []*ir.Value) *ir.Value {
	if c.Kind == analysis.Reduction || c.Kind == analysis.FirstOrderRecurrence || c.Kind == analysis.Cursor {
		return final[x.Of(c.Phi).ID]
	}
	if c.Kind == analysis.Picked {
		return x.resumeArg(c, final)
	}
	return x.ivAt(c, i, x.cur)
}

// liveOut is what the loop's exit sees of v when vector code has done all i iterations.
func (x *exec) liveOut(v, i *ir.Value, final []*ir.Value) *ir.Value {
	if x.l.Loop.Invariant(v) {
		return v
	}
	for k := range x.l.Phis {
		c := &x.l.Phis[k]
		switch {
		case v == c.Backedge:
			return x.resume(c, i, final)
		case v == c.Phi && c.Kind == analysis.Induction:
			last := x.cur.New(ir.OpAdd, ir.TI64, x.pos, i, x.f.ConstInt(ir.TI64, -1))
			return x.ivAt(c, last, x.cur)
		case v == c.Phi && c.Kind == analysis.FirstOrderRecurrence:
			return final[x.lastOf(x.Of(v)).ID]
		}
	}
	x.f.Fatalf("vplan: no live-out for %s", v.LongString())
	return nil
}
