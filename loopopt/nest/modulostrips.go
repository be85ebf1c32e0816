package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
)

// ModuloStrips strip-mines loops modulo a period: strips end where a value starts over which otherwise walks evenly: the
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
// Remarks: loop strip-mined at wrap-arounds.
func ModuloStrips(d *driver.Driver) {
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
	periodOfOthers   = fold.KeptDivisor
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
