package check

import "strings"

// addFunctions adds packages of functions that are loops or a few operations, reimplemented. They panic like
// the standard library's, with the same text. Missing functions of a package are rejected by name.
func addFunctions(list map[string]string) {
	list["math/cmplx"] = cmplxText
	list["encoding/binary"] = binaryText
	list["slices"] = slicesText + slicesCalls
	list["bytes"] = "package bytes\n" + bytesText("[]byte")
	list["strings"] = "package strings\n" + bytesText("string")
	list["unicode/utf8"] = utf8Text
	list["iter"] = iterText
	list["sort"] = sortText
	list["golang.org/x/exp/constraints"] = constraintsText
}

// constraintsText is golang.org/x/exp/constraints, which is not in the standard library. It contains only
// constraints, whose meaning does not depend on where they are declared.
const constraintsText = `package constraints

import "cmp"

type Signed interface{ ~int | ~int8 | ~int16 | ~int32 | ~int64 }
type Unsigned interface{ ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr }
type Integer interface{ Signed | Unsigned }
type Float interface{ ~float32 | ~float64 }
type Complex interface{ ~complex64 | ~complex128 }
type Ordered = cmp.Ordered
`

const cmplxText = `package cmplx

import "math"

func Abs(x complex128) float64     { return math.Hypot(real(x), imag(x)) }
func Phase(x complex128) float64   { return math.Atan2(imag(x), real(x)) }
func Conj(x complex128) complex128 { return complex(real(x), -imag(x)) }

func Polar(x complex128) (r, θ float64) { return Abs(x), Phase(x) }

func Inf() complex128 { return complex(math.Inf(1), math.Inf(1)) }
func NaN() complex128 { return complex(math.NaN(), math.NaN()) }

func IsInf(x complex128) bool { return math.IsInf(real(x), 0) || math.IsInf(imag(x), 0) }

// A number with an infinite part is none of those that are not a number.
func IsNaN(x complex128) bool { return !IsInf(x) && (math.IsNaN(real(x)) || math.IsNaN(imag(x))) }
`

