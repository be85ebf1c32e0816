package fix

// Sum adds numbers.
func Sum(x []float64) (s float64) {
	for _, v := range x { // want `loop stays scalar: write hotloop.FP\(hotloop.FPFast\) or //loop:fp reassoc`
		s += v
	}
	return s
}

func Map(y, t []byte) {
	for i, c := range y { // want `loop could be faster: check the table's length before the loop: _ = t\[255\]`
		y[i] = t[c]
	}
}

func Scale(x []float64, f float64) {
	//loop:vectorise.width=4 // want `unknown loop attribute vectorise.width has no effect; write vectorize.width instead`
	for i := range x {
		x[i] *= f
	}
}

// Promise has no fix: only a promise would help, and it may be false.
func Promise(y, idx []int) {
	for i, k := range idx { // want `loop stays scalar: `
		y[k] = y[i] + 1
	}
}
