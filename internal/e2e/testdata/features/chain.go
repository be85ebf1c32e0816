package features

// Chains of three to six transformations, written with followups. Each is done whole, or stops for a reason that the
// comment proves.

// ChainTile1 is one loop for chains on single loops. The last step of C07 is refused, and rightly: what two copies leave
// over is one iteration at most, and without it no loop is left that peeling could give anything to.
//
//	args line
//	row C01
//	with stripmine.size=64 stripmine.followup_inner{unroll.count=2 unroll.followup_unrolled{vectorize.width=4 vectorize.followup_vectorized{unroll.count=2}}}
//	order stripmine ... unroll vectorize ... unroll
//	step stripmine, generation 0: loop strip-mined (size=64
//	step unroll, generation 1: loop unrolled (count=2
//	step vectorize, generation 2: loop vectorized (VF=4
//	step unroll, generation 3: loop unrolled (count=2
//	left unrolled (depth 2): unroll.disable
//	row C02
//	with peel.count=3 peel.followup_remaining{stripmine.size=32 stripmine.followup_inner{vectorize.width=4 interleave.count=2}}
//	step peel, generation 0: loop peeled (count=3)
//	step stripmine, generation 1: loop strip-mined (size=32
//	step vectorize, generation 2: loop vectorized (VF=4 UF=2
//	left vector.body (depth 2): ... isvectorized vectorize.body=1
//	row C03
//	with split.at=17 split.followup_first{unroll.count=3 unroll.followup_unrolled{estimated_trip_count=5 unroll.disable vectorize.enable=0}} split.followup_second{peel.count=2 peel.followup_remaining{vectorize.width=8}}
//	step split, generation 0: index set split (parts=2)
//	step unroll, generation 1: loop unrolled (count=3
//	step peel, generation 1: loop peeled (count=2)
//	step vectorize, generation 2: loop vectorized (VF=8
//	left unrolled (depth 1): unroll.disable vectorize.enable=0
//	row C04
//	with peel.count=1 peel.followup_remaining{peel.last=1 peel.followup_remaining{vectorize.width=4 vectorize.predicate.enable=0 vectorize.followup_epilogue{unroll.count=3}}}
//	step peel, generation 0: loop peeled (count=1)
//	step peel, generation 1: last iterations peeled (count=1)
//	step vectorize, generation 2: loop vectorized (VF=4
//	step unroll, generation 3: loop unrolled (count=3
//	row C05
//	with stripmine.size=128 stripmine.followup_inner{stripmine.size=16 stripmine.followup_inner{vectorize.width=4 interleave.count=1}}
//	step*2 stripmine ... loop strip-mined
//	step vectorize, generation 2: loop vectorized (VF=4 UF=1
//	left vector.body (depth 3): ... vectorize.body=1
//	row C06
//	with split.at=9 split.followup_first{split.at=4 split.followup_all{unroll.count=2 vectorize.enable=0}} split.followup_second{vectorize.width=2}
//	step split, generation 0: index set split
//	step split, generation 1: index set split
//	step*2 unroll, generation 2: loop unrolled (count=2
//	step vectorize, generation 1: loop vectorized (VF=2
//	row C07
//	with vectorize.width=4 interleave.count=1 vectorize.predicate.enable=0 vectorize.followup_vectorized{unroll.count=2 unroll.followup_unrolled{estimated_trip_count=11 unroll.disable} unroll.followup_remainder{peel.count=1}}
//	step vectorize, generation 0: loop vectorized (VF=4 UF=1
//	step unroll, generation 1: loop unrolled (count=2
//	step peel, generation 2, refused
//	warning*1 ...
//	warning [peel:ShortTripCount]
//	left unrolled (depth 1): estimated_trip_count=11 unroll.disable
//	row C08
//	with peel.last=2 peel.followup_remaining{unroll.count=3 unroll.followup_unrolled{vectorize.width=2} unroll.followup_remainder{estimated_trip_count=1 vectorize.enable=0}}
//	step peel, generation 0: last iterations peeled (count=2)
//	step unroll, generation 1: loop unrolled (count=3
//	step vectorize, generation 2: loop vectorized (VF=2
//	result unroll -> ... estimated_trip_count=1
func ChainTile1(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// ChainReversed runs the other way first.
//
//	args line
//	row C09
//	with reverse.enable reverse.followup_reversed{stripmine.size=48 stripmine.followup_inner{vectorize.width=4}}
//	step reverse, generation 0
//	step stripmine, generation 1: loop strip-mined (size=48
//	step vectorize, generation 2: loop vectorized (VF=4
func ChainReversed(y []int32) {
	for i := range y {
		y[i] = y[i]*7 + int32(i)
	}
}

// ChainUnswitch has a condition that no iteration changes.
//
//	args line
//	row C10
//	with peel.count=1 peel.followup_remaining{unswitch.enable unswitch.followup_true{vectorize.width=4 vectorize.predicate.enable=0 vectorize.followup_epilogue{unroll.count=2}} unswitch.followup_false{unroll.count=3 vectorize.enable=0}}
//	step peel, generation 0: loop peeled (count=1)
//	step unswitch, generation 1: loop unswitched
//	step vectorize, generation 2: loop vectorized (VF=4
//	step unroll, generation 3: loop unrolled (count=2
//	step unroll, generation 2: loop unrolled (count=3
//	row C11
//	with unswitch.enable unswitch.followup_all{split.at=12 split.followup_second{vectorize.width=8} split.followup_first{unroll.count=2 vectorize.enable=0}}
//	step unswitch, generation 0: loop unswitched
//	step*2 split, generation 1: index set split
//	step*2 vectorize, generation 2: loop vectorized (VF=8
//	step*2 unroll, generation 2: loop unrolled (count=2
func ChainUnswitch(y, x []int32, m bool) {
	for i := range y {
		if m {
			y[i] = x[i] * 3
		} else {
			y[i] ^= x[i] + 1
		}
	}
}

// ChainDistribute has a recurrence and what does not need it.
//
//	args line
//	row C12
//	with distribute.enable distribute.followup_coincident{vectorize.width=4 interleave.count=1 vectorize.followup_vectorized{unroll.count=2}} distribute.followup_sequential{peel.count=1 peel.followup_remaining{unroll.count=3}} distribute.followup_fallback{disable_nonforced}
//	step distribute, generation 0: loop distributed (coincident=1 sequential=1
//	step vectorize, generation 1: loop vectorized (VF=4 UF=1
//	step unroll, generation 2: loop unrolled (count=2
//	step peel, generation 1: loop peeled (count=1)
//	step unroll, generation 2: loop unrolled (count=3
//	left for.body (depth 1): disable_nonforced
//	row C13
//	with distribute.enable distribute.followup_coincident{stripmine.size=64 stripmine.followup_inner{vectorize.width=8}} distribute.followup_sequential{unroll.count=5}
//	step distribute, generation 0: loop distributed
//	step stripmine, generation 1: loop strip-mined (size=64
//	step vectorize, generation 2: loop vectorized (VF=8
//	step unroll, generation 1: loop unrolled (count=5
func ChainDistribute(a, b, c, d []int32) {
	for i := 0; i+1 < len(a); i++ {
		a[i+1] = a[i]*a[i] + b[i]
		c[i] = b[i] * d[i]
	}
}

// ChainFuse is two loops.
//
//	args line
//	row C14
//	with fuse.enable fuse.followup_fused{split.at=10 split.followup_first{unroll.count=2 vectorize.enable=0} split.followup_second{vectorize.width=4}}
//	step fuse, generation 0: loops fused
//	step split, generation 1: index set split
//	step unroll, generation 2: loop unrolled (count=2
//	step vectorize, generation 2: loop vectorized (VF=4
//	row C15
//	with fuse.enable fuse.followup_fused{distribute.enable distribute.followup_all{vectorize.width=4 vectorize.followup_vectorized{unroll.count=2}}}
//	step fuse, generation 0: loops fused
//	step distribute, generation 1: loop distributed
//	step vectorize, generation 2: loop vectorized (VF=4
//	step unroll, generation 3: loop unrolled (count=2
func ChainFuse(y, z []int32, x []int32) {
	if len(z) < len(y) || len(x) < len(y) {
		return
	}
	for i := range y {
		y[i] = x[i] * 3
	}
	for i := range y {
		z[i] = x[i] ^ 5
	}
}

// ChainSplitFuse is split, and the parts are joined again, for the case that they are equally long.
//
//	args line
//	row C16
//	with split.at=10 split.followup_first{fuse.enable fuse.followup_fused{vectorize.width=4}}
//	step split, generation 0: index set split
//	step fuse, generation 1: loops fused
//	step vectorize, generation 2: loop vectorized (VF=4
func ChainSplitFuse(y []int32) {
	for i := range y {
		y[i] = y[i]*3 + 1
	}
}

// ChainNest is a nest of two loops over a matrix.
//
//	args grid
//	row C17
//	with stripmine.size=8 stripmine.followup_inner{interchange.enable interchange.followup_inner{unroll.count=2 unroll.followup_unrolled{estimated_trip_count=9 vectorize.enable=0}}}
//	with2 stripmine.size=8
//	step*2 stripmine, generation 0: loop strip-mined (size=8
//	step interchange, generation 1: loops interchanged
//	step unroll, generation 2: ...
//	row C18
//	with interchange.enable interchange.followup_inner{vectorize.width=4 vectorize.followup_vectorized{unroll.count=2 unroll.followup_unrolled{estimated_trip_count=3}}}
//	step interchange, generation 0: loops interchanged
//	step vectorize, generation 1: loop vectorized (VF=4
//	step unroll, generation 2: loop unrolled (count=2
//	left@1 unrolled (depth 2): estimated_trip_count=3
//	row C19
//	with interchange.enable interchange.followup_outer{unroll_and_jam.count=2 unroll_and_jam.followup_inner{vectorize.width=4 vectorize.followup_vectorized{unroll.count=2}}}
//	step interchange, generation 0: loops interchanged
//	step unroll_and_jam, generation 1: loop unrolled and jammed (count=2
//	step vectorize, generation 2: loop vectorized (VF=4
//	step unroll, generation 3: loop unrolled (count=2
//	row C20
//	with stripmine.size=16 stripmine.followup_inner{interchange.enable interchange.followup_inner{vectorize.width=4 vectorize.predicate.enable=0 vectorize.followup_epilogue{unroll.count=2}}}
//	step stripmine, generation 0: loop strip-mined (size=16
//	step interchange, generation 1: loops interchanged
//	step vectorize, generation 2: loop vectorized (VF=4
//	step unroll, generation 3: loop unrolled (count=2
//	row C21
//	with interchange.enable interchange.followup_inner{split.at=5 split.followup_second{vectorize.width=2} split.followup_first{unroll.count=2 vectorize.enable=0}}
//	step interchange, generation 0: loops interchanged
//	step split, generation 1: index set split
//	step vectorize, generation 2: loop vectorized (VF=2
//	step unroll, generation 2: loop unrolled (count=2
//	row C22
//	with pragma omp unroll partial(2)
//	with pragma omp tile sizes(8,8)
//	step*2 stripmine ... loop strip-mined (size=8
//	step interchange ... loops interchanged
//	step unroll ... loop unrolled (count=2
func ChainNest(y, x []int32, n int) {
	for i := range n {
		for j := range n {
			y[j*n+i] = x[j*n+i]*3 + 1
		}
	}
}

// ChainFlat is one loop written as two.
//
//	args grid
//	row C23
//	with flatten.enable flatten.followup_flattened{stripmine.size=64 stripmine.followup_inner{vectorize.width=4 interleave.count=2}}
//	step flatten, generation 0: loops flattened
//	step stripmine, generation 1: loop strip-mined (size=64
//	step vectorize, generation 2: loop vectorized (VF=4 UF=2
//	row C24
//	with flatten.enable flatten.followup_flattened{peel.count=1 peel.followup_remaining{vectorize.width=4}}
//	step flatten, generation 0: loops flattened
//	step peel, generation 1: loop peeled (count=1)
//	step vectorize, generation 2: loop vectorized (VF=4
func ChainFlat(y []int32, n int) {
	for i := range n {
		for j := range n {
			y[i*n+j] += 7
		}
	}
}

// ChainJam is jammed, then its inner loops go on.
//
//	args grid
//	row C25
//	with unroll_and_jam.count=3 unroll_and_jam.followup_inner{vectorize.width=4 vectorize.followup_vectorized{unroll.count=2}} unroll_and_jam.followup_remainder_inner{unroll.count=2 vectorize.enable=0}
//	step unroll_and_jam, generation 0: loop unrolled and jammed (count=3
//	step@2 vectorize, generation 1: loop vectorized (VF=4
//	step@2 unroll, generation 2: loop unrolled (count=2
//	step@2 unroll, generation 1: loop unrolled (count=2
func ChainJam(y, a, x []int32, n int) {
	for i := range n {
		for j := range n {
			y[i] += a[i*n+j] * x[j]
		}
	}
}

// ChainParts is the seeds' nest of two statements.
//
//	args grid
//	row C26
//	with distribute.enable distribute.followup_all{interchange.enable interchange.followup_inner{vectorize.width=4 vectorize.followup_vectorized{unroll.count=2} vectorize.predicate.enable=0 vectorize.followup_epilogue{unroll.count=3}}}
//	step distribute, generation 0: loop distributed
//	step*2 interchange, generation 1: loops interchanged
//	step*2 vectorize, generation 2: loop vectorized (VF=4
//	step unroll, generation 3: loop unrolled (count=2
//	step unroll, generation 3: loop unrolled (count=3
func ChainParts(a, b []int32, n int) {
	for i := range n {
		for j := range n {
			a[j*n+i] += 3
			b[j*n+i] *= 5
		}
	}
}

// ChainReroll does four of one thing.
//
//	args line
//	row C27
//	with reroll.enable reroll.followup_rerolled{stripmine.size=64 stripmine.followup_inner{vectorize.width=8 vectorize.followup_vectorized{unroll.count=2}}}
//	step reroll, generation 0: loop rerolled
//	step stripmine, generation 1: loop strip-mined (size=64
//	step vectorize, generation 2: loop vectorized (VF=8
//	step unroll, generation 3: loop completely unrolled (count=1
func ChainReroll(y, x []int32) {
	for i := 0; i+3 < len(y); i += 4 {
		y[i] = x[i] * 3
		y[i+1] = x[i+1] * 3
		y[i+2] = x[i+2] * 3
		y[i+3] = x[i+3] * 3
	}
}

// ChainThere is unrolled and rerolled again.
//
//	args line
//	row C40
//	with unroll.count=4 unroll.followup_unrolled{reroll.enable reroll.followup_rerolled{vectorize.width=8 vectorize.followup_vectorized{unroll.count=2}}}
//	step unroll, generation 0: loop unrolled (count=4
//	step reroll, generation 1: loop rerolled (copies=4
//	step vectorize, generation 2: loop vectorized (VF=8
//	step unroll, generation 3: loop unrolled (count=2
func ChainThere(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// ChainHoist keeps a sum in memory.
//
//	args line
//	row C28
//	with licm_versioning.enable licm_versioning.followup_versioned{stripmine.size=128 stripmine.followup_inner{vectorize.width=8}} licm_versioning.followup_fallback{unroll.count=2}
//	step licm_versioning, generation 0: loop versioned
//	step stripmine, generation 1: loop strip-mined (size=128
//	step vectorize, generation 2: loop vectorized (VF=8
//	step unroll, generation 1: loop unrolled (count=2
func ChainHoist(y, x []int32) {
	if len(y) == 0 {
		return
	}
	for i := range x {
		y[0] += x[i]
	}
}

// ChainStride has a step that only the caller knows, and a threshold.
//
//	args line upto=1
//	row C29
//	with stride_versioning.enable stride_versioning.followup_unit{split.at=m split.followup_all{vectorize.width=4}} stride_versioning.followup_other{unroll.count=2 vectorize.enable=0}
//	step stride_versioning, generation 0: loop versioned
//	step split, generation 1: index set split
//	step*2 vectorize, generation 2: loop vectorized (VF=4
//	step unroll, generation 1: loop unrolled (count=2
func ChainStride(y, x []int32, s, m int) {
	for i := 0; i < len(y); i++ {
		y[i] += x[i*s]
	}
}

// ChainBackward may not be interchanged: a[i-1][j+1] is written before a[i][j] reads it, one row up and one column on;
// with columns outside, column j comes before column j+1, so that a[i][j] would read what is not yet written. The chain
// stops at that step; the strips are there, and what was to follow is not.
//
//	args grid
//	row C30
//	with stripmine.size=4 stripmine.followup_inner{interchange.enable interchange.followup_inner{vectorize.width=4}}
//	step stripmine, generation 0: loop strip-mined (size=4
//	warning*1 ...
//	warning loops not interchanged ... [interchange:DepBlocksInterchange]
//	no step vectorize, generation 2
func ChainBackward(a []int32, n int) {
	for i := 1; i < n; i++ {
		for j := 0; j < n-1; j++ {
			a[i*n+j] += a[(i-1)*n+j+1] * 3
		}
	}
}
