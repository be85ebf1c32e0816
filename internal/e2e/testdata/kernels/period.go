package kernels

// Loops with values that walk evenly until they start over.

func KeyXor(dst, src, key []byte) {
	n := len(key)
	for i := range src {
		dst[i] = src[i] ^ key[i%n]
	}
}

func KeyXorReset(dst, src, key []byte) {
	j := 0
	for i := range src {
		dst[i] = src[i] ^ key[j]
		j++
		if j == len(key) {
			j = 0
		}
	}
}

func KeyConst(dst, src []uint16, key []uint16) {
	for i := range src {
		dst[i] = src[i] + key[i%100]
	}
}

func KeyPower(dst, src []uint16, key []uint16) {
	for i := range src {
		dst[i] = src[i] + key[i%128]
	}
}

func RingRead(dst, ring []float32, head int) {
	n := len(ring)
	for i := range dst {
		dst[i] = ring[(head+i)%n]
	}
}

func RingReadAtLeast(dst, ring []float32, head int) int {
	for i := range dst {
		dst[i] = ring[head]
		head++
		if head >= len(ring) {
			head = 0
		}
	}
	return head
}

func RingMasked(dst, ring []int32, head int) {
	m := len(ring) - 1
	for i := range dst {
		dst[i] += ring[(head+i)&m]
	}
}

func RingMaskedU32(dst, ring []int32, head, m uint32) uint32 {
	for i := range dst {
		dst[i] += ring[head&m]
		head++
	}
	return head
}

func RingU8(dst, ring []int16, head uint8) {
	for i := range dst {
		dst[i] = ring[head]
		head++
	}
}

func RingU8Down(dst, ring []int16, head uint8) uint8 {
	for i := range dst {
		dst[i] = ring[head]
		head -= 3
	}
	return head
}

func RingWrite(ring, src []int32, head int) int {
	for _, v := range src {
		ring[head] = v
		head = (head + 1) % len(ring)
	}
	return head
}

func RingWriteMasked(ring, src []int64, head int) int {
	for _, v := range src {
		ring[head] = v
		head = (head + 1) & (len(ring) - 1)
	}
	return head
}

func RingWriteU32(ring, src []float64, head, n uint32) uint32 {
	for _, v := range src {
		ring[head] = v
		head = (head + 1) % n
	}
	return head
}

func RingDown(dst, ring []float32, head int) int {
	for i := range dst {
		dst[i] = ring[head]
		head--
		if head < 0 {
			head = len(ring) - 1
		}
	}
	return head
}

func RingTestFirst(dst, ring []int32, j, last int) int {
	for i := range dst {
		dst[i] = ring[j]
		if j == last {
			j = 0
		} else {
			j++
		}
	}
	return j
}

func RingFrom(dst, ring []int32, j, from, to int32) int32 {
	for i := range dst {
		dst[i] = ring[j]
		if j++; j > to {
			j = from
		}
	}
	return j
}

func RingSignedAny(dst []int32, j, from, to int8) int8 {
	for i := range dst {
		dst[i] = int32(j)
		if j++; j >= to {
			j = from
		}
	}
	return j
}

func RingUnsignedAny(dst []uint32, j, from, to uint16) uint16 {
	for i := range dst {
		dst[i] = uint32(j) * 3
		if j--; j < to {
			j = from
		}
	}
	return j
}

func CounterWhole(dst []uint64, j, from, to uint64) uint64 {
	for i := range dst {
		dst[i] = j
		if j++; j > to {
			j = from
		}
	}
	return j
}

func StencilTorus(dst, x []float32) {
	n := len(x)
	for i := range dst {
		dst[i] = x[(i+n-1)%n] + x[i%n] + x[(i+1)%n]
	}
}

func LifeTorus(dst, src []uint8, w, h int) {
	for y := 0; y < h; y++ {
		up, down := (y+h-1)%h*w, (y+1)%h*w
		for x := 0; x < w; x++ {
			l, r := (x+w-1)%w, (x+1)%w
			n := src[up+l] + src[up+x] + src[up+r] + src[y*w+l] + src[y*w+r] + src[down+l] + src[down+x] + src[down+r]
			v := uint8(0)
			if n == 3 || n == 2 && src[y*w+x] != 0 {
				v = 1
			}
			dst[y*w+x] = v
		}
	}
}

func Checker(dst []uint8, w int) {
	for i := range dst {
		x, y := i%w, i/w
		if (x^y)&8 != 0 {
			dst[i] = 255
		} else {
			dst[i] = 0
		}
	}
}

func Tiles(dst, tile []int32, w int) {
	for i := range dst {
		dst[i] = tile[i/w%8*8+i%w%8]
	}
}

func SignedSteps(dst []int32, from, n int32) {
	for i := range dst {
		dst[i] = from%n + from/n
		from += 3
	}
}

func UnsignedSteps(dst []uint32, from, n uint32) {
	for i := range dst {
		dst[i] = from%n ^ from/n
		from -= 5
	}
}

func SmallSteps(dst []uint16, from, n uint16) {
	for i := range dst {
		dst[i] = from%n ^ from/n
		from += 7
	}
}

func WideSteps(dst []uint64, from, n uint64) {
	for i := range dst {
		dst[i] = from%n ^ from/n
		from++
	}
}

func StepsDown(dst []int, from, n int) {
	for i := range dst {
		dst[i] = (from-i)%n + (from-2*i)/n
	}
}

func TwoRings(dst, a, b []float64) {
	n, m := len(a), len(b)
	for i := range dst {
		dst[i] = a[i%n] * b[(i+5)%m]
	}
}

func MaskHoles(dst, x []int32, m int) {
	for i := range dst {
		dst[i] = x[i&m]
	}
}

func RingSum(ring []int32, n, head int) int32 {
	s := int32(0)
	for i := 0; i < n; i++ {
		s += ring[(head+i)%len(ring)]
	}
	return s
}

func RingInPlace(ring []int32, n int) {
	for i := 0; i < n; i++ {
		ring[(i+1)%len(ring)] += ring[i%len(ring)]
	}
}

func RingConditional(dst, ring []int32) int {
	j := 0
	for i := range dst {
		if dst[i] > 0 {
			dst[i] = ring[j]
		}
		if j++; j == len(ring) {
			j = 0
		}
	}
	return j
}

func RingSome(dst, ring []int32) int {
	j := 0
	for i := range dst {
		if dst[i] > 0 {
			dst[i] = ring[j]
			if j++; j == len(ring) {
				j = 0
			}
		}
	}
	return j
}
