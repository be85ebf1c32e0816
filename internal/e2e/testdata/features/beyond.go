package features

import "math"

// Recurrence needs the value of the iteration before.
//
//	args line
//	row N01
//	counter with vectorize.enable=0
//	chosen VF=
//	plan SPLICE
func Recurrence(y, x []int32) {
	p := int32(1)
	for i := range y {
		y[i] = x[i] ^ p
		p = x[i]
	}
}

// Reductions has all that integers can be joined by.
//
//	args line
//	row N02
//	counter with vectorize.enable=0
//	chosen VF=
//	plan*7 REDUCE-PHI
func Reductions(x []int32) (a, m, n, o, e, l, h int32) {
	m, n = 1, -1
	for _, v := range x {
		a += v
		m *= v
		n &= v
		o |= v
		e ^= v
		l = min(l, v)
		h = max(h, v)
	}
	return
}

// FloatSum is a sum of floating-point numbers, in order unless another is permitted.
//
//	args line
//	mode fast
//	row N03
//	counter mode exact
//	plan REDUCE-PHI
//	row N03
//	mode exact
//	with vectorize.enable
//	counter with vectorize.enable=0
//	plan ORDERED-PHI
func FloatSum(x, y []float64) (s float64) {
	for i := range x {
		s += float64(x[i] * y[i])
	}
	return
}

// CondSum is a sum of some elements, and the least of some.
//
//	args line
//	row N04
//	counter with vectorize.enable=0
//	chosen VF=
//	plan*2 REDUCE-PHI
func CondSum(x, y []int32) (s, l int32) {
	for i := range x {
		if y[i] > 3 {
			s += x[i]
			if x[i] < l {
				l = x[i]
			}
		}
	}
	return
}

// AnyOf says whether there is one.
//
//	args line few
//	row N05
//	counter with vectorize.enable=0
//	chosen VF=
func AnyOf(x []int32, v int32) (found bool) {
	for i := range x {
		if x[i] == v {
			found = true
		}
	}
	return
}

// FindLast has the last of those that are, and its index.
//
//	args line few
//	row N06
//	counter with vectorize.enable=0
//	chosen VF=
//	plan*2 ARG-INDEX ... [last]
//	plan ARG-PHI
func FindLast(x, y []int32, v int32) (at int, z int32) {
	at = -1
	for i := range x {
		if x[i] > v {
			at = i
			z = y[i]
		}
	}
	return
}

// ArgMin is where the least is, and the first of the greatest.
//
//	args line
//	row N07
//	counter with vectorize.enable=0
//	chosen VF=
//	plan ARG-INDEX
func ArgMin(x []int32) (at int) {
	least := int32(math.MaxInt32)
	for i, v := range x {
		if v < least {
			least, at = v, i
		}
	}
	return
}

// Groups3 works on points.
//
//	args line times=3
//	row N08
//	counter with vectorize.enable=0
//	chosen VF=
//	plan GROUP-LOAD
//	plan GROUP-STORE
func Groups3(x []float32) {
	for i := 0; i < len(x)/3; i++ {
		a, b, c := x[3*i], x[3*i+1], x[3*i+2]
		x[3*i], x[3*i+1], x[3*i+2] = b-c, c-a, a-b
	}
}

// RowGroups takes three of four channels from the last row: what is behind the last pixel of it is known to be there by
// the slice that the row is of.
//
//	args line times=1,4
//	row N40
//	counter with vectorize.enable=0
//	chosen VF=
//	plan*3 GROUP-LOAD
func RowGroups(dst, src []uint8) {
	y := len(dst)/40 - 1
	if y < 0 {
		return
	}
	to := dst[y*40 : y*40+40]
	from := src[4*y*40 : 4*y*40+4*40]
	for x := range to {
		r, g, b := uint32(from[4*x]), uint32(from[4*x+1]), uint32(from[4*x+2])
		to[x] = uint8((77*r + 151*g + 28*b) >> 8)
	}
}

// Gathers loads where indexes say.
//
//	args line index=1,2
//	row N09
//	with vectorize.enable vectorize.gathers=plain
//	counter with vectorize.enable=0
//	chosen VF=
//	plan GATHER
func Gathers(y []int32, p []int32, x []int32) {
	for i := range y {
		y[i] = x[p[i]] * 3
	}
}

// Scatters stores where indexes say.
//
//	args line index=1,0
//	row N09
//	with vectorize.enable
//	counter with vectorize.enable=0
//	chosen VF=
//	plan SCATTER
func Scatters(y []int32, p []int32, x []int32) {
	for i := range x {
		y[p[i]] = x[i] * 3
	}
}

// Compress keeps the elements that are positive.
//
//	args line
//	row N10
//	counter with vectorize.enable=0
//	chosen VF=
//	plan COMPRESS
//	asm.avx512 vpcompressd
func Compress(y, x []int32) (j int) {
	for i := range x {
		if x[i] > 0 {
			y[j] = x[i]
			j++
		}
	}
	return
}

// Expand puts elements where there is place.
//
//	args line
//	row N10
//	with vectorize.enable
//	counter with vectorize.enable=0
//	chosen VF=
//	plan EXPAND
func Expand(y, x []int32) (j int) {
	for i := range y {
		if y[i] > 0 {
			y[i] = x[j]
			j++
		}
	}
	return
}

// Histogram counts bytes.
//
//	args line
//	row N11
//	counter with subtables.disable
//	step subtables, heuristics: histograms privatized
func Histogram(h []int32, x []uint8) {
	if len(h) < 256 {
		return
	}
	for i := range x {
		h[x[i]]++
	}
}

