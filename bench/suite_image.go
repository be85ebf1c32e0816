package bench

import (
	"hotloop/bench/image"
	"hotloop/bench/image/oracle"
)

// Image returns the suite image: n is the approximate number of pixels.
func Image() []*Kernel {
	e := entriesOf("image")
	u8 := ints[uint8]
	return []*Kernel{
		e.kernel("gray_rgb", "GrayRGB", f2(image.GrayRGB, oracle.GrayRGB, oracle.EmptyGrayRGB),
			func(g gen, n int) []any { return []any{u8(g, n), u8(g, 3*n)} }),
		e.kernel("yuv_rgb", "YUVToRGB", f4(image.YUVToRGB, oracle.YUVToRGB, oracle.EmptyYUVToRGB),
			func(g gen, n int) []any { return []any{u8(g, 3*n), u8(g, n), u8(g, n), u8(g, n)} }),
		e.kernel("premultiply", "Premultiply", f1(image.Premultiply, oracle.Premultiply, oracle.EmptyPremultiply),
			func(g gen, n int) []any { return []any{u8(g, 4*n+n%3)} }),
		e.kernel("deinterleave", "Deinterleave", f5(image.Deinterleave, oracle.Deinterleave, oracle.EmptyDeinterleave),
			func(g gen, n int) []any { return []any{u8(g, n), u8(g, n), u8(g, n), u8(g, n), u8(g, 4*n)} }),
		e.kernel("gamma", "Gamma", f3(image.Gamma, oracle.Gamma, oracle.EmptyGamma),
			func(g gen, n int) []any { return []any{u8(g, n), u8(g, n), (*[256]uint8)(u8(g, 256))} }),
		e.kernel("blend", "Blend", f3(image.Blend, oracle.Blend, oracle.EmptyBlend),
			func(g gen, n int) []any { return []any{u8(g, n), u8(g, n), uint8(g.Uint32())} }),
		e.kernel("threshold", "Threshold", f3(image.Threshold, oracle.Threshold, oracle.EmptyThreshold),
			func(g gen, n int) []any { return []any{u8(g, n), u8(g, n), uint8(g.IntN(256))} }),
		e.kernel("histogram", "Histogram", f2(image.Histogram, oracle.Histogram, oracle.EmptyHistogram),
			func(g gen, n int) []any { return []any{(*[256]uint32)(ints[uint32](g, 256)), u8(g, n)} }),
		// a dark picture
		e.kernel("histogram_flat", "Histogram", f2(image.Histogram, oracle.Histogram, oracle.EmptyHistogram),
			func(g gen, n int) []any { return []any{(*[256]uint32)(ints[uint32](g, 256)), mostly[uint8](g, n, 0)} }),
		// neighbors are similar
		e.kernel("histogram_smooth", "Histogram", f2(image.Histogram, oracle.Histogram, oracle.EmptyHistogram),
			func(g gen, n int) []any { return []any{(*[256]uint32)(ints[uint32](g, 256)), wander[uint8](g, n)} }),
		e.kernel("sad16", "SAD16", f4r(image.SAD16, oracle.SAD16, oracle.EmptySAD16),
			func(g gen, n int) []any {
				stride, h := 16, n/16
				if h >= 8 { // a column of blocks out of an image
					stride, h = n/h+16, h/2
				}
				return []any{u8(g, stride*h), u8(g, stride*h), stride, h}
			}),
		e.kernel("convolve3", "Convolve3", f5(image.Convolve3, oracle.Convolve3, oracle.EmptyConvolve3),
			func(g gen, n int) []any {
				w, h := grid(n)
				return []any{g.f32s(n), g.f32s(n), w, h, (*[9]float32)(g.f32s(9))}
			}).feeds(),
		e.kernel("gauss5", "Gauss5", f5(image.Gauss5, oracle.Gauss5, oracle.EmptyGauss5),
			func(g gen, n int) []any {
				w, h := grid(n)
				return []any{u8(g, n), u8(g, n), u8(g, n), w, h}
			}),
		e.kernel("sobel", "Sobel", f4(image.Sobel, oracle.Sobel, oracle.EmptySobel),
			func(g gen, n int) []any {
				w, h := grid(n)
				return []any{u8(g, n), u8(g, n), w, h}
			}),
		e.kernel("box_blur", "BoxBlur", f5(image.BoxBlur, oracle.BoxBlur, oracle.EmptyBoxBlur),
			func(g gen, n int) []any {
				w, h := grid(n)
				return []any{u8(g, n), u8(g, n), w, h, 7}
			}),
		e.kernel("resize_row", "ResizeRow", f3(image.ResizeRow, oracle.ResizeRow, oracle.EmptyResizeRow),
			func(g gen, n int) []any {
				const step = 40503 // of 1/65536: the golden ratio
				return []any{u8(g, n), u8(g, n*step>>16+2), uint32(step)}
			}),
		e.kernel("crop", "Crop", f5(image.Crop, oracle.Crop, oracle.EmptyCrop),
			func(g gen, n int) []any {
				w, h := grid(n)
				return []any{u8(g, w*h), u8(g, (w+16)*h), w, h, w + 16}
			}),
		e.kernel("vignette", "Vignette", f5(image.Vignette, oracle.Vignette, oracle.EmptyVignette),
			func(g gen, n int) []any {
				w, h := grid(n)
				shares := func(n int) []float32 {
					s := make([]float32, n)
					for i := range s {
						s[i] = float32(g.IntN(257)) / 256
					}
					return s
				}
				return []any{u8(g, w*h), u8(g, w*h), shares(w), shares(h), w}
			}),
		e.kernel("over", "Over", f2(image.Over, oracle.Over, oracle.EmptyOver),
			func(g gen, n int) []any { return []any{u8(g, 4*n), u8(g, 4*n)} }),
	}
}
