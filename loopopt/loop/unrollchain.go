package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
)

// recurrence is an integer that a loop multiplies by the same factor in each iteration, and adds something to.
type recurrence struct {
	phi, next *ir.Value // next = phi*factor + plus
	factor    *ir.Value // invariant
	plus      *ir.Value
	same      bool // plus is invariant too
	seen      bool // something else wants the values in between
}

// maxChain is the number of iterations that are computed from one value. Each needs a power of the factor, and mostly a
// register for it.
const maxChain = 4

// seenSize is the number of values of a loop that waits for its recurrence, where other values than the last are wanted
// and what is added varies: each copy then takes one more multiplication. (Four cycles of a multiplication and an
// addition, in which four operations each begin.)
const seenSize = 16

// recurrences are those of the loop that its copies are to compute without waiting for one another.
//
// Before:
//
//	x1 = x0*a + c; x2 = x1*a + d; x3 = x2*a + e; x4 = x3*a + f
//
// After:
//
//	x1 = x0*a + c; t = c*a + d; x2 = x0*a² + t; u = t*a + e; x3 = x0*a³ + u; v = u*a + f; x4 = x0*a⁴ + v
//
// so that a multiplication and an addition are between x0 and x4. What is the same in all iterations is computed in
// front of the loop.
//
// Legal for integers, which wrap.
// Pays where nothing but the last is wanted, or what is added is the same: there are as many operations as before.
// Else there are more multiplications, which small loops have the time for. (Zen 3, n=4096, a linear congruential
// generator of 64 bits: 5,060 ns, 2,330 so; of 32 bits: 5,050 and 1,280.)
func (u *unroller) recurrences() (list []recurrence) {
	l := u.l
	if u.unrolledMD().Has("reroll.enable") {
		return nil // the copies are to stay alike
	}
	for _, phi := range l.Header.Phis() {
		next := phi.Args[l.Header.PredIndex(l.Latch)]
		if !phi.Type.Elem.IsInt() || phi.Type.IsVector() || next.Op != ir.OpAdd || !l.ContainsValue(next) ||
			!u.d.Scev.Dom().Dominates(next.Block, l.Latch) {
			continue
		}
		for i, m := range next.Args {
			if m.Op != ir.OpMul || m.Uses != 1 || !l.ContainsValue(m) {
				continue
			}
			r := recurrence{phi: phi, next: next, plus: next.Args[1-i]}
			switch {
			case m.Args[0] == phi && l.Invariant(m.Args[1]):
				r.factor = m.Args[1]
			case m.Args[1] == phi && l.Invariant(m.Args[0]):
				r.factor = m.Args[0]
			default:
				continue
			}
			r.same = l.Invariant(r.plus)
			for v := range l.Values() {
				for _, a := range v.Args {
					r.seen = r.seen || a == phi && v != m || a == next && v != phi
				}
			}
			if r.same || !analysis.Reaches(r.plus, phi, l) && (!r.seen || u.size <= seenSize) {
				list = append(list, r)
			}
			break
		}
	}
	return list
}

// shorten lets the copies compute the recurrences so.
func (u *unroller) shorten(copies []*clone.Cloner, list []recurrence) {
	pre := u.l.Preheader
	for _, r := range list {
		pos, t := r.next.Pos, r.next.Type
		powers, sums := []*ir.Value{r.factor}, []*ir.Value{r.plus}
		for k := 1; k < min(maxChain, len(copies)); k++ {
			powers = append(powers, pre.New(ir.OpMul, t, pos, powers[k-1], r.factor))
			if r.same {
				sums = append(sums, pre.New(ir.OpAdd, t, pos, pre.New(ir.OpMul, t, pos, sums[k-1], r.factor), r.plus))
			}
		}
		var from, plus *ir.Value
		for k, c := range copies {
			v := c.Of(r.next)
			n := k % maxChain
			if n == 0 {
				from, plus = c.Of(r.phi), c.Of(r.plus)
				if end := min(maxChain, len(copies)-k) - 1; end > 0 && r.same {
					// What others wait for stands first, where a processor looks first.
					x := v.Block.InsertBefore(v, ir.OpMul, t, pos, from, powers[end])
					x = v.Block.InsertBefore(v, ir.OpAdd, t, pos, x, sums[end])
					copies[k+end].Of(r.next).CopyOf(x)
				}
				continue
			}
			if v.Op == ir.OpCopy {
				continue
			}
			if r.same {
				plus = sums[n]
			} else {
				plus = v.Block.InsertBefore(v, ir.OpMul, t, pos, plus, r.factor)
				plus = v.Block.InsertBefore(v, ir.OpAdd, t, pos, plus, c.Of(r.plus))
			}
			v.SetArg(0, v.Block.InsertBefore(v, ir.OpMul, t, pos, from, powers[n]))
			v.SetArg(1, plus)
		}
	}
}

// maxParts is the number of accumulators that the copies of a reduction have between them. (Four additions of floats
// begin while one is under way on the processors of today, two a cycle at most.)
const maxParts = 4

// partial is a reduction whose copies need not wait for one another.
type partial struct {
	phi, next *ir.Value
	arg       int // next.Args[arg] is phi
	op        ir.Op
	identity  *ir.Value
}

