package kernels

import "math/bits"

// Sums whose remainders can be taken once for many iterations, and some that look like them; and chains of
// carries.

func ModAdler(x []uint8) uint32 {
	a, b := uint32(1), uint32(0)
	for i := range x {
		a = (a + uint32(x[i])) % 65521
		b = (b + a) % 65521
	}
	return b<<16 | a
}

// ModAdlerFrom goes on from another sum, of signed numbers.
func ModAdlerFrom(x []uint8, s uint32) uint32 {
	a, b := int(s&0xffff), int(s>>16)
	for _, v := range x {
		b = (b + a) % 65521
		a = (a + int(v)) % 65521
	}
	return uint32(b<<16 | a)
}

func ModFletcher(x []uint8) uint16 {
	var a, b uint16
	for i := range x {
		a = (a + uint16(x[i])) % 255
		b = (b + a) % 255
	}
	return b<<8 | a
}

func ModWords(x []uint16) (uint32, uint32, uint32) {
	var a, b, c uint32
	for i := range x {
		a = (uint32(x[i]) + a) % 65535
		b = (b + a + a) % 65535
		c = (c + b + 7) % 65535
	}
	return a, b, c
}

func ModSquares(x, y []uint32) uint64 {
	s := uint64(5)
	for i := range x {
		s = (s + uint64(x[i]&0xffff)*uint64(y[i]&0xffff)) % 998244353
	}
	return s
}

func ModSigned(x []uint8) int16 {
	s := int16(30000)
	for _, v := range x {
		s = (s + int16(v&63)) % 97
	}
	return s
}

// ModStores stores beside.
func ModStores(y []uint32, x []uint8) uint32 {
	s := uint32(0)
	for i := range x {
		y[i] ^= uint32(x[i])
		s = (s + uint32(x[i])) % 1000
	}
	return s
}

// ModSeen shows the remainders: they are taken one by one.
func ModSeen(y []uint32, x []uint8) uint32 {
	s := uint32(0)
	for i := range x {
		s = (s + uint32(x[i])) % 10
		y[i] = s
	}
	return s
}

// ModNegative adds what may be negative.
func ModNegative(x []int8) int32 {
	s := int32(0)
	for i := range x {
		s = (s + int32(x[i])) % 1000
	}
	return s
}

// ModWrapping begins with what may wrap around.
func ModWrapping(x []uint32, s uint32) uint32 {
	for i := range x {
		s = (s + x[i]) % 1000
	}
	return s
}

// ModLast wants the sum of the iteration before.
func ModLast(x []uint8) uint32 {
	s, last := uint32(0), uint32(0)
	for i := range x {
		last = s
		s = (s + uint32(x[i])) % 1000
	}
	return last
}

func CarryAdd(z, x, y []uint64) uint64 {
	var c uint64
	for i := range z {
		z[i], c = bits.Add64(x[i], y[i], c)
	}
	return c
}

// CarryTwo has two chains, and takes one of them from its caller.
func CarryTwo(z, x, y []uint64, c uint64) (uint64, uint64) {
	c &= 1
	b := uint64(1)
	for i := range z {
		s := x[i]
		s, c = bits.Add64(s, y[i], c)
		z[i], b = bits.Sub64(s, z[i], b)
	}
	return c, b
}

func CarryWord(z []uint32, c uint32) uint32 {
	for i := range z {
		s := z[i] + c
		z[i] = s
		if s < c {
			c = 1
		} else {
			c = 0
		}
	}
	return c
}

// CarryOnes meets sums of all ones.
func CarryOnes(z, x []uint8) uint8 {
	c := uint8(1)
	for i := range z {
		s := x[i] | 0xfd
		t := s + c
		z[i] = t
		c = 0
		if t < s {
			c = 1
		}
	}
	return c
}
