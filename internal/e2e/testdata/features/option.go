package features

// ScalarTriple is unrolled at run time.
//
//	args line
//	row O08
//	counter knobs unroll.disable
//	step unroll, heuristics: loop unrolled (count=4)
//	row O26 T10
//	knobs unroll.count=3
//	step unroll, heuristics: loop unrolled (count=3)
//	row O29 O47
//	knobs unroll.max-count=2
//	step unroll, heuristics: loop unrolled (count=2)
//	row O45
//	knobs unroll.runtime-count=8
//	step unroll, heuristics: loop unrolled (count=8)
//	row O45
//	knobs unroll.backedge-size=0,unroll.runtime-threshold=12
//	counter knobs unroll.backedge-size=4,unroll.runtime-threshold=12
//	step unroll, heuristics: loop unrolled (count=2)
//	row O47
//	knobs unroll.runtime-threshold=12
//	step unroll, heuristics: loop unrolled (count=2)
//	row O27 T15
//	knobs peel.force-count=2,peel.allow=0
//	counter knobs peel.allow=0
//	step peel, heuristics: loop peeled (count=2)
func ScalarTriple(y []int32) {
	//loop:vectorize.enable=0
	for i := range y {
		y[i] += 3
	}
}

// Sixteen is LLVM's threshold for what a pragma may make of it.
//
//	row O18
//	knobs unroll.pragma-threshold=50
//	warning loop not unrolled ... [unroll:
//	row A13 O18 T08
//	counter knobs unroll.pragma-threshold=50
//	step unroll, generation 0: loop completely unrolled (count=60
//	loops*0
func Sixteen(y []int32) {
	if len(y) < 60 {
		return
	}
	//loop:unroll.full
	for i := range 60 {
		y[i] += 3
	}
}

// Long is a loop of sixty iterations.
//
//	row O15 O34
//	knobs unroll.partial-threshold=30
//	step unroll, heuristics: loop unrolled (count=6)
//	row O21
//	counter knobs unroll.allow-partial=0
//	step unroll, heuristics: loop unrolled (count=30)
//	row O28 O47
//	knobs unroll.full-max-count=60
//	step unroll, heuristics: loop completely unrolled (count=60)
//	row O43 O47
//	knobs unroll.full-max-count=60,unroll.threshold=100
//	counter knobs unroll.full-max-count=60
//	step unroll, heuristics: loop unrolled (count=30)
//	row O43
//	knobs unroll.full-max-count=60,unroll.threshold-aggressive=100
//	counter knobs unroll.full-max-count=60
//	step unroll, heuristics: loop unrolled (count=30)
func Long(y []int32) {
	if len(y) < 60 {
		return
	}
	//loop:vectorize.enable=0
	for i := range 60 {
		y[i] += 3
	}
}

// Prime has a trip count that no factor divides.
//
//	row O23
//	counter knobs unroll.allow-remainder=0
//	step unroll, heuristics: loop unrolled (count=4)
func Prime(y []int32) {
	if len(y) < 61 {
		return
	}
	//loop:vectorize.enable=0
	for i := range 61 {
		y[i] += 3
	}
}

// Kept is unrolled by request.
//
//	args line
//	row O23
//	knobs unroll.allow-remainder=0
//	step unroll, generation 0: loop unrolled (count=2 tests=kept)
//	row O08 M05
//	knobs unroll.disable
//	warning loop not unrolled
func Kept(y []int32) {
	//loop:vectorize.enable=0 unroll.count=2
	for i := range y {
		y[i] += 3
	}
}

// Thirds has a trip count that takes a division.
//
//	args line
//	row O45
//	knobs unroll.allow-expensive-trip-count
//	step unroll, heuristics: loop unrolled (count=4)
func Thirds(y []int32) {
	//loop:vectorize.enable=0
	for i := 0; i < len(y); i += 3 {
		y[i] += 3
	}
}

// FewExpected makes six iterations on average.
//
//	args line
//	row O10
//	knobs peel.allow=0
//	counter knobs peel.allow=0,unroll.flat-trip-count=10
//	step unroll, heuristics: loop unrolled (count=4)
func FewExpected(y []int32) {
	//loop:vectorize.enable=0 estimated_trip_count=6
	for i := range y {
		y[i] += 3
	}
}

// AtMostSeven has LLVM's upper bound.
//
//	args upto=1
//	row O32 O45 T11
//	counter knobs unroll.upper-bound=0
//	step unroll, heuristics: loop completely unrolled by its upper bound (count=7)
func AtMostSeven(y []int32, n int) {
	//loop:vectorize.enable=0
	for i := range n & 7 {
		y[i] += 3
	}
}

// NestDepth has a short inner loop.
//
//	row O47
//	knobs unroll.full-nest-depth=1
//	counter knobs unroll.full-nest-depth=2
//	no step@2 unroll, heuristics: loop completely unrolled (count=8)
func NestDepth(y []int32) {
	//loop:unroll.disable
	for i := range y {
		//loop:vectorize.enable=0
		for j := range 8 {
			y[i] = y[i]*3 + int32(j)
		}
	}
}

// ScalarSearch leaves early.
//
//	args line few
//	row O41
//	knobs unroll.multi-exit
//	step unroll, heuristics: loop unrolled (count=4)
//	row O42
//	knobs unroll.other-exit-predictable
//	step unroll, heuristics: loop unrolled (count=4)
func ScalarSearch(y []int32, x int32) int {
	//loop:vectorize.enable=0
	for i, v := range y {
		if v == x {
			return i
		}
	}
	return -1
}

