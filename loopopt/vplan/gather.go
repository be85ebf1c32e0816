package vplan

import (
	"fmt"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// gatherKinds puts the rows of this file into the table.
func gatherKinds() {
	kinds[GatherLoad] = row{name: "GATHER", flags: isLoad | movable, price: (*coster).indexedAccess,
		part: (*exec).gather}
	kinds[ScatterStore] = row{name: "SCATTER", flags: isStore | movable,
		note: func(r *Recipe) string {
			if r.update == nil {
				return ""
			}
			return fmt.Sprintf(" [update by %s]", r.update.Op.Op)
		},
		price: (*coster).indexedAccess, part: (*exec).scatter}
}

// indexedAccess prices a gather or scatter.
func (c *coster) indexedAccess(r *Recipe) {
	switch {
	case r.at != nil:
		c.laneAccess(r)
		return
	case r.update != nil:
		c.updates(r, r.update)
		return
	}
	elem := r.memElem()
	a := tti.Access{Kind: tti.Indexed, Store: r.is(isStore), Type: ir.Vec(elem, c.vf), Masked: r.mask != nil,
		Index:  ir.I64,
		Object: r.Access.Base != nil && analysis.Object(r.Access.Base)}
	before, windows := c.ops, len(c.windows)
	idx, _ := r.varying(r.Args[len(r.Args)-1])
	if idx.narrowIndex() {
		a.Index = ir.I32
	}
	k := c.t.MemoryCost(a)
	if r.Kind == GatherLoad && k.Legal {
		k = c.window(r, a, k)
	}
	c.add(r, k)
	if k.Legal && len(c.windows) == windows && elem.Size() >= 4 {
		c.indexed, c.scatters = true, c.scatters || a.Store
	}
	bytes := !a.Store && elem.Size() == 1 && idx.byteIndex()
	switch {
	case k.Native:
	case bytes && c.t.NumRegs(tti.Mask) == 0: // eight indices go to a general register at once
	default:
		c.lanes += float64(k.Uops)
		if a.Index == ir.I64 && c.t.NumRegs(tti.Mask) == 0 {
			c.wideLanes += float64(k.Uops)
		}
	}
	// What gathers lane by lane takes lanes out of vectors and puts them in, which is arithmetic to the ports: 37
	// cycles for 16 bytes, three times what the slots alone would take (resize_row of the suite image). Bytes by bytes
	// are put in only: on Zen 3 the slots are all that a table of them waits for.
	switch {
	case elem.Size() >= 4:
		c.mem += c.ops - before
	case bytes:
		c.mem += c.ops - before - float64(c.vf)
	}
}

// A lane of a gather and one of a scatter, in cycles: they have the load or store ports to themselves, which innermost
// loops that wait for memory do not notice and sums along rows do. jitbench -machine finds 0.4 to 0.55 and 0.8 to 1 on
// AVX-512 where all lanes meet one cache line; how much more lanes on lines of their own take is an estimate. On AVX2
// there are indices of 32 bits, 0.9 to 1.2 cycles a lane on Zen 3 (8 lanes, sums by index, permutations), and what
// takes the indices of 64 bits out of a vector, one after the other: 1.4 to 1.8 (rows of a matrix by lanes, of 4).
const (
	gatherLane   = 0.8
	scatterLane  = 1.0
	gatherNarrow = 1.1
	gatherByOne  = 1.6
)

// laneCycles is what a lane of an indexed access takes at least, which is priced k, in cycles.
func (c *coster) laneCycles(a tti.Access, k tti.Cost) float64 {
	switch {
	case a.Store:
		return scatterLane
	case c.t.NumRegs(tti.Mask) > 0:
		return gatherLane
	case k.Native && a.Index == ir.I32 && c.vf >= 8:
		return gatherNarrow
	}
	return gatherByOne
}

func (x *exec) gather(r *Recipe, p int) *ir.Value {
	base, index := x.indexed(r, r.Args[0])
	mask := x.maskOf(r, p)
	v := x.cur.New(ir.OpGather, ir.Vec(r.elem, x.st.VF), r.V.Pos, base, x.indices(index, p), x.allTrue(mask))
	v.Scale, v.Off, v.Groups = r.V.Scale, r.V.Off, r.V.Groups
	x.noteNear(r, v)
	return v
}

func (x *exec) scatter(r *Recipe, p int) *ir.Value {
	if r.update != nil {
		return x.updateLanes(r, p, r.update)
	}
	base, index := x.indexed(r, r.Args[1])
	v := x.cur.New(ir.OpScatter, ir.TVoid, r.V.Pos, base, x.indices(index, p), x.vec(r.Args[0], p),
		x.allTrue(x.maskOf(r, p)))
	v.Scale, v.Off, v.Groups = r.V.Scale, r.V.Off, r.V.Groups
	return v
}

// varying is what index a of gather or scatter r adds to an invariant, which belongs to the address then, and that
// invariant; nil if there is none. Elements of two bytes are gathered by their neighbours and keep the start of their
// slice.
func (r *Recipe) varying(a *Recipe) (rest, invariant *Recipe) {
	if a.Kind != Widen || a.V.Op != ir.OpAdd || a.V.Type != ir.TI64 || r.V.AccessType().Elem.Size() == 2 {
		return a, nil
	}
	for k, b := range a.Args {
		if rest := a.Args[1-k]; b.Kind == Invariant && b.V != nil && !rest.isUniform() {
			return rest, b
		}
	}
	return a, nil
}

// indexed is the address and the index of gather or scatter r, with what is invariant in the address: an index of a
// row's element stays one of 32 bits. Sums of 64 bits wrap around alike in any order.
func (x *exec) indexed(r, a *Recipe) (*ir.Value, *Recipe) {
	rest, invariant := r.varying(a)
	if invariant == nil {
		return r.Access.Base, a
	}
	p := x.pre.New(ir.OpPtrAdd, ir.TPtr, x.pos, r.Access.Base, x.scalarOf(invariant))
	p.Scale = r.V.Scale
	return p, rest
}

// narrowIndex says whether 32 bits are enough for index r: see exec.indices.
func (r *Recipe) narrowIndex() bool {
	v := r.V
	return v != nil && (v.Op == ir.OpSExt || v.Op == ir.OpZExt) && v.Args[0].Type.Size() <= 4 &&
		!(v.Op == ir.OpZExt && v.Args[0].Type.Elem == ir.I32)
}

// byteIndex says whether index r is an unsigned byte.
func (r *Recipe) byteIndex() bool {
	return r.V != nil && r.V.Op == ir.OpZExt && r.V.Args[0].Type.Elem == ir.I8
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

// Update is a change of an element that every iteration picks: a load, an operation with something else, a store to the
// same place. It belongs to the store.
type Update struct {
	Load, Op *ir.Value
	With     *ir.Value // what the operation combines with the element
	At       int       // which argument of Op is the element
	// Copies is the number of copies that the table has, Apart the bytes from one to the next: a lane may change its
	// element in any of them, all of which are combined later. 0 if there is but the table.
	Copies int
	Apart  int32
}

// copyOf is where the copy of the table lies that a lane works on, in bytes from the first: lanes take turns, so that
// those with the same element need not wait for each other's store.
func (u *Update) copyOf(lane int) int32 {
	if u.Copies < 2 {
		return 0
	}
	return int32(lane%u.Copies) * u.Apart
}

// updateLanes does part p of the updates that belong to scatter r, lane by lane: each sees what those before it have
// stored. So there are no conflicts to be looked for, which costs more than it brings: with VPCONFLICTD, a gather and a
// scatter counting 16 bytes takes 29 cycles on Zen 5 (by the tables 33 on Golden Cove), scalar code 13, or 64 where all
// bytes are the same.
func (x *exec) updateLanes(r *Recipe, p int, u *Update) *ir.Value {
	var w *ir.Value
	if !r.Args[0].isUniform() {
		w = x.vec(r.Args[0], p)
	}
	index := x.indices(r.Args[1], p)
	var st *ir.Value
	for lane := range x.st.VF {
		i := x.cur.New(ir.OpExtract, index.Type.Scalar(), index.Pos, index)
		i.AuxInt = int64(lane)
		if i.Type != ir.TI64 {
			i = x.cur.New(ir.OpSExt, ir.TI64, index.Pos, i)
		}
		old := x.cur.New(ir.OpLoad, u.Load.Type, u.Load.Pos, r.Access.Base, i)
		old.Scale, old.Off = u.Load.Scale, u.Load.Off+u.copyOf(lane)
		with := w
		if w == nil {
			with = x.scalarOf(r.Args[0])
		} else {
			with = x.cur.New(ir.OpExtract, u.Op.Type, u.Op.Pos, w)
			with.AuxInt = int64(lane)
		}
		args := [2]*ir.Value{old, with}
		if u.At == 1 {
			args = [2]*ir.Value{with, old}
		}
		v := x.cur.New(u.Op.Op, u.Op.Type, u.Op.Pos, args[0], args[1])
		v.FP, v.AuxInt = u.Op.FP, u.Op.AuxInt
		st = x.cur.New(ir.OpStore, ir.TVoid, r.V.Pos, r.Access.Base, i, v)
		st.Scale, st.Off = r.V.Scale, r.V.Off+u.copyOf(lane)
	}
	return st
}

// updates prices scatter r of an update.
func (c *coster) updates(r *Recipe, u *Update) {
	t := u.Op.Type
	one := c.t.MemoryCost(tti.Access{Type: t}).Plus(c.t.MemoryCost(tti.Access{Type: t, Store: true}))
	one = one.Plus(c.t.Cost(u.Op.Op, t, t))
	one = one.Plus(c.t.Cost(ir.OpExtract, ir.TI64, ir.Vec(ir.I32, c.vf)))
	if !r.Args[0].isUniform() {
		one = one.Plus(c.t.Cost(ir.OpExtract, t, ir.Vec(t.Elem, c.vf)))
	}
	all := one.Times(c.vf)
	c.add(r, all)
	c.lanes += float64(all.Uops)
	c.comeBack(float64(all.Uops))
}

// comeBack notes that so many micro-operations take lanes out of vectors and do more with them than access memory.
func (c *coster) comeBack(uops float64) {
	if c.t.NumRegs(tti.Mask) == 0 && c.t.VectorBytes() > 16 {
		c.bothWays += uops
	}
}
