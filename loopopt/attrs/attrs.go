// Package attrs is the list of loop attributes: LLVM's with their names less "llvm.loop.", and hotloop's own, which
// fill the gaps that LLVM's documents name. The frontend checks directives against it, the driver of loop
// transformations asks it what is a request, and ATTRIBUTES.md is made from it.
//
// # What may be relied on
//
// No result depends on an attribute being there. Any subset may be dropped between any two steps of the driver, and
// between the passes behind it. The knob drop-metadata=SEED does that; TestDroppedMetadata and FuzzDroppedMetadata run
// with it. What must not be forgotten is in the SSA: an update's copy of a table is in its address, vector code is what
// its types say, and a written fp=exact is a flag of the operations (ir.Ordered).
//
// Passes write these attributes on loops themselves. Without them is lost:
//
//	isvectorized, vectorize.body, vectorize.epilogue   speed: the vectorizer looks again, and finds vectors
//	isdistributed                                      time to compile: distribution looks for parts again
//	peeled.count, stride_versions, unswitched          time and size: they bound how often heuristics do it again
//	X.disable, unroll.runtime.disable                  speed and size: X is done again, as legally as before
//	vectorize.outer=0, disable_nonforced               speed
//	checks.split, page.strips, first.tested, rows.joined    size: tested again
//	path.run                                           speed: vectors begin later
//	path.runs                                          size: runs of what is left are looked for
//	max_trip_count                                     speed: a poll and an alignment too many
//	strips                                             speed: where to look for a fact that is then proved
//	noalias, noalias.rows, own.bytes                   speed: the dependence is not known to be absent
//
// A forced vectorization grants the order of floating-point sums, although the mode is exact by default. That is LLVM's
// rule, and a sum in order gains from vectors only by what is computed for it. Who wants vectors and the order writes fp=exact.
package attrs

import (
	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// Kind says what kind of value an attribute takes.
type Kind uint8

// The kinds.
const (
	Flag   Kind = iota // none
	Bool               // 0 or 1; none means 1
	Count              // a number from 0 on
	Amount             // a number from 0 on, or the name of a parameter that has one
	Width              // 0 or a power of two up to Limit
	Place              // a number or the name of a parameter
	Word               // one of Words
	Group              // none, or the name of an access group
	List               // a followup: attributes in braces
)

var kindNames = [...]string{"flag", "bool", "count", "amount", "width", "place", "word", "group", "list"}

func (k Kind) String() string { return kindNames[k] }

// Class says what an attribute is to the transformation that owns it.
type Class uint8

// The classes.
const (
	Force    Class = iota // demands it: not doing it is worth a warning
	Option                // says how, if it is done
	Forbid                // forbids it
	Fact                  // says what to expect of the loop; only its speed depends on it
	Promise               // says something about the loop that results may depend on; may go unused silently
	Mark                  // records what has been done; transformations leave it
	Followup              // the attributes of a loop that it makes
	Ignored               // accepted, and without meaning here
)

var classNames = [...]string{"force", "option", "forbid", "fact", "promise", "mark", "followup", "ignored"}

func (c Class) String() string { return classNames[c] }

// Attribute is a row of the list.
type Attribute struct {
	Name    string
	Kind    Kind
	Class   Class
	Owner   string // the transformation: vectorize
	ID      string // in the list of features: A02; "own" if it is hotloop's
	Default string // what holds without it; of a followup, what the loop then carries
	Doc     string
	Limit   int64    // of a width
	Words   []string // of a word
}

// Describes says whether the attribute tells something about the loop, and demands or forbids nothing.
func (a *Attribute) Describes() bool { return a.Class == Fact || a.Class == Promise }

// Lookup finds an attribute by its name, or nil.
func Lookup(name string) *Attribute {
	if m := byLength.Get(index); len(name) < len(m) {
		for _, a := range m[len(name)] {
			if a.Name == name {
				return a
			}
		}
	}
	return nil
}

// byLength has the attributes by the length of their names, which tells most of them apart: the driver asks for each
// attribute of each loop, and a hash takes as long as comparing two names.
var byLength reuse.Once[[][]*Attribute]

func index() [][]*Attribute {
	list := All()
	longest := 0
	for i := range list {
		longest = max(longest, len(list[i].Name))
	}
	m := make([][]*Attribute, longest+1)
	for i := range list {
		n := len(list[i].Name)
		m[n] = append(m[n], &list[i])
	}
	return m
}

// Owner is the transformation that an attribute belongs to, "" if it is none's.
func Owner(name string) string {
	if a := Lookup(name); a != nil {
		return a.Owner
	}
	return ""
}

// Forced says whether m demands transformation owner, rather than merely saying how it is to be done. Of an attribute
// that is there several times the last one counts.
func Forced(m *ir.LoopMD, owner string) bool {
	if m == nil {
		return false
	}
	for i := range m.Attrs {
		if a := &m.Attrs[i]; demands(*a, owner) && m.Find(a.Name) == a {
			return true
		}
	}
	return false
}

func demands(a ir.Attr, owner string) bool {
	row := Lookup(a.Name)
	if row == nil || row.Owner != owner || row.Class != Force {
		return false
	}
	switch row.Kind {
	case Bool:
		return a.Int != 0
	case Width:
		return a.Int > 1
	case Amount:
		return a.Kind == ir.AttrText || a.Int > 0
	case Count:
		// One copy of a loop is the loop; peeling one iteration is something.
		return a.Int > 1 || a.Int == 1 && owner != "unroll" && owner != "unroll_and_jam"
	}
	return true
}
