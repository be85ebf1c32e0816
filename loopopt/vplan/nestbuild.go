package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// nestBuilder makes the recipes of a nest, in the order of Legal.Body.
type nestBuilder struct {
	*builder
	n     *nestInfo
	inner map[*analysis.Loop]*inner
	outs  map[*ir.Value]*Recipe // by phi of an exit of an inner loop
	exits map[*ir.Block]*Recipe // masks of the lanes that have left by one of several exits
	guardedRuns
}

// BuildNest makes the recipes for a loop that contains others. Legal.Body must be in the order of NestBody.
func BuildNest(l *Legal) (*Plan, *Refusal) {
	p := newPlan(l)
	p.nest = true
	b := &nestBuilder{
		builder: &builder{Plan: p, l: l, need: make([]bool, l.F.NumValues())},
		n:       newNestInfo(l), inner: map[*analysis.Loop]*inner{}, outs: map[*ir.Value]*Recipe{},
		exits: map[*ir.Block]*Recipe{},
		guardedRuns: guardedRuns{guards: map[*ir.Block]*guarded{}, whole: map[*ir.Block]bool{},
			behind: map[*ir.Block]*ir.Block{}},
	}
	for i := range l.Phis {
		if c := &l.Phis[i]; c.Kind == analysis.Reduction {
			b.add(&Recipe{Kind: ReducePhi, V: c.Phi, elem: c.Phi.Type.Elem, phi: c})
		}
	}
	b.wanted()
	for _, blk := range l.Body {
		if b.ref == nil {
			b.nestBlock(blk)
		}
	}
	for _, r := range p.Recipes {
		if r.Kind == ReducePhi && b.ref == nil {
			r.Args = []*Recipe{b.vector(r.phi.Backedge)}
		}
	}
	if b.ref != nil {
		return nil, b.ref
	}
	return p, nil
}

// wanted marks the values that the vector iteration must compute.
func (b *nestBuilder) wanted() {
	for i := range b.l.Phis {
		if c := &b.l.Phis[i]; c.Kind == analysis.Reduction {
			b.want(c.Backedge)
		}
	}
	for _, blk := range b.l.Body {
		for _, v := range blk.Walk() {
			if v.Op.Is(ir.FlagWrites) {
				b.want(v)
			}
			if v.Op == ir.OpCheck && !b.l.Counted[v.ID] {
				b.want(v.Args[0])
			}
		}
		if blk.Kind == ir.BlockIf && blk != b.l.Loop.Latch {
			b.want(blk.Control)
		}
	}
}

func (b *nestBuilder) want(v *ir.Value) {
	if b.l.Loop.Invariant(v) || b.need[v.ID] {
		return
	}
	b.need[v.ID] = true
	if v.Op == ir.OpPhi && v.Block == b.l.Loop.Header {
		return
	}
	for _, a := range v.Args {
		b.want(a)
	}
}

// operand is the recipe of v, as it is.
func (b *nestBuilder) operand(v *ir.Value) *Recipe {
	if r := b.byValue[v.ID]; r != nil {
		return r
	}
	if b.l.Loop.Invariant(v) {
		r := &Recipe{Kind: Invariant, V: v, elem: v.Type.Elem}
		return b.add(r)
	}
	b.refuse(remark.UnknownValue, v)
	return &Recipe{Kind: Invariant, V: v, elem: v.Type.Elem}
}

// vector is the recipe of v for a user that wants all lanes.
func (b *nestBuilder) vector(v *ir.Value) *Recipe {
	r := b.operand(v)
	r.spread = true
	return r
}

func (b *nestBuilder) loopOf(blk *ir.Block) *analysis.Loop { return b.n.li.Of(blk) }

