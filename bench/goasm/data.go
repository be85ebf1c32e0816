package goasm

import (
	"hash/crc32"
	"math/rand/v2"
)

// randomBytes are n bytes of any value.
func randomBytes(rng *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// mixedText is n bytes of valid UTF-8 with code points of one to four bytes, as in a text of several languages.
func mixedText(rng *rand.Rand, n int) []any {
	runes := []rune("the plain words of a text, größer, où, слово, λόγος, 漢字かな交じり文, 🙂🚀 ")
	b := make([]byte, 0, n)
	for at := 0; ; at = (at + 1) % len(runes) {
		if rng.IntN(8) == 0 {
			at = rng.IntN(len(runes))
		}
		r := string(runes[at])
		if len(b)+len(r) > n {
			break
		}
		b = append(b, r...)
	}
	for len(b) < n {
		b = append(b, 'x')
	}
	return []any{b}
}

// galoisFactor is what the kernels of GF(256) multiply by when they are set beside a library, which takes the factor
// where they take its products.
const galoisFactor = 0x8E

// galoisProduct multiplies in GF(256) with the polynomial 0x11D, by the definition.
func galoisProduct(a, b byte) (p byte) {
	for ; b > 0; b >>= 1 {
		if b&1 != 0 {
			p ^= a
		}
		if a&0x80 != 0 {
			a = a<<1 ^ 0x1D
		} else {
			a <<= 1
		}
	}
	return p
}

// galoisHalves are the arguments of a product by tables of nibbles.
func galoisHalves(rng *rand.Rand, n int) []any {
	var low, high [16]byte
	for i := range byte(16) {
		low[i], high[i] = galoisProduct(galoisFactor, i), galoisProduct(galoisFactor, i<<4)
	}
	return []any{randomBytes(rng, n), randomBytes(rng, n), &low, &high}
}

// galoisRow are the arguments of a product by a table of bytes.
func galoisRow(rng *rand.Rand, n int) []any {
	var row [256]byte
	for i := range row {
		row[i] = galoisProduct(galoisFactor, byte(i))
	}
	return []any{randomBytes(rng, n), randomBytes(rng, n), &row}
}

// checked are the arguments of a cyclic redundancy check by a table.
func checked(table *crc32.Table) argsFunc {
	return func(rng *rand.Rand, n int) []any {
		t := [256]uint32(*table)
		return []any{uint32(0), &t, randomBytes(rng, n)}
	}
}

// setTable has 1 for the members of a set of nibbles.
func setTable(rng *rand.Rand, n int) []any {
	var table [16]byte
	for i := range table {
		table[i] = byte(i * 11 >> 2 & 1)
	}
	return []any{randomBytes(rng, n), &table}
}
