package features

import "math"

// Planned is planned.
//
//	args line
//	row V01 V13
//	counter with vectorize.enable=0
//	plan plan VF= ... cost=
//	plan stage:
//	plan WIDEN-LOAD
//	plan WIDEN-STORE
//	plan INVARIANT
//	row V02
//	counter with vectorize.enable=0
//	candidate.avx512 VF=8
//	candidate.avx512 VF=16
//	candidate.avx2 VF=4
//	candidate.avx2 VF=8
//	candidate.neon VF=2
//	candidate.neon VF=4
//	row V02
//	with vectorize.width=2
//	chosen VF=2
func Planned(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// Prices has two loops that could be vectorized.
//
//	args grid
//	row V03
//	counter kernel Planned
//	price by the inner loops
//	price outer loop vectorized
//	price scalar
//	price ... chosen
func Prices(y, x []int32, n int) {
	for j := 0; j < n; j++ {
		for i := 0; i < n; i++ {
			y[i*n+j] = x[i*n+j]*3 + 1
		}
	}
}

// Outer is vectorized around a loop of its own.
//
//	args line times=1,9 below=9
//	row V04 V05
//	counter with vectorize.outer=0
//	step@1 vectorize ... outer loop vectorized ... inner=uniform
//	plan LOOP
//	row V04
//	with vectorize.enable vectorize.width=4
//	counter with vectorize.enable=0
//	step@1 vectorize, generation 0: outer loop vectorized (VF=4
func Outer(y, x []int32, n int) {
	for i := range y {
		s := int32(0)
		for j := range n {
			s = s*3 ^ x[j*len(y)+i]
		}
		y[i] = s
	}
}

// Divergent has an inner loop of a length of its own in each iteration.
//
//	args line
//	row V05
//	with vectorize.enable
//	counter with vectorize.enable=0
//	step@1 vectorize, generation 0: outer loop vectorized ... inner=divergent
func Divergent(y []int32, x []uint32) {
	for i := range y {
		n := int32(0)
		for v := x[i]; v != 0; v = v/3 ^ v>>5 {
			n++
		}
		y[i] = n
	}
}

// Divides does so under a condition.
//
//	args line
//	row V06 N16
//	counter with vectorize.enable=0
//	chosen VF=
//	plan Div
func Divides(y, x, z []int32) {
	for i := range y {
		if z[i] != 0 {
			y[i] = x[i] / z[i]
		}
	}
}

// Region is branched round where no lane needs it.
//
//	args line
//	row V08
//	with vectorize.enable vectorize.regions=branch
//	counter with vectorize.enable vectorize.regions=mask
//	plan REGION ... if any
//	chosen regions
//	row V09
//	counter kernel Cheap
//	chosen regions
func Region(y, x []int32, z []float64) {
	for i := range y {
		if x[i] == 77 {
			y[i] += int32(z[i] / float64(x[i]+y[i]|1) / 3 / (z[i] + 5))
		}
	}
}

// Cheap is done under masks.
//
//	args line
//	row V09
//	with vectorize.enable
//	counter kernel Region
//	no chosen regions
//	chosen VF=
func Cheap(y, x []int32) (s int32) {
	for i := range y {
		v := x[i] ^ y[i]
		if v > 0 {
			s += v
		}
	}
	return
}

// Uniform computes what is the same in all lanes once.
//
//	args line upto=1
//	row V12
//	counter with vectorize.enable=0
//	chosen VF=
//	plan UNIFORM-LOAD
//	plan INVARIANT
func Uniform(y, x []int32, n int) {
	if n < 0 || n >= len(x) {
		return
	}
	for i := range y {
		y[i] = y[i]*x[n] + int32(n)
	}
}

// Unit divides by a length: approximations of the root and the quotient do, where the flags permit.
//
//	args line
//	mode fast
//	row N43
//	on avx512
//	counter mode exact
//	asm vrcp14ps
//	asm vrsqrt14ps
//	no asm vdivps
//	no asm vsqrtps
func Unit(u, x, y []float32) {
	for i := range min(len(u), len(x), len(y)) {
		u[i] = x[i] / float32(math.Sqrt(float64(x[i]*x[i]+y[i]*y[i])))
	}
}
