package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// groupStore joins the members of a store group, at the last of them, and stores the vectors.
func (x *exec) groupStore(r *Recipe, p int) *ir.Value {
	g := r.group
	if r.V != g.Pos.V {
		return nil // the last member stores for all
	}
	if g.byLanes {
		x.storeLanes(g, p)
		return nil
	}
	if x.form(g) == Tuples {
		if w := x.tuplesOf(true).words[g]; w != nil {
			x.storePieces(g, p, x.storedWords(w, p))
		} else {
			x.storeTuples(g, x.of(g.Lead.V), p)
		}
		return nil
	}
	vals := x.f.NewValues(g.Factor)
	for k, m := range g.Members {
		if m == nil {
			continue
		}
		vals[k] = x.vec(x.of(m.V).Args[0], p)
		switch e := vals[k].Type.Elem; {
		case e == ir.Bool && g.gaps():
			vals[k] = x.zeroOrOne(vals[k])
		case e != g.Elem:
			vals[k] = x.cur.New(ir.OpBitcast, vals[k].Type.WithElem(g.Elem), x.pos, vals[k])
		}
	}
	if x.form(g) == structures {
		lead := x.of(g.Lead.V)
		size := int64(g.Elem.Size())
		first := int64(g.offsetOf(g.Lead.V))
		base, o := x.address(lead)
		idx, scale := x.index(lead.Access.Stride)
		v := x.cur.New(ir.OpStoreInterleaved, ir.TVoid, r.V.Pos, base, idx)
		v.AddArgs(vals...)
		v.Groups = x.groupsOf(r)
		v.Scale, v.Off = scale, o+int32((int64(p*g.Factor*x.st.VF)-first)*size)
		return nil
	}
	switch run := x.lanesInRun(g); {
	case g.gaps():
		vals = x.interleaveSome(vals)
	case run < x.st.VF:
		vals = x.unpairHalves(x.interleave(vals, run))
	default:
		vals = x.interleave(vals, run)
	}
	x.storePieces(g, p, vals)
	return nil
}

// storePieces stores the vectors of part p as they are.
func (x *exec) storePieces(g *Group, p int, vals []*ir.Value) {
	lead := x.of(g.Lead.V)
	size, first := int64(g.Elem.Size()), int64(g.offsetOf(g.Lead.V))
	for k, v := range vals {
		if v != nil {
			x.piece(lead, v.Type, (int64((p*g.Factor+k)*x.st.VF)-first)*size, v, x.groupMask(g, p, k))
		}
	}
}

// zeroOrOne makes bytes of a mask's lanes.
func (x *exec) zeroOrOne(m *ir.Value) *ir.Value {
	return x.cur.New(ir.OpZExt, m.Type.WithElem(ir.I8), x.pos, m)
}

// storeLanes stores the members of part p lane by lane, where the target cannot leave lanes of a vector out.
func (x *exec) storeLanes(g *Group, p int) {
	vals := x.f.NewValues(g.Factor)
	for k, m := range g.Members {
		if m == nil || x.of(m.V).Args[0].isUniform() {
			continue
		}
		vals[k] = x.vec(x.of(m.V).Args[0], p)
		if vals[k].Type.Elem == ir.Bool {
			vals[k] = x.zeroOrOne(vals[k])
		}
	}
	for l := range x.st.VF {
		for k, m := range g.Members {
			if m == nil {
				continue
			}
			r := x.of(m.V)
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
func (x *exec) interleave(vals []*ir.Value, run int) []*ir.Value {
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
				e := l % run / 2
				a[l], a[l+1] = x.within(l, e, run), x.within(l, run+e, run)
				b[l], b[l+1] = x.within(l, run/2+e, run), x.within(l, run+run/2+e, run)
			}
			lo[k] = x.shuffle(vals[k], vals[k+n/2], a)
			hi[k] = x.shuffle(vals[k], vals[k+n/2], b)
		}
		return append(x.interleave(lo, run), x.interleave(hi, run)...)
	}
	out := x.f.NewValues(n)
	for k := range out {
		v := vals[0]
		for m := 1; m < n; m++ {
			lanes := make(ir.Lanes, vf)
			for l := range lanes {
				e := k*run + l%run
				switch {
				case e%n == m:
					lanes[l] = x.within(l, run+e/n, run)
				case m == 1 && e%n == 0:
					lanes[l] = x.within(l, e/n, run)
				default: // has its element, or gets it later, for which none crosses halves
					lanes[l] = int8(l)
				}
			}
			v = x.shuffle(v, vals[m], lanes)
		}
		out[k] = v
	}
	return out
}

// groupAccess prices an interleaved group, with the first of its members.
func (c *coster) groupAccess(r *Recipe) {
	if c.seen[r.group] {
		return
	}
	note(&c.seen, r.group, true)
	before := c.ops
	c.group(r)
	c.mem += c.ops - before
	if r.group.Write {
		c.tuplesComputed(r)
	}
}

