package nest

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// run puts the loop into strips, behind the tests that the walks need.
func (p *periodic) run() {
	d, h, md := p.d, p.l.Header, p.l.Header.Loop
	if cond := p.guard(); cond != nil {
		c := clone.Version(d.F, p.l, cond, "aperiodic", "aperiodic", false, nil)
		p.l.Preheader.Likely = ir.LikelyTrue
		c.Block(h).Loop = driver.Fallback(md)
		scalar.CanonicalLoops(d.F)
		d.Refresh()
		p = &periodic{d: d, l: d.LoopOf(h), pos: p.pos}
		if !p.find() {
			d.F.Fatalf("stripmine: the loop at b%d has no wrap-around index left", h.ID)
		}
	}
	next := map[*ir.Value]*ir.Value{}
	exit := p.count.Exit
	s := strips(d, p.l, p.count.Trips, nil, func(s *strip) *ir.Value {
		far := s.outer.New(ir.OpSub, ir.TI64, p.pos, s.count,
			s.outer.New(ir.OpAdd, ir.TI64, p.pos, s.first, d.F.ConstInt(ir.TI64, 1)))
		for _, w := range p.cycles {
			far = s.outer.New(ir.OpMinU, ir.TI64, p.pos, far, p.strip(w, s))
		}
		done := s.outer.New(ir.OpAdd, ir.TI64, p.pos, far, d.F.ConstInt(ir.TI64, 1))
		for _, w := range p.cycles {
			if w.wrap != nil {
				next[w.wrap.next] = p.start(w, s, done)
			}
		}
		return s.outer.New(ir.OpAdd, ir.TI64, p.pos, s.first, done)
	})
	at := exit.PredIndex(s.back)
	for _, phi := range exit.Phis() {
		if v := next[phi.Args[at]]; v != nil {
			phi.SetArg(at, v)
		}
	}
	s.outer.Loop = driver.Bare(md).With(ir.Attr{Name: analysis.Strips})
	afterJam(d)
	d.Passed("stripmine", p.pos, "loop strip-mined at wrap-arounds", remark.Arg{Name: "cycles", Value: len(p.cycles)})
}

// guard is what must hold in front of the loop for strips to be right and to pay, nil if it is known to.
func (p *periodic) guard() *ir.Value {
	var all *ir.Value
	pre := p.l.Preheader
	is := func(op ir.Op, a, b *ir.Value) {
		v := pre.New(op, ir.TBool, p.pos, a, b)
		if all != nil {
			v = pre.New(ir.OpAnd, ir.TBool, p.pos, all, v)
		}
		all = v
	}
	c := func(n int64) *ir.Value { return p.d.F.ConstInt(ir.TI64, n) }
	for _, w := range p.cycles {
		switch {
		case w.proved:
		case w.wrap != nil && w.k == nil:
			is(ir.OpLtU, c(periodOfOthers-2), p.far(pre, w, w.wrap.reset))
		case w.op() == ir.OpAnd:
			is(ir.OpLeS, c(periodOfOthers-1), p.wide(pre, p.low(pre, w.k), false))
		default:
			signed := w.op() == ir.OpRemS || w.op() == ir.OpDivS
			if !w.k.IsConst() {
				is(ir.OpLeS, c(periodOfDivision), p.wide(pre, w.k, signed))
			}
			if w.wrap != nil {
				break // how far it walks is asked for each strip
			}
			// From the first to the last, everything is in [0, most].
			se := p.d.Scev
			if lo, _ := se.Range(w.x); lo >= 0 && se.NoSignedWrap(w.x) {
				break
			}
			most := int64(math.MaxInt64)
			if bits := w.x.Elem.Bits(); bits < 64 && signed {
				most = 1<<(bits-1) - 1
			} else if bits < 64 {
				most = 1<<bits - 1
			}
			from := p.wide(pre, se.Expand(w.x.Start(), pre), signed)
			taken := se.Expand(p.count.Taken, pre)
			if w.step != 1 && w.step != -1 {
				is(ir.OpLeS, taken, c(periodTrips))
			}
			// With a step of one, a sum that leaves the integers is negative: both parts are not.
			to := pre.New(ir.OpAdd, ir.TI64, p.pos, from, p.times(pre, taken, w.step))
			for _, v := range []*ir.Value{from, to} {
				is(ir.OpLeS, c(0), v)
				if most != math.MaxInt64 {
					is(ir.OpLeS, v, c(most))
				}
			}
		}
	}
	return all
}

// op is the operation that makes the walk start over.
func (w *cycle) op() ir.Op {
	if w.wrap != nil {
		return w.wrap.next.Op
	}
	return w.v.Op
}

