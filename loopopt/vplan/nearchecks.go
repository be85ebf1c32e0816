package vplan

import "hotloop/loopopt/ir"

// Checks of neighbours. A program that takes four bytes at p checks p, p+1, p+2 and p+3 against one length n. If p < n and
// p+3 < n, unsigned, the others hold too: p is in [0, n), n is a length and no larger than memory, so that p+1 and p+2 do not wrap
// around, and are less than p+3. Vector code makes these two tests together where the first stood; what bails out is
// done by the scalar loop, which finds the check that fails.

// nearChecks finds the last check of neighbours for the first one, and those that need no test of their own where they stand.
func (b *builder) nearChecks() (last map[*ir.Value]*ir.Value, done map[*ir.Value]bool) {
	for _, blk := range b.l.Body {
		var first, top *ir.Value
		var group []*ir.Value
		var base *ir.Value
		var high int64
		finish := func() {
			if len(group) > 1 {
				if last == nil {
					last, done = map[*ir.Value]*ir.Value{}, map[*ir.Value]bool{}
				}
				last[first] = top
				for _, c := range group[1:] {
					done[c] = true
				}
			}
			first, group = nil, nil
		}
		for _, v := range blk.Walk() {
			if v.Op != ir.OpCheck || b.l.Counted[v.ID] || b.l.CursorChecks[v] != nil {
				continue
			}
			c := v.Args[0]
			if c.Op != ir.OpLtU || c.Args[1].Op != ir.OpArgLen || c.Args[0].Type != ir.TI64 {
				finish()
				continue
			}
			x, off := c.Args[0], int64(0)
			if x.Op == ir.OpAdd && x.Args[1].IsConst() {
				x, off = x.Args[0], x.Args[1].Int()
			}
			switch {
			case first != nil && x == base && c.Args[1] == first.Args[0].Args[1] && off > 0 && off < 1<<20:
				group = append(group, v)
				if off > high {
					top, high = v, off
				}
			default:
				finish()
				if off == 0 {
					first, top, base, high, group = v, v, x, 0, []*ir.Value{v}
				}
			}
		}
		finish()
	}
	return last, done
}

// bailUnless adds the test of a check.
func (b *builder) bailUnless(v *ir.Value) {
	b.add(&Recipe{Kind: Bail, Elem: ir.Bool, Args: []*Recipe{b.operand(v.Args[0])}, Mask: b.mask(v.Block), Scale: 1, ofCheck: true})
}

// check adds the test of a check that only the data decide, and of the last of its neighbours.
func (b *builder) check(v *ir.Value) {
	if b.tested[v] {
		return
	}
	b.bailUnless(v)
	top := b.neighbour[v]
	if top == nil {
		return
	}
	for _, w := range [...]*ir.Value{top.Args[0].Args[0], top.Args[0]} {
		if b.byValue[w.ID] == nil {
			b.widen(w)
			if b.early == nil {
				b.early = map[*ir.Value]bool{}
			}
			b.early[w] = true
		}
	}
	b.bailUnless(top)
}
