package legal

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// MaxGroup is the largest stride, in elements, of a group that is loaded whole. Stores of single members may be further
// apart, up to maxSpread: there is always the way of storing lane by lane.
const (
	MaxGroup  = 8
	maxSpread = 32
)

// member is an access with its place relative to the one that a group is formed around, in elements.
type member struct {
	a  *analysis.Access
	at int
	i  int // in the list of accesses
}

// groups forms interleaved groups of strided accesses: loads, or stores, of one base and element size that
// every iteration may do, whose places differ by constants less than the stride. In a slice of structs the group's
// memory begins where the struct does, and fields of one size but different types go together.
func (g *Legality) groups() {
	as := g.Out.Accesses
	done := make([]bool, len(as))
	var tests []int32 // in front of each value, found when first needed
	for i, a := range as {
		if done[i] || a.Kind != analysis.Strided || a.Stride <= 0 || !g.unmasked(a) {
			continue
		}
		slot, most := a.Size, MaxGroup
		if a.Write {
			most = maxSpread
		}
		if int(a.Stride) > MaxGroup*slot {
			slot = g.widerSlot(a)
		}
		f := int(a.Stride) / slot
		if int(a.Stride)%slot != 0 || f < 2 || f > most {
			continue
		}
		if tests == nil && !a.Write {
			tests = g.Out.Tests()
		}
		in := g.structure(as, done, tests, i, slot, f)
		if len(in) == 0 {
			continue
		}
		grp := &vplan.Group{Factor: f, Elem: a.V.AccessType().Elem, Members: make([]*analysis.Access, f),
			Write: a.Write}
		if slot != a.Size {
			grp.Elem = ir.IntElem(slot)
		}
		for _, m := range in {
			grp.Members[m.at] = m.a
		}
		if !g.groupFits(grp) {
			continue
		}
		for _, m := range in {
			done[m.i] = true
			g.Out.GroupOf[m.a.V.ID] = grp
			if e := m.a.V.AccessType().Elem; e != grp.Elem {
				grp.Elem = ir.IntElem(slot)
			}
		}
		grp.Lead = grp.First()
		grp.Pos = in[len(in)-1].a
		g.Out.Groups = append(g.Out.Groups, grp)
	}
}

// structure collects what goes with access i: everything with the same base, stride and direction whose place relative
// to it is known. The structure begins at the lowest member; what does not fit into one structure stays outside. tests
// are those in front of each value.
func (g *Legality) structure(as []*analysis.Access, done []bool, tests []int32, i, slot, f int) []member {
	a := as[i]
	members := []member{{a, 0, i}}
	g.F.Spend(ir.StepsPerLook * (len(as) - i))
	for j := i + 1; j < len(as) && slot == a.Size; j++ {
		b := as[j]
		if done[j] || b.Kind != analysis.Strided || b.Base != a.Base || b.Stride != a.Stride || b.Size != a.Size ||
			b.Write != a.Write || !g.unmasked(b) || !sameBits(a.V.AccessType(), b.V.AccessType()) {
			continue
		}
		if !a.Write && tests[a.V.ID] < tests[b.V.ID] {
			continue // a group is loaded at its first member, where the test that keeps b in bounds is yet to come
		}
		if d, ok := g.Se.Distance(a, b); ok && d%int64(a.Size) == 0 {
			members = append(members, member{b, int(d) / a.Size, j})
		}
	}
	low := 0
	if g.inStruct(a) {
		low = -(int(a.V.Off) / slot)
	} else {
		for _, m := range members {
			if m.at < low && m.at > -f {
				low = m.at
			}
		}
		if a.Write {
			low = g.asLoaded(a, members, low, f)
		}
	}
	taken := make([]bool, f)
	var in []member
	for _, m := range members {
		m.at -= low
		switch {
		case m.at < 0 || m.at >= f:
		case !taken[m.at]:
			taken[m.at] = true
			in = append(in, m)
		case a.Write:
			return nil // two stores to one place: their order matters
		}
	}
	return in
}