func (b *nestBuilder) nestBlock(blk *ir.Block) {
	in := b.loopOf(blk)
	b.guard(blk)
	if in != b.l.Loop && blk == in.Header {
		b.enter(in)
	}
	if blk == b.l.Loop.Header {
		for i := range b.l.Phis {
			if c := &b.l.Phis[i]; c.Kind == analysis.Induction && b.need[c.Phi.ID] {
				b.add(&Recipe{Kind: Linear, V: c.Phi, elem: c.Phi.Type.Elem, phi: c,
					nestPart: nestPart{lane: b.n.of(c.Phi)}})
			}
		}
	}
	for _, v := range blk.Walk() {
		if b.ref != nil {
			return
		}
		switch {
		case v.Op == ir.OpCheck && !b.l.Counted[v.ID]:
			r := &Recipe{Kind: SideExit, elem: ir.Bool, mask: b.mask(blk), scale: 1}
			r.Args = []*Recipe{b.operand(v.Args[0])}
			b.add(r)
		case v.Op == ir.OpPhi:
			if blk != in.Header && b.need[v.ID] {
				b.join(v)
			}
		case v.Op.IsMemory():
			if b.need[v.ID] {
				b.access(v)
			}
		case !b.need[v.ID] || v.Op == ir.OpPtrAdd:
		case v.Op.Is(ir.FlagElementwise):
			b.operation(v)
		default:
			b.refuse(remark.UnknownOp, v)
		}
	}
	if b.ref == nil && in != b.l.Loop {
		b.keep(blk, in)
		if blk == in.Latch {
			b.finish(in)
		}
	}
	if b.ref == nil {
		b.endGuarded(blk)
	}
}

// operation makes the recipe of an elementwise operation.
func (b *nestBuilder) operation(v *ir.Value) {
	r := b.mem.recipe(Recipe{V: v, elem: v.Type.Elem, nestPart: nestPart{lane: b.n.of(v)}, Args: b.mem.args(len(v.Args))})
	switch r.lane.kind {
	case laneUniform:
		r.Kind = Uniform
	case laneLinear:
		r.Kind = Linear
	default:
		r.Kind = Widen
	}
	for _, a := range v.Args {
		if r.Kind == Widen {
			r.Args = append(r.Args, b.vector(a))
		} else {
			r.Args = append(r.Args, b.operand(a))
		}
	}
	if r.Kind == Widen && v.Op.Is(ir.FlagPartial) {
		r.mask = b.mask(v.Block)
	}
	b.add(r)
}

// enter begins an inner loop: its masks and its phis.
func (b *nestBuilder) enter(l *analysis.Loop) {
	in := &inner{loop: l, uniform: !b.n.split[l], sure: b.n.full[l.Preheader], depth: l.Depth - b.l.Loop.Depth}
	b.inner[l] = in
	if in.entry = b.mask(l.Preheader); in.entry != nil {
		in.entry.spread = true
	}
	at := l.Header.PredIndex(l.Preheader)
	phis := l.Header.Phis()
	starts := make([]*Recipe, len(phis))
	for k, phi := range phis {
		if !b.need[phi.ID] {
			continue
		}
		if b.n.of(phi).kind == laneVarying {
			starts[k] = b.vector(phi.Args[at])
		} else {
			starts[k] = b.operand(phi.Args[at])
		}
	}
	b.add(&Recipe{Kind: LoopBegin, mask: in.entry, nestPart: nestPart{inner: in}})
	if !in.uniform {
		in.live = b.add(&Recipe{Kind: LoopMask, elem: ir.Bool, nestPart: nestPart{inner: in, lane: varyingLane}})
	}
	for k, phi := range phis {
		if starts[k] != nil {
			r := &Recipe{Kind: LoopPhi, V: phi, elem: phi.Type.Elem, Args: []*Recipe{starts[k]},
				nestPart: nestPart{inner: in, lane: b.n.of(phi)}}
			in.phis = append(in.phis, b.add(r))
		}
	}
	for _, t := range l.Exits {
		for _, phi := range t.Phis() {
			if b.need[phi.ID] {
				r := &Recipe{Kind: LoopOut, V: phi, elem: phi.Type.Elem,
					nestPart: nestPart{inner: in, lane: b.n.of(phi)}}
				r.mode = b.outMode(phi, in)
				b.outs[phi] = r
			}
		}
		if len(l.Exits) > 1 {
			b.exits[t] = &Recipe{Kind: LoopOut, elem: ir.Bool,
				nestPart: nestPart{inner: in, lane: varyingLane, mode: outMask}}
		}
	}
}

// outMode is how the phi of an exit of an inner loop comes about. A phi of the header which lanes that do not reach the
// latch keep is, when a lane has left, what it was in the lane's last iteration if the lane left before the latch, and
// its next value if it left there.
func (b *nestBuilder) outMode(phi *ir.Value, in *inner) outMode {
	if in.uniform {
		return outLast
	}
	if b.frozen(phi, in) != nil {
		return outFrozen
	}
	return outKept
}

