package features

// Attr is a loop of its own for each attribute.
//
//	args line
//	row A01
//	with vectorize.enable=0
//	no step vectorize, heuristics: loop vectorized
//	remark [vectorize:Disabled]
//	row A02
//	with vectorize.width=2 interleave.count=1
//	chosen VF=2 UF=1
//	row A02
//	with vectorize.width=32
//	chosen VF=32
//	row A02 A05
//	with vectorize.width=1 interleave.count=4
//	no chosen VF=4
//	step vectorize, generation 0: loop interleaved
//	row A03
//	with vectorize.enable vectorize.predicate.enable=0
//	counter with vectorize.enable vectorize.predicate.enable
//	no chosen masked
//	chosen VF=
//	row A03
//	with vectorize.enable vectorize.width=8 vectorize.predicate.enable
//	counter with vectorize.enable vectorize.width=8 vectorize.predicate.enable=0
//	chosen masked
//	row A04
//	with vectorize.width=8 vectorize.scalable.enable
//	warning vectorize.scalable.enable
//	chosen VF=8
//	row A05
//	with interleave.count=2
//	counter with interleave.count=1
//	chosen UF=2
//	row A06
//	with isvectorized
//	no step vectorize, heuristics: loop vectorized
//	row A06
//	with vectorize.width=8 isvectorized
//	counter with vectorize.width=8
//	no step vectorize, generation 0: loop vectorized
//	row A07
//	with vectorize.width=8 vectorize.predicate.enable=0
//	counter with vectorize.enable=0
//	left vector.body (depth 1): isvectorized vectorize.body=1
//	left for.body (depth 1): ... isvectorized vectorize.epilogue=1
//	row A07
//	with vectorize.width=8 interleave.count=1 vectorize.predicate.enable=0
//	counter with vectorize.width=8 interleave.count=1 vectorize.predicate.enable=0 vectorize.followup_vectorized{}
//	runs vector.body 125$
//	row A08
//	with vectorize.width=8 vectorize.followup_vectorized{unroll.count=2 isvectorized}
//	result vectorize -> vector.body (depth 1): unroll.count=2 isvectorized
//	step unroll, generation 1: loop unrolled (count=2
//	row A09
//	with vectorize.width=8 vectorize.predicate.enable=0 vectorize.followup_epilogue{unroll.count=2}
//	counter with vectorize.width=8 vectorize.predicate.enable=0
//	result vectorize -> for.body (depth 1): unroll.count=2
//	step unroll, generation 1: loop unrolled (count=2
//	row A09
//	with vectorize.width=8 vectorize.predicate.enable=0
//	counter with vectorize.width=8 vectorize.predicate.enable=0 vectorize.followup_epilogue{}
//	result vectorize -> for.body (depth 1): ... isvectorized vectorize.epilogue=1 unroll.runtime.disable
//	row A10
//	with vectorize.width=8 vectorize.predicate.enable=0 vectorize.followup_all{unroll.count=5}
//	counter with vectorize.width=8 vectorize.predicate.enable=0
//	result vectorize -> vector.body (depth 1): unroll.count=5
//	result vectorize -> for.body (depth 1): unroll.count=5
//	row A11
//	with vectorize.enable=0 unroll.enable
//	counter with vectorize.enable=0 unroll.disable
//	step unroll, generation 0: loop unrolled (count=
//	row A12
//	with vectorize.enable=0 unroll.count=5
//	counter with vectorize.enable=0
//	step unroll, generation 0: loop unrolled (count=5
//	row A13 M05
//	with unroll.full
//	warning loop not unrolled ... [unroll:
//	row A14
//	with vectorize.enable=0 unroll.disable
//	counter with vectorize.enable=0
//	no step unroll, heuristics: loop unrolled
//	row A15
//	with vectorize.enable=0 unroll.runtime.disable
//	counter with vectorize.enable=0
//	no step unroll, heuristics: loop unrolled
//	row A16
//	with vectorize.enable=0 unroll.count=2 unroll.followup_unrolled{vectorize.width=4}
//	counter with vectorize.enable=0 unroll.count=2
//	result unroll -> unrolled (depth 1): vectorize.width=4
//	step vectorize, generation 1: loop vectorized (VF=4
//	row A16
//	with vectorize.enable=0 unroll.count=2
//	result unroll -> unrolled (depth 1): ... vectorize.enable=0 ... unroll.disable
//	row A17
//	with vectorize.enable=0 unroll.count=16 unroll.followup_remainder{vectorize.width=4}
//	counter with vectorize.enable=0 unroll.count=16
//	result unroll -> unchecked (depth 1): vectorize.width=4
//	step vectorize, generation 1: loop vectorized (VF=4
//	row A17
//	with vectorize.enable=0 unroll.count=16
//	result unroll -> unchecked (depth 1): unroll.disable isvectorized max_trip_count=15
//	row A18
//	with vectorize.enable=0 unroll.count=3 unroll.followup_all{estimated_trip_count=77 vectorize.enable=0}
//	counter with vectorize.enable=0 unroll.count=3
//	result unroll -> unrolled (depth 1): estimated_trip_count=77
//	result unroll -> unchecked (depth 1): estimated_trip_count=77
//	row A38
//	with vectorize.enable=0 peel.count=2
//	left peeled.count=2
//	runs unchecked 2$
//	runs peeled 1$
//	row A42
//	with peel.count=2 peel.followup_remaining{vectorize.width=8}
//	step vectorize, generation 1: loop vectorized (VF=8
//	row A42
//	with stripmine.size=40 stripmine.followup_inner{vectorize.width=4} stripmine.followup_outer{unroll.disable}
//	result stripmine -> strip (depth 1): unroll.disable
//	step vectorize, generation 1: loop vectorized (VF=4
//	runs strip 25$
//	row A42 T26
//	with split.at=9 split.followup_first{unroll.count=3 unroll.followup_all{unroll.disable} vectorize.enable=0} split.followup_second{vectorize.enable=0 unroll.disable}
//	runs unrolled 3$
//	runs unchecked 991$
//	row A42
//	with split.at=7 split.followup_first{unroll.count=3} split.followup_second{vectorize.width=8}
//	step unroll, generation 1: loop unrolled (count=3
//	step vectorize, generation 1: loop vectorized (VF=8
//	row A35
//	with mustprogress
//	result vectorize -> ... mustprogress
//	row A39
//	with pipeline.disable
//	warning pipeline.disable
//	row A39
//	with pipeline.initiationinterval=4
//	warning pipeline.initiationinterval
//	row A40
//	with irr_loop
//	warning irr_loop
func Attr(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// Sum is a sum of floating-point numbers.
//
//	args line
//	mode granted
//	row A01
//	with vectorize.enable
//	counter mode exact
//	remark forced vectorization changes the order of floating-point operations
//	plan REDUCE
func Sum(x []float32) (s float32) {
	for i := range x {
		s += x[i]
	}
	return
}

// JamNest is jammed, with followups for all four loops.
//
//	args grid
//	row A20
//	with unroll_and_jam.count=3 unroll_and_jam.followup_outer{estimated_trip_count=5 unroll.disable}
//	counter with unroll_and_jam.count=3
//	result@1 unroll_and_jam -> ... (depth 1): estimated_trip_count=5 unroll.disable
//	row A20
//	with unroll_and_jam.count=3
//	result@1 unroll_and_jam -> ... (depth 1): ... unroll.disable
//	row A21
//	with unroll_and_jam.count=3 unroll_and_jam.followup_inner{vectorize.width=4}
//	counter with unroll_and_jam.count=3
//	step@2 vectorize, generation 1: loop vectorized (VF=4
//	row A22
//	with unroll_and_jam.count=3 unroll_and_jam.followup_remainder_outer{estimated_trip_count=2}
//	counter with unroll_and_jam.count=3
//	result@1 unroll_and_jam -> ... (depth 1): estimated_trip_count=2
//	row A23
//	with unroll_and_jam.count=3 unroll_and_jam.followup_remainder_inner{vectorize.width=8}
//	counter with unroll_and_jam.count=3
//	step@2 vectorize, generation 1: loop vectorized (VF=8
//	left@2*1 vectorize.width=8
//	row A24
//	with unroll_and_jam.count=3 unroll_and_jam.followup_all{estimated_trip_count=9}
//	counter with unroll_and_jam.count=3
//	result@1*2 unroll_and_jam -> ... (depth 1): estimated_trip_count=9
//	left@2*2 estimated_trip_count=9
//	row A19
//	with unroll_and_jam.disable unroll_and_jam.count=3
//	warning [unroll_and_jam:Disabled]
//	row A14 A19
//	with unroll.disable
//	counter with unroll_and_jam.enable
//	no step unroll_and_jam, ... loop unrolled and jammed
func JamNest(y, a, x []int32, n int) {
	for i := range n {
		for j := range n {
			y[i] += a[i*n+j] * x[j]
		}
	}
}

// Distribute has a recurrence and what does not need it.
//
//	args line
//	row A26
//	with distribute.enable distribute.followup_coincident{vectorize.width=4 unroll.disable}
//	result distribute -> ... vectorize.width=4 unroll.disable
//	step vectorize, generation 1: loop vectorized (VF=4
//	row A27
//	with distribute.enable distribute.followup_sequential{unroll.count=5}
//	step unroll, generation 1: loop unrolled (count=5
//	row A28
//	with distribute.enable distribute.followup_fallback{disable_nonforced}
//	left for.body (depth 1): disable_nonforced
//	row A29
//	with distribute.enable distribute.followup_all{unroll.count=3 vectorize.enable=0}
//	step*3 unroll, generation 1: loop unrolled (count=3
//	row A30
//	with distribute.enable
//	counter with distribute.enable=0
//	result*3 distribute -> ... isdistributed
func Distribute(a, b, c, d []int32) {
	for i := 0; i+1 < len(a); i++ {
		a[i+1] = a[i]*a[i] + b[i]
		c[i] = b[i] * d[i]
	}
}

// Hoist loads what its stores might change.
//
//	args line
//	row A31
//	with licm_versioning.disable
//	no step licm_versioning, heuristics: loop versioned
//	row A42
//	with licm_versioning.enable licm_versioning.followup_versioned{vectorize.width=8}
//	step licm_versioning, generation 0: loop versioned
//	step vectorize, generation 1: loop vectorized (VF=8
func Hoist(y, x []int32) {
	if len(y) == 0 {
		return
	}
	for i := range x {
		y[0] += x[i]
	}
}

// Licm computes what never changes.
//
//	args line
//	row A32
//	with licm.disable vectorize.enable=0 unroll.disable
//	counter with vectorize.enable=0 unroll.disable
//	after licm for.body: ... Mul
func Licm(y []int32, a, b int32) {
	for i := range y {
		y[i] += a * b
	}
}

// Estimate is expected to be short.
//
//	args line
//	row A34
//	with estimated_trip_count=3
//	counter with estimated_trip_count=3000
//	no step vectorize, heuristics: loop vectorized
func Estimate(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// Progress does nothing that anybody sees.
//
//	args upto=1
//	row A35 M06
//	with mustprogress
//	step delete, heuristics: loop deleted
func Progress(n, m int) int {
	for i := 0; i != n; i += m | 1 {
		m++
		if m > 1000 {
			i = n - (m | 1)
		}
	}
	return n
}

// Halves reads one half of a slice and writes the other, if d is what it should be.
//
//	args line n
//	row A36
//	with parallel_accesses
//	args line apart
//	no plan check: ... distance
//	chosen VF=
//	row A37
//	with mem.parallel_loop_access
//	args line apart
//	no plan check: ... distance
//	chosen VF=
//	row A41
//	with ivdep.enable
//	args line apart
//	no plan check: ... distance
//	chosen VF=
func Halves(y []int32, d int) {
	d = (d + 1) / 2
	for i := 0; i < len(y)/2; i++ {
		y[i] = y[i+d]*3 + 1
	}
}

// GroupScatter stores to places of which only the group says that they differ from those that it loads from.
//
//	args line apart
//	row A36
//	with vectorize.enable parallel_accesses=out
//	counter with vectorize.enable
//	no plan check: ... extents disjoint
//	step vectorize, generation 0: loop vectorized
//	row A36
//	with vectorize.enable parallel_accesses{other out}
//	counter with vectorize.enable parallel_accesses=other
//	no plan check: ... extents disjoint
//	step vectorize, generation 0: loop vectorized
func GroupScatter(y, x []int32) {
	for i := range min(len(y), len(x)) &^ 7 {
		//loop:access.group out
		y[i^5] = x[i] * 3
	}
}

// GroupPart has accesses beside those of the group, which are checked.
//
//	args line apart
//	row A36
//	with vectorize.enable parallel_accesses=out
//	counter with vectorize.enable parallel_accesses
//	plan*3 check: ... extents disjoint
//	row A36
//	with vectorize.enable
//	counter with vectorize.enable parallel_accesses=out
//	plan*4 check: ... extents disjoint
func GroupPart(y, x, z []int32) {
	for i := range min(len(y), len(x), len(z)) &^ 7 {
		//loop:access.group out
		y[i^5] = x[i] * 3
		z[i^3]++
	}
}

// GroupNest has accesses that two loops promise something of, each by a group of its own.
//
//	args line
//	row A36
//	with parallel_accesses=rows interchange.enable
//	with2 parallel_accesses=columns
//	counter with parallel_accesses=rows interchange.enable
//	step interchange, generation 0: loops interchanged
func GroupNest(y *[64][64]int32, x *[64]int32) {
	for i := range 64 {
		for j := range 64 {
			//loop:access.group rows columns
			y[j][i^1] = y[j][i^1]*3 + x[i]
		}
	}
}

// GroupOfOne has accesses in the group of one of the two loops only.
//
//	args line
//	row A36
//	with parallel_accesses=rows interchange.enable
//	with2 parallel_accesses=columns
//	counter kernel GroupNest
//	warning loops not interchanged ... [interchange:UnknownDependence]
func GroupOfOne(y *[64][64]int32, x *[64]int32) {
	for i := range 64 {
		for j := range 64 {
			//loop:access.group rows
			y[j][i^1] = y[j][i^1]*3 + x[i]
		}
	}
}

// tripled is called by GroupCall.
func tripled(y, x []int32, i int) {
	//loop:access.group out
	y[i^5] = x[i] * 3
}

// GroupCall has its accesses in a function that it calls, and through unrolling.
//
//	args line apart
//	row A36
//	with unroll.count=2 unroll.followup_unrolled{vectorize.enable parallel_accesses=tripled.out}
//	counter with unroll.count=2 unroll.followup_unrolled{vectorize.enable}
//	no plan check: ... extents disjoint
//	step vectorize, generation 1: loop vectorized
func GroupCall(y, x []int32) {
	for i := range min(len(y), len(x)) &^ 7 {
		tripled(y, x, i)
	}
}

// Apart is promised no dependences that are not proved.
//
//	args line
//	row A41
//	with ivdep
//	args line apart
//	no plan check: ... distance
//	chosen VF=
func Apart(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// TurnRows is interchanged, with followups for both loops.
//
//	args grid
//	row A42
//	with interchange.enable interchange.followup_outer{estimated_trip_count=7} interchange.followup_inner{vectorize.width=4}
//	result@2 interchange -> swapped (depth 1): estimated_trip_count=7
//	step vectorize, generation 1: loop vectorized (VF=4
//	row A42
//	with flatten.enable flatten.followup_flattened{vectorize.width=2}
//	refused.avx512 CountersApart columns are no counter of all iterations
//	refused.avx2 CountersApart columns are no counter of all iterations
//	refused.neon CountersApart columns are no counter of all iterations
//	step vectorize, generation 1: loop vectorized (VF=2
func TurnRows(y, x []int32, n int) {
	for i := range n {
		for j := range n {
			y[j*n+i] = x[j*n+i] * 3
		}
	}
}

// Condition has one that no iteration changes.
//
//	args line
//	row A42
//	with unswitch.enable unswitch.followup_true{vectorize.width=4} unswitch.followup_false{unroll.count=3 vectorize.enable=0}
//	step vectorize, generation 1: loop vectorized (VF=4
//	step unroll, generation 1: loop unrolled (count=3
func Condition(y, x []int32, m bool) {
	for i := range y {
		if m {
			y[i] = x[i] * 3
		} else {
			y[i] ^= x[i] + 1
		}
	}
}

// Step has one that only the caller knows.
//
//	args line upto=1
//	row A42
//	with stride_versioning.enable stride_versioning.followup_unit{vectorize.width=4} stride_versioning.followup_other{unroll.count=3 vectorize.enable=0}
//	step vectorize, generation 1: loop vectorized (VF=4
//	step unroll, generation 1: loop unrolled (count=3
func Step(y, x []int32, s int) {
	for i := 0; i < len(y); i++ {
		y[i] += x[i*s]
	}
}

// Groups are four equal statements.
//
//	args line
//	row A42
//	with reroll.enable reroll.followup_rerolled{vectorize.width=4}
//	step reroll, generation 0
//	step vectorize, generation 1: loop vectorized (VF=4
func Groups(y, x []int32) {
	for i := 0; i+3 < len(y); i += 4 {
		y[i] = x[i] * 3
		y[i+1] = x[i+1] * 3
		y[i+2] = x[i+2] * 3
		y[i+3] = x[i+3] * 3
	}
}

// Pair is two loops.
//
//	args line
//	row A42
//	with fuse.enable fuse.followup_fused{vectorize.width=4}
//	step fuse, generation 0: loops fused
//	step vectorize, generation 1: loop vectorized (VF=4
func Pair(y, z []int32, x []int32) {
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
