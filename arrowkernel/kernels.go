package arrowkernel

import "encoding/binary"

// This file is the source of kernels: plain loops, which hotloop compiles at their first call.

// packBytes makes a bitmap of bytes that are 0 or 1.
func packBytes(dst, src []byte) {
	src = src[:8*len(dst)]
	for i := range dst {
		dst[i] = byte(binary.LittleEndian.Uint64(src[8*i:]) * 0x0102040810204080 >> 56)
	}
}

// unpackBytes makes bytes of a bitmap.
func unpackBytes(dst, src []byte) {
	dst = dst[:8*len(src)]
	for i, b := range src {
		d := dst[8*i : 8*i+8]
		d[0] = b & 1
		d[1] = b >> 1 & 1
		d[2] = b >> 2 & 1
		d[3] = b >> 3 & 1
		d[4] = b >> 4 & 1
		d[5] = b >> 5 & 1
		d[6] = b >> 6 & 1
		d[7] = b >> 7
	}
}

// shiftBits moves a bitmap to the start of a byte. src has one byte more than dst.
func shiftBits(dst, src []byte, by uint) {
	src = src[:len(dst)+1]
	for i := range dst {
		dst[i] = byte((uint32(src[i]) | uint32(src[i+1])<<8) >> (by & 7))
	}
}

// andBytes intersects bytes that are 0 or 1, or bitmaps.
func andBytes(dst, src []byte) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] &= src[i]
	}
}

// selected stores the rows that are chosen, counted from first, and returns their number.
func selected(dst []uint32, rows []bool, first uint32) int {
	n := 0
	for i, yes := range rows {
		if yes {
			dst[n] = first + uint32(i)
			n++
		}
	}
	return n
}

// element is what the kernels below are made for.
type element interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// fill stores a value in all elements.
func fill[T element](dst []T, v T) {
	for i := range dst {
		dst[i] = v
	}
}

// lookup decodes a dictionary. The indices of nulls may be anything; table has an element.
func lookup[T element, I int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](dst, table []T, index []I) {
	index = index[:len(dst)]
	n := uint64(len(table))
	for i := range dst {
		k := uint64(index[i])
		if k >= n {
			k = 0
		}
		dst[i] = table[k]
	}
}

// lookupBit is lookup for a table of at most 64 bits.
func lookupBit[I int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](dst []byte, table uint64, index []I) {
	index = index[:len(dst)]
	for i := range dst {
		dst[i] = byte(table >> (uint64(index[i]) & 63) & 1)
	}
}

// lengths stores the lengths of strings, whose offsets are one more.
func lengths[O int32 | int64](dst, offsets []O) {
	offsets = offsets[:len(dst)+1]
	for i := range dst {
		dst[i] = offsets[i+1] - offsets[i]
	}
}

// startsWith compares the first bytes of strings: up to eight of them, in the bits of mask. Every string has eight bytes
// in data.
func startsWith[O int32 | int64](dst []bool, offsets []O, data []byte, least, most O, want, mask uint64) {
	offsets = offsets[:len(dst)+1]
	for i := range dst {
		at := offsets[i]
		n := offsets[i+1] - at
		dst[i] = n >= least && n <= most && binary.LittleEndian.Uint64(data[at:])&mask == want
	}
}
