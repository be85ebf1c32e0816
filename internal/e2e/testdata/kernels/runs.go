package kernels

// Loops that the data end, within others: runs of any length, of which the first iterations are done one by one.

func RunSums(keys []int32, sums []int64, k []int32, v []int64) int {
	n := 0
	for i := 0; i < len(k); {
		key := k[i]
		var s int64
		for i < len(k) && k[i] == key {
			s += v[i]
			i++
		}
		keys[n] = key
		sums[n] = s
		n++
	}
	return n
}

func RunCodes(out, in []byte) int {
	k := 0
	for i := 0; i < len(in); {
		c := in[i]
		j := i + 1
		for j < len(in) && in[j] == c && j-i < 255 {
			j++
		}
		out[k], out[k+1] = c, byte(j-i)
		k += 2
		i = j
	}
	return k
}

// RunEnds walks down, and without a count: a check ends it.
func RunEnds(x []int32, starts []int32) (s int32) {
	for _, at := range starts {
		j := int(at)
		for x[j] > 0 {
			s += x[j]
			j--
		}
		s += int32(j)
	}
	return s
}

func RunParts(x []int32, p int32) int {
	i, j := 0, len(x)-1
	for {
		for i <= j && x[i] < p {
			i++
		}
		for i <= j && x[j] >= p {
			j--
		}
		if i >= j {
			return i
		}
		x[i], x[j] = x[j], x[i]
		i++
		j--
	}
}

// RunStores stores in front of its test.
func RunStores(y, x []int32, n []int32) int {
	i := 0
	for _, m := range n {
		for i < len(x) && i < len(y) {
			y[i] = x[i] + m
			if x[i] == m {
				break
			}
			i++
		}
		i++
	}
	return i
}

func RunWords(s []byte) int {
	n := 0
	in := false
	for _, c := range s {
		if c == ' ' || c == '\n' || c == '\t' {
			in = false
		} else if !in {
			in = true
			n++
		}
	}
	return n
}
