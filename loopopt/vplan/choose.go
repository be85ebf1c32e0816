package vplan

import (
	"math"
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// issueWidth is the number of micro-operations a core issues per cycle: Golden Cove renames 6, Zen 5 8; loops of
// vector operations are bound by 2 to 4 vector pipes long before. 4 is what the estimate uses.
const issueWidth = 4

// loopUops is the loop overhead of one vector iteration: induction, compare and branch (fused).
const loopUops = 2

// maxBodyUops bounds the size of an interleaved body: beyond it more parts bring no more overlap but fill the
// instruction cache.
const maxBodyUops = 64

// largeBodyUops is how large a body is that instructions are no longer put in an order for that spares registers.
const largeBodyUops = 256

// Forwarding is the number of cycles from the store of a vector to the end of the operation on it when it is loaded
// again: 12 on Zen 5 for b[i] = b[i-4] + a[i], measured; Golden Cove forwards in 5 and adds in 4. So many iterations as
// the distance of a dependence has take at least this long.
const Forwarding = 12

// notForwarded is that number where a load takes bytes of two stores, or of one under a mask: it waits until they are
// in the cache. PNG's filter with three bytes a pixel, two lanes at a time and stores lane by lane, takes 55 cycles
// for a vector on Zen 3, in which its arithmetic is 13.
const notForwarded = 30

// forwarding is the number of cycles from a store to what is done with a load of the same place some iterations later.
func (c *coster) forwarding() float64 {
	masked := slices.ContainsFunc(c.p.Recipes, func(r *Recipe) bool { return r.is(isStore) && r.mask != nil })
	if masked || c.p.Legal.Forwards%int64(c.vf) != 0 {
		return notForwarded
	}
	return Forwarding
}

// shortRow is the known number of iterations from which they are worth a vector that is less than half of those
// preferred: 16 bytes in one take 0.16 of the time of scalar code, unrolled (sad16 of the suite image).
const shortRow = 8

// Candidate is a stage that was priced.
type Candidate struct {
	VF, UF int
	Cost   float64 // cycles per scalar iteration
	Bound  Bound   // what the processor's units allow
	Legal  bool
}

// Choose prices the candidates, picks the cheapest and sets the plan's stages. scalar is the estimated cost of one
// iteration of the scalar loop in micro-operations. It returns what it looked at, and false if no vector plan is worth
// it (or none is possible, if the loop is forced).
func (p *Plan) Choose(t tti.Info, scalar float64) ([]Candidate, bool) {
	all := make([]Candidate, 0, 6)
	scalar = p.scanWorth(scalar)
	best := -1
	width := p.safeWidth(t)
	smallest, widest := p.elems()
	limit := min(ir.MaxLanes, t.VectorBytes()/smallest)
	least := int64(max(2, t.PreferBytes()/widest/2))
	if step := p.Legal.MaxStep; step > 1 {
		least = min(least, int64(1)<<(bits.Len64(uint64(step))-1)) // the longest vectors that obey the distance
	}
	if p.eachLane() > 1 { // a word of bits is enough
		limit = min(limit, ir.MaxLanes/p.eachLane())
		least = min(least, int64(limit))
	}
	// The rows of a block of pixels in shorter vectors, and those of small matrices that are one vector.
	if n := p.trips(); n < least && (n >= shortRow || n >= 4 && n&(n-1) == 0) && n*int64(widest) >= 16 {
		least = int64(1) << (bits.Len64(uint64(n)) - 1)
	}
	// Whoever demands vectors has them, however short. There is nothing to interleave then.
	if n := p.trips(); p.Legal.Forced && p.Legal.Interleave < 2 && n > 1 && n < least {
		least = int64(1) << (bits.Len64(uint64(n)) - 1)
	}
	for vf := int(least); vf <= limit; vf *= 2 {
		if width == 0 && int64(vf) > p.trips() || width > 0 && vf != width ||
			p.Legal.MaxStep > 0 && int64(vf) > p.Legal.MaxStep {
			continue
		}
		c, ok := p.price(t, vf)
		uf := p.interleave(t, c)
		cand := Candidate{VF: vf, UF: uf, Legal: ok, Cost: (c.ops + loopUops/float64(uf)) / issueWidth / float64(vf)}
		cand.Cost = max(cand.Cost, c.scanMoves/float64(vf), c.chain/float64(vf*uf), c.inOrder/float64(vf))
		if step := p.Legal.Forwards; step > 0 {
			cand.Cost = max(cand.Cost, c.forwarding()/float64(step))
		}
		if !ok {
			cand.Cost = math.Inf(1)
		} else {
			cand.Bound = c.bound(uf)
		}
		all = append(all, cand)
		if ok && (best < 0 || cand.Cost < c.clearly()*all[best].Cost) {
			best = len(all) - 1
		}
	}
	best = fasterDivider(all, best)
	if width > 0 && best < 0 && width <= ir.MaxLanes {
		// A width below, between or beyond the candidates was asked for: selection takes several registers for a
		// vector.
		if c, ok := p.price(t, width); ok {
			uf := p.interleave(t, c)
			all = append(all, Candidate{VF: width, UF: uf, Legal: true, Cost: c.ops / issueWidth / float64(width),
				Bound: c.bound(uf)})
			best = len(all) - 1
		}
	}
	if best < 0 {
		return all, false
	}
	main := all[best]
	p.Stages = append(p.mem.stages.Take(mostStages)[:0], Stage{VF: main.VF, UF: main.UF})
	main.Cost -= p.spared(t)
	p.Cost, p.Bound = main.Cost, main.Bound
	c, ok := p.price(t, main.VF)
	if ok {
		p.Scalar = c.rival(scalar)
	}
	if ok && !p.Legal.Forced && max(main.Cost+c.laneTax()+c.finish(), c.busy())*1.05 >= c.rival(scalar)*c.slotsFilled() {
		return all, false
	}
	if ok {
		for _, g := range p.Legal.Groups {
			g.byLanes = c.byLanes[g]
		}
	}
	p.target, p.Windows = t, c.windows
	p.stages(t, main)
	p.roundQuotients(t)
	if ok {
		p.breakEven(c.shortest(scalar))
	}
	if p.TooShort() {
		return all, false
	}
	p.priceExits(t, scalar)
	p.forms(t)
	if p.Regions == nil {
		p.chooseRegions(t)
	}
	if len(p.Regions) > 0 {
		p.Bound = p.boundOfRegions(t)
	}
	p.chooseFront(t, c)
	return all, true
}

// divider is the name of the group of units that divide and take roots.
const divider = "div"

// fasterDivider is the best candidate, or one with shorter vectors, if both wait for the divider only, and that does
// those faster: two divisions of 32 bytes take less than one of 64 on Golden Cove.
func fasterDivider(all []Candidate, best int) int {
	for i := range all[:max(best, 0)] {
		if a, b := &all[i], &all[best]; a.Legal && a.Bound.By == divider && b.Bound.By == divider &&
			a.Bound.Cycles < 0.95*b.Bound.Cycles && a.Cost <= b.Bound.Cycles {
			best = i
		}
	}
	return best
}

// spared is the cycles per iteration that regions spare, as far as it is known how likely their masks are. Scalar code is
// priced by what its branches leave out then, and so is this.
func (p *Plan) spared(t tti.Info) (cycles float64) {
	if !slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.Odds != ir.NoGuess }) {
		return 0
	}
	p.chooseRegions(t)
	for _, g := range p.Regions {
		if _, known := g.mask.odds(); known {
			cycles += g.worth / issueWidth / float64(p.VF())
		}
	}
	return cycles
}

