package ir

// ElimCopies replaces every use of a Copy by what it copies and removes the copies.
func (f *Func) ElimCopies() {
	if !f.copies {
		return // as after most sweeps of most passes
	}
	f.copies = false
	found := make([]*Block, 0, 32) // on the stack
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == OpCopy {
				found = append(found, b)
				break
			}
		}
	}
	if len(found) == 0 {
		return
	}
	root := func(v *Value) *Value {
		for v.Op == OpCopy {
			v = v.Args[0]
		}
		return v
	}
	for _, b := range f.Blocks {
		f.Spend(8 * len(b.Values))
		for _, v := range b.Values {
			if len(v.Args) > len(v.argstore) {
				f.Spend(2 * len(v.Args))
			}
			for i, a := range v.Args {
				if a.Op == OpCopy {
					v.SetArg(i, root(a))
				}
			}
		}
		if b.Control != nil && b.Control.Op == OpCopy {
			b.SetControl(root(b.Control))
		}
	}
	for _, b := range found {
		b.removeIf(func(v *Value) bool { return v.Op == OpCopy })
	}
}

// removeIf removes the values for which drop is true; they must have no uses left but among themselves.
func (b *Block) removeIf(drop func(*Value) bool) {
	n := 0
	for n < len(b.Values) && !drop(b.Values[n]) {
		n++
	}
	if n == len(b.Values) {
		return // as most blocks: nothing is written
	}
	kept := b.Values[:n]
	for _, v := range b.Values[n:] {
		if drop(v) {
			v.ResetArgs()
			v.Block = nil
			continue
		}
		kept = append(kept, v)
	}
	clear(b.Values[len(kept):])
	b.Values = kept
}

// RemoveDead removes the blocks that the entry does not reach, with their edges, and all values that nothing with an
// effect uses. It is the only place that deletes in bulk.
func (f *Func) RemoveDead() {
	f.RemoveUnreachable()
	live := f.NewFlags(f.NumValues())
	work := make([]*Value, 0, 64) // on the stack, where writing pointers is cheap
	mark := func(v *Value) {
		if !live[v.ID] {
			live[v.ID] = true
			work = append(work, v)
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op.Is(FlagEffect) {
				mark(v)
			}
		}
		if b.Control != nil {
			mark(b.Control)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range v.Args {
			mark(a)
		}
	}
	for _, b := range f.Blocks {
		b.removeIf(func(v *Value) bool { return !live[v.ID] })
	}
}

// RemoveUnreachable removes the blocks that the entry does not reach.
func (f *Func) RemoveUnreachable() {
	seen := f.NewFlags(f.NumBlocks())
	work := append(make([]*Block, 0, 32), f.Entry())
	seen[f.Entry().ID] = true
	n := 1
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if !seen[s.ID] {
				seen[s.ID] = true
				n++
				work = append(work, s)
			}
		}
	}
	if n == len(f.Blocks) {
		return
	}
	kept := f.NewBlocks(n)[:0]
	var dead []*Block
	for _, b := range f.Blocks {
		if seen[b.ID] {
			kept = append(kept, b)
		} else {
			dead = append(dead, b)
		}
	}
	for _, b := range dead {
		for len(b.Succs) > 0 {
			b.RemoveSucc(b.Succs[0])
		}
		b.SetControl(nil)
	}
	for _, b := range dead {
		b.removeIf(func(*Value) bool { return true })
	}
	f.Blocks = kept
	f.edits++
}
