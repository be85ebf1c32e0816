package features

const digits16 = "0123456789abcdef"

const letters64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

var squares = [16]uint32{0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225}

var levels = [16]float32{-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7}

// Nibbles looks both halves of every byte up in tables that are arguments.
//
//	args line
//	row N24
//	counter with vectorize.enable=0
//	chosen VF=
//	plan*2 LOOKUP
//	no plan GATHER
//	asm.avx512 vpshufb
//	asm.avx2 vpshufb
//	asm.neon tbl
func Nibbles(dst, src []byte, lo, hi *[16]byte) {
	for i, c := range src {
		dst[i] = lo[c&15] ^ hi[c>>4]
	}
}

// Row looks bytes up in a row of a table, which is chosen in front of the loop.
//
//	args line is=3
//	row N24
//	counter with vectorize.enable=0
//	chosen VF=
//	plan LOOKUP
//	asm.avx2 vpshufb
//	asm.avx2 vpblendvb
//	asm.neon tbx
func Row(dst, src []byte, t *[4][256]byte, n int) {
	row := &t[n&3]
	for i, c := range src {
		dst[i] ^= row[c]
	}
}

// Hexadecimal writes each byte as two digits.
//
//	args line times=2,1
//	row N24
//	counter with vectorize.enable=0
//	chosen VF=
//	plan*2 LOOKUP
//	asm.avx2 vpshufb
//	asm.neon tbl
func Hexadecimal(dst, src []byte) {
	for i, c := range src {
		dst[2*i] = digits16[c>>4]
		dst[2*i+1] = digits16[c&15]
	}
}

// Squares looks up elements of four bytes.
//
//	args line
//	row N24
//	counter with vectorize.enable=0
//	chosen VF=
//	plan LOOKUP
//	asm.avx512 vpermd
//	asm.avx2 vpermd
//	asm.neon tbl
func Squares(dst []uint32, src []byte) {
	for i, c := range src {
		dst[i] = squares[c&15]
	}
}

// Levels makes floats of numbers of 4 bits.
//
//	args line
//	row N24
//	counter with vectorize.enable=0
//	chosen VF=
//	plan LOOKUP
//	asm.avx512 vpermd
//	asm.avx2 vpermd
//	asm.neon tbl
func Levels(dst []float32, src []byte, scale float32) {
	for i, c := range src {
		dst[i] = levels[c>>4] * scale
	}
}

// Base64 writes three bytes as four letters, whose numbers are taken out of the three without wider lanes.
//
//	args line times=4,3
//	row N24 N26
//	counter with vectorize.enable=0
//	chosen VF=
//	plan*4 LOOKUP
//	no asm vpmovzxb
//	no asm.neon ushll
func Base64(dst, src []byte) {
	k := 0
	for i := 0; i+2 < len(src); i += 3 {
		v := uint(src[i])<<16 | uint(src[i+1])<<8 | uint(src[i+2])
		dst[k] = letters64[v>>18&63]
		dst[k+1] = letters64[v>>12&63]
		dst[k+2] = letters64[v>>6&63]
		dst[k+3] = letters64[v&63]
		k += 4
	}
}

// Letters finds the number of a letter, a function of a byte that takes more than a lookup.
//
//	args line
//	row N25
//	on neon
//	counter with vectorize.enable=0
//	chosen VF=
//	plan LOOKUP
//	no plan BLEND
//	asm.neon tbx
func Letters(dst, src []byte) {
	for i, c := range src {
		switch {
		case 'A' <= c && c <= 'Z':
			dst[i] = c - 'A'
		case 'a' <= c && c <= 'z':
			dst[i] = c - 'a' + 26
		case '0' <= c && c <= '9':
			dst[i] = c - '0' + 52
		default:
			dst[i] = 255
		}
	}
}

