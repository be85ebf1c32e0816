package features

// Latch has one exit, at its end.
//
//	args line
//	row E01
//	counter with vectorize.enable=0
//	chosen VF=
//	plan trips:
//	no plan exits
func Latch(y []int32) {
	for i := range y {
		y[i] += 7
	}
}

// Branches has conditions in conditions and a jump.
//
//	args line
//	row E02 V07
//	counter with vectorize.regions=branch
//	chosen VF=
//	with vectorize.enable vectorize.regions=mask
//	plan EDGE-MASK
//	plan WIDEN-STORE ... if
//	no plan REGION
func Branches(y, x []int32) {
	for i := range y {
		if x[i] > 0 {
			if x[i]&1 == 0 {
				y[i] = x[i] * 3
				continue
			}
			y[i]++
		} else if x[i] < -9 {
			y[i] ^= x[i]
		}
	}
}

// CountedMiddle is left from its middle after a number of iterations that is known.
//
//	args line upto=1
//	row E03 E04
//	counter kernel Latch
//	chosen VF=
//	plan clamp
//	row E03
//	with vectorize.exits=scalar_epilogue
//	chosen VF=
//	step vectorize ... exits=scalar_epilogue
func CountedMiddle(y, x []int32, m int) int {
	for i := range y {
		y[i] += 7
		if i == m {
			return i
		}
		x[i]++
	}
	return -1
}

// Gap loads pairs of which it needs the first.
//
//	args line times=1,2
//	row E04
//	counter with vectorize.enable=0
//	chosen VF=
//	plan GROUP-LOAD
func Gap(y, x []int32) {
	for i := range y {
		y[i] = x[2*i] * 3
	}
}

// TwoCounts is left after the lesser of two counts.
//
//	args line upto=1
//	row E05
//	counter with vectorize.enable=0
//	chosen VF=
//	row E25
//	counter with vectorize.enable=0
//	chosen VF=
//	plan trips:
func TwoCounts(y []int32, m, n int) int {
	for i := 0; i < len(y); i++ {
		if i == m {
			return 1
		}
		if i >= n {
			return 2
		}
		y[i] += 7
	}
	return 3
}

// Shared leaves to one place with one of several values.
//
//	args line few
//	row E06
//	counter with vectorize.enable=0
//	chosen VF=
//	ssa Phi
func Shared(x, y []int32, v int32) (r int32) {
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == v {
			r = y[i]
			break
		}
		if y[i] == v {
			r = x[i] + 1
			break
		}
	}
	return r
}

// Sometimes reaches its test in some iterations only.
//
//	args line few upto=1
//	row E07 E08
//	counter with vectorize.enable=0
//	chosen VF=
//	row E07
//	with vectorize.exits=predicate
//	counter with vectorize.exits=check_first
//	step vectorize ... exits=predicate
func Sometimes(x, y []int32, n int) (s int32) {
	for i := range x {
		if x[i] > 5 && i >= n {
			break
		}
		s ^= x[i]
	}
	return
}

// FixedSize searches an array.
//
//	row E09 E16
//	counter with vectorize.enable=0
//	chosen VF=
//	step vectorize ... exits=
func FixedSize(x []int32, v int32) int {
	if len(x) < 200 {
		return -2
	}
	t := (*[200]int32)(x)
	for i := range t {
		if t[i] == v {
			return i
		}
	}
	return -1
}

// Search knows no end but the slice's.
//
//	args line few
//	row E10
//	counter with vectorize.enable=0
//	chosen VF=
//	step vectorize ... exits=
//	row E17 E15
//	with vectorize.exits=clamp vectorize.enable
//	counter with vectorize.exits=load_predicate vectorize.enable
//	step vectorize ... tail=scalar
//	row E19
//	with vectorize.exits=load_predicate vectorize.enable
//	counter with vectorize.exits=clamp vectorize.enable
//	step vectorize ... tail=masked
func Search(x []int32, v int32) int {
	for i := 0; i < len(x); i++ {
		if x[i] == v {
			return i
		}
	}
	return -1
}

// Uncounted has no count at all.
//
//	args line few
//	row E10 E24
//	counter with vectorize.enable=0
//	chosen VF=
//	step vectorize ... exits=
func Uncounted(x []int32, v int32) int {
	i := 0
	for x[i] != v {
		i++
	}
	return i
}

// Chain has three exits that the data decide.
//
//	args line few
//	row E11
//	counter with vectorize.enable=0
//	chosen VF=
//	step vectorize ... exits=
//	plan*3 SIDE-EXIT
func Chain(x, y, z []int32, v int32) int {
	for i := 0; i < len(x) && i < len(y) && i < len(z); i++ {
		if x[i] == v {
			return 1
		}
		if y[i] == v {
			return 2
		}
		if z[i] == v {
			return 3
		}
	}
	return 0
}

// StoresFirst has stored when it is left.
//
//	args line few
//	row E12 E14
//	with vectorize.exits=check_first
//	counter with vectorize.exits=predicate
//	step vectorize ... exits=check_first
//	row E12 E23
//	with vectorize.exits=predicate
//	counter with vectorize.exits=check_first
//	step vectorize ... exits=predicate
//	row E12
//	counter with vectorize.enable=0
//	chosen VF=
func StoresFirst(y, x []int32, v int32) int {
	for i := 0; i < len(x); i++ {
		y[i] = x[i] * 3
		if x[i] == v {
			return i
		}
	}
	return -1
}

