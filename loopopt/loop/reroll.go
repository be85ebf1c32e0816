package loop

import (
	"maps"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// rerollPass is the name of the transformation.
const rerollPass = "reroll"

// Reroll undoes unrolling by hand.
//
// Before:
//
//	for i := 0; i+4 <= n; i += 4 {
//		y[i] += a * x[i]
//		y[i+1] += a * x[i+1]
//		y[i+2] += a * x[i+2]
//		y[i+3] += a * x[i+3]
//	}
//	for i := 0; i+2 <= n; i += 2 { s += x[i]; s += x[i+1] }
//
// After:
//
//	for i := 0; i < n/4*4; i++ { y[i] += a * x[i] }
//	for i := 0; i < n/2*2; i++ { s += x[i] }
//
// Legal if the body is the same statements several times, each time for the next values of the variables that walk:
// every operation of the other copies has its counterpart in the first. Loads and stores then come in the order of the
// copies; two that come in another order than before must not meet in one iteration of the original. The new loop has
// no checks; the original goes on where one may fail, for the sake of which copy it is that panics.
// Pays because elements that lie side by side are loaded and stored as vectors, without shuffles. Heuristics do it to
// loops of the source only: what the driver has unrolled stays so.
// Reads reroll.enable and reroll.disable; leaves followup_rerolled, and by default what was there. The loop as it was,
// if it stays, keeps what is no request.
// Remarks: loop rerolled, loop not rerolled with the reason.
func Reroll(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	f, md := d.F, l.Header.Loop
	if md.Has("reroll.disable") {
		return driver.Refused(remark.Disabled)
	}
	if len(l.Blocks) > 1 {
		return driver.Refused(remark.NotUnrolled)
	}
	if r == nil && l.Header.ID >= d.Source {
		return driver.Refused(remark.NotUnrolled) // somebody may have asked for what it is now
	}
	g := &legal.Legality{F: f, L: l, Se: d.Scev}
	g.Out = legal.LegalOf(g)
	if !g.Shape() || !g.Counts() {
		return driver.Refused(g.Reason)
	}
	rr := &reroller{d: d, l: l, g: g}
	if !rr.find() {
		return driver.Refused(remark.NotUnrolled)
	}
	if !d.Bisect("reroll", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	h, old := rr.run()
	h.Loop = driver.Followup(md, "reroll.", []string{"reroll.followup_rerolled"}, ir.Attr{Name: "reroll.disable"})
	if old != nil {
		old.Loop = driver.Fallback(md).Done().With(ir.Attr{Name: "reroll.disable"})
		scalar.CanonicalLoops(f)
	}
	d.Passed(rerollPass, md.Position(), "loop rerolled", remark.Arg{Name: "copies", Value: rr.copies})
	return driver.Changed
}

// reroller finds the copies of the statements in the one block of a loop.
type reroller struct {
	d      *driver.Driver
	l      *analysis.Loop
	g      *legal.Legality
	copies int
	access map[*ir.Value]*analysis.Access
	place  map[*ir.Value]int // in the block

	roots  []*ir.Value             // stores of the first copy
	chains map[*ir.Value]*ir.Value // by header phi that is updated once in each copy: its update in the first
	prev   map[*ir.Value][]*ir.Value
	match  []map[*ir.Value]*ir.Value // by copy: the counterpart of each value of the first
}

// maxCopies is the largest number of copies looked for.
const maxCopies = 32

// find looks for copies: as many as the smallest step of a variable that stores walk with.
func (rr *reroller) find() bool {
	se := rr.d.Scev
	as := analysis.Accesses(se, rr.l)
	rr.access, rr.place = map[*ir.Value]*analysis.Access{}, map[*ir.Value]int{}
	for i := range as {
		rr.access[as[i].V] = &as[i]
	}
	for i, v := range rr.l.Header.Values {
		rr.place[v] = i
	}
	most := int64(0)
	for _, phi := range rr.l.Header.Phis() {
		if _, step, ok := rr.step(phi); ok && step != 0 {
			most = max(most, step, -step)
		}
	}
	if most < 2 || most > maxCopies {
		return false
	}
	for n := most; n >= 2; n-- {
		if rr.copies = int(n); most%n == 0 && rr.try() {
			return true
		}
	}
	return false
}

// step is v as a variable that walks evenly: where it starts, and its constant step.
func (rr *reroller) step(v *ir.Value) (start analysis.Expr, step int64, ok bool) {
	if !v.Type.Elem.IsInt() || v.Type.Lanes != 1 {
		return nil, 0, false
	}
	return rr.d.Scev.ConstStep(v, rr.l)
}

// try looks for rr.copies copies.
func (rr *reroller) try() bool {
	rr.roots, rr.chains, rr.prev = nil, map[*ir.Value]*ir.Value{}, map[*ir.Value][]*ir.Value{}
	rr.match = make([]map[*ir.Value]*ir.Value, rr.copies)
	for j := range rr.match {
		rr.match[j] = map[*ir.Value]*ir.Value{}
	}
	if !rr.phis() || !rr.stores() {
		return false
	}
	for _, c := range rr.chains {
		for j := 1; j < rr.copies; j++ {
			if !rr.same(c, rr.match[j][c], j, true) {
				return false
			}
		}
	}
	for _, s := range rr.roots {
		for j := 1; j < rr.copies; j++ {
			if !rr.same(s, rr.match[j][s], j, true) {
				return false
			}
		}
	}
	return len(rr.roots)+len(rr.chains) > 0 && rr.liveOuts() && rr.inOrder()
}

// phis wants variables that walk by a multiple of the copies, and chains of updates, one in each copy.
func (rr *reroller) phis() bool {
	back := rr.l.Header.PredIndex(rr.l.Latch)
	for _, phi := range rr.l.Header.Phis() {
		if _, step, ok := rr.step(phi); ok {
			if step == 0 || step%int64(rr.copies) != 0 {
				return false
			}
			continue
		}
		chain := make([]*ir.Value, rr.copies) // from the last update to the first
		v := phi.Args[back]
		for j := rr.copies - 1; j >= 0; j-- {
			if v.Op == ir.OpPhi || rr.l.Invariant(v) || !v.Op.Is(ir.FlagElementwise) || len(v.Args) == 0 {
				return false
			}
			chain[j] = v
			next := v.Args[0] // the argument that leads to the phi; which one, the match will prove right or wrong
			for _, a := range v.Args {
				if rr.leadsTo(a, phi) {
					next = a
				}
			}
			v = next
		}
		if v != phi {
			return false
		}
		rr.chains[phi] = chain[0]
		rr.prev[phi] = chain
		for j := 1; j < rr.copies; j++ {
			rr.match[j][chain[0]] = chain[j]
		}
	}
	return true
}

// leadsTo says whether v is computed from phi, not through memory.
func (rr *reroller) leadsTo(v, phi *ir.Value) bool {
	seen := map[*ir.Value]bool{}
	var walk func(v *ir.Value) bool
	walk = func(v *ir.Value) bool {
		if v == phi {
			return true
		}
		if seen[v] || rr.l.Invariant(v) || v.Op == ir.OpPhi || v.Op.IsMemory() {
			return false
		}
		seen[v] = true
		return slices.ContainsFunc(v.Args, walk)
	}
	return walk(v)
}

// stores assigns every store to a copy: those of the first, and for each the one that lies so many elements on.
func (rr *reroller) stores() bool {
	taken := map[*ir.Value]bool{}
	var all []*ir.Value
	for _, v := range rr.l.Header.Values {
		if v.Op.HasAny(ir.FlagWrites) {
			all = append(all, v)
		}
	}
	if len(all)%rr.copies != 0 {
		return false
	}
	for range len(all) / rr.copies {
		var first *ir.Value // the lowest that is left, of some slice
		for _, v := range all {
			if taken[v] {
				continue
			}
			if first == nil {
				first = v
			} else if d, ok := rr.d.Scev.Distance(rr.access[first], rr.access[v]); ok && d*rr.sign(first) < 0 {
				first = v
			}
		}
		taken[first] = true
		rr.roots = append(rr.roots, first)
		for j := 1; j < rr.copies; j++ {
			found := false
			for _, v := range all {
				if !taken[v] && rr.ahead(first, v, j) && v.Op == first.Op {
					taken[v], found = true, true
					rr.match[j][first] = v
					break
				}
			}
			if !found {
				return false
			}
		}
	}
	return true
}

// sign is the direction in which an access walks.
func (rr *reroller) sign(v *ir.Value) int64 {
	if rr.access[v].Stride < 0 {
		return -1
	}
	return 1
}

// ahead says whether access w is where access v will be j copies later.
func (rr *reroller) ahead(v, w *ir.Value, j int) bool {
	a, b := rr.access[v], rr.access[w]
	if a == nil || b == nil || !a.Affine() || !b.Affine() || a.Stride != b.Stride || a.Stride%int64(rr.copies) != 0 {
		return false
	}
	d, ok := rr.d.Scev.Distance(a, b)
	return ok && d == int64(j)*a.Stride/int64(rr.copies)
}

// same says whether w, in copy j, does what v does in the first. root is set for what has been matched already.
func (rr *reroller) same(v, w *ir.Value, j int, root bool) bool {
	if !root {
		if known := rr.match[j][v]; known != nil {
			return known == w
		}
	}
	if rr.l.Invariant(v) {
		return v == w
	}
	if a, step, ok := rr.step(v); ok { // also what stands still
		b, step2, ok := rr.step(w)
		if !ok || step != step2 || step%int64(rr.copies) != 0 {
			return false
		}
		d, ok := rr.d.Scev.ConstDiff(b, a)
		if !ok || d != int64(j)*step/int64(rr.copies) {
			return false
		}
		rr.match[j][v] = w
		return true
	}
	if v.Op == ir.OpPhi { // of a chain: the update of the copy before
		chain := rr.prev[v]
		return chain != nil && w == chain[j-1]
	}
	if v.Op != w.Op || v.Type != w.Type || v.FP != w.FP || v.AuxInt != w.AuxInt || v.Aux != nil || w.Aux != nil ||
		len(v.Args) != len(w.Args) {
		return false
	}
	rr.match[j][v] = w
	if v.Op.IsMemory() {
		a, b := rr.access[v], rr.access[w]
		if a.Affine() && b.Affine() {
			if !rr.ahead(v, w, j) {
				return false
			}
		} else if v.Args[0] != w.Args[0] || v.Scale != w.Scale || v.Off != w.Off || !rr.l.Invariant(v.Args[0]) ||
			!rr.same(v.Args[1], w.Args[1], j, false) {
			return false
		}
		for i := 2; i < len(v.Args); i++ {
			if !rr.same(v.Args[i], w.Args[i], j, false) {
				return false
			}
		}
		return true
	}
	if len(v.Args) == 2 && v.Op.Is(ir.FlagCommutative) {
		before := maps.Clone(rr.match[j])
		if rr.same(v.Args[0], w.Args[0], j, false) && rr.same(v.Args[1], w.Args[1], j, false) {
			return true
		}
		rr.match[j] = before
		return rr.same(v.Args[0], w.Args[1], j, false) && rr.same(v.Args[1], w.Args[0], j, false)
	}
	for i, a := range v.Args {
		if !rr.same(a, w.Args[i], j, false) {
			return false
		}
	}
	return true
}

// liveOuts wants nothing to leave the loop but what the header's phis are at its end.
func (rr *reroller) liveOuts() bool {
	exit, back := rr.g.Out.Exit, rr.l.Header.PredIndex(rr.l.Latch)
	at := exit.PredIndex(rr.l.Latch)
	for _, x := range exit.Phis() {
		v, ok := x.Args[at], false
		for _, phi := range rr.l.Header.Phis() {
			ok = ok || phi.Args[back] == v
		}
		if !ok && !rr.l.Invariant(v) {
			return false
		}
	}
	return true
}

// inOrder wants accesses that meet in one iteration to stay in order. In the new loop copy j comes before copy j+1, and
// within a copy the order is that of the first. A load that serves several copies is done in each.
func (rr *reroller) inOrder() bool {
	type label struct{ copy, place int }
	labels := map[*ir.Value][]label{}
	for v := range rr.template() {
		if !v.Op.IsMemory() {
			continue
		}
		labels[v] = append(labels[v], label{0, rr.place[v]})
		for j := 1; j < rr.copies; j++ {
			w := rr.match[j][v]
			if w == nil {
				return false
			}
			labels[w] = append(labels[w], label{j, rr.place[v]})
		}
	}
	for x, lx := range labels {
		for y, ly := range labels {
			if rr.place[x] >= rr.place[y] || !rr.g.Depend(rr.access[x], rr.access[y]).Same() {
				continue
			}
			for _, a := range lx {
				for _, b := range ly {
					if b.copy < a.copy || b.copy == a.copy && b.place < a.place {
						return false
					}
				}
			}
		}
	}
	return true
}

// template is what the first copy consists of, header phis included, but not how they go on.
func (rr *reroller) template() map[*ir.Value]bool {
	in := map[*ir.Value]bool{}
	work := append([]*ir.Value(nil), rr.roots...)
	for _, phi := range rr.l.Header.Phis() {
		in[phi] = true
		if c := rr.chains[phi]; c != nil {
			work = append(work, c)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if in[v] || rr.l.Invariant(v) {
			continue
		}
		in[v] = true
		work = append(work, v.Args...)
	}
	return in
}

// run makes the new loop, of which the phis walk by a part of their steps. old is the loop as it was, if it stays.
func (rr *reroller) run() (h, old *ir.Block) {
	f, l := rr.d.F, rr.l
	pos := l.Header.Loop.Position()
	p := &clone.Part{Values: make([]bool, f.NumValues()), Branches: map[*ir.Block]bool{}}
	for v := range rr.template() {
		p.Values[v.ID] = true
	}
	rs := Restructure(rr.d, rr.g, nil)
	rs.Times = l.Preheader.New(ir.OpMul, ir.TI64, pos, rs.N, f.ConstInt(ir.TI64, int64(rr.copies)))
	c := clone.ClonePart(f, l, "rerolled", p)
	h = rs.Add(c)
	rs.Final = map[*ir.Value]*ir.Value{}
	back := l.Header.PredIndex(l.Latch)
	latch := c.Blocks[l.Latch]
	for _, phi := range l.Header.Phis() {
		w := c.Values[phi]
		next := c.Values[rr.chains[phi]]
		if next == nil {
			_, step, _ := rr.step(phi)
			next = latch.New(ir.OpAdd, phi.Type, phi.Pos, w, f.ConstInt(phi.Type, step/int64(rr.copies)))
		}
		w.SetArg(h.PredIndex(latch), next)
		rs.Final[phi.Args[back]] = next
	}
	rs.Finish()
	return h, rs.Fallback()
}
