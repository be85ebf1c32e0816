package image

// Blend mixes two images: alpha 255 is all of src.
func Blend(dst, src []uint8, alpha uint8) {
	a := uint16(alpha)
	for i := range dst {
		dst[i] = uint8((uint16(src[i])*a + uint16(dst[i])*(255-a)) / 255)
	}
}

// Threshold makes pixels black or white.
func Threshold(dst, src []uint8, t uint8) {
	for i, v := range src {
		if v > t {
			dst[i] = 255
		} else {
			dst[i] = 0
		}
	}
}

// Histogram counts the pixels of every level.
func Histogram(counts *[256]uint32, src []uint8) {
	for _, v := range src {
		counts[v]++
	}
}

// SAD16 sums absolute differences between blocks of 16 columns and h rows, as a search for motion does.
func SAD16(cur, ref []uint8, stride, h int) int {
	sum := 0
	for y := 0; y < h; y++ {
		a := cur[y*stride : y*stride+16]
		b := ref[y*stride : y*stride+16]
		for x := 0; x < 16; x++ {
			d := int(a[x]) - int(b[x])
			if d < 0 {
				d = -d
			}
			sum += d
		}
	}
	return sum
}
