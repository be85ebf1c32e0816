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

func Append(y []int) {
	y = append(y, 1)
}
