package kernels

import "math/bits"

// CRC32 continues a cyclic redundancy check by a table of 256 entries.
// args: 0 []* [n]*
func CRC32(crc uint32, table *[256]uint32, p []byte) uint32 {
	crc = ^crc
	for _, c := range p {
		crc = table[byte(crc)^c] ^ crc>>8
	}
	return ^crc
}

// Adler32 is zlib's checksum.
// args: [n]*
func Adler32(p []byte) uint32 {
	a, b := uint32(1), uint32(0)
	for len(p) > 0 {
		part := p[:min(len(p), 5552)]
		p = p[len(part):]
		for _, c := range part {
			a += uint32(c)
			b += a
		}
		a %= 65521
		b %= 65521
	}
	return b<<16 | a
}

var sha256Rounds = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2}

// sha256Block mixes 64 bytes into the state.
func sha256Block(h *[8]uint32, p *[64]byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = uint32(p[4*i])<<24 | uint32(p[4*i+1])<<16 | uint32(p[4*i+2])<<8 | uint32(p[4*i+3])
	}
	for i := 16; i < 64; i++ {
		x, y := w[i-15], w[i-2]
		s0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		s1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	s := *h
	for i := range 64 {
		s1 := bits.RotateLeft32(s[4], -6) ^ bits.RotateLeft32(s[4], -11) ^ bits.RotateLeft32(s[4], -25)
		t1 := s[7] + s1 + (s[4]&s[5] ^ ^s[4]&s[6]) + sha256Rounds[i] + w[i]
		s0 := bits.RotateLeft32(s[0], -2) ^ bits.RotateLeft32(s[0], -13) ^ bits.RotateLeft32(s[0], -22)
		t2 := s0 + (s[0]&s[1] ^ s[0]&s[2] ^ s[1]&s[2])
		s[7], s[6], s[5], s[4] = s[6], s[5], s[4], s[3]+t1
		s[3], s[2], s[1], s[0] = s[2], s[1], s[0], t1+t2
	}
	for i := range h {
		h[i] += s[i]
	}
}

// SHA256 writes the digest of p.
// args: [] [n]*
func SHA256(sum *[32]byte, p []byte) {
	h := [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	size := uint64(len(p)) * 8
	var block [64]byte
	for len(p) >= 64 {
		for i := range 64 {
			block[i] = p[i]
		}
		sha256Block(&h, &block)
		p = p[64:]
	}
	for i := range 64 {
		block[i] = 0
	}
	for i, c := range p {
		block[i] = c
	}
	block[len(p)] = 0x80
	if len(p) >= 56 {
		sha256Block(&h, &block)
		for i := range 64 {
			block[i] = 0
		}
	}
	for i := range 8 {
		block[56+i] = byte(size >> (56 - 8*i))
	}
	sha256Block(&h, &block)
	for i, x := range h {
		sum[4*i], sum[4*i+1], sum[4*i+2], sum[4*i+3] = byte(x>>24), byte(x>>16), byte(x>>8), byte(x)
	}
}

const (
	prime1 = 0x9E3779B185EBCA87
	prime2 = 0xC2B2AE3D27D4EB4F
	prime3 = 0x165667B19E3779F9
	prime4 = 0x85EBCA77C2B2AE63
	prime5 = 0x27D4EB2F165667C5
)

func word64(p []byte) uint64 {
	return uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24 | uint64(p[4])<<32 |
		uint64(p[5])<<40 | uint64(p[6])<<48 | uint64(p[7])<<56
}

func round64(acc, x uint64) uint64 { return bits.RotateLeft64(acc+x*prime2, 31) * prime1 }

// XXH64 is the hash xxHash with 64 bits and seed 0.
// args: [n]*
func XXH64(p []byte) uint64 {
	n := uint64(len(p))
	h := uint64(prime5)
	if len(p) >= 32 {
		one, two := uint64(prime1), uint64(prime2)
		a, b, c, d := one+two, two, uint64(0), -one
		for len(p) >= 32 {
			a = round64(a, word64(p))
			b = round64(b, word64(p[8:]))
			c = round64(c, word64(p[16:]))
			d = round64(d, word64(p[24:]))
			p = p[32:]
		}
		h = bits.RotateLeft64(a, 1) + bits.RotateLeft64(b, 7) + bits.RotateLeft64(c, 12) + bits.RotateLeft64(d, 18)
		h = (h^round64(0, a))*prime1 + prime4
		h = (h^round64(0, b))*prime1 + prime4
		h = (h^round64(0, c))*prime1 + prime4
		h = (h^round64(0, d))*prime1 + prime4
	}
	h += n
	for len(p) >= 8 {
		h = bits.RotateLeft64(h^round64(0, word64(p)), 27)*prime1 + prime4
		p = p[8:]
	}
	if len(p) >= 4 {
		x := uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24
		h = bits.RotateLeft64(h^x*prime1, 23)*prime2 + prime3
		p = p[4:]
	}
	for _, c := range p {
		h = bits.RotateLeft64(h^uint64(c)*prime5, 11) * prime1
	}
	h = (h ^ h>>33) * prime2
	h = (h ^ h>>29) * prime3
	return h ^ h>>32
}
