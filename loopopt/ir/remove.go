package ir

// ElimCopies replaces every use of a Copy by what it copies and removes the copies.
func (f *Func) ElimCopies() {
	if len(f.copies) == 0 {
		return // as after most sweeps of most passes
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

// resolveCopies makes the values and the end of b use what their arguments are copies of, until it has done so with as
// many uses as there are at most. It says with how many it has.
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

// copied is what v is a copy of, or a copy of a copy.
func (v *Value) copied() *Value {
	for v.Op == OpCopy {
		v = v.Args[0]
	}
	return v
}

// removeCopies removes the copies of b, which nothing else uses.
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

// RemoveDead removes the blocks that the entry does not reach, with their edges, and all values that nothing with an
// effect uses, and says whether there were any. It is the only place that deletes in bulk.
func (f *Func) RemoveDead() bool {
	changed := f.RemoveUnreachable()
	live, passed := f.NewFlags(f.NumValues()), f.NewFlags(f.NumBlocks())
	rpo := f.ReversePostorder()
	work := make([]*Value, 0, 64) // on the stack, where writing pointers is cheap
	all, n := 0, 0
	// Backwards, uses come before what they use, but for what phis take from behind.
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

// keep removes the values that are not live, which have no uses left but among themselves.
func (b *Block) keep(live []bool) {
	n := 0
	for n < len(b.Values) && live[b.Values[n].ID] {
		n++
	}
	if n == len(b.Values) {
		return // as most blocks: nothing is written
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

// RemoveUnreachable removes the blocks that the entry does not reach, and says whether there were any.
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
	f.shape.renew(f) // what the entry reaches is as it was
	return true
}
