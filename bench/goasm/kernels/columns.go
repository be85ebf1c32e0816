package kernels

import "math/bits"

// SearchKeys returns the place of the first key that is not below k among pairs of a key and a value.
// args: [2*n]sorted%1000 5000
func SearchKeys(pairs []uint64, k uint64) int16 {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] >= k {
			return int16(i / 2)
		}
	}
	return int16(len(pairs) / 2)
}

// BitmapAnd intersects two sets of bits.
// args: [n] [n]* [n]*
func BitmapAnd(out, a, b []byte) {
	for i := range out {
		out[i] = a[i] & b[i]
	}
}

// BitmapNot complements a set.
// args: [n] [n]*
func BitmapNot(out, a []byte) {
	for i := range out {
		out[i] = ^a[i]
	}
}

// BitmapAndInPlace intersects a set of words with another.
// args: [n]* [n]*
func BitmapAndInPlace(a, b []uint64) {
	for i := range a {
		a[i] &= b[i]
	}
}

// BitmapCount counts the members of a set of words.
// args: [n]*
func BitmapCount(a []uint64) int {
	n := 0
	for _, x := range a {
		n += bits.OnesCount64(x)
	}
	return n
}

// BitmapMax is the greatest member of a set of words; 0 if it is empty.
// args: [n]=0
func BitmapMax(a []uint64) uint32 {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != 0 {
			return uint32(64*i + 63 - bits.LeadingZeros64(a[i]))
		}
	}
	return 0
}

// SplitBytes writes first all lowest bytes, then all second ones, and so on.
// args: [4*n] [n]*
func SplitBytes(dst []byte, src []uint32) {
	n := len(src)
	for i, x := range src {
		dst[i] = byte(x)
		dst[n+i] = byte(x >> 8)
		dst[2*n+i] = byte(x >> 16)
		dst[3*n+i] = byte(x >> 24)
	}
}

// JoinBytes puts them together again.
// args: [n] [4*n]*
func JoinBytes(dst []uint32, src []byte) {
	n := len(dst)
	for i := range dst {
		dst[i] = uint32(src[i]) | uint32(src[n+i])<<8 | uint32(src[2*n+i])<<16 | uint32(src[3*n+i])<<24
	}
}

// A Pair is what a column is picked out of.
type Pair struct {
	Key   uint32
	Value uint32
	Next  uint64
}

// GatherField collects one field.
// args: [n] [n]*
func GatherField(dst []uint32, src []Pair) {
	for i := range dst {
		dst[i] = src[i].Value
	}
}

// Unpack7 unpacks numbers of seven bits, 32 of them from 28 bytes; src has 32 bytes more.
// args: [n] [n+64]*
func Unpack7(dst []uint32, src []byte) {
	for i := range dst {
		at := 7 * i
		w := uint32(src[at/8]) | uint32(src[at/8+1])<<8
		dst[i] = w >> (at % 8) & 127
	}
}

// Unpack3 unpacks numbers of three bits.
// args: [n] [n+64]*
func Unpack3(dst []uint32, src []byte) {
	for i := range dst {
		at := 3 * i
		w := uint32(src[at/8]) | uint32(src[at/8+1])<<8
		dst[i] = w >> (at % 8) & 7
	}
}

var salts = [8]uint32{
	0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31}

// BloomInsert adds hashes to a filter of blocks of eight words.
// args: [16]=0 [n]*
func BloomInsert(filter [][8]uint32, hashes []uint64) {
	n := uint64(len(filter))
	for _, h := range hashes {
		block := &filter[h>>32*n>>32]
		for i, salt := range salts {
			block[i] |= 1 << (uint32(h) * salt >> 27)
		}
	}
}
