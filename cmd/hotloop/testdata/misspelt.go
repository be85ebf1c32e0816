package k

func Add(x []int32) {
	//loop:vectorise
	for i := range x {
		x[i]++
	}
}
