package ir

import (
	"strconv"
	"strings"
)

// LoopMD is the metadata of a loop: an immutable list of attributes in the order written, LLVM's model
// (TransformMetadata.rst) with its names less the prefix "llvm.loop.". It hangs on the loop's header. A change makes a
// new list. Dropping it never changes what the program does.
type LoopMD struct {
	Attrs []Attr
	Pos   Pos // of the loop
}

// Attr is one attribute: a name, and an integer, a text or a list of attributes (a followup).
type Attr struct {
	Name string
	Kind AttrKind
	Int  int64
	Text string
	List []Attr // of a followup; may be empty, which is not the same as no followup
	Pos  Pos
	Gen  int // 0 as written, n+1 in a followup of generation n that took effect
	// From names the followups that an attribute came by, the last of them last: "unroll.followup_remainder".
	From string
}

// AttrKind says what an attribute carries.
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
			return a.Name + "=" + strconv.Quote(a.Text) // a text that would read back as a number
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

// Find is the attribute of that name, or nil. The last one written wins.
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

// Has says whether the attribute is there and not switched off by =0.
func (m *LoopMD) Has(name string) bool {
	a := m.Find(name)
	return a != nil && !a.IsOff()
}

// Off says whether the attribute is there as =0, an explicit no.
func (m *LoopMD) Off(name string) bool {
	a := m.Find(name)
	return a != nil && a.IsOff()
}

// IsOff says whether the attribute is =0, an explicit no.
func (a *Attr) IsOff() bool { return a.Kind == AttrInt && a.Int == 0 }

// FindPart is Find of the name that is made of two parts, or nil.
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

// Int is the attribute's number, or def if it is absent.
func (m *LoopMD) Int(name string, def int64) int64 {
	if a := m.Find(name); a != nil && a.Kind == AttrInt {
		return a.Int
	}
	return def
}

// newLoopMD is an empty list for the loop of m with room for n attributes: in one piece of memory with it, where they
// are few.
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

// With is a copy with further attributes.
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

// Without is the list less the attributes for which drop is true.
func (m *LoopMD) Without(drop func(name string) bool) *LoopMD { return m.Instead(drop) }

// Instead is the list less the attributes for which drop is true, with others: itself if that changes nothing.
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

// ParallelAccesses names the attribute that promises independence of all accesses of a loop, or of an access group.
const ParallelAccesses = "parallel_accesses"

// MaxTripCount names the attribute, made by transformations only, that bounds the iterations of a loop: remainders.
const MaxTripCount = "max_trip_count"

// AtMost is a copy for a loop that has no more than n iterations, nor more than this one.
func (m *LoopMD) AtMost(n int64) *LoopMD { return m.Bounded(m.Most(n)) }

// Bounded is a copy for a loop that has no more than n iterations, whatever this one has.
func (m *LoopMD) Bounded(n int64) *LoopMD {
	return m.Instead(func(name string) bool { return name == MaxTripCount }, MostTrips(n))
}

// MostTrips says that a loop has no more than n iterations.
func MostTrips(n int64) Attr { return Attr{Name: MaxTripCount, Kind: AttrInt, Int: n} }

// Grouped is a copy for a loop that does n whole iterations at once of one with the list old. If that has fewer, it is
// dead code: no transformation should make such a loop.
func (m *LoopMD) Grouped(old *LoopMD, n int64) *LoopMD {
	a := old.Find(MaxTripCount)
	if a == nil {
		return m
	}
	return m.Bounded(a.Int / n)
}

// Most is n, or the number of iterations that a transformation knows the loop to have at most if that is less: for
// decisions, since nothing may depend on an attribute.
func (m *LoopMD) Most(n int64) int64 {
	if a := m.Find(MaxTripCount); a != nil {
		return min(n, a.Int)
	}
	return n
}

// Done is a copy for a loop that heuristics are to leave alone: it is neither vectorized nor unrolled, nor versioned
// for either.
func (m *LoopMD) Done() *LoopMD {
	return m.With(Attr{Name: "isvectorized"}, Attr{Name: "unroll.disable"})
}

// Position is the loop's place in the source, 0 if there is no metadata.
func (m *LoopMD) Position() Pos {
	if m == nil {
		return 0
	}
	return m.Pos
}