// clearly is the share of the cost of a smaller factor that a larger one must not exceed: it leaves more iterations over.
// With conditions, and values of more than two registers, it finds hardly a region to leave out, and masks of one lane
// size become some of another: a sum of 64 bits under five conditions, of which each holds for a third or an eighth,
// takes 0.46 ns an element with 4 or 8 lanes, 0.84 with 16, and 2.2 with 32, on Zen 3. A body of hundreds of operations
// on such values finds no order without spills: numbers of 8 digits as they are read, at 32 lanes of 64 bits, are 900
// moves of 1700 instructions, and an iteration takes 2.4 times its price. Inner loops over rows of unknown length have a
// masked iteration for the short ones, which takes as long however few lanes are on: rows of 8 of a sparse matrix take
// 24 cycles with 16 lanes, in the scalar loop that 16 lanes leave them to, and 13 with 8 (Golden Cove).
func (c *coster) clearly() float64 {
	if c.widest() > 3 && c.ops > largeBodyUops {
		return 0.75
	}
	if c.widest() > 3 && slices.ContainsFunc(c.p.Recipes, func(r *Recipe) bool { return r.Kind == EdgeMask }) {
		return 0.85
	}
	if c.p.Legal.Loop.Parent != nil && c.widest() > 2 && c.p.trips() > shortRow {
		return 0.9 // rows are short as a rule
	}
	return 0.97
}

