package field

// ReadVarints decodes numbers of seven bits a byte.
// args: [n] [n]%160
func ReadVarints(out []uint32, in []byte) int {
	k := 0
	v, shift := uint32(0), uint(0)
	for _, c := range in {
		v |= uint32(c&127) << shift
		if c < 128 {
			out[k] = v
			k++
			v, shift = 0, 0
		} else {
			shift += 7
		}
	}
	return k
}

// ReadVarintsNested decodes them with a loop for each number.
// args: [n] [n+8]%140
func ReadVarintsNested(out []uint64, in []byte) int {
	k := 0
	for i := 0; i+8 < len(in); k++ {
		v := uint64(0)
		for s := uint(0); s < 56; s += 7 {
			c := in[i]
			i++
			v |= uint64(c&127) << s
			if c < 128 {
				break
			}
		}
		out[k] = v
	}
	return k
}

// WriteVarints encodes them.
// args: [5*n] [n]%20000
func WriteVarints(out []byte, v []uint32) int {
	k := 0
	for _, x := range v {
		for x >= 128 {
			out[k] = byte(x) | 128
			k++
			x >>= 7
		}
		out[k] = byte(x)
		k++
	}
	return k
}

// VarintSize adds up how many bytes they take.
// args: [n]*
func VarintSize(v []uint32) int {
	n := 0
	for _, x := range v {
		switch {
		case x < 1<<7:
			n++
		case x < 1<<14:
			n += 2
		case x < 1<<21:
			n += 3
		case x < 1<<28:
			n += 4
		default:
			n += 5
		}
	}
	return n
}

// GroupVarint decodes groups of four numbers whose lengths a byte tells.
// args: [4*(n/4)] [n/4]* [4*n]*
func GroupVarint(out []uint32, tags, data []byte) int {
	p := 0
	for i, t := range tags {
		for k := range 4 {
			n := int(t>>(2*k))&3 + 1
			v := uint32(0)
			for j := range n {
				v |= uint32(data[p+j]) << (8 * j)
			}
			out[4*i+k] = v
			p += n
		}
	}
	return p
}

// MatchLength is how far two places of a text agree.
// args: [n]'a' 0 1
func MatchLength(text []byte, a, b int) int {
	n := 0
	for b+n < len(text) && text[a+n] == text[b+n] {
		n++
	}
	return n
}

// ShortMatches are matches that soon end, one for each candidate.
// args: [n/8] [n/8]%n/2 [n/8]%n/2 [n+16]'ab'
func ShortMatches(length []uint8, a, b []int32, text []byte) {
	for i := range length {
		p, q := int(a[i]), int(b[i])
		n := 0
		for n < 16 && text[p+n] == text[q+n] {
			n++
		}
		length[i] = uint8(n)
	}
}

// HashChains enters the places of a text into a table by their first bytes.
// args: [n] []=-1 [n+4]'abcd'
func HashChains(prev []int32, head *[1024]int32, text []byte) {
	for i := range prev {
		w := uint32(text[i]) | uint32(text[i+1])<<8 | uint32(text[i+2])<<16 | uint32(text[i+3])<<24
		h := w * 2654435761 >> 22
		prev[i] = head[h]
		head[h] = int32(i)
	}
}

// CopyBack repeats what lies a distance behind, which may overlap.
// args: [n] 3
func CopyBack(out []byte, dist int) {
	for i := dist; i < len(out); i++ {
		out[i] = out[i-dist]
	}
}

// RunLengths encodes runs of bytes as pairs.
// args: [2*n] [n]'aaab'
func RunLengths(out, in []byte) int {
	k := 0
	for i := 0; i < len(in); {
		c := in[i]
		j := i + 1
		for j < len(in) && in[j] == c && j-i < 255 {
			j++
		}
		out[k], out[k+1] = c, byte(j-i)
		k += 2
		i = j
	}
	return k
}

// MoveToFront codes bytes by how long ago they came.
// args: [n] [n]%16 []step1
func MoveToFront(out, in []uint8, order *[16]uint8) {
	for i, c := range in {
		k := 0
		for k < 15 && order[k] != c {
			k++
		}
		out[i] = uint8(k)
		for ; k > 0; k-- {
			order[k] = order[k-1]
		}
		order[0] = c
	}
}

// Crc32 takes a byte at a time from a table.
// args: [n]* []*
func Crc32(data []byte, table *[256]uint32) uint32 {
	c := ^uint32(0)
	for _, b := range data {
		c = table[byte(c)^b] ^ c>>8
	}
	return ^c
}

