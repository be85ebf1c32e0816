package features

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