// Folding becomes small once it is unrolled.
//
//	row O30
//	knobs unroll.threshold=70
//	counter knobs unroll.threshold=70,unroll.analyze-iterations=7
//	step unroll, heuristics: loop completely unrolled (count=8)
//	row O31
//	knobs unroll.threshold=70
//	counter knobs unroll.threshold=70,unroll.boost=100
//	step unroll, heuristics: loop completely unrolled (count=8)
func Folding(y []int32, x int32) {
	if len(y) < 8 {
		return
	}
	//loop:vectorize.enable=0
	for i := range 8 {
		t := foldTable[i] * x
		y[i] += t
		y[i] ^= t << 1
		y[i] += t * t
		y[i] ^= t >> 1
		y[i] += t * t * t
		y[i] -= t &^ 3
		y[i] *= t | 1
		y[i] += t << 3
		if t > 3 && foldTable[i] > 1 {
			y[i] -= t / 3
			y[i] ^= t + x
			y[i] *= t*t - x
			y[i] += t
			y[i] ^= 77
			y[i] -= t * 5
			y[i] += x * x
		}
	}
}

var foldTable = [8]int32{0, 3, 0, 0, 1, 0, 0, 2}

// ThreeValues settles after three iterations.
//
//	args line
//	row O36 O47
//	knobs peel.max-count=2
//	step peel, heuristics: loop peeled (count=2)
//	row O47
//	knobs peel.threshold=10
//	step peel, heuristics: loop peeled (count=1)
func ThreeValues(g []int32, y, a int32) (x int32) {
	for i := range g {
		g[i] = x
		x = y
		y = a + 1
		a = 5
	}
	return
}

// PeelBranch has a branch in what is peeled.
//
//	args line
//	row O47
//	counter knobs peel.max-branches=0
//	step peel, heuristics: loop peeled (count=1)
func PeelBranch(g []int32, y int32) (x int32) {
	for i := range g {
		if g[i] > 4 {
			g[i] = x
		}
		x = y
	}
	return
}

// PeelExit is left from its middle.
//
//	args line few
//	row O07
//	counter knobs peel.disable-advanced
//	step peel, heuristics: loop peeled (count=1)
func PeelExit(g []int32, y int32) (x int32) {
	for i := range g {
		if g[i] == 7 {
			return x + 1
		}
		g[i] = x
		x = y
	}
	return
}

// PeelNest has a loop in it.
//
//	row O20
//	knobs peel.nests
//	step@1 peel, heuristics: loop peeled (count=1)
func PeelNest(g, h []int32, y int32) (x int32) {
	for i := range g {
		for j := range h {
			h[j] += x
		}
		g[i] = x
		x = y
	}
	return
}

// JamStrict is a nest whose sums keep their order.
//
//	args grid
//	row O25
//	counter knobs jam.threshold=5
//	step unroll_and_jam, heuristics: loop unrolled and jammed (count=4
//	row O47
//	on avx2 neon
//	knobs jam.max-count=2
//	step unroll_and_jam, heuristics: loop unrolled and jammed (count=2
//	row O47
//	on avx512
//	knobs jam.max-count=2
//	step vectorize, heuristics: outer loop vectorized
//	row O09
//	counter knobs jam.enable=0
//	step unroll_and_jam, heuristics: loop unrolled and jammed (count=4
func JamStrict(y, a, x []float32, n int) {
	for i := range n {
		s := float32(0)
		for j := range n {
			s += float32(a[i*n+j] * x[j])
		}
		y[i] = s
	}
}

// JamAsked is asked to be jammed.
//
//	args grid
//	row O09
//	knobs jam.enable=0
//	warning loop not unrolled and jammed
//	row O24
//	knobs jam.count=3
//	step unroll_and_jam, generation 0: loop unrolled and jammed (count=3
//	row O17
//	knobs jam.pragma-threshold=20
//	warning loop not unrolled and jammed ... :CodeSize]
func JamAsked(y, a, x []int32, n int) {
	//loop:unroll_and_jam.enable
	for i := range n {
		for j := range n {
			y[i] += a[i*n+j] * x[j]
		}
	}
}

// JamProduct gains a little by it.
//
//	args grid
//	row O47
//	counter knobs jam.min-percent=100
//	step unroll_and_jam, heuristics: loop unrolled and jammed (count=
func JamProduct(c, a, b []float32, n int) {
	for i := range n {
		for j := range n {
			s := c[i*n+j]
			for l := range n {
				s += float32(a[i*n+l] * b[l*n+j])
			}
			c[i*n+j] = s
		}
	}
}

// FusePeel has two loops of which one is longer.
//
//	row O13
//	knobs fuse.peel-max-count=2
//	step fuse, generation 0: loops fused
func FusePeel(y, z []int32) {
	if len(y) < 34 || len(z) < 34 {
		return
	}
	//loop:fuse.enable
	for i := range 34 {
		y[i] += 3
	}
	for i := range 32 {
		z[i] = y[i] * 5
	}
}

// Revisit has a loop in each copy.
//
//	args below=20 times=3,1
//	row O38
//	with unroll.full
//	step*3 vectorize, heuristics: loop vectorized
func Revisit(y, x []int32, n int) {
	for i := range 3 {
		for j := range n {
			y[i*n+j] += x[j]
		}
	}
}
