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
	pre *ir.Block // where checks are made; in the end ph
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
	spreads map[spreadKey]*ir.Value // of tuples
	powers  map[powerKey]*ir.Value  // of the factors of polynomials
	addrs   map[addrKey]*ir.Value
	spans   map[int64]*ir.Value
	lanes   map[lanesKey]*ir.Value
	words   map[wordsKey][]*ir.Value
	loaded  map[*Recipe]*ir.Value   // by UniformLoads
	strided map[strideKey]*ir.Value // what lanes of linear values differ by
	depths  map[*ir.Value]int       // see depth
	tables  map[tableKey][]*ir.Value
	affine  map[tableKey]affineTable
	jumpers map[*Autonomous]*jumper
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

// made is what the recipes of the stage have made. Slices are by Recipe.id.
type made struct {
	parts    [][]*ir.Value
	scalar   []*ir.Value   // uniform recipes' results
	starting [][]*ir.Value // what the phis of the parts begin with
	carry    []*ir.Value   // the last part of a recurrence's values in the vector iteration before
	groups   map[*Group][][]*ir.Value
	ordered  map[*Group][][]*ir.Value // vectors of groups as they are in memory, of those in Tuples
	looked   map[wordPart][]*ir.Value // what words are looked up as
	inner    map[*inner]*innerLoop
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
	x := &p.mem.execs.Take(1)[0]
	x.Plan, x.l, x.f, x.pre, x.pos = p, l, l.F, l.Loop.Preheader, l.Loop.Header.Loop.Position()
	return x.run()
}

func (x *exec) run() Result {
	f, l := x.f, x.l
	header := l.Loop.Header
	x.ph = x.place("vector.ph")
	end := f.NewBlock("vector.end")
	sph := f.NewBlock("scalar.ph")
	x.scalarPh = sph

	trips := l.SE.Expand(l.Trips, x.pre)
	starts := x.f.NewValues(len(l.Phis))
	entry := header.PredIndex(x.pre)
	for k := range l.Phis {
		starts[k] = l.Phis[k].Phi.Args[entry]
	}
	x.starts = starts
	header.PassEdge(x.pre, sph)
	x.approach(trips)
	refused := len(sph.Preds)

	// The vector loops.
	x.affineTables()
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
		for range refused {
			m.AddArg(starts[k])
		}
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

// resume is the value of a header phi when i iterations have been done.
func (x *exec) resume(c *analysis.PhiClass, i *ir.Value, final []*ir.Value) *ir.Value {
	if c.Kind == analysis.Reduction || c.Kind == analysis.FirstOrderRecurrence || c.Kind == analysis.Cursor ||
		c.Kind == analysis.Autonomic {
		return final[x.of(c.Phi).id]
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
			return final[x.lastOf(x.of(v)).id]
		}
	}
	x.f.Fatalf("vplan: no live-out for %s", v.LongString())
	return nil
}
