package kernels

// Loops over memory of unknown extent: the type of the array says how
// far the loop may look, a sentinel how far it does.

//loop:extent p unknown
func ExtentStrlen(p *[1 << 30]byte) int {
	i := 0
	for p[i] != 0 {
		i++
	}
	return i
}

//loop:extent p unknown
func ExtentStrlen16(p *[1 << 29]uint16) int {
	i := 0
	for p[i] != 0 {
		i++
	}
	return i
}

//loop:extent p unknown
func ExtentStrlen32(p *[1 << 28]int32, from int) int {
	i := from
	for p[i] != 0 {
		i++
	}
	return i
}

//loop:extent p unknown
func ExtentStrlen64(p *[1 << 27]uint64) int {
	for i := 0; ; i++ {
		if p[i] == 0 {
			return i
		}
	}
}

// ExtentNaN looks for the first that is not a number.
//
//loop:extent p unknown
func ExtentNaN(p *[1 << 27]float64) int {
	i := 0
	for p[i] == p[i] {
		i++
	}
	return i
}

//loop:extent p unknown
func ExtentStrchr(p *[1 << 30]byte, c byte) int {
	for i := 0; p[i] != 0; i++ {
		if p[i] == c {
			return i
		}
	}
	return -1
}

//loop:extent p unknown
func ExtentRawmemchr(p *[1 << 30]byte, c byte, n int) int {
	for i := 0; i < n; i++ {
		if p[i] == c {
			return i
		}
	}
	return -1
}

//loop:extent p unknown
//loop:extent q unknown
func ExtentStrcmp(p, q *[1 << 30]byte) int {
	i := 0
	for p[i] == q[i] && p[i] != 0 {
		i++
	}
	return int(p[i]) - int(q[i])
}

// ExtentPrefix reads q only where p has not ended.
//
//loop:extent p unknown
//loop:extent q unknown
func ExtentPrefix(p, q *[1 << 30]byte) int {
	i := 0
	for p[i] != 0 && p[i] == q[i] {
		i++
	}
	return i
}

//loop:extent p unknown
//loop:extent q unknown
func ExtentMixed(p *[1 << 30]byte, q *[1 << 28]int32) int {
	i := 0
	for p[i] != 0 && int32(p[i]) == q[i] {
		i++
	}
	return i
}

//loop:extent p unknown
func ExtentWithSlice(p *[1 << 30]byte, s []byte) int {
	i := 0
	for i < len(s) && p[i] == s[i] && p[i] != 0 {
		i++
	}
	return i
}

//loop:extent p unknown
func ExtentCount(p *[1 << 30]byte, c byte) int {
	n := 0
	for i := 0; p[i] != 0; i++ {
		if p[i] == c {
			n++
		}
	}
	return n
}

//loop:extent p unknown
func ExtentSum(p *[1 << 28]int32) (s int32) {
	for i := 0; p[i] != 0; i++ {
		s += p[i]
	}
	return s
}

//loop:extent p unknown
func ExtentMax(p *[1 << 29]uint16) (m uint16) {
	for i := 0; p[i] != 0; i++ {
		m = max(m, p[i])
	}
	return m
}

// ExtentStrcpy panics if dst is too short.
//
//loop:extent p unknown
func ExtentStrcpy(dst []byte, p *[1 << 30]byte) int {
	i := 0
	for p[i] != 0 {
		dst[i] = p[i]
		i++
	}
	return i
}

//loop:extent p unknown
func ExtentStrncpy(dst []byte, p *[1 << 30]byte) int {
	for i := range dst {
		dst[i] = p[i]
		if p[i] == 0 {
			return i
		}
	}
	return len(dst)
}

// ExtentUpper stores to what it reads.
//
//loop:extent p unknown
func ExtentUpper(p *[1 << 30]byte) int {
	i := 0
	for ; p[i] != 0; i++ {
		if p[i] >= 'a' && p[i] <= 'z' {
			p[i] -= 32
		}
	}
	return i
}

// ExtentBack looks for a sentinel in front of element n.
//
//loop:extent p unknown
func ExtentBack(p *[1 << 28]int32, n int) int {
	for p[n] != 0 {
		n--
	}
	return n
}

// ExtentPair reads two elements in each iteration.
//
//loop:extent p unknown
func ExtentPair(p *[1 << 29]uint16) int {
	i := 0
	for p[i] != 0 && p[i+1] != 0 {
		i++
	}
	return i
}

