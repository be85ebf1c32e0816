package asm

import "bytes"

// A constant is one entry of the pool: data[off:off+size] at a multiple of align.
type constant struct {
	off, size int32
	align     int32
	at        int32 // offset from the start of the pool, set by layoutPool
	label     Label
}

// Const adds data to the constant pool at a multiple of align, a power of two up to CacheLine, and returns its
// label. Constants with equal bytes share one entry, which gets the larger alignment.
func (b *Buffer) Const(data []byte, align int) Label {
	if align <= 0 || align > CacheLine || align&(align-1) != 0 {
		b.fail("constant alignment %d is not a power of two up to a cache line", align)
		return NoLabel
	}
	// Kernels have few constants, so a linear search is cheaper than a map.
	for i := range b.consts {
		c := &b.consts[i]
		if int(c.size) == len(data) && bytes.Equal(b.constData[c.off:c.off+c.size], data) {
			c.align = max(c.align, int32(align))
			return c.label
		}
	}
	l := b.NewLabel()
	b.places[l] = place{off: int32(len(b.consts)), state: inPool}
	b.consts = append(b.consts, constant{int32(len(b.constData)), int32(len(data)), int32(align), 0, l})
	b.constData = append(b.constData, data...)
	return l
}

// layoutPool places the constants by decreasing alignment, so that padding is needed only after odd sizes. It
// returns the size of the pool.
func (b *Buffer) layoutPool() int {
	at := int32(0)
	for align := int32(CacheLine); align > 0; align >>= 1 {
		for i := range b.consts {
			if c := &b.consts[i]; c.align == align {
				at = (at + align - 1) &^ (align - 1)
				c.at = at
				at += c.size
			}
		}
	}
	return int(at)
}
