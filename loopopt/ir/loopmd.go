package ir

import (
	"strconv"
	"strings"
)

// LoopMD is the metadata of a loop: an immutable list of attributes in source order. The model is LLVM's
// (TransformMetadata.rst), with its names minus the prefix "llvm.loop.". It is attached to the loop's header.
// Changing it creates a new list. Dropping it never changes what the program computes.
type LoopMD struct {
	Attrs []Attr
	Pos   Pos // of the loop
}

// Attr is an attribute: a name with optionally an integer, a text or a list of attributes (a followup).
type Attr struct {
	Name string
	Kind AttrKind
	Int  int64
	Text string
	List []Attr // of a followup; an empty list differs from no followup
	Pos  Pos
	Gen  int // 0 as written, n+1 if it comes from a followup of an attribute of generation n
	// From lists the followups that produced the attribute, the last one last: "unroll.followup_remainder".
	From string
}

// AttrKind is the kind of value that an attribute carries.
type AttrKind uint8

// The kinds.
const (
	AttrFlag AttrKind = iota // name only
	AttrInt                  // name=3
	AttrText                 // name=word
	AttrList                 // name{…}
)

func (a Attr) String() string {
	switch a.Kind {
	case AttrInt:
		return a.Name + "=" + strconv.FormatInt(a.Int, 10)
	case AttrText:
		if _, err := strconv.ParseInt(a.Text, 0, 64); err == nil {
			return a.Name + "=" + strconv.Quote(a.Text) // a text that would parse as a number
		}
		return a.Name + "=" + quoted(a.Text)
	case AttrList:
		return a.Name + "{" + attrsString(a.List) + "}"
	}
	return a.Name
}

func attrsString(as []Attr) string {
	s := make([]string, len(as))
	for i, a := range as {
		s[i] = a.String()
	}
	return strings.Join(s, " ")
}

func (m *LoopMD) String() string {
	if m == nil {
		return ""
	}
	return attrsString(m.Attrs)
}

// Find returns the last attribute with that name, or nil.
// It is not inlined, for the size of programs.
//
//go:noinline
func (m *LoopMD) Find(name string) *Attr {
	if m == nil {
		return nil
	}
	for i := len(m.Attrs) - 1; i >= 0; i-- {
		if m.Attrs[i].Name == name {
			return &m.Attrs[i]
		}
	}
	return nil
}

// Has reports whether the attribute is present and not disabled by =0.
func (m *LoopMD) Has(name string) bool {
	a := m.Find(name)
	return a != nil && !a.IsOff()
}

// Off reports whether the attribute is explicitly disabled by =0.
func (m *LoopMD) Off(name string) bool {
	a := m.Find(name)
	return a != nil && a.IsOff()
}

// IsOff reports whether the attribute is disabled by =0.
func (a *Attr) IsOff() bool { return a.Kind == AttrInt && a.Int == 0 }

// FindPart is like Find for the name first+second.
func (m *LoopMD) FindPart(first, second string) *Attr {
	if m == nil {
		return nil
	}
	for i := len(m.Attrs) - 1; i >= 0; i-- {
		a := &m.Attrs[i]
		if n := len(first); len(a.Name) == n+len(second) && a.Name[n:] == second && a.Name[:n] == first {
			return a
		}
	}
	return nil
}

// Int returns the attribute's number, or def if it is absent.
func (m *LoopMD) Int(name string, def int64) int64 {
	if a := m.Find(name); a != nil && a.Kind == AttrInt {
		return a.Int
	}
	return def
}

