package a

import (
	_ "embed"

	"hotloop"
)

//go:embed a.go
var text string

var gain = 2.0

func setGain(x float64) { gain = x }

var k = hotloop.Accelerate(Amplify, text) // want `Accelerate of Amplify: falls back: found package-level variable gain`

func Amplify(x []float64) {
	for i := range x {
		x[i] *= gain // want `Amplify is no kernel: found package-level variable gain`
	}
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
