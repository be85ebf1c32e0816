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
