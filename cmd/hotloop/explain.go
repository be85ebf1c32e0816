package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hotloop/internal/lab/source"
	"hotloop/internal/vet"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/profile"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// explain shows the decisions of the optimizer. First come its remarks in source order, below the lines they concern,
// and for each loop which version runs when. Then come, for each loop, the chain of transformations as requested and
// as executed, with the attributes of the resulting loops, then the costs of the alternatives for nests, and the
// candidates that plans were chosen from. With -ssa every plan is printed too.
func explain(c *call) error {
	k, err := c.open()
	if err != nil {
		return err
	}
	if len(c.args) > 1 {
		if err := c.sample(k); err != nil {
			return err
		}
	}
	var plans []string
	var steps []config.Step
	var position func(ir.Pos) string
	var loops []string
	w := &runtime.Watch{
		SSA:  func(f *ir.Func) { position = f.Position; loops = vet.Innermost(f) },
		Plan: func(p config.Considered) { plans = append(plans, planText(p, position, c.ssa)) },
		Nest: func(p config.NestPrice) { plans = append(plans, nestText(p, position)) },
		Step: func(s config.Step) { steps = append(steps, s) },
	}
	kern, note, err := c.inspect(k, w)
	if kern == nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%s for %s\n", k.fn, note)
	c.tell(kern.Remarks(), loops, lineAt(k))
	if len(steps) > 0 {
		fmt.Fprintln(c.stdout)
		config.PrintChain(c.stdout, steps, position)
	}
	for _, p := range plans {
		fmt.Fprint(c.stdout, "\n", p)
	}
	if err != nil {
		return err
	}
	s := kern.Stats()
	fmt.Fprintf(c.stdout, "\n%d bytes of code, frame %d, compiled in %s\n", s.CodeBytes, s.Frame, s.Total.Round(1000))
	return nil
}

