package long

// Saxpy streams through memory.
func Saxpy(y, x []float32, a float32, rounds int) {
	for r := 0; r < rounds; r++ {
		for i := range y {
			y[i] += a * x[i]
		}
	}
}

// Dot has accumulators that live all through a round.
func Dot(x, y []float32, rounds int) float32 {
	best := float32(0)
	for r := 0; r < rounds; r++ {
		s := float32(0)
		for i := range x {
			s += x[i] * y[i]
		}
		if s > best {
			best = s
		}
	}
	return best
}

// Stencil is a nest of three loops.
func Stencil(dst, src []float32, w, h int, rounds int) {
	for r := 0; r < rounds; r++ {
		for i := 1; i < h-1; i++ {
			for j := 1; j < w-1; j++ {
				p := i*w + j
				dst[p] = 0.5*src[p] + 0.125*(src[p-w]+src[p-1]+src[p+1]+src[p+w])
			}
		}
	}
}

// Rows is a nest whose inner loop is too short to poll.
func Rows(x []int32, w, rounds int) int32 {
	s := int32(0)
	for r := 0; r < rounds; r++ {
		for i := 0; i+w <= len(x); i += w {
			for j := i; j < i+w; j++ {
				s = max(s, x[j]^int32(r))
			}
		}
	}
	return s
}

// MinU8 is a reduction of the narrowest elements.
func MinU8(x []uint8, rounds int) uint8 {
	m := uint8(255)
	for r := 0; r < rounds; r++ {
		for _, v := range x {
			m = min(m, v)
		}
	}
	return m
}

// Lookup gathers.
func Lookup(dst []int16, src []uint8, table []int16, rounds int) {
	for r := 0; r < rounds; r++ {
		for i, v := range src {
			dst[i] = table[v]
		}
	}
}

// Hash cannot be vectorized: each step needs the one before.
func Hash(x []uint64, rounds int) uint64 {
	h := uint64(14695981039346656037)
	for r := 0; r < rounds; r++ {
		for _, v := range x {
			h = (h ^ v) * 1099511628211
		}
	}
	return h
}

// Divide takes as long for an element as others for a hundred.
func Divide(x []int64, d int64, rounds int) int64 {
	s := int64(0)
	for r := 0; r < rounds; r++ {
		for _, v := range x {
			s += (v ^ s) / d
		}
	}
	return s
}

// Search leaves its inner loop early.
func Search(x []int32, v int32, rounds int) int {
	n := 0
	for r := 0; r < rounds; r++ {
		for i, e := range x {
			if e == v {
				n += i
				break
			}
		}
	}
	return n
}
