package ir

import "slices"

// A part is a function that runs some iterations of a loop of another function, its whole. Go code calls it, for
// several ranges of iterations at a time, when the whole makes a request of SiteFork. Its parameters are those of the
// whole, whose argument block it gets a copy of; words that the whole computes; the first iteration of the range and the
// one after the last; and its seeds, which are different for each range. Its results are what the range contributes to
// reductions.

// NewPart returns an empty function whose parameters are those of f, and which knows the tables and access groups of
// f. The caller appends it to f.Parts.
func (f *Func) NewPart(name string) *Func {
	p := NewFunc(name)
	p.Pos, p.FP, p.Position = f.Pos, f.FP, f.Position
	p.Params, p.Tables = slices.Clone(f.Params), slices.Clone(f.Tables)
	p.accessGroups = slices.Clone(f.accessGroups)
	p.verified = f.verified
	return p
}

// LayoutPart places the parameters and results of part p, and returns the size of its block. The parameters that p
// shares with f have the offsets that they have in the block of f; f has a layout.
func (f *Func) LayoutPart(p *Func) int {
	off := HeaderSize
	for _, list := range [...][]Param{f.Params, f.Results} {
		for i := range list {
			off = max(off, list[i].Off+24)
		}
	}
	off = (off + 7) &^ 7
	for i := range p.Params {
		if i < len(f.Params) {
			p.Params[i].Off = f.Params[i].Off
			continue
		}
		p.Params[i].Off = off
		off += 8
	}
	for i := range p.Results {
		p.Results[i].Off = off
		off += 8
	}
	return off
}

// Fork is what the first word of a request of SiteFork points to. The parameters that a part does not share with its
// whole follow, a word each, up to the bounds of the range; then, for each chunk, the seeds and the results of the part, a
// word each.
type Fork struct {
	// Chunk is the number of iterations for each call of the part, or 0 if they may be divided in any way.
	Chunk int64
	// Grain is the minimum number of iterations for a call, apart from the last; 0 means that time decides.
	Grain int64
	// Least is the number of goroutines from which on it pays. With fewer the request is declined.
	Least int64
	// Work estimates how much there is to do: the bytes of the operands of all operations.
	Work int64
	// Few is 1 if each call of the part prepares much, such as packed matrices, so that few ranges are best.
	Few int64
}

// ForkWords is the number of words of a Fork.
const ForkWords = 5

// Answers to a request of SiteFork.
const (
	ForkDone     = 0
	ForkDeclined = 1
)

// Passed returns the number of parameters of part p whose values f passes in a Fork.
func (f *Func) Passed(p *Func) int { return len(p.Params) - len(f.Params) - 2 - p.Seeds }

// Clobbers reports whether v may change any memory of the kernel, without being a store.
func (v *Value) Clobbers() bool { return v.Op == OpCall && v.Aux.(*Site).Kind == SiteFork }
