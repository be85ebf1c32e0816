package analysis

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Users lists the users that values have in some blocks, in the order of the blocks: a value as often as it has the
// other as an argument, nil for a branch that looks at it.
type Users struct {
	start []int32 // by value ID: where in all its users begin, which end where those of the next value begin
	all   []*ir.Value
}

// FindUsers finds the users in blocks, a loop's as a rule.
func FindUsers(f *ir.Func, blocks []*ir.Block) *Users {
	// Counted first, so that the lists can lie one behind the other.
	at := f.NewInts(f.NumValues() + 1)
	for _, b := range blocks {
		for _, v := range b.Walk() {
			for _, a := range v.Args {
				at[a.ID]++
			}
		}
		if b.Control != nil {
			at[b.Control.ID]++
		}
	}
	n := int32(0)
	for i, k := range at {
		n += k
		at[i] = n // where the list ends, down to its start while it is filled from behind
	}
	u := &Users{start: at, all: f.NewValues(int(n))}
	put := func(used, by *ir.Value) {
		at[used.ID]--
		u.all[at[used.ID]] = by
	}
	for _, b := range slices.Backward(blocks) {
		if b.Control != nil {
			put(b.Control, nil)
		}
		for _, v := range slices.Backward(b.Values) {
			for _, a := range v.Args {
				put(a, v)
			}
		}
	}
	return u
}

// Of is the users of v.
func (u *Users) Of(v *ir.Value) []*ir.Value { return u.all[u.start[v.ID]:u.start[v.ID+1]] }
