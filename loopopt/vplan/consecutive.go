package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

func init() {
	kinds[WidenLoad] = row{name: "WIDEN-LOAD", flags: isLoad | consecutive | anyStart | movable, note: directionNote,
		price: (*coster).consecutiveAccess, stopped: (*coster).maskedAccess,
		maskable: func(p *Plan, t tti.Info, r *Recipe) bool {
			return !r.Rev && (t.HasMaskedLoad(r.Elem) || p.Legal.MaskTail > 1)
		},
		part: (*exec).load}
	kinds[WidenStore] = row{name: "WIDEN-STORE", flags: isStore | consecutive | anyStart | movable, note: directionNote,
		price: (*coster).consecutiveAccess, stopped: (*coster).maskedAccess,
		maskable: func(p *Plan, t tti.Info, r *Recipe) bool { return !r.Rev && maskableStore(p, t, r) },
		part:     (*exec).store}
}

func directionNote(r *Recipe) string {
	if r.Rev {
		return " [backwards]"
	}
	return ""
}

// maskableStore says whether the target can store under a mask what r stores; lane by lane if a masked tail is demanded. The idle
// lanes of a masked access that walks backwards lie below the slice. Slices begin where pages do more often than they end there,
// and lanes on a page that is not mapped, idle or not, cost a microcode assist: 80 ns.
func maskableStore(p *Plan, t tti.Info, r *Recipe) bool {
	if r.Group != nil && r.Group.ByLanes {
		return false
	}
	return t.HasMaskedStore(r.V.StoredValue().Type.Elem) || p.Legal.MaskTail > 1 && r.Group == nil
}

// maskedAccess prices, on top of an access to a whole vector, one under a mask.
func (c *coster) maskedAccess(r *Recipe) {
	a := tti.Access{Kind: tti.Masked, Store: r.is(isStore), Type: ir.Vec(r.V.AccessType().Elem, c.vf)}
	c.add(r, c.t.MemoryCost(a))
}

// consecutiveAccess prices a load or store of consecutive elements.
func (c *coster) consecutiveAccess(r *Recipe) {
	if r.At != nil {
		c.laneAccess(r)
		return
	}
	elem := r.memElem()
	a := tti.Access{Store: r.is(isStore), Type: ir.Vec(elem, c.vf), Masked: r.Mask != nil}
	before := c.ops
	if r.Mask != nil {
		a.Kind = tti.Masked
		c.maskFor(r, r.Mask, elem.Size())
	}
	if r.Rev && !c.straight {
		c.add(r, c.t.ShuffleCost(tti.Reverse, a.Type, 1))
	}
	c.add(r, c.t.MemoryCost(a))
	c.mem += c.ops - before
}

func (x *exec) load(r *Recipe, p int) *ir.Value {
	t := ir.Vec(r.Elem, x.st.VF)
	size := int64(r.Elem.Size())
	if !r.Rev {
		return x.piece(r, t, int64(p*x.st.VF)*size, nil, x.maskOf(r, p))
	}
	// Backwards: the last lane is lowest in memory.
	v := x.piece(r, t, -int64((p+1)*x.st.VF-1)*size, nil, x.downwards())
	return x.reverse(v)
}

func (x *exec) store(r *Recipe, p int) *ir.Value {
	val := x.vec(r.Args[0], p)
	size := int64(val.Type.Elem.Size())
	if !r.Rev {
		return x.piece(r, val.Type, int64(p*x.st.VF)*size, val, x.maskOf(r, p))
	}
	return x.piece(r, val.Type, -int64((p+1)*x.st.VF-1)*size, x.reverse(val), x.downwards())
}

// piece makes a load or store of a vector of consecutive elements whose first has byte offset off from the access's
// address at the pass's first iteration.
func (x *exec) piece(r *Recipe, t ir.Type, off int64, val, mask *ir.Value) *ir.Value {
	base, o := x.address(r)
	idx, scale := x.index(r.Access.Stride)
	var v *ir.Value
	switch {
	case val == nil && mask == nil:
		v = x.cur.New(ir.OpLoad, t, r.V.Pos, base, idx)
	case val == nil:
		v = x.cur.New(ir.OpMaskedLoad, t, r.V.Pos, base, idx, mask)
	case mask == nil:
		v = x.cur.New(ir.OpStore, ir.TVoid, r.V.Pos, base, idx, val)
	default:
		v = x.cur.New(ir.OpMaskedStore, ir.TVoid, r.V.Pos, base, idx, val, mask)
	}
	v.Scale, v.Off = scale, o+int32(off)
	return v
}

