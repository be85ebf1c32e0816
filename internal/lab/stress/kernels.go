package stress

// Each kernel repeats its work rounds times, so that calls take as long as required. Each element holds its initial
// value or the one value that the kernel stores there, however early a call ends.

// Fill is a stream of stores.
func Fill(y []int32, v int32, rounds int) {
	for r := 0; r < rounds; r++ {
		for i := range y {
			y[i] = v + int32(i)
		}
	}
}

// Table is a nest whose inner loop is short.
func Table(y []int32, w, rounds int) {
	for r := 0; r < rounds; r++ {
		for i := 0; i+w <= len(y); i += w {
			for j := 0; j < w; j++ {
				y[i+j] = int32(i + 3*j)
			}
		}
	}
}

// Prefix is a scan: every element depends on the previous one.
func Prefix(y, x []int64, rounds int) {
	for r := 0; r < rounds; r++ {
		s := int64(0)
		for i := range y {
			s += x[i]
			y[i] = s
		}
	}
}

// Positive is a stream compaction.
func Positive(y, x []int32, rounds int) int {
	j := 0
	for r := 0; r < rounds; r++ {
		j = 0
		for i := range x {
			if x[i] > 0 {
				y[j] = x[i]
				j++
			}
		}
	}
	return j
}

// Until stores elements until a value is found.
func Until(y, x []int32, v int32, rounds int) int {
	n := 0
	for r := 0; r < rounds; r++ {
		for i := range x {
			if x[i] == v {
				break
			}
			y[i] = 2 * x[i]
			n++
		}
	}
	return n
}

// Sum is a reduction in order, which takes long.
func Sum(x []float64, rounds int) float64 {
	s := 0.0
	for r := 0; r < rounds; r++ {
		for i := range x {
			s += x[i]
		}
	}
	return s
}

// Shared is a loop that goroutines share, with a running sum. An element takes rounds steps.
func Shared(y, x []int64, rounds int) int64 {
	s := int64(0)
	//loop:parallel grain=16
	for i := range y {
		v := x[i]
		for r := 0; r < rounds; r++ {
			v = v*3 + 1
		}
		s += v & 255
		y[i] = s
	}
	return s
}

// Forever never ends.
func Forever(y []uint64) {
	for {
		y[0] = y[0]*6364136223846793005 + 1442695040888963407
	}
}