// The last byte is accessed first: if it is missing, the panic names it.
const binaryText = `package binary

type littleEndian struct{}
type bigEndian struct{}

var LittleEndian littleEndian
var BigEndian bigEndian

const (
	MaxVarintLen16 = 3
	MaxVarintLen32 = 5
	MaxVarintLen64 = 10
)

func (littleEndian) Uint16(b []byte) uint16 { hi := uint16(b[1]); return hi<<8 | uint16(b[0]) }
func (littleEndian) Uint32(b []byte) uint32 {
	top := uint32(b[3])
	return top<<24 | uint32(b[2])<<16 | uint32(b[1])<<8 | uint32(b[0])
}
func (littleEndian) Uint64(b []byte) uint64 {
	top := uint64(b[7])
	return top<<56 | uint64(b[6])<<48 | uint64(b[5])<<40 | uint64(b[4])<<32 |
		uint64(b[3])<<24 | uint64(b[2])<<16 | uint64(b[1])<<8 | uint64(b[0])
}
func (littleEndian) PutUint16(b []byte, x uint16) { b[1] = byte(x >> 8); b[0] = byte(x) }
func (littleEndian) PutUint32(b []byte, x uint32) {
	b[3] = byte(x >> 24)
	b[0], b[1], b[2] = byte(x), byte(x>>8), byte(x>>16)
}
func (littleEndian) PutUint64(b []byte, x uint64) {
	b[7] = byte(x >> 56)
	b[0], b[1], b[2], b[3] = byte(x), byte(x>>8), byte(x>>16), byte(x>>24)
	b[4], b[5], b[6] = byte(x>>32), byte(x>>40), byte(x>>48)
}
func (bigEndian) Uint16(b []byte) uint16 { lo := uint16(b[1]); return lo | uint16(b[0])<<8 }
func (bigEndian) Uint32(b []byte) uint32 {
	low := uint32(b[3])
	return low | uint32(b[2])<<8 | uint32(b[1])<<16 | uint32(b[0])<<24
}
func (bigEndian) Uint64(b []byte) uint64 {
	low := uint64(b[7])
	return low | uint64(b[6])<<8 | uint64(b[5])<<16 | uint64(b[4])<<24 |
		uint64(b[3])<<32 | uint64(b[2])<<40 | uint64(b[1])<<48 | uint64(b[0])<<56
}
func (bigEndian) PutUint16(b []byte, x uint16) { b[1] = byte(x); b[0] = byte(x >> 8) }
func (bigEndian) PutUint32(b []byte, x uint32) {
	b[3] = byte(x)
	b[0], b[1], b[2] = byte(x>>24), byte(x>>16), byte(x>>8)
}
func (bigEndian) PutUint64(b []byte, x uint64) {
	b[7] = byte(x)
	b[0], b[1], b[2], b[3] = byte(x>>56), byte(x>>48), byte(x>>40), byte(x>>32)
	b[4], b[5], b[6] = byte(x>>24), byte(x>>16), byte(x>>8)
}

func PutUvarint(b []byte, x uint64) int {
	n := 0
	for ; x > 127; x >>= 7 {
		b[n] = byte(x) | 128
		n++
	}
	b[n] = byte(x)
	return n + 1
}

func PutVarint(b []byte, x int64) int { return PutUvarint(b, uint64(x)<<1^uint64(x>>63)) }

func Uvarint(b []byte) (x uint64, n int) {
	for i := range b {
		c := b[i]
		if i == MaxVarintLen64 || i == MaxVarintLen64-1 && c > 1 && c < 128 {
			return 0, -i - 1
		}
		if c < 128 {
			return x | uint64(c)<<uint(7*i), i + 1
		}
		x |= uint64(c-128) << uint(7*i)
	}
	return 0, 0
}

func Varint(b []byte) (int64, int) {
	u, n := Uvarint(b)
	x := int64(u >> 1)
	if u%2 != 0 {
		x = -x - 1
	}
	return x, n
}
`

const slicesText = `package slices

import (
	"cmp"
	"iter"
)

func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if s[i] == v {
			return i
		}
	}
	return -1
}

func Contains[S ~[]E, E comparable](s S, v E) bool { return Index(s, v) >= 0 }

func Equal[S ~[]E, E comparable](x, y S) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

func Compare[S ~[]E, E cmp.Ordered](x, y S) int {
	for i := 0; i < len(x) && i < len(y); i++ {
		if c := cmp.Compare(x[i], y[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

func Min[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) == 0 {
		panic("slices.Min: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		m = min(m, v)
	}
	return m
}

func Max[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) == 0 {
		panic("slices.Max: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		m = max(m, v)
	}
	return m
}

func Reverse[S ~[]E, E any](s S) {
	for i := range len(s) / 2 {
		j := len(s) - 1 - i
		s[i], s[j] = s[j], s[i]
	}
}

func IsSorted[S ~[]E, E cmp.Ordered](x S) bool {
	for i := 1; i < len(x); i++ {
		if cmp.Less(x[i], x[i-1]) {
			return false
		}
	}
	return true
}

func BinarySearch[S ~[]E, E cmp.Ordered](x S, v E) (int, bool) {
	lo, n := 0, len(x)
	for n > 0 {
		half := n / 2
		if cmp.Less(x[lo+half], v) {
			lo += half + 1
			n -= half + 1
		} else {
			n = half
		}
	}
	return lo, lo < len(x) && (x[lo] == v || x[lo] != x[lo] && v != v)
}
`

