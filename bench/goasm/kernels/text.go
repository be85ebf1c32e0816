package kernels

// ValidASCII reports whether no byte has its highest bit set.
// args: [n]'abcdefgh_ij'
func ValidASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// ValidPrint reports whether all bytes are printable ASCII.
// args: [n]'abcdefgh_ij'
func ValidPrint(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// lower is c as a small letter, if it is a letter.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// EqualFold compares two ASCII texts of equal length, capitals and small letters being the same.
// args: [n]'a' [n]'A'
func EqualFold(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i, c := range a {
		if lower(c) != lower(b[i]) {
			return false
		}
	}
	return true
}

// ValidUTF8 reports whether b is UTF-8 without surrogates, overlong forms and what is beyond U+10FFFF.
// args: [n]'abcdefgh_ij'
func ValidUTF8(b []byte) bool {
	for i := 0; i < len(b); {
		c := b[i]
		if c < 0x80 {
			i++
			continue
		}
		size, lo, hi := 0, byte(0x80), byte(0xBF)
		switch {
		case c < 0xC2 || c > 0xF4:
			return false
		case c < 0xE0:
			size = 2
		case c < 0xF0:
			size = 3
			if c == 0xE0 {
				lo = 0xA0
			} else if c == 0xED {
				hi = 0x9F
			}
		default:
			size = 4
			if c == 0xF0 {
				lo = 0x90
			} else if c == 0xF4 {
				hi = 0x8F
			}
		}
		if i+size > len(b) || b[i+1] < lo || b[i+1] > hi {
			return false
		}
		for k := i + 2; k < i+size; k++ {
			if b[k]&0xC0 != 0x80 {
				return false
			}
		}
		i += size
	}
	return true
}

// RuneCount counts the code points of valid UTF-8: the bytes that continue none.
// args: [n]'abcdefgh_ij'
func RuneCount(b []byte) int {
	n := 0
	for _, c := range b {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

const (
	stdAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	urlAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
)

// Base64Encode writes groups of three bytes as four letters; the length of src is a multiple of three.
// args: [4*n] [3*n]*
func Base64Encode(dst, src []byte) {
	k := 0
	for i := 0; i+2 < len(src); i += 3 {
		v := uint(src[i])<<16 | uint(src[i+1])<<8 | uint(src[i+2])
		dst[k] = stdAlphabet[v>>18&63]
		dst[k+1] = stdAlphabet[v>>12&63]
		dst[k+2] = stdAlphabet[v>>6&63]
		dst[k+3] = stdAlphabet[v&63]
		k += 4
	}
}

// Base64URLEncode is the same with the alphabet for URLs.
// args: [4*n] [3*n]*
func Base64URLEncode(dst, src []byte) {
	k := 0
	for i := 0; i+2 < len(src); i += 3 {
		v := uint(src[i])<<16 | uint(src[i+1])<<8 | uint(src[i+2])
		dst[k] = urlAlphabet[v>>18&63]
		dst[k+1] = urlAlphabet[v>>12&63]
		dst[k+2] = urlAlphabet[v>>6&63]
		dst[k+3] = urlAlphabet[v&63]
		k += 4
	}
}

// letter64 is the value of a letter of the usual alphabet; above 63 for other bytes.
func letter64(c byte) byte {
	switch {
	case 'A' <= c && c <= 'Z':
		return c - 'A'
	case 'a' <= c && c <= 'z':
		return c - 'a' + 26
	case '0' <= c && c <= '9':
		return c - '0' + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return 0xFF
}

// Base64Decode reads groups of four letters up to one that has something else in it; it returns how many bytes came out.
// args: [3*n] [4*n]'ABCDEFGHIJKLMNOPabcdefghij0189+/'
func Base64Decode(dst, src []byte) int {
	k := 0
	for i := 0; i+3 < len(src); i += 4 {
		a, b, c, d := letter64(src[i]), letter64(src[i+1]), letter64(src[i+2]), letter64(src[i+3])
		if (a|b|c|d)&0xC0 != 0 {
			break
		}
		dst[k] = a<<2 | b>>4
		dst[k+1] = b<<4 | c>>2
		dst[k+2] = c<<6 | d
		k += 3
	}
	return k
}

const hexDigits = "0123456789abcdef"

// HexEncode writes every byte as two digits.
// args: [2*n] [n]*
func HexEncode(dst, src []byte) {
	for i, c := range src {
		dst[2*i] = hexDigits[c>>4]
		dst[2*i+1] = hexDigits[c&15]
	}
}

// digit16 is the value of a hexadecimal digit; above 15 for other bytes.
func digit16(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 0xFF
}

// HexDecode reads pairs of digits up to one that is none; it returns how many bytes came out.
// args: [n] [2*n]'0123456789abcdef'
func HexDecode(dst, src []byte) int {
	for i := range len(src) / 2 {
		hi, lo := digit16(src[2*i]), digit16(src[2*i+1])
		if hi|lo > 15 {
			return i
		}
		dst[i] = hi<<4 | lo
	}
	return len(src) / 2
}