// partials are the reductions of the loop whose copies are to have accumulators of their own.
//
// Before:
//
//	s += x[i]; s += x[i+1]; s += x[i+2]; s += x[i+3]
//
// After:
//
//	s += x[i]; t += x[i+1]; u += x[i+2]; v += x[i+3]
//
// and behind the loop s + u + (t + v).
//
// Legal for one operation that is associative and commutates, of floats with its permission, if nothing else wants the
// values in between, in a loop that is left behind its last copy only.
// Pays always: there are as many operations in the loop, and fewer of them wait.
func (u *unroller) partials() (list []partial) {
	d, l := u.d, u.l
	if u.form == unrollTests || u.exact%int64(u.count) != 0 && u.form == unrollExits && u.multiple%int64(u.count) != 0 ||
		len(l.Exiting) != 1 || !l.LeftAtLatch() || len(l.Children) > 0 {
		return nil
	}
	g := &legal.Legality{F: d.F, L: l, Se: d.Scev}
	for _, c := range analysis.ClassifyPhis(d.Scev, l) {
		if c.Kind != analysis.Reduction || len(c.Chain) != 1 || c.Forked || c.Phi.Uses != 1 || c.Phi.Type.IsVector() ||
			c.Chain[0] != c.Backedge || !d.Scev.Dom().Dominates(c.Backedge.Block, l.Latch) {
			continue
		}
		bits, ok := ir.Identity(c.Op, c.Phi.Type.Elem)
		if !ok || !c.Exact && !g.MayReassociate(&c) || usedWithin(l, c.Backedge, c.Phi) {
			continue
		}
		list = append(list, partial{phi: c.Phi, next: c.Backedge, arg: slices.Index(c.Backedge.Args, c.Phi), op: c.Op,
			identity: d.F.Const(c.Phi.Type, bits)})
	}
	return list
}

// accumulators is how many each of the reductions has: one for each copy up to maxParts, as far as there are registers
// beside what else the loop carries or uses, and one of each class for what is on the way. (Six sums of 64 bits by 4
// have 24 otherwise, of which amd64 holds half, and most additions load and store one. With 1 each they take 0.44 of that
// time on Zen 5, three sums with 2 each 0.6, six of floats with 2 each on AVX2 0.14; gc takes 0.53, 0.8 and 0.16.)
func (u *unroller) accumulators(list []partial, copies int) int {
	n, target := min(maxParts, copies), u.d.Opt.Target
	busy, sums := map[tti.Class]int{}, map[tti.Class]int{}
	seen := map[*ir.Value]bool{}
	hold := func(v *ir.Value) {
		if !seen[v] && !v.IsConst() && v.Type.Elem != ir.Void {
			seen[v] = true
			busy[registerClass(v)]++
		}
	}
	for _, p := range list {
		seen[p.phi] = true
		sums[registerClass(p.phi)]++
	}
	for _, phi := range u.l.Header.Phis() {
		hold(phi)
	}
	for v := range u.l.Values() {
		for _, a := range v.Args {
			if u.l.Invariant(a) && !(v.Op == ir.OpPhi && v.Block == u.l.Header) { // whose start is no more needed
				hold(a)
			}
		}
	}
	for class, k := range sums {
		for n > 1 && n*k+busy[class]+1 > target.NumRegs(class) {
			n--
		}
	}
	return n
}

// registerClass is the class of the register that holds v.
func registerClass(v *ir.Value) tti.Class {
	if v.Type.IsVector() || v.Type.Elem.IsFloat() {
		return tti.Vec
	}
	return tti.GP
}

// usedWithin says whether something in l but user has v as an argument.
func usedWithin(l *analysis.Loop, v, user *ir.Value) bool {
	for _, b := range l.Blocks {
		if b.Control == v {
			return true
		}
	}
	for u := range l.Values() {
		if u != user && slices.Contains(u.Args, v) {
			return true
		}
	}
	return false
}

// part gives the copies of the loop, whose head and tail are these, the accumulators, and joins them behind it.
func (u *unroller) part(copies []*clone.Cloner, head, tail *ir.Block, list []partial) {
	if len(list) == 0 {
		return
	}
	n := u.accumulators(list, len(copies))
	if n < min(maxParts, len(copies)) {
		u.d.Opt.Remarks.Add(u.f, remark.Remark{Kind: remark.Missed, Pass: unrollPass, Pos: u.md.Position(),
			Reason: remark.RegisterPressure, Text: "fewer accumulators than copies",
			Args: []remark.Arg{{Name: "accumulators", Value: n}}})
	}
	if n < 2 {
		return
	}
	u.parts = n
	out := tail.Succs[0]
	if out == head {
		out = tail.Succs[1]
	}
	end := tail.SplitEdge(out, "joined")
	within := map[*ir.Block]bool{}
	for _, c := range copies {
		for _, b := range c.L.Blocks {
			within[c.Block(b)] = true
		}
	}
	for _, p := range list {
		last := copies[len(copies)-1].Of(p.next)
		parts := make([]*ir.Value, n) // what each is behind the copy that comes next
		for k, c := range copies {
			next := c.Of(p.next)
			switch {
			case k >= n:
				next.SetArg(p.arg, parts[k%n])
			case k > 0:
				next.SetArg(p.arg, head.NewPhi(p.phi.Type, p.phi.Pos))
			}
			parts[k%n] = next
		}
		for k, v := range parts {
			phi := copies[0].Of(p.phi)
			if k > 0 {
				phi = copies[k].Of(p.next).Args[p.arg]
				clone.Carry(phi, tail, v, p.identity)
			} else {
				phi.SetArg(head.PredIndex(tail), v)
			}
		}
		for m := n; m > 1; m = (m + 1) / 2 {
			for k := range m / 2 {
				parts[k] = end.New(p.op, p.phi.Type, p.next.Pos, parts[k], parts[k+(m+1)/2])
				parts[k].FP = p.next.FP
			}
		}
		for _, b := range u.f.Blocks {
			if within[b] || b == end {
				continue
			}
			if b.Control == last {
				b.SetControl(parts[0])
			}
			for _, v := range b.Walk() {
				for i, a := range v.Args {
					if a == last {
						v.SetArg(i, parts[0])
					}
				}
			}
		}
	}
}
