// Package pixel has operations on images as plain Go, and as kernels compiled from the same text (fast.go). Source and
// destination are of one size, but for those of Resize, and are not the same image.
package pixel

import "image"

// Gray sets dst to the luminance of src, by the weights of ITU-R BT.601 in 65536ths.
func Gray(dst *image.Gray, src *image.RGBA) {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	for y := 0; y < h; y++ {
		from := src.Pix[y*src.Stride : y*src.Stride+4*w]
		to := dst.Pix[y*dst.Stride : y*dst.Stride+w]
		for x := range to {
			r, g, b := uint32(from[4*x]), uint32(from[4*x+1]), uint32(from[4*x+2])
			to[x] = uint8((19595*r + 38470*g + 7471*b + 1<<15) >> 16)
		}
	}
}

// Threshold sets the pixels of dst to white where those of src are at least t, and to black elsewhere.
func Threshold(dst, src *image.Gray, t uint8) {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	for y := 0; y < h; y++ {
		from := src.Pix[y*src.Stride : y*src.Stride+w]
		to := dst.Pix[y*dst.Stride : y*dst.Stride+w]
		for x, v := range from {
			if v >= t {
				to[x] = 255
			} else {
				to[x] = 0
			}
		}
	}
}

// Histogram adds to count[v] the number of pixels of value v.
func Histogram(count *[256]uint32, src *image.Gray) {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	for y := 0; y < h; y++ {
		for _, v := range src.Pix[y*src.Stride : y*src.Stride+w] {
			count[v]++
		}
	}
}

// Blur sets each channel of dst to the weighted mean of 5×5 pixels around, with the binomial weights 1 4 6 4 1 each
// way. Pixels outside the image are those at its edge. sums has room for four channels of a row of pixels.
func Blur(dst, src *image.RGBA, sums []uint16) {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if w < 4 || h < 1 {
		copy(dst.Pix, src.Pix)
		return
	}
	sums = sums[:4*w]
	for y := 0; y < h; y++ {
		r0 := src.Pix[max(y-2, 0)*src.Stride:][:4*w]
		r1 := src.Pix[max(y-1, 0)*src.Stride:][:4*w]
		r2 := src.Pix[y*src.Stride:][:4*w]
		r3 := src.Pix[min(y+1, h-1)*src.Stride:][:4*w]
		r4 := src.Pix[min(y+2, h-1)*src.Stride:][:4*w]
		for i := range sums {
			sums[i] = uint16(r0[i]) + uint16(r4[i]) + 4*(uint16(r1[i])+uint16(r3[i])) + 6*uint16(r2[i])
		}
		to := dst.Pix[y*dst.Stride:][:4*w]
		for i := 8; i < len(sums)-8; i++ {
			to[i] = weigh(sums[i-8], sums[i-4], sums[i], sums[i+4], sums[i+8])
		}
		for c := 0; c < 4; c++ {
			a, z := sums[c:], sums[4*w-16+c:] // four pixels at either edge
			to[c] = weigh(a[0], a[0], a[0], a[4], a[8])
			to[4+c] = weigh(a[0], a[0], a[4], a[8], a[12])
			to[4*w-8+c] = weigh(z[0], z[4], z[8], z[12], z[12])
			to[4*w-4+c] = weigh(z[4], z[8], z[12], z[12], z[12])
		}
	}
}

func weigh(a, b, c, d, e uint16) uint8 {
	return uint8((uint32(a) + uint32(e) + 4*(uint32(b)+uint32(d)) + 6*uint32(c) + 128) >> 8)
}

// Sobel sets the pixels of dst to the strength of edges in src: the sum of the two gradients' magnitudes, at most 255.
// Pixels at the edge of the image are left as they are.
func Sobel(dst, src *image.Gray) {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if w < 3 {
		return
	}
	for y := 1; y < h-1; y++ {
		up := src.Pix[(y-1)*src.Stride : (y-1)*src.Stride+w]
		at := src.Pix[y*src.Stride : y*src.Stride+w]
		low := src.Pix[(y+1)*src.Stride : (y+1)*src.Stride+w]
		to := dst.Pix[y*dst.Stride : y*dst.Stride+w]
		for x := 1; x < w-1; x++ {
			gx := int(up[x+1]) + 2*int(at[x+1]) + int(low[x+1]) - int(up[x-1]) - 2*int(at[x-1]) - int(low[x-1])
			gy := int(low[x-1]) + 2*int(low[x]) + int(low[x+1]) - int(up[x-1]) - 2*int(up[x]) - int(up[x+1])
			to[x] = uint8(min(max(gx, -gx)+max(gy, -gy), 255))
		}
	}
}

// Resize sets dst to src in another size, by linear interpolation between the four pixels around each place.
func Resize(dst, src *image.RGBA) {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	dw, dh := dst.Rect.Dx(), dst.Rect.Dy()
	if sw == 0 || sh == 0 || dw == 0 || dh == 0 {
		return
	}
	stepX, stepY := (sw<<16)/dw, (sh<<16)/dh // in 65536ths of a pixel
	for y := 0; y < dh; y++ {
		at := max(y*stepY+stepY/2-1<<15, 0)
		y0, fy := at>>16, uint32(at>>8&255)
		y1 := min(y0+1, sh-1)
		r0 := src.Pix[y0*src.Stride:][:4*sw]
		r1 := src.Pix[y1*src.Stride:][:4*sw]
		to := dst.Pix[y*dst.Stride:][:4*dw]
		for x := 0; x < len(to)/4; x++ {
			at := max(x*stepX+stepX/2-1<<15, 0)
			x0, fx := at>>16, uint32(at>>8&255)
			x1 := min(x0+1, sw-1)
			p, q := r0[4*x0:][:4], r0[4*x1:][:4] // of the upper row
			s, t := r1[4*x0:][:4], r1[4*x1:][:4]
			var sum [4]uint32
			for c := range sum {
				top := uint32(p[c])*(256-fx) + uint32(q[c])*fx
				low := uint32(s[c])*(256-fx) + uint32(t[c])*fx
				sum[c] = top*(256-fy) + low*fy
			}
			pixel := to[4*x:][:4]
			for c, v := range sum {
				pixel[c] = uint8((v + 1<<15) >> 16)
			}
		}
	}
}

// Blend lays src over dst: colors are premultiplied with their alpha, as image.RGBA has them.
func Blend(dst, src *image.RGBA) {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	for y := 0; y < h; y++ {
		from := src.Pix[y*src.Stride : y*src.Stride+4*w]
		to := dst.Pix[y*dst.Stride : y*dst.Stride+4*w]
		for x := 0; x < w; x++ {
			rest := 255 - uint32(from[4*x+3])
			for c := 0; c < 4; c++ {
				v := uint32(to[4*x+c])*rest + 128
				to[4*x+c] = uint8(uint32(from[4*x+c]) + (v+v>>8)>>8)
			}
		}
	}
}
