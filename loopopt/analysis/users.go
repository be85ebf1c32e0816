package analysis

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Users lists the users of values in some blocks, in block order. A user occurs once per use as an argument;
// nil stands for the control of a block.
type Users struct {
	start []int32 // by value ID: start of its users in all; they end where those of the next ID start
	all   []*ir.Value
}

// FindUsers finds the users in blocks, usually those of a loop.
func FindUsers(f *ir.Func, blocks []*ir.Block) *Users {
	// Count first, so that the lists are contiguous.
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
		at[i] = n // the end of the list; decremented to its start while the list is filled backwards
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

// Of returns the users of v.
func (u *Users) Of(v *ir.Value) []*ir.Value { return u.all[u.start[v.ID]:u.start[v.ID+1]] }
