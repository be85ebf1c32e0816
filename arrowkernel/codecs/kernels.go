package codecs

import (
	"encoding/binary"
	"math/bits"
)

const _ = min(0, 1) + max(0, 1) // the builtins

// Unpack decodes numbers of width bits, at most 25. packed has 4 bytes more than they need.
func Unpack(dst []uint32, packed []byte, width uint) {
	for i := range dst {
		at := uint(i) * width
		dst[i] = binary.LittleEndian.Uint32(packed[at/8:]) >> (at % 8) & (1<<width - 1)
	}
}

// Unpack1 decodes single bits, as dictionary indices.
func Unpack1(dst []uint32, packed []byte) {
	for i := range dst {
		dst[i] = uint32(packed[i/8]>>(i%8)) & 1
	}
}

// Unpack3 decodes numbers of 3 bits. packed has a byte more than they need.
func Unpack3(dst []uint32, packed []byte) {
	for i := range dst {
		at := 3 * i
		w := uint32(packed[at/8]) | uint32(packed[at/8+1])<<8
		dst[i] = w >> (at % 8) & 7
	}
}

// Unpack5 decodes numbers of 5 bits.
func Unpack5(dst []uint32, packed []byte) {
	for i := range dst {
		at := 5 * i
		w := uint32(packed[at/8]) | uint32(packed[at/8+1])<<8
		dst[i] = w >> (at % 8) & 31
	}
}

// Unpack7 decodes numbers of 7 bits.
func Unpack7(dst []uint32, packed []byte) {
	for i := range dst {
		at := 7 * i
		w := uint32(packed[at/8]) | uint32(packed[at/8+1])<<8
		dst[i] = w >> (at % 8) & 127
	}
}

// Unpack8 decodes bytes.
func Unpack8(dst []uint32, packed []byte) {
	packed = packed[:len(dst)]
	for i := range dst {
		dst[i] = uint32(packed[i])
	}
}

// Unpack10 decodes numbers of 10 bits. packed has 2 bytes more than they need.
func Unpack10(dst []uint32, packed []byte) {
	for i := range dst {
		at := 10 * i
		w := uint32(packed[at/8]) | uint32(packed[at/8+1])<<8
		dst[i] = w >> (at % 8) & 1023
	}
}

// Unpack12 decodes numbers of 12 bits.
func Unpack12(dst []uint32, packed []byte) {
	for i := range dst {
		at := 12 * i
		w := uint32(packed[at/8]) | uint32(packed[at/8+1])<<8
		dst[i] = w >> (at % 8) & 4095
	}
}

// Unpack16 decodes numbers of 16 bits.
func Unpack16(dst []uint32, packed []byte) {
	for i := range dst {
		dst[i] = uint32(binary.LittleEndian.Uint16(packed[2*i:]))
	}
}

// Unpack20 decodes numbers of 20 bits, two from 5 bytes.
func Unpack20(dst []uint32, packed []byte) {
	for i := range len(dst) / 2 {
		dst[2*i] = binary.LittleEndian.Uint32(packed[5*i:]) & (1<<20 - 1)
		dst[2*i+1] = binary.LittleEndian.Uint32(packed[5*i+1:]) >> 12
	}
}

// Pack4 encodes numbers of 4 bits.
func Pack4(packed []byte, src []uint32) {
	src = src[:2*len(packed)]
	for i := range packed {
		packed[i] = byte(src[2*i]&15 | src[2*i+1]<<4)
	}
}

// Pack8 encodes bytes.
func Pack8(packed []byte, src []uint32) {
	src = src[:len(packed)]
	for i := range packed {
		packed[i] = byte(src[i])
	}
}

// Pack12 encodes numbers of 12 bits.
func Pack12(packed []byte, src []uint32) {
	for i := range len(src) / 2 {
		w := src[2*i]&4095 | src[2*i+1]<<12
		packed[3*i] = byte(w)
		packed[3*i+1] = byte(w >> 8)
		packed[3*i+2] = byte(w >> 16)
	}
}

// SplitBytes4 encodes 4-byte numbers by BYTE_STREAM_SPLIT: all first bytes, all second ones, and so on.
func SplitBytes4(dst []byte, src []uint32) {
	n := len(src)
	for i, x := range src {
		dst[i] = byte(x)
		dst[n+i] = byte(x >> 8)
		dst[2*n+i] = byte(x >> 16)
		dst[3*n+i] = byte(x >> 24)
	}
}

// JoinBytes4 decodes them.
func JoinBytes4(dst []uint32, src []byte) {
	n := len(dst)
	for i := range dst {
		dst[i] = uint32(src[i]) | uint32(src[n+i])<<8 | uint32(src[2*n+i])<<16 | uint32(src[3*n+i])<<24
	}
}

// SplitBytes8 is SplitBytes4 for 8-byte numbers.
func SplitBytes8(dst []byte, src []uint64) {
	n := len(src)
	for i, x := range src {
		dst[i] = byte(x)
		dst[n+i] = byte(x >> 8)
		dst[2*n+i] = byte(x >> 16)
		dst[3*n+i] = byte(x >> 24)
		dst[4*n+i] = byte(x >> 32)
		dst[5*n+i] = byte(x >> 40)
		dst[6*n+i] = byte(x >> 48)
		dst[7*n+i] = byte(x >> 56)
	}
}

// JoinBytes8 decodes them.
func JoinBytes8(dst []uint64, src []byte) {
	n := len(dst)
	for i := range dst {
		dst[i] = uint64(src[i]) | uint64(src[n+i])<<8 | uint64(src[2*n+i])<<16 | uint64(src[3*n+i])<<24 |
			uint64(src[4*n+i])<<32 | uint64(src[5*n+i])<<40 | uint64(src[6*n+i])<<48 | uint64(src[7*n+i])<<56
	}
}

