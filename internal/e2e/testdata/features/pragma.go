package features

// Pragma is a loop that pragmas stand above.
//
//	args line
//	row P01
//	with pragma clang loop vectorize(disable)
//	no step vectorize, heuristics: loop vectorized
//	no chosen VF=
//	row P01
//	with pragma clang loop vectorize(assume_safety)
//	args line apart
//	no plan check: ... distance
//	step vectorize, generation 0: loop vectorized
//	row P01 M04
//	with pragma clang loop vectorize(enable)
//	step vectorize, generation 0: loop vectorized
//	row P02
//	with pragma clang loop vectorize_width(2)
//	chosen VF=2
//	row P02
//	with pragma clang loop vectorize_width(2,fixed)
//	chosen VF=2
//	row P02 A04
//	with pragma clang loop vectorize_width(2,scalable)
//	chosen VF=2
//	warning scalable
//	row P03
//	with pragma clang loop vectorize_width(8) vectorize_predicate(enable)
//	counter with pragma clang loop vectorize_width(8) vectorize_predicate(disable)
//	chosen masked
//	row P03
//	with pragma clang loop vectorize_predicate(disable) vectorize(enable)
//	counter with pragma clang loop vectorize_predicate(enable) vectorize(enable)
//	no chosen masked
//	chosen VF=
//	row P04
//	with pragma clang loop interleave(disable)
//	chosen UF=1
//	row P04
//	with pragma clang loop interleave_count(8)
//	chosen UF=8
//	row P04
//	with pragma clang loop interleave(enable)
//	step vectorize, generation 0: loop vectorized
//	row P05
//	with pragma clang loop unroll(enable) vectorize(disable)
//	counter with pragma clang loop unroll(disable) vectorize(disable)
//	step unroll, generation 0: loop unrolled
//	row P05
//	with pragma clang loop unroll_count(5) vectorize(disable)
//	counter with pragma clang loop vectorize(disable)
//	step unroll, generation 0: loop unrolled (count=5
//	row P05
//	with pragma clang loop unroll(full)
//	warning loop not unrolled ... [unroll
//	row P08
//	with pragma clang loop pipeline(disable)
//	warning pipeline.disable
//	row P08
//	with pragma clang loop pipeline_initiation_interval(4)
//	warning pipeline.initiationinterval
//	row P10
//	with pragma unroll
//	step unroll, generation 0: loop unrolled
//	row P10
//	with pragma unroll(5)
//	step unroll, generation 0: loop unrolled (count=5
//	row P10
//	with pragma unroll 3
//	step unroll, generation 0: loop unrolled (count=3
//	row P10
//	with pragma nounroll
//	with novector
//	with vectorize.enable=0
//	counter with vectorize.enable=0
//	no step unroll, heuristics: loop unrolled
//	row P11
//	with pragma gcc unroll 7
//	step unroll, generation 0: loop unrolled (count=7
//	row P11
//	with pragma gcc unroll 2*pragmaCount
//	step unroll, generation 0: loop unrolled (count=6
//	row P11
//	with pragma gcc unroll 1
//	with vectorize.enable=0
//	counter with vectorize.enable=0
//	no step unroll, heuristics: loop unrolled
//	row P11
//	with pragma gcc nounroll
//	with vectorize.enable=0
//	counter with vectorize.enable=0
//	no step unroll, heuristics: loop unrolled
//	row P12
//	with pragma gcc ivdep
//	args line apart
//	no plan check: ... distance
//	chosen VF=
//	row P12
//	with pragma ivdep
//	args line apart
//	no plan check: ... distance
//	chosen VF=
//	row P13
//	with pragma gcc novector
//	no step vectorize, heuristics: loop vectorized
//	remark [vectorize:Disabled]
//	row P14
//	with pragma omp unroll partial(3)
//	step unroll, generation 0: loop unrolled (count=3
//	row P14
//	with pragma omp unroll partial
//	step unroll, generation 0: loop unrolled (count=
//	row P14
//	with pragma omp unroll full
//	warning loop not unrolled ... [unroll
//	row P15
//	with pragma omp simd
//	args line apart
//	no plan check: ... distance
//	step vectorize, generation 0: loop vectorized
//	row P15
//	with pragma omp simd simdlen(2)
//	args line apart
//	chosen VF=2
//	row P15
//	with pragma omp simd safelen(8)
//	counter with pragma omp simd
//	plan check: ... distance
//	row P15
//	with pragma omp simd ordered
//	counter with pragma omp simd
//	plan check: ... distance
//	row P15
//	with pragma omp simd if(0)
//	counter with pragma omp simd
//	plan check: ... distance
//	step vectorize, heuristics
//	row P16
//	with pragma omp split counts(7,omp_fill)
//	step split, generation 0
//	row P16
//	with pragma omp reverse
//	step reverse, generation 0
//	row P16
//	with pragma omp stripe sizes(16)
//	step stripmine, generation 0
//	row P17
//	with pragma vector always
//	step vectorize, generation 0: loop vectorized
//	row P17
//	with pragma vector vectorlength(2)
//	chosen VF=2
//	row P17
//	with pragma vector dynamic_align
//	counter with pragma vector nodynamic_align
//	refused.avx2 NoMaskedForm iterations in front run under masks
//	refused.neon NoMaskedForm iterations in front run under masks
//	plan front: ... aligned to
//	row P17
//	with pragma novector
//	remark [vectorize:Disabled]
//	row P17
//	with pragma loop_count(2)
//	no step vectorize, heuristics: loop vectorized
//	row P17
//	with pragma prefetch
//	warning prefetch
//	row P18
//	with pragma loop_optimize (vector)
//	step vectorize, generation 0: loop vectorized
//	row P18
//	with pragma loop_optimize (no_vector)
//	remark [vectorize:Disabled]
//	row P18
//	with pragma loop_optimize (ivdep)
//	args line apart
//	no plan check: ... distance
//	chosen VF=
//	row P18
//	with pragma loop_optimize (unroll)
//	step unroll, generation 0: loop unrolled
//	row P18
//	with pragma loop_optimize (no_unroll)
//	with vectorize.enable=0
//	counter with vectorize.enable=0
//	no step unroll, heuristics: loop unrolled
func Pragma(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

const pragmaCount = 3

// PragmaFull has as many iterations as it says.
//
//	row P05 P14
//	with pragma clang loop unroll(full)
//	step unroll, generation 0: loop completely unrolled (count=40
//	row P14
//	with pragma omp unroll full
//	step unroll, generation 0: loop completely unrolled (count=40
//	row M05
//	with vectorize.width=8 interleave.count=8 vectorize.predicate.enable=0
//	warning interleave.count
//	runs vector.body 1$
func PragmaFull(y []int32) {
	if len(y) < 40 {
		return
	}
	for i := range 40 {
		y[i] = y[i]*3 + 1
	}
}

// PragmaOrdered has a part that iterations do in order, which takes the promise back: slices may overlap.
//
//	args line
//	row P15
//	counter none loops without directives are checked, too
//	plan check: ... distance
func PragmaOrdered(y, x []int32) {
	//pragma:omp simd
	for i := range y {
		//pragma:omp ordered simd
		y[i] = y[i]*3 + x[i]
	}
}

// PragmaNest is one nest for the pragmas about nests.
//
//	args grid
//	row P06
//	with pragma unroll_and_jam(3)
//	step unroll_and_jam, generation 0: loop unrolled and jammed (count=3
//	row P06
//	with pragma unroll_and_jam
//	step unroll_and_jam, generation 0: loop unrolled and jammed (count=
//	row P06
//	with pragma clang loop unroll_and_jam(enable)
//	step unroll_and_jam, generation 0: loop unrolled and jammed (count=
//	row P06
//	with pragma clang loop unroll_and_jam_count(2)
//	step unroll_and_jam, generation 0: loop unrolled and jammed (count=2
//	row P06
//	with pragma nounroll_and_jam
//	counter with pragma unroll_and_jam
//	no step unroll_and_jam, generation 0: loop unrolled and jammed
//	row P16
//	with pragma omp tile sizes(8,8)
//	step*2 stripmine, generation 0: loop strip-mined (size=8
//	step interchange ... loops interchanged
//	loops 4
//	row P15
//	with pragma omp simd simdlen(4) collapse(2)
//	args grid apart
//	step flatten ... loops flattened
//	step vectorize ... (VF=4
//	row A42 T23
//	with flatten.enable flatten.divide
//	counter with flatten.enable
//	step flatten, generation 0: loops flattened
//	row P16
//	with pragma omp interchange permutation(2,1)
//	step interchange, generation 0: loops interchanged
//	row P17
//	with pragma block_loop factor(16) level(1,2)
//	step*2 stripmine ... (size=16
func PragmaNest(y, a, x []int32, n int) {
	for i := range n {
		for j := range n {
			y[i] += a[i*n+j] * x[j]
		}
	}
}

// PragmaParts has a recurrence and what needs it not.
//
//	args line
//	row P07
//	with pragma clang loop distribute(enable)
//	step distribute, generation 0: loop distributed
//	row P07
//	with pragma clang loop distribute(disable)
//	no step distribute, heuristics: loop distributed
//	remark [distribute:Disabled]
//	row P17
//	with pragma distribute_point
//	step distribute, generation 0: loop distributed
func PragmaParts(a, b, c, d []int32) {
	for i := 0; i+1 < len(a); i++ {
		a[i+1] = a[i]*a[i] + b[i]
		c[i] = b[i] * d[i]
	}
}

// PragmaFuse is two loops.
//
//	args line
//	row P16
//	with pragma omp fuse looprange(1,2)
//	step fuse, generation 0: loops fused
func PragmaFuse(y, z []int32, x []int32) {
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

// PragmaLicm has something that never changes.
//
//	args line
//	row P09
//	with pragma clang loop licm(disable)
//	with vectorize.enable=0 unroll.disable
//	counter with vectorize.enable=0 unroll.disable
//	after licm for.body: ... Mul
func PragmaLicm(y []int32, a, b int32) {
	for i := range y {
		y[i] += a * b
	}
}

// PragmaSum is a sum that omp simd may reorder.
//
//	args line
//	mode granted
//	row P15
//	with pragma omp simd reduction(+:s)
//	counter mode exact
//	step vectorize, generation 0: loop vectorized
//	remark forced vectorization changes the order
//	row P15
//	with pragma omp simd reduction(inscan,+:s)
//	counter with pragma omp simd
//	warning inscan
func PragmaSum(x []float32) (s float32) {
	for i := range x {
		s += x[i]
	}
	return
}

// PragmaDeclared calls a function declared simd, which is inlined.
//
//	args line
//	row P15 V10
//	counter with vectorize.enable=0
//	step vectorize, heuristics: loop vectorized
func PragmaDeclared(y, x []int32) {
	for i := range y {
		y[i] = declared(y[i], x[i])
	}
}

//pragma:omp declare simd notinbranch
func declared(a, b int32) int32 { return a*b ^ a>>3 }
