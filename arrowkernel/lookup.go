package arrowkernel

import (
	"bytes"
	"math"
	"sort"
)

// lookups has lookup for each width of indices. Valid indices are not negative, so their signs do not matter.
type lookups[T element] struct {
	by8  func(dst, table []T, index []uint8)
	by16 func(dst, table []T, index []uint16)
	by32 func(dst, table []T, index []uint32)
	by64 func(dst, table []T, index []uint64)
}

var (
	lookup8  = lookups[uint8]{accelerate(lookup[uint8, uint8]), accelerate(lookup[uint8, uint16]), accelerate(lookup[uint8, uint32]), accelerate(lookup[uint8, uint64])}
	lookup16 = lookups[uint16]{accelerate(lookup[uint16, uint8]), accelerate(lookup[uint16, uint16]), accelerate(lookup[uint16, uint32]), accelerate(lookup[uint16, uint64])}
	lookup32 = lookups[uint32]{accelerate(lookup[uint32, uint8]), accelerate(lookup[uint32, uint16]), accelerate(lookup[uint32, uint32]), accelerate(lookup[uint32, uint64])}
	lookup64 = lookups[uint64]{accelerate(lookup[uint64, uint8]), accelerate(lookup[uint64, uint16]), accelerate(lookup[uint64, uint32]), accelerate(lookup[uint64, uint64])}

	bit8, bit16, bit32, bit64 = accelerate(lookupBit[uint8]), accelerate(lookupBit[uint16]), accelerate(lookupBit[uint32]), accelerate(lookupBit[uint64])
)

// do decodes n elements whose indices are elements of a buffer.
func (l lookups[T]) do(dst, table []T, index []byte, size, offset, n int) {
	switch size {
	case 1:
		l.by8(dst, table, view[uint8](index, offset, n))
	case 2:
		l.by16(dst, table, view[uint16](index, offset, n))
	case 4:
		l.by32(dst, table, view[uint32](index, offset, n))
	case 8:
		l.by64(dst, table, view[uint64](index, offset, n))
	}
}

// lookupValues decodes n elements of the given size.
func lookupValues(valueSize int, dst, table, index []byte, size, offset, n int) {
	entries := len(table) / valueSize
	switch valueSize {
	case 1:
		lookup8.do(dst[:n], table, index, size, offset, n)
	case 2:
		lookup16.do(view[uint16](dst, 0, n), view[uint16](table, 0, entries), index, size, offset, n)
	case 4:
		lookup32.do(view[uint32](dst, 0, n), view[uint32](table, 0, entries), index, size, offset, n)
	case 8:
		lookup64.do(view[uint64](dst, 0, n), view[uint64](table, 0, entries), index, size, offset, n)
	}
}

// bitTable is a table of bytes that are 0 or 1, for lookups. A short one is a word, which needs no loads.
type bitTable struct {
	entries []byte
	word    uint64
}

func newBitTable(entries []byte) bitTable {
	t := bitTable{entries: entries}
	if len(entries) <= 64 {
		for i, b := range entries {
			t.word |= uint64(b) << i
		}
	}
	return t
}

// lookup stores the entries of n indices.
func (t bitTable) lookup(dst, index []byte, size, offset, n int) {
	if len(t.entries) > 64 {
		lookup8.do(dst[:n], t.entries, index, size, offset, n)
		return
	}
	switch dst = dst[:n]; size {
	case 1:
		bit8(dst, t.word, view[uint8](index, offset, n))
	case 2:
		bit16(dst, t.word, view[uint16](index, offset, n))
	case 4:
		bit32(dst, t.word, view[uint32](index, offset, n))
	case 8:
		bit64(dst, t.word, view[uint64](index, offset, n))
	}
}

// testStrings tests strings, whose offsets are one more than dst. The kernel compares up to eight bytes.
func testStrings[O int32 | int64](starts func([]bool, []O, []byte, O, O, uint64, uint64), dst []bool, offsets []O, data []byte, test stringTest, literal string) {
	if test == endsWithLiteral || test == containsLiteral {
		for i := range dst {
			s := data[offsets[i]:offsets[i+1]]
			if test == endsWithLiteral {
				dst[i] = bytes.HasSuffix(s, []byte(literal))
			} else {
				dst[i] = bytes.Contains(s, []byte(literal))
			}
		}
		return
	}
	n := O(len(literal))
	most := n
	if test == startsWithLiteral {
		most = O(math.MaxInt32)
		if wide := int64(math.MaxInt64); int64(O(wide)) == wide {
			most = O(wide)
		}
	}
	var want, mask uint64
	for i := range min(len(literal), 8) {
		want |= uint64(literal[i]) << (8 * i)
		mask |= 255 << (8 * i)
	}
	// The strings that have eight bytes from their start.
	fast := sort.Search(len(dst), func(i int) bool { return int(offsets[i])+8 > len(data) })
	starts(dst[:fast], offsets[:fast+1], data, n, most, want, mask)
	for i := fast; i < len(dst); i++ {
		s := data[offsets[i]:offsets[i+1]]
		dst[i] = O(len(s)) <= most && bytes.HasPrefix(s, []byte(literal))
	}
	if len(literal) > 8 {
		for i, yes := range dst[:fast] {
			dst[i] = yes && bytes.HasPrefix(data[offsets[i]:offsets[i+1]], []byte(literal))
		}
	}
}
