package bitwise

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Word is a value that is a function of one word, whatever the branches between the two. It is known by what it is, not
// by how it is written: for each of the 65,536 words there are of 16 bits it can be computed, and for a float or a word
// of 32 bits for all that a Progression has at once.
type Word struct {
	Of    *ir.Value
	size  int
	steps []wordStep // each behind what it takes
	at    map[*ir.Value]int
	out   []uint64 // of the steps, for the word at hand
	spans []span   // of the steps, for the words at hand
}

// wordStep is a value between the word and the result.
type wordStep struct {
	v    *ir.Value
	args []int // steps
	// of a phi: the blocks on the ways from its dominator to it, and the steps that decide between them
	region   []*ir.Block
	controls []int
	ways     [][2]way // where each block of the region leads to
}

// way is where an edge leads: to a block of the region, or to the phi by an edge, or elsewhere.
type way struct{ block, edge int }

// Bounds of what is looked at.
const (
	maxWordSteps  = 128
	maxWordBlocks = 24
)

// WordOf is v as a function of a word of so many bytes, or nil if it is none. One of 4 bytes may be a float.
func WordOf(v *ir.Value, size int) *Word {
	w := &Word{at: map[*ir.Value]int{}, size: size}
	if dom := v.Block.Func.Dominators(); w.step(v, dom) < 0 || w.Of == nil || w.Of == v || !dom.Dominates(w.Of.Block, v.Block) ||
		v.Op == ir.OpPhi && w.Of.Block == v.Block {
		return nil
	}
	w.out, w.spans = make([]uint64, len(w.steps)), make([]span, len(w.steps))
	return w
}

// Len is how many operations lead to the value.
func (w *Word) Len() int { return len(w.steps) }

// Uses says whether the value is computed from x.
func (w *Word) Uses(x *ir.Value) bool { _, ok := w.at[x]; return ok }

// step is the number of v's step, or -1 if v is no such function. While v is looked at it counts as none: a value that
// depends on itself goes round a loop.
func (w *Word) step(v *ir.Value, dom *ir.Dom) int {
	if n, ok := w.at[v]; ok {
		return n
	}
	w.at[v] = -1
	s := wordStep{v: v}
	elementwise := v.Op.Is(ir.FlagElementwise) && !v.Op.HasAny(ir.FlagPartial|ir.FlagMath) && v.Op.Info().Eval != nil
	switch {
	case v.Type.IsVector() || len(w.steps) >= maxWordSteps:
		return -1
	case v.IsConst():
	case v.Type.Elem.IsFloat() && w.size == 4 && !ofBits(v, maxBitsDepth):
		return w.leaf(v)
	case v.Op == ir.OpPhi:
		if s.region = regionOf(v.Block, dom); s.region == nil {
			return w.leaf(v)
		}
		for _, b := range s.region {
			n := -1
			if b.Kind == ir.BlockIf {
				if n = w.step(b.Control, dom); n < 0 {
					return -1
				}
			}
			s.controls = append(s.controls, n)
			s.ways = append(s.ways, [2]way{s.leads(b, 0), s.leads(b, len(b.Succs)-1)})
		}
	case v.Op == ir.OpFToSI, !elementwise: // what a float out of range becomes is the machine's
		return w.leaf(v)
	}
	for _, a := range v.Args {
		n := w.step(a, dom)
		if n < 0 {
			return -1
		}
		s.args = append(s.args, n)
	}
	return w.add(s)
}

func (w *Word) add(s wordStep) int {
	w.at[s.v] = len(w.steps)
	w.steps = append(w.steps, s)
	return len(w.steps) - 1
}

// leaf takes v for the word, if there is none yet.
func (w *Word) leaf(v *ir.Value) int {
	if w.Of != nil || v.Type.Elem.Size() != w.size || v.Type.Elem == ir.Ptr || v.Type.Elem == ir.Bool {
		return -1
	}
	w.Of = v
	return w.add(wordStep{v: v})
}

// ofBits says whether a float is made of bits, and of constants: it is a step. Another is what the steps begin with,
// although it may be a sum.
func ofBits(v *ir.Value, depth int) bool {
	if v.Op == ir.OpBitcast {
		return true
	}
	some := false
	for _, a := range v.Args {
		if !a.IsConst() {
			if depth == 0 || !v.Op.Is(ir.FlagElementwise) || a.Type.Elem.IsFloat() && !ofBits(a, depth-1) {
				return false
			}
			some = some || a.Type.Elem.IsFloat()
		}
	}
	return some
}

// leads is where b's successor k is.
func (s *wordStep) leads(b *ir.Block, k int) way {
	next := b.Succs[k]
	if next == s.v.Block {
		return way{-1, next.PredIndex(b)}
	}
	return way{slices.Index(s.region, next), -1}
}

// regionOf lists the blocks on the ways from b's dominator to b, that one first; nil if there are many, or a loop.
func regionOf(b *ir.Block, dom *ir.Dom) []*ir.Block {
	top := dom.Idom(b)
	if top == nil {
		return nil
	}
	region := []*ir.Block{top}
	var walk func(x *ir.Block) bool
	walk = func(x *ir.Block) bool {
		for _, p := range x.Preds {
			if p == b || len(region) > maxWordBlocks || p.Kind == ir.BlockIf && p.Succs[0] == p.Succs[1] {
				return false
			}
			if slices.Contains(region, p) {
				continue
			}
			region = append(region, p)
			if !walk(p) {
				return false
			}
		}
		return true
	}
	if !walk(b) {
		return nil
	}
	return region
}

// Eval computes the value for a word. It fails where a way goes round.
func (w *Word) Eval(word uint64) (result uint64, ok bool) {
	for i := range w.steps {
		s := &w.steps[i]
		switch {
		case s.v == w.Of:
			w.out[i] = word
		case s.v.IsConst():
			w.out[i] = uint64(s.v.AuxInt)
		case s.v.Op == ir.OpPhi:
			from, ok := w.way(s)
			if !ok {
				return 0, false
			}
			w.out[i] = 0
			if from >= 0 {
				w.out[i] = w.out[s.args[from]]
			}
		default:
			w.out[i] = s.eval(func(k int) uint64 { return w.out[s.args[k]] })
		}
	}
	return w.out[len(w.out)-1], true
}

// eval computes a step from its arguments.
func (s *wordStep) eval(arg func(k int) uint64) uint64 {
	var x [3]uint64
	for k := range s.args {
		x[k] = arg(k)
	}
	return s.v.Op.Info().Eval(s.v.Type.Elem, s.v.Args[0].Type.Elem, x[0], x[1], x[2])
}

// way is the number of the edge by which a phi's block is reached from its dominator, or -1 if it is not: then nothing
// that counts uses the phi.
func (w *Word) way(s *wordStep) (from int, ok bool) {
	b := 0
	for range s.region {
		k := 0
		if n := s.controls[b]; n >= 0 && w.out[n] == 0 {
			k = 1
		}
		next := s.ways[b][k]
		if next.block < 0 {
			return next.edge, true
		}
		b = next.block
	}
	return 0, false
}
