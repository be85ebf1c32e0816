package isel

import "hotloop/loopopt/ir"

// compressSteps writes Compress and Expand for targets, or types, without an instruction for it, as a network of log2(n)
// steps (Steele's; Warren, Hacker's Delight, 2nd edition, 7-4 and 7-5). Every lane that is on moves down by the number of
// lanes below it that are off: in step s those move by s whose number has that bit. As no two of them have different
// distances in the same order that they stand in, none runs into another, lowest bit first. Expand goes the same ways
// back, highest bit first.
func (l *lowerer) compressSteps(v *ir.Value) *ir.Value {
	t, x, m := v.Type, v.Args[0], v.Args[1]
	n := int(t.Lanes)
	d := t.WithElem(ir.IntElem(t.Elem.Size()))
	zero := l.lit(d, 0)
	down := func(a *ir.Value, by int) *ir.Value { return l.slide(a, l.lit(a.Type, 0), by) }
	up := func(a *ir.Value, by int) *ir.Value { return l.slide(l.lit(a.Type, 0), a, n-by) }

	// dist: the lanes that are off up to each one.
	dist := l.op(ir.OpSelect, d, m, zero, l.lit(d, 1))
	for s := 1; s < n; s *= 2 {
		dist = l.op(ir.OpAdd, d, dist, up(dist, s))
	}
	dist = l.op(ir.OpSelect, d, m, dist, zero)
	bit := func(a *ir.Value, s int) *ir.Value {
		return l.op(ir.OpNe, ir.Mask(n), l.op(ir.OpAnd, d, a, l.lit(d, int64(s))), zero)
	}
	none := l.lit(t, 0)
	compress := v.Op == ir.OpCompress
	if compress {
		x = l.op(ir.OpSelect, t, m, x, none)
	}
	var moves []*ir.Value // the lanes that a step moves things away from
	for s := 1; s < n; s *= 2 {
		from := down(dist, s)
		leaves, comes := bit(dist, s), bit(from, s)
		if compress {
			x = l.op(ir.OpSelect, t, comes, down(x, s), l.op(ir.OpSelect, t, leaves, none, x))
		}
		moves = append(moves, leaves)
		dist = l.op(ir.OpSelect, d, comes, from, l.op(ir.OpSelect, d, leaves, zero, dist))
	}
	if compress {
		return x
	}
	for k := len(moves) - 1; k >= 0; k-- {
		x = l.op(ir.OpSelect, t, moves[k], up(x, 1<<k), x)
	}
	return l.op(ir.OpSelect, t, m, x, none)
}

// slide is the lanes of a followed by b from lane by on.
func (l *lowerer) slide(a, b *ir.Value, by int) *ir.Value {
	v := l.make(ir.OpShuffle, a.Type, a, b)
	lanes := make(ir.Lanes, a.Type.Lanes)
	for i := range lanes {
		lanes[i] = int8(i + by)
	}
	v.Aux = lanes
	l.rep(v)
	return v
}

// compressWide does Compress or Expand on elements of four bytes.
func (l *lowerer) compressWide(v *ir.Value) *ir.Value {
	wide := v.Type.WithElem(ir.I32)
	return l.op(ir.OpTruncI, v.Type, l.op(v.Op, wide, l.op(ir.OpZExt, wide, v.Args[0]), v.Args[1]))
}
