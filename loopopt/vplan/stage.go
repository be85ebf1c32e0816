package vplan

import (
	"hotloop/loopopt/ir"
)

// entrance says how a stage is come to.
type entrance struct {
	n       *ir.Value // the iteration that it stops at
	guarded bool      // it may find nothing to do
	once    bool      // it has one pass at most
	first   bool      // it is the main loop
	most    int64     // passes that a stage has behind another; 0 is not known
}

// stageAt makes stage k, which starts at iteration i with the partial results st.
func (x *exec) stageAt(k int, i *ir.Value, st []*ir.Value, res *Result) (*ir.Value, []*ir.Value) {
	s := x.Stages[k]
	before := x.Stages[max(0, k-1)]
	if s.detached() {
		before = x.Stages[0] // none of whose passes is shorter
	} else if k > 0 {
		st = x.narrow(st, before.VF, s.VF)
	}
	e := entrance{n: x.n, first: k == 0, guarded: !s.detached() && (k > 0 || x.MinIter < int64(s.Step()) && !(s.Masked && x.MinIter > 0))}
	if k > 0 {
		// What the stage before leaves over is less than one of its passes, so that a masked loop whose passes are as long runs at most
		// once.
		e.most = int64((before.Step() + s.Step() - 1) / s.Step())
		e.once = (s.Masked || s.Predicated) && e.most == 1
	}
	return x.stage(s, e, i, st, res)
}

// stage makes one vector loop that starts at iteration i with the partial results st, and returns both as they are
// behind it. x.cur is the block to continue in.
//
//	cur:   if i <= n-step goto lph else after
//	lph:   goto body
//	body:  … if i+step <= n-step goto body else exit
//	exit:  combine the parts; goto after
//	after: phis of i and of the partial results
//
// Bails lead to the lph of a predicated stage too, which leaves its loop if a lane does.
func (x *exec) stage(s Stage, e entrance, i *ir.Value, st []*ir.Value, res *Result) (*ir.Value, []*ir.Value) {
	f := x.f
	x.st = s
	once := e.once
	bound, op := e.n, ir.OpLtS
	if !s.Masked && !s.Predicated {
		bound, op = x.ph.New(ir.OpAdd, ir.TI64, x.pos, e.n, f.ConstInt(ir.TI64, -int64(s.Step()))), ir.OpLeS
	}
	lph := f.NewBlock("vector.loop.ph")
	body, exit := lph, lph // of a single pass all is one run of code
	if !once {
		body, exit = f.NewBlock("vector.body"), f.NewBlock("vector.exit")
	}
	after := f.NewBlock("vector.next")
	from := x.cur
	switch {
	case s.detached():
		from = nil
	case e.guarded:
		from.SetIf(from.New(op, ir.TBool, x.pos, i, bound), lph, after)
		from.Likely = ir.LikelyTrue
	default:
		from.SetJump(lph)
	}
	inI, inSt := i, st
	if s.Predicated {
		i, st = x.enter(lph, from, i, st)
	}
	if !once {
		lph.SetJump(body)
		body.Loop = (&ir.LoopMD{Pos: x.pos}).With(ir.Attr{Name: "isvectorized"})
		if e.first {
			res.Loops = append([]*ir.Block{body}, res.Loops...)
		} else {
			body.Loop = body.Loop.With(ir.Attr{Name: ir.MaxTripCount, Kind: ir.AttrInt, Int: e.most})
			res.Loops = append(res.Loops, body)
		}
	}

	// Phis: the iteration, and UF partial results for each reduction.
	iPhi := i
	if !once {
		iPhi = body.NewPhi(ir.TI64, x.pos)
	}
	x.i, x.negI, x.cur = iPhi, nil, body
	x.header = nil
	if e.first && !once && !s.Masked && !s.Predicated {
		x.header = body
	}
	x.parts = make([][]*ir.Value, x.nextID)
	x.scalar = x.f.NewValues(x.nextID)
	clear(x.groups)
	clear(x.inner)
	x.active = nil
	x.carry = x.f.NewValues(x.nextID)
	clear(x.cursors)
	starts := x.startPhis(i, st, lph, body, once)
	left := x.limitLanes(iPhi, e.n, body)

	x.recipes()

	// Updates and the back edge.
	step := f.ConstInt(ir.TI64, int64(s.Step()))
	if s.Predicated {
		step = x.count
	}
	next := x.cur.New(ir.OpAdd, ir.TI64, x.pos, iPhi, step)
	updates, carried := make([][]*ir.Value, x.nextID), false
	for _, r := range x.Recipes {
		switch r.Kind {
		case ReducePhi, SumPhi, CountPhi, PolyPhi, PickPhi, PickIndex, CursorPhi:
			updates[r.ID] = x.update(r)
		case Splice, Last:
			updates[r.ID] = []*ir.Value{x.lastPart(r)}
			carried = true
		}
	}
	if !once {
		latch := x.cur
		latch.SetIf(x.again(op, next, bound), body, exit)
		latch.Likely = ir.LikelyTrue
		iPhi.AddArgs(i, next)
		for _, r := range x.Recipes {
			switch r.Kind {
			case ReducePhi, SumPhi, CountPhi, PolyPhi, PickPhi, PickIndex, CursorPhi:
				for p, u := range updates[r.ID] {
					x.parts[r.ID][p].AddArgs(starts[r.ID][p], u)
				}
			case Splice:
				x.carry[r.ID].AddArgs(st[r.ID], updates[r.ID][0])
			case HandOver:
				x.carry[r.ID].AddArg(x.lastPart(r))
			case WidenIV:
				x.closeIV(r)
			}
		}
		x.cur = exit
	}

	// Behind the loop.
	out := x.partials(updates)
	if s.Masked && carried {
		x.lane = x.plus(left, -1)
	}
	x.cur.SetJump(after)
	x.cur = after
	iOut := next
	if s.Masked && !s.Predicated {
		iOut = e.n
	}
	if e.guarded {
		if iOut == next {
			iOut = after.NewPhi(ir.TI64, x.pos)
			iOut.AddArgs(inI, next)
		}
		x.joinSkipped(after, inSt, out, s.Masked && carried)
	}
	return iOut, out
}

