package kernels

// Loops whose counters move through memory in some iterations.

type cursorElem interface {
	int8 | uint8 | int16 | int32 | uint32 | int64 | uint64 | float32 | float64
}

func PackBehind[T cursorElem](out, x []T, j int) int {
	for _, v := range x {
		if v > 0 {
			out[j] = v
			j++
		}
	}
	return j
}

func PackBefore[T cursorElem](out, x []T) int {
	j := -1
	for i := range x {
		if x[i] > 0 {
			j++
			out[j] = x[i]
		}
	}
	return j
}

func PackOffset[T cursorElem](out, x, y []T, j int) (int, T) {
	sum := T(0)
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] != y[i] {
			out[j+3] = x[i] - y[i]
			j++
		}
		sum += y[i]
	}
	return j, sum
}

func PackIndices[T cursorElem](at []int32, x []T) int {
	n := 0
	for i, v := range x {
		if v != 0 {
			at[n] = int32(i)
			n++
		}
	}
	return n
}

func PackInPlace[T cursorElem](x []T, j, from int) int {
	for i := max(from, 0); i < len(x); i++ {
		if x[i] > 0 {
			x[j] = x[i]
			j++
		}
	}
	return j
}

func PackFromZero[T cursorElem](x []T) int {
	n := 0
	for _, v := range x {
		if v > 0 {
			x[n] = v
			n++
		}
	}
	for i := n; i < len(x); i++ {
		x[i] = 0
	}
	return n
}

func PackAhead[T cursorElem](x []T) int {
	n := 2
	for i := range x {
		if x[i] > 0 {
			x[n] = x[i]
			n++
		}
	}
	return n
}

func PackStored[T cursorElem](x, y []T, j int) int {
	for i := range x {
		if x[i] > 0 {
			x[j] = 1
			j++
		}
		y[i] = x[i]
	}
	return j
}

func PackTwo[T cursorElem](a, b, x []T) (n, m int) {
	for _, v := range x {
		if v > 0 {
			a[n] = v
			n++
		} else {
			b[m] = v
			m++
		}
	}
	return
}

func PackBeside[T cursorElem](a, b, x, y []T, n int) int {
	for i, v := range x {
		if v > 0 {
			if y[i] < 2 {
				a[n] = v
				b[n+1] = y[i]
				n++
			}
		}
	}
	return n
}

func PackConditions[T cursorElem](a, x []T, on []bool, n int) int {
	for i, v := range x {
		if v == 0 {
			continue
		}
		if on[i] || v > 2 {
			a[n] = v
			n++
		}
	}
	return n
}

func PackEach[T cursorElem](a, x, y []T, j int) int {
	for i := range x {
		j++
		a[j] = x[i]
		if y[i] > 0 {
			j++
			a[j] = x[i] + y[i]
		}
	}
	return j
}

func PackPairs[T cursorElem](a, x, y []T, j int) int {
	for i := range x {
		if x[i] > y[i] {
			a[j] = x[i]
			a[j+1] = y[i]
			j += 2
		}
	}
	return j
}

func PackThree[T cursorElem](a, x, y []T) (j int) {
	for i := range x {
		if x[i] > 0 {
			a[j] = x[i]
			j++
		}
		if y[i] > 0 {
			a[j] = y[i]
			j++
		}
		if y[i] > x[i] {
			a[j] = x[i] - y[i]
			j++
		}
	}
	return
}

func PackInside[T cursorElem](a, x, y []T) int {
	j := -1
	for i := range x {
		if x[i] > 0 {
			j++
			a[j] = x[i]
			if y[i] > 0 {
				j++
				a[j] = y[i]
			}
		}
	}
	return j
}

func PackNest[T cursorElem](a, x []T, rows int) (j int) {
	for r := range min(max(rows, 0), 5) {
		for i := range x {
			if x[i] > T(r) {
				a[j] = x[i]
				j++
			}
		}
	}
	return
}

func PackUntil[T cursorElem](a, x []T) (j int) {
	for i := range x {
		if x[i] == 3 {
			break
		}
		if x[i] > 0 {
			a[j] = x[i]
			j++
		}
	}
	return
}

func PackGathered[T cursorElem](a, x []T, at []uint8) (j int) {
	for i := range at {
		if at[i]&1 != 0 {
			a[j] = x[at[i]]
			j++
		}
	}
	return
}

