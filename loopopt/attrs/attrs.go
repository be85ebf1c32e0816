// Package attrs defines the loop attributes: LLVM's, without the prefix "llvm.loop.", and hotloop's own, which
// fill gaps named in LLVM's documentation. The frontend checks directives against this list, the driver of loop
// transformations uses it to find requests, and ATTRIBUTES.md is generated from it.
//
// # Guarantees
//
// No result depends on the presence of an attribute. Any subset may be dropped between any two steps of the
// driver, and between the passes after it. The knob drop-metadata=SEED does that; TestDroppedMetadata and
// FuzzDroppedMetadata use it. Facts that results depend on are in the SSA form: the address of an update contains
// its copy of a table, the types of vector code describe its lanes, and a written fp=exact is a flag of the
// operations (ir.Ordered).
//
// Passes write the following attributes on loops themselves. Dropping them costs:
//
//	isvectorized, vectorize.body, vectorize.epilogue   speed: the vectorizer examines the loop again and finds vectors
//	isdistributed                                      compile time: distribution examines the loop again
//	peeled.count, stride_versions, unswitched          compile time and size: they limit repetition by heuristics
//	X.disable, unroll.runtime.disable                  speed and size: X is done again, as legally as before
//	vectorize.outer=0, disable_nonforced               speed
//	checks.split, page.strips, first.tested, rows.joined    size: tested again
//	path.run                                           speed: vectors begin later
//	path.runs                                          size: fast paths are extracted from the remaining loop again
//	max_trip_count                                     speed: an unnecessary poll and alignment
//	strips                                             speed: where to look for a fact that is then proved
//	noalias, noalias.rows, own.bytes                   speed: the dependence is not known to be absent
//
// A forced vectorization permits reordering of floating-point sums, although the mode is exact by default. This
// is LLVM's rule; an ordered sum gains from vectors only in the computation of its operands. Write fp=exact to
// have both vectors and the original order.
package attrs

import (
	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// Kind is the kind of value that an attribute takes.
type Kind uint8

// Kinds of values.
const (
	Flag   Kind = iota // no value
	Bool               // 0 or 1; no value means 1
	Count              // a nonnegative number
	Amount             // a nonnegative number, or the name of a parameter that holds one
	Width              // 0 or a power of two up to Limit
	Place              // a number or the name of a parameter
	Word               // one of Words
	Group              // no value, or the name of an access group
	List               // a followup: attributes in braces
)

var kindNames = [...]string{"flag", "bool", "count", "amount", "width", "place", "word", "group", "list"}

func (k Kind) String() string { return kindNames[k] }

// Class is the role of an attribute for the transformation that owns it.
type Class uint8

// Attribute classes.
const (
	Force    Class = iota // demands the transformation: failure to do it is worth a warning
	Option                // controls how the transformation is done
	Forbid                // forbids the transformation
	Fact                  // describes the expected behavior of the loop; affects only speed
	Promise               // asserts a property of the loop that results may depend on; may silently be unused
	Mark                  // records a completed transformation; written by transformations
	Followup              // the attributes of a resulting loop
	Ignored               // accepted, but has no effect here
)

var classNames = [...]string{"force", "option", "forbid", "fact", "promise", "mark", "followup", "ignored"}

func (c Class) String() string { return classNames[c] }

// Attribute is a row of the list.
type Attribute struct {
	Name    string
	Kind    Kind
	Class   Class
	Owner   string // the transformation that owns it, such as vectorize
	ID      string // number in the feature list, such as A02; "own" if it is hotloop's
	Default string // behavior without the attribute; for a followup, the attributes that the loop then has
	Doc     string
	Limit   int64    // maximum value, for Width
	Words   []string // allowed values, for Word
}

// Describes reports whether the attribute only describes the loop, and neither demands nor forbids anything.
func (a *Attribute) Describes() bool { return a.Class == Fact || a.Class == Promise }

// Lookup returns the attribute with the given name, or nil.
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

// byLength groups the attributes by the length of their names, which distinguishes most of them. The driver looks
// up each attribute of each loop, and hashing takes as long as comparing two names.
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

// Owner returns the transformation that an attribute belongs to, or "" if there is none.
func Owner(name string) string {
	if a := Lookup(name); a != nil {
		return a.Owner
	}
	return ""
}

// Forced reports whether m demands transformation owner, rather than only controlling how it is done. If an
// attribute occurs several times, the last one counts.
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
		// Count 1 is the loop itself, except for peeling, where it is one iteration.
		return a.Int > 1 || a.Int == 1 && owner != "unroll" && owner != "unroll_and_jam"
	}
	return true
}
