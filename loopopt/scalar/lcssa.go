package scalar

import (
	"unsafe"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// LCSSA inserts a phi at the exit for every value of a loop that is used behind the loop (loop-closed SSA).
//
// Before:
//
//	for { s1 = s0 + x; … }
//	use(s1)
//
// After:
//
//	for { s1 = s0 + x; … }
//	s2 = phi(s1)
//	use(s2)
//
// Legal always. Pays because a transformation that adds an exit to the loop then has to repair only the phis of the
// exit.
// Reads nothing; leaves nothing. Requires exits whose predecessors are all in the loop.
// Remarks: none.
func LCSSA(f *ir.Func) bool {
	dom := f.Dominators()
	return closeLoops(f, analysis.FindLoops(f, dom), dom)
}

func closeLoops(f *ir.Func, li *analysis.LoopInfo, dom *ir.Dom) bool {
	if len(li.Loops) == 0 {
		return false
	}
	kept := ir.Attached[uses](f)
	c := closer{f: f, li: li, dom: dom, uses: kept.list[:0]}
	defer func() { kept.list = c.uses }()
	for _, b := range f.Blocks {
		if !dom.Reachable(b) {
			continue
		}
		args, own := len(b.Values), li.Of(b)
		for _, v := range b.Values {
			args += len(v.Args)
			for k, a := range v.Args {
				if a.Block == b && v.Op != ir.OpPhi {
					continue // the common case: no loop has ended
				}
				if l := li.Of(a.Block); l != nil && (l != own || v.Op == ir.OpPhi) {
					c.note(v, k, b)
				}
			}
		}
		f.Spend(stepsPerEdge*args + len(b.Values))
		if b.Control != nil && b.Control.Block != b {
			c.note(nil, 0, b)
		}
	}
	if len(c.open) == 0 {
		return false
	}
	c.at, c.touched = f.NewValues(f.NumBlocks()), c.f.NewInts(32)[:0]
	// A phi at the exit of an inner loop may itself be used behind an outer one: it is closed in turn.
	for i := 0; i < len(c.open); i++ {
		c.close(c.open[i])
	}
	return true
}

// closer is a run of the pass. It collects the uses behind loops in one scan of the function, and those of new phis
// as it makes them. Closing a value therefore costs time proportional to its uses.
type closer struct {
	f   *ir.Func
	li  *analysis.LoopInfo
	dom *ir.Dom

	open  []*ir.Value // used behind a loop around them, in order of discovery
	uses  []openUse
	lists []int32 // by value ID, where present: the first use and the last one, as indexes in uses plus one

	at      []*ir.Value // by block ID: the current value at the block's end, behind its loop
	touched []int32     // blocks for which at is set
}

// uses holds the list of a closer, for reuse by the next one.
type uses struct{ list []openUse }

// mostUses is the maximum length of a list that is kept.
const mostUses = 4096

// Release clears the list.
func (u *uses) Release() {
	clear(u.list[:cap(u.list)])
	if cap(u.list) > mostUses {
		u.list = nil
	}
}

// Bytes returns the size of the list.
func (u *uses) Bytes() int { return len(u.list) * int(unsafe.Sizeof(openUse{})) }

// openUse is a use behind a loop around the value: argument arg of by, or the control of block.
type openUse struct {
	by    *ir.Value
	arg   int32
	next  int32 // in uses, plus one
	block *ir.Block
}

// note records argument k of v, or the control of b if v is nil, if it is used behind a loop around it.
func (c *closer) note(v *ir.Value, k int, b *ir.Block) {
	a, from := b.Control, b
	if v != nil {
		a = v.Args[k]
		if v.Op == ir.OpPhi {
			from = b.Preds[k]
		}
	}
	if l := c.li.Of(a.Block); l == nil || l.Contains(from) {
		return
	}
	if n := 2 * (int(a.ID) + 1); n > len(c.lists) {
		more := c.f.NewInts(max(n, 2*c.f.NumValues(), 2*len(c.lists)))
		copy(more, c.lists)
		c.lists = more
	}
	c.uses = append(c.uses, openUse{by: v, arg: int32(k), block: b})
	n := int32(len(c.uses))
	list := c.lists[2*a.ID : 2*a.ID+2]
	if list[0] == 0 {
		list[0] = n
		c.open = c.f.AppendValue(c.open, a)
	} else {
		c.uses[list[1]-1].next = n
	}
	list[1] = n
}

// close routes the uses of v behind its loop through phis at the exits.
func (c *closer) close(v *ir.Value) {
	l := c.li.Of(v.Block)
	c.f.Spend(stepsPerEdge * len(l.Exits))
	for _, e := range l.Exits {
		if !c.dom.Dominates(v.Block, e) {
			continue
		}
		phi := e.NewPhi(v.Type, v.Pos)
		for range e.Preds {
			phi.AddArg(v)
		}
		c.set(e, phi)
	}
	for i := c.lists[2*v.ID]; i != 0; i = c.uses[i-1].next {
		c.f.Spend(stepsPerEdge)
		u := c.uses[i-1]
		if u.by == nil {
			u.block.SetControl(c.reaching(l, v, u.block))
			c.note(nil, 0, u.block)
			continue
		}
		from := u.block
		if u.by.Op == ir.OpPhi {
			from = from.Preds[u.arg]
		}
		u.by.SetArg(int(u.arg), c.reaching(l, v, from))
		c.note(u.by, int(u.arg), u.block)
	}
	for _, id := range c.touched {
		c.at[id] = nil
	}
	c.touched = c.touched[:0]
}

func (c *closer) set(b *ir.Block, w *ir.Value) {
	c.at[b.ID] = w
	c.touched = append(c.touched, int32(b.ID))
}

// reaching returns the value of v at the end of b. It searches upward to an exit of l, the loop of v, and inserts
// phis at joins. Every path to a use passes v, and therefore an exit that v dominates, or a join of such paths.
func (c *closer) reaching(l *analysis.Loop, v *ir.Value, b *ir.Block) *ir.Value {
	if l.Contains(b) {
		return v
	}
	if w := c.at[b.ID]; w != nil {
		return w
	}
	if d := c.dom.Idom(b); len(b.Preds) == 1 || !l.Contains(d) && dominatedByExit(l, c.dom, d) {
		w := c.reaching(l, v, d)
		c.set(b, w)
		return w
	}
	phi := b.NewPhi(v.Type, v.Pos)
	c.set(b, phi)
	for k, p := range b.Preds {
		phi.AddArg(c.reaching(l, v, p))
		c.note(phi, k, b)
	}
	return phi
}

// dominatedByExit reports whether an exit of l dominates b, so that the value behind l is unchanged at the end of b.
func dominatedByExit(l *analysis.Loop, dom *ir.Dom, b *ir.Block) bool {
	for _, e := range l.Exits {
		if dom.Dominates(e, b) {
			return true
		}
	}
	return false
}

// stepsPerEdge is the cost of examining an argument, in units of ir.Func.Spend.
const stepsPerEdge = 6

// argsOf returns the number of values of b plus their arguments; phis may have a thousand.
func argsOf(b *ir.Block) int {
	n := len(b.Values)
	for _, v := range b.Walk() {
		n += len(v.Args)
	}
	return n
}