// startPhis makes the phis of a pass: of each reduction what its parts hold before the stage, and the vector inductions.
// It returns the former, by Recipe.ID.
func (x *exec) startPhis(i *ir.Value, st []*ir.Value, lph, body *ir.Block, once bool) [][]*ir.Value {
	s := x.st
	starts := make([][]*ir.Value, x.nextID)
	for _, r := range x.Recipes {
		switch r.Kind {
		case ReducePhi, SumPhi, CountPhi, PolyPhi, PickPhi, PickIndex, CursorPhi:
			n := s.UF
			if r.Kind == CountPhi || r.Kind == PolyPhi || r.Kind == CursorPhi || r.Kind == SumPhi && r.Sum.Ones != ir.Void {
				n = 1
			}
			parts := x.f.NewValues(n)
			start := x.f.NewValues(n)
			for p := range parts {
				start[p] = st[r.ID]
				if p > 0 {
					start[p] = x.identity(r, s.VF)
				}
				parts[p] = start[p]
				if !once {
					parts[p] = body.NewPhi(start[p].Type, x.posOf(r))
				}
			}
			x.parts[r.ID], starts[r.ID] = parts, start
		case WidenIV:
			x.wideIV(r, i, lph, once)
		case Splice:
			x.startCarry(r, st[r.ID], body, once)
		case HandOver:
			x.startHandOver(r, i, lph, body, once)
		}
	}
	return starts
}

// limitLanes says which lanes of a pass are active, in a stage where not all are and that ends at iteration n, and returns how many
// if the stage is masked.
func (x *exec) limitLanes(iPhi, n *ir.Value, body *ir.Block) (left *ir.Value) {
	f, s := x.f, x.st
	if s.Predicated {
		x.count = f.ConstInt(ir.TI64, int64(s.VF))
	}
	if s.Masked {
		// A pass only begins with something left to do, so the number of lanes is bounded from above alone.
		if s.Predicated {
			n = x.upto
		}
		left = body.New(ir.OpSub, ir.TI64, x.pos, n, iPhi)
		left = body.New(ir.OpMinU, ir.TI64, x.pos, left, f.ConstInt(ir.TI64, int64(s.VF)))
		x.active, x.count = []*ir.Value{body.New(ir.OpLaneMask, ir.Mask(s.VF), x.pos, f.ConstInt(ir.TI64, 0), left)}, left
	}
	return left
}

// partials combines the parts of each reduction behind the loop of a stage.
func (x *exec) partials(updates [][]*ir.Value) []*ir.Value {
	out := x.f.NewValues(x.nextID)
	for _, r := range x.Recipes {
		switch u := updates[r.ID]; {
		case r.Kind == PickIndex:
			x.combinePick(r.Pick, updates, out)
		case u != nil && r.Kind != PickPhi:
			out[r.ID] = x.combine(r, u)
		}
	}
	return out
}

// joinSkipped makes, in the block behind a stage that may not run, phis of what it leaves in out and what was there before.
func (x *exec) joinSkipped(after *ir.Block, before, out []*ir.Value, lane bool) {
	for _, r := range x.Recipes {
		if out[r.ID] != nil {
			m := after.NewPhi(out[r.ID].Type, x.posOf(r))
			m.AddArgs(before[r.ID], out[r.ID])
			out[r.ID] = m
		}
	}
	if lane {
		last := after.NewPhi(ir.TI64, x.pos)
		last.AddArgs(x.f.ConstInt(ir.TI64, int64(x.st.VF-1)), x.lane)
		x.lane = last
	}
}

