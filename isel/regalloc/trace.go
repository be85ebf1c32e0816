package regalloc

import "hotloop/isel/mach"

// trace is the data that Check needs to compare an allocation with the original function: a copy of that
// function, and the origin of each instruction.
type trace struct {
	before mach.Func
	// origin maps, for each block after allocation, an instruction to its index in the original block, or -1 if
	// it was inserted. Inserted blocks come last, with the edge that they split.
	origin [][]int32
	edges  []splitEdge
	// pre is the number of instructions at the start of a block that belong to its only incoming edge; the
	// parameters get their values after them.
	pre []int
	// only is, for a block with one predecessor, its incoming edge.
	only []*mach.Edge
}

type splitEdge struct {
	from, succ int // successor succ of block from in the original function
	origin     []int32
}

// newTrace copies f. It need not copy the instructions, because the allocator replaces their slices.
func newTrace(f *mach.Func) *trace {
	t := &trace{before: *f, origin: make([][]int32, len(f.Blocks)), pre: make([]int, len(f.Blocks)),
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

// split records that a block was inserted on an edge.
func (t *trace) split(from, succ int, origin []int32) {
	t.edges = append(t.edges, splitEdge{from, succ, origin})
}
