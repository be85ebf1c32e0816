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
// every operation of the other copies has its counterpart in the first, under the same conditions. Loads and stores
// then come in the order of the copies; two that come in another order than before must not meet in one iteration of
// the original. The terms of a sum may stand in any order, and in several variables, if it may be regrouped
// (rerollmatch.go). The new loop has no checks; the original goes on where one may fail, for the sake of which copy it
// is that panics.
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
	if r == nil && l.Header.ID >= d.Source {
		return driver.Refused(remark.NotUnrolled) // somebody may have asked for what it is now
	}
	g := &legal.Legality{F: f, L: l, Se: d.Scev}
	g.Out = legal.LegalOf(g)
	if !g.Shape() || !g.Counts() {
		return driver.Refused(g.Reason)
	}
	rr := &reroller{d: d, l: l, g: g, why: remark.NotUnrolled,
		slicer: &clone.Slicer{L: l, Dom: d.Scev.Dom()}}
	if !rr.find() {
		return driver.RefusedAt(rr.why, rr.at)
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

// reroller finds the copies of the statements in the body of a loop.
type reroller struct {
	d      *driver.Driver
	l      *analysis.Loop
	g      *legal.Legality
	copies int
	access map[*ir.Value]*analysis.Access
	place  map[*ir.Value]int // in the body
	slicer *clone.Slicer
	kept   map[*ir.Value]bool  // what keeps has found out
	walked map[*ir.Value]int64 // steps of the variables that walkers made
	why    remark.Reason       // of a refusal
	at     *ir.Value

	roots   []*ir.Value             // what the first copy is for: its stores, and the terms of sums
	stored  int                     // how many of these are stores
	chains  map[*ir.Value]*ir.Value // by header phi that is updated once in each copy: its update in the first
	prev    map[*ir.Value][]*ir.Value
	sums    []*rerolledSum
	outside map[*ir.Value][]*ir.Value // the users of values behind the loop; nil is a block
	match   []map[*ir.Value]*ir.Value // by copy: the counterpart of each value of the first
	ordered map[*ir.Value]bool        // sums of floats that keep their order
	trail   []matched                 // what match has, in the order in which it came
}

// matched is an entry of the table of counterparts.
type matched struct {
	copy int
	v    *ir.Value
}

// maxCopies is the largest number of copies looked for.
const maxCopies = 32

// find looks for copies: as many as divide the step of something that walks, the most first.
func (rr *reroller) find() bool {
	as := analysis.Accesses(rr.d.Scev, rr.l)
	rr.access, rr.place = map[*ir.Value]*analysis.Access{}, map[*ir.Value]int{}
	for i := range as {
		rr.access[as[i].V] = &as[i]
	}
	steps := map[int64]bool{}
	for _, b := range rr.g.Out.Body {
		for _, v := range b.Walk() {
			rr.place[v] = len(rr.place)
			if _, step, ok := rr.step(v); ok && step != 0 {
				steps[step] = true
			}
		}
	}
	for n := maxCopies; n >= 2; n-- {
		for step := range steps {
			if step%int64(n) == 0 {
				if rr.copies = n; rr.try() {
					return true
				}
				break
			}
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
	rr.d.F.Spend(ir.StepsPerLook * len(rr.place))
	rr.roots, rr.chains, rr.prev = nil, map[*ir.Value]*ir.Value{}, map[*ir.Value][]*ir.Value{}
	rr.sums, rr.trail = nil, nil
	rr.kept, rr.ordered = map[*ir.Value]bool{}, map[*ir.Value]bool{}
	rr.match = make([]map[*ir.Value]*ir.Value, rr.copies)
	for j := range rr.match {
		rr.match[j] = map[*ir.Value]*ir.Value{}
	}
	if !rr.stores() || !rr.phis() {
		return false
	}
	matched := rr.roots[:rr.stored:rr.stored]
	for _, phi := range rr.l.Header.Phis() {
		if c := rr.chains[phi]; c != nil {
			matched = append(matched, c)
		}
	}
	for _, v := range matched {
		for j := 1; j < rr.copies; j++ {
			if !rr.same(v, rr.match[j][v], j, true) {
				return false
			}
		}
	}
	return len(rr.firsts()) > 0 && rr.template() != nil && rr.liveOuts() && rr.inOrder()
}

// firsts are the values that the first copy is for.
func (rr *reroller) firsts() []*ir.Value {
	list := rr.roots
	for _, phi := range rr.l.Header.Phis() {
		if c := rr.chains[phi]; c != nil {
			list = append(list[:len(list):len(list)], c)
		}
	}
	return list
}

// phis wants variables that walk, sums, and chains of updates, one in each copy.
func (rr *reroller) phis() bool {
	var rest []*ir.Value
	for _, phi := range rr.l.Header.Phis() {
		if _, step, ok := rr.step(phi); !ok || step == 0 {
			rest = append(rest, phi)
		}
	}
	if len(rest) == 0 {
		return true
	}
	for _, phi := range rr.regrouped(rest) {
		chain := rr.updates(phi)
		if chain == nil {
			if rr.ordered[phi] {
				rr.why, rr.at = remark.FPOrder, phi
			}
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

// updates are the values that phi has behind each copy, or nil. All ways from the last one to phi lead through each:
// they are the same distance apart among those of which that is so. (The match will prove it right or wrong.)
func (rr *reroller) updates(phi *ir.Value) []*ir.Value {
	last := phi.Args[rr.l.Header.PredIndex(rr.l.Latch)]
	leads := map[*ir.Value]bool{phi: true}
	var walk func(v *ir.Value) bool
	walk = func(v *ir.Value) bool {
		if to, seen := leads[v]; seen || rr.l.Invariant(v) || v.Block == rr.l.Header && v.Op == ir.OpPhi {
			return to
		}
		leads[v] = false
		for _, a := range v.Args {
			if walk(a) {
				leads[v] = true
			}
		}
		return leads[v]
	}
	if !walk(last) || last == phi {
		return nil
	}
	var all []*ir.Value // what leads to phi, in order
	for v, to := range leads {
		if to && v != phi {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b *ir.Value) int { return rr.place[a] - rr.place[b] })
	var through []*ir.Value
	lowest := len(rr.place) // that something behind uses
	for _, v := range slices.Backward(all) {
		if rr.place[v] <= lowest || v == last {
			through = append(through, v)
		}
		for _, a := range v.Args {
			if leads[a] {
				lowest = min(lowest, rr.place[a])
			}
		}
	}
	slices.Reverse(through)
	each := len(through) / rr.copies
	if each == 0 || len(through)%rr.copies != 0 {
		return nil
	}
	chain := make([]*ir.Value, rr.copies)
	for j := range chain {
		chain[j] = through[(j+1)*each-1]
	}
	return chain
}

// stores assigns every store to a copy: those of the first, and for each the one that lies so many elements on.
func (rr *reroller) stores() bool {
	taken := map[*ir.Value]bool{}
	var all []*ir.Value
	for v := range rr.l.Values() {
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
	rr.stored = len(rr.roots)
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
	part := rr.template()
	for v := range rr.l.Values() {
		if !part.Has(v) || !v.Op.IsMemory() {
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
	order := slices.SortedFunc(maps.Keys(labels), func(a, b *ir.Value) int { return rr.place[a] - rr.place[b] })
	for i, y := range order {
		for _, x := range order[:i] {
			if !rr.g.Depend(rr.access[x], rr.access[y]).Same() {
				continue
			}
			for _, a := range labels[x] {
				for _, b := range labels[y] {
					if b.copy < a.copy || b.copy == a.copy && b.place < a.place {
						rr.why, rr.at = remark.UnknownDependence, y
						return false
					}
				}
			}
		}
	}
	return true
}

// template is what the first copy consists of, header phis included, but not how they go on; nil if something in it
// walks by less than a step for each copy.
func (rr *reroller) template() *clone.Part {
	ok := true
	rr.slicer.Ends = func(v *ir.Value) bool {
		_, step, walks := rr.step(v)
		if walks && step%int64(rr.copies) != 0 {
			ok = false
		}
		return v.Op == ir.OpPhi && v.Block == rr.l.Header || walks && !rr.keeps(v)
	}
	part := rr.slicer.Of(rr.d.F, rr.firsts()...)
	if !ok {
		return nil
	}
	for i := range rr.sums {
		part.Values[rr.sums[i].phis[0].ID] = true
	}
	return part
}

// keeps says whether v, which walks, can be computed in the new loop from what it is computed from now: from variables
// that walk by as much for each copy.
func (rr *reroller) keeps(v *ir.Value) bool {
	if rr.l.Invariant(v) {
		return true
	}
	keeps, known := rr.kept[v]
	if known {
		return keeps
	}
	_, step, ok := rr.step(v)
	switch {
	case !ok || step%int64(rr.copies) != 0:
	case v.Op == ir.OpPhi:
		keeps = v.Block == rr.l.Header
	default:
		keeps = !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !rr.keeps(a) })
	}
	rr.kept[v] = keeps
	return keeps
}

// walkers gives values that walk evenly, but are computed from what does not do so in the new loop, variables of their
// own: 4*i of a loop that counts i by 1.
func (rr *reroller) walkers(part *clone.Part) {
	f, l := rr.d.F, rr.l
	back := l.Header.PredIndex(l.Latch)
	var list []*ir.Value
	for v := range l.Values() {
		if _, _, ok := rr.step(v); ok && part.Has(v) && !rr.keeps(v) {
			list = append(list, v)
		}
	}
	rr.walked = map[*ir.Value]int64{}
	for _, v := range list {
		start, step, _ := rr.step(v)
		now := rr.d.Scev.Expand(start, l.Preheader)
		if step != 0 { // what stands still needs none
			phi := l.Header.NewPhi(v.Type, v.Pos)
			args := make([]*ir.Value, 2)
			args[1-back], args[back] = now, l.Latch.New(ir.OpAdd, v.Type, v.Pos, phi, f.ConstInt(v.Type, step))
			phi.AddArgs(args...)
			rr.walked[phi] = step
			now = phi
		}
		for u := range l.Values() {
			for i, a := range u.Args {
				if a == v {
					u.SetArg(i, now)
				}
			}
		}
		for _, b := range l.Blocks {
			if b.Control == v {
				b.SetControl(now)
			}
		}
		instead := func(list []*ir.Value) {
			for i, a := range list {
				if a == v {
					list[i] = now
				}
			}
		}
		instead(rr.roots)
		for _, s := range rr.sums {
			for _, x := range s.first {
				instead(x.args)
			}
		}
		for phi, c := range rr.chains {
			if c == v {
				rr.chains[phi] = now
			}
		}
	}
}

// run makes the new loop, of which the phis walk by a part of their steps. old is the loop as it was, if it stays.
func (rr *reroller) run() (h, old *ir.Block) {
	f, l := rr.d.F, rr.l
	pos := l.Header.Loop.Position()
	rr.walkers(rr.template())
	rr.slicer.Ends = func(v *ir.Value) bool { return v.Op == ir.OpPhi && v.Block == l.Header }
	p := rr.slicer.Of(f, rr.firsts()...)
	for _, s := range rr.sums {
		p.Values[s.phis[0].ID] = true
	}
	for phi := range rr.chains {
		p.Values[phi.ID] = true
	}
	rs := Restructure(rr.d, rr.g, nil)
	n := int64(rr.copies)
	rs.Times = l.Preheader.New(ir.OpMul, ir.TI64, pos, rs.N, f.ConstInt(ir.TI64, n))
	rs.Final = map[*ir.Value]*ir.Value{}
	back := l.Header.PredIndex(l.Latch)
	steps, lasts := map[*ir.Value]int64{}, map[*ir.Value]*ir.Value{}
	for i, phi := range l.Header.Phis() {
		lasts[phi] = phi.Args[back]
		step, walks := rr.walked[phi]
		if !walks {
			if _, step, walks = rr.step(phi); walks && step%n != 0 { // counts what the new loop does not
				done := rr.fitted(rs.N, phi.Type, pos)
				by := l.Preheader.New(ir.OpMul, phi.Type, pos, done, f.ConstInt(phi.Type, step))
				rs.Final[lasts[phi]] = l.Preheader.New(ir.OpAdd, phi.Type, pos, rs.Starts[i], by)
				continue
			}
		}
		if walks {
			steps[phi] = step / n
			p.Values[phi.ID] = true
		}
	}
	c := clone.ClonePart(f, l, "rerolled", p)
	h = rs.Add(c)
	latch := c.Block(l.Latch)
	for _, phi := range l.Header.Phis() {
		w := c.Value(phi)
		next := c.Of(rr.chains[phi])
		if step := steps[phi]; step != 0 {
			next = latch.New(ir.OpAdd, phi.Type, phi.Pos, w, f.ConstInt(phi.Type, step))
		}
		if next != nil {
			w.SetArg(h.PredIndex(latch), next)
			rs.Final[lasts[phi]] = next
		}
	}
	for _, s := range rr.sums {
		s.emit(rr, rs, c, lasts)
	}
	rs.Finish()
	return h, rs.Fallback()
}

// fitted is n as a number of type t, in the preheader.
func (rr *reroller) fitted(n *ir.Value, t ir.Type, pos ir.Pos) *ir.Value {
	if t == ir.TI64 {
		return n
	}
	return rr.l.Preheader.New(ir.OpTruncI, t, pos, n)
}
