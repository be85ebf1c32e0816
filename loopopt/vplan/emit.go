package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
)

// recipe makes the code of r for all parts of the current stage.
func (x *exec) recipe(r *Recipe) {
	switch r.Kind {
	case Invariant, WidenIV, ReducePhi, CountPhi, SumPhi, PolyPhi, PickPhi, PickIndex, CursorPhi, Last:
		return // on demand, or made with the phis
	case Linear, UniformMask, LoopBegin, LoopMask, LoopPhi, Keep, LoopEnd, LoopOut:
		x.nestRecipe(r)
		return
	case Uniform:
		v := x.cur.New(r.V.Op, r.V.Type, r.V.Pos)
		for _, a := range r.Args {
			v.AddArg(x.scalarOf(a))
		}
		v.FP, v.AuxInt = r.V.FP, r.V.AuxInt
		x.scalar[r.ID] = v
		x.spread(r)
		return
	case Bail:
		x.bail(r)
		return
	case CompressStore:
		x.compress(r)
		return
	case UniformLoad:
		if r.At != nil {
			x.scalar[r.ID] = x.laneAccess(r, 0)
			x.spread(r)
		} else if x.unchanged() {
			x.scalar[r.ID] = x.once(r)
		} else {
			x.scalar[r.ID] = x.uniformLoad(r, x.cur)
		}
		return
	}
	if r.Kind == ScanLanes {
		x.parts[r.ID] = x.scan(r)
		return
	}
	parts := x.f.NewValues(x.st.UF)
	x.parts[r.ID] = parts
	for p := range parts {
		parts[p] = x.part(r, p)
	}
}

// unchanged says whether what is loaded from one place stays the same as long as vector code runs, and is loaded by its
// first pass in any case. No store is to that place: of every store and every load of the loop that are at different
// distances in different iterations, legality has shown that their extents are disjoint, or has asked for a check of that.
// Where it relies on a promise of the metadata instead, that is not tested. A pass that may leave before the load, for what
// the data decide, need not reach it.
func (p *Plan) unchanged() bool {
	if p.Legal.Promised {
		return false
	}
	return !slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.Kind == Bail })
}

// once is what a UniformLoad loads, in front of all stages.
func (x *exec) once(r *Recipe) *ir.Value {
	v := x.loaded[r]
	if v == nil {
		v = x.uniformLoad(r, x.ph)
		x.loaded[r] = v
	}
	return v
}

func (x *exec) uniformLoad(r *Recipe, b *ir.Block) *ir.Value {
	base, off := x.address(r)
	v := b.New(ir.OpLoad, r.V.Type, r.V.Pos, base, x.f.ConstInt(ir.TI64, 0))
	v.Scale, v.Off = r.V.Scale, off
	return v
}

// part makes part p of a recipe that has one vector per part.
func (x *exec) part(r *Recipe, p int) *ir.Value {
	if r.At != nil {
		return x.laneAccess(r, p)
	}
	switch r.Kind {
	case Widen:
		return x.widen(r, p)
	case Splice, HandOver:
		return x.splice(r, p)
	case CarryLanes:
		return x.carryLanes(r, p)
	case PickTest:
		return x.beats(r.Pick, x.vec(r.Args[0], p), x.vec(r.Args[1], p))
	case WidenLoad:
		return x.load(r, p)
	case BlockLoad:
		return x.cur.New(ir.OpSplat, ir.Vec(r.Elem, x.st.VF), r.V.Pos, x.blockLoad(r, p))
	case BitTest:
		return x.testBits(r, p)
	case WidenStore:
		return x.store(r, p)
	case GatherLoad:
		return x.gather(r, p)
	case ScatterStore:
		return x.scatter(r, p)
	case ExpandLoad:
		return x.expandLoad(r, p)
	case GroupLoad:
		return x.groupLoad(r, p)
	case GroupStore:
		return x.groupStore(r, p)
	case Blend:
		n := len(r.Args)
		v := x.vec(r.Args[n-2], p)
		for k := n - 4; k >= 0; k -= 2 {
			v = x.cur.New(ir.OpSelect, v.Type, x.posOf(r), x.vec(r.Args[k+1], p), x.vec(r.Args[k], p), v)
		}
		return v
	case BlockMask:
		m := x.vec(r.Args[0], p)
		for _, a := range r.Args[1:] {
			m = x.cur.New(ir.OpOr, m.Type, x.pos, m, x.vec(a, p))
		}
		return m
	case EdgeMask:
		m := x.vec(r.Args[0], p)
		switch {
		case r.Mask == nil && r.Scale > 0:
			return m
		case r.Mask == nil:
			return x.cur.New(ir.OpNot, m.Type, x.pos, m)
		case r.Scale > 0:
			return x.cur.New(ir.OpAnd, m.Type, x.pos, x.vec(r.Mask, p), m)
		}
		return x.cur.New(ir.OpAndNot, m.Type, x.pos, x.vec(r.Mask, p), m)
	}
	x.f.Fatalf("vplan: no code for recipe %s", r.Kind)
	return nil
}

// vec is part p of r as a vector.
func (x *exec) vec(r *Recipe, p int) *ir.Value {
	if r.Kind == Invariant && r.V == nil {
		return x.f.ConstBool(ir.Mask(x.st.VF), r.Scale != 0)
	}
	if r.Kind == Invariant {
		return x.splat(r.V, x.st.VF)
	}
	if !r.IsUniform() {
		return x.parts[r.ID][p]
	}
	if x.parts[r.ID] == nil {
		s := x.scalar[r.ID]
		x.parts[r.ID] = []*ir.Value{x.cur.New(ir.OpSplat, s.Type.WithLanes(x.st.VF), s.Pos, s)}
	}
	return x.parts[r.ID][0]
}

