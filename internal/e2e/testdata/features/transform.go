package features

// Axpy is the simplest of loops.
//
//	args line
//	row T01
//	counter with vectorize.enable=0
//	chosen VF=
//	plan check: ... distance
//	result vectorize -> vector.body (depth 1): ... vectorize.body=1
//	left@1 for.body (depth 1): isvectorized ... vectorize.epilogue=1 unroll.runtime.disable
//	row T02
//	counter with ivdep
//	plan check: ... distance
//	row T04
//	with vectorize.enable vectorize.predicate.enable=0
//	counter with vectorize.enable vectorize.width=4 vectorize.predicate.enable
//	step vectorize, generation 0: loop vectorized (... tail=scalar)
//	left for.body (depth 1): ... vectorize.epilogue=1
//	row T05
//	with vectorize.enable interleave.count=4 vectorize.predicate.enable=0
//	counter with vectorize.enable=0
//	left vectorize.body=1 vectorize.epilogue=1
//	row T06 A03
//	with vectorize.predicate.enable
//	counter with vectorize.predicate.enable=0
//	chosen tail=masked
func Axpy(y, x []int32, a int32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

// Strided has a step that only the caller knows.
//
//	args line upto=1
//	row T03
//	with stride_versioning.enable
//	step stride_versioning, generation 0: loop versioned
//	row T03
//	counter with stride_versioning.disable
//	step stride_versioning, heuristics: loop versioned
func Strided(y, x []int32, s int) {
	for i := 0; i < len(y); i++ {
		y[i] += x[i*s]
	}
}

// Align walks along one slice.
//
//	args line
//	row T07
//	with peel.align=64 vectorize.enable=0
//	step peel, generation 0: loop peeled
//	row T07
//	with vectorize.enable vectorize.align.enable
//	counter with vectorize.enable vectorize.align.enable=0
//	refused.avx2 NoMaskedForm what is done in front is done under masks
//	refused.neon NoMaskedForm what is done in front is done under masks
//	plan front: ... aligned to
func Align(y []int32) {
	for i := range y {
		y[i] = y[i]*5 + 1
	}
}

// Seven has a trip count that everybody knows.
//
//	row T08 O28
//	counter knobs unroll.full-max-count=6
//	step unroll, heuristics: loop completely unrolled (count=7)
//	loops*0
func Seven(y []int32, x int32) {
	if len(y) < 7 {
		return
	}
	for i := range 7 {
		y[i] = (y[i] ^ x) * (x + int32(i))
		x = y[i]
	}
}

// Sixty is too long to be unrolled as a whole.
//
//	row T09 O34
//	counter with unroll.disable
//	step unroll, heuristics: loop unrolled (count=30)
//	left unrolled (depth 1): ... unroll.disable
func Sixty(y []int32) {
	if len(y) < 60 {
		return
	}
	//loop:vectorize.enable=0
	for i := range 60 {
		y[i] += 3
	}
}

// Runtime has as many iterations as y has elements.
//
//	args line
//	row T10 O39
//	counter knobs unroll.runtime=0
//	step unroll, heuristics: loop unrolled (count=4)
//	left unrolled (depth 1)
//	left for.body (depth 1): ... unroll.disable ... max_trip_count=3
//	row T10 O40
//	knobs unroll.epilog=0
//	step unroll, heuristics: loop unrolled (count=4 remainder=prologue)
//	left prologue
//	row T10 O37
//	knobs unroll.remainder
//	step unroll, heuristics: loop unrolled (count=4)
//	no left max_trip_count=3
func Runtime(y []int32) {
	//loop:vectorize.enable=0
	for i := range y {
		y[i] += 3
	}
}

// Upper has at most three iterations.
//
//	args upto=1
//	row T11 O32
//	counter knobs unroll.max-upper-bound=2
//	step unroll, heuristics: loop completely unrolled by its upper bound (count=3)
//	loops*0
func Upper(y []int32, n int) {
	//loop:vectorize.enable=0
	for i := range n & 3 {
		y[i] += 3
	}
}

// Parts sums up.
//
//	mode fast
//	args line
//	row T12
//	with vectorize.enable=0 unroll.count=4
//	knobs no-slp
//	counter mode exact
//	step unroll, generation 0: loop unrolled (count=4 ... accumulators=4
//	ssa*4 unrolled: ... = Phi <f32>
func Parts(x []float32) (s float32) {
	for i := range x {
		s += x[i]
	}
	return
}

// Settles has values that are the same from the fourth iteration on.
//
//	args line
//	row T13 O22
//	counter knobs peel.allow=0
//	step peel, heuristics: loop peeled (count=3)
//	left peeled.count=3
//	row T18
//	counter knobs peel.allow=0,unroll.runtime=1
//	order peel
//	no order peel unroll
func Settles(g []int32, y, a int32) (x int32) {
	for i := range g {
		g[i] = x
		x = y
		y = a + 1
		a = 5
	}
	return
}

// Compares knows after two iterations that a condition fails.
//
//	args line
//	row T14
//	counter with peel.disable
//	step peel, heuristics: loop peeled (count=2)
func Compares(y []int32, x []int32) {
	for i := range y {
		if i < 2 {
			y[i] = x[i] / 3
		} else {
			y[i] = x[i] * 5
		}
	}
}

// PeelCount is peeled because that is asked for, and because few iterations are expected.
//
//	args line
//	row T15 O35
//	knobs peel.count=2
//	step peel, heuristics: loop peeled (count=2)
//	row T15
//	with vectorize.enable=0 peel.count=3
//	step peel, generation 0: loop peeled (count=3)
//	row T15
//	with vectorize.enable=0 unroll.disable peel.count=3
//	runs for.body 997$
//	row T15 A34
//	with vectorize.enable=0 estimated_trip_count=2
//	counter with vectorize.enable=0 estimated_trip_count=200
//	step peel, heuristics: loop peeled (count=2)
func PeelCount(y []int32) {
	for i := range y {
		y[i] = y[i]*y[i] + 7
	}
}

// Last has a condition for its last iteration.
//
//	args line
//	row T17
//	counter with peel.disable
//	step peel, heuristics: ... last
//	row T17
//	with peel.last=1
//	step peel, generation 0: last iterations peeled (count=1
//	row T17
//	with vectorize.enable=0 unroll.disable peel.last=3
//	runs unchecked 997$
func Last(y []int32, x []int32) {
	for i := range y {
		if i == len(y)-1 {
			y[i] = x[i] / 3
		} else {
			y[i] = x[i] * 5
		}
	}
}

// Rows sums along rows of a matrix.
//
//	args grid
//	row T19 O01
//	counter knobs jam.allow=0
//	step unroll_and_jam, heuristics: loop unrolled and jammed
func Rows(y, a, x []float32, n int) {
	for i := range n {
		s := float32(0)
		for j := range n {
			s += float32(a[i*n+j] * x[j])
		}
		y[i] = s
	}
}

// JamRows is asked for.
//
//	args grid
//	row T19 A19
//	with unroll_and_jam.count=2
//	step unroll_and_jam, generation 0: loop unrolled and jammed (count=2
//	row T19 A19
//	with unroll_and_jam.enable
//	step unroll_and_jam, generation 0: loop unrolled and jammed (count=4
func JamRows(y, a, x []int32, n int) {
	for i := range n {
		for j := range n {
			y[i] += a[i*n+j] * x[j]
		}
	}
}

// Abc is the documentation's loop to be distributed.
//
//	args line
//	row T20 A25
//	with distribute.enable
//	counter with distribute.enable=0
//	step distribute, generation 0: loop distributed (coincident=1 sequential=1
//	left isdistributed
func Abc(a, b, c, d []int32) {
	for i := 0; i+1 < len(a); i++ {
		a[i+1] = a[i] + b[i]*3
		c[i] = b[i] * d[i]
	}
}

// Invariant loads what its stores might change.
//
//	args line
//	row T21
//	with licm_versioning.enable vectorize.enable=0
//	step licm_versioning, generation 0: loop versioned
func Invariant(y, a []int32, x []uint8) {
	if len(a) == 0 {
		return
	}
	for i := range y {
		y[x[i]] += a[0]
	}
}

// Columns walks down columns.
//
//	args grid
//	row T22
//	counter knobs interchange.allow=0
//	step interchange, heuristics: loops interchanged
//	row T22 A42
//	with interchange.enable
//	counter with interchange.disable
//	step interchange, generation 0: loops interchanged
func Columns(y []int32, x []int32, n int) {
	for j := 0; j < n; j++ {
		for i := 0; i < n; i++ {
			y[i*n+j] = x[i*n+j]*3 + 1
		}
	}
}

// Flat is one loop written as two.
//
//	args grid
//	row T23 O46
//	counter knobs flatten.enable=0
//	step flatten, heuristics: loops flattened
//	loops*1 1
//	row T23 A42
//	with flatten.enable
//	counter with flatten.disable
//	step flatten, generation 0: loops flattened
func Flat(y []int32, n int) {
	for i := range n {
		for j := range n {
			y[i*n+j]++
		}
	}
}

// Fuse is two loops over the same elements.
//
//	args line
//	row T24 A42
//	with fuse.enable
//	step fuse, generation 0: loops fused
//	result fuse -> fused (depth 1)
func Fuse(y, z []int32, x []int32) {
	if len(z) < len(y) || len(x) < len(y) {
		return
	}
	for i := range y {
		y[i] = x[i] * 3
	}
	for i := range y {
		z[i] = x[i] + y[i]
	}
}

// Team is a loop that goroutines share, with a sum.
//
//	args line
//	row T32
//	with parallel.enable parallel.grain=16
//	step parallel, generation 0: loop parallelized
//	result parallel -> for.body (depth 1)
func Team(y, x []int32) (sum int32) {
	for i, v := range x {
		y[i] = v * 3
		sum += v
	}
	return sum
}

// TeamScan is one whose iterations store to a place that advances.
//
//	args line
//	row T32
//	with parallel.enable parallel.grain=16
//	step parallel, generation 0: loop parallelized
//	result parallel -> for.body (depth 1)
func TeamScan(y, x []int32) (n int) {
	for _, v := range x {
		if v > 0 {
			y[n] = v
			n++
		}
	}
	return n
}

// Tile is cut into squares.
//
//	args grid
//	row T25 M16
//	with stripmine.size=8 stripmine.followup_inner{interchange.enable}
//	with2 stripmine.size=8
//	step*2 stripmine, generation 0: loop strip-mined (size=8
//	runs strip 4$
//	runs swapped 16$
//	step interchange, generation 1: loops interchanged
//	result interchange -> ... (depth 3)
//	result interchange -> swapped.inner (depth 4)
func Tile(y, x []int32, n int) {
	for i := range n {
		for j := range n {
			y[j*n+i] = x[i*n+j]
		}
	}
}

// Split crosses a threshold.
//
//	args line upto=1
//	row T26
//	counter with split.disable
//	step split, heuristics: index set split (parts=2)
//	row T26 A42
//	with split.at=9
//	step split, generation 0: index set split (parts=2)
func Split(y, x []int32, m int) {
	for i := range y {
		if i < m {
			y[i] = x[i] * 3
		} else {
			y[i] = x[i] / 7
		}
	}
}

// Unswitch has a condition that never changes.
//
//	args line
//	row T27
//	counter with unswitch.disable
//	step unswitch, heuristics: loop unswitched
//	row T27 A42
//	with unswitch.enable
//	step unswitch, generation 0: loop unswitched
func Unswitch(y, x []int32, m bool) {
	for i := range y {
		if m {
			y[i] = x[i] * 3
		} else {
			y[i] ^= x[i] + 1
		}
	}
}

// Carry loads again what it has loaded.
//
//	args line
//	row T28
//	counter knobs commoning.allow=0
//	step commoning, heuristics: ...
//	row T28
//	with vectorize.enable=0 commoning.enable
//	step commoning, generation 0: ...
//	ssa*4 unrolled: ... = Load
//	ssa*1 for.body: ... = Load
func Carry(a []float64) (s float64) {
	for i := 0; i < len(a)-2; i++ {
		s = float64(s*0.5) + (a[i] - a[i+2])
	}
	return
}

// Filter loads again what it has stored, twice, and has two bounds, one of which goes as a check does.
//
//	args line
//	row T28 E05
//	counter knobs commoning.allow=0
//	step commoning, heuristics: ...
func Filter(y, x []float64) {
	for i := 2; i < len(x) && i < len(y); i++ {
		y[i] = float64(x[i]*0.5) - float64(y[i-1]*0.25) + float64(y[i-2]*0.125)
	}
}

// Reroll does four of one thing.
//
//	args line
//	row T30 A42
//	with reroll.enable
//	counter with reroll.disable
//	step reroll, generation 0: loop rerolled
func Reroll(y, x []int32) {
	for i := 0; i+3 < len(y); i += 4 {
		y[i] = x[i] * 3
		y[i+1] = x[i+1] * 3
		y[i+2] = x[i+2] * 3
		y[i+3] = x[i+3] * 3
	}
}

// RerollUnrolled is one statement, and what unrolling makes of it is undone.
//
//	args line
//	row T30
//	with unroll.count=4 unroll.followup_unrolled{reroll.enable}
//	counter with unroll.count=4
//	step unroll, generation 0: loop unrolled (count=4
//	step reroll, generation 1: loop rerolled (copies=4
func RerollUnrolled(y, x []int32) {
	for i := range y {
		if x[i] > 0 {
			y[i] = y[i]*3 + x[i]
		}
	}
}

// RerollSum is a sum that unrolling gives four accumulators, and rerolling one again.
//
//	args line
//	row T30
//	with unroll.count=4 unroll.followup_unrolled{reroll.enable}
//	counter with unroll.count=4
//	step unroll, generation 0: loop unrolled (count=4 accumulators=4
//	step reroll, generation 1: loop rerolled (copies=4
func RerollSum(x, y []int32) (s int32) {
	for i := range x {
		s += x[i] * y[i]
	}
	return
}

// RerollTerms has its copies in any order, in one expression.
//
//	args line
//	row T30
//	with reroll.enable
//	counter with reroll.disable
//	step reroll, generation 0: loop rerolled (copies=4
func RerollTerms(x, y []int32) (s int32) {
	for i := 0; i+4 <= len(x); i += 4 {
		s += x[i+2]*y[i+2] + x[i]*y[i] + x[i+3]*y[i+3] + x[i+1]*y[i+1]
	}
	return
}

// RerollParts has four sums of floats, which are one only where sums may be regrouped.
//
//	args line
//	mode fast
//	row T30
//	with reroll.enable
//	counter kernel RerollPartsExact
//	step reroll, generation 0: loop rerolled (copies=4
func RerollParts(x []float32) float32 {
	var s, t, u, v float32
	for i := 0; i+4 <= len(x); i += 4 {
		s += x[i]
		t += x[i+1]
		u += x[i+2]
		v += x[i+3]
	}
	return s + t + (u + v)
}

// RerollPartsExact is the same in an order that must stay.
//
//	args line
//	row T30
//	with reroll.enable
//	counter kernel RerollParts
//	warning loop not rerolled: ... floating-point operations must not be reordered without reassoc
func RerollPartsExact(x []float32) float32 {
	var s, t, u, v float32
	for i := 0; i+4 <= len(x); i += 4 {
		s += x[i]
		t += x[i+1]
		u += x[i+2]
		v += x[i+3]
	}
	return s + t + (u + v)
}

// RerollScaled counts iterations, not elements.
//
//	args line
//	row T30
//	with reroll.enable
//	counter with reroll.disable
//	step reroll, generation 0: loop rerolled (copies=2
func RerollScaled(y, x []int32) {
	for i := range min(len(x), len(y)) / 2 {
		y[2*i] = x[2*i] * 3
		y[2*i+1] = x[2*i+1] * 3
	}
}

// InvariantStore keeps a sum in memory.
//
//	args line
//	row T21
//	counter with licm_versioning.disable
//	step licm_versioning, heuristics: loop versioned
func InvariantStore(y, x []int32) {
	if len(y) == 0 {
		return
	}
	for i := range x {
		y[0] += x[i]
	}
}

// point is three numbers that fill two words.
type point struct {
	a    float64
	b    int32
	c, d uint16
}

// CopyPoints copies them field by field.
//
//	row T29
//	counter kernel Axpy
//	step idiom, heuristics: loop copies memory
func CopyPoints(y, x []int32) {
	n := min(len(x), len(y), 40)
	var p, q [40]point
	for i := range n {
		q[i] = point{float64(x[i]), x[i], 3, 4}
	}
	for i := range n {
		p[i] = q[i]
	}
	for i := range n {
		y[i] = p[i].b + int32(p[i].d) + int32(p[i].a)
	}
}

// FillPairs fills two neighbours at once.
//
//	args line
//	row T29
//	counter kernel Axpy
//	step idiom, heuristics: loop fills memory
func FillPairs(y []int32) {
	for i := 0; i < len(y)-1; i += 2 {
		y[i], y[i+1] = 7, 8
	}
}

// Table is distributed by heuristics: what counts keeps the rest from being vectorized.
//
//	args line
//	row T20 A25 A30
//	counter with distribute.enable=0
//	step distribute, heuristics: loop distributed
//	left isdistributed
//	row A25
//	with distribute.enable=0
//	no step distribute, heuristics: loop distributed
//	row A30
//	with isdistributed
//	no step distribute, heuristics: loop distributed
func Table(y, x []float32, h []int32) {
	for i := range y {
		v := x[i]
		y[i] = float32(float32(v*v)*v-7)/(1+float32(v*v)) + float32(float32((v-1)*(v-2))*float32((v-3)*(v-4)))
		h[i&15] = h[i&7] + 1
	}
}

// PeelEdges chooses another index in the first and in the last iteration.
//
//	args line
//	row T14
//	counter with peel.disable
//	step peel, heuristics: loop peeled (count=1
//	row T17
//	counter with peel.disable
//	step peel, heuristics: ... last iterations peeled (count=1
func PeelEdges(y, x []int32) {
	for i := range y {
		y[i] = x[min(i+1, len(y)-1)] - x[max(i-1, 0)]
	}
}

// MovingAverage begins to take away where the window is full: loops before and behind, of which the second is a scan.
//
//	args line
//	mode fast
//	row I97
//	counter with split.disable
//	remark index set split
//	plan*2 SCAN
func MovingAverage(dst, src []float64) {
	s := 0.0
	for i := range min(len(dst), len(src)) {
		s += src[i]
		if i >= 16 {
			s -= src[i-16]
		}
		dst[i] = s / 16
	}
}
