package nest

import (
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// jammed is the loop that the jammer makes: count iterations per pass.
type jammed struct {
	header, latch *ir.Block
	cur           *ir.Block
	blocks        map[*ir.Block]*ir.Block
	copies        []map[*ir.Value]*ir.Value // what does not vary is in the first
}

// run makes the loop in front of l, which does the iterations that are left over.
func (j *jammer) run() {
	f, l := j.f, j.l
	pre, header := l.Preheader, l.Header
	entry := header.PredIndex(pre)
	n := j.se.Expand(j.trips, pre)
	limit := pre.New(ir.OpAdd, ir.TI64, j.pos, n, f.ConstInt(ir.TI64, -int64(j.count)))
	zero := f.ConstInt(ir.TI64, 0)
	var starts, steps []*ir.Value
	for _, iv := range j.ivs {
		starts = append(starts, iv.Phi.Args[entry])
		steps = append(steps, j.se.Expand(iv.Step, pre))
	}

	left, ph, mid := f.NewBlock("jam.rest"), f.NewBlock("jam.ph"), f.NewBlock("jam.end")
	clone.Detour(l, left)
	if j.whole { // nothing enters the original any more, which goes then
		pre.SetIf(f.ConstBool(ir.TBool, true), ph, left)
	} else {
		pre.SetIf(pre.New(ir.OpLeS, ir.TBool, j.pos, zero, limit), ph, left)
	}
	pre.Likely = ir.LikelyTrue
	next, ends := j.emit(ph, starts, steps)
	latch := j.made.latch
	latch.SetIf(latch.New(ir.OpLeS, ir.TBool, j.pos, next, limit), j.made.header, mid)
	latch.Likely = ir.LikelyTrue
	if j.whole {
		mid.SetIf(f.ConstBool(ir.TBool, true), j.exit, left)
	} else {
		mid.SetIf(mid.New(ir.OpEq, ir.TBool, j.pos, next, n), j.exit, left)
	}
	at := j.exit.PredIndex(l.Latch)
	for _, phi := range j.exit.Phis() { // what the last copy leaves
		phi.AddArg(j.copyIn(phi.Args[at], j.count-1))
	}
	for i, iv := range j.ivs { // l goes on where the new loop stopped
		resume := left.NewPhi(iv.Phi.Type, iv.Phi.Pos)
		resume.AddArgs(starts[i], ends[i])
		iv.Phi.SetArg(entry, resume)
	}
}

// emit writes the loop behind ph, its latch's branch excepted, and returns the count of iterations done and the
// inductions behind a pass.
func (j *jammer) emit(ph *ir.Block, starts, steps []*ir.Value) (next *ir.Value, ends []*ir.Value) {
	f, m := j.f, &j.made
	m.blocks, m.copies = map[*ir.Block]*ir.Block{}, nil
	for range j.count {
		m.copies = append(m.copies, map[*ir.Value]*ir.Value{})
	}
	for _, b := range j.blocks {
		n := f.NewBlock(b.Name)
		if n.Loop = b.Loop; b.Loop != nil && b != j.l.Header {
			n.Loop = driver.Regrouped(b.Loop)
		}
		m.blocks[b] = n
	}
	m.header, m.latch = m.blocks[j.l.Header], m.blocks[j.l.Latch]
	ph.SetJump(m.header)
	k := m.header.NewPhi(ir.TI64, j.pos)
	for i, iv := range j.ivs {
		phi := m.header.NewPhi(iv.Phi.Type, iv.Phi.Pos)
		phi.AddArg(starts[i])
		m.copies[0][iv.Phi] = phi
	}
	times := func(v *ir.Value, n int) *ir.Value {
		if v.IsConst() {
			return f.ConstInt(v.Type, v.Int()*int64(n))
		}
		if n == 1 {
			return v
		}
		return ph.New(ir.OpMul, v.Type, j.pos, v, f.ConstInt(v.Type, int64(n)))
	}
	for i, iv := range j.ivs {
		for c := 1; c < j.count; c++ {
			m.copies[c][iv.Phi] = m.header.New(ir.OpAdd, iv.Phi.Type, iv.Phi.Pos, m.copies[0][iv.Phi],
				times(steps[i], c))
		}
	}
	for _, b := range j.blocks {
		j.block(b)
	}
	for _, b := range j.blocks {
		j.edges(b)
	}
	next = m.latch.New(ir.OpAdd, ir.TI64, j.pos, k, f.ConstInt(ir.TI64, int64(j.count)))
	k.AddArgs(f.ConstInt(ir.TI64, 0), next)
	for i, iv := range j.ivs {
		phi := m.copies[0][iv.Phi]
		end := m.latch.New(ir.OpAdd, phi.Type, iv.Phi.Pos, phi, times(steps[i], j.count))
		phi.AddArg(end)
		ends = append(ends, end)
	}
	return next, ends
}

// block writes the values of b, copy after copy.
func (j *jammer) block(b *ir.Block) {
	m := &j.made
	m.cur = m.blocks[b]
	for c := range j.count {
		for _, v := range b.Walk() {
			if _, iv := m.copies[0][v]; iv && b == j.l.Header && v.Op == ir.OpPhi || c > 0 && !j.varies[v.ID] {
				continue
			}
			m.copies[c][v] = j.copyOf(v, c)
		}
	}
}

// copyIn is v in copy c.
func (j *jammer) copyIn(v *ir.Value, c int) *ir.Value {
	if !j.l.ContainsValue(v) {
		return v
	}
	if !j.varies[v.ID] {
		c = 0
	}
	w := j.made.copies[c][v]
	if w == nil {
		j.f.Fatalf("jam: no copy of %s", v.LongString())
	}
	return w
}

// copyOf makes copy c of v. Phis get their arguments when all values are there. An address that moves by a constant
// from one iteration to the next is that of the first copy and an offset.
func (j *jammer) copyOf(v *ir.Value, c int) *ir.Value {
	m := &j.made
	if v.Op == ir.OpPhi {
		return m.cur.NewPhi(v.Type, v.Pos)
	}
	w := m.cur.NewLike(v, v.Type)
	from := 0
	if v.Op.IsMemory() && c > 0 {
		if off, ok := j.offset(v, c); ok {
			w.Off = off
			w.AddArgs(j.copyIn(v.Args[0], 0), j.copyIn(v.Args[1], 0))
			from = 2
		}
	}
	for _, a := range v.Args[from:] {
		w.AddArg(j.copyIn(a, c))
	}
	return w
}

// offset is the Off of memory operation v in copy c if its address moves by a constant.
func (j *jammer) offset(v *ir.Value, c int) (int32, bool) {
	p := j.places[v]
	if p.Start == nil {
		return 0, false
	}
	n, ok := j.se.IsConst(p.Coef[0])
	if !ok || n > 1<<20 || n < -1<<20 {
		return 0, false
	}
	off := int64(v.Off) + n*int64(c)
	return int32(off), off == int64(int32(off))
}

// edges gives the copy of b its control transfer and its phis their arguments.
func (j *jammer) edges(b *ir.Block) {
	m := &j.made
	n := m.blocks[b]
	if b != j.l.Latch { // whose branch the caller makes
		n.Kind, n.Likely = b.Kind, b.Likely
		if b.Control != nil {
			n.SetControl(j.copyIn(b.Control, 0))
		}
		for _, t := range b.Succs {
			n.AddSucc(m.blocks[t])
		}
	}
	if b == j.l.Header {
		return // the new preheader is its predecessor already, the latch becomes one with its branch
	}
	for i, p := range b.Preds {
		n.AddPred(m.blocks[p])
		for _, phi := range b.Phis() {
			for c := range j.count {
				if w := m.copies[c][phi]; w != nil {
					w.AddArg(j.copyIn(phi.Args[i], c))
				}
			}
		}
	}
}
