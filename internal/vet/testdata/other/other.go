package other

func Twice(x float64) float64 { return 2 * x }
