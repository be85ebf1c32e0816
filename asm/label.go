package asm

// A Label names a position in the code or a constant in the pool. Labels are dense, start at 1, and belong to the
// Buffer or Encoder that created them. The zero value is no label, so zeroed instructions refer to no label.
type Label int32

// NoLabel is the zero Label, which stands for no label.
const NoLabel Label = 0

// A place is the position where a label is bound. Its offset counts neither padding nor the growth of branches;
// gap, the number of gaps before the place, determines how much of both to add.
type place struct {
	off   int32
	gap   int32
	state uint8
}

const (
	unbound uint8 = iota
	inCode
	inPool // off is the index of the constant
)

// NewLabel returns a new, unbound label.
func (b *Buffer) NewLabel() Label {
	if len(b.places) == 0 {
		b.places = append(b.places, place{})
	}
	b.places = append(b.places, place{})
	return Label(len(b.places) - 1)
}

// Reserve makes all labels up to l valid, for callers that number their own labels.
func (b *Buffer) Reserve(l Label) {
	for len(b.places) <= int(l) {
		b.places = append(b.places, place{})
	}
}

// Bind binds l to the current position.
func (b *Buffer) Bind(l Label) {
	if l <= 0 || int(l) >= len(b.places) {
		b.fail("bind: unknown label L%d", l)
		return
	}
	if b.places[l].state != unbound {
		b.fail("label L%d is bound twice", l)
		return
	}
	b.places[l] = place{int32(len(b.Text)), int32(len(b.gaps)), inCode}
}
