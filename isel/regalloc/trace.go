package regalloc

import "hotloop/isel/mach"

// Trace is what Check needs to compare an allocation with the function before: a copy of that function, and where each
// instruction came from.
type Trace struct {
	before mach.Func
	// origin says, for each block after allocation, which instruction of the block before an instruction is; -1: it was
	// inserted. Blocks that were inserted come last, with the edge they stand on.
	origin [][]int32
	edges  []splitEdge
	// pre is how many instructions at the start of a block belong to the only edge into it: its parameters take their
	// values behind them.
	pre []int
	// only is, for a block with one predecessor, the edge into it.
	only []*mach.Edge
}

type splitEdge struct {
	from, succ int // successor succ of block from, in the function before
	origin     []int32
}

// newTrace keeps f as it is. The instructions themselves are replaced, not changed, by the allocator.
func newTrace(f *mach.Func) *Trace {
	t := &Trace{before: *f, origin: make([][]int32, len(f.Blocks)), pre: make([]int, len(f.Blocks)),
		only: make([]*mach.Edge, len(f.Blocks))}
	t.before.Blocks = make([]*mach.Block, len(f.Blocks))
	for i, b := range f.Blocks {
		c := *b
		c.Succs = append([]mach.Edge(nil), b.Succs...)
		c.Preds = nil
		t.before.Blocks[i] = &c
	}
	for i, b := range f.Blocks {
		for j := range b.Succs {
			if e := &t.before.Blocks[i].Succs[j]; len(e.To.Preds) == 1 {
				t.only[e.To.ID] = e
			}
		}
	}
	return t
}

// split notes that a block was inserted on an edge.
func (t *Trace) split(from, succ int, origin []int32) {
	t.edges = append(t.edges, splitEdge{from, succ, origin})
}
