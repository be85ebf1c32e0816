package nest

import (
	"math"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// DelayModulo takes remainders of sums once for many iterations.
//
// Before:
//
//	for _, x := range data { a = (a + x) % m; b = (b + a) % m }
//
// After:
//
//	for o := 0; o < len(data); o += k {
//		for _, x := range data[o:min(o+k, len(data))] { a += x; b += a }
//		a, b = a%m, b%m
//	}
//
// Legal if the remainders go into such sums only, what is added has a range and is not negative, and k is so small that
// no sum wraps around: then sums are congruent to those of the program, and what is taken behind the strip is the
// remainder that the program has. Sums that would wrap around too soon are computed in more bits. Checksums bound k by
// hand (5552 of Adler-32).
// Pays always: a remainder takes four cycles of a chain at least, and sums are done in vectors.
// Reads and leaves no metadata; loops of which anything is asked are left alone.
// Remarks: modular reductions deferred.
func DelayModulo(d *driver.Driver, l *analysis.Loop) bool {
	if d.Opt.NoVectorize || !driver.Free(l.Header.Loop) {
		return false
	}
	c, why, _ := d.Scev.Counted(l)
	if why != remark.None || c.Const > 0 && c.Const < leastDelay {
		return false
	}
	m := &moduli{d: d, l: l}
	if !m.find() || !d.Bisect("delaymodulo", l.Header.Loop.Position()) {
		return false
	}
	m.run()
	return true
}

// leastDelay is the least number of iterations in a strip, and mostDelay the largest that is tried: a remainder in so
// many takes no time.
const (
	leastDelay = 256
	mostDelay  = 1 << 14
)

// moduli are the sums of a loop whose remainders are delayed.
type moduli struct {
	d    *driver.Driver
	l    *analysis.Loop
	sums []*modulus // in the order in which the program computes them
	wide ir.Type    // that they are computed in
	k    int64

	op  ir.Op   // of the remainders
	t   ir.Type // that the program has them in
	mod int64
}

// modulus is a header phi that is the remainder of a sum.
type modulus struct {
	phi, rem *ir.Value
	adds     []*ir.Value
	terms    []*ir.Value

	total, sum *ir.Value // phi and sum in the strips
	out        *ir.Value // what the exit has of it
}

// find says whether there are such sums, and how long they may go on.
func (m *moduli) find() bool {
	l := m.l
	back := l.Header.PredIndex(l.Latch)
	for _, b := range l.Blocks {
		for _, v := range b.Walk() {
			if v.Op != ir.OpRemU && v.Op != ir.OpRemS || !v.Args[1].IsConst() || v.Args[1].Int() < 2 || v.Type.IsVector() {
				continue
			}
			for _, phi := range l.Header.Phis() {
				if phi.Args[back] == v && len(phi.Args) == 2 {
					m.sums = append(m.sums, &modulus{phi: phi, rem: v})
				}
			}
		}
	}
	if len(m.sums) == 0 || len(m.sums) > maxModuli {
		return false
	}
	first := m.sums[0].rem
	m.op, m.t, m.mod = first.Op, first.Type, first.Args[1].Int()
	users := analysis.FindUsers(m.d.F, m.d.F.Blocks)
	for i, s := range m.sums {
		if s.rem.Op != m.op || s.rem.Type != m.t || s.rem.Args[1].Int() != m.mod || !m.flatten(s, s.rem.Args[0]) ||
			!slices.ContainsFunc(s.terms, func(t *ir.Value) bool { return t != s.phi && !l.Invariant(t) }) ||
			m.of(s.phi) != i || m.of(s.rem) != i {
			return false
		}
	}
	for _, s := range m.sums {
		if !m.onlySummed(s, users) {
			return false
		}
	}
	for e := m.t.Elem; ; e = ir.IntElem(2 * e.Size()) {
		if m.wide = ir.Vec(e, 1); m.bound() && m.k >= leastDelay {
			return true
		}
		if e.Size() == 8 {
			return false
		}
	}
}

// maxModuli bounds the sums of a loop.
const maxModuli = 4

// of is the number of the sum whose phi or remainder v is, or -1.
func (m *moduli) of(v *ir.Value) int {
	return slices.IndexFunc(m.sums, func(s *modulus) bool { return s.phi == v || s.rem == v })
}

// flatten lists the terms of sum v.
func (m *moduli) flatten(s *modulus, v *ir.Value) bool {
	switch {
	case m.of(v) >= 0 || m.l.Invariant(v):
	case v.Op == ir.OpAdd && len(s.adds) < maxTerms:
		s.adds = append(s.adds, v)
		return m.flatten(s, v.Args[0]) && m.flatten(s, v.Args[1])
	}
	s.terms = append(s.terms, v)
	return true
}

// maxTerms bounds the additions of a sum.
const maxTerms = 8

// onlySummed says whether the loop looks at sum s, its remainder and the phi in such sums alone, and the program
// behind it at the remainder alone.
func (m *moduli) onlySummed(s *modulus, users *analysis.Users) bool {
	of := func(u *ir.Value) bool { // a sum adds it, or takes its remainder
		return slices.ContainsFunc(m.sums, func(t *modulus) bool { return u == t.rem || slices.Contains(t.adds, u) })
	}
	for _, v := range append([]*ir.Value{s.phi, s.rem}, s.adds...) {
		for _, u := range users.Of(v) {
			switch {
			case u == nil:
				return false
			case of(u) && (u.Op == ir.OpAdd || v != s.phi && v != s.rem):
			case v == s.rem && (u == s.phi || u.Op == ir.OpPhi && u.Block == m.l.Exits[0]):
			default:
				return false
			}
		}
	}
	return true
}

// bound finds the number of iterations in which no sum exceeds what m.wide holds.
func (m *moduli) bound() bool {
	limit := uint64(math.MaxInt64) // so that signed and unsigned remainders agree
	if n := m.wide.Elem.Bits(); n < 64 {
		limit = 1<<n - 1
		if m.op == ir.OpRemS {
			limit >>= 1
		}
	}
	top := make([]uint64, len(m.sums))   // what sums hold at most when an iteration begins
	added := make([]uint64, len(m.sums)) // what an iteration adds to them besides sums
	entry := 1 - m.l.Header.PredIndex(m.l.Latch)
	for i, s := range m.sums {
		first, ok := m.most(s.phi.Args[entry], m.l.Preheader)
		if !ok {
			return false
		}
		top[i] = max(first, uint64(m.mod)-1)
		for _, t := range s.terms {
			if m.of(t) >= 0 {
				continue
			}
			n, ok := m.most(t, s.rem.Block)
			if added[i] += n; !ok || added[i] > limit {
				return false
			}
		}
	}
	next := make([]uint64, len(m.sums))
	for m.k = 0; m.k < mostDelay; m.k++ {
		for i, s := range m.sums {
			next[i] = added[i]
			for _, t := range s.terms {
				if j := m.of(t); j >= 0 && t == m.sums[j].phi {
					next[i] += top[j]
				} else if j >= 0 {
					next[i] += next[j]
				}
				if next[i] > limit {
					return true
				}
			}
		}
		copy(top, next)
	}
	return true
}

// most is the largest value of v, if it is never negative.
func (m *moduli) most(v *ir.Value, at *ir.Block) (uint64, bool) {
	lo, hi := m.d.Scev.RangeAt(m.d.Scev.Of(v), at)
	return uint64(hi), lo >= 0 && hi < 1<<62
}

// widened is v as one of m.wide, made at the end of b, or in front of at.
func (m *moduli) widened(v *ir.Value, b *ir.Block, at *ir.Value) *ir.Value {
	switch {
	case v.Type == m.wide:
		return v
	case v.IsConst():
		return m.d.F.ConstInt(m.wide, v.Int())
	case at != nil:
		return b.InsertBefore(at, ir.OpZExt, m.wide, v.Pos, v)
	}
	return b.New(ir.OpZExt, m.wide, v.Pos, v)
}

// run makes the sums, and strips that take their remainders.
func (m *moduli) run() {
	d, h := m.d, m.l.Header
	back := h.PredIndex(m.l.Latch)
	exit := m.l.Exits[0]
	for _, s := range m.sums {
		s.total = h.NewPhi(m.wide, s.phi.Pos)
	}
	for _, s := range m.sums {
		for _, t := range s.terms {
			x := (*ir.Value)(nil)
			if j := m.of(t); j >= 0 && t == m.sums[j].phi {
				x = m.sums[j].total
			} else if j >= 0 {
				x = m.sums[j].sum
			} else {
				x = m.widened(t, s.rem.Block, s.rem)
			}
			if s.sum != nil {
				x = s.rem.Block.InsertBefore(s.rem, ir.OpAdd, m.wide, s.rem.Args[0].Pos, s.sum, x)
			}
			s.sum = x
		}
	}
	at := exit.PredIndex(m.l.Latch)
	for _, s := range m.sums {
		first := m.widened(s.phi.Args[1-back], m.l.Preheader, nil)
		s.total.AddArgs(first, first)
		s.total.SetArg(back, s.sum)
		if s.out = s.sum; m.t != m.wide {
			s.out = m.l.Latch.New(ir.OpTruncI, m.t, s.rem.Pos, s.sum)
		}
		for _, phi := range exit.Phis() {
			if phi.Args[at] == s.rem {
				phi.SetArg(at, s.out)
			}
		}
	}
	d.F.RemoveDead()
	d.Refresh()
	m.strips(d.LoopOf(h))
}

// strips puts the loop into strips.
func (m *moduli) strips(l *analysis.Loop) {
	d, md := m.d, l.Header.Loop
	c, _, _ := d.Scev.Counted(l)
	step := d.F.ConstInt(ir.TI64, m.k)
	exit := l.Exits[0]
	s := strips(d, l, c.Trips, step, func(s *strip) *ir.Value {
		end := s.outer.New(ir.OpAdd, ir.TI64, s.pos, s.first, step)
		return s.outer.New(ir.OpMinS, ir.TI64, s.pos, end, s.count)
	})
	at := exit.PredIndex(s.back)
	for _, t := range m.sums {
		carry := s.carried[t.total]
		if carry == nil {
			d.F.Fatalf("delaymodulo: %s is not carried by the strip-mined loop", t.total)
		}
		rem := s.back.New(m.op, m.wide, s.pos, t.sum, d.F.ConstInt(m.wide, m.mod))
		carry.SetArg(1, rem)
		if m.t != m.wide {
			rem = s.back.New(ir.OpTruncI, m.t, s.pos, rem)
		}
		for _, phi := range exit.Phis() {
			if phi.Args[at] == t.out {
				phi.SetArg(at, rem)
			}
		}
	}
	s.outer.Loop = driver.Bare(md).With(ir.Attr{Name: analysis.Strips})
	afterJam(d)
	d.Passed("delaymodulo", s.pos, "modular reductions deferred", remark.Arg{Name: "iterations", Value: m.k})
}