// Lookup4 decodes a dictionary of 4-byte numbers.
func Lookup4(dst, dictionary []uint32, indices []int32) {
	indices = indices[:len(dst)]
	for i, k := range indices {
		dst[i] = dictionary[k]
	}
}

// Lookup8 decodes a dictionary of 8-byte numbers.
func Lookup8(dst, dictionary []uint64, indices []int32) {
	indices = indices[:len(dst)]
	for i, k := range indices {
		dst[i] = dictionary[k]
	}
}

// Transpose replaces indices by those of another dictionary.
func Transpose(dst, src, table []int32) {
	src = src[:len(dst)]
	for i, k := range src {
		dst[i] = table[k]
	}
}

// DeltaDecode decodes a page of DELTA_BINARY_PACKED numbers and returns how many there are. It trusts the page. page has
// 8 bytes more than it needs.
func DeltaDecode(dst []int32, page []byte) int {
	at := 0
	var header [4]uint64 // size of a block, number of its parts, number of values, first value
	for k := range header {
		header[k], at = varint(page, at)
	}
	part := int(header[0] / header[1])
	total := int(header[2])
	last := int32(header[3]>>1) ^ -int32(header[3]&1)
	dst[0] = last
	for n := 1; n < total; {
		var z uint64
		z, at = varint(page, at)
		least := int32(z>>1) ^ -int32(z&1)
		widths := at
		at += int(header[1])
		for p := 0; p < int(header[1]) && n < total; p++ {
			width := uint64(page[widths+p])
			packed := page[at:]
			mask := uint64(1)<<width - 1
			values := dst[n:min(n+part, total)]
			for i := range values {
				bit := uint64(i) * width
				last += least + int32(binary.LittleEndian.Uint64(packed[bit/8:])>>(bit%8)&mask)
				values[i] = last
			}
			n += len(values)
			at += int(width) * part / 8
		}
	}
	return total
}

// varint decodes a number in base 128 and returns the position behind it.
func varint(b []byte, at int) (v uint64, next int) {
	for shift := uint(0); ; shift += 7 {
		c := b[at]
		at++
		v |= uint64(c&127) << (shift & 63)
		if c < 128 {
			return v, at
		}
	}
}

// Deltas stores the differences of successive numbers, and returns the least one.
func Deltas(dst, src []int32) int32 {
	least := int32(1<<31 - 1)
	src = src[:len(dst)+1]
	for i := range dst {
		d := src[i+1] - src[i]
		dst[i] = d
		least = min(least, d)
	}
	return least
}

// Accumulate undoes Deltas.
func Accumulate(dst, deltas []int32, first int32) {
	deltas = deltas[:len(dst)]
	for i, d := range deltas {
		first += d
		dst[i] = first
	}
}

// Offsets makes the offsets of strings from their lengths, as in DELTA_LENGTH_BYTE_ARRAY.
func Offsets(dst, lengths []int32) {
	lengths = lengths[:len(dst)-1]
	sum := int32(0)
	dst[0] = 0
	for i, n := range lengths {
		sum += n
		dst[i+1] = sum
	}
}

// Runs decodes the RLE part of levels: for each run its length and its value.
func Runs(dst []uint8, lengths []int32, values []uint8) {
	values = values[:len(lengths)]
	n := 0
	for i, length := range lengths {
		v := values[i]
		run := dst[n : n+int(length)]
		for k := range run {
			run[k] = v
		}
		n += int(length)
	}
}

// RunStarts counts the runs of equal levels, which an encoder needs to choose between runs and packed bits.
func RunStarts(levels []uint8) (n int) {
	if len(levels) == 0 {
		return 0
	}
	n = 1
	next := levels[1:]
	for i := range next {
		if levels[i] != next[i] {
			n++
		}
	}
	return n
}

// Bools decodes a bitmap.
func Bools(dst []bool, bitmap []byte) {
	dst = dst[:8*len(bitmap)]
	for i, b := range bitmap {
		d := dst[8*i : 8*i+8]
		d[0] = b&1 != 0
		d[1] = b&2 != 0
		d[2] = b&4 != 0
		d[3] = b&8 != 0
		d[4] = b&16 != 0
		d[5] = b&32 != 0
		d[6] = b&64 != 0
		d[7] = b&128 != 0
	}
}

// Bitmap encodes levels: a bit is one where the level is most, which means that there is a value.
func Bitmap(bitmap []byte, levels []uint8, most uint8) {
	levels = levels[:8*len(bitmap)]
	for i := range bitmap {
		var b byte
		for k := range 8 {
			if levels[8*i+k] == most {
				b |= 1 << k
			}
		}
		bitmap[i] = b
	}
}

// And intersects bitmaps.
func And(dst, x, y []byte) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = x[i] & y[i]
	}
}

// Ones counts the ones of a bitmap.
func Ones(bitmap []byte) (n int) {
	for _, b := range bitmap {
		n += bits.OnesCount8(b)
	}
	return n
}

// Bounds32 returns the statistics of a column chunk.
func Bounds32(x []int32) (least, most int32) {
	least, most = 1<<31-1, -1<<31
	for _, v := range x {
		least, most = min(least, v), max(most, v)
	}
	return least, most
}

// Bounds64 is Bounds32 for numbers of 8 bytes.
func Bounds64(x []int64) (least, most int64) {
	least, most = 1<<63-1, -1<<63
	for _, v := range x {
		least, most = min(least, v), max(most, v)
	}
	return least, most
}