// newLoopMD returns an empty list for the loop of m, with capacity for n attributes. Short lists are allocated
// together with the LoopMD.
func (m *LoopMD) newLoopMD(n int) *LoopMD {
	var list *LoopMD
	switch {
	case n == 0:
		list = new(LoopMD)
	case n == 1:
		x := new(struct {
			LoopMD
			room [1]Attr
		})
		list, x.Attrs = &x.LoopMD, x.room[:0]
	case n == 2:
		x := new(struct {
			LoopMD
			room [2]Attr
		})
		list, x.Attrs = &x.LoopMD, x.room[:0]
	case n <= 4:
		x := new(struct {
			LoopMD
			room [4]Attr
		})
		list, x.Attrs = &x.LoopMD, x.room[:0]
	default:
		list = &LoopMD{Attrs: make([]Attr, 0, n)}
	}
	list.Pos = m.Position()
	return list
}

// With returns a copy of m with as appended.
func (m *LoopMD) With(as ...Attr) *LoopMD {
	if m == nil {
		n := m.newLoopMD(len(as))
		n.Attrs = append(n.Attrs, as...)
		return n
	}
	n := m.newLoopMD(len(m.Attrs) + len(as))
	n.Attrs = append(append(n.Attrs, m.Attrs...), as...)
	return n
}

// Without returns m minus the attributes for which drop is true.
func (m *LoopMD) Without(drop func(name string) bool) *LoopMD { return m.Instead(drop) }

// Instead returns m minus the attributes for which drop is true, with as appended. It returns m itself if
// nothing changes.
func (m *LoopMD) Instead(drop func(name string) bool, as ...Attr) *LoopMD {
	var kept []Attr
	if m != nil {
		kept = m.Attrs
	}
	dropped := make([]bool, 0, 32) // on the stack
	n, none := len(as), true
	for i := range kept {
		d := drop(kept[i].Name)
		dropped = append(dropped, d)
		if none = none && !d; !d {
			n++
		}
	}
	if m != nil && none && len(as) == 0 {
		return m
	}
	list := m.newLoopMD(n)
	for i := range kept {
		if !dropped[i] {
			list.Attrs = append(list.Attrs, kept[i])
		}
	}
	list.Attrs = append(list.Attrs, as...)
	return list
}

// ParallelAccesses is the attribute that promises that all accesses of a loop, or of an access group, are
// independent.
const ParallelAccesses = "parallel_accesses"

// MaxTripCount is the attribute that bounds the trip count of a loop, such as a remainder loop. Only
// transformations create it.
const MaxTripCount = "max_trip_count"

// AtMost returns a copy for a loop that has at most n iterations and no more than m's loop.
func (m *LoopMD) AtMost(n int64) *LoopMD { return m.Bounded(m.Most(n)) }

// Bounded returns a copy for a loop that has at most n iterations; it replaces any bound in m.
func (m *LoopMD) Bounded(n int64) *LoopMD {
	return m.Instead(func(name string) bool { return name == MaxTripCount }, MostTrips(n))
}

// MostTrips returns the attribute that bounds a loop's trip count by n.
func MostTrips(n int64) Attr { return Attr{Name: MaxTripCount, Kind: AttrInt, Int: n} }

// Grouped returns a copy of m for a loop each of whose iterations does n whole iterations of a loop with
// metadata old. If the old bound is below n, the new loop is dead code, which no transformation should create.
func (m *LoopMD) Grouped(old *LoopMD, n int64) *LoopMD {
	a := old.Find(MaxTripCount)
	if a == nil {
		return m
	}
	return m.Bounded(a.Int / n)
}

// Most returns the smaller of n and the loop's MaxTripCount. It is for heuristics only: correctness must not
// depend on an attribute.
func (m *LoopMD) Most(n int64) int64 {
	if a := m.Find(MaxTripCount); a != nil {
		return min(n, a.Int)
	}
	return n
}

// Done returns a copy for a loop that heuristics leave alone: it is neither vectorized nor unrolled, nor
// versioned for either.
func (m *LoopMD) Done() *LoopMD {
	return m.With(Attr{Name: "isvectorized"}, Attr{Name: "unroll.disable"})
}

// Position returns the loop's source position, or 0 if there is no metadata.
func (m *LoopMD) Position() Pos {
	if m == nil {
		return 0
	}
	return m.Pos
}