// scalarOf is the scalar of a uniform recipe.
func (x *exec) scalarOf(r *Recipe) *ir.Value {
	if r.Kind == Invariant {
		return r.V
	}
	return x.scalar[r.ID]
}

func (x *exec) widen(r *Recipe, p int) *ir.Value {
	v := x.f.NewValue(x.cur, r.V.Op, ir.Vec(r.Elem, x.st.VF), r.V.Pos)
	v.FP, v.AuxInt = r.V.FP, r.V.AuxInt
	for k, a := range r.Args {
		w := x.vec(a, p)
		if k == 1 && r.V.Op.Is(ir.FlagPartial) {
			w = x.safeDivisor(r, p, w)
		}
		v.AddArg(w)
	}
	x.cur.Values = append(x.cur.Values, v)
	return v
}

// safeDivisor puts 1 in the lanes that must not divide: those that the program does not reach, whose divisor no check
// has seen, and those past the end in a masked stage.
func (x *exec) safeDivisor(r *Recipe, p int, d *ir.Value) *ir.Value {
	if r.Args[1].Kind == Invariant && r.Args[1].V.IsConst() {
		return d
	}
	m := x.maskOf(r, p)
	if m == nil {
		return d
	}
	return x.cur.New(ir.OpSelect, d.Type, r.V.Pos, m, d, x.f.ConstInt(d.Type, 1))
}

// maskOf is the lanes of part p that do r: its own mask and those still active; nil is all.
func (x *exec) maskOf(r *Recipe, p int) *ir.Value {
	switch {
	case r.Mask == nil && x.active == nil:
		return nil
	case r.Mask == nil:
		return x.active[p]
	}
	return x.masked(r.Mask, p)
}

// address is base and byte offset of r's access at iteration 0 with everything invariant folded in; the iteration's
// index is added by the caller with scale Stride.
func (x *exec) address(r *Recipe) (*ir.Value, int32) {
	a := r.Access
	return x.addressOf(x.pre, a.Base, a.Start, a.V.Scale, a.V.Off)
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

func (x *exec) shuffle(a, b *ir.Value, lanes ir.Lanes) *ir.Value {
	v := x.cur.New(ir.OpShuffle, a.Type, a.Pos, a, b)
	v.Aux = lanes
	return v
}

func (x *exec) allTrue(m *ir.Value) *ir.Value {
	if m == nil {
		return x.f.ConstBool(ir.Mask(x.st.VF), true)
	}
	return m
}

func (x *exec) gather(r *Recipe, p int) *ir.Value {
	base, index := x.indexed(r, r.Args[0])
	mask := x.maskOf(r, p)
	v := x.cur.New(ir.OpGather, ir.Vec(r.Elem, x.st.VF), r.V.Pos, base, x.indices(index, p), x.allTrue(mask))
	v.Scale, v.Off = r.V.Scale, r.V.Off
	x.noteNear(r, v)
	return v
}

func (x *exec) scatter(r *Recipe, p int) *ir.Value {
	if r.Update != nil {
		return x.updateLanes(r, p, r.Update)
	}
	base, index := x.indexed(r, r.Args[1])
	v := x.cur.New(ir.OpScatter, ir.TVoid, r.V.Pos, base, x.indices(index, p), x.vec(r.Args[0], p), x.allTrue(x.maskOf(r, p)))
	v.Scale, v.Off = r.V.Scale, r.V.Off
	return v
}

// varying is what index a of gather or scatter r adds to an invariant, which belongs to the address then, and that
// invariant; nil if there is none. Elements of two bytes are gathered by their neighbours and keep the start of their slice.
func (r *Recipe) varying(a *Recipe) (rest, invariant *Recipe) {
	if a.Kind != Widen || a.V.Op != ir.OpAdd || a.V.Type != ir.TI64 || r.V.AccessType().Elem.Size() == 2 {
		return a, nil
	}
	for k, b := range a.Args {
		if rest := a.Args[1-k]; b.Kind == Invariant && b.V != nil && !rest.IsUniform() {
			return rest, b
		}
	}
	return a, nil
}

// indexed is the address and the index of gather or scatter r, with what is invariant in the address: an index of a row's
// element stays one of 32 bits. Sums of 64 bits wrap around alike in any order.
func (x *exec) indexed(r, a *Recipe) (*ir.Value, *Recipe) {
	rest, invariant := r.varying(a)
	if invariant == nil {
		return r.Access.Base, a
	}
	p := x.pre.New(ir.OpPtrAdd, ir.TPtr, x.pos, r.Access.Base, x.scalarOf(invariant))
	p.Scale = r.V.Scale
	return p, rest
}

// indices is part p of a gather's index. If it is the extension of a narrower integer, 32 bits are enough: gathers
// extend signed, and an unsigned 8 or 16 bit number is not negative in 32 bits.
func (x *exec) indices(a *Recipe, p int) *ir.Value {
	v := x.vec(a, p)
	if v.Op != ir.OpSExt && v.Op != ir.OpZExt {
		return v
	}
	n := v.Args[0]
	switch {
	case n.Type.Elem == ir.I32 && v.Op == ir.OpSExt:
		return n
	case n.Type.Elem == ir.I8 || n.Type.Elem == ir.I16:
		return x.cur.New(v.Op, n.Type.WithElem(ir.I32), v.Pos, n)
	}
	return v
}