// wide is v, an integer, in 64 bits.
func (p *periodic) wide(b *ir.Block, v *ir.Value, signed bool) *ir.Value {
	switch {
	case v.Type == ir.TI64:
		return v
	case signed:
		return b.New(ir.OpSExt, ir.TI64, p.pos, v)
	}
	return b.New(ir.OpZExt, ir.TI64, p.pos, v)
}

// times is v*n, in 64 bits.
func (p *periodic) times(b *ir.Block, v *ir.Value, n int64) *ir.Value {
	if n == 1 {
		return v
	}
	return b.New(ir.OpMul, ir.TI64, p.pos, v, p.d.F.ConstInt(ir.TI64, n))
}

// low is the bits of m below its lowest zero: as they count up, those above stand still.
func (p *periodic) low(b *ir.Block, m *ir.Value) *ir.Value {
	return b.New(ir.OpAndNot, m.Type, p.pos, m, b.New(ir.OpAdd, m.Type, p.pos, m, p.d.F.ConstInt(m.Type, 1)))
}

// steps is the number of steps of size step that fit in room, which is not negative, or in behind if they go down.
func (p *periodic) steps(b *ir.Block, step int64, room, behind *ir.Value) *ir.Value {
	if step < 0 {
		step, room = -step, behind
	}
	if step > 1 {
		room = b.New(ir.OpDivU, ir.TI64, p.pos, room, p.d.F.ConstInt(ir.TI64, step))
	}
	return room
}

// strip computes, for a strip, how often the walk goes on from its first iteration, as an unsigned number, and makes
// the value an induction of the strip.
func (p *periodic) strip(w *cycle, s *strip) *ir.Value {
	f, se, b, pos := p.d.F, p.d.Scev, s.outer, p.pos
	if w.wrap != nil {
		carry := s.carried[w.v]
		by := s.make(ir.OpSub, ir.TI64, s.k, s.first)
		if carry.Type != ir.TI64 {
			by = s.make(ir.OpTruncI, carry.Type, by)
		}
		op := ir.OpAdd
		if w.step < 0 {
			op = ir.OpSub
		}
		w.v.CopyOf(s.make(op, carry.Type, carry, by))
		return p.far(b, w, carry)
	}
	pre := p.l.Preheader
	start := se.Expand(w.x.Start(), pre)
	var first, far *ir.Value // of the value, in 64 bits
	switch op := w.v.Op; op {
	case ir.OpRemS, ir.OpRemU, ir.OpDivS, ir.OpDivU:
		signed := op == ir.OpRemS || op == ir.OpDivS
		x := b.New(ir.OpAdd, ir.TI64, pos, p.wide(pre, start, signed), p.times(b, s.first, w.step))
		k := p.wide(pre, w.k, signed)
		r := b.New(ir.OpRemU, ir.TI64, pos, x, k)
		far = p.steps(b, w.step, b.New(ir.OpSub, ir.TI64, pos,
			b.New(ir.OpSub, ir.TI64, pos, k, f.ConstInt(ir.TI64, 1)), r), r)
		if first = r; op == ir.OpDivS || op == ir.OpDivU {
			q := b.New(ir.OpDivU, ir.TI64, pos, x, k)
			if w.v.Type != ir.TI64 {
				q = b.New(ir.OpTruncI, w.v.Type, pos, q)
			}
			w.v.CopyOf(q)
			return far
		}
		p.below(w.v, func(bound *ir.Value) bool { return se.Of(bound) == se.Of(w.k) })
	default:
		x := s.first
		t := start.Type
		if t != ir.TI64 {
			x = b.New(ir.OpTruncI, t, pos, x)
		}
		if w.step != 1 {
			x = b.New(ir.OpMul, t, pos, x, f.ConstInt(t, w.step))
		}
		x = b.New(ir.OpAdd, t, pos, x, start)
		var low *ir.Value
		if op == ir.OpAnd {
			low, first = p.low(pre, w.k), p.wide(b, b.New(ir.OpAnd, t, pos, x, w.k), false)
			p.below(w.v, func(bound *ir.Value) bool {
				n, ok := se.ConstDiff(se.Of(bound), se.Of(w.k))
				return ok && n == 1 && !w.k.IsConst() // which cannot be all ones, by the guard
			})
		} else {
			low, first = f.ConstInt(t, -1), p.wide(b, x, false)
		}
		at := b.New(ir.OpAnd, t, pos, x, low)
		far = p.steps(b, w.step, p.wide(b, b.New(ir.OpSub, t, pos, low, at), false), p.wide(b, at, false))
	}
	base := b.New(ir.OpSub, ir.TI64, pos, first, p.times(b, s.first, w.step))
	n := s.k
	if w.step != 1 {
		n = s.make(ir.OpMul, ir.TI64, n, f.ConstInt(ir.TI64, w.step))
	}
	v := s.make(ir.OpAdd, ir.TI64, base, n)
	if w.v.Type == ir.TI64 {
		w.v.CopyOf(v)
		return far
	}
	// Where it is extended it is v itself, and so an induction without wrapping.
	for _, b := range p.l.Blocks {
		for _, u := range b.Walk() {
			if (u.Op == ir.OpZExt || u.Op == ir.OpSExt && w.op() == ir.OpRemS) && u.Args[0] == w.v &&
				u.Type == ir.TI64 {
				u.CopyOf(v)
			}
		}
	}
	w.v.CopyOf(s.make(ir.OpTruncI, w.v.Type, v))
	return far
}

