package a

import (
	_ "embed"

	"hotloop"
)

//go:embed a.go
var text string

var gain = 2.0

func setGain(x float64) { gain = x }

var k = hotloop.Accelerate(Amplify, text) // want `Accelerate of Amplify: falls back: package-level variable gain`

func Amplify(x []float64) {
	for i := range x {
		x[i] *= gain // want `Amplify is no kernel: package-level variable gain`
	}
}

func amplified() float64 {
	x := [4]float64{1, 2, 3, 4}
	k.Func(x[:]) // want `x, line 25, is allocated on the heap in each call of amplified`
	return x[0]
}

func Sum(x []float64) (s float64) {
	for _, v := range x { // want `loop stays scalar: write hotloop.FP\(hotloop.FPFast\) or //loop:fp reassoc`
		s += v
	}
	return s
}

func Scale(x []float64, f float64) {
	for i := range x {
		x[i] *= f
	}
}

func Send(c chan int, x []int) {
	for i, v := range x {
		c <- x[i] + v
	}
}
