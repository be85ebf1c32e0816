package lower

import "hotloop/loopopt/ir"

// compressSteps expands Compress and Expand, where the target has no instruction for them, into a network of
// log2(n) steps (Steele's; Warren, Hacker's Delight, 2nd edition, 7-4 and 7-5). Every active lane moves down by
// the number of inactive lanes below it. Step s moves by s the lanes whose distance has that bit set. Distances
// never decrease with the lane index, so no lane overwrites another if the steps go from the lowest bit to the
// highest. Expand takes the same steps in reverse, from the highest bit.
func (l *Lowerer) compressSteps(v *ir.Value) *ir.Value {
	t, x, m := v.Type, v.Args[0], v.Args[1]
	n := int(t.Lanes)
	d := t.WithElem(ir.IntElem(t.Elem.Size()))
	zero := l.Lit(d, 0)
	down := func(a *ir.Value, by int) *ir.Value { return l.slide(a, l.Lit(a.Type, 0), by) }
	up := func(a *ir.Value, by int) *ir.Value { return l.slide(l.Lit(a.Type, 0), a, n-by) }

	// dist[i] is the number of inactive lanes up to lane i.
	dist := l.Op(ir.OpSelect, d, m, zero, l.Lit(d, 1))
	for s := 1; s < n; s *= 2 {
		dist = l.Op(ir.OpAdd, d, dist, up(dist, s))
	}
	dist = l.Op(ir.OpSelect, d, m, dist, zero)
	bit := func(a *ir.Value, s int) *ir.Value {
		return l.Op(ir.OpNe, ir.Mask(n), l.Op(ir.OpAnd, d, a, l.Lit(d, int64(s))), zero)
	}
	none := l.Lit(t, 0)
	compress := v.Op == ir.OpCompress
	if compress {
		x = l.Op(ir.OpSelect, t, m, x, none)
	}
	var moves []*ir.Value // for each step, the lanes that it moves elements away from
	for s := 1; s < n; s *= 2 {
		from := down(dist, s)
		leaves, comes := bit(dist, s), bit(from, s)
		if compress {
			x = l.Op(ir.OpSelect, t, comes, down(x, s), l.Op(ir.OpSelect, t, leaves, none, x))
		}
		moves = append(moves, leaves)
		dist = l.Op(ir.OpSelect, d, comes, from, l.Op(ir.OpSelect, d, leaves, zero, dist))
	}
	if compress {
		return x
	}
	for k := len(moves) - 1; k >= 0; k-- {
		x = l.Op(ir.OpSelect, t, moves[k], up(x, 1<<k), x)
	}
	return l.Op(ir.OpSelect, t, m, x, none)
}

// permuteSteps expands Permute where the target has no instruction for it. It broadcasts each source lane and
// selects it into every position whose index names that lane.
func (l *Lowerer) permuteSteps(v *ir.Value) *ir.Value {
	t, n := v.Type, int(v.Type.Lanes)
	it := v.Args[2].Type
	if parts, _ := l.T.Layout(t, t.Elem.Size()); parts > 1 && n > 2 {
		return l.permuteHalves(v)
	}
	sel := l.Op(ir.OpAnd, it, v.Args[2], l.Lit(it, int64(2*n-1)))
	x := l.Lit(t, 0)
	for k := range 2 * n {
		lane := l.Make(ir.OpExtract, t.Scalar(), v.Args[k/n])
		lane.AuxInt = int64(k % n)
		l.Rep(lane)
		here := l.Op(ir.OpEq, ir.Mask(n), sel, l.Lit(it, int64(k)))
		x = l.Op(ir.OpSelect, t, here, l.Op(ir.OpSplat, t, lane), x)
	}
	return x
}

// permuteHalves computes Permute in two halves of the result. Each half permutes the halves of both vectors and
// selects from the two results.
func (l *Lowerer) permuteHalves(v *ir.Value) *ir.Value {
	n := int(v.Type.Lanes)
	half := func(x *ir.Value, k int) *ir.Value {
		s := l.Make(ir.OpSubvec, x.Type.WithLanes(n/2), x)
		s.AuxInt = int64(k * n / 2)
		l.Rep(s)
		return s
	}
	var out [2]*ir.Value
	t, it := v.Type.WithLanes(n/2), v.Args[2].Type.WithLanes(n/2)
	for k := range out {
		sel := half(v.Args[2], k)
		var from [2]*ir.Value
		for j := range from {
			from[j] = l.Op(ir.OpPermute, t, half(v.Args[j], 0), half(v.Args[j], 1), sel)
		}
		second := l.Op(ir.OpNe, ir.Mask(n/2), l.Op(ir.OpAnd, it, sel, l.Lit(it, int64(n))), l.Lit(it, 0))
		out[k] = l.Op(ir.OpSelect, t, second, from[1], from[0])
	}
	return l.Op(ir.OpConcat, v.Type, out[0], out[1])
}

// slide returns the lanes of a followed by b, starting at lane by.
func (l *Lowerer) slide(a, b *ir.Value, by int) *ir.Value {
	v := l.Make(ir.OpShuffle, a.Type, a, b)
	lanes := make(ir.Lanes, a.Type.Lanes)
	for i := range lanes {
		lanes[i] = int8(i + by)
	}
	v.Aux = lanes
	l.Rep(v)
	return v
}

// CompressWide does Compress or Expand with the elements widened to 32 bits.
func (l *Lowerer) CompressWide(v *ir.Value) *ir.Value {
	wide := v.Type.WithElem(ir.I32)
	return l.Op(ir.OpTruncI, v.Type, l.Op(v.Op, wide, l.Op(ir.OpZExt, wide, v.Args[0]), v.Args[1]))
}
