package config

import (
	"math/rand/v2"

	"hotloop/loopopt/ir"
)

// The knob drop-metadata=SEED removes attributes of loops, and guesses about branches, between the steps of the
// driver and of the passes after it. The seed selects the subset. The resulting program may differ, but its
// results must not: a fact that a result depends on is part of the IR. Miscompilation tests use this knob.

// Dropper implements the knob for one function; a nil Dropper drops nothing.
type Dropper struct {
	*rand.Rand
	wait  int // number of initial steps without drops: dropping unused attributes tests nothing
	loops int // afterwards, one in this many loops loses attributes at each step
}

// One in dropAllIn of the affected loops loses all attributes. One in dropOneGuessIn of the guesses is dropped at
// each step. Drops start after fewer than dropAfter steps.
const (
	dropAllIn      = 6
	dropOneGuessIn = 16
	dropAfter      = 32
)

// Dropper returns the Dropper for f, or nil if the knob does not apply to it.
func (k *Knobs) Dropper(f *ir.Func) *Dropper {
	if k.DropMetadata == 0 || k.Func != "" && k.Func != f.Name {
		return nil
	}
	r := rand.New(rand.NewPCG(uint64(k.DropMetadata), uint64(f.NumValues())))
	return &Dropper{r, r.IntN(dropAfter), 2 << r.IntN(5)}
}

// Drop removes attributes from some of the loops, and some guesses.
func (d *Dropper) Drop(f *ir.Func) {
	if d == nil {
		return
	}
	if d.wait > 0 {
		d.wait--
		return
	}
	for _, b := range f.Blocks {
		if b.Likely != ir.NoGuess && d.IntN(dropOneGuessIn) == 0 {
			b.Likely = ir.NoGuess
		}
		for _, v := range b.Walk() {
			if v.Op == ir.OpSelect && v.Guess() != ir.NoGuess && d.IntN(dropOneGuessIn) == 0 {
				v.SetGuess(ir.NoGuess)
			}
		}
		if b.Loop == nil || d.IntN(d.loops) > 0 {
			continue
		}
		if d.IntN(dropAllIn) == 0 {
			b.Loop = nil
			continue
		}
		b.Loop = &ir.LoopMD{Pos: b.Loop.Pos, Attrs: d.some(b.Loop.Attrs)}
	}
}

// some returns about half of a list, also within its followups.
func (d *Dropper) some(list []ir.Attr) (kept []ir.Attr) {
	for _, a := range list {
		if d.IntN(2) > 0 {
			continue
		}
		if len(a.List) > 0 && d.IntN(2) == 0 {
			a.List = d.some(a.List)
		}
		kept = append(kept, a)
	}
	return kept
}
