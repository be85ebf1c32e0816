package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
)

// stageStart is where a stage begins.
type stageStart struct {
	i        *ir.Value   // the iteration
	st       []*ir.Value // partial results, by Recipe.id
	ph, body *ir.Block   // the block in front of the loop, and the loop's first
	upto     *ir.Value   // the iteration that it stops at
	once     bool        // there is no loop, but one vector iteration
}

// entrance says how a stage is come to.
type entrance struct {
	n       *ir.Value // the iteration that it stops at
	guarded bool      // it may find nothing to do
	once    bool      // it has one vector iteration at most
	first   bool      // it is the main loop
	most    int64     // vector iterations that a stage has behind another; 0 is not known
}

// stageAt makes stage k, which starts at iteration i with the partial results st.
func (x *exec) stageAt(k int, i *ir.Value, st []*ir.Value, res *Result) (*ir.Value, []*ir.Value) {
	s := x.Stages[k]
	before := x.Stages[max(0, k-1)]
	if s.detached() {
		before = x.Stages[0] // none of whose vector iterations is shorter
	} else if k > 0 {
		st = x.narrow(st, s.VF)
	}
	e := entrance{n: x.n, first: k == 0, guarded: !s.detached() &&
		(k > 0 || x.MinIter < int64(s.Step()) && !(s.Masked && x.MinIter > 0))}
	if k > 0 {
		// What the stage before leaves over is less than one of its vector iterations, so that a masked loop whose
		// vector iterations are as long runs at most once.
		e.most = int64((before.Step() + s.Step() - 1) / s.Step())
		e.once = (s.Masked || s.Predicated || s.overlapping) && e.most == 1
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
// Side exits lead to the lph of a predicated stage too, which leaves its loop if a lane does.
func (x *exec) stage(s Stage, e entrance, i *ir.Value, st []*ir.Value, res *Result) (*ir.Value, []*ir.Value) {
	f := x.f
	x.st = s
	once := e.once
	bound, op := e.n, ir.OpLtS
	if !s.Masked && !s.Predicated && !s.overlapping {
		bound, op = x.ph.New(ir.OpAdd, ir.TI64, x.pos, e.n, f.ConstInt(ir.TI64, -int64(s.Step()))), ir.OpLeS
	}
	lph := f.NewBlock("vector.loop.ph")
	body, exit := lph, lph // of a single vector iteration all is one run of code
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
	if s.overlapping {
		i = x.ph.New(ir.OpAdd, ir.TI64, x.pos, e.n, f.ConstInt(ir.TI64, -int64(s.VF)))
	}
	if !once {
		lph.SetJump(body)
		x.markLoop(body, e, res)
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
	x.begin(stageStart{i: i, st: st, ph: lph, body: body, once: once, upto: e.n})
	left := x.boundLanes(iPhi, e.n, body)

	x.recipes()

	// Updates and the back edge.
	next := x.cur.New(ir.OpAdd, ir.TI64, x.pos, iPhi, f.ConstInt(ir.TI64, int64(s.Step())))
	done := next
	if s.Predicated {
		done = x.cur.New(ir.OpAdd, ir.TI64, x.pos, iPhi, x.count)
	}
	updates, last := x.mem.parts.Take(x.nextID), false
	for _, r := range x.Recipes {
		if update := kinds[r.Kind].update; update != nil {
			updates[r.id] = update(x, r)
			last = last || r.is(lastLane)
		}
	}
	if !once {
		latch := x.cur
		latch.SetIf(x.again(op, next, bound), body, exit)
		latch.Likely = ir.LikelyTrue
		iPhi.AddArgs(i, next)
		for _, r := range x.Recipes {
			if close := kinds[r.Kind].close; close != nil {
				close(x, r, updates[r.id])
			}
		}
		x.cur = exit
	}

	// Behind the loop.
	out := x.partials(updates)
	if s.Masked && last {
		x.lane = x.plus(left, -1)
	}
	x.cur.SetJump(after)
	x.cur = after
	iOut := done
	if s.Masked && !s.Predicated || s.overlapping {
		iOut = e.n
	}
	if e.guarded {
		if iOut == done {
			iOut = after.NewPhi(ir.TI64, x.pos)
			iOut.AddArgs(inI, done)
		}
		x.joinSkipped(after, inSt, out, s.Masked && last)
	}
	return iOut, out
}

// markLoop gives the header of a vector loop its metadata, and adds it to the result.
func (x *exec) markLoop(body *ir.Block, e entrance, res *Result) {
	at, done := ir.LoopMD{Pos: x.pos}, ir.Attr{Name: "isvectorized"}
	if res.Loops == nil {
		res.Loops = x.f.NewBlocks(len(x.Stages) + 1)[:0] // a front too
	}
	if e.first {
		body.Loop = at.With(done)
		res.Loops = slices.Insert(res.Loops, 0, body)
		return
	}
	body.Loop = at.With(done, ir.Attr{Name: ir.MaxTripCount, Kind: ir.AttrInt, Int: e.most})
	res.Loops = append(res.Loops, body)
}

// begin forgets what the stage before has made, and makes the phis of this one.
func (x *exec) begin(from stageStart) {
	x.from, x.active = from, nil
	x.parts, x.starting = x.mem.parts.Take(x.nextID), x.mem.parts.Take(x.nextID)
	x.scalar, x.carry = x.f.NewValues(x.nextID), x.f.NewValues(x.nextID)
	clear(x.groups)
	clear(x.ordered)
	clear(x.looked)
	clear(x.words)
	clear(x.inner)
	clear(x.reached)
	for _, r := range x.Recipes {
		if begin := kinds[r.Kind].begin; begin != nil {
			begin(x, r)
		}
	}
}

// boundLanes says which lanes of a vector iteration are active, in a stage where not all are and that ends at iteration
// n, and returns how many if the stage is masked.
func (x *exec) boundLanes(iPhi, n *ir.Value, body *ir.Block) (left *ir.Value) {
	f, s := x.f, x.st
	if s.Predicated {
		x.count = f.ConstInt(ir.TI64, int64(s.VF))
	}
	if s.Masked {
		// A vector iteration only begins with something left to do, so the number of lanes is bounded from above alone.
		if s.Predicated {
			n = x.upto
		}
		left = body.New(ir.OpSub, ir.TI64, x.pos, n, iPhi)
		most, zero := f.ConstInt(ir.TI64, int64(s.VF)), f.ConstInt(ir.TI64, 0)
		x.active = nil
		for p := range s.UF {
			lanes := left
			if p > 0 {
				lanes = body.New(ir.OpAdd, ir.TI64, x.pos, left, f.ConstInt(ir.TI64, -int64(p*s.VF)))
				lanes = body.New(ir.OpMaxS, ir.TI64, x.pos, lanes, zero)
			}
			lanes = body.New(ir.OpMinU, ir.TI64, x.pos, lanes, most)
			x.active = f.AppendValue(x.active, body.New(ir.OpLaneMask, ir.Mask(s.VF), x.pos, zero, lanes))
			if p == 0 {
				x.count = lanes
			}
		}
		left = x.count
	}
	return left
}

// partials combines the parts of each reduction behind the loop of a stage.
func (x *exec) partials(updates [][]*ir.Value) []*ir.Value {
	out := x.f.NewValues(x.nextID)
	for _, r := range x.Recipes {
		if updates[r.id] != nil {
			x.joinParts(r, updates, out)
		}
	}
	return out
}

// joinParts joins the parts of r. The result goes to out.
func (x *exec) joinParts(r *Recipe, parts [][]*ir.Value, out []*ir.Value) {
	if combine := kinds[r.Kind].combine; combine != nil {
		combine(x, r, parts, out)
	} else {
		out[r.id] = parts[r.id][0]
	}
}

// initial is the partial results before the first stage.
func (x *exec) initial(s Stage) []*ir.Value {
	st := x.f.NewValues(x.nextID)
	for _, r := range x.Recipes {
		if initial := kinds[r.Kind].initial; initial != nil {
			st[r.id] = initial(x, r, s.VF)
		}
	}
	return st
}

// narrow brings the partial results of the current stage to the lanes of the next one.
func (x *exec) narrow(st []*ir.Value, to int) []*ir.Value {
	if x.st.VF == to {
		return st
	}
	out := x.f.NewValues(len(st))
	for _, r := range x.Recipes {
		if st[r.id] == nil {
			continue
		}
		if narrow := kinds[r.Kind].narrow; narrow != nil {
			narrow(x, r, st, to, out)
		} else {
			out[r.id] = st[r.id]
		}
	}
	return out
}

// finals computes the scalars of the partial results. What counts by its last lane has it taken out by lastLanes.
func (x *exec) finals(st []*ir.Value) []*ir.Value {
	final := x.f.NewValues(x.nextID)
	for _, r := range x.Recipes {
		if f := kinds[r.Kind].final; f != nil && st[r.id] != nil {
			f(x, r, st, final)
		}
	}
	return final
}

// joinSkipped makes, in the block behind a stage that may not run, phis of what it leaves in out and what was there
// before.
func (x *exec) joinSkipped(after *ir.Block, before, out []*ir.Value, lane bool) {
	for _, r := range x.Recipes {
		if out[r.id] != nil {
			m := after.NewPhi(out[r.id].Type, x.posOf(r))
			m.AddArgs(before[r.id], out[r.id])
			out[r.id] = m
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

// again says whether there is another vector iteration: in a predicated stage only if no lane has left, which the last
// vector iteration of a masked one looks like too. The next one therefore begins VF iterations later, and does not wait
// for the lanes to be counted.
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
		note(&x.splats, k, s)
	}
	return s
}

// vec is part p of r as a vector.
func (x *exec) vec(r *Recipe, p int) *ir.Value {
	if r.Kind == Invariant && r.V == nil {
		return x.f.ConstBool(ir.Mask(x.st.VF), r.scale != 0)
	}
	if r.Kind == Invariant {
		return x.splat(r.V, x.st.VF)
	}
	if !r.isUniform() {
		return x.parts[r.id][p]
	}
	if x.parts[r.id] == nil {
		s := x.scalar[r.id]
		x.parts[r.id] = []*ir.Value{x.cur.New(ir.OpSplat, s.Type.WithLanes(x.st.VF), s.Pos, s)}
	}
	return x.parts[r.id][0]
}

// scalarOf is the scalar of a uniform recipe.
func (x *exec) scalarOf(r *Recipe) *ir.Value {
	if r.Kind == Invariant {
		return r.V
	}
	return x.scalar[r.id]
}

func (x *exec) shuffle(a, b *ir.Value, lanes ir.Lanes) *ir.Value {
	v := x.cur.New(ir.OpShuffle, a.Type, a.Pos, a, b)
	v.Aux = lanes
	return v
}

// recipe makes the code of r for all parts of the current stage.
func (x *exec) recipe(r *Recipe) {
	k := &kinds[r.Kind]
	if k.emit != nil {
		k.emit(x, r)
		return
	}
	if k.part == nil {
		return // on demand, or made with the phis
	}
	parts := x.f.NewValues(x.st.UF)
	x.parts[r.id] = parts
	for p := range parts {
		parts[p] = x.part(r, p)
	}
}

// part makes part p of a recipe that has one vector per part.
func (x *exec) part(r *Recipe, p int) *ir.Value {
	if r.at != nil {
		return x.laneAccess(r, p)
	}
	return kinds[r.Kind].part(x, r, p)
}
