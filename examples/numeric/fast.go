// Package numeric computes with gonum's matrices: products, Fourier transforms, convolutions and attention, each as
// plain Go (numeric.go) and as a kernel compiled from the same text (the variables of this file).
package numeric

import (
	"embed"

	"hotloop"
)

//go:embed *.go
var files embed.FS

// Sums may be taken in another order: what is computed differs from plain Go's in the last bits.
var fast = hotloop.FP(hotloop.FPFast)

// The functions of numeric.go as kernels. Where there is no machine code, they are those functions.
var (
	FastMatMul     = hotloop.Accelerate(MatMul, "", hotloop.WithPackage(files), fast)
	FastFFT        = hotloop.Accelerate(FFT, "", hotloop.WithPackage(files), fast)
	FastConvolve   = hotloop.Accelerate(Convolve, "", hotloop.WithPackage(files), fast)
	FastConvolve2D = hotloop.Accelerate(Convolve2D, "", hotloop.WithPackage(files), fast)
	FastAttention  = hotloop.Accelerate(Attention, "", hotloop.WithPackage(files), fast)
)

// Errs says by name why a kernel has no machine code; the errors are nil where it has.
func Errs() map[string]error {
	return map[string]error{
		"MatMul": FastMatMul.Err(), "FFT": FastFFT.Err(), "Convolve": FastConvolve.Err(), "Convolve2D": FastConvolve2D.Err(),
		"Attention": FastAttention.Err(),
	}
}
