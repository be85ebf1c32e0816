package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Interleaved groups: Factor consecutive vectors hold VF structures of Factor elements. A load group loads the vectors
// whole and takes its members out by shuffles; a store group joins its members and stores the vectors.

// groupMask is the mask of vector k of a group in part p, in a masked stage: element e of the group's memory belongs to
// iteration e / Factor. The elements of a gap at the end of the last structure are never touched.
func (x *exec) groupMask(g *Group, p, k int) *ir.Value {
	if x.active == nil {
		return nil
	}
	f := int64(g.Factor)
	scaled := func(v *ir.Value) *ir.Value {
		return x.cur.New(ir.OpMul, ir.TI64, x.pos, v, x.f.ConstInt(ir.TI64, f))
	}
	first := x.plus(scaled(x.i), int64(p*g.Factor*x.st.VF+k*x.st.VF))
	last := x.plus(scaled(x.n), -int64(g.trailingGap()))
	return x.cur.New(ir.OpLaneMask, ir.Mask(x.st.VF), x.pos, first, last)
}

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
func (g *Group) lead() *Recipe { return &Recipe{V: g.Lead.V, Access: g.Lead} }

func (x *exec) groupLoad(r *Recipe, p int) *ir.Value {
	g := r.Group
	m := g.offsetOf(r.V)
	parts := x.groups[g]
	if parts == nil {
		parts = make([][]*ir.Value, x.st.UF)
		x.groups[g] = parts
	}
	if parts[p] == nil && x.whole(g) != ir.Void {
		parts[p] = x.groupWhole(g, p)
	}
	if parts[p] == nil {
		lead := g.lead()
		t := ir.Vec(g.Elem, x.st.VF)
		size := int64(g.Elem.Size())
		vs := make([]*ir.Value, g.Factor)
		first := int64(g.offsetOf(g.Lead.V))
		for k := range vs {
			off := (int64((p*g.Factor+k)*x.st.VF) - first) * size
			vs[k] = x.piece(lead, t, off, nil, x.groupMask(g, p, k))
		}
		parts[p] = x.deinterleave(vs, g)
		for k, m := range g.Members { // fields of several types are taken apart as integers
			if m != nil && m.V.Type.Elem != g.Elem {
				parts[p][k] = x.cur.New(ir.OpBitcast, t.WithElem(m.V.Type.Elem), x.pos, parts[p][k])
			}
		}
	}
	return parts[p][m]
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
			if a == nil || a.Group != g || a.Kind != GroupLoad {
				continue
			}
			switch {
			case r.Kind != Widen:
				return ir.Void
			case (r.V.Op == ir.OpSExt || r.V.Op == ir.OpZExt) && r.Elem.Bits() >= bits:
			case (r.V.Op == ir.OpSIToF || r.V.Op == ir.OpUIToF) && bits == 32: // by way of i32
			default:
				return ir.Void
			}
		}
	}
	return ir.IntElem(bits / 8)
}

// groupWhole loads part p of a group as whole structures. The gap at the end of the last one is in bounds: Limits sees to
// that.
func (x *exec) groupWhole(g *Group, p int) []*ir.Value {
	t := ir.Vec(x.whole(g), x.st.VF)
	size := int64(g.Elem.Size())
	var mask *ir.Value
	if x.active != nil {
		mask = x.active[p]
	}
	v := x.piece(g.lead(), t, (int64(p*g.Factor*x.st.VF)-int64(g.offsetOf(g.Lead.V)))*size, nil, mask)
	out := make([]*ir.Value, g.Factor)
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
	n := len(vs)
	out := make([]*ir.Value, n)
	if n&(n-1) == 0 {
		x.deinterleave2(vs, 0, 1, g, out)
		return out
	}
	vf := x.st.VF
	for m := range out {
		if g.Members[m] == nil {
			continue
		}
		v := vs[0]
		for k := 1; k < n; k++ { // v holds the lanes that vectors 0 … k-1 have
			lanes := make(ir.Lanes, vf)
			for l := range lanes {
				e := n*l + m // element of the group's memory
				switch {
				case k == 1 && e < vf:
					lanes[l] = int8(e)
				case e >= k*vf && e < (k+1)*vf:
					lanes[l] = int8(vf + e - k*vf)
				case e < k*vf:
					lanes[l] = int8(l)
				}
			}
			v = x.shuffle(v, vs[k], lanes)
		}
		out[m] = v
	}
	return out
}