// ExtentSlices goes by way of a slice of the array.
//
//loop:extent p unknown
func ExtentSlices(p *[1 << 30]byte) int {
	s := p[:]
	for i, c := range s {
		if c == 0 {
			return i
		}
	}
	return -1
}

// ExtentFirst compares with the first element, whose place is the same in all iterations.
//
//loop:extent p unknown
//loop:extent q unknown
func ExtentFirst(p, q *[1 << 30]byte) int {
	i := 0
	for p[i] != q[0] {
		i++
	}
	return i
}

// ExtentCalls has the directive where the loop is, and not where the parameter is.
func ExtentCalls(p *[1 << 30]byte) int { return ExtentStrlen(p) + 1 }

// ExtentNested has a loop around the strips.
//
//loop:extent p unknown
func ExtentNested(p *[1 << 30]byte, times int) (n int) {
	for k := range times {
		i := k
		for p[i] != 0 {
			i++
		}
		n += i
	}
	return n
}

// ExtentExact knows before the loop how far it reads.
//
//loop:extent p unknown
func ExtentExact(p *[1 << 28]int32, n int) (s int32) {
	for i := 0; i < n; i++ {
		s += p[i]
	}
	return s
}

// ExtentEven has gaps between the elements that it reads.
//
//loop:extent p unknown
func ExtentEven(p *[1 << 28]int32, n int) (s int32) {
	for i := 0; i < n; i++ {
		s += p[2*i]
	}
	return s
}

// ExtentTable looks up what the data say, in a table of which there is as much as they ask for.
//
//loop:extent p unknown
func ExtentTable(p *[1 << 29]uint16, at []int32, out []uint16) {
	for i := range at {
		out[i] = p[at[i]]
	}
}

// ExtentSometimes reads under a condition, in front of an exit.
//
//loop:extent p unknown
func ExtentSometimes(p *[1 << 30]byte, q []byte) int {
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

// ExtentEvenSentinel steps over elements.
//
//loop:extent p unknown
func ExtentEvenSentinel(p *[1 << 29]uint16) int {
	i := 0
	for p[i] != 0 {
		i += 2
	}
	return i
}

// ExtentAfter reads behind the exit only.
//
//loop:extent p unknown
func ExtentAfter(p *[1 << 28]int32, q []int32) (s int32) {
	for i := range q {
		if q[i] == 0 {
			break
		}
		s += p[i]
	}
	return s
}

// ExtentFields reads parts of structs: of the last one, no more need be there.
//
//loop:extent p unknown
func ExtentFields(p *[1 << 20]ExtentRecord, y []int32, n int) {
	for i := 0; i < n && i < len(y); i++ {
		y[i] = int32(p[i].a) + int32(p[i].c)
	}
}

type ExtentRecord struct {
	a    int32
	b, c int16
	d    int32
}

// ExtentStride steps over pairs.
//
//loop:extent p unknown
func ExtentStride(p *[1 << 28]int32) (s int32) {
	for i := 0; p[2*i+1] != 0; i++ {
		s += p[2*i+1]
	}
	return s
}

// ExtentWide steps further than a group is long.
//
//loop:extent p unknown
func ExtentWide(p *[1 << 28]int32) int {
	i := 0
	for p[11*i] != 0 {
		i++
	}
	return i
}

// ExtentWideDown does so downwards.
//
//loop:extent p unknown
func ExtentWideDown(p *[1 << 28]int32, i int) int {
	for ; p[i] != 0; i -= 3 {
	}
	return i
}

// ExtentKeys looks at one field of each struct.
//
//loop:extent p unknown
func ExtentKeys(p *[1 << 26]ExtentPoint) int {
	i := 0
	for p[i].k >= 0 {
		i++
	}
	return i
}

// ExtentPoints takes another field of those in front of the last.
//
//loop:extent p unknown
func ExtentPoints(p *[1 << 26]ExtentPoint) (s float32) {
	for i := 0; p[i].k >= 0; i++ {
		s = max(s, p[i].x)
	}
	return s
}

// ExtentRecords has fields of several sizes.
//
//loop:extent p unknown
func ExtentRecords(p *[1 << 26]ExtentRecord, y []int32) int {
	for i := range y {
		if p[i].c < 0 {
			return i
		}
		y[i] = p[i].d
	}
	return -1
}

type ExtentPoint struct {
	x, y float32
	k    int32
}
