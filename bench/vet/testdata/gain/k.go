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
