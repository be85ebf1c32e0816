package features

import "math/bits"

// Bits of conditions, eight to a byte or as many as a word has.

// BitsOfBytes compares bytes, the first one for the lowest bit.
//
//	args line
//	row I50
//	counter kernel BitsOverwritten
//	plan GROUP-BITS
//	no plan GROUP-LOAD
//	asm.avx512 vpcmpub
//	asm.avx512 kmovq
//	asm.avx2 vpmovmskb
//	asm.neon addp
func BitsOfBytes(dst, x []byte, t byte) {
	for i := range min(len(dst), len(x)/8) {
		var w byte
		for j := 0; j < 8; j++ {
			if x[i*8+j] > t {
				w |= 1 << j
			}
		}
		dst[i] = w
	}
}

// BitsOfPlane gathers bit k of every byte.
//
//	args line
//	row I50
//	counter none the instruction is what the row says
//	plan GROUP-BITS
//	asm.avx512 vptestmb
//	asm.avx2 vpmovmskb
//	asm.neon cmtst
func BitsOfPlane(dst, x []byte, k uint) {
	k &= 7
	for i := range min(len(dst), len(x)/8) {
		v := byte(0)
		for j := range 8 {
			v |= (x[8*i+j] >> k & 1) << j
		}
		dst[i] = v
	}
}

// BitsHighFirst has the first one highest, and the number in a wider element.
//
//	args line
//	row I50
//	counter none the instruction is what the row says
//	plan GROUP-BITS
//	asm.avx2 vpshufb
//	asm.neon addp
func BitsHighFirst(dst []uint32, x, y []byte) {
	for i := range min(len(dst), len(x)/8, len(y)/8) {
		var w byte
		for j := 0; j < 8; j++ {
			w <<= 1
			if x[i*8+j] >= 100 {
				w |= 1
			}
		}
		dst[i] = ^uint32(w)
	}
}

// BitsOfSigns has a function that makes numbers of conditions.
//
//	args line
//	row I50
//	counter none the instruction is what the row says
//	plan GROUP-BITS
//	asm.avx512 kmov
//	asm.avx2 vmovmskps
func BitsOfSigns(dst []byte, x []int32, t int32) {
	for i := range min(len(dst), len(x)/8) {
		var w byte
		for j := 0; j < 8; j++ {
			w |= oneIf(x[i*8+j]-t < 0) << j
		}
		dst[i] = w
	}
}

func oneIf(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// BitsOfWord fills words of 64 bits.
//
//	args line
//	row I51
//	counter kernel BitsTwice
//	plan BITS-PHI
//	asm.avx512 kmov
//	asm.avx2 vpmovmskb
func BitsOfWord(dst []uint64, x []float32, t float32) {
	for i := range min(len(dst), len(x)/64) {
		var w uint64
		for j := range 64 {
			if x[i*64+j] > t {
				w |= 1 << j
			}
		}
		dst[i] = w
	}
}

// BitsOfHalf fills words of 16 bits.
//
//	args line
//	row I51
//	counter none the instruction is what the row says
//	plan BITS-PHI
//	asm.avx512 kmov
//	asm.avx2 vpmovmskb
func BitsOfHalf(dst []uint16, x []byte, t byte) {
	for i := range min(len(dst), len(x)/16) {
		var w uint16
		for j := 0; j < 16; j++ {
			w |= uint16(oneIf(x[i*16+j] == t)) << j
		}
		dst[i] = w
	}
}

// BitsOverwritten changes the bytes before it asks for the last one.
func BitsOverwritten(dst, x []byte, t byte) {
	for i := range min(len(dst), len(x)/8) {
		var w byte
		for j := 0; j < 7; j++ {
			if x[i*8+j] > t {
				w |= 1 << j
			}
		}
		x[i*8] = t
		if x[i*8+7] > t {
			w |= 1 << 7
		}
		dst[i] = w
	}
}

// BitsTwice has each bit of two elements.
func BitsTwice(dst []uint64, x []float32, t float32) {
	for i := range min(len(dst), len(x)/64) {
		var w uint64
		for j := range 64 {
			if x[i*64+j] > t {
				w |= 1 << (j / 2)
			}
		}
		dst[i] = w
	}
}

// Wide divides numbers of two words; one whose quotient has no room panics.
//
//	args line
//	row T64
//	with vectorize.enable=1
//	step vectorize, generation 0: loop vectorized
func Wide(hi, lo []uint64, y uint64) {
	lo = lo[:len(hi)]
	for i := range hi {
		hi[i], lo[i] = bits.Div64(hi[i]&0xffffff, lo[i], y|1<<40)
	}
}

// BitsExpanded makes a byte of every bit.
//
//	args line
//	row I100
//	counter none the instruction is what the row says
//	plan BIT-TEST
//	asm.avx512 kmovq
//	no asm.avx512 vpsrlvq
//	asm.avx2 vpcmpeqb
//	no asm.avx2 vpsrlvq
//	asm.neon tbl
//	asm.neon cmtst v...16b
//	no asm.neon ushl
func BitsExpanded(dst []uint8, w []uint64) {
	for i := range dst[:min(len(dst), 64*len(w))] {
		dst[i] = uint8(w[i>>6] >> (i & 63) & 1)
	}
}

// BitsChoose has as many elements as the lanes of its bytes.
//
//	args line
//	row I100
//	counter none the instruction is what the row says
//	plan BIT-TEST
//	asm.avx512 vpblendmb
//	no asm.avx512 kunpck
//	asm.avx2 vpshufb
//	asm.neon tbl
func BitsChoose(dst, x []uint8, w []uint16) {
	for i := range dst[:min(len(dst), len(x), 16*len(w))] {
		dst[i] = 7
		if w[i/16]&(1<<(i%16)) == 0 {
			dst[i] = x[i]
		}
	}
}

// BitsOfRows cuts the row out of its slice first.
//
//	args line
//	row I101
//	counter none the instruction is what the row says
//	plan GROUP-BITS
func BitsOfRows(dst []uint8, x []int32, t int32) {
	for i := range dst[:min(len(dst), len(x)/8)] {
		b := uint8(0)
		for j, v := range x[8*i : 8*i+8] {
			if v < t {
				b |= 1 << j
			}
		}
		dst[i] = b
	}
}

// BitsTogether joins the bits of several vectors.
//
//	args line
//	row I102
//	counter none the instruction is what the row says
//	on avx2 neon
//	plan BITS-PHI
//	asm.avx2 vpacksswb
//	asm.neon sli
func BitsTogether(dst []uint64, x []float32, t float32) {
	for i := range dst[:min(len(dst), len(x)/64)] {
		b := uint64(0)
		for j, v := range x[64*i : 64*i+64] {
			if v > t {
				b |= 1 << j
			}
		}
		dst[i] = b
	}
}
