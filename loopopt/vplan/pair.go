package vplan

import (
	"slices"

	"hotloop/loopopt/analysis"
)

// Pair is a run-time alias check between two accesses of different or unknown bases, at least one of them a store.
// First comes before Second in the program.
type Pair struct {
	First, Second *analysis.Access
	// Distance: both walk with the same stride, and it suffices that the byte distance from First to Second in the same
	// iteration is none at which one of the Meetings changes the order of accesses. Otherwise the two extents must be
	// disjoint.
	Distance bool
	// Ahead: First is a load that walks at least as fast as Second, stores along a cursor, moves; it is fine if it starts at
	// the same place or further up, as everything is loaded before the cursor comes by.
	Ahead    bool
	Meetings []Meeting

	known map[Meeting]bool // those of Meetings, if they are many
}

// Meeting is a pair of accesses that a distance check is made for: those of the Pair, or others whose distance differs
// from theirs by a constant, such as other fields of the same structs.
type Meeting struct {
	First, Second int // sizes in bytes; First comes before Second in the program
	// The distance from First to Second is Plus more than that of the Pair; if Back, than minus that.
	Plus int64
	Back bool
	// Swapped: vector code does Second before First, as it does when one is in a group with others.
	Swapped bool
}

// fewMeetings are found faster by looking through them than by a table.
const fewMeetings = 16

// Add adds m unless it is there, and says whether it was not.
func (p *Pair) Add(m Meeting) bool {
	if p.known == nil {
		if slices.Contains(p.Meetings, m) {
			return false
		}
	} else if p.known[m] {
		return false
	}
	p.Meetings = append(p.Meetings, m)
	if len(p.Meetings) == fewMeetings {
		p.known = make(map[Meeting]bool, 4*fewMeetings)
		for _, o := range p.Meetings {
			p.known[o] = true
		}
	} else if p.known != nil {
		p.known[m] = true
	}
	return true
}

// early and late bound the numbers of iterations, kF of First minus kS of Second, whose order vector code of so many
// iterations changes: it does all of one access before all of the other.
//
//	in the program     F0 S0 F1 S1 F2 S2       changed: F1 and S0, F2 and S0, F2 and S1
//	in vector code     F0 F1 F2 S0 S1 S2
//	swapped            S0 S1 S2 F0 F1 F2       changed: F0 and S0, F0 and S1, F1 and S1, …
func (m *Meeting) early(step int) int64 {
	if m.Swapped {
		return -int64(step - 1)
	}
	return 1
}

func (m *Meeting) late(step int) int64 {
	if m.Swapped {
		return 0
	}
	return int64(step - 1)
}

// unsafe is an interval that has all distances at which the order of two accesses to a byte would change, in vector code
// of so many iterations.
//
// First in iteration kF and Second in kS, with s bytes an iteration and Second d bytes ahead, have a common byte if
//
//	(kF-kS)*s - size(Second) < d < (kF-kS)*s + size(First)
func (p *Pair) unsafe(step int) (lo, hi int64) {
	lo, hi = 0, -1
	for i := range p.Meetings {
		m := &p.Meetings[i]
		x, y := m.early(step)*p.First.Stride, m.late(step)*p.First.Stride
		l, h := min(x, y)-int64(m.Second)+1-m.Plus, max(x, y)+int64(m.First)-1-m.Plus
		if m.Back {
			l, h = -h, -l
		}
		if i == 0 {
			lo, hi = l, h
		}
		lo, hi = min(lo, l), max(hi, h)
	}
	return lo, hi
}

// safeAt says whether no order changes at distance d: within the interval, but between the fields that meet.
func (p *Pair) safeAt(d int64, step int) bool {
	for i := range p.Meetings {
		m := &p.Meetings[i]
		e := m.Plus + d
		if m.Back {
			e = m.Plus - d
		}
		for k := m.early(step); k <= m.late(step); k++ {
			if x := k * p.First.Stride; x-int64(m.Second) < e && e < x+int64(m.First) {
				return false
			}
		}
	}
	return true
}

// atSame is the distance from a to b if both walk through the same memory, known if they are places in it at constant
// offsets.
func (l *Legal) atSame(a, b *analysis.Access) (int64, bool) {
	if a.V.Scale != b.V.Scale {
		return 0, false
	}
	_, c := l.SE.SplitConst(l.SE.Sub(b.Start, a.Start))
	return c*int64(a.V.Scale) + int64(b.V.Off-a.V.Off), true
}