func (b *nestBuilder) frozen(phi *ir.Value, in *inner) *ir.Value {
	l := in.loop
	back := l.Header.PredIndex(l.Latch)
	for _, h := range l.Header.Phis() {
		ok := b.need[h.ID] && b.n.of(h).kind == laneVarying
		for k, a := range phi.Args {
			if phi.Block.Preds[k] == l.Latch {
				ok = ok && a == h.Args[back]
			} else {
				ok = ok && a == h
			}
		}
		if ok {
			return h
		}
	}
	return nil
}

// keep notes, at the end of a block that leaves its loop, what the exits want to know of the lanes that leave there.
// Lanes that do not leave yet will overwrite it when they do.
func (b *nestBuilder) keep(blk *ir.Block, l *analysis.Loop) {
	in := b.inner[l]
	if in.uniform {
		return
	}
	for _, t := range blk.Succs {
		if l.Contains(t) {
			continue
		}
		k := t.PredIndex(blk)
		for _, phi := range t.Phis() {
			if out := b.outs[phi]; out != nil && out.mode == outKept {
				b.add(&Recipe{Kind: Keep, V: phi, elem: phi.Type.Elem, Args: []*Recipe{b.vector(phi.Args[k])},
					mask: b.mask(blk), nestPart: nestPart{inner: in, out: out, lane: varyingLane}})
			}
		}
		if out := b.exits[t]; out != nil {
			b.add(&Recipe{Kind: Keep, elem: ir.Bool, Args: []*Recipe{b.edge(blk, t)},
				nestPart: nestPart{inner: in, out: out, lane: varyingLane}})
		}
	}
}

// finish ends an inner loop.
func (b *nestBuilder) finish(l *analysis.Loop) {
	in := b.inner[l]
	back := l.Header.PredIndex(l.Latch)
	for _, r := range in.phis {
		if r.lane.kind == laneVarying {
			r.next = b.vector(r.V.Args[back])
		} else {
			r.next = b.operand(r.V.Args[back])
		}
	}
	if in.uniform {
		in.back, in.leaveIf = b.operand(l.Latch.Control), l.Latch.Succs[0] != l.Header
	} else {
		in.back, in.latch = b.edge(l.Latch, l.Header), b.mask(l.Latch)
	}
	b.add(&Recipe{Kind: LoopEnd, Args: []*Recipe{in.back}, nestPart: nestPart{inner: in}})
	for _, t := range l.Exits {
		for _, phi := range t.Phis() {
			out := b.outs[phi]
			if out == nil {
				continue
			}
			switch out.mode {
			case outLast:
				if out.lane.kind == laneVarying {
					out.Args = []*Recipe{b.vector(phi.Args[0])}
				} else {
					out.Args = []*Recipe{b.operand(phi.Args[0])}
				}
			case outFrozen:
				h := b.byValue[b.frozen(phi, in).ID]
				h.frozen = true
				out.Args = []*Recipe{h}
			}
			in.outs = append(in.outs, b.add(out))
		}
		if out := b.exits[t]; out != nil {
			in.outs = append(in.outs, b.add(out))
		}
	}
}

// join makes the recipe of a phi where ways through the loop meet. Those of exits are there already.
func (b *nestBuilder) join(v *ir.Value) {
	if b.outs[v] != nil {
		return
	}
	r := &Recipe{Kind: Blend, V: v, elem: v.Type.Elem, nestPart: nestPart{lane: varyingLane}}
	for i, a := range v.Args {
		var m *Recipe
		if i < len(v.Args)-1 {
			if m = b.edge(v.Block.Preds[i], v.Block); m == nil {
				b.refuse(remark.UnknownMask, v)
				return
			}
			m.spread = true
		}
		r.Args = append(r.Args, b.vector(a), m)
	}
	b.add(r)
}

// mask is the recipe of the lanes that reach blk; nil if it is all that are in the vector iteration. One that is
// uniform is a scalar.
func (b *nestBuilder) mask(blk *ir.Block) *Recipe {
	l := b.loopOf(blk)
	if b.n.full[blk] {
		in := b.inner[l]
		switch {
		case in == nil:
			return nil
		case in.uniform:
			return in.entry
		}
		return in.live
	}
	if b.whole[blk] {
		return nil
	}
	if p := b.behind[blk]; p != nil {
		return b.mask(p)
	}
	if m := b.blockM[blk.ID]; m != nil {
		return m
	}
	if from := b.loopOf(blk.Preds[0]); from != l && l.ContainsLoop(from) {
		if m := b.exits[blk]; m != nil {
			return m
		}
		return b.mask(from.Preheader)
	}
	var edges []*Recipe
	for _, p := range blk.Preds {
		m := b.edge(p, blk)
		if m == nil {
			return nil
		}
		edges = append(edges, m)
	}
	m := edges[0]
	if len(edges) > 1 {
		for _, e := range edges {
			e.spread = true
		}
		m = b.add(&Recipe{Kind: BlockMask, elem: ir.Bool, Args: edges, nestPart: nestPart{lane: varyingLane}})
	}
	b.blockM[blk.ID] = m
	return m
}

