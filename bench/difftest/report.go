package difftest

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"hotloop/bench/frame"
	"hotloop/cpu"
	"hotloop/frontend/gen"
	"hotloop/isel"
	"hotloop/loopopt/config"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
	"hotloop/runtime"
)

// Report counts what a run exercised, so that a dull generator shows. Reports of several runs add up.
type Report struct {
	Kernels    int
	Calls      int
	Panics     int            // calls that panicked
	Loops      int            // loops that the vectorizer looked at for their own sake, over all instruction sets
	Vectorized int            // of them
	Features   map[string]int // kernels with a feature of the generator
	Effects    map[string]int // kernels or loops with something that the compiler did
	Misses     map[string]int // why loops were not vectorized
	Counts     map[string]int
	Texts      map[string]int // kinds of panics
	// Chains are the transformations done because followups asked for them, by the first transformation, the role of
	// the loop that was transformed next, that transformation, and so on.
	Chains map[string]int
}

// NewReport makes an empty report.
func NewReport() *Report {
	return &Report{Features: map[string]int{}, Effects: map[string]int{}, Misses: map[string]int{},
		Counts: map[string]int{}, Texts: map[string]int{}, Chains: map[string]int{}}
}

// Effects are what a run must make the compiler do at least once.
var effects = []string{"vectorized", "unrolled", "completely unrolled", "masked tail", "predicated", "multi-exit",
	"exits predicated", "gathered",
	"scattered", "interleaved loads", "interleaved stores", "backwards", "reduction", "run-time alias check",
	"checks split off",
	"checks hoisted", "forced and reordered"}

// needs are what an instruction set must have for an effect; the others have them all.
var needs = map[string]func(tti.Info) bool{
	"masked tail": func(t tti.Info) bool { return t.NumRegs(tti.Mask) > 0 }, // as package vplan asks for
}

// possible says whether an effect can be had on one of the instruction sets.
func possible(effect string, isas []tti.Info) bool {
	need := needs[effect]
	return need == nil || slices.ContainsFunc(isas, need)
}

// targets are the instruction sets of that name on this machine.
func targets(names []string) (list []tti.Info, err error) {
	for _, name := range names {
		tier, err := cpu.ParseTier(name)
		if err != nil {
			return nil, err
		}
		f, err := cpu.Host().Limit(tier.String())
		if err != nil {
			return nil, err
		}
		list = append(list, isel.TargetFor(f))
	}
	return list, nil
}

// planWords are recipes and lines of a plan that tell of an effect.
var planWords = []struct{ word, effect string }{
	{"GATHER ", "gathered"}, {"SCATTER ", "scattered"}, {"GROUP-LOAD ", "interleaved loads"},
	{"GROUP-STORE ", "interleaved stores"}, {"[backwards]", "backwards"}, {"SIDE-EXIT ", "multi-exit"},
	{"REDUCE-PHI ", "reduction"}, {"BLOCK-MASK ", "predicated"}, {"  check: ", "run-time alias check"},
	{" lanes, masked", "masked tail"}, {"predicate\n", "exits predicated"},
}

func (r *Report) count(what string) { r.Counts[what]++ }

func (r *Report) refused(c *Case, err error) { r.count("refused by the frontend") }

// planSample is the share of kernels whose plans are looked at: it takes another compilation.
const planSample = 6

// compiled notes what the compiler did to a kernel.
func (r *Report) compiled(c *Case, isa string, k *runtime.Kernel) {
	tried, done := map[string]remark.Reason{}, map[string]bool{}
	for _, m := range k.Remarks() {
		switch {
		case isPass(m, "vectorize", "loop vectorized"):
			done[m.Where] = true
		case isPass(m, "vectorize", "outer loop vectorized"):
			done[m.Where] = true
			r.Effects["outer loop vectorized"]++
		case isPass(m, "vectorize", "forced"):
			r.Effects["forced and reordered"]++
		case isPass(m, "unroll", "loop unrolled"):
			r.Effects["unrolled"]++
		case isPass(m, "unroll", "loop completely"):
			r.Effects["completely unrolled"]++
		case isPass(m, "checks", "checks removed"):
			r.Effects["checks split off"]++
		case isPass(m, "checks", "checks hoisted"):
			r.Effects["checks hoisted"]++
		case m.Kind == remark.Passed:
			r.Effects[m.Pass+": "+m.Text]++
		}
		if m.Pass == "vectorize" && !strings.HasPrefix(m.Text, "outer loop") && m.Reason != remark.NotInnermost &&
			m.Reason != remark.Superseded {
			tried[m.Where] = m.Reason
		}
	}
	for where, why := range tried {
		r.Loops++
		if done[where] {
			r.Vectorized++
			r.Effects["vectorized"]++
		} else {
			r.Misses[string(why)]++
		}
	}
	if c.ID%planSample != 0 {
		return
	}
	w := &runtime.Watch{Plan: func(p config.Considered) {
		if len(p.Plan.Stages) == 0 {
			return
		}
		var b strings.Builder
		p.Plan.Print(&b)
		for _, x := range planWords {
			if strings.Contains(b.String(), x.word) {
				r.Effects[x.effect]++
			}
		}
	}}
	runtime.Inspect(c.Type, c.Text, KernelName, c.options(isa, ""), w) // what it finds is what Compile found
}

