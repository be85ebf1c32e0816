// Package gain has functions of which it is known whether they are called a gain, and from how many elements on.
package gain

type state struct {
	mem [512]uint32
	at  int
}

// Whole is as long as its slice.
func Whole(x, y []float64) {
	for i := range x {
		x[i] += y[i]
	}
}

// Word goes over a word of 64 elements at a time: it takes 64 times as many for as many iterations.
func Word(x []uint64, bits int) (n uint64) {
	for i := 0; i < bits/64; i++ {
		n += x[i] ^ x[i]>>3
	}
	return n
}

// Constant is as long whatever the arguments are.
func Constant(x *[512]uint32) {
	for i := range x {
		x[i] = x[i]<<7 ^ x[i]>>3
	}
}

// Seldom has a loop that runs when a number in memory says so.
func (s *state) Seldom() uint32 {
	if s.at >= len(s.mem) {
		for i := range s.mem {
			s.mem[i] = s.mem[i]<<7 ^ s.mem[i]>>3
		}
		s.at = 0
	}
	s.at++
	return s.mem[s.at-1]
}

// Guarded returns early for what its parameters say, which is no usual call.
func Guarded(x []float32, n int) bool {
	if n < 1 || n > len(x) {
		return false
	}
	x = x[:n]
	for i := range x {
		x[i] *= 3
	}
	return true
}

// Strided is vectorized for a stride of 1.
func Strided(n int, x []float32, by int) {
	at := 0
	for range n {
		x[at] = x[at]*3 + 1
		at += by
	}
}

// Switched has a loop for each way, one of which an iteration depends on the one before in.
func Switched(x []uint8, way int) {
	switch way {
	case 1:
		for i := range x {
			x[i] += 3
		}
	case 2:
		for i := 1; i < len(x); i++ {
			x[i] ^= x[i-1]*x[i-1] + x[i]
		}
	}
}

// Nested has a short inner loop that stays scalar in what is most of the work.
func Nested(x []float64) (sum float64) {
	for i := range x {
		x[i] *= 3
	}
	for i := 1; i < 30; i++ {
		d := 1.0
		for _, v := range x {
			sum += d * v
			d *= sum
		}
	}
	return sum
}

// Search ends when the data want it.
func Search(x []int32, v int32) int {
	for i, y := range x {
		if y*3 == v {
			return i
		}
	}
	return -1
}

// Remainder panics when the data want it.
func Remainder(x, y []uint8) {
	for i := range x {
		x[i] %= y[i]
	}
}

// Made has Go make the memory, which takes longer than to fill it.
func Made(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1
	}
	return x
}

// Row has an inner loop of which a parameter says how often it runs.
func Row(a []int16, n, w int) {
	for i := 0; i < n-1; i++ {
		for j := 1; j < w-1; j++ {
			a[(i+1)*w+j-1] = a[i*w+j]
		}
	}
}

// RowOfSlice has rows that are as long as slices are.
func RowOfSlice(rows [][]float32, f float32) {
	for _, r := range rows {
		for j := range r {
			r[j] *= f
		}
	}
}

// Column has an inner loop of which a number in memory says how often it runs.
func Column(x []int32, ends []int32) (most int32) {
	for i := 1; i < len(ends); i++ {
		sum := int32(0)
		for j := ends[i-1]; j < ends[i]; j++ {
			sum += x[j] * 3
		}
		most = max(most, sum)
	}
	return most
}

// Zeroed is what Go's compiler calls the runtime for.
func Zeroed(x []float64) {
	for i := range x {
		x[i] = 0
	}
}

// Filled is not.
func Filled(x []float64) {
	for i := range x {
		x[i] = 1
	}
}

// Copied is done by the runtime in both its loops.
func Copied(x, y []float64) {
	copy(x, y)
	for i := range y {
		y[i] = 0
	}
}

// CopiedFirst does more than what the runtime does.
func CopiedFirst(x, y, z []float64) {
	copy(x, y)
	for i := range x {
		x[i] += z[i]
	}
}

// Checked returns before its inner loop when the data want it.
func Checked(rows [][]int32, v int32) int {
	for i, r := range rows {
		if i < len(r) && r[i] == v {
			return i
		}
		for j := range r {
			r[j] ^= v
		}
	}
	return -1
}

// FirstRow returns behind its inner loop, which has gone over a whole row then.
func FirstRow(rows [][]int32, v int32) int {
	for i, r := range rows {
		sum := int32(0)
		for _, x := range r {
			sum += x
		}
		if sum == v {
			return i
		}
	}
	return -1
}

type fields struct {
	count int
	x     [8]int64
}

// Fields has an inner loop that a field counts.
func Fields(list []fields) {
	for i := range list {
		for j := 0; j < list[i].count; j++ {
			list[i].x[j] *= 3
		}
	}
}

// Four does less than a call takes.
func Four(z, x, y *[4]uint64) {
	for i := range z {
		z[i] = x[i] | y[i]
	}
}

// Negated has one iteration, and does less than a call takes.
func Negated(x *[1]int64) {
	for i := range x {
		x[i] = -x[i]
	}
}

// Compared ends with the first bytes that differ, and Go's compiler calls the runtime for it.
func Compared(rows []string, s string) (n int) {
	for _, r := range rows {
		if r == s {
			n++
		}
	}
	return n
}

// Rounds does much in few iterations.
func Rounds(x *[2]uint64) uint64 {
	h := x[0]
	for range 16 {
		h = h*0x9e3779b97f4a7c15 ^ h>>31
	}
	return h
}

// Cut goes on as long as its parameters say.
func Cut(x []int32, lo, hi int) {
	for i := lo; i < hi; i++ {
		x[i] *= 7
	}
}
