package kernels

// Loops with longer steps than one, from anywhere to anywhere. Only the checks of what they index say that the counter
// does not wrap around.

// StepSum walks up by two.
func StepSum(x []int32, from, to int) (s int32) {
	for i := from; i < to; i += 2 {
		s += x[i]
	}
	return s
}

// StepStore stores behind what it reads.
func StepStore(x, y []int32, from, to int) {
	for i := from; i <= to; i += 3 {
		y[i] = x[i] + int32(i)
	}
}

// StepPairs has its check a place behind the counter, and one before it.
func StepPairs(x, y []float32, from, to int) {
	j := from
	for i := from + 1; i < to; i += 2 {
		j++
		y[j] = x[i] - x[i-1]*x[i+1]
	}
}

// StepDown walks down.
func StepDown(x []uint8, from, to int) (s int) {
	for i := from; i > to; i -= 2 {
		s += int(x[i]) ^ i
	}
	return s
}

// StepDownTo includes the last place.
func StepDownTo(x, y []int64, from, to int) {
	for i := from; i >= to; i -= 5 {
		y[i] = x[i] * 3
	}
}

// StepSometimes has a check that not every iteration makes: it says nothing.
func StepSometimes(x, y []int32, from, to int) (n int) {
	for i := from; i < to; i += 2 {
		if n++; n > 60 {
			break
		}
		if i&4 != 0 {
			y[i&63] = x[i&31]
		}
	}
	return n
}
