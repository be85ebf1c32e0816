package ir

// ElimCopies replaces every use of a Copy with its source and removes the copies.
func (f *Func) ElimCopies() {
	if len(f.copies) == 0 {
		return // the common case
	}
	copies := f.copies
	f.copies = copies[:0]
	uses := 0
	for _, v := range copies {
		if v.Op == OpCopy {
			uses += int(v.Uses)
		}
	}
	for i := 0; uses > 0 && i < len(f.Blocks); i++ {
		uses -= f.Blocks[i].resolveCopies(uses)
	}
	for _, v := range copies {
		if v.Op == OpCopy && v.Block != nil {
			v.Block.removeCopies()
		}
	}
}

// resolveCopies replaces uses of copies by the values and the control of b with their sources. It stops after
// most uses and returns the number replaced.
func (b *Block) resolveCopies(most int) (n int) {
	b.Func.Spend(8 * len(b.Values))
	for _, v := range b.Values {
		if len(v.Args) > len(v.argstore) {
			b.Func.Spend(2 * len(v.Args))
		}
		for i, a := range v.Args {
			if a.Op != OpCopy {
				continue
			}
			v.SetArg(i, a.copied())
			if n++; n == most {
				return n
			}
		}
	}
	if b.Control != nil && b.Control.Op == OpCopy {
		b.SetControl(b.Control.copied())
		n++
	}
	return n
}

// copied returns the source of v, following chains of copies.
func (v *Value) copied() *Value {
	for v.Op == OpCopy {
		v = v.Args[0]
	}
	return v
}

// removeCopies removes the copies of b, which have no uses left.
func (b *Block) removeCopies() {
	kept := b.Values[:0]
	for _, v := range b.Values {
		if v.Op == OpCopy {
			v.ResetArgs()
			v.Block = nil
			continue
		}
		kept = append(kept, v)
	}
	clear(b.Values[len(kept):])
	b.Values = kept
}

// RemoveDead removes unreachable blocks with their edges, and all values that no value with an effect uses,
// directly or indirectly. It reports whether it removed anything. It is the only place that deletes in bulk.
func (f *Func) RemoveDead() bool {
	changed := f.RemoveUnreachable()
	live, passed := f.NewFlags(f.NumValues()), f.NewFlags(f.NumBlocks())
	rpo := f.ReversePostorder()
	work := make([]*Value, 0, 64) // on the Go stack, where pointer writes need no barrier
	all, n := 0, 0
	// In reverse order, uses come before definitions, except for phi arguments defined later.
	for i := len(rpo) - 1; i >= 0; i-- {
		b := rpo[i]
		passed[b.ID] = true
		all += len(b.Values)
		if c := b.Control; c != nil && !live[c.ID] {
			live[c.ID] = true
			n++
		}
		for k := len(b.Values) - 1; k >= 0; k-- {
			v := b.Values[k]
			if !live[v.ID] {
				if !v.Op.Is(FlagEffect) {
					continue
				}
				live[v.ID] = true
				n++
			}
			for _, a := range v.Args {
				if live[a.ID] {
					continue
				}
				live[a.ID] = true
				if n++; v.Op == OpPhi && passed[a.Block.ID] {
					work = append(work, a)
				}
			}
			for len(work) > 0 {
				w := work[len(work)-1]
				work = work[:len(work)-1]
				for _, a := range w.Args {
					if live[a.ID] {
						continue
					}
					live[a.ID] = true
					if n++; passed[a.Block.ID] {
						work = append(work, a)
					}
				}
			}
		}
	}
	if n == all {
		return changed
	}
	for _, b := range f.Blocks {
		b.keep(live)
	}
	return true
}

// keep removes the values that are not live. They are used only by each other.
func (b *Block) keep(live []bool) {
	n := 0
	for n < len(b.Values) && live[b.Values[n].ID] {
		n++
	}
	if n == len(b.Values) {
		return // the common case: nothing is written
	}
	kept := b.Values[:n]
	for _, v := range b.Values[n:] {
		if live[v.ID] {
			kept = append(kept, v)
			continue
		}
		v.ResetArgs()
		v.Block = nil
	}
	clear(b.Values[len(kept):])
	b.Values = kept
}

// RemoveUnreachable removes the blocks that are not reachable from the entry and reports whether there were
// any.
func (f *Func) RemoveUnreachable() bool {
	rpo := f.ReversePostorder()
	n := len(rpo)
	if n == len(f.Blocks) {
		return false
	}
	seen := f.NewFlags(f.NumBlocks())
	for _, b := range rpo {
		seen[b.ID] = true
	}
	kept, dead := f.NewBlocks(n)[:0], make([]*Block, 0, 32)
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
		for _, v := range b.Values {
			v.ResetArgs()
			v.Block = nil
		}
		b.Values = nil
	}
	f.Blocks = kept
	f.edits++
	f.shape.renew(f) // the reachable part of the graph is unchanged
	return true
}
