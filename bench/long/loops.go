package long

import "math"

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

// Prefix is a scan.
func Prefix(y, x []int64, rounds int) {
	for r := 0; r < rounds; r++ {
		s := int64(0)
		for i := range y {
			s += x[i]
			y[i] = s
		}
	}
}

// Positive packs what it keeps.
func Positive(y, x []int32, rounds int) int {
	n := 0
	for r := 0; r < rounds; r++ {
		j := 0
		for _, v := range x {
			if v > 3 {
				y[j] = v
				j++
			}
		}
		n += j
	}
	return n
}

// Until stores until it finds a value, and counts on the way: a loop with two ends.
func Until(y, x []int32, v int32, rounds int) int {
	n := 0
	for r := 0; r < rounds; r++ {
		for i, e := range x {
			if e == v {
				break
			}
			y[i] = 2 * e
			n++
		}
	}
	return n
}

// Newton has an inner loop that ends when it likes: its iterations are done for several elements at once.
func Newton(y, x []float32, rounds int) {
	for r := 0; r < rounds; r++ {
		for i, v := range x {
			s := v
			for k := 0; k < 40; k++ {
				t := 0.5 * (s + v/s)
				if t == s {
					break
				}
				s = t
			}
			y[i] = s
		}
	}
}

// Relax waits for its neighbours, to the left and above: a wavefront.
func Relax(x []float32, w, h int, rounds int) {
	for r := 0; r < rounds; r++ {
		for i := 1; i < h; i++ {
			for j := 1; j < w; j++ {
				x[i*w+j] = 0.25*(x[i*w+j-1]+x[(i-1)*w+j]) + 0.5*x[i*w+j]
			}
		}
	}
}

// Gather loads from all over memory.
func Gather(y, x []float32, at []int32, rounds int) {
	for r := 0; r < rounds; r++ {
		for i, k := range at {
			y[i] = x[k]
		}
	}
}

// Columns goes down the columns of a table: each step touches another cache line, and often another page.
func Columns(y []float32, x [][1024]float32, rounds int) {
	for r := 0; r < rounds; r++ {
		for j := range 1024 {
			s := float32(0)
			for i := range x {
				s += x[i][j] * float32(i)
			}
			y[j] = s
		}
	}
}

// Triangle has rows of all lengths.
func Triangle(x []float64, n int, rounds int) {
	for r := 0; r < rounds; r++ {
		for i := 1; i < n; i++ {
			for j := 0; j < i; j++ {
				x[i*n+j] += x[j*n+i]
			}
		}
	}
}

// Histogram counts: no iteration knows which ones before it are its own.
func Histogram(counts []int32, x []uint8, rounds int) {
	for r := 0; r < rounds; r++ {
		for _, v := range x {
			counts[v]++
		}
	}
}

// Collatz is a loop without a counter.
func Collatz(from uint64, rounds int) int {
	n, x := 0, from
	for {
		if x == 1 {
			rounds--
			if rounds <= 0 {
				return n
			}
			x = from
		}
		if x%2 == 0 {
			x /= 2
		} else {
			x = 3*x + 1
		}
		n++
	}
}

// Exp calls a function of package math.
func Exp(y, x []float64, rounds int) {
	for r := 0; r < rounds; r++ {
		for i, v := range x {
			y[i] = math.Exp(v)
		}
	}
}

// Follow goes from place to place.
func Follow(next []int32, rounds int) int32 {
	at := int32(0)
	for r := 0; r < rounds; r++ {
		for {
			at = next[at]
			if at == 0 {
				break
			}
		}
	}
	return at
}

// Copy moves all of x at a time.
func Copy(y, x []byte, rounds int) {
	for r := 0; r < rounds; r++ {
		copy(y, x)
	}
}