func PackAdded[T cursorElem](a, x []T) (j int) {
	for i := range x {
		if x[i] > 0 {
			a[j] += x[i]
			j++
		}
	}
	return
}

func PackReverse[T cursorElem](a, x []T) (j int) {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] > 0 {
			a[j] = x[i]
			j++
		}
	}
	return
}

func PackCarry[T cursorElem](a, x []T) (j int) {
	last := T(1)
	for _, v := range x {
		if v != last {
			a[j] = v
			j++
		}
		last = v
	}
	return
}

// PackAlways stores in every iteration, and stays there if it is not wanted.
func PackAlways[T cursorElem](a, x []T, j int) int {
	for i := range x {
		a[j] = x[i]
		if x[i] > 0 {
			j++
		}
	}
	return j
}

func PackAlwaysElse[T cursorElem](a, b, x []T) (j, k int) {
	for _, v := range x {
		a[j] = v + 1
		b[k+1] = v
		if v > 0 {
			j++
		} else {
			k++
		}
	}
	return
}

func PackAlwaysInPlace[T cursorElem](x []T) (j int) {
	for _, v := range x {
		x[j] = v
		if v != 0 {
			j++
		}
	}
	return
}

func PackAlwaysBehind[T cursorElem](a, x, y []T) (j int) {
	for i := range x {
		if x[i] > 2 {
			break
		}
		a[j] = x[i]
		y[i] = x[i] + 1
		if x[i] > 0 && y[i] < 3 {
			j++
			y[i] = 2
		}
	}
	return
}

func Spread[T cursorElem](x, in []T) int {
	j := -1
	for i := range x {
		if x[i] > 0 {
			j++
			x[i] = in[j]
		}
	}
	return j
}

func SpreadFrom[T cursorElem](x, y, in []T, j int) (int, T) {
	sum := T(0)
	for i := range x {
		v := x[i]
		if y[i] > 0 {
			v = in[j+1]
			j++
		}
		x[i] = v + y[i]
		sum += v
	}
	return j, sum
}

func SpreadTested[T cursorElem](x, y, in []T) (n, j int) {
	for i := range x {
		if y[i] > 0 {
			v := in[j]
			j++
			if v > 1 {
				x[i] = v
				n++
			}
		}
	}
	return
}

func SpreadChecked[T cursorElem](x []T, at []uint8, on []bool) (j int) {
	for i := range on {
		if on[i] {
			x[at[j]&127] = T(i)
			j++
		}
	}
	return
}

// In these, the counter is more than a place: they stay scalar.

func PackShown[T cursorElem](a, x []T, at []int) (j int) {
	for i := range x {
		if x[i] > 0 {
			a[j] = x[i]
			at[i] = j
			j++
		}
	}
	return
}

func PackGaps[T cursorElem](a, x []T) (j int) {
	for i := range x {
		if x[i] > 0 {
			a[j] = x[i]
			j += 2
		}
	}
	return
}

func PackOther[T cursorElem](a, x, y []T) (j int) {
	for i := range x {
		if x[i] > 0 {
			j++
		}
		if y[i] > 0 {
			a[j] = x[i]
		}
	}
	return
}

func PackDown[T cursorElem](a, x []T) (j int) {
	j = len(a)
	for i := range x {
		if x[i] > 0 {
			j--
			a[j] = x[i]
		}
	}
	return
}

func SpreadInPlace[T cursorElem](x []T) (j int) {
	for i := range x {
		if x[i] > 0 {
			x[i] = x[j]
			j++
		}
	}
	return
}

// Loops that are left by where their counter is.

func PackUpTo[T cursorElem](out, x []T, n int) int {
	j := 0
	for _, v := range x {
		if v > 0 {
			if j >= n {
				break
			}
			out[j] = v
			j++
		}
	}
	return j
}

func PackFull[T cursorElem](out, x []T) (int, int) {
	i, j := 0, 0
	for i < len(x) && j != len(out) {
		if x[i] > 0 {
			out[j] = x[i]
			j++
		}
		i++
	}
	return i, j
}

func NthPositive[T cursorElem](x []T, n int) int {
	for i, v := range x {
		if v > 0 {
			n--
			if n < 0 {
				return i
			}
		}
	}
	return -1
}

func SumOfFirst[T cursorElem](x []T, n int) T {
	s, seen := T(0), 0
	for i := range x {
		if x[i] > 0 {
			s += x[i]
			if seen++; seen == n {
				break
			}
		}
	}
	return s
}
