package mod

import "hotloop"

var (
	scale   = hotloop.Accelerate(Scale, text).Func
	amplify = hotloop.Accelerate(Amplify, text)
	add     = hotloop.Accelerate((*vec).Add, text, hotloop.MaxISA("avx2"))
	sum     = hotloop.MustCompile[func([]float64) float64](text, "Sum", hotloop.FP("fast"))
	many    = hotloop.Accelerate(Many, text)
	later   = hotloop.Accelerate(Scale, text, options()...)
)

func setGain(x float64) { gain = x }

func options() []hotloop.Option { return nil }
