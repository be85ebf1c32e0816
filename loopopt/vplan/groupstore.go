package vplan

import "hotloop/loopopt/ir"

// groupStore joins the members of a store group, at the last of them, and stores the vectors.
func (x *exec) groupStore(r *Recipe, p int) *ir.Value {
	g := r.Group
	if r.V != g.Pos.V {
		return nil // the last member stores for all
	}
	if g.ByLanes {
		x.storeLanes(g, p)
		return nil
	}
	vals := x.f.NewValues(g.Factor)
	for k, m := range g.Members {
		if m == nil {
			continue
		}
		vals[k] = x.vec(x.Of(m.V).Args[0], p)
		switch e := vals[k].Type.Elem; {
		case e == ir.Bool && g.gaps():
			vals[k] = x.zeroOrOne(vals[k])
		case e != g.Elem:
			vals[k] = x.cur.New(ir.OpBitcast, vals[k].Type.WithElem(g.Elem), x.pos, vals[k])
		}
	}
	lead := x.Of(g.Lead.V)
	size := int64(g.Elem.Size())
	first := int64(g.offsetOf(g.Lead.V))
	if x.form(g) == Structures {
		base, o := x.address(lead)
		idx, scale := x.index(lead.Access.Stride)
		v := x.cur.New(ir.OpStoreInterleaved, ir.TVoid, r.V.Pos, base, idx)
		v.AddArgs(vals...)
		v.Scale, v.Off = scale, o+int32((int64(p*g.Factor*x.st.VF)-first)*size)
		return nil
	}
	join := x.interleave
	if g.gaps() {
		join = x.interleaveSome
	}
	for k, v := range join(vals) {
		if v != nil {
			x.piece(lead, v.Type, (int64((p*g.Factor+k)*x.st.VF)-first)*size, v, x.groupMask(g, p, k))
		}
	}
	return nil
}

// zeroOrOne makes bytes of a mask's lanes.
func (x *exec) zeroOrOne(m *ir.Value) *ir.Value {
	return x.cur.New(ir.OpZExt, m.Type.WithElem(ir.I8), x.pos, m)
}

// storeLanes stores the members of part p lane by lane, where the target cannot leave lanes of a vector out.
func (x *exec) storeLanes(g *Group, p int) {
	vals := x.f.NewValues(g.Factor)
	for k, m := range g.Members {
		if m == nil || x.Of(m.V).Args[0].IsUniform() {
			continue
		}
		vals[k] = x.vec(x.Of(m.V).Args[0], p)
		if vals[k].Type.Elem == ir.Bool {
			vals[k] = x.zeroOrOne(vals[k])
		}
	}
	for l := range x.st.VF {
		for k, m := range g.Members {
			if m == nil {
				continue
			}
			r := x.Of(m.V)
			var v *ir.Value
			if w := vals[k]; w == nil {
				v = x.scalarOf(r.Args[0])
			} else {
				v = x.cur.New(ir.OpExtract, w.Type.Scalar(), x.pos, w)
				v.AuxInt = int64(l)
			}
			x.piece(r, v.Type, int64(p*x.st.VF+l)*m.Stride, v, nil)
		}
	}
}

// interleaveSome joins members with gaps between: a gap's lanes may be anything, and vectors without a member are nil.
func (x *exec) interleaveSome(vals []*ir.Value) []*ir.Value {
	n, vf := len(vals), x.st.VF
	out := x.f.NewValues(n)
	for k := range out {
		for m, val := range vals {
			if val == nil || !reaches(n, vf, m, k) {
				continue
			}
			v := out[k]
			lanes := make(ir.Lanes, vf)
			for l := range lanes {
				switch e := k*vf + l; {
				case e%n == m && v == nil:
					lanes[l] = int8(e / n)
				case e%n == m:
					lanes[l] = int8(vf + e/n)
				case v != nil:
					lanes[l] = int8(l)
				}
			}
			if v == nil {
				v = val
			}
			out[k] = x.shuffle(v, val, lanes)
		}
	}
	return out
}

// interleave joins the members: vector k of the result holds elements k*VF … of the group's memory.
func (x *exec) interleave(vals []*ir.Value) []*ir.Value {
	n, vf := len(vals), x.st.VF
	if n == 1 {
		return vals
	}
	if n&(n-1) == 0 {
		// Members k and k+n/2 alternate in each of n/2 pairs; the pairs then alternate in turn.
		lo, hi := x.f.NewValues(n/2), x.f.NewValues(n/2)
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
	out := x.f.NewValues(n)
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
