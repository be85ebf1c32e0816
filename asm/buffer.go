package asm

import "fmt"

// Backend describes an instruction set to the Buffer. Distances count from the first byte of the branch.
type Backend interface {
	// BranchSize returns the size in bytes of the short or long form of a branch of the given kind.
	BranchSize(kind uint8, long bool) int
	// Reaches reports whether that form of the branch can jump over rel bytes.
	Reaches(kind uint8, long bool, rel int) bool
	// PutBranch writes the branch to dst, which has the size that BranchSize returned. dst already starts with
	// the bytes that the encoder wrote to Text for the short form, because branches have operands on some
	// instruction sets.
	PutBranch(dst []byte, kind uint8, long bool, rel int)
	// PutRef resolves a reference of the given kind. code[at:] holds the instruction or field; target and at are
	// offsets in code.
	PutRef(code []byte, kind uint8, at, target int, add int32) error
	// Pad fills dst with no-op instructions.
	Pad(dst []byte)
	// Trap fills dst with trapping instructions. Control flow never reaches dst in a correct program.
	Trap(dst []byte)
}

// A gap is a point where relaxation may insert bytes: a branch that may grow, or an alignment.
type gap struct {
	off    int32 // in Text; for a branch, its start
	extra  int32 // bytes inserted before off (alignment) or added to the branch; after place, the running sum
	target Label // of the branch; NoLabel: alignment
	until  Label // for an alignment: the end of the code that it is for, or NoLabel
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

// A Buffer collects the parts of one program. Encoders append to Text; branches, labels, references and constants
// go through the methods. After Finish and Reset, the Buffer can assemble another program and reuses its memory.
type Buffer struct {
	Text []byte // instructions so far, branches in their short form, without padding

	backend   Backend
	places    []place
	gaps      []gap
	refs      []ref
	lines     []line
	consts    []constant
	constData []byte
	align     int32 // largest alignment requested
	lead      int32 // additional bytes of padding before each alignment
	aligns    int   // number of alignments
	err       error
}

// Init makes b an empty Buffer for one instruction set and keeps its allocated memory.
func (b *Buffer) Init(backend Backend) {
	b.backend = backend
	b.Reset()
}

// Reset empties b and keeps its allocated memory.
func (b *Buffer) Reset() {
	b.Text, b.places, b.gaps, b.refs, b.lines = b.Text[:0], b.places[:0], b.gaps[:0], b.refs[:0], b.lines[:0]
	b.consts, b.constData, b.align, b.lead, b.aligns, b.err = b.consts[:0], b.constData[:0], 1, 0, 0, nil
}

// Size returns the approximate number of bytes that b retains over Reset.
func (b *Buffer) Size() int {
	return cap(b.Text) + cap(b.constData) + 16*(cap(b.places)+cap(b.gaps)+cap(b.refs)+cap(b.lines)+cap(b.consts))
}

// Err returns the first error so far.
func (b *Buffer) Err() error { return b.err }

// Fail records err as the error of the program, unless one is already recorded.
func (b *Buffer) Fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// fail records a formatted error, unless one is already recorded. Finish returns the recorded error.
func (b *Buffer) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("asm: "+format, args...)
	}
}

// Branch adds a branch to l. It appends as many zero bytes to Text as the short form has; the caller may
// overwrite them (see Backend.PutBranch).
func (b *Buffer) Branch(kind uint8, l Label) {
	if l <= 0 || int(l) >= len(b.places) {
		b.fail("branch to unknown label L%d", l)
		return
	}
	n := b.backend.BranchSize(kind, false)
	b.gaps = append(b.gaps, gap{off: int32(len(b.Text)), target: l, kind: kind, short: uint8(n)})
	for range n {
		b.Text = append(b.Text, 0)
	}
}

// Ref records that the instruction or field at offset off of Text refers to l plus add. The backend defines how
// add is counted for that kind.
func (b *Buffer) Ref(kind uint8, off int, l Label, add int32) {
	if l <= 0 || int(l) >= len(b.places) {
		b.fail("reference to unknown label L%d", l)
		return
	}
	b.refs = append(b.refs, ref{int32(off), int32(len(b.gaps)), l, add, kind})
}

// Align pads to a multiple of n, a power of two up to CacheLine. If until is a label, Align pads only where the
// code from here to until would otherwise span more blocks of n bytes than its size requires. This saves
// executing padding on the way in.
func (b *Buffer) Align(n int, until Label) {
	if n <= 0 || n > CacheLine || n&(n-1) != 0 {
		b.fail("alignment %d is not a power of two up to a cache line", n)
		return
	}
	b.align = max(b.align, int32(n))
	if until < 0 || int(until) >= max(1, len(b.places)) {
		b.fail("alignment up to unknown label L%d", until)
		return
	}
	b.gaps = append(b.gaps, gap{off: int32(len(b.Text)), align: int32(n), until: until})
	b.aligns++
}

// Lead makes every alignment add n more bytes of padding before the padding it needs. It is for measurements: the
// time of a loop may depend on the distance of its branches from earlier branches, whatever the code in the loop.
func (b *Buffer) Lead(n int) { b.lead = int32(n) }

// Line sets the source position of the code that follows to pos.
func (b *Buffer) Line(pos int32) {
	if n := len(b.lines); n > 0 && b.lines[n-1].pos == pos || n == 0 && pos == 0 {
		return
	}
	b.lines = append(b.lines, line{int32(len(b.Text)), int32(len(b.gaps)), pos})
}

// Finish relaxes the branches and returns the program. b must be Reset before it is used again.
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
