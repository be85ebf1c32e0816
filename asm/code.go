package asm

import "sort"

// CacheLine is the largest alignment of code, and the alignment of the constant pool.
const CacheLine = 64

// Code is a finished, position-independent program.
type Code struct {
	Bytes []byte // instructions, padding and constants; must be placed at a multiple of Align
	// ConstOffset is where the constants start, a multiple of CacheLine, or len(Bytes) if there are none.
	ConstOffset int
	// TextSize is the size of the instructions, without the padding before the constants.
	TextSize int
	Align    int
	Labels   []int32 // offset of each label, -1 if it was never bound; index 0 is unused
	Lines    []Line  // sorted by offset
	Pads     []Pad   // the padding of each alignment, in order
}

// A Pad is the padding of one alignment, possibly empty.
type Pad struct{ Offset, Size int32 }

// A Line maps the code from Offset up to the next Line to source position Pos; Pos 0 is no position.
type Line struct{ Offset, Pos int32 }

// Offset returns the offset of l in the code, or -1 if l is not bound.
func (c *Code) Offset(l Label) int {
	if l <= 0 || int(l) >= len(c.Labels) {
		return -1
	}
	return int(c.Labels[l])
}

// Pos returns the source position of the instruction at offset, or 0 if it has none.
func (c *Code) Pos(offset int) int32 {
	i := sort.Search(len(c.Lines), func(i int) bool { return int(c.Lines[i].Offset) > offset })
	if i == 0 {
		return 0
	}
	return c.Lines[i-1].Pos
}