// Unpack takes numbers of seven bits out of bytes.
//
//	args line
//	row N27
//	counter with vectorize.enable=0
//	chosen VF=
//	plan PERIOD-LOAD
//	plan PERIOD
//	no plan GATHER
//	asm.avx512 vpshufb
//	asm.avx512 vpsrlvd
//	asm.avx2 vpshufb
//	asm.avx2 vpsrlvd
//	asm.neon tbl
//	asm.neon ushl
func Unpack(dst []uint32, src []byte) {
	for i := range dst {
		at := 3 * i
		w := uint32(src[at/8]) | uint32(src[at/8+1])<<8
		dst[i] = w >> (at % 8) & 7
	}
}

// times29 is a table of the products with 29 in GF(256) by x⁸+x⁴+x³+x²+1.
var times29 = [256]byte{
	0, 29, 58, 39, 116, 105, 78, 83, 232, 245, 210, 207, 156, 129, 166, 187,
	205, 208, 247, 234, 185, 164, 131, 158, 37, 56, 31, 2, 81, 76, 107, 118,
	135, 154, 189, 160, 243, 238, 201, 212, 111, 114, 85, 72, 27, 6, 33, 60,
	74, 87, 112, 109, 62, 35, 4, 25, 162, 191, 152, 133, 214, 203, 236, 241,
	19, 14, 41, 52, 103, 122, 93, 64, 251, 230, 193, 220, 143, 146, 181, 168,
	222, 195, 228, 249, 170, 183, 144, 141, 54, 43, 12, 17, 66, 95, 120, 101,
	148, 137, 174, 179, 224, 253, 218, 199, 124, 97, 70, 91, 8, 21, 50, 47,
	89, 68, 99, 126, 45, 48, 23, 10, 177, 172, 139, 150, 197, 216, 255, 226,
	38, 59, 28, 1, 82, 79, 104, 117, 206, 211, 244, 233, 186, 167, 128, 157,
	235, 246, 209, 204, 159, 130, 165, 184, 3, 30, 57, 36, 119, 106, 77, 80,
	161, 188, 155, 134, 213, 200, 239, 242, 73, 84, 115, 110, 61, 32, 7, 26,
	108, 113, 86, 75, 24, 5, 34, 63, 132, 153, 190, 163, 240, 237, 202, 215,
	53, 40, 15, 18, 65, 92, 123, 102, 221, 192, 231, 250, 169, 180, 147, 142,
	248, 229, 194, 223, 140, 145, 182, 171, 16, 13, 42, 55, 100, 121, 94, 67,
	178, 175, 136, 149, 198, 219, 252, 225, 90, 71, 96, 125, 46, 51, 20, 9,
	127, 98, 69, 88, 11, 22, 49, 44, 151, 138, 173, 176, 227, 254, 217, 196,
}

// Products looks bytes up in a table of which each row of 16 is the first one but for a constant: it is a sum of two
// lookups of 16 entries.
//
//	args line
//	row N28
//	counter with vectorize.enable=0
//	chosen VF=
//	plan LOOKUP
//	asm.avx2 vpshufb
//	no asm.avx2 vpblendvb
//	no asm.avx2 vpsubsb
//	asm.neon tbx
func Products(dst, src []byte) {
	for i, c := range src {
		dst[i] ^= times29[c]
	}
}

// Points has numbers of letters in no order; most rows of 16 entries of the table have the same number throughout.
//
//	args line
//	row N28
//	counter with vectorize.enable=0
//	chosen VF=
//	plan LOOKUP
//	asm.avx2 vpsubsb
//	asm.avx2 vpshufb
//	no asm.avx2 vpblendvb
//	asm.neon tbl
//	no asm.neon tbx
func Points(dst, src []byte) {
	for i, c := range src {
		dst[i] = points[c]
	}
}

var points = [256]byte{'a': 1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10}