// Crc8 goes bit by bit.
// args: [n] [n]*
func Crc8(out, data []uint8) {
	for i, c := range data {
		for range 8 {
			if c&128 != 0 {
				c = c<<1 ^ 7
			} else {
				c <<= 1
			}
		}
		out[i] = c
	}
}

// Parity is whether a byte has an odd number of ones.
// args: [n] [n]*
func Parity(out, data []uint8) {
	for i, c := range data {
		c ^= c >> 4
		c ^= c >> 2
		c ^= c >> 1
		out[i] = c & 1
	}
}

// XorBlocks combines three blocks, as RAID does.
// args: [n] [n]* [n]* [n]*
func XorBlocks(p, a, b, c []uint8) {
	for i := range p {
		p[i] = a[i] ^ b[i] ^ c[i]
	}
}

// GaloisDouble multiplies by two in a field of 256 elements.
// args: [n]*
func GaloisDouble(x []uint8) {
	for i, v := range x {
		w := v << 1
		if v&0x80 != 0 {
			w ^= 0x1d
		}
		x[i] = w
	}
}

// SwapBytes changes the order of bytes.
// args: [n] [n]*
func SwapBytes(out, in []uint32) {
	for i, v := range in {
		out[i] = v<<24 | v>>24 | v<<8&0xff0000 | v>>8&0xff00
	}
}

// BigEndian reads numbers of bytes.
// args: [n] [2*n]*
func BigEndian(out []uint16, in []byte) {
	for i := range out {
		out[i] = uint16(in[2*i])<<8 | uint16(in[2*i+1])
	}
}

// Planes splits numbers into planes of bytes.
// args: [4*n] [n]*
func Planes(out []byte, v []uint32) {
	n := len(v)
	for i, x := range v {
		out[i] = byte(x)
		out[n+i] = byte(x >> 8)
		out[2*n+i] = byte(x >> 16)
		out[3*n+i] = byte(x >> 24)
	}
}

// Transpose8 turns 8×8 bits, word by word.
// args: [n] [n]*
func Transpose8(out, in []uint64) {
	for i, x := range in {
		t := (x ^ x>>7) & 0x00aa00aa00aa00aa
		x ^= t ^ t<<7
		t = (x ^ x>>14) & 0x0000cccc0000cccc
		x ^= t ^ t<<14
		t = (x ^ x>>28) & 0x00000000f0f0f0f0
		out[i] = x ^ t ^ t<<28
	}
}

// Morton mixes the bits of two numbers.
// args: [n] [n]* [n]*
func Morton(out []uint32, x, y []uint16) {
	for i := range out {
		a, b := uint32(x[i]), uint32(y[i])
		a = (a | a<<8) & 0x00ff00ff
		a = (a | a<<4) & 0x0f0f0f0f
		a = (a | a<<2) & 0x33333333
		a = (a | a<<1) & 0x55555555
		b = (b | b<<8) & 0x00ff00ff
		b = (b | b<<4) & 0x0f0f0f0f
		b = (b | b<<2) & 0x33333333
		b = (b | b<<1) & 0x55555555
		out[i] = a | b<<1
	}
}

// Adpcm predicts samples with a step that adapts.
// args: [n] [n]%16 []~7,500
func Adpcm(out []int16, in []uint8, steps *[89]int16) {
	value, index := int32(0), int32(0)
	for i, c := range in {
		step := int32(steps[index])
		d := step >> 3
		if c&4 != 0 {
			d += step
		}
		if c&2 != 0 {
			d += step >> 1
		}
		if c&1 != 0 {
			d += step >> 2
		}
		if c&8 != 0 {
			d = -d
		}
		value = max(-32768, min(32767, value+d))
		index = max(0, min(88, index+int32(c&7)-3))
		out[i] = int16(value)
	}
}

// Sub is the filter of PNG that takes the pixel to the left away.
// args: [n] [n]*
func Sub(out, row []uint8) {
	for i := range row {
		left := uint8(0)
		if i >= 4 {
			left = row[i-4]
		}
		out[i] = row[i] - left
	}
}

// Paeth undoes PNG's hardest filter.
// args: [n]* [n]*
func Paeth(row, up []uint8) {
	for i := 3; i < len(row); i++ {
		a, b, c := int(row[i-3]), int(up[i]), int(up[i-3])
		pa, pb, pc := b-c, a-c, a+b-2*c
		if pa < 0 {
			pa = -pa
		}
		if pb < 0 {
			pb = -pb
		}
		if pc < 0 {
			pc = -pc
		}
		switch {
		case pa <= pb && pa <= pc:
			row[i] += uint8(a)
		case pb <= pc:
			row[i] += uint8(b)
		default:
			row[i] += uint8(c)
		}
	}
}
