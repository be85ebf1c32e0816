package interp

import (
	"unsafe"

	"hotloop/loopopt/ir"
)

// Headers in memory, of slices and the like, are addresses that random bytes cannot be. Where arguments are made up, so
// are the headers that a kernel loads: by their place among the arguments, so that all runs load the same.

// RowBytes is the size of Options.Rows.
const RowBytes = 1 << 16

// NewRows makes memory for headers that are made up: words that are small numbers.
func NewRows() []byte {
	rows := make([]byte, RowBytes)
	for i := 0; i < len(rows); i += 8 {
		rows[i] = byte(i*i>>5) & 7
	}
	return rows
}

// header is the word that v loads at address a if headers are made up.
func (m *machine) header(a uint64, v *ir.Value) uint64 {
	word := uint64(v.AuxInt - 1)
	key := uint64(0)
	for i, g := range m.Regions {
		if off := a - 8*word - uint64(g.Addr); off < uint64(g.Size) {
			key = (off + uint64(i)<<32) * 0x9e3779b97f4a7c15
			break
		}
	}
	if key>>61 == 0 {
		return 0 // nil
	}
	n := key >> 20 & 15
	switch word {
	case 0:
		return uint64(uintptr(unsafe.Pointer(&m.Rows[0]))) + key>>30&63*8
	case 1:
		return n
	}
	return n + key>>40&3
}
