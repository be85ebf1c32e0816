package directives

//hotloop:kernal
func Double(x []float64) {
	//hotloop:kernel
	for i := range x {
		x[i] *= 2
	}
}
