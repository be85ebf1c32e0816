package asm

import (
	"hotloop/reuse"
	"strings"
)

// Access is how an instruction accesses an operand.
type Access uint8

// Access modes. A ReadWrite destination is tied: its register must hold the old value.
const (
	Read      Access = 1
	Write     Access = 2
	ReadWrite Access = Read | Write
)

// A Width is the size of an operand, fixed or relative to the size of the instruction.
type Width uint8

// Widths: a number of bytes below 128, or a fraction of the instruction's size. For a vector register, a fraction
// is at least 16 bytes; for memory, it is exact.
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

// Names looks up Ops by name. The table is built on the first lookup; only rule files and parsers look up names.
type Names[Op ~uint16] struct{ table reuse.Once[map[string]Op] }

// Find returns the Op called s among the first n Ops, whose names are given by name.
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

// FeatureText returns the names of the extensions in set, joined by "+", or "base" if set is empty.
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