// bytesText returns the functions that packages bytes and strings share, for type t.
func bytesText(t string) string {
	text := ""
	if t == "[]byte" {
		text = `
func Equal(a, b []byte) bool { return string(a) == string(b) }
`
	}
	text += `
func Compare(a, b T) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] < b[i] {
			return -1
		}
		if a[i] > b[i] {
			return 1
		}
	}
	if len(a) < len(b) {
		return -1
	}
	if len(a) > len(b) {
		return 1
	}
	return 0
}

func IndexByte(s T, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func LastIndexByte(s T, c byte) int {
	i := len(s) - 1
	for i >= 0 && s[i] != c {
		i--
	}
	return i
}

func HasPrefix(s, prefix T) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == string(prefix)
}

func HasSuffix(s, suffix T) bool {
	return len(s) >= len(suffix) && HasPrefix(s[len(s)-len(suffix):], suffix)
}

func Index(s, sep T) int {
	for i := 0; i+len(sep) <= len(s); i++ {
		if HasPrefix(s[i:], sep) {
			return i
		}
	}
	return -1
}

func Contains(s, sep T) bool { return Index(s, sep) >= 0 }
`
	return strings.ReplaceAll(text, "T", t)
}

const utf8Text = `package utf8

const (
	RuneError = '\uFFFD'
	RuneSelf  = 0x80
	MaxRune   = '\U0010FFFF'
	UTFMax    = 4
)

func RuneLen(r rune) int {
	switch {
	case r < 0 || r >= 0xd800 && r < 0xe000 || r > MaxRune:
		return -1
	case r < 0x80:
		return 1
	case r < 0x800:
		return 2
	case r < 0x10000:
		return 3
	}
	return 4
}

func RuneStart(b byte) bool { return b&0xc0 != 0x80 }

func ValidRune(r rune) bool { return r >= 0 && r < 0xd800 || r >= 0xe000 && r <= MaxRune }

// The second byte is the one whose range depends on the first.
func DecodeRune(p []byte) (rune, int) {
	if len(p) == 0 {
		return RuneError, 0
	}
	c := p[0]
	if c < 0x80 {
		return rune(c), 1
	}
	lo, hi := byte(0x80), byte(0xbf)
	n := 2
	switch {
	case c < 0xc2 || c > 0xf4:
		return RuneError, 1
	case c >= 0xf0:
		n = 4
		if c == 0xf0 {
			lo = 0x90
		} else if c == 0xf4 {
			hi = 0x8f
		}
	case c >= 0xe0:
		n = 3
		if c == 0xe0 {
			lo = 0xa0
		} else if c == 0xed {
			hi = 0x9f
		}
	}
	if len(p) < n || p[1] < lo || p[1] > hi {
		return RuneError, 1
	}
	r := rune(c)&(0x3f>>(n-1))<<6 | rune(p[1]&0x3f)
	for i := 2; i < n; i++ {
		if p[i]&0xc0 != 0x80 {
			return RuneError, 1
		}
		r = r<<6 | rune(p[i]&0x3f)
	}
	return r, n
}

func Valid(p []byte) bool {
	for i := 0; i < len(p); {
		if p[i] < 0x80 {
			i++
			continue
		}
		r, n := DecodeRune(p[i:])
		if r == RuneError && n == 1 {
			return false
		}
		i += n
	}
	return true
}

func RuneCountInString(s string) (n int) {
	for range s {
		n++
	}
	return n
}

// Where a range over the string finds no UTF-8, it has a RuneError that is not written as one.
func isWritten(s string, i int) bool {
	return len(s)-i >= 3 && s[i] == 0xef && s[i+1] == 0xbf && s[i+2] == 0xbd
}

func ValidString(s string) bool {
	for i, r := range s {
		if r == RuneError && !isWritten(s, i) {
			return false
		}
	}
	return true
}

func DecodeRuneInString(s string) (rune, int) {
	for _, r := range s {
		if r == RuneError && !isWritten(s, 0) {
			return r, 1
		}
		return r, RuneLen(r)
	}
	return RuneError, 0
}

func RuneCount(p []byte) int {
	k := 0
	for i := 0; i < len(p); k++ {
		if p[i] < 0x80 {
			i++
			continue
		}
		_, n := DecodeRune(p[i:])
		i += n
	}
	return k
}
`
