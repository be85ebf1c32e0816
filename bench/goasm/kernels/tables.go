package kernels

// GalMul multiplies bytes of GF(256) by a constant: low has the products of the constant with 0…15, and high those with
// 0x00…0xF0.
// args: [n]* [n] []* []*
func GalMul(in, out []byte, low, high *[16]byte) {
	for i, c := range in {
		out[i] = low[c&15] ^ high[c>>4]
	}
}

// GalMulXor adds the products to what is there.
// args: [n]* [n] []* []*
func GalMulXor(in, out []byte, low, high *[16]byte) {
	for i, c := range in {
		out[i] ^= low[c&15] ^ high[c>>4]
	}
}

// GalMulRow multiplies by a table of all 256 products.
// args: [n]* [n] []*
func GalMulRow(in, out []byte, row *[256]byte) {
	for i, c := range in {
		out[i] = row[c]
	}
}

// GalMulRowXor adds them to what is there.
// args: [n]* [n] []*
func GalMulRowXor(in, out []byte, row *[256]byte) {
	for i, c := range in {
		out[i] ^= row[c]
	}
}

// NibblesPacked looks both halves of every byte up.
// args: [2*n] [n]* []*
func NibblesPacked(dst, src []byte, table *[16]byte) {
	for i, c := range src {
		dst[2*i] = table[c&15]
		dst[2*i+1] = table[c>>4]
	}
}

// NibblesUnpacked looks a number below 16 up in every byte; bytes from 128 on become zero.
// args: [n] [n]%16 []*
func NibblesUnpacked(dst, src []byte, table *[16]byte) {
	for i, c := range src {
		if c < 128 {
			dst[i] = table[c&15]
		} else {
			dst[i] = 0
		}
	}
}

// NibblesInSet counts the halves of bytes that belong to a set, whose members have 1 in the table.
// args: [n]* []=1
func NibblesInSet(src []byte, table *[16]byte) int {
	n := 0
	for _, c := range src {
		n += int(table[c&15]) + int(table[c>>4])
	}
	return n
}