// Decoded finds the number of a letter. The run of one goes by its upper half, but for one letter; all else becomes the
// same number.
//
//	args line
//	row I60
//	on avx2
//	counter with vectorize.enable=0
//	plan LOOKUP
//	asm vpaddb
//	asm*3 vpshufb ymm
//	no asm vpblendvb
//	no asm vpsubsb
func Decoded(dst, src []byte) {
	for i, c := range src {
		switch {
		case 'A' <= c && c <= 'Z':
			dst[i] = c - 'A'
		case 'a' <= c && c <= 'z':
			dst[i] = c - 'a' + 26
		case '0' <= c && c <= '9':
			dst[i] = c - '0' + 52
		case c == '+':
			dst[i] = 62
		case c == '/':
			dst[i] = 63
		default:
			dst[i] = 255
		}
	}
}

// Members counts the halves of bytes that belong to a set; both sums of bytes go to one.
//
//	args line
//	row N29
//	counter with vectorize.enable=0
//	chosen VF=
//	plan SUM-PHI
//	plan*2 LOOKUP
//	asm.avx512 vpsadbw
//	asm.avx2 vpsadbw
//	asm.neon uadalp
func Members(src []byte, set *[16]byte) int {
	n := 0
	for _, c := range src {
		n += int(set[c&15]) + int(set[c>>4])
	}
	return n
}

// Turned turns the bytes of each word around.
//
//	args line
//	row N30
//	counter with vectorize.enable=0
//	chosen VF=
//	plan GROUP-STORE
//	asm.avx512 vpshufb
//	asm.avx2 vpshufb
//	no asm.avx2 vpblendd
//	no asm.avx2 vperm2i128
//	asm.neon rev64
func Turned(b []byte) {
	for i := 0; i+7 < len(b); i += 8 {
		b[i], b[i+7] = b[i+7], b[i]
		b[i+1], b[i+6] = b[i+6], b[i+1]
		b[i+2], b[i+5] = b[i+5], b[i+2]
		b[i+3], b[i+4] = b[i+4], b[i+3]
	}
}

// Opaque exchanges red and blue, and sets the fourth byte of every pixel.
//
//	args line
//	row N30
//	counter with vectorize.enable=0
//	chosen VF=
//	asm.avx512 vpshufb
//	asm.avx2 vpshufb
//	no asm.avx2 vperm2i128
//	asm.neon tbl
func Opaque(dst, src []byte) {
	for i := 0; i+3 < len(src) && i+3 < len(dst); i += 4 {
		dst[i], dst[i+1], dst[i+2], dst[i+3] = src[i+2], src[i+1], src[i], 255
	}
}

// Crossed exchanges the halves of complex numbers.
//
//	args line
//	row N30
//	counter with vectorize.enable=0
//	chosen VF=
//	asm.avx512 vpshufd
//	asm.avx2 vpshufd
//	asm.neon rev64
func Crossed(dst, src []float32) {
	for i := 0; i+1 < len(src) && i+1 < len(dst); i += 2 {
		dst[i], dst[i+1] = src[i+1], src[i]
	}
}

// Affine looks bytes up in a table of which rows are the first one, in another key: two lookups of half a byte.
//
//	args line times=1,8
//	row N31
//	counter kernel Turned
//	chosen VF=
//	asm.avx512 vector.halves
//	asm.avx2 vector.halves
//	asm.neon tbx
func Affine(dst, src []byte, k byte) {
	var t [256]byte
	for i := range t {
		c := byte(i)
		t[i] = c<<3 ^ c>>2 ^ c&0x5a ^ k
	}
	for i, c := range src {
		dst[i] = t[c]
	}
}

// NotAffine has too few bytes for looking through the table.
//
//	args line
//	row N24
//	counter kernel Turned
//	chosen VF=
//	plan LOOKUP
//	no asm.avx2 vector.halves
func NotAffine(dst *[64]byte, src []byte, k byte) {
	var t [256]byte
	for i := range t {
		t[i] = byte(i)*5 ^ k
	}
	for i, c := range src[:min(len(src), 64)] {
		dst[i] = t[c]
	}
}

