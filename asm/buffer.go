package asm

import "fmt"

// A Backend is what the Buffer must know of an instruction set. Distances count from the first byte of the branch.
type Backend interface {
	// BranchSize returns the bytes of a branch of the given kind in its short or long form.
	BranchSize(kind uint8, long bool) int
	// Reaches says whether the form of the branch can jump over rel bytes.
	Reaches(kind uint8, long bool, rel int) bool
	// PutBranch writes the branch to dst, whose size is BranchSize. What the encoder put into Text at the branch's
	// place, of the size of the short form, is there already: on some instruction sets branches have operands.
	PutBranch(dst []byte, kind uint8, long bool, rel int)
	// PutRef resolves a reference of the given kind: code[at:] holds the instruction or field, target and at are
	// offsets in code.
	PutRef(code []byte, kind uint8, at, target int, add int32) error
	// Pad fills dst with instructions that do nothing.
	Pad(dst []byte)
	// Trap fills dst, which is never reached, with instructions that stop a program that gets there all the same.
	Trap(dst []byte)
}

// A gap is a point where bytes may have to be inserted when everything before it is known: a branch that may grow, or
// an alignment.
type gap struct {
	off    int32 // in Text; for a branch, its start
	extra  int32 // bytes inserted before off (alignment) or added to the branch
	target Label // of the branch; NoLabel: alignment
	until  Label // of an alignment: the end of what it is for, or NoLabel
	align  int32
	kind   uint8
	short  uint8 // size of the short form
	long   bool
}

type ref struct {
	off   int32
	gap   int32
	label Label
	add   int32
	kind  uint8
}

type line struct {
	off, gap, pos int32
}

// A Buffer collects the parts of one program. Text is appended to by the encoders; branches, labels, references and
// constants go through the methods. After Finish and Reset it can be used for the next program without allocating anew.
type Buffer struct {
	Text []byte // instructions so far, branches in their short form, without padding

	backend   Backend
	places    []place
	gaps      []gap
	refs      []ref
	lines     []line
	consts    []constant
	constData []byte
	align     int32 // the strictest alignment
	lead      int32 // bytes of padding in front of each alignment, whatever it needs
	aligns    int   // how many there are
	err       error
}

// Init makes b an empty Buffer for one instruction set, and keeps the memory it has.
func (b *Buffer) Init(backend Backend) {
	b.backend = backend
	b.Reset()
}

// Reset empties b.
func (b *Buffer) Reset() {
	b.Text, b.places, b.gaps, b.refs, b.lines = b.Text[:0], b.places[:0], b.gaps[:0], b.refs[:0], b.lines[:0]
	b.consts, b.constData, b.align, b.lead, b.aligns, b.err = b.consts[:0], b.constData[:0], 1, 0, 0, nil
}

// Size is about how many bytes b keeps over Reset.
func (b *Buffer) Size() int {
	return cap(b.Text) + cap(b.constData) + 16*(cap(b.places)+cap(b.gaps)+cap(b.refs)+cap(b.lines)+cap(b.consts))
}

// Err returns the first error so far.
func (b *Buffer) Err() error { return b.err }

// Fail makes err the error of the program, if it has none yet.
func (b *Buffer) Fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// fail keeps the first error, which Finish returns.
func (b *Buffer) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("asm: "+format, args...)
	}
}

// Branch adds a branch to l. Text gets zeros of the size of its short form, which the caller may replace (see
// Backend.PutBranch).
func (b *Buffer) Branch(kind uint8, l Label) {
	if l <= 0 || int(l) >= len(b.places) {
		b.fail("branch to no such label L%d", l)
		return
	}
	n := b.backend.BranchSize(kind, false)
	b.gaps = append(b.gaps, gap{off: int32(len(b.Text)), target: l, kind: kind, short: uint8(n)})
	for range n {
		b.Text = append(b.Text, 0)
	}
}

// Ref notes that the instruction or field at offset off of Text refers to l plus add, counted as the backend does for
// that kind.
func (b *Buffer) Ref(kind uint8, off int, l Label, add int32) {
	if l <= 0 || int(l) >= len(b.places) {
		b.fail("reference to no such label L%d", l)
		return
	}
	b.refs = append(b.refs, ref{int32(off), int32(len(b.gaps)), l, add, kind})
}

// Align pads to a multiple of n, a power of two up to CacheLine. If until is a label, it does so only where the code
// from here to there would otherwise lie in more blocks of n bytes than it must: padding is executed on the way in.
func (b *Buffer) Align(n int, until Label) {
	if n <= 0 || n > CacheLine || n&(n-1) != 0 {
		b.fail("alignment %d", n)
		return
	}
	b.align = max(b.align, int32(n))
	if until < 0 || int(until) >= max(1, len(b.places)) {
		b.fail("alignment up to no such label L%d", until)
		return
	}
	b.gaps = append(b.gaps, gap{off: int32(len(b.Text)), align: int32(n), until: until})
	b.aligns++
}

// Lead makes every alignment pad n bytes more, in front of what it needs. It is for measurements: what a loop takes may
// depend on how far its branches are from those before them, which is not the code's merit.
func (b *Buffer) Lead(n int) { b.lead = int32(n) }

// Line says that what follows comes from source position pos.
func (b *Buffer) Line(pos int32) {
	if n := len(b.lines); n > 0 && b.lines[n-1].pos == pos || n == 0 && pos == 0 {
		return
	}
	b.lines = append(b.lines, line{int32(len(b.Text)), int32(len(b.gaps)), pos})
}

// Finish relaxes the branches and returns the program. The Buffer is spent until Reset.
func (b *Buffer) Finish() (Code, error) {
	if b.err != nil {
		return Code{}, b.err
	}
	if err := b.relax(); err != nil {
		return Code{}, err
	}
	text := len(b.Text) + int(b.shift(int32(len(b.gaps))))
	poolSize := b.layoutPool()
	size, poolAt := text, text
	if poolSize > 0 {
		poolAt = (text + CacheLine - 1) &^ (CacheLine - 1)
		size = poolAt + poolSize
		b.align = CacheLine
	}
	c := Code{Bytes: make([]byte, size), ConstOffset: poolAt, TextSize: text, Align: int(b.align)}
	b.copyText(c.Bytes)
	b.backend.Trap(c.Bytes[text:poolAt])
	for i := range b.consts {
		k := &b.consts[i]
		copy(c.Bytes[poolAt+int(k.at):], b.constData[k.off:k.off+k.size])
	}
	for i := range b.refs {
		r := &b.refs[i]
		target := b.offset(r.label, poolAt)
		if target < 0 {
			return Code{}, fmt.Errorf("asm: label L%d is not bound", r.label)
		}
		if err := b.backend.PutRef(c.Bytes, r.kind, int(r.off+b.shift(r.gap)), target, r.add); err != nil {
			return Code{}, err
		}
	}
	if len(b.places) > 1 {
		c.Labels = make([]int32, len(b.places))
		for l := range b.places {
			c.Labels[l] = int32(b.offset(Label(l), poolAt))
		}
	}
	if len(b.lines) > 0 {
		c.Lines = make([]Line, len(b.lines))
		for i, n := range b.lines {
			c.Lines[i] = Line{n.off + b.shift(n.gap), n.pos}
		}
	}
	c.Pads = b.pads()
	return c, nil
}