// asLoaded is where the structures of stores begin: where those of loads from the same memory do, if all of a structure from
// low on fits in there. Vectors that stand across the structures of loads have masked lanes in those of the next iteration,
// and a load waits for a masked store that it may overlap until that has left for the cache (Intel's optimization manual,
// store forwarding; 37 cycles instead of 9 for each vector of structures of four f64, Sapphire Rapids).
func (g *Legality) asLoaded(a *analysis.Access, members []member, low, f int) int {
	for _, load := range g.Out.Groups {
		lead := load.Lead
		if load.Write || lead.Base != a.Base || lead.Stride != a.Stride || load.Factor != f {
			continue
		}
		d, ok := g.Se.Distance(lead, a)
		if !ok || d%int64(a.Size) != 0 {
			continue
		}
		at := (int(d)/a.Size + slices.Index(load.Members, lead)) % f
		if at < 0 {
			at += f
		}
		for _, m := range members {
			if before, now := m.at-low, m.at+at; before >= 0 && before < f && (now < 0 || now >= f) {
				return low
			}
		}
		return -at
	}
	return low
}

// unmasked says whether a may be done in every iteration: the program does it, or it is a load that does no harm.
func (g *Legality) unmasked(a *analysis.Access) bool {
	return g.EveryIteration(a) || !a.Write && g.Out.InBounds(a)
}

// sameBits says whether values of two types are the same bits to a group.
func sameBits(a, b ir.Type) bool {
	return a == b || a.Lanes == b.Lanes && a.Size() == b.Size() && a.Elem != ir.Bool && b.Elem != ir.Bool
}

// inStruct says whether a accesses a field of the elements of a slice or array one after another. Whoever accesses a
// field may read the whole struct.
func (g *Legality) inStruct(a *analysis.Access) bool {
	off, size := int(a.V.Off), int(a.V.Scale)
	return a.Stride == int64(size) && off >= 0 && off+a.Size <= size && analysis.WholeElements(g.F, a.Base, size)
}

// widerSlot is the size of the integers that a load group of structs is made of to get at a field that is small beside
// the struct: a few shuffles of words and a shift are less than a load per lane.
//
//	struct{ Price float64; Qty int32; Side uint8 }    Side is the low byte of the last of four words
func (g *Legality) widerSlot(a *analysis.Access) int {
	if a.Write || !g.inStruct(a) {
		return a.Size
	}
	off := int(a.V.Off)
	for _, slot := range []int{4, 8, 2} { // shuffles of words of four bytes are the cheapest
		if slot > a.Size && int(a.Stride)%slot == 0 && int(a.Stride) <= MaxGroup*slot &&
			off/slot == (off+a.Size-1)/slot {
			return slot
		}
	}
	return a.Size
}

// groupFits decides whether the group may access whole vectors. Stores do without what the program does not store. A
// load group with a gap at its end reads up to the end of its last structure, so that the number of iterations is
// limited to those whose structure lies in the slice altogether; structs always do.
func (g *Legality) groupFits(grp *vplan.Group) bool {
	if grp.Write || g.inStruct(grp.First()) {
		return true
	}
	lead := grp.Members[0]
	if lead == nil {
		return false
	}
	if grp.Members[grp.Factor-1] != nil {
		return true
	}
	if g.F.HasUnknownExtent(lead.Base) {
		// Strips of pages keep the gap in the page of its member (vplan/inbounds.go). Those of a loop that counts alone
		// would be for the gap's sake.
		return g.Early && g.Vector && slices.ContainsFunc(g.Out.Body, g.Out.TestsExit)
	}
	if lead.V.Off != 0 || int(lead.V.Scale) != lead.Size {
		return false
	}
	object, start, ok := g.Se.InObject(lead.Base, lead.Start, lead.Size)
	if !ok {
		return false
	}
	n := analysis.Elements(g.F, object, lead.Size)
	if n == nil {
		return false
	}
	end := g.Se.AddConst(start, int64(grp.Factor-1))
	limit, ok := g.Se.BoundCount(end, int64(grp.Factor), g.Se.Of(n), g.L)
	if ok {
		g.Limit(limit)
	}
	return ok
}
