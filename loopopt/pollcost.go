package loopopt

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// estimateCycles is a coarse estimate of one iteration, without inner loops that may be long: the most of what it issues, a quarter cycle an
// operation and more for those that are not pipelined, the bytes it moves at memoryBytes a cycle, and what the next iteration waits for. Accesses that
// jump through memory count as misses: each strip is to take some microseconds, whatever it does.
func estimateCycles(l *analysis.Loop) int {
	quarter, bytes := 0, 0
	for _, c := range l.Children { // those known to be short, as if they ran to their end every time
		if knownShort(c) {
			quarter += 4 * int(c.Header.Loop.Int(ir.MaxTripCount, 0)) * estimateCycles(c)
		}
	}
	for _, b := range l.Blocks {
		if slices.ContainsFunc(l.Children, func(c *analysis.Loop) bool { return c.Contains(b) }) {
			continue
		}
		for _, v := range b.Values {
			parts := max(1, v.Type.Size()/32)
			switch {
			case v.Op == ir.OpPhi || v.IsConst():
			case v.Op == ir.OpGather || v.Op == ir.OpScatter:
				quarter += farQuarters * int(v.AccessType().Lanes)
			case v.Op == ir.OpDivS || v.Op == ir.OpDivU || v.Op == ir.OpRemS || v.Op == ir.OpRemU:
				quarter += 80 * int(v.Type.Lanes)
			case v.Op == ir.OpDiv || v.Op == ir.OpSqrt:
				quarter += 30 * parts
			case v.Op.IsMemory() && v.Args[0].Root().Op != ir.OpLocalPtr && jumps(l, v): // the frame is near
				quarter += farQuarters
			case v.Op.IsMemory():
				quarter += parts
				bytes += v.AccessSize()
			default:
				quarter += parts
			}
		}
	}
	return max(1, quarter/4+bytes/memoryBytes, recurrence(l))
}

// memoryBytes is what a cycle moves from or to memory: 32 GB/s at 4 GHz.
const memoryBytes = 8

// farQuarters is what an access to a place that has nothing to do with those before takes, in quarters of a cycle: twelve cycles, between the
// one of a first-level cache and the ten to thirty of a memory that serves ten misses at once.
const farQuarters = 48

// jumps says whether access v goes to a place in each iteration of l that the one before was not near to.
func jumps(l *analysis.Loop, v *ir.Value) bool {
	if len(v.Args) < 2 || v.Type.Lanes > 1 && v.Type != ir.TVoid || l.Invariant(v.Args[1]) {
		return false
	}
	at := v.Args[1]
	for at.Op == ir.OpAdd && l.Invariant(at.Args[1]) {
		at = at.Args[0]
	}
	if at.Op != ir.OpPhi || at.Block != l.Header || l.Latch == nil {
		return l.ContainsValue(at)
	}
	next := at.Args[l.Header.PredIndex(l.Latch)]
	if next.Op != ir.OpAdd || !next.Args[1].IsConst() {
		return true
	}
	// A loop that was unrolled has several accesses for a step.
	const line, copies = 64, 16
	step := next.Args[1].Int() * int64(v.Scale)
	step = max(step, -step)
	return step >= line && step > copies*int64(v.AccessSize())
}

// recurrence is what an iteration of l waits for the one before, in cycles: the longest way from a phi to its next value.
func recurrence(l *analysis.Loop) int {
	if l.Latch == nil {
		return 1
	}
	longest := 1
	at := l.Header.PredIndex(l.Latch)
	for _, phi := range l.Header.Phis() {
		next := phi.Args[at]
		if next.Op == ir.OpAdd && next.Args[0] == phi && next.Type.Elem.IsInt() {
			continue // a counter
		}
		steps := 64 // of the search
		longest = max(longest, wayFrom(l, phi, next, &steps))
	}
	return longest
}

// wayFrom is the latency from phi to v, less than 0 if there is no way.
func wayFrom(l *analysis.Loop, phi, v *ir.Value, steps *int) int {
	if v == phi {
		return 0
	}
	if *steps--; *steps < 0 || !l.ContainsValue(v) || v.Op == ir.OpPhi && v.Block == l.Header {
		return -1
	}
	way := -1
	for _, a := range v.Args {
		way = max(way, wayFrom(l, phi, a, steps))
	}
	if way < 0 {
		return -1
	}
	return way + latency(v)
}

// latency is a coarse one, in cycles.
func latency(v *ir.Value) int {
	switch {
	case v.Op == ir.OpPhi:
		return 0
	case v.Op == ir.OpDivS || v.Op == ir.OpDivU || v.Op == ir.OpRemS || v.Op == ir.OpRemU:
		return 20 * int(v.Type.Lanes)
	case v.Op == ir.OpDiv || v.Op == ir.OpSqrt:
		return 15
	case v.Op.IsMemory():
		return 20 // between the five of a first-level cache and the hundreds of memory
	case v.Type.Elem.IsFloat() || v.Op == ir.OpMul:
		return 4
	}
	return 1
}
