package below

//hotloop:readonly
func Half(x []float64) {
	//loop vectorize.width=4
	for i := range x {
		x[i] /= 2
	}
}