// deinterleave2 halves recursively: the even elements of all vectors hold the members first, first+2*step, … .
func (x *exec) deinterleave2(vs []*ir.Value, first, step int, g *Group, out []*ir.Value) {
	if len(vs) == 1 {
		out[first] = vs[0]
		return
	}
	vf := x.st.VF
	for odd := range 2 {
		used := false
		for m := first + odd*step; m < g.Factor; m += 2 * step {
			used = used || g.Members[m] != nil
		}
		if !used {
			continue
		}
		half := make([]*ir.Value, len(vs)/2)
		for k := range half {
			lanes := make(ir.Lanes, vf)
			for l := range lanes {
				lanes[l] = int8(2*l + odd)
			}
			half[k] = x.shuffle(vs[2*k], vs[2*k+1], lanes)
		}
		x.deinterleave2(half, first+odd*step, 2*step, g, out)
	}
}

func (x *exec) groupStore(r *Recipe, p int) *ir.Value {
	g := r.Group
	if r.V != g.Pos.V {
		return nil // the last member stores for all
	}
	vals := make([]*ir.Value, g.Factor)
	for k, m := range g.Members {
		vals[k] = x.vec(x.Of(m.V).Args[0], p)
		if e := vals[k].Type.Elem; e != g.Elem {
			vals[k] = x.cur.New(ir.OpBitcast, vals[k].Type.WithElem(g.Elem), x.pos, vals[k])
		}
	}
	lead := x.Of(g.Lead.V)
	size := int64(g.Elem.Size())
	first := int64(g.offsetOf(g.Lead.V))
	for k, v := range x.interleave(vals) {
		x.piece(lead, v.Type, (int64((p*g.Factor+k)*x.st.VF)-first)*size, v, x.groupMask(g, p, k))
	}
	return nil
}

// interleave joins the members: vector k of the result holds elements k*VF … of the group's memory.
func (x *exec) interleave(vals []*ir.Value) []*ir.Value {
	n, vf := len(vals), x.st.VF
	if n == 1 {
		return vals
	}
	if n&(n-1) == 0 {
		// Members k and k+n/2 alternate in each of n/2 pairs; the pairs then alternate in turn.
		lo, hi := make([]*ir.Value, n/2), make([]*ir.Value, n/2)
		for k := range lo {
			a, b := make(ir.Lanes, vf), make(ir.Lanes, vf)
			for l := 0; l < vf; l += 2 {
				a[l], a[l+1] = int8(l/2), int8(vf+l/2)
				b[l], b[l+1] = int8(vf/2+l/2), int8(vf+vf/2+l/2)
			}
			lo[k] = x.shuffle(vals[k], vals[k+n/2], a)
			hi[k] = x.shuffle(vals[k], vals[k+n/2], b)
		}
		return append(x.interleave(lo), x.interleave(hi)...)
	}
	out := make([]*ir.Value, n)
	for k := range out {
		v := vals[0]
		for m := 1; m < n; m++ {
			lanes := make(ir.Lanes, vf)
			for l := range lanes {
				e := k*vf + l
				switch {
				case e%n == m:
					lanes[l] = int8(vf + e/n)
				case m == 1 && e%n == 0:
					lanes[l] = int8(e / n)
				case m > 1 && e%n < m:
					lanes[l] = int8(l)
				}
			}
			v = x.shuffle(v, vals[m], lanes)
		}
		out[k] = v
	}
	return out
}
