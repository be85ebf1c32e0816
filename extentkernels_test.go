package hotloop_test

// Loops over memory of unknown extent, compiled by gc and by hotloop alike (extent_test.go): the type of the array says how
// far the loop may look, a sentinel how far it does.

//loop:extent p unknown
func extentStrlen(p *[1 << 30]byte) int {
	i := 0
	for p[i] != 0 {
		i++
	}
	return i
}

//loop:extent p unknown
func extentStrlen16(p *[1 << 29]uint16) int {
	i := 0
	for p[i] != 0 {
		i++
	}
	return i
}

//loop:extent p unknown
func extentStrlen32(p *[1 << 28]int32, from int) int {
	i := from
	for p[i] != 0 {
		i++
	}
	return i
}

//loop:extent p unknown
func extentStrlen64(p *[1 << 27]uint64) int {
	for i := 0; ; i++ {
		if p[i] == 0 {
			return i
		}
	}
}

// extentNaN looks for the first that is not a number.
//
//loop:extent p unknown
func extentNaN(p *[1 << 27]float64) int {
	i := 0
	for p[i] == p[i] {
		i++
	}
	return i
}

//loop:extent p unknown
func extentStrchr(p *[1 << 30]byte, c byte) int {
	for i := 0; p[i] != 0; i++ {
		if p[i] == c {
			return i
		}
	}
	return -1
}

//loop:extent p unknown
func extentRawmemchr(p *[1 << 30]byte, c byte, n int) int {
	for i := 0; i < n; i++ {
		if p[i] == c {
			return i
		}
	}
	return -1
}

//loop:extent p unknown
//loop:extent q unknown
func extentStrcmp(p, q *[1 << 30]byte) int {
	i := 0
	for p[i] == q[i] && p[i] != 0 {
		i++
	}
	return int(p[i]) - int(q[i])
}

// extentPrefix reads q only where p has not ended.
//
//loop:extent p unknown
//loop:extent q unknown
func extentPrefix(p, q *[1 << 30]byte) int {
	i := 0
	for p[i] != 0 && p[i] == q[i] {
		i++
	}
	return i
}

//loop:extent p unknown
//loop:extent q unknown
func extentMixed(p *[1 << 30]byte, q *[1 << 28]int32) int {
	i := 0
	for p[i] != 0 && int32(p[i]) == q[i] {
		i++
	}
	return i
}

//loop:extent p unknown
func extentWithSlice(p *[1 << 30]byte, s []byte) int {
	i := 0
	for i < len(s) && p[i] == s[i] && p[i] != 0 {
		i++
	}
	return i
}

//loop:extent p unknown
func extentCount(p *[1 << 30]byte, c byte) int {
	n := 0
	for i := 0; p[i] != 0; i++ {
		if p[i] == c {
			n++
		}
	}
	return n
}

//loop:extent p unknown
func extentSum(p *[1 << 28]int32) (s int32) {
	for i := 0; p[i] != 0; i++ {
		s += p[i]
	}
	return s
}

//loop:extent p unknown
func extentMax(p *[1 << 29]uint16) (m uint16) {
	for i := 0; p[i] != 0; i++ {
		m = max(m, p[i])
	}
	return m
}

// extentStrcpy panics if dst is too short.
//
//loop:extent p unknown
func extentStrcpy(dst []byte, p *[1 << 30]byte) int {
	i := 0
	for p[i] != 0 {
		dst[i] = p[i]
		i++
	}
	return i
}

//loop:extent p unknown
func extentStrncpy(dst []byte, p *[1 << 30]byte) int {
	for i := range dst {
		dst[i] = p[i]
		if p[i] == 0 {
			return i
		}
	}
	return len(dst)
}

// extentUpper stores to what it reads.
//
//loop:extent p unknown
func extentUpper(p *[1 << 30]byte) int {
	i := 0
	for ; p[i] != 0; i++ {
		if p[i] >= 'a' && p[i] <= 'z' {
			p[i] -= 32
		}
	}
	return i
}

// extentBack looks for a sentinel in front of element n.
//
//loop:extent p unknown
func extentBack(p *[1 << 28]int32, n int) int {
	for p[n] != 0 {
		n--
	}
	return n
}

// extentPair reads two elements in each iteration.
//
//loop:extent p unknown
func extentPair(p *[1 << 29]uint16) int {
	i := 0
	for p[i] != 0 && p[i+1] != 0 {
		i++
	}
	return i
}

// extentSlices goes by way of a slice of the array.
//
//loop:extent p unknown
func extentSlices(p *[1 << 30]byte) int {
	s := p[:]
	for i, c := range s {
		if c == 0 {
			return i
		}
	}
	return -1
}

// extentFirst compares with the first element, whose place is the same in all iterations.
//
//loop:extent p unknown
//loop:extent q unknown
func extentFirst(p, q *[1 << 30]byte) int {
	i := 0
	for p[i] != q[0] {
		i++
	}
	return i
}

// extentCalls has the directive where the loop is, and not where the parameter is.
func extentCalls(p *[1 << 30]byte) int { return extentStrlen(p) + 1 }

// extentNested has a loop around the strips.
//
//loop:extent p unknown
func extentNested(p *[1 << 30]byte, times int) (n int) {
	for k := range times {
		i := k
		for p[i] != 0 {
			i++
		}
		n += i
	}
	return n
}

// extentExact knows before the loop how far it reads.
//
//loop:extent p unknown
func extentExact(p *[1 << 28]int32, n int) (s int32) {
	for i := 0; i < n; i++ {
		s += p[i]
	}
	return s
}

// extentEven has gaps between the elements that it reads.
//
//loop:extent p unknown
func extentEven(p *[1 << 28]int32, n int) (s int32) {
	for i := 0; i < n; i++ {
		s += p[2*i]
	}
	return s
}

// extentTable looks up what the data say, in a table of which there is as much as they ask for.
//
//loop:extent p unknown
func extentTable(p *[1 << 29]uint16, at []int32, out []uint16) {
	for i := range at {
		out[i] = p[at[i]]
	}
}

// extentSometimes reads under a condition, in front of an exit.
//
//loop:extent p unknown
func extentSometimes(p *[1 << 30]byte, q []byte) int {
	for i := range q {
		if q[i] == 1 {
			if p[i] == 0 {
				return i
			}
		}
		if q[i] == 2 {
			return -i
		}
	}
	return -1
}

// extentEvenSentinel steps over elements.
//
//loop:extent p unknown
func extentEvenSentinel(p *[1 << 29]uint16) int {
	i := 0
	for p[i] != 0 {
		i += 2
	}
	return i
}

// extentAfter reads behind the exit only.
//
//loop:extent p unknown
func extentAfter(p *[1 << 28]int32, q []int32) (s int32) {
	for i := range q {
		if q[i] == 0 {
			break
		}
		s += p[i]
	}
	return s
}

// extentFields reads parts of structs: of the last one, no more need be there.
//
//loop:extent p unknown
func extentFields(p *[1 << 20]extentRecord, y []int32, n int) {
	for i := 0; i < n && i < len(y); i++ {
		y[i] = int32(p[i].a) + int32(p[i].c)
	}
}

type extentRecord struct {
	a    int32
	b, c int16
	d    int32
}
