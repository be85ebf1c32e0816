package kernels

// Loops with indexes that stay the same for a while, bitmaps, and rows of images as slices.

func BlockScale(y, x []int8, scale []int32) {
	for i := range y {
		y[i] = int8(int32(x[i]) * scale[i/32] >> 8)
	}
}

func BlockScaleFloat(y []float32, x []int8, scale []float32) {
	for i := range y {
		y[i] = float32(x[i]) * scale[i>>5]
	}
}

func BlockBitsFill(y, x []int32, bits []uint64) {
	for i := range y {
		if bits[i>>6]>>(uint(i)&63)&1 != 0 {
			y[i] = x[i]
		}
	}
}

func BlockBits32(y []float64, bits []uint32) (n int) {
	for i := range y {
		if bits[i>>5]>>(uint(i)&31)&1 == 0 {
			n++
		}
	}
	return n
}

func BlockBits16(y []uint8, bits []uint16) {
	for i := range y {
		b := uint8(0)
		if bits[i/16]>>(uint(i)&15)&1 != 0 {
			b = 1
		}
		y[i] = b
	}
}

func BlockBits8(y []uint8, bits []uint8) (n int) {
	for i := range y {
		if bits[i>>3]>>(uint(i)&7)&1 != 0 {
			n += 3
		}
	}
	return n
}

func BlockOneWord(y []int16, word uint64) {
	for i := range y {
		if word>>(uint(i)&63)&1 != 0 {
			y[i] = -y[i]
		}
	}
}

func BlockFromOne(y []int32, bits []uint64) {
	for i := 1; i < len(y); i++ {
		if bits[i>>6]>>(uint(i)&63)&1 != 0 {
			y[i] = 7
		}
	}
}

func BlockSet(y []int32, bits []uint32) (n int) {
	for i := range y {
		if bits[i>>5]>>(uint(i)&31)&1 != 0 {
			y[n] = int32(i)
			n++
		}
	}
	return n
}

func BlockFind(y []int32, bits []uint64) int {
	for i := range y {
		if bits[i>>6]>>(uint(i)&63)&1 != 0 && y[i] == 3 {
			return i
		}
	}
	return -1
}

func BlockRows(y, x []uint8, w, h int) {
	for r := 1; r < h-1; r++ {
		above := x[(r-1)*w : r*w]
		below := x[(r+1)*w : (r+2)*w]
		out := y[r*w : (r+1)*w]
		for i := 1; i < w-1; i++ {
			out[i] = above[i-1] + below[i+1]
		}
	}
}

func BlockCount(y []float64, x []int32, lo, hi float64, from, to int32) (n int) {
	for i, v := range y {
		if v >= lo && v < hi && x[i] >= from && x[i] < to {
			n++
		}
	}
	return n
}

func BlockUnpack(y []uint32, x []uint8, w int) {
	for i := range y {
		p := i * w >> 3
		y[i] = uint32(x[p]) | uint32(x[p+1])<<8 | uint32(x[p+2])<<16 | uint32(x[p+3])<<24
	}
}

func BlockNear(y, x []int32, at []int32) (s int32) {
	for i, p := range at {
		if y[i] > 0 {
			s += x[p] + x[p+2] - x[p+1] + int32(i)
		}
	}
	return s
}

func BlockNumber(y []int16, z []uint8, x []int32) {
	for i := range y {
		y[i] = int16(i) - 3
		z[i] = uint8(i) * uint8(x[i])
	}
}

func BlockSAD(a, b []uint8, w, h int) (s int) {
	for r := 0; r < h; r++ {
		x, y := a[r*w:r*w+16], b[r*w:r*w+16]
		for i := 0; i < 16; i++ {
			d := int(x[i]) - int(y[i])
			if d < 0 {
				d = -d
			}
			s += d
		}
	}
	return s
}

func BlockGroups(sum []float64, at []uint8, x []float64) {
	for i, v := range x {
		sum[at[i]] += v
	}
}
