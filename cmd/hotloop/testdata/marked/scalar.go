package k

//hotloop:kernel
func Sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

//hotloop:kernel
func Add(a, b int) int { return a + b }

//hotloop:kernel
func Send(c chan int) { c <- 1 }
