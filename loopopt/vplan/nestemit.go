package vplan

import (
	"fmt"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// nestemitKinds puts the rows of this file into the table.
func nestemitKinds() {
	kinds[Linear] = row{name: "LINEAR", price: func(c *coster, r *Recipe) { c.ops++; c.spread(r) },
		emit: (*exec).linear}
	kinds[UniformMask] = row{name: "UNIFORM-MASK", flags: laneScalar,
		price: func(c *coster, r *Recipe) { c.ops++; c.spread(r) }, emit: (*exec).uniformMask}
	kinds[LoopBegin] = row{name: "LOOP", emit: func(x *exec, r *Recipe) { x.beginLoop(r.inner) }}
	kinds[LoopMask] = row{name: "LOOP-MASK"}
	kinds[LoopPhi] = row{name: "LOOP-PHI", flags: laneScalar, price: (*coster).loopPhi}
	kinds[Keep] = row{name: "KEEP", price: (*coster).keep, emit: (*exec).keep}
	kinds[LoopEnd] = row{name: "END-LOOP", emit: func(x *exec, r *Recipe) { x.endLoop(r.inner) }}
	kinds[LoopOut] = row{name: "LOOP-OUT", flags: laneScalar}
}

// innerLoop is an inner loop in the making.
//
//	cur:    … if some lane enters goto ph else join      (no test where that is sure)
//	ph:     goto header
//	header: phis; the recipes of the loop; if some lane is left goto header else done
//	done:   goto join
//	join:   phis of what the loop leaves behind
type innerLoop struct {
	join   *ir.Block // nil if there is no test
	ph     *ir.Block
	header *ir.Block
	live   []*ir.Value             // the masks, phis by part
	start  []*ir.Value             // what they are when the loop begins
	kept   map[*Recipe][]*ir.Value // what has been noted for a LoopOut, by part: phis, then what they become
	phis   map[*Recipe][]*ir.Value
	starts map[*Recipe][]*ir.Value // what LoopPhis start with, and the phis of what is noted
	active []*ir.Value             // x.active outside
}

// uniformMask makes the scalar of an edge that all lanes take or none.
func (x *exec) uniformMask(r *Recipe) {
	c := x.scalarOf(r.Args[0])
	if r.scale < 0 {
		c = x.cur.New(ir.OpNot, ir.TBool, x.pos, c)
	}
	if r.mask != nil {
		c = x.cur.New(ir.OpAnd, ir.TBool, x.pos, x.scalarOf(r.mask), c)
	}
	x.scalar[r.id] = c
	x.spread(r)
}

// linear makes the scalar of lane 0.
func (x *exec) linear(r *Recipe) {
	if r.phi != nil {
		x.scalar[r.id] = x.ivAt(r.phi, x.i, x.cur)
		x.spread(r)
		return
	}
	v := x.f.NewValue(x.cur, r.V.Op, r.V.Type, r.V.Pos)
	v.FP, v.AuxInt = r.V.FP, r.V.AuxInt
	for _, a := range r.Args {
		v.AddArg(x.scalarOf(a))
	}
	x.cur.Values = append(x.cur.Values, v)
	x.scalar[r.id] = v
	x.spread(r)
}

// spread makes the vectors of a scalar, where some user wants them, next to it: users may be in other loops than one
// another.
func (x *exec) spread(r *Recipe) {
	if !r.spread || !x.nest {
		return
	}
	s := x.scalar[r.id]
	t := s.Type.WithLanes(x.st.VF)
	v := x.cur.New(ir.OpSplat, t, s.Pos, s)
	if r.isUniform() {
		x.parts[r.id] = []*ir.Value{v}
		return
	}
	parts := x.f.NewValues(x.st.UF)
	for p := range parts {
		parts[p] = x.cur.New(ir.OpAdd, t, s.Pos, v, x.strides(r.lane, t, p))
	}
	x.parts[r.id] = parts
}

// strides is what the lanes of part p of a linear value differ by from its scalar, as a vector of type t, made in front
// of the vector code.
func (x *exec) strides(l lane, t ir.Type, p int) *ir.Value {
	k := strideKey{l.stride, t, p}
	if v := x.strided[k]; v != nil {
		return v
	}
	iota := x.ph.New(ir.OpIota, t, x.pos)
	if p > 0 {
		iota = x.ph.New(ir.OpAdd, t, x.pos, iota, x.f.ConstInt(t, int64(p*x.st.VF)))
	}
	v := iota
	if c, ok := x.l.SE.IsConst(l.stride); !ok {
		v = x.ph.New(ir.OpMul, t, x.pos, iota, x.splat(x.l.SE.Expand(l.stride, x.pre), x.st.VF))
	} else if c != 1 {
		v = x.ph.New(ir.OpMul, t, x.pos, iota, x.f.ConstInt(t, c))
	}
	if x.strided == nil {
		x.strided = map[strideKey]*ir.Value{}
	}
	x.strided[k] = v
	return v
}

type strideKey struct {
	stride analysis.Expr
	t      ir.Type
	part   int
}

// beginLoop makes everything of an inner loop up to its first recipe.
func (x *exec) beginLoop(in *inner) {
	f := x.f
	w := &innerLoop{kept: map[*Recipe][]*ir.Value{}, phis: map[*Recipe][]*ir.Value{},
		starts: map[*Recipe][]*ir.Value{}, active: x.active}
	if x.inner == nil {
		x.inner = map[*inner]*innerLoop{}
	}
	x.inner[in] = w
	entry := x.f.NewValues(x.st.UF)
	for p := range entry {
		switch {
		case in.entry != nil:
			entry[p] = x.masked(in.entry, p)
		case x.active != nil:
			entry[p] = x.active[p]
		default:
			entry[p] = f.ConstBool(ir.Mask(x.st.VF), true)
		}
	}
	w.ph, w.header = f.NewBlock("vector.inner.ph"), f.NewBlock("vector.inner")
	switch {
	case in.entry != nil && !in.sure:
		w.join = f.NewBlock("vector.inner.join")
		some := x.scalar[in.entry.id] // of a uniform mask
		if some == nil {
			some = x.anyLane(entry)
		}
		x.cur.SetIf(some, w.ph, w.join)
	default:
		x.cur.SetJump(w.ph)
	}
	w.ph.SetJump(w.header)
	w.header.Loop = (&ir.LoopMD{Pos: in.loop.Header.Loop.Position()}).Done()
	x.cur = w.header
	if !in.uniform {
		w.start = entry
		for range entry {
			w.live = append(w.live, w.header.NewPhi(entry[0].Type, x.pos))
		}
		x.parts[in.live.id] = w.live
		x.active = nil // live lanes are active ones
	}
	for _, r := range in.phis {
		x.loopPhi(w, r)
	}
	for _, out := range x.outsOf(in) {
		for range x.st.UF {
			t := ir.Vec(out.elem, x.st.VF)
			if out.elem == ir.Bool {
				t = ir.Mask(x.st.VF)
			}
			w.kept[out] = append(w.kept[out], w.header.NewPhi(t, x.pos))
		}
		w.starts[out] = slices.Clone(w.kept[out])
	}
	for _, r := range in.phis {
		if r.lane.kind != laneVarying {
			x.spread(r)
		}
	}
}

// outsOf lists what is noted on the way.
func (x *exec) outsOf(in *inner) (list []*Recipe) {
	for _, out := range in.outs {
		if out.mode == outKept || out.mode == outMask {
			list = append(list, out)
		}
	}
	return list
}

// anyLane says whether a lane of some part is set.
func (x *exec) anyLane(masks []*ir.Value) *ir.Value {
	m := masks[0]
	for _, o := range masks[1:] {
		m = x.cur.New(ir.OpOr, m.Type, x.pos, m, o)
	}
	return x.cur.New(ir.OpAny, ir.TBool, x.pos, m)
}

// loopPhi makes the phis of a header's phi.
func (x *exec) loopPhi(w *innerLoop, r *Recipe) {
	if r.lane.kind != laneVarying {
		phi := w.header.NewPhi(r.V.Type, r.V.Pos)
		w.phis[r], w.starts[r] = []*ir.Value{phi}, []*ir.Value{x.scalarOf(r.Args[0])}
		x.scalar[r.id] = phi
		return
	}
	for p := range x.st.UF {
		s := x.vec(r.Args[0], p)
		w.starts[r] = append(w.starts[r], s)
		w.phis[r] = append(w.phis[r], w.header.NewPhi(s.Type, r.V.Pos))
	}
	x.parts[r.id] = slices.Clone(w.phis[r])
}

// keep notes what the lanes of its mask leave the loop with, if they leave here.
func (x *exec) keep(r *Recipe) {
	kept := x.inner[r.inner].kept[r.out]
	for p := range kept {
		v := x.vec(r.Args[0], p)
		if r.out.mode == outMask {
			kept[p] = x.cur.New(ir.OpOr, v.Type, x.pos, kept[p], v)
		} else {
			kept[p] = x.cur.New(ir.OpSelect, v.Type, x.posOf(r), x.vec(r.mask, p), v, kept[p])
		}
	}
}

// endLoop makes everything of an inner loop from the last recipe on.
func (x *exec) endLoop(in *inner) {
	f, w := x.f, x.inner[in]
	var again *ir.Value
	next := map[*Recipe][]*ir.Value{}
	for _, r := range in.phis {
		if r.lane.kind != laneVarying {
			next[r] = []*ir.Value{x.scalarOf(r.next)}
			continue
		}
		for p := range x.st.UF {
			v := x.vec(r.next, p)
			if r.frozen && !in.uniform {
				v = x.cur.New(ir.OpSelect, v.Type, r.V.Pos, x.vec(in.latch, p), v, w.phis[r][p])
			}
			next[r] = append(next[r], v)
		}
	}
	var back []*ir.Value
	if in.uniform {
		again = x.scalarOf(in.back)
	} else {
		for p := range x.st.UF {
			back = append(back, x.vec(in.back, p))
		}
		again = x.anyLane(back)
	}
	done := f.NewBlock("vector.inner.done")
	if in.uniform && in.leaveIf {
		x.cur.SetIf(again, done, w.header)
	} else {
		x.cur.SetIf(again, w.header, done)
	}
	for p, m := range w.live {
		m.AddArgs(w.start[p], back[p])
	}
	for _, r := range in.phis {
		for p, phi := range w.phis[r] {
			phi.AddArgs(w.starts[r][p], next[r][p])
		}
	}
	for _, out := range x.outsOf(in) {
		for p, phi := range w.starts[out] {
			phi.AddArgs(zero(f, phi.Type), w.kept[out][p])
		}
	}
	x.cur, x.active = done, w.active
	for _, out := range in.outs {
		x.left(w, out, next)
	}
	if w.join != nil {
		x.joinSkip(w, in, done)
	}
	for _, out := range in.outs {
		if out.lane.kind != laneVarying {
			x.spread(out)
		}
	}
}

// left sets what an inner loop leaves behind, in the block behind it.
func (x *exec) left(w *innerLoop, out *Recipe, next map[*Recipe][]*ir.Value) {
	switch {
	case out.mode == outKept || out.mode == outMask:
		x.parts[out.id] = w.kept[out]
	case out.mode == outFrozen:
		x.parts[out.id] = next[out.Args[0]]
	case out.lane.kind != laneVarying:
		x.scalar[out.id] = x.scalarOf(out.Args[0])
	default:
		for p := range x.st.UF {
			x.parts[out.id] = append(x.parts[out.id], x.vec(out.Args[0], p))
		}
	}
}

// joinSkip makes the block where those who went round the loop come back. What they see of it is of no lane's interest
// but for masks, of which none is set.
func (x *exec) joinSkip(w *innerLoop, in *inner, done *ir.Block) {
	join := w.join
	done.SetJump(join)
	x.cur = join
	skip := func(v *ir.Value) *ir.Value {
		phi := join.NewPhi(v.Type, v.Pos)
		phi.AddArgs(zero(x.f, v.Type), v)
		return phi
	}
	for _, out := range in.outs {
		if out.lane.kind != laneVarying {
			x.scalar[out.id] = skip(x.scalar[out.id])
			continue
		}
		list := x.f.NewValues(x.st.UF)
		for p := range list {
			list[p] = skip(x.parts[out.id][p])
		}
		x.parts[out.id] = list
	}
}

func zero(f *ir.Func, t ir.Type) *ir.Value {
	if t.Elem == ir.Bool {
		return f.ConstBool(t, false)
	}
	return f.Const(t, 0)
}

// laneAccess makes part p of a load or store of a nest.
func (x *exec) laneAccess(r *Recipe, p int) *ir.Value {
	at := r.at
	var scalar, vector *ir.Value
	sum := func(a, b *ir.Value) *ir.Value {
		if a == nil {
			return b
		}
		return x.cur.New(ir.OpAdd, b.Type, r.V.Pos, a, b)
	}
	for _, i := range at.index {
		if i.isUniform() || i.lane.kind == laneLinear {
			scalar = sum(scalar, x.scalarOf(i))
		}
	}
	if r.Kind == UniformLoad {
		v := x.cur.New(ir.OpLoad, r.V.Type, r.V.Pos, at.base, scalar)
		v.Scale, v.Off = at.scale, at.off
		return v
	}
	if r.is(consecutive) {
		return x.lanePiece(r, p, scalar)
	}
	for k, i := range at.index {
		if i.lane.kind == laneVarying && !i.isUniform() {
			if scalar == nil && vector == nil && k == len(at.index)-1 {
				vector = x.indices(i, p)
			} else {
				vector = sum(vector, x.vec(i, p))
			}
		}
	}
	base := at.base
	if scalar != nil {
		base = x.cur.New(ir.OpPtrAdd, ir.TPtr, r.V.Pos, at.base, scalar)
		base.Scale = at.scale
	}
	switch {
	case at.lane.kind == laneUniform:
		vector = zero(x.f, ir.Vec(ir.I64, x.st.VF))
	case at.lane.kind == laneLinear:
		vector = x.strides(at.lane, x.strideType(at.lane), p)
	case x.partlyLinear(at):
		vector = sum(x.strides(at.lane, vector.Type, p), vector)
	}
	m := x.allTrue(x.maskOf(r, p))
	var v *ir.Value
	if r.Kind == GatherLoad {
		v = x.cur.New(ir.OpGather, ir.Vec(r.elem, x.st.VF), r.V.Pos, base, vector, m)
	} else {
		v = x.cur.New(ir.OpScatter, ir.TVoid, r.V.Pos, base, vector, x.vec(r.Args[0], p), m)
	}
	v.Scale, v.Off, v.Groups = at.scale, at.off, r.V.Groups
	return v
}

// partlyLinear says whether an index that varies is one that varies plus one that is linear.
func (x *exec) partlyLinear(at *laneAccess) bool {
	return at.lane.kind == laneVarying && slices.ContainsFunc(at.index,
		func(i *Recipe) bool { return i.lane.kind == laneLinear })
}

// strideType is the type of indices of lanes that differ by a stride: 32 bits each where all parts fit.
func (x *exec) strideType(l lane) ir.Type {
	if c, ok := x.l.SE.IsConst(l.stride); ok && c < 1<<20 && c > -1<<20 {
		return ir.Vec(ir.I32, x.st.VF)
	}
	return ir.Vec(ir.I64, x.st.VF)
}

// lanePiece loads or stores consecutive elements.
func (x *exec) lanePiece(r *Recipe, p int, index *ir.Value) *ir.Value {
	at, m := r.at, x.maskOf(r, p)
	var val *ir.Value
	if r.is(isStore) {
		val = x.vec(r.Args[0], p)
	}
	v := x.access(r, ir.Vec(r.elem, x.st.VF), at.base, index, val, m)
	v.Scale, v.Off = at.scale, at.off+int32(p*x.st.VF)*at.scale
	return v
}

// verifyNest checks the inner loops and the guarded blocks of a nest: they lie in one another, and nothing outside of
// one uses what is made in it, but by way of what it leaves behind.
func (p *Plan) verifyNest() error {
	var open []*inner // nil is guarded blocks
	depth := make([]int, p.nextID)
	for _, r := range p.Recipes {
		switch r.Kind {
		case LoopBegin, GuardBegin:
			open = append(open, r.inner)
		case LoopEnd, GuardEnd:
			if len(open) == 0 || open[len(open)-1] != r.inner {
				return fmt.Errorf("vplan: %s ends another loop than has begun", r)
			}
		}
		depth[r.id] = len(open)
		if r.Kind == LoopEnd || r.Kind == GuardEnd {
			open = open[:len(open)-1]
		}
		if r.Kind == LoopOut || r.Kind == GuardOut || r.Kind == Invariant || r.updated() {
			continue
		}
		var err error
		uses := func(a *Recipe) {
			if a != nil && a.Kind != Invariant && depth[a.id] > depth[r.id] {
				err = fmt.Errorf("vplan: %s uses r%d of a loop that has ended", r, a.id)
			}
		}
		r.uses(uses)
		if err != nil {
			return err
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("vplan: a loop does not end")
	}
	return nil
}
