package nest

import (
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// jamStage is a loop that the jammer makes: count copies of lanes iterations per vector iteration, or one copy under a
// mask.
type jamStage struct {
	*jammer
	count  int
	masked bool

	ph, header, latch *ir.Block // the new ones
	k                 *ir.Value // iterations done when a vector iteration begins
	n                 *ir.Value // iterations there are
	active            *ir.Value // mask of a masked stage
	cur               *ir.Block

	blocks  map[*ir.Block]*ir.Block
	scalars []map[*ir.Value]*ir.Value // per copy; what does not vary is in the first
	vectors []map[*ir.Value]*ir.Value // per copy
}

// run makes the loops: one of whole vector iterations, then, of vectors where the target can mask what l accesses, one
// under a mask, else l itself for the iterations left over. It returns the headers of the new loops, and that of what
// is left of l, or nil.
func (j *jammer) run() (made []*ir.Block, rest *ir.Block) {
	f, l := j.f, j.l
	pre, header := l.Preheader, l.Header
	entry := header.PredIndex(pre)
	step := int64(j.lanes * j.count)
	n := j.se.Expand(j.trips, pre)
	limit := pre.New(ir.OpAdd, ir.TI64, j.pos, n, f.ConstInt(ir.TI64, -step))
	zero := f.ConstInt(ir.TI64, 0)
	var starts, steps []*ir.Value
	for _, iv := range j.ivs {
		starts = append(starts, iv.Phi.Args[entry])
		steps = append(steps, j.se.Expand(iv.Step, pre))
	}

	left := f.NewBlock("jam.rest")
	clone.Detour(l, left)
	main := j.stage(j.count, false)
	j.main = main
	main.n = n
	pre.SetIf(pre.New(ir.OpLeS, ir.TBool, j.pos, zero, limit), main.ph, left)
	pre.Likely = ir.LikelyTrue
	next, ends := main.emit(zero, starts, steps)
	mid := f.NewBlock("jam.end")
	main.latch.SetIf(main.latch.New(ir.OpLeS, ir.TBool, j.pos, next, limit), main.header, mid)
	main.latch.Likely = ir.LikelyTrue
	mid.SetIf(mid.New(ir.OpEq, ir.TBool, j.pos, next, n), j.exit, left)
	main.liveOuts()

	// What is left over goes on where the main loop stopped.
	k := left.NewPhi(ir.TI64, j.pos)
	k.AddArgs(zero, next)
	resume := make([]*ir.Value, len(starts))
	for i, iv := range j.ivs {
		resume[i] = left.NewPhi(iv.Phi.Type, iv.Phi.Pos)
		resume[i].AddArgs(starts[i], ends[i])
		iv.Phi.SetArg(entry, resume[i])
	}
	if !j.maskable() {
		return []*ir.Block{main.header}, header
	}
	tail := j.stage(1, true)
	tail.n = n
	left.RemoveSucc(header)
	left.SetJump(tail.ph)
	next, _ = tail.emit(k, resume, steps)
	end := f.NewBlock("jam.end")
	tail.latch.SetIf(tail.latch.New(ir.OpLtS, ir.TBool, j.pos, next, n), tail.header, end)
	end.SetJump(j.exit)
	tail.liveOuts()
	f.RemoveUnreachable()
	return []*ir.Block{main.header, tail.header}, nil
}

// maskable says whether one masked vector iteration can do iterations that are left over.
func (j *jammer) maskable() bool {
	if j.lanes == 1 || j.whole {
		return false
	}
	t := j.d.Opt.Target
	for v, p := range j.places {
		if !j.varies[v.ID] || j.needs[v.ID] == 0 {
			continue
		}
		if p.Write && !t.HasMaskedStore(j.elemOf(v)) || !p.Write && !t.HasMaskedLoad(j.elemOf(v)) {
			return false
		}
	}
	return true
}

func (j *jammer) stage(count int, masked bool) *jamStage {
	s := &jamStage{jammer: j, count: count, masked: masked, blocks: map[*ir.Block]*ir.Block{}}
	for range count {
		s.scalars = append(s.scalars, map[*ir.Value]*ir.Value{})
		s.vectors = append(s.vectors, map[*ir.Value]*ir.Value{})
	}
	s.ph = j.f.NewBlock("jam.ph")
	for _, b := range j.blocks {
		n := j.f.NewBlock(b.Name)
		if n.Loop = b.Loop; b.Loop != nil && b != j.l.Header {
			n.Loop = driver.Regrouped(b.Loop)
		}
		s.blocks[b] = n
	}
	s.header, s.latch = s.blocks[j.l.Header], s.blocks[j.l.Latch]
	return s
}

// emit writes the loop, its latch's branch excepted, and returns the count of iterations done and the inductions behind
// a pass. The loop begins at iteration k with the inductions at starts.
func (s *jamStage) emit(k *ir.Value, starts, steps []*ir.Value) (next *ir.Value, ends []*ir.Value) {
	f := s.f
	step := int64(s.lanes * s.count)
	s.ph.SetJump(s.header)
	s.k = s.header.NewPhi(ir.TI64, s.pos)
	for i, iv := range s.ivs {
		phi := s.header.NewPhi(iv.Phi.Type, iv.Phi.Pos)
		phi.AddArg(starts[i])
		s.scalars[0][iv.Phi] = phi
	}
	s.cur = s.header
	if s.masked {
		s.active = s.header.New(ir.OpLaneMask, ir.Mask(s.lanes), s.pos, s.k, s.n)
	}
	for i, iv := range s.ivs {
		s.induction(iv.Phi, steps[i])
	}
	for _, b := range s.jammer.blocks {
		s.block(b)
	}
	for _, b := range s.jammer.blocks {
		s.edges(b)
	}
	next = s.latch.New(ir.OpAdd, ir.TI64, s.pos, s.k, f.ConstInt(ir.TI64, step))
	s.k.AddArgs(k, next)
	for i, iv := range s.ivs {
		phi := s.scalars[0][iv.Phi]
		end := s.latch.New(ir.OpAdd, phi.Type, iv.Phi.Pos, phi, s.times(s.ph, steps[i], step))
		phi.AddArg(end)
		ends = append(ends, end)
	}
	return next, ends
}

// times is v*n, computed in b.
func (s *jamStage) times(b *ir.Block, v *ir.Value, n int64) *ir.Value {
	if v.IsConst() {
		return s.f.ConstInt(v.Type, v.Int()*n)
	}
	if n == 1 {
		return v
	}
	return b.New(ir.OpMul, v.Type, s.pos, v, s.f.ConstInt(v.Type, n))
}

// induction makes the forms of an induction of l: each copy is lanes iterations further.
func (s *jamStage) induction(phi, step *ir.Value) {
	first := s.scalars[0][phi]
	for c := 1; c < s.count; c++ {
		if s.lanes == 1 {
			s.scalars[c][phi] = s.cur.New(ir.OpAdd, phi.Type, phi.Pos, first, s.times(s.ph, step, int64(c)))
		}
	}
	if s.needs[phi.ID]&needVector == 0 {
		return
	}
	t := phi.Type.WithLanes(s.lanes)
	iota := s.ph.New(ir.OpIota, t, phi.Pos)
	by := s.ph.New(ir.OpMul, t, phi.Pos, iota, s.ph.New(ir.OpSplat, t, phi.Pos, step))
	for c := range s.count {
		at := first
		if c > 0 {
			at = s.cur.New(ir.OpAdd, phi.Type, phi.Pos, first, s.times(s.ph, step, int64(c*s.lanes)))
		}
		s.vectors[c][phi] = s.cur.New(ir.OpAdd, t, phi.Pos, s.cur.New(ir.OpSplat, t, phi.Pos, at), by)
	}
}

// block writes the values of b, copy after copy.
func (s *jamStage) block(b *ir.Block) {
	s.cur = s.blocks[b]
	for c := range s.count {
		phis := s.lanes > 1 && c == 0
		for _, v := range b.Walk() {
			if phis && v.Op != ir.OpPhi {
				s.splatPhis(b)
				phis = false
			}
			if _, iv := s.scalars[0][v]; iv && b == s.l.Header && v.Op == ir.OpPhi || c > 0 && !s.varies[v.ID] {
				continue
			}
			switch {
			case s.lanes == 1:
				s.scalars[c][v] = s.copyOf(v, c)
			case !s.varies[v.ID]:
				if s.needs[v.ID] != 0 {
					s.scalars[0][v] = s.copyOf(v, 0)
				}
				if s.needs[v.ID]&needVector != 0 && v.Op != ir.OpPhi {
					s.splat(v)
				}
			default:
				if s.needs[v.ID]&needScalar != 0 && c == 0 {
					s.scalars[0][v] = s.copyOf(v, 0)
				}
				if s.needs[v.ID]&needVector != 0 {
					s.vectors[c][v] = s.widen(v, c)
				}
			}
		}
		if phis {
			s.splatPhis(b)
		}
	}
}

// splatPhis makes the vector forms of the phis of b that do not vary, behind all phis and in front of what wants them.
func (s *jamStage) splatPhis(b *ir.Block) {
	for _, v := range b.Phis() {
		if !s.varies[v.ID] && s.needs[v.ID]&needVector != 0 {
			s.splat(v)
		}
	}
}

// splat makes the vector form of a value that does not vary.
func (s *jamStage) splat(v *ir.Value) {
	w := s.cur.New(ir.OpSplat, v.Type.WithLanes(s.lanes), v.Pos, s.scalars[0][v])
	for c := range s.count {
		s.vectors[c][v] = w
	}
}

// scalar is the scalar form of v in copy c.
func (s *jamStage) scalar(v *ir.Value, c int) *ir.Value {
	if !s.l.ContainsValue(v) {
		return v
	}
	if !s.varies[v.ID] || s.lanes > 1 {
		c = 0
	}
	w := s.scalars[c][v]
	if w == nil {
		s.f.Fatalf("jam: no scalar of %s", v.LongString())
	}
	return w
}

// vector is the vector form of v in copy c.
func (s *jamStage) vector(v *ir.Value, c int) *ir.Value {
	if s.l.ContainsValue(v) {
		w := s.vectors[c][v]
		if w == nil {
			s.f.Fatalf("jam: no vector of %s", v.LongString())
		}
		return w
	}
	if w := s.vectors[0][v]; w != nil {
		return w
	}
	t := v.Type.WithLanes(s.lanes)
	w := s.f.Const(t, uint64(v.AuxInt))
	if !v.IsConst() {
		w = s.ph.New(ir.OpSplat, t, v.Pos, v)
	}
	s.vectors[0][v] = w
	return w
}

func (s *jamStage) clone(v *ir.Value, t ir.Type) *ir.Value {
	return s.cur.NewLike(v, t)
}

// copyOf is v in copy c, as it is. Phis get their arguments when all values are there. An address that moves by a
// constant from one iteration to the next is that of the first copy and an offset.
func (s *jamStage) copyOf(v *ir.Value, c int) *ir.Value {
	if v.Op == ir.OpPhi {
		w := s.blocks[v.Block].NewPhi(v.Type, v.Pos)
		return w
	}
	w := s.clone(v, v.Type)
	from := 0
	if v.Op.IsMemory() && c > 0 {
		if off, ok := s.offset(v, c); ok {
			w.Off = off
			w.AddArgs(s.scalar(v.Args[0], 0), s.scalar(v.Args[1], 0))
			from = 2
		}
	}
	for _, a := range v.Args[from:] {
		w.AddArg(s.scalar(a, c))
	}
	return w
}

// offset is the Off of memory operation v in copy c if its address moves by a constant.
func (s *jamStage) offset(v *ir.Value, c int) (int32, bool) {
	p := s.places[v]
	if p.Start == nil {
		return 0, false
	}
	n, ok := s.se.IsConst(p.Coef[0])
	if !ok || n > 1<<20 || n < -1<<20 {
		return 0, false
	}
	off := int64(v.Off) + n*int64(c*s.lanes)
	return int32(off), off == int64(int32(off))
}

// widen is the vector of v in copy c.
func (s *jamStage) widen(v *ir.Value, c int) *ir.Value {
	t := v.Type
	if t != ir.TVoid {
		t = t.WithLanes(s.lanes)
	}
	switch {
	case v.Op == ir.OpPhi:
		return s.cur.NewPhi(t, v.Pos)
	case v.Op.IsMemory():
		off, ok := s.offset(v, c)
		if !ok {
			s.f.Fatalf("jam: offset of %s", v.LongString())
		}
		w := s.clone(v, t)
		w.Off = off
		w.AddArgs(s.scalar(v.Args[0], 0), s.scalar(v.Args[1], 0))
		if v.Op == ir.OpStore {
			w.AddArg(s.vector(v.StoredValue(), c))
		}
		if s.masked {
			w.AddArg(s.active)
			if w.Op = ir.OpMaskedLoad; v.Op == ir.OpStore {
				w.Op = ir.OpMaskedStore
			}
		}
		return w
	case v.Op == ir.OpSelect && !s.variesIn(v.Args[0]):
		w := s.clone(v, t)
		w.AddArgs(s.scalar(v.Args[0], c), s.vector(v.Args[1], c), s.vector(v.Args[2], c))
		return w
	}
	w := s.clone(v, t)
	for _, a := range v.Args {
		w.AddArg(s.vector(a, c))
	}
	return w
}

func (s *jamStage) variesIn(v *ir.Value) bool { return s.l.ContainsValue(v) && s.varies[v.ID] }

// edges gives the copy of b its control transfer and its phis their arguments.
func (s *jamStage) edges(b *ir.Block) {
	n := s.blocks[b]
	if b != s.l.Latch { // whose branch the caller makes
		n.Kind, n.Likely = b.Kind, b.Likely
		if b.Control != nil {
			n.SetControl(s.scalar(b.Control, 0))
		}
		for _, t := range b.Succs {
			n.Succs = append(n.Succs, s.blocks[t])
		}
	}
	if b == s.l.Header {
		return // the new preheader is its predecessor already, the latch becomes one with its branch
	}
	for i, p := range b.Preds {
		n.Preds = append(n.Preds, s.blocks[p])
		for _, phi := range b.Phis() {
			for c := range s.count {
				if w := s.scalars[c][phi]; w != nil {
					w.AddArg(s.scalar(phi.Args[i], c))
				}
				if w := s.vectors[c][phi]; w != nil && s.varies[phi.ID] {
					w.AddArg(s.vector(phi.Args[i], c))
				}
			}
		}
	}
}

// liveOuts gives the phis of l's exit what the last copy leaves.
func (s *jamStage) liveOuts() {
	at := s.exit.PredIndex(s.l.Latch)
	for _, phi := range s.exit.Phis() {
		phi.AddArg(s.scalar(phi.Args[at], s.count-1))
	}
}
