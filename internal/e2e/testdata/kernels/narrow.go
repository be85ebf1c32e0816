package kernels

// Loops over narrow integers, over bytes that make up larger ones, over short rows of known length, and ones that compare with
// the element at an index they keep.

func SatAddI8(dst, x, y []int8) {
	for i := range dst {
		dst[i] = int8(max(min(int32(x[i])+int32(y[i]), 127), -128))
	}
}

func SatSubI8(dst, x, y []int8) {
	for i := range dst {
		s := int16(x[i]) - int16(y[i])
		if s < -128 {
			s = -128
		} else if s > 127 {
			s = 127
		}
		dst[i] = int8(s)
	}
}

func SatAddI16(dst, x, y []int16) {
	for i := range dst {
		s := int(x[i]) + int(y[i])
		if s > 32767 {
			s = 32767
		} else if s < -32768 {
			s = -32768
		}
		dst[i] = int16(s)
	}
}

func SatSubI16(dst, x, y []int16) {
	for i := range dst {
		dst[i] = int16(min(max(int32(x[i])-int32(y[i]), -32768), 32767))
	}
}

// SatAlmostI16 does not saturate: its bounds are others.
func SatAlmostI16(dst, x, y []int16) {
	for i := range dst {
		dst[i] = int16(min(max(int32(x[i])-int32(y[i]), -32767), 32767))
	}
}

func SatSubU8(dst, x, y []uint8) {
	for i := range dst {
		dst[i] = uint8(max(int32(x[i])-int32(y[i]), 0))
	}
}

func SatSubU16(dst, x, y []uint16) {
	for i := range dst {
		if x[i] > y[i] {
			dst[i] = x[i] - y[i]
		} else {
			dst[i] = 0
		}
	}
}

func SatWideU16(dst, x, y []uint16) {
	for i := range dst {
		dst[i] = uint16(max(int(x[i])-int(y[i]), 0))
	}
}

func LoadWords(dst []uint16, p []uint8) {
	for i := range dst {
		dst[i] = uint16(p[2*i]) | uint16(p[2*i+1])<<8
	}
}

func LoadDoubles(dst []uint64, p []uint8) {
	for i := range dst {
		b := p[8*i : 8*i+8]
		dst[i] = uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
	}
}

func LoadOverlapping(dst []uint32, p []uint8) {
	for i := range dst {
		dst[i] = uint32(p[i]) | uint32(p[i+1])<<8 | uint32(p[i+2])<<16 | uint32(p[i+3])<<24
	}
}

// LoadInPlace reads what it has just written.
func LoadInPlace(p []uint8) {
	for i := 0; i+2 < len(p); i++ {
		w := uint16(p[i]) | uint16(p[i+1])<<8
		p[i+2] = uint8(w >> 3)
	}
}

func LoadBigEndian(dst []uint32, p []uint8) {
	for i := range dst {
		dst[i] = uint32(p[4*i])<<24 | uint32(p[4*i+1])<<16 | uint32(p[4*i+2])<<8 | uint32(p[4*i+3])
	}
}

func BestAt(x []float32) int {
	best := 0
	for i := range x {
		if x[i] > x[best] {
			best = i
		}
	}
	return best
}

func BestFrom(x []int32, from int) (int, int32) {
	best := from
	for i := range x {
		if x[i] <= x[best] {
			best = i
		}
	}
	return best, x[best]
}

func BestDown(x []int16) int {
	best := len(x) - 1
	for i := len(x) - 2; i >= 0; i-- {
		if x[i] > x[best] {
			best = i
		}
	}
	return best
}

// BestStored changes what it compares with.
func BestStored(x, y []int32) int {
	best := 0
	for i := range x {
		if x[i] > x[best] {
			best = i
		}
		y[i]++
	}
	return best
}

func Rows16(out []uint32, x, y []uint8) {
	for r := range out {
		a, b := x[16*r:16*r+16], y[16*r:16*r+16]
		s := uint32(0)
		for j := 0; j < 16; j++ {
			s += uint32(a[j]) * uint32(b[j])
		}
		out[r] = s
	}
}

func Rows8(dst, x []uint8, stride int) {
	for r := 0; r*stride+8 <= len(x) && stride > 0; r++ {
		for j := 0; j < 8; j++ {
			dst[r*stride+j] = x[r*stride+j] + 3
		}
	}
}