func (c *coster) group(r *Recipe) {
	g := r.group
	t := ir.Vec(g.Elem, c.vf)
	switch {
	case c.inTuples(g):
		c.groupInTuples(r)
		return
	case !g.Write:
		c.loadGroup(r, t)
		return
	}
	form, join := c.apart(g, t, tti.Interleave)
	a := tti.Access{Store: true, Type: t}
	if g.gaps() {
		a.Kind = tti.Masked
	}
	whole := c.consecutive(a, g.pieces(c.vf)).Plus(join)
	whole.Legal = whole.Legal && g.Factor <= ir.MaxLanes/2 &&
		(!g.gaps() || c.t.NumRegs(tti.Mask) > 0 && c.t.HasMaskedStore(g.Elem))
	if !g.gaps() && c.t.HasInterleaved(t, g.Factor) {
		if k := c.t.MemoryCost(tti.Access{Kind: tti.Interleaved, Store: true, Type: t, Factor: g.Factor}); k.Legal &&
			(!whole.Legal || k.Uops <= whole.Uops) {
			whole, form = k, structures
		}
	}
	note(&c.forms, g, form)
	single := c.t.MemoryCost(tti.Access{Store: true, Type: t.Scalar()})
	lanes := float32(0)
	for _, m := range g.Members {
		if m == nil {
			continue
		}
		each := single.Uops + laneUops
		if c.p.of(m.V).Args[0].isUniform() {
			each = single.Uops
		}
		lanes += float32(each * float32(c.vf)) // rounded: plans do not depend on the machine that makes them
	}
	if g.gaps() && (!whole.Legal || lanes < whole.Uops) {
		note(&c.byLanes, g, true)
		whole = tti.Cost{Uops: lanes, Legal: single.Legal}
	}
	c.add(r, whole)
}

// laneUops is what it takes to get a lane out of a vector, on the only port for it.
const laneUops = 4

// loadGroup prices the ways to load a group, the fields that are smaller than its elements included, and picks one.
func (c *coster) loadGroup(r *Recipe, t ir.Type) {
	g := r.group
	form, best := shuffles, tti.Cost{}
	if e := c.p.whole(g); e != ir.Void {
		form, best = slots, c.slots(g, ir.Vec(e, c.vf))
	} else {
		var split tti.Cost
		form, split = c.apart(g, t, tti.Deinterleave)
		best = c.consecutive(tti.Access{Type: t}, g.Factor).Plus(split).Plus(c.fields(g, t))
	}
	if c.t.HasInterleaved(t, g.Factor) {
		k := c.t.MemoryCost(tti.Access{Kind: tti.Interleaved, Type: t, Factor: g.Factor}).Plus(c.fields(g, t))
		if k.Legal && (!best.Legal || k.Uops <= best.Uops || c.structures) {
			form, best = structures, k
		}
		c.alsoStructures = c.alsoStructures || k.Legal && form == slots
	}
	note(&c.forms, g, form)
	c.add(r, best)
}

// consecutive is the price of n vectors one behind the other, which share what their address takes.
func (c *coster) consecutive(a tti.Access, n int) tti.Cost {
	if n&(n-1) == 0 && n*c.vf <= ir.MaxLanes && a.Type.Size() >= c.t.VectorBytes() && a.Kind == tti.Consecutive {
		a.Type = a.Type.WithLanes(n * c.vf)
		return c.t.MemoryCost(a)
	}
	return c.t.MemoryCost(a).Times(n)
}

// slots is the price of structures of type t as integers, members shifted down.
func (c *coster) slots(g *Group, t ir.Type) tti.Cost {
	k := c.t.MemoryCost(tti.Access{Type: t})
	for i, m := range g.Members {
		if i > 0 && m != nil {
			k = k.Plus(c.t.CostWithConst(ir.OpShrU, t, int64(i*g.Elem.Bits())))
		}
	}
	return k
}

// fields is the price of making small fields of elements.
func (c *coster) fields(g *Group, t ir.Type) tti.Cost {
	k := tti.Cost{Legal: true, Native: true}
	for _, m := range g.Members {
		if m == nil || m.Size == g.Elem.Size() {
			continue
		}
		if sh := int64(m.V.Off) % int64(g.Elem.Size()) * 8; sh > 0 {
			k = k.Plus(c.t.CostWithConst(ir.OpShrU, t, sh))
		}
		k = k.Plus(c.t.Cost(ir.OpTruncI, t.WithElem(ir.IntElem(m.Size)), t))
	}
	return k
}

// splits is the number of shuffles that deinterleave needs.
func (g *Group) splits(vf int) int {
	n, count := g.Factor, 0
	if n&(n-1) == 0 {
		for step := 1; step < n; step *= 2 { // members by their last bits: n/(2*step) shuffles for those in use
			for first := range 2 * step {
				used := false
				for m := first; m < n; m += 2 * step {
					used = used || g.Members[m] != nil
				}
				if used {
					count += n / (2 * step)
				}
			}
		}
		return count
	}
	for m, a := range g.Members {
		for k := 1; k < n && a != nil; k++ {
			if reaches(n, vf, m, k) {
				count++
			}
		}
	}
	return count
}

// joins is the number of shuffles that joining the members needs, and pieces that of the vectors they are joined to.
func (g *Group) joins(vf int) int {
	n, count := g.Factor, 0
	if !g.gaps() && n&(n-1) == 0 {
		for k := 1; k < n; k *= 2 {
			count += n
		}
		return count
	}
	for k := range n {
		for m, a := range g.Members {
			if a != nil && reaches(n, vf, m, k) && (m > 0 || g.gaps()) {
				count++
			}
		}
	}
	return count
}

func (g *Group) pieces(vf int) int {
	count := 0
	for k := range g.Factor {
		for m, a := range g.Members {
			if a != nil && reaches(g.Factor, vf, m, k) {
				count++
				break
			}
		}
	}
	return count
}