// SumUntil sums up until it is left, and carries a value.
//
//	args line few
//	row E13
//	counter with vectorize.enable=0
//	step vectorize ... exits=
//	plan REDUCE-PHI
//	plan SPLICE
//	left vectorize.body=1 vectorize.epilogue=1
func SumUntil(x []int32, v int32) (s, p int32) {
	for i := range x {
		s += x[i] ^ p
		p = x[i]
		if x[i] == v {
			break
		}
	}
	return
}

// TableWalk checks what it has loaded before it loads there.
//
//	args line index=0,1
//	row E24
//	counter with vectorize.enable=0
//	chosen VF=
//	plan SIDE-EXIT
func TableWalk(a []int32, b []int32) (s int32) {
	for i := range a {
		s += b[a[i]]
	}
	return
}

// TripCounts counts down by three.
//
//	args line upto=1
//	row E25
//	with vectorize.enable
//	counter with vectorize.enable=0
//	chosen VF=
//	plan trips:
func TripCounts(y []int32, n int) {
	for i := n; i > 2; i -= 3 {
		y[i] ^= 5
	}
}

// Strlen may read nothing behind the string's page.
//
//	args extent
//	row E18 E21
//	with vectorize.exits=page_pair
//	counter with vectorize.exits=page_align
//	step vectorize ... exits=page_pair
//	row E22
//	with vectorize.exits=page_predicate
//	counter with vectorize.exits=page_pair
//	step vectorize ... exits=page_predicate
//	row E18
//	with vectorize.exits=page_align
//	counter with vectorize.exits=page_pair
//	step vectorize ... exits=page_align
//	row E18
//	counter with vectorize.enable=0
//	step vectorize ... exits=page_
//
//loop:extent p unknown
func Strlen(p *[1 << 28]int32) int {
	i := 0
	for p[i] != 0 {
		i++
	}
	return i
}

// Speculate would read what the program may not come to.
//
//	args extent
//	row E20
//	counter with vectorize.enable=0
//	chosen VF=
//	step vectorize ... exits=page_
//	row E21
//	with vectorize.exits=page_pair
//	counter with vectorize.enable=0
//	step vectorize ... exits=page_pair
//
//loop:extent p unknown
//loop:extent q unknown
func Speculate(p, q *[1 << 29]uint16) int {
	i := 0
	for p[i] != 0 && p[i] == q[i] {
		i++
	}
	return i
}

// Unbounded reads under a condition, where nobody knows whether there is anything to be read.
//
//	args extent
//	row E20
//	counter kernel Speculate
//	remark :Speculation]
//
//loop:extent p unknown
func Unbounded(p *[1 << 28]int32, n int) int {
	for i := range 1000 {
		if 8*i*i == n-9 && p[2*i] == 3 {
			return i
		}
	}
	return -1
}

// Skip steps over most elements, and does more about the rest.
//
//	args line
//	row E27
//	counter with runs.disable
//	step runs, heuristics: fast path extracted
//	plan SIDE-EXIT
//	row E27
//	with runs.enable
//	counter with runs.disable
//	step runs, generation 0: fast path extracted
func Skip(y []int32) (n int32) {
	for i := 0; i < len(y); {
		if y[i] >= 0 {
			i++
			continue
		}
		if n > 1000 {
			return -1
		}
		for k := i; k < len(y) && y[k] < n; k++ {
			n = n*3 + y[k]
		}
		y[i] = n
		i += int(n&3) + 1
	}
	return n
}

// Word looks for a word, whose first letter differs from most.
//
//	args line few
//	row E28
//	counter with runs.disable
//	step runs, heuristics: fast path extracted
func Word(text, word []int32) int {
	for i := 0; i+len(word) <= len(text); i++ {
		k := 0
		for k < len(word) && text[i+k] == word[k] {
			k++
		}
		if k == len(word) {
			return i
		}
	}
	return -1
}

// Plain says whether all characters are ASCII.
//
//	args line
//	row E29
//	counter with vectorize.enable=0
//	chosen VF=
//	step vectorize ... UF=4
//	asm.avx512 vpmaxub
//	asm.avx2 vpmaxub
//	asm.neon umax
func Plain(s []byte) bool {
	for _, c := range s {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// Below finds a number that is less than a bound.
//
//	args line few
//	row E29
//	counter with vectorize.enable=0
//	chosen VF=
//	asm.avx512 vpminsd
//	asm.avx2 vpminsd
//	asm.neon smin
func Below(x []int32, v int32) int {
	for i := range x {
		if x[i] < v {
			return i
		}
	}
	return -1
}

// SameBytes compares two slices.
//
//	args line few
//	row E29
//	counter with vectorize.enable=0
//	chosen VF=
//	step vectorize ... UF=4
//	asm.avx512 vpternlogd
//	asm.avx2 vptest
//	asm.neon eor
func SameBytes(x, y []byte) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// UntilUpper moves bytes up to one with a bit among the two highest. The test of a vector is one of all its bits; which
// byte it was is looked at on the way out alone.
//
//	args line
//	row E36
//	on avx2
//	counter none the instruction is what the row says
//	plan SIDE-EXIT
//	asm*3 vptest
func UntilUpper(dst, src []byte) int {
	for i, c := range src {
		if c&0xC0 != 0 {
			return i
		}
		dst[i] = c << 2
	}
	return len(src)
}
