package bitwise

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Word is a value that is a function of one word of 16 bits, whatever the branches between the two: it can be computed
// for each of the 65,536 words there are, and so be known by what it is, not by how it is written.
type Word struct {
	Of    *ir.Value
	steps []wordStep // each behind what it takes
	at    map[*ir.Value]int
	out   []uint64 // of the steps, for the word at hand
}

// wordStep is a value between the word and the result.
type wordStep struct {
	v    *ir.Value
	args []int // steps
	// of a phi: the blocks on the ways from its dominator to it, and the steps that decide between them
	region   []*ir.Block
	controls []int
}

// Bounds of what is looked at.
const (
	maxWordSteps  = 96
	maxWordBlocks = 24
)

// WordOf is v as a function of a word, or nil if it is none.
func WordOf(v *ir.Value) *Word {
	w := &Word{at: map[*ir.Value]int{}}
	if dom := v.Block.Func.Dominators(); w.step(v, dom) < 0 || w.Of == nil || w.Of == v || !dom.Dominates(w.Of.Block, v.Block) ||
		v.Op == ir.OpPhi && w.Of.Block == v.Block {
		return nil
	}
	w.out = make([]uint64, len(w.steps))
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
	if w.Of != nil || v.Type != ir.TI16 {
		return -1
	}
	w.Of = v
	return w.add(wordStep{v: v})
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
func (w *Word) Eval(word uint16) (result uint64, ok bool) {
	for i := range w.steps {
		s := &w.steps[i]
		switch {
		case s.v == w.Of:
			w.out[i] = uint64(word)
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
			var x [3]uint64
			for k, a := range s.args {
				x[k] = w.out[a]
			}
			w.out[i] = s.v.Op.Info().Eval(s.v.Type.Elem, s.v.Args[0].Type.Elem, x[0], x[1], x[2])
		}
	}
	return w.out[len(w.out)-1], true
}

// way is the number of the edge by which a phi's block is reached from its dominator, or -1 if it is not: then nothing
// that counts uses the phi.
func (w *Word) way(s *wordStep) (from int, ok bool) {
	b, to := 0, s.v.Block
	for range s.region {
		x := s.region[b]
		next := x.Succs[0]
		if n := s.controls[b]; n >= 0 && w.out[n] == 0 {
			next = x.Succs[1]
		}
		if next == to {
			return to.PredIndex(x), true
		}
		if b = slices.Index(s.region, next); b < 0 {
			return -1, true
		}
	}
	return 0, false
}
