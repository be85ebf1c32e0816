package vplan

import (
	"fmt"
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Interleaved groups: Factor consecutive vectors hold VF structures of Factor elements. A load group loads the vectors
// whole and takes its members out by shuffles; a store group joins its members and stores the vectors. Where the target
// has instructions for structures, or structures are small integers, there are other forms, see Form.
//
// A store of structures is slower than the shuffles on cores with four vector units, and faster on those with two. So
// each stage takes what is cheapest for its lanes.

// groupKinds puts the rows of this file into the table.
func groupKinds() {
	kinds[GroupLoad] = row{name: "GROUP-LOAD", flags: isLoad, note: groupNote, price: (*coster).groupAccess,
		stopped:  (*coster).maskedGroup,
		maskable: func(_ *Plan, t tti.Info, r *Recipe) bool { return t.HasMaskedLoad(r.group.Elem) },
		part:     (*exec).groupLoad, verify: verifyGroup}
	kinds[GroupStore] = row{name: "GROUP-STORE", flags: isStore, note: groupNote, price: (*coster).groupAccess,
		stopped:  (*coster).maskedGroup,
		maskable: maskableStore, part: (*exec).groupStore, verify: verifyGroup}
}

func groupNote(r *Recipe) string {
	return fmt.Sprintf(" [group of %d, member %d]", r.group.Factor, r.group.offsetOf(r.V))
}

// maskedGroup prices, on top of an access to a whole vector, one under a mask: a member is about a vector.
func (c *coster) maskedGroup(r *Recipe) {
	c.maskedAccess(r)
	c.add(r, c.t.Cost(ir.OpLaneMask, ir.Mask(c.vf), ir.TI64))
}

// verifyGroup checks that a group has Factor places and a lead, and that one which is stored lane by lane is in no
// masked or predicated stage.
func verifyGroup(p *Plan, r *Recipe) error {
	g := r.group
	if len(g.Members) != g.Factor || g.Lead == nil {
		return fmt.Errorf("vplan: %s: group of %d with %d places", r, g.Factor, len(g.Members))
	}
	if last := p.Stages[len(p.Stages)-1]; g.byLanes && (last.Masked || last.Predicated) {
		return fmt.Errorf("vplan: %s: lane by lane in a masked stage", r)
	}
	return nil
}

// groupMask is the mask of vector k of a group in part p: in a masked stage, element e of the group's memory belongs to
// iteration e / Factor, and a store leaves out what the program does not store. The elements of a gap at the end of the
// last structure are never touched. Nil is all lanes.
func (x *exec) groupMask(g *Group, p, k int) *ir.Value {
	active := x.activeElements(g, p, k, x.st.VF)
	var stored *ir.Value
	if g.Write && g.gaps() {
		stored = x.storedLanes(g, k)
	}
	switch {
	case stored == nil:
		return active
	case active == nil:
		return stored
	}
	return x.cur.New(ir.OpAnd, active.Type, x.pos, active, stored)
}

// activeElements is the mask of vector k, of so many lanes, of what belongs to active iterations; nil if all does.
func (x *exec) activeElements(g *Group, p, k, lanes int) *ir.Value {
	if x.active == nil {
		return nil
	}
	f := int64(g.Factor)
	scaled := func(v *ir.Value) *ir.Value {
		return x.cur.New(ir.OpMul, ir.TI64, x.pos, v, x.f.ConstInt(ir.TI64, f))
	}
	first := x.plus(scaled(x.i), int64(p*g.Factor*x.st.VF+k*lanes))
	n := x.n
	if x.st.Predicated {
		n = x.cur.New(ir.OpAdd, ir.TI64, x.pos, x.i, x.count)
	}
	last := x.plus(scaled(n), -int64(g.trailingGap()))
	return x.cur.New(ir.OpLaneMask, ir.Mask(lanes), x.pos, first, last)
}

// storedLanes is the mask of the lanes of vector k that are members of the group: bytes of a table that tell members
// from gaps, beginning with what the vector's first lane is.
func (x *exec) storedLanes(g *Group, k int) *ir.Value {
	vf := x.st.VF
	key := lanesKey{g, vf, k * vf % g.Factor}
	if m := x.lanes[key]; m != nil {
		return m
	}
	data := make([]byte, vf+g.Factor-1)
	for e := range data {
		if g.Members[e%g.Factor] != nil {
			data[e] = 1
		}
	}
	table := x.f.Arg(ir.OpTablePtr, x.f.NewTable(ir.Table{Name: "members", Elem: ir.I8, Data: data}))
	t := ir.Vec(ir.I8, vf)
	v := x.ph.New(ir.OpLoad, t, x.pos, table, x.f.ConstInt(ir.TI64, 0))
	v.Scale, v.Off = 1, int32(key.first)
	m := x.ph.New(ir.OpNe, ir.Mask(vf), x.pos, v, x.f.ConstInt(t, 0))
	if x.lanes == nil {
		x.lanes = map[lanesKey]*ir.Value{}
	}
	x.lanes[key] = m
	return m
}

// lanesKey names a mask of storedLanes.
type lanesKey struct {
	g         *Group
	vf, first int
}

// gaps says whether some place has no member.
func (g *Group) gaps() bool { return slices.Contains(g.Members, nil) }

// trailingGap is the number of elements behind the last member.
func (g *Group) trailingGap() int {
	n := 0
	for k := g.Factor - 1; g.Members[k] == nil; k-- {
		n++
	}
	return n
}

// First is the member at the lowest place.
func (g *Group) First() *analysis.Access {
	for _, m := range g.Members {
		if m != nil {
			return m
		}
	}
	return nil
}

// offsetOf is the element offset of the group's lead.
func (g *Group) offsetOf(v *ir.Value) int {
	for k, m := range g.Members {
		if m != nil && m.V == v {
			return k
		}
	}
	return -1
}

// lead is a recipe for the lead's address; the lead itself may be a member that nobody asks for.
func (g *Group) lead() *Recipe { return &Recipe{V: g.Lead.V, memoryPart: memoryPart{Access: g.Lead}} }

func (x *exec) groupLoad(r *Recipe, p int) *ir.Value {
	g := r.group
	m := g.offsetOf(r.V)
	parts := x.groups[g]
	if parts == nil {
		parts = make([][]*ir.Value, x.st.UF)
		if x.groups == nil {
			x.groups = map[*Group][][]*ir.Value{}
		}
		x.groups[g] = parts
	}
	form := x.form(g)
	switch {
	case parts[p] != nil:
		return parts[p][m]
	case form == slots:
		parts[p] = x.groupWhole(g, p)
		return parts[p][m]
	case form == structures:
		parts[p] = x.loadStructures(g, p)
	case form == Tuples:
		x.loadTuples(g, p)
		return nil // what is stored is made of the vectors themselves
	default:
		lead := g.lead()
		t := ir.Vec(g.Elem, x.st.VF)
		size := int64(g.Elem.Size())
		vs := x.f.NewValues(g.Factor)
		first := g.leadOffset()
		for k := range vs {
			off := int64((p*g.Factor+k)*x.st.VF)*size - first
			vs[k] = x.piece(lead, t, off, nil, x.groupMask(g, p, k))
		}
		parts[p] = x.deinterleave(vs, g)
	}
	for k, m := range g.Members { // fields of several types are taken apart as integers
		if m != nil && m.V.Type.Elem != g.Elem {
			parts[p][k] = x.field(parts[p][k], m, g)
		}
	}
	return parts[p][m]
}

// form is the form of g in the current stage. Structures have no masks.
func (x *exec) form(g *Group) form {
	form := g.forms[bits.TrailingZeros(uint(x.st.VF))]
	if form == structures && x.active != nil {
		return shuffles
	}
	return form
}

// loadStructures loads the members of part p. That may touch a gap at the end of the last structure, which is in bounds
// as for whole vectors.
func (x *exec) loadStructures(g *Group, p int) []*ir.Value {
	out := x.f.NewValues(g.Factor)
	lead := g.lead()
	base, o := x.address(lead)
	idx, scale := x.index(lead.Access.Stride)
	for k, m := range g.Members {
		if m == nil {
			continue
		}
		v := x.cur.New(ir.OpLoadStrided, ir.Vec(g.Elem, x.st.VF), m.V.Pos, base, idx)
		v.Scale, v.Off = scale, o+int32(int64(p*g.Factor*x.st.VF*g.Elem.Size())-g.leadOffset())
		v.AuxInt, v.Groups = ir.MemberAux(g.Factor, k), m.V.Groups
		out[k] = v
	}
	return out
}

// leadOffset is the byte offset of the lead in the structure.
func (g *Group) leadOffset() int64 {
	size := int64(g.Elem.Size())
	first := int64(g.offsetOf(g.Lead.V)) * size
	if int64(g.Lead.Size) < size {
		first += int64(g.Lead.V.Off) % size
	}
	return first
}

// field makes member m of slots v of another type.
func (x *exec) field(v *ir.Value, m *analysis.Access, g *Group) *ir.Value {
	e := m.V.Type.Elem
	if m.Size < g.Elem.Size() {
		if sh := int64(m.V.Off) % int64(g.Elem.Size()) * 8; sh > 0 {
			v = x.cur.New(ir.OpShrU, v.Type, x.pos, v, x.f.ConstInt(v.Type, sh))
		}
		v = x.cur.New(ir.OpTruncI, v.Type.WithElem(ir.IntElem(m.Size)), x.pos, v)
	}
	switch {
	case e == v.Type.Elem:
		return v
	case e == ir.Bool:
		return x.cur.New(ir.OpNe, ir.Mask(x.st.VF), x.pos, v, x.f.ConstInt(v.Type, 0))
	}
	return x.cur.New(ir.OpBitcast, v.Type.WithElem(e), x.pos, v)
}

// whole is the integer that holds a whole structure of load group g, if that is the best way to take it apart: load
// structures as integers and shift the members down, without a shuffle. That pays where all members are extended to the
// size of the structure anyway (the truncation here and the extension there become one And); Void is no.
//
//	r := uint32(rgba[4*i]); g := uint32(rgba[4*i+1])    x := <i32xVF>(rgba[4*i:]); r := x & 255; g := x >> 8 & 255
func (p *Plan) whole(g *Group) ir.Elem {
	bits := g.Factor * g.Elem.Bits()
	for _, m := range g.Members {
		if m != nil && m.V.AccessType().Elem != g.Elem {
			return ir.Void
		}
	}
	if !g.Elem.IsInt() || g.Factor == 1 || bits > 64 || bits&(bits-1) != 0 {
		return ir.Void
	}
	for _, r := range p.Recipes {
		for _, a := range r.Args {
			if a == nil || a.group != g || a.Kind != GroupLoad {
				continue
			}
			switch {
			case r.Kind != Widen:
				return ir.Void
			case (r.V.Op == ir.OpSExt || r.V.Op == ir.OpZExt) && r.elem.Bits() >= bits:
			case (r.V.Op == ir.OpSIToF || r.V.Op == ir.OpUIToF) && bits == 32: // by way of i32
			default:
				return ir.Void
			}
		}
	}
	return ir.IntElem(bits / 8)
}

// groupWhole loads part p of a group as whole structures. The gap at the end of the last one is in bounds:
// IterationBounds sees to that.
func (x *exec) groupWhole(g *Group, p int) []*ir.Value {
	t := ir.Vec(x.whole(g), x.st.VF)
	size := int64(g.Elem.Size())
	var mask *ir.Value
	if x.active != nil {
		mask = x.active[p]
	}
	v := x.piece(g.lead(), t, (int64(p*g.Factor*x.st.VF)-int64(g.offsetOf(g.Lead.V)))*size, nil, mask)
	out := x.f.NewValues(g.Factor)
	for k, m := range g.Members {
		if m == nil {
			continue
		}
		y := v
		if k > 0 {
			y = x.cur.New(ir.OpShrU, t, x.pos, v, x.f.ConstInt(t, int64(k*g.Elem.Bits())))
		}
		out[k] = x.cur.New(ir.OpTruncI, t.WithElem(g.Elem), x.pos, y)
	}
	return out
}

// deinterleave takes the members that the group has out of its vectors.
func (x *exec) deinterleave(vs []*ir.Value, g *Group) []*ir.Value {
	n, run := len(vs), x.lanesInRun(g)
	out := x.f.NewValues(n)
	if run < x.st.VF {
		vs = x.pairHalves(vs)
	}
	if x.form(g) == sorted {
		for k, v := range vs {
			vs[k] = x.sortRuns(v, n, run)
		}
		x.splitSorted(vs, 0, n, run, g, out)
		return out
	}
	if n&(n-1) == 0 {
		x.deinterleave2(vs, 0, 1, g, out)
		return out
	}
	for m := range out {
		if g.Members[m] == nil {
			continue
		}
		v, first := vs[0], true
		for k := 1; k < n; k++ { // v holds the lanes that vectors 0 … k-1 have
			if !reaches(n, run, m, k) {
				continue
			}
			lanes := make(ir.Lanes, x.st.VF)
			for l := range lanes {
				e := n*(l%run) + m // element of the group's memory
				switch {
				case first && e < run:
					lanes[l] = x.within(l, e, run)
				case e >= k*run && e < (k+1)*run:
					lanes[l] = x.within(l, run+e-k*run, run)
				default: // has its element, or gets it later: no shuffle across halves for what does not matter
					lanes[l] = int8(l)
				}
			}
			v, first = x.shuffle(v, vs[k], lanes), false
		}
		out[m] = v
	}
	return out
}

// reaches says whether vector k of a group of n members has lanes of member m. Vectors of fewer lanes than members have
// none of some.
func reaches(n, vf, m, k int) bool {
	e := k*vf + (m-k*vf%n+n)%n // the first one of the member from the vector's first lane on
	return e < (k+1)*vf
}

// deinterleave2 halves recursively: the even elements of all vectors hold the members first, first+2*step, … .
func (x *exec) deinterleave2(vs []*ir.Value, first, step int, g *Group, out []*ir.Value) {
	if len(vs) == 1 {
		out[first] = vs[0]
		return
	}
	run := x.lanesInRun(g)
	for odd := range 2 {
		used := false
		for m := first + odd*step; m < g.Factor; m += 2 * step {
			used = used || g.Members[m] != nil
		}
		if !used {
			continue
		}
		half := x.f.NewValues(len(vs) / 2)
		for k := range half {
			lanes := make(ir.Lanes, x.st.VF)
			for l := range lanes {
				lanes[l] = x.within(l, 2*(l%run)+odd, run)
			}
			half[k] = x.shuffle(vs[2*k], vs[2*k+1], lanes)
		}
		x.deinterleave2(half, first+odd*step, 2*step, g, out)
	}
}
