package knobs

import (
	"math/rand/v2"
	"slices"
)

// The knob shuffle=N runs the passes, and the stages of the driver, in another order that satisfies passOrder and
// stageOrder of package loopopt. These lists are the only source of ordering constraints. A pass or stage that no
// rule names may also be left out or run twice.

// shuffled implements config.Laboratory.Shuffle.
func shuffled(names []string, rules [][2]string, seed int64, stream uint64) []int {
	r := rand.New(rand.NewPCG(uint64(seed), stream))
	named := map[string]bool{}
	for _, o := range rules {
		named[o[0]], named[o[1]] = true, true
	}
	var left []int
	for i, name := range names {
		if named[name] || r.IntN(4) > 0 {
			left = append(left, i)
		}
		if !named[name] && r.IntN(6) == 0 {
			left = append(left, i)
		}
	}
	var out []int
	for len(left) > 0 {
		i := r.IntN(len(left))
		waits := slices.ContainsFunc(rules, func(o [2]string) bool {
			return o[1] == names[left[i]] && slices.ContainsFunc(left, func(j int) bool { return names[j] == o[0] })
		})
		if !waits {
			out = append(out, left[i])
			left = slices.Delete(left, i, i+1)
		}
	}
	return out
}