// edge is the recipe of the lanes that go from p to blk; nil is all in the vector iteration.
func (b *nestBuilder) edge(p, blk *ir.Block) *Recipe {
	m := b.mask(p)
	if p.Kind != ir.BlockIf {
		return m
	}
	c := b.operand(p.Control)
	sense := int64(1)
	if p.Succs[0] != blk {
		sense = -1
	}
	c.Odds = p.Likely
	if c.isUniform() && (m == nil || m.isUniform()) {
		if m == nil && sense > 0 {
			return c
		}
		return b.add(&Recipe{Kind: UniformMask, elem: ir.Bool, Args: []*Recipe{c}, mask: m, scale: sense,
			nestPart: nestPart{lane: uniformLane}})
	}
	c.spread = true
	if m == nil && sense > 0 {
		return c
	}
	if m != nil {
		m.spread = true
	}
	return b.add(&Recipe{Kind: EdgeMask, elem: ir.Bool, Args: []*Recipe{c}, mask: m, scale: sense,
		nestPart: nestPart{lane: varyingLane}})
}

// access makes the recipe of a load or store.
func (b *nestBuilder) access(v *ir.Value) {
	at := &laneAccess{base: v.Args[0], off: v.Off, scale: v.Scale}
	values := []*ir.Value{v.Args[1]}
	for !b.l.Loop.Invariant(at.base) {
		add := at.base
		off := int64(at.off) + int64(add.Off)
		if add.Op != ir.OpPtrAdd || add.Scale != v.Scale || off != int64(int32(off)) {
			b.refuse(remark.UnknownAccess, v)
			return
		}
		values = append(values, add.Args[1])
		at.off, at.base = int32(off), add.Args[0]
	}
	if v.Op != ir.OpLoad && v.Op != ir.OpStore {
		b.refuse(remark.UnknownAccess, v)
		return
	}
	kind, stride := laneUniform, b.l.SE.Const(ir.I64, 0)
	for _, i := range values {
		k := b.n.of(i)
		if kind = max(kind, k.kind); k.kind == laneLinear {
			stride = b.l.SE.Add(stride, k.stride)
		}
	}
	if c, ok := b.l.SE.IsConst(stride); ok && kind == laneLinear && c == 0 {
		kind = laneUniform
	}
	at.lane = lane{kind: kind, stride: stride}
	for _, i := range values {
		if i.Type != ir.TI64 {
			b.refuse(remark.UnknownAccess, v)
			return
		}
		if b.n.of(i).kind == laneVarying {
			at.index = append(at.index, b.vector(i))
		} else {
			at.index = append(at.index, b.operand(i))
		}
	}
	r := &Recipe{V: v, mask: b.mask(v.Block), memoryPart: memoryPart{at: at}, nestPart: nestPart{lane: varyingLane}}
	if r.mask != nil {
		r.mask.spread = true
	}
	if v.Op == ir.OpStore {
		r.Kind = ScatterStore
		if b.consecutive(at, v.StoredValue().Type.Size()) {
			r.Kind = WidenStore
		}
		if at.lane.kind == laneUniform {
			b.refuse(remark.InvariantStore, v)
			return
		}
		r.Args = append([]*Recipe{b.vector(v.StoredValue())}, at.index...)
		b.add(r)
		return
	}
	r.elem, r.Args = v.Type.Elem, at.index
	switch {
	case b.n.of(v).kind == laneUniform:
		r.Kind, r.mask, r.lane = UniformLoad, nil, uniformLane
	case b.consecutive(at, v.Type.Size()):
		r.Kind = WidenLoad
	default:
		r.Kind = GatherLoad
	}
	b.add(r)
}

func (b *nestBuilder) consecutive(at *laneAccess, size int) bool {
	c, ok := b.l.SE.IsConst(at.lane.stride)
	return ok && at.lane.kind == laneLinear && c == 1 && int64(at.scale) == int64(size)
}
