package asm

import (
	"hotloop/reuse"
	"strings"
)

// Access says what an instruction does with an operand.
type Access uint8

// The ways to access an operand. A ReadWrite destination is tied: the old value must be in the register.
const (
	Read      Access = 1
	Write     Access = 2
	ReadWrite Access = Read | Write
)

// A Width is the size of an operand, fixed or relative to the size of the instruction.
type Width uint8

// Widths: a number of bytes below 128, or a fraction of the instruction's size. A fraction of a vector register is at
// least 16 bytes, while a fraction of memory is exact.
const (
	WSize    Width = 128 // the size of the instruction
	WHalf    Width = 129 // half of it
	WQuarter Width = 130 // a quarter
	WEighth  Width = 131 // an eighth
)

// Bytes returns the width in bytes for an instruction of the given size.
func (w Width) Bytes(size uint8) int {
	if w < WSize {
		return int(w)
	}
	return int(size) >> (w - WSize)
}

// Names finds Ops by their names. The table is made when something is first looked up: only rule files and parsers do.
type Names[Op ~uint16] struct{ table reuse.Once[map[string]Op] }

// Find is the Op of a name, among n with these names.
func (t *Names[Op]) Find(s string, n Op, name func(Op) string) (Op, bool) {
	op, ok := t.table.Get(func() map[string]Op {
		m := make(map[string]Op, n)
		for op := range n {
			m[name(op)] = op
		}
		return m
	})[s]
	return op, ok
}

// FeatureText lists the names of the bits that are set in a set of extensions.
func FeatureText[F ~uint32](set F, names []string) string {
	var s []string
	for i, n := range names {
		if set&(1<<i) != 0 {
			s = append(s, n)
		}
	}
	if s == nil {
		return "base"
	}
	return strings.Join(s, "+")
}
