package poll

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// estimateCycles returns a coarse estimate of the cycles of one iteration, excluding inner loops that may be
// long. It combines the time with all data available and the bytes moved at memoryBytes per cycle. Each strip
// should take a few microseconds, whatever it does.
func estimateCycles(l *analysis.Loop) int {
	quarters, bytes := estimateIssue(l)
	return max(1, quarters/4+bytes/memoryBytes, recurrence(l))
}

// estimateIssue returns an upper estimate of the issue time of an iteration in quarter cycles, and the bytes that it
// moves. An operation counts one quarter cycle, and more if it is not pipelined. Accesses with large strides count as
// cache misses.
func estimateIssue(l *analysis.Loop) (quarters, bytes int) {
	short := shortIn(l) // assume that they run to their end every time
	for _, c := range short {
		quarters += 4 * int(c.Header.Loop.Int(ir.MaxTripCount, 0)) * estimateCycles(c)
	}
	quarters += farQuarters * rowStarts(l, short)
	for _, b := range l.Blocks {
		if slices.ContainsFunc(l.Children, func(c *analysis.Loop) bool { return c.Contains(b) }) {
			continue
		}
		for _, v := range b.Walk() {
			parts := max(1, v.Type.Size()/32)
			switch {
			case v.Op == ir.OpPhi || v.IsConst():
			case v.Op == ir.OpGather || v.Op == ir.OpScatter:
				quarters += farQuarters * int(v.AccessType().Lanes)
			case v.Op == ir.OpDivS || v.Op == ir.OpDivU || v.Op == ir.OpRemS || v.Op == ir.OpRemU:
				quarters += 80 * int(v.Type.Lanes)
			case v.Op == ir.OpDiv || v.Op == ir.OpSqrt:
				quarters += 30 * parts
			case v.Op.IsMemory() && v.Args[0].Root().Op != ir.OpLocalPtr && jumps(l, v): // the frame is near
				quarters += farQuarters
			case v.Op.IsMemory():
				quarters += parts
				bytes += v.AccessSize()
			default:
				quarters += parts
			}
		}
	}
	return quarters, bytes
}

// memoryBytes is the number of bytes per cycle moved from or to memory: 32 GB/s at 4 GHz.
const memoryBytes = 8

// farQuarters is the time in quarter cycles of an access to an address unrelated to previous ones: twelve cycles,
// between one for a first-level cache and ten to thirty for a memory that handles ten misses at once.
const farQuarters = 48

// jumps reports whether access v in each iteration of l is far from the access of the previous iteration.
func jumps(l *analysis.Loop, v *ir.Value) bool {
	return len(v.Args) > 1 && (v.Type.Lanes <= 1 || v.Type == ir.TVoid) &&
		stepsFar(l, v.Args[1], int64(v.Scale), int64(v.AccessSize()))
}

// stepsFar reports whether index at, in elements of scale bytes, is far from that of the previous iteration of l,
// for accesses of size bytes.
func stepsFar(l *analysis.Loop, at *ir.Value, scale, size int64) bool {
	for at.Op == ir.OpAdd || at.Op == ir.OpSub { // the varying operand steps as far as the sum does
		if l.Invariant(at.Args[1]) {
			at = at.Args[0]
		} else if l.Invariant(at.Args[0]) {
			at = at.Args[1]
		} else {
			break
		}
	}
	if at.Op != ir.OpPhi || at.Block != l.Header || l.Latch == nil {
		return !l.Invariant(at)
	}
	next := at.Args[l.Header.PredIndex(l.Latch)]
	if next.Op != ir.OpAdd || !next.Args[1].IsConst() {
		return true
	}
	// An unrolled loop has several accesses per step.
	const line, copies = 64, 16
	step := next.Args[1].Int() * scale
	step = max(step, -step)
	return step >= line && step > copies*size
}

// rowStarts counts the addresses that the given inner loops of l access first and that are far from those of the
// previous iteration of l. The loops may process parts of one row: a vector loop and its epilogue.
func rowStarts(l *analysis.Loop, loops []*analysis.Loop) int {
	rows := map[[2]*ir.Value]bool{}
	for _, in := range loops {
		for v := range in.Values() {
			if !v.Op.IsMemory() || len(v.Args) == 0 || v.Args[0].Root().Op == ir.OpLocalPtr {
				continue
			}
			if row, ok := rowOf(l, in, v); ok {
				rows[row] = true
			}
		}
	}
	return len(rows)
}

// rowOf returns the parts of the address of access v in loop in that make it far from that of the previous
// iteration of l: the pointer and a term of the index.
func rowOf(l, in *analysis.Loop, v *ir.Value) (row [2]*ir.Value, far bool) {
	size := int64(v.AccessSize())
	ptr := v.Args[0]
	row[0] = ptr
	if in.Invariant(ptr) && !l.Invariant(ptr) {
		far = ptr.Op != ir.OpPtrAdd || !l.Invariant(ptr.Args[0]) || stepsFar(l, ptr.Args[1], int64(ptr.Scale), size)
	}
	term := func(t *ir.Value) {
		if stepsFar(l, t, int64(v.Scale), size) {
			row[1], far = t, true
		}
	}
	if len(v.Args) < 2 {
		return row, far
	}
	at := v.Args[1]
	for at.Op == ir.OpAdd && !in.Invariant(at) {
		a, b := at.Args[0], at.Args[1]
		if in.Invariant(a) {
			a, b = b, a
		}
		if !in.Invariant(b) {
			break
		}
		term(b)
		at = a
	}
	switch {
	case in.Invariant(at):
		term(at)
	case at.Op == ir.OpPhi && at.Block == in.Header && in.Preheader != nil:
		if start := at.Args[in.Header.PredIndex(in.Preheader)]; start.Op == ir.OpMul || start.Op == ir.OpShl {
			term(start)
		}
	}
	return row, far
}

// recurrence returns the number of cycles by which an iteration of l depends on the previous one: the longest
// path from a phi to its next value.
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
		steps := 64 // limit of the search
		longest = max(longest, wayFrom(l, phi, next, &steps))
	}
	return longest
}

// wayFrom returns the latency from phi to v, negative if there is no path.
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

// latency returns a coarse latency of v in cycles.
func latency(v *ir.Value) int {
	switch {
	case v.Op == ir.OpPhi:
		return 0
	case v.Op == ir.OpDivS || v.Op == ir.OpDivU || v.Op == ir.OpRemS || v.Op == ir.OpRemU:
		return 20 * int(v.Type.Lanes)
	case v.Op == ir.OpDiv || v.Op == ir.OpSqrt:
		return 15
	case v.Op.IsMemory():
		return 20 // between five for a first-level cache and hundreds for memory
	case v.Type.Elem.IsFloat() || v.Op == ir.OpMul:
		return 4
	}
	return 1
}
