package mod

import "hotloop"

var (
	scale   = hotloop.Accelerate(Scale, text).Func
	amplify = hotloop.Accelerate(Amplify, text)
	add     = hotloop.Accelerate((*vec).Add, text, hotloop.MaxISA(hotloop.AVX2))
	sum     = hotloop.MustCompile[func([]float64) float64](text, "Sum", hotloop.FP(hotloop.FPFast))
	many    = hotloop.Accelerate(Many, text)
	handed  = hotloop.Accelerate(Amplify, text, hotloop.WithGlobal("gain", &gain))
	bound   = hotloop.MustCompile[func([]float64)](text, "Scale", hotloop.WithArgument("f", -2.5*3))
	unbound = hotloop.MustCompile[func([]float64)](text, "Scale", hotloop.WithArgument("f", gain))
	helped  = hotloop.MustCompile[func([]float64)](helpedText, "Helped", hotloop.WithFile("help.go", helpText))
	blended = hotloop.MustCompile[func([]float64)](blendText, "Blend", hotloop.WithImport("hotloop/internal/vet/testdata/other", files))
	missing = hotloop.MustCompile[func([]float64)](blendText, "Blend")
	alone   = hotloop.MustCompile[func([]float64)](helpedText, "Helped")
	small   = hotloop.Accelerate(Abs, text)
	later   = hotloop.Accelerate(Scale, text, options()...)
)

func setGain(x float64) { gain = x }

func options() []hotloop.Option { return nil }

const helpedText = `package mod
func Helped(x []float64) {
	for i := range x {
		x[i] = help(x[i])
	}
}
`
const helpText = `package mod
func help(x float64) float64 { return x * 2 }
`

const blendText = `package mod
import "hotloop/internal/vet/testdata/other"
func Blend(x []float64) {
	for i := range x {
		x[i] = other.Twice(x[i])
	}
}
`
