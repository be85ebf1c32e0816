package loopopt

import (
	"math/rand/v2"
	"slices"

	"hotloop/loopopt/config"
)

// The knob shuffle=N runs the passes, and the stages of the driver, in another order that satisfies passOrder and
// stageOrder. These lists are the only source of ordering constraints. A pass or stage that no rule names may also be
// left out or run twice.

// rule says that one pass or stage comes before another, and why.
type rule struct{ before, after, why string }

// order returns the pipeline, shuffled if the knob asks for it.
func order(k *config.Knobs) []step {
	return shuffled(pipeline(), func(s step) string { return s.name }, passOrder, k.Shuffle, 0)
}

// shuffled returns the list in another order that the rules permit. With seed 0 it returns the list unchanged. Each
// list has a stream of its own, so that equal seeds shuffle different lists independently.
func shuffled[T any](list []T, name func(T) string, rules []rule, seed int64, stream uint64) []T {
	if seed == 0 {
		return list
	}
	r := rand.New(rand.NewPCG(uint64(seed), stream))
	named := map[string]bool{}
	for _, o := range rules {
		named[o.before], named[o.after] = true, true
	}
	var left []T
	for _, s := range list {
		if named[name(s)] || r.IntN(4) > 0 {
			left = append(left, s)
		}
		if !named[name(s)] && r.IntN(6) == 0 {
			left = append(left, s)
		}
	}
	var out []T
	for len(left) > 0 {
		i := r.IntN(len(left))
		waits := slices.ContainsFunc(rules, func(o rule) bool {
			return o.after == name(left[i]) && slices.ContainsFunc(left, func(s T) bool { return name(s) == o.before })
		})
		if !waits {
			out = append(out, left[i])
			left = slices.Delete(left, i, i+1)
		}
	}
	return out
}
