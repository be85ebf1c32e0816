package nest

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// Periods strip-mines loops modulo a period: strips end where a value starts over which otherwise walks evenly: the
// place in a ring, in a key that is used again and again, in a row of an image, in a torus.
//
// Before:
//
//	for i := range y { y[i] = x[i] ^ key[i%n] }
//	for i := range y { y[i] = ring[j]; if j++; j == n { j = 0 } }
//
// After:
//
//	for o := 0; o < len(y); o = end {
//		r := o%n
//		end = min(o + n-r, len(y))
//		for i := o; i < end; i++ { y[i] = x[i] ^ key[r + i-o] }
//	}
//
// What walks so is
//
//   - i%n and i/n, of an induction and an invariant: the remainder walks, the quotient stands still. They must not be
//     negative, so that the remainder is i's distance from a multiple of n.
//   - i&m: until all bits that m has below its lowest zero are set. The bits above stand still meanwhile.
//   - i of 8 or 16 bits as an index: until it wraps around.
//   - j, a variable of the loop that becomes j+1, but for where a condition on j says otherwise, or (j+1)%n, or
//     (j+1)&m. Whatever the program does there is done once behind the strip; that the strip ends early is no harm.
//
// Legal if the number of iterations is known in front of the loop: everything happens in the order of before, checks
// included. What depends on how large n is, and where the walk begins, is tested in front of the loop, which stays as
// it was for where it is not so.
// Pays since the strips walk through memory evenly, and do without the division, if a period is long enough for what a
// strip costs: reading a ring of 32 floats by remainders takes a twelfth of gc's time, and by a variable that is set
// back less than half; of 64, a twenty-fifth and a fifth (BenchmarkPeriods, Zen 5).
// Reads and leaves no metadata; loops of which anything is asked are left alone.
// Remarks: loop strip-mined by period.
func Periods(d *driver.Driver) {
	if d.Opt.NoVectorize {
		return
	}
	for _, l := range d.Loop.Innermost() {
		h := l.Header
		if l = d.LoopOf(h); l == nil || !driver.Free(h.Loop) {
			continue
		}
		p := &periodic{d: d, l: l, pos: h.Loop.Position()}
		if !p.find() || !d.Bisect("periods", p.pos) {
			continue
		}
		p.run()
	}
}

// The shortest periods for which strips pay, in iterations. A strip takes 4 ns beyond what its iterations do; a
// division takes 1.8 to 2.5, and what stands in their way otherwise, accesses one by one, 0.4 to 0.5 (Zen 5). Among the
// others are those that have more to do for each strip. BenchmarkPeriods measures it.
const (
	periodOfDivision = 4
	periodOfOthers   = 32
	// maxPeriods bounds the values of one loop that strips are cut by: each of them ends strips.
	maxPeriods = 4
	// periodTrips is a number of iterations that, times maxPeriodStep, stays far from the end of the integers.
	periodTrips   = 1 << 40
	maxPeriodStep = 1 << 16
)

// periodic is a loop with values that walk evenly for a time.
type periodic struct {
	d      *driver.Driver
	l      *analysis.Loop
	pos    ir.Pos
	count  analysis.Counted
	cycles []*cycle
}

// cycle is a value that walks evenly for a time.
type cycle struct {
	v    *ir.Value
	x    analysis.Expr // the induction it is made from; nil for a phi
	k    *ir.Value     // the divisor or mask, invariant; nil for an extension
	step int64
	// proved says that the walk is long and x in range wherever the loop runs: no test in front of it is needed.
	proved bool

	wrap *wrap // of a phi
}

// wrap is what becomes of a phi: step further, but for where the walk ends.
type wrap struct {
	next *ir.Value // for the next iteration
	// A select: reset if phi+off op bound, which is of the order that the walk climbs or falls in.
	op           ir.Op // OpEq, or how bound compares with phi+off: OpLtS is bound < phi+off
	bound, reset *ir.Value
	off          int64
}

// find lists the walks of the loop. It says whether there are any, and not too many.
func (p *periodic) find() bool {
	d, l := p.d, p.l
	var why remark.Reason
	p.count, why, _ = d.Scev.Counted(l)
	if short := p.count.Const > 0 && p.count.Const <= 2*periodOfDivision; why != remark.None || short ||
		clone.LoopSize(l) > loop.MaxUnswitched {
		return false
	}
	for _, phi := range l.Header.Phis() {
		if w := p.phi(phi); w != nil {
			p.cycles = append(p.cycles, w)
		}
	}
	for _, b := range l.Blocks {
		for _, v := range b.Walk() {
			if !v.Type.Elem.IsInt() || v.Type.IsVector() || p.turns(v) {
				continue
			}
			if w := p.value(v); w != nil {
				p.cycles = append(p.cycles, w)
			}
		}
	}
	return len(p.cycles) > 0 && len(p.cycles) <= maxPeriods
}

// turns says whether v is what becomes of a phi.
func (p *periodic) turns(v *ir.Value) bool {
	for _, w := range p.cycles {
		if w.wrap != nil && w.wrap.next == v {
			return true
		}
	}
	return false
}

