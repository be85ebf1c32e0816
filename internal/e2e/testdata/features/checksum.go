package features

import "math/bits"

// Checksum is that of a table for bytes: the remark says what has better code.
//
//	args line
//	row I12
//	counter none the remark is what the row says
//	remark TableRecurrence
//	remark hash/crc32
func Checksum(crc uint32, t *[256]uint32, p []byte) uint32 {
	for _, b := range p {
		crc = t[byte(crc)^b] ^ crc>>8
	}
	return crc
}

// Rounds are those of SHA-256.
//
//	args line
//	row I12
//	counter none the remark is what the row says
//	remark HashRounds
//	remark crypto/sha256
func Rounds(s *[8]uint32, k, w []uint32) {
	a, b, c, d, e, f, g, h := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	for i := range w[:min(len(w), len(k))] {
		t := h + (e>>6 | e<<26 ^ (e>>11 | e<<21) ^ (e>>25 | e<<7)) + (e&f ^ ^e&g) + k[i] + w[i]
		u := (a>>2 | a<<30 ^ (a>>13 | a<<19) ^ (a>>22 | a<<10)) + (a&b ^ a&c ^ b&c)
		h, g, f, e, d, c, b, a = g, f, e, d+t, c, b, a, t+u
	}
	s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7] = a, b, c, d, e, f, g, h
}

// Mixed keeps four hashes, of every fourth word each. Four lanes would do so with fewer instructions, but each product
// of lanes waits for the one before, five times as long as one of numbers.
//
//	args line
//	row N42
//	counter none the instruction is what the row says
//	no asm.avx512 vpmullq
//	asm.avx512 imul
func Mixed(x []uint64) uint64 {
	a, b, c, d := uint64(1), uint64(2), uint64(3), uint64(4)
	for len(x) >= 4 {
		a = bits.RotateLeft64(a+x[0]*0xC2B2AE3D27D4EB4F, 31) * 0x9E3779B185EBCA87
		b = bits.RotateLeft64(b+x[1]*0xC2B2AE3D27D4EB4F, 31) * 0x9E3779B185EBCA87
		c = bits.RotateLeft64(c+x[2]*0xC2B2AE3D27D4EB4F, 31) * 0x9E3779B185EBCA87
		d = bits.RotateLeft64(d+x[3]*0xC2B2AE3D27D4EB4F, 31) * 0x9E3779B185EBCA87
		x = x[4:]
	}
	return a ^ b ^ c ^ d
}