// safeWidth is the width that is asked for, or the largest below that known dependences permit (LLVM's "user-specified
// vectorization factor is unsafe, clamping to maximum safe vectorization factor"), and that a known number of
// iterations fills, unless it may run under a mask; 0 if none is asked for.
func (p *Plan) safeWidth(t tti.Info) int {
	w := int64(p.Legal.Width)
	if most := p.Legal.MaxStep; most > 0 && w > most {
		w = 1 << (bits.Len64(uint64(most)) - 1)
	}
	// What metadata alone bound, the main loop in front of a masked iteration would be there for nothing.
	_, most := p.Legal.SE.Range(p.Legal.Trips)
	if n := p.trips(); n > 1 && w > n && (n < most || !(p.Legal.MaskTail >= 0 && p.canMask(t))) {
		w = 1 << (bits.Len64(uint64(n)) - 1)
	}
	return int(w)
}

// forms notes in which forms the groups came out cheapest, for the lanes of every stage.
func (p *Plan) forms(t tti.Info) {
	if len(p.Legal.Groups) == 0 {
		return
	}
	p.tuples = [2]*tuples{} // of the recipes that there are in the end
	for _, s := range p.Stages {
		c, _ := p.price(t, s.VF)
		for g, form := range c.forms {
			g.forms[bits.TrailingZeros(uint(s.VF))] = form
		}
	}
}

// laneTax is what gathers, scatters and conversions lane by lane take beyond their issue slots, in cycles per
// iteration, when compared with a scalar loop: the few units that move lanes are busy longer than the slots tell. On
// Zen 5 loops of such accesses take 0.77 of the cycles that they are priced at (vag, vas, s4113 of the suite tsvc),
// their scalar loops 0.52. On Zen 3 a sum by indices of 64 bits takes 1.4 times its price, its scalar loop 0.82 times;
// a dictionary of indices of 16 bits no more than its price, one of bytes 0.8 to 1 of it; a histogram and integers of
// 64 bits made floats of 32 1.7 to 2 times theirs.
func (c *coster) laneTax() float64 {
	return (0.45*c.lanes + 0.25*c.wideLanes + 0.45*c.bothWays) / issueWidth / float64(c.vf)
}

// slotsFilled is the share of its price that a scalar loop of stores to computed places takes beside instructions that
// scatter: it fills the six slots and more of the cores that have these, where they take turns on the ports of stores.
// On Golden Cove loops with scatters of 8 bytes (vas, s4113 of the suite tsvc) take 1.3 to 1.8 times their price, the
// scalar loops 0.5 to 0.8 of theirs.
func (c *coster) slotsFilled() float64 {
	if c.scatters && c.t.NumRegs(tti.Mask) > 0 {
		return 0.8
	}
	return 1
}

// fewTrips is the known number of iterations up to which what a reduction takes around its loop is shared by them.
// enterUops is the least of it; every halving of a vector adds halvingUops. Eight shares of ranks (PageRank of the
// suite field) take 17 cycles on Zen 3 so, of which the gather takes 9, and 11 in scalar code.
const (
	fewTrips    = 16
	enterUops   = 12
	halvingUops = 3
)