// Letters64 adds to a number what its run of letters begins at.
//
//	args line
//	row I60
//	on avx2
//	counter none the instruction is what the row says
//	plan LOOKUP
//	asm vpsubusb
//	asm vpshufb
//	no asm vpblendvb
func Letters64(dst, src []byte) {
	for i, c := range src {
		dst[i] = letters64[c&63]
	}
}

// Punctuation is a class of bytes in four rows of 16, with three sets of places.
//
//	args line
//	row I60
//	on avx2
//	counter none the instruction is what the row says
//	plan LOOKUP
//	asm vpcmpeqb
//	asm*2 vpshufb ymm
func Punctuation(dst, src []byte) {
	for i, c := range src {
		switch {
		case '!' <= c && c <= '/', ':' <= c && c <= '@', '[' <= c && c <= '`', '{' <= c && c <= '~':
			dst[i] = 9
		default:
			dst[i] = 4
		}
	}
}

// Quads takes structures of four bytes apart.
//
//	args line times=1,4
//	row I61
//	on avx2
//	counter none the instruction is what the row says
//	plan*4 GROUP-LOAD
//	asm vpunpckldq
//	no asm vpblendd
func Quads(dst, src []byte) {
	for i := range min(len(dst), len(src)/4) {
		dst[i] = (src[4*i] ^ src[4*i+1]) + (src[4*i+2] &^ src[4*i+3])
	}
}

// Triples takes structures of three bytes apart.
//
//	args line times=1,3
//	row I62
//	on avx2
//	counter none the instruction is what the row says
//	plan*3 GROUP-LOAD
//	asm vpor
//	no asm vpblendvb
func Triples(dst, src []byte) {
	for i := range min(len(dst), len(src)/3) {
		dst[i] = (src[3*i] ^ src[3*i+1]) + src[3*i+2]
	}
}

// Sixes joins six bits of each of four bytes, until there is one with more.
//
//	args line times=3,4
//	row I75
//	on avx2
//	counter none the instruction is what the row says
//	plan*4 GROUP-LOAD
//	asm vpmaddubsw
//	asm vpmaddwd
//	asm vptest
func Sixes(dst, src []byte) int {
	n := min(len(dst)/3, len(src)/4)
	for i := range n {
		a, b, c, d := src[4*i], src[4*i+1], src[4*i+2], src[4*i+3]
		if (a|b|c|d)&0xC0 != 0 {
			return i
		}
		dst[3*i] = a<<2 | b>>4
		dst[3*i+1] = b<<4 | c>>2
		dst[3*i+2] = c<<6 | d
	}
	return n
}

// LowSixes does so for the lowest bits of any, the first ones lowest.
//
//	args line times=3,4
//	row I75
//	on avx2
//	counter none the instruction is what the row says
//	plan*4 GROUP-LOAD
//	asm vpmaddwd
func LowSixes(dst, src []byte) {
	for i := range min(len(dst)/3, len(src)/4) {
		a, b, c, d := src[4*i]&63, src[4*i+1]&63, src[4*i+2]&63, src[4*i+3]&63
		dst[3*i] = a | b<<6
		dst[3*i+1] = b>>2 | c<<4
		dst[3*i+2] = c>>4 | d<<2
	}
}

// Store24 stores numbers of 24 bits.
//
//	args line times=3,1
//	row I76
//	on avx2 avx512
//	counter none the instruction is what the row says
//	plan*3 GROUP-STORE
//	asm vperm
//	no asm vpunpck
func Store24(dst []byte, src []uint32) {
	for i, v := range src[:min(len(src), len(dst)/3)] {
		dst[3*i] = byte(v >> 16)
		dst[3*i+1] = byte(v >> 8)
		dst[3*i+2] = byte(v)
	}
}