// value is v as a walk, or nil.
func (p *periodic) value(v *ir.Value) *cycle {
	se, l := p.d.Scev, p.l
	w := &cycle{v: v}
	rec := func(x *ir.Value) bool {
		w.x = se.Of(x)
		if w.x.Kind != analysis.AddRec || w.x.Loop != l {
			return false
		}
		step, ok := se.IsConst(w.x.Step())
		w.step = step
		return ok && step != 0 && step >= -maxPeriodStep && step <= maxPeriodStep
	}
	switch v.Op {
	case ir.OpRemS, ir.OpRemU, ir.OpDivS, ir.OpDivU:
		w.k = v.Args[1]
		if !rec(v.Args[0]) || !l.Invariant(w.k) || w.k.IsConst() && w.k.Int() < periodOfOthers {
			return nil
		}
		lo, _ := se.Range(w.x)
		w.proved = w.k.IsConst() && lo >= 0 && se.NoSignedWrap(w.x)
		return w
	case ir.OpAnd:
		for i, m := range v.Args {
			if !l.Invariant(m) || !rec(v.Args[1-i]) {
				continue
			}
			w.k = m
			if w.proved = longMask(m); m.IsConst() && !w.proved || !p.addresses(v) {
				return nil
			}
			return w
		}
	case ir.OpZExt:
		x := v.Args[0]
		if bits := x.Type.Elem.Bits(); bits < 8 || bits > 16 || !rec(x) || se.Of(v).Kind == analysis.AddRec ||
			!p.addresses(v) {
			return nil
		}
		w.proved = true
		return w
	}
	return nil
}

// longMask says whether mask m is a constant that numbers count up under for long enough.
func longMask(m *ir.Value) bool {
	return m.IsConst() && uint64(m.Int())&^(uint64(m.Int())+1) >= periodOfOthers-1
}

// addresses says whether v is a part of where some access goes: only there does it matter that a value walks evenly
// which takes one operation.
func (p *periodic) addresses(v *ir.Value) bool {
	seen := map[*ir.Value]bool{v: true}
	for changed := true; changed; {
		changed = false
		for _, b := range p.l.Blocks {
			for _, u := range b.Walk() {
				if seen[u] {
					continue
				}
				for i, a := range u.Args {
					if !seen[a] {
						continue
					}
					if u.Op.IsMemory() {
						if i < 2 { // base or index, and not what is stored
							return true
						}
					} else if u.Type.Elem.IsInt() || u.Op == ir.OpPtrAdd {
						seen[u], changed = true, true
					}
					break
				}
			}
		}
	}
	return false
}

// phi is a phi of the header as a walk, or nil.
func (p *periodic) phi(phi *ir.Value) *cycle {
	se, l := p.d.Scev, p.l
	if !phi.Type.Elem.IsInt() || phi.Type.IsVector() || se.Of(phi).Kind == analysis.AddRec {
		return nil
	}
	next := phi.Args[l.Header.PredIndex(l.Latch)]
	if !l.ContainsValue(next) {
		return nil
	}
	at := se.Of(phi)
	off := func(v *ir.Value) (int64, bool) {
		if !l.ContainsValue(v) {
			return 0, false
		}
		return se.ConstDiff(se.Of(v), at)
	}
	w := &cycle{v: phi, wrap: &wrap{next: next}}
	t := w.wrap
	switch next.Op {
	case ir.OpRemS, ir.OpRemU:
		w.k = next.Args[1]
		if n, ok := off(next.Args[0]); !ok || n != 1 || !l.Invariant(w.k) ||
			w.k.IsConst() && w.k.Int() < periodOfOthers {
			return nil
		}
		w.step, w.proved = 1, w.k.IsConst()
		return w
	case ir.OpAnd:
		for i, m := range next.Args {
			if n, ok := off(next.Args[1-i]); !ok || n != 1 || !l.Invariant(m) {
				continue
			}
			if w.proved = longMask(m); m.IsConst() && !w.proved {
				return nil
			}
			w.k, w.step = m, 1
			return w
		}
	case ir.OpSelect:
		c := next.Args[0]
		for i := range 2 {
			n, ok := off(next.Args[1+i])
			if !ok || n != 1 && n != -1 || !l.Invariant(next.Args[2-i]) {
				continue
			}
			w.step, t.reset = n, next.Args[2-i]
			// The loop starts over where c is false if it walks on where it is true.
			return p.condition(w, c, i == 1, off)
		}
	}
	return nil
}

// condition finds out where a walk ends that starts over where c == when.
func (p *periodic) condition(w *cycle, c *ir.Value, when bool, off func(*ir.Value) (int64, bool)) *cycle {
	if !c.Op.IsCompare() || !p.l.ContainsValue(c) {
		return nil
	}
	a, b, op := c.Args[0], c.Args[1], c.Op
	if !when {
		a, b, op = analysis.Opposite(a, b, op)
	}
	t := w.wrap
	var ok bool
	switch {
	case op == ir.OpNe || a.Type.Elem != w.v.Type.Elem:
		return nil
	case op == ir.OpEq:
		if t.off, ok = off(a); !ok {
			a, b = b, a
			t.off, ok = off(a)
		}
		t.bound = b
	case w.step > 0: // it ends where bound < phi+off, or <=
		t.bound = a
		t.off, ok = off(b)
	default:
		t.bound = b
		t.off, ok = off(a)
	}
	if !ok || !p.l.Invariant(t.bound) {
		return nil
	}
	t.op = op
	return w
}

// run puts the loop into strips, behind the tests that the walks need.
func (p *periodic) run() {
	d, h, md := p.d, p.l.Header, p.l.Header.Loop
	if cond := p.guard(); cond != nil {
		c := clone.Version(d.F, p.l, cond, "aperiodic", "aperiodic", false, nil)
		p.l.Preheader.Likely = ir.LikelyTrue
		c.Blocks[h].Loop = driver.Fallback(md)
		scalar.CanonicalLoops(d.F)
		d.Refresh()
		p = &periodic{d: d, l: d.LoopOf(h), pos: p.pos}
		if !p.find() {
			d.F.Fatalf("period: the loop at b%d has lost its walks", h.ID)
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
	d.Passed("stripmine", p.pos, "loop strip-mined by period", remark.Arg{Name: "cycles", Value: len(p.cycles)})
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
