package config

import (
	"math/rand/v2"

	"hotloop/loopopt/ir"
)

// The knob drop-metadata=SEED takes attributes of loops, and guesses about branches, away between the steps of the
// driver and of the passes behind it: any subset, which the seed chooses. Another program may come out, with the same
// results: a fact that a result depends on is part of the IR. The tests that look for miscompiles run with it.

// Dropper is the knob at work; nil drops nothing.
type Dropper struct {
	*rand.Rand
	wait  int // so many steps nothing is lost: what is lost before anything is done with it is no test
	loops int // then one loop in so many loses something at each
}

// Of the loops that lose something, one in so many loses everything; and of the guesses, one in so many goes at each
// step.
const (
	dropAllIn      = 6
	dropOneGuessIn = 16
	dropAfter      = 32
)

// Dropper begins to work on f, if it is to.
func (k *Knobs) Dropper(f *ir.Func) *Dropper {
	if k.DropMetadata == 0 || k.Func != "" && k.Func != f.Name {
		return nil
	}
	r := rand.New(rand.NewPCG(uint64(k.DropMetadata), uint64(f.NumValues())))
	return &Dropper{r, r.IntN(dropAfter), 2 << r.IntN(5)}
}

// Drop takes something away from some of the loops.
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

// some is about half of a list, and of what its followups say.
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
