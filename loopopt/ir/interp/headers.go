package interp

import (
	"unsafe"

	"hotloop/loopopt/ir"
)

// Random bytes cannot serve as headers of slices and the like, which contain addresses. When arguments are
// synthetic, so are the headers that a kernel loads. They are derived from their location in the arguments, so
// that all runs load the same ones.

// rowBytes is the size of Options.Rows.
const rowBytes = 1 << 16

// NewRows returns memory for synthetic headers to refer to: words that are small numbers.
func NewRows() []byte {
	rows := make([]byte, rowBytes)
	for i := 0; i < len(rows); i += 8 {
		rows[i] = byte(i*i>>5) & 7
	}
	return rows
}

// header returns word number word of the synthetic header; a is the word's address.
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

// noteStore records a 64-bit integer stored at address a, which may be a word of a header.
func (m *machine) noteStore(in *inst, a, x uint64) {
	if m.Rows == nil || in.elem != ir.I64 || in.v.Op == ir.OpStore && in.v.AuxInt == ir.DataStore {
		return
	}
	if m.stored == nil {
		m.stored = map[uint64]uint64{}
	}
	m.stored[a] = x
}

// settleStores replaces stored addresses, which differ from run to run, with numbers that identify what they
// refer to.
func (m *machine) settleStores() {
	const each = 1 << 32 // larger than any object
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

// moveHeaders copies the headers in n bytes at address from to address to, where append has moved them.
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
