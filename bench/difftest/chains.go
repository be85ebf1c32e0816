package difftest

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"hotloop/loopopt/attrs"
	"hotloop/loopopt/config"
	"hotloop/runtime"
)

// chained notes which chains of followups were carried out: it takes another compilation.
func (r *Report) chained(c *Case, isa, knobs string) {
	runtime.Inspect(c.Type, c.Text, KernelName, c.options(isa, knobs), &runtime.Watch{Step: func(s config.Step) {
		if !s.Done || s.From == "" {
			return
		}
		chain := ""
		for _, role := range strings.Fields(s.From) {
			chain += strings.Replace(role, ".followup_", "/", 1) + " > "
		}
		r.Chains[chain+s.Transform]++
	}})
}

// link is a transformation that was done to a loop that another one had made.
type link struct{ role, next string }

// links are the chains' last links, by role and what was done then, and the number of chains by their length.
func (r *Report) links() (done map[link]int, deep map[int]int) {
	done, deep = map[link]int{}, map[int]int{}
	for chain, n := range r.Chains {
		parts := strings.Split(chain, " > ")
		deep[len(parts)-1] += n
		done[link{parts[len(parts)-2], parts[len(parts)-1]}] += n
	}
	return done, deep
}

// roles are the followups that there are, in the form of Chains, and transformations the names of what can be asked
// for.
func roles() (roles, transformations []string) {
	for i := range attrs.All() {
		switch a := &attrs.All()[i]; a.Class {
		case attrs.Followup:
			roles = append(roles, strings.Replace(a.Name, ".followup_", "/", 1))
		case attrs.Force:
			if !slices.Contains(transformations, a.Owner) {
				transformations = append(transformations, a.Owner)
			}
		}
	}
	return roles, transformations
}

// printChains prints, for every role of every transformation, what was done to such loops, how often, and how long the
// chains were.
func (r *Report) printChains(w io.Writer) {
	done, deep := r.links()
	names, all := roles()
	fmt.Fprintln(w, "chains of followups carried out, by their length:")
	for _, n := range slices.Sorted(maps.Keys(deep)) {
		fmt.Fprintf(w, "  %-44d %8d\n", n, deep[n])
	}
	fmt.Fprintf(w, "done to loops of a role (%d of the %d pairs that there are):\n", len(done), len(names)*len(all))
	for _, role := range names {
		var list []string
		for _, next := range all {
			if n := done[link{role, next}]; n > 0 {
				list = append(list, fmt.Sprintf("%s %d", next, n))
			}
		}
		fmt.Fprintf(w, "  %-44s %s\n", role, strings.Join(list, ", "))
	}
}

// enoughChains is the number of kernels with chains from which on every transformation must have followed something,
// and something must have been done to the loops of every role. What hardly ever goes together is left out.
const enoughChains = 5000

// shortChains says what a run with chains of at most the given length should have carried out, and did not.
func (r *Report) shortChains(length int) error {
	if r.Kernels < enoughChains {
		return nil
	}
	done, deep := r.links()
	names, all := roles()
	var missing []string
	for n := 1; n <= length; n++ {
		if deep[n] == 0 {
			missing = append(missing, fmt.Sprintf("chains of length %d", n))
		}
	}
	before, after := map[string]bool{}, map[string]bool{}
	for l := range done {
		before[l.role], after[l.next] = true, true
	}
	for _, role := range names {
		if !before[role] {
			missing = append(missing, role)
		}
	}
	for _, next := range all {
		if !after[next] {
			missing = append(missing, next)
		}
	}
	if len(missing) > 0 {
		return errors.New("never carried out: " + strings.Join(missing, ", "))
	}
	return nil
}
