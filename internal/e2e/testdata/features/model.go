package features

// Asked is a loop that directives are given to.
//
//	args line
//	row M01
//	with vectorize.width=8 unroll.count=2 estimated_trip_count=100
//	step vectorize, generation 0: loop vectorized (VF=8
//	step unroll, generation 0: loop unrolled (count=2
//	left estimated_trip_count=100
//	row M02
//	with vectorize.width=8 interleave.count=2
//	chosen VF=8 UF=2
//	row M02
//	knobs drop-metadata=3
//	with vectorize.width=8 interleave.count=2 unroll.count=3
//	counter none which attributes go depends on the seed: whatever they are, results stay
//	step vectorize
//	row M03
//	with vectorize.width=8 vectorize.followup_vectorized{unroll.count=2}
//	result vectorize -> vector.body (depth 1): unroll.count=2
//	result unroll -> unrolled (depth 1): unroll.disable
//	left for.body (depth 1): vectorize.width=8 vectorize.followup_vectorized{unroll.count=2} isvectorized
//	row M04
//	with unroll.runtime.disable vectorize.enable=0
//	counter with vectorize.enable=0
//	no step unroll
//	row M04
//	with unroll.enable vectorize.enable=0
//	counter with unroll.disable vectorize.enable=0
//	step unroll, generation 0: loop unrolled
//	row M07
//	with unroll.count=2
//	order vectorize unroll
//	row M07 M10
//	with unroll.count=2 vectorize.enable
//	order unroll vectorize
//	row M13
//	knobs order=legacy
//	with unroll.count=2 vectorize.enable
//	counter with unroll.count=2 vectorize.enable
//	order vectorize unroll
//	row M08 A33
//	with disable_nonforced
//	no step vectorize, heuristics: loop vectorized
//	no step unroll, heuristics: loop unrolled
//	row M08 A33
//	with disable_nonforced unroll.count=2
//	step unroll, generation 0: loop unrolled (count=2
//	no step vectorize, heuristics
//	row M09
//	with unroll.count=2 unroll.followup_unrolled{vectorize.width=4 vectorize.followup_vectorized{unroll.count=2}}
//	step unroll, generation 0: loop unrolled (count=2
//	step vectorize, generation 1: loop vectorized (VF=4
//	step unroll, generation 2: loop unrolled (count=2
//	row M11
//	with vectorize.width=8 vectorize.followup_vectorized{}
//	result vectorize -> vector.body (depth 1): $
//	row M11
//	with vectorize.width=8 vectorize.followup_all{unroll.count=3}
//	result vectorize -> vector.body (depth 1): unroll.count=3
//	result vectorize -> for.body (depth 1): unroll.count=3
//	row M15
//	with stripmine.size=64 stripmine.followup_inner{unroll.count=2 unroll.followup_unrolled{vectorize.width=4}}
//	order stripmine ... unroll vectorize
//	row M18
//	with vectorize.width=2
//	remark@1 loop vectorized (VF=2 UF= ... [vectorize]
//	row M18
//	with vectorize.enable=0
//	remark@1 loop not vectorized: ... the loop's metadata forbid it ... [vectorize:Disabled]
func Asked(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// Bound depends on the iteration before.
//
//	args line
//	row M05
//	with vectorize.width=4
//	warning loop not vectorized ... [vectorize:
//	row M12
//	with unroll_and_jam.enable unroll_and_jam.followup_inner{distribute.enable}
//	warning*1 ...
//	warning not unrolled and jammed ... :NoInnerLoop]
//	row M12
//	with vectorize.width=4 vectorize.followup_vectorized{unroll.count=2}
//	warning*1 [vectorize
//	no step unroll, generation 1: loop unrolled
//	row M14
//	with interchange.enable
//	warning loops not interchanged ... [interchange:NoInnerLoop]
func Bound(y []int32) {
	for i := 1; i < len(y); i++ {
		y[i] = y[i-1]*y[i-1] + 7
	}
}

// Facts may depend on the iteration before, as far as one can see.
//
//	args line index=1,0 is=3
//	row M06 A36
//	with parallel_accesses estimated_trip_count=1000 mustprogress
//	args line apart
//	counter with vectorize.enable=0 parallel_accesses
//	step vectorize, heuristics: loop vectorized
//	no warning ...
func Facts(y []int32, x []int32) {
	for i := range y {
		y[i] = x[i]
	}
}

// Nest is S0's own example: distribute, then interchange each part.
//
//	args grid
//	row M15 M16
//	with distribute.enable distribute.followup_all{interchange.enable}
//	step distribute, generation 0: loop distributed
//	step interchange, generation 1: loops interchanged
//	order distribute interchange interchange
//	row M14 M13
//	knobs order=legacy
//	with distribute.enable distribute.followup_all{interchange.enable}
//	counter with distribute.enable distribute.followup_all{interchange.enable}
//	warning [interchange:OutOfOrder]
func Nest(a, b []int32, n int) {
	for i := range n {
		for j := range n {
			a[j*n+i] += 3
			b[j*n+i] *= 5
		}
	}
}

// Stencil would run backwards.
//
//	args grid
//	row M05 M16
//	with interchange.enable
//	warning loops not interchanged ... [interchange:DepBlocksInterchange]
//	no step interchange, generation 0: loops interchanged
func Stencil(a []int32, n int) {
	for i := 1; i < n; i++ {
		for j := 0; j < n-1; j++ {
			a[i*n+j] += a[(i-1)*n+j+1] * 3
		}
	}
}
