package field

// CountLines counts line feeds.
// args: [n]'abcdefgh_|'
func CountLines(text []byte) int {
	n := 0
	for _, c := range text {
		if c == '\n' {
			n++
		}
	}
	return n
}

// CountWords counts where a word begins.
// args: [n]'abcdefgh__|'
func CountWords(text string) int {
	n := 0
	in := false
	for i := 0; i < len(text); i++ {
		space := text[i] == ' ' || text[i] == '\n' || text[i] == '\t'
		if !space && !in {
			n++
		}
		in = !space
	}
	return n
}

// FieldEnds lists commas that are not between quotes.
// args: [n] [n]'abc,,"'
func FieldEnds(ends []int32, line []byte) int {
	k := 0
	quoted := false
	for i, c := range line {
		if c == '"' {
			quoted = !quoted
		} else if c == ',' && !quoted {
			ends[k] = int32(i)
			k++
		}
	}
	return k
}

// ToUpper changes letters of ASCII.
// args: [n]'abCdEfgHij_12'
func ToUpper(text []byte) {
	for i, c := range text {
		if 'a' <= c && c <= 'z' {
			text[i] = c - 32
		}
	}
}

// EqualFold compares without regard to case.
// args: [n]'a' [n]'aA'
func EqualFold(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i, x := range a {
		y := b[i]
		if x|32 != y|32 {
			return false
		}
	}
	return true
}

// Classes looks each byte up.
// args: [n] [n]'ab_12;' []%8
func Classes(out, text []uint8, class *[256]uint8) {
	for i, c := range text {
		out[i] = class[c]
	}
}

// IsASCII says whether no byte is above 127.
// args: [n]%128
func IsASCII(text []byte) bool {
	acc := byte(0)
	for _, c := range text {
		acc |= c
	}
	return acc < 128
}

