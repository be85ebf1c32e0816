package analysis

import (
	"fmt"
	"iter"
	"slices"

	"hotloop/loopopt/ir"
)

// Loop is a natural loop.
type Loop struct {
	Header    *ir.Block
	Preheader *ir.Block // the only block that enters the header, if the header is its only successor; else nil
	Latch     *ir.Block // the only block with a back edge; else nil
	Blocks    []*ir.Block
	Exiting   []*ir.Block // blocks of the loop with a successor outside
	Exits     []*ir.Block // those successors, without duplicates
	Parent    *Loop
	Children  []*Loop
	Depth     int // 1 is outermost

	index int      // in LoopInfo.Loops
	in    blockSet // the blocks for Contains
}

// blockSet is a set of blocks, one bit per ID. There is one set per loop, and there may be hundreds of blocks.
type blockSet []int32

// setBits is the number of blocks per element of a set.
const setBits = 32

// newBlockSet returns an empty set with room for the blocks of f.
func newBlockSet(f *ir.Func) blockSet { return f.NewInts((f.NumBlocks() + setBits - 1) / setBits) }

func (s blockSet) has(b *ir.Block) bool {
	i := uint(b.ID) / setBits
	return i < uint(len(s)) && s[i]>>(uint(b.ID)%setBits)&1 != 0
}

func (s blockSet) add(b *ir.Block) { s[uint(b.ID)/setBits] |= 1 << (uint(b.ID) % setBits) }

// Contains reports whether b is in the loop or one of its inner loops.
func (l *Loop) Contains(b *ir.Block) bool { return l.in.has(b) }

// Include adds b, a block created after the analysis, to l and the loops around it. It updates only Contains;
// the lists of blocks and exits are unchanged. It does nothing if l is nil.
func (l *Loop) Include(b *ir.Block) {
	for ; l != nil; l = l.Parent {
		for int(b.ID) >= setBits*len(l.in) {
			l.in = append(l.in, 0)
		}
		l.in.add(b)
	}
}

// Values iterates over the values of the loop, block by block.
func (l *Loop) Values() iter.Seq[*ir.Value] { return ir.Values(l.Blocks) }

// ContainsValue reports whether v is computed in the loop.
func (l *Loop) ContainsValue(v *ir.Value) bool { return l.Contains(v.Block) }

// Invariant reports whether v is computed outside the loop.
func (l *Loop) Invariant(v *ir.Value) bool { return !l.Contains(v.Block) }

// ContainsLoop reports whether m is the loop or one inside it. It is false if m is nil.
func (l *Loop) ContainsLoop(m *Loop) bool {
	for m != nil && m.Depth > l.Depth {
		m = m.Parent
	}
	return m == l
}

// LoopInfo is the loop forest of a function.
type LoopInfo struct {
	Loops []*Loop // outer before inner
	// Irreducible reports whether some cycle has several entries; the blocks of such a cycle do not form a
	// loop.
	Irreducible bool

	of        []*Loop // innermost loop by block ID
	innermost []*Loop
}

// Of returns the innermost loop around b, or nil.
func (li *LoopInfo) Of(b *ir.Block) *Loop {
	if int(b.ID) < len(li.of) {
		return li.of[b.ID]
	}
	return nil
}

// Innermost returns the loops that contain no other loop.
func (li *LoopInfo) Innermost() []*Loop { return li.innermost }

// In iterates over outer and the loops in it, outer ones first.
func (li *LoopInfo) In(outer *Loop) iter.Seq[*Loop] {
	return func(yield func(*Loop) bool) {
		for _, l := range li.Loops {
			if outer.ContainsLoop(l) && !yield(l) {
				return
			}
		}
	}
}

// FindLoops finds the natural loops: a header and all blocks that reach one of its back edges without passing
// it. Cycles that no header dominates (the frontend creates none) are not loops.
func FindLoops(f *ir.Func, dom *ir.Dom) *LoopInfo {
	li, ok := dom.Loops.(*LoopInfo)
	if !ok {
		li = findLoops(f, dom)
		dom.Loops = li
	}
	return li
}

// VerifyKept compares the cached loops of f with freshly computed ones. It is used where passes are verified.
func VerifyKept(f *ir.Func) error {
	dom := f.Dominators()
	li, ok := dom.Loops.(*LoopInfo)
	if !ok {
		return nil
	}
	same := func(a, b *Loop) bool {
		return a.Header == b.Header && a.Preheader == b.Preheader && a.Latch == b.Latch && a.Depth == b.Depth &&
			(a.Parent == nil) == (b.Parent == nil) && (a.Parent == nil || a.Parent.Header == b.Parent.Header) &&
			slices.Equal(a.Blocks, b.Blocks) && slices.Equal(a.Exiting, b.Exiting) && slices.Equal(a.Exits, b.Exits)
	}
	if anew := findLoops(f, dom); !slices.EqualFunc(li.Loops, anew.Loops, same) || li.Irreducible != anew.Irreducible {
		return fmt.Errorf("%s: cached loops differ from those of the graph", f.Name)
	}
	return nil
}

// fewLoops is capacity for the loops of most functions, fewChildren for the children of most loops.
const (
	fewLoops    = 12
	fewChildren = 4
)