// finish is what entering the loop and joining the lanes of partial results takes, in cycles per iteration, if there
// are few iterations.
func (c *coster) finish() float64 {
	n := c.p.trips()
	if n > fewTrips {
		return 0
	}
	return c.finishUops() / issueWidth / float64(max(1, n))
}

// finishUops is the same for one run of the loop, in micro-operations.
func (c *coster) finishUops() float64 {
	if !slices.ContainsFunc(c.p.Recipes, func(r *Recipe) bool { return r.Kind == ReducePhi }) {
		return 0
	}
	return float64(enterUops + halvingUops*(bits.Len(uint(c.vf))-1))
}

// rival is the number of cycles of an iteration of the scalar loop, which is priced at so many micro-operations and may
// wait for the sum of floats of the one before. A sum of few numbers is done beside the next one.
func (c *coster) rival(scalar float64) float64 {
	cycles := scalar / issueWidth
	if c.p.trips() <= fewTrips {
		return cycles
	}
	l := c.p.Legal
	if slices.ContainsFunc(l.monotonicIndices(), (*MonotonicIndex).guesses) {
		cycles += guessing
	}
	if len(l.InOrder) > 0 {
		return max(cycles, c.oneByOne/float64(c.vf)) // the same additions
	}
	for i := range l.Phis {
		if x := &l.Phis[i]; x.Kind == analysis.Reduction && x.Phi.Type.Elem.IsFloat() {
			return max(cycles, recurrence(l, c.t, l.Loop))
		}
	}
	return cycles
}

// busy is the number of cycles per iteration for which arithmetic occupies the vector units: three, or two of the
// widest kind. A scalar loop shares the issue slots with nobody, so that vectors of few lanes may be no better than it.
func (c *coster) busy() float64 {
	units := 3.0
	for _, r := range c.p.Recipes {
		if !r.isUniform() && r.elem != ir.Void && r.elem != ir.Bool && min(c.vec(r).Size(), c.t.VectorBytes()) >= 64 {
			units = 2
		}
	}
	return max((c.ops-c.mem)/units, c.scanMoves) / float64(c.vf)
}

// elems is the smallest and the largest element size that the recipes work on, in bytes.
func (p *Plan) elems() (small, large int) {
	small, large = 8, 1
	for _, r := range p.Recipes {
		e := r.elem
		if r.is(isStore) {
			e = r.V.StoredValue().Type.Elem
		}
		if r.Kind == BitTest && r.bits.bytes { // a byte is the bits of eight lanes
			small = 1
		}
		if e == ir.Bool || r.isUniform() || e == ir.Void || r.is(noLanes) {
			continue
		}
		size := e.Size()
		if r.group != nil && p.moved(r.group) {
			size *= r.group.Factor
		}
		small, large = min(small, size), max(large, size)
	}
	if small > large {
		small = large
	}
	return small, large
}

// interleave is the number of parts. Reductions want enough of them to cover the latency of their operation; other
// loops a few, to spread the loop overhead. Registers and code size bound both.
func (p *Plan) interleave(t tti.Info, c *coster) int {
	if n := p.Legal.Interleave; n > 0 {
		for n > 1 && p.Legal.MaxStep > 0 && int64(n*c.vf) > p.Legal.MaxStep {
			n /= 2 // whatever is asked for: the parts load before the first of them stores
		}
		for n > 1 && int64(n*c.vf) > p.trips() {
			n /= 2 // a step that there are not enough iterations for would never be done
		}
		return n
	}
	want := 4 // the latency of a sum or FMA
	want = max(want, c.wantParts)
	if streams, down := p.streams(); streams && t.VectorBytes() > leastVector {
		for want > 1 && (float64(want)*c.ops > streamUops && want*p.accesses() > streamAccesses || down) {
			want /= 2
		}
	}
	if p.callsMath() {
		want = 1 // its latency is hidden by the iterations around, not by a second copy of some 40 instructions
	}
	live := c.perPart + c.widest()
	free := float64(t.NumRegs(tti.Vec)) - c.regs - 1
	for want > 1 && (float64(want)*live > free || float64(want)*c.ops > maxBodyUops) {
		want /= 2
	}
	want = max(want, c.leastParts)
	// A long step leaves many iterations to the tail: 64 of them, or two vectors, are enough to hide the loop overhead.
	step := max(64, 2*c.vf)
	if p.looksFar() {
		step *= 2
	}
	for want > 1 && want*c.vf > step {
		want /= 2
	}
	for want > 1 && (int64(want*c.vf) > p.trips() || c.inOrder > 0 && want*c.vf > orderedLanes) {
		want /= 2
	}
	for want > 1 && p.Legal.MaxStep > 0 && int64(want*c.vf) > p.Legal.MaxStep {
		want /= 2
	}
	return want
}

