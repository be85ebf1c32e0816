package kernels

import "math/bits"

// ContainsByte reports whether c is among b.
// args: [n]'abcdefgh_ij' 0
func ContainsByte(b []byte, c byte) bool {
	for _, x := range b {
		if x == c {
			return true
		}
	}
	return false
}

// IndexByte returns the place of the first c, or -1.
// args: [n]'abcdefgh_ij' 0
func IndexByte(b []byte, c byte) int {
	for i, x := range b {
		if x == c {
			return i
		}
	}
	return -1
}

// CountByte counts the bytes that are c.
// args: [n]'abcdefgh_ij' 97
func CountByte(b []byte, c byte) int {
	n := 0
	for _, x := range b {
		if x == c {
			n++
		}
	}
	return n
}

// CountTwo counts the bytes that are c or d.
// args: [n]'abcdefgh_ij' 97 98
func CountTwo(b []byte, c, d byte) int {
	n := 0
	for _, x := range b {
		if x == c || x == d {
			n++
		}
	}
	return n
}

// CountMasked counts the bytes whose bits under the mask are v.
// args: [n]* 15 3
func CountMasked(b []byte, mask, v byte) int {
	n := 0
	for _, x := range b {
		if x&mask == v {
			n++
		}
	}
	return n
}

// Equal compares two texts.
// args: [n]'a' [n]'a'
func Equal(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i, c := range a {
		if c != b[i] {
			return false
		}
	}
	return true
}

// ConstantTimeEqual compares two secrets without leaving early; 1 if they are equal.
// args: [n]'a' [n]'a'
func ConstantTimeEqual(a, b []byte) int {
	if len(a) != len(b) {
		return 0
	}
	d := byte(0)
	for i, c := range a {
		d |= c ^ b[i]
	}
	if d == 0 {
		return 1
	}
	return 0
}

// Compare orders two texts: -1, 0, 1.
// args: [n]'a' [n]'a'
func Compare(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	switch {
	case len(a) < len(b):
		return -1
	case len(a) > len(b):
		return 1
	}
	return 0
}

// Index returns where word first begins in text, or -1.
// args: [n]'abcdefgh_ij' [5]'x'
func Index(text, word []byte) int {
	for i := 0; i+len(word) <= len(text); i++ {
		k := 0
		for k < len(word) && text[i+k] == word[k] {
			k++
		}
		if k == len(word) {
			return i
		}
	}
	return -1
}

// FirstUnequal returns where two texts of equal length differ first, or their length.
// args: [n]'a' [n]'a'
func FirstUnequal(a, b []byte) int {
	for i, c := range a {
		if c != b[i] {
			return i
		}
	}
	return len(a)
}

// FirstGreater returns the place of the first byte above c, or the length.
// args: [n]%100 200
func FirstGreater(b []byte, c byte) int {
	for i, x := range b {
		if x > c {
			return i
		}
	}
	return len(b)
}

// IndexU16 returns the place of the first v, or -1.
// args: [n]%1000 2000
func IndexU16(a []uint16, v uint16) int {
	for i, x := range a {
		if x == v {
			return i
		}
	}
	return -1
}

// Fill sets all bytes to c.
// args: [n] 7
func Fill(b []byte, c byte) {
	for i := range b {
		b[i] = c
	}
}

// Copy copies as much as fits.
// args: [n] [n]*
func Copy(dst, src []byte) int {
	n := min(len(dst), len(src))
	for i := range n {
		dst[i] = src[i]
	}
	return n
}

// Xor writes the exclusive or.
// args: [n] [n]* [n]*
func Xor(dst, a, b []byte) {
	for i := range dst {
		dst[i] = a[i] ^ b[i]
	}
}

// AndNot clears in a what is set in b.
// args: [n] [n]* [n]*
func AndNot(dst, a, b []byte) {
	for i := range dst {
		dst[i] = a[i] &^ b[i]
	}
}

// MaskBytes keeps the bits of dst that src has.
// args: [n]* [n]*
func MaskBytes(dst, src []byte) int {
	n := min(len(dst), len(src))
	for i := range n {
		dst[i] &= src[i]
	}
	return n
}

// BlendBytes adds the bits of src to dst.
// args: [n]* [n]*
func BlendBytes(dst, src []byte) int {
	n := min(len(dst), len(src))
	for i := range n {
		dst[i] |= src[i]
	}
	return n
}

// SubtractFrom writes c minus every byte.
// args: [n] [n]* 9
func SubtractFrom(dst, src []byte, c byte) {
	for i := range dst {
		dst[i] = c - src[i]
	}
}

// Swap64 turns the bytes of every word of eight around.
// args: [n]*
func Swap64(b []byte) {
	for i := 0; i+7 < len(b); i += 8 {
		b[i], b[i+7] = b[i+7], b[i]
		b[i+1], b[i+6] = b[i+6], b[i+1]
		b[i+2], b[i+5] = b[i+5], b[i+2]
		b[i+3], b[i+4] = b[i+4], b[i+3]
	}
}

// ReverseBytes writes src from its end.
// args: [n] [n]*
func ReverseBytes(dst, src []byte) {
	for i := range dst {
		dst[i] = src[len(src)-1-i]
	}
}

// ReverseI16 does so with numbers of 16 bits.
// args: [n] [n]*
func ReverseI16(dst, src []int16) {
	for i := range dst {
		dst[i] = src[len(src)-1-i]
	}
}

// InterleaveBytes writes a byte of even, a byte of odd, and so on.
// args: [2*n] [n]* [n]*
func InterleaveBytes(dst, even, odd []byte) {
	for i := range even {
		dst[2*i] = even[i]
		dst[2*i+1] = odd[i]
	}
}

// PairsEqual counts the numbers of eight bytes that are like the one before.
// args: [n]%2
func PairsEqual(a []uint64) int {
	n := 0
	for i := 1; i < len(a); i++ {
		if a[i] == a[i-1] {
			n++
		}
	}
	return n
}

// FirstPair returns the place of the first number that is like the one behind it, or -1.
// args: [n]step3
func FirstPair(a []uint32) int {
	for i := 0; i+1 < len(a); i++ {
		if a[i] == a[i+1] {
			return i
		}
	}
	return -1
}

// Popcount counts the bits that are set.
// args: [n]*
func Popcount(b []byte) int {
	n := 0
	for _, c := range b {
		n += bits.OnesCount8(c)
	}
	return n
}

// SumBytes adds bytes up.
// args: [n]*
func SumBytes(b []byte) int {
	n := 0
	for _, c := range b {
		n += int(c)
	}
	return n
}

// SumGreater adds up the bytes above c.
// args: [n]* 100
func SumGreater(b []byte, c byte) int {
	n := 0
	for _, x := range b {
		if x > c {
			n += int(x)
		}
	}
	return n
}

// BitPlane gathers bit number k of every byte, eight to a byte.
// args: [n] [8*n]* 3
func BitPlane(dst, src []byte, k uint) {
	k &= 7
	for i := range len(src) / 8 {
		v := byte(0)
		for j := range 8 {
			v |= (src[8*i+j] >> k & 1) << j
		}
		dst[i] = v
	}
}