// Dot is a product of bytes, summed up in words.
//
//	args line
//	row N12
//	counter with vectorize.enable=0
//	chosen VF=
//	plan.avx512 SUM-PHI
//	plan.avx2 SUM-PHI
//	plan.neon REDUCE-PHI
//	asm.avx512 vpmaddwd
//	asm.avx2 vpmaddwd
//	asm.neon smlal
//	row N12
//	on neon
//	cpu dot
//	counter kernel Planned
//	asm sdot
func Dot(x, y []int8) (s int32) {
	for i := range x {
		s += int32(x[i]) * int32(y[i])
	}
	return
}

// Prefix sums up to each element.
//
//	args line
//	row N13
//	with vectorize.enable
//	counter with vectorize.enable=0
//	chosen VF=
//	plan SCAN
func Prefix(y, x []int32) {
	s := int32(0)
	for i := range x {
		s += x[i]
		y[i] = s
	}
}

// Sines calls a function of package math.
//
//	args line
//	mode interp
//	row N14
//	counter with vectorize.enable=0
//	chosen VF=
//	plan Sin
func Sines(y, x []float64) {
	for i := range y {
		y[i] = math.Sin(x[i])
	}
}

// Masked stores some elements.
//
//	args line
//	row N15
//	with vectorize.enable vectorize.regions=mask
//	counter with vectorize.enable vectorize.regions=branch
//	plan WIDEN-STORE ... if
//	no plan REGION
func Masked(y, x []int32) {
	for i := range y {
		if x[i] > 0 {
			y[i] = x[i] * 3
		}
	}
}

// Narrow adds bytes in words and keeps a byte of it.
//
//	args line
//	row N17
//	counter kernel Planned
//	chosen.avx512 VF=64
//	chosen.avx2 VF=32
//	chosen.neon VF=16
func Narrow(y, x []uint8) {
	for i := range y {
		y[i] = uint8((int32(x[i]) + int32(y[i])) & 0x7f)
	}
}

// Straight has no loop, only many expressions of one shape.
//
//	row N18 V11
//	counter knobs no-slp
//	remark [slp
func Straight(y, x []int32) {
	if len(x) < 16 || len(y) < 8 {
		return
	}
	a, b, c, d := x[0]*3+x[8], x[1]*3+x[9], x[2]*3+x[10], x[3]*3+x[11]
	e, f, g, h := x[4]*3+x[12], x[5]*3+x[13], x[6]*3+x[14], x[7]*3+x[15]
	y[0], y[1], y[2], y[3] = a, b, c, d
	y[4], y[5], y[6], y[7] = e, f, g, h
}

// Sums keeps four sums side by side, each in its order.
//
//	args line
//	row N18
//	counter knobs no-slp
//	remark [slp
func Sums(a []float32) (p, q, r, s float32) {
	for i := 0; i+3 < len(a); i += 4 {
		p += float32(a[i] * a[i])
		q += float32(a[i+1] * a[i+1])
		r += float32(a[i+2] * a[i+2])
		s += float32(a[i+3] * a[i+3])
	}
	return
}

// Reverse walks down, in one slice by twos, with a narrow counter.
//
//	args line times=1,2
//	row N19
//	with vectorize.enable
//	counter with vectorize.enable=0
//	chosen VF=
//	plan WIDEN-IV
func Reverse(y, x []int32) {
	c := uint8(3)
	for i := len(y) - 1; i >= 0; i-- {
		y[i] = x[2*i] + int32(c)
		c += 7
	}
}

// Switch has a switch.
//
//	args line
//	row N20
//	counter with vectorize.enable=0
//	chosen VF=
//	plan EDGE-MASK
func Switch(y, x []int32) {
	for i := range y {
		switch x[i] & 3 {
		case 0:
			y[i] += x[i]
		case 1:
			y[i] *= 3
		case 2:
			y[i] -= x[i]
		default:
			y[i] ^= 7
		}
	}
}

// Few has a test of how many there are, in front of the vectors.
//
//	args line
//	row N21
//	counter with vectorize.enable=0
//	plan minimum=
//	chosen VF=
func Few(y, x []int32) {
	for i := range y {
		y[i] = y[i]*5 - x[i]
	}
}

// Dead has a trip count that leaves nothing to the scalar loop.
//
//	row N21
//	counter kernel Few
//	no ssa for.body:
//	chosen VF=
func Dead(y []int32) {
	if len(y) < 128 {
		return
	}
	for i := range 128 {
		y[i] = y[i]*5 - 3
	}
}

// Wrap uses the element before, the last one for the first.
//
//	args line
//	row N21b
//	counter with peel.disable vectorize.enable=0
//	step peel, heuristics: loop peeled (count=1
//	step vectorize, heuristics: loop vectorized
func Wrap(y, x []int32) {
	im := len(x) - 1
	for i := 0; i < len(x); i++ {
		y[i] = x[i] + x[im]
		im = i
	}
}

// Dispatch is compiled for what the machine has.
//
//	args line
//	row N22
//	counter with vectorize.enable=0
//	chosen VF=
//	asm.avx512 zmm
//	asm.avx2 ymm
//	asm.neon v0
//	row N23
//	on avx512
//	with prefer_width=256
//	asm ymm
//	no asm zmm
//	row N23
//	with prefer_width=128
//	on avx512 avx2
//	asm xmm
//	no asm ymm
//	no asm zmm
func Dispatch(y, x []int32) {
	for i := range y {
		y[i] = y[i]*5 - x[i]
	}
}

// Carried keeps the last positive one before each element.
//
//	args line
//	row N06
//	with vectorize.enable
//	counter with vectorize.enable=0
//	chosen VF=
//	plan COND-ASSIGN
func Carried(y, x []int32) {
	v := int32(0)
	for i := range x {
		if x[i] > 0 {
			v = x[i]
		}
		y[i] = v
	}
}