// index is the scalar index value and scale that walk stride bytes per iteration from the pass's first one.
func (x *exec) index(stride int64) (*ir.Value, int32) {
	if stride >= 0 {
		return x.i, int32(stride)
	}
	if x.negI == nil {
		x.negI = x.f.NewValue(x.cur, ir.OpNeg, ir.TI64, x.pos, x.i)
		x.cur.InsertAt(len(x.cur.Phis()), x.negI)
	}
	return x.negI, int32(-stride)
}

// address is base and byte offset of r's access at iteration 0 with everything invariant folded in; the iteration's
// index is added by the caller with scale Stride.
func (x *exec) address(r *Recipe) (*ir.Value, int32) {
	a := r.Access
	return x.addressOf(x.pre, a.Base, a.Start, a.V.Scale, a.V.Off)
}

// A loop that walks downwards has its first lane at the highest address. Its loads are turned to make it lane 0, its stores
// turned back. What lies between and works lane by lane may as well be done in the order of memory: then nothing is
// turned at all, which spares x86 and NEON a shuffle or two of each vector, on a unit that there are one or two of.

// mirrorDepth bounds how far a store looks for the loads of its value: what is behind it would be done twice if
// something else wants it in the order of iterations.
const mirrorDepth = 8

// reverse is v with its lanes the other way round.
func (x *exec) reverse(v *ir.Value) *ir.Value {
	if m := x.mirrored(v, mirrorDepth); m != nil {
		return m
	}
	return x.shuffle(v, v, reversal(int(v.Type.Lanes)))
}

// reversal is the Aux of a shuffle of v, v that turns v round.
func reversal(n int) ir.Lanes {
	lanes := make(ir.Lanes, n)
	for k := range lanes {
		lanes[k] = int8(n - 1 - k)
	}
	return lanes
}

// mirrored is the reverse of v if it takes no shuffle: v is a turned vector, equal in all lanes, or comes of such by
// operations on lanes. It is nil otherwise.
func (x *exec) mirrored(v *ir.Value, depth int) *ir.Value {
	switch {
	case !v.Type.IsVector() && !v.Type.IsMask() || v.IsConst() || v.Op == ir.OpSplat:
		return v
	case isReversal(v):
		return v.Args[0]
	case !v.Op.Is(ir.FlagElementwise) || depth == 0 || v.Block != x.cur:
		return nil
	}
	if m := x.mirrors[v]; m != nil {
		return m
	}
	args := x.f.NewValues(len(v.Args))
	for k, a := range v.Args {
		if args[k] = x.mirrored(a, depth-1); args[k] == nil {
			return nil
		}
	}
	m := x.cur.New(v.Op, v.Type, v.Pos, args...)
	m.FP, m.AuxInt, m.Aux, m.Scale, m.Off = v.FP, v.AuxInt, v.Aux, v.Scale, v.Off
	if x.mirrors == nil {
		x.mirrors = map[*ir.Value]*ir.Value{}
	}
	x.mirrors[v] = m
	return m
}

func isReversal(v *ir.Value) bool {
	lanes, ok := v.Aux.(ir.Lanes)
	if v.Op != ir.OpShuffle || !ok || v.Args[0] != v.Args[1] || v.Type != v.Args[0].Type {
		return false
	}
	for k, at := range lanes {
		if int(at) != len(lanes)-1-k {
			return false
		}
	}
	return true
}

// streams says that no pass hands anything to the next one but places in memory, and that none is left in its middle:
// all loads and stores are consecutive, and passes overlap as far as the core looks ahead. down: all walk downwards (where
// some walk up, as in reversing a slice, one part takes 1.3 times as long as four from L1).
func (p *Plan) streams() (yes, down bool) {
	up := false
	for _, r := range p.Recipes {
		switch {
		case r.is(consecutive):
			up, down = up || !r.Rev, down || r.Rev
		case !r.is(lanewise):
			return false, false
		}
	}
	return true, down && !up
}

// turnsNothing says that the plan's accesses all walk downwards and that what lies between is done in the order of memory:
// no access has to turn its vector.
func (p *Plan) turnsNothing() bool {
	_, down := p.streams()
	return down
}

// streamUops bounds the body of a loop that only streams: parts spread the overhead of the loop and nothing else, which is
// two of eight slots a cycle at most. More of them send several loads of each stream ahead of the stores of the part
// before. On Zen 5, s1281 (13 micro-operations a part) takes 0.94 (L1) and 0.92 (L2) of the time with one part
// that it takes with four, s152 (9) 0.96 and 0.95; s443 (8) and vpv (3) want two at least. Streams that walk downwards want one:
// the prefetchers follow several loads of one pass worse there, and a[i] = b[i]*c[i] takes 0.65 of the time of four parts from
// L2, a[i] += b[i] 0.67, a[i] = b[i] + 1 0.78 (1.09 from L1).
const streamUops = 18