// looksFar says whether the loop is a search that may be long, and does little else than test: one test is for more
// vectors. Inner loops are searches in words and lines, and so are those that end somewhere in an object.
func (p *Plan) looksFar() bool {
	return p.firstSideExit() >= 0 && p.seeksOnce() && p.Legal.Loop.Parent == nil && p.Legal.Paged == nil &&
		len(p.Streams) == 0
}

// callsMath says whether some recipe is a function of package mathlib.
func (p *Plan) callsMath() bool {
	return slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.Kind == Widen && r.V.Op.Is(ir.FlagMath) })
}

// trips is the number of iterations that there are at most, as far as it is known: a row of 8, the bytes behind the
// first one of a character.
func (p *Plan) trips() int64 {
	_, most := p.Legal.SE.Range(p.Legal.Trips)
	return p.Legal.Loop.Header.Loop.Most(most)
}

// TooShort says whether the stages ask for more iterations than there ever are.
func (p *Plan) TooShort() bool { return p.MinIter > p.trips() }

// widest is the number of registers that the widest value of an iteration takes, plus one for an operand.
func (c *coster) widest() float64 {
	w := 1.0
	for _, r := range c.p.Recipes {
		if !r.isUniform() && r.elem != ir.Bool && r.elem != ir.Void && !r.is(noLanes) {
			n := c.parts(c.vec(r))
			if c.computed {
				n = c.partsInTuple(r, n)
			}
			w = max(w, n)
		}
	}
	return w + 1
}

// stages lays out main loop and tail.
func (p *Plan) stages(t tti.Info, main Candidate) {
	p.Stages = append(p.mem.stages.Take(mostStages)[:0], Stage{VF: main.VF, UF: main.UF})
	p.Tail = TailScalar
	if p.canMask(t) && p.Legal.MaskTail >= 0 && p.shiftsPolynomials(t, main.VF) &&
		(p.Legal.MaskTail > 0 || p.callsMath() || !p.readsMaskedStores()) {
		p.Tail = TailMasked
		if main.UF > 2 && p.looksFar() { // up to three of them, without masks
			p.Stages = append(p.Stages, Stage{VF: main.VF, UF: 1})
		}
		p.Stages = append(p.Stages, Stage{VF: main.VF, UF: 1, Masked: true})
		p.MinIter = minMasked
		if p.Legal.Forced {
			p.MinIter = min(minMasked, max(2, p.trips()))
		}
		for _, r := range p.Recipes {
			if fewest := kinds[r.Kind].fewest; fewest != nil {
				p.MinIter = max(p.MinIter, fewest(p, r))
			}
		}
		return
	}
	// Without masks: a second loop of single vectors, one of half vectors where a vector holds many elements, and one of
	// eighths where it holds 64.
	if main.UF > 1 {
		p.Stages = append(p.Stages, Stage{VF: main.VF, UF: 1})
	}
	small, _ := p.elems()
	each := p.eachLane()
	least := 8
	if p.Legal.Loop.Parent != nil {
		least = 4 // of a row, which may be short, half a vector is a good part
	}
	for vf := main.VF / 2; vf > 1 && vf*each >= least && vf*small*each >= 8 && len(p.Stages) < 4; vf /= 4 {
		if _, ok := p.price(t, vf); ok {
			p.Stages = append(p.Stages, Stage{VF: vf, UF: 1})
		}
	}
	p.MinIter = int64(p.Stages[len(p.Stages)-1].VF)
}

