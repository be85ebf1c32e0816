package emit

import (
	"math"
	"math/bits"
	"slices"

	"hotloop/isel/mach"
	"hotloop/reuse"
)

// run orders the blocks for emission and removes those that only jump.
//
// It chains blocks along their likeliest edges, after Pettis and Hansen, "Profile Guided Code Positioning" (PLDI
// 1990). Edges are processed from hottest to coldest; an edge from the end of one chain to the start of another
// joins the two, so that it needs no jump. This rotates a loop that is tested at the top and jumps back at the
// bottom: the edge of the jump is as hot as the one after the test and is processed first, so each iteration
// takes one branch instead of two. Chains then follow each other in the order of the graph; cold ones go to the
// end.
func (l *layouter) run(f *mach.Func) {
	cfg := &l.cfg
	thread(f)
	cfg.Build(f)
	frequencies(f, cfg)

	n := len(f.Blocks)
	l.ints = slices.Grow(l.ints[:0], 3*n)[:3*n]
	next, chain, tail := l.ints[:n], l.ints[n:2*n], l.ints[2*n:]
	for i := range n {
		next[i], chain[i], tail[i] = -1, int32(i), int32(i)
	}
	l.weigh(f)
	for _, e := range l.edges {
		a, b := chain[e.from], e.to
		// from must end its chain, to must start another chain.
		if tail[a] != e.from || chain[b] != b || a == b || b == 0 {
			continue
		}
		next[e.from] = b
		tail[a] = tail[b]
		for x := b; x >= 0; x = next[x] {
			chain[x] = a
		}
	}
	// A chain is placed at the position of its first block in the graph's order.
	order := slices.Grow(l.order[:0], n)
	l.placed = slices.Grow(l.placed[:0], n)[:n]
	placed := l.placed
	clear(placed)
	for _, cold := range [...]bool{false, true} {
		for _, b := range cfg.Order {
			c := chain[b]
			if placed[c] || f.Blocks[c].Cold != cold {
				continue
			}
			placed[c] = true
			for x := c; x >= 0; x = next[x] {
				order = append(order, f.Blocks[x])
			}
		}
	}
	f.Blocks = f.Blocks[:copy(f.Blocks, order)]
	clear(order)
	l.order = order
}

// layouter holds the tables of a layout. The graph is unchanged for emission: blocks keep their IDs.
type layouter struct {
	cfg    mach.CFG
	ints   []int32
	edges  []edge // hottest first
	made   []edge // in the order of discovery
	keys   []uint64
	order  []*mach.Block
	placed []bool
	align  []bool
}

var layouters = reuse.Pool[layouter]{New: func() *layouter { return new(layouter) },
	Size: func(l *layouter) int { return 24*cap(l.edges) + 64*cap(l.ints) }}

// thread redirects edges past blocks that only jump. The entry block and endless loops of such blocks stay.
func thread(f *mach.Func) {
	for _, b := range f.Blocks {
		for i := range b.Succs {
			e := &b.Succs[i]
			for hops := 0; hops < len(f.Blocks); hops++ {
				to := e.To
				if len(to.Insts) != 1 || to.Insts[0].Pseudo != mach.Jump || to.Succs[0].To == to {
					break
				}
				target := to.Succs[0].To
				dropPred(to, b)
				target.Preds = append(target.Preds, b)
				e.To = target
			}
		}
	}
	live := f.Blocks[:1]
	for _, b := range f.Blocks[1:] {
		if len(b.Preds) > 0 {
			live = append(live, b)
			continue
		}
		for i := range b.Succs {
			dropPred(b.Succs[i].To, b)
		}
	}
	f.Blocks = live
}

// dropPred removes one edge from p from the predecessors of b, if there is one.
func dropPred(b, p *mach.Block) {
	if k := slices.Index(b.Preds, p); k >= 0 {
		n := copy(b.Preds[k:], b.Preds[k+1:])
		b.Preds = b.Preds[:k+n]
	}
}

// loopTrips is the assumed number of iterations of a loop without better information.
const loopTrips = 16

// frequencies sets the frequencies that the selector left unset.
func frequencies(f *mach.Func, cfg *mach.CFG) {
	for i, b := range f.Blocks {
		b.Depth = int(cfg.Depth[i])
		if b.Freq <= 0 {
			b.Freq = 1
			for range b.Depth {
				b.Freq *= loopTrips
			}
			if b.Cold {
				b.Freq /= 1 << 16
			}
		}
	}
}

type edge struct{ from, to int32 }

