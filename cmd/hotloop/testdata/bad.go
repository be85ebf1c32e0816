package k

func Chan(y []int, c chan int) {
	for i := range y {
		y[i] = <-c
	}
}

func Go(y []int) {
	for i := range y {
		go println(i)
	}
}

func Map(y []int) {
	y[0] = len(map[int]int{1: 2})
}
