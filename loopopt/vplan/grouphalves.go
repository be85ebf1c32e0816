package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Registers of 32 bytes shuffle their halves apart from each other: a lane comes into the other half by an instruction
// of its own, and two vectors become one by five instructions if any lane may come from anywhere. So the halves of a
// group's vectors are paired first, a half with the one that begins as many whole structures later, and each half is
// taken apart as a vector of half the lanes would be. Three members of four lanes:
//
//	memory         abca bcab cabc        the halves are ab ca bc | ab ca bc
//	paired         ab|ab  ca|ca  bc|bc   three instructions
//	a              a (from ab), a (from ca) in both halves: one instruction
//
// A group that is stored goes the other way.

// halfBytes is the size of what is shuffled apart.
const halfBytes = 16

// lanesInRun is the number of lanes that are taken apart, or joined, by themselves.
func (x *exec) lanesInRun(g *Group) int {
	switch x.form(g) {
	case Halves:
		return x.st.VF / 2
	case sorted:
		return halfBytes / g.Elem.Size()
	}
	return x.st.VF
}

// within is lane e of two vectors side by side, as seen from the run of lanes that lane l is in.
func (x *exec) within(l, e, run int) int8 {
	if e < run {
		return int8(l/run*run + e)
	}
	return int8(x.st.VF + l/run*run + e - run)
}

// pairHalves has half k of the vectors below half n+k of them in vector k, of n.
func (x *exec) pairHalves(vs []*ir.Value) []*ir.Value {
	n, h := len(vs), x.st.VF/2
	out := x.f.NewValues(n)
	for k := range out {
		lanes := make(ir.Lanes, 2*h)
		for l := range h {
			lanes[l], lanes[h+l] = int8(k%2*h+l), int8(2*h+(n+k)%2*h+l)
		}
		out[k] = x.shuffle(vs[k/2], vs[(n+k)/2], lanes)
	}
	return out
}

// unpairHalves is the converse of pairHalves.
func (x *exec) unpairHalves(ws []*ir.Value) []*ir.Value {
	n, h := len(ws), x.st.VF/2
	out := x.f.NewValues(n)
	for k := range out {
		a, b := 2*k, 2*k+1 // half i is below in vector i, or above in vector i-n
		lanes := make(ir.Lanes, 2*h)
		for l := range h {
			lanes[l], lanes[h+l] = int8(a/n*h+l), int8(2*h+b/n*h+l)
		}
		out[k] = x.shuffle(ws[a%n], ws[b%n], lanes)
	}
	return out
}

// apart is the cheaper way to take vectors of type t of group g apart, or to join its members, by shuffles.
func (c *coster) apart(g *Group, t ir.Type, kind tti.ShuffleKind) (form, tti.Cost) {
	count, halves := g.splits, tti.HalvesDeinterleave
	if kind == tti.Interleave {
		count, halves = g.joins, tti.HalvesInterleave
	}
	// The price is that of two shuffles, where there are pairs of pairs. Others know nothing of the order of lanes.
	whole := c.t.ShuffleCost(kind, t, 2).Times(count(c.vf)).Part(0.5)
	if g.Factor&(g.Factor-1) != 0 {
		whole = c.t.ShuffleCost(tti.General2, t, 1).Times(count(c.vf))
	}
	form := shuffles
	if k := c.sorted(g, t); kind == tti.Deinterleave && k.Legal && k.Uops < whole.Uops {
		form, whole = sorted, k
	}
	if t.Size() != 2*halfBytes || c.t.VectorBytes() != t.Size() || g.gaps() && g.Write {
		return form, whole
	}
	k := c.t.ShuffleCost(tti.PairHalves, t, 1).Times(g.Factor)
	k = k.Plus(c.t.ShuffleCost(halves, t, g.Factor).Times(count(c.vf / 2)))
	if k.Legal && k.Uops < whole.Uops {
		return Halves, k
	}
	return form, whole
}

// Small elements of two vectors, every second one, take three instructions where one shuffle has one source: each vector
// is shuffled, and the two are blended. But larger pieces alternate by one (VPUNPCKLDQ). So each half is sorted by
// members first, and then the members' runs are joined. Four members of bytes, of which a half has four each:
//
//	sorted     aaaa bbbb cccc dddd    one instruction for each vector
//	pairs      aaaa aaaa bbbb bbbb    one for each result: the lower runs of two vectors
//	           cccc cccc dddd dddd    the upper ones
//	again      aaaa aaaa aaaa aaaa    and so on

// sortRuns is v with the elements of each member side by side, in each run of so many lanes.
func (x *exec) sortRuns(v *ir.Value, n, run int) *ir.Value {
	lanes := make(ir.Lanes, x.st.VF)
	each := run / n
	for l := range lanes {
		e := l % run
		lanes[l] = int8(l - e + e%each*n + e/each)
	}
	return x.shuffle(v, v, lanes)
}

// splitSorted makes vectors of count members, from first on, of such that have all of those, each in runs as long as
// there is room for.
func (x *exec) splitSorted(vs []*ir.Value, first, count, run int, g *Group, out []*ir.Value) {
	if len(vs) == 1 {
		out[first] = vs[0]
		return
	}
	each := run / count
	for upper := range 2 {
		from := first + upper*count/2
		if !g.has(from, count/2) {
			continue
		}
		half := x.f.NewValues(len(vs) / 2)
		for k := range half {
			lanes := make(ir.Lanes, x.st.VF)
			for l := range lanes {
				e := l % run
				at := upper*run/2 + e/(2*each)*each + e%each
				lanes[l] = x.within(l, at+e/each%2*run, run)
			}
			half[k] = x.shuffle(vs[2*k], vs[2*k+1], lanes)
		}
		x.splitSorted(half, from, count/2, run, g, out)
	}
}

// has says whether one of n places from first on has a member.
func (g *Group) has(first, n int) bool {
	for _, m := range g.Members[first : first+n] {
		if m != nil {
			return true
		}
	}
	return false
}

// sorted is the price of taking apart vectors of type t so.
func (c *coster) sorted(g *Group, t ir.Type) (k tti.Cost) {
	n, size := g.Factor, g.Elem.Size()
	run := halfBytes / size
	if n&(n-1) != 0 || n > run || t.Size() != halfBytes && (t.Size() != 2*halfBytes || c.t.VectorBytes() != t.Size()) {
		return k
	}
	k = c.t.ShuffleCost(tti.Within, t, run).Times(n)
	kind := tti.Interleave
	if t.Size() > halfBytes {
		kind = tti.HalvesInterleave
		k = k.Plus(c.t.ShuffleCost(tti.PairHalves, t, 1).Times(n))
	}
	for count := n; count > 1; count /= 2 { // of vectors with so many members
		piece := run / count * size
		join := c.t.ShuffleCost(kind, ir.Vec(ir.IntElem(piece), t.Size()/piece), 2)
		if kind == tti.Interleave {
			join = join.Part(0.5) // that is the price of two
		}
		for first := 0; first < n; first += count / 2 {
			if g.has(first, count/2) {
				k = k.Plus(join.Times(count / 2))
			}
		}
	}
	return k
}
