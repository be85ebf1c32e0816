package loopopt

import (
	"math/rand/v2"
	"slices"

	"hotloop/loopopt/config"
)

// The knob shuffle=N runs the passes in another order, which keeps to passOrder: what must come first is said there, and
// only there. Passes that passOrder does not name may also be left out or run twice.

// order is the pipeline, or what the knob makes of it.
func order(k *config.Knobs) []step {
	if k.Shuffle == 0 {
		return pipeline
	}
	r := rand.New(rand.NewPCG(uint64(k.Shuffle), 0))
	named := map[string]bool{}
	for _, o := range passOrder {
		named[o.before], named[o.after] = true, true
	}
	var left []step
	for _, s := range pipeline {
		if named[s.name] || r.IntN(4) > 0 {
			left = append(left, s)
		}
		if !named[s.name] && r.IntN(6) == 0 {
			left = append(left, s)
		}
	}
	var out []step
	for len(left) > 0 {
		i := r.IntN(len(left))
		waits := slices.ContainsFunc(passOrder, func(o struct{ before, after, why string }) bool {
			return o.after == left[i].name && slices.ContainsFunc(left, func(s step) bool { return s.name == o.before })
		})
		if !waits {
			out = append(out, left[i])
			left = slices.Delete(left, i, i+1)
		}
	}
	return out
}