// Fives takes eight fields of five bits each out of words.
//
//	args line times=8,1
//	row I90
//	on avx512
//	cpu bytes
//	counter none the instruction is what the row says
//	plan*8 GROUP-STORE
//	asm vpmultishiftqb
//	no asm vpermt2b
//	no asm vpsrlq
func Fives(dst []byte, src []uint64) {
	for i, q := range src[:min(len(src), len(dst)/8)] {
		dst[8*i] = byte(q) & 31
		dst[8*i+1] = byte(q>>5) & 31
		dst[8*i+2] = byte(q>>10) & 31
		dst[8*i+3] = byte(q>>15) & 31
		dst[8*i+4] = byte(q>>20) & 31
		dst[8*i+5] = byte(q>>25) & 31
		dst[8*i+6] = byte(q>>30) & 31
		dst[8*i+7] = byte(q>>35) & 31
	}
}

// HighSixes takes four fields of six bits each out of shorter words, the highest one first.
//
//	args line times=4,1
//	row I90
//	on avx512
//	cpu bytes
//	counter none the instruction is what the row says
//	plan*4 GROUP-STORE
//	asm vpmultishiftqb
//	no asm vpshufb
func HighSixes(dst []byte, src []uint32) {
	for i, v := range src[:min(len(src), len(dst)/4)] {
		dst[4*i] = byte(v>>18) & 63
		dst[4*i+1] = byte(v>>12) & 63
		dst[4*i+2] = byte(v>>6) & 63
		dst[4*i+3] = byte(v) & 63
	}
}

// Palette looks bytes up in a table of an argument that four registers hold, which one instruction reads.
//
//	args line
//	row I71
//	on neon
//	counter with vectorize.enable=0
//	plan LOOKUP
//	asm tbl v ... { v16.16b, v17.16b, v18.16b, v19.16b }
//	no asm tbx
//	no asm mov v
func Palette(dst, src []byte, t *[64]byte) {
	for i, c := range src {
		dst[i] = t[c&63]
	}
}

// Palettes looks bytes up in two such tables, and in one of twice the size, without moving registers.
//
//	args line
//	row I71
//	on neon
//	counter with vectorize.enable=0
//	plan*3 LOOKUP
//	asm tbl v ... { v16.16b, v17.16b, v18.16b, v19.16b }
//	asm tbl v ... { v20.16b, v21.16b, v22.16b, v23.16b }
//	asm tbx v ... { v28.16b, v29.16b, v30.16b, v31.16b }
//	no asm mov v
func Palettes(dst, src []byte, t, u *[64]byte, w *[128]byte) {
	for i, c := range src {
		dst[i] = t[c&63] ^ u[c>>2] ^ w[c>>1]
	}
}

// Bytes looks bytes up in a table of 256.
//
//	args line
//	row I71
//	on neon
//	counter with vectorize.enable=0
//	plan LOOKUP
//	asm tbl v ... { v16.16b, v17.16b, v18.16b, v19.16b }
//	asm tbx v ... { v20.16b, v21.16b, v22.16b, v23.16b }
//	asm tbx v ... { v24.16b, v25.16b, v26.16b, v27.16b }
//	asm tbx v ... { v28.16b, v29.16b, v30.16b, v31.16b }
//	no asm mov v
func Bytes(dst, src []byte, t *[256]byte) {
	for i, c := range src {
		dst[i] = t[c]
	}
}

// Octal is a class of bytes in one row of 16: tables that have the same number throughout are left out.
//
//	args line
//	row I72
//	on neon
//	counter none the instruction is what the row says
//	plan LOOKUP
//	asm tbx v ... { v ... .16b }, v
//	no asm tbl
func Octal(dst, src []byte) {
	for i, c := range src {
		switch {
		case c == '0':
			dst[i] = 9
		case '1' <= c && c <= '7':
			dst[i] = c - '0'
		case c == '8', c == ' ', c == '\t', c == '_':
			dst[i] = c & 3
		default:
			dst[i] = 255
		}
	}
}