// stepsPerBlock is the cost of a block of a loop in findLoops, in units of ir.Func.Spend: filling a table
// element takes half a nanosecond, visiting a block about ten.
const stepsPerBlock = 16

func findLoops(f *ir.Func, dom *ir.Dom) *LoopInfo {
	mem := memoryOf(f)
	ptrs := mem.loopPtrs.Take(f.NumBlocks() + fewLoops)
	li := &mem.infos.Take(1)[0]
	li.of, li.Loops = ptrs[fewLoops:], ptrs[:0:fewLoops]
	rpo := dom.Order()
	li.Irreducible = dom.Irreducible
	work := make([]*ir.Block, 0, 32)
	for back := dom.BackEdges(); len(back) > 0; {
		first := back[0].Header
		h, l, latches := rpo[first], &mem.loops.Take(1)[0], 0
		l.Header, l.in = h, newBlockSet(f)
		l.in.add(h)
		for ; len(back) > 0 && back[0].Header == first; back = back[1:] {
			p := rpo[back[0].Latch]
			latches++
			l.Latch = p
			if !l.in.has(p) {
				l.in.add(p)
				work = append(work, p)
			}
		}
		if latches > 1 {
			l.Latch = nil
		}
		n, end := 1, int(first)
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			n, end = n+1, max(end, dom.Place(b))
			for _, p := range b.Preds {
				if !l.in.has(p) && dom.Reachable(p) {
					l.in.add(p)
					work = append(work, p)
				}
			}
		}
		// The cost of a loop depends on the distance between its first and last block, not on the size of the
		// function: there may be a thousand loops.
		between := rpo[first : end+1]
		f.Spend(stepsPerBlock * len(between))
		l.Blocks = f.NewBlocks(n)[:0]
		for _, b := range between {
			if l.in.has(b) {
				l.Blocks = append(l.Blocks, b)
			}
		}
		li.Loops = append(li.Loops, l)
	}
	// Headers are in reverse postorder, so an outer loop precedes its inner ones.
	for i, l := range li.Loops {
		l.index = i
		l.Parent = li.of[l.Header.ID]
		l.Depth = 1
		if l.Parent != nil {
			l.Depth = l.Parent.Depth + 1
			if l.Parent.Children == nil {
				l.Parent.Children = mem.loopPtrs.Take(fewChildren)[:0]
			}
			l.Parent.Children = append(l.Parent.Children, l)
		}
		l.Exits, l.Exiting = f.NewBlocks(4)[:0], f.NewBlocks(4)[:0]
		for _, b := range l.Blocks {
			li.of[b.ID] = l
			l.leaves(b)
		}
		l.FindPreheader()
	}
	li.innermost = mem.loopPtrs.Take(len(li.Loops))[:0]
	for _, l := range li.Loops {
		if len(l.Children) == 0 {
			li.innermost = append(li.innermost, l)
		}
	}
	return li
}

// Renew recomputes the blocks of l after blocks in it were created or removed. Its header and its latch, which
// must exist, are unchanged.
func (l *Loop) Renew(f *ir.Func) {
	l.in = newBlockSet(f)
	l.in.add(l.Header)
	n, work := 1, make([]*ir.Block, 0, 32)
	enter := func(b *ir.Block) {
		if !l.in.has(b) {
			l.in.add(b)
			n++
			work = append(work, b)
		}
	}
	for enter(l.Latch); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range b.Preds {
			enter(p)
		}
	}
	f.Spend(2 * stepsPerBlock * n)
	// In reverse postorder, as in the function. A path that leaves the loop returns only through its header.
	seen, blocks := f.NewFlags(f.NumBlocks()), f.NewBlocks(n)
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		seen[b.ID] = true
		for i := len(b.Succs) - 1; i >= 0; i-- {
			if s := b.Succs[i]; l.in.has(s) && !seen[s.ID] {
				visit(s)
			}
		}
		n--
		blocks[n] = b
	}
	visit(l.Header)
	l.Blocks = blocks[n:]
	l.Exits, l.Exiting = l.Exits[:0], l.Exiting[:0]
	for _, b := range l.Blocks {
		l.leaves(b)
	}
	l.FindPreheader()
}

// leaves adds b and its successors outside l to the lists of exits.
func (l *Loop) leaves(b *ir.Block) {
	exiting := false
	for _, s := range b.Succs {
		if l.in.has(s) {
			continue
		}
		exiting = true
		if !slices.Contains(l.Exits, s) {
			l.Exits = append(l.Exits, s)
		}
	}
	if exiting {
		l.Exiting = append(l.Exiting, b)
	}
}

// FindPreheader recomputes Preheader from the current predecessors of the header.
func (l *Loop) FindPreheader() {
	l.Preheader = nil
	for _, p := range l.Header.Preds {
		if l.Contains(p) {
			continue
		}
		if l.Preheader != nil || len(p.Succs) != 1 {
			l.Preheader = nil
			break
		}
		l.Preheader = p
	}
}

// Dedicated reports whether every exit of l is reached only from l.
func (l *Loop) Dedicated() bool {
	for _, e := range l.Exits {
		for _, p := range e.Preds {
			if !l.Contains(p) {
				return false
			}
		}
	}
	return true
}
