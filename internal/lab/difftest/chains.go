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

// chained records which chains of followups were carried out. It compiles the kernel again.
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

// link is a transformation of a loop that another transformation produced.
type link struct{ role, next string }

// links returns the last links of the chains, by role and transformation, and the number of chains by length.
func (r *Report) links() (done map[link]int, deep map[int]int) {
	done, deep = map[link]int{}, map[int]int{}
	for chain, n := range r.Chains {
		parts := strings.Split(chain, " > ")
		deep[len(parts)-1] += n
		done[link{parts[len(parts)-2], parts[len(parts)-1]}] += n
	}
	return done, deep
}

// roles returns the existing followup roles, in the form of Chains, and the names of the transformations that can be
// requested.
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

// printChains prints, for every role of every transformation, which transformations were applied to such loops and
// how often, and the lengths of the chains.
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

// enoughChains is the number of kernels with chains above which coverage is required: every transformation must have
// followed another one, and loops of every role must have been transformed. Rare combinations are exempt.
const enoughChains = 5000

// shortChains reports what a run with chains of at most the given length should have carried out, and did not.
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