// breakEven raises the least number of iterations to that of which the scalar loop takes as long as a masked vector
// iteration, which is the same however few lanes are on. Both are in cycles.
func (p *Plan) breakEven(masked, scalar float64) {
	if p.Tail == TailMasked && p.MinIter > 1 && !p.Legal.Forced && scalar > 0 {
		p.MinIter = max(p.MinIter, int64(min(math.Ceil(masked/scalar), float64(p.VF()))))
	}
}

// shortest is what a masked iteration and one of the scalar loop take, in cycles. In short rows that gather, what joins the
// lanes counts too, and the scalar sums do not wait for one another: those of different rows overlap.
func (c *coster) shortest(uops float64) (masked, scalar float64) {
	if c.indexed && c.p.Legal.Loop.Parent != nil {
		return (c.ops + c.finishUops()) / issueWidth, uops / issueWidth
	}
	return c.ops / issueWidth, c.rival(uops)
}

// minMasked is the number of iterations from which a masked vector iteration beats the scalar loop: below, the fixed
// cost of iteration bounds, masks and reduction weighs more.
const minMasked = 4

// canMask says whether all memory operations can be masked in one instruction each, and nothing else stands in the way
// of a masked tail. If one is demanded, accesses may also be masked lane by lane.
func (p *Plan) canMask(t tti.Info) bool {
	if t.NumRegs(tti.Mask) == 0 && p.Legal.MaskTail <= 0 && !p.nest || len(p.Legal.Updates) > 0 {
		return false
	}
	for _, r := range p.Recipes {
		if maskable := kinds[r.Kind].maskable; maskable != nil && !maskable(p, t, r) {
			return false
		}
	}
	return true
}

// readsMaskedStores says whether the loop is one of the rows of a nest that soon reads what its rows store. No core
// forwards a masked store to a load of more than its lanes, those beside the row included: what the next row reads then
// waits until the store is in the cache. Rows of 63 that reduce the next ones took 2 times as long on Zen 5, rows of 31 3
// times. A row that begins elsewhere, such as one that is added to again, comes too late to wait. Functions of package
// mathlib, done one by one for what is left over, take longer than the wait (softmax: 7 percent).
func (p *Plan) readsMaskedStores() bool {
	l, se := p.Legal.Loop, p.Legal.SE
	if l.Parent == nil {
		return false
	}
	for _, r := range p.Recipes {
		if !r.is(isStore) || !r.is(consecutive) {
			continue
		}
		stored := se.Place(r.V, l.Parent)
		for v := range l.Parent.Values() {
			if v.Op.IsMemory() && !v.Op.HasAny(ir.FlagWrites) && v.Args[0].Root() == stored.Root &&
				p.readsBehind(stored, se.Place(v, l.Parent)) {
				return true
			}
		}
	}
	return false
}

// readsBehind says whether the next row's load begins beside the end of this row's store, or may.
func (p *Plan) readsBehind(store, load analysis.Place) bool {
	se := p.Legal.SE
	trips, by, ok := se.Affine(p.Legal.Trips, store.Loops[:1])
	if !ok || store.Start == nil || load.Start == nil || store.Base != load.Base {
		return true
	}
	size := int64(store.Size)
	if d, ok := se.ConstDiff(se.Add(store.Coef[0], se.MulConst(by[0], size)), load.Coef[0]); !ok || d != 0 {
		return by[0].Kind != analysis.Const
	}
	end := se.Add(store.Start, se.MulConst(trips, size))
	d, ok := se.ConstDiff(se.Add(load.Start, load.Coef[0]), end)
	return ok && d > -maskedSpan && d < maskedSpan || len(load.Coef) > 1 && load.Coef[1] != store.Coef[1]
}

// maskedSpan is how many bytes a masked store may take up beside the end of its row.
const maskedSpan = 64
