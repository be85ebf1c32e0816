package asm

import "fmt"

// relax selects the branch forms. All branches start short; those that cannot reach their targets grow, which may
// move other targets out of reach, until no branch grows. A branch never shrinks, so the loop ends after at most
// one round per branch.
//
// During and after the loop, gap.extra is the running sum of the inserted bytes up to and including that gap,
// which shift returns.
func (b *Buffer) relax() error {
	for {
		b.place()
		grown := false
		for i := range b.gaps {
			g := &b.gaps[i]
			if g.target == NoLabel {
				continue
			}
			p := &b.places[g.target]
			if p.state != inCode {
				return fmt.Errorf("asm: branch to label L%d, which is not bound in the code", g.target)
			}
			rel := int(p.off + b.shift(p.gap) - (g.off + b.shift(int32(i))))
			if b.backend.Reaches(g.kind, g.long, rel) {
				continue
			}
			if g.long {
				return fmt.Errorf("asm: branch over %d bytes is out of range", rel)
			}
			g.long, grown = true, true
		}
		if !grown {
			return nil
		}
	}
}

// place computes the running sums of the inserted bytes for the current branch forms.
func (b *Buffer) place() {
	sum := int32(0)
	for i := range b.gaps {
		g := &b.gaps[i]
		switch {
		case g.target == NoLabel:
			sum += b.lead
			if pad := -(g.off + sum) & (g.align - 1); pad > 0 && !b.fits(int32(i), g.off+sum) {
				sum += pad
			}
		case g.long:
			sum += int32(b.backend.BranchSize(g.kind, true)) - int32(g.short)
		}
		g.extra = sum
	}
}

// fits reports whether the code that alignment i is for, if it starts at offset at, spans no more blocks than its
// size requires. The growth of the gaps in between is that of the previous round; if it is out of date, only
// speed is lost.
func (b *Buffer) fits(i, at int32) bool {
	g := &b.gaps[i]
	if g.until == NoLabel {
		return false
	}
	p := &b.places[g.until]
	size := p.off + b.shift(p.gap) - g.off - g.extra
	if p.state != inCode || size <= 0 {
		return false
	}
	blocks := (at&(g.align-1) + size + g.align - 1) / g.align
	return blocks == (size+g.align-1)/g.align
}

// shift returns the number of bytes inserted at the first n gaps.
func (b *Buffer) shift(n int32) int32 {
	if n == 0 {
		return 0
	}
	return b.gaps[n-1].extra
}

// offset returns the final offset of l, or -1 if l is not bound.
func (b *Buffer) offset(l Label, poolAt int) int {
	switch p := &b.places[l]; p.state {
	case inCode:
		return int(p.off + b.shift(p.gap))
	case inPool:
		return poolAt + int(b.consts[p.off].at)
	}
	return -1
}

// copyText writes the instructions, branches and padding to dst.
func (b *Buffer) copyText(dst []byte) {
	from := int32(0) // copied so far
	for i := range b.gaps {
		g := &b.gaps[i]
		before := b.shift(int32(i))
		copy(dst[from+before:], b.Text[from:g.off])
		at := g.off + before
		if g.target == NoLabel {
			b.backend.Pad(dst[at : g.off+g.extra])
			from = g.off
			continue
		}
		p := &b.places[g.target]
		end := g.off + int32(g.short) + g.extra
		copy(dst[at:], b.Text[g.off:g.off+int32(g.short)])
		b.backend.PutBranch(dst[at:end], g.kind, g.long, int(p.off+b.shift(p.gap)-at))
		from = g.off + int32(g.short)
	}
	copy(dst[from+b.shift(int32(len(b.gaps))):], b.Text[from:])
}

// pads returns the padding of each alignment.
func (b *Buffer) pads() []Pad {
	if b.aligns == 0 {
		return nil
	}
	pads := make([]Pad, 0, b.aligns)
	for i := range b.gaps {
		if g := &b.gaps[i]; g.target == NoLabel {
			before := b.shift(int32(i))
			pads = append(pads, Pad{g.off + before, g.extra - before})
		}
	}
	return pads
}