// posOf is where r comes from.
func (x *exec) posOf(r *Recipe) ir.Pos {
	if r.V == nil {
		return x.pos
	}
	return r.V.Pos
}

// again says whether there is another pass: in a predicated stage only if no lane has left, which the last pass of a masked
// one looks like too.
func (x *exec) again(op ir.Op, next, bound *ir.Value) *ir.Value {
	if !x.st.Predicated {
		return x.cur.New(op, ir.TBool, x.pos, next, bound)
	}
	full := x.cur.New(ir.OpEq, ir.TBool, x.pos, x.count, x.f.ConstInt(ir.TI64, int64(x.st.VF)))
	return x.cur.New(ir.OpAnd, ir.TBool, x.pos, full, x.cur.New(ir.OpLtS, ir.TBool, x.pos, next, x.upto))
}

// plus is v + n in the current block.
func (x *exec) plus(v *ir.Value, n int64) *ir.Value {
	if n == 0 {
		return v
	}
	return x.cur.New(ir.OpAdd, v.Type, x.pos, v, x.f.ConstInt(v.Type, n))
}

// wideIV makes the vector induction r from iteration i on.
func (x *exec) wideIV(r *Recipe, i *ir.Value, lph *ir.Block, once bool) {
	t := ir.Vec(r.Elem, x.st.VF)
	step := x.stepOf(r)
	var at *ir.Value
	switch {
	case r.Phi != nil:
		at = x.ivAt(r.Phi, i, lph)
	case i.IsConst():
		at = x.f.ConstInt(t.Scalar(), i.Int())
	case r.Elem == ir.I64:
		at = i
	default:
		at = lph.New(ir.OpTruncI, t.Scalar(), x.pos, i)
	}
	first := lph.New(ir.OpSplat, t, x.pos, at)
	lanes := lph.New(ir.OpIota, t.WithElem(ir.IntElem(t.Elem.Size())), x.pos)
	if t.Elem.IsFloat() {
		lanes = lph.New(ir.OpSIToF, t, x.pos, lanes)
	}
	if !step.IsConstInt(1) {
		lanes = lph.New(ir.OpMul, t, x.pos, lanes, x.splat(step, x.st.VF))
	}
	v := lph.New(ir.OpAdd, t, x.pos, first, lanes)
	if !once {
		start := v
		v = x.cur.NewPhi(t, x.pos)
		v.AddArg(start)
	}
	parts := x.f.NewValues(x.st.UF)
	for p := range parts {
		parts[p] = v
		if p > 0 {
			parts[p] = x.cur.New(ir.OpAdd, t, x.pos, v, x.splat(x.scaled(step, int64(p*x.st.VF)), x.st.VF))
		}
	}
	x.parts[r.ID] = parts
}

// stepOf is the step of an induction, or of the numbers of iterations.
func (x *exec) stepOf(r *Recipe) *ir.Value {
	if r.Phi == nil {
		return x.f.ConstInt(ir.Vec(r.Elem, 1).Scalar(), 1)
	}
	return x.step(r.Phi)
}

// closeIV gives the vector induction's phi its next value.
func (x *exec) closeIV(r *Recipe) {
	v := x.parts[r.ID][0]
	inc := x.splat(x.scaled(x.stepOf(r), int64(x.st.Step())), x.st.VF)
	v.AddArg(x.cur.New(ir.OpAdd, v.Type, x.pos, v, inc))
}

// scaled is step*n, a scalar before the loops.
func (x *exec) scaled(step *ir.Value, n int64) *ir.Value {
	switch {
	case step.Type.Elem.IsFloat() && step.IsConst():
		return x.f.ConstFloat(step.Type, constFloat(step)*float64(n))
	case step.Type.Elem.IsFloat():
		return x.ph.New(ir.OpMul, step.Type, x.pos, step, x.f.ConstFloat(step.Type, float64(n)))
	case step.IsConst():
		return x.f.ConstInt(step.Type, step.Int()*n)
	}
	return x.ph.New(ir.OpMul, step.Type, x.pos, step, x.f.ConstInt(step.Type, n))
}

// splat is invariant scalar v in all lanes, made once in front of the vector loops.
func (x *exec) splat(v *ir.Value, lanes int) *ir.Value {
	t := v.Type.WithLanes(lanes)
	if v.IsConst() {
		return x.f.Const(t, uint64(v.AuxInt))
	}
	k := splatKey{v, lanes}
	s := x.splats[k]
	if s == nil {
		s = x.ph.New(ir.OpSplat, t, v.Pos, v)
		x.splats[k] = s
	}
	return s
}
