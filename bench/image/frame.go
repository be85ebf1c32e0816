package image

// Crop copies a part of an image, whose rows are stride apart, into one of its own.
func Crop(dst, src []uint8, w, h, stride int) {
	k := 0
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			dst[k] = src[y*stride+x]
			k++
		}
	}
}

// Vignette darkens an image towards its edges: so much for each column, times so much for each row.
func Vignette(dst, src []uint8, column, row []float32, w int) {
	for i, p := range src {
		dst[i] = uint8(float32(p) * column[i%w] * row[i/w])
	}
}

// Over draws one image over another; colours are premultiplied by alpha.
func Over(dst, src []uint8) {
	for i := 0; i+4 <= len(dst); i += 4 {
		s, d := src[i:i+4:i+4], dst[i:i+4:i+4]
		a := 255 - uint32(s[3])
		d[0] = uint8(uint32(s[0]) + uint32(d[0])*a/255)
		d[1] = uint8(uint32(s[1]) + uint32(d[1])*a/255)
		d[2] = uint8(uint32(s[2]) + uint32(d[2])*a/255)
		d[3] = uint8(uint32(s[3]) + uint32(d[3])*a/255)
	}
}