// ran notes a call.
func (r *Report) ran(c *Case, f *frame.Frame, want *frame.Outcome) {
	r.Calls++
	if want.Panic != "" {
		r.Panics++
		text := strings.TrimPrefix(want.Panic, "runtime error: ")
		if i := strings.IndexByte(text, '['); i > 0 {
			text = text[:i]
		}
		r.Texts[strings.TrimSpace(text)]++
	}
	in := map[int]bool{}
	for _, a := range f.Args {
		if a.InRegion() && in[a.Region] {
			r.Counts["calls with overlapping arguments"]++
			break
		}
		in[a.Region] = in[a.Region] || a.InRegion()
	}
}

// Kernel notes a kernel of the generator.
func (r *Report) kernel(k *gen.Kernel) {
	r.Kernels++
	for _, f := range k.Features {
		r.Features[f]++
	}
}

// Add adds another report's figures.
func (r *Report) Add(o *Report) {
	r.Kernels += o.Kernels
	r.Calls += o.Calls
	r.Panics += o.Panics
	r.Loops += o.Loops
	r.Vectorized += o.Vectorized
	for _, p := range [][2]map[string]int{{r.Features, o.Features}, {r.Effects, o.Effects}, {r.Misses, o.Misses},
		{r.Counts, o.Counts}, {r.Texts, o.Texts}, {r.Chains, o.Chains}} {
		for k, n := range p[1] {
			p[0][k] += n
		}
	}
}

// enough is the number of kernels from which on everything must have occurred.
const enough = 3000

// Dull says what the run should have exercised, on the instruction sets of that name, and did not. Short runs may miss
// things. Kernels with chains, if chains is their length, are about those.
func (r *Report) Dull(without map[string]bool, isas []string, chains int) error {
	if chains > 0 {
		return r.shortChains(chains)
	}
	if r.Kernels < enough {
		return nil
	}
	on, err := targets(isas)
	if err != nil {
		return err
	}
	return r.dull(without, on)
}

func (r *Report) dull(without map[string]bool, isas []tti.Info) error {
	var missing []string
	for _, f := range gen.Features {
		if !without[f.Name] && r.Features[f.Name] == 0 {
			missing = append(missing, f.Name)
		}
	}
	for _, e := range effects {
		if r.Effects[e] == 0 && possible(e, isas) {
			missing = append(missing, e)
		}
	}
	if r.Panics == 0 {
		missing = append(missing, "panics")
	}
	if len(missing) > 0 {
		return fmt.Errorf("never exercised: %s", strings.Join(missing, ", "))
	}
	// Much of what is drawn, rows that are chains, recurrences over some distance, loops whose length the data decide,
	// has a vector form now and then only: half of the loops on AVX-512, where everything has, some less on NEON.
	if r.Loops == 0 || 5*r.Vectorized < 2*r.Loops {
		return errors.New("less than two fifths of the loops were vectorized")
	}
	return nil
}

// Print writes the report.
func (r *Report) Print(w io.Writer, without map[string]bool) {
	percent := func(n, of int) string { return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(max(of, 1))) }
	fmt.Fprintf(w, "%d kernels, %d argument sets, %s of them panicked\n", r.Kernels, r.Calls,
		percent(r.Panics, r.Calls))
	fmt.Fprintf(w, "loops: %d, %s vectorized\n", r.Loops, percent(r.Vectorized, r.Loops))
	table := func(title string, m map[string]int, of int) {
		fmt.Fprintf(w, "%s:\n", title)
		for _, k := range slices.SortedFunc(maps.Keys(m), func(a, b string) int {
			if m[a] != m[b] {
				return m[b] - m[a]
			}
			return strings.Compare(a, b)
		}) {
			fmt.Fprintf(w, "  %-44s %8d  %6s\n", k, m[k], percent(m[k], of))
		}
	}
	table("what the compiler did (share of innermost loops; plans of every sixth kernel)", r.Effects, r.Loops)
	table("loops not vectorized", r.Misses, r.Loops)
	if len(r.Chains) > 0 {
		r.printChains(w)
	}
	table("panics", r.Texts, r.Calls)
	table("calls", r.Counts, r.Calls)
	table("kernels with", r.Features, r.Kernels)
	var off []string
	for f := range without {
		off = append(off, f)
	}
	slices.Sort(off)
	if len(off) > 0 {
		fmt.Fprintf(w, "not accepted by the frontend, so left out: %s\n", strings.Join(off, ", "))
	}
}