// below makes the comparisons that say whether v, of 64 bits, is less than what bound says it is true.
func (p *periodic) below(v *ir.Value, bound func(*ir.Value) bool) {
	if v.Type != ir.TI64 {
		return
	}
	for _, b := range p.l.Blocks {
		for _, u := range b.Walk() {
			if u.Op == ir.OpLtU && u.Args[0] == v && bound(u.Args[1]) {
				u.CopyOf(p.d.F.ConstBool(ir.TBool, true))
			}
		}
	}
}

// far is the number of iterations, the first of them with r, at whose end the phi walks on: a number without sign, or
// less than that.
func (p *periodic) far(b *ir.Block, w *cycle, r *ir.Value) *ir.Value {
	f, t, pos := p.d.F, r.Type, p.pos
	var n, ok *ir.Value
	switch wrap := w.wrap; wrap.next.Op {
	case ir.OpRemS, ir.OpRemU:
		ok = b.New(ir.OpLtU, ir.TBool, pos, r, w.k)
		n = b.New(ir.OpSub, t, pos, b.New(ir.OpSub, t, pos, w.k, f.ConstInt(t, 1)), r)
	case ir.OpAnd:
		low := p.low(b, w.k)
		ok = b.New(ir.OpEq, ir.TBool, pos, b.New(ir.OpAndNot, t, pos, r, w.k), f.ConstInt(t, 0))
		n = b.New(ir.OpSub, t, pos, low, b.New(ir.OpAnd, t, pos, r, low))
	default:
		from, to := r, wrap.bound
		if wrap.off != 0 {
			from = b.New(ir.OpAdd, t, pos, r, f.ConstInt(t, wrap.off))
		}
		if w.step < 0 {
			from, to = to, from
		}
		n = b.New(ir.OpSub, t, pos, to, from)
		switch wrap.op { // how from and to compare as long as it walks, and it does so once more if they may be equal
		case ir.OpLtS:
			ok = b.New(ir.OpLeS, ir.TBool, pos, from, to)
		case ir.OpLeS:
			ok = b.New(ir.OpLtS, ir.TBool, pos, from, to)
		case ir.OpLtU:
			ok = b.New(ir.OpLeU, ir.TBool, pos, from, to)
		case ir.OpLeU:
			ok = b.New(ir.OpLtU, ir.TBool, pos, from, to)
		}
		if wrap.op == ir.OpLtS || wrap.op == ir.OpLtU {
			n = b.New(ir.OpAdd, t, pos, n, f.ConstInt(t, 1))
		}
	}
	if n = p.wide(b, n, false); ok != nil {
		n = b.New(ir.OpSelect, ir.TI64, pos, ok, n, f.ConstInt(ir.TI64, 0))
	}
	return n
}

// start is what the phi of a walk is in the next strip, behind one of done iterations: the program's own operation, on
// what the last of them has.
func (p *periodic) start(w *cycle, s *strip, done *ir.Value) *ir.Value {
	f, b, carry, wrap := p.d.F, s.back, s.carried[w.v], w.wrap
	t := carry.Type
	if t != ir.TI64 {
		done = b.New(ir.OpTruncI, t, p.pos, done)
	}
	op := ir.OpAdd
	if w.step < 0 {
		op = ir.OpSub
	}
	on := b.New(op, t, wrap.next.Pos, carry, done) // a step beyond the last
	var v *ir.Value
	if wrap.next.Op != ir.OpSelect {
		v = b.New(wrap.next.Op, t, wrap.next.Pos, on, w.k)
	} else {
		at := on
		if n := wrap.off - w.step; n != 0 {
			at = b.New(ir.OpAdd, t, p.pos, on, f.ConstInt(t, n))
		}
		x, y := at, wrap.bound
		if wrap.op != ir.OpEq && w.step > 0 {
			x, y = y, x
		}
		v = b.New(ir.OpSelect, t, wrap.next.Pos, b.New(wrap.op, ir.TBool, p.pos, x, y), wrap.reset, on)
	}
	carry.SetArg(1, v)
	return v
}
