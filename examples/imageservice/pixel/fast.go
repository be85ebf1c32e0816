package pixel

import (
	"embed"

	"hotloop"
)

//go:embed *.go
var files embed.FS

var source = hotloop.WithPackage(files)

// The functions of pixel.go as kernels. Their Func fields are those functions where there is no machine code.
var (
	FastGray      = hotloop.Accelerate(Gray, "", source)
	FastThreshold = hotloop.Accelerate(Threshold, "", source)
	FastHistogram = hotloop.Accelerate(Histogram, "", source)
	FastBlur      = hotloop.Accelerate(Blur, "", source)
	FastSobel     = hotloop.Accelerate(Sobel, "", source)
	FastResize    = hotloop.Accelerate(Resize, "", source)
	FastBlend     = hotloop.Accelerate(Blend, "", source)
)

// Errs says by name why a kernel has no machine code; the errors are nil where it has.
func Errs() map[string]error {
	return map[string]error{
		"Gray": FastGray.Err(), "Threshold": FastThreshold.Err(), "Histogram": FastHistogram.Err(), "Blur": FastBlur.Err(),
		"Sobel": FastSobel.Err(), "Resize": FastResize.Err(), "Blend": FastBlend.Err(),
	}
}
