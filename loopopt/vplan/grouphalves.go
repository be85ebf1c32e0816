package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Registers of 32 bytes shuffle their halves apart from each other: a lane comes into the other half by an instruction of
// its own, and two vectors become one by five instructions if any lane may come from anywhere. So the halves of a group's
// vectors are paired first, a half with the one that begins as many whole structures later, and each half is taken apart
// as a vector of half the lanes would be. Three members of four lanes:
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
	if x.form(g) == Halves {
		return x.st.VF / 2
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
func (c *coster) apart(g *Group, t ir.Type, kind tti.ShuffleKind) (Form, tti.Cost) {
	count, halves := g.splits, tti.HalvesDeinterleave
	if kind == tti.Interleave {
		count, halves = g.joins, tti.HalvesInterleave
	}
	// The price is that of two shuffles, where there are pairs of pairs. Others know nothing of the order of lanes.
	whole := c.t.ShuffleCost(kind, t, 2).Times(count(c.vf)).Part(0.5)
	if g.Factor&(g.Factor-1) != 0 {
		whole = c.t.ShuffleCost(tti.General2, t, 1).Times(count(c.vf))
	}
	if t.Size() != 2*halfBytes || c.t.VectorBytes() != t.Size() || g.gaps() && g.Write {
		return Shuffles, whole
	}
	k := c.t.ShuffleCost(tti.PairHalves, t, 1).Times(g.Factor)
	k = k.Plus(c.t.ShuffleCost(halves, t, g.Factor).Times(count(c.vf / 2)))
	if k.Legal && k.Uops < whole.Uops {
		return Halves, k
	}
	return Shuffles, whole
}
