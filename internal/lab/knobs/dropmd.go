package knobs

import (
	"math/rand/v2"

	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
)

// The knob drop-metadata=SEED removes attributes of loops, and guesses about branches, between the steps of the
// driver and of the passes after it. The seed selects the subset. The resulting program may differ, but its
// results must not: a fact that a result depends on is part of the IR. Miscompilation tests use this knob.

// dropper implements the knob for one function.
type dropper struct {
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

// newDropper implements config.Laboratory.Drop.
func newDropper(f *ir.Func, seed int64) config.Edit {
	r := rand.New(rand.NewPCG(uint64(seed), uint64(f.NumValues())))
	return (&dropper{r, r.IntN(dropAfter), 2 << r.IntN(5)}).drop
}

// drop removes attributes from some of the loops, and some guesses.
func (d *dropper) drop(f *ir.Func) {
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
func (d *dropper) some(list []ir.Attr) (kept []ir.Attr) {
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
