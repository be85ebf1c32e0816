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

// header is word number word of the header in memory, at address a, if headers are made up.
func (m *machine) header(a, word uint64) uint64 {
	if x, ok := m.stored[a]; ok {
		return x
	}
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

// noteStore remembers what an integer of 64 bits at address a is now: perhaps a word of a header.
func (m *machine) noteStore(in *inst, a, x uint64) {
	if m.Rows == nil || in.elem != ir.I64 || in.v.Op == ir.OpStore && in.v.AuxInt == ir.DataStore {
		return
	}
	if m.stored == nil {
		m.stored = map[uint64]uint64{}
	}
	m.stored[a] = x
}

// settleStores makes addresses among the arguments, which no two runs have alike, what they are addresses of.
func (m *machine) settleStores() {
	const each = 1 << 32 // more than an object has bytes
	for a, x := range m.stored {
		objects := m.Regions
		for kind := range uint64(2) {
			for i, g := range objects {
				if off := x - uint64(g.Addr); off < uint64(max(g.Size, 1)) {
					store8(a, (2*uint64(i)+kind+1)*each+off)
				}
			}
			objects = m.made
		}
	}
	clear(m.stored)
}

// moveHeaders has the headers in n bytes at address from at address to as well, which append has moved there.
func (m *machine) moveHeaders(to, from, n uint64) {
	words := m.Made.words
	for off := uint64(0); words != "" && off < n; off += 8 {
		switch w := words[off/8%uint64(len(words))]; w {
		case '1', '2', '3':
			if m.stored == nil {
				m.stored = map[uint64]uint64{}
			}
			m.stored[to+off] = m.header(from+off, uint64(w-'1'))
		}
	}
}