// CountRunes counts what is no continuation of a character in UTF-8.
// args: [n]*
func CountRunes(text []byte) int {
	n := 0
	for _, c := range text {
		if c&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// DecodeRunes decodes UTF-8 that is well-formed enough: a first byte says how many follow.
// args: [n] [n+4]%228
func DecodeRunes(out []uint32, text []byte) int {
	k := 0
	for i := 0; i < len(text)-3; k++ {
		c := uint32(text[i])
		more := 0
		switch {
		case c < 0x80:
		case c < 0xe0:
			c, more = c&31, 1
		case c < 0xf0:
			c, more = c&15, 2
		default:
			c, more = c&7, 3
		}
		for j := 1; j <= more; j++ {
			c = c<<6 | uint32(text[i+j]&63)
		}
		out[k] = c
		i += more + 1
	}
	return k
}

// EncodeRunes writes characters below 2048 as one or two bytes.
// args: [2*n] [n]%400
func EncodeRunes(out []byte, r []uint16) int {
	k := 0
	for _, c := range r {
		if c < 0x80 {
			out[k] = byte(c)
			k++
		} else {
			out[k] = byte(0xc0 | c>>6)
			out[k+1] = byte(0x80 | c&63)
			k += 2
		}
	}
	return k
}

// Latin1 makes two bytes of those above 127.
// args: [2*n] [n]%140
func Latin1(out, in []byte) int {
	k := 0
	for _, c := range in {
		if c >= 0x80 {
			out[k] = 0xc0 | c>>6
			k++
			c = c & 0xbf
		}
		out[k] = c
		k++
	}
	return k
}

// ToHex writes two digits for each byte.
// args: [2*n] [n]*
func ToHex(out, in []byte) {
	const digits = "0123456789abcdef"
	for i, c := range in {
		out[2*i] = digits[c>>4]
		out[2*i+1] = digits[c&15]
	}
}

// FromHex reads them, and stops at what is none.
// args: [n] [2*n]'0123456789abcdef'
func FromHex(out, in []byte) int {
	for i := range out {
		v := byte(0)
		for _, c := range in[2*i : 2*i+2] {
			switch {
			case '0' <= c && c <= '9':
				v = v<<4 | c - '0'
			case 'a' <= c && c <= 'f':
				v = v<<4 | c - 'a' + 10
			default:
				return i
			}
		}
		out[i] = v
	}
	return len(out)
}

// ToBase64 writes four letters for three bytes.
// args: [4*(n/3)] [3*(n/3)]* []*
func ToBase64(out, in []byte, letters *[64]byte) {
	for i := 0; i < len(in)/3; i++ {
		w := uint(in[3*i])<<16 | uint(in[3*i+1])<<8 | uint(in[3*i+2])
		for k := range 4 {
			out[4*i+k] = letters[w>>(18-6*k)&63]
		}
	}
}

// FromBase64 reads them by a table.
// args: [3*(n/4)] [4*(n/4)]'ABCDwxyz0189+/' []%64
func FromBase64(out, in []byte, value *[256]uint8) {
	for i := 0; i < len(in)/4; i++ {
		w := uint32(0)
		for _, c := range in[4*i : 4*i+4] {
			w = w<<6 | uint32(value[c])
		}
		out[3*i], out[3*i+1], out[3*i+2] = byte(w>>16), byte(w>>8), byte(w)
	}
}

// ParseInt reads a decimal number and stops at what is no digit.
// args: [n/8] [8*(n/8)]'0123456789__'
func ParseInt(out []uint64, text []byte) {
	for i := range out {
		v := uint64(0)
		for j := 8 * i; j < 8*i+8; j++ {
			d := text[j] - '0'
			if d > 9 {
				break
			}
			v = v*10 + uint64(d)
		}
		out[i] = v
	}
}

// FormatInt writes numbers of five digits.
// args: [5*n] [n]%100000
func FormatInt(text []byte, v []uint32) {
	for i, x := range v {
		for k := 4; k >= 0; k-- {
			text[5*i+k] = byte('0' + x%10)
			x /= 10
		}
	}
}

// Escapes counts the bytes that need a backslash.
// args: [n]'abcdef_\"|'
func Escapes(text string) int {
	n := 0
	for i := range len(text) {
		if c := text[i]; c == '"' || c == '\\' || c < ' ' {
			n++
		}
	}
	return n
}

// Quote writes a text with a backslash before quotes.
// args: [2*n] [n]'abcdef_\"'
func Quote(out, text []byte) int {
	k := 0
	for _, c := range text {
		if c == '"' || c == '\\' {
			out[k] = '\\'
			k++
		}
		out[k] = c
		k++
	}
	return k
}

// DropSpaces removes blanks and line feeds in place.
// args: [n]'abcde__|'
func DropSpaces(text []byte) int {
	k := 0
	for _, c := range text {
		if c != ' ' && c != '\n' {
			text[k] = c
			k++
		}
	}
	return k
}

// Occurrences counts a word of three letters.
// args: [n]'abc' [3]'abc'
func Occurrences(text, word []byte) int {
	n := 0
	for i := 0; i+3 <= len(text); i++ {
		if text[i] == word[0] && text[i+1] == word[1] && text[i+2] == word[2] {
			n++
		}
	}
	return n
}

// FindWord stops at a word of any length.
// args: [n]'abcde' [8]'abc'
func FindWord(text, word string) int {
	for i := 0; i+len(word) <= len(text); i++ {
		j := 0
		for j < len(word) && text[i+j] == word[j] {
			j++
		}
		if j == len(word) {
			return i
		}
	}
	return -1
}

// FirstOf finds the first byte of a set of four.
// args: [n]'abcdefgh' []'xyz<'
func FirstOf(text []byte, set *[4]byte) int {
	for i, c := range text {
		for _, s := range set {
			if c == s {
				return i
			}
		}
	}
	return -1
}

// CommonPrefix is how long two texts agree.
// args: [n]'a' [n]'a'
func CommonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// EditRow is a row of the distance between two texts.
// args: [n+1]%20 [n+1]%20 [n]'abcd' 98
func EditRow(cur, prev []int32, text []byte, c uint8) {
	for j := range text {
		cost := prev[j]
		if text[j] != c {
			cost++
		}
		cur[j+1] = min(cost, prev[j+1]+1, cur[j]+1)
	}
}

// LcsRow is a row of the longest common subsequence.
// args: [n+1]%20 [n+1]%20 [n]'abcd' 98
func LcsRow(cur, prev []uint16, text []byte, c uint8) {
	for j, t := range text {
		if t == c {
			cur[j+1] = prev[j] + 1
		} else {
			cur[j+1] = max(prev[j+1], cur[j])
		}
	}
}

// Bases packs letters of a genome into two bits each.
// args: [n/4] [4*(n/4)]'ACGT'
func Bases(out, text []uint8) {
	for i := range out {
		b := uint8(0)
		for k := range 4 {
			b |= text[4*i+k] >> 1 & 3 << (2 * k)
		}
		out[i] = b
	}
}

// GcContent counts two of four letters.
// args: [n]'ACGT'
func GcContent(text []byte) float64 {
	n := 0
	for _, c := range text {
		if c == 'G' || c == 'C' {
			n++
		}
	}
	return float64(n) / float64(len(text)+1)
}

// Hamming counts differing letters.
// args: [n]'ACGT' [n]'ACGT'
func Hamming(a, b []byte) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// Caesar turns letters by a number of places.
// args: [n]'abcxyzABCXYZ_.' 13
func Caesar(text []byte, by uint8) {
	for i, c := range text {
		switch {
		case c >= 'a' && c <= 'z':
			text[i] = (c-'a'+by)%26 + 'a'
		case c >= 'A' && c <= 'Z':
			text[i] = (c-'A'+by)%26 + 'A'
		}
	}
}
