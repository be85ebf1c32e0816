package fold

import "hotloop/loopopt/ir"

// changes says which values a round of Func has to look at: those that an earlier round has changed, and what is
// computed from them. What a value is simplified to depends on the operations it is computed from, up to phis, which
// nothing looks through, and on how often these are used; so one that nothing of this has changed for since it was looked
// at stays as it is.
type changes struct {
	round int32
	until []int32 // by value ID, of those that were there at first: the last round in which it counts as changed
}

// mark says that x is another operation now, or used more often or less. Of constants both are all the same.
func (c *changes) mark(x *ir.Value) {
	if int(x.ID) < len(c.until) && !x.IsConst() {
		c.until[x.ID] = c.round + 1
	}
}

// markArgs says so of what v uses.
func (c *changes) markArgs(v *ir.Value) {
	for _, a := range v.Args {
		c.mark(a)
	}
}

// changed says whether x counts as changed.
func (c *changes) changed(x *ir.Value) bool {
	return int(x.ID) >= len(c.until) || c.until[x.ID] >= c.round
}

// concern says whether v has to be looked at. It is asked of what v is computed from before.
func (c *changes) concern(v *ir.Value) bool {
	if c.changed(v) {
		return true
	}
	for _, a := range v.Args {
		if c.changed(a) {
			c.until[v.ID] = c.round
			return true
		}
	}
	return false
}
