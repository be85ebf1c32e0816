package image

// Convolve3 convolves with 3 by 3 weights; the rim stays as it is.
func Convolve3(dst, src []float32, w, h int, k *[9]float32) {
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			p := y*w + x
			dst[p] = k[0]*src[p-w-1] + k[1]*src[p-w] + k[2]*src[p-w+1] +
				k[3]*src[p-1] + k[4]*src[p] + k[5]*src[p+1] +
				k[6]*src[p+w-1] + k[7]*src[p+w] + k[8]*src[p+w+1]
		}
	}
}

// Gauss5 blurs along rows and then along columns with the weights 1 4 6 4 1; the rim stays as it is.
func Gauss5(dst, tmp, src []uint8, w, h int) {
	for y := 0; y < h; y++ {
		for x := 2; x < w-2; x++ {
			p := y*w + x
			s := uint16(src[p-2]) + 4*uint16(src[p-1]) + 6*uint16(src[p]) + 4*uint16(src[p+1]) + uint16(src[p+2])
			tmp[p] = uint8((s + 8) >> 4)
		}
	}
	for y := 2; y < h-2; y++ {
		for x := 2; x < w-2; x++ {
			p := y*w + x
			s := uint16(tmp[p-2*w]) + 4*uint16(tmp[p-w]) + 6*uint16(tmp[p]) + 4*uint16(tmp[p+w]) + uint16(tmp[p+2*w])
			dst[p] = uint8((s + 8) >> 4)
		}
	}
}

// Sobel is the magnitude of the gradient, the sum of its parts, at most 255.
func Sobel(dst, src []uint8, w, h int) {
	for y := 1; y < h-1; y++ {
		above := src[(y-1)*w : y*w]
		here := src[y*w : (y+1)*w]
		below := src[(y+1)*w : (y+2)*w]
		out := dst[y*w : (y+1)*w]
		for x := 1; x < w-1; x++ {
			gx := int16(above[x+1]) - int16(above[x-1]) + 2*(int16(here[x+1])-int16(here[x-1])) +
				int16(below[x+1]) - int16(below[x-1])
			gy := int16(below[x-1]) + 2*int16(below[x]) +
				int16(below[x+1]) - int16(above[x-1]) - 2*int16(above[x]) - int16(above[x+1])
			out[x] = uint8(min(max(gx, -gx)+max(gy, -gy), 255))
		}
	}
}

// BoxBlur is the mean of the 2r+1 pixels around each one of a row, with a sum that runs along. Behind the ends the rim
// goes on.
func BoxBlur(dst, src []uint8, w, h, r int) {
	for y := 0; y < h; y++ {
		in := src[y*w : (y+1)*w]
		out := dst[y*w : (y+1)*w]
		sum := 0
		for x := -r; x <= r; x++ {
			sum += int(in[min(max(x, 0), w-1)])
		}
		size := 2*r + 1
		for x := range out {
			out[x] = uint8(sum / size)
			sum += int(in[min(x+r+1, w-1)]) - int(in[max(x-r, 0)])
		}
	}
}

// ResizeRow stretches a row, mixing the two pixels next to each place; step is in units of 1/65536 of a pixel.
func ResizeRow(dst, src []uint8, step uint32) {
	at := uint32(0)
	for i := range dst {
		p := at >> 16
		f := at >> 8 & 255
		dst[i] = uint8((uint32(src[p])*(256-f) + uint32(src[p+1])*f) >> 8)
		at += step
	}
}