// weigh lists the edges in l.edges, hottest first.
func (l *layouter) weigh(f *mach.Func) {
	cfg, edges, keys := &l.cfg, l.made[:0], l.keys[:0]
	place := bits.Len(uint(2 * len(f.Blocks))) // number of bits for an edge's index in the list
	for i, b := range f.Blocks {
		if cfg.Pos[i] < 0 {
			continue
		}
		sum, hot := 0.0, 0
		for j := range b.Succs {
			to := b.Succs[j].To
			sum += to.Freq
			if !to.Cold {
				hot++
			}
		}
		sum = max(sum, 1e-9)
		for j := range b.Succs {
			next := b.Succs[j].To
			to := int32(next.ID)
			if int(to) == i || b.Cold != next.Cold {
				continue
			}
			w := b.Freq * next.Freq / sum
			if len(b.Succs) == 2 {
				w = branchWeight(b, next, w)
			}
			if back := cfg.IsBackEdge(int32(i), to); back && hot > 1 && joins(b) {
				w = 4 * b.Freq // before all other edges of the loop: see joins
			} else if back && hot > 1 {
				// Bottom-tested loop: its branch jumps back anyway, so the fall-through goes to the exit.
				w = 0
			} else if back && len(next.Succs) > 1 {
				w *= 1.01
			}
			// Hottest first, equal weights in list order. Nonnegative floating-point numbers compare like their
			// bits.
			keys = append(keys, ^math.Float64bits(w)>>place<<place|uint64(len(edges)))
			edges = append(edges, edge{int32(i), to})
		}
	}
	slices.Sort(keys)
	l.edges = slices.Grow(l.edges[:0], len(edges))
	for _, k := range keys {
		l.edges = append(l.edges, edges[k&(1<<place-1)])
	}
	l.made, l.keys = edges, keys
}

// joins reports whether several sufficiently frequent paths through a loop meet in its latch b. The latch is then
// placed before the header, so that each path jumps back by itself, with one taken branch per iteration. With the
// latch at the bottom, paths that do not fall through into it take one branch to the latch and one back.
// Moreover, processors keep a history of taken branches, which then covers twice as many iterations.
func joins(b *mach.Block) bool {
	n, freq, most := 0, 0.0, 0.0
	for _, p := range b.Preds {
		if p.Cold {
			continue
		}
		n++
		w := p.Freq
		if len(p.Succs) == 2 {
			other := p.Succs[0].To
			if other == b {
				other = p.Succs[1].To
			}
			switch {
			case other.Cold:
			case len(other.Preds) == 1:
				w = max(0, w-other.Freq)
			default: // rounded explicitly: the layout must not depend on the host
				w = float64(w * b.Freq / max(b.Freq+other.Freq, 1e-9))
			}
		}
		freq += w
		most = max(most, w)
	}
	return n > 1 && freq-most > freq/16
}

// branchWeight returns the weight of the edge from b, which has two successors, to to. If one successor is an arm
// that the other one follows, the weight is the frequency with which the arm runs or is skipped. The arm is then
// placed between its branch and the block that follows, where it costs a branch if it is skipped; elsewhere it
// costs two branches if it runs.
func branchWeight(b, to *mach.Block, proportional float64) float64 {
	other := b.Succs[0].To
	if other == to {
		other = b.Succs[1].To
	}
	switch {
	case arm(to, other):
		return min(to.Freq, b.Freq) * armFirst
	case arm(other, to):
		return max(min(b.Freq, to.Freq)-other.Freq, 0)
	}
	return proportional
}

// arm reports whether x has a single predecessor and leads only to next, disregarding cold blocks; x may be a few
// blocks in a row, as left by checks. A block that only moves registers does not count as an arm: it usually
// records a new maximum or its position, which is rare.
func arm(x, next *mach.Block) bool {
	works := false
	for range maxArm {
		if len(x.Preds) != 1 {
			return false
		}
		for i := 0; i < len(x.Insts) && !works; i++ {
			p := x.Insts[i].Pseudo
			works = p != mach.Copy && p != mach.Jump
		}
		var to *mach.Block
		for i := range x.Succs {
			if s := x.Succs[i].To; !s.Cold {
				if to != nil {
					return false
				}
				to = s
			}
		}
		if to == nil || to == next {
			return to != nil && works
		}
		x = to
	}
	return false
}

// maxArm is the maximum number of blocks of an arm.
const maxArm = 8

// armFirst is the factor that prefers the arm of a branch with equally likely successors.
const armFirst = 1.001

// loopAlign is the alignment of the first block of an innermost loop, unless the loop spans as few blocks of that
// size without it. A whole line of 64 bytes was no faster over the core suite (geometric means within 1%), and
// its padding, which is executed on entry, is longer.
const loopAlign = 32

// alignedBlocks marks the blocks that start an innermost loop in layout order. It does not align a loop known to
// be short, such as the remainder of another, because the padding before it is executed.
func (l *layouter) alignedBlocks(f *mach.Func) []bool {
	n, cfg := len(f.Blocks), &l.cfg
	l.align = slices.Grow(l.align[:0], 2*n)[:2*n]
	clear(l.align)
	align := l.align[:n] // by ID
	inner := l.align[n:] // by ID of the header
	for i := range inner {
		inner[i] = cfg.Loop[i] == int32(i)
	}
	for i := range n {
		if h := cfg.Loop[i]; h == int32(i) && cfg.Outer[h] >= 0 {
			inner[cfg.Outer[h]] = false
		}
	}
	for _, b := range f.Blocks {
		if h := cfg.Loop[b.ID]; h >= 0 && inner[h] && !b.Cold && !f.Blocks[0].Cold && !headerShort(f, cfg, h) {
			align[b.ID], inner[h] = true, false
		}
	}
	return align
}

func headerShort(f *mach.Func, cfg *mach.CFG, h int32) bool {
	for _, b := range f.Blocks {
		if int32(b.ID) == h {
			return b.Short
		}
	}
	return false
}