// tell prints remarks below the source lines they concern, those of one position together. The last line of each loop
// says which version of it runs when.
func (c *call) tell(remarks []remark.Remark, loops []string, line func(place string) string) {
	versions := map[string]bool{}
	for _, r := range remarks {
		versions[r.Where] = versions[r.Where] || strings.HasPrefix(r.Text, remark.Versions)
	}
	for _, at := range loops {
		if !versions[at] {
			text := remark.Versions + "not vectorized; scalar loops, transformed as the remarks above report"
			if !slices.ContainsFunc(remarks, func(r remark.Remark) bool { return r.Where == at && r.Kind == remark.Passed }) {
				text = remark.Versions + "not vectorized; the loop as written, for any number of iterations"
			}
			remarks = append(remarks, remark.Remark{Kind: remark.Analysis, Pass: "vectorize", Where: at, Text: text})
		}
	}
	last := func(r remark.Remark) int {
		if strings.HasPrefix(r.Text, remark.Versions) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(remarks, func(a, b remark.Remark) int {
		return cmp.Or(vet.ComparePlaces(a.Where, b.Where), cmp.Compare(last(a), last(b)))
	})
	at := ""
	for _, r := range remarks {
		if r.Where != at {
			at = r.Where
			if text := line(at); text != "" {
				fmt.Fprintf(c.stdout, "%s\n", text)
			}
		}
		fmt.Fprintf(c.stdout, "  %s\n", r)
	}
	if len(remarks) == 0 {
		fmt.Fprintln(c.stdout, "no remarks")
	}
}

// lineAt returns a function that returns the line of the kernel's file at a position.
func lineAt(k *kernelFile) func(place string) string {
	lines := strings.Split(k.text, "\n")
	return func(place string) string {
		file, n, _ := vet.SplitPlace(place)
		if n < 1 || n > len(lines) || file != k.name {
			return ""
		}
		return fmt.Sprintf("%6d | %s", n, strings.TrimRight(lines[n-1], " \t\r"))
	}
}

// sample calls the kernel once with the arguments of the command line, prints the profile of its loops, and keeps it
// for compiling.
func (c *call) sample(k *kernelFile) error {
	args, err := source.Arguments(k.typ, c.args[1:])
	if err != nil {
		return usageError{err}
	}
	o, err := c.options(k)
	if err != nil {
		return err
	}
	o.Counters = &profile.Counters{}
	kern, err := runtime.Compile(k.typ, k.text, k.fn, o)
	if err == nil {
		err = kern.Err()
	}
	if err != nil {
		return err
	}
	if _, caught := protect(kern.Func(), args); caught != nil {
		fmt.Fprintf(c.stdout, "the call panics: %v\n", caught)
	}
	c.sampled = o.Counters.Profile()
	for _, l := range c.sampled.Loops {
		fmt.Fprintf(c.stdout, "%s: sampled: entered %d times, %.4g iterations on average\n", l.Where, l.Entries, l.Mean())
	}
	for _, b := range c.sampled.Branches {
		fmt.Fprintf(c.stdout, "%s: sampled: condition evaluated %d times, true %d times\n", b.Where, b.Asked, b.Held)
	}
	return nil
}

// nestText returns the costs of the alternatives for a loop of a nest.
func nestText(p config.NestPrice, position func(ir.Pos) string) string {
	var b strings.Builder
	if position != nil && p.Pos != 0 {
		fmt.Fprintf(&b, "%s: ", position(p.Pos))
	}
	known := "iterations"
	if !p.Known {
		known = "iterations, assumed"
	}
	fmt.Fprintf(&b, "alternatives for the nest, in cycles for %.0f %s:\n", p.Trips, known)
	for _, w := range p.Ways {
		chosen := ""
		if w.Chosen {
			chosen = "  chosen"
		}
		fmt.Fprintf(&b, "  %-24s%10.1f%s\n", w.Name, w.Cycles, chosen)
	}
	return b.String()
}

// planText returns the cost of each candidate of a plan, in cycles per iteration of the loop. If whole is set, it
// includes the plan itself.
func planText(p config.Considered, position func(ir.Pos) string, whole bool) string {
	var b strings.Builder
	if position != nil && p.Pos != 0 {
		fmt.Fprintf(&b, "%s: ", position(p.Pos))
	}
	b.WriteString("candidates, in cycles per iteration:\n")
	for _, c := range p.Candidates {
		if !c.Legal {
			fmt.Fprintf(&b, "  VF=%-3d not supported\n", c.VF)
			continue
		}
		chosen := ""
		if len(p.Plan.Stages) > 0 && c.VF == p.Plan.VF() && c.UF == p.Plan.UF() {
			chosen = "  chosen"
		}
		fmt.Fprintf(&b, "  VF=%-3d UF=%d %8.3f", c.VF, c.UF, c.Cost)
		if c.Bound.By != "" {
			fmt.Fprintf(&b, ", %.3f by %s", c.Bound.Cycles, c.Bound.By)
		}
		fmt.Fprintf(&b, "%s\n", chosen)
	}
	for i, e := range p.Plan.Exits {
		if i == 0 {
			b.WriteString("exit strategies, in cycles per iteration and for the exit:\n")
		}
		about, chosen := "data-dependent", ""
		switch {
		case e.Counted:
			about = "counted"
		case e.Tail:
			about = "known count"
		}
		if e.Chosen {
			chosen = "  chosen"
		}
		if !e.Legal {
			fmt.Fprintf(&b, "  %-16s%-16s not supported\n", about, e.Name)
			continue
		}
		fmt.Fprintf(&b, "  %-16s%-16s %7.3f %7.1f%s\n", about, e.Name, e.Cost, e.Leave, chosen)
	}
	if len(p.Plan.Stages) == 0 {
		b.WriteString("no candidate is cheaper than the scalar loop\n")
	}
	if whole {
		p.Plan.Print(&b)
	}
	return b.String()
}
