package difftest

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"hotloop/cpu"
	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/gen"
	"hotloop/isel"
	"hotloop/loopopt/config"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
	"hotloop/runtime"
)

// Report counts what a run exercised, so that poor coverage is detected. Reports of several runs add up.
type Report struct {
	Kernels    int            `json:"kernels"`
	Calls      int            `json:"calls"`
	Panics     int            `json:"panics"`     // calls that panicked
	Loops      int            `json:"loops"`      // loops that the vectorizer examined for their own sake, over all instruction sets
	Vectorized int            `json:"vectorized"` // of these loops
	Features   map[string]int `json:"features"`   // kernels with a feature of the generator
	Effects    map[string]int `json:"effects"`    // kernels or loops by what the compiler did to them
	Misses     map[string]int `json:"misses"`     // why loops were not vectorized
	Counts     map[string]int `json:"counts"`
	Texts      map[string]int `json:"texts"` // kinds of panics
	// Chains counts transformations requested by followups. A key lists the first transformation, the role of the
	// loop that was transformed next, that transformation, and so on.
	Chains   map[string]int `json:"chains"`
	Assembly map[string]int `json:"assembly"` // kernels by what hotloop gen made of them
}

// NewReport returns an empty report.
func NewReport() *Report {
	return &Report{Features: map[string]int{}, Effects: map[string]int{}, Misses: map[string]int{},
		Counts: map[string]int{}, Texts: map[string]int{}, Chains: map[string]int{}, Assembly: map[string]int{}}
}

// effects lists what a run must make the compiler do at least once.
var effects = []string{"vectorized", "unrolled", "completely unrolled", "masked tail", "predicated", "multi-exit",
	"exits predicated", "gathered",
	"scattered", "interleaved loads", "interleaved stores", "backwards", "reduction", "run-time alias check",
	"checks split off",
	"checks hoisted", "forced and reordered"}

// needs maps an effect to a condition on the instruction set; other effects have none.
var needs = map[string]func(tti.Info) bool{
	"masked tail": func(t tti.Info) bool { return t.NumRegs(tti.Mask) > 0 }, // the same condition as in package vplan
}

// possible reports whether an effect is possible on one of the instruction sets.
func possible(effect string, isas []tti.Info) bool {
	need := needs[effect]
	return need == nil || slices.ContainsFunc(isas, need)
}

// targets returns the named instruction sets of this machine.
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

// planWords maps recipes and lines of a plan to effects.
var planWords = []struct{ word, effect string }{
	{"GATHER ", "gathered"}, {"SCATTER ", "scattered"}, {"GROUP-LOAD ", "interleaved loads"},
	{"GROUP-STORE ", "interleaved stores"}, {"[backwards]", "backwards"}, {"SIDE-EXIT ", "multi-exit"},
	{"REDUCE-PHI ", "reduction"}, {"BLOCK-MASK ", "predicated"}, {"  check: ", "run-time alias check"},
	{" lanes, masked", "masked tail"}, {"predicate\n", "exits predicated"},
}

func (r *Report) count(what string) { r.Counts[what]++ }

func (r *Report) refused(c *Case, err error) { r.count("refused by the frontend") }

// planSample is the inverse share of kernels whose plans are examined, which requires another compilation.
const planSample = 6

// compiled records what the compiler did to a kernel.
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

// ran records a call.
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

// kernel records a kernel of the generator.
func (r *Report) kernel(k *gen.Kernel) {
	r.Kernels++
	for _, f := range k.Features {
		r.Features[f]++
	}
}

// Add adds the counts of another report.
func (r *Report) Add(o *Report) {
	r.Kernels += o.Kernels
	r.Calls += o.Calls
	r.Panics += o.Panics
	r.Loops += o.Loops
	r.Vectorized += o.Vectorized
	for _, p := range [][2]map[string]int{{r.Features, o.Features}, {r.Effects, o.Effects}, {r.Misses, o.Misses},
		{r.Counts, o.Counts}, {r.Texts, o.Texts}, {r.Chains, o.Chains},
		{r.Assembly, o.Assembly}} {
		for k, n := range p[1] {
			p[0][k] += n
		}
	}
}

// enough is the number of kernels above which full coverage is required.
const enough = 3000

// CheckCoverage returns an error if the run did not exercise what it should have, on the named instruction sets. Short runs
// are exempt. If chains is positive, the check is about chains of that length.
func (r *Report) CheckCoverage(without map[string]bool, isas []string, chains int) error {
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
	return r.checkCoverage(without, on)
}

func (r *Report) checkCoverage(without map[string]bool, isas []tti.Info) error {
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
	// Many generated loops, such as rows that are chains, recurrences over some distance, and data-dependent trip
	// counts, have a vector form only sometimes: half of the loops on AVX-512, which supports all operations, fewer
	// on NEON.
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
	if len(r.Assembly) > 0 {
		table("kernels of hotloop gen", r.Assembly, r.Kernels)
	}
	table("kernels with", r.Features, r.Kernels)
	var off []string
	for f := range without {
		off = append(off, f)
	}
	slices.Sort(off)
	if len(off) > 0 {
		fmt.Fprintf(w, "left out, since something here does not accept it or differs: %s\n", strings.Join(off, ", "))
	}
}
